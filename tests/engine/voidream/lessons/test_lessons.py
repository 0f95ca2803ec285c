"""A scripted learner plays every lesson to its goal in every test run, so that rules, cards and texts stay consistent."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.kernel.chance import Chance
from engine.kernel.lessons import LEARNER, Lesson, coaching, line_for, new_thing, pressed
from engine.kernel.question import QuestionKind, random_choice
from engine.voidream.lessons.course import COURSE, EXPLAINED, LESSONS
from engine.voidream.players.greedy.player import Greedy
from engine.voidream.questions.topics import Topic
from tests.engine.lesson_runs import Learning, check_sentences

PLAYS = {
    "evoke": ["plays Open Eyes", "plays Lantern Page"],
    "mind": ["activates Lantern Page#7", "plays Chalk Sentinel"],
    "Nightmare": ["enters Nightmare", "voids Verdict at Dawn"],
    "dawn": [
        "plays Call to Order",
        "attacks with Dog You Once Had, Chalk Sentinel, Advocate in Borrowed Wings, Lantern Page#3, Lantern Page#7",
        "passes",
    ],
    "defend": ["defends with Judge Without a Face", "passes"],
    "inverted": ["plays Call to Order inverted", "attacks with Dog You Once Had, Bearer of the Writ"],
}
"""The learner's answers; in the last lesson, those of a greedy player."""
NOTHING = {Topic.ACTION: "passes", Topic.DEFENDERS: "defends alone"}
FIRST_PART = ("evoke", "mind", "Nightmare")


def learning_of(lesson: Lesson) -> Learning:
    return Learning(COURSE, lesson, Greedy(Chance("house")))


def moments(lesson: Lesson) -> Iterator[Learning]:
    """Play a lesson to its goal as the learner should. Yield it before each of their decisions."""
    learning, player = learning_of(lesson), Greedy(Chance("learner"))
    plays = iter(PLAYS.get(lesson.key, ()))
    for _ in range(20):
        if learning.is_reached:
            return
        yield learning
        words = next(plays, None)
        if words is not None:
            learning.say(words)
        else:
            question = learning.match.questions[LEARNER]
            learning.answer(player.answer(question, lambda: learning.match.view(LEARNER)))
    raise AssertionError(f"{lesson.key} did not come to its goal")


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.key)
def test_a_lesson_reaches_its_goal_and_explains_each_new_thing(lesson: Lesson) -> None:
    steps, last = 0, learning_of(lesson)
    for learning in moments(lesson):
        moment = learning.moment
        assert not lesson.missed(moment)
        if steps == 0:
            assert coaching(lesson, moment) is not None
        line = line_for(lesson, moment)
        assert line is None or line.press is None or pressed(line, moment.question) is not None
        assert (
            coaching(lesson, moment) is not None
            or moment.question is None
            or new_thing(EXPLAINED, moment.view, moment.question) is not None
            or moment.question.kind in (QuestionKind.ORDER, QuestionKind.CARDS)
        )
        steps += 1
        last = learning
    last.check_replay()
    if lesson is LESSONS[-1]:
        assert last.match.outcome is not None
        assert (last.match.outcome.winners, last.match.outcome.ending) == ((LEARNER,), "bastion")
    else:
        assert steps == len(PLAYS[lesson.key])


def test_the_first_part_is_short_and_begins_with_a_choice() -> None:
    assert tuple(lesson.key for lesson in LESSONS[: len(FIRST_PART)]) == FIRST_PART
    assert sum(len(PLAYS[key]) for key in FIRST_PART) <= 12
    first = learning_of(LESSONS[0]).match.questions[LEARNER]
    assert first.kind is QuestionKind.ACTION
    assert len(first.options) > 2
    assert 6 <= len(LESSONS) <= 8


@pytest.mark.parametrize("lesson", LESSONS[:4], ids=lambda lesson: lesson.key)
def test_idle_learners_read_how_to_start_again(lesson: Lesson) -> None:
    learning = learning_of(lesson)
    for _ in range(6):
        if lesson.missed(learning.moment):
            break
        question = learning.match.questions[LEARNER]
        learning.say(NOTHING.get(question.topic, "discards Verdict at Dawn"))
    assert lesson.missed(learning.moment)
    assert not learning.is_reached
    assert lesson.pity is not None


def test_cards_that_a_defender_plays_are_not_lost_to_the_attack() -> None:
    learning = learning_of(COURSE.by_key["defend"])
    for words in ("defends with Judge Without a Face", "plays Open Eyes", "plays Oath of Chalk"):
        learning.say(words)
    learning.say("chooses Judge Without a Face")
    assert not learning.lesson.missed(learning.moment)
    learning.say("passes")
    assert learning.is_reached


def test_cards_that_an_attack_takes_are_lost() -> None:
    learning = learning_of(COURSE.by_key["defend"])
    for words in ("defends alone", "passes"):
        learning.say(words)
    assert learning.lesson.missed(learning.moment) and not learning.is_reached


def test_an_attack_that_took_too_little_is_missed() -> None:
    learning = learning_of(COURSE.by_key["dawn"])
    for words in ("plays Call to Order", "attacks alone", "passes"):
        assert not learning.lesson.missed(learning.moment)
        learning.say(words)
    assert learning.lesson.missed(learning.moment) and not learning.is_reached


def test_no_line_asks_for_an_answer_that_is_not_available() -> None:
    learning = learning_of(COURSE.by_key["evoke"])
    learning.say("plays Open Eyes")
    learning.say("returns Lantern Page to the top")
    assert coaching(learning.lesson, learning.moment) is None


@pytest.mark.parametrize("seed", range(6))
def test_the_last_lesson_continues_after_any_answer(seed: int) -> None:
    learning, rng = learning_of(LESSONS[-1]), Chance(f"learner {seed}")
    for _ in range(12):
        if learning.match.outcome is not None:
            break
        coaching(learning.lesson, learning.moment)
        question = learning.match.questions[LEARNER]
        learning.answer(random_choice(question, rng))


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.key)
def test_a_lesson_does_not_depend_on_hidden_information(lesson: Lesson) -> None:
    worlds = Chance(lesson.key)
    for learning in moments(lesson):
        learning.check_secrecy(worlds)


def test_sentences_are_short_in_every_language() -> None:
    check_sentences(COURSE, LESSONS)
