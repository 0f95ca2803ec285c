"""What every game must hold, played through: a game that passes can be saved, watched, searched and left at any moment.

    for check in CHECKS.values():
        check(Trial(game, setup, seats=2, seed="any"))

Each check plays matches of its own and raises `Unfit` with what does not hold. They look at a game from outside: what it
is asked as a `Game`, and what a `Match` of it says.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any, cast

import msgspec

from engine.kernel.chance import Chance
from engine.kernel.disclosure import received, same_in
from engine.kernel.endings import RESIGNATION
from engine.kernel.errors import NotAnOption, NotYourQuestion, OutOfDate, Refused
from engine.kernel.event import seen
from engine.kernel.game import Forces, Game, TakesOrders, TakesPlans
from engine.kernel.machine import Machine
from engine.kernel.match import Match, replay
from engine.kernel.question import Asked, Choice, Question, QuestionKind, check, random_choice
from engine.kernel.simulation import Player, RandomPlayer, play

_JSON = msgspec.json.Encoder()


class Unfit(AssertionError):
    """Something that every game must hold, and that this one does not; the sentence says what, and where it was found."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A match to try a game with: `seats` play, `most` answers are looked at, every `each`-th of them closely.

    `players` returns a player for a seat (the game's own computer player), who has to end a match, too.
    """

    game: Game
    setup: bytes
    seats: int
    seed: str = "trial"
    most: int = 120
    each: int = 6
    players: Callable[[int], Player] | None = None

    @property
    def chance(self) -> Chance:
        """Lots for the answers and for all that is drawn to try them."""
        return Chance(f"{self.seed}, trial")

    def begin(self) -> Match:
        """Begin the match."""
        return Match.begin(self.game, self.setup, self.seed)[0]

    def audiences(self) -> tuple[int | None, ...]:
        """Return all who look on: the seats, and spectators (None)."""
        return (*range(self.seats), None)

    def groups(self) -> list[tuple[int, ...]]:
        """Return seats that may know something together: nobody, each of them alone, the first and the last, all."""
        alone = [(seat,) for seat in range(self.seats)]
        return [(), *alone, *([(0, self.seats - 1)] if self.seats > 2 else []), tuple(range(self.seats))]


@dataclass(frozen=True, slots=True)
class Moment:
    """A match that waits for answers, and one of them that will be given: by which seat, and which choice."""

    trial: Trial
    match: Match
    chance: Chance
    seat: int
    choice: Choice

    def must(self, holds: bool, what: str) -> None:
        """Raise Unfit unless something holds."""
        if not holds:
            turn = self.match.turn_count
            raise Unfit(f"{self.trial.game.name}, seed “{self.trial.seed}”, answer {turn + 1}: {what}")

    def copy(self) -> Machine[Any]:
        """Return a machine of its own at this position."""
        game = self.trial.game
        return game.resume(self.match.setup, game.pack(self.match.machine))


def _answers(trial: Trial) -> Iterator[Moment]:
    """Play a match by lot, and stop before each answer."""
    match, chance = trial.begin(), trial.chance
    while match.outcome is None and match.turn_count < trial.most:
        seat = chance.pick(sorted(match.questions))
        question = match.questions[seat]
        choice = random_choice(question, chance)
        yield Moment(trial, match, chance, seat, choice)
        match.answer(seat, question.id, choice)


def _moments(trial: Trial) -> Iterator[Moment]:
    """Play a match by lot, and stop before some of the answers."""
    return (moment for moment in _answers(trial) if moment.match.turn_count % trial.each == 0)


def _everything(match: Match, audiences: Collection[int | None]) -> list[bytes]:
    return [received(match.game, match.machine, viewer) for viewer in audiences]


# ---------------------------------------------------------------------------------------- saved, loaded, played again


def saved_and_loaded(trial: Trial) -> None:
    """A match that has been saved and loaded is the same, and goes on as if it had not been."""
    expected = b""
    for moment in _answers(trial):
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
            _everything(again, trial.audiences()) == _everything(match, trial.audiences()),
            "a match looks otherwise once it has been loaded.",
        )
        there = moment.copy()
        there.take(there.position.questions[moment.seat], moment.choice)
        moment.must(match.save() == kept, "a copy that goes on changes the match that it is a copy of.")
        events = again.answer(moment.seat, again.questions[moment.seat].id, moment.choice)
        moment.must(
            list(events) == there.events and game.pack(again.machine) == game.pack(there),
            "two copies of a match go on in two ways.",
        )
        expected = again.save()


def replayed(trial: Trial) -> None:
    """The record of a match leads to where the match stands."""
    match = trial.begin()
    for moment in _answers(trial):
        match = moment.match
        if match.turn_count % (5 * trial.each) == 0:
            again = replay(trial.game, match.setup, match.seed, match.record.answers)
            moment.must(again.save() == match.save(), "playing the record again leads elsewhere.")
    again = replay(trial.game, match.setup, match.seed, match.record.answers)
    if again.save() != match.save():
        raise Unfit(
            f"{trial.game.name}, seed “{trial.seed}”: playing the whole record again leads elsewhere."
        )


# --------------------------------------------------------------------------------------------------- what is asked


def asked(trial: Trial) -> None:
    """Everything that is offered can be done, nothing else can, and what is refused changes nothing."""
    for moment in _moments(trial):
        match = moment.match
        kept = match.save()
        for seat, question in match.questions.items():
            keys = [option.key for option in question.options]
            moment.must(len(set(keys)) == len(keys), "two options have the same key.")
            for choice in _refused(question):
                _must_refuse(moment, NotAnOption, seat, question.id, choice)
            _must_refuse(moment, OutOfDate, seat, -1, ())
            other = (seat + 1) % trial.seats
            if other not in match.questions:
                _must_refuse(moment, NotYourQuestion, other, question.id, ())
            for choice in _each_option(question, moment.chance):
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


def _must_refuse(moment: Moment, error: type[Refused], seat: int, number: int, choice: Choice) -> None:
    try:
        moment.match.answer(seat, number, choice)
    except error:
        return
    except Refused as other:
        moment.must(False, f"{choice} is refused as {type(other).__name__}, and not as {error.__name__}.")
    moment.must(False, f"{choice} is taken, and had to be refused as {error.__name__}.")


def _each_option(question: Question, chance: Chance) -> list[Choice]:
    """Return legal answers among which each option is chosen; the least and the most where a number is asked for."""
    if question.kind is QuestionKind.NUMBER:
        return [(str(question.minimum),), (str(question.maximum),)]
    if question.kind is QuestionKind.DISTRIBUTE or question.kind is QuestionKind.ORDER:
        return [random_choice(question, chance)]
    if question.maximum == 1:
        return [(option.key,) for option in question.options]
    out: list[Choice] = []
    for option in question.options:
        rest = [other.key for other in question.options if other.key != option.key]
        chance.shuffle(rest)
        choice = (option.key, *rest[: max(0, question.minimum - 1)])
        if option.later:
            first = next((one.key for one in question.options if not one.later), None)
            choice = (option.key,) if first is None else (first, option.key)
        try:
            check(question, choice)
        except NotAnOption:
            continue
        out.append(choice)
    return out


# ------------------------------------------------------------------------------------------------ what they may know


def resampled(trial: Trial) -> None:
    """What somebody is shown and asked does not depend on what they don't know; what they know is all that they are shown."""
    game = trial.game
    for moment in _moments(trial):
        truth = moment.match.machine
        before = game.pack(truth)
        for seats in trial.groups():
            knowledge = game.know(truth, seats)
            world = game.sample(knowledge, moment.chance)
            for viewer in (*seats, None):
                moment.must(
                    received(game, world, viewer) == received(game, truth, viewer),
                    f"{_called(viewer)} is shown what {seats} don't know: in a sampled position it is otherwise.",
                )
                moment.must(
                    _more_received(game, world, viewer) == _more_received(game, truth, viewer),
                    f"what {_called(viewer)} could order, or is told of what is forced, depends on what {seats} don't know.",
                )
            moment.must(
                game.know(world, seats) == knowledge,
                f"{seats} know something that a sampled position does not hold, or something of what is hidden.",
            )
            if not moment.match.turn_count:  # Nobody remembers anything yet that they don't see.
                twin = game.exchange(truth, seats, moment.chance)
                moment.must(
                    game.know(twin, seats) == knowledge, f"{seats} know something that is hidden from them."
                )
            number = moment.chance.below(2**32)
            one, other = (game.sample(knowledge, Chance(f"{number}")) for _ in range(2))
            moment.must(game.pack(one) == game.pack(other), "equal lots draw two different positions.")
        moment.must(game.pack(truth) == before, "the position is not the same after it has been looked at.")


def exchanged(trial: Trial) -> None:
    """What somebody receives does not depend on what they don't see."""
    game = trial.game
    for moment in _moments(trial):
        truth = moment.match.machine
        for seats in trial.groups():
            twin = game.exchange(truth, seats, moment.chance)
            for viewer in (*seats, None):
                moment.must(
                    received(game, twin, viewer) == received(game, truth, viewer),
                    f"{_called(viewer)} is shown what {seats} don't see: in a twin it is otherwise.",
                )
            options = {seat: len(one.options) for seat, one in twin.position.questions.items()}
            moment.must(
                options == {seat: len(one.options) for seat, one in truth.position.questions.items()},
                "somebody can't answer the same in a twin.",
            )


def told(trial: Trial) -> None:
    """Who is told the same knows the same, and who knows the same afterwards has been told the same."""
    game = trial.game
    for moment in _moments(trial):
        for seats in trial.groups():
            truth = moment.match.machine
            twin = game.exchange(truth, seats, moment.chance)
            there = twin.position.questions[moment.seat]
            _told(moment, seats, twin, same_in(truth.position.questions[moment.seat], there, moment.choice))
            if moment.seat in seats or not seats:
                world = game.sample(game.know(truth, seats), moment.chance)
                if _can_answer(
                    truth.position.questions[moment.seat],
                    world.position.questions[moment.seat],
                    moment.choice,
                ):
                    _told(moment, seats, world, moment.choice)


def _told(moment: Moment, seats: Collection[int], other: Machine[Any], choice: Choice) -> None:
    """Let an answer be given in this position and in another one, and compare what these seats are told and know then."""
    game, truth = moment.trial.game, moment.copy()
    drawn = truth.position.chance.drawn, other.position.chance.drawn
    knew_the_same = game.know(truth, seats) == game.know(other, seats)
    truth.take(truth.position.questions[moment.seat], moment.choice)
    try:
        other.take(other.position.questions[moment.seat], choice)
    except (LookupError, StopIteration, ValueError):
        return  # There, somebody holds something else: what was done here shows that by having been done.
    heard, heard_there = ([seen(event, *seats) for event in machine.events] for machine in (truth, other))
    shown, shown_there = (
        [received(game, machine, one) for one in (*seats, None)] for machine in (truth, other)
    )
    board, board_there = ([game.view(machine, one) for one in (*seats, None)] for machine in (truth, other))
    knows, knows_there = (game.know(machine, seats) for machine in (truth, other))
    if knew_the_same and heard == heard_there and board == board_there:
        moment.must(
            shown == shown_there, f"{seats} are asked what they could only be asked if they knew more."
        )
    if knew_the_same and heard == heard_there and shown == shown_there:
        moment.must(knows == knows_there, f"{seats} know something that they have not been told.")
    is_by_chance = (truth.position.chance.drawn, other.position.chance.drawn) != drawn
    if knows == knows_there and not is_by_chance:
        moment.must(
            heard == heard_there, f"{seats} have been told something that they don't know afterwards."
        )


def _can_answer(question: Asked, there: Asked, choice: Choice) -> bool:
    """Whether an answer to a question is one to another."""
    if (question.kind, question.minimum, question.maximum) != (there.kind, there.minimum, there.maximum):
        return False
    keys = {option.key for option in there.options}
    return (
        all(part in keys or part.rpartition("=")[0] in keys for part in choice)
        if keys
        else not question.options
    )


def _more_received(game: Game, machine: Machine[Any], viewer: int | None) -> list[Any]:
    """Return what else somebody gets of a position: what is forced, and what they could order."""
    more: list[Any] = [game.forced(machine)] if isinstance(game, Forces) else []
    if viewer is not None and machine.position.outcome is None:
        if viewer in machine.position.questions:
            more.append(game.choosing_words(machine, viewer))
        if isinstance(game, TakesOrders):
            more.append(game.order_forms(machine, viewer))
        if isinstance(game, TakesPlans):
            more.append(game.plan_form(machine, viewer))
    return more


def _called(viewer: int | None) -> str:
    return "a spectator" if viewer is None else f"seat {viewer}"


def watched(trial: Trial) -> None:
    """A spectator is shown and told nothing that any of the seats is not."""
    game = trial.game
    for moment in _moments(trial):
        truth = moment.copy()
        public = _plain(game.view(truth, None))
        for seat in range(trial.seats):
            where = _not_within(public, _plain(game.view(truth, seat)), "view")
            moment.must(not where, f"a spectator is shown what seat {seat} is not: {where}.")
        truth.take(truth.position.questions[moment.seat], moment.choice)
        for event in truth.events:
            for seat in range(trial.seats):
                where = _not_within(_plain(seen(event, None)), _plain(seen(event, seat)), event.kind)
                moment.must(not where, f"a spectator is told what seat {seat} is not: {where}.")


def _plain(data: Any) -> Any:
    return msgspec.json.decode(_JSON.encode(data))


def _not_within(public: Any, own: Any, where: str) -> str:
    """Return a place in which something public stands otherwise in what a seat has; "" if there is none."""
    if public == own or public in (None, "", 0, False, [], {}):
        return ""
    if isinstance(public, dict) and isinstance(own, dict):
        of_seat = cast("dict[str, Any]", own)
        for key, part in cast("dict[str, Any]", public).items():
            found = _not_within(part, of_seat.get(key), f"{where}.{key}")
            if found:
                return found
        return ""
    if isinstance(public, list) and isinstance(own, list):
        parts, theirs = cast("list[Any]", public), cast("list[Any]", own)
        if len(parts) != len(theirs):
            return where
        found = (
            _not_within(a, b, f"{where}[{n}]") for n, (a, b) in enumerate(zip(parts, theirs, strict=True))
        )
        return next((one for one in found if one), "")
    return where


# --------------------------------------------------------------------------------------------------------- the end


def left(trial: Trial) -> None:
    """Everybody can leave at any moment, one after the other, until the match is over; then each has one place or none."""
    for moment in _moments(trial):
        kept = moment.match.save()
        for seat in range(trial.seats):
            match = Match.load(trial.game, kept)
            for leaving in range(seat, seat + trial.seats):
                if match.outcome is None and not match.is_out(leaving % trial.seats):
                    _leave(moment, match, leaving % trial.seats)
            moment.must(match.outcome is not None, "a match goes on that everybody has left.")


def _leave(moment: Moment, match: Match, seat: int) -> None:
    """Let a seat leave, and look at the match after it; the others answer once, if they are asked."""
    events = match.leave(seat, ending=RESIGNATION.key)
    moment.must(
        bool(events) and seat not in match.questions, f"seat {seat} is still asked after it has left."
    )
    again = Match.load(match.game, match.save())
    audiences = moment.trial.audiences()
    moment.must(
        _everything(again, audiences) == _everything(match, audiences),
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


def ends(trial: Trial) -> None:
    """Players by lot, and the game's own, end every match; what has ended asks nobody anything."""
    by_lot = [RandomPlayer(Chance(f"{trial.seed}, player {seat}")) for seat in range(trial.seats)]
    for players in (by_lot, *([[*map(trial.players, range(trial.seats))]] if trial.players else [])):
        ended = play(trial.game, trial.setup, trial.seed, players)
        if ended.answers == 0:
            raise Unfit(f"{trial.game.name}, seed “{trial.seed}”: nobody was asked anything.")


CHECKS: dict[str, Callable[[Trial], None]] = {
    check.__name__: check
    for check in (saved_and_loaded, replayed, asked, resampled, exchanged, told, watched, left, ends)
}
"""All of them, by name."""
