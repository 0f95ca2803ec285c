"""Statements about people and what they prefer."""

from __future__ import annotations

import msgspec

from bot.clocks import Home, Vacation, Wishes
from bot.store.columns import Columns
from bot.store.rows import PersonRow
from bot.store.subject import Subject, upsert

HOME = Columns(Home, "p", before="p.zone_before", since="p.zone_since")
"""A person's home, in the table `people p`."""
_PERSON = Columns(
    PersonRow,
    "p",
    home=HOME,
    vacation=Columns(Vacation, left="p.away_left", since="p.away_since", until="p.away_until"),
    wishes="p.reminders",
)


class PersonQueries(Subject):
    """Remembered people."""

    async def person(self, person: int) -> PersonRow:
        """Return what is remembered of a person; nothing, if they are not known."""
        return await self._record(_PERSON, "FROM people p WHERE p.id = ?", person) or PersonRow(person)


class PersonStatements(PersonQueries):
    """Remembered people, inside a transaction."""

    async def put(self, person: int, name: str) -> None:
        """Store a person's name."""
        await self._put("people", {"id": person}, name=name)

    async def put_house(self, person: int, name: str) -> None:
        """Remember that a program plays under this id, and by which name: nobody counts its matches, and it is not named."""
        await self._tell_of_all(upsert("people", ("id",), ("name", "house")), person, name, True)

    async def set_text_boards(self, person: int, wanted: bool) -> None:
        """Remember whether the person wants boards as text."""
        await self._put("people", {"id": person}, text_boards=wanted)

    async def set_hands_kept(self, person: int, kept: bool) -> None:
        """Remember whether the person shows their hands to nobody, also when a match is over."""
        await self._put("people", {"id": person}, hands_kept=kept)

    async def set_dm(self, person: int, *, closed: bool, told: bool) -> None:
        """Remember whether direct messages to the person are refused, and whether they know that we know."""
        await self._put("people", {"id": person}, dm_closed=closed, dm_told=told)

    async def set_home(self, person: int, home: Home) -> None:
        """Remember where someone lives."""
        await self._put("people", {"id": person}, **HOME.values(home))

    async def set_vacation(self, person: int, vacation: Vacation) -> None:
        """Store the state of a person's vacation."""
        left, since, until = vacation.left, vacation.since, vacation.until
        await self._put("people", {"id": person}, away_left=left, away_since=since, away_until=until)

    async def set_wishes(self, person: int, wishes: Wishes) -> None:
        """Store when and where a person wants to be reminded."""
        await self._put("people", {"id": person}, reminders=msgspec.json.encode(wishes).decode())
