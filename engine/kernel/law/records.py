"""The records of a law: the tables of `terms.toml`, `sections.toml` and `rulings.toml` in a package of the game."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

import msgspec

from engine.kernel.decoder import PlainData, converted


class Law(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """The particulars of a game's law.

    `package` holds its files, `context` is that of titles in the catalogue, `letters` begin the citation of a ruling, and
    `ruling` is the word before its number by which people look for it, "" where they cite it. `within` is a pattern of what is
    cited within an entry, the group that fits being how the entry is cited. `opening` begins the page of rulings.
    """

    package: str
    context: str
    letters: str
    ruling: str = ""
    within: str
    opening: str

    @property
    def names(self) -> str:
        """The context in the catalogue of what else entries are called, in a row with commas between."""
        return f"{self.context} names"


class Term(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One word of the game. `section` is the title of one, `also` are other words for it, `related` titles of terms to read on.

    `about` says of an entry of the rulebook's glossary what there is to test; the entry is itself that section.
    """

    title: str
    section: str
    text: str
    related: tuple[str, ...]
    also: tuple[str, ...] = ()
    about: str = ""


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A section, or a part of one.

    `title` is how it is cited ("§4", "§4 Damage", "§Attacking", "§Attacking 3"), `name` what it is called, `also` other
    names for it in citations. `about` says in a few words what there is to test, "" where that is all in its parts.
    `whole` is the title of the section that this is, or is a part of.
    """

    title: str
    name: str
    text: str
    whole: str
    also: tuple[str, ...] = ()
    about: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether this is a section as a whole."""
        return self.title == self.whole

    @property
    def heading(self) -> str:
        """The section above it, a number before the name: `§4 Dealing damage`, `§Attacking`, `§Attacking 3 The defence`."""
        place = self.title if _is_numbered(self.title) else self.whole
        return f"{place} {self.name}" if _is_numbered(place) else place

    @property
    def citations(self) -> tuple[str, ...]:
        """Its citations, the usual one first: a section as a whole with its name."""
        first = self.heading if self.is_whole else self.title
        before = f"{self.whole} " if _is_numbered(self.whole) else "§"
        return tuple(dict.fromkeys((first, self.title, self.heading, *(before + name for name in self.also))))


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One ruling, cited such as `R25`. `sections` and `terms` are titles of the law's other entries, `cards` titles of cards."""

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
    """Return all terms in the order of the alphabet."""
    return tuple(converted(table, Term) for table in _tables(law, "term"))


@cache
def sections(law: Law) -> tuple[Section, ...]:
    """Return all sections and their parts in the rulebook's order, the entries of its glossary among them."""
    found: list[Section] = []
    whole = ""
    for table in _tables(law, "section"):
        if not table["title"].startswith(f"{whole} "):
            whole = table["title"]
        found.append(converted({**table, "whole": whole}, Section))
        found += [
            Section(term.section, term.title, term.text, whole, about=term.about)
            for term in terms(law)
            if term.about and whole == table["title"] and term.section.startswith(f"{whole} ")
        ]
    return tuple(found)


@cache
def rulings(law: Law) -> tuple[Ruling, ...]:
    """Return all rulings in the order of their numbers."""
    return tuple(
        converted({**table, "citation": f"{law.letters}{table['number']}"}, Ruling)
        for table in _tables(law, "ruling")
    )


def _tables(law: Law, name: str) -> list[PlainData]:
    return tomllib.loads(files(law.package).joinpath(f"{name}s.toml").read_text("utf-8"))[name]


def _is_numbered(title: str) -> bool:
    return title[-1].isdecimal()
