"""A game's tools for its authors, used by the command line. All are optional: matches don't need them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Generic, Protocol, runtime_checkable

import msgspec
from typing_extensions import TypeVar

from engine.kernel.game import E_co, V_co

if TYPE_CHECKING:
    from PIL.Image import Image

    from engine.kernel.ai.matches import FittedMatches
    from engine.kernel.chance import Chance
    from engine.kernel.events.event import Event, Fact
    from engine.kernel.match import Match
    from engine.kernel.simulation import ComputerPlayer
    from engine.scenario.coverage import Coverage
    from engine.scenario.model import Scenario
    from engine.scenario.runner import Failure


S_co = TypeVar("S_co", bound="Scenario", covariant=True, default="Scenario")
"""A game's type of scenario. Covariant, like the types of `Game`."""


class UnusableFiles(Exception):
    """Unusable files of a game. `str(error)` lists all their mistakes, one per line."""


class CardFiles(msgspec.Struct, frozen=True):
    """A game's card files."""

    count: Callable[[], int]
    """Returns the number of cards that come with the game."""
    check: Callable[[Sequence[Path]], Sequence[object]]
    """Returns every mistake in these files, in reading order. Without files, checks those that come with the game."""
    loops: Callable[[Sequence[Path], int], tuple[int, Iterator[str]]] | None = None
    """Returns the number of searched cards, from the game and these files, and an iterator over the loops found.

        A loop is a set of at most this number of abilities that trigger each other forever at no cost. Raises
        UnusableFiles. None for a game without this search.
    """


Begin = Callable[[int], Callable[[object], None]]
"""Called with the number of pictures to draw. Returns a function to call after each picture."""


class Gallery(msgspec.Struct, frozen=True):
    """A game's pictures, arranged on sheets for review."""

    cards: Callable[[Sequence[Path], Begin], Image]
    """Returns a sheet of all cards of the game, or of those in the given card files. Raises UnusableFiles or CardError."""
    sheets: Mapping[str, Callable[[Begin], Image]]
    """Other sheets, by their names on the command line."""
    portal: Mapping[str, Callable[[], Image]]
    """The bot's own pictures, such as its avatar and banner, by file name."""


class Scenarios(msgspec.Struct, Generic[S_co], frozen=True):
    """Scenarios of a game: positions, answers and expectations, as text (docs/scenarios.md)."""

    rulebook: Path
    """The folder of the repository with the scenarios that test the game's rulebook."""
    read: Callable[[str, str], Sequence[S_co]]
    """Returns the scenarios in a text, given with its file name. Raises `engine.kernel.diagnostics.Unreadable`."""
    play: Callable[[S_co], list[Failure]]
    """Runs a scenario, and returns its failed expectations in order."""
    coverage: Callable[[Sequence[Scenario]], Coverage]
    """Returns the rules that scenarios test."""


class Account(msgspec.Struct, frozen=True):
    """The game-specific measurements of a finished match."""

    first: int | None = None
    """The seat that acted first; None if the game has no first player."""
    played: Sequence[tuple[int, str]] = ()
    """The played cards as (seat, title), without duplicates."""
    used: Sequence[tuple[int, str]] = ()
    """The used cards as (seat, title), without duplicates: those played, and other uses that the game counts."""
    had: Sequence[tuple[int, str, str]] = ()
    """The things that seats had in the match, as (seat, kind, name)."""
    figures: Mapping[str, int] = msgspec.field(default_factory=dict[str, int])
    """Counts other than those of events, by name."""
    shares: Mapping[str, tuple[int, int]] = msgspec.field(default_factory=dict[str, tuple[int, int]])
    """Shares as (occurrences, opportunities), by name."""
    means: Mapping[str, tuple[int, int]] = msgspec.field(default_factory=dict[str, tuple[int, int]])
    """Means as (sum, divisor), by name."""
    marks: Collection[tuple[str, str]] = ()
    """Facts about the match as a whole, as (kind, name), without duplicates."""
    shares_of_seats: Mapping[str, Sequence[tuple[int, int]]] = msgspec.field(
        default_factory=dict[str, "Sequence[tuple[int, int]]"]
    )
    """Shares by seat; see `shares`."""


class Watch(Protocol):
    """Observes one match as it is played."""

    def __call__(self, event: Event) -> None:
        """Record an event."""
        ...

    def account(self) -> Account:
        """Return the measurements, after the end of the match."""
        ...


@runtime_checkable
class PositionWatch(Protocol):
    """A watch that also observes the position before each answer."""

    def before_answer(self, match: Match, seat: int) -> None:
        """Record the position, in which this seat answers next."""
        ...


