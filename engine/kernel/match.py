"""Matches: the interface through which a game is played, saved and viewed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from cards.i18n import msg
from engine.kernel.chance import Chance
from engine.kernel.errors import InvalidChoice, NotYourQuestion, StaleQuestion, UnreadableMatch
from engine.kernel.events.event import Event, TimeRanOut
from engine.kernel.game import E, Game, M, M_co, V, V_co
from engine.kernel.machine import AnyMachine
from engine.kernel.match_state import MatchState
from engine.kernel.order_relevance import AnsweringPlayer, idle_answer
from engine.kernel.position import Departure, Outcome
from engine.kernel.question import Choice, PendingQuestion, check
from engine.kernel.saves import Answer, SavedMatch, game_format, is_trusted, read, trust, written


class Match(MatchState[M_co, V_co]):
    """A match in progress or ended.

    Every method either succeeds or raises without changing anything.
    """

    @staticmethod
    def new(game: Game[M, V, E], entries: Sequence[E], seed: str) -> Match[M, V]:
        """Begin a match and run it to its first question.

        `entries` are the players' entries by seat (`Game.entry`). Raises ValueError if they are illegal.
        """
        return Match.begin(game, game.setup(entries), seed)[0]

    @staticmethod
    def begin(game: Game[M, V], setup: bytes, seed: str) -> tuple[Match[M, V], tuple[Event, ...]]:
        """Begin a match from a stored setup. Return it with the events up to its first question."""
        machine = game.begin(setup, seed)
        machine.run()
        match = Match(game, seed, setup, machine, [], game.version)
        return match, match._collect()

    @staticmethod
    def at(
        game: Game[M, V], setup: bytes, seed: str, position: bytes
    ) -> tuple[Match[M, V], tuple[Event, ...]]:
        """Begin a match at a constructed position and run it to its first question.

        Such a match has no record, because its position doesn't follow from its setup and seed.
        """
        machine = game.resume(setup, position)
        if not machine.position.questions:
            machine.run()
            position = game.pack(machine)
        match = Match(game, seed, setup, machine, [], game.version)
        match._base = (position, 0)
        return match, match._collect()

    def copied(self) -> Match[M_co, V_co]:
        """Return a match without a record at the same position, as `at` does."""
        return Match.at(self.game, self.setup, self.seed, self.game.pack(self.machine))[0]

    @staticmethod
    def load(game: Game[M, V], data: bytes, setup: bytes | None = None) -> Match[M, V]:
        """Load a match written by `save`, in this or an earlier version of the program.

        `setup` is the setup if it is stored separately. Raises UnreadableMatch for any defect of the bytes.
        """
        try:
            saved = read(game, data, setup)
            machine = game.resume(saved.setup, saved.position)
            match = Match(game, saved.seed, saved.setup, machine, saved.answers, saved.version)
            if not is_trusted(data, setup or b""):
                game.resume(saved.setup, saved.position).check()
                match._check_views()
                trust(data, setup or b"")
        except UnreadableMatch:
            raise
        except Exception as error:
            # The bytes can be anything: nested too deeply, with unknown cards or wrong types.
            raise UnreadableMatch(f"This is not a saved match: {str(error).rstrip('.')}.") from error
        match._base = (saved.position, len(saved.answers))
        return match

    def save(self, *, apart: bool = False) -> bytes:
        """Return the whole match as bytes. Possible at any moment. With `apart`, leave out its setup.

        The setup never changes and is half of a save, so it is stored only once when a match is saved after each
        answer.
        """
        saved = SavedMatch(
            game=self.game.name,
            format=game_format(self.game),
            version=self.version,
            seed=self.seed,
            setup=self.setup,
            answers=self._answers,
            position=self.game.pack(self._machine),
        )
        return written(saved, apart=apart)

    def answer(
        self, seat: int, question_id: int, choice: Choice, *, lapsed: bool = False, idle: bool = False
    ) -> tuple[Event, ...]:
        """Answer a question and return the events up to the next question.

        `idle`: no one was asked, because every answer was found to have the same result (`idle_answer`). `lapsed`:
        time ran out, and this is the default answer (`lapse`).
        Raises StaleQuestion, NotYourQuestion, InvalidChoice or IllegalChoice, each with a sentence for the player.
        """
        position = self._machine.position
        if position.outcome is not None:
            raise StaleQuestion(msg("This match is over."))
        question = position.questions.get(seat)
        if question is None or question.id != question_id:
            if any(pending.id == question_id for pending in position.questions.values()):
                raise NotYourQuestion(msg("That question is for another player."))
            raise StaleQuestion(msg("That question is closed."))
        check(question, choice)
        if lapsed and (self.game.lapse is None or choice != self.lapse_answer(seat)):
            raise InvalidChoice(msg("Running out of time has no such effect here."))
        try:
            take(self.game, self._machine, question, choice, lapsed=lapsed, idle=idle)
        except BaseException:
            self._restore()
            raise
        self._answers.append(Answer(seat, choice, lapsed=None if idle else lapsed))
        return self._collect()

    def lapse_answer(self, seat: int) -> Choice:
        """Return the default answer to a seat's open question. Raises ValueError if the game has none."""
        if self.game.lapse is None:
            raise ValueError(f"in {self.game.name} no silence is an answer")
        return self.game.lapse(self._machine, seat)

    def lapse(self, seat: int) -> tuple[Event, ...]:
        """Give the default answer of a seat whose time has run out, and return the events.

        The answer counts like any other. Everyone sees that time ran out. In a sitting, all remaining questions are
        answered this way, because its clock started with its first question.
        """
        events = self.answer(seat, self.pending_questions[seat].id, self.lapse_answer(seat), lapsed=True)
        while self.sitter == seat and seat in self.pending_questions:
            events += self.answer(seat, self.pending_questions[seat].id, self.lapse_answer(seat), lapsed=True)
        return events

    def leave(self, *seats: int, ending: str) -> tuple[Event, ...]:
        """Remove seats from the match together, because they resigned or ran out of time. Return the events.

        The match ends, or continues without them. The ending is also the cause of the event, so that a game's
        reference explains it.
        Raises StaleQuestion if the match is over or a seat has already left; ValueError for an ending that doesn't
        remove seats.
        """
        if self.outcome is not None:
            raise StaleQuestion(msg("This match is over."))
        if not self.game.endings[ending].is_leaving:
            raise ValueError(f"nobody leaves a match by {ending}")
        if any(map(self.is_out, seats)):
            raise StaleQuestion(msg("You're already out of this match."))
        departure = Departure(tuple(sorted(seats)), ending)
        try:
            _leave(self.game, self._machine, departure)
        except BaseException:
            self._restore()
            raise
        self._answers.append(Answer(departure.seats[0], (), departure))
        return self._collect()

    def end(self, ending: str) -> tuple[Event, ...]:
        """End the match for everyone, by agreement or because it is called off.

        If the ending counts, the remaining players share first place. Raises StaleQuestion if the match is over;
        ValueError for an ending by which seats leave.
        """
        if self.game.endings[ending].is_leaving:
            raise ValueError(f"{ending} doesn't end a match for all seats")
        counts = self.game.endings[ending].counts
        return self.conclude(Outcome(self._machine.places() if counts else (), ending))

    def conclude(self, outcome: Outcome) -> tuple[Event, ...]:
        """End the match with an outcome recorded earlier. Raises StaleQuestion if the match is over."""
        if self.outcome is not None:
            raise StaleQuestion(msg("This match is over."))
        self._machine.end(outcome.places, outcome.ending, outcome.ending)
        return self._collect()

    def repeat(self, answer: Answer) -> tuple[Event, ...]:
        """Repeat a recorded answer or departure. Raises GameError if it isn't legal here."""
        if answer.left is not None:
            return self.leave(*answer.left.seats, ending=answer.left.ending)
        question = self.pending_questions.get(answer.seat)
        if question is None:
            raise StaleQuestion(
                msg(
                    "Seat {seat} had no question at answer {number}.",
                    seat=answer.seat,
                    number=self.turn_count + 1,
                )
            )
        return self.answer(
            answer.seat, question.id, answer.choice, lapsed=bool(answer.lapsed), idle=answer.idle
        )

    def rewound(self, stay: int) -> Match[M_co, V_co]:
        """Return the match as it was after its first `stay` answers, ready to continue.

        The match is replayed from its seed. Questions get new ids, so that answers to earlier ones are stale; only a
        question that stayed open throughout keeps its id.
        Raises GameError if a player has left since then, or if today's rules no longer reproduce the match.
        """
        if any(answer.left is not None for answer in self._answers[stay:]):
            raise StaleQuestion(
                msg("A player has left the match since then: nothing before that can be taken back.")
            )
        undone = {answer.seat for answer in self._answers[stay:]}
        match = replay(self.game, self.setup, self.seed, self._answers[:stay])
        position, current = match._machine.position, self._machine.position
        question_count = current.asked
        for seat, question in sorted(position.questions.items()):
            open_question = current.questions.get(seat)
            if (
                open_question
                and seat not in undone
                and open_question == msgspec.structs.replace(question, id=open_question.id)
            ):
                number = open_question.id
            else:
                question_count += 1
                number = question_count
            position.questions[seat] = msgspec.structs.replace(question, id=number)
        position.asked = question_count
        match._base = (self.game.pack(match._machine), stay)
        return match

    def idle_answer(
        self, player: Callable[[Chance], AnsweringPlayer] | None = None
    ) -> tuple[int, Choice] | None:
        """Return the seat and answer of the open question if every answer has the same result, otherwise None.

        The results are determined by trial (`order_relevance`), which can take a second of processor time.
        """
        return idle_answer(self.game, self._machine, player) if self.may_be_idle() else None

    def _collect(self) -> tuple[Event, ...]:
        events = tuple(self._machine.events)
        self._machine.events.clear()
        self._machine.draws.clear()
        self._machine.decided_by = -1
        return events

    def _restore(self) -> None:
        """Return to the last accepted answer by replaying from the base.

        So nothing has to be copied before each answer.
        """
        packed, played = self._base
        if packed is None:
            machine = self.game.begin(self.setup, self.seed)
            machine.run()
        else:
            machine = self.game.resume(self.setup, packed)
        for answer in self._answers[played:]:
            repeat(self.game, machine, answer)
        machine.events.clear()
        machine.draws.clear()
        self._machine = machine


