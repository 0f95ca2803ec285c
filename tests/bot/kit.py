"""Shared helpers for tests of the bot's core: a manual clock, a game, a recording sender."""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO

from msgspec.structs import replace

from bot.app.features import handlers_of_matches
from bot.delivery.notes import PrivateKind, PrivateNote, PublicKind, PublicNote
from bot.delivery.outbox import Outbox
from bot.delivery.results import Delivery, Gone, Later, Result, Sent
from bot.features.time.vacations import HOME, end_vacation
from bot.games.playable import Games, PlayableGame, ReadyMadeDeck
from bot.maintenance.membership import Membership
from bot.match.agreements import Agreements
from bot.match.challenges import Challenges
from bot.match.context import MatchContext
from bot.match.drafts import Drafts
from bot.match.give_time import MatchTime
from bot.match.interventions import Interventions
from bot.match.matches import Matches
from bot.match.play import MatchPlay
from bot.match.practice import PracticeMatches
from bot.match.rematch import Rematches
from bot.match.requests import Requests
from bot.match.shown_signal import ShownSignals
from bot.match.takeovers import Takeovers
from bot.match.undo import Undo
from bot.people.people import People
from bot.platform.randomness import RandomSource
from bot.search.pool import LocalPool
from bot.search.worker import SearchWorker
from bot.settings import Settings
from bot.store import Store, open_store
from bot.store.person import Person
from bot.store.personal_data import PERSONAL_DATA
from bot.store.random_values import Draw
from bot.store.sqlite.private import OWN
from bot.time.alarms import Alarms
from bot.views.types import MatchTable, PlayerSnapshot, PublicSnapshot
from engine.kernel.chance import Chance
from engine.kernel.game import Game
from engine.kernel.question import random_choice
from tests.bot.search.workers import AtOnce
from tests.bot.stores import STORES, rows
from tests.games import registry

ADA, BO, CY = Person(1 << 60, "Ada"), Person((1 << 60) + 1, "Bo"), Person(33, "Cy")
ROBOT = Person(44, "Robot", is_bot=True)
CHANNEL, GUILD = 500, 600
OFTEN = Settings(_env_file=None, challenges_per_hour=1000, minutes_between_calls=0)  # type: ignore[call-arg]
"""Settings without limits on frequency, for tests in which people challenge each other in quick succession."""
TURN = 12_000
"""A quick player's reply time in these tests, in milliseconds."""
POLLING: ContextVar[bool] = ContextVar("polling", default=False)
"""Whether the current task only looks what is left to do: how often depends on timing."""
SEED = "5eed"


def drawing(seed: str = SEED) -> Draw:
    """Return sources of randomness, the same in every run, and all different."""
    chance = Random(seed)
    return lambda: chance.getrandbits(48)


class HandClock:
    """A clock that is only advanced by hand."""

    def __init__(self, now: int = 1_800_000_000_000) -> None:
        self._now = now
        self._moved = asyncio.Condition()
        self.asleep = asyncio.Event()
        """Set while someone waits for an event that has not come."""
        self.waits = 0
        """The number of waits that have ended."""
        self.waiting_until: int | None = None

    def now(self) -> int:
        return self._now

    async def wait(self, event: asyncio.Event, until: int | None) -> None:
        woken = asyncio.create_task(event.wait())
        try:
            while not event.is_set() and (until is None or self._now < until):
                self.waiting_until = until
                moved = asyncio.create_task(self._wait_for_move(until))
                await asyncio.wait([woken, moved], return_when=asyncio.FIRST_COMPLETED)
                moved.cancel()
                await asyncio.gather(moved, return_exceptions=True)
        finally:
            self.asleep.clear()
            self.waits += 1
            woken.cancel()
            await asyncio.gather(woken, return_exceptions=True)

    async def _wait_for_move(self, until: int | None) -> None:
        async with self._moved:
            # A test that is told of this wait must not move the clock before the wait listens.
            if until is None or self._now < until:
                self.asleep.set()
                await self._moved.wait()

    async def move(self, seconds: float) -> None:
        self._now += round(seconds * 1000)
        if self.waiting_until is not None and self._now >= self.waiting_until:
            self.asleep.clear()
        async with self._moved:
            self._moved.notify_all()


def lanterns(rules: Game | None = None) -> PlayableGame:
    """Lanterns, or a variant of it, with an additional ready-made deck that can't be played."""
    game = registry.lanterns(rules)
    return replace(game, decks={**game.decks, "Stub": ReadyMadeDeck("Stub", "Too small.", ("amber 1",))})


@dataclass
class PublicMessage:
    note: PublicNote
    shown: PublicSnapshot | MatchTable
    nonce: str


@dataclass
class PrivateMessage:
    note: PrivateNote
    shown: PlayerSnapshot
    nonce: str
    unheard: bool = False


