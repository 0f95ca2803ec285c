"""A lesson of any game in progress: shared helpers for tests of lessons."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from typing import Any

from cards.i18n import Locale
from engine.kernel.chance import Chance
from engine.kernel.consequence import WholeAnswer
from engine.kernel.lessons import (
    LEARNER,
    Course,
    Lesson,
    LessonMoment,
    coaching,
    line_for,
    new_thing,
    pressed,
)
from engine.kernel.match import Match, replay
from engine.kernel.notation import understand
from engine.kernel.question import Choice, Option, Question
from engine.kernel.simulation import ComputerPlayer

LONGEST_LINE = 30
"""The maximum number of words in a sentence of a lesson."""
MOST_STEPS = 20


class Learning:
    """A lesson in play; `opponent` answers where the other seat must decide."""

    def __init__(
        self, course: Course[Any, Any, Any], lesson: Lesson, opponent: ComputerPlayer[Any] | None = None
    ) -> None:
        self.course = course
        self.lesson = lesson
        self.match: Match[Any, Any] = course.begin(lesson)
        self.opponent = opponent
        self.go_on()

    def go_on(self) -> None:
        """Give forced answers and the other seat's until the learner has a question."""
        match = self.match
        while match.outcome is None:
            if (forced := match.forced()) is not None:
                seat, choice = forced
            elif LEARNER in match.pending_questions:
                return
            else:
                seat = next(iter(match.pending_questions))
                quiet = self.course.answer(match, seat)
                if quiet is None:
                    assert self.opponent is not None
                    quiet = self.opponent.answer(match.questions[seat], lambda: match.view(1))
                choice = quiet
            match.answer(seat, match.pending_questions[seat].id, choice)

    def answer(self, choice: Choice) -> None:
        """Answer the learner's question."""
        self.match.answer(LEARNER, self.match.pending_questions[LEARNER].id, choice)
        self.go_on()

    def say(self, words: str) -> None:
        """Answer in the notation of a record."""
        self.answer(understand(self.match.questions[LEARNER], words, self.course.phrasing))

    @property
    def moment(self) -> LessonMoment[Any]:
        match = self.match
        return self.course.moment(self.lesson, match.view(LEARNER), match.questions.get(LEARNER))

    @property
    def is_reached(self) -> bool:
        return self.lesson.reached(self.moment)

    def check_replay(self) -> None:
        """Fail unless the record of the match leads to its position."""
        record = self.match.record
        again = replay(self.course.game, record.setup, record.seed, record.answers)
        assert again.save() == self.match.save()

    def check_secrecy(self, worlds: Chance) -> None:
        """Fail if the lesson's texts depend on hidden information: they are the same in another consistent position."""
        game, lesson, moment = self.course.game, self.lesson, self.moment
        world = game.exchange(self.match.machine, {LEARNER}, worlds)
        asked = world.position.questions.get(LEARNER)
        other = LessonMoment(
            moment.start, game.view(world, LEARNER), None if asked is None else asked.english
        )
        for when in (lesson.reached, lesson.missed):
            assert when(other) == when(moment)
        assert coaching(lesson, other) == coaching(lesson, moment)
        if moment.question is not None and other.question is not None:
            explained = new_thing(self.course.explained, other.view, other.question)
            assert explained is new_thing(self.course.explained, moment.view, moment.question)


def sensible(question: Question, said: str, nothing: Container[str]) -> Choice:
    """Return a beginner's answer: the named option, else a mentioned one, else the first with an effect.

    Of several cards they choose the minimum number. `nothing` are the verbs without an effect.
    """
    said = said.casefold()

    def rank(option: Option) -> tuple[bool, bool, bool]:
        label = option.label.casefold()
        is_named = any(name and name in said for name in (label, option.about.name.casefold()))
        return not is_named, label.partition(" ")[0] not in said, option.verb in nothing

    few = question.minimum if question.maximum > 1 else 1
    return tuple(option.key for option in sorted(question.options, key=rank)[:few])


WholeAnswers = Callable[[Any, Question, Sequence[str]], Sequence[WholeAnswer]]


def walk(
    learning: Learning,
    nothing: Container[str],
    *,
    whole: WholeAnswers = lambda view, question, names: (),
    reads: bool = True,
) -> Iterator[Learning]:
    """Play a lesson to its goal as a beginner who reads the texts or doesn't. Yield it before each press.

    `whole` returns the game's answers that are a single press.
    """
    for _ in range(MOST_STEPS):
        if learning.is_reached:
            learning.check_replay()
            return
        yield learning
        line = line_for(learning.lesson, learning.moment) if reads else None
        question = learning.match.questions[LEARNER]
        expected, found = (
            pressed(line, question),
            whole(learning.match.view(LEARNER), question, ("Ada", "Bo")),
        )
        if expected is not None:
            learning.answer((expected.key,))
            continue
        said = "" if line is None else str(line.sentence)
        for choice in found[0].choices if found else [sensible(question, said, nothing)]:
            learning.answer(choice)
    raise AssertionError(f"{learning.lesson.key} did not come to its goal")


def check_sentences(course: Course[Any, Any, Any], lessons: Iterable[Lesson]) -> None:
    """Fail if a sentence is too long in a language."""
    for locale in Locale:
        translator = course.game.translator(locale)
        sentences = [line.sentence for lesson in lessons for line in lesson.lines]
        sentences += [one.sentence for one in course.explained] + [lesson.praise for lesson in lessons]
        sentences += [course.aim, *(lesson.pity for lesson in lessons if lesson.pity is not None)]
        for sentence in sentences:
            assert len(translator(sentence).split()) <= LONGEST_LINE + (locale is not Locale.ENGLISH) * 5, (
                sentence
            )
