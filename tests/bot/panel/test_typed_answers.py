"""Typed answers: understood, suggested, and refused with a reason."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.errors import Refusal
from bot.panel.drafts import AnswerShape, PartialAnswer, shape
from bot.panel.question_text import group_named, labels
from bot.panel.typed import complete, read_typed
from cards.i18n import ENGLISH, Translator
from engine.kernel.chance import Chance
from engine.kernel.question import Option, Question, QuestionKind, check, random_choice
from tests.bot.discord.clicks import controls, texts
from tests.bot.discord.limits import check_components
from tests.bot.panel.questions import QUESTIONS, SPANISH, cards, components


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_answer_can_be_typed(name: str) -> None:
    question = QUESTIONS[name]
    names = {o.key: label for o, label in zip(question.options, labels(question), strict=True)}
    for seed in range(3):
        answer = random_choice(question, Chance(str(seed)))
        if question.kind is QuestionKind.DISTRIBUTE:
            typed = ", ".join(f"{names[k]} = {n}" for k, _, n in (w.rpartition("=") for w in answer))
        else:
            typed = ", ".join(names.get(key, key) for key in answer) or "none"
        if question.kind is QuestionKind.DISTRIBUTE and not answer:
            typed = ""
        choice = read_typed(question, typed, ENGLISH)
        check(question, choice)
        assert sorted(choice) == sorted(answer)


@pytest.mark.parametrize("name", QUESTIONS)
def test_completions_lead_to_an_answer(name: str) -> None:
    """A person who always takes the last suggestion gets an accepted answer."""
    question = QUESTIONS[name]
    if not question.options and question.kind is not QuestionKind.NUMBER:
        return
    typed = ""
    for _ in range(5):
        offered = complete(question, typed, ENGLISH)
        assert 1 <= len(offered) <= 25
        assert all(1 <= len(label) <= 100 and 1 <= len(value) <= 100 for label, value in offered)
        typed = offered[-1][1]
        try:
            check(question, read_typed(question, typed, ENGLISH))
            return
        except Exception:
            typed += "" if shape(question) is AnswerShape.SINGLE else ", "  # Enter the group.
    if question.minimum < 6 and question.kind is not QuestionKind.DISTRIBUTE:
        raise AssertionError(f"no answer after “{typed}”")


def test_a_suggestion_is_never_the_beginning_of_another_answer() -> None:
    """An answer over 100 characters is not suggested, nor a shorter one in its place."""
    many = Question(9, 0, QuestionKind.ORDER, "Order.", "x", cards(90), 0, 90, True)
    shares = Question(9, 0, QuestionKind.DISTRIBUTE, "Share.", "x", cards(60, limit=9), 0, 500)
    lengths: dict[str, int] = {}
    for question, part in ((many, "{}"), (shares, "{} = 9")):
        for count in range(1, 60):
            typed = ", ".join(part.format(n) for n in range(1, count + 1))
            answer = read_typed(question, typed, ENGLISH)
            for label, value in complete(question, f"{typed}, ", ENGLISH)[:1]:
                assert read_typed(question, value, ENGLISH) == answer and len(label) <= 100 >= len(value)
                lengths[question.kind] = count
    assert lengths == {QuestionKind.ORDER: 36, QuestionKind.DISTRIBUTE: 22}


async def test_an_order_too_long_for_an_id_can_be_typed() -> None:
    many = cards(90)
    question = Question(9, 0, QuestionKind.ORDER, "Order.", "x", many, 90, 90, True)
    components_ = await components(question, PartialAnswer(tuple(range(60))))
    check_components(components_)
    assert [c["label"] for c in controls(components_, 9)] == ["Type the answer"]
    assert "type" in texts(components_)


async def test_a_player_who_does_not_care_need_not_type_a_number() -> None:
    """One press, from either end or between; any other number is typed."""
    cut = Question(9, 0, QuestionKind.NUMBER, "How many?", "a cut", (), 1, 38)
    labels_shown = [c["label"] for c in controls(await components(cut), 9)]
    assert labels_shown == ["1", "10", "19", "28", "38", "Type the answer"]


def test_a_large_market_is_typed_by_piles() -> None:
    question = QUESTIONS["a market of 24 piles"]
    assert complete(question, "", ENGLISH)[:2] == [("Pile 0 …", "Pile 0"), ("Pile 1 …", "Pile 1")]
    assert [label for label, _ in complete(question, "pile 3", ENGLISH)] == [
        "Buy Pile 3 by day",
        "Buy Pile 3 by night",
    ]
    assert group_named(question, "pile 3") == PartialAnswer((6,))
    assert group_named(question, "Coin") is None
    with pytest.raises(Refusal, match=r"Buy Pile 3 by day.*Buy Pile 3 by night"):
        read_typed(question, "Pile 3", ENGLISH)


@pytest.mark.parametrize(
    ("typed", "sentence", "words"),
    [
        ("dragon", "“dragon” isn't one of the options. You can choose “Ember Fox”, “Ash Fox”.", ENGLISH),
        ("fox", "“fox” matches “Ember Fox” (1), “Ash Fox” (2). Type more of the name.", ENGLISH),
        ("7", "“7” isn't one of the options. You can choose “Ember Fox”, “Ash Fox”.", ENGLISH),
        ("dragon", "«dragon» no es una de las opciones. Puedes elegir «Ember Fox», «Ash Fox».", SPANISH),
        (
            "fox",
            "«fox» coincide con «Ember Fox» (1), «Ash Fox» (2). Escribe el nombre más completo.",
            SPANISH,
        ),
    ],
)
def test_unknown_input_is_explained(typed: str, sentence: str, words: Translator) -> None:
    question = Question(
        3, 0, QuestionKind.ONE, "Which?", "x", (Option("e", "Ember Fox"), Option("a", "Ash Fox"))
    )
    with pytest.raises(Refusal) as refused:
        read_typed(question, typed, words)
    assert words(refused.value.message) == sentence


def test_names_with_commas_can_be_typed() -> None:
    options = (Option("m", "Mirelle, the Unmoored"), Option("f", "Ember Fox"))
    question = Question(3, 0, QuestionKind.CARDS, "Which?", "x", options, 0, 2)
    assert read_typed(question, "Ember Fox, Mirelle, the Unmoored", ENGLISH) == ("f", "m")


@given(st.text(max_size=40), st.sampled_from(sorted(QUESTIONS)))
def test_anything_can_be_typed_without_harm(text: str, name: str) -> None:
    try:
        read_typed(QUESTIONS[name], text, ENGLISH)
    except Refusal as refused:
        assert str(refused)
    complete(QUESTIONS[name], text, ENGLISH)


def test_a_typed_name_comes_before_the_option_for_none() -> None:
    cards = (Option("a", "Blind Cartographer"), Option("b", "Nonesuch"))
    question = Question(9, 0, QuestionKind.CARDS, "Which?", "x", cards, 0, 1)
    none = ("None of them", "none")
    assert complete(question, "", ENGLISH)[0] == none
    assert complete(question, "Blind", ENGLISH) == [("Blind Cartographer", "Blind Cartographer")]
    assert complete(question, "none", ENGLISH) == [none, ("Nonesuch", "Nonesuch")]


def test_choosing_none_can_be_typed_like_its_button() -> None:
    cards = (Option("a", "Blind Cartographer"), Option("b", "Ember Fox"))
    several = Question(9, 0, QuestionKind.CARDS, "Which?", "x", cards, 0, 2)
    assert complete(several, "None of", ENGLISH) == [("None of them", "none")]
    assert read_typed(several, "None of them", ENGLISH) == ()
    called = replace(several, none="Avoid it not")
    assert complete(called, "avoid", ENGLISH) == [("Avoid it not", "none")]
    assert read_typed(called, "avoid it not", ENGLISH) == ()
    assert complete(replace(several, minimum=1), "None of", ENGLISH) == []
