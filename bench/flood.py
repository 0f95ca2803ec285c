"""Measure the wait of a player while another person floods the bot with every command, twenty at a time.

Run it alone: `python -m bench.flood`. Table, bot and people share one process, so the figures include the flood's own cost.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rich.console import Console

from bench.table import actor_at, begin, percentile, playing, typed_answer
from bot.app.bot import Bot
from bot.local_discord.errors import CannotDo
from bot.local_discord.permissions import Permission
from bot.local_discord.server import LocalTable
from bot.panel.typed import QuestionMark
from bot.platform.logs import set_up
from engine.kernel.chance import Chance
from engine.kernel.question import random_choice
from tests.table.actor import Actor, InteractionOutcome

AT_ONCE = 20
_PLAYED = 60
"""Answers in the finished match."""
_SUBCOMMAND, _GROUP = 1, 2


@dataclass(slots=True)
class Flooded:
    """Seconds until a player's answers were shown: `alone`, and by the command that another person used meanwhile."""

    alone: list[float] = field(default_factory=list[float])
    first: list[float] = field(default_factory=list[float])
    beside: dict[str, float] = field(default_factory=dict[str, float])

    @property
    def ratio(self) -> float:
        """The median during floods, relative to the median without."""
        return percentile(list(self.beside.values()), 50) / percentile(self.alone, 50)


def commands(table: LocalTable, actor: Actor) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Yield the commands that a person sees, with their options."""

    def inside(path: str, options: list[dict[str, Any]]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
        below = [one for one in options if one["type"] in (_SUBCOMMAND, _GROUP)]
        for one in below:
            yield from inside(f"{path} {one['name']}", one.get("options") or [])
        if not below:
            yield path, options

    for command in table.acting.commands(actor.person, table.channel):
        if command.get("type", 1) == 1:
            yield from inside(command["name"], command.get("options") or [])


class _Players:
    """Two people who play one match after another, by typing."""

    def __init__(self, bot: Bot, *pair: Actor) -> None:
        self._bot = bot
        self._pair = pair
        self._chance = Chance("flood")
        self._match = 0

    async def answer(self) -> tuple[float, float]:
        """Give one answer. Return the seconds until the first response, and until the text."""
        matches = self._bot.services.matches
        while True:
            for actor in self._pair if self._match else ():
                question = await matches.question(self._match, actor.person.id)
                if question is None:
                    continue
                typed = typed_answer(question, random_choice(question, self._chance))
                answer = QuestionMark(self._match, question.id).on(typed)
                began = time.perf_counter()
                outcome = await actor.slash(
                    "match decide", match=str(self._match), answer=answer, wait="first"
                )
                first = time.perf_counter() - began
                await outcome.settled()
                return first, time.perf_counter() - began
            await begin(self._pair[0], self._pair[1])
            (summary,) = await matches.of_person(self._pair[0].person.id)
            self._match = summary.table.match_id

    async def end(self, answers: int) -> None:
        """Give some answers, then resign."""
        for _ in range(answers):
            await self.answer()
        await self._bot.services.play.resign(1, self._match, self._pair[0].person.id)


async def _measure(folder: Path) -> Flooded:
    waits = Flooded()
    async with playing(folder) as (table, bot):
        role = table.world.add_role(table.guild, "Managers", Permission.MANAGE_GUILD)
        cy, dee = actor_at(table, "Cy"), actor_at(table, "Dee")
        table.guild.members[cy.person.id].roles.append(role.id)
        # Include the commands for a finished match, such as the animation of its decisive round.
        await _Players(bot, cy, dee).end(_PLAYED)
        await begin(cy, dee)
        players = _Players(bot, actor_at(table, "Ada"), actor_at(table, "Bo"))
        await players.answer()
        for path, options in list(commands(table, cy)):
            for _ in range(3):
                waits.alone.append((await players.answer())[1])
            flood = await _flood(cy, dee, path, options)
            first, words = await players.answer()
            waits.first.append(first)
            waits.beside[path] = words
            for one in flood:
                await one.settled()
            await bot.client.boundary.drained()
    return waits


async def _flood(cy: Actor, dee: Actor, path: str, options: list[dict[str, Any]]) -> list[InteractionOutcome]:
    """Use a command many times without waiting."""
    values: dict[int, Any] = {3: "x", 4: 1, 5: True, 6: dee, 11: "x"}
    given: dict[str, Any] = {
        one["name"]: one["choices"][0]["value"] if one.get("choices") else values.get(one["type"], "x")
        for one in options
        if one.get("required")
    }
    with suppress(CannotDo):
        return [await cy.slash(path, wait="no", **given) for _ in range(AT_ONCE)]
    return []


def flooded() -> Flooded:
    """Measure every command."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        return asyncio.run(_measure(Path(folder)))


def main() -> None:
    """Print the player's wait, and the commands that made it longest."""
    set_up("WARNING", "text")
    waits, console = flooded(), Console(highlight=False, soft_wrap=True)
    for path, seconds in sorted(waits.beside.items(), key=lambda one: -one[1])[:10]:
        console.print(f"{seconds * 1000:6.0f} ms beside {AT_ONCE} × /{path}")
    for command, times in (
        ("alone", waits.alone),
        ("beside floods", list(waits.beside.values())),
        ("first sign of life", waits.first),
    ):
        console.print(
            f"{command}: median {percentile(times, 50) * 1000:.0f} ms, longest {max(times) * 1000:.0f} ms"
        )
    console.print(f"ratio of the medians: {waits.ratio:.2f}")


if __name__ == "__main__":
    main()
