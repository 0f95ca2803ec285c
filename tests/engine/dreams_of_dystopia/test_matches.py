"""Whole matches of random players: all 278 cards exist at every step, and all events have texts in both languages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from cards.dreams_of_dystopia.library import the_set
from cards.dreams_of_dystopia.supply import COPIES
from cards.i18n import Locale
from engine.dreams_of_dystopia.game import DYSTOPIA
from engine.dreams_of_dystopia.law import cited
from engine.dreams_of_dystopia.referee import Referee
from engine.dreams_of_dystopia.scenario.format import read_scenarios
from engine.dreams_of_dystopia.scenario.layout import lay_out
from engine.kernel.chance import Chance
from engine.kernel.events.event import Event, seen
from engine.kernel.match import Match
from engine.kernel.question import random_choice

BOX = Counter({card.sides[0].title: COPIES[card.kind] for card in the_set().cards})
NAMES = ("Ada", "Bo", "Cy", "Di")


def played(seats: int, seed: str) -> Iterator[tuple[Match, tuple[Event, ...]]]:
    """Play a random match. Yield it after each answer, with the new events."""
    match, events = Match.begin(DYSTOPIA, DYSTOPIA.setup([None] * seats), seed)
    chance = Chance(f"{seed}, answers")
    yield match, events
    while match.outcome is None:
        (seat,) = match.questions
        question = match.questions[seat]
        yield match, match.answer(seat, question.id, random_choice(question, chance))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_card_is_in_its_declared_zone_at_every_step(seats: int) -> None:
    for match, _ in played(seats, f"conserved {seats}"):
        m = match.machine
        assert isinstance(m, Referee)
        assert Counter(card.title for card in m.position.cards) == BOX
        places = list(m.layout.places(m.position))
        assert sorted(card for place in places for card in place.cards) == list(range(278))
        for place in places:
            for card in place.cards:
                held = m.card(card)
                assert (held.zone, held.holder, held.owner) == (place.zone.name, place.holder, place.holder)


def test_exactly_one_remaining_player_is_awaited() -> None:
    for match, _ in played(4, "waited for"):
        if match.outcome is None:
            (seat,) = match.questions
            assert not match.is_out(seat) and list(match.awaited) == [seat]


def test_the_causes_of_events_can_be_looked_up() -> None:
    titles = {side.title for _, side in the_set().sides()}
    wrong = {
        (event.kind, event.cause)
        for _, events in played(3, "causes")
        for event in events
        if event.cause and event.cause not in titles and event.cause not in DYSTOPIA.endings
        if cited(event.cause) is None
    }
    assert wrong == set()


def test_all_events_can_be_read_in_spanish() -> None:
    spanish = DYSTOPIA.translator(Locale.SPANISH)
    for match, events in played(3, "spanish"):
        seen_events = [seen(event, 0) for event in events]
        english = [DYSTOPIA.words(one, NAMES) for one in seen_events]
        other = [DYSTOPIA.words(one, NAMES, spanish) for one in seen_events]
        assert all(a != b for a, b in zip(english, other, strict=True) if a)
        assert DYSTOPIA.story(seen_events, NAMES, 0) is not None
        for seat, question in match.questions_in(spanish).items():
            assert question.purpose != match.questions[seat].purpose


FALLING = """
players: Ada, Bo, Cy, Di
card: Blaze, Minion, demonic
  ABILITY: Each player loses 2 LP. +1 Ability.
Ada:
  lp: 9
  hand: Blaze x2
Bo:
  lp: 2
Cy:
  lp: 1
Di:
  lp: 4
scenario: Two fall together, then a third
Then it is Ada's turn
"""


def test_players_eliminated_together_share_a_place() -> None:
    (scenario,) = read_scenarios(FALLING)
    match = lay_out(scenario)[0]
    for _ in range(2):
        match.answer(0, match.questions[0].id, ("ability Blaze",))
    assert match.outcome is not None
    assert (match.outcome.places, match.outcome.ending) == (((0,), (3,), (1, 2)), "fallen")


@pytest.mark.parametrize("players", [0, 1, 5])
def test_two_to_four_play(players: int) -> None:
    with pytest.raises(ValueError, match="Two to four"):
        DYSTOPIA.setup([None] * players)
