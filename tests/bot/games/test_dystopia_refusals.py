"""Dreams of Dystopia with three players through the bot: late and repeated answers, and players who leave."""

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
    """A match of three. The seed determines the seats of the attacker, the defender and the third player."""

    bot: Bot
    match_id: int

    async def open_question(self) -> tuple[Person, Question]:
        """Return the only player with a question, and the question."""
        [seat] = (await self.bot.matches.public_snapshot(self.match_id)).awaited
        question = await self.bot.matches.question(self.match_id, seat.person.id)
        assert question is not None
        return next(person for person in PEOPLE if person.id == seat.person.id), question

    async def answer(self, person: Person, question: Question, key: str, press: int = 0) -> bool:
        """Answer. Return whether this press had already answered."""
        press = press or self.bot.press()
        result = await self.bot.play.answer(press, self.match_id, person.id, question.id, (key,))
        return result.repeated

    async def rev(self) -> int:
        return (await self.bot.matches.table(self.match_id)).rev

    async def refuses(self, act: Callable[[], Awaitable[object]], *errors: type[Exception]) -> str:
        """Return the reason why an act is refused. The act must change nothing."""
        old_rev = await self.rev()
        with pytest.raises(errors) as caught:
            await act()
        assert await self.rev() == old_rev
        return str(caught.value)

    async def attack(self) -> tuple[Person, Question, Person, Person]:
        """Have the first player attack the next with a Minion. Return attacker, their question, defender, third player."""
        attacker, turn = await self.open_question()
        fighter = next(option.key for option in turn.options if option.verb == "attack")
        await self.answer(attacker, turn, fighter)
        _, target = await self.open_question()
        await self.answer(attacker, target, target.options[0].key)
        defender, block = await self.open_question()
        assert block.topic == "block"
        third = next(person for person in PEOPLE if person.id not in (attacker.id, defender.id))
        return attacker, turn, defender, third


async def begin(bot: Bot) -> Table:
    challenge = await bot.challenge(BO, CY, deck="")
    for person in (BO, CY):
        await bot.challenges.accept(bot.press(), challenge.match_id, person, "")
    return Table(bot, challenge.match_id)


async def begin_first_turn(bot: Bot) -> Table:
    table = await begin(bot)
    for master in MASTERS:
        await table.answer(*await table.open_question(), master)
    return table


async def test_four_opponents_are_one_too_many(tmp_path: Path) -> None:
    async with open_bot(tmp_path / "bot.sqlite3", game=dreams_of_dystopia()) as bot:
        with pytest.raises(BadOpponent, match="1 to 3 opponents"):
            await bot.challenge(BO, CY, Person(55, "Di"), Person(56, "Ed"), deck="")
        assert await bot.matches.of_person(ADA.id) == ()


async def test_a_taken_master_and_a_repeated_press(tmp_path: Path) -> None:
    async with open_bot(tmp_path / "bot.sqlite3", game=dreams_of_dystopia()) as bot:
        table = await begin(bot)
        (first_player, question), press = await table.open_question(), bot.press()
        assert not await table.answer(first_player, question, "Voice in the Static", press)
        rev = await table.rev()
        assert await table.answer(first_player, question, "Voice in the Static", press)
        assert await table.rev() == rev
        second_player, second_question = await table.open_question()
        for side in ("Voice in the Static", "Voice on the Radio"):
            await table.refuses(
                lambda side=side: table.answer(second_player, second_question, side), GameError
            )
        await table.refuses(
            lambda: table.answer(first_player, second_question, "Mother of Shut Doors"), GameError
        )
        assert not await table.answer(second_player, second_question, "Mother of Shut Doors")


async def test_old_questions_are_refused_after_a_restart_and_an_undo(tmp_path: Path) -> None:
    async with open_bot(tmp_path / "bot.sqlite3", game=dreams_of_dystopia()) as bot:
        table = await begin_first_turn(bot)
        attacker, turn, defender, _ = await table.attack()
    async with open_bot(tmp_path / "bot.sqlite3", game=dreams_of_dystopia(), pressed=1000) as bot:
        table = Table(bot, table.match_id)
        await table.refuses(lambda: table.answer(attacker, turn, "end"), AlreadyDecided, GameError)
        person, block = await table.open_question()
        assert person == defender
        request = await bot.undo.undo(bot.press(), table.match_id, attacker.id)
        assert request.result is ConsentResult.UNDO_ASKED
        for voter in PEOPLE:
            if voter != attacker:
                result = await bot.undo.undo(bot.press(), table.match_id, voter.id)
        assert result.result is ConsentResult.UNDO_AGREED
        await table.refuses(lambda: table.answer(defender, block, "no block"), AlreadyDecided, GameError)
        person, new_question = await table.open_question()
        assert person == attacker and new_question.id != turn.id
        await table.refuses(lambda: table.answer(attacker, turn, "end"), AlreadyDecided, GameError)
        assert not await table.answer(attacker, new_question, new_question.options[0].key)


async def test_a_voter_on_an_undo_resigns_and_the_others_decide(tmp_path: Path) -> None:
    async with open_bot(tmp_path / "bot.sqlite3", game=dreams_of_dystopia()) as bot:
        table = await begin_first_turn(bot)
        attacker, _, defender, third = await table.attack()
        await bot.undo.undo(bot.press(), table.match_id, attacker.id)
        assert (await bot.undo.undo(bot.press(), table.match_id, defender.id)).result is ConsentResult.AGREED
        await bot.play.resign(bot.press(), table.match_id, third.id)
        snapshot = await bot.matches.public_snapshot(table.match_id)
        assert snapshot.outcome is None and [seat.person.id for seat in snapshot.awaited] == [defender.id]
        await table.refuses(
            lambda: bot.undo.undo(bot.press(), table.match_id, third.id), AlreadyDecided, GameError
        )
        assert await table.answer(*await table.open_question(), "no block") is False


async def test_the_defender_resigns_and_the_attackers_turn_continues(tmp_path: Path) -> None:
    async with open_bot(tmp_path / "bot.sqlite3", game=dreams_of_dystopia()) as bot:
        table = await begin_first_turn(bot)
        attacker, _, defender, _ = await table.attack()
        await bot.play.resign(bot.press(), table.match_id, defender.id)
        person, question = await table.open_question()
        assert person == attacker and question.topic == "act"


async def test_the_attacker_resigns_and_the_next_player_begins(tmp_path: Path) -> None:
    async with open_bot(tmp_path / "bot.sqlite3", game=dreams_of_dystopia()) as bot:
        table = await begin_first_turn(bot)
        attacker, _, defender, _ = await table.attack()
        await bot.play.resign(bot.press(), table.match_id, attacker.id)
        person, question = await table.open_question()
        assert person == defender and question.topic == "act"
        await bot.play.resign(bot.press(), table.match_id, defender.id)
        outcome = (await bot.matches.public_snapshot(table.match_id)).outcome
        assert outcome is not None and outcome.ending == "resignation"
