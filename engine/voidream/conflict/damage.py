"""Dealing damage in a conflict: distributing it, and what remains for the dream (§4 Dealing Damage, R25)."""

from __future__ import annotations

from msgspec.structs import replace

from cards.i18n import msg
from cards.voidream.language.tree import KeywordName, Stat
from engine.kernel.machine import Procedure
from engine.kernel.question import QuestionKind, shares
from engine.voidream.event_kinds import Damaging, DamagingDreams
from engine.voidream.events.windows import do
from engine.voidream.frames import AssignDamage
from engine.voidream.queries.characteristics import keyword, stat
from engine.voidream.questions.card_choices import options_for
from engine.voidream.questions.topics import Topic
from engine.voidream.referee import Referee


def distribute(ref: Referee, frame: AssignDamage) -> None:
    """Distribute among the loser's participants, up to each one's stability, heroic ones first (§4, R25)."""
    choice = frame.take_choice()
    if choice is not None:
        for key, points in shares(tuple(choice)).items():
            if points:
                frame.shares[frame.keys[key]] = points
                frame.points -= points
        frame.keys = {}
        frame.heroic = False if frame.heroic else None
    while frame.heroic is not None and frame.points > 0:
        rooms = _rooms(ref, frame.loser, heroic=frame.heroic)
        total = sum(rooms.values())
        if total > frame.points and len(rooms) > 1:
            frame.step = "distribute"
            _ask_shares(ref, frame, rooms)
            return
        for card, room in rooms.items():
            points = min(room, frame.points)
            frame.shares[card] = points
            frame.points -= points
        frame.heroic = False if frame.heroic else None


def _rooms(ref: Referee, loser: int, *, heroic: bool) -> dict[int, int]:
    rooms: dict[int, int] = {}
    for card in ref.participants(loser):
        if (keyword(ref, card, KeywordName.HEROIC) is not None) == heroic:
            room = stat(ref, card, Stat.STABILITY) - ref.cards[card].damage
            if room > 0:
                rooms[card] = room
    return rooms


def _ask_shares(ref: Referee, frame: AssignDamage, rooms: dict[int, int]) -> None:
    options, frame.keys = options_for(ref, frame.chooser, list(rooms))
    limited = tuple(replace(option, limit=room) for option, room in zip(options, rooms.values(), strict=True))
    if frame.chooser == frame.loser:
        purpose = msg("Distribute {points} damage among your own entities.", points=frame.points)
    else:
        purpose = msg("Distribute {points} damage among your opponent's entities.", points=frame.points)
    ref.ask(
        frame.chooser, QuestionKind.DISTRIBUTE, purpose, Topic.DAMAGE, limited, minimum=frame.points, maximum=frame.points, cause="§4 Dealing Damage",
    )  # fmt: skip


def damage_is_dealt(ref: Referee, frame: AssignDamage) -> None:
    """The entities take their damage at once."""
    if frame.shares:
        do(ref, Damaging(frame.shares, cause="§4 Damage"))


def rest_is_dream_damage(ref: Referee, frame: AssignDamage) -> None:
    """Turn the rest into Dream damage, if the attacker won (§4)."""
    conflict = ref.position.conflict
    if frame.points > 0 and conflict is not None and conflict.attacker != frame.loser:
        do(ref, DamagingDreams({frame.loser: frame.points}, cause="§4 Damage"))


ASSIGN_DAMAGE = Procedure(AssignDamage, distribute, damage_is_dealt, rest_is_dream_damage)
