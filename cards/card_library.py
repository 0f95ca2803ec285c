"""The cards of a game: its set, and reading and checking of card files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Generic, TypeVar, cast

from cards.cache import CardCache
from cards.garbage_collection import collector_paused
from cards.language.errors import CardError, Problem, Where
from cards.toml_files import line_of, of_the_file

R = TypeVar("R")
"""The content of a file: a card with its places, or all cards of the file."""
S = TypeVar("S")
"""A set."""

Paths = Iterable[Path | Traversable]


class CardLibrary(Generic[R, S]):
    """The card files of a game, by the package that contains them.

    `named` returns the files of the set in a folder, in display order. `read_file` returns a file's content as far as
    it is readable, and every mistake in it. `set_of` makes a set from several files. `clashes` yields cards whose
    titles are taken, by each other or by an existing set; `lacks` the missing parts of a whole set.
    """

    def __init__(
        self,
        package: str,
        named: Callable[[Traversable], Iterable[Traversable]],
        read_file: Callable[[Path | Traversable], tuple[Sequence[R], Sequence[Problem]]],
        set_of: Callable[[Sequence[R]], S],
        clashes: Callable[[Sequence[R], S | None], Iterable[Problem]],
        lacks: Callable[[Sequence[R]], Iterable[Problem]] = lambda read: (),
    ) -> None:
        self._folder, self._named = files(package).joinpath("set"), named
        self._read_file, self._set_of, self._clashes, self._lacks = read_file, set_of, clashes, lacks
        self.cache = CardCache[S](package)
        self._set: S | None = None

    def the_set(self) -> S:
        """Return the game's cards, from the cache or from their files."""
        if self._set is None:
            self._set = self.cache.read(self._contents(), lambda: self.read(self.files()))
        return self._set

    def keep(self) -> None:
        """Store the set for the next start. Raises OSError if it can't be written."""
        self.cache.keep(self._contents(), self.read(self.files()))

    def files(self) -> list[Traversable]:
        """Return the card files that come with the game."""
        return [*self._named(self._folder)]

    def read(self, paths: Paths) -> S:
        """Return the whole set of these TOML files. Raises CardError with every mistake in any of them."""
        read, problems = self._all(paths, None)
        if problems := problems or [*self._lacks(read)]:
            raise CardError(problems)
        return self._set_of(read)

    def check(self, paths: Paths, beside: S | None = None) -> list[Problem]:
        """Return every mistake in these card files, in reading order.

        `beside` are existing cards, whose titles are taken. Without them the files are checked as a whole set.
        """
        read, problems = self._all(paths, beside)
        return problems or ([*self._lacks(read)] if beside is None else [])

    def check_mine(self, paths: Sequence[Path]) -> list[Problem]:
        """Return every mistake in these files beside the set, or in those of the set if none are given."""
        return self.check(paths, self.the_set()) if paths else self.check(self.files())

    @collector_paused()
    def _all(self, paths: Paths, beside: S | None) -> tuple[list[R], list[Problem]]:
        read: list[R] = []
        problems: list[Problem] = []
        for path in paths:
            cards, wrong = self._read_file(path)
            read += cards
            problems += wrong
        return read, [*problems, *self._clashes(read, beside)]

    def _contents(self) -> list[bytes]:
        return [file.read_bytes() for file in self.files()]


def clashing(titles: Iterable[tuple[str, Where, str]]) -> Iterator[Problem]:
    """Yield duplicate titles, ignoring case.

    Each has its place, and the error if the title belongs to an existing card, otherwise "".
    """
    first: dict[str, Where] = {}
    for title, where, taken in titles:
        before = first.setdefault(title.casefold(), where)
        if before is not where:
            place = f"{before.file}, line {before.line}" if before.line else before.file
            yield Problem(where, f"Another card has this title already: {place}.", title)
        elif taken:
            yield Problem(where, taken, title)


def tables_of_cards(
    name: str, text: str, document: dict[str, object], key: str
) -> tuple[list[dict[str, object]] | None, list[Problem]]:
    """Return the tables of the cards in a file, which are named `key`, and the mistakes in them as a whole.

    None where they are not written as tables.
    """
    head, written = f"[[{key}]]", document.get(key, [])
    if not isinstance(written, list) or not all(
        isinstance(one, dict) for one in cast("list[object]", written)
    ):
        message = f"Each card begins with {head}, in two pairs of brackets."
        return None, [Problem(line_of(name, text, key), message, key, (head,))]
    wrong = [] if written else [of_the_file(name, "There is no card in this file.", (head,))]
    return cast("list[dict[str, object]]", written), wrong
