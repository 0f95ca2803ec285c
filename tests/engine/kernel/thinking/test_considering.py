"""Two answers to consider: the best ones, with what speaks for each, in an order that tells nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from cards.i18n import msg
from engine.kernel.chance import Chance
from engine.kernel.match import Match
from engine.kernel.question import QuestionKind, check, random_choice
from engine.kernel.thinking.analysis import THE_END
from engine.kernel.thinking.considering import Considered, consider
from engine.kernel.thinking.levels import HARD
from engine.kernel.thinking.search import Unwanted, think
from engine.kernel.thinking.thinking import Thinking
from tests.games.lantern_thinking import ROUND_BY_ROUND
from tests.games.lanterns import DECKS, LANTERNS
from tests.games.vigil.game import VIGIL
from tests.games.vigil.thinking import VIGIL_THINKING


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


def first_bids(thinking: Thinking, seed: str) -> tuple[Considered, Considered]:
    """Return what could be considered for the first bid of a match of Lanterns."""
    match = Match.new(LANTERNS, [DECKS["Harbour"], DECKS["Garden"]], seed)
    while match.questions[seat := min(match.questions)].kind is not QuestionKind.NUMBER:
        match.answer(seat, match.questions[seat].id, random_choice(match.questions[seat], Chance("any")))
    found = consider(thinking, match.known_to(seat), seat, seed)
    assert found is not None
    return found


@pytest.mark.parametrize("kind", [QuestionKind.NUMBER, QuestionKind.ONE])
def test_two_answers_that_can_be_given_and_the_best_is_one_of_them(kind: QuestionKind) -> None:
    orders: set[bool] = set()
    for n in range(12):
        match, seat = at(kind, f"seed {n}")
        knowledge = VIGIL.know(match.machine, {seat})
        found = consider(VIGIL_THINKING, knowledge, seat, "a seed")
        assert found is not None and found == consider(VIGIL_THINKING, knowledge, seat, "a seed")
        for one in found:
            check(match.questions[seat], one.choice)
            assert one.feature in ("", THE_END, *VIGIL_THINKING.words)
        one, other = found
        assert one.choice != other.choice and (not one.feature or one.feature != other.feature)
        best = think(VIGIL_THINKING, knowledge, seat, HARD, "a seed").choice
        assert best in (one.choice, other.choice)
        orders.add(best == one.choice)
    assert kind is not QuestionKind.NUMBER or orders == {True, False}, "the order does not tell"


def test_what_speaks_for_an_answer_is_what_it_keeps_or_wins() -> None:
    """A higher bid wins the light of the round, and a lower one keeps coins."""
    thinking, spoken = ROUND_BY_ROUND, set[str]()
    for n in range(6):
        found = first_bids(thinking, f"seed {n}")
        less, more = sorted(found, key=lambda one: int(one.choice[0]))
        assert more.feature in ("light", "") and less.feature in ("coins", "")
        spoken |= {less.feature, more.feature}
    assert {"light", "coins"} <= spoken


def test_one_word_never_speaks_for_both() -> None:
    """What light wins and coins lose has one name here: it speaks for one answer, or for none."""
    one_word = dict.fromkeys(ROUND_BY_ROUND.words, msg("all that shines", "lanterns"))
    thinking = replace(ROUND_BY_ROUND, words=one_word)
    spoken = 0
    for n in range(6):
        found = first_bids(thinking, f"seed {n}")
        speaking = [one for one in found if one.feature]
        assert len(speaking) < 2
        spoken += len(speaking)
    assert spoken


def test_an_end_speaks_for_who_wins_by_it() -> None:
    match, seat = at(QuestionKind.NUMBER, "seed")
    found = consider(VIGIL_THINKING, VIGIL.know(match.machine, {seat}), seat, "a seed")
    assert found is not None and THE_END in [one.feature for one in found]


def test_nothing_to_weigh_and_nobody_who_wants_to_know() -> None:
    match, seat = at(QuestionKind.NUMBER, "seed")
    knowledge = VIGIL.know(match.machine, {seat})
    asked = iter([True] * 3)
    with pytest.raises(Unwanted):
        consider(VIGIL_THINKING, knowledge, seat, "a seed", is_wanted=lambda: next(asked, False))

    one = replace(VIGIL_THINKING, candidates=lambda question, view, first: (("1",),), policy=_always_one)
    assert consider(one, knowledge, seat, "a seed") is None


def _always_one(chance: Chance) -> object:
    class One:
        answer: Callable[..., tuple[str, ...]] = staticmethod(lambda question, see: ("1",))

    return One()
