"""The number of each title, which identifies cards in deck codes: assigned once, and never reused.

`numbers.toml` has the titles in the order of their numbers, starting with 1. A new title is appended; a title that
leaves the set keeps its place. `python -m cards.voidream.card_ids` adds missing titles.
"""

from __future__ import annotations

import tomllib
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path

from cards.voidream.library import the_set

FILE = "numbers.toml"
_HEAD = """\
# The titles in the order of their numbers, which deck codes are made of. New ones are added at the end, by
# `python -m cards.voidream.card_ids`. No line is ever removed or moved: codes that people have kept would change.

titles = [
"""


@dataclass(frozen=True)
class Numbers:
    """Titles by number and numbers by title; numbers begin with 1."""

    titles: tuple[str, ...]

    @cached_property
    def by_title(self) -> Mapping[str, int]:
        """The number of each title."""
        return {title: number for number, title in enumerate(self.titles, start=1)}

    def title(self, number: int) -> str:
        """Return the title with this number. Raises LookupError if no title has it."""
        if not 1 <= number <= len(self.titles):
            raise LookupError(f"no title has the number {number}")
        return self.titles[number - 1]

    def fingerprint(self, last: int) -> int:
        """Return a 15-bit checksum of the titles up to number `last`, which tells sets with other numbers apart."""
        return zlib.crc32("\n".join(self.titles[:last]).encode()) & 0x7FFF


@cache
def the_numbers() -> Numbers:
    """Return the numbers of the game's own set."""
    return Numbers(tuple(_read(files("cards.voidream").joinpath(FILE).read_text(encoding="utf-8"))))


def unnumbered(titles: Iterable[str], numbers: Sequence[str]) -> list[str]:
    """Return the titles that have no number yet, in their order."""
    numbered = set(numbers)
    return [title for title in titles if title not in numbered]


def written(titles: Iterable[str]) -> str:
    """Return the content of the file with these titles."""
    return _HEAD + "".join(f'    "{title}",\n' for title in titles) + "]\n"


def _read(text: str) -> list[str]:
    return [str(title) for title in tomllib.loads(text)["titles"]]


def main() -> None:
    """Number the set's unnumbered titles, in the file beside this module."""
    path = Path(__file__).with_name(FILE)
    numbered = _read(path.read_text(encoding="utf-8")) if path.exists() else []
    path.write_text(written([*numbered, *unnumbered(the_set().cards, numbered)]), encoding="utf-8")


if __name__ == "__main__":
    main()
