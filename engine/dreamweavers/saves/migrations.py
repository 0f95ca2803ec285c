"""Migrations of Dreamweavers' part of a save, format by format.

A migration works on plain data and uses no current class, so that its result never changes.
"""

from __future__ import annotations

from engine.kernel.decoder import PlainData
from engine.kernel.saves import Migration


def _attacks_in_combat(saved: PlainData) -> None:
    """1 to 2: an attack stores whether combat has begun instead of whether it is over; it was over once it was
    decided.

    It makes no difference in a match that is over, where nothing is in progress.
    """
    position = saved["position"]
    attack, stack = position["attack"], position["stack"]
    if attack is not None:
        attack[6] = attack[6] or not stack or any(frame["procedure"] == "damage" for frame in stack)


def _sets_are_promised(saved: PlainData) -> None:
    """2 to 3: a kept set says whether the commitment covers it; one that says nothing is not covered: nothing needs to be done."""


def _each_players_part(saved: PlainData) -> None:
    """3 to 4: an effect stores its place before a repetition, and whose turn of "each player" it is.

    In an older one, all willing players acted together, and continue so; repetitions continue where they are.
    """
    for frame in saved["position"]["stack"]:
        if frame.get("counts"):
            frame["before"] = [[len(frame.get("chosen", [])), frame.get("it", [])] for _ in frame["counts"]]


_FIELDS = {"short": "undone", "counts": "loops", "chosen": "named"}
"""The former names of an effect's fields that every game has now."""


def _lines_and_marks_of_every_game(saved: PlainData) -> None:
    """4 to 5: an effect has the fields of every game's lines, under the same names, and the knowledge of a card is
    marked as in every game: public by all bits.

    The seats asked by an option, and those who agreed, follow from the turn, which only an option for each player
    needs; no set has one. Nothing is moved by the additional operation of "If you do" either: only one card has that,
    with nothing after it.
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


def _powers_in_combat(saved: PlainData) -> None:
    """5 to 6: an attack doesn't store the power that its target had in step 4: step 5 compares powers of its own."""
    for frame in saved["position"]["stack"]:
        if frame["procedure"] == "attack":
            frame.pop("target_power", None)


MIGRATIONS: tuple[Migration, ...] = (
    Migration(6, _attacks_in_combat),
    Migration(6, _sets_are_promised),
    Migration(6, _each_players_part),
    Migration(7, _lines_and_marks_of_every_game),
    Migration(7, _powers_in_combat),
)
"""From the first format to the next, and so on. A change is added at the end, with the kernel's format of the day."""
