"""Verify a record by replaying it: every shuffle must follow from the committed seed, every answer must be legal."""

from __future__ import annotations

from collections.abc import Sequence

from cards.i18n import Message, msg
from engine.kernel.commitment import commitment
from engine.kernel.diagnostics import Diagnostic, Unreadable
from engine.kernel.errors import GameError, UnreadableMatch
from engine.kernel.game import Game
from engine.kernel.match import Match
from engine.kernel.notation import NotUnderstood, Phrasing, understand, with_players
from engine.kernel.question import Choice, Question
from engine.kernel.records.text import OPEN, RecordLine, RecordText, Verdict
from engine.kernel.records.writer import LAPSED, card_lists, outcome_in_words, read_departure


def verify(record: RecordText, game: Game, phrasing: Phrasing) -> Verdict:
    """Replay a record. Return a verdict with the number of answers up to the first contradiction.

    The seed must be the committed one; every shuffle then follows from it. Raises Unreadable if the setup can't be
    read.
    """
    if not record.seed:
        return Verdict(0, record.result, msg("This record has no seed, so it can't be replayed yet."))
    try:
        expected = commitment(game, record.setup, record.seed)
    except UnreadableMatch as error:
        raise Unreadable([Diagnostic(record.file, 0, 0, str(error))]) from None
    if expected != record.commitment:
        return Verdict(0, record.result, msg("This isn't the promised deal: its fingerprint differs."))
    match, wrong = replay_record(record, game, phrasing)
    if record.cards and [*record.cards] != card_lists(phrasing, record.setup, record.players):
        wrong = msg("The Cards section doesn't match the setup.")
    if wrong:
        return Verdict(match.turn_count, record.result, wrong)
    result = outcome_in_words(match.outcome, record.players)
    if match.outcome is not None and result != record.result:
        difference = msg(
            "The match ends with “{result}”, not “{recorded}”.", result=result, recorded=record.result
        )
        return Verdict(match.turn_count, result, difference)
    ending = game.endings.get(record.result.rpartition(": ")[2])
    if match.outcome is None and (ending is None or not ending.is_from_outside):
        unfinished = msg(
            "The match isn't over after the last answer, so “{result}” is wrong.", result=record.result
        )
        return Verdict(match.turn_count, OPEN, unfinished)
    return Verdict(match.turn_count, record.result)


def replay_record(record: RecordText, game: Game, phrasing: Phrasing) -> tuple[Match, Message | None]:
    """Replay a record as far as its answers are legal. Return the match, and the first contradiction or None.

    Raises Unreadable for a record of another game or rules version, and for an invalid setup.
    """
    if (record.game, record.rules) != (game.name, game.version):
        raise Unreadable([Diagnostic(
            record.file, 1, 1, f"This is a record of {record.game}, rules {record.rules}, not of {game.name}, rules "
            f"{game.version}.",
        )])  # fmt: skip
    try:
        match, _ = Match.begin(game, record.setup, record.seed)
    except UnreadableMatch as error:
        raise Unreadable([Diagnostic(record.file, 0, 0, str(error))]) from None
    for line in record.answers:
        seat = record.players.index(line.player)
        departure = read_departure(line.words, line.player, game.endings, record.players)
        if departure is not None:
            try:
                match.leave(*departure.seats, ending=departure.ending)
            except GameError as error:
                return match, _at_line(line, error)
            continue
        question = match.questions.get(seat)
        if question is None:
            unasked = msg(
                "Line {line}: {who} had no question to answer with “{words}”.",
                line=line.number,
                who=line.player,
                words=line.words,
            )
            return match, unasked
        words = line.words.removesuffix(".")
        answer = words.removesuffix(LAPSED)
        try:
            choice = _parsed_answer(question, answer, phrasing, record.players)
            match.answer(seat, question.id, choice, lapsed=answer != words)
        except GameError as error:
            return match, _at_line(line, error)
    return match, None


def _parsed_answer(question: Question, words: str, phrasing: Phrasing, players: Sequence[str]) -> Choice:
    """Parse an answer in which players have their names or seat numbers."""
    try:
        return understand(with_players(question, players), words, phrasing)
    except NotUnderstood:
        return understand(question, words, phrasing)


def _at_line(line: RecordLine, error: GameError) -> Message:
    return msg("Line {line}, column {column}: {why}", line=line.number, column=line.column, why=error.message)
