"""Saved matches: damaged bytes are always reported as unreadable, and never cause another error."""

from __future__ import annotations

import random
import zlib
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.kernel import saves
from engine.kernel.decoder import PlainData
from engine.kernel.errors import UnreadableMatch
from engine.kernel.game import Game
from engine.kernel.match import Match
from engine.kernel.migrations import OLDEST
from engine.kernel.position import Departure, Places
from engine.kernel.saves import FORMAT, Answer, Migration
from engine.voidream.game import VOIDREAM
from tests.games.lantern_rules import LanternMachine, LanternPosition
from tests.games.lanterns import LANTERNS
from tests.golden_saves.keeper import FOLDER, TODAY

HEAD = 9
"""The length of the header: type, format and checksum."""
WRONG: tuple[Any, ...] = (None, True, -1, 1 << 63, 2.5, "text", b"bytes", [], [[]], {}, {"a": 1}, [None] * 9)


def games() -> list[tuple[Game, bytes]]:
    rules = LANTERNS
    small = Match.new(rules, [["amber 1", "blue 2", "copper 3"], ["plum 4", "rose 5", "sage 6"]], "same")
    return [(rules, small.save()), (VOIDREAM, (TODAY / "in-the-middle.save").read_bytes())]


def sealed(content: bytes, number: int = FORMAT) -> bytes:
    """Return the content as a save with a valid checksum."""
    return b"VOID" + bytes([number]) + zlib.crc32(content).to_bytes(4, "little") + content


def refuses(game: Game, data: bytes) -> None:
    with pytest.raises(UnreadableMatch):
        Match.load(game, data)


@pytest.mark.parametrize(("game", "data"), games(), ids=["lanterns", "voidream"])
def test_cut_off_flipped_and_lengthened_bytes(game: Game, data: bytes) -> None:
    rng = random.Random(7)
    assert sealed(data[HEAD:]) == data
    assert Match.load(game, data).save() == data
    for _ in range(150):
        refuses(game, data[: rng.randrange(len(data))])
        place = rng.randrange(len(data))
        flipped = bytearray(data)
        flipped[place] ^= 1 << rng.randrange(8)
        refuses(game, bytes(flipped))
        here, there = sorted((rng.randrange(len(data)), rng.randrange(len(data))))
        refuses(game, data[:here] + rng.randbytes(there - here + 1) + data[there:])
    refuses(game, data + b"\0")
    refuses(game, data + data)


@pytest.mark.parametrize(("game", "data"), games(), ids=["lanterns", "voidream"])
def test_wrong_contents_with_a_right_checksum_are_refused(game: Game, data: bytes) -> None:
    """Wrong types at every place, endless nesting, other formats: saves that a faulty program might write."""
    whole: dict[str, Any] = msgspec.msgpack.decode(data[HEAD:])
    for wrong in WRONG:
        refuses(game, sealed(msgspec.msgpack.encode(wrong)))
        for name, value in whole.items():
            if type(wrong) is not type(value):
                refuses(game, sealed(msgspec.msgpack.encode(whole | {name: wrong})))
    for number in (0, 1, 2, FORMAT + 1, 255):
        refuses(game, sealed(data[HEAD:], number))
    deep = b"\x91" * 200_000 + b"\xc0"
    refuses(game, sealed(deep))
    for name in ("setup", "position") if game is VOIDREAM else ("position",):
        refuses(game, sealed(msgspec.msgpack.encode(whole | {name: deep})))


def test_old_saves_with_the_wrong_content() -> None:
    """Migrated saves are checked as strictly."""
    data = (FOLDER / "2.1" / "in-the-middle.save").read_bytes()
    whole: list[Any] = msgspec.msgpack.decode(data[HEAD:])
    position: list[Any] = msgspec.msgpack.decode(whole[5])
    for wrong in WRONG:
        refuses(VOIDREAM, sealed(msgspec.msgpack.encode(wrong), OLDEST))
        for place, value in enumerate(whole):
            if type(wrong) is not type(value):
                spoilt = [*whole[:place], wrong, *whole[place + 1 :]]
                refuses(VOIDREAM, sealed(msgspec.msgpack.encode(spoilt), OLDEST))
    for spoilt in (position[:-1], [*position, 0], position[:3], []):
        refuses(
            VOIDREAM, sealed(msgspec.msgpack.encode([*whole[:5], msgspec.msgpack.encode(spoilt)]), OLDEST)
        )


