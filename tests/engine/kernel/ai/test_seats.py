"""Search with three or four seats, in matches of Vigil: a seat's aim, its chances, and reviews."""

from __future__ import annotations

from itertools import islice

import pytest
from msgspec.structs import replace

from bot.balance.honesty import positions_of
from engine.kernel.ai.advice import advise
from engine.kernel.ai.counts import LOSS
from engine.kernel.ai.fit import SeatComparison, fit
from engine.kernel.ai.formula import Formula
from engine.kernel.ai.game_search import part_left_behind
from engine.kernel.ai.honesty import CHECKS
from engine.kernel.ai.levels import HARD, Level
from engine.kernel.ai.matches import FittedMatches, played
from engine.kernel.ai.play_outs import match_of_policies
from engine.kernel.ai.quality import figures, predictions
from engine.kernel.ai.review import analyse
from engine.kernel.ai.search import think
from engine.kernel.chance import Chance
from engine.kernel.position import Outcome
from tests.engine.kernel.test_seats import answer, at_night, lighting
from tests.games.vigil.game import VIGIL
from tests.games.vigil.player import Watchful
from tests.games.vigil.search import VIGIL_THINKING

THINKING = VIGIL_THINKING


def test_a_seat_plays_for_its_place() -> None:
    places = ((2,), (0, 3), (1,))
    assert [part_left_behind(places, seat) for seat in range(4)] == [0.5, 0, 1, 0.5]
    assert [part_left_behind(((1,), (0,)), seat) for seat in (0, 1)] == [0, 1]
    assert part_left_behind(((0, 1),), 0) == 0.5
    assert part_left_behind((), 0) == 0
    match = at_night(3)
    match.machine.position.outcome = Outcome(((2,), (0,), (1,)), "dawn")
    assert [THINKING.value(match.machine, seat) for seat in range(3)] == [0.5, 0, 1]
    assert THINKING.chances(match.machine) == (0, 0, 1)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_chances_add_up_with_players_out(seats: int) -> None:
    match = lighting(*range(1, seats + 1))
    while match.outcome is None:
        machine = match.machine
        chances = THINKING.chances(machine)
        values = [THINKING.value(machine, seat) for seat in range(seats)]
        assert sum(chances) == pytest.approx(1)
        assert sum(values) == pytest.approx(seats / 2)
        assert [THINKING.chance(machine, seat) for seat in range(seats)] == pytest.approx(chances)
        assert [value == 0 for value in chances] == [match.is_out(seat) for seat in range(seats)]
        ahead = sorted(machine.playing, key=lambda seat: chances[seat])
        assert ahead == sorted(machine.playing, key=lambda seat: values[seat])
        match.leave(ahead[0], ending="resignation")


def test_a_player_ahead_of_two_plays_for_the_place_against_one() -> None:
    match = lighting(3, 2, 1, 1)
    match.leave(2, 3, ending="time")
    duel = lighting(3, 2)
    alone = THINKING.value(duel.machine, 0)
    assert THINKING.value(match.machine, 0) == pytest.approx((2 + alone) / 3)
    assert THINKING.chances(match.machine) == pytest.approx((alone, 1 - alone, 0, 0))
    assert [THINKING.value(match.machine, seat) for seat in (2, 3)] == pytest.approx([1 / 6] * 2)


def test_the_asked_seat_finds_the_answer_that_keeps_it_in() -> None:
    match = lighting(3, 2, 1)
    for seat in (0, 1):
        answer(match, seat, "pass")
    thought = think(THINKING, match.known_to(2), 2, HARD, "a")
    assert thought.choice != ("pass",)
    assert thought.of(("pass",)).chance == 0, "a player who is out is ahead of no one"
    advice = advise(THINKING, match.known_to(2), 2, "a")
    assert advice.choice != ("pass",) and (advice.other != ("pass",) or advice.speaks[0].key == LOSS)


def test_a_match_of_three_is_looked_back_at() -> None:
    record = match_of_policies(THINKING, VIGIL.setup([None] * 3), "three")
    assert record.outcome is not None
    report = analyse(THINKING, record, range(3))
    assert {one.seat for one in report.decisions} == {0, 1, 2}
    for one in report.decisions:
        assert sum(one.chances) == pytest.approx(1) and sum(one.open_chances) == pytest.approx(1)
        assert one.chance == pytest.approx(one.chances[one.seat])
    lucks = [seat.luck for seat in report.seats if seat.luck is not None]
    assert len(lucks) in (0, 3) and sum(lucks) == pytest.approx(0)
    duel = analyse(THINKING, match_of_policies(THINKING, VIGIL.setup([None] * 2), "two"), range(2))
    assert duel.decisions and not any(one.chances for one in duel.decisions)


@pytest.mark.parametrize("check", CHECKS)
def test_players_of_three_search_with_their_seats_knowledge(check: str) -> None:
    from tests.games.registry import vigil

    game = replace(vigil(), thinking=THINKING)
    moments = [one for one in islice(positions_of(game, "several", 5), 12) if one.sample.seats > 2]
    assert {one.sample.seats for one in moments} == {3, 4}
    for moment in moments[:4] if check == "apart" else moments:
        CHECKS[check](THINKING, moment)


def test_a_formula_is_fitted_to_tables_of_three_and_four() -> None:
    fitted = FittedMatches(
        game=VIGIL, package="", features=THINKING.formula.features, values=THINKING.features,
        setup=lambda chance: VIGIL.setup([None] * (3 + chance.below(2))), player=Watchful, view_of=VIGIL.view,
        matches=0, every=2,
    )  # fmt: skip
    matches = [one for number in range(12) if (one := played(fitted, f"{number}")) is not None]
    for moment in matches[0].moments:
        # The difference between two is complete: it contains nothing of the others' mean.
        assert moment.values == pytest.approx([round(value) for value in moment.values])
    formula = fit(fitted.features, matches)
    turned = [replace(one, won=not one.won, moments=tuple(map(_turned, one.moments))) for one in matches]
    assert fit(fitted.features, turned).weights == pytest.approx(formula.weights, rel=1e-3)
    one, other = (figures(predictions(formula, these)) for these in (matches, turned))
    assert [each.won for each in one] == pytest.approx([each.won for each in other])


def _turned(moment: SeatComparison) -> SeatComparison:
    return replace(moment, values=tuple(-value for value in moment.values))


def test_playing_on_ends_where_the_seat_is_out() -> None:
    """The others' later moves take no time, and don't change the seat's result."""
    match = at_night(4)
    one = replace(THINKING, formula=Formula(THINKING.formula.features, (0.0, 0.0)))
    thought = think(one, match.known_to(0), 0, Level("far", HARD.name, 60), Chance("a").seed)
    assert {value for tried in thought.tried for value in tried.chances} <= {
        0,
        1 / 6,
        1 / 3,
        0.5,
        2 / 3,
        1,
    } | {(gone + (3 - gone) / 2) / 3 for gone in range(3)}
