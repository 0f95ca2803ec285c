"""The motifs: all are readable, their silhouettes are distinguishable, and mistakes are reported with their place."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from PIL import Image, ImageDraw

from render.illustration.motifs import Motif, MotifError, motifs, read_motifs

SIDE = 64
"""The width of a small silhouette, in pixels."""
LEAST = 0.08
"""The minimum share of different pixels of two silhouettes."""
PRINTED = ("body", "mid", "dark", "accent")
"""The tones that are black in a small silhouette. Light and cutouts stay paper."""


def silhouette(motif: Motif) -> int:
    """Return the motif in black, scaled to fit a small square: a bit for each pixel."""
    left, top, right, bottom = motif.box
    large = SIDE * 4
    scale = large / max(right - left, bottom - top)
    x0, y0 = (large / scale - (right - left)) / 2 - left, (large / scale - (bottom - top)) / 2 - top
    image = Image.new("L", (large, large))
    pen = ImageDraw.Draw(image)
    for part in motif.parts:
        black = 255 if part.tone in PRINTED else 0
        pen.polygon([((x + x0) * scale, (y + y0) * scale) for x, y in part.outline], fill=black)
    small = image.reduce(4).convert("1", dither=Image.Dither.NONE)
    return int.from_bytes(small.tobytes(), "big")


def test_the_motifs_that_are_there_can_be_read() -> None:
    assert len(motifs()) > 100


def test_each_motif_is_close_to_its_box() -> None:
    far = {one.name: one.box for one in motifs().values()}
    assert {name: box for name, box in far.items() if min(box) < -70 or max(box) > 170} == {}


def test_each_motif_has_a_body() -> None:
    assert [one.name for one in motifs().values() if all(part.tone != "body" for part in one.parts)] == []


def test_each_outline_encloses_something() -> None:
    flat = [
        (one.name, part.tone)
        for one in motifs().values()
        for part in one.parts
        if len(part.outline) < 3 or not any(_area(part.outline))
    ]
    assert flat == []


def _area(outline: tuple[tuple[float, float], ...]) -> tuple[float, float]:
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    return max(xs) - min(xs), max(ys) - min(ys)


def test_each_silhouette_differs_from_all_others() -> None:
    black = {one.name: silhouette(one) for one in motifs().values()}
    alike = [
        (one, other, round((black[one] ^ black[other]).bit_count() / SIDE**2, 3))
        for one, other in combinations(black, 2)
        if (black[one] ^ black[other]).bit_count() < LEAST * SIDE**2
    ]
    assert alike == []


def test_silhouettes_are_compared_by_their_shapes() -> None:
    square, same, disc = read_motifs(
        '[square]\ndrawn = "body box: 0,0 100,100"\n'
        '[same]\ndrawn = "body box: 20,20 10,10"\n'
        '[disc]\ndrawn = "body oval 50: 50,50"\n'
    )
    assert silhouette(square) == silhouette(same)
    assert (silhouette(square) ^ silhouette(disc)).bit_count() > LEAST * SIDE**2


def test_each_word_means_one_motif() -> None:
    meant = Counter(word for one in motifs().values() for word in {one.name, one.plural, *one.words})
    assert [word for word, times in meant.items() if times > 1] == []


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[moon", "sky.toml: Expected ']'"),
        ('[moon]\nwords = ["x"]', "sky.toml: [moon]: Object missing required field `drawn`"),
        ('[moon]\ndrawn = "body oval 4: 1,1"\nheight = 3', "sky.toml: [moon]: Object contains unknown field"),
        (
            '[moon]\ndrawn = "body oval 4: 1,1"\nstand = "sits"',
            'sky.toml: [moon]: "sits" is no stand; stands: foot',
        ),
        ('[moon]\ndrawn = ""', "sky.toml: [moon]: there is nothing to print."),
        ('[moon]\ndrawn = "round thing"', 'sky.toml: [moon]: "round thing": a line is a tone, a form'),
        (
            '[moon]\ndrawn = "red oval 4: 1,1"',
            'sky.toml: [moon]: "red oval 4: 1,1": "red" is no tone; tones: body',
        ),
        (
            '[moon]\ndrawn = "body cube 4: 1,1"',
            'sky.toml: [moon]: "body cube 4: 1,1": "cube" is no form; forms:',
        ),
        ('[moon]\ndrawn = "body oval: 1,1"', 'sky.toml: [moon]: "body oval: 1,1": '),
        ('[moon]\ndrawn = "body box: 1,1"', 'sky.toml: [moon]: "body box: 1,1": '),
        ('[moon]\ndrawn = "body oval 4: 1;1"', 'sky.toml: [moon]: "body oval 4: 1;1": '),
        ('[moon]\ndrawn = "body bar: 1,1 4,4"', 'sky.toml: [moon]: "body bar: 1,1 4,4": '),
        ('[sun]\ndrawn = "body oval 4: 1,1"\n[moon]\ndrawn = "x"', 'sky.toml: [moon]: "x": '),
    ],
)
def test_a_mistake_is_named_with_its_file_motif_and_line(text: str, sentence: str) -> None:
    with pytest.raises(MotifError) as caught:
        read_motifs(text, "sky.toml")
    assert str(caught.value).startswith(sentence)
