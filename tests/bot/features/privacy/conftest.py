"""A person with data in every table."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from bot.clocks import ReminderSettings, read_control
from bot.features.follows.service import Follows
from bot.features.moderation.service import Bars
from bot.features.privacy.blocks import Blocks
from bot.features.privacy.own_data import Privacy
from bot.features.reminders.service import Reminders
from bot.features.time.vacations import Vacations
from bot.games.playable import Games
from bot.people.people import People
from bot.servers.servers import Servers
from bot.store.about import Everything
from bot.store.lessons import LessonRow
from bot.store.orders import OrderDraft
from bot.store.person import Person
from bot.store.personal_data import PERSONAL_DATA
from bot.store.puzzles import PuzzleAnswerRow, Strength
from bot.store.servers import NamedSetting
from cards.i18n import Locale
from engine.kernel.chance import Chance
from engine.kernel.orders.plan import PlanStep
from tests.bot.kit import CHANNEL, GUILD, Bot, lanterns, open_bot
from tests.bot.stores import change, rows

ZOE = Person(777_000_777_000_777_001, "Zoë of Tarn")
"""A person whose id and name cannot appear anywhere by accident."""
BO = Person((1 << 60) + 1, "Bo")


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncGenerator[Bot]:
    async with open_bot(tmp_path / "bot.sqlite3") as bot:
        yield bot


def privacy(bot: Bot) -> Privacy:
    return Privacy(bot.context)


async def cells(bot: Bot) -> list[tuple[str, str, object]]:
    """Return every cell of the database: table, column, content."""
    contents: list[tuple[str, str, object]] = []
    for table, personal_data in PERSONAL_DATA.items():
        columns = sorted(personal_data.columns)
        for row in await rows(bot.store, f"SELECT {', '.join(columns)} FROM {table}"):
            contents += [(table, column, content) for column, content in zip(columns, row, strict=True)]
    return contents


async def begin(bot: Bot, *, rated: bool = False, against: Person = BO, channel: int = CHANNEL) -> int:
    control = read_control("2d each") if rated else read_control("none")
    return await bot.begin(against, one=ZOE, channel_id=channel, control=control, rated=rated)


async def finish(bot: Bot, match_id: int) -> None:
    dice = Chance(str(match_id))
    while await bot.answer_anything(match_id, dice):
        pass


async def leave_data(bot: Bot) -> dict[str, int]:
    """Make Zoë leave data in every place, and return the matches by purpose."""
    games = Games.of(lanterns())
    over = await begin(bot, rated=True)
    await finish(bot, over)
    lost = (
        await bot.challenge(ZOE, one=BO, channel_id=CHANNEL + 5, control=read_control("2d each"), rated=True)
    ).match_id  # fmt: skip
    await bot.challenges.accept(bot.press(), lost, ZOE, "Garden")
    await finish(bot, lost)
    going = await begin(bot, rated=True)
    for n in range(4):
        await bot.answer_anything(going, Chance(f"going {n}"))
    fresh = await begin(bot, channel=CHANNEL + 1)
    challenge = await bot.challenge(one=ZOE, channel_id=CHANNEL + 2)
    received = await bot.challenge(ZOE, one=BO, channel_id=CHANNEL + 3)
    await bot.agreements.draw(bot.press(), going, BO.id)
    judged = await begin(bot, channel=CHANNEL + 4)
    await bot.interventions.end(bot.press(), judged, Person(5, "Judge"), GUILD, f"{ZOE.name} has left.")
    followed = (await bot.challenges.challenge(bot.press(), BO, Person(6, "Cy"), game=bot.game, guild_id=GUILD, channel_id=1, deck="Harbour")).match_id  # fmt: skip
    await bot.challenges.accept(bot.press(), followed, Person(6, "Cy"), "Garden")
    await Follows(bot.store, games).digest(followed, ZOE.id, call=True)
    await bot.interventions.end(bot.press(), followed, ZOE, GUILD, "Spam.")
    await bot.deliver()
    blocking = Blocks(bot.context)
    await blocking.block(bot.press(), ZOE, Person(7, "Di"))
    await blocking.block(bot.press(), Person(8, "Ed"), ZOE)
    bars = Bars(bot.context)
    await bars.bar(bot.press(), GUILD + 1, Person(9, "Flo"), ZOE, f"{ZOE.name} is rude.")
    await bars.bar(bot.press(), GUILD + 1, ZOE, Person(7, "Di"), f"I, {ZOE.name}, say so.")
    people = People(bot.store)
    await people.want_text_boards(ZOE.id, True)
    reminders = Reminders(bot.context)
    await reminders.change_settings(ZOE.id, lambda settings: ReminderSettings(thread=True))
    vacations = Vacations(bot.context)
    await vacations.live_in(ZOE.id, "Europe/Berlin")
    await vacations.leave(ZOE.id, 36 * 3600 * 1000, interaction=bot.press())
    await bot.deliver()
    async with bot.store.write(Everything()) as tx:
        await tx.locales.put_person(ZOE.id, Locale.SPANISH)
        await tx.reviews.say(over, ZOE.id, agreed=True, at=5)
        await tx.lessons.store(ZOE.id, "lanterns", LessonRow("first", 1, 2, 3, 5))
        await tx.lessons.explain(ZOE.id, "lanterns", "turn", over, 1)
        await tx.puzzles.add(
            PuzzleAnswerRow(ZOE.id, "lanterns", "c3c7b790", "2026-11-23", GUILD, 1, False, 5)
        )
        await tx.puzzles.put_solver(ZOE.id, "lanterns", Strength(25, 8))
        await tx.decks.add(ZOE.id, "lanterns", "Tarn at dawn", "tarn at dawn", "{}", bot.press(), 5)
        await tx.orders.put_draft(going, ZOE.id, OrderDraft(((PlanStep("turn"),),), (), "match"))
        await tx.decks.set_aside(ZOE.id, "lanterns", "Tarn at dusk", "3 Lantrens", 5)
    await change(
        bot.store,
        "INSERT INTO orders (match_id, person_id, number, form, data, given_rev, given_at, state) "
        "VALUES (?, ?, 1, 'pass', '{}', 1, 1, 'over')",
        over,
        ZOE.id,
    )
    servers = Servers(bot.store, games, bot.clock)
    await servers.play_in(bot.press(), GUILD, ZOE.id, [NamedSetting(CHANNEL, "lobby")])
    return {
        "over": over,
        "lost": lost,
        "going": going,
        "fresh": fresh,
        "asked": challenge.match_id,
        "received": received.match_id,
        "judged": judged,
        "theirs": followed,
    }
