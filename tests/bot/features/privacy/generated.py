"""Generated people who have used every feature: each column in PERSONAL_DATA is filled, exported and deleted.

`python -m tests.bot.features.privacy.generated 1000` exports and deletes the data of that many people.
"""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bot.features.privacy.own_data import Privacy
from bot.games.playable import Games
from bot.games.registry import games as real_games
from bot.match.context import MatchContext
from bot.store import open_store
from bot.store.personal import FORMER_PLAYER
from bot.store.personal_data import PERSONAL_DATA, PersonalData
from tests.bot.kit import OFTEN, HandClock, lay_out
from tests.games.registry import lanterns

OTHER = 42
"""Another player, whose own rows remain."""
_TEXTS = ("{}", "[1]", '{"a": ', "null", "0", "", "Ünïcödé · ✨", 'a "quoted" \\ line\nand another', "[", "{")
_KNOWN = {
    "people.zone": ("UTC", "Europe/Berlin", "America/Lima"),
    "people.locale": ("en", "es"),
    "people.reminders": ("{}", '{"on":false}', '{"before":[3600000],"thread":true}'),
    "matches.standing": ("challenged", "declined", "withdrawn", "playing", "over"),
    "matches.control": ("none", "2d each"),
    "matches.game": ("lanterns", "voidream"),
    "matches.lesson": ("", "first"),
    "matches.rev": (5, 9),
    "matches.table_for": (0,),
    "matches.table_until": (0,),
    "matches.awaited": ("", "0", "1", "0,1"),
    "matches.challenger": (0, 1),
    "invitations.answer": ("open", "accepted", "declined"),
    "acts.kind": ("answer", "resign", "accept"),
    "acts.choice": ('["Cold Shock", "2"]', "[]", None),
    "seats.left_by": (None, "resignation"),
    "seats.place": (None, 1, 2),
    "clocks.flagged": (0, 1),
    "outbox.kind": ("panel", "remind", "result"),
    "orders.state": ("standing", "over"),
    "orders.form": ("pass", "plan"),
    "alarms.kind": ("time", "home", "remind"),
}
"""Possible values of columns whose content the program interprets."""
_BIG = 1 << 60
Insert = Callable[..., None]


def games() -> Games:
    """Return the games of these people: the real ones, which have decks, and a small one without."""
    return Games.of(*real_games().games.values(), lanterns())


