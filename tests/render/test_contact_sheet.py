"""Contact sheets: every picture and its title in its place."""

from __future__ import annotations

import pytest
from PIL import Image

from render.contact_sheet import GAP, GROUND, contact_sheet

RED, GREEN = (200, 30, 30), (30, 160, 60)


def plain(colour: tuple[int, int, int], width: int = 400, height: int = 300) -> Image.Image:
    return Image.new("RGB", (width, height), colour)


def test_pictures_are_in_rows_and_columns_with_titles_under_them() -> None:
    sheet = contact_sheet(
        [("Lantern Page", plain(RED)), ("Wonder", plain(GREEN)), ("Annual", plain(RED))], 2, 200
    )
    assert sheet.width == GAP + 2 * (200 + GAP)
    assert sheet.getpixel((GAP + 100, GAP + 75)) == RED
    assert sheet.getpixel((2 * GAP + 300, GAP + 75)) == GREEN
    under = sheet.crop((GAP, GAP + 150, GAP + 200, GAP + 190))
    assert max(len(under.getcolors() or ()), 1) > 4
    beside = sheet.crop((2 * GAP + 200, sheet.height // 2 + GAP, sheet.width, sheet.height))
    assert beside.getcolors() == [(beside.width * beside.height, GROUND)]


def test_a_row_is_as_high_as_its_highest_picture_and_nothing_is_cut() -> None:
    low, high = plain(RED, 400, 200), plain(GREEN, 400, 800)
    sheet = contact_sheet([("a", low), ("b", high)], 2, 200)
    assert sheet.getpixel((2 * GAP + 210, GAP + 398)) == GREEN
    assert sheet.height > contact_sheet([("a", low)], 2, 200).height + 250


def test_a_heading_takes_a_separate_row_and_fewer_pictures_fewer_columns() -> None:
    one = contact_sheet([("a", plain(RED))], 6)
    assert one.width == GAP + 240 + GAP
    assert contact_sheet([("a", plain(RED))], 6, heading="Fracta").height > one.height


def test_palettes_and_masks_are_shown_in_colour() -> None:
    sheet = contact_sheet([("a", plain(GREEN).quantize(4)), ("b", Image.new("L", (50, 50), 90))], 2, 200)
    assert sheet.getpixel((GAP + 20, GAP + 20)) == GREEN
    assert sheet.getpixel((2 * GAP + 220, GAP + 20)) == (90, 90, 90)


@pytest.mark.parametrize(("pictures", "columns"), [([], 3), ([("a", plain(RED))], 0)])
def test_no_pictures_make_no_sheet(pictures: list[tuple[str, Image.Image]], columns: int) -> None:
    with pytest.raises(ValueError, match="needs pictures"):
        contact_sheet(pictures, columns)
