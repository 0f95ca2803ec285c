"""The legality of playing, using and attacking, with the reason for every refusal."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from cards.dreamweavers.language.words import Ban, KeywordName, Restriction
from cards.i18n import Message, msg
from engine.dreamweavers.context import EffectContext
from engine.dreamweavers.effects.advance_choices import can_fill
from engine.dreamweavers.effects.costs import context_of, has_room_once_paid, memory_price, why_unpayable
from engine.dreamweavers.facts.terms import card_name
from engine.dreamweavers.frames import INTENT, CardId
from engine.dreamweavers.position import FEELINGS, HAND, THOUGHTS
from engine.dreamweavers.program import PLAYED
from engine.dreamweavers.queries.characteristics import cost, is_forbidden, most
from engine.dreamweavers.queries.filters import attack_going_on, has
from engine.dreamweavers.referee import Referee, Source


class ActTime(StrEnum):
    """The times of a player's actions: in their own Main Phase, in response, while defending (DW40)."""

    MAIN = "main"
    ANSWER = "answer"
    DEFENCE = "defence"


class Reason(NamedTuple):
    """The reason why something can't be done: a sentence, and the ruling or section."""

    sentence: Message
    rule: str


def moment_of(ref: Referee, seat: int) -> ActTime | None:
    """Return a seat's current time for actions, based on its question; None if it can't act."""
    question = ref.position.questions.get(seat)
    if question is None:
        return None
    return {"action": ActTime.MAIN, "answer": ActTime.ANSWER, "defend": ActTime.DEFENCE}.get(question.topic)


def why_not_play(ref: Referee, seat: int, card: CardId, moment: ActTime) -> Reason | None:
    """Return why a seat can't play a card of its hand now; None if it can."""
    compiled = ref.printed(card)
    name = card_name(ref.title(card))
    if ref.cards[card].zone != HAND or ref.cards[card].owner != seat:
        return Reason(msg("{card} is not in your hand.", card=name), "DW39")
    if compiled.is_thought and moment is not ActTime.MAIN:
        return Reason(msg("A Thought can't be played as a response or in a defence."), "DW55")
    restriction = _why_restricted(ref, seat, card, moment)
    if restriction is not None:
        return restriction
    price = cost(ref, seat, card)
    text = compiled.text
    total = price + memory_price(text.additional)
    if total > ref.payable(seat):
        return Reason(
            msg(
                "{card} costs {cost}, but the gauge only has room for {room}.",
                card=name,
                cost=total,
                room=ref.payable(seat),
            ),
            "DW25",
        )
    if text.additional:
        unpaid = why_unpayable(ref, seat, card, ref.title(card), PLAYED, price)
        if unpaid is not None:
            return Reason(unpaid, "DW47")
    section = THOUGHTS if compiled.is_thought else FEELINGS
    context = context_of(ref, seat, card, ref.title(card))
    if not has_room_once_paid(ref, context, section, text.additional, total):
        number = most(ref, seat, section)
        if compiled.is_thought:
            return Reason(msg("You already control {n} Thoughts, the maximum.", n=number), "DW41")
        return Reason(msg("You already control {n} Feelings, the maximum.", n=number), "DW41")
    return None


def _why_restricted(ref: Referee, seat: int, card: CardId, moment: ActTime) -> Reason | None:
    for restriction in ref.printed(card).text.only:
        match restriction:
            case Restriction.YOUR_TURN if ref.position.active != seat:
                return Reason(
                    msg("{card} can be played only on your turn.", card=card_name(ref.title(card))), "DW40"
                )
            case Restriction.ANSWER if moment is not ActTime.ANSWER:
                return Reason(
                    msg("{card} can be played only as a response.", card=card_name(ref.title(card))), "DW53"
                )
            case Restriction.DEFENDING if not is_defending(ref, seat):
                return Reason(
                    msg("{card} can be played only while defending.", card=card_name(ref.title(card))), "DW57"
                )
            case _:
                pass
    return None


