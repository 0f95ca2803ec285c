"""Dreams of Dystopia with three people through the bot: late and doubled answers, and players who leave."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.errors import AlreadyDecided, BadOpponent
from bot.games.dreams_of_dystopia import dreams_of_dystopia
from bot.match.consent import ConsentResult
from bot.store.person import Person
from engine.kernel.errors import GameError
from engine.kernel.question import Question
from tests.bot.kit import ADA, BO, CY, Bot, open_bot

PEOPLE = (ADA, BO, CY)
MASTERS = ("Voice in the Static", "Marshal of the Day Watch", "Regent of the Evening Side")


@dataclass
class Table:
    """A match of three; the seats of the attacker, the attacked, and the third follow from the seed."""

    bot: Bot
    match_id: int

    async def asked(self) -> tuple[Person, Question]:
        """Return who is asked, the only one, and what."""
        [seat] = (await self.bot.matches.look_public(self.match_id)).awaited
        question = await self.bot.matches.question(self.match_id, seat.person.id)
        assert question is not None
        return next(one for one in PEOPLE if one.id == seat.person.id), question

    async def answer(self, person: Person, question: Question, key: str, press: int = 0) -> bool:
        """Answer; return whether it was done before."""
        press = press or self.bot.press()
        done = await self.bot.play.answer(press, self.match_id, person.id, question.id, (key,))
        return done.repeated

    async def rev(self) -> int:
        return (await self.bot.matches.table(self.match_id)).rev

    async def refuses(self, act: Callable[[], Awaitable[object]], *errors: type[Exception]) -> str:
        """Return why an act is refused; it changes nothing."""
        before = await self.rev()
        with pytest.raises(errors) as caught:
            await act()
        assert await self.rev() == before
        return str(caught.value)

    async def attack(self) -> tuple[Person, Question, Person, Person]:
        """Let the first player attack the next one with a Minion; return who, the question of it, whom, and the third."""
        attacker, turn = await self.asked()
        fighter = next(one.key for one in turn.options if one.verb == "attack")
        await self.answer(attacker, turn, fighter)
        _, target = await self.asked()
        await self.answer(attacker, target, target.options[0].key)
        attacked, block = await self.asked()
        assert block.topic == "block"
        third = next(one for one in PEOPLE if one.id not in (attacker.id, attacked.id))
        return attacker, turn, attacked, third


async def begun(bot: Bot) -> Table:
    made = await bot.challenge(BO, CY, deck="")
    for one in (BO, CY):
        await bot.challenges.accept(bot.press(), made.match_id, one, "")
    return Table(bot, made.match_id)


async def at_a_turn(bot: Bot) -> Table:
    table = await begun(bot)
    for master in MASTERS:
        await table.answer(*await table.asked(), master)
    return table


async def test_four_opponents_are_one_too_many(tmp_path: Path) -> None:
    async with open_bot(tmp_path / "bot.sqlite3", game=dreams_of_dystopia()) as bot:
        with pytest.raises(BadOpponent, match="1 to 3 opponents"):
            await bot.challenge(BO, CY, Person(55, "Di"), Person(56, "Ed"), deck="")
        assert await bot.matches.of_person(ADA.id) == ()


async def test_a_master_that_is_taken_and_a_press_that_comes_twice(tmp_path: Path) -> None:
    async with open_bot(tmp_path / "bot.sqlite3", game=dreams_of_dystopia()) as bot:
        table = await begun(bot)
        (first, question), press = await table.asked(), bot.press()
        assert not await table.answer(first, question, "Voice in the Static", press)
        rev = await table.rev()
        assert await table.answer(first, question, "Voice in the Static", press)
        assert await table.rev() == rev
        second, choice = await table.asked()
        for side in ("Voice in the Static", "Voice on the Radio"):
            await table.refuses(lambda side=side: table.answer(second, choice, side), GameError)
        await table.refuses(lambda: table.answer(first, choice, "Mother of Shut Doors"), GameError)
        assert not await table.answer(second, choice, "Mother of Shut Doors")


async def test_old_questions_decide_nothing_after_a_restart_and_an_undo(tmp_path: Path) -> None:
    async with open_bot(tmp_path / "bot.sqlite3", game=dreams_of_dystopia()) as bot:
        table = await at_a_turn(bot)
        attacker, turn, attacked, _ = await table.attack()
    async with open_bot(tmp_path / "bot.sqlite3", game=dreams_of_dystopia(), pressed=1000) as bot:
        table = Table(bot, table.match_id)
        await table.refuses(lambda: table.answer(attacker, turn, "end"), AlreadyDecided, GameError)
        person, block = await table.asked()
        assert person == attacked
        asked = await bot.undo.undo(bot.press(), table.match_id, attacker.id)
        assert asked.result is ConsentResult.UNDO_ASKED
        for other in PEOPLE:
            if other != attacker:
                found = await bot.undo.undo(bot.press(), table.match_id, other.id)
        assert found.result is ConsentResult.UNDO_AGREED
        await table.refuses(lambda: table.answer(attacked, block, "no block"), AlreadyDecided, GameError)
        person, again = await table.asked()
        assert person == attacker and again.id != turn.id
        await table.refuses(lambda: table.answer(attacker, turn, "end"), AlreadyDecided, GameError)
        assert not await table.answer(attacker, again, again.options[0].key)


async def test_one_who_votes_on_an_undo_resigns_and_the_others_decide_it(tmp_path: Path) -> None:
    async with open_bot(tmp_path / "bot.sqlite3", game=dreams_of_dystopia()) as bot:
        table = await at_a_turn(bot)
        attacker, _, attacked, third = await table.attack()
        await bot.undo.undo(bot.press(), table.match_id, attacker.id)
        assert (await bot.undo.undo(bot.press(), table.match_id, attacked.id)).result is ConsentResult.AGREED
        await bot.play.resign(bot.press(), table.match_id, third.id)
        look = await bot.matches.look_public(table.match_id)
        assert look.outcome is None and [one.person.id for one in look.awaited] == [attacked.id]
        await table.refuses(
            lambda: bot.undo.undo(bot.press(), table.match_id, third.id), AlreadyDecided, GameError
        )
        assert await table.answer(*await table.asked(), "no block") is False


async def test_who_is_attacked_resigns_and_the_attackers_turn_goes_on(tmp_path: Path) -> None:
    async with open_bot(tmp_path / "bot.sqlite3", game=dreams_of_dystopia()) as bot:
        table = await at_a_turn(bot)
        attacker, _, attacked, _ = await table.attack()
        await bot.play.resign(bot.press(), table.match_id, attacked.id)
        person, question = await table.asked()
        assert person == attacker and question.topic == "act"


async def test_the_attacker_resigns_and_the_next_one_begins(tmp_path: Path) -> None:
    async with open_bot(tmp_path / "bot.sqlite3", game=dreams_of_dystopia()) as bot:
        table = await at_a_turn(bot)
        attacker, _, attacked, _ = await table.attack()
        await bot.play.resign(bot.press(), table.match_id, attacker.id)
        person, question = await table.asked()
        assert person == attacked and question.topic == "act"
        await bot.play.resign(bot.press(), table.match_id, attacked.id)
        outcome = (await bot.matches.look_public(table.match_id)).outcome
        assert outcome is not None and outcome.ending == "resignation"
