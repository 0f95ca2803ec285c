"""Records are read as they were written, replay to the same match, and reveal tampering with its place."""

from __future__ import annotations

import base64
import os
import re
import tracemalloc
import zlib
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cards.voidream.decks import ready_made
from engine.dreamweavers.game import DREAMWEAVERS
from engine.kernel.chance import Chance, later_seed
from engine.kernel.commitment import commitment, promise, sealed
from engine.kernel.diagnostics import Unreadable
from engine.kernel.match import Match
from engine.kernel.question import random_choice
from engine.kernel.records.reader import read_record
from engine.kernel.records.verifier import replay_record, verify
from engine.kernel.records.writer import write_record
from engine.voidream.game import VOIDREAM
from engine.voidream.text.notation import VOIDREAM_PHRASING
from tests.golden_saves.keeper import FOLDER

USUAL = 12
MATCHES = int(os.environ.get("VOIDREAM_RECORDS", USUAL))
"""The number of random matches that are recorded and replayed."""


def finished(seed: str, first: int = 0, second: int = 1) -> Match:
    made = ready_made()
    match = Match.new(VOIDREAM, [made[first], made[second]], seed)
    chance = Chance(f"{seed} choices")
    while match.outcome is None:
        seat = chance.pick(sorted(match.questions))
        match.answer(seat, match.questions[seat].id, random_choice(match.questions[seat], chance))
    return match


def written(match: Match, names: tuple[str, str] = ("Ada", "Bo")) -> str:
    return write_record(match, names, VOIDREAM_PHRASING, date="2026-11-21", decks=("One", "Two"))


@pytest.mark.parametrize("game", ["voidream", "dreamweavers"])
def test_a_record_with_other_card_texts_is_not_the_promised_one(game: str) -> None:
    """The commitment includes texts. Otherwise someone could pass on a record with different cards."""
    rules, entries = (VOIDREAM, ready_made()[:2]) if game == "voidream" else (DREAMWEAVERS, [None, None])
    match = Match.new(rules, entries, "texts")
    stored = msgspec.json.decode(zlib.decompress(match.setup))
    stored["cards"][0]["flavour"] = "Somebody else has written this."
    changed = zlib.compress(msgspec.json.encode(stored), 9)
    assert commitment(rules, changed, "texts") != match.commitment
    stored["promised"] = False
    denied = zlib.compress(msgspec.json.encode(stored), 9)
    assert commitment(rules, denied, "texts") != match.commitment


def test_a_match_of_before_keeps_its_promise() -> None:
    """Its setup doesn't mention the commitment, but the one published at the beginning still holds."""
    match = Match.load(VOIDREAM, (FOLDER / "6.6" / "in-the-middle.save").read_bytes())
    dealt = sealed(VOIDREAM.hidden_deal.cards(VOIDREAM.begin(match.setup, match.seed)), match.seed)
    assert match.commitment == promise(dealt, later_seed(match.seed))


@pytest.fixture(scope="module")
def text() -> str:
    return written(finished("a record"))


decks = st.integers(0, 7)
names = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=20)


@pytest.mark.slow
@given(first=decks, second=decks, seed=st.integers(0, 10**6))
@settings(max_examples=MATCHES, derandomize=MATCHES == USUAL, database=None)
def test_a_record_of_any_match_replays_to_the_same_match(first: int, second: int, seed: int) -> None:
    match = finished(f"record {seed}", first, second)
    record = read_record(written(match))
    again, wrong = replay_record(record, VOIDREAM, VOIDREAM_PHRASING)
    assert wrong is None
    assert again.save() == match.save()
    assert written(again) == written(match)
    assert verify(record, VOIDREAM, VOIDREAM_PHRASING).holds


@pytest.fixture(scope="module")
def short() -> Match:
    """A match that was resigned in its second round. Its record contains everything with names."""
    match = Match.new(VOIDREAM, ready_made()[:2], "a short record")
    chance = Chance("a short record")
    while match.view(None).round < 2:
        seat = chance.pick(sorted(match.questions))
        match.answer(seat, match.questions[seat].id, random_choice(match.questions[seat], chance))
    match.leave(1, ending="resignation")
    return match


@given(ada=names, bo=names)
@settings(max_examples=60)
def test_a_record_distinguishes_any_names(short: Match, ada: str, bo: str) -> None:
    record = read_record(written(short, (ada, bo)))
    assert len(set(record.players)) == 2
    assert verify(record, VOIDREAM, VOIDREAM_PHRASING).holds


def test_a_record_names_players_decks_and_the_result(text: str) -> None:
    record = read_record(text)
    assert record.players == ("Ada", "Bo")
    assert record.decks == ("One", "Two")
    assert record.date == "2026-11-21"
    assert record.result == text.splitlines()[-1]
    assert "\nRound 1\n" in text
    assert re.search(r"^(Ada|Bo) cuts \d+$", text, re.MULTILINE)
    assert re.search(r"^(Ada|Bo) passes$", text, re.MULTILINE)


