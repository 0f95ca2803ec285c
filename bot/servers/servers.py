"""Servers: their settings, and the only way to change them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from types import MappingProxyType

import msgspec
from msgspec.structs import replace

from bot.clocks.control import HOUR
from bot.errors import LimitReached
from bot.games.playable import Games, PlayableGame
from bot.people.contact_limits import TooSoon, moment
from bot.platform.clock import Clock
from bot.servers.rules import MOST_CHANNELS, RATED_BOUNDS
from bot.store import Store, Writing, about
from bot.store.servers import NamedSetting, ServerRules
from bot.store.store import retried
from cards.i18n import Locale, msg

OFTEN = 6
"""Maximum changes of a server's results channel per hour."""
Change = Callable[[ServerRules], ServerRules]


class ServerSettings(msgspec.Struct, frozen=True):
    """All settings of a server. `language` is the chosen one, None for Discord's."""

    guild_id: int
    rules: ServerRules
    language: Locale | None
    language_in_use: Locale
    trouble: str = ""
    """Why the last result could not be announced, "" if it could."""


class Servers:
    """The settings of servers. The caller must have checked with Discord that the person may change them.

    Methods that change settings take an interaction id, and take effect once per interaction.
    """

    def __init__(self, store: Store, games: Games, clock: Clock) -> None:
        self._store = store
        self._games = games
        self._clock = clock

    async def rules(self, guild_id: int | None) -> ServerRules:
        """Return a server's settings for matches, by default the general ones."""
        async with self._store.read() as store:
            return await store.servers.of(guild_id)

    async def of(self, guild_id: int) -> ServerSettings:
        """Return all settings of a server."""
        async with self._store.read() as store:
            return ServerSettings(
                guild_id,
                await store.servers.of(guild_id),
                await store.locales.chosen_for_server(guild_id),
                await store.locales.of_server(guild_id),
                await store.key_values.of(_trouble(guild_id)) or "",
            )

    # -- changing

    async def play_in(
        self, interaction: int, guild_id: int, person: int, channels: Sequence[NamedSetting]
    ) -> None:
        """Set the channels in which matches can start; none for all. Raises LimitReached."""
        chosen = _few(channels)
        await self._change(interaction, guild_id, person, "channels", lambda r: replace(r, channels=chosen))

    async def play_games(self, interaction: int, guild_id: int, person: int, names: Sequence[str]) -> None:
        """Set the games played on a server, the default first; none for all. Raises NotFound."""
        keys = tuple(dict.fromkeys(self._games.named(name).name for name in names))
        await self._change(interaction, guild_id, person, "games", lambda r: replace(r, games=keys))

    async def set_deck(
        self, interaction: int, guild_id: int, person: int, game: PlayableGame, name: str
    ) -> None:
        """Set a game's default ready-made deck for challenges; "" for none. Raises BadDeck."""
        chosen = {game.name: game.deck(name).name} if name else {}

        def change(rules: ServerRules) -> ServerRules:
            others = {key: deck for key, deck in rules.decks.items() if key != game.name}
            return replace(rules, decks=others | chosen)

        await self._change(interaction, guild_id, person, "deck", change)

    async def moderated_by(
        self, interaction: int, guild_id: int, person: int, roles: Sequence[NamedSetting]
    ) -> None:
        """Set the roles that moderate; none for everyone who may manage messages. Raises LimitReached."""
        chosen = _few(roles)
        await self._change(
            interaction, guild_id, person, "moderators", lambda r: replace(r, moderators=chosen)
        )

    async def check_announcing(self, guild_id: int) -> None:
        """Raise TooSoon if the results channel was changed too often recently, because each change is announced there."""
        now = self._clock.now()
        async with self._store.read() as store:
            times = await store.servers.changed(guild_id, "announcements", now - HOUR)
        if len(times) >= OFTEN:
            at = times[OFTEN - 1] + HOUR
            raise TooSoon(
                msg(
                    "The results channel was changed {n} times within an hour. You can change "
                    "it again {when}.",
                    n=OFTEN,
                    when=moment(at),
                ),
                at,
            )

    async def announce_in(
        self, interaction: int, guild_id: int, person: int, channel: NamedSetting | None
    ) -> None:
        """Set the channel for results; None for none."""

        async def forget(tx: Writing) -> None:
            await tx.key_values.store(_trouble(guild_id), "")

        await self._change(
            interaction, guild_id, person, "announcements", lambda r: replace(r, announces=channel), forget
        )

    async def rate_by(
        self,
        interaction: int,
        guild_id: int,
        person: int,
        numbers: Mapping[str, int | None] = MappingProxyType({}),
        *,
        allowed: bool | None = None,
    ) -> None:
        """Set whether rated matches are allowed, and how they count; None leaves a setting unchanged.

        `numbers` are settings by their names in `RATED_BOUNDS`. Raises LimitReached for one outside its
        bounds.
        """
        new_numbers = {name: number for name, number in numbers.items() if number is not None}
        for name, number in new_numbers.items():
            least, most = RATED_BOUNDS[name]
            if not least <= number <= most:
                raise LimitReached(
                    msg("That must be a number from {least} to {most}.", least=least, most=most)
                )

        def change(rules: ServerRules) -> ServerRules:
            rated = rules.rated if allowed is None else allowed
            return replace(rules, rated=rated, **new_numbers)

        await self._change(interaction, guild_id, person, "rated", change)

    async def put(self, interaction: int, guild_id: int, person: int, what: str, **values: object) -> None:
        """Set values of `ServerRules` by their names; `what` names the setting in the list of changes."""
        await self._change(interaction, guild_id, person, what, lambda r: replace(r, **values))

    async def speak(self, interaction: int, guild_id: int, person: int, language: Locale | None) -> None:
        """Set the language of a server's public messages; None for Discord's."""

        async def choose(tx: Writing) -> None:
            await tx.locales.choose_for_server(guild_id, language)

        await self._change(interaction, guild_id, person, "language", lambda r: r, choose)

    async def reset(self, interaction: int, guild_id: int, person: int) -> None:
        "Reset all settings to their defaults."

        async def choose(tx: Writing) -> None:
            await tx.locales.choose_for_server(guild_id, None)

        await self._change(interaction, guild_id, person, "reset", lambda r: ServerRules(), choose)

    @retried(known=True)
    async def remember_trouble(self, guild_id: int, trouble: str) -> None:
        """Store why a result could not be announced; "" if it could."""
        async with self._store.read() as store:
            stored = await store.key_values.of(_trouble(guild_id)) or ""
        if stored != trouble:
            async with self._store.write() as tx:
                await tx.key_values.store(_trouble(guild_id), trouble)

    @retried(known=True)
    async def _change(
        self,
        interaction: int,
        guild_id: int,
        person: int,
        what: str,
        change: Change,
        also: Callable[[Writing], Awaitable[None]] | None = None,
    ) -> None:
        async with self._store.write(about.AboutServer(guild_id)) as tx:
            if await tx.servers.has_changed(interaction):
                return
            await tx.servers.store(guild_id, change(await tx.servers.of(guild_id)))
            if also is not None:
                await also(tx)
            await tx.servers.add_change(interaction, guild_id, person, what, self._clock.now())


def _few(settings: Sequence[NamedSetting]) -> tuple[NamedSetting, ...]:
    unique = tuple({setting.id: setting for setting in settings}.values())
    if len(unique) > MOST_CHANNELS:
        raise LimitReached(msg("You can choose at most {n}.", n=MOST_CHANNELS))
    return unique


def _trouble(guild_id: int) -> str:
    return f"announcing trouble of server {guild_id}"