def is_defending(ref: Referee, seat: int) -> bool:
    """Return whether a seat is being attacked: a response during its own defence also counts as defending (DW57)."""
    attack = attack_going_on(ref)
    return attack is not None and attack.seat != seat


def why_not_use(ref: Referee, source: Source, line: int) -> Reason | None:
    """Return why a player can't use an ability of a card, or of the Intent; None if they can (DW46, DW48)."""
    ability = ref.text(source.title).abilities[line]
    used_lines = ref.seats[source.seat].used if source.card == INTENT else ref.cards[source.card].used
    name = card_name(source.title)
    if ability.is_once and line in used_lines:
        return Reason(msg("This ability of {card} has been used this turn.", card=name), "DW48")
    total = memory_price(ability.prices)
    if total > ref.payable(source.seat):
        return Reason(
            msg(
                "This ability costs {cost}, but the gauge only has room for {room}.",
                cost=total,
                room=ref.payable(source.seat),
            ),
            "DW25",
        )
    unpaid = why_unpayable(ref, source.seat, source.card, source.title, line, 0)
    if unpaid is not None:
        return Reason(unpaid, "DW46")
    context = EffectContext(source.seat, source.card, source.tag, source.title)
    if not can_fill(ref, context, ref.pool.program(source.title, line)):
        return Reason(msg("{card} has nothing to name.", card=name), "DW46")
    return None


def why_not_attack(ref: Referee, seat: int, card: CardId) -> Reason | None:
    """Return why a Thought in play can't be declared as an attacker in its controller's Main Phase; None if it can."""
    state = ref.cards[card]
    name = card_name(state.title)
    if state.zone != THOUGHTS or state.owner != seat:
        return Reason(msg("{card} isn't a Thought that you control.", card=name), "§Attacking")
    if state.tapped:
        return Reason(msg("{card} is tapped.", card=name), "DW72")
    if state.entered == ref.position.turn and not has(ref, card, KeywordName.QUICK):
        return Reason(msg("{card} came into play this turn.", card=name), "DW73")
    if state.attacks and has(ref, card, KeywordName.STEADFAST):
        return Reason(msg("{card} is steadfast: it attacks once a turn.", card=name), "DW84")
    if is_forbidden(ref, card, Ban.ATTACK):
        return Reason(msg("{card} can't attack.", card=name), "DW71")
    return None


def why_not_attack_at(ref: Referee, card: CardId, target: CardId | None) -> Reason | None:
    """Return why an attacker can't be declared against a Thought, or the Ego (None); None if it can (DW74)."""
    if target is None:
        if is_forbidden(ref, card, Ban.ATTACK_EGO):
            return Reason(msg("{card} can't attack an Ego.", card=card_name(ref.title(card))), "DW74")
        return None
    state = ref.cards[target]
    name = card_name(state.title)
    if not state.tapped:
        return Reason(msg("{card} is untapped: only tapped Thoughts can be attacked.", card=name), "DW74")
    if has(ref, target, KeywordName.ELUSIVE):
        return Reason(msg("{card} is elusive: it can't be attacked.", card=name), "DW74")
    return None


def why_not_refresh(ref: Referee, seat: int) -> Reason | None:
    """Return why a player can't refresh, which would change nothing (DW35); None if they can."""
    state = ref.seats[seat]
    if ref.position.tracker or (len(state.hand) < 5 and state.mind) or recurring(ref, seat):
        return None
    return Reason(msg("The tracker is on 0, and you would draw nothing."), "DW35")


def recurring(ref: Referee, seat: int) -> list[CardId]:
    """Return the recurring cards in a player's Id."""
    return [card for card in ref.seats[seat].id if KeywordName.RECURRING in ref.printed(card).text.keywords]


def abilities(ref: Referee, seat: int) -> list[tuple[Source, int]]:
    """Return all abilities of a seat's texts in force, usable or not."""
    return [
        (source, line)
        for source in ref.sources()
        if source.seat == seat
        for line in ref.text(source.title).abilities
    ]
