"""Verbs that move cards between zones: void, discard, return, put, look, reveal (§6, R10, R13)."""

from __future__ import annotations

from itertools import takewhile

from cards.i18n import Message, msg, title
from cards.voidream.language import tree
from cards.voidream.model import Kind
from engine.kernel.cards.state import EVERYBODY
from engine.kernel.events.event import Fact
from engine.kernel.question import QuestionKind
from engine.voidream.effects.verbs.cards_in_play import deed_about_cards
from engine.voidream.effects.verbs.selection import Keep, could, named, pick, within_reach
from engine.voidream.effects.verbs.verb import Verb
from engine.voidream.event_kinds import Discarding, PuttingIntoDeck, ReturningToHand, Voiding, cards_of
from engine.voidream.events.lines import context_of, done, fail
from engine.voidream.events.windows import do
from engine.voidream.facts.deck import Looked, Revealed
from engine.voidream.facts.terms import PlaceLookedAt
from engine.voidream.frames import ResolveLine
from engine.voidream.mutations.card_knowledge import look_at_top, see, show_for_choice
from engine.voidream.mutations.deck_order import rearrange_top
from engine.voidream.position import ARCANA_DISCARD, ATTACHED, DECK, DISCARD, HAND, PLAY, VOID
from engine.voidream.queries.nouns import is_open
from engine.voidream.questions.card_choices import chosen, options_for
from engine.voidream.questions.topics import Topic
from engine.voidream.referee import Referee
from engine.voidream.sources import EffectContext


def can_leave(ref: Referee, card: int) -> bool:
    """Return whether an effect can move a card away; never a bastion (§2)."""
    return ref.printed[card].kind is not Kind.BASTION


def _can_void(ref: Referee, card: int, seat: int) -> bool:
    return can_leave(ref, card) and ref.cards[card].zone != VOID


def _can_discard(ref: Referee, card: int, seat: int) -> bool:
    zone = ref.cards[card].zone
    return can_leave(ref, card) and zone not in (DISCARD, ARCANA_DISCARD)


def _can_return(ref: Referee, card: int, seat: int) -> bool:
    """Return whether an arcanum can return to its owner's hand, which must be the performer's."""
    state = ref.cards[card]
    return ref.printed[card].kind is Kind.ARCANUM and state.zone != HAND and state.owner == seat


def _can_put(ref: Referee, card: int, decks: list[int]) -> bool:
    """Return whether a card can go into one of these decks, which must include its owner's (R5).

    A bastion can move within its deck, as with a roll, but not to another zone (§2 Bastion, R84).
    """
    if not ref.printed[card].is_dream or ref.cards[card].owner not in decks:
        return False
    return can_leave(ref, card) or ref.cards[card].zone == DECK


VOID_CARDS = deed_about_cards(Voiding, _can_void, foreseen=True)
DISCARD_CARDS = deed_about_cards(Discarding, _can_discard, foreseen=True)
RETURN_TO_HAND = deed_about_cards(ReturningToHand, _can_return, foreseen=False)


# The player who moves cards into a deck chooses their order, unless it is random (R13).


def _put(ref: Referee, frame: ResolveLine, op: tree.Put, seat: int) -> None:
    if frame.happened is not None:
        frame.ordered = None
        done(frame, it=frame.picked, n=len(cards_of(frame.happened)))
        return
    if frame.stage == "order":
        frame.ordered = chosen(frame)
        frame.stage = ""
    picked = pick(ref, frame, seat, op, op.what, _moved(ref, context_of(ref, frame), op))
    if picked is None:
        return
    if not picked:
        fail(ref, frame)
        return
    if _share_a_deck(ref, picked) and not op.random and frame.ordered is None:
        purpose = msg("{card}: in which order, from the top?", card=title(frame.title))
        ask_order(ref, frame, seat, picked, purpose, frame.title)
        frame.stage = "order"
        return
    cards, frame.ordered = frame.ordered or picked, None
    bottom = op.place is tree.Place.BOTTOM
    do(
        ref,
        PuttingIntoDeck(list(cards), seat=seat, bottom=bottom, random=op.random, cause=frame.title),
    )


