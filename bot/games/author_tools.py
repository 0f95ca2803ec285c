"""A game's tools for its authors, on the command line. All of it is optional: no match needs it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
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
"""A game's scenarios. Covariant as the types of `Game` are."""


class UnusableFiles(Exception):
    """Unusable files of a game. `str(error)` lists all their mistakes, one per line."""


class CardFiles(msgspec.Struct, frozen=True):
    """The files in which the cards of a game are written."""

    count: Callable[[], int]
    """The number of cards that come with the game."""
    check: Callable[[Sequence[Path]], Sequence[object]]
    """Every mistake in these files, in reading order; in those that come with the game if none are given."""
    loops: Callable[[Sequence[Path], int], tuple[int, Iterator[str]]] | None = None
    """Return the number of cards searched for loops, of the game and these files, and each loop found.

    A loop is a set of cards that trigger each other forever at no cost, with at most this number of abilities. Raises
    CannotUse. None for a game without this search.
    """


Begin = Callable[[int], Callable[[object], None]]
"""Called with the number of pictures to draw. Returns a function to call after each."""


class Gallery(msgspec.Struct, frozen=True):
    """Pictures of a game on sheets, for looking through them."""

    cards: Callable[[Sequence[Path], Begin], Image]
    """Return all cards of the game, or those of the given card files. Raises CannotUse."""
    sheets: Mapping[str, Callable[[Begin], Image]]
    """Other sheets, by the names by which they are asked for."""
    portal: Mapping[str, Callable[[], Image]]
    """The bot's own pictures, by the names of the files: an avatar, a banner."""


class Scenarios(msgspec.Struct, Generic[S_co], frozen=True):
    """Scenarios of a game: positions, answers and expectations, as text (docs/scenarios.md)."""

    rulebook: Path
    """The folder in a checkout with the scenarios that test the game's rulebook."""
    read: Callable[[str, str], Sequence[S_co]]
    """The scenarios in a text from a file of that name. Raises `engine.kernel.diagnostics.Unreadable`."""
    play: Callable[[S_co], list[Failure]]
    """The expectations of a scenario that fail, in order."""
    coverage: Callable[[Sequence[Scenario]], Coverage]
    """The rules that scenarios test."""


class Account(msgspec.Struct, frozen=True):
    """The game's account of a match that has been played."""

    first: int | None = None
    """The seat that acted first; None if that means nothing."""
    played: Sequence[tuple[int, str]] = ()
    """The cards that were played, each once, with the seat that played it."""
    used: Sequence[tuple[int, str]] = ()
    """The cards that were of any use, each once with its seat: played, and whatever else the game counts."""
    had: Sequence[tuple[int, str, str]] = ()
    """The things that seats had in the match: the seat, the sort of thing, and its name."""
    figures: Mapping[str, int] = msgspec.field(default_factory=dict[str, int])
    """Counts of the match that aren't counts of events."""
    shares: Mapping[str, tuple[int, int]] = msgspec.field(default_factory=dict[str, tuple[int, int]])
    """Shares: how often something was so, and out of how often."""
    means: Mapping[str, tuple[int, int]] = msgspec.field(default_factory=dict[str, tuple[int, int]])
    """Sums, with their divisors."""
    marks: Collection[tuple[str, str]] = ()
    """Facts about the match as a whole: the sort of thing, and its name, each once."""
    shares_of_seats: Mapping[str, Sequence[tuple[int, int]]] = msgspec.field(
        default_factory=dict[str, "Sequence[tuple[int, int]]"]
    )
    """The same as `shares`, for each seat."""


class Watch(Protocol):
    """Observes one match as it is played."""

    def __call__(self, event: Event) -> None:
        """Take note of an event."""
        ...

    def account(self) -> Account:
        """Return the figures of the match after its end."""
        ...


@runtime_checkable
class Looker(Protocol):
    """A watch that also looks at the match whenever a seat is about to answer."""

    def look(self, match: Match, seat: int) -> None:
        """Take note of the match, in which this seat answers next."""
        ...


