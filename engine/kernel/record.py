"""Match records: a match as a text that people can read and programs can replay.

    [Game "voidream"]
    [Rules "1"]
    [Date "2026-11-21"]
    [Player "Ada"]
    [Player "Bo"]
    [Deck "One Door"]
    [Deck "First Light"]
    [Cards "Ada · Bastion: The Sealed Wing"]
    [Commitment "9f2c…"]
    [Seed "…"]
    [Result "Ada wins: bastion"]
    [Setup "eNrtW…"]

    Round 1
    Ada cuts 12
    Bo plays Push inverted

The setup holds the decks with the texts of their cards, so that a later change of the cards never alters a record; the
lists under Cards say for people what is in it. `docs/notation.md` describes all of it.
Without its seed, while the match goes on, a record can be read but not replayed.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Sequence
from typing import Any

import msgspec

from cards.i18n import Message, msg
from engine.kernel.commitment import commitment
from engine.kernel.diagnostics import Diagnostic, Unreadable, nearest
from engine.kernel.endings import Endings
from engine.kernel.errors import Refused, UnreadableMatch
from engine.kernel.game import Game
from engine.kernel.machine import Machine
from engine.kernel.match import Match
from engine.kernel.notation import Phrasing, in_words, understand
from engine.kernel.position import Left, Outcome

_LINE = 100
"""How many characters of the setup stand on a line."""

_HEADERS = ("Game", "Rules", "Date", "Player", "Deck", "Cards", "Commitment", "Seed", "Result", "Setup")
_ONCE = frozenset({"Game", "Rules", "Date", "Commitment", "Seed", "Result"})
_NEEDED = ("Game", "Rules", "Player", "Commitment", "Result", "Setup")
_OPEN = "open"
"""The result of a match that goes on."""


class RecordLine(msgspec.Struct, frozen=True):
    """An answer as it was written: who gave it, in which words, and where it stands in the file."""

    number: int
    player: str
    words: str
    column: int


class RecordText(msgspec.Struct, frozen=True):
    """A record as it was read. `seed` is "" as long as it is secret, `date` if nobody said it.

    `decks` are their names, by seat, if they are told, and `cards` what is said to be in them. `result` is "open" for a match that goes on.
    """

    file: str
    game: str
    rules: str
    date: str
    players: tuple[str, ...]
    decks: tuple[str, ...]
    cards: tuple[str, ...]
    commitment: str
    seed: str
    result: str
    setup: bytes
    answers: tuple[RecordLine, ...]


class Verdict(msgspec.Struct, frozen=True):
    """What replaying a record has shown. `problem` is None if all is as promised, else says where it is not."""

    answers: int
    result: str
    problem: Message | None = None

    @property
    def holds(self) -> bool:
        """Whether every shuffle was the promised one, and every answer legal."""
        return self.problem is None


# ------------------------------------------------------------------------------------------------------- writing


def write_record(
    match: Match, players: Sequence[str], phrasing: Phrasing, *, date: str = "", decks: Sequence[str] = ()
) -> str:  # fmt: skip
    """Return the record of a match. Its seed is in it once the match is over; the answers hold secrets until then.

    `players` are the names by seat, `decks` those of their decks, if they are to be told.
    """
    record = match.record
    players = distinct(players)
    result = outcome_in_words(match.outcome, players)
    headers = [("Game", record.game), ("Rules", record.version)]
    headers += [("Date", date)] if date else []
    headers += [("Player", name) for name in players]
    headers += [("Deck", _one_line(name)) for name in decks]
    headers += [("Cards", line) for line in _card_lists(phrasing, record.setup, players)]
    headers.append(("Commitment", match.commitment))
    headers += [("Seed", record.seed)] if match.outcome is not None else []
    headers.append(("Result", result))
    setup = base64.b64encode(record.setup).decode()
    headers += [("Setup", setup[at : at + _LINE]) for at in range(0, len(setup), _LINE)]
    lines = [f'[{key} "{escape(value)}"]' for key, value in headers]
    again, _ = Match.begin(match.game, record.setup, record.seed)
    before = ""
    for answer in record.answers:
        now = heading(match.game, again.machine)
        if now != before:
            lines += ["", now]
            before = now
        if answer.left is None:
            words = in_words(again.questions[answer.seat], answer.choice, phrasing)
        else:
            words = leaving_in_words(answer.left, match.game.endings, players)
        lines.append(f"{players[answer.seat]} {words}")
        again.repeat(answer)
    return "\n".join([*lines, "", result]) + "\n"


def heading(game: Game, machine: Machine[Any]) -> str:
    """Return the heading under which a record puts what comes next: "Setup", or "Round 3"."""
    n = game.round_number(machine)
    return f"Round {n}" if n else "Setup"


def _card_lists(phrasing: Phrasing, setup: bytes, players: Sequence[str]) -> list[str]:
    """Return what is in the setup, for people: "Ada · Mind: Curiosity"."""
    if phrasing.lists is None:
        return []
    return [
        f"{player} · {_one_line(line)}"
        for player, lines in zip(players, phrasing.lists(setup), strict=False)
        for line in lines
    ]


def outcome_in_words(outcome: Outcome | None, players: Sequence[str]) -> str:
    """Return "Ada wins: bastion", "draw: bastion", "no result: aborted", or "open".

    Of more than two, who came after the winners is told too: "Ada wins, then Bo and Cy, then Di: stars".
    """
    if outcome is None:
        return _OPEN
    if not outcome.winners:
        return f"{'draw' if outcome.places else 'no result'}: {outcome.ending}"
    first, *others = (
        " and ".join(players[seat] if seat < len(players) else f"Seat {seat + 1}" for seat in place)
        for place in outcome.places
    )
    told = "".join(f", then {place}" for place in others) if sum(map(len, outcome.places)) > 2 else ""
    return f"{first} wins{told}: {outcome.ending}"


_ALONG = " together with "


def leaving_in_words(left: Left, endings: Endings, players: Sequence[str]) -> str:
    """Return what is said of seats that leave, without the first one's name: "resigns"."""
    along = ", ".join(players[seat] for seat in left.seats[1:])
    return endings[left.ending].verb + (_ALONG + along if along else "")


