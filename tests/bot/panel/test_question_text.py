"""The text of a question: labels, warnings and paragraphs."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from bot.panel.question_text import question_lines, together
from bot.people.locales import translator_for
from bot.views.types import PlayerSnapshot
from cards.i18n import ENGLISH, msg
from engine.kernel.consequence import Consequence, Gravity
from engine.kernel.question import Option, Question, QuestionKind

PLAY, PASS = Option("play", "Play it", verb="play", subject="it"), Option("pass", "Pass", verb="pass")


def test_consecutive_lines_about_one_option_name_it_once() -> None:
    lines = ["-# **Your turn.**", "-# **Pass**: the round ends.", "-# **Pass**: then it begins.", "Not small"]
    assert together(lines) == ["-# **Your turn.** **Pass**: the round ends. Then it begins.", "Not small"]


def test_a_small_warning_is_a_paragraph_of_its_own() -> None:
    lines = ["-# **Your turn.**", "-# **Play**: ⚠️ **You lose.**", "-# **Play**: you win.", "-# **Pass**: no."]
    assert together(lines) == [*lines[:2], "-# **Play**: you win. **Pass**: no."]


@pytest.mark.parametrize(("count", "start"), [(1, "**Play it**: ⚠️"), (2, "-# **Play it**: ⚠️")])
def test_several_warnings_are_small(count: int, start: str) -> None:
    warnings = [
        Consequence("play", msg("That empties your hand."), Gravity.WARNING),
        Consequence("pass", msg("You lose."), Gravity.WARNING),
    ]

    def consequences(*_: object) -> list[Consequence]:
        return warnings[:count]

    table = SimpleNamespace(game=SimpleNamespace(consequences=consequences), names=("Ada", "Bo"), lesson="")
    question = Question(1, 0, QuestionKind.ACTION, "Your turn.", "x", (PLAY, PASS))
    snapshot = SimpleNamespace(question=question, table=table, view=None, translator=ENGLISH)
    lines = question_lines(cast(PlayerSnapshot, snapshot), translator_for("en"))
    assert next(line for line in lines if "⚠️" in line).startswith(start)
