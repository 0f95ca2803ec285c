"""A server's settings: what matches there are like, for people who manage it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Literal

import discord
from discord import app_commands
from msgspec import Struct

from bot.clocks import read_control
from bot.command_keys import Command
from bot.discord.commands.layout import Layout, Parameter
from bot.discord.common_texts import UNKNOWN_CONTROL
from bot.discord.components.command_links import links_of
from bot.discord.components.custom_ids import CustomId
from bot.discord.components.lengths import Line, Name, YesNo
from bot.discord.components.messages import NOBODY, PublicMessage, layout, text
from bot.discord.components.replies import Reply
from bot.discord.components.submitted import Submitted
from bot.discord.delivery_failures import trouble_of
from bot.discord.feature import Handler, Interaction
from bot.discord.game_resolver import WhichGame
from bot.discord.time_format import offer_controls
from bot.errors import Refusal
from bot.features.server_settings.choices import Channel, Role, changed, resolved, this_channel
from bot.features.server_settings.forms import limits_form, rating_form, read_limits, read_rating
from bot.features.server_settings.messages import (
    ANNOUNCE_TROUBLES,
    AUTOMATIC,
    LANGUAGES,
    NO_DECK,
    ServerSettingsMessages,
    check_manager,
    reset_question,
)
from bot.games.playable import PlayableGame
from bot.people.locales import translator_for
from bot.servers.rules import MOST, MOST_DAILY, MOST_DAYS, MOST_GAP, MOST_ROUND, RATED_BOUNDS
from bot.servers.servers import Servers
from bot.store.servers import NamedSetting
from cards.i18n import Locale, msg

D_CHANNEL = msg("The channel; without it, this one.")

Limit = app_commands.Range[int, 1, MOST]
Gap = app_commands.Range[int, 1, MOST_GAP]
Round = app_commands.Range[int, 1, MOST_ROUND]
Daily = app_commands.Range[int, 1, MOST_DAILY]
Days = app_commands.Range[int, 0, MOST_DAYS]


class ServerSettingsFeature(Struct, frozen=True):
    """A server's settings for its matches."""

    servers: Servers
    which: WhichGame
    settings_messages: ServerSettingsMessages

    def add(self, layout: Layout) -> None:
        """Add the commands."""
        self._add_places(layout)
        self._add_matches(layout)

    @property
    def handlers(self) -> Mapping[str, Handler]:
        """The handlers of its controls, by act."""
        return {"settings": self._press}

    def _add_places(self, layout: Layout) -> None:
        """Add what concerns channels, roles and languages."""

        @layout.command(
            Command.SETTINGS, msg("Show all settings, and what the bot may not do in this channel.")
        )
        async def show(reply: Reply) -> None:
            await self._show(reply)

        @layout.command(
            Command.SETTINGS_CHANNELS,
            msg("Choose the channels in which challenges can be made."),
            change=msg("Add a channel, take one away, or allow all of them."),
            channel=D_CHANNEL,
        )
        async def channels(
            reply: Reply,
            change: Literal["add", "remove", "all channels"],
            channel: Channel | None = None,
        ) -> None:
            guild = check_manager(reply)
            now = (await self.servers.rules(guild)).channels
            chosen: Sequence[NamedSetting] = ()
            if change != "all channels":
                chosen = changed(now, change, channel or this_channel(reply), reply)
            await self.servers.play_in(reply.interaction.id, guild, reply.person, chosen)
            await self._show(reply)

        @layout.command(
            Command.SETTINGS_MODERATORS,
            msg("Choose the roles that can end other people's matches."),
            change=msg("Add a role, take one away, or leave it to Discord's permissions."),
            role=msg("The role."),
        )
        async def moderators(
            reply: Reply,
            change: Literal["add", "remove", "by permission"],
            role: Role | None = None,
        ) -> None:
            guild = check_manager(reply)
            now = (await self.servers.rules(guild)).moderators
            chosen: Sequence[NamedSetting] = ()
            if change != "by permission":
                if role is None:
                    raise Refusal(msg("Please say which role."))
                chosen = changed(now, change, role, reply)
            await self._moderate(reply, guild, chosen)
            await self._show(reply)

        @layout.command(
            Command.SETTINGS_ANNOUNCEMENTS,
            msg("Announce the results of matches in a channel, or nowhere."),
            announce=msg("Whether results are announced."),
            channel=D_CHANNEL,
        )
        async def announcements(
            reply: Reply, announce: Literal["on", "off"], channel: Channel | None = None
        ) -> None:
            guild = check_manager(reply)
            await self._announce(reply, guild, (channel or this_channel(reply)) if announce == "on" else None)
            await self._show(reply)

        @layout.command(
            Command.SETTINGS_LANGUAGE,
            msg("Choose the language of what everybody sees here."),
            language=Parameter(
                msg("Automatic, or one of the languages."),
                choices=[
                    app_commands.Choice(name=str(msg("Automatic")), value=AUTOMATIC),
                    *(app_commands.Choice(name=str(LANGUAGES[one.value]), value=one.value) for one in Locale),
                ],
            ),
        )
        async def language(reply: Reply, language: str) -> None:
            await self._speak(reply, check_manager(reply), [language])
            await self._show(reply)

    def _add_matches(self, layout: Layout) -> None:
        """Add what concerns the matches themselves."""

        @layout.command(
            Command.SETTINGS_CLOCK,
            msg("Choose the clock of a challenge that names none."),
            clock=Parameter(msg("Such as “2d each”, “3d+12h up to 7d”, or “none”."), offer_controls),
        )
        async def clock(reply: Reply, clock: Line) -> None:
            await self._clock(reply, check_manager(reply), [clock])
            await self._show(reply)

        async def titles(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
            all_games = self.which.games.games.values()
            wanted = typed.strip().casefold()
            return [(one.title, one.name) for one in all_games if wanted in one.title.casefold()]

        @layout.command(
            Command.SETTINGS_GAMES,
            msg("Say which games are played here: nothing is shown of any other."),
            change=msg("Play only this one, add or remove one, or play all."),
            game=Parameter(msg("The game."), titles),
        )
        async def games(
            reply: Reply, change: Literal["only", "add", "remove", "all games"], game: Name = ""
        ) -> None:
            guild = check_manager(reply)
            await self._play(reply, guild, change, game)
            await self._show(reply)

        async def decks(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
            none = translator_for(interaction.locale).msg("The one played last")
            locale = translator_for(interaction.locale).locale
            named = getattr(interaction.namespace, "game", None) or ""
            offered = [(none, "none")]
            for game in await self.which.likely(interaction, named):
                offered += [(game.translator(locale)(one.title), one.name) for one in game.decks.values()]
            return [one for one in offered if typed.strip().casefold() in one[0].casefold()]

        @layout.command(
            Command.SETTINGS_DECK,
            msg("Choose the deck that is offered first, for challenges that name none."),
            of_a_game=True,
            deck=Parameter(msg("A ready-made deck, or “none”."), decks),
        )
        async def deck(reply: Reply, deck: Name, game: Name = "") -> None:
            name = NO_DECK if deck.strip().casefold() in ("none", "ninguno") else deck
            guild = check_manager(reply)
            await self._deck(reply, guild, await self.which.game(reply, game), name)
            await self._show(reply)

        @layout.command(
            Command.SETTINGS_LIMITS,
            msg("Limit how many matches one person may have here, and how often they challenge."),
            matches=msg("Matches at once; empty for the default."),
            challenges=msg("Open challenges; empty for the default."),
            hourly=msg("Challenges within an hour; empty for the default."),
            minutes=msg("Minutes until the same person can be challenged again; empty for the default."),
        )
        async def limits(
            reply: Reply,
            matches: Limit | None = None,
            challenges: Limit | None = None,
            hourly: Limit | None = None,
            minutes: Gap | None = None,
        ) -> None:
            guild = check_manager(reply)
            chosen = (matches, challenges, hourly, minutes)
            await self.servers.limit(reply.interaction.id, guild, reply.person, *chosen)
            await self._show(reply)

        @layout.command(
            Command.SETTINGS_CALL_OFF,
            msg("Say whether calling a match off, before anybody has acted, takes both players or one."),
            takes=msg("Both, or one; it counts for nobody either way."),
        )
        async def call_off(reply: Reply, takes: Literal["both", "one"]) -> None:
            await self._abort(reply, check_manager(reply), ["1" if takes == "one" else "0"])
            await self._show(reply)

        @layout.command(
            Command.SETTINGS_TIME_UP,
            msg("Say when a player who lets time run out is out, in games that can answer for them."),
            out=msg("The first time, or the third in a row. It holds for matches that begin from now on."),
        )
        async def time_up(reply: Reply, out: Literal["first", "third"]) -> None:
            await self._time_up(reply, check_manager(reply), ["1" if out == "first" else "0"])
            await self._show(reply)

        @layout.command(
            Command.SETTINGS_RATED,
            msg("Say whether rated matches can be played here, and which of them count."),
            allowed=msg("Whether they can; without it, as it is."),
            least=Parameter(msg("From which round on a match counts."), name="round"),
            days=msg("In how many days the n-th match of the same two counts 1/n; 0: all count whole."),
            daily=msg("How many matches of one person count a day."),
            age=msg("How many days old an account must be."),
        )
        async def rated(
            reply: Reply,
            allowed: YesNo | None = None,
            least: Round | None = None,
            days: Days | None = None,
            daily: Daily | None = None,
            age: Days | None = None,
        ) -> None:
            guild = check_manager(reply)
            given = zip(RATED_BOUNDS, (least, days, daily, age), strict=True)
            numbers = {name: number for name, number in given if number is not None}
            await self.servers.rate_by(
                reply.interaction.id,
                guild,
                reply.person,
                numbers,
                allowed=None if allowed is None else allowed == "yes",
            )
            await self._show(reply)

        @layout.command(Command.SETTINGS_RESET, msg("Set everything back to what is usual."))
        async def reset(reply: Reply) -> None:
            check_manager(reply)
            await reply.show(reset_question(reply.translate))

    async def _show(self, reply: Reply) -> None:
        await reply.show(await self.settings_messages.settings_message(reply, check_manager(reply)))

    async def _clock(self, reply: Reply, guild: int, values: Sequence[str]) -> None:
        control = read_control(values[0])
        await self.servers.set_clock(reply.interaction.id, guild, reply.person, control)

    async def _deck(self, reply: Reply, guild: int, game: PlayableGame, deck: str) -> None:
        name = "" if deck == NO_DECK else deck
        await self.servers.set_deck(reply.interaction.id, guild, reply.person, game, name)

    async def _play(self, reply: Reply, guild: int, change: str, named: str) -> None:
        """Change which games are played here; the first one that was chosen is offered first."""
        chosen: list[str] = []
        if change != "all games":
            game = self.which.games.named(named).name
            now = [one.name for one in await self.which.choice.offered(guild) if one.name != game]
            chosen = [game] if change == "only" else [*now, game] if change == "add" else now
            if not chosen:
                raise Refusal(
                    msg(
                        "That is the last game that is played here. Add another one first, or choose `all games`."
                    )
                )
        await self.servers.play_games(reply.interaction.id, guild, reply.person, chosen)

    async def _speak(self, reply: Reply, guild: int, values: Sequence[str]) -> None:
        if values[0] not in (AUTOMATIC, *Locale):
            raise Refusal(UNKNOWN_CONTROL)
        chosen = None if values[0] == AUTOMATIC else Locale(values[0])
        await self.servers.speak(reply.interaction.id, guild, reply.person, chosen)

    async def _play_in(self, reply: Reply, guild: int, values: Sequence[str]) -> None:
        chosen = resolved(reply, "channels", values)
        await self.servers.play_in(reply.interaction.id, guild, reply.person, chosen)

    async def _moderated(self, reply: Reply, guild: int, values: Sequence[str]) -> None:
        await self._moderate(reply, guild, resolved(reply, "roles", values))

    async def _moderate(self, reply: Reply, guild: int, roles: Sequence[NamedSetting]) -> None:
        if any(one.id == guild for one in roles):
            raise Refusal(
                msg(
                    "Everybody has that role, so everybody could end other people's matches. Please choose another."
                )
            )
        await self.servers.moderated_by(reply.interaction.id, guild, reply.person, roles)

    async def _announced(self, reply: Reply, guild: int, values: Sequence[str]) -> None:
        chosen = resolved(reply, "channels", values)
        await self._announce(reply, guild, chosen[0] if chosen else None)

    async def _announce(self, reply: Reply, guild: int, channel: NamedSetting | None) -> None:
        """Announce results in a channel from now on; it is told there, which shows whether it can be done."""
        before = (await self.servers.rules(guild)).announces
        if channel is not None and (before is None or before.id != channel.id):
            await self.servers.check_announcing(guild)
            await _greet(
                reply,
                channel,
                translator_for(await self.servers.language(guild)).msg(
                    "The results of matches on this server will be announced here."
                ),
            )
        await self.servers.announce_in(reply.interaction.id, guild, reply.person, channel)

    async def _rate(self, reply: Reply, guild: int, values: Sequence[str]) -> None:
        await self.servers.allow_rated(reply.interaction.id, guild, reply.person, allowed=values[0] == "1")

    async def _abort(self, reply: Reply, guild: int, values: Sequence[str]) -> None:
        await self.servers.let_abort(reply.interaction.id, guild, reply.person, alone=values[0] == "1")

    async def _time_up(self, reply: Reply, guild: int, values: Sequence[str]) -> None:
        await self.servers.let_lapse(reply.interaction.id, guild, reply.person, forfeits=values[0] == "1")

    async def _reset(self, reply: Reply, guild: int, values: Sequence[str]) -> None:
        await self.servers.reset(reply.interaction.id, guild, reply.person)

    async def _limited(self, reply: Reply, guild: int, values: Submitted) -> None:
        chosen = read_limits(values, reply.translate)
        await self.servers.limit(reply.interaction.id, guild, reply.person, *chosen)

    async def _count(self, reply: Reply, guild: int, values: Submitted) -> None:
        numbers = read_rating(values, reply.translate)
        await self.servers.rate_by(reply.interaction.id, guild, reply.person, numbers)

    async def _press(self, reply: Reply, control: CustomId, values: Submitted) -> None:
        """The controls of the settings' message, or of the form of the limits."""
        changes: Mapping[str, Callable[[Reply, int, Submitted], Awaitable[None]]] = {
            "channels": self._play_in,
            "clock": self._clock,
            "moderators": self._moderated,
            "announcements": self._announced,
            "language": self._speak,
            "rated": self._rate,
            "counting": self._count,
            "abort": self._abort,
            "time-up": self._time_up,
            "limited": self._limited,
            "reset-yes": self._reset,
        }
        what, _, value = control.state.partition(".")
        if what in _FORMS:
            guild = check_manager(reply)
            await reply.ask(_FORMS[what](await self.servers.rules(guild), reply.translate))
            return
        await reply.in_place()
        guild = check_manager(reply)
        if what == "reset":
            await reply.show(reset_question(reply.translate))
            return
        if what != "show":
            act, _, of_game = what.partition("-")
            if act == "deck" and of_game:
                await self._deck(reply, guild, self.which.games.find(of_game), values[0])
                await self._show(reply)
                return
            change = changes.get(what)
            if change is None:
                raise Refusal(UNKNOWN_CONTROL)
            await change(reply, guild, Submitted([value]) if value else values)
        await self._show(reply)


async def _greet(reply: Reply, channel: NamedSetting, hello: str) -> None:
    message = PublicMessage((text(hello),))
    place = reply.interaction.client.get_partial_messageable(channel.id)
    try:
        await place.send(
            view=layout(message, links_of(reply.interaction.client)),
            nonce=str(reply.interaction.id),
            allowed_mentions=NOBODY,
        )
    except discord.HTTPException as error:
        trouble = trouble_of(error)
        if trouble is None or trouble not in ANNOUNCE_TROUBLES:
            raise
        named = reply.translate(ANNOUNCE_TROUBLES[trouble])
        raise Refusal(
            msg("I can't announce results in {channel}: {trouble}", channel=f"#{channel.name}", trouble=named)
        ) from None


_FORMS = MappingProxyType({"limits": limits_form, "rating": rating_form})
