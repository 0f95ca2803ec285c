"""Dreams of Dystopia at three and four: time runs out, and players give up in the middle of attacks, blocks and votes."""

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
    async with open_bot(tmp_path / "bot.sqlite3", game=dreams_of_dystopia()) as one:
        yield one


async def begin(bot: Bot, count: int) -> int:
    """Begin a match, up to the first turn."""
    others = PEOPLE[1:count]
    match_id = await bot.begin(*others, deck="", control=TimeControl("each", DAY))
    while (await view(bot, match_id)).turn == 0:
        await answer(bot, match_id)
    return match_id


async def view(bot: Bot, match_id: int) -> DystopiaView:
    seen = (await bot.matches.public_snapshot(match_id)).view
    assert isinstance(seen, DystopiaView)
    return seen


async def asked(bot: Bot, match_id: int) -> int:
    """Return the seat that is waited for, by what everybody sees."""
    [one] = (await bot.matches.public_snapshot(match_id)).awaited
    return one.seat


async def answer(bot: Bot, match_id: int, *verbs: str) -> None:
    """Let whoever is waited for choose the first option of the first of these verbs that there is; any first one without."""
    person = PEOPLE[await asked(bot, match_id)].id
    question = await bot.matches.question(match_id, person)
    assert question is not None
    wanted = (option.key for verb in verbs for option in question.options if option.verb == verb)
    key = next(wanted, question.options[0].key)
    await bot.play.answer(bot.press(), match_id, person, question.id, (key,))


async def attack(bot: Bot, match_id: int) -> tuple[int, int]:
    """Let whoever is on turn attack; return the seats of who attacks and who is attacked."""
    attacker = await asked(bot, match_id)
    while await asked(bot, match_id) == attacker:
        await answer(bot, match_id, "attack", "target", "done")
    return attacker, await asked(bot, match_id)


async def resign(bot: Bot, match_id: int, seat: int) -> None:
    await bot.play.resign(bot.press(), match_id, PEOPLE[seat].id)


async def run_out(bot: Bot) -> None:
    await bot.clock.move(DAY / 1000)
    await bot.alarms().run_due()


async def lp(bot: Bot, match_id: int) -> list[int]:
    return [one.lp for one in (await view(bot, match_id)).players]


@pytest.mark.parametrize("count", [3, 4])
async def test_an_attack_that_is_not_answered_is_not_blocked_and_a_turn_ends(bot: Bot, count: int) -> None:
    match_id = await begin(bot, count)
    attacker, attacked = await attack(bot, match_id)
    before = await lp(bot, match_id)
    await run_out(bot)
    after = await lp(bot, match_id)
    assert after[attacked] < before[attacked], "nobody has blocked"
    assert await asked(bot, match_id) == attacker, "the turn goes on"
    await run_out(bot)
    assert await asked(bot, match_id) == (attacker + 1) % count
    assert (await view(bot, match_id)).players[attacker].used == (), "the turn has ended"


@pytest.mark.parametrize("count", [3, 4])
async def test_a_player_who_lets_three_decisions_in_a_row_run_out_is_out_and_the_others_go_on(
    bot: Bot, count: int
) -> None:
    match_id = await begin(bot, count)
    first = await asked(bot, match_id)
    for _ in range(2 * count + 1):
        assert (await bot.matches.table(match_id)).out == frozenset()
        await run_out(bot)
    assert (await bot.matches.table(match_id)).out == {first}
    assert await asked(bot, match_id) == (first + 1) % count
    while (outcome := (await bot.matches.public_snapshot(match_id)).outcome) is None:
        await run_out(bot)
    assert outcome.ending == "time" and outcome.places[-1] == (first,)


@pytest.mark.parametrize("count", [3, 4])
async def test_the_attacked_gives_up(bot: Bot, count: int) -> None:
    match_id = await begin(bot, count)
    attacker, attacked = await attack(bot, match_id)
    await resign(bot, match_id, attacked)
    assert await asked(bot, match_id) == attacker
    shown = await view(bot, match_id)
    assert shown.combat is None and shown.players[attacked].is_out


@pytest.mark.parametrize("count", [3, 4])
async def test_the_attacker_gives_up_while_a_block_is_waited_for(bot: Bot, count: int) -> None:
    match_id = await begin(bot, count)
    attacker, attacked = await attack(bot, match_id)
    before = await lp(bot, match_id)
    await resign(bot, match_id, attacker)
    shown = await view(bot, match_id)
    assert shown.combat is None and shown.players[attacked].lp == before[attacked]
    assert await asked(bot, match_id) == shown.active == (attacker + 1) % count


async def test_the_attacker_gives_up_while_the_attack_is_put_together(bot: Bot) -> None:
    match_id = await begin(bot, 3)
    attacker = await asked(bot, match_id)
    await answer(bot, match_id, "attack")
    person = PEOPLE[attacker].id
    laid = await bot.matches.panel_snapshot(match_id, person)
    assert laid.sheet is not None and len(laid.sheet.steps) == 1, "nobody knows of it"
    await resign(bot, match_id, attacker)
    assert await asked(bot, match_id) == (attacker + 1) % 3
    left = await bot.matches.panel_snapshot(match_id, person)
    assert left.sheet is None and left.question is None


async def test_one_gives_up_while_all_vote_on_taking_an_attack_back(bot: Bot) -> None:
    """What was asked of all is gone with them, and nobody who has left can be brought back."""
    match_id = await begin(bot, 4)
    attacker, attacked = await attack(bot, match_id)
    [third, fourth] = [seat for seat in range(4) if seat not in (attacker, attacked)]
    said = await bot.undo.undo(bot.press(), match_id, PEOPLE[attacker].id)
    assert said.result is ConsentResult.UNDO_ASKED
    assert (await bot.undo.undo(bot.press(), match_id, PEOPLE[third].id)).result is ConsentResult.AGREED
    await resign(bot, match_id, fourth)
    assert await asked(bot, match_id) == attacked, "the attack is still to be answered"
    with pytest.raises(StaleQuestion, match="left the match since"):
        await bot.undo.undo(bot.press(), match_id, PEOPLE[attacker].id)
    await answer(bot, match_id, "no block")
    assert await asked(bot, match_id) == attacker
