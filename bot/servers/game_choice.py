"""The games available in a place, and the default if a person names none."""

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
        """Return the games played on a server, the default first; all games outside servers."""
        async with self._store.read() as store:
            return played(self._games, await store.servers.of(guild_id))

    async def of(
        self, person: int, *, match_id: int | None = None, guild_id: int | None = None, named: str = ""
    ) -> PlayableGame | None:
        """Return the game that a person means, None if it is unclear.

        That is, in this order: the one they named, by key or title in any language; that of the match
        `match_id`; the only one available; that of their newest match or challenge, or else lesson; the
        server's first choice. Raises NotFound and NotPlayedHere, naming the known games.
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
    """Return the games that a server has chosen, the default first; all games if it has chosen none."""
    chosen_games = tuple(games.games[key] for key in rules.games if key in games.games)
    return chosen_games or tuple(games.games.values())


def check(games: Games, rules: ServerRules, game: PlayableGame) -> None:
    """Raise NotPlayedHere, naming the server's games, if it hasn't chosen this one."""
    available = played(games, rules)
    if all(game.name != available_game.name for available_game in available):
        titles = series(*(available_game.title for available_game in available), joined="or")
        raise NotPlayedHere(
            msg("{game} is not played on this server. You can choose {games}.", game=game.title, games=titles)
        )
