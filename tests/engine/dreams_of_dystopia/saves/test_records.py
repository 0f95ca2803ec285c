"""Records of matches of three replay to the same match, additional turns are rejected, and so are saves of another format."""

from __future__ import annotations

import re
import zlib

import msgspec
import pytest

from engine.dreams_of_dystopia.game import DYSTOPIA
from engine.dreams_of_dystopia.saves.stored_set import keep, read_kept, todays
from engine.dreams_of_dystopia.topics import DYSTOPIA_PHRASING
from engine.kernel.chance import Chance
from engine.kernel.diagnostics import Unreadable
from engine.kernel.errors import UnreadableMatch
from engine.kernel.match import Match
from engine.kernel.question import random_choice
from engine.kernel.records.reader import read_record
from engine.kernel.records.verifier import verify
from engine.kernel.records.writer import write_record


@pytest.fixture(scope="module")
def text() -> str:
    match, chance = Match.new(DYSTOPIA, [None] * 3, "a record"), Chance("answers")
    while match.outcome is None and match.turn_count < 60:
        (seat,) = match.questions
        match.answer(seat, match.questions[seat].id, random_choice(match.questions[seat], chance))
    while match.outcome is None:
        match.leave(min(match.questions), ending="resignation")
    return write_record(match, ("Ada", "Bo", "Cy"), DYSTOPIA_PHRASING, date="2026-11-26")


def test_a_record_of_three_leads_to_the_same_match(text: str) -> None:
    verdict = verify(read_record(text), DYSTOPIA, DYSTOPIA_PHRASING)
    assert verdict.holds, verdict.problem


def test_players_have_their_names_in_it_and_seats_can_be_read(text: str) -> None:
    attacks = re.findall(r"^(?:Ada|Bo|Cy) attacks (?:Ada|Bo|Cy)$", text, re.MULTILINE)
    assert attacks and " seat " not in text
    before = text.replace(" attacks Ada", " attacks seat 0").replace(" attacks Cy", " attacks seat 2")
    assert verify(read_record(before), DYSTOPIA, DYSTOPIA_PHRASING).holds


def test_a_turn_after_the_end_is_refused(text: str) -> None:
    with pytest.raises(Unreadable, match="has ended"):
        verify(read_record(text + "Ada ends the turn\n", "match.record"), DYSTOPIA, DYSTOPIA_PHRASING)


@pytest.mark.parametrize("name", ["Ada", "Bo", "Cy"])
def test_a_turn_too_many_in_the_middle_is_pointed_at(text: str, name: str) -> None:
    lines = text.splitlines()
    at = next(i for i, line in enumerate(lines) if line == f"{name} ends the turn")
    lines.insert(at + 1, lines[at])
    verdict = verify(read_record("\n".join(lines)), DYSTOPIA, DYSTOPIA_PHRASING)
    assert str(verdict.problem).startswith(f"Line {at + 2}: {name} had no question")


def test_cards_of_a_format_that_is_not_known_are_refused() -> None:
    seats, cards = msgspec.msgpack.decode(keep(3, todays()))
    stored = msgspec.json.decode(zlib.decompress(cards))
    stored["format"] += 1
    later = msgspec.msgpack.encode((seats, zlib.compress(msgspec.json.encode(stored))))
    with pytest.raises(UnreadableMatch, match="are kept in format"):
        read_kept(later)
