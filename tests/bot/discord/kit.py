"""Shared helpers for tests of the Discord layer: the real bot with the real discord.py at a local table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, cast

from discord import app_commands
from discord.app_commands import commands as app_commands_module

from bot.app.bot import Bot
from bot.app.composition import client
from bot.app.features import installed
from bot.app.rehearsal import Rehearsal
from bot.app.roles import Address, Role
from bot.app.run import opened
from bot.delivery.request_meter import RequestMeter
from bot.discord.endpoint import PATH
from bot.games.playable import ActionCommand, Games, PlayableGame
from bot.games.voidream.game import voidream
from bot.installation import Services, services
from bot.local_discord.clock import TableClock
from bot.local_discord.connect import connected
from bot.local_discord.records import Channel, Message
from bot.local_discord.server import HOST, LocalTable
from bot.match.context import MatchContext
from bot.panel.question_text import labels
from bot.panel.typed import QuestionMark
from bot.search.worker import SearchWorker
from bot.settings import Settings
from bot.store.clocks import AbsenceLog
from bot.store.match_status import MatchStatus
from bot.store.random_values import Draw
from bot.time.reach import Reach
from engine.kernel.chance import Chance
from engine.kernel.question import Choice, Question, QuestionKind, random_choice, shares
from tests.bot.discord.clicks import Click, Clicker
from tests.bot.discord.clocks import RoundClock, SharedClock
from tests.bot.kit import OFTEN, TURN, drawing, lay_out
from tests.bot.local_discord.oracle import watch
from tests.bot.search.workers import AtOnce
from tests.bot.stores import STORES, rows
from tests.games.registry import parlour
from tests.table import transcript
from tests.table.actor import Actor, InteractionOutcome

SEED = "5eed"
_resolve_annotation = app_commands_module.resolve_annotation
_resolved: dict[tuple[str, int], Any] = {}


def _resolve_once(annotation: Any, globalns: dict[str, Any], *rest: Any) -> Any:
    """Compile and evaluate a module's annotation once instead of for each bot's commands."""
    if not isinstance(annotation, str):
        return _resolve_annotation(annotation, globalns, *rest)
    key = annotation, id(globalns)
    if key not in _resolved:
        _resolved[key] = _resolve_annotation(annotation, globalns, *rest)
    return _resolved[key]


app_commands_module.resolve_annotation = _resolve_once
app_commands_module._shorten = lru_cache(4096)(app_commands_module._shorten)  # pyright: ignore[reportPrivateUsage]


@dataclass
class Running:
    """A bot connected to a table. `stop` stops it like SIGTERM."""

    bot: Bot
    stop: asyncio.Event
    task: asyncio.Task[None]

    async def end(self) -> None:
        """Stop the bot, and wait until it has ended."""
        self.stop.set()
        await self.task


@dataclass
class Room:
    """A table, the bot connected to it, and everything needed to start the bot again."""

    table: LocalTable
    file: Path
    game: PlayableGame
    clock: RoundClock = field(default_factory=RoundClock)
    settings: Settings = OFTEN
    seed: str = SEED
    draw: Draw = field(default_factory=drawing)
    running: Running | None = None
    worker: Callable[[], SearchWorker] = AtOnce
    """The search for the bot's answers."""
    others: tuple[PlayableGame, ...] = ()
    """The games that can be played in addition to `game`."""
    invites: bool = False
    """Whether the bot logs its invitation link at the start, as on Discord."""
    adopts: bool = False
    """Whether the bot may continue with the database of another application."""
    roles: tuple[Role, ...] = (Role.RUN,)
    """The roles of the processes; the first one answers."""
    by_http: bool = False
    """Whether interactions come over HTTP instead of the gateway."""
    rehearse: Rehearsal | None = None
    """A callback that runs before the bot responds for the first time."""
    beside: list[Running] = field(default_factory=list[Running])
    """The processes other than the one that answers."""

    @property
    def services(self) -> Services:
        assert self.running is not None
        return self.running.bot.services

    async def begin(self) -> Running:
        """Start the bot and wait until it is ready; return the process that answers."""
        self.running, *self.beside = [await self.start(role) for role in self.roles]
        return self.running

    async def end(self) -> None:
        """Stop the bot, and wait until it has ended."""
        for running in (self.running, *self.beside):
            if running is not None:
                await running.end()

    async def start(self, role: Role = Role.RUN) -> Running:
        """Start a process of the bot, and wait until it is ready."""
        up: asyncio.Future[Bot] = asyncio.get_running_loop().create_future()
        stop = asyncio.Event()
        task = asyncio.create_task(self._run(up, stop, role))
        async with asyncio.timeout(60):
            await asyncio.wait([task, up], return_when=asyncio.FIRST_COMPLETED)
            if task.done():
                task.result()
            readied = asyncio.create_task(up.result().client.readied.wait())
            await asyncio.wait([task, readied], return_when=asyncio.FIRST_COMPLETED)
            if task.done():
                readied.cancel()
                task.result()
        if (web := up.result().web) is not None:
            self.table.endpoint.now = lambda: self.clock.now() / 1000
            self.table.endpoint.url = f"http://{HOST}:{web.port}{PATH}"
        return Running(up.result(), stop, task)

    async def _run(self, up: asyncio.Future[Bot], stop: asyncio.Event, role: Role = Role.RUN) -> None:
        if STORES.server is None:
            await lay_out(self.file)
        settings = self.settings.model_copy(update={"database": STORES.at(self.file), "picture_cache_mb": 1})
        async with opened(
            settings,
            Games.of(self.game, *self.others),
            clock=self.clock,
            seed=lambda: self.seed,
            reply_delay=lambda: TURN,
            random_source=lambda: Chance("drawn"),
            draw=self.draw,
            worker=self.worker,
            guild_ready_timeout=0.02,
            rehearse=self.rehearse,
            role=role,
            address=Address() if self.by_http and role.answers else None,
        ) as bot:
            up.set_result(bot)
            await bot.serve(self.table.token, stop, invites=self.invites, adopt=self.adopts)

    async def restart(self) -> None:
        """Stop the bot and start another on the same database."""
        await self.end()
        await self.begin()

    async def quiet(self) -> None:
        """Wait until no interaction is being answered and everything committed has been announced."""
        assert self.running is not None
        async with asyncio.timeout(60):
            while True:
                await self.running.bot.client.boundary.drained()
                self.clock.round.clear()
                if not await self.unsent():
                    return
                for running in self.beside:
                    running.bot.wake()
                await self.clock.round.wait()

    @contextmanager
    def unannounced(self) -> Generator[None]:
        """Announce everything at the end of the block, like a slow process: most notes replace earlier ones."""
        assert self.running is not None
        awake = self.running.bot.outbox._wake_event
        awake.set = lambda: None  # type: ignore[method-assign]
        try:
            yield
        finally:
            del awake.set
            awake.set()

    async def turn(self, milliseconds: int = TURN) -> None:
        """Move the clock to the time of a quick player's answer, and wait for the results."""
        assert self.running is not None
        await self.clock.move(milliseconds / 1000)
        for process in (self.running, *self.beside):
            if process.bot.role.delivers:
                await process.bot.alarms.run_due()
        await self.quiet()

    async def delivered(self) -> None:
        """Wait until nothing is being delivered. Notes that were refused or failed wait for a later time."""
        assert self.running is not None
        waiting = "SELECT count(*) FROM outbox WHERE done_at IS NULL AND (leased_until IS NOT NULL OR ready = 1 AND not_before <= ?)"
        while (await rows(self.running.bot.store, waiting, self.clock.now()))[0][0]:
            self.clock.round.clear()
            await self.clock.round.wait()

    async def unsent(self) -> int:
        """Return the number of notes to be announced."""
        assert self.running is not None
        [(count,)] = await rows(self.running.bot.store, "SELECT count(*) FROM outbox WHERE done_at IS NULL")
        return int(count)


