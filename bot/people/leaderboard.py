"""Looking at ratings: somebody's own, a server's best, and what a match has done to them."""

from __future__ import annotations

import msgspec

from bot.games.playable import Games
from bot.people.ratings import SETTLED
from bot.store import Store
from bot.store.rows import RatedRow, RatingRow

PER_PAGE = 15


class Rank(msgspec.Struct, frozen=True):
    """Somebody's place on a server, counted from 1; people with the same rating share one. `is_new`: few matches yet."""

    place: int
    person: int
    name: str
    shown: int
    matches: int
    is_new: bool


class Leaderboard(msgspec.Struct, frozen=True):
    """A page of a server's ranks, and the rank of the one who looks, if they have one."""

    ranks: tuple[Rank, ...]
    own: Rank | None
    page: int
    pages: int


class Ladder:
    """Ratings of servers, for the default game."""

    def __init__(self, store: Store, games: Games) -> None:
        self._store = store
        self._games = games

    async def of(self, person: int, guild_id: int | None) -> Rank | None:
        """Return somebody's rank on a server, None before their first rated match there."""
        if guild_id is None:
            return None
        game = self._games.default.name
        async with self._store.read() as store:
            row = await store.ratings.of(guild_id, game, person)
            if row is None:
                return None
            return _rank(row, 1 + await store.ratings.count(guild_id, game, above=row.shown))

    async def board(self, guild_id: int, person: int, page: int = 1) -> Leaderboard:
        """Return a page of a server's ranks; one that is not there becomes the nearest."""
        game = self._games.default.name
        async with self._store.read() as store:
            pages = max(1, -(-await store.ratings.count(guild_id, game) // PER_PAGE))
            page = min(max(page, 1), pages)
            skipped = (page - 1) * PER_PAGE
            ranks: list[Rank] = []
            for number, row in enumerate(await store.ratings.best(guild_id, game, PER_PAGE, skipped)):
                if ranks and ranks[-1].shown == row.shown:
                    place = ranks[-1].place
                elif number:
                    place = skipped + number + 1
                else:
                    place = 1 + await store.ratings.count(guild_id, game, above=row.shown)
                ranks.append(_rank(row, place))
        return Leaderboard(tuple(ranks), await self.of(person, guild_id), page, pages)

    async def of_match(self, match_id: int) -> RatedRow | None:
        """Return what a match has done to ratings, or why it did not count; None for a casual one."""
        async with self._store.read() as store:
            return await store.ratings.rated(match_id)


def _rank(row: RatingRow, place: int) -> Rank:
    return Rank(place, row.person_id, row.name, row.shown, row.matches, row.matches < SETTLED)
