"""Practice: a challenge to the bot starts a match against it."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from bot.games.voidream import voidream
from engine.kernel.chance import Chance
from engine.kernel.question import QuestionKind, random_choice
from tests.bot.discord.clicks import controls
from tests.bot.discord.kit import Player, Room, click_answer, room
from tests.bot.features.welcome.test_welcome import invited_now
from tests.games.registry import undrawn
from tests.table import transcript
from tests.table.actor import Actor


@pytest.fixture
async def club(tmp_path: Path) -> AsyncGenerator[Room]:
    async with room(tmp_path / "bot.sqlite3", undrawn(voidream())) as lobby:
        yield lobby


async def test_a_new_player_practises_alone(club: Room) -> None:
    """Few clicks lead to the first real choice (currently 10), and the player never waits for the bot."""
    ada = Actor(club.table, "Ada")
    invited_now(club)
    hello, began = await ada.gets("Shall we play"), club.clock.now()
    response = await ada.click(hello, "Try it: play against me")
    presses = 1
    assert "Match on! You're playing First Light. My level is **easy**" in response.text
    panel = await ada.gets("Your move")
    assert panel.ephemeral
    assert panel.id == max(message.id for message in ada.sees()), "it is the last visible message"
    (row,) = await club.services.matches.of_person(ada.person.id)
    me = Player(ada, club, row.table.match_id)
    dice = Chance("Ada")
    for _ in range(12):
        question = await me.question()
        if question is None:
            break
        assert controls(panel.components, question.id), "the panel asks the next question"
        await click_answer(me, panel, question, random_choice(question, dice))
        presses += 1
        if presses == 2:
            assert question.kind is QuestionKind.ACTION and len(question.options) > 1, "a real choice"
    assert presses > 8 and club.clock.now() == began, "the bot never waits"
    await club.quiet()
    assert not ada.sees(ada.direct), "no one is mentioned elsewhere"
    undone = await ada.slash("match undo", channel=me.thread)
    assert "You took it back." in undone.text or "Too late" in undone.text


async def test_practice_is_counted_separately_and_can_be_repeated(club: Room) -> None:
    ada, cy = Actor(club.table, "Ada"), Actor(club.table, "Cy")
    await ada.slash("voidream challenge", user=club.table.world.bot, deck="First Light")
    sure = await ada.slash("match resign")
    await ada.click(sure.reply, "Yes, resign")
    await club.quiet()
    for outcome in (await ada.slash("profile"), await cy.slash("profile", person=ada)):
        text = transcript.text(outcome.reply)
        assert "Practice against the bot: 1 · 0 won, 1 lost, 0 drawn" in text
        for counted in ("Matches played", "No match", "By deck", "Median", "Lost on time"):
            assert counted not in text
        assert "Ada against Voidream" in text and "with First Light" in text
    panel = sure.reply
    assert "**Voidream** wins: you gave up." in transcript.text(panel)
    message = transcript.text(await ada.gets("A match of Voidream"))
    assert "The match between **Ada and Voidream** is over. **Voidream** wins:" in message
    assert "The deal was fixed" in message and "will be shown" not in message
    assert "Replay: Ada against Voidream" in (await ada.click(panel, "Replay")).text
    again = await ada.click(panel, "Rematch")
    assert "Match on! You're playing First Light" in again.text
    assert len(await club.services.matches.of_person(ada.person.id)) == 1


async def test_matches_against_the_bot_are_never_rated(club: Room) -> None:
    ada = Actor(club.table, "Ada")
    response = await ada.slash(
        "voidream challenge", user=club.table.world.bot, deck="First Light", rated=True
    )
    assert "I only play for practice, not for ratings." in response.text