@asynccontextmanager
async def room(
    file: Path,
    game: PlayableGame | None = None,
    *others: PlayableGame,
    seed: str = SEED,
    draw: Draw | None = None,
    worker: Callable[[], SearchWorker] = AtOnce,
    table: LocalTable | None = None,
    by_http: bool = False,
    roles: tuple[Role, ...] = (Role.RUN,),
) -> AsyncGenerator[Room]:
    """Serve a table with the bot. At the end, neither side may have failed."""
    table = table or LocalTable(clock=TableClock(datetime(2026, 1, 1, 12, tzinfo=UTC), running=False))
    watch(table)
    await table.start()
    running = Room(
        table,
        file,
        game or parlour(),
        seed=seed,
        draw=draw or drawing(),
        worker=worker,
        others=others,
        by_http=by_http,
        roles=roles,
        clock=RoundClock() if len(roles) == 1 else SharedClock(),
    )
    with connected(table.address, table.token):
        await running.begin()
        try:
            yield running
        finally:
            await running.end()
            await table.stop()
    table.check()


@dataclass
class Player:
    """A player of a match at `seat`, with the information that they get from the bot."""

    actor: Actor
    room: Room
    match_id: int

    @property
    def id(self) -> int:
        return self.actor.person.id

    @property
    def thread(self) -> Channel:
        return self.actor.threads()[-1]

    async def question(self) -> Question | None:
        return await self.room.services.matches.question(self.match_id, self.id)


