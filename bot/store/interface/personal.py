"""What the bot asks of its store about all that belongs to one person."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from bot.store.columns import Value


class PersonalReading(Protocol):
    """What belongs to one person, table by table: see `bot.store.personal`."""

    async def rows(self, person: int, *, remembered: bool = False) -> dict[str, list[dict[str, Value]]]:
        """Return the rows that belong to someone, by table; with `remembered` also what they would go on with."""
        ...

    async def acts(self, person: int) -> list[tuple[int, int, str, tuple[str, ...] | None]]:
        """Return what somebody did in matches: match, when, what kind of act, and what they chose."""
        ...

    async def when(self, person: int, what: Sequence[str], since: int) -> list[int]:
        """Return when somebody did such things about their own since a moment, the last one first."""
        ...

    async def selves(self) -> Callable[[int], int]:
        """Return what tells people apart who were forgotten and have come back: the same number for all their ids."""
        ...

    async def rated(self, person: int) -> list[tuple[int, int, str, int, int]]:
        """Return what rated matches did to somebody: match, when, why it did not count, rating before and after."""
        ...

    async def barred(self, person: int) -> list[tuple[int, int, str]]:
        """Return where someone may not play: server, since when, and the reason."""
        ...

    async def bars_set(self, person: int) -> list[tuple[int, int, str]]:
        """Return whom someone barred as a moderator: server, when, and the reason that they gave."""
        ...

    async def moderated(self, person: int) -> list[tuple[int, str]]:
        """Return the matches that somebody ended as a moderator, and why."""
        ...


class PersonalWriting(PersonalReading, Protocol):
    """What belongs to one person, inside a transaction."""

    async def once(self, interaction: int, person: int, what: str, at: int) -> bool:
        """Write down what somebody does about their own things; False if this interaction has done it already."""
        ...

    async def forget(self, person: int, name: str, at: int) -> int:
        """Forget somebody, and return the id of the stand-in who takes their place in what belongs to others as well."""
        ...
