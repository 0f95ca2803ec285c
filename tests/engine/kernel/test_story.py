"""Stories: what is told of many acts where there is little room."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cards.i18n import msg
from engine.kernel.events.story import IN_FULL, Beat, StoryAct, ToldAct, Weight, told


def beat(weight: Weight, name: str) -> Beat:
    return Beat(weight, "play", msg("{name}", name=name), (0,), msg("why {name}", name=name), msg("short"))


def texts(lines: list[ToldAct]) -> list[str]:
    return [" ".join(str(text) for text in (line.result, *line.rest) if text is not None) for line in lines]


def test_an_act_is_one_line_with_its_result_first() -> None:
    act = StoryAct(
        7, (beat(Weight.NOTABLE, "play"), beat(Weight.DECISIVE, "result"), beat(Weight.DETAIL, "detail"))
    )
    (line,) = told([act], most=4)
    assert str(line.result) == "result"
    assert [str(text) for text in line.rest] == ["why result", "play", "why play", "detail", "why detail"]
    assert line.rev == 7


def test_details_go_first_and_then_notable_things_by_counting_them() -> None:
    acts = [StoryAct(n, (beat(Weight.NOTABLE, f"play {n}"), beat(Weight.DETAIL, "detail"))) for n in range(6)]
    assert texts(told(acts, most=3)) == [
        *(f"play {n} why play {n}" for n in (3, 4, 5)),
        "And 3 more plays.",
    ]


def test_a_single_thing_is_told_rather_than_counted() -> None:
    acts = [StoryAct(n, (beat(Weight.NOTABLE, f"play {n}"),)) for n in range(5)]
    assert len(told(acts, most=4)) == 5
    assert "more" not in " ".join(texts(told(acts, most=4)))


def test_much_that_is_decisive_is_told_in_brief_but_the_last_of_it() -> None:
    acts = [StoryAct(n, (beat(Weight.DECISIVE, f"result {n}"),)) for n in range(9)]
    lines = told(acts, most=4)
    assert [str(line.result) for line in lines[: 9 - IN_FULL]] == ["short"] * (9 - IN_FULL)
    assert [str(line.result) for line in lines[9 - IN_FULL :]] == [
        f"result {n}" for n in range(9 - IN_FULL, 9)
    ]


@given(
    st.lists(st.lists(st.sampled_from(Weight), max_size=4), max_size=12),
    st.integers(0, 6),
)
def test_nothing_decisive_is_ever_lost_and_nothing_told_twice(weights: list[list[Weight]], most: int) -> None:
    acts = [
        StoryAct(place, tuple(beat(weight, f"{place}.{at}") for at, weight in enumerate(some)))
        for place, some in enumerate(weights)
    ]
    lines = told(acts, most=most)
    shown = [(line.rev, one.weight) for line in lines for one in line.beats]
    wanted = [(place, weight) for place, some in enumerate(weights) for weight in some]
    assert [one for one in shown if one[1] is Weight.DECISIVE] == [
        one for one in wanted if one[1] is Weight.DECISIVE
    ]
    notable = sum(weight is Weight.NOTABLE for _, weight in wanted)
    told_of_them = sum(weight is Weight.NOTABLE for _, weight in shown)
    counts = [str(text) for line in lines if not line.beats for text in line.rest]
    assert counts == ([f"And {notable - told_of_them} more plays."] if told_of_them < notable else [])


def test_other_things_than_plays_are_counted_as_things() -> None:
    acts = [StoryAct(n, (beat(Weight.NOTABLE, f"play {n}"),)) for n in range(6)]
    acts[0] = StoryAct(0, (Beat(Weight.NOTABLE, "change", msg("change")),))
    assert texts(told(acts, most=2))[-1] == "And 4 more things."