class Life:
    """A person with all stored data about them: the written rows by table."""

    def __init__(
        self, database: sqlite3.Connection, number: int, seed: int, decks: Mapping[str, str]
    ) -> None:
        self.lots = random.Random(f"{seed}:{number}")
        self.database = database
        self.id = _BIG + 1_000_003 * (number + 1)
        self.token = f"Tarn{number}of{seed}"
        self.decks = decks
        self.number = number
        self.rows: dict[str, list[dict[str, Any]]] = {}
        self.match = 10 + 10 * number

    def leave_data(self) -> None:
        """Fill every column of every table with personal data."""
        self.insert("people", id=self.id, name=f"Zoë {self.token}", house=0)
        for offset in range(self.lots.randrange(1, 4)):
            self.play(self.match + offset)
        for table, personal_data in PERSONAL_DATA.items():
            if personal_data.whose and table != "people":
                for n in range(self.lots.randrange(1, 3)):
                    self.own(table, n)
        for n, (game, content) in enumerate(self.decks.items()):
            name = self.text() or "A deck"
            self.insert("decks", id=self.unique(), person_id=self.id, game=game, name=name, name_key=f"{n}", content=content)  # fmt: skip

    def own(self, table: str, n: int) -> None:
        personal_data = PERSONAL_DATA[table]
        values: dict[str, Any] = {personal_data.whose: self.id}
        if "match_id" in personal_data.columns:
            values["match_id"] = self.match
        if "blocked_id" in personal_data.columns:
            values["blocked_id"] = OTHER
            if n:
                return
        self.insert(table, **values)

    def play(self, match: int) -> None:
        """Add a match of this person, with all its rows."""
        own_seat = self.lots.randrange(2)
        self.insert(
            "matches", id=match, data=self.lots.choice((b"no match", b"")), reason="", mark=self.unique_text()
        )
        for seat in range(2):
            person = self.id if seat == own_seat else OTHER
            content = (
                self.lots.choice((*self.decks.values(), f"old {self.token}", "")) if seat == own_seat else ""
            )
            deck = f"deck of {self.token}" if content else "One Door"
            self.insert("seats", match_id=match, seat=seat, person_id=person, deck=deck, deck_content=content,
                        beforehand=f"said {self.token}" if seat == own_seat else "")  # fmt: skip
            self.insert("invitations", match_id=match, person_id=person)
            self.insert("clocks", match_id=match, seat=seat)
            self.insert("acts", match_id=match, rev=seat + 1, person_id=person, seat=seat)
        self.insert("rated", match_id=match, number=self.unique())
        for seat in range(2):
            self.insert(
                "rated_seats", match_id=match, seat=seat, person_id=self.id if seat == own_seat else OTHER
            )
        self.insert("interventions", match_id=match, moderator="Judge", reason=f"Zoë {self.token} has left.")
        self.insert("outbox", match_id=match, person_id=0, kind="talk", mentions=json.dumps([self.id, OTHER]),
                    dedupe_key=f"{match}:{self.id}", coalesce_key=f"{self.id}")  # fmt: skip

    def insert(self, table: str, **values: Any) -> None:
        """Insert a row with all columns filled, unless its key exists."""
        row = {column: values.get(column, self.value(table, column, kind, bool(must or key)))
               for _, column, kind, must, _, key in self.database.execute(f"PRAGMA table_info({table})")}  # fmt: skip
        row |= values
        marks = ", ".join("?" * len(row))
        cursor = self.database.execute(
            f"INSERT OR IGNORE INTO {table} ({', '.join(row)}) VALUES ({marks})", [*row.values()]
        )
        if cursor.rowcount:
            self.rows.setdefault(table, []).append(row)

    def value(self, table: str, column: str, kind: str, must: bool) -> Any:
        personal_data = PERSONAL_DATA[table]
        values = _KNOWN.get(f"{table}.{column}")
        if values is not None:
            return self.lots.choice(values)
        if not must and self.lots.random() < 0.2:
            return None
        if column in personal_data.moments or column.endswith(("_at", "_until", "_since")):
            return self.lots.randrange(4_000_000_000) * 1000
        if column in personal_data.json:
            return self.lots.choice(('{"a":[1,"b"]}', "[]", '"x"', "no JSON"))
        if column in (
            "interaction_id",
            "given_by",
            "message_id",
            "channel_id",
            "guild_id",
            "thread_id",
            "rematch_of",
        ):
            return self.unique() + _BIG
        if column == "id":
            return self.unique()
        if kind in ("INTEGER", "BIGINT"):
            return self.lots.choice((0, 1, 2, self.unique()))
        if kind == "DOUBLE PRECISION":
            return self.lots.random() * 50
        return self.text() if column in ("name", "deck", "preferred", "content") else self.unique_text()

    def text(self) -> str:
        return (
            f"{self.lots.choice(_TEXTS)}{self.token}"
            if self.lots.random() < 0.8
            else self.lots.choice(_TEXTS)
        )

    def unique(self) -> int:
        return self.lots.randrange(1 << 40)

    def unique_text(self) -> str:
        return f"{self.lots.choice(_TEXTS)}{self.unique()}"


