"""Migrations of Dreamweavers' part of a save, format by format.

A migration works on plain data and uses no current class, so that its result never changes.
"""

from __future__ import annotations

from engine.kernel.decoder import PlainData
from engine.kernel.saves import Migration


def _attacks_in_combat(saved: PlainData) -> None:
    """1 to 2: an attack says whether combat has begun instead of whether it is over; it was over once it was decided.

    In a match that is over nothing is in progress any more: it makes no difference there.
    """
    position = saved["position"]
    attack, stack = position["attack"], position["stack"]
    if attack is not None:
        attack[6] = attack[6] or not stack or any(frame["procedure"] == "damage" for frame in stack)


def _sets_are_promised(saved: PlainData) -> None:
    """2 to 3: a kept set says whether the commitment covers it; one that says nothing is not covered: nothing needs to be done."""


def _each_players_part(saved: PlainData) -> None:
    """3 to 4: an effect knows where it was before it began to repeat something, and whose turn of "each player" it is.

    In one of before, who was willing did it together, and goes on so; what is repeated goes on from where it is.
    """
    for frame in saved["position"]["stack"]:
        if frame.get("counts"):
            frame["before"] = [[len(frame.get("chosen", [])), frame.get("it", [])] for _ in frame["counts"]]


_FIELDS = {"short": "undone", "counts": "loops", "chosen": "named"}
"""The former names of an effect's fields that every game has now."""


def _lines_and_marks_of_every_game(saved: PlainData) -> None:
    """4 to 5: an effect keeps what every game's lines keep, under the same names; and who knows a card is marked as in every
    game: everybody, by all bits.

    Whom an option asks, and who has agreed, follows from whose turn it is, which only an option of each player's needs. No
    set has one. Nor does anything move by the operation that "If you do" had behind it: one card says that, and nothing else
    after it.
    """
    for frame in saved["position"]["stack"]:
        if frame["procedure"] != "effect":
            continue
        for field in ("choosing", "willing"):
            frame.pop(field, None)
        for old, new in _FIELDS.items():
            if old in frame:
                frame[new] = frame.pop(old)
        if "before" in frame:
            frame["before"] = [[count, it, 0] for count, it in frame["before"]]
        if "by_turn" in frame:
            frame["by_turn"] = [[seat, it, None] for seat, it in frame["by_turn"]]
        if frame.get("stage") in ("may", "mode"):
            del frame["stage"]
    for card in saved["position"]["cards"]:
        if card[4] == 7:
            card[4] = 127


MIGRATIONS: tuple[Migration, ...] = (
    Migration(6, _attacks_in_combat),
    Migration(6, _sets_are_promised),
    Migration(6, _each_players_part),
    Migration(7, _lines_and_marks_of_every_game),
)
"""From the first format to the next, and so on. A change is added at the end, with the kernel's format of the day."""
