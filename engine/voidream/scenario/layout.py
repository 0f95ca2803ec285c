"""The setup of a scenario's position as a match (§3, §4)."""

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
    """Return a match in a scenario's position, at its first question, with the events so far.

    Raises Mistake for an impossible position.
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
    """Return the position, with the frames of the current round."""
    scenario, described = table.scenario, table.wanted
    position = VoidreamPosition(
        chance=Chance(scenario.seed, scenario.drawn), cards=table.cards, seats=table.seats
    )
    position.tags = table.tags
    position.round = described.round
    position.phase = described.phase
    position.phase_count = 1
    position.phases = [1]
    position.faced = described.faced
    position.passed = list(described.passed)
    position.last_passer = described.passed[-1] if described.passed else 1
    position.active = described.turn if described.turn is not None else _next_player(described)
    _stack(described, position)
    if described.conflict:
        position.phases.append(2)
        position.phase_count = 2
        kind = ConflictKind(described.conflict)
        position.conflict = Conflict(described.attacker, kind, described.nightmare, begun=True)
        if described.nightmare:
            position.in_nightmare = described.attacker
        position.stack.append(PlayConflict(step="players_take_turns"))
    for effect in described.in_force:
        position.ongoing.append(_ongoing(table, effect, position))
    _this_round(table, position)
    return position


def _this_round(table: Table, position: VoidreamPosition) -> None:
    """Add the used abilities and the events of the round."""
    referee = Referee(position, table.pool)
    for use in table.wanted.used:
        card = (
            -1 if table.pool[use.title].kind is Kind.MIND else _card_of(table, referee, use.card, use.place)
        )
        position.used.append(AbilityUse(use.seat, card, use.side, use.line - 1))
    for use in table.wanted.happened:
        by_seat = position.happened.setdefault(use.key, [[] for _ in position.seats])
        by_seat[use.seat] += [
            -1 if card == "-" else _card_of(table, referee, card, use.place) for card in use.cards
        ]


def _card_of(table: Table, referee: Referee, reference: str, place: TextPlace, seat: int = -1) -> int:
    """Return the card of a reference, preferably one that this seat controls. Raises Mistake."""
    cards = find_cards(TABLES, referee, table.scenario.names, reference)
    if not cards:
        raise Mistake(place.column, f"There is no {reference} in this position.", line=place.line)
    return next((card for card in cards if table.cards[card].controller == seat), cards[0])


def _next_player(described: VoidreamTable) -> int:
    return 1 - described.passed[0] if len(described.passed) == 1 else 0


def _stack(described: VoidreamTable, position: VoidreamPosition) -> None:
    stack = position.stack
    if described.phase == BEGINNING and not described.conflict:
        if described.round > 1 and position.faced < 0:
            position.faced = position.active
        position.round -= 1
        position.phases = []
        position.phase_count = 0
        stack.append(Rounds(step="beginning_phase"))
    elif described.phase == BEGINNING:
        stack.append(Rounds(step="main_phase"))
        stack.append(BeginningPhase(step="enter_conflict"))
    elif described.phase == MAIN:
        stack.append(Rounds(step="nightmare_phase"))
        stack.append(MainPhase(step="players_alternate"))
    elif not described.conflict:
        position.phase = MAIN
        stack.append(Rounds(step="nightmare_phase"))
        stack.append(MainPhase(step="end_of_phase"))
    else:
        if position.faced < 0:
            position.faced = described.attacker
        stack.append(Rounds(step="next_round"))
        if described.nightmare:
            stack.append(NightmarePhase(step="after_facing"))
            stack.append(EnterNightmare(step="enter_conflict", seat=described.attacker))
        else:
            stack.append(NightmarePhase(step="enter_conflict"))


def _ongoing(table: Table, effect: InForce, position: VoidreamPosition) -> OngoingEffect:
    phases = {"the round": 0, "the conflict": position.phases[-1], "the phase": position.phases[0]}
    compiled = table.pool[effect.title]
    side = compiled.sides.get(effect.side)
    if side is None or effect.line - 1 not in side.programs:
        raise effect.mistake(f"{effect.title} has no such line with an effect.")
    program = side.programs[effect.line - 1].ops
    if not 1 <= effect.instruction <= len(program):
        raise effect.mistake(f"That line of {effect.title} has {len(program)} instructions.")
    referee = Referee(position, table.pool)
    is_mind = compiled.kind is Kind.MIND
    card = -1 if is_mind else _card_of(table, referee, effect.card, effect.place, effect.seat)
    reference = effect.on
    locked = (
        None if reference is None else [_card_of(table, referee, name, effect.place) for name in reference]
    )
    stamp = effect.stamp
    if not stamp:
        table.tags += 1
        position.tags = stamp = table.tags
    position.tags = table.tags = max(table.tags, stamp)
    return OngoingEffect(
        effect.title, effect.side, effect.line - 1, effect.instruction - 1, effect.seat, card, locked,
        effect.amount, phases[effect.until], stamp,
    )  # fmt: skip
