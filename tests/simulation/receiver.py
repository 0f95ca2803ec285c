"""Discord as the outbox sees it: the requests it has accepted, and its misbehaviour.

It keeps Discord's guarantees and no others: a repeated nonce returns the same message, an edit changes the message,
and an accepted request stays accepted even if its sender never learns of it. Forbidden acts of the outbox are
recorded as `wrong`.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from contextvars import Context
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count
from types import SimpleNamespace
from typing import Any, TypeVar

import discord
import msgspec

from bot.delivery.notes import PrivateKind, PrivateNote, PublicKind, PublicNote
from bot.delivery.results import Closed, Delivery, Gone, Later, Result, Sent
from bot.discord.outgoing.posts import MessageLost
from bot.panel.announcements import PanelAnnouncements
from bot.views.types import MatchTable, PlayerSnapshot, PublicSnapshot
from tests.simulation.loop import Process, SeededLoop, current_process
from tests.simulation.weather import Weather

T = TypeVar("T")

PANELS = (PrivateKind.ASK, PrivateKind.PANEL)
NONCE = 600.0
"""The virtual seconds for which a nonce is remembered; Discord documents some minutes."""

ON_ITS_WAY = 20.0
"""The virtual seconds within which a killed sender's request may still arrive; much less than a nonce's lifetime."""

Lane = tuple[int, int]
"""A match and a recipient; 0 for everyone, -1 for animations, which nothing else waits for."""


@dataclass
class Message:
    """An existing message. `note` is the note that sent or last edited it, `shown` the digest of its content.

    `question` is the question to its reader.
    """

    lane: Lane
    note: int
    kind: str
    shown: str
    rev: int
    question: int | None = None
    id: int = 0

    @property
    def channel(self) -> SimpleNamespace:
        """The channel of a direct message: channels have the ids of people."""
        return SimpleNamespace(id=self.lane[1])


@dataclass
class Taken:
    """An executed request: its note's row in the outbox, and its nonce."""

    row: int
    kind: str
    nonce: str
    rev: int


