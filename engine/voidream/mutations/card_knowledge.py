"""Card knowledge: the cards that seats see in their places, and those that they remember as cards move (R2, R34, R52).

Operations that move or show cards record here the seats that know them, and the cards whose places have become
unknown.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import takewhile

from engine.kernel.cards.state import BACK_SEEN, EVERYBODY
from engine.voidream.position import DECK, HAND
from engine.voidream.queries.nouns import is_open
from engine.voidream.referee import Referee


def see(ref: Referee, cards: Iterable[int], who: int) -> None:
    """Record that seats know cards in their places. `who` is a set of bits as in `CardState.known`."""
    for card in cards:
        state = ref.cards[card]
        new = who & ~BACK_SEEN & ~state.seen
        if new:
            _take_for_the_same(ref, card, new)
        state.known |= who
        state.seen |= who & ~BACK_SEEN


def _take_for_the_same(ref: Referee, card: int, who: int) -> None:
    """Treat this copy as known to seats that have lost track of another copy, because no one can distinguish them.

    Seats know as many copies as they have known simultaneously, and no others.
    """
    for copy in ref.copies[card]:
        if copy != card:
            state = ref.cards[copy]
            lost_track = who & state.seen & ~state.known
            if lost_track and not is_open(ref, copy):
                state.seen &= ~lost_track
                who &= ~lost_track


def lose_sight_of(ref: Referee, cards: Iterable[int], but: int = 0) -> None:
    """Record that no one except `but` knows the places of these cards anymore."""
    for card in cards:
        ref.cards[card].known &= but


def uncover(ref: Referee, seat: int) -> None:
    """Reveal the top of a deck to everyone: the value on its back, or an active construct (R2, R52)."""
    top = ref.top(seat)
    if top is not None:
        see(ref, [top], EVERYBODY if ref.cards[top].face_up else BACK_SEEN)


def lay_face_down(ref: Referee, card: int, seat: int, came_from: str) -> None:
    """Record that a card is face down in front of a player, who may look at it. Everyone sees its back (R2).

    A player who knew it has followed it, unless it came from a hand with equal-looking cards.
    """
    state = ref.cards[card]
    if came_from == HAND:
        value = ref.printed[card].value
        equal_backs = [
            hand_card for hand_card in ref.seats[state.owner].hand if ref.printed[hand_card].value == value
        ]
        if equal_backs:
            lose_sight_of(ref, [card, *equal_backs], 1 << state.owner | BACK_SEEN)
    see(ref, [card], 1 << seat | BACK_SEEN)


def look_at_top(ref: Referee, seat: int, count: int, looker: int) -> None:
    """Show a player the top cards of a deck. In the meantime the next card's back is visible (R10, R34)."""
    state = ref.seats[seat]
    state.lifted, state.looker = count, looker
    see(ref, state.deck[:count], 1 << looker)
    uncover(ref, seat)
    ref.touch()


def put_down(ref: Referee, seat: int) -> None:
    """Return cards being looked at to the deck. Everyone sees the top back again (R10)."""
    if ref.seats[seat].lifted:
        ref.seats[seat].lifted = 0
        uncover(ref, seat)
        ref.touch()


def hide_which(ref: Referee, picked: Collection[int], seat: int, *, is_shown: bool) -> None:
    """Record that a seat secretly picks some of the deck's cards being looked at (R119).

    If they are shown when they leave, others lose track of the cards that could now be elsewhere: those below one
    they don't know.
    """
    cards = ref.cards
    for state in ref.seats:
        looked_at = state.deck[: state.lifted]
        if all(card in picked for card in looked_at) or not any(card in picked for card in looked_at):
            continue
        for bit in (1 << place for place in range(EVERYBODY.bit_length()) if place != seat):
            if is_shown and all(cards[card].known & bit for card in looked_at if card in picked):
                continue
            sure = takewhile(lambda card, bit=bit: cards[card].known & bit, looked_at) if is_shown else ()
            for card in looked_at[len(list(sure)) :]:
                cards[card].known &= ~bit


def show_for_choice(ref: Referee, cards: Iterable[int], seat: int) -> None:
    """Show the cards of a deck to a player who chooses among them while another player looks at them (R119)."""
    see(ref, [card for card in cards if ref.cards[card].zone == DECK], 1 << seat)


def sees(ref: Referee, card: int, seat: int) -> bool:
    """Return whether a player sees a card, or knows it in its place in a deck."""
    state = ref.cards[card]
    if is_open(ref, card):
        return True
    if state.zone == DECK:
        return bool(state.known >> seat & 1)
    return state.controller == seat
