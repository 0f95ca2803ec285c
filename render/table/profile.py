"""A player's results at a glance: their name over a scene of the game, and labelled bars."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from cards.i18n import ENGLISH, Message, Translator, Value, msg, msg_plural, series
from render.alt_text import fitting
from render.fade import FadedFoot
from render.fonts import drawable, line_height, width_of
from render.layout import Block, Colour, Icon, Picture, Piece, Rect, Shape, Sheet, Words, moved
from render.match_history import PlayedProfile, ResultCounts
from render.table.column import Column
from render.typeset import fitted, unbroken

WIDTH = 1100
PAD = 28
LONG_NAME = 38
"""The additional height of the scene if the name takes two lines."""
RESULTS, ROW = 98, 92
"""The heights of all results below the scene, and of a faction's row."""
SHOWN = 4
"""The maximum number of factions shown."""
_GAP = 4

ResultInks = tuple[Colour, Colour, Colour]
"""The colours of wins, draws and losses."""


class FactionForm(Struct, frozen=True):
    """The mark of a faction's row: a sign or its colour, the column where its name begins, and the name's colour."""

    mark: Icon | Shape
    left: int
    ink: Colour


class ProfileForm(Struct, frozen=True):
    """The measures and colours of a game's profiles.

    `scenes` are the heights of the scene above no, one and two rows of factions. `rim` is the width of `edge` around each
    panel. `scene` draws what is above a name of a height in pixels, and fades where the name is. `faction` says how the
    row of a faction is marked, by its name.
    """

    background: str
    margin: int
    seam: int
    radius: int
    ground: Colour
    ink: Colour
    faint: Colour
    empty_bar: Colour
    results: ResultInks
    scenes: tuple[int, int, int]
    scene: Callable[[PlayedProfile, int], FadedFoot]
    faction: Callable[[Value], FactionForm]
    edge: Colour | None = None
    rim: int = 0


# ---------------------------------------------------------------------------------------------------------- results


def counted(score: ResultCounts) -> tuple[tuple[int, Message], ...]:
    """Return the numbers of wins, draws and losses, each with its words."""
    return (
        (score.won, msg_plural("{n} won", "{n} won", score.won)),
        (score.drawn, msg_plural("{n} drawn", "{n} drawn", score.drawn)),
        (score.lost, msg_plural("{n} lost", "{n} lost", score.lost)),
    )


def shown_name(name: str, translator: Translator = ENGLISH) -> str:
    """Return the person's name with the characters that a picture can show."""
    return drawable(name)[:60].strip() or translator(msg("Someone"))


def bar(score: ResultCounts, rect: Rect, inks: ResultInks, empty: Colour) -> list[Piece]:
    """Return a bar of wins, draws and losses, each as long as its share; an empty bar without matches."""
    shares = [(number, ink) for (number, _), ink in zip(counted(score), inks, strict=True) if number]
    radius = rect.h // 2
    if not shares:
        return [Shape(rect, empty, "box", radius)]
    # Even a tiny share is visible, at least as a dot.
    room = rect.w - _GAP * (len(shares) - 1) - rect.h * len(shares)
    pieces: list[Piece] = []
    x = rect.x
    for k, (number, ink) in enumerate(shares):
        right = rect.right if k == len(shares) - 1 else x + rect.h + room * number // score.played
        pieces.append(Shape(Rect(x, rect.y, right - x, rect.h), ink, "box", radius))
        x = right + _GAP
    return pieces


