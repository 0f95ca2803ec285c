"""Repeated questions: in a sampled position, other seats are asked questions possible in it."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

from msgspec.structs import replace

from engine.kernel.cards.secret_fields import Whose, secrets_of
from engine.kernel.chance import Chance
from engine.kernel.machine import AnyMachine
from engine.kernel.position import Frame
from engine.kernel.question import PendingQuestion, random_choice

ASKS = "ask_"
"""The prefix of a step's name that does nothing but ask, so that it can ask again."""


def ask_again(world: AnyMachine, step: str, seats: Collection[int], rng: Random) -> bool:
    """Ask all but `seats` again in a sampled position, by this step, and draw the answers that they have given in secret.

    Returns whether they are asked the same, as far as everybody can tell.
    """
    position = world.position
    top = position.stack[-1]
    questions, asked, answered = dict(position.questions), position.asked, _by_seat(top)
    top.step = step
    position.questions.clear()
    try:
        world.run()
    except (
        LookupError,
        ValueError,
        AssertionError,
    ):  # What the question is about isn't there in this position.
        return False
    world.events.clear()
    world.draws.clear()
    again: dict[int, PendingQuestion] = dict(position.questions)
    if position.stack[-1] is not top or any(
        seat not in again or _subject_of(again[seat]) != _subject_of(one) for seat, one in questions.items()
    ):
        return False
    _restore(top, answered, again, seats, rng)
    position.asked = asked
    position.questions = {
        seat: one if seat in seats else replace(again[seat], id=one.id) for seat, one in questions.items()
    }
    return True


def _by_seat(frame: Frame) -> dict[str, dict[int, object]]:
    """Return the secrets of each seat in a frame, by field."""
    return {
        field: dict(getattr(frame, field))
        for field, secret in secrets_of(type(frame)).items()
        if secret.whose is Whose.EACH
    }


def _restore(
    frame: Frame,
    answered: dict[str, dict[int, object]],
    again: dict[int, PendingQuestion],
    seats: Collection[int],
    rng: Random,
) -> None:
    """Put back what the seats have answered in secret. Other seats have answered anything that they could have."""
    for field, values in answered.items():
        if (
            secrets_of(type(frame))[field].draw is None
        ):  # It follows from asking: others have what that has just made.
            own = {seat: value for seat, value in values.items() if seat in seats}
            setattr(frame, field, {**getattr(frame, field), **own})
            continue
        for seat in values:
            if seat not in seats:
                values[seat] = list(random_choice(again[seat], Chance(f"{rng.getrandbits(64):x}")))
        setattr(frame, field, values)


def _subject_of(question: PendingQuestion) -> tuple[str, str, str, str]:
    return question.topic, question.subject, question.cause, question.into


def asking_step(world: AnyMachine) -> str:
    """Return the step that has asked: the one before the step that comes next.

    Raises ValueError for one that does more than ask.
    """
    top = world.position.stack[-1]
    names = list(world.catalogue.steps[type(top)])
    step = names[(names.index(top.step) if top.step else len(names)) - 1]
    if not step.startswith(ASKS):
        raise ValueError(
            f"{top.procedure}.{step} asks, and its name doesn't begin with {ASKS}: it can't ask again."
        )
    return step
