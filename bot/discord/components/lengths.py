"""Length limits of typed text, enforced by Discord or otherwise by the bot.

Code that reads such a text can rely on its length.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from discord import app_commands, ui

from bot.discord.interaction_data import SlashCommand
from bot.match.interventions import REASON
from bot.servers.rules import RATED_BOUNDS
from cards.i18n import msg

TOO_LONG = msg("This is too long: “{name}” holds at most {n} characters.")

Name = app_commands.Range[str, None, 100]
"""A name: of a match, a deck, a card, a rule, an order, an hour, a length of time."""
Line = app_commands.Range[str, None, 200]
"""A time control in words, or what an order says."""
Answer = app_commands.Range[str, None, 1000]
"""An answer: it may name many cards."""
Code = app_commands.Range[str, None, 4000]
"""A deck as a code or a list."""
YesNo = Literal["yes", "no"]
"""An answer to what another player asks for."""

TYPED = 200
"""Maximum characters of unfinished input that are used for suggestions."""

FIELDS: Mapping[str, int] = {
    "answer": 1000,
    "reason": REASON,
    "cut": 3,
    "list": 4000,
    "name": 60,
    **dict.fromkeys(("matches", "challenges", "hourly", "gap"), 4),
    **dict.fromkeys(RATED_BOUNDS, 3),
}
"""Maximum characters of forms' text fields, by id."""


def field(name: str, **options: Any) -> ui.TextInput[ui.LayoutView]:
    """Return a text field of a form. `name` is a key of FIELDS, `options` are discord.py's other arguments."""
    return ui.TextInput[ui.LayoutView](custom_id=name, max_length=FIELDS[name], **options)


def too_long(command: SlashCommand, arguments: Mapping[str, object]) -> tuple[str, int] | None:
    """Return the name and limit of a command's first text that is too long, or None."""
    for parameter in command.parameters:
        text, limit = arguments.get(parameter.display_name), parameter.max_value
        if isinstance(text, str) and limit is not None and len(text) > limit:
            return parameter.display_name, int(limit)
    return None


def cut(options: list[dict[str, Any]]) -> None:
    """Cut unfinished input, and all other texts, in the options of a command and their nested options."""
    for option in options:
        if isinstance(option.get("value"), str):
            option["value"] = option["value"][:TYPED]
        cut(option.get("options", []))