@dataclass
class Receiver:
    """Everything that anyone can read."""

    weather: Weather
    loop: SeededLoop
    messages: dict[int, Message] = field(default_factory=dict[int, Message])
    lanes: dict[Lane, list[Taken]] = field(default_factory=lambda: defaultdict(list))
    closed: set[int] = field(default_factory=set[int])
    """People who don't accept direct messages."""
    called: set[tuple[int, int]] = field(default_factory=set[tuple[int, int]])
    """People mentioned in the thread of a match, each with the match."""
    wrong: list[str] = field(default_factory=list[str])
    asks: int = 0
    """The number of started requests."""
    repeats: int = 0
    _known: dict[tuple[str, str], tuple[int, float]] = field(
        default_factory=dict[tuple[str, str], tuple[int, float]]
    )
    _under_way: dict[Lane, dict[int, tuple[Process, int]]] = field(default_factory=lambda: defaultdict(dict))
    _numbers: count[int] = field(default_factory=lambda: count(9000))

    @property
    def under_way(self) -> set[int]:
        """The notes that are being delivered."""
        return {row for lane in self._under_way.values() for _, row in lane.values()}

    def panels(self, match_id: int) -> dict[Lane, list[Message]]:
        """Return the direct messages that show a match, oldest first."""
        messages_by_lane: dict[Lane, list[Message]] = {}
        for _, message in sorted(self.messages.items()):
            if message.lane[0] == match_id and message.kind in PANELS:
                messages_by_lane.setdefault(message.lane, []).append(message)
        return messages_by_lane

    async def public(
        self, delivery: Delivery, note: PublicNote, shown: PublicSnapshot | MatchTable
    ) -> Sent | Later:
        """Show something to everyone."""
        table = shown if isinstance(shown, MatchTable) else shown.table

        def take() -> Sent:
            message = Message((table.match_id, 0), delivery.row, note.kind, digest(shown), table.rev)
            match note.kind:
                case PublicKind.OPEN:
                    # A message has at most one thread; a repeated request returns its id.
                    return Sent(self.send(f"thread of {table.match_id}", "open", message))
                case PublicKind.CHALLENGE:
                    return Sent(self._current("channel", table.challenge_message_id, delivery, message))
                case PublicKind.STATUS:
                    return Sent(self._current("thread", table.status_message_id, delivery, message))
                case PublicKind.PING:
                    self.called |= {(table.match_id, person) for person in note.mentions}
                case _:
                    pass
            return Sent(self.send(f"thread {table.match_id}", delivery.nonce, message), table.channel_id)

        lane = note.match_id, -1 if note.kind is PublicKind.ROUND else 0
        with self._delivering(lane, delivery, note):
            try:
                return await self.carried_out(take, lane, delivery, note)
            except Answered as answered:
                assert isinstance(answered.result, Later)
                return answered.result

    async def private(self, delivery: Delivery, note: PrivateNote, shown: PlayerSnapshot) -> Result:
        """Show something to one person: panels by the product's own requests."""
        if note.person != shown.person.id:
            self.wrong.append(f"note {delivery.row} for {note.person} shows what {shown.person.id} knows")
        lane = (note.match_id, note.person)
        direct: Any = _Directly(self, delivery, note)
        with self._delivering(lane, delivery, note):
            try:
                if note.kind in PANELS:
                    announce = PanelAnnouncements(direct, direct).announcements.private[note.kind]
                    return await announce(direct, delivery, note, shown)
                message = await direct.panel(shown)
                channel, message_id = await direct.send_directly(delivery, note.person, message)
                return Sent(message_id, channel)
            except Answered as answered:
                return answered.result

    @contextmanager
    def _delivering(self, lane: Lane, delivery: Delivery, note: PublicNote | PrivateNote) -> Generator[None]:
        """Check that no other delivery to a lane runs at the same time."""
        process, number = current_process(), next(self._numbers)
        self.asks += 1
        self.weather.stir()
        for other_id, row in self._under_way[lane].values():
            if other_id.is_alive:
                self.wrong.append(
                    f"{process.name} brings note {delivery.row} to {lane} while {other_id.name} brings {row}"
                )
        self._under_way[lane][number] = process, delivery.row
        try:
            yield
        finally:
            self._under_way[lane].pop(number, None)

    async def carried_out(
        self,
        take: Callable[[], T],
        lane: Lane,
        delivery: Delivery,
        note: PublicNote | PrivateNote,
        *,
        is_first: bool = True,
    ) -> T:
        """Carry out a request or not, and respond or not, in which case it raises Answered.

        `is_first`: it shows the note.
        """
        fate = self.weather.fate()
        arrives = self.loop.time() + fate.before
        try:
            await asyncio.sleep(fate.before)
        except BaseException:
            if not current_process().is_alive and fate.refused is None and fate.before <= ON_ITS_WAY:
                # Its sender was killed, but the request still arrives.
                self.loop.call_at(arrives, _arrive, take, context=Context())
            raise
        if fate.refused is not None:
            raise Answered(fate.refused)
        result = take()
        self.loop.log(f"taken {lane} {delivery.row} {note.kind} {delivery.nonce}")
        if is_first:
            self._note(lane, Taken(delivery.row, note.kind, delivery.nonce, note.rev))
        await asyncio.sleep(fate.after)
        if fate.lost is not None:
            raise Answered(fate.lost)
        return result

    def _note(self, lane: Lane, new: Taken) -> None:
        """Check a request against all earlier ones in its lane."""
        before = self.lanes[lane]
        if before and new.row < before[-1].row:
            self.wrong.append(f"{lane}: note {new.row} ({new.kind}) comes after {before[-1].row}")
        for earlier in before:
            if earlier.row == new.row and earlier.rev == new.rev and earlier.nonce != new.nonce:
                self.wrong.append(f"{lane}: note {new.row} ({new.kind}) comes with another nonce")
            if earlier.nonce == new.nonce and earlier.row == new.row:
                self.repeats += 1
        before.append(new)

    def send(self, where: str, nonce: str, message: Message) -> int:
        """Send a message, once per nonce."""
        now = self.loop.time()
        message_id, at = self._known.get((where, nonce), (0, 0.0))
        if message_id and (message.kind == PublicKind.OPEN or now - at < NONCE):
            return message_id
        current_kinds = (PublicKind.STATUS, PublicKind.CHALLENGE)
        if message.kind in current_kinds and any(
            message_.lane == message.lane and message_.kind == message.kind
            for message_ in self.messages.values()
        ):
            self.wrong.append(f"{message.lane}: a second message of the kind {message.kind}")
        number = message.id = next(self._numbers)
        self._known[where, nonce] = number, now
        self.messages[number] = message
        return number

    def _current(self, where: str, message_id: int | None, delivery: Delivery, message: Message) -> int:
        """Send a message that exists only once, or edit it."""
        number = message.id = message_id or self.send(where, delivery.nonce, message)
        if number not in self.messages:
            self.wrong.append(f"a message is edited that has never been sent: {number}")
        self.messages[number] = message
        return number


