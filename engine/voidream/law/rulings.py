"""The rulings: how the rulebook is read where it is silent or could be read two ways."""

from __future__ import annotations

from functools import cache

import msgspec

from engine.voidream.law.reading import tables


class Ruling(msgspec.Struct, frozen=True):
    """One ruling. `sections` and `terms` are titles of the law's other entries, `cards` titles of cards."""

    number: int
    group: str
    title: str
    text: str
    sections: tuple[str, ...]
    terms: tuple[str, ...]
    cards: tuple[str, ...] = ()

    @property
    def citation(self) -> str:
        """The ruling as it is cited, such as `R25`."""
        return f"R{self.number}"


@cache
def rulings() -> tuple[Ruling, ...]:
    """All rulings in the order of their numbers."""
    return tuple(
        Ruling(
            number=table["number"],
            group=table["group"],
            title=table["title"],
            text=table["text"],
            sections=tuple(table["sections"]),
            terms=tuple(table["terms"]),
            cards=tuple(table.get("cards", ())),
        )
        for table in tables("rulings.toml", "ruling")
    )
