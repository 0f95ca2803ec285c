"""Every line of the log has the rule or card behind it: every event has a cause that can be looked up."""

from pathlib import Path

from cards.voidream.decks import ready_made
from engine.kernel.chance import Chance
from engine.kernel.events.event import Event, TakenBack, TimeRanOut, WentOut
from engine.kernel.game import Game
from engine.kernel.match import Match
from engine.kernel.question import random_choice
from engine.voidream.facts import EVENTS
from engine.voidream.game import VOIDREAM
from engine.voidream.law import cited
from engine.voidream.program import CardPool
from engine.voidream.scenario import play, read_scenarios
from tests.engine.voidream.cardset import SET, decks
from tests.engine.voidream.law.causes import watched_causes
from tests.engine.voidream.table import deal, with_cards

RULES = Path(__file__).parents[3] / "rules" / "voidream"
MOST_ANSWERS = 3000


def play_at_random(game: Game, setup: bytes, seed: str) -> Match:
    match, _ = Match.begin(game, setup, seed)
    chance = Chance(seed)
    while match.outcome is None:
        assert match.turn_count < MOST_ANSWERS
        question = match.questions[min(match.questions)]
        match.answer(question.seat, question.id, random_choice(question, chance))
    return match


def test_every_event_of_random_matches_has_a_cause_that_can_be_looked_up() -> None:
    made = ready_made()
    with watched_causes() as causes:
        for n, deck in enumerate(made):
            play_at_random(VOIDREAM, VOIDREAM.setup([deck, made[(n + 3) % len(made)]]), f"causes {n}")
    assert causes.wrong == {}


def test_every_kind_of_event_has_a_cause_that_can_be_looked_up() -> None:
    """Scenarios are played until all kinds have occurred. tests/rules/voidream covers each of them."""
    kinds = set(EVENTS.kinds) - {TakenBack, TimeRanOut, WentOut}
    game = with_cards(CardPool(SET.values()))
    with watched_causes() as causes:
        for n in range(4):
            play_at_random(game, deal(decks(n, n + 3)), f"kinds {n}")
        resign()
        for file in sorted(RULES.rglob("*.scenario")):
            if set(causes.kinds) == kinds:
                break
            for scenario in read_scenarios(file.read_text("utf-8"), file.name):
                play(scenario)
    assert causes.wrong == {}
    assert set(causes.kinds) == kinds, "every kind of event occurs"


def resign() -> Event:
    match, _ = Match.begin(VOIDREAM, VOIDREAM.setup(ready_made()[:2]), "resigning")
    [event] = match.leave(0, ending="resignation")
    return event


def test_a_resignation_is_explained() -> None:
    event = resign()
    entry = cited(event.cause)
    assert entry is not None and entry.key == "Resignation"
