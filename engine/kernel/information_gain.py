"""Information gain: whether the information a player received depends on what was hidden from them.

It is measured: information hidden from some seats is exchanged (`Game.exchange`), the same answer is given there, and
everything that each of them receives is compared: view, question and events. If anything differs, the act has
revealed something; if nothing does, in any of several worlds, no one can have learned anything from it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property

import msgspec

from engine.kernel.chance import Chance
from engine.kernel.events.event import Event, seen
from engine.kernel.game import Game
from engine.kernel.machine import AnyMachine
from engine.kernel.question import Choice, PendingQuestion, QuestionKind

WORLDS = 8
"""The number of times that everything hidden is exchanged, each time in another way."""

_ENCODER = msgspec.json.Encoder()


class AnswerAt(msgspec.Struct, frozen=True):
    """An answer and what it is given to: a position as the game packs it."""

    setup: bytes
    position: bytes
    seat: int
    choice: Choice


class Disclosure(msgspec.Struct, frozen=True):
    """Hidden information revealed by an act, and the event that told it, if it wasn't the table alone."""

    event: Event | None = None


class TriedAnswer:
    """An answer given once more, to find what it reveals. It is given once, however often that is asked.

    Raises the exceptions of `Machine.take`.
    """

    def __init__(self, game: Game, act: AnswerAt) -> None:
        self._game = game
        self._act = act
        self._truth = game.resume(act.setup, act.position)
        self._question = self._truth.position.questions[act.seat]
        self._drawn = self._truth.position.chance.drawn
        self._truth.take(self._question, act.choice)

    @cached_property
    def _before(self) -> AnyMachine:
        return self._game.resume(self._act.setup, self._act.position)

    def drawn(self) -> Disclosure | None:
        """Return by which event chance has spoken; None if nothing was drawn."""
        if self._truth.position.chance.drawn == self._drawn:
            return None
        draws = zip(self._truth.events, self._truth.draws, strict=True)
        return Disclosure(next((event for event, n in draws if n > self._drawn), None))

    def shown(
        self, seats: Collection[int], watching: Collection[int | None], worlds: int = WORLDS
    ) -> Disclosure | None:
        """Return what was revealed to any of those `watching` beyond the knowledge of `seats`; None: nothing.

        `watching` are some of the seats, or spectators (None). An act that isn't legal with other hidden information
        reveals something by being done.
        """
        game, act, events = self._game, self._act, self._truth.events
        after = [received(game, self._truth, viewer) for viewer in watching]
        for number in range(worlds):
            world = game.exchange(self._before, seats, Chance(f"world {number}"))
            asked = world.position.questions[act.seat]
            try:
                world.take(asked, same_in(self._question, asked, act.choice))
            except Exception:  # The act isn't possible there, so doing it reveals something.
                return Disclosure(events[0] if events else None)
            told = next(
                (
                    event
                    for n, event in enumerate(events)
                    if any(
                        _encoded(event, viewer) != _told_at(world.events, n, viewer) for viewer in watching
                    )
                ),
                None,
            )
            if told is not None:
                return Disclosure(told)
            if len(world.events) != len(events) or [received(game, world, v) for v in watching] != after:
                return Disclosure()
        return None


def received(game: Game, machine: AnyMachine, viewer: int | None) -> bytes:
    """Return everything a viewer receives from a position: the board, their question, and who else is awaited."""
    position = machine.position
    asked = position.questions.get(viewer) if viewer is not None else None
    waiting = [(seat, one.id) for seat, one in sorted(machine.shown_to(viewer).position.questions.items())]
    return _ENCODER.encode(
        [game.view(machine, machine.viewer(viewer)), asked and asked.english, waiting, position.outcome]
    )


def _encoded(event: Event, viewer: int | None) -> bytes:
    return _ENCODER.encode(seen(event, viewer))


def _told_at(events: Sequence[Event], number: int, viewer: int | None) -> bytes:
    return _encoded(events[number], viewer) if number < len(events) else b""


def same_in(question: PendingQuestion, asked: PendingQuestion, choice: Choice) -> Choice:
    """Return the answer that chooses, in a twin where options may be called otherwise, what `choice` chooses here."""
    if question.kind is QuestionKind.NUMBER:
        return choice
    called = {one.key: other.key for one, other in zip(question.options, asked.options, strict=True)}
    if question.kind is QuestionKind.DISTRIBUTE:
        parts = (part.rpartition("=") for part in choice)
        return tuple(f"{called[key]}={points}" for key, _, points in parts)
    return tuple(called[key] for key in choice)
