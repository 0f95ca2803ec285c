"""Verbs for cards in play: exhaust, ready, damage, destroy, sacrifice, veil, inspire, charge, attach (§6)."""

from __future__ import annotations

from cards.voidream.language import tree
from cards.voidream.language.tree import Ban, KeywordName
from cards.voidream.model import Kind
from engine.voidream.effects.verbs.selection import (
    SeatKeep,
    choose,
    could,
    could_for,
    lies_face_up,
    named,
    on_table,
    pick,
    within_reach,
)
from engine.voidream.effects.verbs.verb import Verb
from engine.voidream.event_kinds import (
    Attaching,
    Charging,
    Damaging,
    Destroying,
    Discarding,
    Exhausting,
    GameEvent,
    Inspiring,
    Readying,
    ReturningToHand,
    Sacrificing,
    Veiling,
    Voiding,
    cards_of,
)
from engine.voidream.events.lines import context_of, done, fail
from engine.voidream.events.windows import do
from engine.voidream.frames import ResolveLine
from engine.voidream.position import ATTACHED, DECK, PLAY
from engine.voidream.queries.characteristics import amount, keyword
from engine.voidream.queries.nouns import is_inspirable
from engine.voidream.queries.restrictions import is_banned
from engine.voidream.referee import Referee
from engine.voidream.sources import EffectContext

AboutCards = (
    tree.Exhaust | tree.Ready | tree.Destroy | tree.Sacrifice | tree.Veil | tree.Inspire | tree.Void
    | tree.Discard | tree.ReturnToHand
)  # fmt: skip
"""Instructions that affect each of some cards separately."""

_Kind = type[
    Exhausting | Readying | Destroying | Sacrificing | Veiling | Inspiring | Voiding | Discarding
    | ReturningToHand
]  # fmt: skip


def deed_about_cards(kind: _Kind, keep: SeatKeep, *, foreseen: bool) -> Verb[AboutCards]:
    """Return the verb for a kind of event, about cards for which `keep` holds.

    `foreseen`: if no player picks, the line is certain to be about the cards that its text names (§7 Before).
    """

    def perform(ref: Referee, frame: ResolveLine, op: AboutCards, seat: int) -> None:
        if frame.happened is not None:
            done(frame, it=frame.picked, n=len(cards_of(frame.happened)))
            return
        able = within_reach(ref, context_of(ref, frame), op.what, lambda card: keep(ref, card, seat))
        picked = pick(ref, frame, seat, op, op.what, able)
        if picked is None:
            return
        if not picked:
            fail(ref, frame)
            return
        event = kind(list(picked), seat=seat, cause=frame.title)
        if isinstance(event, Voiding) and isinstance(op, tree.Void):
            event.offering = op.offering
        do(ref, event)

    def is_possible(ref: Referee, context: EffectContext, op: AboutCards) -> bool:
        def able(ref: Referee, card: int, seat: int) -> bool:
            return within_reach(ref, context, op.what, lambda other: keep(ref, other, seat))(card)

        performer = tree.Player.YOU if isinstance(op, tree.Destroy | tree.Inspire) else op.who
        return could_for(ref, context, op.what, able, performer)

    def foresee(ref: Referee, context: EffectContext, op: AboutCards) -> GameEvent | None:
        if isinstance(
            op.what, tree.Chosen | tree.It | tree.TopOf | tree.BottomOf | tree.OfThem | tree.Others
        ):
            return None
        cards = [card for card in named(ref, context, op.what) if keep(ref, card, context.seat)]
        return kind(cards, seat=context.seat)

    return Verb(perform, is_possible, foresee if foreseen else None)


def can_exhaust(ref: Referee, card: int, seat: int) -> bool:
    """Return whether a card can be exhausted: it is face up."""
    return lies_face_up(ref, card) and not ref.cards[card].exhausted and not is_banned(ref, card, Ban.EXHAUST)


def can_ready(ref: Referee, card: int, seat: int) -> bool:
    """Return whether a card can be readied: it is face up."""
    return lies_face_up(ref, card) and ref.cards[card].exhausted and not is_banned(ref, card, Ban.READY)


def can_fall(ref: Referee, card: int, seat: int) -> bool:
    """Return whether an effect can destroy a card; only damage can destroy a bastion (§2)."""
    return _can_go(ref, card) and not is_banned(ref, card, Ban.DESTROYED)


def can_be_sacrificed(ref: Referee, card: int, seat: int) -> bool:
    """Return whether a player can sacrifice a card, which must be their own (R50)."""
    return _can_go(ref, card) and ref.cards[card].controller == seat


def _can_go(ref: Referee, card: int) -> bool:
    """Return whether a card can be destroyed or sacrificed: face up, or veiled if a text refers to veiled ones (§7)."""
    return (on_table(ref, card) or ref.cards[card].veiled) and not _is_bastion(ref, card)


def can_be_veiled(ref: Referee, card: int, seat: int) -> bool:
    """Return whether a card can be turned face down into a veiled card."""
    state = ref.cards[card]
    if _is_bastion(ref, card):
        return False
    if state.zone == PLAY:
        return not state.veiled
    return state.zone == DECK or (state.zone == ATTACHED and state.face_up)


def can_be_inspired(ref: Referee, card: int, seat: int) -> bool:
    """Return whether a card in play has a printed "When inspired" ability."""
    return lies_face_up(ref, card) and is_inspirable(ref, card)