@dataclass
class Duel:
    """A match between two people."""

    room: Room
    match_id: int
    ada: Player
    bo: Player

    @property
    def players(self) -> tuple[Player, Player]:
        return (self.ada, self.bo)

    async def is_over(self) -> bool:
        return (await self.room.services.matches.table(self.match_id)).status is MatchStatus.OVER

    async def status(self) -> Message:
        """Return the status message."""
        table = await self.room.services.matches.table(self.match_id)
        assert table.thread_id is not None and table.status_message_id is not None
        return self.room.table.world.channels[table.thread_id].messages[table.status_message_id]

    async def asked(self) -> tuple[Player, Question]:
        """Return a player with a pending question, and the question."""
        for player in self.players:
            question = await player.question()
            if question is not None:
                return player, question
        raise AssertionError("nobody is asked anything")


async def begin_match(room: Room, ada: Actor, bo: Actor, *, deck: str = "") -> Duel:
    """Challenge and accept, by clicking; `deck` is the challenger's, by default the first one."""
    decks = list(room.game.decks)
    decks = [deck or decks[0], decks[-1]] if decks else []
    chosen = {"deck": decks[0]} if decks else {}
    outcome = await ada.slash("voidream challenge", user=bo, **chosen)
    assert "Challenge sent to" in outcome.text, outcome.text
    await room.quiet()
    challenge = await bo.gets("challenges you to")
    offered = accepted = await bo.click(challenge, "Accept")
    if decks:
        accepted = await bo.select(offered.reply, decks[1])
    assert "Match on!" in transcript.text(offered.reply), accepted.text
    await room.quiet()
    matches = await room.services.matches.of_person(ada.person.id)
    match_id = matches[0].table.match_id
    return Duel(room, match_id, Player(ada, room, match_id), Player(bo, room, match_id))


async def click_answer(
    player: Player, message: Message, question: Question, choice: Choice
) -> InteractionOutcome:
    """Answer a question on a message by clicking through its controls; return the last outcome."""
    clicker = Clicker(question, choice)
    for _ in range(200):
        click = clicker.next(message.components)
        if click.typed:
            await player.actor.click(message, custom_id=click.custom_id)
            return await player.actor.submit({"answer": click.typed})
        outcome = await use(player.actor, message, click)
        now = await player.question()
        if now is None or now.id != question.id:
            return outcome
    raise AssertionError("it takes too many presses")


