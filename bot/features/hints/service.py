"""Hints in practice and lessons: the best answer, the next best, and the reasons for each.

They are searched from the knowledge of the person's seat, at the bot's best level, in the search process. No one else
learns of them. In a lesson, the lesson gives the hint until its goal is reached.
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
from bot.platform.places import beside
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

SECONDS, WAITED = 4.0, 8.0
"""Seconds of a core, and seconds on the clock, after which a hint makes do with the positions that it has compared.

A busy machine gives the process that thinks a small part of a core, and the player waits.
"""
CACHE_SIZE = 10_000
"""Number of hints cached while their questions are open."""
FOLLOWS = 2
"""Maximum number of consequences shown per answer."""


class Way(msgspec.Struct, frozen=True):
    """An answer in words, with its consequences, and the reasons for it against the other one."""

    choice: Choice
    answer: Value
    follows: tuple[Message, ...] = ()
    speaks: tuple[Message, ...] = ()


class Hint(msgspec.Struct, frozen=True):
    """The reply to a request for a hint.

    `ways` are the best answer and the next best; only one if nothing else was worth trying, and none if a lesson
    gives the hint (`lesson`). The rest is in `advice`.
    """

    question: Question
    ways: tuple[Way, ...] = ()
    lesson: Message | None = None
    advice: Advice | None = None

    @property
    def is_better(self) -> bool:
        """Whether the first answer is surely better than the second."""
        return self.advice is not None and self.advice.is_better

    @property
    def is_by_experience(self) -> bool:
        """Whether the first answer is better according to many matches, not because of its result on the table."""
        return self.advice is not None and any(one.key == EXPERIENCE for one in self.advice.speaks)


class _Mark(msgspec.Struct, frozen=True):
    """A question's identity: the question, and the answers of the match before it, as a digest."""

    answers: int
    digest: bytes


class _HintRequest(msgspec.Struct, frozen=True):
    """A question with everything a hint needs: only its seat's knowledge."""

    thinking: Thinking
    knowledge: bytes
    question: Question
    consequences: Sequence[Consequence]
    names: Sequence[str]
    mark: _Mark
    lesson: Message | None = None


class _CachedHint(msgspec.Struct, frozen=True):
    """Advice that was given on a question."""

    mark: _Mark
    advice: Advice


class _HintSearch:
    """A search in progress, and the number of presses that wait for it."""

    def __init__(self, task: asyncio.Task[Advice]) -> None:
        self.task = task
        self.waiting = 0


def advised(
    thinking: Thinking, knowledge: bytes, seat: int, seed: str, *, is_wanted: Callable[[], bool]
) -> Advice:
    """Return advice on a seat's question, within about `SECONDS` of processor time, or `WAITED`."""
    begun, since = time.process_time(), time.monotonic()
    return advise(
        thinking,
        knowledge,
        seat,
        seed,
        is_wanted=is_wanted,
        is_enough=lambda: time.process_time() - begun > SECONDS or time.monotonic() - since > WAITED,
    )


