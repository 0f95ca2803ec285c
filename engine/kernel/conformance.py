"""Conformance checks of every game: a game that passes can be saved, watched, searched and left at any moment.

    for check in CHECKS.values():
        check(Trial(game, setup, seats=2, seed="any"))

Each check plays matches of its own and raises `GameDefect` with what does not hold. They look at a game from outside: what it
is asked as a `Game`, and what a `Match` of it says.
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

# ------------------------------------------------------------------------------------------------- what is declared


def procedures(trial: SampleMatch) -> None:
    """The frames that a position declares for its stack are those that its machine can carry out."""
    machine = trial.game.begin(trial.setup, trial.seed)
    frames, carried_out = set(frames_of(type(machine.position))), set(machine.catalogue.first)
    for frame in frames - carried_out:
        raise GameDefect(f"{trial.game.name}: {frame.__name__} can be on the stack, and has no procedure.")
    for frame in carried_out - frames:
        raise GameDefect(
            f"{trial.game.name}: {frame.__name__} has a procedure, and its position does not say that it can be on the stack."
        )


# ---------------------------------------------------------------------------------------- saved, loaded, played again


def saved_and_loaded(trial: SampleMatch) -> None:
    """A match that has been saved and loaded is the same, and goes on as if it had not been."""
    expected = b""
    for moment in answers(trial):
        match, game = moment.match, trial.game
        if expected:
            same = match.save() == expected
            moment.must(same, "a match that never stopped goes on otherwise than one that was loaded.")
            expected = b""
        if match.turn_count % trial.each:
            continue
        kept = match.save()
        again = Match.load(game, kept)
        moment.must(again.save() == kept, "what was saved is saved otherwise once it has been loaded.")
        moment.must(
            everything(again, trial.audiences()) == everything(match, trial.audiences()),
            "a match looks otherwise once it has been loaded.",
        )
        there = moment.copy()
        take(game, there, there.position.questions[moment.seat], moment.choice)
        moment.must(match.save() == kept, "a copy that goes on changes the match that it is a copy of.")
        events = again.answer(moment.seat, again.questions[moment.seat].id, moment.choice)
        moment.must(
            list(events) == there.events and game.pack(again.machine) == game.pack(there),
            "two copies of a match go on in two ways.",
        )
        expected = again.save()


def replayed(trial: SampleMatch) -> None:
    """The record of a match leads to where the match stands."""
    match = trial.begin()
    for moment in answers(trial):
        match = moment.match
        if match.turn_count % (5 * trial.each) == 0:
            again = replay(trial.game, match.setup, match.seed, match.record.answers)
            moment.must(again.save() == match.save(), "playing the record again leads elsewhere.")
    again = replay(trial.game, match.setup, match.seed, match.record.answers)
    if again.save() != match.save():
        raise GameDefect(
            f"{trial.game.name}, seed “{trial.seed}”: playing the whole record again leads elsewhere."
        )


def lapsed(trial: SampleMatch) -> None:
    """The answer of doing nothing, where there is one, can be given by every seat that is asked, and is recorded as such."""
    if trial.game.lapse is None:
        return
    for moment in answers(trial):
        match, game = moment.match, trial.game
        for seat, question in match.pending_questions.items():
            choice = match.lapse_answer(seat)
            try:
                check(question, choice)
            except GameError as error:
                moment.must(False, f"when the time of seat {seat} runs out, {choice} is no answer: {error}")
        if match.turn_count % trial.each:
            continue
        for seat in match.pending_questions:
            there = Match.load(game, match.save())
            events = there.lapse(seat)
            said = bool(events) and events[0].fact == TimeRanOut(seat)
            moment.must(said, f"it is not said that the time of seat {seat} ran out.")
            again = replay(game, match.setup, match.seed, there.record.answers)
            moment.must(
                again.save() == there.save(), "playing a record again in which time ran out leads elsewhere."
            )


# --------------------------------------------------------------------------------------------------- what is asked


def legal_options(trial: SampleMatch) -> None:
    """Everything that is offered can be done, nothing else can, and what is refused changes nothing."""
    for moment in moments(trial):
        match = moment.match
        kept = match.save()
        for seat, question in match.questions.items():
            keys = [option.key for option in question.options]
            moment.must(len(set(keys)) == len(keys), "two options have the same key.")
            for choice in _refused(question):
                _must_refuse(moment, InvalidChoice, seat, question.id, choice)
            _must_refuse(moment, StaleQuestion, seat, -1, ())
            other = (seat + 1) % trial.seats
            if other not in match.questions:
                _must_refuse(moment, NotYourQuestion, other, question.id, ())
            for choice in each_option(question, moment.chance):
                there = moment.copy()
                try:
                    there.take(there.position.questions[seat], choice)
                except Exception as error:
                    moment.must(False, f"{choice} is offered, and can't be done: {error!r}.")
        moment.must(match.save() == kept, "what was refused has changed something.")


def _refused(question: Question) -> list[Choice]:
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
    except GameError as other:
        moment.must(False, f"{choice} is refused as {type(other).__name__}, and not as {error.__name__}.")
    moment.must(False, f"{choice} is taken, and had to be refused as {error.__name__}.")


# -------------------------------------------------------------------------------------------------------- the deal


_WORLDS = 8
"""The number of other ways for chance to fall that are tried from each answer on."""


def dealt(trial: SampleMatch) -> None:
    """As long as nothing has been dealt, chance has told no player anything that spectators don't see.

    From each answer on, chance falls otherwise and the same is answered. Where spectators see the same, each seat must.
    """
    game, kept = trial.game, list[bytes]()
    for moment in answers(trial):
        match = moment.match
        if game.has_dealt(match.machine):
            return
        seen = {viewer: received(game, match.machine, viewer) for viewer in trial.audiences()}
        for other in _fallen_otherwise(match, kept):
            if received(game, other, None) == seen[None]:
                for seat in range(trial.seats):
                    same = received(game, other, seat) == seen[seat]
                    moment.must(
                        same, f"chance has told seat {seat} something hidden, and nothing is dealt yet."
                    )
        kept.append(game.pack(match.machine))


def _fallen_otherwise(match: Match, kept: Sequence[bytes]) -> Iterator[AnyMachine]:
    """Give the position as it would be had chance fallen otherwise from the beginning, or from one of the answers on.

    `kept` are the positions before each answer.
    """
    game, given = match.game, match.record.answers
    for first in range(-1, len(kept)):
        for number in range(_WORLDS):
            seed = f"{match.seed}, otherwise {number}"
            if first < 0:
                machine = game.begin(match.setup, seed)
                machine.run()
            else:
                machine = game.resume(match.setup, kept[first])
                machine.position.chance = Chance(seed)
            if all(_is_given(machine, answer) for answer in given[max(first, 0) :]):
                yield machine


def _is_given(machine: AnyMachine, answer: Answer) -> bool:
    """Give an answer if it can be given; return whether it was."""
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


def departures(trial: SampleMatch) -> None:
    """Everybody can leave at any moment, one after the other, until the match is over; then each has one place or none."""
    for moment in moments(trial):
        kept = moment.match.save()
        for seat in range(trial.seats):
            match = Match.load(trial.game, kept)
            for leaving in range(seat, seat + trial.seats):
                if match.outcome is None and not match.is_out(leaving % trial.seats):
                    try:
                        _leave(moment, match, leaving % trial.seats)
                    except (LookupError, RuntimeError, ValueError) as error:
                        moment.must(
                            False, f"after seat {leaving % trial.seats} has left, it fails: {error!r}."
                        )
            moment.must(match.outcome is not None, "a match goes on that everybody has left.")


def _leave(moment: SampleMoment, match: Match, seat: int) -> None:
    """Take a seat out, and look at the match after it; the others answer once, if they are asked."""
    events = match.leave(seat, ending=RESIGNATION.key)
    moment.must(
        bool(events) and seat not in match.questions, f"seat {seat} is still asked after it has left."
    )
    again = Match.load(match.game, match.save())
    audiences = moment.trial.audiences()
    moment.must(
        everything(again, audiences) == everything(match, audiences),
        "a match that somebody has left looks otherwise once it has been loaded.",
    )
    outcome = match.outcome
    if outcome is None:
        moment.must(bool(match.questions), "a match goes on that nobody can answer in.")
        asked = min(match.questions)
        match.answer(asked, match.questions[asked].id, random_choice(match.questions[asked], moment.chance))
    else:
        places = sorted(seat for place in outcome.places for seat in place)
        everybody = list(range(moment.trial.seats))
        moment.must(places in ([], everybody) and not match.questions, f"the places are {outcome.places}.")


def ends(trial: SampleMatch) -> None:
    """Random players, and the game's own, end every match; a match that has ended asks nothing."""
    by_lot = [RandomPlayer(Chance(f"{trial.seed}, player {seat}")) for seat in range(trial.seats)]
    for players in (by_lot, *([[*map(trial.players, range(trial.seats))]] if trial.players else [])):
        ended = play(trial.game, trial.setup, trial.seed, players)
        if ended.answers == 0:
            raise GameDefect(f"{trial.game.name}, seed “{trial.seed}”: nobody was asked anything.")


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
"""All of them, by name."""