def _share_a_deck(ref: Referee, cards: list[int]) -> bool:
    """Return whether several of the cards go to the same owner's deck."""
    return len({ref.cards[card].owner for card in cards}) < len(cards)


def ask_order(
    ref: Referee, frame: ResolveLine, seat: int, cards: list[int], purpose: Message, cause: str
) -> None:
    """Ask for the order of cards, from the top."""
    show_for_choice(ref, cards, seat)
    options, frame.keys = options_for(ref, seat, cards)
    ref.ask(
        seat, QuestionKind.ORDER, purpose, Topic.CARD_ORDER, options,
        minimum=len(options), maximum=len(options), ordered=True, cause=cause,
    )  # fmt: skip


def _put_possible(ref: Referee, context: EffectContext, op: tree.Put) -> bool:
    return could(ref, context, op.what, _moved(ref, context, op))


def _moved(ref: Referee, context: EffectContext, op: tree.Put) -> Keep:
    """Return a test for cards that an instruction would move. A single card already in its new place wouldn't (R18, R48).

    Cards being looked at count as picked up (R10), so they can be put back in the same place.
    """
    decks = ref.players(context, op.whose) if op.whose is not None else [0, 1]
    able = within_reach(ref, context, op.what, lambda card: _can_put(ref, card, decks))
    end = -1 if op.place is tree.Place.BOTTOM else 0
    is_picked_up = isinstance(op.what, tree.OfThem | tree.Others | tree.It)
    is_one = isinstance(op.what, tree.Chosen) and op.what.at_most == 1
    together = (
        [] if is_one else [ref.cards[card].owner for card in named(ref, context, op.what) if able(card)]
    )

    def moved(card: int) -> bool:
        state = ref.cards[card]
        if not able(card) or state.zone != DECK:
            return able(card)
        deck = ref.seats[state.owner].deck
        return len(deck) > 1 and (is_picked_up or deck[end] != card or together.count(state.owner) > 1)

    return moved


PUT = Verb(_put, _put_possible)


# Look at, reveal, and return cards that were looked at.


def _seen(ref: Referee, selection: tree.Selection) -> Keep:
    """Return a test for cards that can be looked at or revealed (R10).

    They are face-down cards, and active constructs in a deck.
    """
    in_deck = isinstance(selection, tree.TopOf | tree.BottomOf)
    return lambda card: _may_look(ref, card) and (in_deck or not is_open(ref, card))


def _may_look(ref: Referee, card: int) -> bool:
    state = ref.cards[card]
    if state.zone == DECK:
        return True
    if state.zone == PLAY:
        return state.veiled
    return state.zone == HAND or (state.zone == ATTACHED and not state.face_up)


def _look(ref: Referee, frame: ResolveLine, op: tree.LookAt, seat: int) -> None:
    picked = pick(ref, frame, seat, op, op.what, _seen(ref, op.what))
    if picked is None:
        return
    if not picked:
        fail(ref, frame)
        return
    for owner, cards in _by_player(ref, picked).items():
        _emit_looked(ref, frame, op, seat, owner, cards)
    done(frame, it=list(picked), n=len(picked))


def _by_player(ref: Referee, cards: list[int]) -> dict[int, list[int]]:
    """Return cards by owner, in order: cards of two decks are looked at in each deck separately."""
    result: dict[int, list[int]] = {}
    for card in cards:
        result.setdefault(_whose(ref, card), []).append(card)
    return result


