"""Hints: two answers that somebody could consider, and what speaks for each, where they practise or learn.

They are thought of from what that person's seat knows, at the bot's best, by the process that thinks. Nobody else learns that
there was one.
"""

from __future__ import annotations

import asyncio

import msgspec

from bot.errors import NotFound, Refusal
from bot.games.playable import Games
from bot.runtime.background import beside
from bot.runtime.lots import Lot, drawn_seed
from bot.store import Store
from bot.store.find_match import row_of, seat_of
from bot.store.rows import MatchRow
from bot.store.standing import Standing
from bot.thinking.pool import CannotThink, Pool, Urgency
from bot.views.load_match import load
from cards.i18n import Locale, Value, msg
from engine.kernel.question import Question
from engine.kernel.thinking.considering import Considered, consider
from engine.kernel.thinking.search import Unwanted
from engine.kernel.thinking.thinking import Thinking
from engine.kernel.thinking.words import choice_words, feature_words


class Way(msgspec.Struct, frozen=True):
    """An answer in words, and what speaks for it against the other one; None where nothing clearly does."""

    answer: Value
    speaks: Value | None


_Found = tuple[Considered, ...] | None
"""What has come of thinking about a hint."""


class _Asked(msgspec.Struct, frozen=True):
    thinking: Thinking
    knowledge: bytes
    question: Question


class _Thought:
    """What is being thought about, and for how many presses."""

    def __init__(self, task: asyncio.Task[_Found]) -> None:
        self.task = task
        self.waiting = 0


class Hints:
    """Gives hints. What a thought leaves to chance is drawn with a `lot`."""

    def __init__(self, store: Store, games: Games, pool: Pool, lot: Lot) -> None:
        self._store = store
        self._games = games
        self._pool = pool
        self._lot = lot
        self._thinking: dict[tuple[int, int, int], _Thought] = {}
        """What is being thought about: by match, question and person."""

    async def of(self, match_id: int, person: int, locale: Locale = Locale.ENGLISH) -> tuple[Way, ...]:
        """Return two answers to what somebody is asked in practice, or none where there is nothing to weigh.

        Raises NotYourMatch, Refusal in a match with other people, NotFound where they are asked nothing.
        """
        async with self._store.read() as store:
            row = await row_of(store, match_id, data=True)
        seat = seat_of(row, person)
        if not row.is_practice:
            raise Refusal(msg("I give hints only where you practise with me, or learn."))
        if row.standing is not Standing.PLAYING or seat not in row.awaited:
            raise NotFound(msg("You are asked nothing now."))
        asked = await beside(person, self._asked, row, seat, locale)
        key = match_id, asked.question.id, person
        thought = self._thinking.get(key)
        if thought is None:
            thought = self._thinking[key] = _Thought(asyncio.create_task(self._considered(asked, person)))
            thought.task.add_done_callback(lambda done: self._forget(key, done))
        # Who presses twice waits for the same thought twice.
        thought.waiting += 1
        try:
            found = await asyncio.shield(thought.task)
        except (CannotThink, Unwanted) as error:
            if isinstance(error, Unwanted) and not self._pool.is_closed:
                raise Refusal(
                    msg("You have asked for another hint meanwhile. I give one at a time.")
                ) from error
            raise Refusal(msg("Nothing comes to my mind just now. Please try again in a moment.")) from error
        finally:
            thought.waiting -= 1
            if not thought.waiting and not thought.task.done():
                self._forget(key, thought.task)
                thought.task.cancel()
        async with self._store.read() as store:
            now = await row_of(store, match_id)
        is_asked = now.standing is Standing.PLAYING and seat in now.awaited
        if not is_asked or now.seats[seat].asked.question != asked.question.id:
            raise Refusal(msg("You have decided that meanwhile."))
        return tuple(
            Way(
                choice_words(asked.question, one.choice),
                feature_words(asked.thinking, one.feature) if one.feature else None,
            )
            for one in found or ()
        )

    async def _considered(self, asked: _Asked, person: int) -> _Found:
        found: _Found = await self._pool.submit(
            ("hint", person),
            consider,
            asked.thinking,
            asked.knowledge,
            asked.question.seat,
            drawn_seed(self._lot),
            urgency=Urgency.ASKED,
            person=person,
        )
        return found

    def _forget(self, key: tuple[int, int, int], task: asyncio.Task[_Found]) -> None:
        if key in self._thinking and self._thinking[key].task is task:
            del self._thinking[key]
        if task.done() and not task.cancelled():
            # Nobody may be left to hear of it.
            task.exception()

    def _asked(self, row: MatchRow, seat: int, locale: Locale) -> _Asked:
        game, match = self._games.find(row.game), load(self._games, row)
        if game.thinking is None:
            raise NotFound(msg("I can't give hints in {game}.", game=game.title))
        question = match.questions_in(game.translator(locale), [one.name for one in row.seats])[seat]
        return _Asked(game.thinking, game.kernel.know(match.machine, {seat}), question)
