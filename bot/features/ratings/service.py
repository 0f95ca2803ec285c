"""Displayed ratings: a person's own, a server's best, and the change after a match."""

from __future__ import annotations

import msgspec

from bot.games.playable import PlayableGame
from bot.people.ratings import SETTLED
from bot.store import Store
from bot.store.rows import RatingRow

PER_PAGE = 15


class Rank(msgspec.Struct, frozen=True):
    """Someone's place in a game on a server, counted from 1; people with the same rating share one. `is_new`: few matches yet."""

    place: int
    person: int
    name: str
    shown: int
    matches: int
    is_new: bool


class Leaderboard(msgspec.Struct, frozen=True):
    """A page of a server's ranks in a game, and the rank of the one who looks, if they have one."""

    ranks: tuple[Rank, ...]
    own: Rank | None
    page: int
    pages: int


class Leaderboards:
    """Ratings of servers, in each game."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, person: int, guild_id: int | None, game: PlayableGame) -> Rank | None:
        """Return a person's rank in a game on a server, None before their first rated match of it there."""
        if guild_id is None:
            return None
        async with self._store.read() as store:
            row = await store.ratings.of(guild_id, game.name, person)
            if row is None:
                return None
            return _rank(row, 1 + await store.ratings.count(guild_id, game.name, above=row.shown))

    async def board(self, guild_id: int, person: int, game: PlayableGame, page: int = 1) -> Leaderboard:
        """Return a page of a server's ranks in a game; one that is not there becomes the nearest."""
        async with self._store.read() as store:
            pages = max(1, -(-await store.ratings.count(guild_id, game.name) // PER_PAGE))
            page = min(max(page, 1), pages)
            skipped = (page - 1) * PER_PAGE
            ranks: list[Rank] = []
            for number, row in enumerate(await store.ratings.best(guild_id, game.name, PER_PAGE, skipped)):
                if ranks and ranks[-1].shown == row.shown:
                    place = ranks[-1].place
                elif number:
                    place = skipped + number + 1
                else:
                    place = 1 + await store.ratings.count(guild_id, game.name, above=row.shown)
                ranks.append(_rank(row, place))
        return Leaderboard(tuple(ranks), await self.of(person, guild_id, game), page, pages)


def _rank(row: RatingRow, place: int) -> Rank:
    return Rank(place, row.person_id, row.name, row.shown, row.matches, row.matches < SETTLED)
