"""The picture of a match's course: its layout, its marks, and the same as sentences."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image

from cards.i18n import ENGLISH, Locale, Translator, translator
from render.chance_curve import ChanceCurve, CurveMistake, alt_curve
from render.layout import Picture, Shape, Sheet, Words
from render.palette import contrast
from render.review import FORMS, INKS, MARK, RIGHT, CurveArt, LinesArt, draw_curve, layout_curve
from tests.render.golden import check_golden
from tests.render.sheets import printed

GOLDEN = Path(__file__).parent / "golden"
SPANISH = translator(Locale.SPANISH)
CHANCES = (0.5, 0.52, 0.48, 0.5, 0.55, 0.61, 0.58, 0.66, 0.7, 0.64, 0.41, 0.38, 0.3, 0.22, 0.25, 0.1, 0.0)
MATCH = ChanceCurve(
    ("Mia", "Bo Lindqvist"),
    CHANCES,
    3,
    ((0, 0), (1, 1), (4, 2), (8, 3), (13, 4)),
    (CurveMistake(9, 0, 0.06), CurveMistake(10, 0, 0.21), CurveMistake(7, 1, 0.04)),
    10,
)
CURVES = {
    "match": MATCH,
    "long": replace(
        MATCH,
        names=("W" * 32, "\u200b"),
        chances=tuple(k % 7 / 6 for k in range(120)),
        rounds=tuple((9 * k, k) for k in range(13)),
        mistakes=tuple(
            CurveMistake(step, step % 2, step / 1000) for step in (1, 2, 3, 4, 115, 116, 117, 118)
        ),
    ),
    "alone": ChanceCurve(("Ada", "Voidream"), (0.5, 1.0)),
}


def _lines(seats: int, out: dict[int, int], steps: int = 44) -> tuple[tuple[float, ...], ...]:
    """Return lines that cross each other, until all but the last seat are out."""
    rows: list[list[float]] = []
    for step in range(steps):
        weights = [
            0.0 if out.get(seat, steps) <= step else 1 + 0.9 * ((step * (seat + 2) + 5 * seat) % 14) / 7
            for seat in range(seats)
        ]
        rows.append([weight / sum(weights) for weight in weights])
    rows.append([0.0] * (seats - 1) + [1.0])
    return tuple(zip(*rows, strict=True))


def _of_several(names: tuple[str, ...], out: dict[int, int]) -> ChanceCurve:
    first, *others = _lines(len(names), out)
    seats = range(len(names))
    return replace(
        MATCH,
        names=names,
        chances=first,
        others=tuple(others),
        rounds=tuple((6 * k, k) for k in range(8)),
        mistakes=tuple(CurveMistake(step + 3 * seat, seat, 0.1) for seat in seats for step in (5, 22)),
        turning=20,
    )


LINES = {
    "three": _of_several(("Mia", "W" * 32, "\u200b"), {1: 30}),
    "four": _of_several(("Mia", "Bo Lindqvist", "Cy", "Dimitra"), {1: 17, 0: 36}),
}
CURVES_OF_ALL = {**CURVES, **LINES}


def words_of(sheet: Sheet) -> list[Words]:
    return list(sheet.blocks[0].block.words())


def marks_of(sheet: Sheet) -> list[Shape]:
    pieces = sheet.blocks[0].block.pieces
    return [one for one in pieces if isinstance(one, Shape) and one.rect.w == MARK and one.rect.x > 60]


def art_of(curve: ChanceCurve) -> CurveArt:
    pieces = layout_curve(curve).blocks[0].block.pieces
    (art,) = [one.drawing for one in pieces if isinstance(one, Picture)]
    assert isinstance(art, CurveArt)
    return art


@pytest.mark.parametrize("translator", [ENGLISH, SPANISH], ids=["en", "es"])
@pytest.mark.parametrize("name", CURVES_OF_ALL)
def test_everything_is_in_its_place_and_legible_on_a_phone(name: str, translator: Translator) -> None:
    sheet = layout_curve(CURVES_OF_ALL[name], translator)
    block = sheet.blocks[0].block
    assert sheet.width == 1100 and sheet.height <= 1000
    texts = [words for words in block.words()]
    for words in texts:
        box = printed(words)
        assert words.size >= (34 if name in LINES else 26) and box.w <= words.rect.w, words
        assert box.x >= 0 and box.right <= block.width and box.bottom <= block.height, words
        below = [one for one in block.pieces if isinstance(one, Shape) and one.rect.overlaps(box)]
        assert contrast(words.ink, below[-1].fill) >= 4.5, words
    for k, words in enumerate(texts):
        for other in texts[k + 1 :]:
            assert not printed(words).overlaps(printed(other)), (words.lines, other.lines)


def test_marks_are_separate_on_their_players_side_and_differ_in_shape() -> None:
    for curve in CURVES.values():
        marks = marks_of(layout_curve(curve))
        assert len(marks) == len(curve.marked())
        for k, mark in enumerate(marks):
            seat = INKS.index(mark.fill)
            assert mark.form == FORMS[seat] and (mark.rect.y < 200) == (seat == 0)
            assert not any(mark.rect.overlaps(other.rect) for other in marks[k + 1 :])


def test_of_many_mistakes_each_player_s_three_costliest_are_numbered_as_they_were_made() -> None:
    mistakes = [(number, one.step) for number, one in CURVES["long"].marked()]
    assert mistakes == list(enumerate((3, 4, 115, 116, 117, 118), 1))


def test_the_curve_is_flat_while_chances_are_unknown() -> None:
    art = art_of(MATCH)
    rows = [row for _, row in art.points]
    assert rows[:3] == [art.middle] * 3 and art.grey == art.points[2][0]
    assert rows[8] < art.middle < rows[12] and rows[-1] == max(rows)
    assert art.turning == art.points[10][0]
    assert art_of(CURVES["alone"]).grey == 0


@pytest.mark.parametrize("curve", LINES.values(), ids=LINES)
def test_three_and_four_players_have_separate_lines_until_they_are_out(
    curve: ChanceCurve,
) -> None:
    art = art_of(curve)
    assert isinstance(art, LinesArt) and len(art.players) == len(curve.names)
    outs = {seat for seat, points in enumerate(art.players) if points[-1][0] < RIGHT}
    assert len(outs) == len(curve.names) - 2, "the last two play to the end"
    assert all(art.players[seat][-1][1] == max(row for _, row in art.players[seat]) for seat in outs)
    marks = marks_of(layout_curve(curve))
    assert len(marks) == 2 * len(curve.names)
    for k, mark in enumerate(marks):
        seat = INKS.index(mark.fill)
        assert mark.form == FORMS[seat] and (mark.rect.y < 400) == (seat < len(curve.names) // 2)
        assert not any(mark.rect.overlaps(other.rect) for other in marks[k + 1 :])
    assert len({*FORMS}) == len(INKS) == 4


@pytest.mark.parametrize("name", ["match", "long", "four"])
def test_it_looks_as_it_did_and_is_small_enough_to_send(name: str, request: pytest.FixtureRequest) -> None:
    data = draw_curve(CURVES_OF_ALL[name])
    assert len(data) <= 150_000 and Image.open(BytesIO(data)).width == 1100
    draw = bool(request.config.getoption("--draw-golden", default=False))
    check_golden(GOLDEN / f"looking-back-{name}.jpg", data, draw=draw)


def test_the_alt_text_says_the_same() -> None:
    assert alt_curve(MATCH) == (
        "Win chances of Mia and Bo Lindqvist. Up to round 1 it's too early to say. Clear mistakes: 1 Bo Lindqvist, "
        "round 2; 2 Mia, round 3; 3 Mia, round 3. The turning point: round 3. After round 1: Mia 55 %. After round 2: Mia "
        "70 %. After round 3: Bo Lindqvist 78 %. After round 4: Bo Lindqvist 100 %."
    )
    assert alt_curve(CURVES["alone"], SPANISH) == (
        "Probabilidades de ganar de Ada y Voidream. Al final: Ada 100 %."
    )
    assert "After round 7: Dimitra 100 %." in alt_curve(LINES["four"])
    assert "Ada" not in alt_curve(LINES["four"]) and "Win chances: Mia, Bo" in alt_curve(LINES["four"])
    for curve in CURVES_OF_ALL.values():
        for language in (ENGLISH, SPANISH):
            assert len(alt_curve(curve, language)) <= 1024