class Targets(msgspec.Struct, frozen=True, kw_only=True):
    """The balance targets of a game for one table size. Shares are percentages; each bound belongs to one figure."""

    wins: tuple[float, float] = (0.0, 100.0)
    """The range of each deck's win rate against all other decks."""
    wins_with: Mapping[str, tuple[float, float]] = msgspec.field(
        default_factory=dict[str, tuple[float, float]]
    )
    """The range of the win rate of seats with each thing, by kind (see `Account.had`)."""
    first: tuple[float, float] = (0.0, 100.0)
    """The range of the win rate of the first player to act."""
    least_of_an_ending: float = 0.0
    """The minimum share of matches for each ending in the rules."""
    least_played: float = 0.0
    """The minimum share of seats with a card that play it. With 0, one play in any match is enough."""
    least_in: float = 0.0
    """The minimum share of matches in which a card is played, of those in which it could be."""
    seldom: Collection[str] = ()
    """The cards exempt from `least_in`."""
    often: tuple[float, int] = (100.0, 0)
    """A share of matches, and the maximum number of cards that are played more often than that."""
    marks: Mapping[str, float] = msgspec.field(default_factory=dict[str, float])
    """The maximum share of matches with any one item of a kind (see `Account.marks`)."""
    endings: Mapping[str, float] = msgspec.field(default_factory=dict[str, float])
    """The maximum share of matches with an ending, by the ending's key."""
    shares: Mapping[str, tuple[float, float]] = msgspec.field(default_factory=dict[str, tuple[float, float]])
    """The range of each share (see `Account.shares`)."""
    shares_of_decks: Mapping[str, tuple[float, float]] = msgspec.field(
        default_factory=dict[str, tuple[float, float]]
    )
    """The range of each share for every deck (see `Account.shares_of_seats`)."""
    means: Mapping[str, tuple[float, float]] = msgspec.field(default_factory=dict[str, tuple[float, float]])
    """The range of each mean (see `Account.means`)."""
    medians: Mapping[str, tuple[int, int]] = msgspec.field(default_factory=dict[str, tuple[int, int]])
    """The range of a figure's median (see `Balance.figures`)."""
    nearly_all: Mapping[str, int] = msgspec.field(default_factory=dict[str, int])
    """The maximum of a figure's 95th percentile."""
    most: Mapping[str, int] = msgspec.field(default_factory=dict[str, int])
    """The maximum of a figure in any match."""
    hand_offs: int | None = None
    """The maximum median of hand-offs between players, with standing orders."""
    answers: int
    """The maximum number of answers in a match. A longer one is probably endless."""
    players: Mapping[str, float] = msgspec.field(default_factory=dict[str, float])
    """The maximum win rate of a kind of computer player against greedy ones."""


def targets_in(package: str) -> dict[int, Targets]:
    """Return the balance targets in `targets.toml` of a package, by number of players."""
    text = files(package).joinpath("targets.toml").read_text("utf-8")
    tables = msgspec.toml.decode(text, type=dict[str, Targets])
    return {int(seats): targets for seats, targets in tables.items()}


class Balance(msgspec.Struct, Generic[V_co, E_co], frozen=True):
    """A game's own measurements of simulated matches, in addition to winners, endings and length."""

    figures: Mapping[str, type[Fact]] = msgspec.field(default_factory=dict[str, "type[Fact]"])
    """The facts counted in each match, by name."""
    watch: Callable[[], Watch] | None = None
    """Returns an observer for one match; None if the game has no further measurements."""
    cards: Callable[[E_co], Sequence[tuple[str, str]]] = lambda deck: ()
    """Returns the playable cards of a deck, as (title, kind)."""
    cards_with: Callable[[], Mapping[tuple[str, str], Sequence[tuple[str, str]]]] = dict
    """Returns the playable cards that come with a thing acquired in the match, by (kind, name) (see `Account.had`)."""
    players: Mapping[str, Callable[[Chance], ComputerPlayer[V_co]]] = msgspec.field(
        default_factory=dict[str, "Callable[[Chance], ComputerPlayer[V_co]]"]
    )
    """Computer players in addition to those of every game, by their names on the command line."""
    targets: Mapping[int, Targets] = msgspec.field(default_factory=dict[int, Targets])
    """Targets by number of players."""
    player: str = "random"
    """The default computer player, which the targets refer to."""


class Authoring(msgspec.Struct, frozen=True):
    """A game's tools for its authors; None for each that it doesn't have."""

    card_files: CardFiles | None = None
    gallery: Gallery | None = None
    scenarios: Scenarios | None = None
    balance: Balance | None = None
    fitted: FittedMatches | None = None
    """The matches to which the valuation of computer players is fitted."""


def authoring_in(package: str) -> Callable[[], Authoring]:
    """Return a function that imports a game's tools on demand, so that the bot starts without them."""

    def authoring() -> Authoring:
        tools: Authoring = import_module(f"{package}.author_tools").AUTHORING
        return tools

    return authoring
