"""Metrics of a bot in use: everything is measured, and no one can be identified."""

from __future__ import annotations

import io
import json
import re

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.app.monitor import Ages
from bot.errors import StartError
from bot.platform import logs
from bot.settings import HostPort
from tests.bot.discord.kit import Room, begin_match, play_on
from tests.bot.kit import OFTEN
from tests.table.actor import Actor

LOCAL = HostPort("127.0.0.1", 0)


async def page(room: Room) -> str:
    assert room.running is not None and room.running.bot.monitor is not None
    monitor = room.running.bot.monitor
    await monitor._round()
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{monitor.port}/metrics") as answer,
    ):
        assert answer.status == 200
        return await answer.text()


def of(text: str, name: str, **labels: str) -> float:
    """Return the sum of the samples with these labels."""
    return sum(
        sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if sample.name == name and labels.items() <= sample.labels.items()
    )


async def test_a_match_is_measured_without_identifying_labels(lobby: Room, ada: Actor, bo: Actor) -> None:
    lobby.settings = OFTEN.model_copy(update={"metrics": LOCAL})
    await lobby.restart()
    before = await page(lobby)
    duel = await begin_match(lobby, ada, bo)
    await play_on(duel, most=3)
    await lobby.quiet()
    after = await page(lobby)

    def more(name: str, **labels: str) -> float:
        return of(after, name, **labels) - of(before, name, **labels)

    assert more("voidream_moves_total", game=lobby.game.name) >= 4
    assert more("voidream_interactions_total", outcome="answered") >= 5
    for histogram in ("interaction_first_answer", "interaction_answer", "outbox_delivery", "picture"):
        assert more(f"voidream_{histogram}_seconds_count") > 0, histogram
    for mode in ("read", "write"):
        assert more("voidream_store_transaction_seconds_count", mode=mode) > 0
        assert more("voidream_store_wait_seconds_count", mode=mode) > 0
    assert more("voidream_outbox_deliveries_total", outcome="sent") > 0
    assert more("voidream_discord_requests_total", route="POST /channels/{id}/messages", status="200") > 0
    assert of(after, "voidream_matches", standing="playing") == 1
    assert of(after, "voidream_outbox_waiting") == 0
    assert of(after, "voidream_build_info", role="run") >= 1
    secrets = [ada.person.name, bo.person.name, lobby.table.token, *map(str, (ada.person.id, bo.person.id))]
    for family in text_string_to_metric_families(after):
        for sample in family.samples:
            for label, value in sample.labels.items():
                assert label in ("le", "version") or not re.search(r"\d{4}", value), (
                    sample.name,
                    label,
                    value,
                )
                assert not {*secrets} & {*re.split(r"[^\w.-]", value)}
            assert (
                not sample.name.startswith("voidream_")
                or sample.name.endswith("_created")
                or sample.value < 10**9
            )


def test_the_age_of_the_oldest_note_is_measured() -> None:
    ages = Ages()
    assert ages.age(0, None, 7) == 0
    assert ages.age(10, 8, 9) == 0
    assert ages.age(30, 8, 12) == 20
    assert ages.age(40, 10, 12) == 10
    assert ages.age(50, None, 12) == 0
    assert ages.age(60, 3, 12) == 60, "a retried note keeps its age"


async def test_a_used_port_is_reported_in_a_sentence(lobby: Room) -> None:
    lobby.settings = OFTEN.model_copy(
        update={"metrics": HostPort("127.0.0.1", int(lobby.table.address.rpartition(":")[2]))}
    )
    await lobby.end()
    with pytest.raises(StartError, match=r"METRICS: 127\.0\.0\.1:\d+ can't be used"):
        await lobby.begin()
    lobby.settings = OFTEN
    await lobby.begin()


async def test_log_lines_contain_the_role_and_the_worker(lobby: Room, log_as_before: None) -> None:
    out = io.StringIO()
    logs.set_up("INFO", "json", out)
    await lobby.restart()
    assert lobby.running is not None
    ready = next(line for line in map(json.loads, out.getvalue().splitlines()) if line["event"] == "ready")
    assert (ready["role"], ready["worker"]) == ("run", lobby.running.bot.membership.id)
