"""Distils what Discord's own description of its HTTP API says of the requests that concern us, and of their answers.

The description is large, and Discord's. `bot/local_discord/validate/discord.json` holds of it what the table asks for: fields,
types and limits of the routes that it offers, no sentences. To write it anew from a description:

    python -m tests.bot.local_discord.facts OPENAPI.json 2026-07
"""

from __future__ import annotations

import json
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

from bot.local_discord.server import LocalTable

FACTS = Path(str(files("bot.local_discord.validate").joinpath("discord.json")))
DESCRIPTION = Path(__file__).resolve().parents[4] / "shared" / "discord" / "openapi.json"
"""Where the whole description lies for those who have it."""

SOURCE = "https://github.com/discord/discord-api-spec, specs/openapi.json (MIT)"

_SAID = ("type", "enum", "const", "required", "format", "pattern", "uniqueItems", "minLength", "maxLength",
         "minItems", "maxItems", "minProperties", "maxProperties", "minimum", "maximum")  # fmt: skip
_WITHIN = ("items", "additionalProperties", "propertyNames")
_EACH = ("oneOf", "anyOf", "allOf", "prefixItems")
_REF = "#/components/schemas/"


def distilled(api: dict[str, Any], routes: list[tuple[str, str]], taken: str) -> dict[str, Any]:
    """Return the facts of these routes (method, template), with the schemas that they lead to.

    `taken` is the month of the description (YYYY-MM). Raises ValueError for a route that Discord does not have.
    """
    schemas: dict[str, Any] = {}
    paths: dict[str, dict[str, Any]] = {}
    for method, template in sorted(routes):
        operation = api["paths"].get(template, {}).get(method.lower())
        if operation is None:
            raise ValueError(f"Discord has no {method} {template}")
        said: dict[str, Any] = {}
        if "requestBody" in operation:
            said["request"] = _plain(operation["requestBody"]["content"]["application/json"]["schema"])
        said["answers"] = {
            status: _plain(answer["content"]["application/json"]["schema"]) if "content" in answer else None
            for status, answer in sorted(operation["responses"].items())
            if "$ref" not in answer
        } | {
            status: _plain(
                api["components"]["responses"][answer["$ref"].rpartition("/")[2]]["content"][
                    "application/json"
                ]["schema"]
            )
            for status, answer in sorted(operation["responses"].items())
            if "$ref" in answer
        }
        paths.setdefault(template, {})[method] = said
    todo = named(paths)
    while todo:
        name = todo.pop()
        if name not in schemas:
            schemas[name] = _plain(api["components"]["schemas"][name])
            todo |= named(schemas[name])
    _amend(schemas)
    return {
        "source": SOURCE,
        "api": api["info"]["version"],
        "taken": taken,
        "paths": paths,
        "components": {"schemas": dict(sorted(schemas.items()))},
    }


def _amend(schemas: dict[str, Any]) -> None:
    """Correct what Discord's servers and documentation say otherwise than the description."""
    # Ids are taken as numbers, too: discord.py sends those of new attachments so.
    schemas["SnowflakeType"]["type"] = ["string", "integer"]
    # Within a tree of errors codes are words.
    schemas["Error"]["properties"]["code"]["type"] = ["integer", "string"]


def _plain(schema: Any) -> Any:
    """Keep what a value must be, and leave out what is said about it."""
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return {"$ref": schema["$ref"]}
    kept: dict[str, Any] = {key: schema[key] for key in _SAID if key in schema}
    kept |= {key: _plain(schema[key]) for key in _WITHIN if key in schema}
    kept |= {key: [_plain(each) for each in schema[key]] for key in _EACH if key in schema}
    if "properties" in schema:
        kept["properties"] = {name: _plain(each) for name, each in schema["properties"].items()}
    variants = kept.get("oneOf")
    if variants and all(set(each) == {"const"} for each in variants):
        kept["enum"] = [each["const"] for each in kept.pop("oneOf")]
    return kept


def named(part: Any) -> set[str]:
    """Return the names of the schemas that a part refers to."""
    if isinstance(part, dict):
        own = {part["$ref"].removeprefix(_REF)} if "$ref" in part else set[str]()
        return own.union(*map(named, part.values()))
    return set[str]().union(*map(named, part)) if isinstance(part, list) else set()


def written(facts: dict[str, Any]) -> str:
    """Return facts as they stand in the file: a line a route and a line a schema, so that a change can be read."""
    head = {key: value for key, value in facts.items() if key not in ("paths", "components")}

    def lines(rows: dict[str, Any], indent: str) -> str:
        return ",\n".join(f"{indent}{json.dumps(key)}: {_short(value)}" for key, value in rows.items())

    return (
        json.dumps(head, indent=1)[:-2]
        + ',\n "paths": {\n'
        + lines(facts["paths"], "  ")
        + '\n },\n "components": {"schemas": {\n'
        + lines(facts["components"]["schemas"], "  ")
        + "\n }}\n}\n"
    )


def _short(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def offered() -> list[tuple[str, str]]:
    """Return method and template of every route of Discord's that the table offers."""
    return list(LocalTable().rest().routes)


def main(description: str, taken: str) -> None:
    """Write the facts anew from a description."""
    FACTS.write_text(written(distilled(json.loads(Path(description).read_text()), offered(), taken)))


if __name__ == "__main__":
    main(*sys.argv[1:])
