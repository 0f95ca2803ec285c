"""Secrecy checks of every game; a part of its `conformance`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import cast

import msgspec

from engine.kernel.chance import Chance
from engine.kernel.decoder import PlainData, plain_json
from engine.kernel.events.event import seen
from engine.kernel.game import Game
from engine.kernel.information_gain import received, same_in
from engine.kernel.machine import AnyMachine
from engine.kernel.question import Choice, PendingQuestion
from engine.kernel.sample_match import SampleMatch, SampleMoment, answers, each_option, moments

_JSON = msgspec.json.Encoder()


def resampled(trial: SampleMatch) -> None:
    """Check that a seat's view and question don't depend on what it doesn't know, and that it knows only what it was
    shown.
    """
    game = trial.game
    for moment in moments(trial):
        truth = moment.match.machine
        before = game.pack(truth)
        for seats in trial.groups():
            knowledge = game.know(truth, seats)
            world = game.sample(knowledge, moment.chance)
            for viewer in (*seats, None):
                moment.must(
                    received(game, world, viewer) == received(game, truth, viewer),
                    f"{_called(viewer)} is shown what {_named(seats)} don't know: in a sampled position it is otherwise.",
                )
                moment.must(
                    _more_received(game, world, viewer) == _more_received(game, truth, viewer),
                    f"what {_called(viewer)} could order, is told of what is forced, or answers by doing nothing, depends on what {_named(seats)} don't know.",
                )
            moment.must(
                game.know(world, seats) == knowledge,
                f"{_named(seats)} know something that a sampled position does not hold, or something of what is hidden.",
            )
            twin = game.twin(truth, seats, moment.chance)
            moment.must(
                game.know(twin, seats) == knowledge,
                f"{_named(seats)} know something that is hidden from them.",
            )
            number = moment.chance.below(2**32)
            one, other = (game.sample(knowledge, Chance(f"{number}")) for _ in range(2))
            moment.must(game.pack(one) == game.pack(other), "equal lots draw two different positions.")
        moment.must(game.pack(truth) == before, "the position is not the same after it has been looked at.")


def exchanged(trial: SampleMatch) -> None:
    """Check that a seat receives nothing that depends on what it doesn't see."""
    game = trial.game
    for moment in moments(trial):
        truth = moment.match.machine
        for seats in trial.groups():
            twin = game.exchange(truth, seats, moment.chance)
            for viewer in (*seats, None):
                moment.must(
                    received(game, twin, viewer) == received(game, truth, viewer),
                    f"{_called(viewer)} is shown what {_named(seats)} don't see: in a twin it is otherwise.",
                )
            options = {seat: len(one.options) for seat, one in twin.position.questions.items()}
            moment.must(
                options == {seat: len(one.options) for seat, one in truth.position.questions.items()},
                "somebody can't answer the same in a twin.",
            )


def seat_knowledge(trial: SampleMatch) -> None:
    """Check that seats told the same know the same, and that seats with the same knowledge afterwards were told the
    same.
    """
    game = trial.game
    for moment in moments(trial):
        for seats in trial.groups():
            truth = moment.match.machine
            question = truth.position.questions[moment.seat]
            for exchange in (game.exchange, game.twin):
                twin = exchange(truth, seats, moment.chance)
                there = twin.position.questions[moment.seat]
                told_in(moment, seats, twin, same_in(question, there, moment.choice))
            if moment.seat in seats or not seats:
                world = game.sample(game.know(truth, seats), moment.chance)
                if _can_answer(question, world.position.questions[moment.seat], moment.choice):
                    told_in(moment, seats, world, moment.choice)


def told_in(moment: SampleMoment, seats: Collection[int], other: AnyMachine, choice: Choice) -> None:
    """Give an answer in this position and in another one. Compare what these seats are told and know afterwards.

    Compares nothing if the answer isn't legal in the other one.
    """
    game, truth = moment.trial.game, moment.copy()
    drawn = truth.position.chance.drawn, other.position.chance.drawn
    knew_the_same = game.know(truth, seats) == game.know(other, seats)
    truth.take(truth.position.questions[moment.seat], moment.choice)
    try:
        other.take(other.position.questions[moment.seat], choice)
    except (LookupError, StopIteration, ValueError):
        return  # In the other position another player holds the card, and the action itself shows where it is.
    heard, heard_there = ([seen(event, *seats) for event in machine.events] for machine in (truth, other))
    shown, shown_there = (
        [received(game, machine, one) for one in (*seats, None)] for machine in (truth, other)
    )
    board, board_there = ([game.view(machine, one) for one in (*seats, None)] for machine in (truth, other))
    knows, knows_there = (game.know(machine, seats) for machine in (truth, other))
    if knew_the_same and heard == heard_there and board == board_there:
        moment.must(
            shown == shown_there,
            f"{_named(seats)} are asked what they could only be asked if they knew more.",
        )
    if knew_the_same and heard == heard_there and shown == shown_there:
        moment.must(knows == knows_there, f"{_named(seats)} know something that they have not been told.")
    is_by_chance = (truth.position.chance.drawn, other.position.chance.drawn) != drawn
    if knows == knows_there and not is_by_chance:
        moment.must(
            heard == heard_there, f"{_named(seats)} have been told something that they don't know afterwards."
        )


