"""Every card of the set does what it says: one scenario file per card, `FACTION/SLUG.scenario`, that plays it.

The slug is the title in lower case, with a hyphen for everything that is neither a letter nor a digit.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from cards.voidream.language.tree import Activated, GameStart, Text, Triggered
from cards.voidream.library import the_set
from cards.voidream.model import Card, Kind
from engine.kernel.diagnostics import Unreadable
from engine.scenario.model import ExpectationLine
from engine.voidream.position import ATTACHED, DECK, PLAY, VoidreamPosition
from engine.voidream.scenario import VoidreamScenario, play, read_scenarios
from engine.voidream.scenario.situation import VoidreamSituation
from tests.engine.voidream.law.causes import watched_causes
from tests.titles import titles

HERE = Path(__file__).parent
FILES = sorted(HERE.rglob("*.scenario"))


@cache
def _read(path: Path) -> tuple[VoidreamScenario, ...]:
    return tuple(read_scenarios(path.read_text(encoding="utf-8"), _name(path)))


def _mistakes(path: Path) -> str:
    """Return the formal problem of a file, or ""."""
    try:
        _read(path)
    except Unreadable as mistakes:
        return str(mistakes)
    return ""


def test_every_file_can_be_read() -> None:
    assert [mistakes for path in FILES if (mistakes := _mistakes(path))] == []


def _scenarios() -> list[VoidreamScenario]:
    return [scenario for path in FILES for scenario in _read(path)]


def _name(path: Path) -> str:
    return str(path.relative_to(HERE).with_suffix(""))


EACH = [
    pytest.param(path, number, id=f"{_name(path)}: {title}")
    for path in FILES
    for number, title in enumerate(titles(path))
]


@pytest.mark.parametrize(("path", "number"), EACH)
def test_the_scenario_holds(path: Path, number: int) -> None:
    with watched_causes() as causes:
        assert [str(failure) for failure in play(_read(path)[number])] == []
    assert causes.wrong == {}, "every event has a cause in the rules"


def test_every_scenario_is_played() -> None:
    scenarios = [(path, [one.title for one in _read(path)]) for path in FILES]
    assert scenarios == [(path, titles(path)) for path in FILES]


def test_every_scenario_expects_something() -> None:
    assert [
        s.title for s in _scenarios() if not any(isinstance(step, ExpectationLine) for step in s.steps)
    ] == []


def test_titles_are_unique_in_a_file() -> None:
    titles = [(scenario.file, scenario.title) for scenario in _scenarios()]
    assert sorted(set(titles)) == sorted(titles)


@pytest.mark.slow
def test_every_card_has_a_file_that_really_plays_it() -> None:
    lacking = {card.title: lack for card in the_set() if (lack := _lack(card))}
    assert not lacking, "\n".join(f"{title}: {'; '.join(lack)}" for title, lack in lacking.items())


def test_every_file_is_that_of_a_card() -> None:
    assert set(FILES) <= {_file(card) for card in the_set()}


@dataclass
class _Seen:
    """The observations during the scenarios of a file."""

    told: set[str] = field(default_factory=set[str])
    """The sentences of the log."""
    on_the_table: set[str] = field(default_factory=set[str])
    """The titles of cards that were face up in play, attached, or active constructs."""
    minds: set[tuple[str, int]] = field(default_factory=set[tuple[str, int]])
    """The mind cards, each with its upright sides."""

    def look(self, now: VoidreamSituation) -> str:
        """Observe the position. Returns "", because it never fails."""
        position = now.referee.position
        assert isinstance(position, VoidreamPosition)
        self.told.update(now.log)
        self.minds.update((seat.mind_title, seat.mind) for seat in position.seats)
        self.on_the_table.update(
            card.title
            for card in position.cards
            if (card.zone == PLAY and not card.veiled) or (card.zone in (ATTACHED, DECK) and card.face_up)
        )
        return ""

    def heard(self, *words: str) -> bool:
        """Return whether any of these words were in the log."""
        return any(some in sentence for sentence in self.told for some in words)


def _watch(path: Path) -> _Seen:
    seen = _Seen()
    for scenario in _read(path):
        look = ExpectationLine(scenario.place, seen.look, "")
        play(replace(scenario, steps=[look, *(each for step in scenario.steps for each in (step, look))]))
    return seen


def _file(card: Card) -> Path:
    slug = re.sub(r"[^a-z0-9]+", "-", card.title.lower()).strip("-")
    return HERE / card.faction.value / f"{slug}.scenario"


def _lack(card: Card) -> list[str]:
    """Return the parts of the card that its file doesn't cover; an empty list if it covers everything."""
    path = _file(card)
    if not path.exists():
        return [f"there is no {path.relative_to(HERE)}"]
    if _mistakes(path):
        return ["its file can't be read"]
    seen = _watch(path)
    text: Text = (*card.text, *(card.back.text if card.back else ()))
    lack: list[str] = []
    if card.mind is not None:
        missing = [side or "spent" for side in range(5) if (card.title, side) not in seen.minds]
        return [f"its side {side} is never upright" for side in missing]
    if card.kind is Kind.ARCANUM:
        lack += [
            f"it is never played{how}"
            for how in ("", " inverted")
            if not seen.heard(f" plays {card.title}{how}.")
        ]
    elif card.kind is Kind.THOUGHT:
        if not seen.heard(f" plays {card.title}.", f" unveils {card.title}."):
            lack.append("it is never played")
    elif card.title not in seen.on_the_table:
        lack.append("it is never on the table")
    if any(isinstance(ability, Activated) for ability in text) and not seen.heard(f" activates {card.title}"):
        lack.append("its ability is never activated")
    if any(isinstance(ability, Triggered) for ability in text) and not seen.heard(f"{card.title} triggers"):
        lack.append("it never triggers")
    if any(isinstance(ability, GameStart) for ability in text) and not any(
        scenario.position.phase == "setup" for scenario in _read(path)
    ):
        lack.append("no game is set up with it")
    return lack
