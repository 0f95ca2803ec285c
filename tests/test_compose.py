"""The compose file, as far as it can be judged without a container engine: its form, and that it says what the bot understands."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import click

from bot.app.run import LONG_LAST_RESORT
from bot.cli import main

OPS = Path(__file__).parents[1] / "ops"
_KEY = re.compile(r"([\w.<-]+):(?: (.*))?$")


def read(text: str) -> Any:
    """Read the part of YAML that these files are written in: maps, lists, anchors, and what a line holds."""
    lines = [
        (len(line) - len(line.lstrip()), line.strip())
        for line in text.splitlines()
        if line.strip() and not line.lstrip().startswith("#")
    ]
    anchors: dict[str, Any] = {}
    found, rest = _block(lines, 0, anchors)
    assert not rest, rest
    return found


def _block(
    lines: list[tuple[int, str]], depth: int, anchors: dict[str, Any]
) -> tuple[Any, list[tuple[int, str]]]:
    if lines[0][1].startswith("- "):
        items: list[Any] = []
        while lines and lines[0][0] == depth and lines[0][1].startswith("- "):
            inside = [(depth + 2, lines[0][1][2:])]
            lines = lines[1:]
            while lines and lines[0][0] > depth:
                inside.append(lines[0])
                lines = lines[1:]
            items.append(
                _block(inside, depth + 2, anchors)[0]
                if _KEY.match(inside[0][1])
                else _value(inside[0][1], anchors)
            )
        return items, lines
    made: dict[str, Any] = {}
    while lines and lines[0][0] == depth:
        match = _KEY.match(lines[0][1])
        assert match is not None, lines[0]
        key, value, lines = match[1], match[2] or "", lines[1:]
        anchor = re.match(r"&(\w+) ?", value)
        value = value[anchor.end() :] if anchor else value
        if value:
            held = _value(value, anchors)
        elif lines and lines[0][0] > depth:
            held, lines = _block(lines, lines[0][0], anchors)
        else:
            held = None
        if anchor:
            anchors[anchor[1]] = held
        if key == "<<":
            made = {**held, **made}
        else:
            made[key] = held
    return made, lines


def _value(text: str, anchors: dict[str, Any]) -> Any:
    if text.startswith("*"):
        return anchors[text[1:]]
    if text.startswith("["):
        return [_value(one, anchors) for one in re.findall(r'"[^"]*"|[^\s,\[\]][^,\]]*', text)]
    return json.loads(text) if text.startswith('"') else text


COMPOSE = read((OPS / "compose.yaml").read_text(encoding="utf-8"))
SERVICES: dict[str, Any] = COMPOSE["services"]
BOT = {name: one for name, one in SERVICES.items() if one["image"] == "voidream"}


def test_every_process_of_the_bot_runs_a_command_with_options_that_there_are() -> None:
    for one in BOT.values():
        name, *arguments = one["command"]
        command = main.get_command(click.Context(main), name)
        assert command is not None, name
        command.make_context(name, [re.sub(r"\$\{(\w+):[^}]*\}", r"\1", argument) for argument in arguments])
        assert one["depends_on"] == {"postgres": {"condition": "service_healthy"}}
        assert int(one["stop_grace_period"].removesuffix("s")) > LONG_LAST_RESORT


def test_every_secret_comes_from_a_file_and_goes_where_it_is_needed() -> None:
    for name, one in BOT.items():
        secrets = {value for key, value in one["environment"].items() if key.endswith("_FILE") and value}
        assert secrets == {f"/run/secrets/{secret}" for secret in one["secrets"]}, name
        assert ("discord_token" in one["secrets"]) == (name != "think")
    for one in SERVICES.values():
        for key, value in one.get("environment", {}).items():
            assert key.endswith("_FILE") or not re.search(r"PASSWORD|TOKEN|SECRET", key)
            assert not re.search(r"://[^/@]*:[^/@]*@", value)
    for secret, where in COMPOSE["secrets"].items():
        assert where == {"file": f"./secrets/{secret}"}
        assert any(secret in one.get("secrets", ()) for one in SERVICES.values())


def test_what_is_mounted_is_there_and_the_other_files_can_be_read() -> None:
    for one in SERVICES.values():
        for volume in one.get("volumes", ()):
            source = volume.split(":")[0]
            is_own = source in ("./secrets", "./tls") or source in COMPOSE["volumes"]
            assert is_own or (OPS / source).exists(), source
    assert read((OPS / "prometheus.yml").read_text(encoding="utf-8"))["rule_files"] == ["alerts.yml"]
    rules = read((OPS / "alerts.yml").read_text(encoding="utf-8"))["groups"][0]["rules"]
    assert len({rule["alert"] for rule in rules}) == len(rules)
    assert all(rule["annotations"]["summary"] and rule["annotations"]["description"] for rule in rules)
