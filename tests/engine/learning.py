"""A lesson of any game in play: what tests of lessons have in common."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cards.i18n import Locale
from engine.kernel.chance import Chance
from engine.kernel.lessons import LEARNER, Course, Lesson, LessonMoment, coaching, new_thing
from engine.kernel.match import Match, replay
from engine.kernel.notation import understand
from engine.kernel.question import Choice
from engine.kernel.simulation import ComputerPlayer

LONGEST_LINE = 30
"""Words of a sentence of coaching."""


class Learning:
    """A lesson in play; `house` answers where the lesson does not keep the other seat quiet."""

    def __init__(
        self, course: Course[Any, Any, Any], lesson: Lesson, house: ComputerPlayer[Any] | None = None
    ) -> None:
        self.course = course
        self.lesson = lesson
        self.match: Match[Any, Any] = course.begin(lesson)
        self.house = house
        self.go_on()

    def go_on(self) -> None:
        """Let what is forced be done, and the other seat answer, until the learner is asked."""
        match = self.match
        while match.outcome is None:
            if (forced := match.forced()) is not None:
                seat, choice = forced
            elif LEARNER in match.asked:
                return
            else:
                seat = next(iter(match.asked))
                quiet = self.course.answer(self.lesson, match, seat)
                if quiet is None:
                    assert self.house is not None
                    quiet = self.house.answer(match.questions[seat], lambda: match.view(1))
                choice = quiet
            match.answer(seat, match.asked[seat].id, choice)

    def answer(self, choice: Choice) -> None:
        """Answer what the learner is asked."""
        self.match.answer(LEARNER, self.match.asked[LEARNER].id, choice)
        self.go_on()

    def say(self, words: str) -> None:
        """Answer in the words of a record."""
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
        """Fail if what the learner is told depends on what they can't see: it is the same in another world like this one."""
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


def check_sentences(course: Course[Any, Any, Any], lessons: Iterable[Lesson]) -> None:
    """Fail if a sentence is too long in a language."""
    for locale in Locale:
        said = course.game.translator(locale)
        sentences = [line.sentence for lesson in lessons for line in lesson.lines]
        sentences += [one.sentence for one in course.explained] + [lesson.praise for lesson in lessons]
        for sentence in sentences:
            assert len(said(sentence).split()) <= LONGEST_LINE + (locale is not Locale.ENGLISH) * 5, sentence
