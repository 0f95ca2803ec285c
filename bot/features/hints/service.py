"""Hints in practice and lessons: the best answer, the next best, and the reasons for each.

The search process finds them at the bot's best level, using only what the player's seat knows. No one else can see
them. In a lesson, the lesson gives the hint until the player reaches its goal.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from hashlib import blake2s

import msgspec

from bot.errors import NotFound, Refusal
from bot.games.playable import Games
from bot.match import lesson_progress, sheets
from bot.platform.places import run_in_thread
from bot.platform.randomness import RandomSource, drawn_seed
from bot.search.pool import CannotThink, Urgency
from bot.search.queued_pool import Searches
from bot.store import Store
from bot.store.match_status import MatchStatus
from bot.store.orders import OrderDraft
from bot.store.rows import MatchRow
from bot.views.load_match import load
from cards.i18n import Locale, Message, Value, msg
from engine.kernel.ai.advice import Advice, advise
from engine.kernel.ai.counts import EXPERIENCE
from engine.kernel.ai.game_search import Thinking
from engine.kernel.ai.search import SearchCancelled
from engine.kernel.ai.words import choice_words, difference_words
from engine.kernel.consequence import Consequence, Gravity
from engine.kernel.lessons import hint_of
from engine.kernel.match import Answer, Match
from engine.kernel.question import Choice, PendingQuestion, Question

CPU_SECONDS, WALL_SECONDS = 4.0, 8.0
"""A hint's search ends after this processor time, or after this elapsed time, and uses the positions compared so far.

The second limit matters on a busy machine, where the search process gets only a small part of a core.
"""
CACHE_SIZE = 10_000
"""Number of hints cached while their questions are open."""
CONSEQUENCE_LIMIT = 2
"""Maximum number of consequences shown per answer."""


class RecommendedAnswer(msgspec.Struct, frozen=True):
    """An answer in words, its consequences, and the reasons to prefer it to the other one."""

    choice: Choice
    words: Value
    consequences: tuple[Message, ...] = ()
    reasons: tuple[Message, ...] = ()


class Hint(msgspec.Struct, frozen=True):
    """The reply to a request for a hint.

    `answers` are the best answer and the next best: only one if nothing else was worth trying, and none if a lesson
    gives the hint (`lesson`). `advice` has the details.
    """

    question: Question
    answers: tuple[RecommendedAnswer, ...] = ()
    lesson: Message | None = None
    advice: Advice | None = None

    @property
    def is_better(self) -> bool:
        """Whether the first answer is surely better than the second."""
        return self.advice is not None and self.advice.is_better

    @property
    def is_by_experience(self) -> bool:
        """Whether the first answer is better by statistics of many matches, not by its result on the table."""
        return self.advice is not None and any(reason.key == EXPERIENCE for reason in self.advice.speaks)


class _QuestionFingerprint(msgspec.Struct, frozen=True):
    """A question's identity: the question, and the answers of the match before it, as a digest."""

    answers: int
    digest: bytes


class _HintRequest(msgspec.Struct, frozen=True):
    """A question with everything a hint needs, limited to what its seat knows."""

    thinking: Thinking
    knowledge: bytes
    question: Question
    consequences: Sequence[Consequence]
    names: Sequence[str]
    fingerprint: _QuestionFingerprint
    lesson: Message | None = None


class _CachedHint(msgspec.Struct, frozen=True):
    """The advice for a question."""

    fingerprint: _QuestionFingerprint
    advice: Advice


class _HintSearch:
    """A search in progress, and the number of presses that wait for it."""

    def __init__(self, task: asyncio.Task[Advice]) -> None:
        self.task = task
        self.waiting = 0


def advised(
    thinking: Thinking, knowledge: bytes, seat: int, seed: str, *, is_wanted: Callable[[], bool]
) -> Advice:
    """Return advice on a seat's question, within about `CPU_SECONDS` or `WALL_SECONDS`."""
    cpu_start, wall_start = time.process_time(), time.monotonic()
    return advise(
        thinking,
        knowledge,
        seat,
        seed,
        is_wanted=is_wanted,
        is_enough=lambda: (
            time.process_time() - cpu_start > CPU_SECONDS or time.monotonic() - wall_start > WALL_SECONDS
        ),
    )


