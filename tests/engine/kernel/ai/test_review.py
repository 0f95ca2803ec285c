"""Reviews of matches of Lanterns whose mistake and turning point can be computed by hand."""

from __future__ import annotations

import pickle
from functools import cache

import msgspec
import pytest
from msgspec.structs import replace

from engine.kernel.ai import analysis, review
from engine.kernel.ai.analysis import THE_END, judge
from engine.kernel.ai.decisions import (
    ANSWERS_OF_A_MATCH,
    MOST_ANSWERS,
    OPEN,
    SHARES,
    DecisionReport,
    decisions,
    share,
)
from engine.kernel.ai.formula import Formula
from engine.kernel.ai.game_search import PlayOuts
from engine.kernel.ai.review import (
    MOST_ERROR_OF_LUCK,
    MatchReport,
    accuracy,
    analyse,
    assembled,
    costliest_mistakes,
    error,
    luck,
    next_look,
)
from engine.kernel.ai.search import SearchCancelled
from engine.kernel.chance import Chance
from engine.kernel.match import Match
from engine.kernel.match_state import MatchRecord
from engine.kernel.position import Outcome
from engine.kernel.question import Choice, Question, QuestionKind
from tests.games.lantern_search import LANTERN_THINKING, ROUND_BY_ROUND
from tests.games.lanterns import DECKS, LANTERNS

BIDS = (("2", "1"), ("0", "4"), ("0", "0"))
"""The second seat has no coins left in the last round. Any coin would win the match, but the first seat bids none and
loses at random."""
GIVEN_AWAY = 9
"""The number of that answer."""


def _answer(round_number: int, seat: int, question: Question) -> Choice:
    if question.kind is QuestionKind.NUMBER:
        return (BIDS[round_number - 1][seat],)
    if question.kind is QuestionKind.ORDER:
        keys = [option.key for option in question.options]
        return tuple(sorted(keys, key=lambda key: -int(key.split()[-1])))
    return ("left=3", f"right={question.maximum - 3}") if question.maximum > 3 else ("left=3",)


def given_away(answers: int | None = None) -> Match:
    """Return the match after this number of answers."""
    match = Match.new(LANTERNS, [DECKS["Harbour"]] * 2, "a")
    while match.outcome is None and match.turn_count != answers:
        seat, question = min(match.questions.items())
        match.answer(seat, question.id, _answer(match.view(None).round, seat, question))
    return match


@cache
def _record(answers: int | None = None) -> MatchRecord:
    return given_away(answers).record


@cache
def _report() -> MatchReport:
    return analyse(LANTERN_THINKING, _record(), {0, 1})


def test_the_decision_that_gave_the_match_away_is_the_mistake() -> None:
    report = _report()
    assert [one.seat for one in report.decisions if one.is_mistake] == [0]
    assert report.seats[0].mistakes == (GIVEN_AWAY,)
    assert report.seats[1].mistakes == ()
    mistake = report.decision(GIVEN_AWAY)
    assert mistake.given == ("0",)
    assert mistake.better is not None and int(*mistake.better) > 0
    assert mistake.chance + mistake.loss == pytest.approx(1, abs=0.05)
    assert mistake.feature == THE_END


def test_forced_answers_are_not_reviewed() -> None:
    numbers = {one.number for one in _report().decisions}
    assert GIVEN_AWAY + 1 not in numbers, "the second seat could bid nothing: that is forced"
    assert {one.number for one in decisions(LANTERN_THINKING, _record(), {0}, {GIVEN_AWAY})} == {1, 3, 4, 5}
    given = [one for one in decisions(LANTERN_THINKING, _record(), {1}) if one.number == 8]
    assert judge(LANTERN_THINKING, given[0]) is None, "the policy's answer is the only candidate"


def test_a_seat_is_judged_by_its_knowledge_at_the_time() -> None:
    thinking = LANTERN_THINKING
    game = thinking.game
    for decision in decisions(thinking, _record(), {0}):
        twin = game.exchange(game.resume(decision.setup, decision.position), {0}, Chance("twin"))
        assert game.know(twin, {0}) == decision.knowledge
        there = msgspec.structs.replace(decision, position=game.pack(twin))
        one, other = judge(thinking, decision), judge(thinking, there)
        assert one is not None and other is not None
        assert msgspec.structs.replace(other, open_chances=one.open_chances, answers=one.answers) == one


def test_a_decision_is_judged_separately_and_its_report_stored() -> None:
    thinking = LANTERN_THINKING
    decision = next(one for one in decisions(thinking, _record(), {0}) if one.number == GIVEN_AWAY)
    report = judge(thinking, pickle.loads(pickle.dumps(decision)))
    assert report is not None and report.is_borne_out is None
    again = next_look([decision], {GIVEN_AWAY: report})
    assert again is not None and again.so_far == report
    borne_out = judge(thinking, pickle.loads(pickle.dumps(again)))
    assert borne_out is not None and borne_out.is_borne_out
    assert borne_out == _report().decision(GIVEN_AWAY)
    assert next_look([decision], {GIVEN_AWAY: borne_out}) is None
    stored = msgspec.json.encode(_report())
    assert msgspec.json.decode(stored, type=MatchReport) == _report()
    with pytest.raises(SearchCancelled):
        judge(thinking, decision, is_wanted=lambda: False)


