"""Command registration: the commands of this version, compared with those at Discord."""

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
from bot.store.about import AboutFact
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
"""The registered parts of a command. Everything else that Discord reports of it (ids, versions) is its own."""
_UNSET: tuple[Any, ...] = (None, False, "", [], {})


class Differences(Struct, frozen=True):
    """The commands by their state at Discord, each as typed or displayed."""

    same: tuple[str, ...]
    changed: tuple[str, ...]
    """Registered otherwise than they are here."""
    missing: tuple[str, ...]
    unknown: tuple[str, ...]
    """Registered, but not here: by another version, or by another program."""

    def __bool__(self) -> bool:
        """Return whether Discord's commands differ from these."""
        return bool(self.changed or self.missing or self.unknown)


def payloads_of(
    tree: app_commands.CommandTree[discord.Client], said: CommandTexts | None = None
) -> list[dict[str, Any]]:
    """Return all commands in registered form, with translations if a translator is given."""
    payloads = [dict(command.to_dict(tree)) for command in tree.get_commands()]
    if said is not None:
        for payload in payloads:
            said.translate(payload)
    return payloads


def compared(here: Iterable[Payload], there: Iterable[Payload]) -> Differences:
    """Compare the commands to register with those at Discord."""
    ours, theirs = _by_name(here), _by_name(there)
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
    """Return the relevant part of a command: Discord omits unset values, and has its own form of numbers and orders."""
    plain: dict[str, Any] = {}
    for key in _FIELDS & command.keys():
        value: Any = command[key]
        if any(value is unset or (value == unset and type(value) is type(unset)) for unset in _UNSET):
            continue
        if key in ("options", "choices"):
            value = [_plain(each) for each in value]
        elif key in ("contexts", "integration_types", "channel_types"):
            value = sorted(value)
        elif key == "default_member_permissions":
            value = str(value)
        plain[key] = value
    plain.setdefault("type", AppCommandType.chat_input.value)
    return plain


EVERY = 60_000
"""Milliseconds after which a process says again that it lives, and looks for others."""
GONE = 150_000
"""Milliseconds after which a process that has not said so is gone."""
_FACT = "commands"
_MOST = 10
"""Commands that are remembered."""


class CommandStatus(msgspec.Struct, frozen=True):
    """The state of a process's commands among those of all running processes."""

    is_newest: bool
    is_alone: bool
    """No process with other commands lives."""


class _CommandSighting(msgspec.Struct, frozen=True):
    """Commands, by their digest: since when they are known, and when a process last had them, in ms since 1970."""

    digest: str
    since: int
    at: int


_seen = json_reader(tuple[_CommandSighting, ...])


class NewestCommands(msgspec.Struct, frozen=True):
    """Tracks the commands of all processes on a database, which differ during a deploy, and which of them are
    registered.

    The newest commands are those first seen last. A process with older ones registers nothing while one with newer
    ones runs: if it restarted during a deploy, visible commands would disappear. After a rollback, the older commands
    are registered once no process with the newer ones is left.
    """

    store: Store
    clock: Clock

    async def standing(self, digest: str) -> CommandStatus:
        """Say that a process with these commands lives, and return how they stand. Raises Unwritable."""
        now = self.clock.now()
        own, others = await self._mark(digest, now)
        living = [one for one in others if one.at > now - GONE]
        newer = [one for one in living if one.since > own.since]
        return CommandStatus(not newer, not living)

    async def leave(self, digest: str) -> None:
        """Say that a process with these commands ends: it need not be waited for. Another one with them soon says that it lives."""
        await self._mark(digest, self.clock.now() - GONE)

    async def _mark(self, digest: str, at: int) -> tuple[_CommandSighting, Sequence[_CommandSighting]]:
        """Write down when a process last had these commands; return since when they are known, and the others."""
        async with self.store.write(AboutFact(_FACT)) as tx:
            kept = await tx.facts.of(_FACT)
            known = {one.digest: one for one in (_seen.read(kept) if kept else ())}
            # Clocks of machines differ, so commands seen for the first time count as newer than all seen before.
            since = max([at, *(one.since + 1 for one in known.values())])
            own = replace(known.pop(digest, _CommandSighting(digest, since, at)), at=at)
            others = sorted(known.values(), key=lambda one: -one.at)
            written = msgspec.json.encode((own, *others[: _MOST - 1])).decode()
            await tx.facts.store(_FACT, written)
        return own, others
