"""Films: one GIF that plays everywhere, small enough to be sent, each picture as long as it was to be held."""

from __future__ import annotations

from io import BytesIO
from random import Random

import pytest
from PIL import Image

from render import film
from render.film import CAPTION, LINES, WIDTH, captioned


def board(shade: int, height: int = 900) -> Image.Image:
    return Image.new("RGB", (1100, height), (shade, 40, 90))


def noise(seed: int) -> Image.Image:
    """A picture that can't be compressed."""
    return Image.frombytes("RGB", (1100, 1100), Random(seed).randbytes(3 * 1100 * 1100))


def test_each_picture_is_held_as_long_as_it_was_to_be() -> None:
    stills = [captioned(board(60 * n, 900 + 100 * n), f"Step {n}.", n, 3) for n in range(1, 4)]
    gif = Image.open(BytesIO(film.film(stills, [1500, 2500, 4000])))
    assert (gif.format, gif.n_frames, gif.info["loop"]) == ("GIF", 3, 0)
    assert gif.size == (WIDTH, CAPTION + round(1200 * WIDTH / 1100)), "as high as the highest"
    held: list[int] = []
    for frame in range(gif.n_frames):
        gif.seek(frame)
        held.append(gif.info["duration"])
    assert held == [1500, 2500, 4000]


def test_what_happened_stands_above_the_board_and_progress_below_it() -> None:
    first, last = (Image.open(BytesIO(captioned(board(9), "Ada passes.", n, 4))) for n in (1, 4))
    assert first.size == last.size == (WIDTH, CAPTION + 540)
    line = CAPTION - 2
    assert first.getpixel((10, line)) == last.getpixel((10, line)) != first.getpixel((WIDTH - 10, line))
    assert last.getpixel((WIDTH - 10, line)) == last.getpixel((10, line))
    assert first.getpixel((WIDTH // 2, CAPTION + 300)) == (9, 40, 90)


def test_a_long_text_is_shortened_and_never_drawn_over_the_board() -> None:
    plain = Image.open(BytesIO(captioned(board(9), "", 1, 1)))
    full = Image.open(BytesIO(captioned(board(9), "Something happened. " * 60, 1, 1)))
    below = (0, CAPTION, WIDTH, plain.height)
    assert full.crop(below).tobytes() == plain.crop(below).tobytes()
    assert full.crop((0, 0, WIDTH, CAPTION)).tobytes() != plain.crop((0, 0, WIDTH, CAPTION)).tobytes()
    assert LINES >= 3


def test_a_film_that_would_be_too_large_gets_fewer_colours_and_pixels(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stills = [captioned(noise(n), "Noise.", n + 1, 2) for n in range(2)]
    large = film.film(stills, [1000, 1000])
    monkeypatch.setattr(film, "MOST_BYTES", 500_000)
    small = film.film(stills, [1000, 1000])
    assert len(small) < len(large)
    assert Image.open(BytesIO(small)).width >= 550