def can_host(ref: Referee, card: int) -> bool:
    """Return whether a card can have attachments: entities and unattached memories (§7)."""
    state = ref.cards[card]
    return state.zone == PLAY and not state.veiled and ref.printed[card].kind in (Kind.ENTITY, Kind.MEMORY)


def has_charge_to_give(ref: Referee, seat: int) -> bool:
    """Return whether a deck has a card that isn't a construct (R11)."""
    return any(not ref.printed[card].is_construct for card in ref.seats[seat].deck)


def _is_bastion(ref: Referee, card: int) -> bool:
    return ref.printed[card].kind is Kind.BASTION


EXHAUST = deed_about_cards(Exhausting, can_exhaust, foreseen=True)
READY = deed_about_cards(Readying, can_ready, foreseen=True)
DESTROY = deed_about_cards(Destroying, can_fall, foreseen=True)
SACRIFICE = deed_about_cards(Sacrificing, can_be_sacrificed, foreseen=True)
VEIL = deed_about_cards(Veiling, can_be_veiled, foreseen=True)
INSPIRE = deed_about_cards(Inspiring, can_be_inspired, foreseen=True)


# Damage to entities.


def _damage(ref: Referee, frame: ResolveLine, op: tree.Damage, seat: int) -> None:
    if frame.happened is not None:
        damage_dealt = frame.happened.shares.values() if isinstance(frame.happened, Damaging) else ()
        done(frame, it=frame.picked, n=sum(damage_dealt))
        return
    points = amount(ref, context_of(ref, frame), op.amount)
    picked = pick(ref, frame, seat, op, op.to, ref.is_entity)
    if picked is None:
        return
    if not picked or points <= 0:
        fail(ref, frame)
        return
    do(ref, Damaging(dict.fromkeys(picked, points), cause=frame.title))


def _damage_possible(ref: Referee, context: EffectContext, op: tree.Damage) -> bool:
    return amount(ref, context, op.amount) > 0 and could(ref, context, op.to, ref.is_entity)


def _foresee_damage(ref: Referee, context: EffectContext, op: tree.Damage) -> GameEvent | None:
    if isinstance(op.to, tree.Chosen | tree.It | tree.OfThem | tree.Others):
        return None
    points = amount(ref, context, op.amount)
    hit = [card for card in named(ref, context, op.to) if ref.is_entity(card)]
    return Damaging(dict.fromkeys(hit, points))


DAMAGE = Verb(_damage, _damage_possible, _foresee_damage)


# Charge and attach.


def _charge(ref: Referee, frame: ResolveLine, op: tree.Charge, seat: int) -> None:
    if frame.happened is not None:
        done(frame, it=frame.picked, n=len(cards_of(frame.happened)))
        return
    picked = pick(ref, frame, seat, op, op.host, lambda card: can_host(ref, card))
    if picked is None:
        return
    if not picked or not has_charge_to_give(ref, seat):
        fail(ref, frame)
        return
    do(ref, Charging(list(picked), seat, cause=frame.title))


def _charge_possible(ref: Referee, context: EffectContext, op: tree.Charge) -> bool:
    return any(has_charge_to_give(ref, seat) for seat in ref.players(context, op.who)) and could(
        ref, context, op.host, lambda card: can_host(ref, card)
    )


def _foresee_charge(ref: Referee, context: EffectContext, op: tree.Charge) -> GameEvent | None:
    if isinstance(op.host, tree.Chosen | tree.It | tree.OfThem | tree.Others) or op.who is tree.Player.EACH:
        return None
    hosts = [card for card in named(ref, context, op.host) if can_host(ref, card)]
    return Charging(hosts, ref.players(context, op.who)[0])


CHARGE = Verb(_charge, _charge_possible, _foresee_charge)


def _can_be_attached(ref: Referee, card: int) -> bool:
    state = ref.cards[card]
    return not state.attached and ref.printed[card].is_dream and not _is_bastion(ref, card)


def _can_go_under(ref: Referee, card: int, host: int) -> bool:
    """Return whether a host can take a card: a deep host is unaffected by cards of higher value (§6 Deep, R54)."""
    if not can_host(ref, host) or ref.cards[card].host == host:
        return False
    deep = keyword(ref, host, KeywordName.DEEP) is not None
    return not deep or ref.printed[card].value <= ref.printed[host].value


def _attach(ref: Referee, frame: ResolveLine, op: tree.Attach, seat: int) -> None:
    if frame.happened is not None:
        done(frame, it=frame.picked, n=len(cards_of(frame.happened)))
        return
    picked = pick(ref, frame, seat, op, op.what, lambda card: _can_be_attached(ref, card))
    if picked is None:
        return
    if frame.hosts is None:
        frame.hosts = choose(
            ref, frame, seat, op, op.to,
            lambda host: bool(picked) and host not in picked and _can_go_under(ref, picked[0], host),
        )  # fmt: skip
        if frame.hosts is None:
            return
    hosts, frame.hosts = frame.hosts, None
    if not picked or not hosts:
        fail(ref, frame)
        return
    do(ref, Attaching(list(picked), seat=seat, host=hosts[0], cause=frame.title))


def _attach_possible(ref: Referee, context: EffectContext, op: tree.Attach) -> bool:
    cards = [card for card in named(ref, context, op.what) if _can_be_attached(ref, card)]
    return any(
        host != card and _can_go_under(ref, card, host)
        for host in named(ref, context, op.to)
        for card in cards
    )


ATTACH = Verb(_attach, _attach_possible)