def test_early_decisions_get_more_than_an_equal_share_of_the_budget() -> None:
    whole = ANSWERS_OF_A_MATCH
    assert share(0, 1) == share(0, 10) == MOST_ANSWERS, "a short match is looked at as closely as can be"
    assert share(0, 400) == SHARES * whole // 400 < MOST_ANSWERS
    assert share(whole // 2, 200) == share(0, 400)
    assert share(whole, 10) == share(whole + 1000, 10) == 0


def test_the_budget_of_a_match_is_shared_between_its_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lower limit on simulated answers reduces their number, but all decisions are still judged."""
    monkeypatch.setattr(analysis, "PLAYED_OUT", 0)
    costs: list[int] = []
    for whole in (100_000, 1_000, 0):
        monkeypatch.setattr("engine.kernel.ai.decisions.ANSWERS_OF_A_MATCH", whole)
        report = analyse(LANTERN_THINKING, _record(), {0, 1})
        assert [one.number for one in report.decisions] == [one.number for one in _report().decisions]
        costs.append(report.answers)
    assert costs == sorted(costs, reverse=True) and costs[0] > costs[1] > costs[2], costs


def test_a_decision_that_hardly_matters_costs_a_long_match_next_to_nothing() -> None:
    """A decision without a difference is tried in one position, one that matters in at least two."""
    thinking = ROUND_BY_ROUND
    blind = replace(thinking, formula=Formula(thinking.formula.features, (0.0, 0.0)))
    decision = next(one for one in decisions(thinking, _record(), {0}) if one.number == 5)
    of_many = msgspec.structs.replace(decision, among=400)
    assert (of_many.few, of_many.open, decision.open) == (2, 1, OPEN)
    indifferent, decisive = judge(blind, of_many), judge(thinking, of_many)
    assert indifferent is not None and decisive is not None
    assert (indifferent.loss, indifferent.stake, indifferent.better) == (0, 0, None)
    assert 2 * (indifferent.answers - of_many.open) < decisive.answers


def test_mistakes_are_played_out_seat_by_seat_as_long_as_the_match_may_cost_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The costliest ones first, alternating between the seats, until the limit of simulations is reached."""
    decision = next(one for one in decisions(LANTERN_THINKING, _record(), {0}) if one.number == GIVEN_AWAY)
    a_mistake = _report().decision(GIVEN_AWAY)
    losses = {1: (0, 0.5), 2: (0, 0.4), 3: (1, 0.1), 4: (1, 0.3)}
    mistakes = [msgspec.structs.replace(decision, number=number) for number in losses]
    reports: dict[int, DecisionReport | None] = {
        number: msgspec.structs.replace(
            a_mistake, number=number, seat=seat, loss=loss, is_borne_out=None, answers=10
        )
        for number, (seat, loss) in losses.items()
    }
    asked: list[int] = []
    while (again := next_look(mistakes, reports)) is not None:
        assert again.so_far is not None
        asked.append(again.number)
        reports[again.number] = msgspec.structs.replace(again.so_far, is_borne_out=False, answers=20)
    assert asked == [1, 4, 2, 3]
    reports = {
        number: msgspec.structs.replace(one, is_borne_out=None) for number, one in reports.items() if one
    }
    monkeypatch.setattr(review, "ANSWERS_WITH_PLAY_OUTS", 81)
    assert next_look(mistakes, reports) is not None
    monkeypatch.setattr(review, "ANSWERS_WITH_PLAY_OUTS", 80)
    assert next_look(mistakes, reports) is None


def test_refuted_mistakes_are_not_shown() -> None:
    thinking = LANTERN_THINKING
    decision = next(one for one in decisions(thinking, _record(), {0}) if one.number == GIVEN_AWAY)
    right = msgspec.structs.replace(_report().decision(GIVEN_AWAY), given=("1",), better=("0",))
    report = judge(thinking, msgspec.structs.replace(decision, so_far=right))
    assert report is not None and report.is_borne_out is False
    assert costliest_mistakes([report], 0) == ()


def test_the_feature_that_changed_most_is_named() -> None:
    report = analyse(ROUND_BY_ROUND, _record(), {0})
    opening = report.decision(5)
    assert opening.better is not None and int(*opening.better) > 0
    assert opening.feature == "light"


def test_early_on_it_is_even() -> None:
    report = analyse(replace(LANTERN_THINKING, even_through=2), _record(), {0, 1})
    early = [one for one in report.decisions if one.round <= 2]
    assert early and all(one.is_even and one.chance == 0.5 and not one.answers for one in early)
    assert report.seats[0].decisions == 1


def test_unconfirmed_mistakes_are_not_shown() -> None:
    thinking = replace(LANTERN_THINKING, play_outs=PlayOuts(50, 39))
    assert analyse(thinking, _record(), {0}, range(1, GIVEN_AWAY)).seats[0].mistakes == ()
    assert not PlayOuts(49, 49).are_enough
    assert PlayOuts(50, 40).are_enough


def test_a_match_in_progress_is_not_reviewed() -> None:
    with pytest.raises(ValueError, match="not over"):
        analyse(LANTERN_THINKING, _record(3), ())


def _said(
    number: int, seat: int, loss: float, stake: float, open_chances: tuple[float, ...] = (0.5, 0.5)
) -> DecisionReport:
    return DecisionReport(number, seat, 3, ("x",), 0.5, open_chances, loss, 0.01, stake)


def test_accuracy_is_the_kept_share_of_the_stakes() -> None:
    assert accuracy([_said(1, 0, 0.0, 0.3), _said(2, 0, 0.1, 0.1)]) == pytest.approx(0.75)
    assert accuracy([_said(1, 0, 0.5, 0.2)]) == 0.0
    assert accuracy([_said(1, 0, -0.1, 0.2)]) == 1.0
    assert accuracy([_said(1, 0, 0.0, 0.01)]) is None
    assert accuracy([]) is None


def test_accuracy_is_left_out_if_it_may_be_chance() -> None:
    sure = [_said(n, 0, 0.1, 0.2) for n in range(1, 5)]
    unsure = [msgspec.structs.replace(one, error=0.1) for one in sure]
    assert error(unsure) == pytest.approx(0.2)
    assert accuracy(sure) == pytest.approx(0.5) and accuracy(unsure) is None
    refuted = [msgspec.structs.replace(one, is_borne_out=False) for one in unsure]
    assert error(refuted) == 0.0 and accuracy([*sure, *refuted]) is not None
    thinking, record = LANTERN_THINKING, _record()
    report = analyse(thinking, record, {0, 1})
    assert all(one.luck is not None for one in report.seats)
    vague = [msgspec.structs.replace(one, error=MOST_ERROR_OF_LUCK) for one in report.decisions]
    assert all(one.luck is None for one in assembled(thinking, record, {0, 1}, vague).seats)


def test_refuted_mistakes_cost_nothing() -> None:
    refuted = msgspec.structs.replace(_said(2, 0, 0.4, 0.5), is_borne_out=False)
    confirmed = _said(1, 0, 0.05, 0.2)
    assert (refuted.cost, refuted.at_stake) == (0.0, pytest.approx(0.1))
    assert accuracy([confirmed, refuted]) == pytest.approx(1 - 0.05 / 0.3)
    won = Outcome(((0,), (1,)), "light")
    assert luck(won, 0, [confirmed, refuted]) == luck(won, 0, [confirmed])


def test_that_an_answer_looks_better_than_the_best_one_makes_up_for_no_other() -> None:
    lucky, bad = _said(1, 0, -0.3, 0.1), _said(2, 0, 0.2, 0.2)
    assert (lucky.cost, lucky.at_stake) == (0.0, pytest.approx(0.4))
    assert accuracy([lucky, bad]) == pytest.approx(1 - 0.2 / 0.6)
    won = Outcome(((0,), (1,)), "light")
    assert luck(won, 0, [lucky, bad]) == pytest.approx(0.7)


def test_a_win_that_is_put_off_and_taken_at_last_was_neither_lost_nor_luck() -> None:
    won = Outcome(((0,), (1,)), "light")
    put_off = [msgspec.structs.replace(_said(n, 0, 0.4, 0.4), chance=0.5) for n in (1, 2, 3)]
    taken = msgspec.structs.replace(_said(4, 0, 0.0, 0.4), chance=0.9)
    assert luck(won, 0, [*put_off, taken], [0, 0, 0, 0]) == pytest.approx(0.5)
    between = msgspec.structs.replace(taken, number=6)
    assert luck(won, 0, [*put_off, between], [0, 0, 0, 0, 1, 0]) == pytest.approx(0.9), (
        "another player allowed it"
    )
    assert luck(won, 1, [*put_off, taken], [0, 0, 0, 0]) == pytest.approx(-0.5), (
        "one player's luck is the other's bad luck"
    )


def test_no_one_has_luck_after_a_resignation() -> None:
    match = given_away(3)
    match.leave(0, ending="resignation")
    seats = analyse(LANTERN_THINKING, match.record, {0, 1}).seats
    assert [one.luck for one in seats] == [None, None]
    assert all(one.luck is not None for one in analyse(LANTERN_THINKING, _record(), {0, 1}).seats)


def test_luck_is_the_rest_of_the_result() -> None:
    won = Outcome(((0,), (1,)), "light")
    assert luck(won, 0, []) == 0.5
    assert luck(won, 0, [_said(1, 1, 0.5, 0.5)]) == 0.0, "it was given the match"
    assert luck(won, 1, [_said(1, 1, 0.5, 0.5)]) == 0.0, "it gave the match away"
    assert luck(won, 0, [_said(1, 0, 0.2, 0.5)]) == pytest.approx(0.7)
    of_three = Outcome(((2,), (0, 1)), "light")
    assert sum(luck(of_three, seat, [_said(1, 1, 0.3, 0.5)]) for seat in range(3)) == pytest.approx(0)
