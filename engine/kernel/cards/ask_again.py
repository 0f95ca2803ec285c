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
"""The prefix of the name of a step that only asks, so that it can be repeated."""


def ask_again(world: AnyMachine, step: str, seats: Collection[int], rng: Random) -> bool:
    """Ask all seats except `seats` again in a sampled position, by this step, and draw their secret answers.

    Return whether the new questions are the same as far as public knowledge goes.
    """
    position = world.position
    top = position.stack[-1]
    questions, question_count, answered = dict(position.questions), position.asked, _by_seat(top)
    top.step = step
    position.questions.clear()
    try:
        world.run()
    except (
        LookupError,
        ValueError,
        AssertionError,
    ):  # The subject of the question doesn't exist in this position.
        return False
    world.events.clear()
    world.draws.clear()
    new_questions: dict[int, PendingQuestion] = dict(position.questions)
    if position.stack[-1] is not top or any(
        seat not in new_questions or _subject_of(new_questions[seat]) != _subject_of(question)
        for seat, question in questions.items()
    ):
        return False
    _restore(top, answered, new_questions, seats, rng)
    position.asked = question_count
    position.questions = {
        seat: question if seat in seats else replace(new_questions[seat], id=question.id)
        for seat, question in questions.items()
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
    new_questions: dict[int, PendingQuestion],
    seats: Collection[int],
    rng: Random,
) -> None:
    """Restore the secret answers of `seats`. Draw random answers for the others."""
    for field, values in answered.items():
        if (
            secrets_of(type(frame))[field].draw is None
        ):  # The value follows from asking: the others keep the new one.
            own = {seat: value for seat, value in values.items() if seat in seats}
            setattr(frame, field, {**getattr(frame, field), **own})
            continue
        for seat in values:
            if seat not in seats:
                values[seat] = list(random_choice(new_questions[seat], Chance(f"{rng.getrandbits(64):x}")))
        setattr(frame, field, values)


def _subject_of(question: PendingQuestion) -> tuple[str, str, str, str]:
    return question.topic, question.subject, question.cause, question.into


def asking_step(world: AnyMachine) -> str:
    """Return the step that asked: the one before the next step.

    Raises ValueError if it does more than ask.
    """
    top = world.position.stack[-1]
    names = list(world.catalogue.steps[type(top)])
    step = names[(names.index(top.step) if top.step else len(names)) - 1]
    if not step.startswith(ASKS):
        raise ValueError(
            f"{top.procedure}.{step} asks, and its name doesn't begin with {ASKS}: it can't ask again."
        )
    return step