def _exported(value: Any, column: str, personal_data: PersonalData) -> Any:
    """Return the expected export of a column's value."""
    if value is None:
        return None
    if column in personal_data.moments:
        return datetime.fromtimestamp(value // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    if column in personal_data.json:
        try:
            return json.loads(value)
        except ValueError:
            return value
    return str(value) if isinstance(value, int) and value > 1 << 53 else value


def check_exported(life: Life, export: Mapping[str, Any], all_games: Games) -> None:
    """Raise AssertionError unless the export contains each column of each row."""
    assert export["person_id"] == str(life.id)
    for table, personal_data in PERSONAL_DATA.items():
        if not personal_data.whose:
            continue
        own_rows = [row for row in life.rows.get(table, []) if row[personal_data.whose] == life.id]
        assert own_rows, f"nothing of {table} is filled"
        expected = [
            {
                name: _exported(row[name], name, personal_data)
                for name in personal_data.rest.split()
                if name not in personal_data.technical
            }
            for row in own_rows
        ]
        exported = [dict(row) for row in export[table]]
        if table == "decks":
            for row in (*expected, *exported):
                building = all_games.games[row["game"]].building if row["game"] in all_games.games else None
                if building is not None and row["content"].startswith("{") and row in expected:
                    row["content"] = _deck_text(building, row)
        key = str
        assert sorted(map(key, exported)) == sorted(map(key, expected)), (
            f"{table}: {exported} instead of {expected}"
        )
    matches = {row["match"]: row for row in export["matches"]}
    assert set(matches) == {row["id"] for row in life.rows["matches"]}
    for seat in life.rows["seats"]:
        if seat["person_id"] == life.id:
            match = matches[seat["match_id"]]
            assert match["your_deck"] == seat["deck"] and match["you_said_beforehand"] == seat["beforehand"]
            assert bool(match["your_deck_holds"]) == bool(seat["deck_content"])
    assert len(export["rated"]) == len(life.rows["rated"])


def _deck_text(building: Any, row: Mapping[str, Any]) -> str:
    try:
        return building.text(row["name"], building.read(row["content"]))
    except ValueError:
        return row["content"]


def check_forgotten(life: Life, database: sqlite3.Connection) -> None:
    """Raise AssertionError if any cell contains the person's id or token."""
    traces = (str(life.id), life.token)
    for table in PERSONAL_DATA:
        for row in database.execute(f"SELECT * FROM {table}"):
            for cell in row:
                text = cell.decode("latin-1") if isinstance(cell, bytes) else str(cell)
                assert not any(trace in text for trace in traces), f"{table} still holds {text[:80]}"


def other_rows(database: sqlite3.Connection) -> dict[str, list[Any]]:
    """Return the rows of the other player."""
    return {
        table: database.execute(f"SELECT * FROM {table} WHERE {personal_data.whose} = ?", (OTHER,)).fetchall()
        for table, personal_data in PERSONAL_DATA.items()
        if personal_data.whose and table not in ("outbox", "alarms")
    }


async def run(folder: Path, numbers: Sequence[int], seed: int = 0) -> None:
    """Create, export and delete the data of each of these people. Raises AssertionError."""
    path = folder / "people.sqlite3"
    await lay_out(path)
    all_games = games()
    decks = _decks(all_games)
    clock = HandClock()
    store = await open_store(path)
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA foreign_keys = OFF")
    database.execute("INSERT INTO people (id, name) VALUES (?, 'Bo')", (OTHER,))

    def no_lots() -> Any:
        raise AssertionError("nothing is drawn here")

    privacy = Privacy(
        MatchContext(
            store=store,
            games=all_games,
            settings=OFTEN,
            clock=clock,
            wake=lambda: None,
            reply_delay=lambda: 0,
            random_source=no_lots,
        )
    )
    try:
        for number in numbers:
            database.execute("BEGIN")
            life = Life(database, number, seed, decks)
            life.leave_data()
            database.execute("COMMIT")
            rows_before = other_rows(database)
            export = json.loads(await privacy.export(life.id))
            check_exported(life, export, all_games)
            assert await privacy.forget(life.id)
            check_forgotten(life, database)
            later_export = json.loads(await privacy.export(life.id))
            for table, personal_data in PERSONAL_DATA.items():
                if personal_data.whose:
                    # Rows of a replaced id stay with the account; nothing else remains.
                    assert later_export[table] == (
                        export[table] if personal_data.whose in personal_data.replaced else []
                    ), table
            assert other_rows(database) == rows_before, "another person's rows have changed"
            assert FORMER_PLAYER in str(database.execute("SELECT name FROM people WHERE id < 0").fetchall())
            _clear(database)
    finally:
        database.close()
        await store.close()


def _decks(all_games: Games) -> dict[str, str]:
    """Return a stored deck for each game with decks, and one of a removed game."""
    out = {"a game that is gone": "{}"}
    for game in all_games.games.values():
        if game.building is not None:
            ready = next(iter(game.decks.values()))
            out[game.name] = game.building.write(game.building.of(ready.content))
    return out


def _clear(database: sqlite3.Connection) -> None:
    for table in reversed(list(PERSONAL_DATA)):
        if table not in ("people", "facts"):
            database.execute(f"DELETE FROM {table}")


def main(arguments: Sequence[str]) -> None:
    """Check the number of people given on the command line."""
    count = int(arguments[0]) if arguments else 1000
    seed = int(arguments[1]) if len(arguments) > 1 else 0
    with TemporaryDirectory() as folder:
        work: Awaitable[None] = run(Path(folder), range(count), seed)
        asyncio.run(work)  # type: ignore[arg-type]
    sys.stdout.write(f"{count} people: all that was kept was given to them, and is gone.\n")


if __name__ == "__main__":
    main(sys.argv[1:])
