"""Changes of a position, with their events: drawing, discarding, gaining, LP and FAME, turning over."""

from __future__ import annotations

from collections.abc import Sequence

from engine.dreams_of_dystopia.facts.cards import Discarded, Drew, Gained, Shuffled, TurnedOver
from engine.dreams_of_dystopia.facts.terms import FAME, LP
from engine.dreams_of_dystopia.facts.turns import ScoreChanged
from engine.dreams_of_dystopia.position import MOST_LP
from engine.dreams_of_dystopia.referee import Referee
from engine.dreams_of_dystopia.zones import DECK, DISCARD, HAND, MASTER


def ready_deck(m: Referee, seat: int, cause: str = "DD19") -> None:
    """Shuffle the discard pile into a new deck if the deck is empty. Used cards aren't shuffled (DD17, DD19)."""
    discard = list(m.zone(DISCARD, seat))
    if not m.zone(DECK, seat) and discard:
        m.move(discard, DECK, seat)
        m.shuffle(DECK, seat)
        m.emit(Shuffled(seat, len(discard)), cause)


def draw(m: Referee, seat: int, count: int, cause: str) -> int:
    """Draw cards for a player, as far as there are any (DD19, DD20). Return their number."""
    drawn = 0
    while drawn < count:
        ready_deck(m, seat)
        cards = m.zone(DECK, seat)[: count - drawn]
        if not cards:
            break
        m.move(cards, HAND, seat)
        titles = sorted(m.titles(cards))
        m.emit_known(cards, Drew(seat, len(cards), titles), Drew(seat, len(cards)), cause)
        drawn += len(cards)
    return drawn


def discard(m: Referee, seat: int, cards: Sequence[int], cause: str, *, random: bool = False) -> None:
    """Discard cards from a player's hand without using them (DD18, DD23)."""
    if cards:
        m.move(cards, DISCARD, seat)
        m.emit(Discarded(seat, sorted(m.titles(cards)), random), cause)


def discard_at_random(m: Referee, seat: int, count: int, cause: str) -> int:
    """Discard random cards from a player's hand, all if there are fewer. Return their number."""
    hand = sorted(m.zone(HAND, seat), key=lambda card: m.layout.rank(m.card(card)))
    if len(hand) > count:
        m.position.chance.shuffle(hand)
    discard(m, seat, hand[:count], cause, random=True)
    return min(count, len(hand))


def gain(m: Referee, seat: int, name: str, count: int, cause: str) -> int:
    """Give a player cards of a pile, as far as there are any (DD25, DD33). Return their number."""
    cards = m.pile(name)[:count]
    for card in cards:
        m.card(card).owner = seat
    if cards:
        m.move(cards, DISCARD, seat)
        m.emit(Gained(seat, name, len(cards)), cause)
    return len(cards)


def change_lp(m: Referee, seats: Sequence[int], amount: int, cause: str) -> list[int]:
    """Change players' LP at the same moment (DD36, DD39). Return the seats with none left (DD38)."""
    changed: list[tuple[int, int]] = []
    for seat in seats:
        state = m.seat(seat)
        before, state.lp = state.lp, max(0, min(MOST_LP, state.lp + amount))
        if state.lp != before:
            changed.append((seat, state.lp - before))
    if any(by < 0 for _, by in changed):
        m.position.is_quiet = False
    for seat, by in changed:
        m.emit(ScoreChanged(seat, LP, by, m.seat(seat).lp), cause)
    return [seat for seat in seats if m.seat(seat).lp == 0]


def change_fame(m: Referee, seats: Sequence[int], amount: int, cause: str) -> list[int]:
    """Change players' FAME, not below 0 (DD35). Return the seats that gained some."""
    gained: list[int] = []
    for seat in seats:
        state = m.seat(seat)
        before, state.fame = state.fame, max(0, state.fame + amount)
        if state.fame != before:
            m.emit(ScoreChanged(seat, FAME, state.fame - before, state.fame), cause)
        if state.fame > before:
            gained.append(seat)
    return gained


def turn_over(m: Referee, seat: int, card: int, cause: str) -> None:
    """Turn over a player's card in its zone, visible to everyone (DD81, DD82, DD102)."""
    before = m.called(card)
    zone = m.card(card).zone
    if zone != MASTER:
        m.look([card])
    m.turn_over(card)
    after, turned = m.called(card), m.seat(seat).turned
    if turned.get(before):
        turned[before] -= 1
    else:
        turned[after] = turned.get(after, 0) + 1
    m.emit(TurnedOver(seat, before, after, zone), cause)
