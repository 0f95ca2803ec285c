"""People who begin: whether they have ever played or learned, the lesson they are in, and whether they want explanations."""

from __future__ import annotations

from bot.games.playable import PlayableGame
from bot.store import Reading, Store, about
from bot.store.match_status import MatchStatus
from bot.store.rows import MatchRow
from bot.store.store import retried

_OPEN = 20
"""Lessons that a person may have left open: in fact at most one."""


class Beginners:
    """The first steps of people."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def has_played(self, person: int, game: PlayableGame) -> bool:
        """Return whether a person has ever played a match; lessons are none."""
        async with self._store.read() as store:
            return bool(await store.lessons.matches(person, game.name))

    async def is_new(self, person: int, game: PlayableGame) -> bool:
        """Return whether a person has never played a match, nor learned, and could learn."""
        if game.lessons is None or await self.has_played(person, game):
            return False
        async with self._store.read() as store:
            return not await store.lessons.of(person, game.name)

    async def open_lesson(self, person: int, game: PlayableGame) -> int | None:
        """Return the match of the lesson that a person is in, as long as they have not come to its goal."""
        if game.lessons is None:
            return None
        async with self._store.read() as store:
            rows = await store.lessons.of(person, game.name)
            found = await open_lessons(store, person, game)
        return next((one.id for one in found if one.id not in {row.reached_in for row in rows}), None)

    async def wants_explanations(self, person: int) -> bool:
        """Return whether a person wants explanations in their first matches."""
        async with self._store.read() as store:
            return await store.lessons.wants(person)

    @retried(known=True)
    async def want_explanations(self, person: int, *, wanted: bool) -> None:
        """Remember whether a person wants explanations in their first matches."""
        async with self._store.write(about.AboutPerson(person)) as tx:
            await tx.lessons.want(person, wanted=wanted)


async def open_lessons(store: Reading, person: int, game: PlayableGame) -> list[MatchRow]:
    """Return the lessons that a person is in: at most one."""
    rows = await store.matches.of(person, (MatchStatus.PLAYING,), _OPEN, lessons=True)
    return [row for row in rows if row.game == game.name]
