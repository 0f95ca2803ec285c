"""Command registration: compares this version's commands with those at Discord."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import discord
import msgspec
from discord import AppCommandType, app_commands
from msgspec import Struct
from msgspec.structs import replace

from bot.discord.commands.translator import CommandTexts
from bot.discord.interaction_data import Payload
from bot.platform.clock import Clock
from bot.store import Store
from bot.store.about import AboutKey
from engine.kernel.decoder import json_reader

_TRANSLATED = ("name", "name_localizations", "description", "description_localizations")
_RESTRICTING = ("channel_types", "min_value", "max_value", "min_length", "max_length")
_FIELDS = frozenset(
    {
        *_TRANSLATED,
        *_RESTRICTING,
        *("type", "required", "autocomplete", "value", "options", "choices"),
        *("default_member_permissions", "contexts", "integration_types", "nsfw"),
    }
)
"""The registered fields of a command. Discord adds the others (ids, versions)."""
_UNSET: tuple[Any, ...] = (None, False, "", [], {})


class Differences(Struct, frozen=True):
    """The commands by their state at Discord, each as typed or displayed."""

    same: tuple[str, ...]
    changed: tuple[str, ...]
    """Registered, but different here."""
    missing: tuple[str, ...]
    unknown: tuple[str, ...]
    """Registered, but not here: by another version, or by another program."""

    def __bool__(self) -> bool:
        """Return whether Discord's commands differ from these."""
        return bool(self.changed or self.missing or self.unknown)


def payloads_of(
    tree: app_commands.CommandTree[discord.Client], texts: CommandTexts | None = None
) -> list[dict[str, Any]]:
    """Return all commands in registered form, with translations if a translator is given."""
    payloads = [dict(command.to_dict(tree)) for command in tree.get_commands()]
    if texts is not None:
        for payload in payloads:
            texts.translate(payload)
    return payloads


def compared(own_commands: Iterable[Payload], registered: Iterable[Payload]) -> Differences:
    """Compare the commands to register with those at Discord."""
    ours, theirs = _by_name(own_commands), _by_name(registered)
    both = ours.keys() & theirs.keys()
    same = {key for key in both if _plain(ours[key]) == _plain(theirs[key])}
    return Differences(
        same=_shown(same),
        changed=_shown(both - same),
        missing=_shown(ours.keys() - theirs.keys()),
        unknown=_shown(theirs.keys() - ours.keys()),
    )


def _by_name(commands: Iterable[Payload]) -> dict[tuple[int, str], Payload]:
    return {(_type(command), str(command["name"])): command for command in commands}


def _type(command: Payload) -> int:
    return int(command.get("type") or AppCommandType.chat_input.value)


def _shown(keys: Iterable[tuple[int, str]]) -> tuple[str, ...]:
    return tuple(
        f"/{name}" if kind == AppCommandType.chat_input.value else name for kind, name in sorted(keys)
    )


def _plain(command: Payload) -> dict[str, Any]:
    """Return the relevant part of a command. Discord omits unset values, and has its own forms of numbers and orders."""
    plain: dict[str, Any] = {}
    for key in _FIELDS & command.keys():
        value: Any = command[key]
        if any(value is unset or (value == unset and type(value) is type(unset)) for unset in _UNSET):
            continue
        if key in ("options", "choices"):
            value = [_plain(item) for item in value]
        elif key in ("contexts", "integration_types", "channel_types"):
            value = sorted(value)
        elif key == "default_member_permissions":
            value = str(value)
        plain[key] = value
    plain.setdefault("type", AppCommandType.chat_input.value)
    return plain


EVERY = 60_000
"""Milliseconds between a process's signs of life, with which it also looks for others."""
GONE = 150_000
"""Milliseconds without a sign of life after which a process counts as gone."""
_FACT = "commands"
_MOST = 10
"""Maximum sets of commands that are remembered."""


class CommandStatus(msgspec.Struct, frozen=True):
    """The state of a process's commands among those of all running processes."""

    is_newest: bool
    is_alone: bool
    """No process with other commands is running."""


class _CommandSighting(msgspec.Struct, frozen=True):
    """A set of commands by digest: when first seen, and when a process last reported it, in ms since 1970."""

    digest: str
    since: int
    at: int


_seen = json_reader(tuple[_CommandSighting, ...])


class NewestCommands(msgspec.Struct, frozen=True):
    """Tracks the commands of all processes on a database, and which of them are registered.

    Commands differ between processes during a deploy.

    The newest commands are those first seen last. A process with older ones registers nothing while one with newer
    ones runs: if it restarted during a deploy, visible commands would disappear. After a rollback, the older commands
    are registered once no process with the newer ones is left.
    """

    store: Store
    clock: Clock

    async def status(self, digest: str) -> CommandStatus:
        """Record that a process with these commands is running. Return their status. Raises Unwritable."""
        now = self.clock.now()
        own, other_sets = await self._mark(digest, now)
        living = [sighting for sighting in other_sets if sighting.at > now - GONE]
        newer = [sighting for sighting in living if sighting.since > own.since]
        return CommandStatus(not newer, not living)

    async def leave(self, digest: str) -> None:
        """Record that a process with these commands ends, so that others need not wait.

        Another process with the same commands soon reports again.
        """
        await self._mark(digest, self.clock.now() - GONE)

    async def _mark(self, digest: str, at: int) -> tuple[_CommandSighting, Sequence[_CommandSighting]]:
        """Store when a process last had these commands. Return their sighting, and the others, newest first."""
        async with self.store.write(AboutKey(_FACT)) as tx:
            stored = await tx.key_values.of(_FACT)
            by_digest = {sighting.digest: sighting for sighting in (_seen.read(stored) if stored else ())}
            # Clocks of machines differ, so commands seen for the first time count as newer than all seen before.
            since = max([at, *(sighting.since + 1 for sighting in by_digest.values())])
            own = replace(by_digest.pop(digest, _CommandSighting(digest, since, at)), at=at)
            other_sets = sorted(by_digest.values(), key=lambda sighting: -sighting.at)
            encoded = msgspec.json.encode((own, *other_sets[: _MOST - 1])).decode()
            await tx.key_values.store(_FACT, encoded)
        return own, other_sets
