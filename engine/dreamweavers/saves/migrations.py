"""Migrations of Dreamweavers' part of a save, format by format.

A migration works on plain data and uses no current class, so that its result never changes.
"""

from __future__ import annotations

from engine.kernel.decoder import PlainData
from engine.kernel.saves import Migration


def _attacks_in_combat(save: PlainData) -> None:
    """1 to 2: an attack stores whether combat has begun, instead of whether it is over, which it was once decided.

    A finished match is unaffected, because nothing is in progress.
    """
    position = save["position"]
    attack, stack = position["attack"], position["stack"]
    if attack is not None:
        attack[6] = attack[6] or not stack or any(frame["procedure"] == "damage" for frame in stack)


def _sets_are_promised(save: PlainData) -> None:
    """2 to 3: a stored set has a flag for its commitment. Without the flag it isn't covered, so nothing changes."""


def _each_players_part(save: PlainData) -> None:
    """3 to 4: an effect stores its place before a repetition, and the current player of "each player".

    In older saves all willing players acted together, and continue to do so. Repetitions continue at their place.
    """
    for frame in save["position"]["stack"]:
        if frame.get("counts"):
            frame["before"] = [[len(frame.get("chosen", [])), frame.get("it", [])] for _ in frame["counts"]]


_FIELDS = {"short": "undone", "counts": "loops", "chosen": "named"}
"""The former names of an effect's fields that all games share now."""


def _lines_and_marks_of_every_game(save: PlainData) -> None:
    """4 to 5: the fields of effects and the marks of knowledge are those of all games.

    "Public" is all bits.

    The seats asked by an option, and those that agreed, follow from the turn. Only an option for each player needs them,
    and no set has one. The additional operation of "If you do" moves nothing either: only one card has it, as its last.
    """
    for frame in save["position"]["stack"]:
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
    for card in save["position"]["cards"]:
        if card[4] == 7:
            card[4] = 127


def _powers_in_combat(save: PlainData) -> None:
    """5 to 6: an attack no longer stores the target's power in step 4, because step 5 compares its own powers."""
    for frame in save["position"]["stack"]:
        if frame["procedure"] == "attack":
            frame.pop("target_power", None)


MIGRATIONS: tuple[Migration, ...] = (
    Migration(6, _attacks_in_combat),
    Migration(6, _sets_are_promised),
    Migration(6, _each_players_part),
    Migration(7, _lines_and_marks_of_every_game),
    Migration(7, _powers_in_combat),
)
"""The migrations from each format to the next. A new one is added at the end, with the kernel's current format."""
