"""Migrations of the kernel's part of a save, format by format.

A migration works on plain data of any game and uses no current class, so that its result never changes. It receives
the save's envelope by field names, with the fields of the position under "position".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from engine.kernel.decoder import PlainData, PlainRow

OLDEST = 2
"""The oldest format that can be read."""

_ENVELOPE_2 = ("game", "version", "seed", "setup", "answers", "position")
"""The fields of a save of format 2, in this order; its game's format was always the first."""


def named(number: int, content: PlainData | PlainRow) -> PlainData:
    """Return the content of a save of a format by the names of its fields."""
    if number == 2:
        return dict(zip(_ENVELOPE_2, content, strict=True)) | {"format": 1}
    return cast("PlainData", content)


def _position_by_names(saved: PlainData) -> None:
    """2 to 3: a position was a row of values, the kernel's five first. Those of the game wait under "" for its names."""
    chance, stack, questions, asked, outcome, *others = saved["position"]
    saved["position"] = {
        "chance": chance,
        "stack": stack,
        "questions": questions,
        "asked": asked,
        "outcome": outcome,
        "": others,
    }


def _outcome_by_places(saved: PlainData) -> None:
    """3 to 4: an outcome of two seats had winners and a reason. A player who gave up, or was out of time, had not left."""
    position = saved["position"]
    if position["outcome"] is None:
        return
    winners, ending = position["outcome"]
    places = [[0, 1]] if len(winners) != 1 else [winners, [1 - winners[0]]]
    position["outcome"] = [[] if ending in ("aborted", "moderator") else places, ending]
    if ending in ("resignation", "time"):
        left = [places[1], ending]
        position["out"] = [left]
        saved["answers"].append([*places[1], [], left])


def _questions_have_topics(saved: PlainData) -> None:
    """4 to 5: the fifth value of a question, what is awaited in words, is now the key of its topic.

    What is new at its end and at the end of its options has defaults; which topic it is, only its game can say.
    """


def _variables_as_fields(saved: PlainData) -> None:
    """5 to 6: a frame was a row of procedure, step and variables; these are now fields of it like the others."""
    stack = saved["position"]["stack"]
    stack[:] = [{"procedure": procedure, "step": step, **more} for procedure, step, more in stack]


def _answers_can_lapse(saved: PlainData) -> None:
    """6 to 7: an answer says at its end whether it was given because time ran out. No answer of before was: the default."""


CHANGES: tuple[Callable[[PlainData], None], ...] = (
    _position_by_names,
    _outcome_by_places,
    _questions_have_topics,
    _variables_as_fields,
    _answers_can_lapse,
)
"""From `OLDEST` to the next format, and so on. A change of the kernel's part is added at the end."""
