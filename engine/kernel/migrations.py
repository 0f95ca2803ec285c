"""Migrations of the kernel's part of a save, format by format.

A migration works on plain data of any game and uses no current class, so that its result never changes. It receives
the save's envelope by field names, with the fields of the position under "position".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from engine.kernel.decoder import PlainData, PlainRow

OLDEST = 2
"""The oldest readable format."""

_ENVELOPE_2 = ("game", "version", "seed", "setup", "answers", "position")
"""The fields of a save of format 2, in order. Its game format was always the first."""


def named(number: int, content: PlainData | PlainRow) -> PlainData:
    """Return the content of a save of a format by field name."""
    if number == 2:
        return dict(zip(_ENVELOPE_2, content, strict=True)) | {"format": 1}
    return cast("PlainData", content)


def _position_by_names(saved: PlainData) -> None:
    """2 to 3: a position was a list of values, the kernel's five first. The game's wait under "" for its migration."""
    chance, stack, questions, asked, outcome, *game_fields = saved["position"]
    saved["position"] = {
        "chance": chance,
        "stack": stack,
        "questions": questions,
        "asked": asked,
        "outcome": outcome,
        "": game_fields,
    }


def _outcome_by_places(saved: PlainData) -> None:
    """3 to 4: an outcome of two seats had winners and a reason. Resigning or running out of time wasn't a departure."""
    position = saved["position"]
    if position["outcome"] is None:
        return
    winners, ending = position["outcome"]
    places = [[0, 1]] if len(winners) != 1 else [winners, [1 - winners[0]]]
    position["outcome"] = [[] if ending in ("aborted", "moderator") else places, ending]
    if ending in ("resignation", "time"):
        departure = [places[1], ending]
        position["out"] = [departure]
        saved["answers"].append([*places[1], [], departure])


def _questions_have_topics(saved: PlainData) -> None:
    """4 to 5: the fifth value of a question, a description, becomes the key of its topic.

    The new values at the end of a question and of its options have defaults. Only the game knows the topics.
    """


def _variables_as_fields(saved: PlainData) -> None:
    """5 to 6: a frame was a list of procedure, step and variables. The variables become fields."""
    stack = saved["position"]["stack"]
    stack[:] = [{"procedure": procedure, "step": step, **more} for procedure, step, more in stack]


def _answers_can_lapse(saved: PlainData) -> None:
    """6 to 7: an answer has a new last value: whether time ran out. The default suits all older answers."""


CHANGES: tuple[Callable[[PlainData], None], ...] = (
    _position_by_names,
    _outcome_by_places,
    _questions_have_topics,
    _variables_as_fields,
    _answers_can_lapse,
)
"""The migrations from `OLDEST` to each next format. A change of the kernel's part is appended."""
