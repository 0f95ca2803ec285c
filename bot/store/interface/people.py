"""What the bot asks of its store about people and what they prefer."""

from __future__ import annotations

from typing import Protocol

from bot.clocks import Home, Vacation, Wishes
from bot.store.rows import PersonRow


class PeopleReading(Protocol):
    """What is remembered of people."""

    async def person(self, person: int) -> PersonRow:
        """Return what is remembered of somebody; nothing, if they are not known."""
        ...


class PeopleWriting(PeopleReading, Protocol):
    """What is remembered of people, inside a transaction."""

    async def put(self, person: int, name: str) -> None:
        """Remember somebody's name."""
        ...

    async def put_house(self, person: int, name: str) -> None:
        """Remember that a program plays under this id, and by which name."""
        ...

    async def set_text_boards(self, person: int, wanted: bool) -> None:
        """Remember whether the person wants boards as text."""
        ...

    async def set_hands_kept(self, person: int, kept: bool) -> None:
        """Remember whether the person shows their hands to nobody, also when a match is over."""
        ...

    async def set_dm(self, person: int, *, closed: bool, told: bool) -> None:
        """Remember whether direct messages to the person are refused, and whether they know that we know."""
        ...

    async def set_home(self, person: int, home: Home) -> None:
        """Remember where someone lives."""
        ...

    async def set_vacation(self, person: int, vacation: Vacation) -> None:
        """Remember how somebody's vacation stands."""
        ...

    async def set_wishes(self, person: int, wishes: Wishes) -> None:
        """Remember when and where somebody wants to be reminded."""
        ...
