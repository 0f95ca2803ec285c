"""Logs that people and programs can read."""

from __future__ import annotations

import io
import json
import logging

import pytest
import structlog

from bot.errors import Busy, Uncertain
from bot.platform import logs

pytestmark = pytest.mark.usefixtures("log_as_before")


def lines(stream: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_json_is_one_object_per_line_with_bound_values() -> None:
    out = io.StringIO()
    logs.set_up("INFO", "json", out)
    with structlog.contextvars.bound_contextvars(match=12, interaction=34, person=56):
        structlog.get_logger("voidream").info("answered", rev=7)
        logging.getLogger("discord.client").warning("Shard %s is slow\n", 3)
    ours, theirs = lines(out)
    assert ours["event"] == "answered"
    assert (ours["match"], ours["interaction"], ours["person"], ours["rev"]) == (12, 34, 56, 7)
    assert ours["level"] == "info"
    assert theirs["event"] == "Shard 3 is slow"
    assert (theirs["logger"], theirs["match"]) == ("discord.client", 12)
    assert str(theirs["timestamp"]).endswith("Z")


def test_text_is_for_people() -> None:
    out = io.StringIO()
    logs.set_up("INFO", "text", out)
    structlog.get_logger("voidream").info("answered", match=12)
    assert "answered" in out.getvalue()
    assert "match=12" in out.getvalue()
    assert "\x1b[" not in out.getvalue(), "no colours without a terminal"


def test_the_level_applies_to_all_libraries() -> None:
    out = io.StringIO()
    logs.set_up("WARNING", "json", out)
    structlog.get_logger("voidream").info("quiet")
    logging.getLogger("discord").info("quiet")
    structlog.get_logger("voidream").warning("loud")
    assert [line["event"] for line in lines(out)] == ["loud"]


def test_messages_of_every_statement_are_left_out() -> None:
    out = io.StringIO()
    logs.set_up("DEBUG", "json", out)
    logging.getLogger("aiosqlite").debug("executing secret values")
    assert out.getvalue() == ""


@pytest.mark.parametrize("form", ["json", "text"])
def test_a_failure_has_a_reference_code_and_its_traceback_stays_in_the_log(form: str) -> None:
    out = io.StringIO()
    logs.set_up("INFO", form, out)  # type: ignore[arg-type]
    try:
        raise ZeroDivisionError("the lantern fell")
    except ZeroDivisionError as error:
        code = logs.failure(structlog.get_logger("voidream"), "answer_failed", error, match=12)
    assert len(code) == 8
    assert code in out.getvalue()
    assert "ZeroDivisionError" in out.getvalue()
    assert "test_logs.py" in out.getvalue()


@pytest.mark.parametrize("form", ["json", "text"])
def test_a_traceback_shows_no_values_of_variables(form: str) -> None:
    """Hands, seeds and tokens are values of variables."""
    out = io.StringIO()
    logs.set_up("INFO", form, out)  # type: ignore[arg-type]

    def answer(hand: str) -> None:
        raise ZeroDivisionError("the lantern fell")

    try:
        answer(hand="amber " + "1")
    except ZeroDivisionError as error:
        logs.failure(structlog.get_logger("voidream"), "answer_failed", error)
    assert "the lantern fell" in out.getvalue()
    assert "amber 1" not in out.getvalue()


def test_an_unavailable_database_is_a_warning() -> None:
    out = io.StringIO()
    logs.set_up("INFO", "json", out)
    log = structlog.get_logger("voidream")
    assert (
        logs.failure(log, "not_shown", Busy(), match=1) == logs.failure(log, "not_shown", Uncertain()) == ""
    )
    code = logs.failure(log, "not_shown", ZeroDivisionError())
    assert [(line["level"], line.get("reference")) for line in lines(out)] == [
        ("warning", None),
        ("warning", None),
        ("error", code),
    ]


def test_a_password_in_an_address_is_left_out() -> None:
    for secret in ("s3cr3t", "a%40b", "x"):
        line = logs.discreet(f"FATAL at postgresql://ada:{secret}@[::1]:5432/birds, later http://host:80/a@b")
        assert line == "FATAL at postgresql://ada:[hidden]@[::1]:5432/birds, later http://host:80/a@b"
