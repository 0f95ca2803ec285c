"""The rulings: how the rulebook is read where it is silent or could be read two ways."""

from __future__ import annotations

from functools import cache

import msgspec

from engine.dreamweavers.law.reading import tables


class Ruling(msgspec.Struct, frozen=True):
    """One ruling. `sections` are names of the sections that it is about."""

    number: int
    title: str
    text: str
    sections: tuple[str, ...]

    @property
    def citation(self) -> str:
        """The ruling as it is cited, such as `DW52`."""
        return f"DW{self.number}"


@cache
def rulings() -> tuple[Ruling, ...]:
    """All rulings in the order of their numbers."""
    return tables("rulings.toml", "ruling", Ruling)