@dataclass
class Paper:
    """A sender that records its notes, and returns prepared results."""

    said: list[PublicMessage | PrivateMessage] = field(default_factory=list[PublicMessage | PrivateMessage])
    answers: dict[str, list[Result]] = field(default_factory=dict[str, list[Result]])
    """By kind of note: the results to return before success."""
    ids: count[int] = field(default_factory=lambda: count(9000))
    before: Callable[[PublicNote | PrivateNote], None] = lambda note: None
    gate: asyncio.Event | None = None
    entered: asyncio.Event = field(default_factory=asyncio.Event)

    async def public(
        self, delivery: Delivery, note: PublicNote, shown: PublicSnapshot | MatchTable
    ) -> Sent | Later | Gone:
        self.entered.set()
        self.before(note)
        if self.gate is not None:
            await self.gate.wait()
        self.said.append(PublicMessage(note, shown, delivery.nonce))
        result = self._next(note.kind)
        assert not isinstance(result, type(None))
        return result  # type: ignore[return-value]

    async def private(self, delivery: Delivery, note: PrivateNote, shown: PlayerSnapshot) -> Result:
        self.entered.set()
        self.before(note)
        if self.gate is not None:
            await self.gate.wait()
        self.said.append(PrivateMessage(note, shown, delivery.nonce, delivery.unheard))
        result = self._next(note.kind)
        return Sent(result.message_id, 70) if isinstance(result, Sent) else result

    def _next(self, kind: PublicKind | PrivateKind) -> Result:
        waiting = self.answers.get(kind)
        return waiting.pop(0) if waiting else Sent(next(self.ids))

    def kinds(self) -> list[str]:
        return [str(message.note.kind) for message in self.said]

    def clear(self) -> None:
        self.said.clear()


@dataclass
class Bot:
    """The bot below Discord, with a hand-moved clock and a sender on paper."""

    context: MatchContext
    matches: Matches
    signals: ShownSignals
    people: People
    outbox: Outbox
    paper: Paper
    clock: HandClock
    bell: asyncio.Event
    path: Path
    practising: PracticeMatches
    membership: Membership
    working: bool = False
    _interactions: count[int] = field(default_factory=lambda: count(1 << 50))

    @property
    def store(self) -> Store:
        return self.context.store

    @property
    def games(self) -> Games:
        return self.context.games

    @property
    def quick(self) -> Callable[[], int]:
        return self.context.reply_delay

    @property
    def lot(self) -> RandomSource:
        return self.context.random_source

    @cached_property
    def drafts(self) -> Drafts:
        return Drafts(self.context, self.matches)

    @cached_property
    def play(self) -> MatchPlay:
        return MatchPlay(self.context, self.matches, self.drafts, self.practising)

    @cached_property
    def match_time(self) -> MatchTime:
        return MatchTime(self.context)

    @cached_property
    def challenges(self) -> Challenges:
        return Challenges(self.context, self.matches, self.signals, self.practising, lambda: SEED)

    @cached_property
    def rematches(self) -> Rematches:
        return Rematches(self.context, self.matches, self.challenges)

    @cached_property
    def requests(self) -> Requests:
        return Requests(self.context)

    @cached_property
    def undo(self) -> Undo:
        return Undo(self.context)

    @cached_property
    def agreements(self) -> Agreements:
        return Agreements(self.context)

    @cached_property
    def takeovers(self) -> Takeovers:
        return Takeovers(self.context)

    @cached_property
    def interventions(self) -> Interventions:
        return Interventions(self.context)

    @property
    def game(self) -> PlayableGame:
        """The first game, used by default."""
        return next(iter(self.games.games.values()))

    def press(self) -> int:
        """Return the id of a new interaction."""
        return next(self._interactions)

    def start(self) -> None:
        """Start the outbox."""
        if not self.working:
            self.outbox.start()
            self.working = True

    async def halt(self) -> None:
        """Finish the deliveries in progress and stop the outbox. Another one can be started."""
        await self.outbox.stop()
        self.outbox = Outbox(
            self.store,
            self.matches,
            self.signals,
            self.paper,
            self.clock,
            self.bell,
            owner=self.membership.id,
        )
        self.working = False

    async def deliver(self) -> None:
        """Wait until the outbox has nothing to do and sleeps."""
        self.start()
        while True:
            await self.clock.asleep.wait()
            waits = self.clock.waits
            if not self.bell.is_set() and not await self.leased() and self.clock.asleep.is_set():
                # The answer may be from between two rounds, where the worker has leased more since.
                if self.clock.waits == waits:
                    return
            await asyncio.sleep(0)

    async def ring(self) -> None:
        """Run the due alarms."""
        await self.alarms().run_due()

    def alarms(self, clock: HandClock | None = None) -> Alarms:
        """Return an alarm scheduler on this bot's database, with fixed randomness."""
        handlers = {**handlers_of_matches(self.context, self.practising.think), HOME: end_vacation}
        return Alarms(self.store, handlers, clock or self.clock, asyncio.Event(), self.wake)

    def wake(self) -> None:
        """Note that a transaction was committed."""
        self.bell.set()
        self.practising.recheck()

    async def turn(self) -> None:
        """Advance to the turn of the open questions, and run the alarms."""
        await self.clock.move(TURN / 1000)
        await self.ring()

    async def leased(self) -> int:
        """Return the number of notes this bot is delivering."""
        count = "SELECT COUNT(*) FROM outbox WHERE lease_owner = ? AND done_at IS NULL AND leased_until IS NOT NULL"
        polling = POLLING.set(True)
        try:
            async with self.store.read() as store:
                return await store.key_values._number(count, self.outbox.owner)
        finally:
            POLLING.reset(polling)

    async def outbox_rows(self) -> list[dict[str, object]]:
        """Return everything that is or was in the outbox."""
        columns = sorted(PERSONAL_DATA["outbox"].columns)
        result = await rows(self.store, f"SELECT {', '.join(columns)} FROM outbox ORDER BY id")
        return [dict(zip(columns, row, strict=True)) for row in result]

    async def challenge(
        self, *others: Person, one: Person = ADA, deck: str = "Harbour", **given: Any
    ) -> MatchTable:
        """Challenge Bo, or the others, as Ada, or as `one`."""
        given = {"game": self.game, "guild_id": GUILD, "channel_id": CHANNEL, "deck": deck, **given}
        return await self.challenges.challenge(self.press(), one, *(others or (BO,)), **given)

    async def begin(self, *others: Person, **given: Any) -> int:
        """Begin a match by a challenge that all accept. Return its id."""
        table = await self.challenge(*others, **given)
        for person in others or (BO,):
            await self.challenges.accept(self.press(), table.match_id, person, "Garden")
        return table.match_id

    async def answer_anything(self, match_id: int, dice: Chance) -> bool:
        """Answer an open question at random. Return False if the match is over."""
        snapshot = await self.matches.public_snapshot(match_id)
        if snapshot.outcome is not None:
            return False
        person = dice.pick(list(snapshot.awaited)).person.id
        question = await self.matches.question(match_id, person)
        assert question is not None
        await self.play.answer(self.press(), match_id, person, question.id, random_choice(question, dice))
        return True


