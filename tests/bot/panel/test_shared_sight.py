"""The shared state of a match, such as a market, for everyone at a press: pictures, or text with the same content."""

from __future__ import annotations

from pathlib import Path

from bot.people.locales import translator_for
from tests.bot.discord.kit import begin_match, room
from tests.games.registry import bazaar, parlour
from tests.table import transcript
from tests.table.actor import Actor


async def test_it_can_be_viewed_from_the_status_and_from_a_panel(tmp_path: Path) -> None:
    async with room(tmp_path / "bot.sqlite3", bazaar()) as lobby:
        ada, bo, cy = (Actor(lobby.table, name) for name in ("Ada", "Bo", "Cy"))
        duel = await begin_match(lobby, ada, bo)
        panel = (await ada.click(await duel.status(), "turn")).reply
        cy.person.locale = "es-ES"
        for person, message in ((cy, await duel.status()), (ada, panel)):
            reply = (await person.click(message, "Market")).reply
            assert [attachment.filename for attachment in reply.attachments] == ["shared-0.png"]
            assert "The market." in transcript.alt_texts(reply)
            words = translator_for(person.person.locale)
            await person.click(reply, words.msg("As text"))
            assert not reply.attachments and "Market" in transcript.text(reply)


async def test_a_game_with_a_complete_board_has_no_such_button(tmp_path: Path) -> None:
    async with room(tmp_path / "bot.sqlite3", parlour()) as lobby:
        duel = await begin_match(lobby, Actor(lobby.table, "Ada"), Actor(lobby.table, "Bo"))
        assert "Market" not in transcript.buttons(await duel.status())
