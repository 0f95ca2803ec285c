"""Whole matches of any game without people, by random or computer players."""

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
"""Answers after which a match is given up: by then it has shown that it does not end."""

IN_CIRCLES = 2_000
"""Answers after which players that think are taken to go round in circles, as where each can only stop the other: no rule
ends that, but people would agree on a draw."""

L = TypeVar("L", default=object)
_L_contra = TypeVar("_L_contra", contravariant=True, default=object)
"""The input of a player: the views of its game, or less of them."""

See = Callable[[], L]
"""Gives the view of the seat that is asked, and nothing else of the match."""


Know = Callable[[], bytes]
"""Gives what the seat that is asked knows."""


class EndlessMatch(RuntimeError):
    """A match that does not end; `str(error)` has its seed."""


class ComputerPlayer(Protocol[_L_contra]):
    """Answers the questions of a seat. Of the match it sees the question, and the view of its seat if it looks."""

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

        `forms` are the possible ones, `standing` those this player has given already, and `plan` the form for a plan.
        """
        ...


@runtime_checkable
class KnowingPlayer(Protocol):
    """Answers the questions of a seat from its knowledge (`Game.know`), which includes more than its current view."""

    def decide(self, question: Question, know: Know) -> Choice:
        """Return a legal answer. `know` gives what the asked seat alone knows, and nothing else of the match."""
        ...


AnyPlayer = ComputerPlayer | KnowingPlayer


class RandomPlayer(msgspec.Struct):
    """A player whose every legal answer is possible, chosen with `chance`. It gives no orders."""

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
    """Counts of a match: events by kind, and waits for another seat.

    `forced` and `by_order` are automatic answers.
    """

    outcome: Outcome
    answers: int
    hand_offs: int
    forced: int = 0
    by_order: int = 0
    turns: int = 0
    """The number of changes of turn, in a game in which seats take turns in their order."""
    events: Counter[type[Fact]] = msgspec.field(default_factory=Counter[type[Fact]])


def play(
    game: Game,
    setup: bytes,
    seed: str,
    players: Sequence[AnyPlayer],
    *,
    orders: bool = False,
    watch: Callable[[Event], None] | None = None,
    look: Callable[[Match, int], None] | None = None,
    longest: int | None = None,
) -> Playthrough:
    """Play a match between these players, one per seat.

    The seed decides the match, random orders, and who answers first.

    With `orders`, forced answers are given at once, and players can give standing orders whenever the match is about
    to wait for another player, except those that decide by knowledge; without, every question goes to a player.
    `watch` receives every event, and `look` the match and the next seat before each answer. Raises EndlessMatch after
    `longest` answers (20,000 by default), and the exceptions of `Match.answer` for an illegal one.
    """
    match, begun = Match.begin(game, setup, seed)
    chance, lot = Chance(f"{seed}, turns"), Chance(f"{seed}, lots")
    return _Table(match, players, chance, lot, orders, watch, look, longest or LONGEST).play(begun)


class _ActiveOrder(msgspec.Struct):
    """An order, and how much its seat had seen when it was given."""

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
        look: Callable[[Match, int], None] | None,
        longest: int,
    ) -> None:
        self.match = match
        self.longest = longest
        self.knowing: dict[int, KnowingPlayer] = {}
        """The players that decide by knowledge. Determined once, because it is too slow per answer."""
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
        self.look = look
        self.asked = -1
        self.has_ordered = True
        self.standing: list[list[_ActiveOrder]] = [[] for _ in players]
        self.seen: list[list[SeenEvent]] = [[] for _ in players]
        self.kinds: Counter[type[Fact]] = Counter()
        self.hand_offs = self.forced = self.by_order = self.turns = 0
        self.active = -1

    def play(self, happened: Sequence[Event]) -> Playthrough:
        """Play on to the end."""
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
            if self.look is not None:
                self.look(match, seat)
            if match.forced() != (seat, choice):
                self.go_on(seat, choice)
            happened = match.answer(seat, match.questions[seat].id, choice)

    def note(self, happened: Sequence[Event]) -> None:
        """Record events."""
        active = self.match.game.active
        if active is not None and (now := active(self.match.machine)) not in (-1, self.active):
            self.turns += 1
            self.active = now
        for event in happened:
            self.kinds[type(event.fact)] += 1
            if self.watch is not None:
                self.watch(event)
            if self.with_orders:
                for seat, known in enumerate(self.seen):
                    known.append(seen(event, seat))

    def next_answer(self) -> tuple[int, Choice]:
        """Return the next answer and whose it is: a forced one, one by order, or a player's."""
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
        given = player.orders(
            seat,
            lambda: self.match.view(seat),
            self.match.order_forms(seat),
            [each.order for each in standing],
            self.match.plan_form(seat),
        )
        for order in given:
            self.match.check_order(seat, order)
            standing.append(_ActiveOrder(order, len(self.seen[seat])))

    def ordered(self, seat: int) -> Choice | None:
        """Return the answer of a seat's orders, newest first. Orders that have ended are removed."""
        choice: Choice | None = None
        lost: list[_ActiveOrder] = []
        for each in reversed(list(self.standing[seat])):
            came = self.match.by_order(seat, each.order, self.seen[seat][each.since :])
            if came.unless_answered:
                lost.append(each)
            elif came.ended is not None:
                self.standing[seat].remove(each)
            elif came.answers and choice is None:
                choice = came.drawn(self.rng)
        if choice is None:
            for each in lost:
                self.standing[seat].remove(each)
        return choice

    def go_on(self, seat: int, choice: Choice) -> None:
        """Report a seat's answer to its orders. An order that depends on its answers and disagrees ends."""
        question = self.match.pending_questions[seat]
        for each in list(self.standing[seat]):
            came = self.match.by_order(seat, each.order, self.seen[seat][each.since :])
            if came.after is None:
                continue
            if came.choice is None or same_choice(question, came.choice, choice):
                each.order = came.after
            else:
                self.standing[seat].remove(each)


def play_at_random(
    game: Game, setup: bytes, seed: str, seats: int = 2, *, watch: Callable[[Event], None] | None = None
) -> Playthrough:
    """Play a match at random, in which every legal answer is possible. The seed decides the match and the answers."""
    players = [RandomPlayer(Chance(f"{seed}, answers of {seat}")) for seat in range(seats)]
    return play(game, setup, seed, players, watch=watch)
