"""Beginners play every lesson to its goal in every test run, so that rules, cards and texts stay consistent."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.dreamweavers.endings import EGO
from engine.dreamweavers.lessons.course import COURSE, EXPLAINED, LESSONS
from engine.dreamweavers.players.greedy import Greedy
from engine.dreamweavers.topics import OptionVerb, Topic
from engine.dreamweavers.views.consequences import whole_answers
from engine.kernel.chance import Chance
from engine.kernel.lessons import LEARNER, Lesson, coaching, line_for, new_thing, pressed
from engine.kernel.question import random_choice
from tests.engine.lesson_runs import Learning, check_sentences, walk

MOST_PRESSES = 25
NOTHING = (OptionVerb.REFRESH, OptionVerb.LET_GO, OptionVerb.PASS)


def learning_of(lesson: Lesson) -> Learning:
    return Learning(COURSE, lesson, Greedy(Chance("house")))


def moments(lesson: Lesson) -> Iterator[Learning]:
    return walk(learning_of(lesson), NOTHING, whole=whole_answers)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.key)
def test_following_the_lesson_reaches_its_goal(lesson: Lesson) -> None:
    worlds = Chance(lesson.key)
    for learning in moments(lesson):
        moment = learning.moment
        line = line_for(lesson, moment)
        assert line is not None and not lesson.missed(moment)
        assert line.press is None or pressed(line, moment.question) is not None, "the big button exists"
        learning.check_secrecy(worlds)


def test_all_of_it_takes_few_presses_and_ends_in_a_win() -> None:
    played = [list(moments(lesson)) for lesson in LESSONS]
    begins, goes_on = 1, len(LESSONS) - 1
    assert begins + sum(map(len, played)) + goes_on <= MOST_PRESSES
    outcome = played[-1][-1].match.outcome
    assert outcome is not None and (outcome.winners, outcome.ending) == ((LEARNER,), EGO.key)


def test_the_draft_of_a_lesson_is_small_and_the_learners_own() -> None:
    learning = learning_of(LESSONS[0])
    question = learning.match.questions[LEARNER]
    assert question.topic == Topic.DRAFT and len(question.options) == 6
    assert all(option.detail for option in question.options), "each notion is described"
    learning.say("drafts Joy")
    assert len(learning.match.questions[LEARNER].options) == 3


def test_the_shield_that_is_enough_is_one_press() -> None:
    match = learning_of(LESSONS[3]).match
    answers = whole_answers(match.view(LEARNER), match.questions[LEARNER], ("Ada", "Bo"))
    assert [str(one.label) for one in answers] == ["Shield with Patient Lighthouse", "No shields"]
    for choice in answers[0].choices:
        match.answer(LEARNER, match.questions[LEARNER].id, choice)
    assert LESSONS[3].reached(COURSE.moment(LESSONS[3], match.view(LEARNER), None))


@pytest.mark.parametrize("lesson", LESSONS[1:], ids=lambda lesson: lesson.key)
def test_wrong_presses_are_explained(lesson: Lesson) -> None:
    passes = ["does not answer"]
    wrong = {"shields": passes, "standby": passes, "Ego": ["plays Turned Tide", *passes]}
    learning = learning_of(lesson)
    for words in wrong.get(lesson.key, ["lets go"]):
        learning.say(words)
    assert lesson.missed(learning.moment) and not learning.is_reached and lesson.pity is not None


def test_a_lesson_continues_after_any_answer() -> None:
    for lesson in LESSONS:
        learning, rng = learning_of(lesson), Chance("learner")
        for _ in range(12):
            if learning.match.outcome is not None:
                break
            coaching(lesson, learning.moment)
            learning.answer(random_choice(learning.match.questions[LEARNER], rng))


def test_sentences_are_short_in_every_language() -> None:
    check_sentences(COURSE, LESSONS)


def test_rare_things_are_explained_before_frequent_ones() -> None:
    learning, known = learning_of(LESSONS[-1]), list[str]()
    moment = learning.moment
    assert moment.question is not None
    while (new := new_thing(EXPLAINED, moment.view, moment.question, known)) is not None:
        known.append(new.key)
    assert known == ["Ego", "attack", "Feeling", "turn"]
