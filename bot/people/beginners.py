"""Beginners: whether a person has played or learned, their open lesson, and whether they want explanations."""

from __future__ import annotations

from bot.games.playable import PlayableGame
from bot.store import Reading, Store, about
from bot.store.match_status import MatchStatus
from bot.store.rows import MatchRow
from bot.store.store import retried

_OPEN = 20
"""Maximum open lessons read for a person; there is at most one."""


class Beginners:
    """The first steps of new players."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def has_played(self, person: int, game: PlayableGame) -> bool:
        """Return whether a person has ever played a match. Lessons don't count."""
        async with self._store.read() as store:
            return bool(await store.lessons.matches(person, game.name))

    async def is_new(self, person: int, game: PlayableGame) -> bool:
        """Return whether a person has never played or learned a game that has lessons."""
        if game.lessons is None or await self.has_played(person, game):
            return False
        async with self._store.read() as store:
            return not await store.lessons.of(person, game.name)

    async def open_lesson(self, person: int, game: PlayableGame) -> int | None:
        """Return the match of a person's open lesson, None if there is none or they reached its goal."""
        if game.lessons is None:
            return None
        async with self._store.read() as store:
            rows = await store.lessons.of(person, game.name)
            matches = await open_lessons(store, person, game)
        return next((match.id for match in matches if match.id not in {row.reached_in for row in rows}), None)

    async def wants_explanations(self, person: int) -> bool:
        """Return whether a person wants explanations in their first matches."""
        async with self._store.read() as store:
            return await store.lessons.wants(person)

    @retried(known=True)
    async def set_explanations(self, person: int, *, shown: bool) -> None:
        """Store whether a person wants explanations in their first matches."""
        async with self._store.write(about.AboutPerson(person)) as tx:
            await tx.lessons.set_explanations(person, shown=shown)


async def open_lessons(store: Reading, person: int, game: PlayableGame) -> list[MatchRow]:
    """Return a person's open lessons: at most one."""
    rows = await store.matches.of(person, (MatchStatus.PLAYING,), _OPEN, lessons=True)
    return [row for row in rows if row.game == game.name]
