"""The subjects of a transaction: it declares them at the start, and writes about nothing else.

On PostgreSQL transactions run concurrently, and declared subjects are locked. Code that counts and then writes, or
reads and then changes, is therefore alone with its data. On SQLite transactions are sequential and nothing is locked,
but declarations are still checked, so that tests on SQLite find mistakes.

Locks are taken in one order, by `rank` and then ascending, to avoid deadlocks. A transaction can declare more
subjects later (`Writing.hold`), but only ones that come later in that order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar

import msgspec


class About(msgspec.Struct, frozen=True):
    """A subject of transactions."""

    rank: ClassVar[int]

    @property
    def place(self) -> tuple[Any, ...]:
        """Its position in the locking order."""
        return (self.rank, *msgspec.structs.astuple(self))


class AboutKey(About, frozen=True):
    """A named value that is read and then changed."""

    rank: ClassVar[int] = 0
    name: str


class AboutMatch(About, frozen=True):
    """A challenge or match: its row, and everything that belongs to it."""

    rank: ClassVar[int] = 1
    id: int


class AboutPerson(About, frozen=True):
    """A person: their data, and the number of their challenges and matches."""

    rank: ClassVar[int] = 2
    id: int


class AboutServer(About, frozen=True):
    """A server: its settings."""

    rank: ClassVar[int] = 3
    id: int | None


class AboutGame(About, frozen=True):
    """A game on a server: its ratings."""

    rank: ClassVar[int] = 4
    guild_id: int | None
    game: str

    @property
    def place(self) -> tuple[Any, ...]:
        """Its position in the locking order."""
        return (self.rank, self.guild_id or 0, self.game)


class AboutPuzzle(About, frozen=True):
    """A puzzle: its difficulty."""

    rank: ClassVar[int] = 5
    game: str
    puzzle: str


class MatchesOf(About, frozen=True):
    """A person's open challenges and matches, or with `over` all of them, and the person.

    No one else changes them, and no new one begins.
    """

    rank: ClassVar[int] = 1
    id: int
    over: bool = False


class Everything(About, frozen=True):
    """All rows of the database, for tasks at the start of the bot. Only exclusive with itself."""

    rank: ClassVar[int] = -1


class NotNamed(AssertionError):
    """A transaction writes about an undeclared subject, or declares it too late: a bug."""


class Scope:
    """The subjects that a transaction has declared so far."""

    __slots__ = ("_all", "_last", "_named")

    def __init__(self) -> None:
        self._named: set[About] = set()
        self._all = False
        self._last: tuple[Any, ...] = ()

    def name(self, named: Iterable[About]) -> list[About]:
        """Declare subjects. Return the new locks, in locking order.

        Raises NotNamed if one precedes a lock already held.
        """
        new_subjects = sorted(
            {subject for subject in named if subject not in self._named}, key=lambda subject: subject.place
        )
        if new_subjects and new_subjects[0].place < self._last:
            raise NotNamed(
                f"{new_subjects[0]} comes before a name that this transaction has already locked: name it at the beginning."
            )
        if new_subjects:
            self._last = new_subjects[-1].place
            self._named.update(new_subjects)
            self._all = self._all or Everything() in self._named
        return new_subjects

    def made(self, about: About) -> None:
        """Declare a subject created by this transaction, which no one else can know yet."""
        self._named.add(about)

    def check(self, about: About, sql: str = "") -> None:
        """Raise NotNamed unless the subject is declared."""
        if about not in self._named and not self._all:
            raise NotNamed(
                f"A transaction that names {sorted(map(str, self._named))} writes about {about}: {sql[:60]!r}"
            )

    def check_statement(self, sql: str, values: Sequence[object]) -> None:
        """Raise NotNamed if a statement writes about an undeclared subject."""
        if self._all or (rule := rule_of(sql)) is None:
            return
        make, places = rule
        about = make(*(values[place] for place in places))
        if about is not None:
            self.check(about, sql)


_Maker = Callable[..., About | None]


def _of_alarm(match_id: int, person_id: int) -> About | None:
    return AboutMatch(match_id) if match_id else AboutPerson(person_id) if person_id else None


_OF_A_MATCH: tuple[_Maker, tuple[str, ...]] = (AboutMatch, ("match_id",))
_OF_A_PERSON: tuple[_Maker, tuple[str, ...]] = (AboutPerson, ("person_id",))
_OF_A_SERVER: tuple[_Maker, tuple[str, ...]] = (AboutServer, ("guild_id",))
TABLES: Mapping[str, tuple[_Maker, tuple[str, ...]] | None] = {
    "matches": (AboutMatch, ("id",)),
    **dict.fromkeys(
        (
            "seats", "invitations", "acts", "events", "setups", "panels", "clocks", "reminders", "watching", "orders", "plans",
            "look_back_answers", "look_backs", "look_back_pieces", "requests", "refusals", "clock_gains", "interventions", "posts",
        ),
        _OF_A_MATCH,
    ),
    "people": (AboutPerson, ("id",)),
    **dict.fromkeys(
        ("deck_choices", "misread_decks", "lessons", "explained", "puzzle_answers", "puzzle_solvers", "blocks"), _OF_A_PERSON
    ),
    **dict.fromkeys(("servers", "server_locales", "server_changes", "bars"), _OF_A_SERVER),
    "alarms": (_of_alarm, ("match_id", "person_id")),
    "ratings": (AboutGame, ("guild_id", "game")),
    "puzzle_ratings": (AboutPuzzle, ("game", "puzzle")),
    # Rows of these tables are found by their own key, and changed under their owner's lock.
    "decks": None,
    "rated": None,
    "rated_seats": None,
    # Single rows that are written as a whole, once per interaction, or incremented. Notes are claimed by
    # leases.
    "personal_acts": None,
    "lesson_steps": None,
    "facts": None,
    "absences": None,
    "outbox": None,
    "workers": None,
    "budgets": None,
    "thoughts": None,
}  # fmt: skip
"""By table: the subject of its rows, and the columns that identify it.

