"""A person's settings: display preferences, and whether they can be reached."""

from __future__ import annotations

from bot.store import Store, about
from bot.store.store import retried

_DISCORD_BEGAN = 1_420_070_400_000
"""The origin of the times in Discord's ids: the beginning of 2015, in ms since 1970."""


def made_at(person: int) -> int:
    """Return the creation time of an account (ms since 1970), which its id contains."""
    return (person >> 22) + _DISCORD_BEGAN


class People:
    """People's preferences. An unknown person has the defaults."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def text_boards(self, person: int) -> bool:
        """Return whether a person wants boards as text."""
        async with self._store.read() as store:
            return (await store.people.person(person)).text_boards

    @retried(known=True)
    async def want_text_boards(self, person: int, wants_text: bool) -> None:
        """Store whether a person wants boards as text."""
        async with self._store.write(about.AboutPerson(person)) as tx:
            await tx.people.set_text_boards(person, wants_text)

    async def dm_closed(self, person: int) -> bool:
        """Return whether direct messages to a person were refused, and are no longer tried."""
        async with self._store.read() as store:
            return (await store.people.person(person)).dm_closed

    async def direct_channel(self, person: int) -> int | None:
        """Return the channel of earlier direct messages to a person, None if there were none."""
        async with self._store.read() as store:
            return await store.messages.direct_channel(person)

    @retried(known=True)
    async def try_dm_again(self, person: int) -> None:
        """Resume direct messages, because the person asked for it."""
        async with self._store.write(about.AboutPerson(person)) as tx:
            await tx.people.set_dm(person, closed=False, is_told=False)

    @retried(known=True)
    async def tell_dm_closed(self, person: int) -> bool:
        """Return whether to tell the person now that their direct messages are closed: True once."""
        async with self._store.read() as store:
            stored = await store.people.person(person)
        if not stored.dm_closed or stored.dm_told:
            return False
        async with self._store.write(about.AboutPerson(person)) as tx:
            stored = await tx.people.person(person)
            if not stored.dm_closed or stored.dm_told:
                return False
            await tx.people.set_dm(person, closed=True, is_told=True)
        return True
