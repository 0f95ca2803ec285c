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
"""Of each value: more than a hand holds."""


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
    return CardPool([*(printed.card for printed in pool.cards.values()), *_blanks()])


class Exchange:
    """One exchange for those `seats`; none: for spectators."""

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
        fitting = self.fitting[value, kinds]
        return [title for title in fitting if title != old] if old in fitting else fitting

    def referee(self) -> Referee:
        """Return the twin, in which others have made other secret choices."""
        twin = Referee(self.position, self.pool)
        rng = Random(self.chance.below(2**32))
        draw_secrets(twin, list(hidden_secrets(self.position, self.seats)), rng)
        return twin

    def deck(self, seat: int) -> None:
        """Exchange the face-down cards of a deck, except those that one of the seats has seen."""
        position, state = self.position, self.position.seats[seat]
        held, bits = position.cards, bits_of(self.seats)
        hidden = [card for card in state.deck if not held[card].face_up and not held[card].known & bits]
        # The value on top is open, and so was that of a card that was lifted from there to be looked at, or covered since.
        backs = (
            {*state.deck[:1], *state.deck[state.lifted : state.lifted + 1]}
            if position.shuffled
            else set[int]()
        ) | {card for card in hidden if held[card].known & BACK_SEEN}
        if seat in self.seats:
            self.reorder([card for card in hidden if card not in backs])
            for back in (card for card in hidden if card in backs):
                self.swap_alike(back, hidden)
            return
        for card in hidden:
            one = held[card]
            one.seen = 1 << seat
            one.title = self.chance.pick(
                self.titles(one.title, self.value[one.title] if card in backs else None, DREAM)
            )

    def reorder(self, cards: list[int]) -> None:
        """Permute cards: at random, or so that as many as possible replace a card of a different value."""
        held = self.position.cards
        titles = [held[card].title for card in cards]
        if len(set(titles)) < 2:
            return
        if self.chance.below(2):
            self.chance.shuffle(titles)
        else:
            by_value = sorted(range(len(cards)), key=lambda n: (self.value[titles[n]], titles[n]))
            far = 1 + self.chance.below(len(cards) - 1)
            moved = by_value[far:] + by_value[:far]
            new = dict(zip(by_value, (titles[n] for n in moved), strict=True))
            titles = [new[n] for n in range(len(cards))]
        seen: dict[str, list[int]] = {}
        for card in cards:
            seen.setdefault(held[card].title, []).append(held[card].seen)
        for card, title in zip(cards, titles, strict=True):
            held[card].title, held[card].seen = title, seen[title].pop()

    def swap_alike(self, back: int, hidden: list[int]) -> None:
        """Exchange a card whose value is seen for another of that value."""
        held = self.position.cards
        value = self.value[held[back].title]
        alike = [card for card in hidden if self.value[held[card].title] == value and card != back]
        others = [card for card in alike if held[card].title != held[back].title]
        if others:
            other = self.chance.pick(others)
            one, two = held[back], held[other]
            one.title, one.seen, two.title, two.seen = two.title, two.seen, one.title, one.seen

    def hand(self, seat: int) -> None:
        """Exchange the arcana in a hand that none of the seats knows. None of them stays."""
        held = self.position.cards
        taken = {state.title for state in held if self.kind[state.title] is Kind.ARCANUM}
        for card in self.position.seats[seat].hand:
            value = self.value[held[card].title]
            free = [title for title in self.titles("", value, (Kind.ARCANUM,)) if title not in taken]
            held[card].title, held[card].seen = self.chance.pick(free), 1 << seat
            taken.add(held[card].title)

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
    position.history += [(digest(twin), what) for what in sorted(taken_here(ref))]
    return twin
