"""Discord as the outbox sees it: what it has taken, and what it does to those who ask.

It keeps its promises and no others: the same nonce shows the same message, an edit changes the message, and what it has taken
stays taken when the one who asked never hears of it. What an honest outbox must not do to it is written down as `wrong`.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count
from typing import cast

import msgspec

from bot.delivery.notes import PrivateKind, PrivateNote, PublicKind, PublicNote
from bot.delivery.results import Closed, Delivery, Later, Result, Sent
from bot.views.types import MatchTable, PrivateLook, PublicLook
from tests.simulation.loop import Process, SeededLoop, current_process
from tests.simulation.weather import Weather

NONCE = 600.0
"""Virtual seconds for which a nonce is known: Discord says that it is some minutes."""

Lane = tuple[int, int]
"""A match, and the person who is told something of it; 0 for everybody."""


@dataclass
class Message:
    """A message that stands somewhere. `note` has brought it, or what it says now, of which `shown` is the digest.

    `question` is what it asks its reader.
    """

    lane: Lane
    note: int
    kind: str
    shown: str
    rev: int
    question: int | None = None
    is_known: bool = False
    """Whether the one who brought it has heard that it is there."""


@dataclass
class Taken:
    """A request that was carried out: the row of the outbox, and the nonce that it came with."""

    row: int
    kind: str
    nonce: str
    rev: int


@dataclass
class Receiver:
    """Everything that anybody can read."""

    weather: Weather
    loop: SeededLoop
    messages: dict[int, Message] = field(default_factory=dict[int, Message])
    lanes: dict[Lane, list[Taken]] = field(default_factory=lambda: defaultdict(list))
    closed: set[int] = field(default_factory=set[int])
    """Those who take no direct messages."""
    called: set[tuple[int, int]] = field(default_factory=set[tuple[int, int]])
    """People who were called in the thread of a match, each with the match."""
    wrong: list[str] = field(default_factory=list[str])
    asks: int = 0
    """Requests that have begun."""
    repeats: int = 0
    _known: dict[tuple[str, str], tuple[int, float]] = field(
        default_factory=dict[tuple[str, str], tuple[int, float]]
    )
    _under_way: dict[Lane, dict[int, tuple[Process, int]]] = field(default_factory=lambda: defaultdict(dict))
    _numbers: count[int] = field(default_factory=lambda: count(9000))

    @property
    def under_way(self) -> set[int]:
        """The notes that are being delivered now."""
        return {row for lane in self._under_way.values() for _, row in lane.values()}

    def panels(self, match_id: int) -> dict[Lane, list[Message]]:
        """Return the direct messages about a match that show it, oldest first."""
        kinds = (PrivateKind.ASK, PrivateKind.PANEL)
        found: dict[Lane, list[Message]] = {}
        for _, message in sorted(self.messages.items()):
            if message.lane[0] == match_id and message.kind in kinds:
                found.setdefault(message.lane, []).append(message)
        return found

    async def public(
        self, delivery: Delivery, note: PublicNote, look: PublicLook | MatchTable
    ) -> Sent | Later:
        """Show something to everybody."""
        table = look if isinstance(look, MatchTable) else look.table

        def take() -> Sent:
            message = Message((table.match_id, 0), delivery.row, note.kind, digest(look), table.rev)
            match note.kind:
                case PublicKind.OPEN:
                    # A thread is opened on a message once; whoever asks again learns its id.
                    return Sent(self._send(f"thread of {table.match_id}", "open", message))
                case PublicKind.CHALLENGE:
                    return Sent(self._current("channel", table.challenge_message_id, delivery, message))
                case PublicKind.STATUS:
                    return Sent(self._current("thread", table.status_message_id, delivery, message))
                case PublicKind.PING:
                    self.called |= {(table.match_id, person) for person in note.mentions}
                case _:
                    pass
            return Sent(self._send(f"thread {table.match_id}", delivery.nonce, message), table.channel_id)

        done = await self._request((note.match_id, 0), delivery, note.kind, note.rev, take)
        assert isinstance(done, Sent | Later)
        return done

    async def private(self, delivery: Delivery, note: PrivateNote, look: PrivateLook) -> Result:
        """Show something to one person."""
        if note.person != look.person.id:
            self.wrong.append(f"note {delivery.row} for {note.person} shows what {look.person.id} knows")

        def take() -> Result:
            if note.person in self.closed and note.kind is not PrivateKind.PANEL:
                return Closed()
            question = None if look.question is None else look.question.id
            message = Message(
                (note.match_id, note.person), delivery.row, note.kind, digest(look), look.table.rev, question
            )
            if note.kind is PrivateKind.PANEL:
                assert look.panel is not None
                self.messages[look.panel[1]] = message
                return Sent(look.panel[1], note.person)
            return Sent(self._send(f"dm {note.person}", delivery.nonce, message), note.person)

        return await self._request((note.match_id, note.person), delivery, note.kind, note.rev, take)

    async def _request(self, lane: Lane, delivery: Delivery, kind: str, rev: int, take: object) -> Result:
        """Carry out a request, or not, and answer, or not."""
        process, number = current_process(), next(self._numbers)
        self.asks += 1
        self.weather.stir()
        for other, row in self._under_way[lane].values():
            if other.is_alive:
                self.wrong.append(
                    f"{process.name} brings note {delivery.row} to {lane} while {other.name} brings {row}"
                )
        self._under_way[lane][number] = process, delivery.row
        try:
            fate = self.weather.fate()
            await asyncio.sleep(fate.before)
            if fate.refused is not None:
                return fate.refused
            result = cast(Result, take())  # type: ignore[operator]
            self.loop.log(f"taken {lane} {delivery.row} {kind} {delivery.nonce}")
            if not isinstance(result, Closed):
                self._note(lane, Taken(delivery.row, kind, delivery.nonce, rev))
            await asyncio.sleep(fate.after)
            if fate.lost is not None:
                return fate.lost
            if isinstance(result, Sent) and result.message_id in self.messages:
                self.messages[result.message_id].is_known = True
            return result
        finally:
            self._under_way[lane].pop(number, None)

    def _note(self, lane: Lane, new: Taken) -> None:
        """Check a request against all before it in its lane."""
        before = self.lanes[lane]
        if before and new.row < before[-1].row:
            self.wrong.append(f"{lane}: note {new.row} ({new.kind}) comes after {before[-1].row}")
        for one in before:
            if one.row == new.row and one.rev == new.rev and one.nonce != new.nonce:
                self.wrong.append(f"{lane}: note {new.row} ({new.kind}) comes with another nonce")
            if one.nonce == new.nonce and one.row == new.row:
                self.repeats += 1
        before.append(new)

    def _send(self, where: str, nonce: str, message: Message) -> int:
        """Show a message, once for a nonce."""
        now = self.loop.time()
        known, at = self._known.get((where, nonce), (0, 0.0))
        if known and (message.kind == PublicKind.OPEN or now - at < NONCE):
            return known
        one = (PublicKind.STATUS, PublicKind.CHALLENGE)
        if message.kind in one and any(
            other.lane == message.lane and other.kind == message.kind for other in self.messages.values()
        ):
            self.wrong.append(f"{message.lane}: a second message of the kind {message.kind}")
        number = next(self._numbers)
        self._known[where, nonce] = number, now
        self.messages[number] = message
        return number

    def _current(self, where: str, known: int | None, delivery: Delivery, message: Message) -> int:
        """Send a message of which there is one, or edit it."""
        number = known or self._send(where, delivery.nonce, message)
        if number not in self.messages:
            self.wrong.append(f"a message is edited that has never been sent: {number}")
        self.messages[number] = message
        return number


def digest(look: MatchTable | PublicLook | PrivateLook) -> str:
    """Return a digest of what a look shows."""
    if isinstance(look, MatchTable):
        shown: object = look.standing
    else:
        awaited = [(one.seat, one.about) for one in look.awaited]
        shown = (look.view, awaited, look.outcome, look.seed, look.table.standing)
        if isinstance(look, PrivateLook):
            shown = (shown, look.question)
    return sha256(msgspec.json.encode(shown)).hexdigest()[:12]