def otherwise(trial: SampleMatch) -> None:
    """Check that seats told and shown the same know the same, whatever another seat answers and whatever randomness
    brings.

    Independent of what a game declares about its secrets: the other checks compare a position with one that the game
    calls indistinguishable, and so miss whatever the game leaves out of both.
    """
    for moment in moments(trial):
        question = moment.match.machine.position.questions[moment.seat]
        for choice in each_option(question.english, moment.chance)[:OTHERS]:
            _compared(
                moment, moment.copy(), choice, [one for one in trial.groups() if moment.seat not in one]
            )
        for _ in range(2):
            other = moment.copy()
            seed = f"otherwise {moment.chance.below(2**32)}"
            other.position.chance = Chance(seed, other.position.chance.drawn)
            _compared(moment, other, moment.choice, trial.groups())


def _compared(
    moment: SampleMoment, other: AnyMachine, choice: Choice, groups: Sequence[Sequence[int]]
) -> None:
    """Apply the moment's answer in its position and another answer in another machine.

    Compare the knowledge of the seats.
    """
    game, one = moment.trial.game, moment.copy()
    one.take(one.position.questions[moment.seat], moment.choice)
    other.take(other.position.questions[moment.seat], choice)
    for seats in groups:
        heard, there = (
            ([seen(event, *seats) for event in m.events], [received(game, m, v) for v in (*seats, None)])
            for m in (one, other)
        )
        if heard == there:
            moment.must(
                game.know(one, seats) == game.know(other, seats),
                f"{_named(seats)} know what nobody has told or shown them.",
            )


OTHERS = 6
"""Answers that are given instead of the moment's, at most."""


def held_back(trial: SampleMatch) -> None:
    """Check that during a sitting no one but its seat is told, shown or asked anything new, or learns anything."""
    game = trial.game
    for moment in answers(trial):
        if not moment.match.machine.catalogue.has_sittings:
            return
        before, there = moment.match.machine, moment.copy()
        there.take(there.position.questions[moment.seat], moment.choice)
        if there.sitting is None:
            continue
        moment.must(not there.events, "something is told in the middle of a sitting.")
        for viewer in trial.audiences():
            if viewer != moment.seat:
                moment.must(
                    received(game, there, viewer) == received(game, before, viewer),
                    f"{_called(viewer)} is shown something of a sitting that isn't over.",
                )
        for seats in trial.groups():
            moment.must(
                moment.seat in seats or game.know(there, seats) == game.know(before, seats),
                f"{_named(seats)} know something of a sitting that isn't over.",
            )


def _can_answer(question: PendingQuestion, there: PendingQuestion, choice: Choice) -> bool:
    """Return whether an answer to a question is one to another."""
    if (question.kind, question.minimum, question.maximum) != (there.kind, there.minimum, there.maximum):
        return False
    keys = {option.key for option in there.options}
    return (
        all(part in keys or part.rpartition("=")[0] in keys for part in choice)
        if keys
        else not question.options
    )


def _more_received(game: Game, machine: AnyMachine, viewer: int | None) -> list[object]:
    """Return what else a seat receives from a position: forced answers and available orders."""
    machine = machine.shown_to(viewer)
    more: list[object] = [game.forced(machine)]
    if viewer is not None and machine.position.outcome is None:
        if game.lapse is not None and viewer in machine.position.questions:
            more.append(game.lapse(machine, viewer))
        if game.orders is not None:
            more += [game.orders.forms(machine, viewer), game.orders.plan_form(machine, viewer)]
    return more


def _called(viewer: int | None) -> str:
    return "a spectator" if viewer is None else f"seat {viewer}"


def _named(seats: Collection[int]) -> str:
    """Return the names of the groups of seats that may share knowledge. None of them includes spectators."""
    return f"the seats {', '.join(map(str, seats))}" if seats else "spectators"


def watched(trial: SampleMatch) -> None:
    """Check that a spectator is shown and told nothing that a seat isn't."""
    game = trial.game
    for moment in moments(trial):
        truth = moment.copy()
        shown = truth.shown_to(None)  # In a sitting, its seat has seen before what the others see.
        public = _plain(game.view(shown, None))
        for seat in range(trial.seats):
            where = _not_within(public, _plain(game.view(shown, seat)), "view")
            moment.must(not where, f"a spectator is shown what seat {seat} is not: {where}.")
        truth.take(truth.position.questions[moment.seat], moment.choice)
        for event in truth.events:
            for seat in range(trial.seats):
                where = _not_within(_plain(seen(event, None)), _plain(seen(event, seat)), event.kind)
                moment.must(not where, f"a spectator is told what seat {seat} is not: {where}.")


def _plain(data: object) -> object:
    return plain_json(_JSON.encode(data))


def _not_within(public: object, own: object, where: str) -> str:
    """Return a place where a public value differs from the seat's own, or ""."""
    if public == own or public in (None, "", 0, False, [], {}):
        return ""
    if isinstance(public, dict) and isinstance(own, dict):
        of_seat = cast("PlainData", own)
        for key, part in cast("PlainData", public).items():
            found = _not_within(part, of_seat.get(key), f"{where}.{key}")
            if found:
                return found
        return ""
    if isinstance(public, list) and isinstance(own, list):
        parts, theirs = cast("list[object]", public), cast("list[object]", own)
        if len(parts) != len(theirs):
            return where
        found = (
            _not_within(a, b, f"{where}[{n}]") for n, (a, b) in enumerate(zip(parts, theirs, strict=True))
        )
        return next((one for one in found if one), "")
    return where
