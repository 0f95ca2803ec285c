"""A person's settings: display preferences, and whether they can be reached."""

from __future__ import annotations

from bot.store import Store, about
from bot.store.store import retried

_DISCORD_BEGAN = 1_420_070_400_000
"""The moment that Discord's ids count from: the beginning of 2015."""


def made_at(person: int) -> int:
    """Return when a person's account was made, in milliseconds since 1970: their id contains it."""
    return (person >> 22) + _DISCORD_BEGAN


class People:
    """Preferences of people. Someone who is not known has the usual ones."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def text_boards(self, person: int) -> bool:
        """Return whether the person wants boards as text instead of pictures."""
        async with self._store.read() as store:
            return (await store.people.person(person)).text_boards

    @retried(known=True)
    async def want_text_boards(self, person: int, wanted: bool) -> None:
        """Remember whether the person wants boards as text instead of pictures."""
        async with self._store.write(about.AboutPerson(person)) as tx:
            await tx.people.set_text_boards(person, wanted)

    async def dm_closed(self, person: int) -> bool:
        """Return whether direct messages to the person were refused and are not tried any more."""
        async with self._store.read() as store:
            return (await store.people.person(person)).dm_closed

    async def direct_channel(self, person: int) -> int | None:
        """Return the channel in which the person got a direct message before, None if they have got none."""
        async with self._store.read() as store:
            return await store.messages.direct_channel(person)

    @retried(known=True)
    async def try_dm_again(self, person: int) -> None:
        """Send direct messages again: the person asked for it."""
        async with self._store.write(about.AboutPerson(person)) as tx:
            await tx.people.set_dm(person, closed=False, told=False)

    @retried(known=True)
    async def tell_dm_closed(self, person: int) -> bool:
        """Return whether to tell the person now that their direct messages are closed: True once."""
        async with self._store.read() as store:
            known = await store.people.person(person)
        if not known.dm_closed or known.dm_told:
            return False
        async with self._store.write(about.AboutPerson(person)) as tx:
            known = await tx.people.person(person)
            if not known.dm_closed or known.dm_told:
                return False
            await tx.people.set_dm(person, closed=True, told=True)
        return True
