"""Lessons of a game with saved progress, and short explanations in anyone's first matches.

A lesson is a match like any other, between a person and the bot: it is played through `bot.match.matches`, and stored
in the same tables. No one else sees it, it has no clocks, and it counts for nothing. Its texts are built from the
learner's own snapshot.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from bot.clocks import NO_CLOCK
from bot.errors import NotFound
from bot.games.playable import PlayableGame
from bot.games.reference import Reference
from bot.match import lesson_progress
from bot.match.apply import advanced, save
from bot.match.first_answers import forced
from bot.match.matches import Matches
from bot.people.beginners import open_lessons
from bot.platform.clock import Clock
from bot.store import Store, Writing, about
from bot.store.lessons import StepRow
from bot.store.match_status import MatchStatus
from bot.store.person import Person
from bot.store.rows import ActRow, NewMatch
from bot.store.store import retried
from bot.views import build_views
from bot.views.load_match import CannotBeRead
from bot.views.types import PrivateLook
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
"""Matches in which new things are explained."""


class LessonProgress(msgspec.Struct, frozen=True):
    """A person's progress. `reached` are the lessons whose goals they have come to."""

    course: Course
    reached: frozenset[str]
    begun: frozenset[str]
    open_match: int | None = None
    """The match of the lesson that they are in, as long as they have not come to its goal."""

    @property
    def following(self) -> Lesson | None:
        """The first lesson whose goal they have not come to, None if there is none."""
        return next((one for one in self.course.lessons if one.key not in self.reached), None)


class ExplainedKeyword(msgspec.Struct, frozen=True):
    """A keyword, what it means, and the titles of the cards that it stands on, all in the reader's language."""

    word: str
    meaning: str
    cards: tuple[str, ...]


class LessonNote(msgspec.Struct, frozen=True):
    """A lesson's explanation at a moment: `sentence` about it, or (`is_reached`, `is_missed`) about its result."""

    number: int
    of: int
    lesson: Lesson
    sentence: str
    aim: str = ""
    """The ways to win and to lose, before anything else."""
    explanation: str = ""
    """The meaning of a word that comes up for the first time."""
    keywords: tuple[ExplainedKeyword, ...] = ()
    """The keywords on the cards that have come before the learner."""
    is_reached: bool = False
    is_missed: bool = False
    following: Lesson | None = None
    press: str = ""
    """The key of the one option that is asked for."""


