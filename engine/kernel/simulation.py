"""Whole matches of any game, played by random or computer players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

import msgspec
from typing_extensions import TypeVar

from engine.kernel.chance import Chance
from engine.kernel.events.event import Event, Fact, SeenEvent, seen
from engine.kernel.game import Game
from engine.kernel.match import Match
from engine.kernel.orders.order import Order, OrderForm
from engine.kernel.orders.plan import PlanForm
from engine.kernel.position import Outcome
from engine.kernel.question import Choice, Question, random_choice, same_choice

LONGEST = 20_000
"""Answers after which a match is abandoned: it evidently doesn't end."""

IN_CIRCLES = 2_000
"""Answers after which computer players are assumed to go round in circles. No rule ends that; people would agree on
a draw."""

L = TypeVar("L", default=object)
_L_contra = TypeVar("_L_contra", contravariant=True, default=object)
"""The type of a player's input: a view of its game, or a part of it."""

See = Callable[[], L]
"""Returns the view of the asked seat, and nothing else of the match."""


Know = Callable[[], bytes]
"""Returns the knowledge of the asked seat."""


class EndlessMatch(RuntimeError):
    """A match that doesn't end. `str(error)` contains its seed."""


class ComputerPlayer(Protocol[_L_contra]):
    """Answers the questions of a seat from the question and, on demand, the seat's view."""

    def answer(self, question: Question, see: See[_L_contra]) -> Choice:
        """Return a legal answer."""
        ...

    def orders(
        self,
        seat: int,
        see: See[_L_contra],
        forms: Sequence[OrderForm],
        standing: Sequence[Order],
        plan: PlanForm | None,
    ) -> Sequence[Order]:
        """Return the orders to give now, before another player decides.

        `forms` are the possible orders, `standing` those already given, and `plan` is the form for a plan.
        """
        ...


@runtime_checkable
class KnowingPlayer(Protocol):
    """Answers the questions of a seat from its knowledge (`Game.know`), which exceeds its current view."""

    def decide(self, question: Question, know: Know) -> Choice:
        """Return a legal answer. `know` returns the asked seat's knowledge, and nothing else of the match."""
        ...


AnyPlayer = ComputerPlayer | KnowingPlayer


class RandomPlayer(msgspec.Struct):
    """A player that can give any legal answer, chosen with `chance`. It gives no orders."""

    chance: Chance

    def answer(self, question: Question, see: See) -> Choice:
        """Return a random legal answer."""
        return random_choice(question, self.chance)

    def orders(
        self,
        seat: int,
        see: See,
        forms: Sequence[OrderForm],
        standing: Sequence[Order],
        plan: PlanForm | None,
    ) -> Sequence[Order]:
        """Return no orders."""
        return ()


class Playthrough(msgspec.Struct):
    """Statistics of a match.

    `hand_offs` counts changes of the deciding player. `forced` and `by_order` count automatic answers, `events` events
    by kind.
    """

    outcome: Outcome
    answers: int
    hand_offs: int
    forced: int = 0
    by_order: int = 0
    turns: int = 0
    """The number of turns, in a game in which seats take turns in order."""
    events: Counter[type[Fact]] = msgspec.field(default_factory=Counter[type[Fact]])


def play(
    game: Game,
    setup: bytes,
    seed: str,
    players: Sequence[AnyPlayer],
    *,
    orders: bool = False,
    watch: Callable[[Event], None] | None = None,
    before_answer: Callable[[Match, int], None] | None = None,
    longest: int | None = None,
) -> Playthrough:
    """Play a match between these players, one per seat.

    The seed determines the match, random orders, and who answers first.

    With `orders`, forced answers are given immediately, and players can give standing orders whenever the match is
    about to wait for another player; players that decide by knowledge give none. Without, every question goes to a
    player.
    `watch` receives every event, and `before_answer` the match and the next seat before each answer. Raises EndlessMatch after
    `longest` answers (20,000 by default), and the exceptions of `Match.answer` for an illegal one.
    """
    match, first_events = Match.begin(game, setup, seed)
    chance, rng = Chance(f"{seed}, turns"), Chance(f"{seed}, lots")
    return _Table(match, players, chance, rng, orders, watch, before_answer, longest or LONGEST).play(
        first_events
    )


class _ActiveOrder(msgspec.Struct):
    """An order, and the number of events its seat had seen when giving it."""

    order: Order
    since: int


