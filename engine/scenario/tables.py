"""The vocabulary of a game's scenarios in tables: zones, numbers, states, keywords, each with its part of a position.

Possible expectations, the lines of a side, and the names of cards follow from them. A card is its number in the cards
of the machine's position, where it has at least a `title`, a `zone` and an `owner`; a game declares differences.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from types import MappingProxyType
from typing import Generic, Never

import msgspec
from typing_extensions import TypeVar

from engine.kernel.cards.state import CardPosition
from engine.kernel.cards.zones import CardLayout, P
from engine.kernel.events.event import Fact
from engine.kernel.law import Law
from engine.kernel.machine import Machine
from engine.kernel.position import Frame
from engine.scenario.items import Item, ItemReader, NewItemReader, PlainCards

WithCards = Machine[CardPosition[Frame]]
M = TypeVar("M", bound=WithCards, default=WithCards)
M_co = TypeVar("M_co", bound=WithCards, covariant=True, default=WithCards)
"""The game's machine. Covariant because tables only receive machines of the same game."""

NONE: Mapping[str, Never] = MappingProxyType({})
"""A table without any words."""


class ScenarioZone(msgspec.Struct, Generic[M_co], frozen=True, eq=False):
    """A zone: the cards in it by machine and seat, from the top if it is `ordered`, and other names of it.

    There is one of each for every player or, if it `is_shared`, one for all of them.
    """

    cards: Callable[[M_co, int], Sequence[int]]
    ordered: bool = False
    is_shared: bool = False
    also: tuple[str, ...] = ()


def zones_of(layout: CardLayout[P], **also: tuple[str, ...]) -> dict[str, ScenarioZone[M]]:
    """Return the zones declared in the types of a game's position, by name. `also` are further names."""

    def cards(name: str) -> Callable[[M, int], Sequence[int]]:
        return lambda machine, seat: layout.place(machine.position, name, seat).cards

    return {
        zone.name: ScenarioZone(cards(zone.name), zone.ordered, not of_seats, also.get(zone.name, ()))
        for zone, of_seats in layout.declared()
    }


class Value(msgspec.Struct, Generic[M_co], frozen=True, eq=False):
    """A property of the whole match, such as its phase. `words` are its possible values; none for a number."""

    read: Callable[[M_co], int | str]
    words: tuple[str, ...] = ()


def _title(machine: WithCards, card: int) -> str:
    return machine.position.cards[card].title


def _owner(machine: WithCards, card: int) -> int:
    return machine.position.cards[card].owner


class Tables(msgspec.Struct, Generic[M_co], frozen=True, eq=False, kw_only=True):
    """The vocabulary of a game's scenarios. Functions receive the machine, and a card's number or a seat if needed."""

    law: Law | None = None
    """The names by which rules are cited."""

    # -- zones and cards

    zones: Mapping[str, ScenarioZone[M_co]] = NONE
    items: NewItemReader = ItemReader[Item]
    """The class of readers for lists of cards, with the possible notes."""
    plain: PlainCards | None = None
    nouns: tuple[str, ...] = ("card", "cards")
    """The counters of a zone."""
    title: Callable[[M_co, int], str] = _title
    holder: Callable[[M_co, int], int] = _owner
    """Return the seat of a card's zone, below 0 for a shared one."""
    number: Callable[[M_co, int], int] = lambda machine, card: 0
    """Return the number that distinguishes a card from others with its title, `Guard#3`; 0 for none."""
    is_on_table: Callable[[M_co, int], bool] = lambda machine, card: True
    """Return whether a title means this card first if several cards have it."""
    where: Callable[[M_co, int, Sequence[str]], str] | None = None
    """Return a card's place and state with the players' names, for a failure. None: only its zone is given."""
    sees: Callable[[M_co, int | None, int, str], Iterable[str]] | None = None
    """The titles that a seat, or a spectator (None), is shown in a zone: (machine, viewer, seat, zone). None: can't be asked."""

    seat_subject: Callable[[int], str] | None = None
    """Return the subject of an option about a seat. Scenarios use the player's name for it. None without such options."""

    # -- cards

    states: Mapping[str, Callable[[M_co, int], bool]] = NONE
    """Such as `exhausted`: "CARD is exhausted"."""
    numbers: Mapping[str, Callable[[M_co, int], int]] = NONE
    """Such as `power`: "CARD has power 3", or "CARD has 3 damage"."""
    keywords: tuple[str, ...] = ()
    keywords_of: Callable[[M_co, int], Mapping[str, int]] | None = None
    """Return a card's keywords with their numbers, 0 for those without one."""

    # -- players and the match

    counters: Mapping[str, Callable[[M_co, int], int]] = NONE
    """Numbers of a player, such as `depth`: "PLAYER's depth is 3"."""
    number_words: Mapping[str, int] = NONE
    """Words for a player's number."""
    conditions: Mapping[str, Callable[[M_co, int], bool]] = NONE
    """Properties of a player, with the verb: `is the first player`, `has siege`."""
    values: Mapping[str, Value[M_co]] = NONE
    """Such as `phase`: "the phase is main"."""
    things: Mapping[str, Callable[[M_co], bool]] = NONE
    """Temporary things, such as `conflict`: "there is no conflict"."""
    effects: Mapping[str, Callable[[M_co], Sequence[str]]] = NONE
    """Places of effects, and the titles of their cards: `in force`, `on standby`."""
    deeds: Mapping[str, Callable[[Sequence[Fact]], Sequence[str]]] = NONE
    """Deeds of and to cards, with the verb, and the titles in order by what has happened:
    `was destroyed`, `has triggered`: "CARD has triggered twice"."""
    tallies: Mapping[str, Callable[[Sequence[Fact], int], int]] = NONE
    """Amounts that a player has done: `drawn N cards`: "PLAYER has drawn 2 cards"."""
    verbs: Mapping[str, str] = NONE
    """Acts of a player, and the verb of their options: "PLAYER can't play CARD"; "" for options without one."""

    def __post_init__(self) -> None:
        """Raise ValueError for an ambiguous word, and for keywords without a function that returns a card's."""
        zones = [name for key, zone in self.zones.items() for name in (key, *zone.also)]
        for name in zones:
            if zones.count(name) > 1:
                raise ValueError(f"“{name}” means two zones in the tables of scenarios.")
        sorts = {"a state": self.states, "a number": self.numbers, "a keyword": self.keywords}
        for (one, words), (other, others) in combinations(sorts.items(), 2):
            for word in {word.casefold() for word in words} & {word.casefold() for word in others}:
                raise ValueError(
                    f"“{word}” means both {one} and {other} of a card in the tables of scenarios."
                )
        if self.keywords and self.keywords_of is None:
            raise ValueError(
                "A table of scenarios names keywords, but not how a card is asked for them (keywords_of)."
            )

    def all_words(self) -> tuple[str, ...]:
        """Return all words of the tables except keywords and verbs, for the page about scenarios."""
        tables = (
            self.zones,
            self.states,
            self.numbers,
            self.counters,
            self.conditions,
            self.values,
            self.things,
        )
        more = (self.effects, self.deeds, self.tallies)
        return tuple(word for table in (*tables, *more) for word in table)

    def zone_called(self, name: str) -> str:
        """Return the zone that a name means."""
        small = name.casefold()
        return next(key for key, zone in self.zones.items() if small in (key, *zone.also))

    def is_called(self, title: str, text: str) -> bool:
        """Return whether a name can mean a card of this title."""
        if title.casefold() == text.strip().casefold():
            return True
        return self.plain is not None and self.plain.is_called(title, text)
