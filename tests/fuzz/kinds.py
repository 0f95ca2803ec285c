"""Kinds of malformed files: how a case is created from a seed, and how the program processes it.

The documented errors of a reader are fine. Every other exception is a finding.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import io
import json
import re
import sqlite3
import zlib
from collections.abc import Callable, Mapping
from contextlib import closing
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from bot.cli.cards import check as check_cards
from bot.cli.database import check as check_database
from bot.cli.deck import check as check_deck
from bot.cli.deck import code as deck_code
from bot.cli.deck import text as deck_text
from bot.cli.verify import verify
from bot.errors import StartError
from bot.games.registry import games
from bot.maintenance.backups import restore
from bot.store.about import Everything
from cards.codes import Bits
from cards.deck_builder import BuildingError
from cards.voidream.deck_codes import ENVELOPE
from cards.voidream.library import set_files
from engine.kernel.commitment import commitment
from engine.kernel.errors import UnreadableMatch
from engine.kernel.game import Game
from engine.kernel.match import Match
from engine.kernel.records.sealed_writer import write_sealed
from engine.kernel.records.writer import write_record
from engine.kernel.saves import FORMAT
from tests.bot.kit import ADA, BO, Bot, lay_out, open_bot
from tests.fuzz import mutations

ROOT = Path(__file__).parents[2]
SAVES = ROOT / "tests" / "golden_saves"
NOW = 1_800_000_000_000
Play = Callable[[], None]


def _command(command: Any, *arguments: object) -> None:
    """Call a command. Its exit code may be 0 to 2."""
    quiet = io.StringIO()
    with contextlib.redirect_stdout(quiet), contextlib.redirect_stderr(quiet):
        try:
            command.main([str(one) for one in arguments], standalone_mode=False)
        except SystemExit as ended:
            assert ended.code in (0, 1, 2), f"exit code {ended.code}"


# ---------------------------------------------------------------------------------------------------------- records


@cache
def _finished() -> tuple[tuple[Match, Any], ...]:
    """Return finished matches of both games, with their games' notations."""
    matches: list[tuple[Match, Any]] = []
    for folder in ("6.6", "dreamweavers/6.1"):
        for file in sorted((SAVES / folder).glob("over*.save")):
            game = games().find("dreamweavers" if "dream" in folder else "voidream")
            matches.append((Match.load(game.kernel, file.read_bytes()), game.phrasing))
    return tuple(matches)


@cache
def _records() -> tuple[str, ...]:
    golden = sorted((ROOT / "tests" / "golden_matches").glob("*.record"))
    own = [write_record(match, ("Ada", "Bo"), phrasing) for match, phrasing in _finished()]
    return (*own, golden[0].read_text("utf-8"))


@cache
def _sealed_records() -> tuple[str, ...]:
    return tuple(write_sealed(match, ("Ada", "Bo"), keeping) for match, _ in _finished() for keeping in ((0, 1), ()))  # fmt: skip


def record(rng: Random, folder: Path) -> Play:
    """Return a match record with an error in its text, or in its setup with a valid commitment."""
    whole = rng.choice(_records())
    whole = _other_setup(rng, whole) if rng.random() < 0.4 else mutations.text(rng, whole)
    return _verified(folder, whole)


def _verified(folder: Path, whole: str) -> Play:
    file = folder / "case.record"
    file.write_text(whole, "utf-8")
    return lambda: _command(verify, file)


def _other_setup(rng: Random, whole: str) -> str:
    """Return a record with another setup, and a new commitment where possible."""
    setup = base64.b64decode("".join(re.findall(r'^\[Setup "(.*)"\]$', whole, re.MULTILINE)))
    spoilt = spoilt_setup(rng, setup)
    seed, name = (re.findall(rf'^\[{key} "(.*)"\]$', whole, re.MULTILINE)[0] for key in ("Seed", "Game"))
    text = base64.b64encode(spoilt).decode()
    lines = [
        line for line in whole.splitlines() if not line.startswith("[Setup") and not line.startswith("[Cards")
    ]
    with contextlib.suppress(UnreadableMatch):
        promised = commitment(games().find(name).kernel, spoilt, seed)
        lines = [f'[Commitment "{promised}"]' if line.startswith("[Commitment") else line for line in lines]
    at = next(n for n, line in enumerate(lines) if not line.startswith("["))
    return "\n".join([*lines[:at], f'[Setup "{text}"]', *lines[at:]]) + "\n"


def spoilt_setup(rng: Random, setup: bytes) -> bytes:
    """Return a setup that can be unpacked, with errors in its content."""
    kind = rng.randrange(10)
    if kind == 0:
        return mutations.some_bytes(rng, setup)
    if kind == 1:
        return zlib.compress(rng.choice((b" " * 200_000_000, b"[" * 1_900_000, b'{"cards":[],"seats":[]}')))
    plain = json.loads(zlib.decompress(setup))
    return zlib.compress(json.dumps(mutations.tree(rng, plain)).encode(), 1)


