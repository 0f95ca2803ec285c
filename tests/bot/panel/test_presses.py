"""A whole match takes few presses, counted as in `python -m bench.presses`."""

from __future__ import annotations

import pytest

from bench.presses import TARGET, PressCounts, is_real, measure, way_to
from bot.cli.puzzles import setups_of
from bot.games.dreamweavers import dreamweavers
from bot.games.playable import PlayableGame
from bot.games.voidream import voidream
from cards.i18n import ENGLISH
from engine.kernel.question import Option, Question, QuestionKind


@pytest.mark.parametrize("game", [voidream(), dreamweavers()], ids=lambda game: game.name)
def test_a_whole_match_takes_few_presses(game: PlayableGame) -> None:
    counts = PressCounts()
    measure(counts, game, setups_of(game)[0], "few presses", ENGLISH)
    assert counts.decisions > 30
    assert counts.presses >= counts.decisions
    assert counts.rate <= TARGET


def test_all_presses_of_an_answer_are_counted() -> None:
    """Two of four cards take a menu and a button; all of them one button."""
    options = tuple(Option(f"k{n}", f"Card {n}") for n in range(4))
    question = Question(1, 0, QuestionKind.CARDS, "Which?", "x", options, 0, 4)
    assert is_real(question)
    assert way_to(question, ("k0", "k2"), ENGLISH) == ("set", "done")
    assert way_to(question, ("k0", "k1", "k2", "k3"), ENGLISH) == ("done",)
    assert way_to(question, (), ENGLISH) == ("done",)
