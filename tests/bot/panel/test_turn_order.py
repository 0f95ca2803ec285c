"""With three at the table, everyone can see the order of turns."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.discord.match_text import turn_order
from bot.people.locales import translator_for
from engine.kernel.endings import RESIGNATION
from engine.kernel.match import Match
from tests.bot.kit import ADA, BO, CY, Bot, open_bot
from tests.bot.match.test_default_answers import answer
from tests.games.bazaar.game import BAZAAR
from tests.games.registry import bazaar
from tests.games.vigil.game import VIGIL


def test_seats_are_in_turn_order_without_departed_ones() -> None:
    match = Match.new(BAZAAR, [None] * 3, "turns")
    assert match.turn_order == (), "no one has a turn yet"
    for seat in match.seats:
        match.answer(seat, match.pending_questions[seat].id, ("owl",))
    assert match.turn_order == (0, 1, 2)
    match.answer(0, match.pending_questions[0].id, ("end",))
    assert match.turn_order == (1, 2, 0)
    match.leave(1, ending=RESIGNATION.key)
    assert match.turn_order == (2, 0)
    match.leave(2, ending=RESIGNATION.key)
    assert match.turn_order == (), "it is over"
    assert Match.new(VIGIL, [None] * 3, "turns").turn_order == ()


@pytest.mark.parametrize(("locale", "sentence"), [("en-GB", "Turn order"), ("es-ES", "Orden de turnos")])
async def test_the_message_of_a_match_of_three_names_the_next_player(
    tmp_path: Path, locale: str, sentence: str
) -> None:
    words = translator_for(locale)

    async def lines(bot: Bot, match_id: int) -> list[str]:
        return turn_order(await bot.matches.public_snapshot(match_id), words)

    async with open_bot(tmp_path / "bot.sqlite3", game=bazaar()) as bot:
        match_id = await bot.begin(BO, CY, deck=None)
        assert await lines(bot, match_id) == []
        for person in (ADA, BO, CY):
            await answer(bot, match_id, person.id, "owl")
        await answer(bot, match_id, ADA.id, "end")
        assert await lines(bot, match_id) == [f"-# {sentence}: Bo → Cy → Ada"]
        await bot.play.resign(bot.press(), match_id, CY.id)
        assert await lines(bot, match_id) == [], "with two players the order is obvious"
