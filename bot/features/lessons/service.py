"""Lessons with saved progress, and short explanations in a player's first matches.

A lesson is an ordinary match between a player and the bot, stored in the same tables. No one else sees it, it has no
clocks, and it counts for nothing. Its texts are built only from what the learner may know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from bot.clocks import NO_CLOCK
from bot.errors import NotFound
from bot.games.playable import PlayableGame
from bot.games.reference import Reference
from bot.match import lesson_progress
from bot.match.apply import row_after_act, save
from bot.match.first_answers import forced
from bot.match.matches import Matches
from bot.people.beginners import open_lessons
from bot.platform.clock import Clock
from bot.store import Store, Writing, about
from bot.store.lessons import StepRow
from bot.store.match_status import MatchStatus
from bot.store.person import Person
from bot.store.rows import ActRow, NewMatch
from bot.store.store import Reading, retried
from bot.views import build_views
from bot.views.load_match import CannotBeRead
from bot.views.types import PlayerSnapshot
from cards.i18n import Locale, Translator, msg
from cards.i18n import title as title_of
from engine.kernel.lessons import (
    LEARNER,
    Course,
    Lesson,
    LessonExplanation,
    LessonMoment,
    line_for,
    new_cards,
    new_thing,
    pressed,
)

FIRST_MATCHES = 3
"""Number of a player's first matches in which new things are explained."""


OUTDATED = msg("The cards of this lesson have changed since you began it. Start it again.")


class LessonProgress(msgspec.Struct, frozen=True):
    """A player's progress, as lesson keys. `reached` are the lessons whose goals they have reached."""

    course: Course
    reached: frozenset[str]
    begun: frozenset[str]
    open_match: int | None = None
    """The match of their current lesson, until they reach its goal."""

    @property
    def following(self) -> Lesson | None:
        """The first lesson whose goal they haven't reached, or None."""
        return next((lesson for lesson in self.course.lessons if lesson.key not in self.reached), None)


class ExplainedKeyword(msgspec.Struct, frozen=True):
    """A keyword, its meaning, and the titles of the cards that have it, all translated."""

    word: str
    meaning: str
    cards: tuple[str, ...]


class LessonNote(msgspec.Struct, frozen=True):
    """A lesson's current explanation.

    `sentence` is about the position, or about the result (`is_reached`, `is_missed`).
    """

    number: int
    of: int
    lesson: Lesson
    sentence: str
    aim: str = ""
    """The ways to win and lose. Shown before anything else, at the start of the first lesson."""
    explanation: str = ""
    """The explanation of something that comes up for the first time."""
    keywords: tuple[ExplainedKeyword, ...] = ()
    """The new keywords on the cards that the learner can see."""
    is_reached: bool = False
    is_missed: bool = False
    following: Lesson | None = None
    press: str = ""
    """The key of the option that the lesson asks for, or ""."""


