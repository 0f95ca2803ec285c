"""A server's settings as one message: everything as it stands, and under each a control to change it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import discord
from discord import ui
from msgspec import Struct

from bot.command_keys import with_commands
from bot.discord.channels import WITH_THREADS, Places, places
from bot.discord.components.messages import Item, PrivateMessage, button, row, text
from bot.discord.components.plain import plain
from bot.discord.components.replies import Interaction, Reply
from bot.discord.permissions import missing_lines
from bot.discord.time_format import control_in_words, offered_controls
from bot.errors import Refusal
from bot.features.server_settings.forms import limits_of, settings_control
from bot.servers.game_choice import GameChoice
from bot.servers.rules import MOST_CHANNELS
from bot.servers.servers import Servers, ServerSettings
from bot.store.servers import NamedSetting, ServerRules
from cards.i18n import Locale, Message, Translator, msg

ABORT_BOTH = msg("**Calling a match off** takes both players once cards are dealt.")
ABORT_ONE = msg("**Calling a match off** takes one player, until someone has acted.")
ANNOUNCE_TROUBLES: Mapping[str, Message] = MappingProxyType(
    {
        "no access": msg("I lack “View Channel”."),
        "may not write": msg("I lack “Send Messages”."),
        "deleted": msg("the channel was deleted."),
    }
)
GONE = msg("-# Skipped, because deleted: {names}.")
LANGUAGES: Mapping[str, Message] = MappingProxyType(
    {
        "en": msg("English"),
        "es": msg("Español"),
    }
)
LIMIT_LINES: Mapping[str, Message] = MappingProxyType(
    {
        "matches": msg("matches at once: {n}"),
        "challenges": msg("open challenges: {n}"),
        "hourly": msg("challenges an hour: {n}"),
        "gap": msg("minutes between two calls of the same person: {n}"),
    }
)

NO_DECK = "-"
AUTOMATIC = "-"
"""The menu's values for no deck, and for Discord's language: Discord accepts no empty values."""


def check_manager(reply: Reply) -> int:
    """Return the id of the server that a person manages, from where they ask. Raises Refusal."""
    interaction = reply.interaction
    if interaction.guild_id is None:
        raise Refusal(msg("These are the settings of a server. Please ask on a server that you manage."))
    if not interaction.permissions.manage_guild:
        raise Refusal(msg("Only people with “Manage Server” can see and change this server's settings."))
    return interaction.guild_id


class ServerSettingsMessages(Struct, frozen=True):
    """The message that shows the settings of a server."""

    choice: GameChoice
    servers: Servers

    async def settings_message(self, reply: Reply, guild_id: int) -> PrivateMessage:
        """Return everything that is set for a server, with controls to change it."""
        interaction, translate = reply.interaction, reply.translate
        there = await places(interaction, guild_id)
        found = await self.servers.of(guild_id)
        rules = found.rules
        game = (await self.choice.offered(guild_id))[0]
        t = game.translator(translate.locale)
        played = await self.choice.offered(guild_id)
        games_line = (
            [translate.msg("**Games here**: {names}.", names=", ".join(one.title for one in played))]
            if len(played) > 1 or rules.games
            else []
        )
        deck = rules.decks.get(game.name, "")
        return PrivateMessage(
            (
                text(
                    "\n".join(
                        [
                            translate.msg("## Settings of this server"),
                            translate.msg("-# Only people who may “Manage Server” can see and change this."),
                            _here(interaction, translate),
                            *games_line,
                        ]
                    )
                ),
                text(_channels_line(rules, there, translate)),
                _channel_menu(
                    "channels",
                    translate.msg("Channels for challenges; none: all"),
                    there.parted(rules.channels)[0],
                    MOST_CHANNELS,
                ),
                text(
                    translate.msg(
                        "**Clock** of a challenge that names none: {clock}.",
                        clock=control_in_words(rules.clock, translate),
                    )
                ),
                _menu(
                    "clock",
                    translate.msg("Clock of a challenge"),
                    offered_controls(rules.clock, translate),
                    str(rules.clock),
                ),
                text(
                    translate.msg(
                        "**Deck** that is offered first: {deck}, to players without a default of their own.",
                        deck=f"**{plain(t(game.called(deck)))}**",
                    )
                    if deck
                    else translate.msg(
                        "**Deck** that is offered first: the one that each player played last."
                    )
                ),
                _menu(
                    f"deck-{game.name}",
                    translate.msg("Deck that is offered first"),
                    [
                        (translate.msg("The one played last"), NO_DECK),
                        *((t(one.title), one.name) for one in list(game.decks.values())[:24]),
                    ],
                    deck or NO_DECK,
                ),
                text(_moderators_line(rules, there, translate)),
                _role_menu(
                    translate.msg("Roles that moderate; none: by permission"),
                    there.parted(rules.moderators, roles=True)[0],
                ),
                text(_results_line(found, there, translate)),
                _channel_menu(
                    "announcements",
                    translate.msg("Channel for results; none: nowhere"),
                    there.parted([rules.announces] if rules.announces else [])[0],
                    1,
                ),
                text(_language_line(found, translate)),
                _menu(
                    "language",
                    translate.msg("Language of this server"),
                    [
                        (translate.msg("Automatic"), AUTOMATIC),
                        *((translate(LANGUAGES[one.value]), one.value) for one in Locale),
                    ],
                    found.language.value if found.language else AUTOMATIC,
                ),
                text(
                    f"{_rated_line(rules, translate)}\n{translate(ABORT_ONE if rules.abort_alone else ABORT_BOTH)}\n{_limits_line(rules, translate)}"
                ),
                row(
                    button(
                        translate(msg("No rated matches") if rules.rated else msg("Allow rated matches")),
                        settings_control(f"rated.{0 if rules.rated else 1}"),
                    ),
                    button(translate.msg("What counts …"), settings_control("rating")),
                    button(
                        translate(
                            msg("Calling off takes both") if rules.abort_alone else msg("One may call off")
                        ),
                        settings_control(f"abort.{0 if rules.abort_alone else 1}"),
                    ),
                    button(translate.msg("Limits …"), settings_control("limits")),
                    button(translate.msg("Set everything back"), settings_control("reset")),
                ),
                *(_lapses(rules, translate) if any(one.kernel.lapse for one in played) else ()),
            )
        )


def _lapses(rules: ServerRules, translate: Translator) -> tuple[Item, ...]:
    """The consequence of running out of time, in games in which doing nothing is an answer."""
    forfeits = rules.forfeits
    change = button(
        translate(msg("Out the third time") if forfeits else msg("Out the first time")),
        settings_control(f"time-up.{0 if forfeits else 1}"),
    )
    return (
        text(
            translate(
                msg("**When time runs out** they are out of the match.")
                if forfeits
                else msg("**When time runs out** I answer for them; the third time in a row, they are out.")
            )
        ),
        row(change),
    )


def reset_question(translate: Translator) -> PrivateMessage:
    """Return the question whether everything is really to be set back."""
    buttons = row(
        button(translate.msg("Yes, set it back"), settings_control("reset-yes"), discord.ButtonStyle.danger),
        button(translate.msg("No, keep it"), settings_control("show")),
    )
    return PrivateMessage(
        (text(translate.msg("Do you really want to set everything back to what is usual?")), buttons)
    )


# -- lines


def _here(interaction: Interaction, translate: Translator) -> str:
    """Return what the bot may not do in the channel where a person asks, each with the consequence."""
    allowed = interaction.app_permissions
    if interaction.channel is not None and interaction.channel.type not in WITH_THREADS:
        return translate.msg(
            "**Here** nobody can challenge. Ask in a text channel to see what I may do there."
        )
    missing = missing_lines(allowed, translate)
    return (
        "\n".join([translate.msg("**In this channel** I lack:"), *missing])
        if missing
        else translate.msg("**In this channel** I may do everything that a match needs.")
    )


def _channels_line(rules: ServerRules, there: Places, translate: Translator) -> str:
    if not rules.channels:
        return translate.msg("**Challenges** can be made in every channel.")
    found, gone = there.parted(rules.channels)
    line = (
        translate.msg(
            "**Challenges** can be made in {channels} only.",
            channels=", ".join(f"<#{one.id}>" for one in found),
        )
        if found
        else translate.msg(
            "**Challenges** can be made nowhere: every channel that was chosen for them has been deleted. "
            "Please choose others, or none for all channels."
        )
    )
    return _with_gone(line, gone, translate)


def _moderators_line(rules: ServerRules, there: Places, translate: Translator) -> str:
    found, gone = there.parted(rules.moderators, roles=True)
    if not found:
        return _with_gone(
            translate.msg(
                "**Moderators**, who can end other people's matches: everyone with “Manage Server” or “Manage Messages”."
            ),
            gone,
            translate,
        )
    roles = ", ".join(f"<@&{one.id}>" for one in found)
    return _with_gone(
        translate(
            with_commands(
                msg(
                    "**Moderators**, who can end other people's matches: {roles}, and everyone with “Manage Server”. "
                    "Discord shows `{/moderate-end}` to those who may “Manage Messages”; allow it for others in Server "
                    "Settings, Integrations.",
                    roles=roles,
                )
            )
        ),
        gone,
        translate,
    )


def _results_line(found: ServerSettings, there: Places, translate: Translator) -> str:
    chosen = found.rules.announces
    if chosen is None:
        return translate.msg("**Results** are announced nowhere.")
    if there.parted([chosen])[1]:
        return translate.msg(
            "**Results** are announced nowhere: {channel} has been deleted.",
            channel=f"#{plain(chosen.name, 60)}",
        )
    line = translate.msg("**Results** are announced in {channel}.", channel=f"<#{chosen.id}>")
    if found.trouble in ANNOUNCE_TROUBLES:
        line += "\n" + translate.msg(
            "The last result could not be announced there: {trouble}",
            trouble=translate(ANNOUNCE_TROUBLES[found.trouble]),
        )
    return line


def _language_line(found: ServerSettings, translate: Translator) -> str:
    if found.language is not None:
        return translate.msg(
            "**Language** of what everybody sees: {language}.",
            language=translate(LANGUAGES[found.language.value]),
        )
    return translate.msg(
        "**Language** of what everybody sees: {language}, as Discord tells it of this server.",
        language=translate(LANGUAGES[found.told.value]),
    )


def _rated_line(rules: ServerRules, translate: Translator) -> str:
    if not rules.rated:
        return translate.msg("**Rated matches** can't be played here.")
    often = (
        msg("The n-th of the same two within {n} days counts as 1/n of one.")
        if rules.rated_pair
        else msg("Each counts whole, however often the same two meet.")
    )
    return " ".join(
        (
            translate.msg("**Rated matches** can be played here."),
            translate.msg(
                "A rated match counts if both have decided something in it and it has reached round {n}.",
                n=rules.rated_round,
            ),
            translate(often.filled(n=rules.rated_pair)),
            translate.msg("Matches of one person that count within a day: {n} at most.", n=rules.rated_daily),
            translate.msg("Days that both accounts must be old: {n}.", n=rules.rated_age),
        )
    )


def _limits_line(rules: ServerRules, translate: Translator) -> str:
    named = zip(LIMIT_LINES.values(), limits_of(rules), strict=True)
    limits = [translate(line.filled(n=n)) for line, n in named if n is not None]
    return (
        translate.msg("**Limits** for one person here: {limits}.", limits=", ".join(limits))
        if limits
        else translate.msg("**Limits**: default.")
    )


def _with_gone(line: str, gone: Sequence[NamedSetting], translate: Translator) -> str:
    if not gone:
        return line
    return f"{line}\n{translate(GONE.filled(names=', '.join(plain(one.name, 60) for one in gone)))}"


# -- controls


def _menu(act: str, placeholder: str, options: Sequence[tuple[str, str]], chosen: str) -> Item:
    menu = ui.Select[Any](custom_id=settings_control(act), placeholder=placeholder)
    for label, value in options:
        menu.add_option(label=label[:100], value=value, default=value == chosen)
    return ui.ActionRow[Any](menu)


def _channel_menu(act: str, placeholder: str, chosen: Sequence[NamedSetting], most: int) -> Item:
    menu = ui.ChannelSelect[Any](
        custom_id=settings_control(act),
        placeholder=placeholder,
        channel_types=list(WITH_THREADS),
        min_values=0,
        required=False,
        max_values=most,
        default_values=[
            discord.SelectDefaultValue(id=one.id, type=discord.SelectDefaultValueType.channel)
            for one in chosen
        ],
    )
    return ui.ActionRow[Any](menu)


def _role_menu(placeholder: str, chosen: Sequence[NamedSetting]) -> Item:
    menu = ui.RoleSelect[Any](
        custom_id=settings_control("moderators"),
        placeholder=placeholder,
        min_values=0,
        required=False,
        max_values=MOST_CHANNELS,
        default_values=[
            discord.SelectDefaultValue(id=one.id, type=discord.SelectDefaultValueType.role) for one in chosen
        ],
    )
    return ui.ActionRow[Any](menu)
