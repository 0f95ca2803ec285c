"""The commands that are registered while processes with different ones run side by side, as in a deploy: the newest.

Newest are those that a database was the last to see for the first time. A process with older ones registers nothing as long as
one with newer ones lives: should it start again in the middle of a deploy, commands would be gone that people are shown. After a
return to an older version its commands are registered once no process with the newer ones is left.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from bot.platform.clock import Clock
from bot.store import Store
from bot.store.about import AboutFact
from engine.kernel.decoder import json_reader

EVERY = 60_000
"""Milliseconds after which a process says again that it lives, and looks for others."""
GONE = 150_000
"""Milliseconds after which a process that has not said so is gone."""
_FACT = "commands"
_MOST = 10
"""Commands that are remembered."""


class Standing(msgspec.Struct, frozen=True):
    """The standing of a process's commands among those of all that live."""

    is_newest: bool
    is_alone: bool
    """No process with other commands lives."""


class _Seen(msgspec.Struct, frozen=True):
    """Commands, by their digest: since when they are known, and when a process last had them, in ms since 1970."""

    digest: str
    since: int
    at: int


_seen = json_reader(tuple[_Seen, ...])


class NewestCommands(msgspec.Struct, frozen=True):
    """Knows the commands of all processes on a database."""

    store: Store
    clock: Clock

    async def standing(self, digest: str) -> Standing:
        """Say that a process with these commands lives, and return how they stand. Raises Unwritable."""
        now = self.clock.now()
        own, others = await self._mark(digest, now)
        living = [one for one in others if one.at > now - GONE]
        newer = [one for one in living if one.since > own.since]
        return Standing(not newer, not living)

    async def leave(self, digest: str) -> None:
        """Say that a process with these commands ends: it need not be waited for. Another one with them soon says that it lives."""
        await self._mark(digest, self.clock.now() - GONE)

    async def _mark(self, digest: str, at: int) -> tuple[_Seen, Sequence[_Seen]]:
        """Write down when a process last had these commands; return since when they are known, and the others."""
        async with self.store.write(AboutFact(_FACT)) as tx:
            kept = await tx.facts.of(_FACT)
            known = {one.digest: one for one in (_seen.read(kept) if kept else ())}
            # Clocks of machines differ: what is seen for the first time is newer than everything that was seen before.
            since = max([at, *(one.since + 1 for one in known.values())])
            own = replace(known.pop(digest, _Seen(digest, since, at)), at=at)
            others = sorted(known.values(), key=lambda one: -one.at)
            written = msgspec.json.encode((own, *others[: _MOST - 1])).decode()
            await tx.facts.put(_FACT, written)
        return own, others
