"""Positions drawn afresh from what a seat knows: legal decks, likely places, and nothing that it could not know."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cards.voidream.deck_rules import violations
from cards.voidream.decks import Deck, ready_made
from cards.voidream.model import Faction, Kind
from engine.kernel.chance import Chance
from engine.kernel.match import Match
from engine.kernel.question import random_choice
from engine.voidream import mutations
from engine.voidream.game import VOIDREAM
from engine.voidream.position import DECK
from engine.voidream.referee import Referee
from tests.engine.voidream.cardset import SET, decks
from tests.engine.voidream.table import Bench

BENCH = Bench(SET.values())


def referee(match: Match) -> Referee:
    assert isinstance(match.machine, Referee)
    return match.machine


def moments(number: int, most: int = 150) -> Iterator[tuple[Match, Chance]]:
    """Play at random, and stop now and then: with the decks of the set, or (odd numbers) with every word there is."""
    chance = Chance(f"sampling {number}")
    if number % 2:
        match, _ = Match.begin(BENCH, BENCH.deal(decks(number, number + 1)), f"seed {number}")
    else:
        made = list(ready_made())
        setup = VOIDREAM.setup([chance.pick(made), chance.pick(made)])
        match, _ = Match.begin(VOIDREAM, setup, f"seed {number}")
    while match.outcome is None and match.turn_count < most:
        if not chance.below(8):
            yield match, chance
        seat = chance.pick(sorted(match.questions))
        question = match.questions[seat]
        match.answer(seat, question.id, random_choice(question, chance))


def brought(world: Referee, seat: int) -> Deck:
    """The deck that a seat must have brought to a match."""
    cards = [world.printed[n].card for n, state in enumerate(world.cards) if state.owner == seat]
    mind = world.pool[world.seats[seat].mind_title].card
    bastion = next(one for one in cards if one.kind is Kind.BASTION)
    arcana = tuple(one for one in cards if one.kind is Kind.ARCANUM)
    dream = tuple(one for one in cards if one.kind not in (Kind.ARCANUM, Kind.BASTION))
    guests = {one.faction for one in (mind, *arcana, *dream) if not one.major} - {
        bastion.faction,
        Faction.NEUTRAL,
    }
    return Deck("", bastion, mind, arcana, dream, next(iter(guests), None))


@pytest.mark.parametrize("number", range(0, 8, 2))
def test_every_deck_that_is_drawn_could_have_been_brought(number: int) -> None:
    for match, chance in moments(number):
        for seats in ((0,), (1,), ()):
            knowledge = VOIDREAM.know(match.machine, seats)
            for _ in range(2):
                world = VOIDREAM.sample(knowledge, chance)
                for seat in (0, 1):
                    assert violations(brought(world, seat)) == []
                    if seat in seats:
                        assert (
                            brought(world, seat).list.ordered()
                            == brought(referee(match), seat).list.ordered()
                        )


@pytest.mark.parametrize("number", range(4))
def test_who_sees_a_card_knows_it(number: int) -> None:
    for match, _ in moments(number):
        ref = referee(match)
        for n, state in enumerate(ref.cards):
            for seat in (0, 1):
                if mutations.sees(ref, n, seat) and not (state.zone == DECK and state.face_up):
                    assert state.known & state.seen & 1 << seat