class Lessons:
    """Starts and continues lessons, and explains. Changes are applied once per interaction."""

    def __init__(self, store: Store, clock: Clock, matches: Matches) -> None:
        self._store = store
        self._clock = clock
        self._matches = matches

    # -- lessons

    async def progress(self, person: int, game: PlayableGame) -> LessonProgress | None:
        """Return a player's progress; None for a game without lessons."""
        if game.lessons is None:
            return None
        async with self._store.read() as store:
            rows = await store.lessons.of(person, game.name)
            open_rows = await open_lessons(store, person, game)
        return LessonProgress(
            game.lessons,
            frozenset(row.lesson for row in rows if row.reached_at is not None),
            frozenset(row.lesson for row in rows),
            next((match.id for match in open_rows if match.id not in {row.reached_in for row in rows}), None),
        )

    async def go_on(
        self, interaction: int, person: Person, bot: Person, game: PlayableGame, locale: Locale
    ) -> PlayerSnapshot | None:
        """Return a player's open lesson, or start the next one; None after the last."""
        progress = await self.progress(person.id, game)
        if progress is None:
            raise _no_lessons(game)
        following = progress.following
        if progress.open_match is not None:
            # If an older version started it, nothing is lost by starting it again.
            try:
                snapshot = await self._matches.panel_snapshot(progress.open_match, person.id, locale)
            except CannotBeRead as error:
                following = progress.course.by_key.get(error.row.lesson, following)
            else:
                async with self._store.read() as store:
                    is_outdated = await _is_outdated(store, progress.course, progress.open_match)
                if not is_outdated:
                    return snapshot
                following = progress.course.by_key.get(snapshot.table.lesson, following)
        if following is None:
            return None
        return await self.begin(interaction, person, bot, game, following.key, locale)

    @retried(known=True)
    async def begin(
        self,
        interaction: int,
        person: Person,
        bot: Person,
        game: PlayableGame,
        key: str,
        locale: Locale = Locale.ENGLISH,
    ) -> PlayerSnapshot:
        """Start a lesson, and leave the open one. Raises NotFound for an unknown lesson."""
        course_and_lesson = lesson_progress.course_of(game, key)
        if course_and_lesson is None:
            raise _no_lessons(game) if game.lessons is None else NotFound(msg("That lesson doesn't exist."))
        course, lesson = course_and_lesson
        async with self._store.write(about.MatchesOf(person.id)) as tx:
            if (earlier := await tx.acts.act(interaction)) is not None:
                match_id = earlier.match_id
            else:
                match_id = await self._begin(tx, interaction, person, bot, game, course, lesson)
        return await self._matches.panel_snapshot(match_id, person.id, locale)

    async def _begin(
        self,
        tx: Writing,
        interaction: int,
        person: Person,
        bot: Person,
        game: PlayableGame,
        course: Course,
        lesson: Lesson,
    ) -> int:
        now = self._clock.now()
        await tx.people.store(person.id, person.name)
        await tx.people.store_bot(bot.id, bot.name)
        for row in await open_lessons(tx, person.id, game):
            act = ActRow(row.id, row.rev + 1, None, "leave", person.id, LEARNER, now)
            await tx.matches.advance(
                row, status=MatchStatus.WITHDRAWN, awaited=(), data=None, act=act, events="[]", notes=()
            )
        match = course.begin(lesson)
        forced(match)
        people = (person.id, bot.id)
        match_id = await tx.matches.add(
            NewMatch(game.name, None, 0, people, course.story.decks[0], now, NO_CLOCK, lesson=lesson.key)
        )
        if game.has_decks:
            for seat, deck in enumerate(course.story.decks):
                await tx.seats.set_deck(match_id, seat, deck, "")
        row = await tx.matches.existing(match_id)
        act = ActRow(match_id, 1, interaction, "learn", person.id, LEARNER, now)
        started = row_after_act(row, match, act, reply_delay=lambda: 0)
        # Drop the events that led to the lesson's position: the log starts with the learner's first action.
        await save(tx, row, started, match, act, build_views.pack(()), ())
        await lesson_progress.begun(tx, game, person.id, lesson, now)
        return match_id

    async def taught(self, snapshot: PlayerSnapshot) -> LessonNote | None:
        """Return a lesson's current explanation for the learner; None if the match isn't a lesson."""
        game = snapshot.table.game
        course_and_lesson = lesson_progress.course_of(game, snapshot.table.lesson)
        if course_and_lesson is None:
            return None
        course, lesson = course_and_lesson
        async with self._store.read() as store:
            rows = await store.lessons.of(snapshot.person.id, game.name)
            is_outdated = await _is_outdated(store, course, snapshot.table.match_id)
        is_reached = any(row.reached_in == snapshot.table.match_id for row in rows)
        moment = course.moment(lesson, snapshot.view, snapshot.question)
        is_missed = not is_reached and (is_outdated or lesson.missed(moment))
        line = line_for(lesson, moment)
        line_sentence = None if line is None else line.sentence
        phrase = lesson.praise if is_reached else lesson.pity if is_missed else line_sentence
        if is_outdated and is_missed:
            phrase = OUTDATED
        if phrase is None and snapshot.question is not None:
            thing = new_thing(course.explained, snapshot.view, snapshot.question)
            phrase = None if thing is None else thing.sentence
        explanations = [explanation for explanation in course.explained if explanation.in_lessons]
        is_over = is_reached or is_missed
        is_first = moment.is_first and lesson is course.lessons[0]
        press = None if is_over else pressed(line, snapshot.question)
        return LessonNote(
            course.number(lesson.key),
            len(course.lessons),
            lesson,
            "" if phrase is None else snapshot.translator(phrase),
            snapshot.translator(course.aim) if is_first else "",
            "" if is_over else await self._explained_once(snapshot, explanations),
            () if is_over else _new_keywords(game, course, lesson, moment, snapshot.translator),
            is_reached,
            is_missed,
            course.after(lesson.key),
            "" if press is None else press.key,
        )

    async def funnel(self, game: PlayableGame) -> list[StepRow]:
        """Return the number of players who reached each step, in the order of the lessons."""
        async with self._store.read() as store:
            rows = await store.lessons.funnel(game.name)
        if game.lessons is None:
            return []
        index_by_key = {lesson.key: index for index, lesson in enumerate(game.lessons.lessons)}
        return sorted(
            (row for row in rows if row.lesson in index_by_key),
            key=lambda row: (index_by_key[row.lesson], row.step),
        )

    # -- the first matches

    async def explanation(self, snapshot: PlayerSnapshot) -> str:
        """Return an explanation of something new in a player's question, or "".

        Each thing is explained once, in one of the player's first matches, while that question is open.
        """
        game = snapshot.table.game
        if game.lessons is None or snapshot.table.lesson or snapshot.question is None:
            return ""
        async with self._store.read() as store:
            wants, matches, explained_at = await store.lessons.first_matches(snapshot.person.id, game.name)
        if not wants or matches > FIRST_MATCHES:
            return ""
        return await self._explained(snapshot, game.lessons.explained, explained_at)

    @retried(known=True)
    async def _explained_once(
        self, snapshot: PlayerSnapshot, explanations: Sequence[LessonExplanation]
    ) -> str:
        """Return an explanation of the first new thing in an open question; "" if nothing is new."""
        if snapshot.question is None or not explanations:
            return ""
        async with self._store.read() as store:
            explained_at = await store.lessons.explained(snapshot.person.id, snapshot.table.game.name)
        return await self._explained(snapshot, explanations, explained_at)

    async def _explained(
        self,
        snapshot: PlayerSnapshot,
        explanations: Sequence[LessonExplanation],
        explained_at: Mapping[str, tuple[int, int]],
    ) -> str:
        """Do the same, given the match and question at which each thing was explained to the player, by key."""
        question, game, person = snapshot.question, snapshot.table.game.name, snapshot.person.id
        if question is None:
            return ""
        place = (snapshot.table.match_id, question.id)
        thing = next((each for each in explanations if explained_at.get(each.key) == place), None)
        if (
            thing is None
            and (thing := new_thing(explanations, snapshot.view, question, explained_at)) is not None
        ):
            async with self._store.write(about.AboutPerson(person)) as tx:
                await tx.lessons.explain(person, game, thing.key, *place)
        return "" if thing is None else snapshot.translator(thing.sentence)