def _emit_looked(
    ref: Referee, frame: ResolveLine, op: tree.LookAt, seat: int, owner: int, cards: list[int]
) -> None:
    count = len(cards)

    def fact(titles: list[str] | None = None) -> Looked:
        if isinstance(op.what, tree.BottomOf):
            return Looked(seat, of=owner, count=count, where="bottom", titles=titles)
        where = _where(ref, cards[0])
        if isinstance(op.what, tree.TopOf):
            lit = [ref.title(card) for card in cards if ref.cards[card].face_up]
            depth = ref.depth(owner)
            return Looked(
                seat, of=owner, count=count, where=where, constructs=lit, next=depth, titles=titles
            )  # fmt: skip
        tags = [ref.cards[card].tag for card in cards]
        return Looked(seat, of=owner, count=count, where=where, tags=tags, titles=titles)

    if isinstance(op.what, tree.TopOf):
        look_at_top(ref, owner, count, seat)
    see(ref, cards, 1 << seat)
    private: dict[int, Fact] = {seat: fact([ref.title(card) for card in cards])}
    ref.emit(fact(), frame.title, private=private)


_PLACES: dict[str, PlaceLookedAt] = {DECK: "deck", HAND: "hand", ATTACHED: "charge"}


def _where(ref: Referee, card: int) -> PlaceLookedAt:
    return _PLACES.get(ref.cards[card].zone, "veiled")


def _whose(ref: Referee, card: int) -> int:
    state = ref.cards[card]
    return state.controller if state.zone in (PLAY, ATTACHED) else state.owner


def _reveal(ref: Referee, frame: ResolveLine, op: tree.Reveal, seat: int) -> None:
    picked = pick(ref, frame, seat, op, op.what, _seen(ref, op.what))
    if picked is None:
        return
    if not picked:
        fail(ref, frame)
        return
    for owner, cards in _by_player(ref, picked).items():
        next_value = 0
        if isinstance(op.what, tree.TopOf):
            look_at_top(ref, owner, len(cards), seat)
            next_value = ref.depth(owner)
        titles = [ref.title(card) for card in cards]
        see(ref, cards, EVERYBODY)
        ref.showing = cards
        ref.emit(Revealed(seat, of=owner, titles=titles, next=next_value), frame.title)
        ref.showing = []
    done(frame, it=list(picked), n=len(picked))


def _looking_possible(ref: Referee, context: EffectContext, op: tree.LookAt | tree.Reveal) -> bool:
    """Return whether looking would tell a player something, or let them handle several cards; not for a lone bastion."""
    can_be_seen = _seen(ref, op.what)

    def is_informative(card: int) -> bool:
        is_all = ref.cards[card].zone == DECK and len(ref.seats[ref.cards[card].owner].deck) == 1
        return can_be_seen(card) and not (is_all and is_open(ref, card))

    return could(ref, context, op.what, is_informative)


LOOK_AT = Verb(_look, _looking_possible)
REVEAL = Verb(_reveal, _looking_possible)


def _return_looked(ref: Referee, frame: ResolveLine, op: tree.ReturnLooked, seat: int) -> None:
    other_cards = context_of(ref, frame).others()
    piles = still_on_top(ref, other_cards)
    if not piles:
        fail(ref, frame)
        return
    order = chosen(frame)
    for pile in piles[frame.returned :]:
        if order is None and len(pile) > 1:
            purpose = msg("{card}: return them in which order, from the top?", card=title(frame.title))
            ask_order(ref, frame, seat, pile, purpose, frame.title)
            return
        rearrange_top(ref, ref.cards[pile[0]].owner, order or pile, frame.title, by=seat)
        order = None
        frame.returned += 1
    cards = [card for pile in still_on_top(ref, other_cards) for card in pile]
    done(frame, it=cards, n=len(cards))


def still_on_top(ref: Referee, cards: list[int]) -> list[list[int]]:
    """Return those of the looked-at cards that are still together on top of their deck, by deck."""
    decks = [ref.seats[owner].deck for owner in dict.fromkeys(ref.cards[card].owner for card in cards)]
    piles = [list(takewhile(lambda card: card in cards, deck)) for deck in decks]
    return [pile for pile in piles if pile]


def _return_possible(ref: Referee, context: EffectContext, op: tree.ReturnLooked) -> bool:
    return bool(still_on_top(ref, context.others()))


RETURN_LOOKED = Verb(_return_looked, _return_possible)
