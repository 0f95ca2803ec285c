"""No one can see that a seat has decided part of its sitting: no message, picture, deadline or moment reveals it."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.clocks import TimeControl
from bot.clocks.control import HOUR
from bot.store.rows import MatchRow
from engine.kernel.chance import Chance
from tests.bot.kit import ADA, BO, CY, SEED, Bot, PrivateMessage, open_bot
from tests.games import registry

LID, TAKE = "block Lid", "take"


@dataclass
class Attack:
    """A match of three with an attack on a player who can block with a lid, and has not answered yet."""

    bot: Bot
    match_id: int
    person: int

    @property
    def others(self) -> list[int]:
        return [person.id for person in (ADA, BO, CY) if person.id != self.person]

    async def answer(self, *choice: str) -> None:
        question = await self.bot.matches.question(self.match_id, self.person)
        assert question is not None
        await self.bot.play.answer(self.bot.press(), self.match_id, self.person, question.id, choice)

    async def row(self) -> MatchRow:
        async with self.bot.store.read() as store:
            row = await store.matches.match(self.match_id)
        assert row is not None
        return row

    async def looks(self) -> list[object]:
        """Return the others' views, and the public one."""
        public = await self.bot.matches.public_snapshot(self.match_id)
        private = [await self.bot.matches.player_snapshot(self.match_id, person) for person in self.others]
        return [
            (snapshot.view, snapshot.awaited, snapshot.story, snapshot.outcome, snapshot.table.times)
            for snapshot in (public, *private)
        ]


@pytest.fixture
async def attack(tmp_path: Path) -> AsyncGenerator[Attack]:
    async with open_bot(tmp_path / "bot.sqlite3", game=registry.bazaar()) as bot:
        control = TimeControl("bank", 48 * HOUR, 12 * HOUR, 96 * HOUR)
        match_id = await bot.begin(BO, CY, deck=None, control=control)
        dice = Chance(SEED)
        while True:
            snapshot = await bot.matches.public_snapshot(match_id)
            question = await bot.matches.question(match_id, snapshot.awaited[0].person.id)
            assert question is not None
            if any(option.key == LID for option in question.options):
                break
            assert await bot.answer_anything(match_id, dice)
        await bot.deliver()
        bot.paper.clear()
        yield Attack(bot, match_id, snapshot.awaited[0].person.id)


async def test_others_see_nothing_before_the_end(attack: Attack) -> None:
    before, row = await attack.looks(), await attack.row()
    await attack.bot.clock.move(600)
    await attack.answer(LID)
    await attack.bot.deliver()
    assert await attack.looks() == before
    assert {
        message.note.person for message in attack.bot.paper.said if isinstance(message, PrivateMessage)
    } == {attack.person}
    assert len(attack.bot.paper.said) == 1, "the player's own panel, and no public message"
    after = await attack.row()
    assert after.seats[row.awaited[0]].clock == row.seats[row.awaited[0]].clock, "the deadline is the same"
    await attack.answer(TAKE)
    await attack.bot.deliver()
    assert "status" in attack.bot.paper.kinds()
    assert await attack.looks() != before


async def test_the_deciding_player_reads_the_story_so_far(attack: Attack) -> None:
    await attack.answer(LID)
    snapshot = await attack.bot.matches.player_snapshot(attack.match_id, attack.person)
    story = " ".join(str(line) for line in snapshot.story)
    assert "blocks with Lid" in story and "takes up" in story


async def test_it_continues_in_another_process_and_is_announced_once(attack: Attack) -> None:
    await attack.answer(LID)
    before = await attack.looks()
    bot = attack.bot
    async with open_bot(bot.path, game=registry.bazaar(), clock=bot.clock, pressed=1000) as again:
        attack.bot = again
        assert await attack.looks() == before
        await attack.answer(TAKE)
        public = await again.matches.public_snapshot(attack.match_id)
    story = " ".join(str(line) for line in public.story)
    assert story.count("blocks with Lid") == 1


async def test_its_time_runs_from_its_first_question(attack: Attack) -> None:
    before = await attack.row()
    seat = before.awaited[0]
    await attack.bot.clock.move(600)
    await attack.answer(LID)
    between = await attack.row()
    assert between.seats[seat].reminder.turn == before.seats[seat].reminder.turn
    assert between.seats[seat].reminder.question != before.seats[seat].reminder.question
    await attack.answer(TAKE)
    clock, after = before.seats[seat].clock, (await attack.row()).seats[seat].clock
    assert after is not None and clock is not None
    assert after.left == clock.left - 600_000 + 12 * HOUR
