"""Positions that a seat can't distinguish by everything that it knows, not only by what it sees (R2, R34, R52).

They are made independently of `know`, so that tests can compare the two. Cards hidden from these seats change places,
titles and numbers. A card stays in its place as long as one of them could follow it (`CardState.known`), and a title
stays among the hidden ones once one of them has seen it (`CardState.seen`).
"""

from __future__ import annotations

from collections.abc import Collection

from cards.voidream.model import Kind
from engine.kernel.cards.card_numbers import number
from engine.kernel.cards.state import BACK_SEEN, WATCHERS
from engine.kernel.chance import Chance
from engine.voidream.position import DECK, HAND, CardState
from engine.voidream.queries.loops import digest, taken_here
from engine.voidream.queries.nouns import is_open
from engine.voidream.referee import Referee
from engine.voidream.views.knowledge import bits_of
from engine.voidream.views.permutation import DREAM, ON_TABLE, Exchange


class _Twin(Exchange):
    """A twin for these `seats`; without seats, for spectators."""

    def __init__(self, ref: Referee, seats: Collection[int], chance: Chance) -> None:
        super().__init__(ref, seats, chance)
        self.bits = bits_of(seats)
        self.keeps_titles = not chance.below(4)
        """Occasionally only cards with the same title change places, so that the match often continues in the same way."""
        self.tops = {ref.top(seat) for seat in range(len(self.position.seats))}
        self.hidden = [
            card
            for card, state in enumerate(self.position.cards)
            if not state.known & (self.bits | WATCHERS) and not is_open(ref, card)
        ]

    def lay_elsewhere(self, seat: int) -> None:
        """Exchange the places of a deck's cards that no one can locate."""
        if self.keeps_titles:
            return
        states, state = self.position.cards, self.position.seats[seat]
        fixed = {*state.deck[: state.lifted], *self.tops}
        loose = [card for card in state.deck if card not in fixed and not states[card].known]
        places = set(loose)
        self.chance.shuffle(loose)
        state.deck = [loose.pop() if card in places else card for card in state.deck]

    def call_otherwise(self, owner: int) -> None:
        """Exchange the titles of an owner's hidden cards, and replace those that could be any."""
        states = self.position.cards
        hidden_cards = [card for card in self.hidden if states[card].owner == owner]
        self.chance.shuffle(hidden_cards)
        for at, card in enumerate(hidden_cards):
            exchangeable = [
                partner for partner in hidden_cards[at:] if self.may_change(states[card], states[partner])
            ]
            self._change(states[card], states[self.chance.pick(exchangeable)])
        if self.keeps_titles or owner in self.seats:
            return
        used_titles = {item.title for item in states if self.kind[item.title] is Kind.ARCANUM}
        for state in (states[card] for card in hidden_cards if not states[card].seen & self.bits):
            value = self.value[state.title] if self.shows_its_back(state) else None
            if state.zone == HAND:
                free = [
                    title
                    for title in self.titles(state.title, value, (Kind.ARCANUM,))
                    if title not in used_titles
                ]
            else:
                free = self.titles(state.title, value, DREAM if state.zone == DECK else ON_TABLE)
            state.title, state.seen = self.chance.pick(free), 1 << owner
            used_titles.add(state.title)

    def may_change(self, first: CardState, second: CardState) -> bool:
        """Return whether two cards can exchange places, which requires equal visible backs."""
        kinds = self.kind[first.title], self.kind[second.title]
        if self.keeps_titles or first is second:
            return first.title == second.title
        if (first.zone == HAND) != (second.zone == HAND):
            return False
        if any(Kind.CONSTRUCT is kind for kind in kinds) and not first.zone == second.zone == DECK:
            return False
        is_value_public = self.shows_its_back(first) or self.shows_its_back(second)
        return not is_value_public or self.value[first.title] == self.value[second.title]

    def shows_its_back(self, state: CardState) -> bool:
        """Return whether the value of a hidden card is public."""
        top = any(card is not None and self.position.cards[card] is state for card in self.tops)
        return state.zone != DECK or top or bool(state.known & BACK_SEEN)

    def _change(self, first: CardState, second: CardState) -> None:
        first.title, first.seen, second.title, second.seen = (
            second.title,
            second.seen,
            first.title,
            first.seen,
        )

    def number_otherwise(self) -> None:
        """Give the cards other numbers."""
        order = list(range(len(self.position.cards)))
        self.chance.shuffle(order)
        number(self.position, order)


def twin(ref: Referee, seats: Collection[int], chance: Chance) -> Referee:
    """Return another position that these seats can't distinguish from this one, by sight or memory."""
    twin_of = _Twin(ref, seats, chance)
    position = twin_of.position
    position.chance = Chance(f"another {chance.below(2**32)}", position.chance.drawn + chance.below(9))
    for seat in range(len(position.seats)):
        twin_of.lay_elsewhere(seat)
        twin_of.call_otherwise(seat)
    twin_of.number_otherwise()
    twin_referee = twin_of.referee()
    # Actions taken in this exact position also count as taken in the other one (§7).
    twin_digest = digest(twin_referee)
    position.history = [(place, act) for place, act in position.history if place != twin_digest]
    position.history += [(twin_digest, act) for act in sorted(taken_here(ref))]
    return twin_referee
