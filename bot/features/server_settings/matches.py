"""Settings for the start of matches, and the server's language."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from discord import app_commands

from bot.clocks import read_control
from bot.command_keys import Command
from bot.discord.commands.layout import Parameter
from bot.discord.components.custom_ids import UNKNOWN_CONTROL, Submitted
from bot.discord.components.lengths import Line, Name
from bot.discord.components.messages import Item
from bot.discord.components.plain import plain
from bot.discord.game_resolver import WhichGame
from bot.discord.interaction_data import Interaction
from bot.discord.time_format import control_in_words, offer_controls, offered_controls
from bot.errors import Refusal
from bot.features.server_settings.kinds import choice
from bot.features.server_settings.setting import CurrentSettings, Edit, Setting, menu
from bot.people.locales import translator_for
from cards.i18n import Locale, Message, msg

NONE = "-"
"""The menu's value for no deck, and for Discord's language: Discord accepts no empty values."""
LANGUAGES: Mapping[str, Message] = MappingProxyType(
    {NONE: msg("Automatic"), Locale.ENGLISH.value: msg("English"), Locale.SPANISH.value: msg("Español")}
)
LAST = msg("The one played last")


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


def played_games(which: WhichGame) -> Setting:
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


def first_deck(which: WhichGame) -> Setting:
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
    return [now.translate(line.filled(language=LANGUAGES[now.found.language or now.found.told]))]


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
