"""The sections of the rulebook and their numbered parts, in the rulebook's order."""

from __future__ import annotations

from functools import cache

import msgspec

from engine.dreamweavers.law.reading import tables


class Section(msgspec.Struct, frozen=True):
    """A section, or a part of one.

    `title` is how it is cited ("§Attacking", "§Attacking 3"), `name` what it is called, `also` other names for it in citations.
    `about` says in a few words what there is to test, "" where that is all in its parts.
    """

    title: str
    name: str
    text: str
    also: tuple[str, ...] = ()
    about: str = ""

    @property
    def whole(self) -> str:
        """The title of the section that this is, or is a part of: `§Attacking`."""
        return self.title.rstrip("0123456789").rstrip()

    @property
    def is_part(self) -> bool:
        """Whether this is a part of a section."""
        return self.title != self.whole

    @property
    def heading(self) -> str:
        """What stands above it: `§Attacking`, `§Attacking 3 The defence`."""
        return f"{self.title} {self.name}" if self.is_part else self.title

    @property
    def citations(self) -> tuple[str, ...]:
        """How it may be cited, as it mostly is first."""
        return tuple(dict.fromkeys((self.title, self.heading, *(f"§{name}" for name in self.also))))


@cache
def sections() -> tuple[Section, ...]:
    """All sections and their parts."""
    return tables("sections.toml", "section", Section)
