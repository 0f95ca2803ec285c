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
    """The titles of all cards in all ready-made decks that tell something: not those that a deck is called too."""
    return frozenset(title for deck in game().decks for title in deck_titles(deck)) - set(game().decks)


@cache
def deck_titles(deck: str) -> frozenset[str]:
    """The titles of all cards of a ready-made deck."""
    content = game().deck(deck).content
    cards = (content.bastion, content.mind, *content.dream, *content.arcana)
    return frozenset(card.title for card in cards)


@dataclass(frozen=True)
class Seen:
    """What is known to whom at one moment: a look for each seat, one for everybody else, and the words of each log."""

    public: PublicSnapshot
    private: tuple[PlayerSnapshot, ...]
    logs: dict[int | None, str]

    def known(self, seat: int | None) -> str:
        """Everything that a seat (None: everybody) may know, in words."""
        view = self.public.view if seat is None else self.private[seat].view
        question = None if seat is None else self.private[seat].question
        return f"{view}\n{question}\n{self.logs[seat]}"


def decided(record: MatchRecord) -> Iterator[Answer]:
    """The answers that someone gave in the match.

    Those that public knowledge forced, and what was drawn because nobody had said anything before the match, are in the
    record, too, but nobody's acts.
    """
    match, _ = Match.begin(game().kernel, record.setup, record.seed)
    for answer in record.answers:
        if not is_forced(match, answer) and not is_drawn(match, answer):
            yield answer
        match.answer(answer.seat, match.questions[answer.seat].id, answer.choice)


def is_drawn(match: Match, answer: Answer) -> bool:
    """Return whether an answer was drawn when the match began, for a player who had chosen nothing."""
    foresaid = game().pregame
    assert foresaid is not None
    drawn = foresaid.answer(match, answer.seat, {})
    return drawn is not None and answer.choice in drawn.random_choices


def _reading(store: Store) -> Matches:
    """Matches to be looked at: nothing is drawn by lot."""
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
    """Looks into a database. It is opened for each look, so that a killed bot is alone with what it left behind."""

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
        """What everybody may know now; in the logs, only what has happened after revision `since`."""
        async with self._opened() as (store, matches):
            public = await matches.public_snapshot(match_id)
            private = [await matches.player_snapshot(match_id, person.id) for person in public.table.people]
            async with store.read() as kept:
                events = [row for row in await kept.events.of(match_id) if row.rev > since]
        logs = {
            seat: "\n".join(line for row in events for line in build_views.sentences(public.table, row, seat))
            for seat in (None, *range(len(private)))
        }
        return Seen(public, tuple(private), logs)

    async def acts(self, match_id: int = MATCH) -> list[ActRow]:
        """Everything that people did, as the record keeps it."""
        async with self._opened() as (store, _), store.read() as kept:
            return await kept.acts.of(match_id)

    async def unsent(self) -> int:
        """How much is still to be announced."""
        async with aiosqlite.connect(self.database) as database:
            rows = await database.execute_fetchall("SELECT count(*) FROM outbox WHERE done_at IS NULL")
            return int(next(iter(rows))[0])

    async def check_record(self, match_id: int = MATCH) -> list[tuple[int, Choice]]:
        """Assert that the answers, played again, lead to the very position that is kept; return the idle ones."""
        async with self._opened() as (store, _), store.read() as kept:
            row = await kept.matches.match(match_id, data=True)
            answers = [
                act for act in await kept.acts.of(match_id) if act.kind == "answer" and act.interaction_id
            ]
        assert row is not None and row.data is not None
        match = Match.load(game().kernel, row.data, row.setup)
        record = match.record
        given = [(a.seat, a.choice) for a in decided(record) if not a.idle]
        assert given == [(a.seat, a.choice) for a in answers]
        again = replay(game().kernel, record.setup, record.seed, record.answers)
        assert again.save(apart=row.setup is not None) == row.data
        return [(a.seat, a.choice) for a in record.answers if a.idle]

    def standing(self, match_id: int = MATCH) -> MatchStatus | None:
        """How far the match has got; None if there is none yet."""
        with closing(sqlite3.connect(self.database)) as database:
            row = database.execute("SELECT standing FROM matches WHERE id = ?", [match_id]).fetchone()
        return MatchStatus(row[0]) if row else None
