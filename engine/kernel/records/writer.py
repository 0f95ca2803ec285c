"""A match is written as a record, and its outcome in words."""

from __future__ import annotations

import base64
from collections.abc import Sequence

from engine.kernel.endings import Endings
from engine.kernel.game import Game
from engine.kernel.machine import AnyMachine
from engine.kernel.match import Match
from engine.kernel.notation import NotUnderstood, Phrasing, in_words, understand, with_players
from engine.kernel.position import Departure, Outcome
from engine.kernel.question import Choice, Question
from engine.kernel.records.text import OPEN

LAPSED = " (time ran out)"
"""The mark after an answer that nobody gave."""
_LINE = 100
"""The number of characters of the setup on a line."""


def write_record(
    match: Match, players: Sequence[str], phrasing: Phrasing, *, date: str = "", decks: Sequence[str] = ()
) -> str:  # fmt: skip
    """Return the record of a match. Its seed is in it once the match is over; the answers hold secrets until then.

    `players` are the names by seat, `decks` those of their decks, if they may be told.
    """
    record = match.record
    players = distinct(players)
    result = outcome_in_words(match.outcome, players)
    headers = [("Game", record.game), ("Rules", record.version)]
    headers += [("Date", date)] if date else []
    headers += [("Player", name) for name in players]
    headers += [("Deck", _one_line(name)) for name in decks]
    headers += [("Cards", line) for line in card_lists(phrasing, record.setup, players)]
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
            words = _answered(again.questions[answer.seat], answer.choice, phrasing, players)
            words += LAPSED if answer.lapsed else ""
        else:
            words = leaving_in_words(answer.left, match.game.endings, players)
        lines.append(f"{players[answer.seat]} {words}")
        again.repeat(answer)
    return "\n".join([*lines, "", result]) + "\n"


def _answered(question: Question, choice: Choice, phrasing: Phrasing, players: Sequence[str]) -> str:
    """Return an answer in words, with the names of players unless they could be mistaken."""
    named = with_players(question, players)
    words = in_words(named, choice, phrasing)
    try:
        if understand(named, words, phrasing) == choice:
            return words
    except NotUnderstood:
        pass
    return in_words(question, choice, phrasing)


def heading(game: Game, machine: AnyMachine) -> str:
    """Return the heading under which a record puts what comes next: "Setup", or "Round 3"."""
    n = game.round_number(machine)
    return f"Round {n}" if n else "Setup"


def card_lists(phrasing: Phrasing, setup: bytes, players: Sequence[str]) -> list[str]:
    """Return the content of the setup for people: "Ada · Mind: Curiosity"."""
    if phrasing.lists is None:
        return []
    return [
        f"{player} · {_one_line(line)}"
        for player, lines in zip(players, phrasing.lists(setup), strict=False)
        for line in lines
    ]


def outcome_in_words(outcome: Outcome | None, players: Sequence[str]) -> str:
    """Return "Ada wins: bastion", "draw: bastion", "no result: aborted", or "open".

    With more than two players, later places follow: "Ada wins, then Bo and Cy, then Di: stars".
    """
    if outcome is None:
        return OPEN
    if not outcome.winners:
        return f"{'draw' if outcome.places else 'no result'}: {outcome.ending}"
    first, *others = (
        " and ".join(players[seat] if seat < len(players) else f"Seat {seat + 1}" for seat in place)
        for place in outcome.places
    )
    told = "".join(f", then {place}" for place in others) if sum(map(len, outcome.places)) > 2 else ""
    won = "wins" if len(outcome.winners) == 1 else "share the first place"
    return f"{first} {won}{told}: {outcome.ending}"


_ALONG = " together with "


def leaving_in_words(left: Departure, endings: Endings, players: Sequence[str]) -> str:
    """Return the entry for seats that leave, without the first one's name: "resigns"."""
    along = ", ".join(players[seat] for seat in left.seats[1:])
    return endings[left.ending].verb + (_ALONG + along if along else "")


def leaving_said(words: str, player: str, endings: Endings, players: Sequence[str]) -> Departure | None:
    """Return who leaves and why, if the words say that of a player; see `leaving_in_words`."""
    verb, _, along = words.removesuffix(".").partition(_ALONG)
    names = [player, *(along.split(", ") if along else ())]
    for ending in endings.values():
        if ending.verb == verb and all(name in players for name in names):
            return Departure(tuple(players.index(name) for name in names), ending.key)
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
