"""Damage in a conflict: its distribution, and the rest as Dream damage (§4 Dealing Damage, R25, R45, R69).

Dream damage is one event, dealt point by point: the construct on top takes it first, then the cards themselves. Each
discarded card, the damage to a construct, and its destruction are separate events in between, which When triggers may
change.
"""

from __future__ import annotations

from msgspec.structs import replace

from cards.i18n import msg
from cards.voidream.language.tree import KeywordName, Stat, Timing
from cards.voidream.model import Kind
from engine.kernel.machine import Procedure
from engine.kernel.question import QuestionKind, shares
from engine.voidream.event_kinds import Damaging, DamagingDreams, DreamDamagePoint
from engine.voidream.events.triggers import announce, await_end, note
from engine.voidream.events.windows import do
from engine.voidream.facts.deck import DreamDamageDealt, Withstood
from engine.voidream.frames import AssignDamage, DealDreamDamage, EventWindow
from engine.voidream.mutations import moves
from engine.voidream.mutations.card_knowledge import put_down
from engine.voidream.position import DECK
from engine.voidream.queries.characteristics import keyword, stat
from engine.voidream.queries.nouns import name_of
from engine.voidream.questions.card_choices import options_for
from engine.voidream.questions.topics import Topic
from engine.voidream.referee import Referee


def distribute(ref: Referee, frame: AssignDamage) -> None:
    """Distribute damage among the loser's participants, up to each one's stability, heroic ones first (§4, R25)."""
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
    options, frame.keys = options_for(ref, frame.chooser, list(rooms), are_named=True)
    limited = tuple(replace(option, limit=room) for option, room in zip(options, rooms.values(), strict=True))
    if frame.chooser == frame.loser:
        purpose = msg("Distribute {points} damage among your own entities.", points=frame.points)
    else:
        purpose = msg("Distribute {points} damage among your opponent's entities.", points=frame.points)
    ref.ask(
        frame.chooser, QuestionKind.DISTRIBUTE, purpose, Topic.DAMAGE, limited, minimum=frame.points, maximum=frame.points, cause="§4 Dealing Damage",
    )  # fmt: skip


def damage_is_dealt(ref: Referee, frame: AssignDamage) -> None:
    """Deal the damage to all entities simultaneously."""
    if frame.shares:
        do(ref, Damaging(frame.shares, cause="§4 Damage"))


def rest_is_dream_damage(ref: Referee, frame: AssignDamage) -> None:
    """Turn the rest into Dream damage, if the attacker won (§4)."""
    conflict = ref.position.conflict
    if frame.points > 0 and conflict is not None and conflict.attacker != frame.loser:
        do(ref, DamagingDreams({frame.loser: frame.points}, cause="§4 Damage"))


ASSIGN_DAMAGE = Procedure(AssignDamage, distribute, damage_is_dealt, rest_is_dream_damage)


def next_dream(ref: Referee, frame: DealDreamDamage) -> None:
    """Begin with the next player who takes damage. At the end, report the damage taken."""
    if frame.todo:
        frame.seat, frame.left = frame.todo.pop(0)
        frame.dealt = 0
        ref.emit(DreamDamageDealt(frame.seat, frame.left), frame.cause)
        put_down(ref, frame.seat)
        return
    window = ref.position.stack[-2]
    assert isinstance(window, EventWindow)
    assert isinstance(window.event, DamagingDreams)
    window.event.shares, window.event.dealt = frame.taken, sum(frame.taken.values())
    frame.step = ""
    frame.both = False
    ref.touch()


def strike(ref: Referee, frame: DealDreamDamage) -> None:
    """Discard from the top, one card for each point. An active construct takes damage up to its stability.

    If an ability waits for it, each card falls in its own window (R113).
    """
    seat = frame.seat
    deck = ref.seats[seat].deck
    fallen: list[int] = []
    if not _is_heard(ref):
        while (
            len(fallen) < frame.left and len(fallen) < len(deck) and not ref.cards[deck[len(fallen)]].face_up
        ):
            fallen.append(deck[len(fallen)])
            if ref.printed[fallen[-1]].speaks_in_piles:
                break  # In its new zone it may be triggered by the next card.
    if fallen:
        frame.left -= len(fallen)
        frame.dealt += len(fallen)
        moves.discard_for_dream_damage(ref, seat, fallen, frame.cause)
        note(ref, DreamDamagePoint(list(fallen)))
        await_end(ref, announce(ref, DreamDamagePoint(fallen[-1:]), Timing.AFTER))
        frame.step = "strike"
        return
    if not frame.left or not deck:
        return
    if not ref.cards[deck[0]].face_up:
        frame.torn = True
        do(ref, DreamDamagePoint(deck[:1], seat=seat, cause=frame.cause))
        return
    top = deck[0]
    if frame.reach > ref.printed[top].value and keyword(ref, top, KeywordName.DEEP) is not None:
        return
    room = stat(ref, top, Stat.STABILITY) - ref.cards[top].damage
    if (
        room == 0 and ref.printed[top].kind is Kind.BASTION
    ):  # A construct without stability stays until it is hit (R93).
        room = 1
    hit = min(room, frame.left)
    if hit > 0:
        frame.left -= hit
        frame.struck = top
        do(ref, Damaging({top: hit}, cause=frame.cause))


def withstand(ref: Referee, frame: DealDreamDamage) -> None:
    """Apply the damage to the top card. If it falls, the next one takes the rest."""
    seat = frame.seat
    happened = frame.take_happened()
    if frame.torn:
        frame.torn = False
        assert isinstance(happened, DreamDamagePoint)
        frame.left -= not happened.elsewhere
        frame.dealt += len(happened.cards)
        frame.step = "strike"
        return
    struck, frame.struck = frame.struck, None
    if struck is not None:
        frame.dealt += sum(happened.shares.values()) if isinstance(happened, Damaging) else 0
        if frame.left > 0 and ref.seats[seat].deck[:1] != [struck]:
            frame.step = "strike"
            return
    if frame.left > 0 and ref.seats[seat].deck:
        top = ref.seats[seat].deck[0]
        if ref.cards[top].zone == DECK and ref.cards[top].face_up:
            ref.emit(Withstood(name_of(ref, top), frame.left), frame.cause)
    if frame.dealt:
        frame.taken[seat] = frame.dealt
    frame.step = "next_dream"


def _is_heard(ref: Referee) -> bool:
    return ref.is_awaited(DreamDamagePoint.trigger_types)


DREAM_DAMAGE = Procedure(DealDreamDamage, next_dream, strike, withstand)
