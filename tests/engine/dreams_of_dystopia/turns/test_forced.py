"""A turn ends automatically if everyone can see that nothing else is possible."""

from __future__ import annotations

import pytest

from engine.dreams_of_dystopia.frames import Act
from engine.dreams_of_dystopia.scenario.format import read_scenarios
from engine.dreams_of_dystopia.scenario.layout import lay_out
from engine.dreams_of_dystopia.turns.automatic import forced
from engine.dreams_of_dystopia.turns.main_phase import ask_act

TURN = """
players: Ada, Bo
Ada:
  master: {master}
  hand: {hand}
scenario: A turn
Then it is Ada's turn
"""
HITS, ONCE = "Mother of Shut Doors", "Warden of the Last Garden"
"""A Master without a line to use once per turn, and one with such a line."""


@pytest.mark.parametrize("hand", ["Curse", "Heroic Deed"])
def test_a_turn_ends_after_its_last_acquisition(hand: str) -> None:
    (scenario,) = read_scenarios(TURN.format(hand=hand, master=ONCE))
    match = lay_out(scenario)[0]
    assert match.forced() is None
    taken = next(one.key for one in match.pending_questions[0].options if one.verb == "purchase")
    match.answer(0, match.pending_questions[0].id, (taken,))
    assert match.forced() == (0, ("end",))


@pytest.mark.parametrize(
    ("hand", "master", "is_forced"), [("Curse", HITS, False), ("", HITS, True), ("", ONCE, False)]
)
def test_a_player_is_asked_while_any_action_is_possible(hand: str, master: str, is_forced: bool) -> None:
    (scenario,) = read_scenarios(TURN.format(hand=hand, master=master))
    m = lay_out(scenario)[0].machine
    frame = m.position.stack[-1]
    assert isinstance(frame, Act)
    m.position.allowed.acquisitions = 0
    m.position.questions.clear()
    ask_act(m, frame)
    assert [one.key for one in m.position.questions[0].options] == ["end"], "a Curse is of no use, but hidden"
    assert (forced(m) == (0, ("end",))) is is_forced