def _totals(score: ResultCounts, row: Rect, form: ProfileForm, translator: Translator) -> list[Words]:
    """Return all three numbers with their words in a row: at the left, centre and right."""
    words: list[Words] = []
    for k, ((number, text), colour) in enumerate(zip(counted(score), form.results, strict=True)):
        shown, word = str(number), translator(text).removeprefix(f"{number} ")
        first, second = width_of(shown, "number", 52), width_of(word, "strong", 32)
        wide = first + 12 + second
        x = row.x + (0, (row.w - wide) // 2, row.w - wide)[k]
        words += [
            Words(Rect(x, row.y, first, 58), (shown,), "number", 52, colour),
            Words(Rect(x + first + 12, row.y + 5, second, 54), (word,), "strong", 32, form.ink),
        ]
    return words


# ----------------------------------------------------------------------------------------------------------- blocks


def _name(text: str, room: int, ink: Colour) -> Words:
    """Return a name on one line if possible, in the largest letters that fit."""
    words = fitted(text, Rect(PAD, 0, room, line_height(80)), "display", 80, 48, ink, "left", 1)
    if not words.whole or not unbroken(text, words.face, words.size, room):
        words = fitted(text, Rect(PAD, 0, room, 2 * line_height(52)), "display", 52, 34, ink, "left", 2)
    return replace(words, rect=Rect(PAD, 0, room, len(words.lines) * line_height(words.size)))


def _person(
    form: ProfileForm, played: PlayedProfile, scene: int, width: int, translator: Translator
) -> Block:
    """Return the scene with the name on its foot, and all results."""
    name = _name(shown_name(played.name, translator), width - 2 * PAD, form.ink)
    scene += LONG_NAME * (len(name.lines) - 1)
    height, rim = scene + RESULTS, form.rim
    picture = Rect(rim, rim, width - 2 * rim, scene - rim)
    row = Rect(PAD, scene, width - 2 * PAD, 58)
    below = Rect(PAD, scene + 62, row.w, 18)
    return Block(
        width,
        height,
        (
            Shape(Rect(0, 0, width, height), form.ground, "box", form.radius, form.edge, rim),
            Picture(picture, form.scene(played, name.rect.h), form.radius - rim),
            moved(name, 0, scene - name.rect.h),
            *_totals(played.total, row, form, translator),
            *bar(played.total, below, form.results, form.empty_bar),
        ),
    )


def _faction(
    form: ProfileForm, named: Value, score: ResultCounts, width: int, translator: Translator
) -> Block:
    """Return a faction: its mark and name, and the results with it."""
    marked = form.faction(named)
    x, right = marked.left, width - 24
    won, _, lost = form.results
    parts = ((str(score.lost), lost), ("–", form.faint), (str(score.won), won))

    def named_beside(size: int) -> Words:
        taken = sum(width_of(part, "number", size) + 8 for part, _ in parts)
        room = Rect(x, 9, right - taken - 12 - x, 48)
        return fitted(translator(named), room, "title", 36, 29, marked.ink, "left", 1)

    size = 42 if named_beside(42).whole else 34
    name = named_beside(size)
    numbers: list[Piece] = []
    for part, ink in parts:
        wide = width_of(part, "number", size)
        numbers.append(Words(Rect(right - wide, 7, wide, 50), (part,), "number", size, ink))
        right -= wide + 8
    ground = Shape(Rect(0, 0, width, ROW), form.ground, "box", form.radius - 2, form.edge, form.rim)
    results = bar(score, Rect(x, 66, width - 24 - x, 12), form.results, form.empty_bar)
    return Block(width, ROW, (ground, marked.mark, *numbers, name, *results))


# ------------------------------------------------------------------------------------------------------------- sheet


def profile_sheet(form: ProfileForm, played: PlayedProfile, translator: Translator = ENGLISH) -> Sheet:
    """Return the layout of the picture of a person's results."""
    factions = played.factions[:SHOWN]
    column = Column(WIDTH, form.margin, form.seam)
    scene = form.scenes[(len(factions) + 1) // 2]
    column.block("person", _person(form, played, scene, column.inner, translator))

    def row(pair: Sequence[tuple[Value, ResultCounts]], width: int) -> list[Block]:
        return [_faction(form, named, score, width, translator) for named, score in pair]

    column.pairs("faction", factions, row)
    return column.sheet(form.background)


def alt_profile(played: PlayedProfile, translator: Translator = ENGLISH) -> str:
    """Return the content of the picture, in a sentence of at most 1,024 characters."""
    parts: Sequence[tuple[str, ResultCounts]] = [
        (shown_name(played.name, translator), played.total),
        *((translator(named), score) for named, score in played.factions[:SHOWN]),
    ]
    shares = [f"{name}: {translator(series(*(text for _, text in counted(score))))}" for name, score in parts]
    return fitting(["; ".join(shares) + "."], "…")
