"""Stories: summaries of many acts in little room."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from cards.i18n import Message, msg
from engine.kernel.events.changes import Change
from engine.kernel.events.event import Ended, SeenEvent
from engine.kernel.events.story import (
    ATTACK,
    CHANGE,
    PASS,
    PLAY,
    Beat,
    StoryAct,
    Summand,
    SummaryLine,
    Weight,
)
from engine.kernel.events.summary import summary_lines

SEEN = SeenEvent(Ended([], ""), "")


def added(key: str, place: int = 0, *, follows: str = "", comes: str = "") -> Summand:
    """Return a beat that is summed up as "key ×number", under its own name or another."""

    def says(seen: Sequence[SeenEvent], most: int) -> Message:
        return msg("{key} ×{n}", key=key, n=len(seen))

    things = [(follows, 0, "")] if follows else []
    return Summand(place, key, SEEN, says, (key, 0, ""), things, [Change(comes)] if comes else [])


def beat(
    name: str,
    weight: Weight = Weight.NOTABLE,
    sort: str = CHANGE,
    *sums: Summand,
    is_result: bool = False,
) -> Beat:
    """Return a beat of four words with a reason of four, or one word in short form."""
    text, why = msg("{name} at some length", name=name), msg("for {name} good reason", name=name)
    return Beat(weight, sort, text, (0,), why, msg("{name}", name=name), is_result, sums, is_result)


def texts(lines: list[SummaryLine]) -> list[str]:
    return [" ".join(str(one.text) for one in line.sentences) for line in lines]


def test_an_act_is_one_line_in_the_order_in_which_it_happened() -> None:
    act = StoryAct(7, (beat("play", sort=PLAY), beat("result", is_result=True), beat("end", Weight.HEAVY)))
    (line,) = summary_lines([act], words=99)
    assert texts([line]) == [
        "play at some length for play good reason result at some length for result good reason "
        "end at some length for end good reason"
    ]
    assert [str(one.text).partition(" ")[0] for one in line.sentences if one.stands_out] == ["result"]
    assert line.rev == 7


def test_long_stories_are_short_except_the_last_result() -> None:
    beats = (beat("look", Weight.NOTHING), beat("one", is_result=True), beat("two", is_result=True))
    acts = [StoryAct(1, beats)]
    assert texts(summary_lines(acts, words=10)) == ["look one two at some length for two good reason"]
    assert texts(summary_lines(acts, words=9)) == ["one two at some length for two good reason"]
    highlighted = replace(beat("late", Weight.NOTHING), stands_out=True)
    assert texts(summary_lines([StoryAct(1, (*beats, highlighted))], words=9))[0].endswith("late")


def test_light_beats_are_combined_first_and_the_last_act_last() -> None:
    beats = [
        beat("turned", Weight.LIGHT, CHANGE, added("turn")),
        beat("gone", Weight.HEAVY, CHANGE, added("card")),
    ]
    acts = [StoryAct(rev, tuple(beats)) for rev in range(3)]
    assert texts(summary_lines(acts, words=6)) == ["turned gone", "turned gone", "turned gone"]
    assert texts(summary_lines(acts, words=5)) == ["gone", "gone", "turn ×3 gone"]
    assert texts(summary_lines(acts, words=4)) == ["turn ×3 card ×3"]


def test_sums_of_moves_precede_sums_of_results() -> None:
    beats = (
        beat("move", Weight.NOTABLE, PLAY, added("move")),
        beat("loss", Weight.NOTABLE, CHANGE, added("loss")),
    )
    acts = [StoryAct(rev, beats) for rev in range(3)]
    assert texts(summary_lines(acts, words=0)) == ["move ×3", "loss ×3"]


def test_the_cost_of_plays_and_other_changes_of_it_are_one_sum_at_their_last_place() -> None:
    move = beat("move", Weight.NOTABLE, PLAY, added("move"), added("cost", 1))
    gain = beat("gain", Weight.NOTABLE, CHANGE, added("cost"))
    acts = [StoryAct(rev, (act,)) for rev, act in enumerate((move, gain, move))]
    assert texts(summary_lines(acts, words=0)) == ["move ×2", "cost ×3"]


@pytest.mark.parametrize("is_result", [True, False])
def test_plays_after_a_result_or_highlight_stay_behind_it(is_result: bool) -> None:
    move = beat("move", Weight.NOTABLE, PLAY, added("move"))
    result = replace(beat("result", Weight.HEAVY, is_result=True), is_result=is_result)
    acts = [StoryAct(rev, (move, move, result)) for rev in range(2)]
    assert texts(summary_lines(acts, words=5)) == ["move ×2 result", "move ×2 result"]


def test_passes_and_attacks_are_summed_up_by_the_result_that_they_led_to() -> None:
    acts = [
        StoryAct(
            0, (beat("attack", Weight.LIGHT, ATTACK, added("attack")), beat("pass", Weight.LIGHT, PASS))
        ),
        StoryAct(1, (beat("result", Weight.LIGHT, ATTACK, is_result=True),)),
    ]
    (line,) = summary_lines(acts, words=0)
    assert texts([line]) == ["result"]
    assert line.covers == {(0, 0), (1, 0)}


def test_implied_events_are_left_out_of_sums() -> None:
    entered = Summand(1, "enter", SEEN, added("enter").describe, ("enter", 0, ""), ())
    play = Beat(Weight.HEAVY, PLAY, msg("play"), (0, 1), sums=(added("play", follows="enter"), entered))
    (line,) = summary_lines([StoryAct(0, (play,))] * 1, words=0)
    assert texts([line]) == ["enter ×1"]
    assert line.covers == {(0, 0), (0, 1)}


def test_reversed_changes_are_left_out_of_sums() -> None:
    acts = [
        StoryAct(rev, (beat(name, Weight.HEAVY, CHANGE, added("new", comes=name)),))
        for rev, name in enumerate(("Owl", "Moth", "Fern"))
    ]
    assert texts(summary_lines(acts, words=0, is_there=lambda change: change.what != "Moth")) == ["new ×2"]
    assert texts(summary_lines(acts, words=0)) == ["new ×3"]


@pytest.mark.parametrize("words", [0, 3, 8, 1000])
@given(
    st.lists(
        st.lists(
            st.tuples(st.sampled_from(Weight), st.sampled_from([PLAY, ATTACK, PASS, CHANGE]), st.booleans()),
            max_size=4,
        ),
        max_size=8,
    )
)
def test_nothing_that_explains_a_difference_is_ever_lost(
    words: int, acts: list[list[tuple[Weight, str, bool]]]
) -> None:
    told_of = [
        StoryAct(
            rev,
            tuple(
                Beat(
                    weight, sort, msg("{n}", n=at), (at,), is_result=is_result,
                    sums=() if weight is Weight.HEAVY else (added(weight.name, at),),
                )
                for at, (weight, sort, is_result) in enumerate(beats)
            ),
        )
        for rev, beats in enumerate(acts)
    ]  # fmt: skip
    shown = [
        place
        for line in summary_lines(told_of, words=words)
        for one in line.sentences
        for place in one.covers
    ]
    expected = {
        (act.rev, at) for act in told_of for at, beat in enumerate(act.beats) if beat.weight or beat.is_result
    }
    assert expected <= set(shown)
    assert len(shown) == len(set(shown))


def test_long_sums_are_equally_terse_for_one_player_and_several() -> None:
    def at_length(seen: Sequence[SeenEvent], most: int) -> Message:
        return msg("It goes for Bo: 1 thing")

    def tersely(seen: Sequence[SeenEvent], most: int) -> Message:
        return msg("Bo {n}", n=most)

    def of(rev: int) -> StoryAct:
        one = added("card", comes="play")
        one = replace(one, describe=at_length, of_all=msg("Gone: {all}"), of_one=tersely)
        return StoryAct(rev, (beat("gone", Weight.HEAVY, CHANGE, one),))

    assert texts(summary_lines([of(0), of(1)], words=1)) == ["Gone: Bo 1."], "results are counted last"
