"""The settings of a server. To add one, add it here; a number or a switch goes to `numbers`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
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
from bot.discord.interaction_data import Interaction
from bot.discord.time_format import control_in_words, offer_controls, offered_controls
from bot.errors import Refusal
from bot.features.server_settings.kinds import CurrentSettings, Edit, NamedMenu, Setting, choice, menu
from bot.features.server_settings.numbers import NUMBERS_AND_SWITCHES
from bot.people.locales import translator_for
from bot.store.servers import NamedSetting
from cards.i18n import Locale, Message, msg

NONE = "-"
"""The menu's value for no deck, and for Discord's language: Discord accepts no empty values."""

# -- games, clock and deck


async def _set_games(
    edit: Edit, change: Literal["only", "add", "remove", "all games"], game: Name = ""
) -> None:
    """Change which games are played here; the first one that was chosen is offered first."""
    chosen: list[str] = []
    if change != "all games":
        name = edit.which.games.named(game).name
        now = [one.name for one in await edit.which.choice.offered(edit.by[1]) if one.name != name]
        chosen = [name] if change == "only" else [*now, name] if change == "add" else now
        if not chosen:
            raise Refusal(msg("That's the only game played here. Add another first, or choose `all games`."))
    await edit.servers.play_games(*edit.by, chosen)


def _game_lines(now: CurrentSettings) -> list[str]:
    if len(now.games) < 2 and not now.rules.games:
        return []
    return [now.translate.msg("**Games here**: {names}.", names=", ".join(one.title for one in now.games))]


def played_games(which: GameResolver) -> Setting:
    """Return the setting for the games that are played on a server."""

    async def titles(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
        wanted = typed.strip().casefold()
        games = which.games.games.values()
        return [(one.title, one.name) for one in games if wanted in one.title.casefold()]

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
    lines=lambda now: [
        now.translate.msg(
            "**Default clock** of a challenge: {clock}.",
            clock=control_in_words(now.rules.clock, now.translate),
        )
    ],
    placeholder=msg("Clock of a challenge"),
    options=lambda now: offered_controls(now.rules.clock, now.translate),
    chosen=lambda now: str(now.rules.clock),
)

LAST = msg("The one played last")


async def _set_deck(edit: Edit, deck: Name, game: Name = "") -> None:
    name = "" if deck.strip().casefold() in ("none", "ninguno") else deck
    await edit.servers.set_deck(*edit.by, await edit.which.game(edit.reply, game), name)


async def _press_deck(edit: Edit, values: Submitted, rest: str) -> None:
    name = "" if values[0] == NONE else values[0]
    await edit.servers.set_deck(*edit.by, edit.which.games.find(rest), name)


def _deck_lines(now: CurrentSettings) -> list[str]:
    game = now.games[0]
    if not (deck := now.rules.decks.get(game.name)):
        return [now.translate.msg("**Deck** suggested first: the one each player played last.")]
    called = game.translator(now.translate.locale)(game.called(deck))
    return [
        now.translate.msg(
            "**Deck** suggested first: {deck}, for players without their own default.",
            deck=f"**{plain(called)}**",
        )
    ]


def _deck_menus(now: CurrentSettings) -> list[Item]:
    game = now.games[0]
    t = game.translator(now.translate.locale)
    decks = [(t(one.title), one.name) for one in list(game.decks.values())[:24]]
    offered = [(now.translate(LAST), NONE), *decks]
    chosen = now.rules.decks.get(game.name) or NONE
    return [menu(f"deck-{game.name}", now.translate.msg("Deck suggested first"), offered, chosen)]


def first_deck(which: GameResolver) -> Setting:
    """Return the setting for the deck that is offered first, of each game."""

    async def decks(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
        translate = translator_for(interaction.locale)
        named = getattr(interaction.namespace, "game", None) or ""
        offered = [(translate(LAST), "none")]
        for game in await which.likely(interaction, named):
            t = game.translator(translate.locale)
            offered += [(t(one.title), one.name) for one in game.decks.values()]
        return [one for one in offered if typed.strip().casefold() in one[0].casefold()]

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
    """A parameter for a role; nothing of it is looked up in a cache."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.role

    async def transform(
        self, interaction: discord.Interaction, value: app_commands.AppCommandChannel | discord.Role, /
    ) -> NamedSetting:
        return NamedSetting(value.id, bare(value.name))


