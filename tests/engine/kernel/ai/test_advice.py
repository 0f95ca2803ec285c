"""Advice: the best answer, the second best, and the certain differences between their results."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from msgspec.structs import replace

from engine.kernel.ai.advice import FEWEST, MORE, MOST, Advice, advise, differences
from engine.kernel.ai.counts import EXPERIENCE, LOSS, OUT, WIN, Count, Difference
from engine.kernel.ai.game_search import Thinking
from engine.kernel.ai.search import SearchCancelled
from engine.kernel.ai.words import difference_words
from engine.kernel.chance import Chance
from engine.kernel.match import Match
from engine.kernel.question import QuestionKind, check, random_choice
from tests.games.lantern_search import ROUND_BY_ROUND, own
from tests.games.lanterns import DECKS, LANTERNS
from tests.games.vigil.game import VIGIL
from tests.games.vigil.search import VIGIL_THINKING

NAMES = ("Mia", "Bo")


def at(kind: QuestionKind, seed: str) -> tuple[Match, int]:
    """Return a match at the first question of a kind with several answers."""
    match, dice = Match.new(VIGIL, [None, None], seed), Chance(seed)
    while match.outcome is None:
        for seat, question in match.questions.items():
            if question.kind is kind and (len(question.options) > 1 or question.maximum > 1):
                return match, seat
        seat, question = next(iter(match.questions.items()))
        match.answer(seat, question.id, random_choice(question, dice))
    raise AssertionError("there is no such question")


def on_first_bid(thinking: Thinking, seed: str) -> Advice:
    """Return advice on the first bid of a match of Lanterns."""
    match = Match.new(LANTERNS, [DECKS["Harbour"], DECKS["Garden"]], seed)
    while match.questions[seat := min(match.questions)].kind is not QuestionKind.NUMBER:
        match.answer(seat, match.questions[seat].id, random_choice(match.questions[seat], Chance("any")))
    return advise(thinking, match.known_to(seat), seat, seed)


@pytest.mark.parametrize("kind", [QuestionKind.NUMBER, QuestionKind.ONE])
def test_two_answers_that_can_be_given_the_better_one_first(kind: QuestionKind) -> None:
    better = 0
    for n in range(6):
        match, seat = at(kind, f"seed {n}")
        knowledge = VIGIL.know(match.machine, {seat})
        advice = advise(VIGIL_THINKING, knowledge, seat, "a seed")
        assert advice == advise(VIGIL_THINKING, knowledge, seat, "a seed"), "the same luck, the same advice"
        assert advice.other is not None and advice.choice != advice.other
        for choice in (advice.choice, advice.other):
            check(match.questions[seat], choice)
        assert advice.lead >= 0 and MORE <= advice.positions <= MOST
        if advice.is_better:
            better += 1
            assert advice.lead > 2 * advice.error
    assert better or kind is QuestionKind.ONE


def test_reasons_for_an_answer_are_gains_and_avoided_losses() -> None:
    """A higher bid wins the round's light; a lower one saves coins."""
    spoken: set[str] = set()
    for n in range(4):
        advice = on_first_bid(ROUND_BY_ROUND, f"seed {n}")
        assert advice.other is not None
        bids = (advice.choice, advice.speaks), (advice.other, advice.speaks_for_other)
        (_, less), (_, more) = sorted(bids, key=lambda bid: int(bid[0][0]))
        assert {one.key for one in more if one.seat == 0} <= {"light"}
        assert {one.key for one in less if one.seat == 0} <= {"coins"}
        spoken |= {one.key for one in (*less, *more)}
    assert {"light", "coins"} <= spoken


def test_equal_answers_are_both_recommended() -> None:
    """Nothing in this formula differs, although one answer leaves more on the table."""
    blind = replace(ROUND_BY_ROUND, features=lambda machine, seat: (0.0, 0.0))
    advice = on_first_bid(blind, "seed 1")
    assert not advice.is_better and advice.lead == 0 and advice.positions == MORE


def test_a_steady_lead_without_anything_to_count_is_from_experience() -> None:
    """The coins of a bid are paid in every position; light is won in some, and hardly matters here."""
    paid = replace(
        ROUND_BY_ROUND,
        counts=(),
        features=lambda machine, seat: (0.01 * own(machine, seat)[0], own(machine, seat)[1]),
    )
    advice = on_first_bid(paid, "seed 1")
    assert advice.is_better and advice.error > 0
    assert [reason.key for reason in advice.speaks] == [EXPERIENCE]


def counted(**of: tuple[float, float]) -> list[Mapping[tuple[str, int], float]]:
    """Return the needed number of positions, in which both seats have these amounts."""
    ends = {(WIN, 0): 0.0, (LOSS, 0): 0.0, ("over", 0): 0.0}
    return [{**{(key, seat): n for key, both in of.items() for seat, n in enumerate(both)}, **ends}] * FEWEST


