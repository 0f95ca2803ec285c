"""Practice: the bot plays immediately, and only from its own view."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.errors import AlreadyDecided, BadOpponent
from bot.match.practice import PracticeMatches
from bot.store.match_status import MatchStatus
from bot.store.person import Person
from engine.kernel.chance import Chance
from engine.kernel.question import Choice, Question, QuestionKind, random_choice
from engine.kernel.simulation import RandomPlayer, See
from tests.bot.features.orders.test_service import give, orders_of
from tests.bot.kit import ADA, CHANNEL, GUILD, Bot, lanterns, open_bot
from tests.bot.match.peeks import Seen, peeking
from tests.bot.match.test_matches import by_people, everything

GAME = replace(lanterns(), practice=RandomPlayer)
HOUSE = Person(77, "Voidream", is_bot=True, is_this_bot=True)


@pytest.fixture
async def club(tmp_path: Path, seen: Seen) -> AsyncGenerator[Bot]:
    async with open_bot(tmp_path / "bot.sqlite3", game=peeking(seen)) as bot:
        yield bot


async def challenge(bot: Bot, *, rated: bool = False) -> int:
    return (await bot.challenge(HOUSE, rated=rated)).match_id


async def test_the_bot_accepts_and_answers_at_once_to_the_end(club: Bot, seen: Seen) -> None:
    began = club.clock.now()
    match_id = await challenge(club)
    dice = Chance("Ada")
    while await playing(club, match_id):
        table = await club.matches.table(match_id)
        question = await club.matches.question(match_id, ADA.id)
        assert question is not None, "no one waits for the bot"
        result = await club.play.answer(
            club.press(), match_id, ADA.id, question.id, random_choice(question, dice)
        )
        assert result.snapshot.table.rev > table.rev
        assert result.snapshot.question is not None or result.snapshot.outcome is not None, (
            "the result is shown"
        )
    assert club.clock.now() == began
    async with club.store.read() as store:
        acts = await store.acts.of(match_id)
    theirs = [act.choice for act in acts if act.person_id == HOUSE.id and act.kind == "answer"]
    answers = [answer.choice for answer in by_people(await club.matches.record(match_id)) if answer.seat == 1]
    assert theirs == answers != [], "it answers every question to its seat"
    assert {(seat, view.viewer) for seat, view in seen} == {(1, 1)}, "it sees its seat's view"
    await club.deliver()
    assert not [message for message in club.paper.said if getattr(message.note, "person", 0) == HOUSE.id]
    (ended,) = [message for message in club.paper.said if message.note.kind == "ended"]
    assert ended.note.mentions == (ADA.id,)  # type: ignore[union-attr]
    assert "ask" not in club.paper.kinds(), "the player sees every question"


async def playing(bot: Bot, match_id: int) -> bool:
    return (await bot.matches.table(match_id)).status is MatchStatus.PLAYING


async def test_the_story_contains_the_bots_answers_even_after_a_duplicate_press(club: Bot) -> None:
    match_id, dice = await challenge(club), Chance("Ada")
    for _ in range(40):
        question, press = await club.matches.question(match_id, ADA.id), club.press()
        assert question is not None
        choice = random_choice(question, dice)
        before = len(await acts_of_the_house(club, match_id))
        result = await club.play.answer(press, match_id, ADA.id, question.id, choice)
        again = await club.play.answer(press, match_id, ADA.id, question.id, choice)
        assert again.repeated and again.happened == result.happened
        if len(await acts_of_the_house(club, match_id)) > before + 1:
            assert len(result.happened) > 1
            break
    else:
        raise AssertionError("the house never answered twice in a row")


async def test_the_bot_plays_on_after_a_crash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def dead(self: PracticeMatches, match_id: int) -> None:
        """Crash after the decision is committed and before the bot has answered."""

    with monkeypatch.context() as patched:
        patched.setattr(PracticeMatches, "go_on", dead)
        async with open_bot(tmp_path / "bot.sqlite3", game=GAME) as bot:
            match_id = await challenge(bot)
            assert len(await acts_of_the_house(bot, match_id)) == 1, "it has accepted"
    async with open_bot(tmp_path / "bot.sqlite3", game=GAME, pressed=100) as bot:
        await bot.ring()
        assert len(await acts_of_the_house(bot, match_id)) == 1
        await bot.turn()
        assert len(await acts_of_the_house(bot, match_id)) == 2
        await bot.ring()
        assert len(await acts_of_the_house(bot, match_id)) == 2, "a turn is processed once"
        question = await bot.matches.question(match_id, ADA.id)
        assert question is not None
        await bot.play.answer(
            bot.press(), match_id, ADA.id, question.id, random_choice(question, Chance("Ada"))
        )
        assert len(await acts_of_the_house(bot, match_id)) > 2


async def test_an_order_answers_at_once_if_secrecy_is_unnecessary(club: Bot) -> None:
    match_id, dice, began = await challenge(club), Chance("Ada"), club.clock.now()
    gave = await give(club, match_id, ADA.id, 1, stops=())
    assert gave.answered
    while await playing(club, match_id):
        question = await club.matches.question(match_id, ADA.id)
        (order,) = (await orders_of(club).book(match_id, ADA.id)).orders or (None,)
        if order is None or order.stored.answered:
            break
        assert question is not None and question.kind is not QuestionKind.NUMBER, (
            "this question is for the order"
        )
        await club.play.answer(club.press(), match_id, ADA.id, question.id, random_choice(question, dice))
    else:
        raise AssertionError("the order never answered")
    assert order is not None and order.stored.answered and club.clock.now() == began


async def test_a_failing_bot_player_waits_and_breaks_nothing(tmp_path: Path) -> None:
    class Stuck(RandomPlayer):
        def answer(self, question: Question, see: See) -> Choice:
            raise ValueError("no idea")

    async with open_bot(tmp_path / "bot.sqlite3", game=replace(lanterns(), practice=Stuck)) as bot:
        match_id = await challenge(bot)
        question = await bot.matches.question(match_id, ADA.id)
        assert question is not None
        result = await bot.play.answer(
            bot.press(), match_id, ADA.id, question.id, random_choice(question, Chance("Ada"))
        )
        assert result.snapshot.question is None and [seat.person.id for seat in result.snapshot.awaited] == [
            HOUSE.id
        ]


async def acts_of_the_house(bot: Bot, match_id: int) -> list[object]:
    async with bot.store.read() as store:
        return [act for act in await store.acts.of(match_id) if act.person_id == HOUSE.id]


async def test_a_challenge_to_the_bot_begins_once(club: Bot) -> None:
    press = club.press()
    for _ in range(2):
        table = await club.challenges.challenge(
            press, ADA, HOUSE, game=club.game, guild_id=GUILD, channel_id=CHANNEL, deck="Harbour"
        )
        assert table.status is MatchStatus.PLAYING
    assert len(await club.matches.of_person(ADA.id)) == 1


async def test_refused_acts_with_the_bot(club: Bot, tmp_path: Path) -> None:
    with pytest.raises(BadOpponent, match="only play for practice, not for ratings"):
        await challenge(club, rated=True)
    async with open_bot(tmp_path / "other.sqlite3") as second:
        with pytest.raises(BadOpponent, match="can't play Lanterns"):
            await challenge(second)
    match_id = await challenge(club)
    before = await everything(club)
    with pytest.raises(AlreadyDecided, match="I'd rather play on"):
        await club.agreements.draw(club.press(), match_id, ADA.id)
    assert await everything(club) == before


async def test_a_rematch_with_the_bot_begins_at_once(club: Bot) -> None:
    match_id = await challenge(club)
    await club.play.resign(club.press(), match_id, ADA.id)
    again = await club.rematches.rematch(club.press(), match_id, ADA)
    table = await club.matches.table(again.table.match_id)
    assert again.begun and table.status is MatchStatus.PLAYING
    assert table.people[0].is_this_bot
