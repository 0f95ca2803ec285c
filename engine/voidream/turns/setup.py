"""Setting up a match (§3, R9, R51)."""

from __future__ import annotations

from collections.abc import Iterable

from cards.i18n import Message, msg
from cards.voidream.model import Kind
from engine.kernel.cards.state import BACK_SEEN, EVERYBODY
from engine.kernel.chance import Chance
from engine.kernel.game import DealtCard
from engine.kernel.machine import Procedure
from engine.kernel.question import QuestionKind
from engine.voidream.facts.rounds import CutRefused, Shown
from engine.voidream.frames import OfferCut, OfferingCuts, ResolveText, Rounds, SetUp
from engine.voidream.mutations import deck_order, moves
from engine.voidream.position import DECK, HAND, PLAYING, SETUP, CardState, SeatState, VoidreamPosition
from engine.voidream.program import BACK
from engine.voidream.questions.topics import Topic
from engine.voidream.referee import Referee

CUT = msg("Cut their deck: how many cards go from the top to the bottom? It's luck either way.")
MAY_CUT = msg(
    "They shuffled. Cut their deck: how many cards go from the top to the bottom? 0 is "
    "no cut. It's luck either way."
)


def lay_out(decks: list[tuple[str, str, list[str], list[str]]], seed: str) -> VoidreamPosition:
    """Return the position before anything has happened.

    `decks` has for each seat the titles of its bastion, its mind, its arcana and its Dream cards. Their order does
    not matter: the piles are laid out by title, and the deck is shuffled. Which card has which id is random, so
    that an id tells whose card it is, and nothing about its title.
    """
    cards: list[CardState] = []
    seats: list[SeatState] = []
    rng = Chance(f"{seed}, numbers")
    for seat, (bastion, mind, arcana, dream) in enumerate(decks):
        cards.append(CardState(bastion, seat, PLAYING, seat, known=EVERYBODY, seen=EVERYBODY & ~BACK_SEEN))
        hand = number_cards(cards, arcana, seat, HAND, rng)
        seats.append(SeatState(mind, hand=hand, deck=number_cards(cards, dream, seat, DECK, rng)))
    position = VoidreamPosition(chance=Chance(seed), cards=cards, seats=seats, phase=SETUP, shuffled=False)
    position.stack.append(SetUp(step="bastions_and_minds_are_shown", after=[]))
    return position


def number_cards(cards: list[CardState], titles: list[str], seat: int, zone: str, rng: Chance) -> list[int]:
    """Give the cards of a pile the next ids, at random; return these by title."""
    first, drawn = len(cards), sorted(titles)
    rng.shuffle(drawn)
    known = 1 << seat | BACK_SEEN if zone == HAND else 0
    cards += [CardState(title, seat, zone, seat, known=known, seen=1 << seat) for title in drawn]
    return _by_title(cards, range(first, len(cards)))


def _by_title(cards: list[CardState], ids: Iterable[int]) -> list[int]:
    """Return the ids of cards by title. The deal depends on the titles and the seed, not on the ids."""
    return sorted(ids, key=lambda card: (cards[card].title, card))


def bastion_of(ref: Referee, seat: int) -> int:
    """Return a seat's bastion."""
    bastions = (card for card, state in enumerate(ref.cards) if state.owner == seat)
    return next(card for card in bastions if ref.printed[card].kind is Kind.BASTION)


def bastions_and_minds_are_shown(ref: Referee, frame: SetUp) -> None:
    """Show your opponent your bastion and mind cards."""
    for seat in (0, 1):
        ref.emit(Shown(seat, ref.title(bastion_of(ref, seat)), ref.seats[seat].mind_title), "§3")


def start_of_game_instructions(ref: Referee, frame: SetUp) -> None:
    """Then resolve any "At the start of the game" instructions printed on the back of your bastion."""
    for seat in (1, 0):
        card = bastion_of(ref, seat)
        ref.push(ResolveText(title=ref.title(card), side=BACK, seat=seat, card=card))


