"""Honesty checks of computer players: they may only use their seat's knowledge.

    for position in positions(thinking, trial):
        for check in CHECKS.values():
            check(thinking, position)

Each check examines one position of a match, and raises `GameDefect` if a property doesn't hold.
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
"""The number of positions sampled from a seat's knowledge."""

TWINS = 3
"""The number of twins of a position."""

GLANCE = replace(MEDIUM, answers=12)
"""A level with few answers: enough to try every answer, and to choose one at random."""

SEED = "honesty"
"""The seed of searches. It is independent of any match's."""

Thinks = Callable[[AnyMachine, int], SearchResult]
"""Runs a search for a seat of a position."""

_ENCODER = msgspec.msgpack.Encoder()


def _player(thinking: Thinking) -> Thinks:
    return lambda machine, seat: think(thinking, thinking.game.know(machine, {seat}), seat, GLANCE, SEED)


def positions(thinking: Thinking, sample: SampleMatch) -> Iterator[SampleMoment]:
    """Play a match with the policy, and every fourth answer random. Yield some of its positions as separate matches."""
    match, chance = sample.begin(), sample.chance
    policies = [thinking.policy(Chance(f"{sample.seed}, policy {seat}")) for seat in range(sample.seats)]
    while match.outcome is None and match.turn_count < sample.most:
        seat = chance.pick(sorted(match.questions))
        question = match.questions[seat]
        if chance.below(4):
            choice = policies[seat].answer(question, lambda seat=seat: thinking.view_of(match.machine, seat))
        else:
            choice = random_choice(question, chance)
        if match.turn_count % sample.each == sample.each - 1:
            rng = Chance(f"{sample.seed}, answer {match.turn_count}")
            yield SampleMoment(sample, Match.load(sample.game, match.save()), rng, seat, choice)
        match.answer(seat, question.id, choice)


# ------------------------------------------------------------------------------------------------ sampled positions


def faithful(thinking: Thinking, moment: SampleMoment) -> None:
    """In every sampled position, the seat sees, is asked and knows the same as in the true one."""
    game, seat, truth = thinking.game, moment.seat, moment.match.machine
    knowledge = game.know(truth, {seat})
    for _ in range(WORLDS):
        world = game.sample(knowledge, moment.chance)
        moment.must(
            received(game, world, seat) == received(game, truth, seat),
            f"seat {seat} considers positions in which it would see something else.",
        )
        moment.must(
            game.know(world, {seat}) == knowledge,
            f"seat {seat} considers positions in which it would know something else.",
        )


def takeable(thinking: Thinking, moment: SampleMoment) -> None:
    """Every legal answer of the seat is legal in the sampled positions, and so is every answer that is tried."""
    game, seat = thinking.game, moment.seat
    knowledge = game.know(moment.match.machine, {seat})
    number = moment.chance.below(2**32)

    def world() -> AnyMachine:
        return game.sample(knowledge, Chance(f"{number}"))

    question = world().position.questions[seat].english
    choices = [*each_option(question, moment.chance), moment.choice]
    for choice in choices:
        machine = world()
        machine.take(machine.position.questions[seat], choice)


# --------------------------------------------------------------------------------------------- hidden information


def exchanged(thinking: Thinking, moment: SampleMoment) -> None:
    """If everything unknown to a seat is exchanged, its knowledge and search results stay exactly the same."""
    exchanged_for(_player(thinking), thinking, moment)


def exchanged_for(thinks: Thinks, thinking: Thinking, moment: SampleMoment) -> None:
    """Check `exchanged` for a given search."""
    game, seat, truth = thinking.game, moment.seat, moment.match.machine
    knowledge, seen = game.know(truth, {seat}), received(game, truth, seat)
    twins = [game.twin(truth, {seat}, moment.chance) for _ in range(TWINS)]
    for twin in twins:
        moment.must(
            received(game, twin, seat) == seen, f"seat {seat} can distinguish a position from its twin."
        )
    for world in (*twins, game.sample(knowledge, moment.chance)):
        moment.must(
            game.know(world, {seat}) == knowledge,
            f"what seat {seat} knows depends on what it can't know.",
        )
    thought, result_in_twin = thinks(truth, seat), thinks(twins[0], seat)
    moment.must(
        same_choice(truth.position.questions[seat], result_in_twin.choice, thought.choice),
        f"the answer of seat {seat} depends on hidden information.",
    )
    moment.must(
        _ENCODER.encode(result_in_twin) == _ENCODER.encode(thought),
        f"the win chances that seat {seat} computes depend on hidden information.",
    )


def remembered(thinking: Thinking, moment: SampleMoment) -> None:
    """Check that a seat's memory follows from what it was shown.

    If it had the same knowledge before and sees the same, it has the same knowledge afterwards. The check goes from one
    answer to the next; at the beginning no seat remembers anything.
    """
    truth = moment.match.machine
    for seat in range(moment.sample.seats):
        twin = thinking.game.twin(truth, {seat}, moment.chance)
        question, twin_question = (machine.position.questions[moment.seat] for machine in (truth, twin))
        check_told_alike(moment, {seat}, twin, same_in(question, twin_question, moment.choice))


def apart(thinking: Thinking, moment: SampleMoment) -> None:
    """Check that a search leaves the match unchanged, and has the same result after an interrupted one."""
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
        moment.must(asked < 3, f"seat {seat} continues its search after the search was cancelled.")
    repeated = think(thinking, knowledge, seat, GLANCE, SEED)
    moment.must(repeated == thought, f"the search of seat {seat} has another result after an interruption.")
    moment.must(game.pack(truth) == before, f"the search of seat {seat} has changed the match.")


CHECKS: dict[str, Callable[[Thinking, SampleMoment], None]] = {
    check.__name__: check for check in (faithful, takeable, exchanged, remembered, apart)
}
"""All checks of a position, by name."""