def leaving_said(words: str, player: str, endings: Endings, players: Sequence[str]) -> Left | None:
    """Return who leaves, and why, if that is what words say of a player; see `leaving_in_words`."""
    verb, _, along = words.removesuffix(".").partition(_ALONG)
    names = [player, *(along.split(", ") if along else ())]
    for ending in endings.values():
        if ending.verb == verb and all(name in players for name in names):
            return Left(tuple(players.index(name) for name in names), ending.key)
    return None


def distinct(names: Sequence[str]) -> list[str]:
    """Return the names as they can stand in a record: on one line, and no two alike."""
    out: list[str] = []
    for name in names:
        plain = wanted = _one_line(name) or "Nobody"
        number = 1
        while plain in out:
            number += 1
            plain = f"{wanted} ({number})"
        out.append(plain)
    return out


def _one_line(name: str) -> str:
    return " ".join(name.split())


def escape(value: str) -> str:
    """Return a value as it can stand in a header."""
    return value.replace("\\", "\\\\").replace('"', '\\"')


# ------------------------------------------------------------------------------------------------------- reading

_HEADER = re.compile(r'\[\s*([A-Za-z]+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*')
_STAGE = re.compile(r"Setup|Round [0-9]+", re.IGNORECASE)


MOST_HEADERS = 400
"""Headers of a record: several times as many as those of the largest decks."""
MOST_PLAYERS = 16
LONGEST_LINE = 5_000
"""Characters of a line of a record that is no header."""
LONGEST_HEADER = 1_000_000
MOST_PROBLEMS = 100
"""Mistakes after which nothing more is read: it is no record."""


def read_record(text: str, file: str = "") -> RecordText:
    """Return what a record says. Raises Unreadable with every mistake: file, line, column, what is wrong."""
    return _Reader(file).read(text)


