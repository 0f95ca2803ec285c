"""Write a match as a record, and its outcome in words."""

from __future__ import annotations

import base64
from collections.abc import Sequence

from engine.kernel.endings import Endings
from engine.kernel.game import Game
from engine.kernel.machine import AnyMachine
from engine.kernel.match import Match
from engine.kernel.notation import NotUnderstood, Phrasing, to_notation, understand, with_players
from engine.kernel.position import Departure, Outcome
from engine.kernel.question import Choice, Question
from engine.kernel.records.text import OPEN

LAPSED = " (time ran out)"
"""The mark after an answer given because time ran out."""
_LINE = 100
"""The number of characters of the setup in a line."""


def write_record(
    match: Match, players: Sequence[str], phrasing: Phrasing, *, date: str = "", decks: Sequence[str] = ()
) -> str:  # fmt: skip
    """Return the record of a match. It contains the seed only once the match is over. Answers are secret until then.

    `players` are the names by seat; `decks` the names of their decks, if public.
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
    replayed, _ = Match.begin(match.game, record.setup, record.seed)
    last_heading = ""
    for answer in record.answers:
        current = heading(match.game, replayed.machine)
        if current != last_heading:
            lines += ["", current]
            last_heading = current
        if answer.left is None:
            words = _answer_in_words(replayed.questions[answer.seat], answer.choice, phrasing, players)
            words += LAPSED if answer.lapsed else ""
        else:
            words = departure_in_words(answer.left, match.game.endings, players)
        lines.append(f"{players[answer.seat]} {words}")
        replayed.repeat(answer)
    return "\n".join([*lines, "", result]) + "\n"


def _answer_in_words(question: Question, choice: Choice, phrasing: Phrasing, players: Sequence[str]) -> str:
    """Return an answer in words, with the names of players unless they would be ambiguous."""
    named = with_players(question, players)
    words = to_notation(named, choice, phrasing)
    try:
        if understand(named, words, phrasing) == choice:
            return words
    except NotUnderstood:
        pass
    return to_notation(question, choice, phrasing)


def heading(game: Game, machine: AnyMachine) -> str:
    """Return the heading for the following answers: "Setup", or "Round 3"."""
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
    later_places = "".join(f", then {place}" for place in others) if sum(map(len, outcome.places)) > 2 else ""
    verb = "wins" if len(outcome.winners) == 1 else "share the first place"
    return f"{first} {verb}{later_places}: {outcome.ending}"


_ALONG = " together with "


def departure_in_words(departure: Departure, endings: Endings, players: Sequence[str]) -> str:
    """Return the entry for seats that leave, without the first one's name: "resigns"."""
    others = ", ".join(players[seat] for seat in departure.seats[1:])
    return endings[departure.ending].verb + (_ALONG + others if others else "")


def read_departure(words: str, player: str, endings: Endings, players: Sequence[str]) -> Departure | None:
    """Parse the departure of a player, and of others with them; None if the words say something else."""
    verb, _, others = words.removesuffix(".").partition(_ALONG)
    names = [player, *(others.split(", ") if others else ())]
    for ending in endings.values():
        if ending.verb == verb and all(name in players for name in names):
            return Departure(tuple(players.index(name) for name in names), ending.key)
    return None


def distinct(names: Sequence[str]) -> list[str]:
    """Return the names as a record can contain them: on one line, and all different."""
    distinct_names: list[str] = []
    for name in names:
        plain = base = _one_line(name) or "Nobody"
        number = 1
        while plain in distinct_names:
            number += 1
            plain = f"{base} ({number})"
        distinct_names.append(plain)
    return distinct_names


def _one_line(name: str) -> str:
    return " ".join(name.split())


def escape(value: str) -> str:
    """Return a value escaped for a header."""
    return value.replace("\\", "\\\\").replace('"', '\\"')
