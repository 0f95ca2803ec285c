"""The subjects of an event for triggered abilities (§6, §7, R30, R46)."""

from __future__ import annotations

from cards.voidream.language.tree import Ban, KeywordName, TriggerType
from engine.voidream import event_kinds as kinds
from engine.voidream.event_kinds import GameEvent
from engine.voidream.position import ATTACHED, DECK, PLAY
from engine.voidream.queries.characteristics import keyword
from engine.voidream.queries.nouns import is_face_down
from engine.voidream.queries.restrictions import is_banned
from engine.voidream.referee import Referee

H = TriggerType

Subject = tuple[TriggerType, int, int, int]
"""An event's subject for a trigger: (its type, card or -1, seat, number)."""


def is_in_play(ref: Referee, card: int) -> bool:
    """Return whether a card is in play: on the table, attached, or an active construct in its deck (§2)."""
    state = ref.cards[card]
    return state.zone in (PLAY, ATTACHED) or (state.zone == DECK and state.face_up)


def subjects(ref: Referee, event: GameEvent) -> list[Subject]:  # noqa: C901
    """Return all subjects of an event in the current position; for leaving cards, before they leave."""
    match event:  # The most frequent events are first.
        case kinds.DamagingDreams():
            return [(H.DREAM_DAMAGE, -1, seat, n) for seat, n in event.shares.items() if n > 0]
        case kinds.DecidingConflict(winner=winner):
            if winner < 0:
                return []
            return [(H.CONFLICT_WON, -1, winner, 1), (H.CONFLICT_LOST, -1, 1 - winner, 1)]
        case kinds.Destroying() | kinds.Sacrificing() | kinds.Discarding():
            return _discarded(ref, event)
        case kinds.Voiding():
            return _going(ref, event.cards, H.VOIDED)
        case (
            kinds.Evocation() | kinds.Rolling() | kinds.Shuffling() | kinds.Initiating() | kinds.EndingConflict()
            | kinds.BeginningRound() | kinds.EndingRound() | kinds.EnteringNightmare() | kinds.AvoidingNightmare()
        ):  # fmt: skip
            return [(event.trigger_types[0], -1, event.seat, 1)]
        case (
            kinds.Exhausting() | kinds.Readying() | kinds.Inspiring() | kinds.Attaching()
            | kinds.LeavingToBeUnveiled() | kinds.Attacking() | kinds.Defending()
        ):  # fmt: skip
            return [(event.trigger_types[0], card, ref.cards[card].controller, 1) for card in event.cards]
        case kinds.Charging():
            return [(H.CHARGED, host, ref.cards[host].controller, 1) for host in event.hosts]
        case kinds.Entering() | kinds.Unveiling():
            return [(event.trigger_types[0], card, event.seat, 1) for card in event.cards]
        case kinds.DreamDamagePoint():
            return [(H.DISCARDED, card, ref.cards[card].owner, 1) for card in event.cards]
        case kinds.Damaging():
            return [
                (H.DAMAGED, card, ref.cards[card].controller, n) for card, n in event.shares.items() if n > 0
            ]
        case kinds.ReturningToHand() | kinds.PuttingIntoDeck():
            return _going(ref, event.cards, None)
        case kinds.Veiling():
            return _veiled(ref, event.cards)
        case kinds.PlayingCard(card=card, seat=seat):
            inverted: list[Subject] = [(H.PLAY_INVERTED, card, seat, 1)] if event.inverted else []
            return [(H.PLAY, card, seat, 1), *inverted]
        case kinds.TurningMind():
            return _mind_reduced(event)


def _veiled(ref: Referee, cards: list[int]) -> list[Subject]:
    """Return veiled cards, which stay in play (§7), with their attachments, which don't (§6 Attach)."""
    result: list[Subject] = []
    for card in cards:
        result.append((H.VEILED, card, ref.cards[card].controller, 1))
        result += _shed(ref, card)
    return result


def _shed(ref: Referee, host: int) -> list[Subject]:
    """Return the attachments of a card that leaves or is veiled. Charges go back to their deck (§6 Attach, §7)."""
    result: list[Subject] = []
    for attachment in ref.cards[host].attached:
        result += _gone(ref, attachment) if ref.cards[attachment].face_up else _moved(ref, attachment, None)
    return result


def _discarded(ref: Referee, event: kinds.EventOfDiscarding) -> list[Subject]:
    """Return the discarded cards with their attachments. A Unique host stays if its copy goes instead (§6)."""
    result: list[Subject] = []
    copies = event.copies or {}
    destroyed = isinstance(event, kinds.Destroying)
    for card in event.cards:
        if card in copies:
            result += _gone(ref, copies[card])
            continue
        if destroyed and is_banned(ref, card, Ban.DESTROYED):
            continue
        if not isinstance(event, kinds.Discarding):
            result.append((event.trigger_types[0], card, ref.cards[card].controller, 1))
        result += _gone(ref, card)
        result += _shed(ref, card)
    return result


def _going(ref: Referee, cards: list[int], to: TriggerType | None) -> list[Subject]:
    """Return the cards that leave for other zones than a discard pile, with their attachments."""
    result: list[Subject] = []
    for card in cards:
        result += _moved(ref, card, to)
        result += _shed(ref, card)
    return result


def _gone(ref: Referee, card: int) -> list[Subject]:
    """Return the subjects of a discarded card: a Voidbound card in play is voided instead (§6, R41)."""
    bound = (
        is_in_play(ref, card)
        and not is_face_down(ref, card)
        and keyword(ref, card, KeywordName.VOIDBOUND) is not None
    )
    return _moved(ref, card, H.VOIDED if bound else H.DISCARDED)


def _moved(ref: Referee, card: int, to: TriggerType | None) -> list[Subject]:
    state = ref.cards[card]
    result: list[Subject] = [] if to is None else [(to, card, state.controller, 1)]
    stays = to is None and state.zone == DECK  # A construct that moves within its deck stays in play (§2).
    if is_in_play(ref, card) and not stays:
        result.append((H.LEAVE_PLAY, card, state.controller, 1))
    return result


def _mind_reduced(event: kinds.TurningMind) -> list[Subject]:
    if event.after >= event.before:
        return []
    result: list[Subject] = [(H.MIND_REDUCED, -1, event.seat, event.before - event.after)]
    if event.after == 0:
        result.append((H.MIND_SPENT, -1, event.seat, event.before - event.after))
    return result
