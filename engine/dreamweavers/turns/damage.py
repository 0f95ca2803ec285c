"""Damage, point by point (§Taking Damage, DW85 to DW97)."""

from __future__ import annotations

from cards.dreamweavers.language.triggers import TriggerType
from cards.dreamweavers.language.words import KeywordName
from cards.i18n import msg
from engine.dreamweavers.effects.start import begin
from engine.dreamweavers.effects.triggers import settle
from engine.dreamweavers.endings import EGO as EGO_BROKEN
from engine.dreamweavers.facts.attacks import Damaged, Placed, Repelled
from engine.dreamweavers.facts.cards import ReturnedToHand
from engine.dreamweavers.facts.terms import card_name
from engine.dreamweavers.frames import DealDamage, PayPrices
from engine.dreamweavers.mutations import enter, forget, move
from engine.dreamweavers.position import FEELINGS, HAND, REVEALED, THOUGHTS
from engine.dreamweavers.program import PLAYED
from engine.dreamweavers.queries.characteristics import most
from engine.dreamweavers.queries.filters import attacking, power
from engine.dreamweavers.queries.room import has_room
from engine.dreamweavers.queries.trigger_matching import hear
from engine.dreamweavers.referee import Referee
from engine.dreamweavers.topics import OptionVerb, Topic
from engine.kernel.cards.state import EVERYBODY
from engine.kernel.machine import Procedure
from engine.kernel.question import PendingOption, QuestionKind


def next_point(ref: Referee, frame: DealDamage) -> None:
    """Reveal the top card of the Ego. A player who takes damage with an empty Ego loses (DW85, DW96, DW97)."""
    frame.card, frame.is_paid = None, True
    seat = _whose_point(ref, frame)
    if seat is None:
        frame.step = ""
        return
    frame.seat = seat
    ego = ref.seats[seat].ego
    if not ego:
        ref.emit(Damaged(seat, "", 0), frame.cause)
        frame.lost.append(seat)
        if not frame.together:
            lose(ref, frame)
            return
        frame.step = "after_point"
        return
    card = frame.card = ego[0]
    move(ref, card, REVEALED)
    ref.emit(Damaged(seat, ref.title(card), len(ego)), frame.cause)
    hear(ref, TriggerType.DAMAGE, seat)
    if not ref.printed(card).is_thought:
        frame.step = "ask_to_pay"
        return
    attacker = attacking(ref)
    if attacker is not None:
        printed_power, strength = ref.printed(card).card.power, power(ref, attacker)
        if printed_power >= strength:
            ref.emit(Repelled(seat, ref.title(card), printed_power, ref.title(attacker), strength), "DW88")
            forget(ref, [attacker], cause="DW88")


def _whose_point(ref: Referee, frame: DealDamage) -> int | None:
    """Return the player who takes the next point, and count it; None if none is left."""
    todo = [(seat, n) for seat, n in frame.todo if n > 0]
    if not todo:
        return None
    if frame.together:
        todo.sort(key=lambda each: (-each[1], ref.turn_order().index(each[0])))
    seat = todo[0][0]
    frame.todo = [(owner, remaining - 1 if owner == seat else remaining) for owner, remaining in todo]
    return seat


def ask_where(ref: Referee, frame: DealDamage) -> None:
    """Ask whether a lucid Thought enters play instead of the hand, if there is room."""
    card = frame.card
    assert card is not None
    if KeywordName.LUCID not in ref.printed(card).text.keywords or not has_room(ref, frame.seat, THOUGHTS):
        return
    name = ref.title(card)
    ref.ask(
        frame.seat,
        QuestionKind.ONE,
        msg("{card} is lucid: where does it go?", card=card_name(name)),
        Topic.LUCID,
        (
            PendingOption(OptionVerb.ENTER, msg("Into play"), verb=OptionVerb.ENTER, subject=name),
            PendingOption(OptionVerb.TAKE, msg("Into your hand"), verb=OptionVerb.TAKE, subject=name),
        ),
        cause=name,
        subject=name,
    )


