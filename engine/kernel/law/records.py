"""The data of a law: the tables of `terms.toml`, `sections.toml` and `rulings.toml` in a package of the game."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

import msgspec

from engine.kernel.decoder import PlainData, converted


class Law(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """The settings of a game's law.

    `package` contains its files. `context` is the catalogue context of titles. `letters` begin the citation of a
    ruling.
    `ruling` is the word before its number in searches, "" if people search by citation. `within` is a pattern for a
    citation inside an entry; its matching group cites the entry. `opening` begins the page of rulings.
    """

    package: str
    context: str
    letters: str
    ruling: str = ""
    within: str
    opening: str

    @property
    def names(self) -> str:
        """The catalogue context of further names of entries, a comma-separated list."""
        return f"{self.context} names"


class Term(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A term of the game. `section` is the title of its section, `also` other words, `related` titles of related terms.

    For an entry of the rulebook's glossary, `about` is what there is to test, and the entry is itself that section.
    """

    title: str
    section: str
    text: str
    related: tuple[str, ...]
    also: tuple[str, ...] = ()
    about: str = ""


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A section, or a part of one.

    `title` cites it ("§4", "§4 Damage", "§Attacking", "§Attacking 3"). `name` is its name, `also` other names in
    citations. `about` is in a few words what there is to test, "" if its parts contain all of that. `whole` is the
    title of the section that this is, or is a part of.
    """

    title: str
    name: str
    text: str
    whole: str
    also: tuple[str, ...] = ()
    about: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether this is a whole section."""
        return self.title == self.whole

    @property
    def heading(self) -> str:
        """Its number, if any, with the name: `§4 Dealing damage`, `§Attacking`, `§Attacking 3 The defence`."""
        place = self.title if _is_numbered(self.title) else self.whole
        return f"{place} {self.name}" if _is_numbered(place) else place

    @property
    def citations(self) -> tuple[str, ...]:
        """Its citations, the usual one first. A whole section is cited with its name."""
        first = self.heading if self.is_whole else self.title
        before = f"{self.whole} " if _is_numbered(self.whole) else "§"
        return tuple(dict.fromkeys((first, self.title, self.heading, *(before + name for name in self.also))))


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ruling, cited as `R25`. `sections` and `terms` are titles of other entries, `cards` titles of cards."""

    citation: str
    number: int
    title: str
    text: str
    sections: tuple[str, ...]
    terms: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    group: str = ""


@cache
def terms(law: Law) -> tuple[Term, ...]:
    """Return all terms in alphabetical order."""
    return tuple(converted(table, Term) for table in _tables(law, "term"))


@cache
def sections(law: Law) -> tuple[Section, ...]:
    """Return all sections and their parts in the rulebook's order, including the entries of its glossary."""
    all_sections: list[Section] = []
    whole = ""
    for table in _tables(law, "section"):
        if not table["title"].startswith(f"{whole} "):
            whole = table["title"]
        all_sections.append(converted({**table, "whole": whole}, Section))
        all_sections += [
            Section(term.section, term.title, term.text, whole, about=term.about)
            for term in terms(law)
            if term.about and whole == table["title"] and term.section.startswith(f"{whole} ")
        ]
    return tuple(all_sections)


@cache
def rulings(law: Law) -> tuple[Ruling, ...]:
    """Return all rulings in numerical order."""
    return tuple(
        converted({**table, "citation": f"{law.letters}{table['number']}"}, Ruling)
        for table in _tables(law, "ruling")
    )


def _tables(law: Law, name: str) -> list[PlainData]:
    return tomllib.loads(files(law.package).joinpath(f"{name}s.toml").read_text("utf-8"))[name]


def _is_numbered(title: str) -> bool:
    return title[-1].isdecimal()