async def _is_outdated(store: Reading, course: Course, match_id: int) -> bool:
    return course.is_outdated((await store.matches.existing(match_id, data=True)).setup)


def _new_keywords(
    game: PlayableGame, course: Course, lesson: Lesson, moment: LessonMoment, translator: Translator
) -> tuple[ExplainedKeyword, ...]:
    """Return the keywords of new cards, except those that an earlier lesson has explained."""
    reference = game.reference
    if reference is None:
        return ()
    known_keys = {key for key, _ in _keywords_of(reference, course.earlier_cards(lesson))}
    titles_by_key = dict[str, list[str]]()
    for key, title in _keywords_of(reference, new_cards(course, moment)):
        if key not in known_keys:
            titles_by_key.setdefault(key, []).append(translator(title_of(title)))
    meanings = reference.explained(titles_by_key, translator)
    return tuple(
        ExplainedKeyword(word, meaning, tuple(cards))
        for (word, meaning), cards in zip(meanings, titles_by_key.values(), strict=True)
    )


def _keywords_of(reference: Reference, titles: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield (keyword, title) for each keyword of these cards."""
    for title in titles:
        if title in reference.titles():
            for key in reference.used(reference.text(title)):
                if key.casefold() in reference.keywords:
                    yield key, title


def _no_lessons(game: PlayableGame) -> NotFound:
    return NotFound(msg("There are no lessons for {game} yet.", game=game.title))
