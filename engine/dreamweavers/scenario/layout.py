"""Lay out a position: from a scenario's description to a match in that position."""

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
    """Return a match in the position of a scenario, at its first question, with what has happened up to there.

    Raises Mistake for a position that cannot be; see `must_be_possible`.
    """
    if scenario.position.phase == DRAFT:
        return _draft(scenario)
    table = Table(scenario)
    position, pool = _position(table), table.pool()
    if scenario.position.in_force:
        begin_in_force(Referee(position, pool), scenario)

    def resume(setup: bytes, position: bytes) -> Referee:
        """Such a match is not saved, so that no set is kept for it."""
        return Referee(unpacked(position), pool)

    return Match.at(replace(DREAMWEAVERS, resume=resume), b"", scenario.seed, packed(position))


def must_be_possible(scenario: DreamweaversScenario) -> None:
    """Raise Mistake for a position that cannot be."""
    if scenario.position.phase == DRAFT:
        if any(side.zones for side in scenario.position.sides):
            raise Mistake(1, "Before the draft nobody has any cards.", line=scenario.place.line)
        return
    table = Table(scenario)
    table.card_set()
    if scenario.position.in_force:
        begin_in_force(Referee(_position(table), table.pool()), scenario)


def _draft(scenario: DreamweaversScenario) -> tuple[Match[Referee], tuple[Event, ...]]:
    """The draft is of the set that comes with the game; the dice fall first, unless the first player is said."""
    wanted = scenario.position
    setup = todays()[0]
    position = blank(read_kept(setup), scenario.seed)
    position.chance.drawn = scenario.drawn
    if wanted.first is None:
        position.stack.append(SetUp(step="roll"))
    else:
        position.first = wanted.first
        position.stack.append(SetUp(step="ask_pick"))
    return Match.at(DREAMWEAVERS, setup, scenario.seed, packed(position))


def _position(table: Table) -> DreamweaversPosition:
    """Return the position, with what is still to be done in the turn."""
    scenario, wanted = table.scenario, table.wanted
    position = DreamweaversPosition(
        chance=Chance(scenario.seed, scenario.drawn), notions=[], cards=table.cards, seats=table.seats
    )
    position.tags = len(table.cards)
    position.first = wanted.first or 0
    position.phase = wanted.phase
    position.stack = _stack(wanted)
    if wanted.phase in (INTENT, MULLIGAN):
        return position
    position.tracker = wanted.tracker
    position.drafted = [(seat, notion) for seat, state in enumerate(table.seats) for notion in state.notions]
    _use_intents(table)
    if wanted.phase == MAIN:
        position.turn, position.active = wanted.number, wanted.active
    else:
        position.turn, position.active = wanted.number - 1, 1 - wanted.active
    mine = table.seats[wanted.active].thoughts
    position.attacked = any(table.cards[card].attacks for card in mine)
    return position


def _stack(wanted: DreamweaversTable) -> list[AnyFrame]:
    match wanted.phase:
        case "intent":
            return [SetUp(step="draw_hands"), ChooseIntents(step="ask_intents")]
        case "mulligan":
            return [SetUp(step="deal_egos"), Mulligans(step="ask_mulligans")]
        case "main":
            return [Turns(step="next_turn"), TakeTurn(step="begin_main")]
        case _:
            return [Turns(step="next_turn")]


def _use_intents(table: Table) -> None:
    """Abilities of Intents that have been used this turn."""
    for side, state in zip(table.wanted.sides, table.seats, strict=True):
        if side.intent_used:
            state.used = list(table.pool().texts[state.intent].abilities)
