"""The table of server settings. Add new ones here, or in `numbers` for numbers and switches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import discord
from discord import app_commands

from bot.clocks import read_control
from bot.command_keys import Command, with_commands
from bot.discord.channels import WITH_THREADS
from bot.discord.commands.layout import Parameter
from bot.discord.components.custom_ids import UNKNOWN_CONTROL, Submitted
from bot.discord.components.lengths import Line, Name
from bot.discord.components.messages import NOBODY, Item, PublicMessage, layout, text
from bot.discord.components.plain import bare, links_of, plain
from bot.discord.components.replies import Reply
from bot.discord.delivery_failures import trouble_of
from bot.discord.game_resolver import GameResolver
from bot.discord.interaction_data import Interaction, matching, typed_so_far
from bot.discord.time_format import control_in_words, offer_controls, offered_controls
from bot.errors import Refusal
from bot.features.server_settings.kinds import (
    CurrentSettings,
    Edit,
    NamedMenu,
    Setting,
    choice,
    settings_menu,
)
from bot.features.server_settings.numbers import NUMBERS_AND_SWITCHES
from bot.people.locales import translator_for
from bot.store.servers import NamedSetting
from cards.i18n import Locale, Message, msg

NONE = "-"
"""The menus' value for "no deck" and "Discord's language". Discord doesn't accept empty values."""

# -- games, clock and deck


async def _set_games(
    edit: Edit, change: Literal["only", "add", "remove", "all games"], game: Name = ""
) -> None:
    """Change the games played here. The first chosen one is suggested first."""
    chosen: list[str] = []
    if change != "all games":
        name = edit.game_resolver.games.named(game).name
        offered = await edit.game_resolver.choice.offered(edit.by[1])
        others = [each.name for each in offered if each.name != name]
        chosen = [name] if change == "only" else [*others, name] if change == "add" else others
        if not chosen:
            raise Refusal(msg("That's the only game played here. Add another first, or choose `all games`."))
    await edit.servers.play_games(*edit.by, chosen)


def _game_lines(current: CurrentSettings) -> list[str]:
    if len(current.games) < 2 and not current.rules.games:
        return []
    return [
        current.translate.msg(
            "**Games here**: {names}.", names=", ".join(game.title for game in current.games)
        )
    ]


