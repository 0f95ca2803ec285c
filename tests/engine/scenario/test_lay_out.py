"""A scenario's own cards, and the events it declares for the round, are in its position."""

from __future__ import annotations

import pytest

from engine.kernel.diagnostics import Unreadable
from engine.voidream.scenario import play, read_scenarios
from engine.voidream.scenario.layout import lay_out


def test_a_card_that_is_brought_along_keeps_its_picture() -> None:
    (scenario,) = read_scenarios(BROUGHT)
    match, _ = lay_out(scenario)
    (moth,) = match.view(None).sides[0].play
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


def test_events_of_the_round_can_be_laid_out() -> None:
    (scenario,) = read_scenarios(REMEMBERED)
    match, _ = lay_out(scenario)
    position = match.machine.position
    assert len(position.used) == 2
    assert [len(cards) for by_seat in position.happened.values() for cards in by_seat] == [2, 0, 1, 1]
    assert play(scenario) == []


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
def test_events_of_the_round_have_one_wording(line: str) -> None:
    with pytest.raises(Unreadable, match="can't be read as"):
        read_scenarios(REMEMBERED.replace("used: Calm of Ada, mind 4 1", line))
