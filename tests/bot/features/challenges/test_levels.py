"""The bot's level: the choice with the challenge, the announcement of the match, and the display while it thinks."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from bot.store.match_status import MatchStatus
from engine.kernel.chance import Chance
from engine.kernel.question import QuestionKind, random_choice
from tests.bot.discord.clicks import controls
from tests.bot.discord.kit import Player, Room, click_answer, room
from tests.bot.match.test_levels import until, vigil
from tests.bot.search.workers import ByHand
from tests.table import transcript
from tests.table.actor import Actor


@pytest.fixture
def workers() -> list[ByHand]:
    return []


@pytest.fixture
async def club(tmp_path: Path, workers: list[ByHand]) -> AsyncGenerator[Room]:
    def start() -> ByHand:
        workers.append(ByHand())
        return workers[-1]

    async with room(tmp_path / "bot.sqlite3", vigil(), worker=start) as lobby:
        yield lobby


async def challenge(club: Room, ada: Actor, **named: object) -> tuple[Player, str]:
    response = await ada.slash("voidream challenge", user=club.table.world.bot, **named)
    (row,) = await club.services.matches.of_person(ada.person.id)
    return Player(ada, club, row.table.match_id), response.text


async def think(club: Room, workers: list[ByHand], player: Player) -> None:
    """Make the bot search until another player's move, and wait until the messages show this."""
    rests = club.services.practice_matches
    while player.match_id in rests._thinking:
        await until(lambda: player.match_id not in rests._thinking or workers[-1].is_busy)
        if workers[-1].is_busy:
            workers[-1].finish()
    await club.quiet()


async def test_a_level_is_chosen_and_announced_and_nothing_waits_for_the_search(
    club: Room, workers: list[ByHand]
) -> None:
    ada = Actor(club.table, "Ada")
    me, announcement = await challenge(club, ada, level="hard")
    assert "Match on! My level is **hard**. For another one, choose `level`" in announcement
    await think(club, workers, me)
    announced = await ada.gets("A match of Vigil")
    assert "**Voidream (hard)** accepted **Ada**'s challenge" in transcript.text(announced)
    panel = await ada.gets("Your move")
    updates = 0
    for n in range(60):
        question = await me.question()
        if question is None:
            break
        assert controls(panel.components, question.id), "the next question is in the same message"
        await click_answer(me, panel, question, random_choice(question, Chance(f"Ada {n}")))
        if me.match_id in club.services.practice_matches._thinking and await me.question() is None:
            await until(lambda: workers[-1].is_busy)
            text = transcript.text(panel)
            assert "**Voidream** is thinking …" in text and not controls(panel.components, question.id)
            updates += 1
        await think(club, workers, me)
    assert updates > 1
    assert re.search("(wins|You win\\W*): ", transcript.text(panel)) or "held out alike" in transcript.text(
        panel
    )
    assert not ada.sees(ada.direct), "no one is mentioned elsewhere"


async def test_new_players_get_the_easiest_level_and_others_medium(club: Room, workers: list[ByHand]) -> None:
    ada = Actor(club.table, "Ada")
    me, announcement = await challenge(club, ada)
    assert "My level is **easy**" in announcement and not workers
    await club.services.play.resign(1 << 40, me.match_id, ada.person.id)
    me, announcement = await challenge(club, ada)
    assert "My level is **medium**" in announcement
    await think(club, workers, me)


async def test_a_move_can_be_undone_during_a_search(club: Room, workers: list[ByHand]) -> None:
    ada = Actor(club.table, "Ada")
    me, _ = await challenge(club, ada, level="medium")
    await think(club, workers, me)
    panel = await ada.gets("Your move")
    for n in range(20):
        question = await me.question()
        assert question is not None
        await click_answer(me, panel, question, random_choice(question, Chance(f"Ada {n}")))
        if me.match_id in club.services.practice_matches._thinking and await me.question() is None:
            break
        await think(club, workers, me)
    await until(lambda: workers[-1].is_busy)
    back = await ada.slash("match undo", channel=me.thread)
    if "Too late" in back.text:
        back = await ada.click(back.reply, "Ask")
    assert "You took it back." in back.text
    await until(lambda: workers[-1].is_dropped)
    await think(club, workers, me)
    assert await me.question() is not None
    assert "is thinking" not in transcript.text(panel)


async def test_only_the_player_sees_a_hint_in_practice(club: Room, workers: list[ByHand]) -> None:
    ada = Actor(club.table, "Ada")
    me, _ = await challenge(club, ada, level="easy")
    panel = await ada.gets("Your move")
    for n in range(20):
        question = await me.question()
        assert question is not None
        if question.kind is QuestionKind.NUMBER:
            break
        await click_answer(me, panel, question, random_choice(question, Chance(f"Ada {n}")))
    asking = asyncio.ensure_future(ada.click(panel, "Hint"))
    await until(lambda: bool(workers) and workers[-1].is_busy)
    await ada.slash(
        "match board", channel=me.thread
    )  # No one waits for it, not even the person who requested it.
    workers[-1].finish()
    outcome = await asking
    text = transcript.text(outcome.reply)
    assert outcome.reply.ephemeral and ("Better than" in text or "Both are fine" in text)
    assert await me.question() == question, "a hint decides nothing"
    [best, _] = controls(outcome.reply.components, question.id)
    await ada.click(outcome.reply, best["label"])
    assert await me.question() != question, "one press gives the recommended answer"


async def test_naming_the_bot_twice_adds_two_bots(club: Room, workers: list[ByHand]) -> None:
    ada, house = Actor(club.table, "Ada"), club.table.world.bot
    me, announcement = await challenge(club, ada, level="easy", user2=house)
    assert "My level is **easy**" in announcement
    announced = transcript.text(await ada.gets("A match of Vigil"))
    assert "**Ada, Voidream (easy) and Voidream II (easy)** are playing." in announced
    panel = await ada.gets("Your move")
    for n in range(60):
        question = await me.question()
        if question is None:
            break
        await click_answer(me, panel, question, random_choice(question, Chance(f"three {n}")))
    assert not workers and (await club.services.matches.table(me.match_id)).status is MatchStatus.OVER


async def test_in_a_direct_message_the_bot_fills_the_seats(club: Room, workers: list[ByHand]) -> None:
    ada = Actor(club.table, "Ada")
    await ada.slash("voidream challenge", channel=ada.direct, level="easy", seats=4)
    (row,) = await club.services.matches.of_person(ada.person.id)
    assert row.table.names == ("Ada", "Voidream", "Voidream II", "Voidream III") and not workers
