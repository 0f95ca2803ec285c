"""The command tree keeps every limit of Discord's: one breach, and *all* commands fail to be registered."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

import discord
import msgspec
import pytest
from discord import app_commands

from bot.chat.boundary import Boundary
from bot.chat.client import fingerprint
from bot.chat.commands import leaderboard, profiles, reference, voidream
from bot.chat.commands.decks import decks
from bot.chat.core import Core
from bot.chat.words import ENGLISH

NAME = re.compile(r"^[-_'\w]{1,32}$")
SUBCOMMAND, GROUP, STRING, INTEGER = 1, 2, 3, 4
FREE = frozenset({"name", "code"})
"""Options for what only the person knows who types: a new deck's name, and a deck code from elsewhere."""


def group() -> app_commands.Group:
    return voidream(cast(Core, None), Boundary(cast(Core, None)))


def tree() -> app_commands.CommandTree[discord.Client]:
    built = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    built.add_command(group())
    built.add_command(decks(cast(Core, None), Boundary(cast(Core, None))))
    reference.add(built, cast(Core, None), Boundary(cast(Core, None)))
    profiles.add(built, cast(Core, None), Boundary(cast(Core, None)))
    leaderboard.add(built, cast(Core, None), Boundary(cast(Core, None)))
    return built


def payloads() -> list[dict[str, Any]]:
    built = tree()
    return [dict(command.to_dict(built)) for command in built.get_commands()]


def walk(command: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield command
    for option in command.get("options", []):
        yield from walk(option)


def characters(command: dict[str, Any]) -> int:
    """Count as Discord does: names, descriptions and values of everything in a command."""
    total = 0
    for part in walk(command):
        total += len(part["name"]) + len(part["description"])
        total += sum(len(choice["name"]) + len(str(choice["value"])) for choice in part.get("choices", []))
    return total


async def test_names_and_descriptions() -> None:
    for command in payloads():
        for part in walk(command):
            assert NAME.match(part["name"]) and part["name"] == part["name"].lower()
            assert 1 <= len(part["description"]) <= 100, part["name"]


async def test_numbers_of_things() -> None:
    commands = payloads()
    assert len(commands) <= 100
    for command in commands:
        assert characters(command) <= 8000
        assert len(command["options"]) <= 25
        for sub in command["options"]:
            options = sub.get("options", [])
            assert len(options) <= 25
            required = [bool(option.get("required")) for option in options]
            assert required == sorted(required, reverse=True), "required options come first"
            for option in options:
                assert len(option.get("choices", [])) <= 25
                assert not (option.get("choices") and option.get("autocomplete"))
                for choice in option.get("choices", []):
                    assert 1 <= len(choice["name"]) <= 100
                    assert 1 <= len(str(choice["value"])) <= 100


async def test_everything_that_is_promised_is_there() -> None:
    commands = {command["name"]: command for command in payloads()}
    assert commands.keys() >= {"voidream", "deck", "rules", "card", "profile", "leaderboard"}
    assert {sub["name"] for sub in commands["deck"]["options"]} == {
        *("list", "new", "view", "edit", "import", "export", "default", "delete"),
    }
    assert {sub["name"] for sub in commands["voidream"]["options"]} == {
        *("challenge", "accept", "decline", "play", "activate", "unveil", "pass", "decide"),
        *("board", "hand", "log", "matches", "resign", "rematch", "help"),
        *("claim", "give-time", "pause", "continue", "undo", "draw", "abort"),
        *("replay", "verify", "watch"),
    }


async def test_what_can_be_offered_is_offered() -> None:
    """Whoever types is offered cards, abilities, answers, decks and matches; none of them has to be known."""
    for command in payloads():
        for option in walk(command):
            if option.get("type") == STRING and option["name"] not in FREE:
                assert option.get("autocomplete") or option.get("choices"), (command["name"], option["name"])


async def test_a_26th_subcommand_would_be_noticed_here() -> None:
    crowded = group()
    with pytest.raises(ValueError, match="maximum number of child commands"):
        for i in range(26):
            crowded.add_command(
                app_commands.Command(name=f"more{i}", description="x", callback=_nothing)  # type: ignore[arg-type]
            )


async def _nothing(interaction: discord.Interaction) -> None:
    return None


async def test_the_fingerprint_changes_with_the_commands_and_only_then() -> None:
    assert fingerprint(tree()) == fingerprint(tree())
    other = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    changed = group()
    changed.remove_command("help")
    other.add_command(changed)
    assert fingerprint(other) != fingerprint(tree())


def test_every_text_can_be_filled_in() -> None:
    """No text has a brace too many, and all are written as sentences or labels for people."""
    values = {name: "x" for name in re.findall(r"{(\w+)}", " ".join(_texts()))}
    for text in _texts():
        assert text.format(**values)
        assert text == text.strip()


def _texts() -> list[str]:
    return list(_within(ENGLISH))


def _within(found: object) -> Iterator[str]:
    if isinstance(found, str):
        yield found
    elif isinstance(found, msgspec.Struct):
        for name in found.__struct_fields__:
            yield from _within(getattr(found, name))
    elif isinstance(found, Mapping | tuple):
        for one in found.values() if isinstance(found, Mapping) else found:
            yield from _within(one)
    elif isinstance(found, Sequence):
        for one in found:
            yield from _within(one)