def sealed_record(rng: Random, folder: Path) -> Play:
    """Return a sealed record with an error."""
    return _verified(folder, mutations.text(rng, rng.choice(_sealed_records())))


# ------------------------------------------------------------------------------------------------------------ saves


@cache
def _saves() -> tuple[tuple[str, bytes], ...]:
    saves = [
        ("voidream", file.read_bytes())
        for version in ("2.1", "6.6")
        for file in sorted((SAVES / version).glob("*.save"))
    ]
    saves += [
        ("dreamweavers", file.read_bytes()) for file in sorted((SAVES / "dreamweavers").rglob("*.save"))
    ]
    return tuple(saves)


def save(rng: Random, folder: Path) -> Play:
    """Return a save with a valid checksum and wrong content. If it loads, its views are built."""
    name, data = rng.choice(_saves())
    number, content = data[4], data[9:]
    if rng.random() < 0.1:
        content = mutations.some_bytes(rng, content)
    else:
        whole = msgspec.msgpack.decode(content)
        inner: Any = "position" if isinstance(whole, dict) else len(whole) - 1
        part = rng.random()
        if part < 0.7:
            position = msgspec.msgpack.decode(whole[inner])
            whole[inner] = msgspec.msgpack.encode(mutations.tree(rng, position))
        elif part < 0.85:
            key: Any = "setup" if isinstance(whole, dict) else 3
            whole[key] = spoilt_setup(rng, whole[key])
        else:
            whole = mutations.tree(rng, whole)
        content = msgspec.msgpack.encode(whole)
    number = rng.choice((number,) * 20 + (FORMAT + 1, 0, 3))
    forged = b"VOID" + bytes([number]) + zlib.crc32(content).to_bytes(4, "little") + content
    return lambda: _looked_at(games().find(name).kernel, forged, rng)


def _looked_at(game: Game, data: bytes, rng: Random) -> None:
    try:
        match = Match.load(game, data)
    except UnreadableMatch:
        return
    match.save()
    for seat in (*match.seats, None):
        match.view(seat)
    _ = match.questions, match.awaited, match.outcome, match.record


# ------------------------------------------------------------------------------------------------------------ decks


@cache
def _deck_texts() -> tuple[str, ...]:
    building = games().find("voidream").building
    assert building is not None
    made = [(deck.name, building.of(deck.content)) for deck in games().find("voidream").decks.values()]
    texts = [building.text(*one) for one in made]
    codes = [building.code(deck) for _, deck in made]
    return (*texts, *codes, *(building.write(deck) for _, deck in made))


def deck(rng: Random, folder: Path) -> Play:
    """Return a deck as text, as a code with a valid checksum, in its stored form, or as a TOML file."""
    kind = rng.randrange(4)
    if kind == 0:
        files = sorted((ROOT / "cards" / "voidream" / "decks").glob("*.toml"))
        file = folder / "case.toml"
        file.write_text(mutations.text(rng, rng.choice(files).read_text("utf-8")), "utf-8")
    elif kind == 1:
        file = folder / "case.txt"
        file.write_text(_forged_code(rng), "utf-8")
    else:
        whole = mutations.text(rng, rng.choice(_deck_texts()))
        file = folder / "case.txt"
        file.write_text(whole, "utf-8")
        if kind == 2:
            return lambda: _stored(whole)
    return lambda: [_command(one, file) for one in (check_deck, deck_code, deck_text)] and None


def _stored(content: str) -> None:
    building = games().find("voidream").building
    assert building is not None
    for read in (building.read, lambda text: building.understand(text)[1]):
        try:
            value = read(content)
        except ValueError:
            continue
        building.violations(value)
        building.text("A deck", value)
        building.write(value)
        with contextlib.suppress(BuildingError):
            building.playable("A deck", value)


def _forged_code(rng: Random) -> str:
    bits = Bits()
    bits.fixed(rng.randrange(1 << 15), 15)
    bits.fixed(rng.randrange(64), 6)
    for _ in range(rng.randrange(40)):
        bits.number(rng.choice((0, 1, 2, 5, 40, 1 << rng.randrange(100))), rng.choice((0, 3, 6)))
    try:
        return ENVELOPE.seal(bits)
    except ValueError:
        return "VD1"


# ------------------------------------------------------------------------------------------------------- card files


@cache
def _card_files() -> tuple[tuple[str, str], ...]:
    voidream = [("voidream", Path(str(file)).read_text("utf-8")) for file in set_files()]
    folder = ROOT / "cards" / "dreamweavers" / "set"
    return (*voidream, *(("dreamweavers", file.read_text("utf-8")) for file in sorted(folder.glob("*.toml"))))


