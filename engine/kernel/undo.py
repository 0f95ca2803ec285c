"""Take-backs: the conditions for undoing a seat's last answer, depending on what has happened since.

A take-back is free as long as no one has learned anything, no randomness was used and no one else has acted.
It needs the other players' consent once they have acted, or have learned something that the asker already knew. Once
anyone has learned something the asker didn't know, or randomness was used, it is too late: then all players must
agree although they know this. The match is restored, but anything revealed stays revealed. `revealing` compares what
each seat received.
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
    """The obstacles to taking it back."""

    SEEN = "seen"
    """The asker has seen something new to them."""
    SHOWN = "shown"
    """Someone else has seen what the asker does not know."""
    DRAWN = "drawn"
    """Chance has spoken."""


class TakeBack(msgspec.Struct, frozen=True):
    """The take-back of a seat's last answer, and of the answers given together with it; `stay` answers remain.

    `event` is the event that prevents a free take-back, or None. Without an event, `other` is the seat that has acted
    since, or None. Both are None if only the table shows the change. `since` is why it is too late, or None if it
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
    again, _ = Match.begin(match.game, match.setup, match.seed)
    decided: list[int] = []
    since: list[AnswerAt] = []
    before: list[tuple[AnswerAt, bool]] = []
    has_left = False
    for number, answer in enumerate(answers):
        if answer.left is not None:
            has_left = True
            before.clear()
            again.repeat(answer)
            continue
        if answer.seat not in again.pending_questions:
            raise StaleQuestion(msg("The rules have changed since then, so you can't take that back."))
        if not is_forced(again, answer):
            decided.append(number)
            if answer.seat == seat:
                since.clear()
                has_left = False
        act = AnswerAt(match.setup, match.game.pack(again.machine), answer.seat, answer.choice)
        since.append(act)
        before.append((act, _begins_sheet(match.game, again, answer.seat)))
        again.repeat(answer)
    if not any(answers[number].seat == seat for number in decided):
        return None
    if has_left:
        raise StaleQuestion(
            msg("A player has left the match since then: nothing before that can be taken back.")
        )
    since = [*_given_with(match.game, seat, before[: len(before) - len(since)]), *since]
    stay = len(answers) - len(since)
    if again.view(None) != match.view(None):
        raise StaleQuestion(msg("The rules have changed since then, so you can't take that back."))
    lapsed = any(answer.lapsed for answer in answers[stay:])
    later = (answers[number].seat for number in decided if number > stay)
    other = next((one for one in later if one != seat), None)
    found = _priced(match.game, since, seat, match.seats, stay, other)
    # Everyone has seen that time ran out.
    return (
        msgspec.structs.replace(found, price=UndoPrice.CONSENT)
        if lapsed and found.price is UndoPrice.FREE
        else found
    )


def _begins_sheet(game: Game, match: Match, seat: int) -> bool:
    return game.orders is not None and game.orders.begins_sheet(match.pending_questions[seat])


def _given_with(game: Game, seat: int, before: Sequence[tuple[AnswerAt, bool]]) -> list[AnswerAt]:
    """Return the answers of a seat given together with its last one, back to the first that can have begun a sheet.

    `before` are all earlier answers, each with whether a sheet begins with its question.
    """
    found: list[AnswerAt] = []
    given: list[AnswerAt] = []
    for act, begins in reversed(before):
        if act.seat != seat:
            break
        tried = TriedAnswer(game, act)
        if tried.drawn() is not None or tried.shown((seat,), (seat,)) is not None:
            break
        found.insert(0, act)
        if begins:
            given = [*found]
    return given


def _priced(
    game: Game, since: Sequence[AnswerAt], seat: int, seats: Sequence[int], stay: int, acted: int | None
) -> TakeBack:
    """Return the price of a take-back for everything done since, from what everyone received."""
    others = [other for other in seats if other != seat]
    answers = [TriedAnswer(game, act) for act in since]
    for tried in answers:
        if (found := tried.shown((seat,), (seat, None))) is not None:
            return TakeBack(stay, UndoPrice.NEVER, found.event, since=Since.SEEN)
        for other in others:
            if (found := tried.shown((seat, other), (other,))) is not None:
                return TakeBack(stay, UndoPrice.NEVER, found.event, since=Since.SHOWN)
        if (found := tried.drawn()) is not None:
            return TakeBack(stay, UndoPrice.NEVER, found.event, since=Since.DRAWN)
    if acted is not None:
        return TakeBack(stay, UndoPrice.CONSENT, None, acted)
    for tried in answers:
        found = tried.shown((), (None,))
        for other in others:
            found = found or tried.shown((other,), (other,))
        if found is not None:
            return TakeBack(stay, UndoPrice.CONSENT, found.event)
    return TakeBack(stay, UndoPrice.FREE)


def has_begun(match: Match) -> bool:
    """Return whether any player has taken an action. Setup decisions don't count."""
    again, _ = Match.begin(match.game, match.setup, match.seed)
    for answer in match.record.answers:
        question = again.pending_questions.get(answer.seat)
        if question is not None and question.kind is QuestionKind.ACTION and not is_forced(again, answer):
            return True
        again.repeat(answer)
    return False


def has_dealt(match: Match) -> bool:
    """Return whether any player has received a hidden card. After that, everyone must agree to cancel the match."""
    return match.game.has_dealt(match.machine)


def who_decided(match: Match) -> frozenset[int]:
    """Return the seats that have made an unforced decision since the first round began.

    If today's rules don't reproduce the match, only the part they do reproduce counts.
    """
    again, _ = Match.begin(match.game, match.setup, match.seed)
    everybody = {answer.seat for answer in match.record.answers}
    decided: set[int] = set()
    for answer in match.record.answers:
        if decided == everybody:
            break
        if (
            answer.left is None
            and not answer.lapsed
            and again.game.round_number(again.machine) > 0
            and not is_forced(again, answer)
        ):
            decided.add(answer.seat)
        try:
            again.repeat(answer)
        except GameError:
            break
    return frozenset(decided)


def decisions(match: Match, stay: int) -> int:
    """Return how many of a match's answers after the first `stay` were decided by a player, and not forced."""
    again, _ = Match.begin(match.game, match.setup, match.seed)
    count = 0
    for number, answer in enumerate(match.record.answers):
        count += number >= stay and not is_forced(again, answer)
        again.repeat(answer)
    return count