async def use(actor: Actor, message: Message, click: Click) -> InteractionOutcome:
    """Press a button or choose in a menu, and wait for the outcome."""
    started = actor.table.acting.use(actor.person, message, click.custom_id, list(click.values))
    return await InteractionOutcome(actor.table, started).settled()


async def play_on(duel: Duel, *, most: int = 10_000) -> int:
    """Play random legal answers, clicking on the panel of My turn, until the match is over; return their number."""
    for n in range(most):
        if await duel.is_over():
            return n
        player, question = await duel.asked()
        status = await duel.status()
        panel = (await player.actor.click(status, "turn")).reply
        choice = random_choice(question, Chance(f"{duel.match_id}:{n}"))
        await click_answer(player, panel, question, choice)
        await duel.room.quiet()
    return most


async def play_by_typing(duel: Duel, *, most: int = 10_000) -> int:
    """Play random legal answers by slash commands alone, choosing from autocompletion; return their number."""
    for n in range(most):
        if await duel.is_over():
            return n
        player, question = await duel.asked()
        choice = random_choice(question, Chance(f"{duel.match_id}:{n}"))
        outcome = await type_answer(player, question, choice)
        now = await player.question()
        assert now is None or now.id != question.id, outcome.text
        await duel.room.quiet()
    return most


async def type_answer(player: Player, question: Question, choice: Choice) -> InteractionOutcome:
    """Answer a question with the slash command that a person would use."""
    actor, thread, word = player.actor, player.thread, player.room.game.word
    names = {o.key: label for o, label in zip(question.options, labels(question), strict=True)}
    if question.kind is QuestionKind.ACTION:
        option = next(option for option in question.options if option.key == choice[0])
        action, way = _command_for(player.room.game, option.verb)
        named: dict[str, str] = {action.way: way} if way else {}
        if not action.thing:
            return await actor.slash(f"{word} {action.name}", channel=thread, **named)
        label = names[option.key]
        offers = await actor.choices(f"{word} {action.name}", action.thing, label, channel=thread, **named)
        [offer] = [offer for offer in offers if offer["name"] == label]
        thing = option.subject if option.verb == "play" else offer["value"]
        return await actor.slash(f"{word} {action.name}", channel=thread, **{action.thing: thing}, **named)
    if question.kind is QuestionKind.DISTRIBUTE:
        typed = ", ".join(f"{names[k]} = {n}" for k, n in shares(choice).items())
    else:
        typed = ", ".join(names.get(key, key) for key in choice) or "none"
    # Like a suggestion chosen from the list.
    answer = QuestionMark(player.match_id, question.id).on(typed)
    return await actor.slash("match decide", channel=thread, answer=answer)


def _command_for(game: PlayableGame, verb: str) -> tuple[ActionCommand, str]:
    """Return the game's command for this verb and its mode, "" where the command has no modes."""
    action = next(action for action in game.actions if verb in action.verbs)
    return action, next((way.value for way in action.ways if verb in way.verbs), "")


def without_database(*games: PlayableGame) -> Services:
    """Return the services of a bot without a database, for these games (default: Voidream alone)."""
    nothing = cast(Any, None)
    return services(
        MatchContext(
            store=nothing,
            games=Games.of(*games or (voidream(),)),
            settings=OFTEN,
            clock=RoundClock(),
            wake=nothing,
            reply_delay=nothing,
            random_source=nothing,
        ),
        nothing,
        worker="",
        seed=nothing,
        pool=nothing,
        sections=[],
    )


def tree(*games: PlayableGame) -> app_commands.CommandTree[Any]:
    """Return the commands of a bot without a database, for these games (default: Voidream alone)."""
    of = without_database(*games)
    reach = Reach(AbsenceLog(), of.clock)
    return client(of, installed(of), reach, RequestMeter(), guild_ready_timeout=0).tree
