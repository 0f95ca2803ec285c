"""Data stored by an earlier version is read, and written in the current format with the next revision."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.clocks.reminders import ReminderSettings
from bot.games.voidream import voidream
from bot.match.first_answers import PregamePreferences
from bot.match.first_answers import read as read_wish
from bot.store import open_store
from bot.store.orders import OrderDraft
from bot.store.rows import EventsRow
from bot.store.servers import NamedSetting, ServerRules
from bot.views.build_views import unpack
from bot.views.load_match import CannotBeRead
from cards.i18n import Message
from engine.kernel.chance import Chance
from engine.kernel.events.event import Ended, Event
from engine.kernel.match import Match
from engine.kernel.orders.order import StoredOrder
from engine.kernel.orders.plan import PlanStep
from engine.kernel.question import random_choice
from engine.kernel.saves import FORMAT
from engine.voidream.game import VOIDREAM
from tests.bot.games.test_voidream import begin
from tests.bot.kit import ADA, BO, open_bot
from tests.bot.store.test_store import MIGRATIONS
from tests.bot.stores import change
from tests.golden_saves.keeper import FOLDER


async def test_a_save_in_the_oldest_format_is_upgraded(tmp_path: Path) -> None:
    path = tmp_path / "bot.sqlite3"
    old = (FOLDER / "2.1" / "in-the-middle.save").read_bytes()
    async with open_bot(path, game=voidream()) as bot:
        match_id = await begin(bot)
        await change(bot.store, "UPDATE matches SET data = ? WHERE id = ?", old, match_id)
        await change(bot.store, "DELETE FROM setups")  # The setup was in `data` at that time.
        for person in (ADA, BO):
            question = await bot.matches.question(match_id, person.id)
            if question is not None:
                choice = random_choice(question, Chance("any"))
                await bot.play.answer(bot.press(), match_id, person.id, question.id, choice)
                break
        async with bot.store.read() as store:
            row = await store.matches.match(match_id, data=True)
        assert row is not None and row.data is not None and row.data[4] == FORMAT
        before, after = Match.load(VOIDREAM, old), Match.load(VOIDREAM, row.data)
        assert after.record.answers[: before.turn_count] == before.record.answers
        assert after.turn_count > before.turn_count


async def test_a_removed_games_match_can_only_be_ended(tmp_path: Path) -> None:
    path = tmp_path / "bot.sqlite3"
    async with open_bot(path, game=voidream()) as bot:
        match_id = await begin(bot)
        await change(bot.store, "UPDATE matches SET game = 'chess' WHERE id = ?", match_id)
        with pytest.raises(CannotBeRead) as caught:
            await bot.matches.question(match_id, ADA.id)
        assert "no game called “chess”" in caught.value.problem


async def test_an_old_database_knows_its_application(tmp_path: Path) -> None:
    """It was stored with the hash of the commands."""
    path, before = tmp_path / "bot.sqlite3", dict(MIGRATIONS)
    migration = before.pop(next(name for name in before if name.endswith("_application.sql")))
    await (await open_store(path, migrations=list(before.values()))).close()
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("INSERT INTO facts VALUES ('commands', ?)", (f"1456255637913600000:{'0f' * 16}",))
    store = await open_store(path, migrations=[*before.values(), migration])
    async with store.read() as reading:
        assert await reading.key_values.of("application") == "1456255637913600000"
        assert await reading.key_values.of("commands") is None
    await store.close()


KEPT: list[tuple[str, Any]] = [
    ('["pass"]', StoredOrder("pass")),
    (
        '["play",{"card":"Moth"},["attacked"],"round"]',
        StoredOrder("play", msgspec.Raw(b'{"card":"Moth"}'), ("attacked",), "round"),
    ),
    ('["phrase","It is over."]', Message("It is over.")),
    ('["attacked"]', PlanStep("attacked")),
    ("{}", ServerRules()),
    ('{"channels":[[7,"dreams"]],"rated":false}', ServerRules((NamedSetting(7, "dreams"),), rated=False)),
    ("{}", ReminderSettings()),
    ('{"before":[1000]}', ReminderSettings(before=(1000,))),
    ('{"lines":[[["attacked"]]],"stops":[],"until":""}', OrderDraft(((PlanStep("attacked"),),), (), "")),
]


@pytest.mark.parametrize(("stored", "read"), KEPT)
def test_old_records_get_defaults_for_new_fields(stored: str, read: Any) -> None:
    """Shorter rows, and maps with missing keys: newer fields have defaults."""
    assert msgspec.json.decode(stored, type=type(read)) == read


@pytest.mark.parametrize(("stored", "read"), KEPT)
def test_fields_of_a_later_version_are_ignored(stored: str, read: Any) -> None:
    plain = msgspec.json.decode(stored)
    whole = msgspec.json.decode(msgspec.json.encode(read))
    grown = plain | {"since": 1} if isinstance(plain, dict) else [*whole, 1]
    assert msgspec.json.decode(msgspec.json.encode(grown), type=type(read)) == read


def test_old_events_and_preferences_can_be_read() -> None:
    ended = '[[{"kind":"ended","winners":[1],"reason":"time"}]]'
    assert unpack(EventsRow(7, 0, ended, 0), VOIDREAM) == [Event(Ended([[1], [0]], "time"))]
    assert read_wish('{"said":{"cut":"3"}}') == PregamePreferences({"cut": "3"})


async def test_old_plans_get_the_line_of_their_step(tmp_path: Path) -> None:
    path, before = tmp_path / "bot.sqlite3", dict(MIGRATIONS)
    migration = before.pop(next(name for name in before if name.endswith("_plan_places.sql")))
    later = [before.pop(name) for name in sorted(before) if name > "0048"]
    await (await open_store(path, migrations=list(before.values()))).close()
    stored = [
        '["plan",{"at":2,"turn":3},[],"turn",4]',
        '["plan",{"at":[1,0]},[],"match",0]',
        '["keep",{},[],"setup"]',
    ]
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("PRAGMA foreign_keys = OFF")
        for number, data in enumerate(stored, 1):
            database.execute(
                "INSERT INTO orders (match_id, person_id, number, form, data, given_rev, given_at) "
                "VALUES (1, 7, ?, '', ?, 0, 0)",
                (number, data),
            )
    store = await open_store(path, migrations=[*before.values(), migration, *later])
    async with store.read() as reading:
        parameters = [text.order.said for text in await reading.orders.of(1, 7)]
    await store.close()
    assert [msgspec.json.decode(text).get("at") for text in parameters] == [[0, 2], [1, 0], None]
