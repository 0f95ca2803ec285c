"""Information gain: whether the information a player received depends on what was hidden from them.

It is measured: information hidden from some seats is exchanged (`Game.exchange`), the same answer is given in the
twin, and everything that each viewer receives is compared: view, question and events. If anything differs, the act
has revealed something. If nothing differs in several twins, no one can have learned anything from the act.
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
"""The number of twins to compare with."""

_ENCODER = msgspec.json.Encoder()


class AnswerAt(msgspec.Struct, frozen=True):
    """An answer and the packed position in which it is given."""

    setup: bytes
    position: bytes
    seat: int
    choice: Choice


class Disclosure(msgspec.Struct, frozen=True):
    """Hidden information revealed by an act, and the event that revealed it; None if only the view did."""

    event: Event | None = None


class TriedAnswer:
    """An answer given in a copy of its position, to find what it reveals.

    It is given once; all queries use the same result.

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
        """Return the event in which randomness was used; None if none was used."""
        if self._truth.position.chance.drawn == self._drawn:
            return None
        draws = zip(self._truth.events, self._truth.draws, strict=True)
        return Disclosure(next((event for event, n in draws if n > self._drawn), None))

    def shown(
        self, seats: Collection[int], watching: Collection[int | None], worlds: int = WORLDS
    ) -> Disclosure | None:
        """Return the information revealed to any viewer in `watching` beyond the shared knowledge of `seats`; None for nothing.

        `watching` are some of the seats, or spectators (None). If the answer isn't legal in a twin, giving it reveals
        something.
        """
        game, act, events = self._game, self._act, self._truth.events
        after = [received(game, self._truth, viewer) for viewer in watching]
        for number in range(worlds):
            world = game.exchange(self._before, seats, Chance(f"world {number}"))
            twin_question = world.position.questions[act.seat]
            try:
                world.take(twin_question, same_in(self._question, twin_question, act.choice))
            except Exception:  # The answer isn't possible in the twin, so giving it reveals something.
                return Disclosure(events[0] if events else None)
            revealing_event = next(
                (
                    event
                    for n, event in enumerate(events)
                    if any(
                        _encoded(event, viewer) != _encoded_at(world.events, n, viewer) for viewer in watching
                    )
                ),
                None,
            )
            if revealing_event is not None:
                return Disclosure(revealing_event)
            if len(world.events) != len(events) or [received(game, world, v) for v in watching] != after:
                return Disclosure()
        return None


def received(game: Game, machine: AnyMachine, viewer: int | None) -> bytes:
    """Return everything a viewer receives from a position: view, question, and the seats with open questions."""
    position = machine.position
    question = position.questions.get(viewer) if viewer is not None else None
    waiting = [
        (seat, pending.id) for seat, pending in sorted(machine.shown_to(viewer).position.questions.items())
    ]
    return _ENCODER.encode(
        [game.view(machine, machine.viewer(viewer)), question and question.english, waiting, position.outcome]
    )


def _encoded(event: Event, viewer: int | None) -> bytes:
    return _ENCODER.encode(seen(event, viewer))


def _encoded_at(events: Sequence[Event], number: int, viewer: int | None) -> bytes:
    return _encoded(events[number], viewer) if number < len(events) else b""


def same_in(question: PendingQuestion, twin_question: PendingQuestion, choice: Choice) -> Choice:
    """Return the answer in a twin that chooses what `choice` chooses here. Options may have other keys there."""
    if question.kind is QuestionKind.NUMBER:
        return choice
    twin_keys = {
        option.key: twin_option.key
        for option, twin_option in zip(question.options, twin_question.options, strict=True)
    }
    if question.kind is QuestionKind.DISTRIBUTE:
        parts = (part.rpartition("=") for part in choice)
        return tuple(f"{twin_keys[key]}={points}" for key, _, points in parts)
    return tuple(twin_keys[key] for key in choice)