class Targets(msgspec.Struct, frozen=True, kw_only=True):
    """The balance targets of a game for one table size. Shares are percentages; each bound belongs to one figure."""

    wins: tuple[float, float] = (0.0, 100.0)
    """Between these, the share of matches that each deck wins against all the others."""
    wins_with: Mapping[str, tuple[float, float]] = msgspec.field(
        default_factory=dict[str, tuple[float, float]]
    )
    """Between which shares those win who have a thing of a sort (see `Account.had`)."""
    first: tuple[float, float] = (0.0, 100.0)
    """The range for the share of matches won by the first player to act."""
    least_of_an_ending: float = 0.0
    """The least share of matches that end in each of the ways in which the rules end one."""
    least_played: float = 0.0
    """The least share of seats having a card in which it is played; 0: once at all."""
    least_in: float = 0.0
    """The least share of the matches in which a card could have been played, in which it was played."""
    seldom: Collection[str] = ()
    """The cards that may be played in fewer of these matches."""
    often: tuple[float, int] = (100.0, 0)
    """A share, and how many cards may be played in more of these matches."""
    marks: Mapping[str, float] = msgspec.field(default_factory=dict[str, float])
    """The maximum share of matches with any one item of a kind (see `Account.marks`)."""
    endings: Mapping[str, float] = msgspec.field(default_factory=dict[str, float])
    """The largest share of matches that end so, by the key of the ending."""
    shares: Mapping[str, tuple[float, float]] = msgspec.field(default_factory=dict[str, tuple[float, float]])
    """Between which numbers a share lies (see `Account.shares`)."""
    shares_of_decks: Mapping[str, tuple[float, float]] = msgspec.field(
        default_factory=dict[str, tuple[float, float]]
    )
    """The same for each deck (see `Account.shares_of_seats`)."""
    means: Mapping[str, tuple[float, float]] = msgspec.field(default_factory=dict[str, tuple[float, float]])
    """Between which numbers a mean lies (see `Account.means`)."""
    medians: Mapping[str, tuple[int, int]] = msgspec.field(default_factory=dict[str, tuple[int, int]])
    """Between which numbers the median of a figure (see `Balance.figures`) lies."""
    nearly_all: Mapping[str, int] = msgspec.field(default_factory=dict[str, int])
    """The maximum of a figure in 95 of 100 matches."""
    most: Mapping[str, int] = msgspec.field(default_factory=dict[str, int])
    """The maximum of a figure in any match."""
    hand_offs: int | None = None
    """The maximum of the median of the hand-offs with standing orders."""
    answers: int
    """So many answers are too many for a match: what makes one so long hardly ends."""
    players: Mapping[str, float] = msgspec.field(default_factory=dict[str, float])
    """The maximum share of matches that players of a kind may win against greedy ones."""


class Balance(msgspec.Struct, Generic[V_co, E_co], frozen=True):
    """The measures of a game's simulated matches, apart from winners, endings and length."""

    figures: Mapping[str, type[Fact]] = msgspec.field(default_factory=dict[str, "type[Fact]"])
    """The counts of each match, by name: how often such a fact is reported."""
    watch: Callable[[], Watch] | None = None
    """Makes what watches a match; None where there is nothing more to say of it."""
    cards: Callable[[E_co], Sequence[tuple[str, str]]] = lambda deck: ()
    """The titles of the cards that can be played from a deck, each with its kind."""
    cards_with: Callable[[], Mapping[tuple[str, str], Sequence[tuple[str, str]]]] = dict
    """The same for items acquired in the match: by kind and name (see `Account.had`)."""
    players: Mapping[str, Callable[[Chance], ComputerPlayer[V_co]]] = msgspec.field(
        default_factory=dict[str, "Callable[[Chance], ComputerPlayer[V_co]]"]
    )
    """Players besides those that every game has, by the names by which they are asked for."""
    targets: Mapping[int, Targets] = msgspec.field(default_factory=dict[int, Targets])
    """By the number of players."""
    player: str = "random"
    """The default players, for which the targets are meant."""


class Authoring(msgspec.Struct, frozen=True):
    """A game's tools for its authors; None for those it doesn't have."""

    card_files: CardFiles | None = None
    gallery: Gallery | None = None
    scenarios: Scenarios | None = None
    balance: Balance | None = None
    fitted: FittedMatches | None = None
    """The matches to which the formula of computer players is fitted."""
