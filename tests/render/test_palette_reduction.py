"""Reduced palettes and fading drawings: colours and limits are kept, without randomness."""

from __future__ import annotations

import random
from io import BytesIO

import pytest
from msgspec import Struct
from PIL import Image

from render.canvas import paint_block
from render.fade import FadedFoot, Strip
from render.layout import Block, Colour, Picture, PlacedBlock, Rect, Shape, Sheet
from render.palette_reduction import Area, areas_of, png_in_few_inks, tints

NIGHT, PAPER = (12, 11, 22), (240, 237, 250)


class Grain(Struct, frozen=True):
    """Noise in all colours, a `Drawing`: the largest possible file."""

    seed: int = 1

    def paint(self, width: int, height: int) -> Image.Image:
        return Image.frombytes("RGB", (width, height), random.Random(self.seed).randbytes(3 * width * height))


class Plain(Struct, frozen=True):
    """One colour with another in the upper half, a `Drawing`."""

    below: Colour
    above: Colour = (255, 255, 255)

    def paint(self, width: int, height: int) -> Image.Image:
        picture = Image.new("RGB", (width, height), self.below)
        picture.paste(self.above, (0, 0, width, height // 2))
        return picture


def sheet_of(*pictures: Picture) -> Sheet:
    block = Block(200, 150, (Shape(Rect(0, 0, 200, 150), NIGHT), *pictures))
    return Sheet(200, 150, "night", (PlacedBlock(0, 0, block, "card"),))


def printed(sheet: Sheet, limit: int) -> bytes:
    image = paint_block(sheet.blocks[0].block)
    return png_in_few_inks(image, tints(NIGHT, (PAPER,)), areas_of(sheet, lambda _: ()), limit)


@pytest.mark.parametrize("limit", [16_000, 12_000, 7_000])
def test_a_picture_stays_within_its_byte_limit_and_keeps_its_ground(limit: int) -> None:
    data = printed(sheet_of(Picture(Rect(0, 0, 200, 100), Grain())), limit)
    assert limit / 2 < len(data) <= limit
    assert Image.open(BytesIO(data)).convert("RGB").getpixel((100, 145)) == NIGHT


def test_more_bytes_are_used_for_more_inks() -> None:
    sheet = sheet_of(Picture(Rect(0, 0, 200, 100), Grain()))
    few, many = (Image.open(BytesIO(printed(sheet, limit))) for limit in (7_000, 16_000))
    assert len(few.convert("RGB").getcolors() or ()) < len(many.convert("RGB").getcolors() or ())


def test_every_drawing_gets_its_inks_independently_of_others() -> None:
    left, right = (255, 0, 0), (0, 120, 60)
    sheet = sheet_of(
        Picture(Rect(0, 0, 190, 75), Plain(left, left)), Picture(Rect(0, 100, 20, 20), Plain(right, right))
    )
    picture = Image.open(BytesIO(printed(sheet, 100_000))).convert("RGB")
    assert picture.getpixel((50, 50)) == left
    assert picture.getpixel((10, 110)) == right


def test_a_crowd_of_drawings_shares_inks() -> None:
    crowd = [Picture(Rect(2 * k, 0, 2, 20), Grain(k)) for k in range(100)]
    picture = Image.open(BytesIO(printed(sheet_of(*crowd), 100_000)))
    assert len(picture.convert("RGB").getcolors() or ()) <= 256


def test_drawings_are_put_together_by_the_key_they_are_given() -> None:
    sheet = sheet_of(*(Picture(Rect(0, 30 * k, 40, 30), Plain((k, k, k))) for k in range(4)))
    together = areas_of(sheet, lambda one: [PAPER], lambda one: one.rect.y // 60)
    assert [len(area.pictures) for area in together] == [2, 2]
    assert all(isinstance(area, Area) and area.exact_colours == (PAPER,) for area in together)


def test_the_corners_of_a_drawing_are_left_as_they_were() -> None:
    sheet = sheet_of(Picture(Rect(20, 20, 100, 100), Plain((255, 0, 0)), 40))
    picture = Image.open(BytesIO(printed(sheet, 100_000))).convert("RGB")
    assert picture.getpixel((21, 21)) == NIGHT


def test_a_foot_fades_from_the_drawing_to_the_colour() -> None:
    faded = FadedFoot(Plain((255, 255, 255)), NIGHT, reach=100, plain=20)
    picture = faded.paint(10, 300)
    column = [picture.getpixel((5, y)) for y in range(300)]
    assert column[0] == (255, 255, 255) and column[100] == (255, 255, 255)
    assert set(column[280:]) == {NIGHT}
    lights = [sum(pixel) for pixel in column if isinstance(pixel, tuple)]
    assert lights == sorted(lights, reverse=True)
    for y in (190, 230, 260):
        box = Rect(0, y, 10, 10)
        seen, most = column[y], faded.brightest(box, 10, 300)
        assert isinstance(seen, tuple)
        assert all(a <= b + 1 for a, b in zip(seen, most, strict=True))
        assert sum(most) - sum(seen) <= 6


def test_a_drawing_is_laid_out_above_its_plain_foot_and_dimmed_without_changing_the_foot() -> None:
    class Seen(Exception):
        pass

    class Asked(Struct, frozen=True):
        def paint(self, width: int, height: int) -> Image.Image:
            raise Seen(width, height)

    with pytest.raises(Seen) as seen:
        FadedFoot(Asked(), NIGHT, 60, 14).paint(520, 184)
    assert seen.value.args == (520, 170)
    dimmed = FadedFoot(Plain((255, 255, 255)), NIGHT, 60, 14, dimmed=True)
    picture = dimmed.paint(20, 184)
    assert picture.getpixel((3, 183)) == NIGHT
    assert picture.getpixel((3, 3)) == (128, 128, 128) or picture.getpixel((3, 3)) == (127, 127, 127)


def test_a_strip_shows_a_band_around_the_height_of_the_eyes_and_fades_to_the_left() -> None:
    strip = Strip(Plain((0, 0, 200), (200, 0, 0)), NIGHT, reach=60)
    picture = strip.paint(190, 84)
    assert picture.size == (190, 84)
    assert picture.getpixel((0, 40)) == NIGHT
    assert picture.getpixel((189, 2)) == (200, 0, 0)
    assert picture.getpixel((189, 80)) == (0, 0, 200)
    rows = [picture.getpixel((189, y)) for y in range(84)]
    assert 0.6 < rows.count((200, 0, 0)) / 84 < 0.9
