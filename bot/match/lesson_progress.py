"""Lesson progress: stored in the same transaction as the answer in the lesson."""

from __future__ import annotations

from msgspec.structs import replace

from bot.games.playable import PlayableGame
from bot.store import Writing, about
from bot.store.lessons import LessonRow, LessonStatements
from bot.store.rows import MatchRow
from engine.kernel.lessons import LEARNER, Course, Lesson, LessonMoment
from engine.kernel.match import Match
from engine.kernel.question import Choice

MOST_STEPS = 40
"""Decisions of a lesson that are counted one by one."""


def quiet(game: PlayableGame, key: str, match: Match, seat: int) -> Choice | None:
    """Return the other seat's answer if a lesson keeps it quiet; None if it is free."""
    found = course_of(game, key)
    return None if found is None else found[0].answer(match, seat)


def course_of(game: PlayableGame, key: str) -> tuple[Course, Lesson] | None:
    """Return a lesson with its course; None for an unknown one."""
    lesson = None if game.lessons is None else game.lessons.by_key.get(key)
    return None if game.lessons is None or lesson is None else (game.lessons, lesson)


def moment_of(course: Course, lesson: Lesson, match: Match) -> LessonMoment:
    """Return the learner's current moment."""
    question = match.questions.get(LEARNER)
    return course.moment(lesson, match.view(LEARNER), question)


async def begun(tx: Writing, game: PlayableGame, person: int, lesson: Lesson, now: int) -> None:
    """Store that a person has begun a lesson, and count them if they never had."""
    before = await lesson_row(tx.lessons, person, game, lesson.key)
    if before is None:
        await tx.lessons.count(game.name, lesson.key, 0, begun=1)
        await tx.lessons.count(game.name, lesson.key, 1, begun=1)
        before = LessonRow(lesson.key, 0, 0, 1, now)
    await tx.lessons.store(person, game.name, replace(before, attempts=before.attempts + 1))


async def answered(tx: Writing, game: PlayableGame, row: MatchRow, match: Match, now: int) -> None:
    """Write down how far the learner has got by an answer, theirs or the house's; `row` is the match after it."""
    found, person = course_of(game, row.lesson), row.seats[LEARNER].person_id
    if found is not None:
        await tx.hold(about.AboutPerson(person))
    known = None if found is None else await lesson_row(tx.lessons, person, game, row.lesson)
    if found is None or known is None or known.reached_in == row.id:
        return
    course, lesson = found
    is_reached = lesson.reached(moment_of(course, lesson, match))
    if known.reached_at is None:
        taken = sum(act.kind == "answer" and act.seat == LEARNER for act in await tx.acts.of(row.id))
        if known.steps < taken <= MOST_STEPS:
            await tx.lessons.count(game.name, lesson.key, taken, ended=1)
            known = replace(known, steps=taken)
        if not is_reached and LEARNER in match.pending_questions and known.asked <= taken < MOST_STEPS:
            await tx.lessons.count(game.name, lesson.key, taken + 1, begun=1)
            known = replace(known, asked=taken + 1)
        if is_reached:
            await tx.lessons.count(game.name, lesson.key, 0, ended=1)
            known = replace(known, reached_at=now)
    if is_reached:
        known = replace(known, reached_in=row.id)
    await tx.lessons.store(person, game.name, known)


async def lesson_row(
    lessons: LessonStatements, person: int, game: PlayableGame, key: str
) -> LessonRow | None:
    """Return a person's progress in a lesson, None if they have not begun it."""
    return next((row for row in await lessons.of(person, game.name) if row.lesson == key), None)
