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


# -- giving


async def exported(bot: Bot, person: int = ZOE.id) -> dict[str, Any]:
    return json.loads(await privacy(bot).export(person))


async def test_the_export_is_complete(bot: Bot) -> None:
    made = await leave_data(bot)
    told = await exported(bot)
    assert told["person_id"] == str(ZOE.id)
    (person,) = told["people"]
    assert person["name"] == ZOE.name and person["zone"] == "Europe/Berlin" and person["locale"] == "es"
    assert person["reminders"]["thread"] is True and person["away_until"].endswith("Z")
    assert {one["match"] for one in told["matches"]} == set(made.values()) - {made["theirs"]}
    over = next(one for one in told["matches"] if one["match"] == made["over"])
    assert (
        over["against"] == ["Bo"]
        and over["result"] in ("won", "lost", "no winner")
        and over["your_deck"] == "Harbour"
    )
    assert any(" answer: " in line for line in over["answers"])
    assert [deck["name"] for deck in told["decks"]] == ["Tarn at dawn"]
    assert [one["what"] for one in told["server_changes"]] == ["bar", "channels"]
    assert told["moderated"] == [{"match": made["theirs"], "reason": "Spam."}]
    assert [one["match"] for one in told["rated"]] == [made["over"], made["lost"]]
    assert told["ratings"] and told["orders"] and told["watching"] and told["panels"]
    for table, kept in PERSONAL_DATA.items():
        if kept.whose:
            assert table in told and told["about"][table] == str(kept.about)
    assert set(told["about"]) <= set(told)
    spanish = json.loads(await privacy(bot).export(ZOE.id, translator(Locale.SPANISH)))
    assert spanish["about"]["decks"] == "Los mazos que has creado."
    assert spanish["read_me"].startswith("Todo lo que Voidream guarda sobre ti")
    explained = ("what", "read_me", "about")
    assert {key: told[key] for key in told if key not in explained} == {
        key: spanish[key] for key in spanish if key not in explained
    }
    assert not set(told["about"].values()) & set(spanish["about"].values())


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


async def test_the_turn_of_a_question_is_secret_before_it_comes(bot: Bot) -> None:
    """It is hidden even from the person asked, because it would reveal the time of an order's answer or a mention."""
    async with bot.store.write(Everything()) as tx:
        await tx.people.set_dm(ZOE.id, closed=True, told=True)
    match_id = await begin(bot)
    if await bot.matches.question(match_id, ZOE.id) is None:
        await bot.answer_anything(match_id, Chance("on"))
    due = [row for row in await cells(bot) if row[:2] == ("alarms", "kind") and row[2] == TURN]
    assert due
    told = await exported(bot)
    assert all(one["kind"] != TURN for one in told["alarms"])
    assert all("turn" not in one for one in told["reminders"])


async def test_an_unknown_person_gets_a_file_that_says_so(bot: Bot) -> None:
    told = await exported(bot, 123)
    assert told["people"] == [] and told["matches"] == []
