"""Read access to a match: its position and answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Generic

import msgspec

from cards.i18n import ENGLISH, Message, Translator, msg
from engine.kernel.commitment import commitment
from engine.kernel.errors import StaleQuestion
from engine.kernel.events.event import Event, SeenEvent
from engine.kernel.game import Game, M_co, V_co, orders_of
from engine.kernel.orders.order import Order, OrderForm, OrderOutcome, StoredOrder
from engine.kernel.orders.plan import PlanForm, PlanLines, PlannedStep, ReadyPlan
from engine.kernel.position import Departure, Outcome
from engine.kernel.question import Choice, PendingQuestion, Question
from engine.kernel.saves import Answer


class MatchRecord(msgspec.Struct, frozen=True):
    """The data needed to replay a match to the same position."""

    game: str
    version: str
    seed: str
    setup: bytes
    answers: tuple[Answer, ...]
    outcome: Outcome | None


class MatchState(Generic[M_co, V_co]):
    """Read access to the position and the answers of a match."""

    def __init__(
        self,
        game: Game[M_co, V_co],
        seed: str,
        setup: bytes,
        machine: M_co,
        answers: list[Answer],
        version: str,
    ) -> None:
        self.game = game
        self.seed = seed
        self.setup = setup
        self.version = version
        self._machine = machine
        self._answers = answers
        self._base: tuple[bytes | None, int] = (None, 0)

    @property
    def machine(self) -> M_co:
        """The current position with all its secrets, for tools that show everything, such as scenarios."""
        return self._machine

    @property
    def pending_questions(self) -> Mapping[int, PendingQuestion]:
        """The open questions by seat, not yet translated."""
        return self._machine.position.questions

    @property
    def questions(self) -> Mapping[int, Question]:
        """The open questions by seat, in English."""
        return {seat: question.english for seat, question in self._machine.position.questions.items()}

    def questions_in(self, translator: Translator, names: Sequence[str] = ()) -> Mapping[int, Question]:
        """Return the open questions by seat in a language. `names` are the players' names by seat.

        Only texts differ. Unlike `questions`, this also fills in `because`, `some`, `none` and the groups of options.
        """
        translator = translator.naming(names)
        questions: dict[int, Question] = {}
        for seat, question in self._machine.position.questions.items():
            words = self.game.topic(question.topic)
            because = self.game.cause_words(question.cause) if question.cause else ""
            questions[seat] = question.translated(translator, because, words.some, words.none, words.group)
        return questions

    @property
    def awaited(self) -> Mapping[int, Message]:
        """The topics of the open questions by seat, in public wording."""
        questions = self._machine.shown_to(None).position.questions
        return {
            seat: self.game.topic(question.topic).awaited_of(question) for seat, question in questions.items()
        }

    @property
    def turn_order(self) -> tuple[int, ...]:
        """The seats still playing, in public turn order, starting with the one whose turn it is.

        Empty between turns, and in games in which seats don't take turns in order.
        """
        machine = self._machine.shown_to(None)
        first = self.game.active(machine) if self.game.active is not None else -1
        if first < 0 or machine.position.outcome is not None:
            return ()
        seats = (*range(first, machine.seat_count), *range(first))
        return tuple(seat for seat in seats if seat in machine.playing)

    @property
    def sitter(self) -> int | None:
        """The seat in an open sitting; None if there is none.

        Its decisions are hidden from the others until the sitting ends.
        """
        sitting = self._machine.sitting
        return None if sitting is None else sitting.seat

    @property
    def open_ids(self) -> Mapping[int, int]:
        """The ids of the publicly open questions by seat. A sitting shows only the id of its first question."""
        questions = self._machine.shown_to(None).position.questions
        return {seat: question.id for seat, question in questions.items()}

    def held_back(self, seat: int) -> tuple[Event, ...]:
        """Return the events of a seat's open sitting, oldest first. The other seats see them when the sitting ends."""
        sitting = self._machine.sitting
        return () if sitting is None or sitting.seat != seat else sitting.events

    @property
    def outcome(self) -> Outcome | None:
        """The result of the match, or None while it is in progress."""
        return self._machine.position.outcome

    @property
    def seats(self) -> range:
        """All seats, including those that are out."""
        return range(self._machine.seat_count)

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that are still in the match."""
        return self._machine.playing

    def is_out(self, seat: int) -> bool:
        """Return whether a seat has left the match or been eliminated."""
        return self._machine.position.is_out(seat)

    @property
    def out(self) -> Sequence[Departure]:
        """The departures from the match, oldest first: seats that left or were eliminated, with the ending."""
        return self._machine.position.out

    @property
    def commitment(self) -> str:
        """The hash of the deal and all later randomness, safe to publish (`engine.kernel.commitment`)."""
        return commitment(self.game, self.setup, self.seed)

    @property
    def record(self) -> MatchRecord:
        """The seed, the setup and all answers so far. Contains the secrets of all seats."""
        return MatchRecord(
            self.game.name, self.version, self.seed, self.setup, tuple(self._answers), self.outcome
        )

    @property
    def turn_count(self) -> int:
        """The number of accepted answers."""
        return len(self._answers)

    def view(self, seat: int | None, translator: Translator = ENGLISH) -> V_co:
        """Return the view of a seat or a spectator (None).

        Sentences are in the translator's language, data is language-neutral.
        """
        return self.game.view(self._machine, self._machine.viewer(seat), translator)

    def known_to(self, seat: int) -> bytes:
        """Return everything a seat knows about the match, and nothing else; see `Game.know`."""
        return self.game.know(self._machine, {seat})

    def place_of(self, seat: int) -> int | None:
        """Return the place of a seat that is out of the match, from 1. None while the seat is playing."""
        if not self.is_out(seat):
            return None
        before = 1
        for place in self._machine.places():
            if seat in place:
                break
            before += len(place)
        return before

    def why_not(self, seat: int, wish: str, translator: Translator = ENGLISH) -> tuple[str, str] | None:
        """Return why a seat can't do `wish` now, translated, and the rule; None if it can (`Game.why_not`)."""
        reason = self.game.why_not(self._machine.shown_to(seat), seat, wish)
        return None if reason is None else (translator(reason[0]), reason[1])

    def forced(self) -> tuple[int, Choice] | None:
        """Return the seat and answer of an open question that public knowledge forces; None if there is none.

        A spectator who knows the rules could name this answer from public information: it is the only legal one, or
        one of several with the same result. So giving it immediately reveals nothing.
        """
        return None if self._machine.sitting is not None else self.game.forced(self._machine)

    def may_be_idle(self) -> bool:
        """Return whether the only open question asks for an order that may make no difference."""
        indifference = self.game.indifference
        topics = [question.topic for question in self.pending_questions.values()]
        return indifference is not None and len(topics) == 1 and topics[0] in indifference.topics

    def order_forms(self, seat: int) -> tuple[OrderForm, ...]:
        """Return the orders that a seat can give now, whether or not it has a question, most useful first."""
        if self.outcome is not None or self.is_out(seat) or self.game.orders is None:
            return ()
        return self.game.orders.forms(self._machine.shown_to(seat), seat)

    def plan_form(self, seat: int) -> PlanForm | None:
        """Return the form for a plan of a seat, whether or not it has a question; None if nothing can be planned."""
        if self.outcome is not None or self.is_out(seat) or self.game.orders is None:
            return None
        return self.game.orders.plan_form(self._machine.shown_to(seat), seat)

    def ready_plans(self, seat: int) -> Sequence[ReadyPlan]:
        """Return the ready-made plans that a seat can give now, whether or not it has a question."""
        if self.outcome is not None or self.is_out(seat) or self.game.orders is None:
            return ()
        return self.game.orders.ready_plans(self._machine.shown_to(seat), seat)

    def lines_form(self, seat: int) -> PlanForm | None:
        """Return the form for a seat's conditional lines, whether or not it has a question; None if there is none."""
        if self.outcome is not None or self.is_out(seat) or self.game.orders is None:
            return None
        return self.game.orders.lines_form(self._machine.shown_to(seat), seat)

    def read_plan(self, seat: int, order: Order, lines: PlanLines = ()) -> Sequence[Sequence[PlannedStep]]:
        """Return the steps of a plan in words, line by line, with their current status as far as the seat knows."""
        return orders_of(self.game).read_plan(self._machine.shown_to(seat), seat, order, lines)

    def check_order(self, seat: int, order: Order) -> None:
        """Raise GameError, with a sentence for the player, if the seat can't give an order now."""
        if self.outcome is not None:
            raise StaleQuestion(msg("This match is over."))
        orders_of(self.game).check(self._machine.shown_to(seat), seat, order)

    def by_order(self, seat: int, order: Order, happened: Sequence[SeenEvent] = ()) -> OrderOutcome:
        """Apply an order to the seat's open question. Without a question, the order can only end.

        `happened` are the events since the order was given, oldest first, as the seat saw them (`seen(event, seat)`).
        Only orders with stop conditions and multi-step orders (`Order.past`) need it.
        """
        return orders_of(self.game).by_order(self._machine.shown_to(seat), seat, order, happened)

    def order_words(self, order: Order) -> Message:
        """Return an order in a sentence for its owner."""
        return orders_of(self.game).words(order)

    def stored_order(self, stored: StoredOrder) -> Order:
        """Return an order from its stored form. Raises KeyError or ValueError if the current game doesn't know it."""
        return orders_of(self.game).read(stored)

    def _check_views(self) -> None:
        """Build all views and questions of a loaded position. Raises if they refer to something that doesn't exist."""
        for viewer in (*self.seats, None):
            self.view(viewer)
        assert self.questions is not None and self.awaited is not None
