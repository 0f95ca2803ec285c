"""Dreams of Dystopia at three and four: timeouts and resignations in the middle of attacks, blocks and votes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.clocks import TimeControl
from bot.clocks.control import DAY
from bot.games.dreams_of_dystopia import dreams_of_dystopia
from bot.match.consent import ConsentResult
from bot.store.person import Person
from engine.dreams_of_dystopia.views.types import DystopiaView
from engine.kernel.errors import StaleQuestion
from tests.bot.kit import ADA, BO, CY, Bot, open_bot

DI = Person(55, "Di")
PEOPLE = (ADA, BO, CY, DI)


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Bot]:
    async with open_bot(tmp_path / "bot.sqlite3", game=dreams_of_dystopia()) as opened:
        yield opened


async def begin(bot: Bot, count: int) -> int:
    """Begin a match, up to the first turn."""
    opponents = PEOPLE[1:count]
    match_id = await bot.begin(*opponents, deck="", control=TimeControl("each", DAY))
    while (await view(bot, match_id)).turn == 0:
        await answer(bot, match_id)
    return match_id


async def view(bot: Bot, match_id: int) -> DystopiaView:
    view_ = (await bot.matches.public_snapshot(match_id)).view
    assert isinstance(view_, DystopiaView)
    return view_


async def awaited_seat(bot: Bot, match_id: int) -> int:
    """Return the seat whose answer is pending, by the public view."""
    [seat] = (await bot.matches.public_snapshot(match_id)).awaited
    return seat.seat


async def answer(bot: Bot, match_id: int, *verbs: str) -> None:
    """Answer for the pending seat: the first option of the first available verb, else the first option."""
    person = PEOPLE[await awaited_seat(bot, match_id)].id
    question = await bot.matches.question(match_id, person)
    assert question is not None
    keys = (option.key for verb in verbs for option in question.options if option.verb == verb)
    key = next(keys, question.options[0].key)
    await bot.play.answer(bot.press(), match_id, person, question.id, (key,))


async def attack(bot: Bot, match_id: int) -> tuple[int, int]:
    """Make the player on turn attack; return the seats of the attacker and the attacked player."""
    attacker = await awaited_seat(bot, match_id)
    while await awaited_seat(bot, match_id) == attacker:
        await answer(bot, match_id, "attack", "target", "done")
    return attacker, await awaited_seat(bot, match_id)


async def resign(bot: Bot, match_id: int, seat: int) -> None:
    await bot.play.resign(bot.press(), match_id, PEOPLE[seat].id)


async def run_out(bot: Bot) -> None:
    await bot.clock.move(DAY / 1000)
    await bot.alarms().run_due()


async def lp(bot: Bot, match_id: int) -> list[int]:
    return [player.lp for player in (await view(bot, match_id)).players]


@pytest.mark.parametrize("count", [3, 4])
async def test_a_timeout_blocks_nothing_and_ends_turns(bot: Bot, count: int) -> None:
    match_id = await begin(bot, count)
    attacker, attacked = await attack(bot, match_id)
    before, late = await lp(bot, match_id), PEOPLE[attacked].id
    block = await bot.matches.question(match_id, late)
    assert block is not None
    await run_out(bot)
    after = await lp(bot, match_id)
    assert after[attacked] < before[attacked], "no one has blocked"
    with pytest.raises(StaleQuestion):
        await bot.play.answer(bot.press(), match_id, late, block.id, (block.options[0].key,))
    assert await awaited_seat(bot, match_id) == attacker, "the turn goes on"
    await run_out(bot)
    assert await awaited_seat(bot, match_id) == (attacker + 1) % count
    assert (await view(bot, match_id)).players[attacker].used == (), "the turn has ended"


@pytest.mark.parametrize("count", [3, 4])
async def test_three_timeouts_in_a_row_eliminate_a_player(bot: Bot, count: int) -> None:
    match_id = await begin(bot, count)
    first = await awaited_seat(bot, match_id)
    for _ in range(2 * count + 1):
        assert (await bot.matches.table(match_id)).out == frozenset()
        await run_out(bot)
    assert (await bot.matches.table(match_id)).out == {first}
    assert await awaited_seat(bot, match_id) == (first + 1) % count
    while (outcome := (await bot.matches.public_snapshot(match_id)).outcome) is None:
        await run_out(bot)
    assert outcome.ending == "time" and outcome.places[-1] == (first,)


@pytest.mark.parametrize("count", [3, 4])
async def test_the_attacked_player_resigns(bot: Bot, count: int) -> None:
    match_id = await begin(bot, count)
    attacker, attacked = await attack(bot, match_id)
    await resign(bot, match_id, attacked)
    assert await awaited_seat(bot, match_id) == attacker
    view_ = await view(bot, match_id)
    assert view_.combat is None and view_.players[attacked].is_out


@pytest.mark.parametrize("count", [3, 4])
async def test_the_attacker_resigns_during_a_block(bot: Bot, count: int) -> None:
    match_id = await begin(bot, count)
    attacker, attacked = await attack(bot, match_id)
    before = await lp(bot, match_id)
    await resign(bot, match_id, attacker)
    view_ = await view(bot, match_id)
    assert view_.combat is None and view_.players[attacked].lp == before[attacked]
    assert await awaited_seat(bot, match_id) == view_.active == (attacker + 1) % count


async def test_the_attacker_resigns_while_preparing_the_attack(bot: Bot) -> None:
    match_id = await begin(bot, 3)
    attacker = await awaited_seat(bot, match_id)
    await answer(bot, match_id, "attack")
    person = PEOPLE[attacker].id
    snapshot = await bot.matches.panel_snapshot(match_id, person)
    assert snapshot.sheet is not None and len(snapshot.sheet.steps) == 1, "no one knows of it"
    await resign(bot, match_id, attacker)
    assert await awaited_seat(bot, match_id) == (attacker + 1) % 3
    look = await bot.matches.panel_snapshot(match_id, person)
    assert look.sheet is None and look.question is None


async def test_a_resignation_during_a_vote_on_a_take_back(bot: Bot) -> None:
    """The vote is cancelled, and no one who has left can be brought back."""
    match_id = await begin(bot, 4)
    attacker, attacked = await attack(bot, match_id)
    [third, fourth] = [seat for seat in range(4) if seat not in (attacker, attacked)]
    result = await bot.undo.undo(bot.press(), match_id, PEOPLE[attacker].id)
    assert result.result is ConsentResult.UNDO_ASKED
    assert (await bot.undo.undo(bot.press(), match_id, PEOPLE[third].id)).result is ConsentResult.AGREED
    await resign(bot, match_id, fourth)
    assert await awaited_seat(bot, match_id) == attacked, "the attack is still open"
    with pytest.raises(StaleQuestion, match="left the match since"):
        await bot.undo.undo(bot.press(), match_id, PEOPLE[attacker].id)
    await answer(bot, match_id, "no block")
    assert await awaited_seat(bot, match_id) == attacker
