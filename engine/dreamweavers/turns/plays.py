"""Playing cards, using abilities, and responding (§Main Phase, §The memory gauge, DW39 to DW56)."""

from __future__ import annotations

from cards.dreamweavers.language.triggers import TriggerType
from cards.i18n import msg
from engine.dreamweavers.effects.costs import memory_price
from engine.dreamweavers.effects.start import begin
from engine.dreamweavers.effects.triggers import settle
from engine.dreamweavers.facts.plays import AbilityActivated, Played, TookEffect
from engine.dreamweavers.facts.terms import card_name
from engine.dreamweavers.frames import (
    INTENT,
    ActivateAbility,
    Chain,
    NameInAdvance,
    PayPrices,
    PlayCard,
    StandbyEffect,
)
from engine.dreamweavers.mutations import enter, pay
from engine.dreamweavers.mutations import settle as settle_card
from engine.dreamweavers.program import PLAYED
from engine.dreamweavers.queries.characteristics import cost, spend_next_cost
from engine.dreamweavers.queries.repetition import remember
from engine.dreamweavers.queries.trigger_matching import hear
from engine.dreamweavers.referee import Referee
from engine.dreamweavers.topics import OptionVerb, Topic
from engine.dreamweavers.turns.forced import tell_why_closed
from engine.dreamweavers.turns.legality import ActTime, abilities
from engine.dreamweavers.turns.options import ability_key, answers
from engine.kernel.cards.state import EVERYBODY
from engine.kernel.machine import Procedure
from engine.kernel.question import QuestionKind

# ------------------------------------------------------------------------------------------------------ playing a card


def show_and_pay(ref: Referee, frame: PlayCard) -> None:
    """Show the card, then pay its memory cost and additional costs, all memory at once (DW39, DW47)."""
    title = ref.title(frame.card)
    ref.position.tags += 1  # Everyone can follow the card from now on, but not when it was drawn.
    ref.cards[frame.card].known, ref.cards[frame.card].tag = EVERYBODY, ref.position.tags
    price = cost(ref, frame.seat, frame.card)
    ref.emit(Played(frame.seat, title, price, frame.is_answer), "DW39")
    spend_next_cost(ref, frame.seat, frame.card)
    pay(ref, frame.seat, price + memory_price(ref.printed(frame.card).text.additional), title)
    if ref.printed(frame.card).text.additional:
        ref.push(PayPrices(seat=frame.seat, card=frame.card, title=title, line=PLAYED))


def place(ref: Referee, frame: PlayCard) -> None:
    """Put the card into its section, and name the cards that its text asks for (DW39)."""
    card, title = frame.card, ref.title(frame.card)
    enter(ref, card, is_played=True, cause=title)
    hear(ref, TriggerType.PLAYED, frame.seat, [card])
    if frame.is_answer:
        hear(ref, TriggerType.ANSWERS, frame.seat, [card])
    if PLAYED in ref.text(title).programs:
        effect = StandbyEffect(
            frame.seat, card, ref.cards[card].tag, title, PLAYED, is_answer=frame.is_answer
        )
        ref.push(NameInAdvance(effect=effect))
    else:
        settle_card(ref, card)


def settle_played(ref: Referee, frame: PlayCard) -> None:
    """Resolve the triggers of playing before a response (DW63)."""
    settle(ref)


PLAY = Procedure[Referee](PlayCard, show_and_pay, place, settle_played)


# ----------------------------------------------------------------------------------------------------------- abilities


def activation_of(ref: Referee, seat: int, key: str, *, is_answer: bool = False) -> ActivateAbility:
    """Return the frame for using an option's ability."""
    source, line = next(
        (source, line) for source, line in abilities(ref, seat) if ability_key(ref, source, line) == key
    )
    return ActivateAbility(seat=seat, card=source.card, title=source.title, line=line, is_answer=is_answer)