class Hints:
    """Gives hints. `random_source` draws the seed of each search."""

    def __init__(self, store: Store, games: Games, pool: Searches, random_source: RandomSource) -> None:
        self._store = store
        self._games = games
        self._pool = pool
        self._random_source = random_source
        self._searches: dict[tuple[int, int, _QuestionFingerprint], _HintSearch] = {}
        """The searches in progress, by match, person and question."""
        self._cache: OrderedDict[tuple[int, int], _CachedHint] = OrderedDict()
        """The latest hint, by match and person. In memory only: it can be searched again."""

    async def of(self, match_id: int, person: int, locale: Locale = Locale.ENGLISH) -> Hint:
        """Return a hint for a player's question in a practice match. It stays the same while the question is open.

        If they are drafting a turn, the hint is about the next step.

        Raises NotYourMatch, Refusal in a match with other people, NotFound if they have no question.
        """
        async with self._store.read() as store:
            row = await store.matches.existing(match_id, data=True)
            draft = await store.orders.draft(match_id, person)
        seat = row.own_seat(person)
        if not row.is_practice:
            raise Refusal(msg("Hints are only available in practice matches and lessons."))
        if row.status is not MatchStatus.PLAYING or seat not in row.awaited:
            raise NotFound(msg("You have no question to answer now."))
        learned = await self._has_learned(row, person)
        request = await run_in_thread(person, self._request, row, draft, person, seat, locale, learned)
        if request.lesson is not None:
            return Hint(request.question, lesson=request.lesson)
        cached = self._cache.get((match_id, person))
        advice = cached.advice if cached is not None and cached.fingerprint == request.fingerprint else None
        if advice is None:
            advice = await self._search(match_id, person, request)
        async with self._store.read() as store:
            current = await store.matches.existing(match_id)
        is_asked = current.status is MatchStatus.PLAYING and seat in current.awaited
        if not is_asked or current.seats[seat].reminder.question != row.seats[seat].reminder.question:
            raise Refusal(msg("You already decided that."))
        return _hint(request, advice)

    async def _search(self, match_id: int, person: int, request: _HintRequest) -> Advice:
        """Search for advice. Concurrent presses on the same question share one search."""
        key = match_id, person, request.fingerprint
        search = self._searches.get(key)
        if search is None:
            task = asyncio.create_task(self._submit(request, person))
            search = self._searches[key] = _HintSearch(task)
            task.add_done_callback(lambda task: self._finish(key, task))
        search.waiting += 1
        try:
            advice = await asyncio.shield(search.task)
        except (CannotThink, SearchCancelled) as error:
            if isinstance(error, SearchCancelled) and not self._pool.is_closed:
                raise Refusal(msg("You asked for another hint. I give one at a time.")) from error
            raise Refusal(msg("I can't find a hint right now. Please try again in a moment.")) from error
        finally:
            search.waiting -= 1
            if not search.waiting and not search.task.done():
                self._finish(key, search.task)
                search.task.cancel()
        return advice

    async def _submit(self, request: _HintRequest, person: int) -> Advice:
        advice: Advice = await self._pool.submit(
            ("hint", person),
            advised,
            request.thinking,
            request.knowledge,
            request.question.seat,
            drawn_seed(self._random_source),
            urgency=Urgency.ASKED,
            person=person,
        )
        return advice

    def _finish(self, key: tuple[int, int, _QuestionFingerprint], task: asyncio.Task[Advice]) -> None:
        if key in self._searches and self._searches[key].task is task:
            del self._searches[key]
        if not task.done() or task.cancelled() or task.exception() is not None:
            return
        match_id, person, fingerprint = key
        self._cache[match_id, person] = _CachedHint(fingerprint, task.result())
        self._cache.move_to_end((match_id, person))
        while len(self._cache) > CACHE_SIZE:
            self._cache.popitem(last=False)

    async def _has_learned(self, row: MatchRow, person: int) -> bool:
        """Return whether a player has reached the goal of the lesson in this match. True if it isn't a lesson."""
        if not row.lesson:
            return True
        async with self._store.read() as store:
            progress = await lesson_progress.lesson_row(
                store.lessons, person, self._games.find(row.game), row.lesson
            )
        return progress is not None and progress.reached_in == row.id

    def _request(
        self,
        row: MatchRow,
        draft: OrderDraft,
        person: int,
        seat: int,
        locale: Locale,
        has_learned: bool,
    ) -> _HintRequest:
        game, match = self._games.find(row.game), load(self._games, row)
        if game.thinking is None:
            raise NotFound(msg("I can't give hints in {game}.", game=game.title))
        position, steps = _laid_out(row, match, seat, draft)
        names = tuple(seat_row.name for seat_row in row.seats)
        question = position.questions_in(game.translator(locale), names)[seat]
        view = position.view(seat)
        course = None if has_learned else lesson_progress.course_of(game, row.lesson)
        cached = self._cache.get((row.id, person))
        answers, pending = match.record.answers, position.pending_questions[seat]
        fingerprint = _fingerprint(answers, steps, pending)
        if cached is not None and cached.fingerprint == _fingerprint(
            answers[: cached.fingerprint.answers], steps, pending
        ):
            fingerprint = cached.fingerprint
        return _HintRequest(
            game.thinking,
            position.known_to(seat),
            question,
            game.consequences(view, question, names),
            names,
            fingerprint,
            None if course is None else hint_of(course[1], course[0].moment(course[1], view, question)),
        )


