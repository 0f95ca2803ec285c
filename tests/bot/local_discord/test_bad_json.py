"""Invalid JSON sent to the table is refused with a sentence, and never makes the table fail."""

from __future__ import annotations

import io
import json
from typing import Any

import aiohttp
import pytest

from bot.local_discord.json_codec import DEEPEST, NotJson, decoded
from bot.local_discord.server import LocalTable

JSON = {"Content-Type": "application/json"}


def nested(depth: int, inside: str = "1") -> str:
    return "[" * depth + inside + "]" * depth


BODIES: dict[str, bytes] = {
    "empty": b"",
    "cut": b'{"kind": "sla',
    "no utf-8": b'{"kind": "\xff\xfe"}',
    "half a character": b'{"kind": "\\ud800"}',
    "deep lists": nested(200_000).encode(),
    "deep objects": ('{"a":' * 200_000 + "1" + "}" * 200_000).encode(),
    "deep and never closed": b"[" * 900_000,
    "deep in options": f'{{"kind": "slash", "person": "1", "options": {nested(900)}}}'.encode(),
    "just too deep": nested(DEEPEST + 1).encode(),
    "list": b"[1, 2]",
    "number": b"1e999",
    "long number": b"9" * 5000,
    "long id": b'{"kind": "slash", "person": ' + b"9" * 5000 + b"}",
    "long id in a text": b'{"kind": "slash", "person": "' + b"9" * 5000 + b'"}',
    "foreign digits": '{"kind": "slash", "person": "١٢٣"}'.encode(),
    "not a number": b'{"seconds": NaN}',
    "no seconds": b'{"seconds": 1e400}',
    "wrong types": b'{"kind": ["slash"], "person": {"id": 1}, "options": 3, "values": {"a": 1}}',
}
"""Malformed requests, by their fault."""


@pytest.mark.parametrize("bad", BODIES)
async def test_the_page_gets_a_sentence(table: LocalTable, bad: str) -> None:
    async with aiohttp.ClientSession() as session:
        for path in ("/ui/act", "/ui/people", "/ui/clock"):
            async with session.post(
                f"{table.address}{path}", data=io.BytesIO(BODIES[bad]), headers=JSON
            ) as response:
                assert 400 <= response.status < 500, path
                error = (await response.json())["error"]
                assert error.endswith((".", "!", "?")) and error[0].isupper()


@pytest.mark.parametrize("bad", BODIES)
async def test_a_bot_gets_discords_error(table: LocalTable, bad: str) -> None:
    headers = {**JSON, "Authorization": f"Bot {table.token}"}
    async with aiohttp.ClientSession() as session:
        address = f"{table.address}/api/v10/channels/{table.channel.id}/messages"
        async with session.post(address, data=io.BytesIO(BODIES[bad]), headers=headers) as response:
            assert 400 <= response.status < 500


@pytest.mark.parametrize("named", ["9" * 5000, "١٢٣", "-1", "1.5", "%00", "²"])
async def test_an_odd_id_is_refused(table: LocalTable, named: str) -> None:
    person = table.person("Ada")
    headers = {**JSON, "Authorization": f"Bot {table.token}"}
    async with aiohttp.ClientSession() as session:
        for ids in ({"message": named}, {"channel": named}, {"interaction": named}, {"person": named}):
            for kind in ("slash", "component", "modal", "message", "autocomplete"):
                body: dict[str, Any] = {
                    "person": str(person.id),
                    "channel": str(table.channel.id),
                    "kind": kind,
                }
                async with session.post(f"{table.address}/ui/act", json=body | ids) as response:
                    assert response.status == 400, (kind, ids)
        async with session.get(f"{table.address}/api/v10/channels/{named}", headers=headers) as response:
            assert 400 <= response.status < 500


def test_deep_but_valid_json_is_accepted() -> None:
    assert decoded(nested(DEEPEST)) == json.loads(nested(DEEPEST))
    with pytest.raises(NotJson, match="nested too deep"):
        decoded(nested(DEEPEST + 1))


async def test_the_gateway_closes_at_too_deep_json(table: LocalTable) -> None:
    async with aiohttp.ClientSession() as session:
        address = table.address.replace("http", "ws") + "/gateway?v=10&encoding=json"
        async with session.ws_connect(address) as socket:
            await socket.receive()
            await socket.send_str(nested(1_500))
            closing = await socket.receive()
            assert (closing.type, closing.data) == (aiohttp.WSMsgType.CLOSE, 4002)
