"""Discord's own description of its HTTP API as the judge of what the bot sends and of what the table lets through.

Use `watch(table)`: every request that the table accepted is then checked, and `table.check()` fails on the first that
Discord would not have taken. What the description says is in `discord-facts.json`; see `facts`.
"""

import functools
import json
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from bot.table.rest import Call
from bot.table.server import Table
from tests.bot.table.facts import FACTS


@functools.cache
def facts() -> dict[str, Any]:
    """Read what Discord's description says of the routes that the table offers."""
    said: dict[str, Any] = json.loads(FACTS.read_text())
    # Discord takes ids as numbers, too, and discord.py sends those of new attachments so.
    said["components"]["schemas"]["SnowflakeType"]["type"] = ["string", "integer"]
    # Within a tree of errors codes are words, as its documentation shows.
    said["components"]["schemas"]["Error"]["properties"]["code"]["type"] = ["integer", "string"]
    return said


def operation(method: str, template: str) -> dict[str, Any]:
    """Give the facts of a route; one that Discord does not have is an error."""
    found = facts()["paths"].get(template, {}).get(method)
    assert found is not None, f"Discord has no {method} {template}"
    return found


def judge_of(schema: dict[str, Any]) -> Draft202012Validator:
    """Give the judge of a schema."""
    return Draft202012Validator({**schema, "components": facts()["components"]})


@functools.cache
def request_judge(method: str, template: str) -> Draft202012Validator | None:
    """Give the judge of a route's request bodies; None when the route takes no body."""
    schema = operation(method, template).get("request")
    return None if schema is None else judge_of(schema)


@functools.cache
def answer_judge(method: str, template: str, status: int) -> Draft202012Validator | None:
    """Give the judge of a route's answers; None when the answer has no body."""
    answers = operation(method, template)["answers"]
    kind = str(status) if str(status) in answers else f"{status // 100}XX"
    assert kind in answers, f"Discord does not answer {method} {template} with {status}"
    return None if answers[kind] is None else judge_of(answers[kind])


def fits(judging: Draft202012Validator, value: Any, what: str) -> None:
    """Raise AssertionError with the most telling reason if a value does not fit."""
    for wrong in judging.iter_errors(value):
        deepest = telling(wrong)
        raise AssertionError(f"{what} {deepest.json_path}: {deepest.message:.300}")


def telling(error: ValidationError) -> ValidationError:
    """Find the reason within unions: of the variant whose `type` fits, else of the one that gets furthest."""
    while error.context:
        variants: dict[Any, list[ValidationError]] = {}
        for each in error.context:
            variants.setdefault(each.schema_path[0], []).append(each)
        fitting = [each for each in variants.values() if not any(list(e.path)[-1:] == ["type"] for e in each)]
        error = max(fitting[0] if fitting else error.context, key=lambda e: len(e.absolute_path))
    return error


def judge(call: Call) -> None:
    """Raise AssertionError if the table accepted, or answered, what Discord's description does not allow."""
    answering = answer_judge(call.method, call.template, call.status)
    if answering is not None:
        fits(answering, call.answer, f"answer {call.status}")
    if call.status >= 400:
        return
    judging = request_judge(call.method, call.template)
    if judging is None:
        assert not call.body, f"takes no body, but got {call.body!r:.200}"
    else:
        fits(judging, {} if call.body is None else call.body, "request")


def watch(table: Table) -> None:
    """Have every request that the table accepts, and its answer, checked from now on."""
    table.record.observers.append(judge)
