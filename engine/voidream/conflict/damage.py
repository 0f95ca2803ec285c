"""Dealing damage in a conflict: distributing it, and what remains for the dream (§4 Dealing Damage, R25)."""

from __future__ import annotations

from msgspec.structs import replace

from cards.i18n import msg
from cards.voidream.language.tree import KeywordName, Stat
from engine.kernel.machine import Procedure
from engine.kernel.position import Frame
from engine.kernel.question import QuestionKind, shares
from engine.voidream.choose_cards import options_for
from engine.voidream.events.windows import do
from engine.voidream.queries.characteristics import keyword, stat
from engine.voidream.referee import Referee
from engine.voidream.topics import Topic


def distribute(ref: Referee, frame: Frame) -> None:
    """Distribute among the loser's participants, up to each one's stability, heroic ones first (§4, R25)."""
    v = frame.vars
    choice = v.pop("choice", None)
    if choice is not None:
        keys: dict[str, int] = v.pop("keys")
        for key, points in shares(tuple(choice)).items():
            if points:
                v["shares"][str(keys[key])] = points
                v["points"] -= points
        v["heroic"] = False if v["heroic"] else None
    while v["heroic"] is not None and v["points"] > 0:
        rooms = _rooms(ref, v["loser"], heroic=v["heroic"])
        total = sum(rooms.values())
        if total > v["points"] and len(rooms) > 1:
            frame.step = "distribute"
            _ask_shares(ref, frame, rooms)
            return
        for card, room in rooms.items():
            points = min(room, v["points"])
            v["shares"][str(card)] = points
            v["points"] -= points
        v["heroic"] = False if v["heroic"] else None


def _rooms(ref: Referee, loser: int, *, heroic: bool) -> dict[int, int]:
    rooms: dict[int, int] = {}
    for card in ref.participants(loser):
        if (keyword(ref, card, KeywordName.HEROIC) is not None) == heroic:
            room = stat(ref, card, Stat.STABILITY) - ref.cards[card].damage
            if room > 0:
                rooms[card] = room
    return rooms


def _ask_shares(ref: Referee, frame: Frame, rooms: dict[int, int]) -> None:
    v = frame.vars
    options, v["keys"] = options_for(ref, v["chooser"], list(rooms))
    limited = tuple(replace(option, limit=room) for option, room in zip(options, rooms.values(), strict=True))
    if v["chooser"] == v["loser"]:
        purpose = msg("Distribute {points} damage among your own entities.", points=v["points"])
    else:
        purpose = msg("Distribute {points} damage among your opponent's entities.", points=v["points"])
    ref.ask(
        v["chooser"], QuestionKind.DISTRIBUTE, purpose, Topic.DAMAGE, limited, minimum=v["points"], maximum=v["points"], cause="§4 Dealing Damage",
    )  # fmt: skip


def damage_is_dealt(ref: Referee, frame: Frame) -> None:
    """The entities take their damage at once."""
    v = frame.vars
    if v["shares"]:
        do(ref, {"kind": "damage", "shares": v["shares"], "cause": "§4 Damage"})


def rest_is_dream_damage(ref: Referee, frame: Frame) -> None:
    """What remains becomes Dream damage, if the attacker won (§4)."""
    v = frame.vars
    conflict = ref.position.conflict
    if v["points"] > 0 and conflict is not None and conflict.attacker != v["loser"]:
        do(
            ref,
            {"kind": "dream damage", "shares": {str(v["loser"]): v["points"]}, "cause": "§4 Damage"},
        )


ASSIGN_DAMAGE: Procedure = (distribute, damage_is_dealt, rest_is_dream_damage)
