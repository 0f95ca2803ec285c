"""The setup of a scenario's position as a match."""

from __future__ import annotations

from msgspec.structs import replace

from engine.dreamweavers.frames import AnyFrame, ChooseIntents, Mulligans, SetUp, TakeTurn, Turns
from engine.dreamweavers.game import DREAMWEAVERS
from engine.dreamweavers.position import DRAFT, INTENT, MAIN, MULLIGAN, DreamweaversPosition, unpacked
from engine.dreamweavers.referee import Referee
from engine.dreamweavers.saves.stored_set import read_kept, todays
from engine.dreamweavers.scenario.in_force import begin_in_force
from engine.dreamweavers.scenario.model import DreamweaversScenario, DreamweaversTable
from engine.dreamweavers.scenario.table import Table
from engine.dreamweavers.turns.setup import blank
from engine.kernel.chance import Chance
from engine.kernel.events.event import Event
from engine.kernel.match import Match
from engine.kernel.position import packed
from engine.scenario.mistakes import Mistake


def lay_out(scenario: DreamweaversScenario) -> tuple[Match[Referee], tuple[Event, ...]]:
    """Return a match in a scenario's position, at its first question, with the events so far.

    Raises Mistake for an impossible position; see `must_be_possible`.
    """
    if scenario.position.phase == DRAFT:
        return _draft(scenario)
    table = Table(scenario)
    position, pool = _position(table), table.pool()
    if scenario.position.in_force:
        begin_in_force(Referee(position, pool), scenario)

    def resume(setup: bytes, position: bytes) -> Referee:
        """Raise an error: a scenario's match is never saved, so it has no stored set."""
        return Referee(unpacked(position), pool)

    return Match.at(replace(DREAMWEAVERS, resume=resume), b"", scenario.seed, packed(position))


def must_be_possible(scenario: DreamweaversScenario) -> None:
    """Raise Mistake for an impossible position."""
    if scenario.position.phase == DRAFT:
        if any(side.zones for side in scenario.position.sides):
            raise Mistake(1, "Before the draft nobody has any cards.", line=scenario.place.line)
        return
    table = Table(scenario)
    table.card_set()
    if scenario.position.in_force:
        begin_in_force(Referee(_position(table), table.pool()), scenario)


def _draft(scenario: DreamweaversScenario) -> tuple[Match[Referee], tuple[Event, ...]]:
    """Return a match at the draft, with the game's own set.

    Dice are rolled unless the scenario has a first player.
    """
    described = scenario.position
    setup = todays()[0]
    position = blank(read_kept(setup), scenario.seed)
    position.chance.drawn = scenario.drawn
    if described.first is None:
        position.stack.append(SetUp(step="roll"))
    else:
        position.first = described.first
        position.stack.append(SetUp(step="ask_pick"))
    return Match.at(DREAMWEAVERS, setup, scenario.seed, packed(position))


def _position(table: Table) -> DreamweaversPosition:
    """Return the position, with the frames of the current turn."""
    scenario, described = table.scenario, table.wanted
    position = DreamweaversPosition(
        chance=Chance(scenario.seed, scenario.drawn), notions=[], cards=table.cards, seats=table.seats
    )
    position.tags = len(table.cards)
    position.first = described.first or 0
    position.phase = described.phase
    position.stack = _stack(described)
    if described.phase in (INTENT, MULLIGAN):
        return position
    position.tracker = described.tracker
    position.drafted = [(seat, notion) for seat, state in enumerate(table.seats) for notion in state.notions]
    _use_intents(table)
    if described.phase == MAIN:
        position.turn, position.active = described.number, described.active
    else:
        position.turn, position.active = described.number - 1, 1 - described.active
    mine = table.seats[described.active].thoughts
    position.attacked = any(table.cards[card].attacks for card in mine)
    return position


def _stack(described: DreamweaversTable) -> list[AnyFrame]:
    match described.phase:
        case "intent":
            return [SetUp(step="draw_hands"), ChooseIntents(step="ask_intents")]
        case "mulligan":
            return [SetUp(step="deal_egos"), Mulligans(step="ask_mulligans")]
        case "main":
            return [Turns(step="next_turn"), TakeTurn(step="begin_main")]
        case _:
            return [Turns(step="next_turn")]


def _use_intents(table: Table) -> None:
    """Mark the abilities of Intents that were used this turn."""
    for side, state in zip(table.wanted.sides, table.seats, strict=True):
        if side.intent_used:
            state.used = list(table.pool().texts[state.intent].abilities)
