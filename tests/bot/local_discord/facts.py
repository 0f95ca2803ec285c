"""Extracts the parts of Discord's HTTP API description for the routes that the table offers.

The description is large, and Discord's. `bot/local_discord/validate/discord.json` contains fields, types and limits
of the offered routes, and no sentences. To regenerate it from a description:

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
"""The path of the whole description, if available."""

SOURCE = "https://github.com/discord/discord-api-spec, specs/openapi.json (MIT)"

_SAID = ("type", "enum", "const", "required", "format", "pattern", "uniqueItems", "minLength", "maxLength",
         "minItems", "maxItems", "minProperties", "maxProperties", "minimum", "maximum")  # fmt: skip
_WITHIN = ("items", "additionalProperties", "propertyNames")
_EACH = ("oneOf", "anyOf", "allOf", "prefixItems")
_REF = "#/components/schemas/"


def distilled(api: dict[str, Any], routes: list[tuple[str, str]], taken: str) -> dict[str, Any]:
    """Return the facts of these routes (method, template), with the schemas that they refer to.

    `taken` is the month of the description (YYYY-MM). Raises ValueError for a route that Discord doesn't have.
    """
    schemas: dict[str, Any] = {}
    paths: dict[str, dict[str, Any]] = {}
    for method, template in sorted(routes):
        operation = api["paths"].get(template, {}).get(method.lower())
        if operation is None:
            raise ValueError(f"Discord has no {method} {template}")
        facts_: dict[str, Any] = {}
        if "requestBody" in operation:
            facts_["request"] = _plain(operation["requestBody"]["content"]["application/json"]["schema"])
        facts_["answers"] = {
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
        paths.setdefault(template, {})[method] = facts_
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
    """Correct the description where Discord's servers and documentation differ from it."""
    # Ids are accepted as numbers, too: discord.py sends those of new attachments that way.
    schemas["SnowflakeType"]["type"] = ["string", "integer"]
    # In an error tree, codes are strings.
    schemas["Error"]["properties"]["code"]["type"] = ["integer", "string"]


def _plain(schema: Any) -> Any:
    """Return a schema's constraints without its descriptions."""
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return {"$ref": schema["$ref"]}
    constraints: dict[str, Any] = {key: schema[key] for key in _SAID if key in schema}
    constraints |= {key: _plain(schema[key]) for key in _WITHIN if key in schema}
    constraints |= {key: [_plain(each) for each in schema[key]] for key in _EACH if key in schema}
    if "properties" in schema:
        constraints["properties"] = {name: _plain(each) for name, each in schema["properties"].items()}
    variants = constraints.get("oneOf")
    if variants and all(set(each) == {"const"} for each in variants):
        constraints["enum"] = [each["const"] for each in constraints.pop("oneOf")]
    return constraints


def named(part: Any) -> set[str]:
    """Return the names of the schemas that a part refers to."""
    if isinstance(part, dict):
        own = {part["$ref"].removeprefix(_REF)} if "$ref" in part else set[str]()
        return own.union(*map(named, part.values()))
    return set[str]().union(*map(named, part)) if isinstance(part, list) else set()


def written(facts: dict[str, Any]) -> str:
    """Return the facts in the file's format: one line per route and per schema, so that diffs are readable."""
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
    """Return the method and template of every Discord route that the table offers."""
    return list(LocalTable().rest().routes)


def main(description: str, taken: str) -> None:
    """Regenerate the facts from a description."""
    FACTS.write_text(written(distilled(json.loads(Path(description).read_text()), offered(), taken)))


if __name__ == "__main__":
    main(*sys.argv[1:])