class _Reader:
    def __init__(self, file: str) -> None:
        self.file = file
        self.headers: dict[str, list[str]] = {}
        self.answers: list[RecordLine] = []
        self.problems: list[Diagnostic] = []
        self.setup_line = 1

    def read(self, text: str) -> RecordText:
        began = ended = False
        headers = 0
        for number, line in enumerate(text.splitlines(), start=1):
            if len(self.problems) >= MOST_PROBLEMS:
                break
            plain = line.strip()
            if not plain:
                continue
            if len(plain) > (LONGEST_HEADER if plain.startswith("[") and not began else LONGEST_LINE):
                self.wrong(number, 1, f"This line is too long: {len(plain)} characters.")
                continue
            if not began and plain.startswith("["):
                headers += 1
                if headers > MOST_HEADERS:
                    self.wrong(number, 1, f"A record has at most {MOST_HEADERS} headers.")
                    break
            if not began and _STAGE.fullmatch(plain):
                began = True
            elif not began and plain.startswith("["):
                self.header(number, line)
            elif ended:
                self.wrong(number, 1, "The record has ended, but here something follows.")
            elif plain == self.headers.get("Result", [""])[0]:
                ended = True
            elif not _STAGE.fullmatch(plain):
                self.answer(number, line)
        for key in _NEEDED:
            if key not in self.headers:
                self.wrong(1, 1, f"This record has no {key}.", (f'[{key} "…"]',))
        if not ended and not self.problems:
            last = max(1, len(text.splitlines()))
            self.wrong(last, 1, "The record is cut off: its last line must be its result.",
                       (f"“{self.headers['Result'][0]}”",))  # fmt: skip
        setup = self.setup()
        if self.problems:
            raise Unreadable(sorted(self.problems, key=lambda p: (p.line, p.column)))
        first = {key: values[0] for key, values in self.headers.items()}
        return RecordText(
            self.file, first["Game"], first["Rules"], first.get("Date", ""), tuple(self.headers["Player"]),
            tuple(self.headers.get("Deck", [])), tuple(self.headers.get("Cards", [])), first["Commitment"], first.get("Seed", ""), first["Result"], setup,
            tuple(self.answers),
        )  # fmt: skip

    def wrong(
        self, line: int, column: int, message: str, expected: tuple[str, ...] = (), near: str = ""
    ) -> None:
        self.problems.append(Diagnostic(self.file, line, column, message, expected, near))

    def header(self, number: int, line: str) -> None:
        match = _HEADER.fullmatch(line.strip())
        column = len(line) - len(line.lstrip()) + 1
        if match is None:
            self.wrong(number, column, "This header can't be read.", ('[Name "value"]',))
            return
        key, value = match[1], re.sub(r"\\(.)", r"\1", match[2])
        if key not in _HEADERS:
            self.wrong(number, column + 1, f"There is no header “{key}”.", _HEADERS, nearest(key, _HEADERS))
        elif key in _ONCE and key in self.headers:
            self.wrong(number, column, f"The header {key} stands here a second time.")
        elif key == "Player" and len(self.headers.get(key, [])) == MOST_PLAYERS:
            self.wrong(number, column, f"A record has at most {MOST_PLAYERS} players.")
        elif key == "Player" and value in self.headers.get(key, []):
            self.wrong(number, column, f"Two players are called “{value}”.")
        else:
            if key == "Setup" and key not in self.headers:
                self.setup_line = number
            self.headers.setdefault(key, []).append(value)

    def answer(self, number: int, line: str) -> None:
        players = self.headers.get("Player", [])
        text = line.strip()
        column = len(line) - len(line.lstrip()) + 1
        for name in sorted(players, key=len, reverse=True):
            if text.startswith(name + " "):
                words = text[len(name) :].strip()
                self.answers.append(RecordLine(number, name, words, column + text.index(words, len(name))))
                return
        self.wrong(
            number, column, f"“{text}” is no answer: it begins with none of the players.",
            (*(f"{name} …" for name in players), "Round N"),
        )  # fmt: skip

    def setup(self) -> bytes:
        """The setup; what is wrong with it is noted."""
        for offset, part in enumerate(self.headers.get("Setup", [])):
            bad = re.search(r"[^A-Za-z0-9+/=]", part)
            if bad is not None:
                self.wrong(self.setup_line + offset, len('[Setup "') + bad.start() + 1,
                           f"“{bad[0]}” can't stand in a setup.", ("letters, digits, + and /",))  # fmt: skip
                return b""
        try:
            return base64.b64decode("".join(self.headers.get("Setup", [])), validate=True)
        except (binascii.Error, ValueError):
            self.wrong(self.setup_line, 1, "The setup is damaged: a part of it is missing.")
            return b""


# ------------------------------------------------------------------------------------------------------ verifying


def verify(record: RecordText, game: Game, phrasing: Phrasing) -> Verdict:
    """Replay a record; say whether it is as it was promised, and if not, from where on.

    The seed must be the one that was committed to. Then every shuffle follows from it, and every answer must be one
    that could be given in the position that came of it. Raises Unreadable if the setup can't be read.
    """
    if not record.seed:
        return Verdict(
            0, record.result, msg("The seed is not in this record, so that nothing can be replayed yet.")
        )
    try:
        promised = commitment(game, record.setup, record.seed)
    except UnreadableMatch as error:
        raise Unreadable([Diagnostic(record.file, 0, 0, str(error))]) from None
    if promised != record.commitment:
        return Verdict(
            0, record.result, msg("The deal is not the one that was promised: its hash is another one.")
        )
    match, wrong = replay_record(record, game, phrasing)
    if record.cards and [*record.cards] != _card_lists(phrasing, record.setup, record.players):
        wrong = msg("What stands under Cards is not what the setup holds.")
    if wrong:
        return Verdict(match.turn_count, record.result, wrong)
    result = outcome_in_words(match.outcome, record.players)
    if match.outcome is not None and result != record.result:
        otherwise = msg(
            "The match ends otherwise: “{result}”, not “{recorded}”.", result=result, recorded=record.result
        )
        return Verdict(match.turn_count, result, otherwise)
    ending = game.endings.get(record.result.rpartition(": ")[2])
    if match.outcome is None and (ending is None or not ending.is_from_outside):
        unfinished = msg(
            "After the last answer the match is not over: “{result}” is wrong.", result=record.result
        )
        return Verdict(match.turn_count, _OPEN, unfinished)
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
            except Refused as error:
                return match, _where(line, error)
            continue
        question = match.questions.get(seat)
        if question is None:
            unasked = msg(
                "Line {line}: {who} was not asked anything, and could not say “{words}”.",
                line=line.number,
                who=line.player,
                words=line.words,
            )
            return match, unasked
        try:
            match.answer(seat, question.id, understand(question, line.words, phrasing))
        except Refused as error:
            return match, _where(line, error)
    return match, None


def _where(line: RecordLine, error: Refused) -> Message:
    return msg("Line {line}, column {column}: {why}", line=line.number, column=line.column, why=error.message)