def use_and_pay(ref: Referee, frame: ActivateAbility) -> None:
    """Use the ability and pay its prices (DW39, DW48)."""
    text = ref.text(frame.title)
    if text.abilities[frame.line].is_once:
        used_lines = ref.seats[frame.seat].used if frame.card == INTENT else ref.cards[frame.card].used
        used_lines.append(frame.line)
    ref.emit(
        AbilityActivated(frame.seat, frame.title, ref.pool.line(frame.title, frame.line), frame.is_answer),
        "DW48",
    )
    frame.tag = 0 if frame.card == INTENT else ref.cards[frame.card].tag
    ref.push(PayPrices(seat=frame.seat, card=frame.card, title=frame.title, line=frame.line))


def name_for_ability(ref: Referee, frame: ActivateAbility) -> None:
    """Name the cards that the ability asks for, and put its effect on standby (DW49, DW59)."""
    if frame.is_answer:
        hear(ref, TriggerType.ANSWERS, frame.seat)
    effect = StandbyEffect(
        frame.seat, frame.card, frame.tag, frame.title, frame.line, it=frame.it, is_answer=frame.is_answer
    )
    ref.push(NameInAdvance(effect=effect))


def settle_used(ref: Referee, frame: ActivateAbility) -> None:
    """Resolve the triggers of paying before a response (DW63)."""
    settle(ref)


ACTIVATE = Procedure[Referee](ActivateAbility, use_and_pay, name_for_ability, settle_used)


# ------------------------------------------------------------------------------------------------------------- answers


def may_answer(ref: Referee, seat: int) -> bool:
    """Return whether a seat may respond to its opponent's effect: the right follows the tracker (DW52)."""
    side = ref.side
    return side == seat if side is not None else ref.position.active == seat


def look_at_standby(ref: Referee, frame: Chain) -> None:
    """Resolve the effects on standby if none is new, in which case no one can respond (DW45)."""
    standby = ref.position.standby
    if len(standby) <= frame.height or not may_answer(ref, ref.other(standby[-1].seat)):
        frame.step = "resolve_last"


def ask_answer(ref: Referee, frame: Chain) -> None:
    """Ask the opponent of the last effect's player whether to respond (DW52, DW53)."""
    effect = ref.position.standby[-1]
    seat = ref.other(effect.seat)
    options, frame.keys = answers(ref, seat)
    ref.ask(
        seat,
        QuestionKind.ACTION,
        msg("Do you respond to {card}?", card=card_name(effect.title)),
        Topic.ANSWER,
        tuple(options),
        cause="DW52",
        subject=effect.title,
    )


def hear_answer(ref: Referee, frame: Chain) -> None:
    """Play or use the response, which can be responded to as well; a pass closes the window (DW53)."""
    (key,) = frame.take_answer()
    keys, frame.keys = frame.keys, {}
    standby = ref.position.standby
    seat = ref.other(standby[-1].seat)
    if key == OptionVerb.PASS:
        frame.step = "resolve_last"
        if not keys:
            tell_why_closed(ref, seat, ActTime.ANSWER)
        return
    frame.height = len(standby)
    frame.step = "look_at_standby"
    remember(ref, key)
    if key.startswith(OptionVerb.PLAY):
        ref.push(PlayCard(seat=seat, card=keys[key], is_answer=True))
    else:
        ref.push(activation_of(ref, seat, key, is_answer=True))


def resolve_last(ref: Referee, frame: Chain) -> None:
    """Resolve the last effect on standby, unless it was cancelled.

    It has left standby before resolving (DW54, DW56).
    """
    standby = ref.position.standby
    if not standby:
        frame.step = ""
        return
    effect = frame.effect = standby.pop()
    if not effect.is_cancelled:
        ref.emit(TookEffect(effect.seat, effect.title), "DW54")
        begin(
            ref, effect.seat, effect.card, effect.tag, effect.title, effect.line, effect=effect, it=effect.it
        )


def settle_resolved(ref: Referee, frame: Chain) -> None:
    """Start lingering effects (DW42). Triggers resolve before the next effect (DW54, DW63)."""
    effect, frame.effect = frame.effect, None
    assert effect is not None
    if effect.line == PLAYED and ref.is_there((effect.card, effect.tag)):
        settle_card(ref, effect.card)
    frame.step = "resolve_last"
    settle(ref)


CHAIN = Procedure[Referee](Chain, look_at_standby, ask_answer, hear_answer, resolve_last, settle_resolved)
