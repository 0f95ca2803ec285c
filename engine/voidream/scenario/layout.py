"""Lay out a position: from a scenario's description to a match in that position (§3, §4)."""

from __future__ import annotations

from cards.voidream.language.tree import ConflictKind
from cards.voidream.model import Kind
from engine.kernel.chance import Chance
from engine.kernel.events.event import Event
from engine.kernel.match import Match
from engine.scenario.mistakes import Mistake, TextPlace
from engine.scenario.references import find_cards
from engine.voidream.events.state_based_actions import settle
from engine.voidream.frames import (
    BeginningPhase,
    EnterNightmare,
    MainPhase,
    NightmarePhase,
    PlayConflict,
    Rounds,
)
from engine.voidream.game import VOIDREAM
from engine.voidream.position import (
    BEGINNING,
    MAIN,
    SETUP,
    AbilityUse,
    Conflict,
    OngoingEffect,
    VoidreamPosition,
)
from engine.voidream.referee import Referee
from engine.voidream.saves.decks import keep
from engine.voidream.scenario.model import InForce, VoidreamScenario, VoidreamTable
from engine.voidream.scenario.table import Table
from engine.voidream.scenario.tables import TABLES
from engine.voidream.turns.setup import lay_out as lay_out_decks


def lay_out(scenario: VoidreamScenario) -> tuple[Match[Referee], tuple[Event, ...]]:
    """Return a match in the position of a scenario, at its first question, with what has happened up to there.

    Raises Mistake for a position that cannot be.
    """
    table = Table(scenario)
    setup = keep(table.decks())
    if scenario.position.phase == SETUP:
        decks = [
            (
                deck.bastion.title,
                deck.mind.title,
                [c.title for c in deck.arcana],
                [c.title for c in deck.dream],
            )
            for deck in table.decks()
        ]
        position = lay_out_decks(decks, scenario.seed)
        position.chance.drawn = scenario.drawn
        return Match.at(VOIDREAM, setup, scenario.seed, VOIDREAM.pack(Referee(position, table.pool)))
    position = _position(table)
    referee = Referee(position, table.pool)
    table.check(referee)
    referee.touch()
    settle(referee)
    return Match.at(VOIDREAM, setup, scenario.seed, VOIDREAM.pack(referee))


def _position(table: Table) -> VoidreamPosition:
    """Return the position, with what is still to be done in the round."""
    scenario, wanted = table.scenario, table.wanted
    position = VoidreamPosition(
        chance=Chance(scenario.seed, scenario.drawn), cards=table.cards, seats=table.seats
    )
    position.tags = table.tags
    position.round = wanted.round
    position.phase = wanted.phase
    position.phase_count = 1
    position.phases = [1]
    position.faced = wanted.faced
    position.passed = list(wanted.passed)
    position.last_passer = wanted.passed[-1] if wanted.passed else 1
    position.active = wanted.turn if wanted.turn is not None else _next_player(wanted)
    _stack(wanted, position)
    if wanted.conflict:
        position.phases.append(2)
        position.phase_count = 2
        kind = ConflictKind(wanted.conflict)
        position.conflict = Conflict(wanted.attacker, kind, wanted.nightmare, begun=True)
        if wanted.nightmare:
            position.in_nightmare = wanted.attacker
        position.stack.append(PlayConflict(step="players_take_turns"))
    for effect in wanted.in_force:
        position.ongoing.append(_ongoing(table, effect, position))
    _this_round(table, position)
    return position


def _this_round(table: Table, position: VoidreamPosition) -> None:
    """The used abilities and the events of the round."""
    referee = Referee(position, table.pool)
    for one in table.wanted.used:
        card = (
            -1 if table.pool[one.title].kind is Kind.MIND else _card_of(table, referee, one.card, one.place)
        )
        position.used.append(AbilityUse(one.seat, card, one.side, one.line - 1))
    for one in table.wanted.happened:
        by_seat = position.happened.setdefault(one.key, [[] for _ in position.seats])
        by_seat[one.seat] += [
            -1 if card == "-" else _card_of(table, referee, card, one.place) for card in one.cards
        ]


def _card_of(table: Table, referee: Referee, reference: str, place: TextPlace, seat: int = -1) -> int:
    """Return the card that a reference means, one that this seat controls before others. Raises Mistake."""
    found = find_cards(TABLES, referee, table.scenario.names, reference)
    if not found:
        raise Mistake(place.column, f"There is no {reference} in this position.", line=place.line)
    return next((card for card in found if table.cards[card].controller == seat), found[0])


def _next_player(wanted: VoidreamTable) -> int:
    return 1 - wanted.passed[0] if len(wanted.passed) == 1 else 0


def _stack(wanted: VoidreamTable, position: VoidreamPosition) -> None:
    stack = position.stack
    if wanted.phase == BEGINNING and not wanted.conflict:
        if wanted.round > 1 and position.faced < 0:
            position.faced = position.active
        position.round -= 1
        position.phases = []
        position.phase_count = 0
        stack.append(Rounds(step="beginning_phase"))
    elif wanted.phase == BEGINNING:
        stack.append(Rounds(step="main_phase"))
        stack.append(BeginningPhase(step="enter_conflict"))
    elif wanted.phase == MAIN:
        stack.append(Rounds(step="nightmare_phase"))
        stack.append(MainPhase(step="players_alternate"))
    elif not wanted.conflict:
        position.phase = MAIN
        stack.append(Rounds(step="nightmare_phase"))
        stack.append(MainPhase(step="end_of_phase"))
    else:
        if position.faced < 0:
            position.faced = wanted.attacker
        stack.append(Rounds(step="next_round"))
        if wanted.nightmare:
            stack.append(NightmarePhase(step="after_facing"))
            stack.append(EnterNightmare(step="enter_conflict", seat=wanted.attacker))
        else:
            stack.append(NightmarePhase(step="enter_conflict"))


def _ongoing(table: Table, effect: InForce, position: VoidreamPosition) -> OngoingEffect:
    until = {"the round": 0, "the conflict": position.phases[-1], "the phase": position.phases[0]}
    printed = table.pool[effect.title]
    side = printed.sides.get(effect.side)
    if side is None or effect.line - 1 not in side.programs:
        raise effect.mistake(f"{effect.title} has no such line with an effect.")
    program = side.programs[effect.line - 1].ops
    if not 1 <= effect.instruction <= len(program):
        raise effect.mistake(f"That line of {effect.title} has {len(program)} instructions.")
    referee = Referee(position, table.pool)
    is_mind = printed.kind is Kind.MIND
    card = -1 if is_mind else _card_of(table, referee, effect.card, effect.place, effect.seat)
    on = effect.on
    locked = None if on is None else [_card_of(table, referee, name, effect.place) for name in on]
    stamp = effect.stamp
    if not stamp:
        table.tags += 1
        position.tags = stamp = table.tags
    position.tags = table.tags = max(table.tags, stamp)
    return OngoingEffect(
        effect.title, effect.side, effect.line - 1, effect.instruction - 1, effect.seat, card, locked,
        effect.amount, until[effect.until], stamp,
    )  # fmt: skip
