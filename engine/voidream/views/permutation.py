"""Positions that a seat can't distinguish: everything it can't see is exchanged (R2, R34, R52).

Hidden cards are exchanged within their visible backs. A player who knows a deck's list knows which cards are in it,
but not their places; for everyone else, any card with a matching back can be in any place. To make sure that an
alternative always exists, blank cards of each kind and value are added.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from random import Random

from cards.voidream.model import Card, Faction, Kind
from engine.kernel.cards.secret_fields import draw_secrets, hidden_secrets
from engine.kernel.cards.state import BACK_SEEN, bits_of
from engine.kernel.chance import Chance
from engine.kernel.position import packed
from engine.voidream.position import ATTACHED, PLAY, unpacked
from engine.voidream.program import CardPool
from engine.voidream.queries.loops import digest, taken_here
from engine.voidream.referee import Referee

DREAM = (Kind.THOUGHT, Kind.MEMORY, Kind.ENTITY, Kind.CONSTRUCT)
ON_TABLE = (Kind.THOUGHT, Kind.MEMORY, Kind.ENTITY)
"""The kinds of face-down cards on the table. A construct can be neither charge nor veiled (R11, R38)."""
_VALUES = (1, 2, 3, 4)
_BLANK_ARCANA = 12
"""The number of blank arcana of each value, more than a hand has."""


def _blanks() -> list[Card]:
    cards = [
        Card(f"Blank arcanum {value}.{number}", Kind.ARCANUM, Faction.NEUTRAL, value)
        for value in _VALUES
        for number in range(_BLANK_ARCANA)
    ]
    for kind in DREAM:
        for value in _VALUES:
            stability = 1 if kind in (Kind.ENTITY, Kind.CONSTRUCT) else 0
            cards.append(Card(f"Blank {kind} {value}", kind, Faction.NEUTRAL, value, stability=stability))
    return cards


@lru_cache(maxsize=64)
def _pool(pool: CardPool) -> CardPool:
    """Return the cards of a match with additional blank ones."""
    return CardPool([*(compiled.card for compiled in pool.cards.values()), *_blanks()])


class Exchange:
    """An exchange that these `seats` can't notice; without seats, that spectators can't notice."""

    def __init__(self, ref: Referee, seats: Collection[int], chance: Chance) -> None:
        self.position = unpacked(packed(ref.position))
        self.seats = seats
        self.chance = chance
        self.pool = _pool(ref.pool)
        self.value = {title: printed.value for title, printed in self.pool.cards.items()}
        self.kind = {title: printed.kind for title, printed in self.pool.cards.items()}
        self.fitting: dict[tuple[int | None, tuple[Kind, ...]], list[str]] = {}

    def titles(self, old: str, value: int | None, kinds: tuple[Kind, ...]) -> list[str]:
        """Return the alternative titles for a card whose back shows this value."""
        if (value, kinds) not in self.fitting:
            self.fitting[value, kinds] = [
                title
                for title, kind in self.kind.items()
                if kind in kinds and value in (None, self.value[title])
            ]
        possible = self.fitting[value, kinds]
        return [title for title in possible if title != old] if old in possible else possible

    def referee(self) -> Referee:
        """Return the twin, in which others have made other secret choices."""
        twin = Referee(self.position, self.pool)
        rng = Random(self.chance.below(2**32))
        draw_secrets(twin, list(hidden_secrets(self.position, self.seats)), rng)
        return twin

    def deck(self, seat: int) -> None:
        """Exchange the face-down cards of a deck, except those that one of the seats has seen."""
        position, state = self.position, self.position.seats[seat]
        states, bits = position.cards, bits_of(self.seats)
        hidden_cards = [
            card for card in state.deck if not states[card].face_up and not states[card].known & bits
        ]
        # The top value is public, and so are the values of cards that were looked at or covered since.
        backs = (
            {*state.deck[:1], *state.deck[state.lifted : state.lifted + 1]}
            if position.shuffled
            else set[int]()
        ) | {card for card in hidden_cards if states[card].known & BACK_SEEN}
        if seat in self.seats:
            self.reorder([card for card in hidden_cards if card not in backs])
            for back in (card for card in hidden_cards if card in backs):
                self.swap_alike(back, hidden_cards)
            return
        for card in hidden_cards:
            card_state = states[card]
            card_state.seen = 1 << seat
            card_state.title = self.chance.pick(
                self.titles(card_state.title, self.value[card_state.title] if card in backs else None, DREAM)
            )

    def reorder(self, cards: list[int]) -> None:
        """Permute cards randomly, or so that as many as possible replace a card with another value."""
        states = self.position.cards
        titles = [states[card].title for card in cards]
        if len(set(titles)) < 2:
            return
        if self.chance.below(2):
            self.chance.shuffle(titles)
        else:
            by_value = sorted(range(len(cards)), key=lambda n: (self.value[titles[n]], titles[n]))
            far = 1 + self.chance.below(len(cards) - 1)
            rotated = by_value[far:] + by_value[:far]
            new = dict(zip(by_value, (titles[n] for n in rotated), strict=True))
            titles = [new[n] for n in range(len(cards))]
        by_value_seen: dict[str, list[int]] = {}
        for card in cards:
            by_value_seen.setdefault(states[card].title, []).append(states[card].seen)
        for card, title in zip(cards, titles, strict=True):
            states[card].title, states[card].seen = title, by_value_seen[title].pop()

    def swap_alike(self, back: int, hidden: list[int]) -> None:
        """Exchange a card whose value is visible for another of that value."""
        states = self.position.cards
        value = self.value[states[back].title]
        same_value = [card for card in hidden if self.value[states[card].title] == value and card != back]
        candidates = [card for card in same_value if states[card].title != states[back].title]
        if candidates:
            partner = self.chance.pick(candidates)
            first, second = states[back], states[partner]
            first.title, first.seen, second.title, second.seen = (
                second.title,
                second.seen,
                first.title,
                first.seen,
            )

    def hand(self, seat: int) -> None:
        """Exchange all arcana in a hand that none of the seats knows."""
        states = self.position.cards
        used_titles = {state.title for state in states if self.kind[state.title] is Kind.ARCANUM}
        for card in self.position.seats[seat].hand:
            value = self.value[states[card].title]
            free = [title for title in self.titles("", value, (Kind.ARCANUM,)) if title not in used_titles]
            states[card].title, states[card].seen = self.chance.pick(free), 1 << seat
            used_titles.add(states[card].title)

    def table(self) -> None:
        """Exchange veiled cards and charges that none of the seats controls."""
        for state in self.position.cards:
            face_down = state.veiled or (state.zone == ATTACHED and not state.face_up)
            if face_down and state.zone in (PLAY, ATTACHED) and state.controller not in self.seats:
                state.title = self.chance.pick(self.titles(state.title, self.value[state.title], ON_TABLE))
                state.seen = 1 << state.owner


def exchange(ref: Referee, seats: Collection[int], chance: Chance) -> Referee:
    """Return another position that neither these seats nor spectators can distinguish from this one.

    Open questions of other seats keep their options: their keys refer to the same cards, under their new identities.
    """
    exchange = Exchange(ref, seats, chance)
    position = exchange.position
    position.chance = Chance(f"another {chance.below(2**32)}", position.chance.drawn)
    for seat in range(len(position.seats)):
        exchange.deck(seat)
        if seat not in seats:
            exchange.hand(seat)
    exchange.table()
    twin = exchange.referee()
    # Actions taken in this exact position also count as taken in the exchanged one (§7).
    position.history += [(digest(twin), act) for act in sorted(taken_here(ref))]
    return twin
