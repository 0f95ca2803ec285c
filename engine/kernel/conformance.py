"""Conformance checks of every game: a game that passes can be saved, watched, searched and left at any moment.

      for check in CHECKS.values():
          check(SampleMatch(game, setup, seats=2, seed="any"))

Each check plays its own matches and raises `GameDefect` if a property doesn't hold. The checks use a game only through
its `Game` and `Match` interfaces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from engine.kernel.cards.secret_fields import frames_of
from engine.kernel.chance import Chance
from engine.kernel.endings import RESIGNATION
from engine.kernel.errors import GameError, InvalidChoice, NotYourQuestion, StaleQuestion
from engine.kernel.events.event import TimeRanOut
from engine.kernel.information_gain import received
from engine.kernel.machine import AnyMachine
from engine.kernel.match import Match, replay, take
from engine.kernel.question import Choice, Question, QuestionKind, check, random_choice
from engine.kernel.sample_match import (
    GameDefect,
    SampleMatch,
    SampleMoment,
    answers,
    each_option,
    everything,
    moments,
)
from engine.kernel.saves import Answer
from engine.kernel.secrecy import exchanged, held_back, otherwise, resampled, seat_knowledge, watched
from engine.kernel.simulation import RandomPlayer, play

# ----------------------------------------------------------------------------------------------------- declarations


def procedures(sample: SampleMatch) -> None:
    """The frames declared for the stack are those that have a procedure."""
    machine = sample.game.begin(sample.setup, sample.seed)
    frames, runnable = set(frames_of(type(machine.position))), set(machine.catalogue.first)
    for frame in frames - runnable:
        raise GameDefect(f"{sample.game.name}: {frame.__name__} can be on the stack, and has no procedure.")
    for frame in runnable - frames:
        raise GameDefect(
            f"{sample.game.name}: {frame.__name__} has a procedure, and its position does not say that it can be on the stack."
        )


# ---------------------------------------------------------------------------------------- saved, loaded, played again


def saved_and_loaded(sample: SampleMatch) -> None:
    """A match that has been saved and loaded is the same, and continues in the same way."""
    expected = b""
    for moment in answers(sample):
        match, game = moment.match, sample.game
        if expected:
            is_same = match.save() == expected
            moment.must(is_same, "a loaded match continues differently from one that was never saved.")
            expected = b""
        if match.turn_count % sample.each:
            continue
        saved = match.save()
        loaded = Match.load(game, saved)
        moment.must(loaded.save() == saved, "a loaded match is saved differently.")
        moment.must(
            everything(loaded, sample.audiences()) == everything(match, sample.audiences()),
            "a match has other views after loading.",
        )
        copy = moment.copy()
        take(game, copy, copy.position.questions[moment.seat], moment.choice)
        moment.must(match.save() == saved, "playing on a copy changes the original match.")
        events = loaded.answer(moment.seat, loaded.questions[moment.seat].id, moment.choice)
        moment.must(
            list(events) == copy.events and game.pack(loaded.machine) == game.pack(copy),
            "two copies of a match continue differently.",
        )
        expected = loaded.save()


def replayed(sample: SampleMatch) -> None:
    """Replaying the record of a match leads to the same position."""
    match = sample.begin()
    for moment in answers(sample):
        match = moment.match
        if match.turn_count % (5 * sample.each) == 0:
            replayed = replay(sample.game, match.setup, match.seed, match.record.answers)
            moment.must(replayed.save() == match.save(), "replaying the record leads to another position.")
    replayed = replay(sample.game, match.setup, match.seed, match.record.answers)
    if replayed.save() != match.save():
        raise GameDefect(
            f"{sample.game.name}, seed “{sample.seed}”: replaying the whole record leads to another position."
        )


def lapsed(sample: SampleMatch) -> None:
    """The default answer, if there is one, is legal for every asked seat, and recorded as such."""
    if sample.game.lapse is None:
        return
    for moment in answers(sample):
        match, game = moment.match, sample.game
        for seat, question in match.pending_questions.items():
            choice = match.lapse_answer(seat)
            try:
                check(question, choice)
            except GameError as error:
                moment.must(False, f"when the time of seat {seat} runs out, {choice} is no answer: {error}")
        if match.turn_count % sample.each:
            continue
        for seat in match.pending_questions:
            copy = Match.load(game, match.save())
            events = copy.lapse(seat)
            is_reported = bool(events) and events[0].fact == TimeRanOut(seat)
            moment.must(is_reported, f"no event reports that the time of seat {seat} ran out.")
            replayed = replay(game, match.setup, match.seed, copy.record.answers)
            moment.must(
                replayed.save() == copy.save(),
                "replaying a record with a timeout leads to another position.",
            )


# ------------------------------------------------------------------------------------------------------- questions


def legal_options(sample: SampleMatch) -> None:
    """Every option is legal, nothing else is, and a refused answer changes nothing."""
    for moment in moments(sample):
        match = moment.match
        saved = match.save()
        for seat, question in match.questions.items():
            keys = [option.key for option in question.options]
            moment.must(len(set(keys)) == len(keys), "two options have the same key.")
            for choice in _illegal_choices(question):
                _must_refuse(moment, InvalidChoice, seat, question.id, choice)
            _must_refuse(moment, StaleQuestion, seat, -1, ())
            other_seat = (seat + 1) % sample.seats
            if other_seat not in match.questions:
                _must_refuse(moment, NotYourQuestion, other_seat, question.id, ())
            for choice in each_option(question, moment.chance):
                copy = moment.copy()
                try:
                    copy.take(copy.position.questions[seat], choice)
                except Exception as error:
                    moment.must(False, f"{choice} is offered, and can't be done: {error!r}.")
        moment.must(match.save() == saved, "a refused answer has changed the match.")


def _illegal_choices(question: Question) -> list[Choice]:
    """Return answers that must be refused."""
    keys = tuple(option.key for option in question.options)
    if question.kind is QuestionKind.NUMBER:
        return [(), (str(question.minimum - 1),), (str(question.maximum + 1),), ("x",)]
    if question.kind is QuestionKind.DISTRIBUTE:
        return [(), ("x=1",), (f"{keys[0]}={question.maximum + 1}",)] if question.maximum else [("x=1",)]
    wrong: list[Choice] = [("no such option",)]
    if question.minimum:
        wrong.append(())
    if question.maximum < len(keys):
        wrong.append(keys[: question.maximum + 1])
    return wrong


def _must_refuse(
    moment: SampleMoment, error: type[GameError], seat: int, number: int, choice: Choice
) -> None:
    try:
        moment.match.answer(seat, number, choice)
    except error:
        return
    except GameError as other_error:
        moment.must(
            False, f"{choice} is refused as {type(other_error).__name__} instead of {error.__name__}."
        )
    moment.must(False, f"{choice} is accepted, but should be refused as {error.__name__}.")


# -------------------------------------------------------------------------------------------------------- the deal


_WORLDS = 8
"""The number of other random outcomes that are tried from each answer on."""


def dealt(sample: SampleMatch) -> None:
    """Until the deal, randomness reveals nothing to a player that spectators don't see.

    The same answers are given with other randomness. If spectators then see the same, each seat must, too.
    """
    game, positions = sample.game, list[bytes]()
    for moment in answers(sample):
        match = moment.match
        if game.has_dealt(match.machine):
            return
        seen = {viewer: received(game, match.machine, viewer) for viewer in sample.audiences()}
        for other_machine in _with_other_randomness(match, positions):
            if received(game, other_machine, None) == seen[None]:
                for seat in range(sample.seats):
                    is_same = received(game, other_machine, seat) == seen[seat]
                    moment.must(
                        is_same,
                        f"chance has told seat {seat} something hidden, and nothing is dealt yet.",
                    )
        positions.append(game.pack(match.machine))


def _with_other_randomness(match: Match, positions: Sequence[bytes]) -> Iterator[AnyMachine]:
    """Yield the position after other randomness, from the beginning or from one of the answers on.

    `positions` are those before each answer.
    """
    game, answers = match.game, match.record.answers
    for first in range(-1, len(positions)):
        for number in range(_WORLDS):
            seed = f"{match.seed}, otherwise {number}"
            if first < 0:
                machine = game.begin(match.setup, seed)
                machine.run()
            else:
                machine = game.resume(match.setup, positions[first])
                machine.position.chance = Chance(seed)
            if all(_give(machine, answer) for answer in answers[max(first, 0) :]):
                yield machine


def _give(machine: AnyMachine, answer: Answer) -> bool:
    """Give an answer if it is legal. Return whether it was."""
    question = machine.position.questions.get(answer.seat)
    try:
        if question is not None:
            check(question, answer.choice)
    except InvalidChoice:
        return False
    if question is not None:
        machine.take(question, answer.choice)
    return question is not None


# --------------------------------------------------------------------------------------------------------- the end


def departures(sample: SampleMatch) -> None:
    """Every seat can leave at any moment, until the match is over; then each has exactly one place, or none has."""
    for moment in moments(sample):
        saved = moment.match.save()
        for seat in range(sample.seats):
            match = Match.load(sample.game, saved)
            for leaver in range(seat, seat + sample.seats):
                if match.outcome is None and not match.is_out(leaver % sample.seats):
                    try:
                        _leave(moment, match, leaver % sample.seats)
                    except (LookupError, RuntimeError, ValueError) as error:
                        moment.must(
                            False, f"after seat {leaver % sample.seats} has left, it fails: {error!r}."
                        )
            moment.must(match.outcome is not None, "a match continues after every player has left.")


def _leave(moment: SampleMoment, match: Match, seat: int) -> None:
    """Remove a seat, examine the match after it, and let another seat answer once if one is asked."""
    events = match.leave(seat, ending=RESIGNATION.key)
    moment.must(bool(events) and seat not in match.questions, f"seat {seat} is still asked after leaving.")
    loaded = Match.load(match.game, match.save())
    audiences = moment.sample.audiences()
    moment.must(
        everything(loaded, audiences) == everything(match, audiences),
        "a match that a player has left has other views after loading.",
    )
    outcome = match.outcome
    if outcome is None:
        moment.must(bool(match.questions), "a match continues without an open question.")
        asked_seat = min(match.questions)
        match.answer(
            asked_seat,
            match.questions[asked_seat].id,
            random_choice(match.questions[asked_seat], moment.chance),
        )
    else:
        places = sorted(seat for place in outcome.places for seat in place)
        all_seats = list(range(moment.sample.seats))
        moment.must(places in ([], all_seats) and not match.questions, f"the places are {outcome.places}.")


def ends(sample: SampleMatch) -> None:
    """Random players and the game's own end every match; a match that has ended asks nothing."""
    random_players = [RandomPlayer(Chance(f"{sample.seed}, player {seat}")) for seat in range(sample.seats)]
    for players in (
        random_players,
        *([[*map(sample.players, range(sample.seats))]] if sample.players else []),
    ):
        playthrough = play(sample.game, sample.setup, sample.seed, players)
        if playthrough.answers == 0:
            raise GameDefect(f"{sample.game.name}, seed “{sample.seed}”: no one was asked anything.")


CHECKS: dict[str, Callable[[SampleMatch], None]] = {
    check.__name__: check
    for check in (
        procedures,
        saved_and_loaded,
        replayed,
        lapsed,
        legal_options,
        dealt,
        resampled,
        exchanged,
        seat_knowledge,
        otherwise,
        held_back,
        watched,
        departures,
        ends,
    )
}
"""All checks by name."""
