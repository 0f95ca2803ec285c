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
"""Maximum decisions of a lesson that are counted one by one."""


def quiet(game: PlayableGame, key: str, match: Match, seat: int) -> Choice | None:
    """Return the opponent's answer if a lesson prescribes it, None if it plays freely."""
    lesson_in_course = course_of(game, key)
    return None if lesson_in_course is None else lesson_in_course[0].answer(match, seat)


def course_of(game: PlayableGame, key: str) -> tuple[Course, Lesson] | None:
    """Return a lesson with its course; None for an unknown one."""
    lesson = None if game.lessons is None else game.lessons.by_key.get(key)
    return None if game.lessons is None or lesson is None else (game.lessons, lesson)


def moment_of(course: Course, lesson: Lesson, match: Match) -> LessonMoment:
    """Return where the learner is in a lesson."""
    question = match.questions.get(LEARNER)
    return course.moment(lesson, match.view(LEARNER), question)


async def begun(tx: Writing, game: PlayableGame, person: int, lesson: Lesson, now: int) -> None:
    """Store that a person has begun a lesson. Count them in the statistics the first time."""
    progress = await lesson_row(tx.lessons, person, game, lesson.key)
    if progress is None:
        await tx.lessons.count(game.name, lesson.key, 0, begun=1)
        await tx.lessons.count(game.name, lesson.key, 1, begun=1)
        progress = LessonRow(lesson.key, 0, 0, 1, now)
    await tx.lessons.store(person, game.name, replace(progress, attempts=progress.attempts + 1))


async def answered(tx: Writing, game: PlayableGame, row: MatchRow, match: Match, now: int) -> None:
    """Store the learner's progress after an answer, theirs or the bot's. `row` is the match after it."""
    lesson_in_course, person = course_of(game, row.lesson), row.seats[LEARNER].person_id
    if lesson_in_course is not None:
        await tx.hold(about.AboutPerson(person))
    progress = None if lesson_in_course is None else await lesson_row(tx.lessons, person, game, row.lesson)
    if lesson_in_course is None or progress is None or progress.reached_in == row.id:
        return
    course, lesson = lesson_in_course
    if course.is_outdated(match.setup):
        return
    is_reached = lesson.reached(moment_of(course, lesson, match))
    if progress.reached_at is None:
        answers = sum(act.kind == "answer" and act.seat == LEARNER for act in await tx.acts.of(row.id))
        if progress.steps < answers <= MOST_STEPS:
            await tx.lessons.count(game.name, lesson.key, answers, ended=1)
            progress = replace(progress, steps=answers)
        if not is_reached and LEARNER in match.pending_questions and progress.asked <= answers < MOST_STEPS:
            await tx.lessons.count(game.name, lesson.key, answers + 1, begun=1)
            progress = replace(progress, asked=answers + 1)
        if is_reached:
            await tx.lessons.count(game.name, lesson.key, 0, ended=1)
            progress = replace(progress, reached_at=now)
    if is_reached:
        progress = replace(progress, reached_in=row.id)
    await tx.lessons.store(person, game.name, progress)


async def lesson_row(
    lessons: LessonStatements, person: int, game: PlayableGame, key: str
) -> LessonRow | None:
    """Return a person's progress in a lesson, None if they have not begun it."""
    return next((row for row in await lessons.of(person, game.name) if row.lesson == key), None)
