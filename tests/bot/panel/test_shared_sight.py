"""The shared state of a match, such as a market, for everyone at a press: pictures, or words of equal content."""

from __future__ import annotations

from pathlib import Path

from bot.people.locales import translator_for
from tests.bot.discord.kit import begin_match, room
from tests.games.registry import bazaar, parlour
from tests.table import transcript
from tests.table.actor import Actor


async def test_players_and_spectators_look_at_it_from_the_status_and_from_a_panel(tmp_path: Path) -> None:
    async with room(tmp_path / "bot.sqlite3", bazaar()) as made:
        ada, bo, cy = (Actor(made.table, name) for name in ("Ada", "Bo", "Cy"))
        duel = await begin_match(made, ada, bo)
        panel = (await ada.click(await duel.status(), "turn")).reply
        cy.person.locale = "es-ES"
        for person, message in ((cy, await duel.status()), (ada, panel)):
            shown = (await person.click(message, "Market")).reply
            assert [one.filename for one in shown.attachments] == ["shared-0.png"]
            assert "The market." in transcript.alt_texts(shown)
            words = translator_for(person.person.locale)
            await person.click(shown, words.msg("As text"))
            assert not shown.attachments and "Market" in transcript.text(shown)


async def test_a_game_whose_board_shows_all_has_no_such_button(tmp_path: Path) -> None:
    async with room(tmp_path / "bot.sqlite3", parlour()) as made:
        duel = await begin_match(made, Actor(made.table, "Ada"), Actor(made.table, "Bo"))
        assert "Market" not in transcript.buttons(await duel.status())
