"""Put the cards of a scenario on the table, in the places given, and refuse impossible places (DW13)."""

from __future__ import annotations

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
from engine.dreamweavers.program import CardPool
from engine.dreamweavers.scenario.items import Item
from engine.dreamweavers.scenario.model import DreamweaversScenario, DreamweaversSide
from engine.dreamweavers.scenario.plain_cards import Plain, plain_card
from engine.dreamweavers.scenario.tables import TABLES
from engine.kernel.cards.state import EVERYBODY
from engine.scenario.mistakes import Mistake

EGO_SIZE = 5
"""The default number of plain Thoughts of power 0 in an Ego."""

MIND_OF_PLAIN_CARDS = (*("1",) * 8, "Feeling 1", "Feeling 2")
"""The default mind, from the top. It has Feelings, as in any match."""


class Table:
    """The cards of a position by id, added one by one."""

    def __init__(self, scenario: DreamweaversScenario) -> None:
        self.scenario = scenario
        self.wanted = scenario.position
        self.cards: list[CardState] = []
        self.printed: dict[str, Card] = {}
        self.seats = [self._seat(side) for side in self.wanted.sides]
        self._copies: dict[Plain, int] = {}
        for seat, side in enumerate(self.wanted.sides):
            for zone in TABLES.zones:
                self._fill(seat, side, zone)
        for item in self.wanted.in_force:
            self.printed[item.title] = scenario.cards[item.title]

    def card_set(self) -> CardSet:
        """Return the cards of this position, and the covers of its notions.

        Raises Mistake for a notion without a cover.
        """
        covers = self.scenario.covers
        sides_by_notion = {notion: side for side in self.wanted.sides for notion in side.all_notions}
        for notion, side in sides_by_notion.items():
            if notion not in covers:
                place = side.places.get("intent", side.places.get("notions", self.scenario.place))
                raise Mistake(
                    place.column, f"There is no cover of {notion.value}.", [f"cover: {notion.value}"], line=place.line
                )  # fmt: skip
        return CardSet(
            self.printed, {notion: covers[notion] for notion in Notion if notion in sides_by_notion}
        )

    def pool(self) -> CardPool:
        """Return these cards as a pool."""
        return CardPool.of(self.card_set())

    @staticmethod
    def _seat(side: DreamweaversSide) -> SeatState:
        state = SeatState([notion.value for notion in side.notions])
        if side.intent is not None:
            state.intent = side.intent.value
            if side.intent.value not in state.notions:
                state.notions.append(side.intent.value)
        return state

    def _fill(self, seat: int, side: DreamweaversSide, zone: str) -> None:
        state = self.seats[seat]
        pile = {
            MIND: state.mind, HAND: state.hand, EGO: state.ego, ID: state.id,
            THOUGHTS: state.thoughts, FEELINGS: state.feelings,
        }[zone]  # fmt: skip
        for item in side.zones.get(zone, self._default(zone)):
            if item.title and item.count > 1:
                raise item.mistake(f"There is one {item.title} only: all cards of a match differ.")
            for _ in range(item.count):
                pile.append(self._add(seat, zone, item))

    def _default(self, zone: str) -> list[Item]:
        """Return the default content of a zone."""
        place = self.scenario.place
        if zone == EGO and self.wanted.phase in (MAIN, UPKEEP):
            return [Item(place, plain="0", count=EGO_SIZE)]
        return [Item(place, plain=plain) for plain in MIND_OF_PLAIN_CARDS] if zone == MIND else []

    def _add(self, seat: int, zone: str, item: Item) -> CardId:
        printed_card = self._printed(item)
        allowed_kind = {THOUGHTS: Noun.THOUGHT, FEELINGS: Noun.FEELING}.get(zone, printed_card.kind)
        if printed_card.kind is not allowed_kind:
            raise item.mistake(
                f"{printed_card.title} is a {printed_card.kind.value}: it can't lie among the {zone}."
            )
        if item.tapped and zone != THOUGHTS:
            raise item.mistake("Only Thoughts in play are tapped (DW19).")
        if (item.is_new or item.attacks or item.stays_tapped or item.used) and zone not in IN_PLAY:
            raise item.mistake(f"This can't be noted about a card of the {zone}.")
        self.printed[printed_card.title] = printed_card
        known_to = 1 << seat if zone == HAND else 0
        for name in item.seen_by:
            known_to |= 1 << self.scenario.names.index(name)
        is_open = item.is_known or zone in (ID, THOUGHTS, FEELINGS)
        self.cards.append(
            CardState(
                printed_card.title,
                seat,
                zone,
                tag=len(self.cards) + 1,
                known=EVERYBODY if is_open else known_to,
                tapped=item.tapped,
                entered=self.wanted.number if item.is_new else 0,
                attacks=item.attacks,
                stays_tapped=item.stays_tapped,
                settled=zone == FEELINGS,
                used=self._used(item, printed_card),
            )
        )
        return len(self.cards) - 1

    def _printed(self, item: Item) -> Card:
        if (plain := plain_card(item.plain)) is not None:
            copy = self._copies.get(plain, 0)
            self._copies[plain] = copy + 1
            return plain.card(copy)
        if item.title in self.printed:
            raise item.mistake(f"{item.title} lies somewhere already: all cards of a match differ.")
        return self.scenario.cards[item.title]

    def _used(self, item: Item, printed_card: Card) -> list[int]:
        if not item.used:
            return []
        abilities = list(CardPool([printed_card], []).texts[printed_card.title].abilities)
        if max(item.used) > len(abilities):
            raise item.mistake(f"{printed_card.title} has {len(abilities)} abilities.")
        return [abilities[number - 1] for number in item.used]