class _TextChannel(_Role):
    """A parameter for a channel in which there are threads."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        return list(WITH_THREADS)


Channel = app_commands.Transform[NamedSetting, _TextChannel]
Role = app_commands.Transform[NamedSetting, _Role]
D_CHANNEL = msg("The channel. Default: this one.")


def _this(reply: Reply) -> NamedSetting:
    """Return the channel where a person asks, if it is one in which matches can be begun. Raises Refusal."""
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
        await CHANNEL_MENU.add_or_remove(edit, change, channel or _this(edit.reply))


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
    lines=lambda now: CHANNEL_MENU.lines(
        now,
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
    if any(one.id == edit.by[1] for one in roles):
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
    lines=lambda now: MODERATOR_MENU.lines(
        now,
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

ANNOUNCE_TROUBLES: Mapping[str, Message] = MappingProxyType(
    {
        "no access": msg("I need the permission “View Channel”."),
        "may not write": msg("I need the permission “Send Messages”."),
        "deleted": msg("the channel was deleted."),
    }
)


async def _choose_announcements(
    edit: Edit, announce: Literal["on", "off"], channel: Channel | None = None
) -> None:
    await _announce(edit, (channel or _this(edit.reply)) if announce == "on" else None)


async def _announce(edit: Edit, channel: NamedSetting | None) -> None:
    """Announce results in a channel from now on; a message there shows whether that is possible."""
    guild = edit.by[1]
    before = (await edit.servers.rules(guild)).announces
    if channel is not None and (before is None or before.id != channel.id):
        await edit.servers.check_announcing(guild)
        hello = msg("I'll announce the results of this server's matches here.")
        await _greet(edit.reply, channel, translator_for(await edit.servers.language(guild))(hello))
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
        named = reply.translate(ANNOUNCE_TROUBLES[trouble])
        raise Refusal(
            msg("I can't announce results in {channel}: {trouble}", channel=f"#{channel.name}", trouble=named)
        ) from None


def _announcement_lines(now: CurrentSettings) -> list[str]:
    chosen, translate = now.rules.announces, now.translate
    if chosen is None:
        return [translate.msg("**Results** aren't announced.")]
    if now.there.parted([chosen])[1]:
        gone = f"#{plain(chosen.name, 60)}"
        return [translate.msg("**Results** aren't announced: {channel} was deleted.", channel=gone)]
    lines = [translate.msg("**Results** are announced in {channel}.", channel=f"<#{chosen.id}>")]
    if trouble := ANNOUNCE_TROUBLES.get(now.found.trouble):
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

LANGUAGES: Mapping[str, Message] = MappingProxyType(
    {NONE: msg("Automatic"), Locale.ENGLISH.value: msg("English"), Locale.SPANISH.value: msg("Español")}
)


async def _set_language(edit: Edit, language: str) -> None:
    if language not in LANGUAGES:
        raise Refusal(UNKNOWN_CONTROL)
    await edit.servers.speak(*edit.by, None if language == NONE else Locale(language))


def _language_lines(now: CurrentSettings) -> list[str]:
    line = (
        msg("**Language** of public messages: {language}, from this server's Discord settings.")
        if now.found.language is None
        else msg("**Language** of public messages: {language}.")
    )
    return [now.translate(line.filled(language=LANGUAGES[now.found.language or now.found.language_in_use]))]


LANGUAGE = choice(
    Command.SETTINGS_LANGUAGE,
    msg("Choose the language of public messages here."),
    {
        "language": Parameter(
            msg("Automatic, or one of the languages."),
            choices=[app_commands.Choice(name=str(one), value=key) for key, one in LANGUAGES.items()],
        )
    },
    _set_language,
    lines=_language_lines,
    placeholder=msg("Language of this server"),
    options=lambda now: [(now.translate(one), key) for key, one in LANGUAGES.items()],
    chosen=lambda now: now.found.language or NONE,
)


def settings(which: GameResolver) -> tuple[Setting, ...]:
    """Return the settings, in the order in which they are shown."""
    return (
        *(played_games(which), CHANNELS, CLOCK, first_deck(which), MODERATORS, ANNOUNCEMENTS, LANGUAGE),
        *NUMBERS_AND_SWITCHES,
    )