def test_the_record_of_a_match_in_progress_hides_its_seed() -> None:
    match = Match.new(VOIDREAM, ready_made()[:2], "still secret")
    record = read_record(written(match))
    assert (record.seed, record.result) == ("", "open")
    assert "still secret" not in written(match)
    assert "has no seed" in str(verify(record, VOIDREAM, VOIDREAM_PHRASING).problem)


def test_a_resignation_is_a_result() -> None:
    match = Match.new(VOIDREAM, ready_made()[:2], "given up")
    match.leave(0, ending="resignation")
    record = read_record(written(match))
    assert record.result == "Bo wins: resignation"
    assert verify(record, VOIDREAM, VOIDREAM_PHRASING).holds


@pytest.mark.parametrize(
    "names", [("Ada", "Ada"), ("[Ada", "Ada]"), ("Round 1", "Setup"), ("Al", "Al B"), ("", 'A "B" \\')]
)
def test_any_names_can_be_written(names: tuple[str, str]) -> None:
    record = read_record(written(finished("names"), names))
    assert verify(record, VOIDREAM, VOIDREAM_PHRASING).holds


def test_another_seed_is_not_the_promised_one(text: str) -> None:
    verdict = verify(
        read_record(text.replace('[Seed "a record"]', '[Seed "b record"]')), VOIDREAM, VOIDREAM_PHRASING
    )
    assert not verdict.holds
    assert "isn't the promised deal" in str(verdict.problem)


def test_an_answer_that_could_not_be_given_is_pointed_at(text: str) -> None:
    lines = text.splitlines()
    at = next(i for i, line in enumerate(lines) if line.endswith(" passes"))
    lines[at] = lines[at].replace("passes", "plays Nothing At All")
    verdict = verify(read_record("\n".join(lines)), VOIDREAM, VOIDREAM_PHRASING)
    assert str(verdict.problem).startswith(f"Line {at + 1}, column ")
    assert "passes" in str(verdict.problem)


def test_a_missing_answer_is_noticed(text: str) -> None:
    lines = text.splitlines()
    at = next(i for i, line in enumerate(lines) if line.endswith(" passes"))
    del lines[at]
    assert not verify(read_record("\n".join(lines)), VOIDREAM, VOIDREAM_PHRASING).holds


def test_another_result_is_noticed(text: str) -> None:
    result = text.splitlines()[-1]
    other = result.replace("Ada", "Bo") if "Ada" in result else result.replace("Bo", "Ada")
    assert "The match ends with" in str(
        verify(read_record(text.replace(result, other)), VOIDREAM, VOIDREAM_PHRASING).problem
    )


@pytest.mark.parametrize(
    ("wrong", "place", "message"),
    [
        (lambda t: t.replace("[Game ", "[Gmae "), "line 1, column 2", "There is no header “Gmae”"),
        (lambda t: t.replace('[Rules "1"]', "[Rules 1]"), "line 2, column 1", "can't be read"),
        (lambda t: t.replace("Ada cuts", "Eve cuts"), "column 1", "begins with none of the players"),
        (lambda t: t.rsplit("\n", 2)[0] + "\n", "column 1", "cut off"),
        (lambda t: t + "Ada passes\n", "column 1", "has ended"),
        (lambda t: re.sub(r'\[Setup ".{9}', '[Setup "!bad 9999', t, count=1), "column 9", "can't stand in a setup"),
        (lambda t: re.sub(r'\[Setup "[^"]*"\]\n', "", t, count=1), "", ""),
        (lambda t: "", "line 1, column 1", "no Game"),
        (lambda t: t.replace('[Game "voidream"]', '[Game "chess"]'), "line 1, column 1", "a record of chess"),
        (lambda t: t.replace('[Rules "1"]', '[Rules "0"]'), "line 1, column 1", "rules 0"),
    ],
)  # fmt: skip
def test_a_damaged_file_is_pointed_at(text: str, wrong: object, place: str, message: str) -> None:
    assert callable(wrong)
    with pytest.raises(Unreadable) as caught:
        verify(read_record(wrong(text), "match.record"), VOIDREAM, VOIDREAM_PHRASING)
    assert str(caught.value).startswith("match.record")
    assert place in str(caught.value)
    assert message in str(caught.value)


@pytest.mark.parametrize("number", range(60))
def test_no_damage_is_a_crash(text: str, number: int) -> None:
    chance = Chance(f"damage {number}")
    at = chance.below(len(text) - 40)
    damaged = text[:at] + chance.pick(["", "\0", '"', "[", "\n", "é", "999"]) + text[at + chance.below(40) :]
    try:
        verify(read_record(damaged), VOIDREAM, VOIDREAM_PHRASING)
    except Unreadable as error:
        assert error.problems


