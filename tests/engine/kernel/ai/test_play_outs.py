"""Mistakes compared with matches played out to the end."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.kernel.ai import play_outs, search
from engine.kernel.ai.analysis import judge
from engine.kernel.ai.decisions import decisions
from engine.kernel.ai.play_outs import match_of_policies, mistakes, play_out
from engine.kernel.ai.search import Worlds
from tests.engine.kernel.ai.test_review import GIVEN_AWAY, given_away
from tests.games.lantern_search import LANTERN_THINKING
from tests.games.lanterns import DECKS

THINKING = LANTERN_THINKING


def test_only_true_mistakes_are_confirmed() -> None:
    [(decision, report)] = mistakes(THINKING, given_away().record)
    assert report.number == GIVEN_AWAY
    result = play_out(THINKING, decision, report)
    assert result.is_sure
    assert result.worlds == play_outs.EACH, "it is plain soon"
    assert 0.2 < result.ahead < 0.8
    assert report.better is not None
    turned = play_out(THINKING, decision, replace(report, given=report.better, better=report.given))
    assert not turned.is_confirmed


def test_equal_answers_confirm_no_mistake() -> None:
    decision = next(one for one in decisions(THINKING, given_away().record, {1}) if one.number == 7)
    report = judge(THINKING, decision)
    assert report is not None and not report.is_mistake
    result = play_out(THINKING, decision, replace(report, better=report.given))
    assert (result.worlds, result.ahead, result.is_confirmed) == (play_outs.MOST, 0, False)


def test_the_policy_plays_with_itself() -> None:
    setup = THINKING.game.setup([DECKS["Harbour"], DECKS["Garden"]])
    record = match_of_policies(THINKING, setup, "x")
    assert record.outcome is not None
    assert match_of_policies(THINKING, setup, "x") == record


def test_endless_play_outs_count_as_even(monkeypatch: pytest.MonkeyPatch) -> None:
    [(decision, report)] = mistakes(THINKING, given_away().record)
    monkeypatch.setattr(search, "IN_CIRCLES", 1)
    result = play_out(THINKING, decision, report)
    assert (result.ahead, result.ahead_error, result.is_confirmed) == (0, 0, False)
    worlds = Worlds(THINKING, decision.knowledge, decision.seat, "circles")
    assert worlds.play_out(0, report.given) == 0.5