class _Table:
    """A match in progress: the last deciding player, the active orders, and the events seen by each seat."""

    def __init__(
        self,
        match: Match,
        players: Sequence[AnyPlayer],
        chance: Chance,
        rng: Chance,
        orders: bool,
        watch: Callable[[Event], None] | None,
        before_answer: Callable[[Match, int], None] | None,
        longest: int,
    ) -> None:
        self.match = match
        self.longest = longest
        self.knowing: dict[int, KnowingPlayer] = {}
        """The players that decide by knowledge. Determined once, because the check is too slow for every answer."""
        self.looking: dict[int, ComputerPlayer] = {}
        for seat, player in enumerate(players):
            if isinstance(player, KnowingPlayer):
                self.knowing[seat] = player
            else:
                self.looking[seat] = player
        self.chance = chance
        self.rng = rng
        self.with_orders = orders
        self.watch = watch
        self.before_answer = before_answer
        self.asked = -1
        self.has_ordered = True
        self.standing: list[list[_ActiveOrder]] = [[] for _ in players]
        self.seen: list[list[SeenEvent]] = [[] for _ in players]
        self.kinds: Counter[type[Fact]] = Counter()
        self.hand_offs = self.forced = self.by_order = self.turns = 0
        self.active = -1

    def play(self, happened: Sequence[Event]) -> Playthrough:
        """Play to the end."""
        match = self.match
        while True:
            self.note(happened)
            if match.outcome is not None:
                return Playthrough(
                    match.outcome, match.turn_count, self.hand_offs, self.forced, self.by_order, self.turns,
                    self.kinds,
                )  # fmt: skip
            if match.turn_count >= self.longest:
                raise EndlessMatch(
                    f"The match with the seed “{match.seed}” has not ended after {self.longest} answers."
                )
            seat, choice = self.next_answer()
            if self.before_answer is not None:
                self.before_answer(match, seat)
            if match.forced() != (seat, choice):
                self.go_on(seat, choice)
            happened = match.answer(seat, match.questions[seat].id, choice)

    def note(self, happened: Sequence[Event]) -> None:
        """Record events."""
        active = self.match.game.active
        if active is not None and (active_now := active(self.match.machine)) not in (-1, self.active):
            self.turns += 1
            self.active = active_now
        for event in happened:
            self.kinds[type(event.fact)] += 1
            if self.watch is not None:
                self.watch(event)
            if self.with_orders:
                for seat, seen_events in enumerate(self.seen):
                    seen_events.append(seen(event, seat))

    def next_answer(self) -> tuple[int, Choice]:
        """Return the next answer with its seat: a forced one, one by order, or a player's."""
        if self.with_orders:
            forced = self.match.forced()
            if forced is not None:
                self.forced += 1
                return forced
            if not self.has_ordered and set(self.match.questions) != {self.asked}:
                self.take_orders(self.asked)
            for seat in sorted(self.match.questions):
                choice = self.ordered(seat)
                if choice is not None:
                    self.by_order += 1
                    return seat, choice
        seats = sorted(self.match.questions)
        seat = seats[0] if len(seats) == 1 else self.chance.pick(seats)
        if seat != self.asked:
            self.hand_offs += 1
            self.asked = seat
        self.has_ordered = False
        question = self.match.questions[seat]
        if seat in self.knowing:
            return seat, self.knowing[seat].decide(question, lambda: self.match.known_to(seat))
        return seat, self.looking[seat].answer(question, lambda: self.match.view(seat))

    def take_orders(self, seat: int) -> None:
        """Ask the player who decided last for orders before the match waits for another."""
        self.has_ordered = True
        standing, player = self.standing[seat], self.looking.get(seat)
        if player is None:
            return
        orders = player.orders(
            seat,
            lambda: self.match.view(seat),
            self.match.order_forms(seat),
            [active.order for active in standing],
            self.match.plan_form(seat),
        )
        for order in orders:
            self.match.check_order(seat, order)
            standing.append(_ActiveOrder(order, len(self.seen[seat])))

    def ordered(self, seat: int) -> Choice | None:
        """Return the answer of a seat's orders, newest first. Orders that have ended are removed."""
        choice: Choice | None = None
        unless_answered: list[_ActiveOrder] = []
        for active in reversed(list(self.standing[seat])):
            outcome = self.match.by_order(seat, active.order, self.seen[seat][active.since :])
            if outcome.unless_answered:
                unless_answered.append(active)
            elif outcome.ended is not None:
                self.standing[seat].remove(active)
            elif outcome.answers and choice is None:
                choice = outcome.drawn(self.rng)
        if choice is None:
            for active in unless_answered:
                self.standing[seat].remove(active)
        return choice

    def go_on(self, seat: int, choice: Choice) -> None:
        """Advance a seat's orders after its answer. An order that predicted another answer ends."""
        question = self.match.pending_questions[seat]
        for active in list(self.standing[seat]):
            outcome = self.match.by_order(seat, active.order, self.seen[seat][active.since :])
            if outcome.after is None:
                continue
            if outcome.choice is None or same_choice(question, outcome.choice, choice):
                active.order = outcome.after
            else:
                self.standing[seat].remove(active)


def play_at_random(
    game: Game, setup: bytes, seed: str, seats: int = 2, *, watch: Callable[[Event], None] | None = None
) -> Playthrough:
    """Play a match with random answers; every legal answer is possible. The seed determines match and answers."""
    players = [RandomPlayer(Chance(f"{seed}, answers of {seat}")) for seat in range(seats)]
    return play(game, setup, seed, players, watch=watch)
