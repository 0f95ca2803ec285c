"""Measure the bot at a local table: the time from a slash command to its answer, with many matches at once.

Table, bot and people share one process and one core, so the figures include all three.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import discord

from bot.app.bot import Bot
from bot.app.run import opened
from bot.games.playable import Games
from bot.games.voidream import voidream
from bot.local_discord.connect import connected
from bot.local_discord.server import LocalTable
from bot.panel.typed import QuestionMark
from bot.settings import read_settings
from cards.garbage_collection import here_to_stay
from engine.kernel.chance import Chance
from engine.kernel.question import Choice, Question, QuestionKind, random_choice, shares
from tests.table.actor import Actor


@dataclass(slots=True)
class Waits:
    """Seconds from each command to the first answer, and to the text that the person reads."""

    first: list[float] = field(default_factory=list[float])
    words: list[float] = field(default_factory=list[float])


def percentile(seconds: list[float], share: int) -> float:
    """Return the latency of commands at this percentile, in seconds."""
    ordered = sorted(seconds)
    return ordered[min(len(ordered) - 1, len(ordered) * share // 100)]


class _Bare(discord.Client):
    """A bot that only replies. It shows the cost of discord.py, the table and its people."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents.none())
        self.readied = asyncio.Event()
        self.tree = discord.app_commands.CommandTree(self)

        @self.tree.command(name="echo", description="Answer")
        async def _(interaction: discord.Interaction[_Bare], answer: str) -> None:
            await interaction.response.defer(ephemeral=True)
            await interaction.edit_original_response(content=answer)

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def on_ready(self) -> None:
        self.readied.set()


async def _bare_waits(times: int) -> list[float]:
    table = LocalTable(limited=False)
    await table.start()
    first: list[float] = []
    try:
        with connected(table.address, table.token):
            async with _Bare() as bot:
                serving = asyncio.create_task(bot.start(table.token))
                await bot.readied.wait()
                ada = actor_at(table, "Ada")
                for number in range(times):
                    began = time.perf_counter()
                    outcome = await ada.slash("echo", answer=str(number), wait="first")
                    first.append(time.perf_counter() - began)
                    await outcome.settled()
                await bot.close()
                await serving
    finally:
        await table.stop()
    return first


@asynccontextmanager
async def playing(folder: Path, **limits: int) -> AsyncGenerator[tuple[LocalTable, Bot]]:
    """Yield a local table without rate limits, and a bot that plays Voidream there, with its database in a folder."""
    table, stop = LocalTable(limited=False), asyncio.Event()
    await table.start()
    settings = read_settings(
        discord_token=None, database=folder / "bench.sqlite3", matches_per_channel=1000, **limits
    )
    try:
        with connected(table.address, table.token):
            async with opened(settings, Games.of(voidream()), guild_ready_timeout=0.1) as bot:
                serving = asyncio.create_task(bot.serve(table.token, stop))
                await bot.client.readied.wait()
                try:
                    yield table, bot
                finally:
                    stop.set()
                    await serving
    finally:
        await table.stop()


async def _waits(matches: int, moves: int, folder: Path) -> Waits:
    waits = Waits()
    async with playing(folder) as (table, bot):
        pairs = [(actor_at(table, f"Ada {n}"), actor_at(table, f"Bo {n}")) for n in range(matches)]
        for ada, bo in pairs:
            await begin(ada, bo)
        for ada, _ in pairs:
            await _thread_is_known(bot, ada)
        await asyncio.gather(*(_play(bot, pair, number, moves, waits) for number, pair in enumerate(pairs)))
    return waits


def actor_at(table: LocalTable, name: str) -> Actor:
    """Return a person at a table whose requests aren't recorded."""
    return Actor(table, name, keep_transcript=False)


async def begin(ada: Actor, bo: Actor) -> None:
    """Make one challenge the other, who accepts."""
    decks = list(voidream().decks)
    await ada.slash("voidream challenge", user=bo, deck=decks[0])
    await bo.slash("match accept", deck=decks[-1])


async def _thread_is_known(bot: Bot, actor: Actor) -> None:
    """Wait until the bot has stored the thread of a person's match."""
    (summary,) = await bot.services.matches.of_person(actor.person.id)
    while (await bot.services.matches.table(summary.table.match_id)).thread_id is None:  # noqa: ASYNC110 - there is no event for it
        await asyncio.sleep(0.02)


async def _play(bot: Bot, pair: tuple[Actor, Actor], number: int, moves: int, waits: Waits) -> None:
    """Type random answers in a match without a pause."""
    chance = Chance(f"bench {number}")
    (message,) = await bot.services.matches.of_person(pair[0].person.id)
    match_id = message.table.match_id
    reply = await bot.services.matches.table(match_id)
    thread = next(thread for thread in pair[0].threads() if thread.id == reply.thread_id)
    for _ in range(moves):
        for actor in pair:
            question = await bot.services.matches.question(match_id, actor.person.id)
            if question is None:
                continue
            typed = typed_answer(question, random_choice(question, chance))
            began = time.perf_counter()
            outcome = await actor.slash(
                "match decide",
                channel=thread,
                answer=QuestionMark(match_id, question.id).on(typed),
                wait="first",
            )
            waits.first.append(time.perf_counter() - began)
            await outcome.settled()
            waits.words.append(time.perf_counter() - began)
            now = await bot.services.matches.question(match_id, actor.person.id)
            if outcome.failed or (now is not None and now.id == question.id):
                raise AssertionError(f"the answer was not taken: {outcome.text}")
            break
        else:
            return


def typed_answer(question: Question, choice: Choice) -> str:
    """Return an answer as it can be typed: numbers, or the options' numbers, with commas."""
    if question.kind is QuestionKind.NUMBER:
        return choice[0]
    places = {option.key: place for place, option in enumerate(question.options, start=1)}
    if question.kind is QuestionKind.DISTRIBUTE:
        return ", ".join(f"{places[key]} = {points}" for key, points in shares(choice).items())
    return ", ".join(str(places[key]) for key in choice) or "none"


def waits(matches: int = 50, moves: int = 12) -> Waits:
    """Play `matches` at once, with `moves` in each. Return the latencies."""
    gc.collect()
    here_to_stay()  # As in `voidream run`. Otherwise the garbage collector would scan earlier objects during an answer.
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        return asyncio.run(_waits(matches, moves, Path(folder)))


def bare_waits(times: int = 300) -> list[float]:
    """Return the time to each first answer of a bot that only replies, for one person."""
    return asyncio.run(_bare_waits(times))
