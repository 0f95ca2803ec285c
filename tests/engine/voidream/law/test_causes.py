"""For every line of the log, the rule or the card behind it: every event has a cause that can be looked up."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from cards.voidream.decks import ready_made
from engine.kernel.chance import Chance
from engine.kernel.endings import TIME
from engine.kernel.event import Event, Fact, TakenBack
from engine.kernel.game import Game
from engine.kernel.machine import Machine
from engine.kernel.match import Match
from engine.kernel.question import random_choice
from engine.voidream.facts import Told
from engine.voidream.game import VOIDREAM
from engine.voidream.law import cited
from engine.voidream.referee import Referee
from engine.voidream.scenario import play, read_scenarios
from tests.engine.voidream.cardset import SET, decks
from tests.engine.voidream.table import Bench

RULES = Path(__file__).parents[3] / "rules"
MOST_ANSWERS = 3000


class Causes:
    """Looks at every event as it is reported, counts the kinds, and keeps what has no right cause."""

    def __init__(self) -> None:
        self.kinds: Counter[type[Fact]] = Counter()
        self.wrong: dict[str, str] = {}

    def look(self, machine: Any, fact: Fact, cause: str) -> None:
        self.kinds[type(fact)] += 1
        is_card = isinstance(machine, Referee) and any(state.title == cause for state in machine.cards)
        is_mind = isinstance(machine, Referee) and any(state.mind_title == cause for state in machine.seats)
        is_clock = cause == TIME.key  # Clocks are the table's: the rulebook knows none.
        if not is_card and not is_mind and not is_clock and cited(cause) is None:
            self.wrong[fact.kind] = cause


@pytest.fixture
def causes(monkeypatch: pytest.MonkeyPatch) -> Iterator[Causes]:
    seen = Causes()
    tell = Machine.tell

    def watched(machine: Any, fact: Fact, cause: str = "", **rest: Any) -> None:
        seen.look(machine, fact, cause)
        tell(machine, fact, cause, **rest)

    monkeypatch.setattr(Machine, "tell", watched)
    yield seen


def play_at_random(game: Game, setup: bytes, seed: str) -> Match:
    match, _ = Match.begin(game, setup, seed)
    chance = Chance(seed)
    while match.outcome is None:
        assert match.turn_count < MOST_ANSWERS
        question = match.questions[min(match.questions)]
        match.answer(question.seat, question.id, random_choice(question, chance))
    return match


def test_every_event_of_random_matches_has_a_cause_that_can_be_looked_up(causes: Causes) -> None:
    made = ready_made()
    for n, deck in enumerate(made):
        play_at_random(VOIDREAM, VOIDREAM.setup([deck, made[(n + 3) % len(made)]]), f"causes {n}")
    assert causes.wrong == {}


def test_every_kind_of_event_has_a_cause_that_can_be_looked_up(causes: Causes) -> None:
    for file in sorted(RULES.rglob("*.scenario")):
        for scenario in read_scenarios(file.read_text("utf-8"), file.name):
            play(scenario)
    game = Bench(SET.values())
    for n in range(4):
        play_at_random(game, game.deal(decks(n, n + 3)), f"kinds {n}")
    resign()
    assert causes.wrong == {}
    assert set(causes.kinds) == set(get_args(Told)) - {TakenBack}, "every kind is told by somebody"


def resign() -> Event:
    match, _ = Match.begin(VOIDREAM, VOIDREAM.setup(ready_made()[:2]), "resigning")
    [event] = match.leave(0, ending="resignation")
    return event


def test_a_resignation_is_explained() -> None:
    event = resign()
    entry = cited(event.cause)
    assert entry is not None and entry.key == "Resignation"