_empty: list[bytes] = []


def _new(file: Path) -> BinaryIO:
    """Create a private file, as the store does, which warns about others."""
    return open(file, "xb", opener=lambda path, flags: os.open(path, flags, OWN))


async def read_empty_database() -> None:
    """Create the database that `lay_out` copies, unless this process or its parent has."""
    if not _empty:
        with TemporaryDirectory() as folder:
            first = Path(folder) / "empty.sqlite3"
            await (await open_store(first)).close()
            _empty.append(first.read_bytes())


async def lay_out(path: Path) -> None:
    """Copy an empty database to a path without one, ten times as fast as creating it."""
    await read_empty_database()
    with suppress(FileExistsError), _new(path) as new:
        new.write(_empty[0])


@asynccontextmanager
async def open_bot(
    path: Path,
    *,
    settings: Settings | None = None,
    paper: Paper | None = None,
    clock: HandClock | None = None,
    rules: Game | None = None,
    game: PlayableGame | None = None,
    games: Games | None = None,
    pressed: int = 0,
    quick: Callable[[], int] = lambda: TURN,
    lot: RandomSource = lambda: Chance("drawn"),
    draws: Draw | None = None,
    worker: Callable[[], SearchWorker] = AtOnce,
) -> AsyncGenerator[Bot]:
    if STORES.server is None:
        await lay_out(path)
    store = await open_store(STORES.at(path), draw=draws or drawing())
    bell = asyncio.Event()
    clock = clock or HandClock()
    paper = paper or Paper()
    games = games or Games.of(game or lanterns(rules))
    # The outbox alone sleeps by the clock that tests look at.
    pool = LocalPool(worker, HandClock())
    context = MatchContext(
        store=store,
        games=games,
        settings=settings or OFTEN,
        clock=clock,
        wake=lambda: bot.wake(),
        reply_delay=quick,
        random_source=lot,
    )
    practising, matches, signals = PracticeMatches(context, pool), Matches(context), ShownSignals(context)
    membership = Membership(store, clock, secrets.token_hex(8), role="run", version="1", on_freed=bell.set)
    await membership.join()
    outbox = Outbox(store, matches, signals, paper, clock, bell, owner=membership.id)
    bot = Bot(
        context,
        matches,
        signals,
        People(store),
        outbox,
        paper,
        clock,
        bell,
        path,
        practising,
        membership,
        _interactions=count((1 << 50) + pressed),
    )
    try:
        yield bot
    finally:
        pool.close()
        await practising.stop()
        await bot.outbox.stop()
        membership.end()
        await store.close()
