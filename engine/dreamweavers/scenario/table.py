"""Putting the cards of a scenario on the table: each where it is written, and nothing that could not lie there (DW13)."""

from __future__ import annotations

from collections.abc import Iterator

from cards.dreamweavers.language.words import Notion, Noun
from cards.dreamweavers.model import Card, CardSet
from engine.dreamweavers.frames import CardId
from engine.dreamweavers.position import (
    EGO,
    FEELINGS,
    HAND,
    ID,
    IN_PLAY,
    MAIN,
    MIND,
    THOUGHTS,
    UPKEEP,
    CardState,
    SeatState,
)
from engine.dreamweavers.program import Pool
from engine.dreamweavers.scenario.items import Item
from engine.dreamweavers.scenario.model import DreamweaversScenario, SidePosition
from engine.dreamweavers.scenario.plain_cards import Plain
from engine.dreamweavers.scenario.zones import ZONES
from engine.kernel.cards.state import EVERYBODY
from engine.scenario.mistakes import Mistake

EGO_SIZE = 5
"""How many plain Thoughts of power 0 lie in an Ego of which nothing is said."""

MIND_OF_PLAIN_CARDS = (*(Plain(1),) * 8, Plain(1, is_feeling=True), Plain(2, is_feeling=True))
"""A mind of which nothing is said, from the top. There are Feelings in it, as in any match."""


class Table:
    """The cards of a position as they are put down, one after the other, by id."""

    def __init__(self, scenario: DreamweaversScenario) -> None:
        self.scenario = scenario
        self.wanted = scenario.position
        self.cards: list[CardState] = []
        self.printed: dict[str, Card] = {}
        self.seats = [self._seat(side) for side in self.wanted.sides]
        self._copies: dict[Plain, int] = {}
        for seat, side in enumerate(self.wanted.sides):
            for zone in ZONES:
                self._fill(seat, side, zone)
        for one in self.wanted.in_force:
            self.printed[one.title] = scenario.cards[one.title]

    def card_set(self) -> CardSet:
        """Return the cards of this position, and the covers of its notions. Raises Mistake for a notion that has none."""
        covers = self.scenario.covers
        needed = {notion: side for side in self.wanted.sides for notion in _notions(side)}
        for notion, side in needed.items():
            if notion not in covers:
                place = side.places.get("intent", side.places.get("notions", self.scenario.place))
                raise Mistake(
                    place.column, f"There is no cover of {notion.value}.", [f"cover: {notion.value}"], line=place.line
                )  # fmt: skip
        return CardSet(self.printed, {notion: covers[notion] for notion in Notion if notion in needed})

    def pool(self) -> Pool:
        """Return the same, ready to run."""
        return Pool.of(self.card_set())

    @staticmethod
    def _seat(side: SidePosition) -> SeatState:
        state = SeatState([notion.value for notion in side.notions])
        if side.intent is not None:
            state.intent = side.intent.value
            if side.intent.value not in state.notions:
                state.notions.append(side.intent.value)
        return state

    def _fill(self, seat: int, side: SidePosition, zone: str) -> None:
        for item in self._items(side, zone):
            for _ in range(item.count):
                card = self._add(seat, zone, item)
                self._pile(seat, zone).append(card)

    def _items(self, side: SidePosition, zone: str) -> Iterator[Item]:
        if zone in side.zones:
            yield from side.zones[zone]
        elif zone == EGO and self.wanted.phase in (MAIN, UPKEEP):
            yield Item(self.scenario.place, plain=Plain(0), count=EGO_SIZE)
        elif zone == MIND:
            for plain in MIND_OF_PLAIN_CARDS:
                yield Item(self.scenario.place, plain=plain)

    def _pile(self, seat: int, zone: str) -> list[CardId]:
        state = self.seats[seat]
        return {
            MIND: state.mind, HAND: state.hand, EGO: state.ego, ID: state.id,
            THOUGHTS: state.thoughts, FEELINGS: state.feelings,
        }[zone]  # fmt: skip

    def _add(self, seat: int, zone: str, item: Item) -> CardId:
        printed = self._printed(item)
        wanted = {THOUGHTS: Noun.THOUGHT, FEELINGS: Noun.FEELING}.get(zone, printed.kind)
        if printed.kind is not wanted:
            raise self._mistake(
                item, f"{printed.title} is a {printed.kind.value}: it can't lie among the {zone}."
            )
        if item.tapped and zone != THOUGHTS:
            raise self._mistake(item, "Only Thoughts in play are tapped (DW19).")
        if (item.is_new or item.attacks or item.stays_tapped or item.used) and zone not in IN_PLAY:
            raise self._mistake(item, f"This can't be noted about a card of the {zone}.")
        self.printed[printed.title] = printed
        known = 1 << seat if zone == HAND else 0
        for name in item.seen_by:
            known |= 1 << self.scenario.names.index(name)
        is_open = item.is_known or zone in (ID, THOUGHTS, FEELINGS)
        self.cards.append(
            CardState(
                printed.title,
                seat,
                zone,
                tag=len(self.cards) + 1,
                known=EVERYBODY if is_open else known,
                tapped=item.tapped,
                entered=self.wanted.number if item.is_new else 0,
                attacks=item.attacks,
                stays_tapped=item.stays_tapped,
                settled=zone == FEELINGS,
                used=self._used(item, printed),
            )
        )
        return len(self.cards) - 1

    def _printed(self, item: Item) -> Card:
        if item.plain is not None:
            copy = self._copies.get(item.plain, 0)
            self._copies[item.plain] = copy + 1
            return item.plain.card(copy)
        if item.title in self.printed:
            raise self._mistake(item, f"{item.title} lies somewhere already: all cards of a match differ.")
        return self.scenario.cards[item.title]

    def _used(self, item: Item, printed: Card) -> list[int]:
        if not item.used:
            return []
        abilities = list(Pool([printed], []).texts[printed.title].abilities)
        if max(item.used) > len(abilities):
            raise self._mistake(item, f"{printed.title} has {len(abilities)} abilities.")
        return [abilities[number - 1] for number in item.used]

    @staticmethod
    def _mistake(item: Item, message: str) -> Mistake:
        return Mistake(item.place.column, message, line=item.place.line)


def _notions(side: SidePosition) -> list[Notion]:
    return [*side.notions, *([side.intent] if side.intent is not None else [])]