# ------------------------------------------------------------------------------------------------ hostile records


def with_setup(text: str, setup: bytes) -> str:
    """Return the record with another setup, and without its declared content."""
    lines = [line for line in text.splitlines() if not line.startswith(("[Cards", "[Setup"))]
    at = next(number for number, line in enumerate(lines) if line.startswith("[Result")) + 1
    return "\n".join([*lines[:at], f'[Setup "{base64.b64encode(setup).decode()}"]', *lines[at:]]) + "\n"


def changed(text: str, change: Any) -> str:
    """Return the record with a change in its setup."""
    stored = msgspec.json.decode(zlib.decompress(read_record(text).setup))
    change(stored["seats"], stored["cards"])
    return with_setup(text, zlib.compress(msgspec.json.encode(stored)))


def test_a_setup_that_unpacks_to_very_much_is_refused_before_it_takes_the_memory(text: str) -> None:
    bomb = zlib.compress(b" " * 300_000_000, 9)
    record = read_record(with_setup(text, bomb))
    tracemalloc.start()
    with pytest.raises(Unreadable, match="larger than any decks are"):
        verify(record, VOIDREAM, VOIDREAM_PHRASING)
    assert tracemalloc.get_traced_memory()[1] < 20_000_000
    tracemalloc.stop()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda seats, cards: seats.append(seats[0]), "not two decks"),
        (lambda seats, cards: seats.clear(), "not two decks"),
        (lambda seats, cards: cards.clear(), "is missing"),
        (lambda seats, cards: seats[0]["dream"].append("Nobody's Card"), "the card Nobody's Card is missing"),
        (lambda seats, cards: seats[0].__setitem__("bastion", seats[0]["mind"]), "in a place where no mind can be"),
        (lambda seats, cards: seats[0]["arcana"].append(seats[0]["dream"][0]), "in a place where no"),
        (lambda seats, cards: seats[0]["dream"].extend(seats[0]["dream"][:1] * 10_000), "more than 500 cards"),
        (lambda seats, cards: cards[0].__setitem__("text", "Win the game."), "can't stand here"),
        (lambda seats, cards: cards[0].__setitem__("colour", "blue"), 'No card has "colour"'),
        (lambda seats, cards: seats[0].__setitem__("dream", 7), "Expected `array`"),
        (lambda seats, cards: cards.append([]), "Expected `object`"),
    ],
)  # fmt: skip
def test_a_setup_that_was_tampered_with_is_reported(text: str, change: Any, message: str) -> None:
    with pytest.raises(Unreadable) as caught:
        verify(read_record(changed(text, change), "match.record"), VOIDREAM, VOIDREAM_PHRASING)
    assert str(caught.value).startswith("match.record: The decks of this match can't be read: ")
    assert message in str(caught.value)


@pytest.mark.parametrize("cut", [10, 200, 1000])
def test_a_setup_that_is_cut_off_is_reported(text: str, cut: int) -> None:
    with pytest.raises(Unreadable, match="The decks of this match can't be read: "):
        verify(read_record(with_setup(text, read_record(text).setup[:cut])), VOIDREAM, VOIDREAM_PHRASING)


def test_a_setup_whose_lines_are_reordered_is_reported(text: str) -> None:
    setup = [line for line in text.splitlines() if line.startswith("[Setup ")]
    swapped = text.replace(setup[4], "?").replace(setup[5], setup[4]).replace("?", setup[5])
    with pytest.raises(
        Unreadable, match="they are damaged: a part of them is missing, changed or in another place"
    ):
        verify(read_record(swapped, "match.record"), VOIDREAM, VOIDREAM_PHRASING)


def test_without_one_of_the_players_nothing_crashes(text: str) -> None:
    alone = "\n".join(line for line in text.splitlines() if not line.startswith(("Bo ", '[Player "Bo"]')))
    try:
        assert not verify(read_record(alone), VOIDREAM, VOIDREAM_PHRASING).holds
    except Unreadable as error:
        assert error.problems


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('[Deck "x{n}"]', "at most 400 headers"),
        ('[Setup "AAAA"]', "at most 400 headers"),
        ('[Player "x{n}"]', "at most 16 players"),
        ('[Header "x{n}"]', "There is no header “Header”"),
        ("[bad", "can't be read"),
        ("Ada does {n}", "is no answer"),
        ('[Site "' + "x" * 1_000_000 + '"]', "too long: 1000009 characters"),
        ("Ada " + "x" * 6_000, "too long: 6004 characters"),
    ],
)
def test_a_record_without_end_is_read_to_its_first_hundred_mistakes(line: str, sentence: str) -> None:
    text = "\n".join(line.format(n=n) for n in range(3 if len(line) > 1_000 else 20_000))
    with pytest.raises(Unreadable) as found:
        read_record(text)
    assert sentence in str(found.value)
    assert len(found.value.problems) <= 110
