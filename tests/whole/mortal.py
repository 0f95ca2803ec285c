"""A match whose bot is killed again and again, from the view of two players and a spectator."""

from __future__ import annotations

import asyncio
import signal
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

import msgspec

from bot.local_discord.clock import TableClock
from bot.local_discord.records import Channel, Interaction, Message, WorldChange
from bot.local_discord.rest import RestCall
from bot.local_discord.server import LocalTable
from bot.store.match_status import MatchStatus
from bot.views.types import PlayerSnapshot, PublicSnapshot
from engine.kernel.chance import Chance
from engine.kernel.question import Question
from tests.bot.local_discord.oracle import watch
from tests.table import transcript
from tests.table.actor import Actor
from tests.whole import choices, truth
from tests.whole.choices import Answered, Press
from tests.whole.processes import PATIENCE, Ended, Running, start
from tests.whole.truth import MATCH, Seen, Truth

T = TypeVar("T")
DECKS = ("First Light", "The Unwritten")
NEVER = 1e6
"""A delay in seconds of the table's clock, which is stopped: a request with it is held until its sender is dead."""
PEACE = 6
"""The maximum number of questions of a life before its end approaches."""
GIVEN_UP = 4.0
"""The seconds after which a person is told that the bot did not respond."""


@dataclass
class MortalMatch:
    """The table, its people, the bot's process, and everything that anyone has seen so far."""

    folder: Path
    table: LocalTable
    chance: Chance
    kills: int
    seed: str
    bot: Running = field(init=False)
    truth: Truth = field(init=False)
    actors: list[Actor] = field(init=False)
    answers: dict[int, Answered] = field(default_factory=dict[int, Answered])
    """By the interaction's id."""
    posted: list[Message] = field(default_factory=list[Message])
    killed: Counter[str] = field(default_factory=Counter[str])
    refused: int = 0
    """The number of old buttons that reported their question as decided."""
    _known: dict[Actor, str] = field(default_factory=dict[Actor, str])
    _read: dict[Actor, int] = field(default_factory=dict[Actor, int])
    _fuse: asyncio.Task[None] | None = None
    _left: int = 0
    _lit: bool = False
    _kill_at_press: bool = False
    _peace: int = 0
    _told: int = -1

    def __post_init__(self) -> None:
        self.truth = Truth(self.folder / "bot.sqlite3")
        self.actors = [Actor(self.table, name) for name in ("Ada", "Bo", "Cy")]
        for actor in self.actors:
            self.table.world.direct_channel(actor.person)
        self.table.world.listen(self._note)
        self.table.record.observers.append(self._count_down)

    def _note(self, change: WorldChange) -> None:
        if change.kind == "message" and change.message is not None:
            self.posted.append(change.message)
        if change.kind == "interaction" and self._kill_at_press:
            self.bot.kill()

    # -- the bot's lives

    async def begin(self) -> None:
        """Start the bot, and wait until it is ready."""
        self.bot = await start(
            self.folder, "run", "--table", self.table.address, module=("tests.whole.undrawn", self.seed),
            DISCORD_TOKEN=self.table.token, DATABASE="bot.sqlite3", PICTURE_CACHE_MB="1",
        )  # fmt: skip
        await self.bot.said("ready")

    def light(self) -> None:
        """Schedule a kill of the bot soon: before or after one of its next requests is executed."""
        requests = self.chance.below(8)
        if requests == 7:
            self.killed["as soon as somebody pressed"] += 1
            self._kill_at_press = True
        elif self.chance.below(2):
            self.killed[f"before request {requests + 1}"] += 1
            fault = self.table.faults.add("*", "*", delay=NEVER, skip=requests)
            self._fuse = asyncio.create_task(self._kill_when(fault.met))
        else:
            self.killed[f"after request {requests + 1}"] += 1
            self._left = requests + 1
        self.kills -= 1
        self._lit = True

    async def _kill_when(self, met: asyncio.Event) -> None:
        await met.wait()
        self.bot.kill()

    def _count_down(self, call: RestCall) -> None:
        if self._left:
            self._left -= 1
            if not self._left:
                self.bot.kill()

    def _put_out(self) -> None:
        """Cancel the scheduled kill."""
        if self._fuse is not None:
            self._fuse.cancel()
        self.table.faults.clear()
        self._left = 0
        self._lit = self._kill_at_press = False

    async def revive(self) -> None:
        """Start the bot again after its death; then everything must be updated without anyone's act."""
        await self.bot.ended()
        self._check_log()
        self._put_out()
        self._peace = self.chance.below(PEACE)
        self.table.clock.advance(GIVEN_UP)
        await self.begin()
        await self.calm()
        await self.press_something_old()

    def _check_log(self) -> None:
        for bad in ("Traceback", "ERROR", "CRITICAL", self.table.token):
            assert bad not in self.bot.text, self.bot.text

    async def alive(self, awaited: Awaitable[T]) -> T:
        return await self.bot.while_alive(awaited)

    async def until(self, holds: Callable[[], bool], what: Callable[[], str]) -> None:
        """Wait with a living bot until `holds` is true. Raises AssertionError with the missing event."""
        try:
            await self.alive(self.table.until(holds))
        except TimeoutError:
            raise AssertionError(f"{what()}\n{self.bot.text}") from None

    # -- people's acts

    async def challenge(self) -> None:
        """Challenge and accept, by slash command and by clicking, each as often as needed."""
        ada, bo, _ = self.actors
        await self.again(lambda: self._slash_challenge(ada, bo), lambda: self._standing() is not None)
        await self.again(lambda: self._accept(bo), lambda: self._standing() is not MatchStatus.CHALLENGED)

    def _standing(self) -> MatchStatus | None:
        return self.truth.standing()

    async def again(self, deed: Callable[[], Awaitable[None]], is_done: Callable[[], bool]) -> None:
        """Repeat an act until it is done, like a person who sees the bot fall silent."""
        dead = False
        while dead or not is_done():
            try:
                await (self.revive() if dead else deed())
                dead = False
            except Ended:
                code = await self.bot.ended()
                assert code == -signal.SIGKILL, self.bot.text
                dead = True

    async def _slash_challenge(self, ada: Actor, bo: Actor) -> None:
        interaction = self.table.acting.slash(
            ada.person, self.table.channel, "voidream challenge", {"user": bo.person, "deck": DECKS[0]}
        )
        await self.alive(self.table.settled(interaction))

    async def _accept(self, bo: Actor) -> None:
        def there() -> list[Message]:
            return [m for m in bo.sees() if "Accept" in transcript.buttons(m)]

        await self.until(lambda: bool(there()), lambda: "no challenge came")
        custom_id = transcript.button(there()[-1], "Accept")["custom_id"]
        offered = self.table.acting.use(bo.person, there()[-1], custom_id)
        await self.alive(self.table.settled(offered))
        assert offered.original_id is not None
        menu = self.table.channel.messages[offered.original_id]
        chosen = self.table.acting.use(bo.person, menu, transcript.menu(menu)["custom_id"], [DECKS[1]])
        await self.alive(self.table.settled(chosen))

    async def play(self) -> None:
        """Play to the end by clicking, whatever happens to the bot."""
        await self.again(self._go_on, lambda: self._standing() is MatchStatus.OVER)
        await self.again(self._see_the_end, lambda: self._ended)

    _ended = False

    async def _see_the_end(self) -> None:
        await self.calm()
        self._put_out()
        if self.bot.killed:
            # It was killed by its last request; everything was visible, but it isn't alive any longer.
            await self.bot.ended()
            raise Ended("it was killed when everything had been shown")
        self._ended = True

    async def _go_on(self) -> None:
        seen = await self.calm()
        if seen.public.outcome is not None:
            return
        if self.kills and not self._lit:
            self._peace -= 1
            if self._peace < 0:
                self.light()
        seat = seen.public.awaited[0].seat
        await self._decide(self.actors[seat], seen.private[seat])

    async def _decide(self, actor: Actor, snapshot: PlayerSnapshot) -> None:
        """Decide one question, in the direct message or on the player's panel."""
        question = snapshot.question
        assert question is not None
        # The random choice depends only on the question, not on the number of kills.
        chance = Chance(f"{self.seed}: {question.id}")
        by_button = not chance.below(3)
        panel = next(
            (m for m in reversed(actor.sees(actor.direct)) if choices.asked_in(m) == question.id), None
        )
        if panel is None or by_button:
            panel = await self._my_turn(actor)
        assert choices.asked_in(panel) == question.id, transcript.text(panel)
        for _ in range(60):
            press = choices.draw(panel, chance)
            await self._press(actor, panel, press, question)
            if choices.asked_in(panel) != question.id:
                return
        raise AssertionError(f"no way to an answer: {question}")

    async def _my_turn(self, actor: Actor) -> Message:
        status = self.status()
        pressed = self.table.acting.use(actor.person, status, transcript.button(status, "turn")["custom_id"])
        await self.alive(self.table.settled(pressed))
        assert pressed.state == "answered" and pressed.original_id is not None
        return self.thread.messages[pressed.original_id]

    async def _press(self, actor: Actor, panel: Message, press: Press, question: Question) -> None:
        pressed = self.table.acting.use(actor.person, panel, press.custom_id, list(press.values))
        if press.act == "type":
            await self.alive(self.table.settled(pressed))
            pressed = self.table.acting.submit(actor.person, pressed, {"answer": press.meant[0]})
        if press.decides:
            self.answers[pressed.id] = Answered(actor.person.id, question, press, accepted=False)
        await self.alive(self.table.settled(pressed))
        assert pressed.state == "answered"
        text = self._said(pressed)
        assert "went wrong" not in text and "question is closed" not in text, text
        if press.decides:
            assert choices.asked_in(panel) != question.id, text
            self.answers[pressed.id] = Answered(actor.person.id, question, press, accepted=True)

    def _said(self, pressed: Interaction) -> str:
        messages = [*pressed.channel.messages.values()]
        own = [m for m in messages if m.id in pressed.messages or m is pressed.source]
        return "\n".join(transcript.text(m) for m in own)

    async def press_something_old(self) -> None:
        """Press a button of a decided question on an unchanged old message: the response is polite."""
        acts = await self.truth.acts()
        decided = {act.question_id for act in acts if act.question_id}
        for actor in self.actors[:2]:
            stale = self.stale(actor, decided)
            if stale is None:
                continue
            control = choices.controls(stale)[0]
            values = [option["value"] for option in control.get("options", [])[:1]]
            pressed = self.table.acting.use(actor.person, stale, control["custom_id"], values)
            await self.alive(self.table.settled(pressed))
            assert "question is closed" in self._said(pressed), self._said(pressed)
            self.refused += 1
        assert await self.truth.acts() == acts

    def stale(self, actor: Actor, decided: set[int | None]) -> Message | None:
        """Return the person's latest message that still offers a decided question."""
        everything = [*actor.sees(self.thread), *actor.sees(actor.direct)]
        return next((m for m in reversed(everything) if choices.asked_in(m) in decided), None)

    # -- visible state

    @property
    def thread(self) -> Channel:
        return self.actors[0].threads()[-1]

    def status(self) -> Message:
        """Return the status message, which is always current: there is one, and it came first."""
        [status] = [m for m in self.posted if not m.deleted and m.channel_id == self.thread.id
                    and not m.ephemeral and "Board as text" in transcript.buttons(m)]  # fmt: skip
        return status

    async def calm(self) -> Seen:
        """Wait until everyone has been shown the match's state, and check that no one has seen more."""
        seen = await self.truth.seen(since=self._told)
        await self.until(lambda: bool(self.actors[0].threads()), lambda: "no thread was opened")
        await self.until(lambda: self._is_current(seen), lambda: f"not shown: {self._missing(seen)}")
        self.check_secrets(seen)
        self._told = seen.public.table.rev
        return seen

    def _is_current(self, seen: Seen) -> bool:
        return not self._missing(seen)

    def _missing(self, seen: Seen) -> str:
        """Return something true that a person does not see; "" if everyone is up to date."""
        snapshot = seen.public
        status = [m for m in self.posted if m.channel_id == self.thread.id and not m.ephemeral]
        if not status:
            return "the status message"
        text = transcript.text(status[0])
        for line in snapshot.story[-3:]:
            for sentence in line.sentences:
                if _plainly(sentence) not in _plainly(text):
                    return f"in the status message: {sentence}"
        for seat in snapshot.awaited:
            if f"Waiting for **{seat.person.name}**: {seat.about}" not in text:
                return f"in the status message, whose decision it is: {seat}"
        game_views = truth.game().shown
        if transcript.alt_texts(status[0]) != [
            game_views.board_alt(snapshot.view, snapshot.table.names, snapshot.translator)
        ]:
            return "the board"
        for actor, private in zip(self.actors, seen.private, strict=False):
            direct = actor.sees(actor.direct)
            if (
                private.question is not None
                and direct
                and choices.asked_in(direct[-1]) != private.question.id
            ):
                return f"the question to {actor.person.display_name} in the direct message"
            if snapshot.outcome is not None and not any(
                _result(private.seat, snapshot) in transcript.text(m) for m in direct
            ):
                return f"the end to {actor.person.display_name}"
        if snapshot.outcome is not None and not self.endings():
            return "the end in the thread"
        if snapshot.outcome is not None and not self.films():
            return "the decisive round in the thread"
        return ""

    def endings(self) -> list[Message]:
        """Return the messages in the thread that announce the end of the match."""
        messages = [m for m in self.posted if m.channel_id == self.thread.id and not m.ephemeral]
        return [m for m in messages if "the match is over" in transcript.text(m)]

    def films(self) -> list[Message]:
        """Return the messages in the thread with the decisive round."""
        messages = [m for m in self.posted if m.channel_id == self.thread.id and not m.ephemeral]
        return [m for m in messages if "How it was decided" in transcript.text(m)]

    def check_secrets(self, seen: Seen) -> None:
        """Assert that nothing that reached a person since the last call contains a title they may not know."""
        for seat, actor in zip((0, 1, None), self.actors, strict=True):
            assert actor.transcript is not None
            news = actor.transcript[self._read.get(actor, 0) :]
            self._read[actor] = len(actor.transcript)
            self._known[actor] = self._known.get(actor, "") + seen.known(seat)
            news_text = msgspec.json.encode(news).decode()
            own = truth.deck_titles(DECKS[seat]) if seat is not None else frozenset[str]()
            # A player who chooses a deck sees the leading card of each ready-made deck.
            secret = truth.titles() - own - {deck.face for deck in truth.game().decks.values()}
            leaked = {title for title in secret if title in news_text and title not in self._known[actor]}
            assert not leaked, f"{actor.person.display_name} was shown {leaked}"

    # -- final invariants

    async def check_answers(self) -> None:
        """Check that every accepted answer is in the record once, and nothing else."""
        acts = await self.truth.acts()
        assert [act.rev for act in acts] == list(range(len(acts)))
        assert [act.kind for act in acts[:2]] == ["challenge", "accept"]
        recorded = acts[2:]
        assert all(act.kind == "answer" for act in recorded)
        questions = [act.question_id for act in recorded]
        assert len(questions) == len(set(questions)), "an answer was doubled"
        for act in recorded:
            if act.interaction_id is None:
                continue
            answer = self.answers[act.interaction_id]
            assert (answer.person, answer.question.id) == (act.person_id, act.question_id)
            assert sorted(answer.meant) == sorted(act.choice or ()), (answer, act)
        recorded_ids = {act.interaction_id for act in recorded}
        lost = {
            interaction_id for interaction_id, answer in self.answers.items() if answer.accepted
        } - recorded_ids
        assert not lost, "an accepted answer was lost"
        idle = await self.truth.check_record(MATCH)
        # Several idle orders in a row are one act.
        assert all((act.seat, act.choice) in idle for act in recorded if act.interaction_id is None)

    def check_announcements(self) -> None:
        """Check that everything was announced, and nothing twice."""
        public = [m for m in self.posted if not m.ephemeral and m.channel_id == self.table.channel.id]
        assert len(public) == 1, [transcript.text(m) for m in public]
        assert "is over" in transcript.text(public[0])
        in_thread = [m for m in self.posted if not m.ephemeral and m.channel_id == self.thread.id]
        expected = [self.status(), *self.endings(), *self.films()]
        assert in_thread == expected, [transcript.text(m) for m in in_thread]
        assert (len(self.endings()), len(self.films())) == (1, 1)
        assert len([c for c in self.table.world.channels.values() if c.is_thread]) == 1
        for actor in self.actors[:2]:
            direct = actor.sees(actor.direct)
            assert len(direct) == 1, [transcript.text(m) for m in direct]
        assert self.actors[2].sees(self.actors[2].direct) == []


def _result(seat: int, snapshot: PublicSnapshot) -> str:
    """Return the text about the end in a player's direct message."""
    assert snapshot.outcome is not None
    return "**You win**: " if seat in snapshot.outcome.winners else "wins: "


def _plainly(text: str) -> str:
    return "".join(c for c in text if c not in "\\*_`~|")


@asynccontextmanager
async def mortal_match(folder: Path, *, seed: str, kills: int) -> AsyncGenerator[MortalMatch]:
    """Yield a table with three people and the bot as a process, which is alive at first."""
    table = LocalTable(clock=TableClock(datetime(2026, 1, 1, 12, tzinfo=UTC), running=False))
    watch(table)
    await table.start()
    match = MortalMatch(folder, table, Chance(seed), kills, seed)
    try:
        await match.begin()
        yield match
    finally:
        match.bot.kill()
        await match.bot.ended()
        await table.stop()


__all__ = ["PATIENCE", "MortalMatch", "mortal_match"]
