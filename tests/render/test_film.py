"""Films: one GIF that plays everywhere, small enough to send, with the intended duration of each picture."""

from __future__ import annotations

from io import BytesIO
from random import Random

import pytest
from PIL import Image, ImageChops, ImageDraw
from PIL.GifImagePlugin import GifImageFile

from render import film
from render.film import LETTERING, MOST_BYTES, FilmFrame
from render.palette import GOLD, PANEL_LOW, PAPER

SIZE = 200


def scene(place: int) -> Image.Image:
    """Return frames with a fixed noisy ground, a band in a panel's colours, and a moving box."""
    picture = Image.frombytes("RGB", (SIZE, SIZE), Random(1).randbytes(3 * SIZE * SIZE))
    pen = ImageDraw.Draw(picture)
    pen.rectangle((0, 0, SIZE, 40), fill=PANEL_LOW)
    pen.rectangle((10, 10, 60, 30), fill=PAPER)
    pen.rectangle((70, 10, 120, 30), fill=GOLD)
    pen.rectangle((place, 100, place + 20, 120), fill=PAPER)
    return picture


def noise(seed: int) -> Image.Image:
    return Image.frombytes("RGB", (SIZE, SIZE), Random(seed).randbytes(3 * SIZE * SIZE))


def shown(gif: bytes) -> list[tuple[Image.Image, int]]:
    """Return the displayed pictures of a GIF with their durations."""
    moving = GifImageFile(BytesIO(gif))
    frames: list[tuple[Image.Image, int]] = []
    for frame in range(moving.n_frames):
        moving.seek(frame)
        frames.append((moving.convert("RGB"), moving.info["duration"]))
    return frames


def test_each_picture_is_held_as_long_as_it_was_to_be_and_then_it_begins_again() -> None:
    gif = film.film([FilmFrame(scene(20 * n), 90 + 500 * n) for n in range(4)])
    moving = GifImageFile(BytesIO(gif))
    assert (moving.format, moving.n_frames, moving.size) == ("GIF", 4, (SIZE, SIZE))
    assert moving.info["loop"] == 0
    assert [duration for _, duration in shown(gif)] == [90, 590, 1090, 1590]


def test_words_keep_their_colours_exactly() -> None:
    for picture, _ in shown(film.film([FilmFrame(scene(n), 100) for n in (0, 90)])):
        assert picture.getpixel((5, 5)) == PANEL_LOW
        assert picture.getpixel((20, 20)) == PAPER
        assert picture.getpixel((90, 20)) == GOLD
    assert len(set(LETTERING)) == len(LETTERING)


def test_unchanged_pixels_cost_nothing() -> None:
    frames = [FilmFrame(scene(20 * n), 100) for n in range(8)]
    whole = film.film(frames)
    (first, _), *others = shown(whole)
    for n, (picture, _) in enumerate(others, 1):
        changed = ImageChops.difference(first, picture).getbbox()
        assert changed is not None
        assert changed[1] >= 100 and changed[3] <= 121 and changed[2] <= 20 * n + 21
    assert len(whole) < 1.25 * len(film.film(frames[:1]))


def test_the_same_pictures_make_the_same_film() -> None:
    assert film.film([FilmFrame(scene(n), 100) for n in (0, 50)]) == film.film(
        [FilmFrame(scene(n), 100) for n in (0, 50)]
    )


def test_a_film_that_would_be_too_large_gets_fewer_inks_and_pixels(monkeypatch: pytest.MonkeyPatch) -> None:
    frames = [FilmFrame(noise(n), 1000) for n in range(3)]
    large = film.film(frames)
    assert len(large) <= MOST_BYTES
    monkeypatch.setattr(film, "MOST_BYTES", len(large) - 1)
    fewer = film.film(frames)
    assert len(fewer) < len(large) and Image.open(BytesIO(fewer)).size == (SIZE, SIZE)
    monkeypatch.setattr(film, "MOST_BYTES", 1)
    assert Image.open(BytesIO(film.film(frames))).size == (140, 140)


def test_no_pictures_or_several_sizes_make_no_film() -> None:
    for frames in ([], [FilmFrame(noise(1), 10), FilmFrame(noise(2).crop((0, 0, 50, 50)), 10)]):
        with pytest.raises(ValueError, match="one size"):
            film.film(frames)