@pytest.mark.parametrize(
    ("winners", "ending", "places", "left"),
    [
        ([1], "resignation", ((1,), (0,)), Departure((0,), "resignation")),
        ([0], "time", ((0,), (1,)), Departure((1,), "time")),
        ([0, 1], "agreement", ((0, 1),), None),
        ([], "aborted", (), None),
    ],
)
def test_an_old_match_names_the_player_who_left(
    winners: list[int], ending: str, places: Places, left: Departure | None
) -> None:
    """In format 3 only the outcome recorded a departure. Since then it is an act of the record, like an answer."""
    whole: list[Any] = msgspec.msgpack.decode((FOLDER / "2.1" / "in-the-middle.save").read_bytes()[HEAD:])
    position: list[Any] = msgspec.msgpack.decode(whole[5])
    position[1:3], position[4] = [[], {}], [winners, ending]
    old = sealed(msgspec.msgpack.encode([*whole[:5], msgspec.msgpack.encode(position)]), OLDEST)
    match = Match.load(VOIDREAM, old)
    assert match.outcome is not None and match.outcome.places == places and match.outcome.ending == ending
    answered = len(whole[4])
    acts = match.record.answers[answered:]
    assert acts == (() if left is None else (Answer(left.seats[0], (), left),))
    assert [seat for seat in (0, 1) if match.is_out(seat)] == list(() if left is None else left.seats)
    assert Match.load(VOIDREAM, match.save()).record == match.record
    assert (match.turn_count, match.questions) == (answered + len(acts), {})


@settings(max_examples=150)
@given(st.binary(max_size=300))
def test_any_bytes(data: bytes) -> None:
    for game in (LANTERNS, VOIDREAM):
        refuses(game, data)
        refuses(game, sealed(data))


def test_errors_of_saves_have_a_sentence() -> None:
    game, data = games()[0]
    whole: dict[str, Any] = msgspec.msgpack.decode(data[HEAD:])
    position: dict[str, Any] = msgspec.msgpack.decode(whole["position"])

    def spoilt(**values: Any) -> bytes:
        return sealed(msgspec.msgpack.encode(whole | values))

    def lying(**values: Any) -> bytes:
        return spoilt(position=msgspec.msgpack.encode(position | values))

    for wrong, sentence in (
        (b"SQLite", "does not begin as one"),
        (sealed(data[HEAD:], 1), f"saved in format 1, which is too old; this program reads 2 to {FORMAT}"),
        (
            sealed(data[HEAD:], FORMAT + 1),
            f"saved in format {FORMAT + 1}, by a later version of the program; this one reads up to {FORMAT}",
        ),
        (
            spoilt(format=2),
            "saved in format 2 of lanterns, by a later version of the program; this one reads up to 1",
        ),
        (spoilt(game="candles"), "one of candles, not of lanterns"),
        (data[:-1], "its checksum does not fit"),
        (lying(stars=3), "unknown field `stars`"),
        (lying(stack=[{"procedure": "round", "step": "blow_out"}]), "no step of round is called blow_out"),
    ):
        with pytest.raises(UnreadableMatch, match=sentence):
            Match.load(game, wrong)


class Wind(msgspec.Struct, array_like=True):
    strength: int


class WindyPosition(LanternPosition, kw_only=True):
    wind: Wind
    night: int


WINDY_LANTERNS = replace(
    LANTERNS,
    migrations=(
        Migration(FORMAT, lambda saved: saved["position"].update(wind=[0])),
        Migration(FORMAT + 1, lambda saved: saved["position"].update(night=saved["position"]["marked"])),
        Migration(FORMAT + 2, lambda saved: saved["position"]["wind"].__setitem__(0, 3)),
    ),
    resume=lambda setup, position: LanternMachine(msgspec.msgpack.decode(position, type=WindyPosition)),
)
"""Possible later versions of Lanterns: with a wind since format 2, and nights since format 3."""


def test_each_migration_of_a_game_finds_the_kernels_part_of_its_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel adds a mark to the position in one format, and removes it in the next. A game's migration in between can read it."""

    def marked(saved: PlainData) -> None:
        saved["position"]["marked"] = 100 + saved["position"]["round"]

    def unmarked(saved: PlainData) -> None:
        del saved["position"]["marked"]

    old = games()[0][1]
    before = Match.load(LANTERNS, old)
    monkeypatch.setattr(saves, "CHANGES", (*saves.CHANGES, marked, unmarked))
    monkeypatch.setattr(saves, "FORMAT", FORMAT + 2)
    match = Match.load(WINDY_LANTERNS, old)
    position = match.machine.position
    assert isinstance(position, WindyPosition)
    assert (position.wind.strength, position.night) == (3, 101)
    assert match.record == before.record
    assert match.pending_questions == before.pending_questions
    question = match.pending_questions[0]
    match.answer(0, question.id, ("2",))
    data = match.save()
    assert data[4] == FORMAT + 2
    again = Match.load(WINDY_LANTERNS, data)
    assert again.save() == data
    assert again.machine.position == position
    with pytest.raises(UnreadableMatch, match="by a later version of the program; this one reads up to 1"):
        Match.load(LANTERNS, data)


@pytest.mark.parametrize(("game", "data"), games(), ids=["lanterns", "voidream"])
def test_a_setup_that_is_stored_separately(game: Game, data: bytes) -> None:
    match = Match.load(game, data)
    setup, apart = match.setup, match.save(apart=True)
    assert len(apart) <= len(data) - len(setup) and setup not in apart
    again = Match.load(game, apart, setup)
    assert (again.save(), again.save(apart=True)) == (data, apart)
    for wrong in (None, b"", setup[:-1], setup + b"\0", bytes(len(setup))):
        with pytest.raises(UnreadableMatch, match="its checksum does not fit"):
            Match.load(game, apart, wrong)
