"""Runs procedures step by step until a player must be asked something, or the match is over.

A sitting is a decision that a seat makes in several answers. From the first answer to its end, others see the match as
it was when the seat was first asked: its board, its counts and the open questions. Events are withheld and emitted in
order at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from copy import copy
from functools import cache
from typing import Generic, Self, cast

import msgspec
from typing_extensions import TypeVar

from cards.i18n import Message
from engine.kernel.card_ids import mentioned
from engine.kernel.decoder import LazyDecoder, msgpack_reader
from engine.kernel.events.event import Ended, Event, Fact, KeptEvent, WentOut
from engine.kernel.position import Departure, Frame, Outcome, Places, Position, packed
from engine.kernel.question import Choice, PendingOption, PendingQuestion, QuestionKind

F_co = TypeVar("F_co", bound=Fact, covariant=True, default=Fact)


class Sitting(Frame, Generic[F_co], tag="sitting", kw_only=True):
    """A sitting in progress. On the stack it is below the procedures that ask its seat (`Machine.sit`).

    A game names the facts that can be withheld: `Sitting[Drew | Blocked]` is one of its frames.
    """

    seat: int
    before: bytes = b""
    """The packed position that others see; empty until the seat's first answer."""
    held: list[KeptEvent[F_co]] = msgspec.field(default_factory=list[KeptEvent[F_co]])
    """The withheld events, oldest first."""
    drawn: list[int] = msgspec.field(default_factory=list[int])
    """For each withheld event, the amount of randomness used before it."""

    @property
    def events(self) -> tuple[Event, ...]:
        """The withheld events, oldest first."""
        return tuple(stored.event for stored in self.held)


def sitting_in(stack: Sequence[Frame]) -> Sitting | None:
    """Return the sitting that is still hidden from the others; None if there is none."""
    sittings = (cast("Sitting", frame) for frame in stack if isinstance(frame, Sitting))
    return next((sitting for sitting in sittings if sitting.before), None)


P_co = TypeVar("P_co", bound=Position[Frame], covariant=True)
M = TypeVar("M")
M_contra = TypeVar("M_contra", contravariant=True)
F = TypeVar("F", bound=Frame)


class Procedure(Generic[M_contra]):
    """The steps of a procedure, in the rulebook's order.

    A step is a function of the machine and the procedure's frame. It can change the position, push frames and ask
    questions. Raises ValueError if two steps have the same name.
    """

    def __init__(self, frame: type[F], *steps: Callable[[M_contra, F], None]) -> None:
        self.frame: type[Frame] = frame
        self.steps = cast("tuple[Callable[[M_contra, Frame], None], ...]", steps)
        """Each is called with a frame of the procedure's own class only."""
        self.names = [step.__name__ for step in steps]
        if not steps or len(set(self.names)) != len(steps):
            raise ValueError(f"procedure {frame.__name__} needs steps with different names")


class Procedures(Generic[M]):
    """All procedures of a game, with their steps by name.

    `between(machine)` runs after a change (`Machine.needs_settling`), following a step that leaves no open question.
    Like a step, it can change the position and push frames.
    """

    def __init__(self, *procedures: Procedure[M], between: Callable[[M], None] | None = None) -> None:
        self.between = between
        self.first: dict[type[Frame], str] = {}
        """By class of frame: the name of the first step."""
        self.steps: dict[type[Frame], dict[str, tuple[Callable[[M, Frame], None], str]]] = {}
        """By frame class and step name: the step, and the name of the next step ("" after the last)."""
        for procedure in procedures:
            self.first[procedure.frame] = procedure.names[0]
            later = zip(procedure.steps, [*procedure.names[1:], ""], strict=True)
            self.steps[procedure.frame] = dict(zip(procedure.names, later, strict=True))
        self.has_sittings = Sitting in self.steps
        """Whether seats decide some things in sittings (`SITTING`)."""


@cache
def _reader(position: type[P_co]) -> LazyDecoder[P_co]:
    return msgpack_reader(position)


