"""A record is replayed: whether every shuffle was the promised one, and every answer legal."""

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
from engine.kernel.records.writer import LAPSED, card_lists, leaving_said, outcome_in_words


def verify(record: RecordText, game: Game, phrasing: Phrasing) -> Verdict:
    """Replay a record; say whether it is as it was promised, and if not, from where on.

    The seed must be the one that was committed to. Then every shuffle follows from it, and every answer must be one
    that could be given in the position after it. Raises Unreadable if the setup can't be read.
    """
    if not record.seed:
        return Verdict(0, record.result, msg("This record has no seed, so it can't be replayed yet."))
    try:
        promised = commitment(game, record.setup, record.seed)
    except UnreadableMatch as error:
        raise Unreadable([Diagnostic(record.file, 0, 0, str(error))]) from None
    if promised != record.commitment:
        return Verdict(0, record.result, msg("This isn't the promised deal: its fingerprint differs."))
    match, wrong = replay_record(record, game, phrasing)
    if record.cards and [*record.cards] != card_lists(phrasing, record.setup, record.players):
        wrong = msg("The Cards section doesn't match the setup.")
    if wrong:
        return Verdict(match.turn_count, record.result, wrong)
    result = outcome_in_words(match.outcome, record.players)
    if match.outcome is not None and result != record.result:
        otherwise = msg(
            "The match ends with “{result}”, not “{recorded}”.", result=result, recorded=record.result
        )
        return Verdict(match.turn_count, result, otherwise)
    ending = game.endings.get(record.result.rpartition(": ")[2])
    if match.outcome is None and (ending is None or not ending.is_from_outside):
        unfinished = msg(
            "The match isn't over after the last answer, so “{result}” is wrong.", result=record.result
        )
        return Verdict(match.turn_count, OPEN, unfinished)
    return Verdict(match.turn_count, record.result)


def replay_record(record: RecordText, game: Game, phrasing: Phrasing) -> tuple[Match, Message | None]:
    """Play the answers of a record again, as far as they can be given; return the match, and what was wrong, if anything.

    Raises Unreadable for a record of another game or rules version, and for a setup that can't be read.
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
        left = leaving_said(line.words, line.player, game.endings, record.players)
        if left is not None:
            try:
                match.leave(*left.seats, ending=left.ending)
            except GameError as error:
                return match, _where(line, error)
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
        said = words.removesuffix(LAPSED)
        try:
            choice = _understood(question, said, phrasing, record.players)
            match.answer(seat, question.id, choice, lapsed=said != words)
        except GameError as error:
            return match, _where(line, error)
    return match, None


def _understood(question: Question, words: str, phrasing: Phrasing, players: Sequence[str]) -> Choice:
    """Return the answer that words mean, in which players have their names, or are called by their seats."""
    try:
        return understand(with_players(question, players), words, phrasing)
    except NotUnderstood:
        return understand(question, words, phrasing)


def _where(line: RecordLine, error: GameError) -> Message:
    return msg("Line {line}, column {column}: {why}", line=line.number, column=line.column, why=error.message)
