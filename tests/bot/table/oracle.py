"""Discord's own description of its HTTP API as the judge of what the bot sends and of what the table lets through.

Use `watch(table)`: every request that the table accepted is then checked, and `table.check()` fails on the first that
Discord would not have taken. Where the description is not on this machine, nothing is watched.
"""

import functools
import json
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from bot.table.rest import Call
from bot.table.server import Table

DESCRIPTION = Path(__file__).resolve().parents[4] / "shared" / "discord" / "openapi.json"


@functools.cache
def description() -> dict[str, Any] | None:
    """Read Discord's description, or None where it is missing."""
    if not DESCRIPTION.is_file():
        return None
    api: dict[str, Any] = json.loads(DESCRIPTION.read_text())
    # Discord takes ids as numbers, too, and discord.py sends those of new attachments so.
    api["components"]["schemas"]["SnowflakeType"]["type"] = ["string", "integer"]
    return api


@functools.cache
def validator(method: str, template: str) -> Draft202012Validator | None:
    """Give the judge of a route's request bodies; None when the route takes no body."""
    api = description()
    assert api is not None
    paths = api["paths"]
    assert template in paths, f"Discord has no route {template}"
    assert method.lower() in paths[template], f"Discord has no {method} {template}"
    body = paths[template][method.lower()].get("requestBody")
    if body is None:
        return None
    schema = body["content"]["application/json"]["schema"]
    return Draft202012Validator({**schema, "components": api["components"]})


def judge(call: Call) -> None:
    """Raise AssertionError if the table accepted what Discord's description does not allow."""
    if call.status >= 400:
        return
    judging = validator(call.method, call.template)
    if judging is None:
        assert not call.body, f"takes no body, but got {call.body!r:.200}"
        return
    wrong = best_match(judging.iter_errors(call.body if call.body is not None else {}))
    assert wrong is None, f"{wrong.json_path}: {wrong.message:.300}"


def watch(table: Table) -> None:
    """Have every request that the table accepts checked from now on."""
    if description() is not None:
        table.record.observers.append(judge)