class Machine(Generic[P_co]):
    """A position and the code that advances it, for a number of seats. A game adds what its steps need."""

    catalogue: Procedures[Self]

    def __init__(self, position: P_co, seat_count: int) -> None:
        self.position = position
        self.seat_count = seat_count
        self.events: list[Event] = []
        self.draws: list[int] = []
        """For each event, the amount of randomness used when it was emitted."""
        self.watch: Callable[[], None] | None = None
        """Called after each event; None for no callback."""
        self.decided_by = -1
        """The seat whose decision is being carried out; see `Event.decided_by`."""
        self._withholds = True
        self.needs_settling = False
        """Whether something has changed since `Procedures.between` last ran."""

    # -- for steps

    def push(self, frame: Frame) -> None:
        """Begin a procedure. It runs before everything that is already on the stack."""
        if type(frame) not in self.catalogue.first:
            raise RuntimeError(f"there is no procedure of {type(frame).__name__}, so that it can't begin")
        frame.step = self.catalogue.first[type(frame)]
        self.position.stack.append(frame)

    def ask(  # noqa: PLR0913
        self,
        seat: int,
        kind: QuestionKind,
        purpose: Message | str,
        topic: str,
        options: tuple[PendingOption, ...] = (),
        *,
        minimum: int = 1,
        maximum: int = 1,
        ordered: bool = False,
        cause: str = "",
        into: str = "choice",
        subject: str = "",
        quoted: str = "",
    ) -> None:
        """Ask a seat a question (see `Question`).

        The answer, a list of keys, is stored in the field `into` of the top frame. The field keeps its value if the
        seat leaves before it answers.
        """
        position = self.position
        if not hasattr(position.stack[-1], into):
            raise RuntimeError(f"the frame of {position.stack[-1].procedure} has no field {into}")
        if seat in position.questions:
            raise RuntimeError(f"seat {seat} is already being asked something")
        if self.catalogue.has_sittings and (sitting := self.sitting) is not None and sitting.seat != seat:
            self.disclose(sitting)  # A seat must see the cards that its question is about.
        position.asked += 1
        position.questions[seat] = PendingQuestion(
            position.asked, seat, kind, purpose, topic, options, minimum, maximum, ordered, cause, into, subject,
            quoted,
        )  # fmt: skip

    def ask_together(self, seats: Sequence[int], ask: Callable[[int], None], into: str) -> None:
        """Ask several seats at once.

        The match continues when all have answered, so that no seat knows the others' answers.

        `ask` asks one seat, with this `into`: a field of the top frame that receives the answers by seat. A seat that
        leaves before it answers has no entry.
        """
        setattr(self.position.stack[-1], into, {})
        for seat in seats:
            ask(seat)

    def emit(
        self,
        fact: Fact,
        cause: str = "",
        *,
        private: dict[int, Fact] | None = None,
    ) -> None:
        """Emit an event. Only the operation that causes the event may call this."""
        if private and self.position.out:
            private = {
                seat: private_fact for seat, private_fact in private.items() if self.viewer(seat) == seat
            }
        # Every event takes this path, and few games have sittings: look for one only there.
        sitting = self.sitting if self.catalogue.has_sittings and self._withholds else None
        if sitting is not None:
            sitting.held.append(KeptEvent(fact, private or {}, cause, self.decided_by))
            sitting.drawn.append(self.position.chance.drawn)
            return
        self.events.append(Event(fact, private or {}, cause, self.decided_by))
        self.draws.append(self.position.chance.drawn)
        if self.watch is not None:
            self.watch()

    # -- sittings

    def sit(self, seat: int) -> None:
        """Begin a sitting: the seat's decisions in the next pushed procedure stay secret until it ends."""
        sitting: Sitting = Sitting(seat=seat)
        self.push(sitting)

    @property
    def sitting(self) -> Sitting | None:
        """The open sitting that is still hidden from the other seats; None if there is none."""
        return sitting_in(self.position.stack) if self.catalogue.has_sittings else None

    def shown_to(self, *seats: int | None) -> Self:
        """Return the position as shown to seats or spectators (None).

        During another seat's sitting this is a different machine.
        """
        sitting = self.sitting
        return self if sitting is None or sitting.seat in seats else self.beside(sitting.before)

    def beside(self, position: bytes) -> Self:
        """Return a machine of the same match at another position, without events."""
        machine = copy(self)
        machine.position = _reader(type(self.position)).read(position)
        machine.events, machine.draws, machine.watch = [], [], None
        machine.decided_by, machine._withholds, machine.needs_settling = -1, True, False
        return machine

    def disclose(self, sitting: Sitting) -> None:
        """Reveal a sitting: emit its withheld events and show everyone the current position."""
        sitting.before = b""
        events = list(zip(sitting.events, sitting.drawn, strict=True))
        sitting.held, sitting.drawn = [], []
        for event, drawn in events:
            self.events.append(event)
            self.draws.append(drawn)
            if self.watch is not None:
                self.watch()

    @contextmanager
    def withholding_nothing(self) -> Generator[None]:
        """Emit events immediately, even during a sitting."""
        self._withholds = False
        try:
            yield
        finally:
            self._withholds = True

    # -- players

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that are still in the match."""
        return tuple(seat for seat in range(self.seat_count) if not self.position.is_out(seat))

    def clockwise(self, first: int) -> list[int]:
        """Return the seats that are still in the match, clockwise from a seat on, which comes first if it is."""
        every = [(first + n) % self.seat_count for n in range(self.seat_count)]
        return [seat for seat in every if not self.position.is_out(seat)]

    def viewer(self, seat: int | None) -> int | None:
        """Return the viewpoint of a seat.

        A seat that is out sees the rest of the match as a spectator, unless the game decides otherwise.
        """
        if seat is None or (self.position.outcome is None and self.position.is_out(seat)):
            return None
        return seat

    def places(self, *first: Sequence[int]) -> Places:
        """Return the final places if the match ended now.

        First the given places, then the other seats still playing, then the seats that are out, latest first.

        If no places are given, all seats still playing share first place.
        """
        others = tuple(seat for seat in self.playing if all(seat not in place for place in first))
        departed = (departure.seats for departure in reversed(self.position.out))
        return tuple(place for place in (*map(tuple, first), others, *departed) if place)

    def finish(self, places: Places, ending: str) -> None:
        """End the match immediately, even during a procedure, without an event."""
        position = self.position
        if position.outcome is None:
            position.outcome = Outcome(places, ending)
            position.stack.clear()
            position.questions.clear()

    def end(self, places: Places, ending: str, cause: str = "") -> None:
        """End the match immediately and emit the event."""
        if (sitting := self.sitting) is not None:
            self.disclose(sitting)
        self.finish(places, ending)
        self.emit(Ended([list(place) for place in places], ending), cause)

    def leave(self, seats: Sequence[int], ending: str, cause: str = "") -> None:
        """Remove seats from the match together. They get no further questions.

        If at most one seat is left, the match is over. Otherwise it continues, and the procedures the seats were in
        stay on the stack (see `drop`).
        """
        position, sitting = self.position, self.sitting
        if sitting is not None and sitting.seat in seats:
            self.disclose(sitting)
        position.out.append(Departure(tuple(sorted(seats)), ending))
        for seat in seats:
            position.questions.pop(seat, None)
        if len(self.playing) <= 1:
            self.end(self.places(), ending, cause or ending)
        else:
            self.emit(WentOut(sorted(seats), ending), cause or ending)

    def drop(self, is_theirs: Callable[[Frame], bool]) -> None:
        """Abort the lowest procedure for which `is_theirs` holds, with all above it, and close all questions."""
        stack = self.position.stack
        lowest = next((index for index, frame in enumerate(stack) if is_theirs(frame)), None)
        if lowest is not None:
            sitting = self.sitting
            if sitting is not None and any(frame is sitting for frame in stack[lowest:]):
                self.disclose(sitting)
            del stack[lowest:]
            # The top procedure asked all open questions. It is gone, so nothing could receive the answers.
            self.position.questions.clear()

    # -- for `Match`

    def check(self) -> None:
        """Raise ValueError unless every step, card and seat in the position exists.

        The machine can't be used afterwards, because this replaces lists in its position.
        """
        for frame in self.position.stack:
            if frame.step and frame.step not in self.catalogue.steps[type(frame)]:
                raise ValueError(f"no step of {frame.procedure} is called {frame.step}")
        count = len(getattr(self.position, "cards", ()))
        for card, _ in mentioned(self.position):
            if card >= count:
                raise ValueError(f"there is no card {card}")
        if not self.position.questions.keys() <= set(range(self.seat_count)):
            raise ValueError("a seat that doesn't exist is asked")

    def take(self, question: PendingQuestion, choice: Choice) -> None:
        """Store a checked answer in the frame of the procedure that asked, and continue."""
        if self.catalogue.has_sittings:
            self._begin_sitting(question.seat)
        del self.position.questions[question.seat]
        frame = self.position.stack[-1]
        answers = getattr(frame, question.into)
        if isinstance(answers, dict):
            cast("dict[int, list[str]]", answers)[question.seat] = list(choice)
        else:
            setattr(frame, question.into, list(choice))
        self.run()

    def _begin_sitting(self, seat: int) -> None:
        """Keep the position that the other seats go on seeing, if this is the first answer of a sitting."""
        stack = self.position.stack
        frames = (cast("Sitting", frame) for frame in reversed(stack) if isinstance(frame, Sitting))
        sitting = next(frames, None)
        if sitting is not None and sitting.seat == seat and not sitting.before:
            sitting.before = packed(self.position)

    def run(self) -> None:
        """Advance until a question is open or the match is over."""
        position = self.position
        stack, questions, steps = position.stack, position.questions, self.catalogue.steps
        between = self.catalogue.between
        while stack and not questions:
            frame = stack[-1]
            if not frame.step:
                stack.pop()
                continue
            step, frame.step = steps[type(frame)][frame.step]
            step(self, frame)
            if self.needs_settling and between is not None and not questions:
                self.needs_settling = False
                between(self)


AnyMachine = Machine[Position[Frame]]
"""A machine of any game."""


def _end_sitting(machine: AnyMachine, sitting: Sitting) -> None:
    machine.disclose(sitting)


SITTING: Procedure[AnyMachine] = Procedure(Sitting, _end_sitting)
"""The procedure that ends a sitting. Every game with sittings includes it in its procedures."""
