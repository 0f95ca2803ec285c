"""A position between two actions, written down and read back, is the same position, and goes on in the same way."""

from __future__ import annotations

import pytest

from cards.voidream.decks import ready_made
from engine.kernel.chance import Chance
from engine.kernel.diagnostics import Unreadable
from engine.kernel.match import Match
from engine.kernel.question import QuestionKind, random_choice
from engine.voidream.game import VOIDREAM
from engine.voidream.scenario import NotBetweenActions, describe, read_scenarios
from engine.voidream.scenario.layout import lay_out

NAMES = ("Ada", "Bo")
GO_ON = 12


def played(seed: str, answers: int) -> Match:
    """A match of two ready-made decks after some random answers, fewer if it has ended."""
    match = Match.new(VOIDREAM, ready_made()[:2], seed)
    chance = Chance(f"{seed} choices")
    for _ in range(answers):
        if match.outcome is None:
            answer(match, chance)
    return match


def answer(match: Match, chance: Chance) -> None:
    seat = chance.pick(sorted(match.questions))
    question = match.questions[seat]
    match.answer(seat, question.id, random_choice(question, chance))


def shown(match: Match) -> list[object]:
    """All that anybody can know, and the whole of both decks."""
    machine = match.machine
    decks = [[machine.position.cards[card].title for card in seat.deck] for seat in machine.position.seats]
    return [match.view(0), match.view(1), match.view(None), decks]


def asked(match: Match) -> list[object]:
    return [(seat, q.kind, q.purpose, set(q.options)) for seat, q in sorted(match.questions.items())]


def read_back(text: str) -> Match:
    (scenario,) = read_scenarios(text)
    return lay_out(scenario)[0]


def between_actions(seed: str, answers: int) -> Match:
    """A match that has come to an action after some random answers; another one if it ends before."""
    match = played(seed, answers)
    while match.outcome is None and any(q.kind is not QuestionKind.ACTION for q in match.questions.values()):
        answer(match, Chance(f"on {seed} {match.turn_count}"))
    return match if match.outcome is None else between_actions(f"{seed}'", answers)


@pytest.mark.parametrize("number", range(40))
def test_a_described_position_is_laid_out_again(number: int) -> None:
    match = between_actions(f"describe {number}", 3 + number * 7 % 60)
    text = describe(match, NAMES)
    again = read_back(text)
    assert shown(again) == shown(match)
    assert asked(again) == asked(match)
    assert describe(again, NAMES) == text
    chance = Chance(f"go on {number}")
    for _ in range(GO_ON):
        if match.outcome is not None:
            break
        seat = chance.pick(sorted(match.questions))
        choice = random_choice(match.questions[seat], chance)
        match.answer(seat, match.questions[seat].id, choice)
        again.answer(seat, again.questions[seat].id, choice)
        assert shown(again) == shown(match)
        assert asked(again) == asked(match)


def test_cards_that_the_set_does_not_have_are_written_down() -> None:
    match = between_actions("with its cards", 40)
    text = describe(match, NAMES, cards={})
    (scenario,) = read_scenarios(text, cards={})
    assert shown(lay_out(scenario)[0]) == shown(match)


def test_a_match_that_is_over_is_not_described() -> None:
    match = played("to the end", 20)
    match.leave(1, ending="resignation")
    with pytest.raises(NotBetweenActions, match="over"):
        describe(match, NAMES)


def test_a_position_in_the_middle_of_something_is_not_described() -> None:
    with pytest.raises(NotBetweenActions, match="about to take an action"):
        describe(Match.new(VOIDREAM, ready_made()[:2], "setup"), NAMES)


def test_a_card_that_is_brought_along_keeps_its_picture() -> None:
    (scenario,) = read_scenarios(BROUGHT)
    match, _ = lay_out(scenario)
    again = read_back(describe(match, NAMES, "Again"))
    for one in (match, again):
        (moth,) = one.view(None).sides[0].play
        assert moth.face is not None and moth.face.art == "moth before giant lantern"


BROUGHT = """
card: Moth, entity, value 1, dawn 1, stability 1, dusk 1
  Heroic.
  flavour: It means well.
  art: moth before
    giant lantern

scenario: A moth
Ada:
  play: Moth
Then the round is 1
"""


def test_what_the_round_remembers_is_written_down_and_read_back() -> None:
    (scenario,) = read_scenarios(REMEMBERED)
    match, _ = lay_out(scenario)
    position = match.machine.position
    assert len(position.used) == 2
    assert [len(cards) for by_seat in position.happened.values() for cards in by_seat] == [2, 0, 1, 1]
    text = describe(match, NAMES)
    assert "used: Bell#5 of Ada, text 1\nused: Calm of Ada, mind 4 1\n" in text
    assert describe(read_back(text), NAMES) == text


REMEMBERED = """
card: Bell, entity, value 2, dawn 2, stability 2, dusk 2
  (A) Once each round, exhaust this card: Roll.
card: Calm, mind
  4: (A) Once each round, take 1 Dream damage: Roll.

scenario: Bell and mind have been used
used: Bell#5 of Ada, text 1
used: Calm of Ada, mind 4 1
happened: Ada, trigger_type(ROLL) who(YOU): - and -
happened: Ada, trigger_type(EXHAUSTED) what(noun(ENTITY)): Bell#5
happened: Bo, trigger_type(EXHAUSTED) what(noun(ENTITY)): Bell#5
Ada:
  mind: Calm at 4
  play: Bell#5
Then Ada can't activate Bell (R116)
And Ada can't activate Calm (R116)
"""


@pytest.mark.parametrize(
    "line", ["used: Bell", "used: Bell of Cy, text 1", "happened: Ada", "happened: Cy, x: -"]
)
def test_what_the_round_remembers_must_be_said_as_it_is_written(line: str) -> None:
    with pytest.raises(Unreadable, match="can't be read as"):
        read_scenarios(REMEMBERED.replace("used: Calm of Ada, mind 4 1", line))
