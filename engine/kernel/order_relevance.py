"""Decide by trial, in positions sampled from public knowledge, whether an order of triggers can matter.

All orders, or a selection of them, are played in several positions until everything they order has happened. Then the
views of all audiences are compared. Questions on the way are answered in several ways, at random, with a seed that
depends only on the question. If nothing ever differs, the question isn't asked. The decision uses only public
knowledge and randomness independent of hidden information, so asking or not asking reveals nothing.

This is evidence, not a proof, and takes time. The result is therefore stored with the answer (`saves.Answer.idle`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import permutations
from typing import Never, Protocol, cast

import msgspec

from engine.kernel.chance import Chance
from engine.kernel.game import Game
from engine.kernel.machine import AnyMachine
from engine.kernel.question import Choice, PendingQuestion, Question, QuestionKind, random_choice

WORLDS = 6
"""The number of positions sampled."""
WAYS = 4
"""The number of ways in which questions on the way are answered."""
MOST_ORDERS = 6
"""The maximum number of orders to try: all orders of up to three triggers."""
MOST_ASKED = 60
"""The number of answers after which a trial is abandoned. Then the order is assumed to matter."""
MOST_ANSWERS = 900
"""The maximum number of answers in all trials. Beyond it, the order is assumed to matter."""


class AnsweringPlayer(Protocol):
    """A player that answers questions from its seat's view."""

    def answer(self, question: Question, see: Callable[[], Never]) -> Choice:
        """Return a legal answer. `see` returns the asked seat's view, of the game's own type."""
        ...


class _TookTooLong(Exception):
    """The trial needs more answers than allowed."""


def idle_answer(
    game: Game, machine: AnyMachine, player: Callable[[Chance], AnsweringPlayer] | None = None
) -> tuple[int, Choice] | None:
    """Return the seat and answer of an open question if no answer makes a difference, otherwise None.

    The answer is the listed order. `player` gives the answers of one of the variants, from what it sees. The machine
    isn't changed.
    """
    if game.indifference is None or machine.sitting is not None or len(machine.position.questions) != 1:
        return None
    ((seat, question),) = machine.position.questions.items()
    if question.topic not in game.indifference.topics:
        return None
    if _can_matter(game, game.know(machine, ()), question, player):
        return None
    return seat, answers_to_try(question)[0]


def answers_to_try(question: PendingQuestion) -> list[Choice]:
    """Return the answers to try, the listed order first."""
    keys = [option.key for option in question.options]
    if question.kind is not QuestionKind.ORDER:
        return [(key,) for key in keys[:MOST_ORDERS]]
    if len(keys) <= 3:
        return list(permutations(keys))
    orders, chance = [tuple(keys), tuple(reversed(keys))], Chance(f"orders of {len(keys)}")
    while len(orders) < MOST_ORDERS:
        chance.shuffle(keys)
        orders += [tuple(keys)] if tuple(keys) not in orders else []
    return orders


def _can_matter(
    game: Game,
    knowledge: bytes,
    question: PendingQuestion,
    player: Callable[[Chance], AnsweringPlayer] | None,
) -> bool:
    """Return whether two answers led to different views in any position tried."""
    answers, answers_left = answers_to_try(question), MOST_ANSWERS
    looks_equal: Callable[[object, object], bool] | None = None
    for number in range(WORLDS):
        world = game.sample(knowledge, Chance(f"orders {number}"))
        question_there = world.position.questions.get(question.seat)
        if question_there is None or {option.key for option in question_there.options} != {
            option.key for option in question.options
        }:
            return True
        looks_equal = looks_equal or view_comparison(game, world)
        for variant in range(WAYS):
            first: list[object] | None = None
            for answer in answers:
                try:
                    # A sampled position may contain cards unknown to its setup, so it can't be copied: sample it again.
                    world = game.sample(knowledge, Chance(f"orders {number}"))
                    after, count = _after_answer(
                        game, world, question.seat, answer, f"{number} {variant}", None if variant else player
                    )
                except _TookTooLong:
                    return True
                answers_left -= count
                if answers_left < 0:
                    return True
                if first is None:
                    first = _seen(game, after)
                elif not all(map(looks_equal, first, _seen(game, after))):
                    return True
    return False


def _after_answer(
    game: Game,
    machine: AnyMachine,
    seat: int,
    answer: Choice,
    variant: str,
    player: Callable[[Chance], AnsweringPlayer] | None,
) -> tuple[AnyMachine, int]:
    """Give an answer, then answer questions until everything it orders is over.

    Return the final machine and the number of answers given. The player answers from its seat's view; without one,
    answers are random. The seed of either depends only on the question, so that ties are broken alike after every
    order.
    """
    position = machine.position
    frame = position.stack[-1]
    machine.take(position.questions[seat], answer)
    for answer_count in range(MOST_ASKED):
        machine.events.clear()
        machine.draws.clear()
        if position.outcome is not None or all(active is not frame for active in position.stack):
            return machine, answer_count + 1
        answering_seat = min(position.questions)
        pending = position.questions[answering_seat]
        rng = Chance(
            f"{variant} {pending.topic} {pending.cause} {sorted(option.key for option in pending.options)}"
        )
        if player is not None:
            choice = player(rng).answer(
                pending.english, cast("Callable[[], Never]", partial(game.view, machine, answering_seat))
            )
        else:
            choice = random_choice(pending, rng)
        machine.take(pending, choice)
    raise _TookTooLong


def _seen(game: Game, machine: AnyMachine) -> list[object]:
    """Return the view of each audience."""
    return [game.view(machine, viewer) for viewer in (None, *range(machine.seat_count))]


def view_comparison(game: Game, machine: AnyMachine) -> Callable[[object, object], bool]:
    """Return a function that compares two views of a match, ignoring card numbers and the order within lists."""
    assert game.indifference is not None
    idle, idle_where = game.indifference.idle_fields, game.indifference.idle_where(machine)

    def plain(value: object) -> object:
        if isinstance(value, dict):
            fields = cast("dict[str, object]", value)
            ignored = idle.union(*(others for name, others in idle_where.items() if fields.get(name) is True))
            return {key: plain(part) for key, part in fields.items() if key not in ignored}
        if isinstance(value, list | tuple):
            return sorted(map(plain, cast("list[object]", value)), key=repr)
        return value

    def looks_equal(view: object, other_view: object) -> bool:
        return view == other_view or plain(msgspec.to_builtins(view)) == plain(
            msgspec.to_builtins(other_view)
        )

    return looks_equal
