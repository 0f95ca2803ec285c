"""The log never contains a token: not the bot's, an interaction's or a webhook's, nor the signature of an address."""

from __future__ import annotations

import io
import logging
import traceback
from pathlib import Path
from typing import Any, Literal

import discord
import pytest
import structlog

from bot.command_keys import Command
from bot.local_discord.interactions import Interactions
from bot.platform import logs
from tests.bot.discord.kit import begin_match, play_on, room
from tests.table.actor import Actor

CHATTY = (
    "discord.gateway",
    "discord.http",
    "discord.webhook.async_",
    "discord.state",
    "aiohttp",
    "aiohttp.access",
)
INTERACTION = "aW50ZXJhY3Rpb246MTQ1NjI1NTYzNzkxMzYwMDAwMDpkOFZLRGNqUGJ4" * 3
BOT = "MTQ1NjI1NTYzNzkxMzYwMDAw.GxYz12.abcDEF123-_abcDEF123-_abcDEF123"


@pytest.fixture
def configure_log(log_as_before: None) -> Any:
    """Return a function that configures logging at DEBUG, for all libraries, and returns its stream."""

    def begin(form: Literal["text", "json"]) -> io.StringIO:
        stream = io.StringIO()
        logs.set_up("DEBUG", form, stream)
        for name in CHATTY:
            logging.getLogger(name).setLevel(logging.DEBUG)
        return stream

    return begin


@pytest.mark.slow
@pytest.mark.parametrize("form", ["text", "json"])
async def test_a_whole_match_logs_none_of_the_tables_tokens(
    form: Literal["text", "json"], configure_log: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tokens: list[str] = []
    start = Interactions.start

    def noted(self: Interactions, *args: Any, **more: Any) -> Any:
        begun = start(self, *args, **more)
        tokens.append(begun.token)
        return begun

    monkeypatch.setattr(Interactions, "start", noted)
    stream = configure_log(form)
    async with room(tmp_path / "bot.sqlite3") as lobby:
        tokens.append(lobby.table.token)
        ada, bo = Actor(lobby.table, "Ada"), Actor(lobby.table, "Bo")
        duel = await begin_match(lobby, ada, bo)
        failing = lobby.table.faults.add("PATCH", "/webhooks/*", status=500)
        await ada.slash(Command.BOARD, channel=duel.ada.thread, wait="first")
        await failing.met.wait()
        lobby.table.faults.clear()
        await play_on(duel)
        tokens += lobby.table.gateway.sessions
    output = stream.getvalue()
    assert len(tokens) > 10
    assert "/callback" in output or "webhooks" in output, "the addresses with tokens were logged"
    assert logs.HIDDEN in output
    assert [token for token in tokens if token in output] == []
    assert "hm=" not in output.replace(f"hm={logs.HIDDEN}", "")


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize(
    "line",
    [
        f"PATCH https://discord.com/api/v10/webhooks/1456255637913600000/{INTERACTION}/messages/@original has returned 200",
        "PATCH https://discord.com/api/v10/webhooks/1456255637913600000/shortToken1/messages/@original",
        "POST https://discord.com/api/v10/interactions/1456255637913600001/s3cret/callback",
        f"Shard 0 event {{'t': 'INTERACTION_CREATE', 'd': {{'token': '{INTERACTION}', 'id': '1'}}}}",
        '{"op": 6, "d": {"token": "s3cret", "session_id": "s3cret", "seq": 3}}',
        f"Logging in with {BOT}",
        "headers {'Authorization': 'Bot s3cret', 'User-Agent': 'x'}",
        "Authorization: Bearer s3cret",
        "GET https://cdn.discordapp.com/attachments/1/2/deck.txt?ex=s3cret&is=s3cret&hm=s3cret& done",
        "SecretThatWasNamed",
    ],
)
def test_a_token_is_hidden_everywhere(form: Literal["text", "json"], line: str, configure_log: Any) -> None:
    logs.hide("SecretThatWasNamed")
    stream = configure_log(form)
    logging.getLogger("discord.http").debug(line)
    logging.getLogger("anything").error("it was %s", line)
    structlog.get_logger("voidream").warning("event", about=line, deep={"inside": [line]})
    try:
        raise discord.DiscordException(line)
    except discord.DiscordException:
        logging.getLogger("voidream").exception("failed")
    output = stream.getvalue()
    assert output.count(logs.HIDDEN) >= 4
    for secret in (INTERACTION, BOT, "s3cret", "shortToken1", "SecretThatWasNamed"):
        assert secret not in output


def test_other_text_stays(configure_log: Any) -> None:
    stream = configure_log("text")

    def a_function_whose_name_is_longer_than_any_token_could_be() -> None:
        raise ValueError("the lantern fell")

    try:
        a_function_whose_name_is_longer_than_any_token_could_be()
    except ValueError:
        logging.getLogger("voidream").exception(
            "match=145 commands registered hash=446383f8fe8c30e168b14383b020762e"
        )
    output = stream.getvalue()
    assert logs.HIDDEN not in output
    for words in (
        "a_function_whose_name",
        "the lantern fell",
        "446383f8fe8c30e168b14383b020762e",
        "match=145",
    ):
        assert words in output
    assert traceback.format_exc() == "NoneType: None\n"


def test_a_line_that_cannot_be_written_reveals_nothing_either(
    configure_log: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    configure_log("text")

    class Broken:
        def __str__(self) -> str:
            raise RuntimeError(f"no words for token={INTERACTION}")

    logging.getLogger("discord.http").error("%s", Broken())
    output = capsys.readouterr().err
    assert "could not be written" in output
    assert INTERACTION not in output
