"""What somebody has won, drawn and lost, as bars and in words: the same in every game, each in its own colours."""

from __future__ import annotations

from collections.abc import Sequence

from cards.i18n import ENGLISH, Message, Translator, msg, msg_plural, series
from render.alt_text import fitting
from render.fonts import drawable, width_of
from render.pieces import Colour, Piece, Rect, Shape, Words
from render.played import PlayedProfile, Score

Inks = tuple[Colour, Colour, Colour]
"""The colours of what was won, drawn and lost."""
_GAP = 4


def counted(score: Score) -> tuple[tuple[int, Message], ...]:
    """What was won, drawn and lost: the number, and the number with its word."""
    return (
        (score.won, msg_plural("{n} won", "{n} won", score.won)),
        (score.drawn, msg_plural("{n} drawn", "{n} drawn", score.drawn)),
        (score.lost, msg_plural("{n} lost", "{n} lost", score.lost)),
    )


def shown_name(name: str, translator: Translator = ENGLISH) -> str:
    """The person's name as a picture can show it."""
    return drawable(name)[:60].strip() or translator(msg("Somebody"))


def bar(score: Score, rect: Rect, inks: Inks, empty: Colour) -> list[Piece]:
    """Won, drawn and lost from left to right, each as long as it has a share; an empty bar if nothing was played."""
    there = [(number, ink) for (number, _), ink in zip(counted(score), inks, strict=True) if number]
    radius = rect.h // 2
    if not there:
        return [Shape(rect, empty, "box", radius)]
    # Whatever was played at all is seen: as a dot at least.
    room = rect.w - _GAP * (len(there) - 1) - rect.h * len(there)
    pieces: list[Piece] = []
    x = rect.x
    for k, (number, ink) in enumerate(there):
        right = rect.right if k == len(there) - 1 else x + rect.h + room * number // score.played
        pieces.append(Shape(Rect(x, rect.y, right - x, rect.h), ink, "box", radius))
        x = right + _GAP
    return pieces


def totals(score: Score, row: Rect, inks: Inks, ink: Colour, translator: Translator) -> list[Words]:
    """All three numbers with their words on a row: on its left, in its middle and on its right."""
    words: list[Words] = []
    for k, ((number, said), colour) in enumerate(zip(counted(score), inks, strict=True)):
        shown, word = str(number), translator(said).removeprefix(f"{number} ")
        first, second = width_of(shown, "number", 52), width_of(word, "strong", 32)
        wide = first + 12 + second
        x = row.x + (0, (row.w - wide) // 2, row.w - wide)[k]
        words += [
            Words(Rect(x, row.y, first, 58), (shown,), "number", 52, colour),
            Words(Rect(x + first + 12, row.y + 5, second, 54), (word,), "strong", 32, ink),
        ]
    return words


def told(played: PlayedProfile, shown: int, translator: Translator = ENGLISH) -> str:
    """What a picture of it tells, with so many factions, in a sentence of at most 1,024 characters."""
    parts: Sequence[tuple[str, Score]] = [
        (shown_name(played.name, translator), played.total),
        *((translator(named), score) for named, score in played.factions[:shown]),
    ]
    shares = [f"{name}: {translator(series(*(said for _, said in counted(score))))}" for name, score in parts]
    return fitting(["; ".join(shares) + "."], "…")
