"""The compose file, tested without a container engine: its form, and that its commands and settings are valid."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import sys
from pathlib import Path
from typing import Any

import click

from bot.app.run import LONG_LAST_RESORT
from bot.app.web import UNNOTICED
from bot.cli import main
from tests.whole.processes import started

OPS = Path(__file__).parents[1] / "ops"
_KEY = re.compile(r"([\w.<-]+):(?: (.*))?$")


def read(text: str) -> Any:
    """Read the subset of YAML in these files: maps, lists, anchors, and scalars in a line."""
    lines = [
        (len(line) - len(line.lstrip()), line.strip())
        for line in text.splitlines()
        if line.strip() and not line.lstrip().startswith("#")
    ]
    anchors: dict[str, Any] = {}
    content, rest = _block(lines, 0, anchors)
    assert not rest, rest
    return content


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
            content = _value(value, anchors)
        elif lines and lines[0][0] > depth:
            content, lines = _block(lines, lines[0][0], anchors)
        else:
            content = None
        if anchor:
            anchors[anchor[1]] = content
        if key == "<<":
            made = {**content, **made}
        else:
            made[key] = content
    return made, lines


def _value(text: str, anchors: dict[str, Any]) -> Any:
    if text.startswith("*"):
        return anchors[text[1:]]
    if text.startswith("["):
        return [_value(one, anchors) for one in re.findall(r'"[^"]*"|[^\s,\[\]][^,\]]*', text)]
    return json.loads(text) if text.startswith('"') else text


def _read(name: str) -> Any:
    return read((OPS / name).read_text(encoding="utf-8"))


COMPOSE = _read("compose.yaml")
SERVICES: dict[str, Any] = COMPOSE["services"]
BOT = {name: one for name, one in SERVICES.items() if one["image"] == "voidream"}


def test_every_process_runs_an_existing_command_with_existing_options() -> None:
    for one in BOT.values():
        name, *arguments = one["command"]
        command = main.get_command(click.Context(main), name)
        assert command is not None, name
        command.make_context(name, [re.sub(r"\$\{(\w+):[^}]*\}", r"\1", argument) for argument in arguments])
        assert one["depends_on"] == {"postgres": {"condition": "service_healthy"}}
        assert int(one["stop_grace_period"].removesuffix("s")) > LONG_LAST_RESORT


def test_every_secret_comes_from_a_file_and_reaches_only_its_users() -> None:
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


def test_mounted_files_exist_and_configurations_can_be_read() -> None:
    for one in SERVICES.values():
        for volume in one.get("volumes", ()):
            source = volume.split(":")[0]
            is_own = source in ("./secrets", "./tls") or source in COMPOSE["volumes"]
            assert is_own or (OPS / source).exists(), source
    assert _read("prometheus.yml")["rule_files"] == ["alerts.yml"]
    rules = _read("alerts.yml")["groups"][0]["rules"]
    assert len({rule["alert"] for rule in rules}) == len(rules)
    assert all(rule["annotations"]["summary"] and rule["annotations"]["description"] for rule in rules)


def test_grafana_finds_prometheus_and_the_board() -> None:
    [source], [boards] = (
        _read("grafana-datasource.yml")["datasources"],
        _read("grafana-boards.yml")["providers"],
    )
    name, port = source["url"].removeprefix("http://").split(":")
    assert name in SERVICES and SERVICES[name]["ports"][0].endswith(f":{port}")
    mounted = dict(volume.split(":")[:2] for volume in SERVICES["grafana"]["volumes"])
    assert Path(mounted["./grafana.json"]).parent == Path(boards["options"]["path"])
    for kind, file in (("datasources", "grafana-datasource.yml"), ("dashboards", "grafana-boards.yml")):
        assert Path(mounted[f"./{file}"]).parent == Path("/etc/grafana/provisioning", kind)


def test_services_with_a_port_are_healthy_once_it_responds() -> None:
    for name, one in BOT.items():
        if name == "think":
            continue
        port = one["command"][one["command"].index("--port") + 1]
        assert f"'http://127.0.0.1:{port}/readyz'" in one["healthcheck"]["test"][-1], name
    assert all("healthcheck" in one for one in SERVICES.values())
    # While PostgreSQL creates its files, it answers on its socket, but not to the bot.
    assert "--host" in SERVICES["postgres"]["healthcheck"]["test"]


def test_a_process_that_stops_is_left_in_time_and_one_that_is_late_once_is_not() -> None:
    checks = dict(re.findall(r"health_(\w+) (\d+)s?\n", (OPS / "Caddyfile").read_text(encoding="utf-8")))
    fails, interval = int(checks["fails"]), int(checks["interval"])
    assert fails > 1
    assert 1000 * interval * fails < UNNOTICED


async def test_the_health_check_of_a_service_holds_of_a_living_process_and_of_no_other(
    tmp_path: Path,
) -> None:
    """Run the file's health check against a process with the file's settings, on a free port."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    program, *arguments = BOT["think"]["healthcheck"]["test"][1:]
    assert program == "python" and "127.0.0.1:9108" in arguments[-1]
    check = [sys.executable, *(one.replace(":9108", f":{port}") for one in arguments)]

    async def is_healthy() -> bool:
        asked = await asyncio.create_subprocess_exec(*check, stderr=asyncio.subprocess.DEVNULL)
        return await asked.wait() == 0

    folder = tmp_path / "database"
    folder.write_text("postgresql://nobody@127.0.0.1:1/voidream", encoding="utf-8")
    given = {**BOT["think"]["environment"], "METRICS": f"127.0.0.1:{port}"}
    with_its_database = {**given, "DATABASE_FILE": str(folder)}
    async with started(tmp_path, *BOT["think"]["command"], **with_its_database) as process:
        assert await process.ended() == 2 and "127.0.0.1" in process.text, "no database, no process"
    assert not await is_healthy()
    on_a_file = {**given, "DATABASE_FILE": "", "DATABASE": str(tmp_path / "bot.sqlite3")}
    async with started(tmp_path, *BOT["think"]["command"], **on_a_file) as process:
        await process.said("thinking")
        assert json.loads(process.output[-1])["role"] == "think", "LOG_FORMAT of the file"
        assert await is_healthy()
        assert await process.stop() == 0
    assert not await is_healthy()