def card(rng: Random, folder: Path) -> Play:
    """Return a card file with some cards of the set, with errors."""
    game, whole = rng.choice(_card_files())
    cards = re.split(r"(?m)^(?=\[)", whole)
    some = "".join(rng.sample(cards, min(len(cards), rng.randrange(1, 5))))
    file = folder / "case.toml"
    file.write_text(mutations.text(rng, some), "utf-8")
    return lambda: _command(check_cards, "--game", game, file)


# ---------------------------------------------------------------------------------------------------------- backups


@cache
def _database() -> bytes:
    """Return a backup of a small database with matches."""
    return asyncio.run(_played())


async def _played() -> bytes:
    from tempfile import TemporaryDirectory

    from engine.kernel.chance import Chance

    with TemporaryDirectory() as name:
        path = Path(name) / "bot.sqlite3"
        await lay_out(path)
        async with open_bot(path, games=games(), game=games().find("voidream")) as bot:
            await _some_matches(bot, Chance("fuzz"))
        with closing(sqlite3.connect(path)) as database:
            database.execute("PRAGMA journal_mode = DELETE")
            database.execute("VACUUM")
        return path.read_bytes()


async def _some_matches(bot: Bot, chance: Any) -> None:
    for number in range(2):
        table = await bot.challenge(deck="First Light", channel_id=number)
        match_id = table.match_id
        await bot.challenges.accept(bot.press(), match_id, BO, "One Door")
        for _ in range(6):
            await bot.answer_anything(match_id, chance)
    async with bot.store.write(Everything()) as tx:
        await tx.decks.add(ADA.id, "voidream", "Mine", "mine", "{}", bot.press(), NOW)


def backup(rng: Random, folder: Path) -> Play:
    """Return a backup with damaged pages, another schema or other content. It is checked and restored."""
    file, database = folder / "case.sqlite3", folder / "bot.sqlite3"
    file.write_bytes(_database())
    if rng.random() < 0.5:
        file.write_bytes(mutations.some_bytes(rng, file.read_bytes()))
    else:
        _other_content(rng, file)

    def play() -> None:
        _command(check_database, file, "--quiet", "--reports", folder / "reports")
        with contextlib.suppress(StartError):
            asyncio.run(restore(file, database, NOW))
        for left in folder.glob("*bot.sqlite3*"):
            left.unlink()

    return play


def _other_content(rng: Random, file: Path) -> None:
    """Change the schema or the content of a database by random statements, some of which fail."""
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        tables = [str(name) for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")]  # fmt: skip
        for _ in range(rng.choice((1, 1, 2, 4))):
            table = rng.choice((*tables, "matches", "seats", "people", "schema_version", "acts"))
            columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")] or ["x"]
            column, other = rng.choice(columns), rng.choice(columns)
            value = rng.choice(("NULL", "''", "'text'", "-1", "9999999999999", "x'00ff'", "1.5", "zeroblob(30000)", "'{'", other, "'[[['"))  # fmt: skip
            statement = rng.choice((
                f"DROP TABLE {table}", f"ALTER TABLE {table} RENAME TO other", f"ALTER TABLE {table} DROP COLUMN {column}",
                f"ALTER TABLE {table} RENAME COLUMN {column} TO y", f"DELETE FROM {table}",
                *[f"UPDATE OR IGNORE {table} SET {column} = {value}"] * 6,
                f"INSERT INTO {table} SELECT * FROM {table}", f"ALTER TABLE {table} ADD COLUMN z",
                f"CREATE TRIGGER t AFTER UPDATE ON {table} BEGIN SELECT RAISE(ABORT, 'no'); END",
                f"CREATE VIEW v AS SELECT * FROM {table}", f"CREATE TABLE {table}2 AS SELECT * FROM {table}",
                "PRAGMA user_version = 7", f"UPDATE schema_version SET version = {value}", "INSERT INTO schema_version VALUES (3)",
            ))  # fmt: skip
            database.execute("PRAGMA foreign_keys = OFF")
            if rng.random() < 0.2:
                database.execute("PRAGMA writable_schema = ON")
                kind = rng.choice(("sql", "rootpage", "type", "name", "tbl_name"))
                statement = f"UPDATE sqlite_master SET {kind} = {value} WHERE name = '{table}'"
            with contextlib.suppress(sqlite3.Error):
                database.execute(statement)


KINDS: Mapping[str, Callable[[Random, Path], Play]] = {
    "record": record,
    "sealed": sealed_record,
    "save": save,
    "deck": deck,
    "card": card,
    "backup": backup,
}
"""The function that creates a case of each kind. It returns a function that processes the case like the program."""
