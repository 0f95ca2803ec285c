"""Matching of triggers with events (DW63 to DW65). Matching lines in force wait until the event is over."""

from __future__ import annotations

from collections.abc import Sequence

from cards.dreamweavers.language.selections import Filter
from cards.dreamweavers.language.triggers import TriggerType
from cards.dreamweavers.language.words import Noun
from cards.language.nodes import Player, This
from engine.dreamweavers.context import EffectContext
from engine.dreamweavers.frames import CardId, Trigger
from engine.dreamweavers.queries.filters import holds, matches
from engine.dreamweavers.referee import Referee, TriggerSource

_OF_THIS_CARD = (TriggerType.SUCCEEDS, TriggerType.FAILS, TriggerType.DESTROYS)
_OF_A_PLAYER = (
    TriggerType.ATTACKS_YOUR_EGO, TriggerType.REFRESHES, TriggerType.TURN_BEGINS, TriggerType.TURN_ENDS,
    TriggerType.LANDS_ON_ZERO, TriggerType.PUT_INTO_EGO,
)  # fmt: skip
"""Events that only concern the line's controller, as "you" or "your"."""


def hear(
    ref: Referee,
    event: TriggerType,
    seat: int,
    cards: Sequence[CardId] = (),
    *,
    is_shield: bool = False,
) -> None:
    """Trigger the lines that wait for an event.

    `seat` caused the event or is its subject: the player who played, attacked, took damage or paid, whose turn it is, or
    whose Ego is attacked. `cards` are the event's cards; the attacker for an attack.
    """
    for source in ref.triggers().get(event, ()):
        if _hears(ref, source, seat, cards, is_shield=is_shield):
            _wait(ref, source, cards)


def hear_leaving(ref: Referee, cards: Sequence[CardId], *, is_destroyed: bool) -> None:
    """Trigger the lines that wait for cards leaving play, before these are forgotten simultaneously (DW65)."""
    for card in cards:
        seat = ref.cards[card].owner
        if is_destroyed:
            hear(ref, TriggerType.DESTROYED, seat, [card])
        hear(ref, TriggerType.FORGOTTEN, seat, [card])


def _hears(
    ref: Referee, waiting: TriggerSource, seat: int, cards: Sequence[CardId], *, is_shield: bool
) -> bool:
    source, event = waiting.source, waiting.triggered.event
    if event.trigger_type in _OF_THIS_CARD and source.card not in cards:
        return False
    if event.trigger_type in _OF_A_PLAYER and source.seat != seat:
        return False
    if event.trigger_type is TriggerType.CROSSES and source.seat == seat:
        return False
    if (event.who is Player.YOU and source.seat != seat) or (
        event.who is Player.OPPONENT and source.seat == seat
    ):
        return False
    context = EffectContext(source.seat, source.card, source.tag, source.title)
    match event.what:
        case This():
            if source.card not in cards:
                return False
        case Filter() as described:
            if described.noun is Noun.SHIELD:
                if not is_shield:
                    return False
            elif not any(matches(ref, card, described, context, anywhere=True) for card in cards):
                return False
        case None:
            pass
    condition = waiting.triggered.condition
    context.it = [ref.ref(card) for card in cards]
    return condition is None or holds(ref, condition, context)


def _wait(ref: Referee, waiting: TriggerSource, cards: Sequence[CardId]) -> None:
    source = waiting.source
    ref.position.waiting.append(
        Trigger(
            source.seat,
            source.card,
            source.tag,
            source.title,
            waiting.line,
            [ref.ref(card) for card in cards],
        )
    )
