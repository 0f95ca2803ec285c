"""Every lesson is played to its goal by simulated beginners, so that it keeps matching the rules, cards and texts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.dreams_of_dystopia.endings import FALLEN
from engine.dreams_of_dystopia.lessons.course import COURSE, EXPLAINED, LESSONS
from engine.dreams_of_dystopia.topics import OptionVerb, Topic
from engine.dreams_of_dystopia.views.consequences import whole_answers
from engine.kernel.chance import Chance
from engine.kernel.lessons import LEARNER, Lesson, coaching, new_thing
from engine.kernel.question import Choice, Option, Question, random_choice
from tests.engine.lesson_runs import Learning, check_sentences

MOST_PRESSES = 25
NOTHING = (OptionVerb.END, OptionVerb.DONE, OptionVerb.NO_BLOCK, OptionVerb.NO)


def sensible(question: Question, said: str = "") -> Choice:
    """Return a beginner's choice: the first option that the text names, else the first that does anything."""

    def rank(option: Option) -> tuple[bool, bool]:
        return option.verb in NOTHING, not (option.subject and option.subject in said)

    return (min(question.options, key=rank).key,)


def moments(lesson: Lesson, *, reads: bool = True) -> Iterator[Learning]:
    """Play a lesson as a beginner who reads the texts, or doesn't. Yield the lesson before each press."""
    learning = Learning(COURSE, lesson)
    for _ in range(20):
        if learning.is_reached:
            learning.check_replay()
            return
        yield learning
        line = coaching(lesson, learning.moment) if reads else None
        learning.answer(sensible(learning.match.questions[LEARNER], str(line or "")))
    raise AssertionError(f"{lesson.key} did not come to its goal")


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.key)
def test_lessons_name_the_button_to_press_at_each_step(lesson: Lesson) -> None:
    for steps, learning in enumerate(moments(lesson)):
        moment = learning.moment
        assert not lesson.missed(moment)
        line = coaching(lesson, moment)
        assert line is not None and moment.question is not None
        if not steps:
            assert any(option.subject and option.subject in str(line) for option in moment.question.options)


@pytest.mark.parametrize("reads", [True, False], ids=["reads", "does not read"])
def test_a_beginner_has_won_after_few_presses(reads: bool) -> None:
    played = [list(moments(lesson, reads=reads)) for lesson in LESSONS]
    begins, goes_on = 1, len(LESSONS) - 1
    assert begins + sum(map(len, played)) + goes_on <= MOST_PRESSES
    outcome = played[-1][-1].match.outcome
    assert outcome is not None and (outcome.winners, outcome.ending) == ((LEARNER,), FALLEN.key)


def test_each_lesson_has_its_moment() -> None:
    begun = [Learning(COURSE, lesson).match for lesson in LESSONS]
    offered = [{option.key for option in match.questions[LEARNER].options} for match in begun]
    fame, supply, attack, _, turn = (match.view(LEARNER).players[LEARNER] for match in begun)
    assert {"deed Heroic Deed", "ability Ember Carrier"} <= offered[0]
    assert {"recruit Tunnel Guide", "purchase Mended Signpost"} <= offered[1]
    assert fame.fame + 2 == supply.fame
    assert {"Tunnel Guide", "Mended Signpost", "Torn Signpost"} <= {*attack.hand}
    assert begun[3].questions[LEARNER].topic == Topic.BLOCK and len(offered[3]) == 3
    assert {"Scrap Smith", "Torn Signpost"} <= {*turn.hand} and "Mended Signpost" not in turn.hand


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.key)
def test_idle_learners_read_how_to_start_again(lesson: Lesson) -> None:
    learning = Learning(COURSE, lesson)
    question = learning.match.questions[LEARNER]
    learning.answer(next((one.key,) for one in question.options if one.verb in NOTHING))
    assert lesson.missed(learning.moment) and not learning.is_reached
    assert lesson.pity is not None


def test_an_attack_without_the_turned_weapon_is_not_enough() -> None:
    learning = Learning(COURSE, LESSONS[-1])
    learning.say("attacks with Tunnel Guide")
    while (question := learning.match.questions[LEARNER]).topic == Topic.SUPPORT_ATTACK:
        learning.answer(sensible(question))
    assert LESSONS[-1].missed(learning.moment) and not learning.is_reached


def test_the_strongest_helpers_are_offered_together_and_no_weaker_ones_for_as_many_cards() -> None:
    learning = Learning(COURSE, LESSONS[-1])
    for words in ("uses Scrap Smith", "says yes", "attacks with Tunnel Guide"):
        learning.say(words)
    match = learning.match
    offered = whole_answers(match.view(LEARNER), match.questions[LEARNER], ("Ada", "Bo"))
    assert [[key for (key,) in one.choices] for one in offered] == [
        ["helper Tunnel Guide", "helper Mended Signpost", "done"],
        ["helper Mended Signpost", "done"],
        ["done"],
    ]


@pytest.mark.parametrize("seed", range(4))
def test_a_lesson_continues_after_any_answer(seed: int) -> None:
    for lesson in LESSONS:
        learning, rng = Learning(COURSE, lesson), Chance(f"learner {seed}")
        for _ in range(12):
            if learning.match.outcome is not None:
                break
            coaching(lesson, learning.moment)
            learning.answer(random_choice(learning.match.questions[LEARNER], rng))


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.key)
def test_a_lesson_does_not_depend_on_hidden_information(lesson: Lesson) -> None:
    worlds = Chance(lesson.key)
    for learning in moments(lesson):
        learning.check_secrecy(worlds)


def test_sentences_are_short_in_every_language() -> None:
    check_sentences(COURSE, LESSONS)


def test_words_are_explained_once() -> None:
    known: set[str] = set()
    words = [one for one in EXPLAINED if one.in_lessons]
    for lesson in LESSONS:
        for learning in moments(lesson):
            moment = learning.moment
            assert moment.question is not None
            new = new_thing(words, moment.view, moment.question, known)
            known |= {new.key} if new else set()
    assert known >= {"faction", "Curse"}
