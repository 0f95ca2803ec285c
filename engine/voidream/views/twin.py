"""Positions that a seat can't distinguish by everything it knows, not only by what it sees (R2, R34, R52).

They are made independently of `know`, so that tests can compare the two. Cards hidden from these seats change places,
titles and numbers; a card stays in its place as long as one of them could track it (`CardState.known`), and a title
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
    """A twin for those `seats`; none: for spectators."""

    def __init__(self, ref: Referee, seats: Collection[int], chance: Chance) -> None:
        super().__init__(ref, seats, chance)
        self.bits = bits_of(seats)
        self.alike = not chance.below(4)
        """Now and then only cards of the same title change places: what happens next is often the same then."""
        self.tops = {ref.top(seat) for seat in range(len(self.position.seats))}
        self.hidden = [
            card
            for card, held in enumerate(self.position.cards)
            if not held.known & (self.bits | WATCHERS) and not is_open(ref, card)
        ]

    def lay_elsewhere(self, seat: int) -> None:
        """Exchange the places of a deck's cards that no one can locate."""
        if self.alike:
            return
        held, state = self.position.cards, self.position.seats[seat]
        fixed = {*state.deck[: state.lifted], *self.tops}
        loose = [card for card in state.deck if card not in fixed and not held[card].known]
        places = set(loose)
        self.chance.shuffle(loose)
        state.deck = [loose.pop() if card in places else card for card in state.deck]

    def call_otherwise(self, owner: int) -> None:
        """Exchange the titles of hidden cards of an owner, and replace those that could be any."""
        held = self.position.cards
        hidden = [card for card in self.hidden if held[card].owner == owner]
        self.chance.shuffle(hidden)
        for at, card in enumerate(hidden):
            alike = [other for other in hidden[at:] if self.may_change(held[card], held[other])]
            self._change(held[card], held[self.chance.pick(alike)])
        if self.alike or owner in self.seats:
            return
        taken = {one.title for one in held if self.kind[one.title] is Kind.ARCANUM}
        for state in (held[card] for card in hidden if not held[card].seen & self.bits):
            value = self.value[state.title] if self.shows_its_back(state) else None
            if state.zone == HAND:
                free = [
                    title for title in self.titles(state.title, value, (Kind.ARCANUM,)) if title not in taken
                ]
            else:
                free = self.titles(state.title, value, DREAM if state.zone == DECK else ON_TABLE)
            state.title, state.seen = self.chance.pick(free), 1 << owner
            taken.add(state.title)

    def may_change(self, one: CardState, other: CardState) -> bool:
        """Return whether two cards can exchange places: their backs must show the same."""
        kinds = self.kind[one.title], self.kind[other.title]
        if self.alike or one is other:
            return one.title == other.title
        if (one.zone == HAND) != (other.zone == HAND):
            return False
        if any(Kind.CONSTRUCT is kind for kind in kinds) and not one.zone == other.zone == DECK:
            return False
        shown = self.shows_its_back(one) or self.shows_its_back(other)
        return not shown or self.value[one.title] == self.value[other.title]

    def shows_its_back(self, state: CardState) -> bool:
        """Return whether the value of a hidden card is public."""
        top = any(card is not None and self.position.cards[card] is state for card in self.tops)
        return state.zone != DECK or top or bool(state.known & BACK_SEEN)

    def _change(self, one: CardState, other: CardState) -> None:
        one.title, one.seen, other.title, other.seen = other.title, other.seen, one.title, one.seen

    def number_otherwise(self) -> None:
        """Give the cards other numbers."""
        order = list(range(len(self.position.cards)))
        self.chance.shuffle(order)
        number(self.position, order)


def twin(ref: Referee, seats: Collection[int], chance: Chance) -> Referee:
    """Return another position that these seats, who may remember more than they see, can't distinguish from this one."""
    other = _Twin(ref, seats, chance)
    position = other.position
    position.chance = Chance(f"another {chance.below(2**32)}", position.chance.drawn + chance.below(9))
    for seat in range(len(position.seats)):
        other.lay_elsewhere(seat)
        other.call_otherwise(seat)
    other.number_otherwise()
    found = other.referee()
    # Actions taken in this exact position also count as taken in the other one (§7).
    here = digest(found)
    position.history = [(there, what) for there, what in position.history if there != here]
    position.history += [(here, what) for what in sorted(taken_here(ref))]
    return found
