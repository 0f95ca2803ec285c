"""The house: a program that plays for practice, from its own view, at the turn of its questions."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.endings import Endings
from bot.errors import AlreadyDecided, BadOpponent
from bot.games import Games
from bot.looks import Person, Standing
from engine.kernel.chance import Chance
from engine.kernel.question import Choice, Question, random_choice
from engine.kernel.simulation import RandomPlayer, See
from tests.bot.core.kit import ADA, CHANNEL, GUILD, Bot, lanterns, open_bot
from tests.bot.core.test_matches import by_people, everything

HOUSE = Person(77, "Voidream", is_bot=True, is_house=True)


class Peeking(RandomPlayer):
    """Draws lots, and notes what it has looked at."""

    seen: list[object] = []  # noqa: RUF012

    def answer(self, question: Question, see: See) -> Choice:
        self.seen.append(see())
        return super().answer(question, see)


@pytest.fixture
async def club(tmp_path: Path) -> AsyncGenerator[Bot]:
    async with open_bot(tmp_path / "bot.sqlite3", game=replace(lanterns(), practice=Peeking)) as bot:
        yield bot


async def challenge(bot: Bot, *, rated: bool = False) -> int:
    table = await bot.matches.challenge(
        bot.press(), ADA, HOUSE, guild_id=GUILD, channel_id=CHANNEL, deck="Harbour", rated=rated
    )
    return table.match_id


async def test_the_house_accepts_and_plays_to_the_end(club: Bot) -> None:
    match_id = await challenge(club)
    assert (await club.matches.table(match_id)).standing is Standing.CHALLENGED
    await club.ring()
    assert (await club.matches.table(match_id)).standing is Standing.PLAYING
    dice = Chance("Ada")
    for _ in range(500):
        question = await club.matches.question(match_id, ADA.id) if await playing(club, match_id) else None
        if question is not None:
            await club.matches.answer(
                club.press(), match_id, ADA.id, question.id, random_choice(question, dice)
            )
        elif await playing(club, match_id):
            await club.turn()
        else:
            break
    look = await club.matches.look_public(match_id)
    assert look.outcome is not None
    async with club.store.read() as store:
        acts = await store.acts(match_id)
    theirs = [act.choice for act in acts if act.person_id == HOUSE.id and act.kind == "answer"]
    asked = [one.choice for one in by_people(await club.matches.record(match_id)) if one.seat == 1]
    assert theirs == asked != [], "it answers whatever its seat is asked"
    assert all(view.viewer == 1 for view in Peeking.seen), "it sees what its seat sees"  # type: ignore[attr-defined]
    await club.deliver()
    assert not [one for one in club.paper.said if getattr(one.note, "person", 0) == HOUSE.id]
    (ended,) = [one for one in club.paper.said if one.note.kind == "ended"]
    assert ended.note.mentions == (ADA.id,)  # type: ignore[union-attr]


async def playing(bot: Bot, match_id: int) -> bool:
    return (await bot.matches.table(match_id)).standing is Standing.PLAYING


async def test_the_house_plays_on_after_a_restart(tmp_path: Path) -> None:
    game = replace(lanterns(), practice=Peeking)
    async with open_bot(tmp_path / "bot.sqlite3", game=game) as bot:
        match_id = await challenge(bot)
    async with open_bot(tmp_path / "bot.sqlite3", game=game, pressed=100) as bot:
        await bot.ring()
        before = len(await acts_of_the_house(bot, match_id))
    async with open_bot(tmp_path / "bot.sqlite3", game=game, pressed=200) as bot:
        await bot.turn()
        assert len(await acts_of_the_house(bot, match_id)) > before
        await bot.ring()
        assert len(await acts_of_the_house(bot, match_id)) == before + 1, "a turn comes once"


async def acts_of_the_house(bot: Bot, match_id: int) -> list[object]:
    async with bot.store.read() as store:
        return [act for act in await store.acts(match_id) if act.person_id == HOUSE.id]


async def test_a_challenge_that_was_withdrawn_is_not_accepted(club: Bot) -> None:
    match_id = await challenge(club)
    await club.matches.withdraw(club.press(), match_id, ADA.id)
    await club.ring()
    assert (await club.matches.table(match_id)).standing is Standing.WITHDRAWN


async def test_what_the_house_does_not_do(club: Bot, tmp_path: Path) -> None:
    with pytest.raises(BadOpponent, match="practice only, not for ratings"):
        await challenge(club, rated=True)
    async with open_bot(tmp_path / "other.sqlite3") as other:
        with pytest.raises(BadOpponent, match="don't know how to play Lanterns"):
            await challenge(other)
    match_id = await challenge(club)
    await club.ring()
    endings = Endings(club.store, Games.of(lanterns()), club.clock, wake=club.bell.set, quick=club.quick)
    before = await everything(club)
    with pytest.raises(AlreadyDecided, match="I play on"):
        await endings.draw(club.press(), match_id, ADA.id)
    assert await everything(club) == before


async def test_a_rematch_with_the_house_begins_at_once(club: Bot) -> None:
    match_id = await challenge(club)
    await club.ring()
    await club.matches.resign(club.press(), match_id, ADA.id)
    again = await club.matches.rematch(club.press(), match_id, ADA)
    await club.ring()
    table = await club.matches.table(again.table.match_id)
    assert table.standing is Standing.PLAYING
    assert table.people[0].is_house
