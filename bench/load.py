"""Many matches at once: `python -m bench.load` measures the answers per second of one bot process.

The bot is real, in its own process. The table is in this one, with people who press random buttons of their direct
messages, once a second in every match, or as soon as a player has a new question. At the end the database must
contain every accepted answer exactly once, and nothing else.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from rich.console import Console

from bench.processes import Rows, all_sent, rows_of, unsent
from bench.table import percentile
from bot.discord.components.custom_ids import VERSION
from bot.local_discord.json_codec import Payload
from bot.local_discord.messages import walk
from bot.local_discord.records import Channel, Interaction, Message, User, WorldChange
from bot.local_discord.server import LocalTable
from bot.local_discord.validate.components import ComponentKind
from engine.kernel.chance import Chance

DECIDING = ("pick", "menu", "done")
STEPS = (*DECIDING, "set", "add", "to")
"""The acts of a question's buttons and menus. Answers can also be typed, but no player here does that."""
REMATCH = "rematch"
"""The act of the rematch button."""
INSIST = 10.0
"""Seconds after which a person asks for a rematch again."""
LEAST = 0.3
"""The share of possible presses that a meaningful measurement needs."""
IN_A_CHANNEL = 100
"""Matches in one channel: the bot's default limit."""
PATIENCE = 300.0
"""Seconds without progress, while matches begin or the last announcements arrive, after which the measurement fails."""
AT_ONCE = 40
"""Matches that begin at the same time."""


@dataclass(slots=True)
class Pressed:
    """A press on a control of a question. `first` is the time until the bot's first answer, in seconds."""

    match: int
    question: int
    panel: Message
    decides: bool
    began: float
    first: float | None = None


@dataclass(slots=True)
class Seat:
    """A player of a match: the message with their question, and their unanswered press."""

    person: User
    panel: Message | None = None
    waits_for: Interaction | None = None
    match: int = 0
    """The last match in which they had a question."""
    over: Message | None = None
    """The message that offers a rematch of their last match."""
    insists_at: float = 0.0
    """The time at which they may ask for that again."""


@dataclass(slots=True)
class Load:
    """The result: seconds until the first answer and until the text, counts, and processor seconds of each side."""

    first: list[float] = field(default_factory=list[float])
    words: list[float] = field(default_factory=list[float])
    seconds: float = 0.0
    presses: int = 0
    answers: int = 0
    idle: int = 0
    """The number of presses skipped because no player of the match had a question, or an answer was still in progress."""
    failed: int = 0
    lost: int = 0
    doubled: int = 0
    errors: list[str] = field(default_factory=list[str])
    bot_busy: float = 0.0
    table_busy: float = 0.0
    drained: float = 0.0
    """Seconds from the last press to the last announcement."""
    beginning: float = 0.0
    matches_over: int = 0


def question_in(message: Message) -> list[Payload]:
    """Return the controls of a message's question that answer it without typing."""
    return [
        each
        for each in walk(message.components)
        if each["type"] in (ComponentKind.BUTTON, ComponentKind.STRING_SELECT)
        and not each.get("disabled")
        and (parts := str(each.get("custom_id", "")).split(":"))[:1] == [VERSION]
        and parts[2] != "0"
        and parts[3] in STEPS
    ]


def rematch_in(message: Message) -> str:
    """Return the id of a message's rematch button, or "" if it has none."""
    ids = (str(each.get("custom_id", "")) for each in walk(message.components) if not each.get("disabled"))
    return next((one for one in ids if one.startswith(f"{VERSION}:") and one.split(":")[3] == REMATCH), "")


def match_in(custom_id: str) -> int:
    """Return the match that a control is about."""
    return int(custom_id.split(":")[1].partition("-")[0])


def too_few(presses: int, wanted: float, when: str) -> list[str]:
    """Return a sentence if there were too few presses for a meaningful measurement, else ""."""
    if presses >= LEAST * wanted:
        return []
    return [f"too few presses {when} to say anything: {presses}, there was time for {wanted:.0f}"]