def replay(game: Game[M, V], setup: bytes, seed: str, answers: Sequence[Answer]) -> Match[M, V]:
    """Replay recorded answers. Raises GameError at the first one that isn't legal."""
    match, _ = Match.begin(game, setup, seed)
    for answer in answers:
        match.repeat(answer)
    return match


def repeat(game: Game, machine: AnyMachine, answer: Answer) -> None:
    """Repeat a recorded answer on a machine in the position where it was given."""
    if answer.left is not None:
        _leave(game, machine, answer.left)
    else:
        question = machine.position.questions[answer.seat]
        take(game, machine, question, answer.choice, lapsed=bool(answer.lapsed), idle=answer.idle)


def take(
    game: Game,
    machine: AnyMachine,
    question: PendingQuestion,
    choice: Choice,
    *,
    lapsed: bool = False,
    idle: bool = False,
) -> None:
    """Apply a checked answer. Its events name the deciding seat, unless the answer was forced by public knowledge.

    A timeout is announced immediately, even in a sitting, because everyone has seen the clock.
    """
    if lapsed:
        with machine.withholding_nothing():
            machine.emit(TimeRanOut(question.seat))
    foreseen = idle or game.topic(question.topic).foresees(question, choice)
    machine.decided_by = -1 if foreseen else question.seat
    machine.take(question, choice)


def _leave(game: Game, machine: AnyMachine, left: Departure) -> None:
    """Remove seats. During another seat's sitting, everyone is told immediately and sees them leave."""
    sitting = machine.sitting
    if sitting is None or sitting.seat in left.seats:
        game.leave(machine, left.seats, left.ending)
    else:
        before = machine.beside(sitting.before)
        game.leave(before, left.seats, left.ending)
        with machine.withholding_nothing():
            game.leave(machine, left.seats, left.ending)
        if machine.sitting is sitting:
            sitting.before = game.pack(before)
    machine.run()


def is_forced(match: Match, answer: Answer) -> bool:
    """Return whether no one decides this answer: public knowledge forces it, or every answer has the same result."""
    return answer.idle or (answer.left is None and match.forced() == (answer.seat, answer.choice))
