"""Controls with any id and any chosen values are answered politely, without an internal failure."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.games.voidream import voidream
from bot.local_discord.interactions import InteractionType
from bot.local_discord.records import Message
from bot.views.types import MatchTable as Match
from tests.bot.discord.kit import Duel, Room, begin_match, room
from tests.games.registry import undrawn
from tests.table.actor import Actor

HUGE = "9" * 60
STATES = (
    "x", "٣", HUGE, "", f"1.{HUGE}", "x.x.x.x.x.x", "1.1.1.1.1.1", "=nobody's deck", "t1.=x", f"t{HUGE}.1", "new.",
    "at.x", "as.1", "0.zzzzzz", "9223372036854775808.1", "9999999999999999999", "\u0301",
)  # fmt: skip
VALUES: tuple[Sequence[str], ...] = (
    (),
    ("",),
    (HUGE,),
    ("٣",),
    ("²",),
    ("x",),
    ("-1",),
    ("1", "1"),
    ("none",),
    ("a", "b", "٣"),
)
IDS = (
    "", ":", "::::", "v1", "v2", "v2:", "v2::::", "v2:::turn:", "v2::x:turn:", "v2::٣:turn:", f"v2::{HUGE}:pick:0",
    f"v2:{HUGE}:0:turn:", "v2:٣:0:turn:", "v2:-1:0:turn:", "v2:1-:0:turn:", "v2::0::", "v2::0:nothing:", "v1::0:turn:", "v3::0:turn:",
    "x" * 100, "٣" * 100, "v2:" + ":" * 90, "v2::-1:pick:0", "v2::1.5:pick:0", "v2::\u00b2:pick:0", "\u202e\u0000",
)  # fmt: skip


class Presser:
    """Presses controls that don't exist: an interaction with any id and values, on the person's own message."""

    def __init__(self, lobby: Room, actor: Actor, source: Message) -> None:
        self._lobby = lobby
        self._actor = actor
        self._source = source

    async def press(self, custom_id: str, values: Sequence[str] | None) -> None:
        """Press a button, or choose in a menu, and wait for the response."""
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": 2 if values is None else 3, "id": 1}
        if values is not None:
            data["values"] = list(values)
        channel = self._lobby.table.world.channels[self._source.channel_id]
        started = self._lobby.table.acting._interactions.start(
            InteractionType.COMPONENT, self._actor.person, channel, data, source=self._source
        )
        outcome = await self._actor._watch(started, "first")
        running = self._lobby.running
        assert running is not None
        await running.bot.client.boundary.drained()
        assert not outcome.failed, (custom_id, values)


@pytest.fixture
async def duel(tmp_path: Path) -> AsyncGenerator[Duel]:
    """A match of Voidream that has begun."""
    async with room(tmp_path / "bot.sqlite3", undrawn(voidream())) as lobby:
        yield await begin_match(lobby, Actor(lobby.table, "Ada"), Actor(lobby.table, "Bo"))


async def key(duel: Duel) -> str:
    table: Match = await duel.room.services.matches.table(duel.match_id)
    return table.key


async def test_no_id_of_a_control_makes_anything_fail(duel: Duel, caplog: pytest.LogCaptureFixture) -> None:
    panel = (await duel.ada.actor.click(await duel.status(), "turn")).reply
    presser = Presser(duel.room, duel.ada.actor, panel)
    for custom_id in IDS:
        for values in (None, ("x",)):
            await presser.press(custom_id, values)
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []


@pytest.mark.slow
@pytest.mark.parametrize("part", range(2))
async def test_no_state_and_no_values_make_anything_fail(
    duel: Duel, caplog: pytest.LogCaptureFixture, part: int
) -> None:
    """Every act of every control, each with half of the states and values that no real control has."""
    panel = (await duel.ada.actor.click(await duel.status(), "turn")).reply
    presser = Presser(duel.room, duel.ada.actor, panel)
    question = await duel.ada.question()
    controls = duel.room.running.bot.client.controls if duel.room.running else None
    assert controls is not None
    numbers = {act: question.id if question else 1 for act in controls.answers} | dict.fromkeys(
        controls.others, 0
    )
    wrong: list[str] = []
    for place, act in enumerate(sorted(numbers)[part::2]):
        for n, state in list(enumerate(STATES))[place % 2 :: 2]:
            values = (None, *VALUES)[n % (len(VALUES) + 1)]
            match = ("", await key(duel), "9" * 18)[n % 3 if n % 7 else 1]
            custom_id = f"v2:{match}:{numbers[act]}:{act}:{state}"
            if len(custom_id) > 100:
                continue
            caplog.clear()
            await presser.press(custom_id, values)
            wrong += [
                f"{custom_id} {values}: {record.exc_info[0] if record.exc_info else ''} {record.getMessage()[:300]}"
                for record in caplog.records
                if record.levelname == "ERROR"
            ]
    assert wrong == []