class Lessons:
    """The one door to lessons. What changes something is carried out once for an interaction."""

    def __init__(self, store: Store, clock: Clock, matches: Matches) -> None:
        self._store = store
        self._clock = clock
        self._matches = matches

    # -- lessons

    async def progress(self, person: int, game: PlayableGame) -> LessonProgress | None:
        """Return how far a person has got; None for a game without lessons."""
        if game.lessons is None:
            return None
        async with self._store.read() as store:
            rows = await store.lessons.of(person, game.name)
            found = await open_lessons(store, person, game)
        return LessonProgress(
            game.lessons,
            frozenset(row.lesson for row in rows if row.reached_at is not None),
            frozenset(row.lesson for row in rows),
            next((one.id for one in found if one.id not in {row.reached_in for row in rows}), None),
        )

    async def go_on(
        self, interaction: int, person: Person, house: Person, game: PlayableGame, locale: Locale
    ) -> PrivateLook | None:
        """Return the lesson that a person is in, or begin the next one; None if they have come to the end of all."""
        progress = await self.progress(person.id, game)
        if progress is None:
            raise _no_lessons(game)
        following = progress.following
        if progress.open_match is not None:
            try:
                return await self._matches.look_panel(progress.open_match, person.id, locale)
            except CannotBeRead as unreadable:
                # It was begun by an older version, and nothing is lost by beginning it again.
                following = progress.course.by_key.get(unreadable.row.lesson, following)
        if following is None:
            return None
        return await self.begin(interaction, person, house, game, following.key, locale)

    @retried(known=True)
    async def begin(
        self,
        interaction: int,
        person: Person,
        house: Person,
        game: PlayableGame,
        key: str,
        locale: Locale = Locale.ENGLISH,
    ) -> PrivateLook:
        """Begin a lesson; the one that they were in is left. Raises NotFound for an unknown lesson."""
        found = lesson_progress.course_of(game, key)
        if found is None:
            raise _no_lessons(game) if game.lessons is None else NotFound(msg("That lesson doesn't exist."))
        course, lesson = found
        async with self._store.write(about.MatchesOf(person.id)) as tx:
            if (before := await tx.acts.act(interaction)) is not None:
                match_id = before.match_id
            else:
                match_id = await self._begin(tx, interaction, person, house, game, course, lesson)
        return await self._matches.look_panel(match_id, person.id, locale)

    async def _begin(
        self,
        tx: Writing,
        interaction: int,
        person: Person,
        house: Person,
        game: PlayableGame,
        course: Course,
        lesson: Lesson,
    ) -> int:
        now = self._clock.now()
        await tx.people.store(person.id, person.name)
        await tx.people.put_house(house.id, house.name)
        for row in await open_lessons(tx, person.id, game):
            act = ActRow(row.id, row.rev + 1, None, "leave", person.id, LEARNER, now)
            await tx.matches.advance(
                row, standing=MatchStatus.WITHDRAWN, awaited=(), data=None, act=act, events="[]", notes=()
            )
        match = course.begin(lesson)
        forced(match)
        people = (person.id, house.id)
        match_id = await tx.matches.add(
            NewMatch(game.name, None, 0, people, course.story.decks[0], now, NO_CLOCK, lesson=lesson.key)
        )
        if game.has_decks:
            for seat, deck in enumerate(course.story.decks):
                await tx.seats.set_deck(match_id, seat, deck, "")
        row = await tx.matches.existing(match_id)
        act = ActRow(match_id, 1, interaction, "learn", person.id, LEARNER, now)
        begun = advanced(row, match, act, quick=lambda: 0)
        # What led there has happened to nobody: the log begins with the learner's own first step.
        await save(tx, row, begun, match, act, build_views.pack(()), ())
        await lesson_progress.begun(tx, game, person.id, lesson, now)
        return match_id

    async def taught(self, look: PrivateLook) -> LessonNote | None:
        """Return the current text of a lesson for the learner; None without a lesson."""
        game = look.table.game
        found = lesson_progress.course_of(game, look.table.lesson)
        if found is None:
            return None
        course, lesson = found
        async with self._store.read() as store:
            rows = await store.lessons.of(look.person.id, game.name)
        is_reached = any(row.reached_in == look.table.match_id for row in rows)
        moment = course.moment(lesson, look.view, look.question)
        is_missed = not is_reached and lesson.missed(moment)
        line = line_for(lesson, moment)
        said = None if line is None else line.sentence
        phrase = lesson.praise if is_reached else lesson.pity if is_missed else said
        if phrase is None and look.question is not None:
            thing = new_thing(course.explained, look.view, look.question)
            phrase = None if thing is None else thing.sentence
        words = [one for one in course.explained if one.in_lessons]
        is_over = is_reached or is_missed
        is_first = moment.is_first and lesson is course.lessons[0]
        press = None if is_over else pressed(line, look.question)
        return LessonNote(
            course.number(lesson.key),
            len(course.lessons),
            lesson,
            "" if phrase is None else look.translator(phrase),
            look.translator(course.aim) if is_first else "",
            "" if is_over else await self._explained_once(look, words),
            () if is_over else _new_keywords(game, course, lesson, moment, look.translator),
            is_reached,
            is_missed,
            course.after(lesson.key),
            "" if press is None else press.key,
        )

    async def funnel(self, game: PlayableGame) -> list[StepRow]:
        """Return how many people have got how far, in the order of the lessons."""
        async with self._store.read() as store:
            rows = await store.lessons.funnel(game.name)
        if game.lessons is None:
            return []
        places = {lesson.key: place for place, lesson in enumerate(game.lessons.lessons)}
        return sorted(
            (row for row in rows if row.lesson in places), key=lambda row: (places[row.lesson], row.step)
        )

    # -- the first matches

    async def explanation(self, look: PrivateLook) -> str:
        """Return a sentence on what a question brings up for the first time, "" where there is nothing to explain.

        It is explained once, in one of a person's first matches, for as long as that question is open.
        """
        game = look.table.game
        if game.lessons is None or look.table.lesson or look.question is None:
            return ""
        async with self._store.read() as store:
            wants, matches, known = await store.lessons.first_matches(look.person.id, game.name)
        if not wants or matches > FIRST_MATCHES:
            return ""
        return await self._explained(look, game.lessons.explained, known)

    @retried(known=True)
    async def _explained_once(self, look: PrivateLook, explained: Sequence[LessonExplanation]) -> str:
        """Return a sentence on the first new thing that a question brings up, for as long as it is open; "" for nothing new."""
        if look.question is None or not explained:
            return ""
        async with self._store.read() as store:
            known = await store.lessons.explained(look.person.id, look.table.game.name)
        return await self._explained(look, explained, known)

    async def _explained(
        self, look: PrivateLook, explained: Sequence[LessonExplanation], known: Mapping[str, tuple[int, int]]
    ) -> str:
        """The same where it is `known` what was explained to the person, each in which match and at which question."""
        question, game, person = look.question, look.table.game.name, look.person.id
        if question is None:
            return ""
        here = (look.table.match_id, question.id)
        thing = next((one for one in explained if known.get(one.key) == here), None)
        if thing is None and (thing := new_thing(explained, look.view, question, known)) is not None:
            async with self._store.write(about.AboutPerson(person)) as tx:
                await tx.lessons.explain(person, game, thing.key, *here)
        return "" if thing is None else look.translator(thing.sentence)


def _new_keywords(
    game: PlayableGame, course: Course, lesson: Lesson, moment: LessonMoment, translator: Translator
) -> tuple[ExplainedKeyword, ...]:
    """Return the keywords of cards that are new, but for those that were explained as an earlier lesson began."""
    reference = game.reference
    if reference is None:
        return ()
    known = {key for key, _ in _keyworded(reference, course.earlier_cards(lesson))}
    found = dict[str, list[str]]()
    for key, title in _keyworded(reference, new_cards(course, moment)):
        if key not in known:
            found.setdefault(key, []).append(translator(title_of(title)))
    explained = reference.explained(found, translator)
    return tuple(
        ExplainedKeyword(word, meaning, tuple(cards))
        for (word, meaning), cards in zip(explained, found.values(), strict=True)
    )


def _keyworded(reference: Reference, titles: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield each keyword of these cards with the title of the card."""
    for title in titles:
        if title in reference.titles():
            for key in reference.used(reference.text(title)):
                if key.casefold() in reference.keywords:
                    yield key, title


def _no_lessons(game: PlayableGame) -> NotFound:
    return NotFound(msg("There are no lessons for {game} yet.", game=game.title))