def played_games(game_resolver: GameResolver) -> Setting:
    """Return the setting for the games played on a server."""

    async def titles(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
        games = game_resolver.games.games.values()
        return matching(((game.title, game.name) for game in games), typed)

    return Setting(
        command=Command.SETTINGS_GAMES,
        about=msg("Choose the games played here. The others are hidden."),
        change=_set_games,
        parameters={
            "change": msg("Play only this one, add or remove one, or play all."),
            "game": Parameter(msg("The game."), titles),
        },
        head=_game_lines,
    )


async def _set_clock(edit: Edit, clock: Line) -> None:
    await edit.servers.put(*edit.by, "clock", control=str(read_control(clock)))


CLOCK = choice(
    Command.SETTINGS_CLOCK,
    msg("Choose the default clock of a challenge."),
    {"clock": Parameter(msg("For example “2d each”, “3d+12h up to 7d” or “none”."), offer_controls)},
    _set_clock,
    lines=lambda current: [
        current.translate.msg(
            "**Default clock** of a challenge: {clock}.",
            clock=control_in_words(current.rules.clock, current.translate),
        )
    ],
    placeholder=msg("Clock of a challenge"),
    options=lambda current: offered_controls(current.rules.clock, current.translate),
    chosen=lambda current: str(current.rules.clock),
)

LAST = msg("The one played last")


async def _set_deck(edit: Edit, deck: Name, game: Name = "") -> None:
    name = "" if deck.strip().casefold() in ("none", "ninguno") else deck
    await edit.servers.set_deck(*edit.by, await edit.game_resolver.game(edit.reply, game), name)


async def _press_deck(edit: Edit, values: Submitted, game_name: str) -> None:
    name = "" if values[0] == NONE else values[0]
    await edit.servers.set_deck(*edit.by, edit.game_resolver.games.find(game_name), name)


def _deck_lines(current: CurrentSettings) -> list[str]:
    game = current.games[0]
    if not (deck := current.rules.decks.get(game.name)):
        return [current.translate.msg("**Deck** suggested first: the one each player played last.")]
    deck_name = game.translator(current.translate.locale)(game.called(deck))
    return [
        current.translate.msg(
            "**Deck** suggested first: {deck}, for players without their own default.",
            deck=f"**{plain(deck_name)}**",
        )
    ]


def _deck_menus(current: CurrentSettings) -> list[Item]:
    game = current.games[0]
    t = game.translator(current.translate.locale)
    decks = [(t(each.title), each.name) for each in list(game.decks.values())[:24]]
    options = [(current.translate(LAST), NONE), *decks]
    selected = current.rules.decks.get(game.name) or NONE
    return [
        settings_menu(f"deck-{game.name}", current.translate.msg("Deck suggested first"), options, selected)
    ]


def first_deck(game_resolver: GameResolver) -> Setting:
    """Return the setting for the deck suggested first, per game."""

    async def decks(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
        translate = translator_for(interaction.locale)
        suggestions = [(translate(LAST), "none")]
        for game in await game_resolver.likely(interaction, typed_so_far(interaction, "game")):
            t = game.translator(translate.locale)
            suggestions += [(t(each.title), each.name) for each in game.decks.values()]
        return matching(suggestions, typed)

    return Setting(
        command=Command.SETTINGS_DECK,
        about=msg("Choose the deck to suggest first."),
        change=_set_deck,
        parameters={"deck": Parameter(msg("A ready-made deck, or “none”."), decks)},
        of_a_game=True,
        lines=_deck_lines,
        menus=_deck_menus,
        presses={"deck": _press_deck},
    )


# -- channels and roles


class _Role(app_commands.Transformer):
    """A parameter for a role. It uses only the data sent with the interaction, because the bot caches no roles."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.role

    async def transform(
        self, interaction: discord.Interaction, value: app_commands.AppCommandChannel | discord.Role, /
    ) -> NamedSetting:
        return NamedSetting(value.id, bare(value.name))


class _TextChannel(_Role):
    """A parameter for a text channel that can have threads."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        return list(WITH_THREADS)


Channel = app_commands.Transform[NamedSetting, _TextChannel]
Role = app_commands.Transform[NamedSetting, _Role]
D_CHANNEL = msg("The channel. Default: this one.")


def _current_channel(reply: Reply) -> NamedSetting:
    """Return the current channel, if matches can be started in it. Raises Refusal."""
    channel = reply.interaction.channel
    if not isinstance(channel, discord.TextChannel) or channel.type not in WITH_THREADS:
        raise Refusal(msg("Please choose a channel."))
    return NamedSetting(channel.id, bare(channel.name))


async def _choose_channels(
    edit: Edit, change: Literal["add", "remove", "all channels"], channel: Channel | None = None
) -> None:
    if change == "all channels":
        await CHANNEL_MENU.put(edit, ())
    else:
        await CHANNEL_MENU.add_or_remove(edit, change, channel or _current_channel(edit.reply))


CHANNEL_MENU = NamedMenu(
    key="channels",
    placeholder=msg("Channels for challenges (choose none for all)"),
    chosen=lambda rules: rules.channels,
    put=lambda edit, channels: edit.servers.play_in(*edit.by, channels),
)
CHANNELS = Setting(
    command=Command.SETTINGS_CHANNELS,
    about=msg("Choose the channels that allow challenges."),
    change=_choose_channels,
    parameters={"change": msg("Add a channel, remove one, or allow all of them."), "channel": D_CHANNEL},
    lines=lambda current: CHANNEL_MENU.lines(
        current,
        some=msg("**Challenges** are allowed only in {what}."),
        none=msg("**Challenges** are allowed in every channel."),
        lost=msg(
            "**Challenges** are allowed nowhere: all the channels you chose were "
            "deleted. Choose others, or none to allow all channels."
        ),
    ),
    menus=CHANNEL_MENU.shown,
    presses={CHANNEL_MENU.key: CHANNEL_MENU.press},
)


async def _choose_moderators(
    edit: Edit, change: Literal["add", "remove", "by permission"], role: Role | None = None
) -> None:
    if change == "by permission":
        await _set_moderators(edit, ())
    elif role is None:
        raise Refusal(msg("Please choose a role."))
    else:
        await MODERATOR_MENU.add_or_remove(edit, change, role)


async def _set_moderators(edit: Edit, roles: Sequence[NamedSetting]) -> None:
    if any(role.id == edit.by[1] for role in roles):
        raise Refusal(
            msg(
                "Everyone has that role, so everyone could end other people's matches. Please choose another."
            )
        )
    await edit.servers.moderated_by(*edit.by, roles)


MODERATOR_MENU = NamedMenu(
    key="moderators",
    placeholder=msg("Roles that moderate (choose none to go by permissions)"),
    chosen=lambda rules: rules.moderators,
    put=_set_moderators,
    are_roles=True,
)
BY_PERMISSION = msg(
    "**Moderators** can end other people's matches: everyone with “Manage Server” or “Manage Messages”."
)
MODERATORS = Setting(
    command=Command.SETTINGS_MODERATORS,
    about=msg("Choose the roles that can end other people's matches."),
    change=_choose_moderators,
    parameters={
        "change": msg("Add a role, remove one, or use Discord's permissions."),
        "role": msg("The role."),
    },
    lines=lambda current: MODERATOR_MENU.lines(
        current,
        some=with_commands(
            msg(
                "**Moderators** can end other people's matches: {what}, and everyone with "
                "“Manage Server”. Discord shows `{/moderate-end}` only to members with "
                "“Manage Messages”. Show it to others in Server Settings, Integrations."
            )
        ),
        none=BY_PERMISSION,
        lost=BY_PERMISSION,
    ),
    menus=MODERATOR_MENU.shown,
    presses={MODERATOR_MENU.key: MODERATOR_MENU.press},
)

# -- announcements, and the language

ANNOUNCE_TROUBLES: Mapping[str, Message] = {
    "no access": msg("I need the permission “View Channel”."),
    "may not write": msg("I need the permission “Send Messages”."),
    "deleted": msg("the channel was deleted."),
}


async def _choose_announcements(
    edit: Edit, announce: Literal["on", "off"], channel: Channel | None = None
) -> None:
    await _announce(edit, (channel or _current_channel(edit.reply)) if announce == "on" else None)


async def _announce(edit: Edit, channel: NamedSetting | None) -> None:
    """Announce results in a channel from now on. A first message there proves that the bot can write."""
    guild = edit.by[1]
    settings = await edit.servers.of(guild)
    previous = settings.rules.announces
    if channel is not None and (previous is None or previous.id != channel.id):
        await edit.servers.check_announcing(guild)
        hello = msg("I'll announce the results of this server's matches here.")
        await _greet(edit.reply, channel, translator_for(settings.language_in_use)(hello))
    await edit.servers.announce_in(*edit.by, channel)


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
        reason = reply.translate(ANNOUNCE_TROUBLES[trouble])
        raise Refusal(
            msg(
                "I can't announce results in {channel}: {trouble}", channel=f"#{channel.name}", trouble=reason
            )
        ) from None


def _announcement_lines(current: CurrentSettings) -> list[str]:
    chosen, translate = current.rules.announces, current.translate
    if chosen is None:
        return [translate.msg("**Results** aren't announced.")]
    if current.places.parted([chosen])[1]:
        deleted_name = f"#{plain(chosen.name, 60)}"
        return [translate.msg("**Results** aren't announced: {channel} was deleted.", channel=deleted_name)]
    lines = [translate.msg("**Results** are announced in {channel}.", channel=f"<#{chosen.id}>")]
    if trouble := ANNOUNCE_TROUBLES.get(current.settings.trouble):
        lines.append(translate.msg("I couldn't announce the last result there: {trouble}", trouble=trouble))
    return lines


ANNOUNCEMENT_MENU = NamedMenu(
    key="announcements",
    placeholder=msg("Channel for results (choose none to announce nothing)"),
    chosen=lambda rules: [rules.announces] if rules.announces else [],
    put=lambda edit, channels: _announce(edit, channels[0] if channels else None),
    most=1,
)
ANNOUNCEMENTS = Setting(
    command=Command.SETTINGS_ANNOUNCEMENTS,
    about=msg("Announce match results in a channel, or don't."),
    change=_choose_announcements,
    parameters={"announce": msg("Announce results: on or off."), "channel": D_CHANNEL},
    lines=_announcement_lines,
    menus=ANNOUNCEMENT_MENU.shown,
    presses={ANNOUNCEMENT_MENU.key: ANNOUNCEMENT_MENU.press},
)

LANGUAGES: Mapping[str, Message] = {
    NONE: msg("Automatic"),
    Locale.ENGLISH.value: msg("English"),
    Locale.SPANISH.value: msg("Español"),
}


async def _set_language(edit: Edit, language: str) -> None:
    if language not in LANGUAGES:
        raise Refusal(UNKNOWN_CONTROL)
    await edit.servers.speak(*edit.by, None if language == NONE else Locale(language))


def _language_lines(current: CurrentSettings) -> list[str]:
    line = (
        msg("**Language** of public messages: {language}, from this server's Discord settings.")
        if current.settings.language is None
        else msg("**Language** of public messages: {language}.")
    )
    return [current.translate(line.filled(language=LANGUAGES[current.settings.language_in_use]))]


LANGUAGE = choice(
    Command.SETTINGS_LANGUAGE,
    msg("Choose the language of public messages here."),
    {
        "language": Parameter(
            msg("Automatic, or one of the languages."),
            choices=[app_commands.Choice(name=str(label), value=key) for key, label in LANGUAGES.items()],
        )
    },
    _set_language,
    lines=_language_lines,
    placeholder=msg("Language of this server"),
    options=lambda current: [(current.translate(label), key) for key, label in LANGUAGES.items()],
    chosen=lambda current: current.settings.language or NONE,
)


def settings(game_resolver: GameResolver) -> tuple[Setting, ...]:
    """Return all settings in display order."""
    return (
        *(
            played_games(game_resolver),
            CHANNELS,
            CLOCK,
            first_deck(game_resolver),
            MODERATORS,
            ANNOUNCEMENTS,
            LANGUAGE,
        ),
        *NUMBERS_AND_SWITCHES,
    )