class Crowd:
    """All people of a run, two per match, and their messages. A rematch follows each match."""

    def __init__(self, table: LocalTable, matches: int, seed: str) -> None:
        self.table = table
        self.chance = Chance(seed)
        self.load = Load()
        self.pairs = [(self._sit(f"Ada {n}"), self._sit(f"Bo {n}")) for n in range(matches)]
        others = [
            table.world.add_channel(table.guild, f"more-{n}") for n in range(-(-matches // IN_A_CHANNEL))
        ]
        self.channels: list[Channel] = others
        self.patience = float("inf")
        """Seconds after which a person repeats an unanswered press."""
        self.given_up = 0
        """The presses that were never answered."""
        self._seats = {table.world.direct_channel(s.person).id: s for pair in self.pairs for s in pair}
        self.pressed: dict[int, Pressed] = {}
        self._done: dict[int, asyncio.Future[None]] = {}
        self.stir = asyncio.Event()
        table.world.listen(self._note)

    @property
    def channels_of_people(self) -> Collection[int]:
        """The ids of all direct channels."""
        return self._seats.keys()

    def _sit(self, name: str) -> Seat:
        person = self.table.world.add_person(name)
        self.table.world.join(person, self.table.guild)
        return Seat(person)

    # -- messages

    def _note(self, change: WorldChange) -> None:
        message = change.message
        if change.kind in ("message", "message_update") and message is not None:
            self.stir.set()
            if (seat := self._seats.get(message.channel_id)) is not None:
                self._show(seat, message)
        elif change.kind == "interaction_state" and change.interaction is not None:
            self.stir.set()
            self._heard(change.interaction)

    def _show(self, seat: Seat, message: Message) -> None:
        if controls := question_in(message):
            seat.panel, seat.match = message, max(seat.match, match_in(controls[0]["custom_id"]))
        elif message is seat.panel:
            seat.panel = None
        again = rematch_in(message)
        if again and match_in(again) >= seat.match:
            seat.over = message

    def _heard(self, interaction: Interaction) -> None:
        if interaction.state == "sent":
            return
        press = self.pressed.get(interaction.id)
        now = time.perf_counter()
        if press is not None and press.first is None:
            press.first = now - press.began
            self.load.first.append(press.first)
        if interaction.state in ("answered", "failed"):
            if press is not None:
                self.load.words.append(now - press.began)
                self.load.failed += interaction.state == "failed"
                seat = self._seats[interaction.channel.id]
                if seat.waits_for is interaction:
                    seat.waits_for = None
            if (done := self._done.pop(interaction.id, None)) is not None and not done.done():
                done.set_result(None)

    # -- acts

    async def _settled(self, interaction: Interaction) -> None:
        if interaction.state in ("answered", "failed"):
            return
        done = asyncio.get_running_loop().create_future()
        self._done[interaction.id] = done
        await done

    async def begin(self, decks: tuple[str, str]) -> None:
        """Make everyone challenge and accept, and wait until all threads exist and all questions are shown."""
        began, room = time.perf_counter(), asyncio.Semaphore(AT_ONCE)

        async def one(number: int) -> None:
            ada, bo = self.pairs[number]
            acting, channel = self.table.acting, self.channels[number // IN_A_CHANNEL]
            async with room:
                sent = acting.slash(
                    ada.person, channel, "voidream challenge", {"user": bo.person, "deck": decks[0]}
                )
                await self._settled(sent)
                taken = acting.slash(bo.person, channel, "match accept", {"deck": decks[1]})
                await self._settled(taken)
                if "failed" in (sent.state, taken.state):
                    raise AssertionError("a match could not be begun")

        await asyncio.gather(*(one(number) for number in range(len(self.pairs))))
        await self._until(lambda: all(a.panel or b.panel for a, b in self.pairs))
        await self.rest()
        self.load.beginning = time.perf_counter() - began

    async def rest(self) -> None:
        """Wait until no message has been posted or edited for two seconds."""
        while True:
            self.stir.clear()
            try:
                async with asyncio.timeout(2):
                    await self.stir.wait()
            except TimeoutError:
                return

    async def _until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not holds():
                self.stir.clear()
                with suppress(TimeoutError):
                    await asyncio.wait_for(self.stir.wait(), 1)

    def _waits(self, seat: Seat) -> bool:
        """Return whether a person still waits for an answer."""
        if seat.waits_for is None:
            return False
        if time.perf_counter() - self.pressed[seat.waits_for.id].began < self.patience:
            return True
        seat.waits_for = None
        self.given_up += 1
        return False

    async def play(self, seconds: float, pace: float) -> None:
        """Press in every match every `pace` seconds, in each at its own time."""
        began = time.perf_counter()
        every = pace / len(self.pairs)
        turn = 0
        while (now := time.perf_counter() - began) < seconds:
            due = turn * every
            if due > now:
                await asyncio.sleep(due - now)
            self._press_in(turn % len(self.pairs))
            turn += 1
            if not turn % 20:
                await asyncio.sleep(0)
        self.load.seconds = time.perf_counter() - began
        await self._until(lambda: not any(self._waits(seat) for seat in self._seats.values()))

    def _press_in(self, number: int) -> None:
        pair = self.pairs[number]
        ready = [
            seat
            for seat in pair
            if seat.panel is not None and not seat.panel.deleted and not self._waits(seat)
        ]
        if not ready:
            self._play_again(pair)
            return
        seat = ready[self.chance.below(len(ready))]
        panel = seat.panel
        assert panel is not None
        controls = question_in(panel)
        done = [each for each in controls if each["custom_id"].split(":")[3] == "done"]
        control = done[0] if done and self.chance.below(2) else self.chance.pick(controls)
        act = control["custom_id"].split(":")[3]
        values: list[str] = []
        if control["type"] == ComponentKind.STRING_SELECT:
            options = list(control["options"])
            if act == "set":
                self.chance.shuffle(options)
                options = options[: control.get("max_values", 1)]
            else:
                options = [self.chance.pick(options)]
            values = [str(option["value"]) for option in options]
        began = time.perf_counter()
        press = self.table.acting.use(seat.person, panel, control["custom_id"], values)
        match, question = (int(part.partition("-")[0]) for part in control["custom_id"].split(":")[1:3])
        self.pressed[press.id] = Pressed(match, question, panel, act in DECIDING, began)
        seat.waits_for = press
        self.load.presses += 1

    def _play_again(self, pair: tuple[Seat, Seat]) -> None:
        """Ask for a rematch if a match is over; the one who does so second accepts it."""
        last, now = max(seat.match for seat in pair), time.perf_counter()
        for seat in pair:
            over = seat.over
            if over is None or over.deleted or now < seat.insists_at or self._waits(seat):
                continue
            again = rematch_in(over)
            if not again or match_in(again) < last:
                continue
            press = self.table.acting.use(seat.person, over, again, [])
            self.pressed[press.id] = Pressed(match_in(again), 0, over, False, now)
            seat.waits_for, seat.insists_at = press, now + INSIST
            self.load.presses += 1
            return
        self.load.idle += 1

    def check(self, rows: Rows) -> None:
        """Compare people's presses and messages with the bot's database."""
        stored_answers = rows("SELECT interaction_id, match_id, question_id FROM acts WHERE kind = 'answer'")
        self.load.matches_over = rows("SELECT count(*) FROM matches WHERE standing = 'over'")[0][0]
        self.load.answers = len(stored_answers)
        times = Counter((match, question) for _, match, question in stored_answers)
        self.load.doubled = sum(n - 1 for n in times.values())
        known = {row[0] for row in stored_answers}
        # A standing order or another press can answer the question first. A later press then gets the next question.
        self.load.lost = sum(
            press.decides
            and one not in known
            and press.question != _asked(press.panel)
            and (press.match, press.question) not in times
            for one, press in self.pressed.items()
        )
        wrong = [row for row in stored_answers if row[0] is not None and row[0] not in self.pressed]
        if wrong:
            self.load.errors.append(f"{len(wrong)} answers are kept that nobody gave")
        if left := unsent(rows):
            self.load.errors.append(f"{left} announcements were never made")


def _asked(panel: Message) -> int:
    question = [] if panel.deleted else question_in(panel)
    return int(question[0]["custom_id"].split(":")[2]) if question else 0


def _processor(process: int) -> float:
    """Return the processor seconds used by a process."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measure(
    matches: int, seconds: float, pace: float, *, seed: str = "load", profile: Path | None = None
) -> Load:
    """Run `matches` for `seconds`, with a press in each every `pace` seconds. Return the result."""
    table = LocalTable(limited=False)
    await table.start()
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        root = Path(__file__).parents[1]
        database = Path(folder) / "load.sqlite3"
        log = (Path(folder) / "log").open("w+")
        command = [sys.executable, *(["-m", "cProfile", "-o", str(profile)] if profile else []), "-m", "bot"]
        bot = await asyncio.create_subprocess_exec(
            *command, "run", "--table", table.address, cwd=folder, stdout=log, stderr=log,
            env={**os.environ, "PYTHONPATH": str(root), "DISCORD_TOKEN": table.token, "DATABASE": str(database), "LOG_LEVEL": "WARNING"},
        )  # fmt: skip
        crowd = Crowd(table, matches, seed)
        load = crowd.load
        try:
            while not table.gateway.identifies and bot.returncode is None:  # noqa: ASYNC110 - another process does it
                await asyncio.sleep(0.05)
            await crowd.rest()
            if bot.returncode is not None:
                log.seek(0)
                raise RuntimeError(f"the bot did not start: {log.read()}")
            await crowd.begin(("First Light", "The Unwritten"))
            own, used = time.process_time(), _processor(bot.pid)
            await crowd.play(seconds, pace)
            load.table_busy = time.process_time() - own
            load.bot_busy = _processor(bot.pid) - used
            ended = time.perf_counter()
            rows = rows_of(database)
            await all_sent(rows, PATIENCE)
            load.drained = time.perf_counter() - ended
        finally:
            if bot.returncode is None:
                bot.send_signal(signal.SIGTERM)
            code = await bot.wait()
            await table.stop()
        crowd.check(rows_of(database))
        log.seek(0)
        output = log.read()
        if code or output:
            load.errors.append(f"the bot ended with {code} and said: {output[:2000]}")
        load.errors += table.record.failures[:5]
        log.close()
    return load


def report(load: Load) -> list[str]:
    """Return the result, line by line."""
    return [
        f"{load.presses} presses in {load.seconds:.0f} s: {load.presses / load.seconds:.0f} a second, "
        f"{load.answers} of them answers; {load.idle} times nobody could press yet; {load.matches_over} matches ended",
        f"first answer: median {percentile(load.first, 50) * 1000:.0f} ms, p99 {percentile(load.first, 99) * 1000:.0f} ms, "
        f"longest {max(load.first) * 1000:.0f} ms",
        f"words: median {percentile(load.words, 50) * 1000:.0f} ms, p99 {percentile(load.words, 99) * 1000:.0f} ms",
        f"failed {load.failed}, lost {load.lost}, doubled {load.doubled}, errors {len(load.errors)}",
        f"processor: bot {load.bot_busy / load.seconds:.0%} of one core, {load.bot_busy / load.presses * 1000:.1f} ms a press; "
        f"table and people {load.table_busy / load.seconds:.0%}, {load.table_busy / load.presses * 1000:.1f} ms a press",
        f"beginning took {load.beginning:.0f} s; the last announcement came {load.drained:.1f} s after the last answer",
        *load.errors,
    ]


@click.command()
@click.option("--matches", default=500, show_default=True)
@click.option("--seconds", default=120.0, show_default=True)
@click.option("--pace", default=1.0, show_default=True, help="Seconds between two presses in a match.")
@click.option("--profile", type=click.Path(path_type=Path), help="Where to write the bot's profile.")
def main(matches: int, seconds: float, pace: float, profile: Path | None) -> None:
    """Measure a load. Exit with 1 if a press failed, was lost, or was answered later than Discord allows (3 s)."""
    load = asyncio.run(measure(matches, seconds, pace, profile=profile))
    console = Console(highlight=False, soft_wrap=True)
    for line in report(load):
        console.print(line)
    good = not (load.failed or load.lost or load.doubled or load.errors) and percentile(load.first, 99) < 1
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
