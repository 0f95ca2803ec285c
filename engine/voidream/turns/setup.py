"""The setup of a match (§3, R9, R51)."""

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
    """Return the position before the first event.

    `decks` has for each seat the titles of its bastion, its mind, its arcana and its Dream cards, in any order: the piles
    are sorted by title, and the deck is shuffled. Ids are assigned randomly, so that an id reveals its card's owner, but
    not its title.
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


def number_cards(
    cards: list[CardState], titles: list[str], seat: int, zone: str, chance: Chance
) -> list[int]:
    """Assign random consecutive ids to the cards of a pile. Return them by title."""
    first_id, sorted_titles = len(cards), sorted(titles)
    chance.shuffle(sorted_titles)
    known_bits = 1 << seat | BACK_SEEN if zone == HAND else 0
    cards += [CardState(title, seat, zone, seat, known=known_bits, seen=1 << seat) for title in sorted_titles]
    return _by_title(cards, range(first_id, len(cards)))


def _by_title(cards: list[CardState], ids: Iterable[int]) -> list[int]:
    """Return the ids of cards by title. The deal depends on the titles and the seed, not on the ids."""
    return sorted(ids, key=lambda card: (cards[card].title, card))


def bastion_of(ref: Referee, seat: int) -> int:
    """Return the id of a seat's bastion card."""
    bastions = (card for card, state in enumerate(ref.cards) if state.owner == seat)
    return next(card for card in bastions if ref.printed[card].kind is Kind.BASTION)


def bastions_and_minds_are_shown(ref: Referee, frame: SetUp) -> None:
    """Show each opponent the bastion and mind cards."""
    for seat in (0, 1):
        ref.emit(Shown(seat, ref.title(bastion_of(ref, seat)), ref.seats[seat].mind_title), "§3")


def start_of_game_instructions(ref: Referee, frame: SetUp) -> None:
    """Resolve the "At the start of the game" instructions on the backs of the bastions."""
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
                for card, state in enumerate(ref.cards)
                if state.owner == seat
                and ref.printed[card].is_dream
                and ref.printed[card].kind is not Kind.BASTION
            ),
        )
        chance.shuffle(deck)
        decks.append(deck)
    return decks


def dealt(ref: Referee) -> list[DealtCard]:
    """Return all cards dealt face down: the decks in order, and the hands in an order that reveals nothing."""
    result: list[DealtCard] = []
    rng = Chance(f"{ref.position.chance.seed}, hands")
    for seat, deck in enumerate(deal(ref)):
        hand = _by_title(
            ref.cards,
            (
                card
                for card, state in enumerate(ref.cards)
                if state.owner == seat and ref.printed[card].kind is Kind.ARCANUM
            ),
        )
        rng.shuffle(hand)
        for where, cards in (("deck", deck), ("hand", hand)):
            result += [
                DealtCard(seat, f"{where} {n}", card, ref.title(card)) for n, card in enumerate(cards, 1)
            ]
    return result


def decks_are_shuffled(ref: Referee, frame: SetUp) -> None:
    """Shuffle the Dream decks, without the bastions."""
    ref.position.shuffled = True
    deck_order.deal(ref, deal(ref), "§3")
    ref.position.chance = ref.position.chance.later()


def decks_are_cut(ref: Referee, frame: SetUp) -> None:
    """Offer mandatory cuts to both opponents simultaneously."""
    for seat in (0, 1):
        ask_cut(ref, seat, CUT, minimum=1)


def ask_cut(ref: Referee, seat: int, purpose: Message, *, minimum: int) -> None:
    """Ask the opponent of `seat` for a cut of its deck. 0, if allowed, refuses it (R9)."""
    size = len(ref.seats[seat].deck)
    if size < 2:
        return
    ref.ask(
        1 - seat, QuestionKind.NUMBER, purpose, Topic.CUT, minimum=minimum, maximum=size - 1, cause="R9",
        into=f"cut_{seat}",
    )  # fmt: skip


def cuts_are_made(ref: Referee, frame: SetUp) -> None:
    """Make the cuts."""
    for seat in (0, 1):
        make_cut(ref, frame, seat)


def make_cut(ref: Referee, frame: OfferingCuts, seat: int) -> None:
    """Make the cut of the answer, unless it was refused."""
    answer = frame.take_cut(seat)
    if answer is None:
        return
    count = int(answer[0])
    if count:
        deck_order.cut(ref, seat, count, 1 - seat)
    else:
        ref.emit(CutRefused(seat, by=1 - seat), "R9")


def bastions_are_placed(ref: Referee, frame: SetUp) -> None:
    """Place each bastion under its deck, face up."""
    for seat in (0, 1):
        moves.place_bastion(ref, bastion_of(ref, seat))


def play_begins(ref: Referee, frame: SetUp) -> None:
    """Set up the mind cards and draw the hands. The first round begins."""
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
    """Offer a cut to the opponent after a shuffle, which they can refuse (§7, R9)."""
    ask_cut(ref, frame.seat, MAY_CUT, minimum=0)


def answer_cut(ref: Referee, frame: OfferCut) -> None:
    """Make the cut, or record its refusal."""
    make_cut(ref, frame, frame.seat)


OFFER_CUT = Procedure(OfferCut, offer_cut, answer_cut)
