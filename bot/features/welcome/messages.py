"""The welcome message on a server that has just invited the bot.

The time of each server's invitation is stored, to send exactly one welcome per invitation, even after a restart. An
invitation received while the bot was offline is answered when it is back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from hashlib import sha256

import aiohttp
import discord
import structlog

from bot.command_keys import Command, with_commands
from bot.discord.components.custom_ids import CustomId
from bot.discord.components.messages import NOBODY, PublicMessage, button, layout, row, text
from bot.discord.components.plain import links_of
from bot.discord.match_buttons import first_match_button, practice_buttons
from bot.discord.permissions import missing_lines
from bot.games.playable import Games, PlayableGame
from bot.installation import Part, Services
from bot.people.locales import locale_of, translator_for
from bot.platform.clock import Clock
from bot.store import Store, about
from cards.i18n import Translator, msg, series

_log = structlog.stdlib.get_logger(__name__)

FRESH = 3 * 24 * 3600 * 1000
"""Milliseconds after an invitation within which a welcome is sent. Later, it would only confuse."""
MOST = 5
"""Maximum number of games whose commands are listed."""
_DELAYS = (5, 60, 600)
"""Seconds before each retry after a failure to reach Discord. The last one repeats."""


class Welcomes:
    """Sends welcome messages. `snapshot` adds a server, `run` processes them as long as the bot runs."""

    def __init__(self, games: Games, store: Store, clock: Clock) -> None:
        self._games = games
        self._store = store
        self._clock = clock
        self._wake_event = asyncio.Event()
        self._waiting: set[int] = set()
        """The ids of the servers to be welcomed."""
        self._trying: int | None = None
        """The id of the server being welcomed. It isn't in `_waiting`, so that a `snapshot` meanwhile adds it again."""

    def on_guild(self, guild: discord.Guild) -> None:
        """Welcome this server, unless it has been welcomed."""
        self._waiting.add(guild.id)
        self._wake_event.set()

    def changed(self, guild: discord.Guild) -> None:
        """Try again on a server that had no channel to write in, because its permissions have changed."""
        if guild.id in self._waiting or guild.id == self._trying:
            self.on_guild(guild)

    async def run(self, client: discord.Client) -> None:
        """Welcome waiting servers until cancelled."""
        failures = 0
        while True:
            self._wake_event.clear()
            reached = [await self._try_welcome(client, guild_id) for guild_id in tuple(self._waiting)]
            failures = 0 if all(reached) else failures + 1
            pause = _DELAYS[min(failures, len(_DELAYS)) - 1] if failures else None
            await self._clock.wait(
                self._wake_event, None if pause is None else self._clock.now() + pause * 1000
            )

    async def _try_welcome(self, client: discord.Client, guild_id: int) -> bool:
        """Welcome a server if possible. Return False if Discord couldn't be reached."""
        guild = client.get_guild(guild_id)
        self._waiting.discard(guild_id)
        self._trying = guild_id
        try:
            if guild is not None and not await self._welcome(client, guild):
                self._waiting.add(guild_id)
        except (discord.DiscordException, OSError, aiohttp.ClientError) as error:
            self._waiting.add(guild_id)
            _log.warning("a server could not be welcomed", server=guild_id, error=str(error))
            return False
        except Exception:
            _log.exception("a server could not be welcomed", server=guild_id)
        finally:
            self._trying = None
        return True

    async def _welcome(self, client: discord.Client, guild: discord.Guild) -> bool:
        """Send the welcome message unless it was sent before. Return whether nothing is left to do."""
        joined = guild.me.joined_at
        if joined is None or self._clock.now() - joined.timestamp() * 1000 > FRESH:
            return True
        fact, moment = f"welcomed {guild.id}", joined.isoformat()
        async with self._store.read() as store:
            if await store.key_values.of(fact) == moment:
                return True
            language = await store.locales.chosen_for_server(guild.id)
        translate = translator_for(language or locale_of(guild.preferred_locale))
        # If the process dies between sending and storing, Discord drops the repeat because of the same nonce.
        nonce = sha256(f"{guild.id} {moment}".encode()).hexdigest()[:24]
        for channel in _candidates(guild):
            message = welcome(
                tuple(self._games.games.values()),
                missing_lines(channel.permissions_for(guild.me), translate),
                translate,
            )
            try:
                await channel.send(
                    view=layout(message, links_of(client)), nonce=nonce, allowed_mentions=NOBODY
                )
            except (discord.Forbidden, discord.NotFound) as error:
                _log.info(
                    "the welcome message could not be sent there",
                    server=guild.id,
                    channel=channel.id,
                    error=str(error),
                )
                continue
            async with self._store.write(about.AboutServer(guild.id)) as tx:
                await tx.key_values.store(fact, moment)
                await tx.locales.put_server(guild.id, locale_of(guild.preferred_locale))
            _log.info("a server was welcomed", server=guild.id, channel=channel.id)
            return True
        _log.warning("no channel for the welcome message", server=guild.id)
        return False


def welcome(games: Sequence[PlayableGame], lacking: list[str], translate: Translator) -> PublicMessage:
    """Return the first message on a server. `lacking` are lines about missing permissions."""
    has_lessons = any(game.lessons is not None for game in games)
    style = discord.ButtonStyle.secondary if has_lessons else discord.ButtonStyle.success
    # In games that the bot can't play itself, suggest challenging someone.
    practice = practice_buttons(games, translate, translate.msg("Try it: play against me"), style)
    buttons = row(
        *([first_match_button(translate)] if has_lessons else ()),
        *(practice or [button(translate.msg("Challenge someone"), CustomId("new").id, style)]),
        button(translate.msg("Help"), CustomId("help").id),
    )
    permissions_text = (
        [
            text(
                "\n".join(
                    [
                        translate.msg(
                            "**Before anyone can play in this channel, I need these permissions:**"
                        ),
                        *lacking,
                    ]
                )
            )
        ]
        if lacking
        else []
    )
    titles = translate(series(*(game.title for game in games), joined="or"))
    more_games = [
        translate.msg(
            "- **{game}** with a friend: `{command}`.",
            game=game.title,
            command=f"/{game.word} {Command.CHALLENGE.own_name}",
        )
        for game in games[:MOST]
        if game.name != Command.CHALLENGE.family and len(games) > 1
    ]
    intro = text(
        "\n".join(
            [
                translate.msg("## Hello! Shall we play {game}?", game=titles),
                translate(
                    with_commands(
                        msg(
                            "- **Play a friend**, over hours or days: `{/challenge}`. Each match gets "
                            "its own thread."
                        )
                    )
                ),
                *more_games,
                translate.msg(
                    "- **No rules to learn first**: I only offer legal moves, and can explain "
                    "why.\n- **Your turn?** You get a message with buttons. Only you see your hand."
                ),
            ]
        )
    )
    return PublicMessage(
        (
            intro,
            buttons,
            *permissions_text,
            text(
                translate(
                    with_commands(
                        msg(
                            "-# Do you manage this server? Choose the channels for matches, and more, "
                            "with `{/settings}`."
                        )
                    )
                )
            ),
        )
    )


def _candidates(guild: discord.Guild) -> Iterator[discord.TextChannel]:
    """Yield the text channels in which the bot can write, starting with the one for system messages."""
    system = guild.system_channel
    for channel in [*([system] if system else []), *(each for each in guild.text_channels if each != system)]:
        allowed = channel.permissions_for(guild.me)
        is_text = channel == system or channel.type is discord.ChannelType.text
        if is_text and allowed.view_channel and allowed.send_messages:
            yield channel


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    return (Welcomes(of.games, of.store, of.clock),)