def deal(ref: Referee) -> list[list[int]]:
    """Return the decks of a match after shuffling, from the top, by seat. They depend only on the seed."""
    chance = Chance(ref.position.chance.seed)
    decks: list[list[int]] = []
    for seat in (0, 1):
        deck = _by_title(
            ref.cards,
            (
                card
                for card, held in enumerate(ref.cards)
                if held.owner == seat
                and ref.printed[card].is_dream
                and ref.printed[card].kind is not Kind.BASTION
            ),
        )
        chance.shuffle(deck)
        decks.append(deck)
    return decks


def dealt(ref: Referee) -> list[DealtCard]:
    """Return all cards dealt face down: the decks in order, and the hands in an order that reveals nothing."""
    out: list[DealtCard] = []
    rng = Chance(f"{ref.position.chance.seed}, hands")
    for seat, deck in enumerate(deal(ref)):
        hand = _by_title(
            ref.cards,
            (
                card
                for card, held in enumerate(ref.cards)
                if held.owner == seat and ref.printed[card].kind is Kind.ARCANUM
            ),
        )
        rng.shuffle(hand)
        for where, cards in (("deck", deck), ("hand", hand)):
            out += [DealtCard(seat, f"{where} {n}", card, ref.title(card)) for n, card in enumerate(cards, 1)]
    return out


def decks_are_shuffled(ref: Referee, frame: SetUp) -> None:
    """Shuffle your dream deck, without the bastion card."""
    ref.position.shuffled = True
    deck_order.deal(ref, deal(ref), "§3")
    ref.position.chance = ref.position.chance.later()


def decks_are_cut(ref: Referee, frame: SetUp) -> None:
    """Offer your opponent a cut, which must be performed; both cut at the same time."""
    for seat in (0, 1):
        ask_cut(ref, seat, CUT, least=1)


def ask_cut(ref: Referee, seat: int, purpose: Message, *, least: int) -> None:
    """Ask the opponent of `seat` for a cut of its deck; 0, where it is allowed, refuses it (R9)."""
    size = len(ref.seats[seat].deck)
    if size < 2:
        return
    ref.ask(
        1 - seat, QuestionKind.NUMBER, purpose, Topic.CUT, minimum=least, maximum=size - 1, cause="R9",
        into=f"cut_{seat}",
    )  # fmt: skip


def cuts_are_made(ref: Referee, frame: SetUp) -> None:
    """The cuts are made."""
    for seat in (0, 1):
        make_cut(ref, frame, seat)


def make_cut(ref: Referee, frame: OfferingCuts, seat: int) -> None:
    """Make the cut that was asked for, unless it was refused."""
    answer = frame.take_cut(seat)
    if answer is None:
        return
    count = int(answer[0])
    if count:
        deck_order.cut(ref, seat, count, 1 - seat)
    else:
        ref.emit(CutRefused(seat, by=1 - seat), "R9")


def bastions_are_placed(ref: Referee, frame: SetUp) -> None:
    """Place your bastion card under the deck, the side with the bastion name face up."""
    for seat in (0, 1):
        moves.place_bastion(ref, bastion_of(ref, seat))


def play_begins(ref: Referee, frame: SetUp) -> None:
    """The mind cards are set up, the hands are drawn: the first round begins."""
    ref.push(Rounds())


SET_UP = Procedure(
    SetUp,
    bastions_and_minds_are_shown,
    start_of_game_instructions,
    decks_are_shuffled,
    decks_are_cut,
    cuts_are_made,
    bastions_are_placed,
    play_begins,
)


def offer_cut(ref: Referee, frame: OfferCut) -> None:
    """Whenever you shuffle, you must offer your opponent a cut, which they may refuse (§7, R9)."""
    ask_cut(ref, frame.seat, MAY_CUT, least=0)


def answer_cut(ref: Referee, frame: OfferCut) -> None:
    """The cut is made or refused."""
    make_cut(ref, frame, frame.seat)


OFFER_CUT = Procedure(OfferCut, offer_cut, answer_cut)
