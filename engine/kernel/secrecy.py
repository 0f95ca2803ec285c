"""Secrecy checks of every game, part of its `conformance` checks."""

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


def resampled(sample: SampleMatch) -> None:
    """Check that a seat receives nothing beyond its knowledge, and knows nothing beyond what it was shown."""
    game = sample.game
    for moment in moments(sample):
        truth = moment.match.machine
        before = game.pack(truth)
        for seats in sample.groups():
            knowledge = game.know(truth, seats)
            world = game.sample(knowledge, moment.chance)
            for viewer in (*seats, None):
                moment.must(
                    received(game, world, viewer) == received(game, truth, viewer),
                    f"{_viewer_name(viewer)} sees what {_group_name(seats)} don't know: it differs in a sampled position.",
                )
                moment.must(
                    _more_received(game, world, viewer) == _more_received(game, truth, viewer),
                    f"what {_viewer_name(viewer)} could order, is told about forced answers, or answers by default, depends on what {_group_name(seats)} don't know.",
                )
            moment.must(
                game.know(world, seats) == knowledge,
                f"{_group_name(seats)} know something that isn't in a sampled position, or something hidden.",
            )
            twin = game.twin(truth, seats, moment.chance)
            moment.must(
                game.know(twin, seats) == knowledge,
                f"{_group_name(seats)} know something that is hidden from them.",
            )
            number = moment.chance.below(2**32)
            first_world, second_world = (game.sample(knowledge, Chance(f"{number}")) for _ in range(2))
            moment.must(
                game.pack(first_world) == game.pack(second_world),
                "the same random numbers sample two different positions.",
            )
        moment.must(game.pack(truth) == before, "building views has changed the position.")


def exchanged(sample: SampleMatch) -> None:
    """Check that a seat receives nothing that depends on what it doesn't see."""
    game = sample.game
    for moment in moments(sample):
        truth = moment.match.machine
        for seats in sample.groups():
            twin = game.exchange(truth, seats, moment.chance)
            for viewer in (*seats, None):
                moment.must(
                    received(game, twin, viewer) == received(game, truth, viewer),
                    f"{_viewer_name(viewer)} sees what {_group_name(seats)} don't see: it differs in a twin.",
                )
            options = {seat: len(pending.options) for seat, pending in twin.position.questions.items()}
            moment.must(
                options == {seat: len(pending.options) for seat, pending in truth.position.questions.items()},
                "a seat can't give the same answer in a twin.",
            )


def seat_knowledge(sample: SampleMatch) -> None:
    """Check that what seats are told determines what they know, and the reverse."""
    game = sample.game
    for moment in moments(sample):
        for seats in sample.groups():
            truth = moment.match.machine
            question = truth.position.questions[moment.seat]
            for exchange in (game.exchange, game.twin):
                twin = exchange(truth, seats, moment.chance)
                twin_question = twin.position.questions[moment.seat]
                check_told_alike(moment, seats, twin, same_in(question, twin_question, moment.choice))
            if moment.seat in seats or not seats:
                world = game.sample(game.know(truth, seats), moment.chance)
                if _can_answer(question, world.position.questions[moment.seat], moment.choice):
                    check_told_alike(moment, seats, world, moment.choice)


def check_told_alike(moment: SampleMoment, seats: Collection[int], twin: AnyMachine, choice: Choice) -> None:
    """Give an answer in this position and in `twin`. Compare what these seats are told and know afterwards.

    Compares nothing if the answer isn't legal in the twin.
    """
    game, truth = moment.sample.game, moment.copy()
    drawn = truth.position.chance.drawn, twin.position.chance.drawn
    knew_the_same = game.know(truth, seats) == game.know(twin, seats)
    truth.take(truth.position.questions[moment.seat], moment.choice)
    try:
        twin.take(twin.position.questions[moment.seat], choice)
    except (LookupError, StopIteration, ValueError):
        return  # In the twin another player holds the card, and the action itself shows where it is.
    events, twin_events = ([seen(event, *seats) for event in machine.events] for machine in (truth, twin))
    shown, twin_shown = (
        [received(game, machine, viewer) for viewer in (*seats, None)] for machine in (truth, twin)
    )
    board, twin_board = (
        [game.view(machine, viewer) for viewer in (*seats, None)] for machine in (truth, twin)
    )
    knows, twin_knows = (game.know(machine, seats) for machine in (truth, twin))
    if knew_the_same and events == twin_events and board == twin_board:
        moment.must(
            shown == twin_shown,
            f"{_group_name(seats)} get a question that reveals more than they know.",
        )
    if knew_the_same and events == twin_events and shown == twin_shown:
        moment.must(knows == twin_knows, f"{_group_name(seats)} know something that no event has told them.")
    is_by_chance = (truth.position.chance.drawn, twin.position.chance.drawn) != drawn
    if knows == twin_knows and not is_by_chance:
        moment.must(
            events == twin_events,
            f"{_group_name(seats)} don't know something that an event has told them.",
        )


