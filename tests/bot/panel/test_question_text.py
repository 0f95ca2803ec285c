"""The text of a question: labels, warnings and paragraphs."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from bot.panel.question_text import news, question_lines, together
from bot.people.locales import translator_for
from bot.views.types import PlayerSnapshot, StoryLine
from cards.i18n import ENGLISH, msg
from engine.kernel.consequence import Consequence, Gravity
from engine.kernel.question import Option, Question, QuestionKind

PLAY, PASS = Option("play", "Play it", verb="play", subject="it"), Option("pass", "Pass", verb="pass")


def test_consecutive_lines_about_one_option_name_it_once() -> None:
    lines = ["-# **Your turn.**", "-# **Pass**: the round ends.", "-# **Pass**: then it begins.", "Not small"]
    assert together(lines) == ["-# **Your turn.** **Pass**: the round ends. Then it begins.", "Not small"]


def test_a_dot_separates_an_option_from_what_holds_for_all() -> None:
    lines = [
        "-# **Your turn.**",
        "-# **Pass**: it ends.",
        "-# Playing costs one mind.",
        "-# It can be stopped.",
    ]
    assert together(lines) == [
        "-# **Your turn.** **Pass**: it ends. · Playing costs one mind. It can be stopped."
    ]


def test_a_small_warning_is_a_separate_paragraph() -> None:
    lines = ["-# **Your turn.**", "-# **Play**: ⚠️ **You lose.**", "-# **Play**: you win.", "-# **Pass**: no."]
    assert together(lines) == [*lines[:2], "-# **Play**: you win. **Pass**: no."]


def test_news_leaves_out_the_event_with_which_the_question_begins() -> None:
    attack = "Ada attacks you: 1 ATK."
    question = Question(1, 0, QuestionKind.ACTION, f"{attack} Do you block?", "x", (PLAY, PASS))
    snapshot = SimpleNamespace(question=question, outcome=None)
    story = [StoryLine(("Cy ends the turn.", attack), (1,), 1)]
    assert news(cast(PlayerSnapshot, snapshot), story, 100) == ["-# Cy ends the turn."]


def lines_with(*consequences: Consequence) -> list[str]:
    """Return the lines of a question with these consequences."""

    def told(*_: object) -> list[Consequence]:
        return [*consequences]

    table = SimpleNamespace(game=SimpleNamespace(consequences=told), names=("Ada", "Bo"), lesson="")
    question = Question(1, 0, QuestionKind.ACTION, "Your turn.", "x", (PLAY, PASS))
    snapshot = SimpleNamespace(question=question, table=table, view=None, translator=ENGLISH)
    return question_lines(cast(PlayerSnapshot, snapshot), translator_for("en"))


@pytest.mark.parametrize(("count", "start"), [(1, "**Play it**: ⚠️"), (2, "-# **Play it**: ⚠️")])
def test_several_warnings_are_small(count: int, start: str) -> None:
    warnings = [
        Consequence("play", msg("That empties your hand."), Gravity.WARNING),
        Consequence("pass", msg("You lose."), Gravity.WARNING),
    ]
    lines = lines_with(*warnings[:count])
    assert next(line for line in lines if "⚠️" in line).startswith(start)
