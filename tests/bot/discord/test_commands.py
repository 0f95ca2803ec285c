"""The command tree keeps every limit of Discord's: one breach, and *all* commands fail to be registered."""

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
"""Commands that every group has room for."""
FREE = frozenset({"name", "code"})
"""Options for what only the person knows who types: a new deck's name, and a deck code from elsewhere."""


async def payloads() -> list[dict[str, Any]]:
    """Return the commands that are typed; those in the menu of a person are in test_menus."""
    found = payloads_of(tree(), CommandTexts(Games.of(voidream())))
    return [one for one in found if one["type"] == discord.AppCommandType.chat_input.value]


def walk(command: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield command
    for option in command.get("options", []):
        yield from walk(option)


def paths(command: dict[str, Any]) -> list[str]:
    """Return what is typed to use a command, or each of those that it is made of."""
    inner = [one for one in command.get("options", []) if one["type"] in (SUBCOMMAND, GROUP)]
    return [f"{command['name']} {path}" for one in inner for path in paths(one)] or [command["name"]]


def characters(command: dict[str, Any]) -> int:
    """Count as Discord does: names, descriptions and values of everything in a command, each in its longest language."""
    total = 0
    for part in walk(command):
        total += len(part["name"]) + max(map(len, said(part, "description")))
        for choice in part.get("choices", []):
            total += max(map(len, said(choice, "name"))) + len(str(choice["value"]))
    return total


def said(part: dict[str, Any], what: str) -> list[str]:
    """Return a text of a command in every language."""
    return [part[what], *(part.get(f"{what}_localizations") or {}).values()]


async def test_names_and_descriptions() -> None:
    for command in await payloads():
        for part in walk(command):
            assert NAME.match(part["name"]) and part["name"] == part["name"].lower()
            assert all(1 <= len(text) <= 100 for text in said(part, "description")), part["name"]


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
                    assert all(1 <= len(name) <= 100 for name in said(choice, "name"))
                    assert 1 <= len(str(choice["value"])) <= 100


async def test_the_commands_that_have_keys_are_those_that_are_registered() -> None:
    """In the same order, too: that of need."""
    registered = [path for command in await payloads() for path in paths(command)]
    own = [f"voidream {action.name}" for action in voidream().actions]
    shared = [
        command.value for command in Command if command not in ONLY_WITH_SEVERAL_GAMES | ONLY_WITH_LAPSES
    ]
    assert [path for path in registered if path not in own] == shared
    assert registered[:7] == ["voidream challenge", "voidream learn", "voidream puzzle", *own]


async def test_there_is_room_in_every_group() -> None:
    """Not all games' commands three times over: what is a game's own stands under its name, all else exists once."""
    for command in await payloads():
        for group in walk(command):
            inner = [one for one in group.get("options", []) if one["type"] in (SUBCOMMAND, GROUP)]
            assert len(inner) <= MOST - ROOM, group["name"]
        assert characters(command) <= 8000 * 3 // 4, command["name"]
    names = [command.own_name for command in Command if command.group in ("voidream", "match")]
    assert len(names) == len(set(names))


def test_an_ordinary_member_reads_a_short_menu() -> None:
    """Few first words, commands of one together, and in each first what is needed in every match."""
    hidden = {"settings", "moderate"}
    seen = [command for command in Command if command.family not in hidden]
    first_words = [first for first, _ in groupby(command.value.split()[0] for command in seen)]
    assert len(first_words) == len(set(first_words)) <= 10
    assert list(Command)[: len(seen)] == seen, "what most people can't use does not come between"
    at = {command: place for place, command in enumerate(Command)}
    every_match = (Command.DECIDE, Command.BOARD, Command.HAND, Command.LOG, Command.WATCH)
    seldom = (Command.ABORT, Command.RESIGN, Command.CLAIM, Command.ORDER, Command.VERIFY)
    assert max(at[one] for one in every_match) < min(at[one] for one in seldom)


async def test_what_only_some_may_use_only_they_see() -> None:
    needed = {command["name"]: command["default_member_permissions"] for command in await payloads()}
    assert {name for name, bits in needed.items() if bits is not None} == {"settings", "moderate"}
    assert needed["settings"] == discord.Permissions(manage_guild=True).value
    assert needed["moderate"] == discord.Permissions(manage_messages=True).value


async def test_what_can_be_offered_is_offered() -> None:
    """Whoever types is offered cards, abilities, answers, decks and matches; none of them has to be known."""
    for command in await payloads():
        for option in walk(command):
            if option.get("type") == STRING and option["name"] not in FREE:
                assert option.get("autocomplete") or option.get("choices"), (command["name"], option["name"])


async def test_a_26th_subcommand_would_be_noticed_here() -> None:
    crowded = tree().get_command("voidream")
    assert isinstance(crowded, app_commands.Group)
    with pytest.raises(ValueError, match="maximum number of child commands"):
        for i in range(26):
            crowded.add_command(
                app_commands.Command(name=f"more{i}", description="x", callback=_nothing)  # type: ignore[arg-type]
            )


async def _nothing(interaction: discord.Interaction) -> None:
    return None


async def test_what_discord_has_is_compared_by_what_it_means() -> None:
    """Discord tells commands again in its way: without what is not set, permissions as text, in another order."""
    ours = await payloads()
    theirs = [_told_again(command) for command in reversed(ours)]
    found = compared(ours, theirs)
    assert not found and len(found.same) == len(ours)
    theirs[0] = {**theirs[0], "contexts": [1, 0], "handler": 2, "of next year": {"x": 1}}
    ours[-1] = {**ours[-1], "contexts": [0, 1]}
    assert not compared(ours, theirs)


async def test_every_difference_is_found() -> None:
    ours = await payloads()

    def changed(change: Callable[[dict[str, Any]], None]) -> Differences:
        theirs = [_told_again(command) for command in ours]
        change(theirs[0])
        return compared(ours, theirs)

    changes: list[Callable[[dict[str, Any]], None]] = [
        lambda one: one.update(description="Something else"),
        lambda one: one.update(default_member_permissions="8"),
        lambda one: one.update(nsfw=True),
        lambda one: one.pop("description_localizations"),
        lambda one: one["options"].pop(),
        lambda one: one["options"].reverse(),
        lambda one: one["options"][0].update(description="Something else"),
        lambda one: one["options"][0]["options"][0].update(required=True, max_length=3),
    ]
    for change in changes:
        found = changed(change)
        assert found.changed == (f"/{ours[0]['name']}",) and not found.missing and not found.unknown
    gone = compared(ours, [])
    assert not gone.same and gone.missing == compared(ours, ours).same
    # The same name in another menu is another command.
    menu = {"name": ours[0]["name"], "type": 2, "description": ""}
    assert compared([*ours, menu], ours).missing == (ours[0]["name"],)
    assert compared(ours, [*ours, menu]).unknown == (ours[0]["name"],)


def _told_again(part: Mapping[str, Any]) -> dict[str, Any]:
    told = {
        key: value for key, value in part.items() if value is not None and value is not False and value != []
    }
    for unset in [key for key in told if told[key] == {}]:
        del told[unset]
    for inner in ("options", "choices"):
        if inner in told:
            told[inner] = [_told_again(each) for each in told[inner]]
    if "default_member_permissions" in told:
        told["default_member_permissions"] = str(told["default_member_permissions"])
    return {**told, "id": "1", "version": "2", "application_id": "3", "dm_permission": True}


async def test_translations_are_where_discord_py_would_put_them() -> None:
    """It asks for every text in each of thirty languages; we add those that there are to what it says in English."""

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
                said._in(locale_of(locale), string.message)
                if locale_of(locale) is not Locale.ENGLISH
                else None
            )

    games = Games.of(*registry.games().games.values())
    said, built = CommandTexts(games), tree(*games.games.values())
    theirs = [dict(await command.get_translated_payload(built, Asked())) for command in built.get_commands()]
    assert payloads_of(built, said) == theirs


async def test_every_description_and_choice_is_there_in_spanish() -> None:
    """Both kinds of Spanish have them; names stay as the texts call them."""
    for command in await payloads():
        for part in walk(command):
            assert "name_localizations" not in part or not part["name_localizations"], part["name"]
            assert set(part["description_localizations"]) == {"es-ES", "es-419"}, part["description"]
            for choice in part.get("choices", []):
                assert set(choice["name_localizations"]) == {"es-ES", "es-419"}, choice["name"]
