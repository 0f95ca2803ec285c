"""Lessons: parts of one prepared match that a learner plays.

A course is a prepared match, its *story*, with places at which lessons begin. A lesson is an ordinary match with the
same setup and seed: the story's answers up to its place are given immediately, and from there the learner decides. Its
position is therefore real, and its record replays. The other seat does nothing if the lesson wants that; otherwise a
computer player plays it.

The text of a lesson depends only on what the learner sees.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources import files
from typing import Generic

import msgspec

from cards.i18n import Message
from engine.kernel.game import E_co, Game, M_co, V_co
from engine.kernel.match import Match
from engine.kernel.notation import Phrasing, understand
from engine.kernel.question import Choice, Option, PendingQuestion, Question

LEARNER = 0
"""The seat of the learner."""


class LessonMoment(msgspec.Struct, Generic[V_co], frozen=True):
    """The learner's situation: their view when the lesson began, their view now, and their question.

    `is_first`: they haven't answered anything yet.
    """

    start: V_co
    view: V_co
    question: Question | None
    is_first: bool = False


When = Callable[[LessonMoment[V_co]], bool]


Ask = Callable[[V_co, Question], bool]
"""A condition on the view and the question of the deciding player."""


def asks(*topics: str) -> Ask[object]:
    """Return the condition that a question is about one of these topics."""
    return lambda view, question: question.topic in topics


def is_asked(what: Ask[V_co]) -> When[V_co]:
    """Return the condition that the learner has a question for which `what` holds."""
    return lambda moment: moment.question is not None and what(moment.view, moment.question)


def offered(verb: str, name: str) -> When[object]:
    """Return the condition that the learner can do something with a card of that name."""
    return is_asked(
        lambda view, question: any(
            (option.verb, option.about.name) == (verb, name) for option in question.options
        )
    )


class LessonExplanation(msgspec.Struct, Generic[V_co], frozen=True):
    """An explanation shown when its subject first comes up.

    `key` identifies it in the list of explanations already shown.

    `of_question`: explains the question as a whole, and is also shown to players who ask what it means.
    """

    key: str
    when: Ask[V_co]
    sentence: Message
    in_lessons: bool = False
    """Whether it is also explained during lessons, beside the lesson's own text."""
    of_question: bool = False


class LessonLine(msgspec.Struct, Generic[V_co], frozen=True):
    """A sentence of coaching and its condition.

    `press` identifies the one answer it asks for, by verb and name ("" for any name). That answer gets the big
    button.
    """

    when: When[V_co]
    sentence: Message
    press: tuple[str, str] | None = None


class Lesson(msgspec.Struct, Generic[V_co], frozen=True):
    """A lesson. `at` is the number of the story's answers before it begins.

    The first of `lines` that applies is shown. `missed` tells whether the goal is out of reach; then `pity` is shown.
    After the goal is reached, `praise` is shown.
    """

    key: str
    title: Message
    at: int
    goal: Message
    lines: tuple[LessonLine[V_co], ...]
    reached: When[V_co]
    praise: Message
    missed: When[V_co] = lambda moment: False
    pity: Message | None = None


class Story(msgspec.Struct, frozen=True):
    """A prepared match along which lessons begin.

    `players` are the names used in `answers`, which are written as in a record. `decks` are the names of ready-made
    decks by seat.
    """

    seed: str
    players: tuple[str, str]
    answers: tuple[str, ...]
    decks: tuple[str, str] = ("", "")


def story_in(package: str) -> Story:
    """Return the story in `story.toml` of a package."""
    return msgspec.toml.decode(files(package).joinpath("story.toml").read_text("utf-8"), type=Story)


