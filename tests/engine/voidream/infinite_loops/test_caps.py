"""Repetition up to a cap: applying the same effect again equals one larger effect."""

from __future__ import annotations

import pytest

from cards.voidream.language.tree import Stat
from engine.kernel.match import Match
from engine.kernel.notation import understand
from engine.scenario.model import AnswerLine
from engine.voidream.conflict import steps as conflict_steps
from engine.voidream.effects.verbs import continuous_effects
from engine.voidream.events import performance
from engine.voidream.mutations import marks
from engine.voidream.queries import characteristics
from engine.voidream.queries.characteristics import stat
from engine.voidream.referee import Referee
from engine.voidream.scenario import read_scenarios
from engine.voidream.scenario.layout import lay_out
from engine.voidream.text.notation import VOIDREAM_PHRASING

CARDS = """
card: Turn, arcanum, value 4
  Roll.
card: Lift, arcanum, value 4
  +2 dawn to all entities you control.
card: Sink, arcanum, value 4
  -3 dawn to all entities you control.
card: Choir, arcanum, value 4
  +X dawn to all entities, where X is your depth.
card: Guard, entity, value 2, dawn 2, stability 3, dusk 1
card: Moth, entity, value 1, dawn -1, stability 2, dusk 0
"""

LOOPS = {
    "up to the cap": "+1 dawn to all entities, then roll.",
    "down to it": "-2 dawn to all entities, then -1 dusk to all entities you control, then roll.",
    "two numbers": "+1 dawn to all entities, then +3 dusk to all entities, then roll.",
    "both ways": "+2 dawn to all entities, then -1 dawn to all entities you control, then roll.",
    "more than there is room for": "+5 dawn to all entities you control, then +4 dawn to all entities, then roll.",
    "up to the cap of depth": "+X dawn to all entities, where X is your depth, then roll.",
}


def table(loop: str, answers: str, guards: int = 2) -> tuple[Match, list[AnswerLine]]:
    bell = f"card: Bell, memory, value 2\n  (!) After you roll - {loop}\n" if loop else ""
    (scenario,) = read_scenarios(
        f"{CARDS}{bell}\nscenario: A loop\nAda:\n  deck: 1, 2, 3, 4\n  hand: Turn, Lift, Sink, Choir\n"
        f"  play: Guard x{guards}, Moth{', Bell' if loop else ''}\nBo:\n  hand: 4\n  play: Moth\n{answers}"
    )
    steps = [step for step in scenario.steps if isinstance(step, AnswerLine)]
    return lay_out(scenario)[0], steps


def numbers(loop: str, answers: str) -> list[list[int]]:
    """Return every number in the position, after each answer."""
    match, steps = table(loop, answers)
    out: list[list[int]] = []
    for step in steps:
        question = match.questions[step.seat]
        match.answer(
            step.seat, question.id, understand(question, step.words, VOIDREAM_PHRASING, lambda _: ())
        )
        referee = match.machine
        assert isinstance(referee, Referee)
        out.append([stat(referee, card, each) for card in range(len(referee.cards)) for each in Stat])
    return out


def with_cap(monkeypatch: pytest.MonkeyPatch, cap: int) -> None:
    for module in (marks, conflict_steps, performance, characteristics, continuous_effects):
        monkeypatch.setattr(module, "LIMIT", cap)


def one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        return None

    monkeypatch.setattr(continuous_effects, "_to_be_added_to", never)


@pytest.mark.parametrize("cap", [3, 8, 21])
@pytest.mark.parametrize("loop", LOOPS.values(), ids=LOOPS)
def test_a_shortened_loop_equals_its_single_steps(
    loop: str, cap: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_cap(monkeypatch, cap)
    counted = numbers(loop, "Ada plays Turn\n")
    one_by_one(monkeypatch)
    assert numbers(loop, "Ada plays Turn\n") == counted
    assert any(abs(number) >= cap - 1 for number in counted[-1])


@pytest.mark.parametrize("cap", [3, 5, 9, 1000])
def test_the_total_of_effects_is_independent_of_their_order(
    cap: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same effects repeatedly, alternating with others in the opposite direction."""
    with_cap(monkeypatch, cap)
    played = ["Lift", "Choir", "Sink", "Lift"]
    script = "".join(f"Ada plays {card}\nBo passes\n" for card in played[:3])
    counted = numbers("", script)
    one_by_one(monkeypatch)
    assert numbers("", script) == counted


def test_a_loop_up_to_the_cap_is_summarised_with_its_size() -> None:
    match, (step,) = table("+1 dawn to all entities you control, then roll.", "Ada plays Turn\n", guards=12)
    question = match.questions[0]
    match.answer(0, question.id, understand(question, step.words, VOIDREAM_PHRASING, lambda _: ()))
    assert [effect.text for effect in match.view(None).ongoing] == ["+1000 dawn to all entities you control"]
