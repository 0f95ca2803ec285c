"""The texts of reviews in every language."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from cards.i18n import ENGLISH, Locale, translator
from engine.kernel.ai.analysis import THE_END
from engine.kernel.ai.decisions import DecisionReport
from engine.kernel.ai.review import SeatReport
from engine.kernel.ai.words import (
    accuracy_words,
    choice_words,
    luck_words,
    mistake_words,
    percent,
    questions_before,
)
from engine.kernel.question import Option, Question, QuestionKind
from tests.engine.kernel.ai.test_review import GIVEN_AWAY, given_away
from tests.games.lantern_search import LANTERN_THINKING

THREE = tuple(Option(f"card {n}", "Lamp" if n < 2 else "Wick", f"place {n}") for n in range(3))
CARDS = Question(1, 0, QuestionKind.CARDS, "Which?", "", THREE, 0, 3)
SPANISH = translator(Locale.SPANISH)
MISTAKE = DecisionReport(
    9, 0, 3, ("card 2",), 0.14, (0.1, 0.9), 0.334, 0.07, 0.2, ("card 0", "card 2"), "light"
)


def test_answers_are_described_in_the_words_of_their_question() -> None:
    assert ENGLISH(choice_words(CARDS, ("card 0", "card 2"))) == "Lamp (place 0) and Wick"
    assert ENGLISH(choice_words(CARDS, ())) == "nothing"
    assert ENGLISH(choice_words(replace(CARDS, none="Pass", some="Burn {cards}"), ())) == "Pass"
    assert ENGLISH(choice_words(replace(CARDS, some="Burn {cards}"), ("card 2",))) == "Burn Wick"
    shared = replace(CARDS, kind=QuestionKind.DISTRIBUTE)
    assert ENGLISH(choice_words(shared, ("card 2=3", "card 1=0"))) == "3 to Wick"
    assert ENGLISH(choice_words(replace(CARDS, kind=QuestionKind.NUMBER), ("4",))) == "4"


def test_indistinguishable_positions_are_counted() -> None:
    """Details are added only where one name means different things."""
    alike = replace(CARDS, options=tuple(replace(one, detail="ready") for one in THREE))
    assert ENGLISH(choice_words(alike, ("card 0", "card 2", "card 1"))) == "Lamp ×2 and Wick"
    assert ENGLISH(choice_words(CARDS, ("card 0", "card 1"))) == "Lamp (place 0) and Lamp (place 1)"


def test_a_long_answer_is_cut() -> None:
    many = replace(CARDS, options=tuple(Option(str(n), f"Lamp {n}") for n in range(60)))
    text = ENGLISH(choice_words(many, tuple(str(n) for n in range(60))))
    assert text == "Lamp 0, Lamp 1, Lamp 2, Lamp 3, Lamp 4 and 55 more things"


def test_a_mistake_names_the_better_answer_and_its_reason() -> None:
    thinking = LANTERN_THINKING
    assert ENGLISH(mistake_words(thinking, MISTAKE, CARDS)) == (
        "Answer 9: Wick – better: Lamp (place 0) and Wick. Win chance 47 % → 14 %, mostly from: light."
    )
    assert SPANISH(mistake_words(thinking, replace(MISTAKE, feature=THE_END), CARDS)) == (
        "Respuesta 9: Wick; mejor: Lamp (place 0) y Wick. Probabilidad de ganar: 47 % → 14 %, sobre todo por: "
        "cómo acaba la partida."
    )
    with pytest.raises(ValueError, match="no mistake"):
        mistake_words(thinking, replace(MISTAKE, better=None), CARDS)


def test_past_questions_can_be_translated() -> None:
    asked = questions_before(LANTERN_THINKING, given_away().record, {1, GIVEN_AWAY}, SPANISH)
    assert {number: (one.seat, one.maximum) for number, one in asked.items()} == {
        1: (0, 5),
        GIVEN_AWAY: (0, 3),
    }
    assert questions_before(LANTERN_THINKING, given_away().record, (), ENGLISH) == {}


def test_metrics_in_words() -> None:
    assert percent(1.04) == 100
    seat = SeatReport(0, 12, 0.756, -0.118, ())
    assert (ENGLISH(accuracy_words(seat)), ENGLISH(luck_words(seat) or "")) == (
        "Accuracy 76 %",
        "Luck −12 points",
    )
    nothing = SeatReport(0, 0, None, None, ())
    assert ENGLISH(accuracy_words(nothing)) == "Accuracy: not enough data"
    assert luck_words(nothing) is None