@dataclass(frozen=True)
class Course(Generic[M_co, V_co, E_co]):
    """The lessons of a game.

    `aim` tells how to win and how to lose, and is shown first. `prepare` makes the setup of the match, from the story's
    decks if the game has decks. `quiet` returns the answer that does nothing, or None if there is none; the default is
    the answer for a timeout (`Game.lapse`). `cards` returns the titles of the cards in front of the learner.
    """

    game: Game[M_co, V_co, E_co]
    phrasing: Phrasing
    prepare: Callable[[], bytes]
    story: Story
    lessons: tuple[Lesson[V_co], ...]
    aim: Message
    cards: Callable[[V_co], Iterable[str]] = lambda view: ()
    quiet: Callable[[PendingQuestion], Choice | None] | None = None
    explained: tuple[LessonExplanation[V_co], ...] = ()
    _begun: dict[str, bytes] = field(default_factory=dict[str, bytes], compare=False)
    _laid_out: dict[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]], compare=False)

    @cached_property
    def setup(self) -> bytes:
        """The setup of the story's match."""
        return self.prepare()

    def is_outdated(self, setup: bytes | None) -> bool:
        """Return whether a lesson's match began with other cards than today's, so that its texts and goal don't fit."""
        return setup != self.setup

    @cached_property
    def by_key(self) -> Mapping[str, Lesson[V_co]]:
        """The lessons by their keys."""
        return {lesson.key: lesson for lesson in self.lessons}

    def after(self, key: str) -> Lesson[V_co] | None:
        """Return the lesson after the given one, or None after the last."""
        place = self.number(key)
        return self.lessons[place] if place < len(self.lessons) else None

    def number(self, key: str) -> int:
        """Return the place of a lesson, from 1."""
        return next(n for n, lesson in enumerate(self.lessons, start=1) if lesson.key == key)

    def begin(self, lesson: Lesson) -> Match[M_co, V_co]:
        """Return the match of a lesson at the place where it begins.

        Raises GameError if the story no longer fits the rules or the cards.
        """
        if lesson.key not in self._begun:
            self._begun[lesson.key] = self.match_after(lesson.at).save()
        return Match.load(self.game, self._begun[lesson.key])

    def earlier_cards(self, lesson: Lesson[V_co]) -> frozenset[str]:
        """Return the titles of the cards with which the earlier lessons begin."""
        earlier_lessons = self.lessons[: self.number(lesson.key) - 1]
        for earlier in earlier_lessons:
            if earlier.key not in self._laid_out:
                self._laid_out[earlier.key] = frozenset(self.cards(self.begin(earlier).view(LEARNER)))
        return frozenset[str]().union(*(self._laid_out[earlier.key] for earlier in earlier_lessons))

    def match_after(self, answer_count: int) -> Match[M_co, V_co]:
        """Return the story's match after its first `answer_count` answers."""
        match, _ = Match.begin(self.game, self.setup, self.story.seed)
        for line in self.story.answers[:answer_count]:
            player, _, words = line.partition(" ")
            seat = self.story.players.index(player)
            question = match.questions[seat]
            match.answer(seat, question.id, understand(question, words, self.phrasing))
        return match

    def moment(self, lesson: Lesson, view: object, question: Question | None) -> LessonMoment:
        """Return the learner's current moment."""
        beginning = self.begin(lesson)
        is_first = question is not None and beginning.pending_questions[LEARNER].id == question.id
        return LessonMoment(beginning.view(LEARNER), view, question, is_first)

    def answer(self, match: Match, seat: int) -> Choice | None:
        """Return the other seat's answer, which does only what it must; None if a player must decide."""
        return match.lapse_answer(seat) if self.quiet is None else self.quiet(match.pending_questions[seat])


def line_for(lesson: Lesson, moment: LessonMoment) -> LessonLine | None:
    """Return the line to show at a moment before the goal is reached, or None.

    A line that asks for an answer isn't shown once that answer is no longer available.
    """
    return next(
        (
            line
            for line in lesson.lines
            if line.when(moment) and (line.press is None or pressed(line, moment.question) is not None)
        ),
        None,
    )


def coaching(lesson: Lesson, moment: LessonMoment) -> Message | None:
    """Return the sentence for a moment before the goal is reached, or None if there is none."""
    line = line_for(lesson, moment)
    return None if line is None else line.sentence


def pressed(line: LessonLine | None, question: Question | None) -> Option | None:
    """Return the option that a line asks for, or None if it asks for none or the option isn't available."""
    if line is None or line.press is None or question is None:
        return None
    verb, name = line.press
    return next(
        (option for option in question.options if option.verb == verb and name in ("", option.about.name)),
        None,
    )


def hint_of(lesson: Lesson, moment: LessonMoment) -> Message:
    """Return the hint for a learner before the goal is reached. It only suggests the lesson's goal."""
    if lesson.missed(moment) and lesson.pity is not None:
        return lesson.pity
    line = line_for(lesson, moment)
    return lesson.goal if line is None else line.sentence


def new_cards(course: Course, moment: LessonMoment) -> list[str]:
    """Return the titles of cards that have appeared since the lesson began; at its beginning, all of them."""
    earlier_titles = () if moment.is_first else [*course.cards(moment.start)]
    return [title for title in dict.fromkeys(course.cards(moment.view)) if title not in earlier_titles]


def new_thing(
    explained: Sequence[LessonExplanation], view: object, question: Question, known: Container[str] = ()
) -> LessonExplanation | None:
    """Return the first explanation that a question calls for and that isn't in `known`, or None."""
    return next(
        (
            explanation
            for explanation in explained
            if explanation.key not in known and explanation.when(view, question)
        ),
        None,
    )


def meaning(explained: Sequence[LessonExplanation], view: object, question: Question) -> Message | None:
    """Return the meaning of a question in a sentence, or None if nothing explains it as a whole."""
    sentences = (
        explanation.sentence
        for explanation in explained
        if explanation.of_question and explanation.when(view, question)
    )
    return next(sentences, None)