class Hints:
    """Gives hints. What a thought leaves to chance is drawn with a `lot`, once for a question."""

    def __init__(self, store: Store, games: Games, pool: Searches, lot: RandomSource) -> None:
        self._store = store
        self._games = games
        self._pool = pool
        self._lot = lot
        self._thinking: dict[tuple[int, int, _Mark], _HintSearch] = {}
        """The searches in progress, by match, person and question."""
        self._cache: OrderedDict[tuple[int, int], _CachedHint] = OrderedDict()
        """The last hint that was given, by match and person. In memory only: with its seed, one could think it again."""

    async def of(self, match_id: int, person: int, locale: Locale = Locale.ENGLISH) -> Hint:
        """Return a hint on a person's question in practice. It stays the same while the question is open.

        While they draft a turn, it is about the next step.

        Raises NotYourMatch, Refusal in a match with other people, NotFound if they have no question.
        """
        async with self._store.read() as store:
            row = await store.matches.existing(match_id, data=True)
            draft = await store.orders.draft(match_id, person)
        seat = row.own_seat(person)
        if not row.is_practice:
            raise Refusal(msg("Hints are only available in practice matches and lessons."))
        if row.standing is not MatchStatus.PLAYING or seat not in row.awaited:
            raise NotFound(msg("You have no question to answer now."))
        learned = await self._has_learned(row, person)
        asked = await beside(person, self._request, row, draft, person, seat, locale, learned)
        if asked.lesson is not None:
            return Hint(asked.question, lesson=asked.lesson)
        kept = self._cache.get((match_id, person))
        advice = kept.advice if kept is not None and kept.mark == asked.mark else None
        if advice is None:
            advice = await self._thought(match_id, person, asked)
        async with self._store.read() as store:
            now = await store.matches.existing(match_id)
        is_asked = now.standing is MatchStatus.PLAYING and seat in now.awaited
        if not is_asked or now.seats[seat].reminder.question != row.seats[seat].reminder.question:
            raise Refusal(msg("You already decided that."))
        return _hint(asked, advice)

    async def _thought(self, match_id: int, person: int, asked: _HintRequest) -> Advice:
        """Return the result of a search about a question. Concurrent presses share the same search."""
        key = match_id, person, asked.mark
        thought = self._thinking.get(key)
        if thought is None:
            thought = self._thinking[key] = _HintSearch(asyncio.create_task(self._advised(asked, person)))
            thought.task.add_done_callback(lambda done: self._forget(key, done))
        thought.waiting += 1
        try:
            found = await asyncio.shield(thought.task)
        except (CannotThink, SearchCancelled) as error:
            if isinstance(error, SearchCancelled) and not self._pool.is_closed:
                raise Refusal(msg("You asked for another hint. I give one at a time.")) from error
            raise Refusal(msg("I can't find a hint right now. Please try again in a moment.")) from error
        finally:
            thought.waiting -= 1
            if not thought.waiting and not thought.task.done():
                self._forget(key, thought.task)
                thought.task.cancel()
        return found

    async def _advised(self, asked: _HintRequest, person: int) -> Advice:
        found: Advice = await self._pool.submit(
            ("hint", person),
            advised,
            asked.thinking,
            asked.knowledge,
            asked.question.seat,
            drawn_seed(self._lot),
            urgency=Urgency.ASKED,
            person=person,
        )
        return found

    def _forget(self, key: tuple[int, int, _Mark], task: asyncio.Task[Advice]) -> None:
        if key in self._thinking and self._thinking[key].task is task:
            del self._thinking[key]
        if not task.done() or task.cancelled() or task.exception() is not None:
            return
        match_id, person, mark = key
        self._cache[match_id, person] = _CachedHint(mark, task.result())
        self._cache.move_to_end((match_id, person))
        while len(self._cache) > CACHE_SIZE:
            self._cache.popitem(last=False)

    async def _has_learned(self, row: MatchRow, person: int) -> bool:
        """Return whether a person has reached the goal of the lesson that a match is, if it is one."""
        if not row.lesson:
            return True
        async with self._store.read() as store:
            known = await lesson_progress.lesson_row(
                store.lessons, person, self._games.find(row.game), row.lesson
            )
        return known is not None and known.reached_in == row.id

    def _request(
        self,
        row: MatchRow,
        draft: OrderDraft | None,
        person: int,
        seat: int,
        locale: Locale,
        has_learned: bool,
    ) -> _HintRequest:
        game, match = self._games.find(row.game), load(self._games, row)
        if game.thinking is None:
            raise NotFound(msg("I can't give hints in {game}.", game=game.title))
        there, steps = _laid_out(row, match, seat, draft)
        names = tuple(one.name for one in row.seats)
        question = there.questions_in(game.translator(locale), names)[seat]
        view = there.view(seat)
        found = None if has_learned else lesson_progress.course_of(game, row.lesson)
        kept = self._cache.get((row.id, person))
        answers, asked = match.record.answers, there.pending_questions[seat]
        mark = _mark(answers, steps, asked)
        if kept is not None and kept.mark == _mark(answers[: kept.mark.answers], steps, asked):
            mark = kept.mark
        return _HintRequest(
            game.thinking,
            there.known_to(seat),
            question,
            game.consequences(view, question, names),
            names,
            mark,
            None if found is None else hint_of(found[1], found[0].moment(found[1], view, question)),
        )


def _laid_out(
    row: MatchRow, match: Match, seat: int, draft: OrderDraft | None
) -> tuple[Match, Sequence[Choice]]:
    """Return the match after a person's draft with these steps; without steps, the current match.

    Unknown information is sampled from their knowledge.
    """
    if draft is None or not draft.answers or not sheets.is_of(row, match, seat, draft):
        return match, ()
    out = sheets.laid(match, seat, draft)
    if out is None or not out.decided:
        return match, ()
    if out.stops is not None:
        raise NotFound(msg("You have no question to answer now."))
    return out.match, [choice for _, choice in out.decided]


def _mark(answers: Sequence[Answer], steps: Sequence[Choice], asked: PendingQuestion) -> _Mark:
    """Return a mark that identifies an open question: the answers before it.

    Its id isn't enough: others may answer while it is open, and it gets a new id when asked again after a take-back.
    """
    known = repr((msgspec.structs.replace(asked, id=0), answers, [*steps]))
    return _Mark(len(answers), blake2s(known.encode(), digest_size=16).digest())


def _hint(asked: _HintRequest, advice: Advice) -> Hint:
    """Return advice in words."""
    choices = [(advice.choice, advice.speaks)]
    if advice.other is not None:
        choices.append((advice.other, advice.speaks_for_other))
    ways = [
        Way(
            choice,
            choice_words(asked.question, choice),
            _follows(asked.consequences, choice),
            tuple(difference_words(asked.thinking, one, asked.question.seat, asked.names) for one in speaks),
        )
        for choice, speaks in choices
    ]
    return Hint(asked.question, tuple(ways), advice=advice)


def _follows(consequences: Sequence[Consequence], choice: Choice) -> tuple[Message, ...]:
    """Return the consequences of an answer, most serious first, without those shown on the board."""
    found = [one for one in consequences if choice == (one.option,) and one.weight is not Gravity.DETAIL]
    found.sort(key=lambda one: -one.weight)
    return tuple(one.sentence for one in found[:FOLLOWS])
