"""Several answers by one press: offered with their consequences, given once, all others one press away, players by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.panel.service import DECIDED_ALREADY
from bot.people.locales import translator_for
from tests.bot.discord.kit import Duel, Player, begin_match, room
from tests.games.registry import bazaar
from tests.table import transcript
from tests.table.actor import Actor


async def act(duel: Duel, player: Player, *keys: str) -> None:
    for key in keys:
        question = await player.question()
        assert question is not None
        press = (1 << 59) + question.id
        await duel.room.services.play.answer(press, duel.match_id, player.id, question.id, (key,))
    await duel.room.quiet()


@pytest.mark.parametrize("locale", ["en-GB", "es-ES"])
async def test_one_press_answers_several_questions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, locale: str
) -> None:
    monkeypatch.setattr("tests.games.bazaar.game.BEGINNING", {"Ember/Ash": 8})
    async with room(tmp_path / "bot.sqlite3", bazaar()) as lobby:
        ada, bo = Actor(lobby.table, "Ada"), Actor(lobby.table, "Bo")
        duel = await begin_match(lobby, ada, bo)
        ada.person.locale = bo.person.locale = locale
        await act(duel, duel.ada, "owl")
        await act(duel, duel.bo, "owl")
        await act(duel, duel.ada, "flip Ember", "end")
        await act(duel, duel.bo, "play Ember")
        panel = (await bo.click(await duel.status(), "turn")).reply
        assert "Attack Ada" in [*transcript.buttons(panel), *transcript.options(panel)]
        await act(duel, duel.bo, "end")
        await act(duel, duel.ada, "flip Ember", "end")
        await act(duel, duel.bo, "play Ember", "attack seat 0")

        panel = (await ada.click(await duel.status(), "turn")).reply
        other_ways = translator_for(locale).msg("Other ways …")
        assert transcript.buttons(panel)[:3] == [*[translator_for(locale).msg("Choose")] * 2, other_ways]
        assert "**Every shield** – 1 of them." in transcript.text(panel)
        assert "**Take it**" in transcript.text(panel), "the few others are beside it"
        await ada.click(panel, other_ways)
        assert transcript.buttons(panel)[:2] == ["Block Ash", "Take it"]

        fresh = (await ada.click(await duel.status(), "turn")).reply
        await lobby.restart()
        await ada.click(fresh, "Every shield")
        await lobby.quiet()
        question = await duel.ada.question()
        assert question is not None and question.topic == "act", (
            "her own turn is next, and can be planned now"
        )
        await ada.click(panel, "Take it")
        assert translator_for(locale)(DECIDED_ALREADY) in transcript.text(panel)