def put_thought(ref: Referee, frame: DealDamage) -> None:
    """Put the revealed Thought into the damaged player's hand; everyone has seen it (DW89)."""
    card = frame.card
    assert card is not None
    frame.step = "after_point"
    if frame.take_choice() == [OptionVerb.ENTER]:
        enter(ref, card, cause=ref.title(card))
    else:
        move(ref, card, HAND, known=EVERYBODY)
        ref.emit(ReturnedToHand(frame.seat, [ref.title(card)], REVEALED), "DW89")


def ask_to_pay(ref: Referee, frame: DealDamage) -> None:
    """Ask to pay or refuse the additional costs of a revealed Feeling (DW92)."""
    card = frame.card
    assert card is not None
    if ref.printed(card).text.additional:
        ref.push(PayPrices(seat=frame.seat, card=card, title=ref.title(card), line=PLAYED, is_free=True))


def fleeting_effect(ref: Referee, frame: DealDamage) -> None:
    """Resolve the fleeting effect of a revealed Feeling immediately, with its player's choices (DW90)."""
    card = frame.card
    assert card is not None
    title = ref.title(card)
    if frame.is_paid and PLAYED in ref.text(title).programs:
        begin(ref, frame.seat, card, ref.cards[card].tag, title, PLAYED)


def place_feeling(ref: Referee, frame: DealDamage) -> None:
    """Place the revealed Feeling, if necessary as a fourth one.

    Its lingering effect applies from now on (DW94, DW95).
    """
    card = frame.card
    assert card is not None
    if ref.cards[card].zone != REVEALED:
        return
    ref.emit(Placed(frame.seat, ref.title(card)), "DW94")
    enter(ref, card, is_played=True)
    ref.cards[card].settled = True
    ref.texts_changed()


def ask_for_room(ref: Referee, frame: DealDamage) -> None:
    """Ask the player with too many Feelings to forget one of them immediately (DW95)."""
    feelings = ref.seats[frame.seat].feelings
    if len(feelings) <= most(ref, frame.seat, FEELINGS):
        return
    frame.keys = {ref.title(card): card for card in feelings}
    ref.ask(
        frame.seat,
        QuestionKind.CARDS,
        msg("There is no room for all your Feelings. Which one is forgotten?"),
        Topic.ROOM,
        tuple(PendingOption(name, card_name(name), subject=name) for name in frame.keys),
        cause="DW95",
    )


def make_room(ref: Referee, frame: DealDamage) -> None:
    """Forget the chosen Feeling."""
    chosen = frame.take_choice()
    if chosen:
        forget(ref, [frame.keys[key] for key in chosen], cause="DW95")
    frame.keys = {}


def after_point(ref: Referee, frame: DealDamage) -> None:
    """Resolve triggers between points (DW85). A player who loses by the simultaneous point has lost now (DW97)."""
    frame.step = "next_point"
    if frame.together:
        frame.taken.append(frame.seat)
        remaining = {seat for seat, n in frame.todo if n > 0}
        if frame.lost and (len(frame.taken) >= 2 or not remaining - set(frame.lost)):
            lose(ref, frame)
            return
        if len(frame.taken) >= 2:
            frame.taken = []
    settle(ref)


def lose(ref: Referee, frame: DealDamage) -> None:
    """End the match immediately: players who took damage with an empty Ego have lost (DW96, DW97)."""
    losers = tuple(sorted(set(frame.lost)))
    winners = tuple(seat for seat in range(ref.seat_count) if seat not in losers)
    ref.end((winners, losers) if winners else (losers,), EGO_BROKEN.key, "DW96")


DAMAGE = Procedure[Referee](
    DealDamage,
    next_point,
    ask_where,
    put_thought,
    ask_to_pay,
    fleeting_effect,
    place_feeling,
    ask_for_room,
    make_room,
    after_point,
)