def otherwise(sample: SampleMatch) -> None:
    """Check that equal information leads to equal knowledge, for other answers of a seat and other randomness.

    Independent of the game's declarations about secrets. The other checks compare positions that the game calls
    indistinguishable, so they miss anything that the game leaves out of both.
    """
    for moment in moments(sample):
        question = moment.match.machine.position.questions[moment.seat]
        for choice in each_option(question.english, moment.chance)[:OTHERS]:
            _check_alike(
                moment,
                moment.copy(),
                choice,
                [group for group in sample.groups() if moment.seat not in group],
            )
        for _ in range(2):
            changed = moment.copy()
            seed = f"otherwise {moment.chance.below(2**32)}"
            changed.position.chance = Chance(seed, changed.position.chance.drawn)
            _check_alike(moment, changed, moment.choice, sample.groups())


def _check_alike(
    moment: SampleMoment, changed: AnyMachine, choice: Choice, groups: Sequence[Sequence[int]]
) -> None:
    """Apply the moment's answer in its position and another answer in another machine.

    Compare the knowledge of the seats.
    """
    game, machine = moment.sample.game, moment.copy()
    machine.take(machine.position.questions[moment.seat], moment.choice)
    changed.take(changed.position.questions[moment.seat], choice)
    for seats in groups:
        received_here, received_there = (
            ([seen(event, *seats) for event in m.events], [received(game, m, v) for v in (*seats, None)])
            for m in (machine, changed)
        )
        if received_here == received_there:
            moment.must(
                game.know(machine, seats) == game.know(changed, seats),
                f"{_group_name(seats)} know something that no one has told or shown them.",
            )


OTHERS = 6
"""The maximum number of other answers to try."""


def held_back(sample: SampleMatch) -> None:
    """Check that during a sitting no one except its seat is told, shown or asked anything new, or learns anything."""
    game = sample.game
    for moment in answers(sample):
        if not moment.match.machine.catalogue.has_sittings:
            return
        before, after = moment.match.machine, moment.copy()
        after.take(after.position.questions[moment.seat], moment.choice)
        if after.sitting is None:
            continue
        moment.must(not after.events, "an event is told before the end of a sitting.")
        for viewer in sample.audiences():
            if viewer != moment.seat:
                moment.must(
                    received(game, after, viewer) == received(game, before, viewer),
                    f"{_viewer_name(viewer)} is shown something of a sitting that isn't over.",
                )
        for seats in sample.groups():
            moment.must(
                moment.seat in seats or game.know(after, seats) == game.know(before, seats),
                f"{_group_name(seats)} know something about an open sitting.",
            )


def _can_answer(question: PendingQuestion, other: PendingQuestion, choice: Choice) -> bool:
    """Return whether an answer to one question also answers the other."""
    if (question.kind, question.minimum, question.maximum) != (other.kind, other.minimum, other.maximum):
        return False
    keys = {option.key for option in other.options}
    return (
        all(part in keys or part.rpartition("=")[0] in keys for part in choice)
        if keys
        else not question.options
    )


def _more_received(game: Game, machine: AnyMachine, viewer: int | None) -> list[object]:
    """Return the other data that a seat receives from a position: forced answers, default answers and available orders."""
    machine = machine.shown_to(viewer)
    more: list[object] = [game.forced(machine)]
    if viewer is not None and machine.position.outcome is None:
        if game.lapse is not None and viewer in machine.position.questions:
            more.append(game.lapse(machine, viewer))
        if game.orders is not None:
            more += [game.orders.forms(machine, viewer), game.orders.plan_form(machine, viewer)]
    return more


def _viewer_name(viewer: int | None) -> str:
    return "a spectator" if viewer is None else f"seat {viewer}"


def _group_name(seats: Collection[int]) -> str:
    """Return the names of the groups of seats that may share knowledge. None of them includes spectators."""
    return f"the seats {', '.join(map(str, seats))}" if seats else "spectators"


def watched(sample: SampleMatch) -> None:
    """Check that a spectator is shown and told nothing that a seat isn't."""
    game = sample.game
    for moment in moments(sample):
        truth = moment.copy()
        shown = truth.shown_to(None)  # During a sitting, its seat sees more than the others.
        public = _plain(game.view(shown, None))
        for seat in range(sample.seats):
            where = _not_within(public, _plain(game.view(shown, seat)), "view")
            moment.must(not where, f"a spectator is shown what seat {seat} is not: {where}.")
        truth.take(truth.position.questions[moment.seat], moment.choice)
        for event in truth.events:
            for seat in range(sample.seats):
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
            place = _not_within(part, of_seat.get(key), f"{where}.{key}")
            if place:
                return place
        return ""
    if isinstance(public, list) and isinstance(own, list):
        parts, own_parts = cast("list[object]", public), cast("list[object]", own)
        if len(parts) != len(own_parts):
            return where
        places = (
            _not_within(a, b, f"{where}[{n}]") for n, (a, b) in enumerate(zip(parts, own_parts, strict=True))
        )
        return next(filter(None, places), "")
    return where
