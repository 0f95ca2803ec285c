"""Every card of the set does what it says: one file per notion, with at least one scenario that uses each card.

The title of a scenario begins with the title of its card, or with the notion, for its Intent.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from cards.dreamweavers.language.lines import (
    Ability,
    Activated,
    ActivatedOnce,
    Fleeting,
    Lingering,
    Text,
    Triggered,
    WhenPlayed,
)
from cards.dreamweavers.language.words import Notion
from cards.dreamweavers.library import the_set
from engine.dreamweavers.position import IN_PLAY
from engine.dreamweavers.scenario import DreamweaversScenario, play, read_scenarios
from engine.dreamweavers.scenario.situation import DreamweaversSituation
from engine.scenario.model import ExpectationLine
from engine.scenario.runner import Failure
from tests.titles import titles

HERE = Path(__file__).parent


@cache
def scenarios() -> tuple[DreamweaversScenario, ...]:
    return tuple(
        scenario
        for path in sorted(HERE.glob("*.scenario"))
        for scenario in read_scenarios(path.read_text(encoding="utf-8"), path.stem)
    )


def subject(scenario: DreamweaversScenario) -> str:
    """Return the card that a scenario is about, or the notion."""
    return scenario.title.partition(":")[0]


@dataclass
class Seen:
    """The observations during a scenario."""

    told: set[str] = field(default_factory=set[str])
    """The sentences of the log."""
    in_play: set[str] = field(default_factory=set[str])
    """The titles of cards in play."""

    def look(self, now: DreamweaversSituation) -> str:
        """Observe the position. Returns "", because it never fails."""
        self.told.update(now.log)
        self.in_play.update(card.title for card in now.referee.cards if card.zone in IN_PLAY)
        return ""

    def heard(self, *words: str) -> bool:
        """Return whether any of these words were in the log."""
        return any(some in sentence for sentence in self.told for some in words)


@cache
def played(scenario_number: int) -> tuple[list[Failure], Seen]:
    """Play a scenario, and observe it."""
    scenario, seen = scenarios()[scenario_number], Seen()
    look = ExpectationLine(scenario.place, seen.look, "")
    steps = [look, *(each for step in scenario.steps for each in (step, look))]
    return play(replace(scenario, steps=steps)), seen


TITLES = [f"{path.stem}: {title}" for path in sorted(HERE.glob("*.scenario")) for title in titles(path)]


def test_every_scenario_is_played() -> None:
    assert [f"{one.file}: {one.title}" for one in scenarios()] == TITLES


@pytest.mark.parametrize("number", range(len(TITLES)), ids=TITLES)
def test_the_scenario_holds(number: int) -> None:
    failures, _ = played(number)
    assert [str(failure) for failure in failures] == []


def test_every_scenario_has_an_expectation_and_its_own_title() -> None:
    silent = [
        one.title for one in scenarios() if not any(isinstance(step, ExpectationLine) for step in one.steps)
    ]
    assert silent == []
    titles = [one.title for one in scenarios()]
    assert sorted(set(titles)) == sorted(titles)


def test_every_scenario_is_about_a_card_of_its_notion_or_its_intent() -> None:
    known = {(card.notion.lower(), card.title) for card in the_set().cards.values()}
    known |= {(notion.lower(), notion.value) for notion in Notion}
    assert [(one.file, one.title) for one in scenarios() if (one.file, subject(one)) not in known] == []


def test_every_card_and_every_intent_is_really_used() -> None:
    texts: dict[str, Text] = {title: card.text for title, card in the_set().cards.items()}
    texts |= {notion.value: cover.text for notion, cover in the_set().covers.items()}
    lacking = {title: lack for title, text in texts.items() if (lack := list(_lack(title, text)))}
    assert lacking == {}


def _lack(title: str, text: Text) -> Iterator[str]:
    """Yield the parts of a card or an Intent that its scenarios don't cover."""
    seen = [played(number)[1] for number, one in enumerate(scenarios()) if subject(one) == title]
    if not seen:
        yield "it has no scenario"
        return
    if title in the_set().cards and not any(
        title in one.in_play or one.heard(f" shields: {title}.") for one in seen
    ):
        yield "it is never in play, nor a shield"
    for ability in text:
        if (sign := _sign(ability, title)) and not any(one.heard(*sign) for one in seen):
            yield f"it is never told: {sign[0]}"


def _sign(ability: Ability, title: str) -> tuple[str, ...]:
    """Return the words in the log that show that a line was carried out."""
    match ability:
        case Lingering(line):
            return _sign(line, title)
        case WhenPlayed() | Fleeting():
            return (f"{title} takes effect.",)
        case Activated() | ActivatedOnce():
            return f" uses {title}: ", f" responds with {title}: "
        case Triggered():
            return (f"{title} triggers: ",)
        case _:
            return ()
