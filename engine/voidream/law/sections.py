"""The sections of the rulebook and their parts, §2 to §8, in the rulebook's order."""

from __future__ import annotations

from functools import cache

import msgspec

from engine.voidream.law.reading import tables
from engine.voidream.law.terms import terms


class Section(msgspec.Struct, frozen=True):
    """A section, or a part of one.

    `title` is how it is cited ("§4", "§4 Damage"), `name` what it is called, `also` other names for it in citations.
    `about` says in a few words what there is to test, "" where that is all in its parts.
    """

    title: str
    name: str
    text: str
    also: tuple[str, ...] = ()
    about: str = ""

    @property
    def chapter(self) -> str:
        """The section that this is, or is a part of: `§4`."""
        return self.title.split(" ", 1)[0]

    @property
    def is_chapter(self) -> bool:
        """Whether this is a section as a whole."""
        return self.title == self.chapter

    @property
    def heading(self) -> str:
        """Number and name: `§4 Dealing damage`."""
        return f"{self.chapter} {self.name}"

    @property
    def citations(self) -> tuple[str, ...]:
        """How it may be cited, as it mostly is first: a section as a whole with its name."""
        first = self.heading if self.is_chapter else self.title
        also = (f"{self.chapter} {name}" for name in self.also)
        return tuple(dict.fromkeys((first, self.title, self.heading, *also)))


@cache
def sections() -> tuple[Section, ...]:
    """All sections and their parts; the parts of §6 are the entries of the glossary."""
    found: list[Section] = []
    for table in tables("sections.toml", "section"):
        also = tuple(table.get("also", ()))
        found.append(Section(table["title"], table["name"], table["text"], also, table.get("about", "")))
        if table["title"] == "§6":
            found += [Section(t.section, t.title, t.text, about=t.about) for t in terms() if t.in_glossary]
    return tuple(found)
