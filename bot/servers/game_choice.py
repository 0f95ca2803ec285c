"""The games that can be chosen in a place, and the default when a person names none."""

from __future__ import annotations

from bot.errors import Refusal
from bot.games.playable import Games, PlayableGame
from bot.store import Store
from bot.store.servers import ServerRules
from cards.i18n import msg, series


class NotPlayedHere(Refusal):
    """The server has chosen other games."""


class GameChoice:
    """The games that a person can choose from, and their default."""

    def __init__(self, store: Store, games: Games) -> None:
        self._store = store
        self._games = games

    async def offered(self, guild_id: int | None) -> tuple[PlayableGame, ...]:
        """Return the games that are played on a server, the one to be offered first in front; all where there is none."""
        async with self._store.read() as store:
            return played(self._games, await store.servers.of(guild_id))

    async def of(
        self, person: int, *, match_id: int | None = None, guild_id: int | None = None, named: str = ""
    ) -> PlayableGame | None:
        """Return the game that a person means, None if it is unknown.

        That is the one they have named, by its key or its title in any language; that of the match they are at
        (`match_id`); the only one there is to choose from; that of their newest match or challenge, or else of their newest
        lesson; the first one that their server has chosen. Raises NotFound and NotPlayedHere, naming the known games.
        """
        async with self._store.read() as store:
            rules = await store.servers.of(guild_id)
            if named.strip():
                game = self._games.named(named)
                check(self._games, rules, game)
                return game
            match = await store.matches.match(match_id) if match_id is not None else None
            if match is not None:
                return self._games.find(match.game)
            offered = played(self._games, rules)
            if len(offered) == 1:
                return offered[0]
            names = [game.name for game in offered]
            last = await store.matches.last_game(person, names) or await store.lessons.last_game(
                person, names
            )
        if last is not None:
            return self._games.find(last)
        return offered[0] if rules.games else None


def played(games: Games, rules: ServerRules) -> tuple[PlayableGame, ...]:
    """Return the games that a server has chosen, the one to be offered first in front; all of them if it has chosen none."""
    chosen = tuple(games.games[key] for key in rules.games if key in games.games)
    return chosen or tuple(games.games.values())


def check(games: Games, rules: ServerRules, game: PlayableGame) -> None:
    """Raise NotPlayedHere, naming the games of the server, if it has not chosen this one."""
    here = played(games, rules)
    if all(game.name != one.name for one in here):
        titles = series(*(one.title for one in here), joined="or")
        raise NotPlayedHere(
            msg("{game} is not played on this server. You can choose {games}.", game=game.title, games=titles)
        )