None for tables that no one reads before writing.
"""

_CHANGE = re.compile(r"\s*(INSERT INTO|UPDATE|DELETE FROM) (\w+)")
_COMPARED = re.compile(r" = \?")


@lru_cache(maxsize=4096)
def rule_of(sql: str) -> tuple[_Maker, tuple[int, ...]] | None:
    """Return the subject of a writing statement and the values that identify it; None for other statements.

    Raises NotNamed if no value identifies the match, person or server of its rows.
    """
    change = _CHANGE.match(sql)
    if change is None:
        return None
    known = TABLES[change[2]]
    if known is None:
        return None
    make, columns = known
    find = _inserted if change[1] == "INSERT INTO" else _chosen
    places = [find(sql, column) for column in columns]
    if change[1] == "INSERT INTO" and None in places:
        return None  # The database assigns its id.
    if None in places:
        raise NotNamed(f"This changes rows of {change[2]} and doesn't say whose: {sql[:120]!r}")
    return make, tuple(place for place in places if place is not None)


def _inserted(sql: str, column: str) -> int | None:
    """Return the position of the value for a column; None if the column is missing."""
    names, _, rest = sql.partition("(")[2].partition(")")
    columns = [name.strip() for name in names.split(",")]
    if column not in columns:
        return None
    expressions = _top(rest.partition("VALUES (")[2] or rest.partition("SELECT ")[2])
    earlier = expressions[: columns.index(column)]
    if expressions[columns.index(column)] not in ("?", "CAST(? AS BIGINT)"):
        raise NotNamed(f"This adds a row and doesn't say whose: {sql[:120]!r}")
    return sum(expression.count("?") for expression in earlier)


def _top(listed: str) -> list[str]:
    """Return the top-level items of a comma-separated list, up to its end."""
    items, depth, start = list[str](), 0, 0
    for place, sign in enumerate(listed):
        if sign == "(":
            depth += 1
        elif sign == ")" and depth == 0:
            return [*items, listed[start:place].strip()]
        elif sign == ")":
            depth -= 1
        elif sign == "," and depth == 0:
            items.append(listed[start:place].strip())
            start = place + 1
    return [*items, listed[start:].strip()]


def _chosen(sql: str, column: str) -> int | None:
    """Return the position of the value that selects rows by a column; None if none does."""
    depth, where = 0, 0
    for word in re.finditer(r"[()]|\bWHERE\b", sql):
        depth += {"(": 1, ")": -1}.get(word[0], 0)
        if word[0] == "WHERE" and depth == 0:
            where = word.end()
    if not where:
        return None
    places = [comparison.start() for comparison in _COMPARED.finditer(sql, where)]
    chosen_place = next(
        (place for place in places if sql[where:place].split()[-1].lstrip("(") == column), None
    )
    return None if chosen_place is None else sql.count("?", 0, chosen_place)
