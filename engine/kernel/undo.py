"""Take-backs: the conditions for undoing a seat's last answer, depending on the events since.

A take-back is free as long as no one has learned anything, no randomness was used and no one else has acted.
It needs the other players' consent once they have acted, or have learned something that the asker already knew. Once
anyone has learned something the asker didn't know, or randomness was used, it is too late: all players must knowingly
agree. The match is then restored, but anything revealed stays revealed. `TriedAnswer` compares what each seat received.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

import msgspec

from cards.i18n import msg
from engine.kernel.errors import GameError, StaleQuestion
from engine.kernel.events.event import Event
from engine.kernel.game import Game
from engine.kernel.information_gain import AnswerAt, TriedAnswer
from engine.kernel.match import Match, is_forced
from engine.kernel.question import QuestionKind


class UndoPrice(StrEnum):
    """The cost of taking an answer back."""

    FREE = "free"
    CONSENT = "consent"
    NEVER = "never"
    """Too late, unless everyone knowingly agrees."""


class Since(StrEnum):
    """Why it is too late for a take-back."""

    SEEN = "seen"
    """The asker has seen something new to them."""
    SHOWN = "shown"
    """Someone else has seen what the asker does not know."""
    DRAWN = "drawn"
    """Randomness was used."""


class TakeBack(msgspec.Struct, frozen=True):
    """The take-back of a seat's last answer, and of the answers given together with it; `stay` answers remain.

    `event` is the event that prevents a free take-back, or None. Without an event, `other` is the seat that has acted
    since, or None. If both are None, only the views show the change. `since` is why it is too late, or None if it
    isn't.
    """

    stay: int
    price: UndoPrice
    event: Event | None = None
    other: int | None = None
    since: Since | None = None


def undoing(match: Match, seat: int) -> TakeBack | None:
    """Return the conditions for a seat to take its last answer back; None if it hasn't given any.

    Answers forced by public knowledge belong to no one, and are undone together with the answer before them. Answers
    combined on a sheet (`engine.kernel.sheet`) are undone together, back to the last interruption.
    Raises StaleQuestion if the match is over, if a player has left it since, or if today's rules don't reproduce it.
    """
    if match.outcome is not None:
        raise StaleQuestion(msg("This match is over."))
    answers = match.record.answers
    replayed, _ = Match.begin(match.game, match.setup, match.seed)
    decided: list[int] = []
    since: list[AnswerAt] = []
    before: list[tuple[AnswerAt, bool]] = []
    departed_since = False
    for number, answer in enumerate(answers):
        if answer.left is not None:
            departed_since = True
            before.clear()
            replayed.repeat(answer)
            continue
        if answer.seat not in replayed.pending_questions:
            raise StaleQuestion(msg("The rules have changed since then, so you can't take that back."))
        if not is_forced(replayed, answer):
            decided.append(number)
            if answer.seat == seat:
                since.clear()
                departed_since = False
        act = AnswerAt(match.setup, match.game.pack(replayed.machine), answer.seat, answer.choice)
        since.append(act)
        before.append((act, _begins_sheet(match.game, replayed, answer.seat)))
        replayed.repeat(answer)
    if not any(answers[number].seat == seat for number in decided):
        return None
    if departed_since:
        raise StaleQuestion(
            msg("A player has left the match since then: nothing before that can be taken back.")
        )
    since = [*_given_with(match.game, seat, before[: len(before) - len(since)]), *since]
    stay = len(answers) - len(since)
    if replayed.view(None) != match.view(None):
        raise StaleQuestion(msg("The rules have changed since then, so you can't take that back."))
    lapsed = any(answer.lapsed for answer in answers[stay:])
    later = (answers[number].seat for number in decided if number > stay)
    actor = next((candidate for candidate in later if candidate != seat), None)
    take_back = _priced(match.game, since, seat, match.seats, stay, actor)
    # Everyone has seen that time ran out.
    return (
        msgspec.structs.replace(take_back, price=UndoPrice.CONSENT)
        if lapsed and take_back.price is UndoPrice.FREE
        else take_back
    )


def _begins_sheet(game: Game, match: Match, seat: int) -> bool:
    return game.orders is not None and game.orders.begins_sheet(match.pending_questions[seat])


def _given_with(game: Game, seat: int, before: Sequence[tuple[AnswerAt, bool]]) -> list[AnswerAt]:
    """Return the answers of a seat given together with its last one, back to the first that can have begun a sheet.

    `before` are all earlier answers, each with whether a sheet begins with its question.
    """
    answers: list[AnswerAt] = []
    sheet_answers: list[AnswerAt] = []
    for act, begins in reversed(before):
        if act.seat != seat:
            break
        trial = TriedAnswer(game, act)
        if trial.drawn() is not None or trial.shown((seat,), (seat,)) is not None:
            break
        answers.insert(0, act)
        if begins:
            sheet_answers = [*answers]
    return sheet_answers


def _priced(
    game: Game, since: Sequence[AnswerAt], seat: int, seats: Sequence[int], stay: int, acted: int | None
) -> TakeBack:
    """Return the price of a take-back for everything done since, from what everyone received."""
    others = [other for other in seats if other != seat]
    answers = [TriedAnswer(game, act) for act in since]
    for trial in answers:
        if (seen := trial.shown((seat,), (seat, None))) is not None:
            return TakeBack(stay, UndoPrice.NEVER, seen.event, since=Since.SEEN)
        for other in others:
            if (seen := trial.shown((seat, other), (other,))) is not None:
                return TakeBack(stay, UndoPrice.NEVER, seen.event, since=Since.SHOWN)
        if (seen := trial.drawn()) is not None:
            return TakeBack(stay, UndoPrice.NEVER, seen.event, since=Since.DRAWN)
    if acted is not None:
        return TakeBack(stay, UndoPrice.CONSENT, None, acted)
    for trial in answers:
        seen = trial.shown((), (None,))
        for other in others:
            seen = seen or trial.shown((other,), (other,))
        if seen is not None:
            return TakeBack(stay, UndoPrice.CONSENT, seen.event)
    return TakeBack(stay, UndoPrice.FREE)


def has_begun(match: Match) -> bool:
    """Return whether any player has taken an action. Setup decisions don't count."""
    replayed, _ = Match.begin(match.game, match.setup, match.seed)
    for answer in match.record.answers:
        question = replayed.pending_questions.get(answer.seat)
        if question is not None and question.kind is QuestionKind.ACTION and not is_forced(replayed, answer):
            return True
        replayed.repeat(answer)
    return False


def has_dealt(match: Match) -> bool:
    """Return whether any player has received a hidden card. After that, everyone must agree to cancel the match."""
    return match.game.has_dealt(match.machine)


def who_decided(match: Match) -> frozenset[int]:
    """Return the seats that have made an unforced decision since the first round began.

    If today's rules don't reproduce the match, only the part they do reproduce counts.
    """
    replayed, _ = Match.begin(match.game, match.setup, match.seed)
    answering = {answer.seat for answer in match.record.answers}
    decided: set[int] = set()
    for answer in match.record.answers:
        if decided == answering:
            break
        if (
            answer.left is None
            and not answer.lapsed
            and replayed.game.round_number(replayed.machine) > 0
            and not is_forced(replayed, answer)
        ):
            decided.add(answer.seat)
        try:
            replayed.repeat(answer)
        except GameError:
            break
    return frozenset(decided)


def decisions(match: Match, stay: int) -> int:
    """Return the number of a match's answers after the first `stay` that a player decided, without forced ones."""
    replayed, _ = Match.begin(match.game, match.setup, match.seed)
    count = 0
    for number, answer in enumerate(match.record.answers):
        count += number >= stay and not is_forced(replayed, answer)
        replayed.repeat(answer)
    return count
