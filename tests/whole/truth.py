"""The true state of a match, read from the bot's database by the bot's own code, beside the running bot."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import aiosqlite

from bot.games.playable import Games, PlayableGame
from bot.games.voidream import voidream
from bot.match.context import MatchContext
from bot.match.matches import Matches
from bot.match.prompts import random_reply_delay
from bot.platform.clock import SystemClock
from bot.platform.randomness import fresh_rng
from bot.settings import Settings
from bot.store import Store, open_store
from bot.store.match_status import MatchStatus
from bot.store.rows import ActRow
from bot.views import build_views
from bot.views.types import PlayerSnapshot, PublicSnapshot
from engine.kernel.match import Match, is_forced, replay
from engine.kernel.match_state import MatchRecord
from engine.kernel.question import Choice
from engine.kernel.saves import Answer

MATCH = 1


@cache
def game() -> PlayableGame:
    return voidream()


@cache
def titles() -> frozenset[str]:
    """Return the telling titles of all cards in ready-made decks, without those that are also deck names."""
    return frozenset(title for deck in game().decks for title in deck_titles(deck)) - set(game().decks)


@cache
def deck_titles(deck: str) -> frozenset[str]:
    """Return the titles of all cards of a ready-made deck."""
    content = game().deck(deck).content
    cards = (content.bastion, content.mind, *content.dream, *content.arcana)
    return frozenset(card.title for card in cards)


@dataclass(frozen=True)
class Seen:
    """Each audience's knowledge at one moment: a snapshot for each seat and the public, and the texts of each log."""

    public: PublicSnapshot
    private: tuple[PlayerSnapshot, ...]
    logs: dict[int | None, str]

    def known(self, seat: int | None) -> str:
        """Return everything that a seat (None: the public) may know, as text."""
        view = self.public.view if seat is None else self.private[seat].view
        question = None if seat is None else self.private[seat].question
        return f"{view}\n{question}\n{self.logs[seat]}"


def decided(record: MatchRecord) -> Iterator[Answer]:
    """Return the answers that players gave in the match.

    The record also contains forced answers, and random ones for players without preferences, which are no one's acts.
    """
    match, _ = Match.begin(game().kernel, record.setup, record.seed)
    for answer in record.answers:
        if not is_forced(match, answer) and not is_drawn(match, answer):
            yield answer
        match.answer(answer.seat, match.questions[answer.seat].id, answer.choice)


def is_drawn(match: Match, answer: Answer) -> bool:
    """Return whether an answer was drawn at random when the match began, for a player without preferences."""
    foresaid = game().pregame
    assert foresaid is not None
    choice = foresaid.answer(match, answer.seat, {})
    return choice is not None and answer.choice in choice.random_choices


def _reading(store: Store) -> Matches:
    """Return matches for reading, without randomness."""
    return Matches(
        MatchContext(
            store=store,
            games=Games.of(game()),
            settings=Settings(),
            clock=SystemClock(),
            wake=lambda: None,
            reply_delay=random_reply_delay,
            random_source=fresh_rng,
        )
    )


class Truth:
    """Reads a database. It is opened for each call, so that a killed bot's leftovers aren't affected."""

    def __init__(self, database: Path) -> None:
        self.database = database

    @asynccontextmanager
    async def _opened(self) -> AsyncGenerator[tuple[Store, Matches]]:
        store = await open_store(self.database)
        try:
            yield store, _reading(store)
        finally:
            await store.close()

    async def seen(self, match_id: int = MATCH, *, since: int = -1) -> Seen:
        """Return everyone's current knowledge; in the logs, only events after revision `since`."""
        async with self._opened() as (store, matches):
            public = await matches.public_snapshot(match_id)
            private = [await matches.player_snapshot(match_id, person.id) for person in public.table.people]
            async with store.read() as reading:
                events = [row for row in await reading.events.of(match_id) if row.rev > since]
        logs = {
            seat: "\n".join(line for row in events for line in build_views.sentences(public.table, row, seat))
            for seat in (None, *range(len(private)))
        }
        return Seen(public, tuple(private), logs)

    async def acts(self, match_id: int = MATCH) -> list[ActRow]:
        """Return all acts of people, as stored."""
        async with self._opened() as (store, _), store.read() as reading:
            return await reading.acts.of(match_id)

    async def unsent(self) -> int:
        """Return the number of notes to be announced."""
        async with aiosqlite.connect(self.database) as database:
            rows = await database.execute_fetchall("SELECT count(*) FROM outbox WHERE done_at IS NULL")
            return int(next(iter(rows))[0])

    async def check_record(self, match_id: int = MATCH) -> list[tuple[int, Choice]]:
        """Assert that replaying the answers leads to the stored position; return the idle ones."""
        async with self._opened() as (store, _), store.read() as reading:
            row = await reading.matches.match(match_id, data=True)
            answers = [
                act for act in await reading.acts.of(match_id) if act.kind == "answer" and act.interaction_id
            ]
        assert row is not None and row.data is not None
        match = Match.load(game().kernel, row.data, row.setup)
        record = match.record
        choices = [(a.seat, a.choice) for a in decided(record) if not a.idle]
        assert choices == [(a.seat, a.choice) for a in answers]
        again = replay(game().kernel, record.setup, record.seed, record.answers)
        assert again.save(apart=row.setup is not None) == row.data
        return [(a.seat, a.choice) for a in record.answers if a.idle]

    def standing(self, match_id: int = MATCH) -> MatchStatus | None:
        """Return the match's status; None if it doesn't exist yet."""
        with closing(sqlite3.connect(self.database)) as database:
            row = database.execute("SELECT standing FROM matches WHERE id = ?", [match_id]).fetchone()
        return MatchStatus(row[0]) if row else None
