"""The export of a person's data: complete, and without other players' secrets."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.match.prompts import TURN
from bot.store.about import Everything
from bot.store.personal_data import PERSONAL_DATA
from cards.i18n import Locale, translator
from engine.kernel.chance import Chance
from tests.bot.features.privacy.conftest import BO, ZOE, begin, cells, leave_data, privacy
from tests.bot.kit import Bot
from tests.bot.stores import change

pytestmark = pytest.mark.both_stores


# -- export


async def exported(bot: Bot, person: int = ZOE.id) -> dict[str, Any]:
    return json.loads(await privacy(bot).export(person))


async def test_the_export_is_complete(bot: Bot) -> None:
    matches = await leave_data(bot)
    data = await exported(bot)
    assert data["person_id"] == str(ZOE.id)
    (person,) = data["people"]
    assert person["name"] == ZOE.name and person["zone"] == "Europe/Berlin" and person["locale"] == "es"
    assert person["reminders"]["thread"] is True and person["away_until"].endswith("Z")
    assert {match_["match"] for match_ in data["matches"]} == set(matches.values()) - {matches["theirs"]}
    over = next(match_ for match_ in data["matches"] if match_["match"] == matches["over"])
    assert (
        over["against"] == ["Bo"]
        and over["result"] in ("won", "lost", "no winner")
        and over["your_deck"] == "Harbour"
    )
    assert any(" answer: " in line for line in over["answers"])
    assert [deck["name"] for deck in data["decks"]] == ["Tarn at dawn"]
    assert [change["what"] for change in data["server_changes"]] == ["bar", "channels"]
    assert data["moderated"] == [{"match": matches["theirs"], "reason": "Spam."}]
    assert [entry["match"] for entry in data["rated"]] == [matches["over"], matches["lost"]]
    assert data["ratings"] and data["orders"] and data["watching"] and data["panels"]
    for table, columns in PERSONAL_DATA.items():
        if columns.whose:
            assert table in data and data["about"][table] == str(columns.about)
    assert set(data["about"]) <= set(data)
    spanish = json.loads(await privacy(bot).export(ZOE.id, translator(Locale.SPANISH)))
    assert spanish["about"]["decks"] == "Los mazos que has creado."
    assert spanish["read_me"].startswith("Todo lo que Voidream guarda sobre ti")
    explained = ("what", "read_me", "about")
    assert {key: data[key] for key in data if key not in explained} == {
        key: spanish[key] for key in spanish if key not in explained
    }
    assert not set(data["about"].values()) & set(spanish["about"].values())


async def test_the_export_of_an_active_match_reveals_no_secrets(bot: Bot) -> None:
    """Exchange the information hidden from Zoë: her file stays the same, byte for byte."""
    match_id = await begin(bot)
    await bot.answer_anything(match_id, Chance("one"))
    before = await privacy(bot).export(ZOE.id)
    record = await bot.matches.player_snapshot(match_id, ZOE.id)
    assert bot.matches and record.seed == ""
    await change(bot.store, "UPDATE seats SET deck = 'Other', deck_content = 'x' WHERE person_id = ?", BO.id)
    await change(bot.store, "UPDATE acts SET choice = '[\"other\"]' WHERE person_id = ?", BO.id)
    await change(bot.store, "UPDATE events SET data = '[]'")
    await change(bot.store, "UPDATE matches SET data = ?", b"\0")
    assert await privacy(bot).export(ZOE.id) == before


async def test_the_turn_of_a_question_is_secret_in_advance(bot: Bot) -> None:
    """The time is hidden even from the person asked: it would reveal that an order will answer, or a mention."""
    async with bot.store.write(Everything()) as tx:
        await tx.people.set_dm(ZOE.id, closed=True, is_told=True)
    match_id = await begin(bot)
    if await bot.matches.question(match_id, ZOE.id) is None:
        await bot.answer_anything(match_id, Chance("on"))
    due = [row for row in await cells(bot) if row[:2] == ("alarms", "kind") and row[2] == TURN]
    assert due
    data = await exported(bot)
    assert all(alarm["kind"] != TURN for alarm in data["alarms"])
    assert all("turn" not in reminder for reminder in data["reminders"])


async def test_an_unknown_person_gets_a_file_that_says_so(bot: Bot) -> None:
    data = await exported(bot, 123)
    assert data["people"] == [] and data["matches"] == []
