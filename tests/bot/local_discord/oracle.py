"""Discord's own description of its HTTP API as the oracle for the table's responses.

The table itself checks the bot's requests, like Discord. After `watch(table)` every response is compared with the
description as well, and `table.check()` fails at the first one that Discord would not have sent.
"""

from bot.local_discord.rest import RestCall
from bot.local_discord.server import LocalTable
from bot.local_discord.validate.described import facts, wrong_in_answer


def judge(call: RestCall) -> None:
    """Raise AssertionError if the table's response doesn't match Discord's description."""
    wrong = wrong_in_answer(call.method, call.template, call.status, call.answer)
    assert not wrong, f"answer {call.status}: {wrong}"
    if call.status < 400 and "request" not in facts()["paths"][call.template][call.method]:
        assert not call.body, f"takes no body, but got {call.body!r:.200}"


def watch(table: LocalTable) -> None:
    """Check every response of the table from now on."""
    table.record.observers.append(judge)