def _arrive(take: Callable[[], object]) -> None:
    """Carry out a request whose sender no longer waits for the response."""
    with suppress(Answered, MessageLost):
        take()


class Answered(Exception):
    """A request got a different response."""

    def __init__(self, result: Later | Closed | Gone) -> None:
        self.result = result


@dataclass
class _Directly:
    """Discord and panels for deliveries by direct message, without presses on these messages."""

    receiver: Receiver
    delivery: Delivery
    note: PrivateNote

    @property
    def lane(self) -> Lane:
        return self.note.match_id, self.note.person

    async def answered(self, message: int) -> None:
        pass

    async def panel(self, snapshot: PlayerSnapshot, *args: object, **named: object) -> Message:
        question = None if snapshot.question is None else snapshot.question.id
        return Message(
            self.lane, self.delivery.row, self.note.kind, digest(snapshot), snapshot.table.rev, question
        )

    async def is_current(self, message: Message, snapshot: PlayerSnapshot) -> bool:
        return message.rev >= snapshot.table.rev

    async def is_of(self, message: Message, table: MatchTable) -> bool:
        return message.lane[0] == table.match_id and message.kind in PANELS

    def channel(self, channel: int) -> _Directly:
        return self

    async def fetch_message(self, message_id: int) -> Message:
        if (message := self.receiver.messages.get(message_id)) is None:
            response: Any = SimpleNamespace(status=404, reason="Not Found")
            raise discord.NotFound(response, "Unknown Message")
        return message

    async def sent_directly(self, person: int) -> list[Message]:
        def found() -> list[Message]:
            every = sorted(self.receiver.messages.items(), reverse=True)
            return [message for _, message in every if message.lane[1] == person]

        return await self._asked(found, is_first=False)

    async def send_directly(
        self, delivery: Delivery, person: int, message: Message, *, silent: bool = False
    ) -> tuple[int, int]:
        def send() -> tuple[int, int]:
            if person in self.receiver.closed:
                raise Answered(Closed())
            return person, self.receiver.send(f"dm {person}", delivery.nonce, message)

        return await self._asked(send)

    async def edit(self, channel: int, message_id: int, message: Message) -> None:
        def edit() -> None:
            if message_id not in self.receiver.messages:
                raise MessageLost("Unknown Message")
            message.id = message_id
            self.receiver.messages[message_id] = message

        await self._asked(edit)

    async def delete(self, channel: int, message_id: int) -> None:
        await self._asked(lambda: self.receiver.messages.pop(message_id, None), is_first=False)

    take_away = delete

    async def _asked(self, take: Callable[[], T], *, is_first: bool = True) -> T:
        return await self.receiver.carried_out(take, self.lane, self.delivery, self.note, is_first=is_first)


def digest(snapshot: MatchTable | PublicSnapshot | PlayerSnapshot) -> str:
    """Return a digest of a snapshot's content."""
    if isinstance(snapshot, MatchTable):
        content: object = snapshot.status
    else:
        awaited = [(seat.seat, seat.about) for seat in snapshot.awaited]
        content = (snapshot.view, awaited, snapshot.outcome, snapshot.seed, snapshot.table.status)
        if isinstance(snapshot, PlayerSnapshot):
            content = (content, snapshot.question)
    return sha256(msgspec.json.encode(content)).hexdigest()[:12]
