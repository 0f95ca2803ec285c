"""The command tree stays within Discord's limits. If one is exceeded, *no* command is registered."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.command_keys import MOST, ONLY_WITH_LAPSES, ONLY_WITH_SEVERAL_GAMES, Command
from bot.discord.commands.registration import Differences, compared, payloads_of
from bot.discord.commands.translator import CommandTexts
from bot.games import registry
from bot.games.playable import Games
from bot.games.voidream.game import voidream
from bot.people.locales import locale_of
from cards.i18n import Locale
from tests.bot.discord.kit import tree

NAME = re.compile(r"^[-_'\w]{1,32}$")
SUBCOMMAND, GROUP, STRING, INTEGER = 1, 2, 3, 4
ROOM = 4
"""The number of free places in every group."""
FREE = frozenset({"name", "code"})
"""Options whose values only the person can know: a new deck's name, and a deck code from elsewhere."""


async def payloads() -> list[dict[str, Any]]:
    """Return the payloads of slash commands; those of context menus are in test_menus."""
    all_payloads = payloads_of(tree(), CommandTexts(Games.of(voidream())))
    return [payload for payload in all_payloads if payload["type"] == discord.AppCommandType.chat_input.value]


def walk(command: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield command
    for option in command.get("options", []):
        yield from walk(option)


def paths(command: dict[str, Any]) -> list[str]:
    """Return the full paths of a command, one for each subcommand."""
    inner = [option for option in command.get("options", []) if option["type"] in (SUBCOMMAND, GROUP)]
    return [f"{command['name']} {path}" for subcommand in inner for path in paths(subcommand)] or [
        command["name"]
    ]


def characters(command: dict[str, Any]) -> int:
    """Count like Discord: names, descriptions and values of everything in a command, each in its longest language."""
    total = 0
    for part in walk(command):
        total += len(part["name"]) + max(map(len, texts_by_locale(part, "description")))
        for choice in part.get("choices", []):
            total += max(map(len, texts_by_locale(choice, "name"))) + len(str(choice["value"]))
    return total


def texts_by_locale(part: dict[str, Any], part_name: str) -> list[str]:
    """Return a text of a command in every language."""
    return [part[part_name], *(part.get(f"{part_name}_localizations") or {}).values()]


async def test_names_and_descriptions() -> None:
    for command in await payloads():
        for part in walk(command):
            assert NAME.match(part["name"]) and part["name"] == part["name"].lower()
            assert all(1 <= len(text) <= 100 for text in texts_by_locale(part, "description")), part["name"]


async def test_numbers_of_things() -> None:
    commands = await payloads()
    assert len(commands) <= 100
    for command in commands:
        assert characters(command) <= 8000
        assert len(command.get("options", [])) <= 25
        for sub in command.get("options", []):
            options = sub.get("options", [])
            assert len(options) <= 25
            required = [bool(option.get("required")) for option in options]
            assert required == sorted(required, reverse=True), "required options come first"
            for option in options:
                assert len(option.get("choices", [])) <= 25
                assert not (option.get("choices") and option.get("autocomplete"))
                for choice in option.get("choices", []):
                    assert all(1 <= len(name) <= 100 for name in texts_by_locale(choice, "name"))
                    assert 1 <= len(str(choice["value"])) <= 100


async def test_the_commands_that_have_keys_are_those_that_are_registered() -> None:
    """Also in the same order: by how often they are needed."""
    registered = [path for command in await payloads() for path in paths(command)]
    own = [f"voidream {action.name}" for action in voidream().actions]
    shared = [
        command.value for command in Command if command not in ONLY_WITH_SEVERAL_GAMES | ONLY_WITH_LAPSES
    ]
    assert [path for path in registered if path not in own] == shared
    assert registered[:7] == ["voidream challenge", "voidream learn", "voidream puzzle", *own]


async def test_there_is_room_in_every_group() -> None:
    """Games don't triple the commands: a game's own commands are below its name, all others exist once."""
    for command in await payloads():
        for group in walk(command):
            inner = [option for option in group.get("options", []) if option["type"] in (SUBCOMMAND, GROUP)]
            assert len(inner) <= MOST - ROOM, group["name"]
        assert characters(command) <= 8000 * 3 // 4, command["name"]
    names = [command.own_name for command in Command if command.group in ("voidream", "match")]
    assert len(names) == len(set(names))


def test_an_ordinary_member_reads_a_short_menu() -> None:
    """Few top-level commands, subcommands kept together, and the ones needed in every match first."""
    hidden = {"settings", "moderate"}
    visible = [command for command in Command if command.family not in hidden]
    first_words = [first for first, _ in groupby(command.value.split()[0] for command in visible)]
    assert len(first_words) == len(set(first_words)) <= 10
    assert list(Command)[: len(visible)] == visible, "commands for few people don't come in between"
    at = {command: place for place, command in enumerate(Command)}
    every_match = (Command.DECIDE, Command.BOARD, Command.HAND, Command.LOG, Command.WATCH)
    seldom = (Command.ABORT, Command.RESIGN, Command.CLAIM, Command.ORDER, Command.VERIFY)
    assert max(at[command_] for command_ in every_match) < min(at[command_] for command_ in seldom)


async def test_restricted_commands_are_hidden_from_others() -> None:
    needed = {command["name"]: command["default_member_permissions"] for command in await payloads()}
    assert {name for name, bits in needed.items() if bits is not None} == {"settings", "moderate"}
    assert needed["settings"] == discord.Permissions(manage_guild=True).value
    assert needed["moderate"] == discord.Permissions(manage_messages=True).value


async def test_every_option_with_known_values_suggests_them() -> None:
    """Cards, abilities, answers, decks and matches are suggested, so no one has to know them."""
    for command in await payloads():
        for option in walk(command):
            if option.get("type") == STRING and option["name"] not in FREE:
                assert option.get("autocomplete") or option.get("choices"), (command["name"], option["name"])


async def test_a_26th_subcommand_is_refused() -> None:
    crowded = tree().get_command("voidream")
    assert isinstance(crowded, app_commands.Group)
    with pytest.raises(ValueError, match="maximum number of child commands"):
        for i in range(26):
            crowded.add_command(
                app_commands.Command(name=f"more{i}", description="x", callback=_nothing)  # type: ignore[arg-type]
            )


async def _nothing(interaction: discord.Interaction) -> None:
    return None


async def test_registered_commands_are_compared_by_meaning() -> None:
    """Discord returns commands in another form: without unset fields, with permissions as text, in another order."""
    ours = await payloads()
    theirs = [_as_returned(command) for command in reversed(ours)]
    differences = compared(ours, theirs)
    assert not differences and len(differences.same) == len(ours)
    theirs[0] = {**theirs[0], "contexts": [1, 0], "handler": 2, "of next year": {"x": 1}}
    ours[-1] = {**ours[-1], "contexts": [0, 1]}
    assert not compared(ours, theirs)


async def test_every_difference_is_found() -> None:
    ours = await payloads()

    def changed(change: Callable[[dict[str, Any]], None]) -> Differences:
        theirs = [_as_returned(command) for command in ours]
        change(theirs[0])
        return compared(ours, theirs)

    changes: list[Callable[[dict[str, Any]], None]] = [
        lambda payload: payload.update(description="Something else"),
        lambda payload: payload.update(default_member_permissions="8"),
        lambda payload: payload.update(nsfw=True),
        lambda payload: payload.pop("description_localizations"),
        lambda payload: payload["options"].pop(),
        lambda payload: payload["options"].reverse(),
        lambda payload: payload["options"][0].update(description="Something else"),
        lambda payload: payload["options"][0]["options"][0].update(required=True, max_length=3),
    ]
    for change in changes:
        differences = changed(change)
        assert (
            differences.changed == (f"/{ours[0]['name']}",)
            and not differences.missing
            and not differences.unknown
        )
    all_missing = compared(ours, [])
    assert not all_missing.same and all_missing.missing == compared(ours, ours).same
    # The same name in another menu is another command.
    menu = {"name": ours[0]["name"], "type": 2, "description": ""}
    assert compared([*ours, menu], ours).missing == (ours[0]["name"],)
    assert compared(ours, [*ours, menu]).unknown == (ours[0]["name"],)


def _as_returned(part: Mapping[str, Any]) -> dict[str, Any]:
    returned = {
        key: value for key, value in part.items() if value is not None and value is not False and value != []
    }
    for unset in [key for key in returned if returned[key] == {}]:
        del returned[unset]
    for inner in ("options", "choices"):
        if inner in returned:
            returned[inner] = [_as_returned(each) for each in returned[inner]]
    if "default_member_permissions" in returned:
        returned["default_member_permissions"] = str(returned["default_member_permissions"])
    return {**returned, "id": "1", "version": "2", "application_id": "3", "dm_permission": True}


async def test_translations_are_where_discord_py_would_put_them() -> None:
    """discord.py requests every text in thirty languages; the bot adds the existing translations to the English texts."""

    class Asked(app_commands.Translator):
        async def translate(
            self, string: app_commands.locale_str, locale: discord.Locale, context: Any
        ) -> str | None:
            named_menu = context.location.name == "command_name" and isinstance(
                context.data, app_commands.ContextMenu
            )
            if not named_menu and context.location.name not in (
                "command_description",
                "group_description",
                "parameter_description",
                "choice_name",
            ):
                return None
            return (
                texts._in(locale_of(locale), string.message)
                if locale_of(locale) is not Locale.ENGLISH
                else None
            )

    games = Games.of(*registry.games().games.values())
    texts, built = CommandTexts(games), tree(*games.games.values())
    theirs = [dict(await command.get_translated_payload(built, Asked())) for command in built.get_commands()]
    assert payloads_of(built, texts) == theirs


async def test_every_description_and_choice_is_there_in_spanish() -> None:
    """Both Spanish locales have them; names stay untranslated, as in the texts."""
    for command in await payloads():
        for part in walk(command):
            assert "name_localizations" not in part or not part["name_localizations"], part["name"]
            assert set(part["description_localizations"]) == {"es-ES", "es-419"}, part["description"]
            for choice in part.get("choices", []):
                assert set(choice["name_localizations"]) == {"es-ES", "es-419"}, choice["name"]
