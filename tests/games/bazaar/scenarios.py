"""Scenarios of Bazaar: their vocabulary and initial positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.kernel.chance import Chance
from engine.kernel.events.event import Event, Fact
from engine.kernel.match import Match
from engine.scenario.format import Format
from engine.scenario.headings import counter
from engine.scenario.model import Scenario
from engine.scenario.parser import LineReader
from engine.scenario.situation import Situation
from engine.scenario.tables import Tables, zones_of
from tests.games.bazaar.game import BAZAAR, PHRASING, called
from tests.games.bazaar.position import LAYOUT, LIFE, SIDES, Acted, BazaarPosition, PlayMatch, Seat
from tests.games.bazaar.steps import BazaarMachine

CARDS = {side.name: (title, at) for title, sides in SIDES.items() for at, side in enumerate(sides)}
"""The card and the number of each side, by the side's name."""


def _bought(happened: Sequence[Fact]) -> list[str]:
    bought = [fact for fact in happened if isinstance(fact, Acted) and fact.what == "buys"]
    return [name for fact in bought for name, _ in fact.cards or ()]


TABLES = Tables[BazaarMachine](
    zones=zones_of(LAYOUT),
    title=BazaarMachine.called,
    holder=lambda m, card: m.position.cards[card].holder,
    sees=lambda m, viewer, seat, zone: [called(card) for card in m.seen(zone, seat, viewer)],
    seat_subject=lambda seat: f"seat {seat}",
    numbers={"attack": lambda m, card: m.side(card).attack, "price": lambda m, card: m.side(card).price},
    counters={"life": lambda m, seat: m.position.seats[seat].life},
    deeds={"was bought": _bought},
    verbs={"play": "play", "buy": "buy", "attack": "attack", "block with": "block"},
)  # fmt: skip


def lay_out(scenario: Scenario[Situation]) -> tuple[Match[Any, Any], tuple[Event, ...]]:
    seats = [Seat(life=side.counters.get("life", LIFE)) for side in scenario.position.sides]
    turn = scenario.position.turn or 0
    m = BazaarMachine(BazaarPosition(chance=Chance(scenario.seed), cards=[], seats=seats, turn=turn))
    for seat, zone, item in scenario.position.placed_cards():
        title, side = CARDS[item.title]
        m.add([title] * item.count, zone, seat)
        for card in range(len(m.position.cards) - item.count, len(m.position.cards)) if side else ():
            m.turn_over(card)
    m.push(PlayMatch())
    m.position.stack[-1].step = "take_turns"
    return Match.at(BAZAAR, b"", scenario.seed, BAZAAR.pack(m))


FORMAT = Format[Scenario[Situation], Situation](
    game="Bazaar", tables=TABLES, phrasing=PHRASING, lay_out=lay_out, players=BAZAAR.seats, side={"life": counter("life")}
)  # fmt: skip


def read_scenarios(text: str) -> list[Scenario[Situation]]:
    return LineReader(FORMAT, Scenario[Situation](cards=CARDS)).read(text)
