"""Decide whether an order of triggers can matter, by trying it in positions sampled from public knowledge.

All orders, or a selection of them, are played in several positions until everything they order has happened. Then the
views of all audiences are compared. Questions on the way are answered in several ways, at random depending only on
the question. If nothing ever differs, the order isn't asked. The decision uses only public knowledge and randomness
independent of hidden information, so asking or not asking reveals nothing.

This is evidence, not a proof, and takes time: the result is stored with the answer (`saves.Answer.idle`).
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
"""Positions that are drawn."""
WAYS = 4
"""Ways of answering questions on the way."""
MOST_ORDERS = 6
"""Orders that are tried: all of up to three things."""
MOST_ASKED = 60
"""The number of answers after which a trial is abandoned. Then the order is assumed to matter."""
MOST_ANSWERS = 900
"""Answers in all after which it may matter: six to each order of each trial."""


class AnsweringPlayer(Protocol):
    """A player that answers questions from its seat's view."""

    def answer(self, question: Question, see: Callable[[], Never]) -> Choice:
        """Return a legal answer; `see` returns the view of the seat that is asked, of whatever type its game has."""
        ...


class _TookTooLong(Exception):
    """The trial needs more answers than allowed."""


def idle_answer(
    game: Game, machine: AnyMachine, player: Callable[[Chance], AnsweringPlayer] | None = None
) -> tuple[int, Choice] | None:
    """Return the seat and answer of an open question if no answer makes a difference; None otherwise.

    The answer is the listed order. `player` answers questions on the way in one of the ways, from what it sees, which
    may depend on the order. The machine isn't changed.
    """
    if game.indifference is None or machine.sitting is not None or len(machine.position.questions) != 1:
        return None
    ((seat, question),) = machine.position.questions.items()
    if question.topic not in game.indifference.topics:
        return None
    if _can_matter(game, game.know(machine, ()), question, player):
        return None
    return seat, tries(question)[0]


def tries(question: PendingQuestion) -> list[Choice]:
    """Return the answers to try, the listed order first."""
    keys = [option.key for option in question.options]
    if question.kind is not QuestionKind.ORDER:
        return [(key,) for key in keys[:MOST_ORDERS]]
    if len(keys) <= 3:
        return list(permutations(keys))
    found, chance = [tuple(keys), tuple(reversed(keys))], Chance(f"orders of {len(keys)}")
    while len(found) < MOST_ORDERS:
        chance.shuffle(keys)
        found += [tuple(keys)] if tuple(keys) not in found else []
    return found


def _can_matter(
    game: Game,
    knowledge: bytes,
    question: PendingQuestion,
    player: Callable[[Chance], AnsweringPlayer] | None,
) -> bool:
    """Return whether two answers led to different views in any position tried."""
    answers, left = tries(question), MOST_ANSWERS
    for number in range(WORLDS):
        world = game.sample(knowledge, Chance(f"orders {number}"))
        same = world.position.questions.get(question.seat)
        if same is None or {option.key for option in same.options} != {one.key for one in question.options}:
            return True
        for way in range(WAYS):
            first: list[object] | None = None
            for answer in answers:
                try:
                    # A position that was drawn may hold cards of which its own setup knows nothing: it is drawn afresh.
                    world = game.sample(knowledge, Chance(f"orders {number}"))
                    after, took = _played(
                        game, world, question.seat, answer, f"{number} {way}", None if way else player
                    )
                except _TookTooLong:
                    return True
                left -= took
                if left < 0:
                    return True
                if first is None:
                    first = _seen(game, after)
                elif not all(map(alike_in(game), first, _seen(game, after))):
                    return True
    return False


def _played(
    game: Game,
    machine: AnyMachine,
    seat: int,
    answer: Choice,
    way: str,
    player: Callable[[Chance], AnsweringPlayer] | None,
) -> tuple[AnyMachine, int]:
    """Give an answer, and answer questions until everything it orders is over.

    Return the final machine and the number of answers given.

    The player answers from its seat's view; without one, answers are random. The luck of either depends only on the
    question, so that a player who breaks a tie does so alike after every order.
    """
    position = machine.position
    frame = position.stack[-1]
    machine.take(position.questions[seat], answer)
    for took in range(MOST_ASKED):
        machine.events.clear()
        machine.draws.clear()
        if position.outcome is not None or all(other is not frame for other in position.stack):
            return machine, took + 1
        by = min(position.questions)
        asked = position.questions[by]
        lot = Chance(f"{way} {asked.topic} {asked.cause} {sorted(option.key for option in asked.options)}")
        if player is not None:
            said = player(lot).answer(
                asked.english, cast("Callable[[], Never]", partial(game.view, machine, by))
            )
        else:
            said = random_choice(asked, lot)
        machine.take(asked, said)
    raise _TookTooLong


def _seen(game: Game, machine: AnyMachine) -> list[object]:
    """Return the view of each audience."""
    return [game.view(machine, viewer) for viewer in (None, *range(machine.seat_count))]


def alike_in(game: Game) -> Callable[[object, object], bool]:
    """Return a function that compares two views, ignoring card numbers and the order within rows and piles."""
    assert game.indifference is not None
    idle = game.indifference.idle_fields

    def plain(value: object) -> object:
        if isinstance(value, dict):
            fields = cast("dict[str, object]", value)
            return {key: plain(one) for key, one in fields.items() if key not in idle}
        if isinstance(value, list | tuple):
            return sorted(map(plain, cast("list[object]", value)), key=repr)
        return value

    def alike(one: object, other: object) -> bool:
        return one == other or plain(msgspec.to_builtins(one)) == plain(msgspec.to_builtins(other))

    return alike
