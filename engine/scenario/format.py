"""The format of a game's scenarios: its tables, and its additions to the shared format."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Generic, Protocol, cast

import msgspec
from typing_extensions import TypeVar

from engine.kernel.events.event import Event
from engine.kernel.match import Match
from engine.kernel.notation import Phrasing
from engine.scenario import coverage as counting
from engine.scenario import runner
from engine.scenario.card_blocks import ScenarioBlock
from engine.scenario.citations import citables
from engine.scenario.coverage import Coverage
from engine.scenario.expectation_forms import ExpectationForm, ExpectationWords, has_words
from engine.scenario.expectations import OUTCOME, QUESTIONS, SEEING, TABLES
from engine.scenario.model import D, D_co, N, Scenario, SideLayout
from engine.scenario.runner import Failure
from engine.scenario.situation import Situation
from engine.scenario.tables import NONE, M_co, Tables

S = TypeVar("S", bound=Scenario)
R_co = TypeVar("R_co", covariant=True, default=object)
"""The reader of a game's scenarios. Covariant for the same reason as the machine of tables."""


class Titled(Protocol):
    """A printed card."""

    @property
    def title(self) -> str:
        """Its name."""
        ...


Heading = Callable[[R_co, str, int], None]
"""Read the text after a heading: (reader, value, column). Raises Mistake."""
SideLine = Callable[[R_co, D, str, int], None]
"""Read the text after the first word of a side's line: (reader, side, value, column). Raises Mistake."""

HEADINGS = ("scenario", "game", "players", "seed", "tests", "turn")
"""The headings that every game's scenarios have."""


class CardBlocks(msgspec.Struct, frozen=True, eq=False):
    """The blocks with which scenarios define their own cards.

    `read` returns the card of a block; it raises CardError, or Mistake for its heading. `stand_in` returns a
    replacement for an unreadable one, so that later uses aren't reported as mistakes. `is_taken` recognises titles
    that already have another meaning. `other_sides` returns the other sides of a card, which have separate titles.
    """

    read: Callable[[ScenarioBlock], Titled]
    stand_in: Callable[[str], Titled]
    is_taken: Callable[[str], bool] = lambda title: False
    other_sides: Callable[[Titled], Sequence[Titled]] = lambda card: ()


class Format(msgspec.Struct, Generic[S, N, M_co, D_co, R_co], frozen=True, eq=False, kw_only=True):
    """The format of a game's scenarios."""

    game: str
    """The name of the game."""
    tables: Tables[M_co]
    lay_out: Callable[[S], tuple[Match[M_co], tuple[Event, ...]]]
    """Return a scenario's match at its first question, and the events so far. Raises Mistake."""
    phrasing: Phrasing
    """The wording of answers."""
    situation: Callable[[S, Match[M_co]], N] | None = None
    """Return the situation that expectations check; None for the shared one."""
    check: Callable[[S], object] | None = None
    """Raise Mistake for an impossible position. None: laying out the position does."""
    forms: tuple[ExpectationForm[N], ...] = ()
    """The game's own expectations. They are tried before the shared ones."""
    words: Callable[[S, str, int], ExpectationWords] | None = None
    """Return the context of a sentence that begins in a column; None for the shared one."""
    players: range = range(2, 3)
    """The numbers of players."""
    headings: Mapping[str, Heading[R_co]] = NONE
    side: Mapping[str, SideLine[R_co, D_co]] = NONE
    """The lines of a player's side other than zones, and zones whose lines contain more than cards."""
    new_side: Callable[[], D_co] = cast("Callable[[], D_co]", SideLayout)
    cards: CardBlocks | None = None
    blocks: Mapping[str, Callable[[R_co, ScenarioBlock], None]] = NONE
    """Headings of blocks other than cards, with their readers: (reader, block). They raise Mistake."""

    def __post_init__(self) -> None:
        """Raise ValueError for an ambiguous heading, and for a verb that no option has."""
        words = [heading.removesuffix(":") for heading in self.all_headings]
        for word in words:
            if words.count(word) > 1:
                raise ValueError(f"{self.game}: “{word}:” means two things as a heading of its scenarios.")

        for word, verb in self.tables.verbs.items():
            if verb and verb not in self.phrasing.verbs:
                raise ValueError(
                    f"{self.game}: “{word}” in scenarios is the verb “{verb}”, which no answer has."
                )

    @property
    def all_forms(self) -> tuple[ExpectationForm[N], ...]:
        """All expectations in the order in which they are tried, without those for which the game has no words."""
        seeing = SEEING if self.tables.sees is not None else ()
        every = (*self.forms, *QUESTIONS, *seeing, *TABLES, *OUTCOME)
        return tuple(one for one in every if has_words(one.shown, self.tables))

    @property
    def all_headings(self) -> tuple[str, ...]:
        """All headings with their colons."""
        shared = (name for name, zone in self.tables.zones.items() if zone.is_shared)
        blocks = ("card", *self.blocks) if self.cards is not None else tuple(self.blocks)
        return tuple(f"{word}:" for word in (*HEADINGS, *blocks, *self.headings, *shared))

    @property
    def all_side_lines(self) -> tuple[str, ...]:
        """The beginnings of a side's lines, with their colons."""
        zones = (name for name, zone in self.tables.zones.items() if not zone.is_shared)
        return tuple(f"{word}:" for word in dict.fromkeys((*zones, *self.side)))

    def play(self, scenario: S) -> list[Failure]:
        """Play a scenario and return its failures, in order. It stops after an impossible answer."""
        match, events = self.lay_out(scenario)
        if self.situation is not None:
            return runner.play(scenario, self.situation(scenario, match), events)
        now = Situation(match, scenario.names, self.phrasing, self.tables)
        return runner.play(scenario, now, events)

    def coverage(self, scenarios: Iterable[Scenario]) -> Coverage:
        """Count citations of the game's rules: each scenario counts once for each rule that it cites."""
        assert self.tables.law is not None
        return counting.coverage(scenarios, citables(self.tables.law))