def test_the_largest_differences_are_named_without_their_parts() -> None:
    [light, oil] = VIGIL_THINKING.counts
    curses = Count("curses", lambda machine, seat: 0, oil.yours, oil.theirs, is_good=False)
    lamps = Count("lamps", lambda machine, seat: 0, light.yours, light.theirs, unit=0.1, part_of="light")
    thinking = replace(VIGIL_THINKING, counts=(light, oil, curses, lamps))

    def found(
        one: list[Mapping[tuple[str, int], float]], other: list[Mapping[tuple[str, int], float]]
    ) -> object:
        return [(each.key, each.seat, each.size) for each in differences(thinking, one, other, 0)]

    base = {"light": (3.0, 3.0), "oil": (3.0, 3.0), "curses": (1.0, 1.0), "lamps": (2.0, 2.0)}
    plain = counted(**base)
    assert found(plain, plain) == []
    assert found(counted(**{**base, "oil": (6.0, 3.0), "light": (3.0, 1.0)}), plain) == [
        ("light", 1, 2.0),
        ("oil", 0, 3.0),
    ], "two of light matter more than three of oil"
    assert found(counted(**{**base, "curses": (0.0, 2.0)}), plain) == [("curses", 0, 1.0), ("curses", 1, 1.0)]
    assert found(counted(**{**base, "light": (4.0, 3.0), "lamps": (3.0, 3.0)}), plain) == [("lamps", 0, 1.0)]
    assert found(counted(**{**base, "oil": (3.2, 3.0)}), plain) == [], "too little to be worth a word"
    assert found(counted(**{**base, "oil": (2.0, 3.0)}), plain) == [], "a loss is not a reason"


def test_the_end_is_the_first_difference_and_later_counts_are_ignored() -> None:
    won = [{**one, (WIN, 0): 1.0, ("over", 0): 1.0} for one in counted(light=(9.0, 0.0), oil=(0.0, 0.0))]
    plain = counted(light=(1.0, 1.0), oil=(0.0, 0.0))
    assert differences(VIGIL_THINKING, won, plain, 0) == (Difference(WIN, 0, 1.0),)
    assert differences(VIGIL_THINKING, plain, won, 0) == ()


def test_elimination_is_the_only_difference_of_an_eliminated_player() -> None:
    plain = counted(light=(1.0, 5.0), oil=(0.0, 0.0))
    fallen = [{**one, ("light", 1): 0.0, (OUT, 1): 1.0} for one in plain]
    plain = [{**one, (OUT, 1): 0.0} for one in plain]
    assert differences(VIGIL_THINKING, fallen, plain, 0) == (Difference(OUT, 1, 1.0),)


def test_differences_in_words() -> None:
    def said(key: str, seat: int, size: float) -> str:
        return str(difference_words(VIGIL_THINKING, Difference(key, seat, size), 0, NAMES))

    assert said("light", 0, 1.2) == "you have one more light"
    assert said("light", 1, 2.6) == "Bo has about 3 less light"
    assert said("oil", 0, 0.4) == "sometimes you keep one more oil"
    assert said(WIN, 0, 1.0) == "you win the match"
    assert said(OUT, 1, 0.4) == "Bo is out of the match more often"
    assert said(LOSS, 0, 0.3) == "you lose the match less often"
    assert said(EXPERIENCE, 0, 0.072).endswith("it has won about 7 more of a hundred")


def test_a_cancelled_search_raises_and_a_single_candidate_is_the_advice() -> None:
    match, seat = at(QuestionKind.NUMBER, "seed")
    knowledge = VIGIL.know(match.machine, {seat})
    asked = iter([True] * 3)
    with pytest.raises(SearchCancelled):
        advise(VIGIL_THINKING, knowledge, seat, "a seed", is_wanted=lambda: next(asked, False))
    one = replace(VIGIL_THINKING, candidates=lambda question, view, first: (("1",),), policy=_always_one)
    assert advise(one, knowledge, seat, "a seed") == Advice(("1",))


def test_time_that_is_up_ends_the_comparison() -> None:
    match, seat = at(QuestionKind.NUMBER, "seed")
    knowledge = VIGIL.know(match.machine, {seat})
    advice = advise(VIGIL_THINKING, knowledge, seat, "a seed", is_enough=lambda: True)
    assert advice.positions == FEWEST and advice.other is not None


def _always_one(chance: Chance) -> object:
    class One:
        answer: Callable[..., tuple[str, ...]] = staticmethod(lambda question, see: ("1",))

    return One()
