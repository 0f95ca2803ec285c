"""Honesty checks of computer players: they think with what their seat knows, and with nothing else.

    for position in positions(thinking, trial):
        for check in CHECKS.values():
            check(thinking, position)

Each check looks at one position of a match from outside, and raises `GameDefect` with what does not hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
from msgspec.structs import replace

from engine.kernel.ai.game_search import Thinking
from engine.kernel.ai.levels import MEDIUM
from engine.kernel.ai.search import SearchCancelled, SearchResult, think
from engine.kernel.chance import Chance
from engine.kernel.information_gain import received, same_in
from engine.kernel.machine import AnyMachine
from engine.kernel.match import Match
from engine.kernel.question import random_choice, same_choice
from engine.kernel.sample_match import SampleMatch, SampleMoment, each_option
from engine.kernel.secrecy import check_told_alike

WORLDS = 4
"""So many positions are drawn from what a seat knows."""

TWINS = 3
"""So often all that a seat does not know is exchanged in a position."""

GLANCE = replace(MEDIUM, answers=12)
"""The simulated answers for each position: enough to try every answer, and to draw a random one among them."""

SEED = "honesty"
"""Of what is thought. It has nothing to do with that of any match."""

Thinks = Callable[[AnyMachine, int], SearchResult]
"""Lets a seat of a position think."""

_ENCODER = msgspec.msgpack.Encoder()


def _player(thinking: Thinking) -> Thinks:
    return lambda machine, seat: think(thinking, thinking.game.know(machine, {seat}), seat, GLANCE, SEED)


def positions(thinking: Thinking, trial: SampleMatch) -> Iterator[SampleMoment]:
    """Play a match as the policy does, with every fourth answer random; yield some of its positions, each by itself."""
    match, chance = trial.begin(), trial.chance
    policies = [thinking.policy(Chance(f"{trial.seed}, policy {seat}")) for seat in range(trial.seats)]
    while match.outcome is None and match.turn_count < trial.most:
        seat = chance.pick(sorted(match.questions))
        question = match.questions[seat]
        if chance.below(4):
            choice = policies[seat].answer(question, lambda seat=seat: thinking.look(match.machine, seat))
        else:
            choice = random_choice(question, chance)
        if match.turn_count % trial.each == trial.each - 1:
            lots = Chance(f"{trial.seed}, answer {match.turn_count}")
            yield SampleMoment(trial, Match.load(trial.game, match.save()), lots, seat, choice)
        match.answer(seat, question.id, choice)


# ------------------------------------------------------------------------------------------------ what is thought about


def faithful(thinking: Thinking, moment: SampleMoment) -> None:
    """In every position that is drawn, the seat is shown and asked the same as in the true one, and knows the same."""
    game, seat, truth = thinking.game, moment.seat, moment.match.machine
    knowledge = game.know(truth, {seat})
    for _ in range(WORLDS):
        world = game.sample(knowledge, moment.chance)
        moment.must(
            received(game, world, seat) == received(game, truth, seat),
            f"seat {seat} thinks about positions in which it would be shown something else.",
        )
        moment.must(
            game.know(world, {seat}) == knowledge,
            f"seat {seat} thinks about positions in which it would know something else.",
        )


def takeable(thinking: Thinking, moment: SampleMoment) -> None:
    """Every answer that the seat could give can be given in the positions that are drawn, and every one that is tried."""
    game, seat = thinking.game, moment.seat
    knowledge = game.know(moment.match.machine, {seat})
    drawn = moment.chance.below(2**32)

    def world() -> AnyMachine:
        return game.sample(knowledge, Chance(f"{drawn}"))

    question = world().position.questions[seat].english
    choices = [*each_option(question, moment.chance), moment.choice]
    for choice in choices:
        machine = world()
        machine.take(machine.position.questions[seat], choice)


# ---------------------------------------------------------------------------------------------------- what is not known


def exchanged(thinking: Thinking, moment: SampleMoment) -> None:
    """Whatever a seat does not know is exchanged: it knows the same to the byte, and thinks the same to the last bit."""
    exchanged_for(_player(thinking), thinking, moment)


def exchanged_for(thinks: Thinks, thinking: Thinking, moment: SampleMoment) -> None:
    """As `exchanged`, for a player that thinks in its own way."""
    game, seat, truth = thinking.game, moment.seat, moment.match.machine
    knowledge, seen = game.know(truth, {seat}), received(game, truth, seat)
    twins = [game.twin(truth, {seat}, moment.chance) for _ in range(TWINS)]
    for twin in twins:
        moment.must(received(game, twin, seat) == seen, f"seat {seat} can tell a position from its twin.")
    for other in (*twins, game.sample(knowledge, moment.chance)):
        moment.must(
            game.know(other, {seat}) == knowledge, f"what seat {seat} knows depends on what it can't know."
        )
    thought, again = thinks(truth, seat), thinks(twins[0], seat)
    moment.must(
        same_choice(truth.position.questions[seat], again.choice, thought.choice),
        f"what seat {seat} answers depends on what it can't know.",
    )
    moment.must(
        _ENCODER.encode(again) == _ENCODER.encode(thought),
        f"what seat {seat} thinks of its answers depends on what it can't know.",
    )


def remembered(thinking: Thinking, moment: SampleMoment) -> None:
    """Check that a seat's memory follows from what it was shown: same knowledge before, same view, same knowledge
    after.

    This is checked from one answer to the next; at the beginning no one remembers anything.
    """
    truth = moment.match.machine
    for seat in range(moment.trial.seats):
        twin = thinking.game.twin(truth, {seat}, moment.chance)
        question, there = (machine.position.questions[moment.seat] for machine in (truth, twin))
        check_told_alike(moment, {seat}, twin, same_in(question, there, moment.choice))


def apart(thinking: Thinking, moment: SampleMoment) -> None:
    """Check that a search leaves the match unchanged, and has the same result however often it is interrupted and
    restarted.
    """
    game, seat, truth = thinking.game, moment.seat, moment.match.machine
    before, knowledge = game.pack(truth), game.know(truth, {seat})
    thought = think(thinking, knowledge, seat, GLANCE, SEED)
    asked = 0

    def is_wanted() -> bool:
        nonlocal asked
        asked += 1
        return asked < 3

    try:
        think(thinking, knowledge, seat, GLANCE, SEED, is_wanted=is_wanted)
    except SearchCancelled:
        pass
    else:
        moment.must(asked < 3, f"seat {seat} goes on thinking although nobody wants to know any more.")
    again = think(thinking, knowledge, seat, GLANCE, SEED)
    moment.must(again == thought, f"seat {seat} thinks otherwise once it has been interrupted.")
    moment.must(game.pack(truth) == before, f"the match is not the same after seat {seat} has thought.")


CHECKS: dict[str, Callable[[Thinking, SampleMoment], None]] = {
    check.__name__: check for check in (faithful, takeable, exchanged, remembered, apart)
}
"""All that can be seen at one position, by name."""
