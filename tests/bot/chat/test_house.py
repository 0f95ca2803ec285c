"""Practice: whoever challenges the bot itself plays against it."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from bot.looks import Standing
from bot.table import reading
from bot.table.actor import Actor
from bot.voidream import voidream
from engine.kernel.chance import Chance
from engine.kernel.question import random_choice
from tests.bot.chat.kit import Duel, Player, Room, room, type_answer


@pytest.fixture
async def club(tmp_path: Path) -> AsyncGenerator[Room]:
    async with room(tmp_path / "bot.sqlite3", voidream()) as made:
        yield made


async def test_a_newcomer_practises_alone(club: Room) -> None:
    ada = Actor(club.table, "Ada")
    house = club.table.world.bot
    sent = await ada.slash("voidream challenge", user=house, deck="First Light")
    assert "Match on!" in sent.text and "You play First Light." in sent.text
    await club.turn(0)
    await club.quiet()
    (found,) = await club.core.matches.of_person(ada.person.id)
    assert found.table.standing is Standing.PLAYING
    match = Duel(club, found.table.match_id, Player(ada, club, found.table.match_id), Player(ada, club, 0))
    dice, theirs = Chance("Ada"), 0
    for _ in range(24):
        question = await match.ada.question()
        if question is None:
            await club.turn()
            theirs += 1
        else:
            await type_answer(match.ada, question, random_choice(question, dice))
        await club.quiet()
    assert theirs > 3, "the house has answered, and no answer of its own is awaited for ever"
    status = await match.status()
    assert "Waiting for **Ada**" in reading.text(status) or "Waiting for **Voidream**" in reading.text(status)
    undone = await ada.slash("match undo", channel=match.ada.thread)
    assert "It has been taken back." in undone.text


async def test_practice_is_counted_apart_and_can_be_played_again(club: Room) -> None:
    ada, cy = Actor(club.table, "Ada"), Actor(club.table, "Cy")
    await ada.slash("voidream challenge", user=club.table.world.bot, deck="First Light")
    await club.turn(0)
    sure = await ada.slash("match resign")
    await ada.click(sure.reply, "Yes, give up")
    await club.quiet()
    for asked in (await ada.slash("profile"), await cy.slash("profile", person=ada)):
        shown = reading.text(asked.reply)
        assert "Practice against the bot: 1 · 0 won, 1 lost, 0 drawn" in shown
        for counted in ("Matches played", "No match", "By deck", "Median", "Lost on time"):
            assert counted not in shown
        assert "Ada against Voidream" in shown and "with First Light" in shown
    panel = sure.reply
    told = reading.text(await ada.gets("A match of Voidream"))
    assert "The match of **Ada** and **Voidream** is over. **Voidream** has won:" in told
    assert "The deal was fixed" in told and "will be shown" not in told
    assert "Replay: Ada against Voidream" in (await ada.click(panel, "Replay")).text
    again = await ada.click(panel, "Rematch")
    assert "rematch" in again.text
    await club.turn(0)
    assert len(await club.core.matches.of_person(ada.person.id)) == 1


async def test_there_is_no_match_for_ratings_with_the_bot(club: Room) -> None:
    ada = Actor(club.table, "Ada")
    refused = await ada.slash("voidream challenge", user=club.table.world.bot, deck="First Light", rated=True)
    assert "I play for practice only, not for ratings." in refused.text
