"""Layout of a scenario's position: all cards of the game, with the named ones in their zones."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from cards.dreams_of_dystopia.library import the_set
from cards.dreams_of_dystopia.model import Card, Kind
from engine.dreams_of_dystopia.frames import PlayMatch, TakeTurn
from engine.dreams_of_dystopia.game import DYSTOPIA
from engine.dreams_of_dystopia.program import CardPool
from engine.dreams_of_dystopia.referee import Referee
from engine.dreams_of_dystopia.saves.stored_set import keep, todays
from engine.dreams_of_dystopia.scenario.situation import DystopiaSituation
from engine.dreams_of_dystopia.turns.setup import blank
from engine.dreams_of_dystopia.views.types import DystopiaView
from engine.dreams_of_dystopia.zones import BOX, DECK, HAND, MASTER, MASTERS, SUPPLY
from engine.kernel.events.event import Event
from engine.kernel.match import Match
from engine.kernel.position import packed
from engine.scenario.items import Item
from engine.scenario.mistakes import TextPlace
from engine.scenario.model import Scenario, SideLayout, TablePosition

LP = 10
"""The default LP of a player."""


class Printed(msgspec.Struct, frozen=True):
    """A side of a card that a scenario can name."""

    card: Card
    number: int

    @property
    def title(self) -> str:
        """The title of the side."""
        return self.card.sides[self.number].title


class DystopiaSide(SideLayout):
    """A player's side; the title of a Master."""

    master: str = ""


class DystopiaPlace(TablePosition[DystopiaSide]):
    """The beginning position of a scenario."""

    quiet: int = 0
    begins: str = "turn"
    """The beginning: choosing Masters, or a player's turn."""


DystopiaScenario = Scenario[DystopiaSituation, DystopiaPlace, Printed]


def lay_out(scenario: DystopiaScenario) -> tuple[Match[Referee, DystopiaView], tuple[Event, ...]]:
    """Return a match in the position of a scenario, by default during a player's turn. Raises Mistake."""
    position = scenario.position
    pool = _pool(tuple(one.card for one in scenario.cards.values() if one.card not in the_set().cards))
    m = blank(pool, len(position.sides), scenario.seed)
    if position.begins == "Masters":
        m.push(PlayMatch())
        return Match.at(DYSTOPIA, keep(m.seat_count, pool), scenario.seed, packed(m.position))
    for seat, zone, item in position.placed_cards():
        for _ in range(item.count):
            _take(m, scenario, item, zone, seat)
    for seat, side in enumerate(position.sides):
        free = {m.card(card).title for card in m.zone(MASTERS)}
        defaults = (title for title in (*QUIET[seat:], *QUIET) if m.pool.called(m.pool.sides[title]) in free)
        _take(m, scenario, Item(TextPlace(1, 1), title=side.master or next(defaults)), MASTER, seat)
        state = m.seat(seat)
        state.lp, state.fame = side.counters.get("lp", LP), side.counters.get("fame", 0)
    m.position.first = m.position.active = position.turn or 0
    m.position.turn, m.position.quiet = 1, position.quiet
    m.push(PlayMatch())
    m.position.stack[-1].step = "take_turns"
    m.push(TakeTurn(seat=m.position.active))
    m.position.stack[-1].step = "next_act"
    return Match.at(DYSTOPIA, keep(m.seat_count, pool), scenario.seed, packed(m.position))


@lru_cache(maxsize=64)
def _pool(own: tuple[Card, ...]) -> CardPool:
    """Return the set's cards and a scenario's own, the same pool for all scenarios with the same cards."""
    return CardPool(dict.fromkeys((*the_set().cards, *own))) if own else todays()


QUIET = (
    "Warden of the Last Garden",
    "Voice in the Static",
    "Smith of the Last Age",
    "Regent of the Morning Side",
)
"""The default Masters by seat, or of others if they are taken: Divine, Demonic, Demonic, Divine."""


def _take(m: Referee, scenario: DystopiaScenario, item: Item, zone: str, seat: int) -> None:
    printed = scenario.cards[item.title]
    name = printed.card.sides[0].title
    source = {Kind.MASTER: MASTERS, Kind.STARTING_MINION: BOX}.get(printed.card.kind, SUPPLY)
    card = next((each for each in m.zone(source) if m.card(each).title == name), None)
    if card is None:
        raise item.mistake(f"There are no more cards called {item.title}.")
    m.card(card).side, m.card(card).owner = printed.number if zone != SUPPLY else 0, seat
    m.move([card], zone, seat)
    if zone in (DECK, HAND):  # At most its owner knows it.
        m.card(card).known = 1 << seat if zone == HAND else 0
