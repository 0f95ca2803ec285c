"""Discord's own description of its HTTP API as the judge of what the table answers.

What the bot asks is judged by the table itself, as Discord would. Use `watch(table)`: every answer is then held against
the description, and `table.check()` fails on the first that Discord would not have given.
"""

from bot.local_discord.rest import RestCall
from bot.local_discord.server import LocalTable
from bot.local_discord.validate.described import facts, wrong_in_answer


def judge(call: RestCall) -> None:
    """Raise AssertionError if the table answered what Discord's description does not allow."""
    wrong = wrong_in_answer(call.method, call.template, call.status, call.answer)
    assert not wrong, f"answer {call.status}: {wrong}"
    if call.status < 400 and "request" not in facts()["paths"][call.template][call.method]:
        assert not call.body, f"takes no body, but got {call.body!r:.200}"


def watch(table: LocalTable) -> None:
    """Have every answer of the table checked from now on."""
    table.record.observers.append(judge)
