"""Open tables in Discord: opening, joining, leaving, filling and closing them, in both languages."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest

from bot.local_discord.records import Message
from bot.match.open_tables import LASTS
from tests.bot.discord.kit import Room, room
from tests.games import registry
from tests.table import transcript
from tests.table.actor import Actor


@pytest.fixture
async def lobby(tmp_path: Path) -> AsyncGenerator[Room]:
    async with room(tmp_path / "bot.sqlite3", registry.lanterns()) as lobby:
        yield lobby


async def open_table(lobby: Room, host: Actor, **options: Any) -> Message:
    response = await host.slash("voidream challenge", deck="Harbour", **options)
    assert "Your table is open until <t:" in response.text and "You're playing Harbour." in response.text
    await lobby.quiet()
    return await host.gets("wants to play Lanterns. Who joins?")


async def sit(lobby: Room, person: Actor, table: Message) -> str:
    response = await person.click(table, "Take a seat")
    assert "Which deck will you play at **Ada**'s table?" in response.text
    await person.select(response.reply, "Garden")
    await lobby.quiet()
    return transcript.text(response.reply)


async def test_people_join_and_leave_until_it_is_full(lobby: Room, ada: Actor, bo: Actor, cy: Actor) -> None:
    table = await open_table(lobby, ada, seats=3, clock="2d each", rated=True)
    assert table.mentions == [], "it mentions no one"
    assert "At the table: **Ada**. 2 seats are free." in transcript.text(table)
    assert "rated" in transcript.text(table).lower()
    assert "Start now" not in str(transcript.buttons(table))
    assert "This is your own table" in (await ada.click(table, "Take a seat")).text
    assert "You don't have a seat" in (await cy.click(table, "Leave table")).text
    response = await sit(lobby, bo, table)
    assert "You have a seat at **Ada**'s table. You're playing Garden." in response
    assert "At the table: **Ada and Bo**. 1 seat is free." in transcript.text(table)
    assert "already have a seat" in (await bo.click(table, "Take a seat")).text
    listed = await bo.slash("match list")
    assert "Ada's open table" in listed.text and "you have a seat. 1 seat is free." in listed.text
    assert "You left **Ada**'s table." in (await bo.click(table, "Leave table")).text
    await lobby.quiet()
    assert "At the table: **Ada**. 2 seats are free." in transcript.text(table)
    await sit(lobby, cy, table)
    bo.person.locale = "es-ES"
    [(offered, number)] = [
        (each["name"], each["value"]) for each in await bo.choices("match accept", "match", deck="Garden")
    ]
    assert offered == f"Partida {number}: Mesa abierta de Ada"
    begun = await bo.slash("match accept", match=number, deck="Garden")
    assert "Garden" in begun.text
    await lobby.quiet()
    assert "**Ada, Cy and Bo** are playing." in transcript.text(table)
    assert "Ada – Cy – Bo" in ada.threads()[-1].name
    assert not await bo.choices("match accept", "match")


async def test_the_host_begins_early_or_closes_a_table_and_it_expires(
    lobby: Room, ada: Actor, bo: Actor
) -> None:
    table = await open_table(lobby, ada)
    await sit(lobby, bo, table)
    assert "Only Ada can start this match." in (await bo.click(table, "Start now")).text
    assert "Ada against Bo" in (await ada.click(table, "Start now")).text
    await lobby.quiet()
    assert "**Ada and Bo** are playing" in transcript.text(table)
    ada.person.locale = "es-ES"
    response = await ada.slash("voidream challenge", deck="Harbour", seats=2)
    assert "Tu mesa está abierta" in response.text
    await lobby.quiet()
    table = await bo.gets("Who joins?")
    assert "Has cerrado tu mesa." in (await ada.click(response.reply, "Cerrar la mesa")).text
    await lobby.quiet()
    assert "**Ada** closed this table." in transcript.text(table) and not transcript.buttons(table)
    await bo.slash("voidream challenge", deck="Harbour")
    await lobby.quiet()
    table = await bo.gets("Who joins?")
    await lobby.turn(LASTS)
    assert "not enough players joined in time" in transcript.text(table)


async def test_the_form_without_an_opponent_opens_a_table(lobby: Room, ada: Actor) -> None:
    listed = await ada.slash("match list")
    await ada.click(listed.reply, "Challenge someone")
    outcome = await ada.submit({"deck": "Harbour", "clock": "none"})
    assert "Your table is open" in outcome.text
    refused = await ada.slash("voidream challenge", user=Actor(lobby.table, "Bo"), seats=3, deck="Harbour")
    assert "is for an open table" in refused.text
    refused = await ada.slash("voidream challenge", deck="Harbour")
    assert "You already have an open table." in refused.text