def _laid_out(row: MatchRow, match: Match, seat: int, draft: OrderDraft) -> tuple[Match, Sequence[Choice]]:
    """Return the match after a player's drafted steps, and those steps. Without a draft: the current match, no steps.

    Information that the player doesn't know is sampled.
    """
    if not draft.answers or not sheets.takes_answers(row, match, seat, draft):
        return match, ()
    sheet = sheets.apply_draft(match, seat, draft)
    if sheet is None or not sheet.decided:
        return match, ()
    if sheet.stops is not None:
        raise NotFound(msg("You have no question to answer now."))
    return sheet.match, [choice for _, choice in sheet.decided]


def _fingerprint(
    answers: Sequence[Answer], steps: Sequence[Choice], pending: PendingQuestion
) -> _QuestionFingerprint:
    """Return a fingerprint that identifies an open question by its content and the answers before it.

    Its id isn't enough: others may answer while it is open, and a move taken back asks it again under a new id.
    """
    identity = repr((msgspec.structs.replace(pending, id=0), answers, [*steps]))
    return _QuestionFingerprint(len(answers), blake2s(identity.encode(), digest_size=16).digest())


def _hint(request: _HintRequest, advice: Advice) -> Hint:
    """Return a hint: the advice, in words."""
    choices = [(advice.choice, advice.speaks)]
    if advice.other is not None:
        choices.append((advice.other, advice.speaks_for_other))
    answers = [
        RecommendedAnswer(
            choice,
            choice_words(request.question, choice),
            _consequences(request.consequences, choice),
            tuple(
                difference_words(request.thinking, difference, request.question.seat, request.names)
                for difference in differences
            ),
        )
        for choice, differences in choices
    ]
    return Hint(request.question, tuple(answers), advice=advice)


def _consequences(consequences: Sequence[Consequence], choice: Choice) -> tuple[Message, ...]:
    """Return the worst consequences of an answer, most serious first.

    Details that the board already shows are left out.
    """
    serious = [
        each for each in consequences if choice == (each.option,) and each.weight is not Gravity.DETAIL
    ]
    serious.sort(key=lambda each: -each.weight)
    return tuple(each.sentence for each in serious[:CONSEQUENCE_LIMIT])
