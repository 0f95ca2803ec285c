"""What has become of Voidream's part of a save, and of the decks that a match keeps, format by format.

A change is made to plain data and uses no class of today: so it always does what it did when it was written.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.kernel.saving import Migration

_POSITION_1 = (
    "cards",
    "seats",
    "round",
    "phase",
    "phases",
    "phase_count",
    "active",
    "passed",
    "faced",
    "last_passer",
    "conflict",
    "in_nightmare",
    "ongoing",
    "tags",
    "history",
    "left",
    "shuffled",
)
"""The fields of a position in format 1, in their order."""


def _position_by_names(saved: dict[str, Any]) -> None:
    """1 to 2: the fields of a position have names."""
    position = saved["position"]
    position |= zip(_POSITION_1, position.pop(""), strict=True)


_DEED_3 = ("kind", "cause", "announced", "prevented", "gone", "short")
"""What deeds of all kinds had in format 3."""
_CARDS_3 = ("cards", "seat")
_DEEDS_3: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("exhaust", "ready", "veil", "inspire", "to hand", "enter", "unveil"), _CARDS_3),
    **dict.fromkeys(("unveil leaving", "attack", "defend"), _CARDS_3),
    **dict.fromkeys(("sacrifice", "discard"), (*_CARDS_3, "copies", "quiet")),
    "destroy": (*_CARDS_3, "copies", "quiet", "used_up"),
    "void": (*_CARDS_3, "offering"),
    "to deck": (*_CARDS_3, "bottom", "random"),
    "torn": (*_CARDS_3, "elsewhere"),
    "charge": ("hosts", "seat", "cards"),
    "attach": (*_CARDS_3, "host"),
    "damage": ("shares",),
    "dream damage": ("shares", "reach", "dealt"),
    "play": ("card", "seat", "inverted"),
    "mind": ("seat", "before", "after"),
    "roll": ("seat", "cards", "result"),
    "initiate": ("seat", "conflict"),
    "conflict decided": ("winner",),
}
"""What else deeds of a kind had; where nothing stands, that is a seat."""


def _records(saved: dict[str, Any]) -> None:
    """2 to 3: frames and deeds are records by kind. Shares of damage, copies and cuts are known by numbers, and an order
    of abilities by theirs; nothing that is not of its kind is left in a deed.
    """
    position = saved["position"]
    for frame in position["stack"]:
        for blank in [name for name in frame if " " in name]:
            frame[blank.replace(" ", "_")] = frame.pop(blank)
        for name in ("shares", "copies", "taken"):
            if name in frame:
                frame[name] = {int(key): value for key, value in frame[name].items()}
        for name in ("deed", "happened", "joins"):
            if name in frame:
                frame[name] = _deed(frame[name])
        if isinstance(frame.get("keys"), list):
            frame["keys"] = {key: number for number, key in enumerate(frame["keys"])}
    for question in position["questions"].values():
        if len(question) > 10:
            question[10] = question[10].replace(" ", "_")


def _deed(deed: dict[str, Any]) -> dict[str, Any]:
    """A deed of format 3. That a conflict did not come about was said without its kind before."""
    if "kind" not in deed:
        deed = {"kind": "initiate", "seat": 0, **deed}
    known = (*_DEED_3, *_DEEDS_3.get(deed["kind"], ("seat",)))
    deed = {name: value for name, value in deed.items() if name in known}
    for name in ("shares", "copies"):
        if name in deed:
            deed[name] = {int(key): value for key, value in deed[name].items()}
    return deed


MIGRATIONS: tuple[Migration, ...] = (Migration(3, _position_by_names), Migration(4, _records))
"""From the first format to the next, and so on. A change is added at the end, with the kernel's format of the day."""


def _decks_by_names(kept: Any) -> dict[str, Any]:
    """1 to 2: the parts of a deck have names."""
    seats, cards = kept
    names = ("deck", "bastion", "mind", "arcana", "dream")
    return {"format": 2, "seats": [dict(zip(names, seat, strict=True)) for seat in seats], "cards": cards}


KEPT_DECKS: tuple[Callable[[Any], dict[str, Any]], ...] = (_decks_by_names,)
"""The same for what a match keeps of its decks. Their bytes stay as they are: they are migrated each time they are read."""
