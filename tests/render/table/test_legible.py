"""No words on a board are smaller than 12 pixels where a phone shows it 390 pixels wide: in every game and language."""

from __future__ import annotations

from contextlib import suppress

import pytest

from bot.games.registry import games
from cards.i18n import Locale
from engine.kernel.chance import Chance
from engine.kernel.match import Match
from engine.kernel.simulation import RandomPlayer
from render.layout import Sheet
from render.table.lines import LEAST

NAMES = ("Ada", "Maximilian von Traumfänger", "Cy", "Dee")
PAINTERS = {
    "voidream": "render.voidream.board.paint_sheet",
    "dreamweavers": "render.dreamweavers.board.paint_sheet",
    "dreams_of_dystopia": "render.dreams_of_dystopia.board.draw",
}
"""The function that paints each game's board."""
EVERY = 17
MOST_ANSWERS = 300


class _LaidOut(Exception):
    """The board is laid out; nothing of it has to be painted."""


@pytest.fixture
def sheets(monkeypatch: pytest.MonkeyPatch) -> list[Sheet]:
    """The sheets passed to the painter, which isn't run."""
    all_sheets: list[Sheet] = []

    def keep(sheet: Sheet, *_: object) -> None:
        all_sheets.append(sheet)
        raise _LaidOut

    for painter in PAINTERS.values():
        monkeypatch.setattr(painter, keep)
    return all_sheets


def test_the_smallest_words_have_12_pixels_on_a_phone() -> None:
    assert LEAST * 390 / 1100 >= 12


def test_every_game_is_checked() -> None:
    assert PAINTERS.keys() == games().games.keys()


@pytest.mark.parametrize("name", PAINTERS)
def test_no_words_on_a_board_are_smaller(name: str, sheets: list[Sheet]) -> None:
    game = games().games[name]
    decks = [deck.content for deck in game.decks.values()] or [None]
    match, _ = Match.begin(game.kernel, game.kernel.setup([decks[0], decks[-1]]), "legible")
    player = RandomPlayer(Chance("legible"))
    translators = [game.kernel.translator(locale) for locale in Locale]
    for count in range(MOST_ANSWERS):
        if count % EVERY == 0 or match.outcome is not None:
            for translator in translators:
                for viewer in (None, 0):
                    with suppress(_LaidOut):
                        game.shown.board(match.view(viewer), NAMES[:2], translator)
        if match.outcome is not None:
            break
        seat = min(match.questions)
        question = match.questions[seat]
        match.answer(seat, question.id, player.answer(question, lambda seat=seat: match.view(seat)))
    assert len(sheets) >= 20
    for sheet in sheets:
        for placed in sheet.blocks:
            for words in placed.block.words():
                assert words.size * 1100 >= LEAST * sheet.width, (placed.role, words.size, words.lines)
