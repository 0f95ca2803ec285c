"""The current part of a match has the same name everywhere."""

from __future__ import annotations

import pytest

from bot.games.playable import PlayableGame
from bot.games.registry import games
from cards.i18n import Locale
from engine.kernel.chance import Chance
from engine.kernel.match import Match
from engine.kernel.question import random_choice
from render.chance_curve import ChanceCurve, alt_curve
from render.review import layout_curve

GAMES = [*games().games.values()]


@pytest.mark.parametrize("locale", Locale)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_curve_names_rounds_like_everything_else(game: PlayableGame, locale: Locale) -> None:
    translate, chance = game.translator(locale), Chance("how far")
    decks = [deck.content for deck in game.decks.values()] or [None]
    match = Match.new(game.kernel, [decks[0]] * 2, "how far")
    while not match.game.round_number(match.machine):
        seat, question = sorted(match.questions.items())[0]
        match.answer(seat, question.id, random_choice(question, chance))
    chapter, round_number = translate(game.chapter(match)), match.game.round_number(match.machine)
    curve = ChanceCurve(
        ("Ada", "Bo"), (0.5, 0.6), rounds=((0, round_number),), turning=1, counted_in=game.counted_in
    )
    assert chapter.casefold() in alt_curve(curve, translate)
    lines = [line for words in layout_curve(curve, translate).blocks[0].block.words() for line in words.lines]
    assert chapter.partition(" ")[0] in lines
