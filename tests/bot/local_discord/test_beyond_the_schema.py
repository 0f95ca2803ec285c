"""Requests that fit Discord's published schema, but are refused because of its documentation."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from bot.local_discord.errors import ApiError
from tests.bot.local_discord.test_strict import COMMANDS, MENU, Asking

Body = Any
BLANK = "  \n"
OPTION = (0, "options", 0, "options")
"""The options of the only command."""
CASES: dict[str, tuple[str, list[tuple[tuple[str | int, ...], Any]]]] = {}


def case(name: str, request: str, *changes: tuple[tuple[str | int, ...], Any]) -> None:
    CASES[name] = (request, list(changes))


USER, DECK, TURNS, PACE, PLACE = ((*OPTION, n) for n in range(5))
TWO = [{"name": "Fast", "value": "f"}, {"name": "Slow", "value": "s"}]
ROW = ("components", 1, "components", 0)
PERSON = ("components", 2, "components", 0)
FIELD = ("data", "components", 0, "component")
# Blank texts.
case("blank text", "layout", (("components", 0, "content"), BLANK))
case("blank label of a button", "message", (("components", 0, "components", 0, "label"), BLANK))
case("blank label of an option", "message", ((*ROW, "options", 0, "label"), BLANK))
case("blank value of an option", "message", ((*ROW, "options", 0, "value"), BLANK))
case("blank custom id", "message", (("components", 0, "components", 0, "custom_id"), BLANK))
case("blank name in an embed", "message", (("embeds", 0, "fields", 0, "name"), BLANK))
case("blank title of a form", "form", (("data", "title"), BLANK))
case("blank label in a form", "form", (("data", "components", 0, "label"), BLANK))
case("blank description of a command", "commands", ((0, "description"), BLANK))
case("blank description of an option", "commands", ((*DECK, "description"), BLANK))
case("blank description in another language", "commands", ((0, "description_localizations", "es-ES"), BLANK))
case("blank name of a choice", "commands", ((*PACE, "choices", 0, "name"), BLANK))
case("blank name of an offer", "offers", (("data", "choices", 0, "name"), BLANK))
case("blank name of a thread", "thread", (("name",), BLANK))
# Choices and options of commands.
case("empty value of a choice", "commands", ((*PACE, "choices", 0, "value"), ""))
case("empty value of an offer", "offers", (("data", "choices", 0, "value"), ""))
case("min_length above max_length", "commands", ((*DECK, "min_length"), 51))
case("min_value above max_value", "commands", ((*TURNS, "min_value"), 10))
case("one localized name for two options", "commands",
     ((*DECK, "name_localizations"), {"es-ES": "mazo"}), ((*TURNS, "name_localizations"), {"es-ES": "mazo"}))  # fmt: skip
case(
    "a localized name that is another's own", "commands", ((*DECK, "name_localizations"), {"es-ES": "turns"})
)
case("one localized name for two choices", "commands",
     ((*PACE, "choices"), [{**each, "name_localizations": {"es-ES": "Igual"}} for each in TWO]))  # fmt: skip
case("one localized name for two commands", "commands",
     ((1,), {**COMMANDS[0], "name": "other"}))  # fmt: skip
case("choices of a person", "commands", ((*USER, "choices"), TWO))
case("a length of a number", "commands", ((*TURNS, "max_length"), 3))
case("a range of a text", "commands", ((*PACE, "min_value"), 3))
case("kinds of channel of a text", "commands", ((*PACE, "channel_types"), [0]))
case(
    "an option within an option",
    "commands",
    ((*PACE, "options"), [{"type": 3, "name": "x", "description": "X"}]),
)
case("a required subcommand", "commands", ((0, "options", 0, "required"), True))
case("options of a context menu", "commands",
     ((1,), {"name": "Look", "type": 2, "options": [{"type": 3, "name": "x", "description": "X"}]}))  # fmt: skip
case(
    "a description of a context menu", "commands", ((1,), {"name": "Look", "type": 2, "description": "Looks"})
)
case("an offer in a language that there is not", "offers",
     (("data", "choices", 0, "name_localizations"), {"xx": "X"}))  # fmt: skip
# Menus.
case("a required menu in a message", "message", ((*ROW, "required"), True))
case("min_values above max_values", "message", ((*ROW, "min_values"), 2))
case("a role chosen among people", "message", ((*PERSON, "default_values"), [{"id": "5", "type": "role"}]))
case("one person chosen twice", "message", ((*PERSON, "default_values"), [{"id": "5", "type": "user"}] * 2))
case("too many people chosen", "message",
     ((*PERSON, "default_values"), [{"id": str(n), "type": "user"} for n in range(3)]))  # fmt: skip
case("options of a menu of people", "message", ((*PERSON, "options"), MENU["options"]))
case("people in a menu of options", "message", ((*ROW, "default_values"), [{"id": "5", "type": "user"}]))
# Forms.
case("a label of a field within a label", "form", ((*FIELD, "label"), "Text"))
case("a value shorter than allowed", "form", ((*FIELD, "min_length"), 2))
case("min_length above max_length in a form", "form", ((*FIELD, "min_length"), 21))
case("boxes of which none has to be chosen, and one has to", "form",
     (FIELD, {"type": 22, "custom_id": "b", "min_values": 0, "required": True,
              "options": [{"label": "A", "value": "a"}, {"label": "B", "value": "b"}]}))  # fmt: skip
case("more boxes at least than at most", "form",
     (FIELD, {"type": 22, "custom_id": "b", "min_values": 2, "max_values": 1,
              "options": [{"label": "A", "value": "a"}, {"label": "B", "value": "b"}]}))  # fmt: skip
case("more files at least than at most", "form",
     (FIELD, {"type": 19, "custom_id": "f", "min_values": 3, "max_values": 2}))  # fmt: skip
# Buttons.
case(
    "a premium button without a product",
    "message",
    (("components", 0, "components", 1), {"type": 2, "style": 6}),
)
case("a link with an id", "message", (("components", 0, "components", 1, "custom_id"), "x"))
case(
    "one id for two controls",
    "layout",
    (("components", 1, "components", 4, "components", 0, "custom_id"), "go"),
)


def changed(body: Body, changes: list[tuple[tuple[str | int, ...], Any]]) -> Body:
    """Return a body with other values at some paths; a list's length is the path of a new last element."""
    body_: Any = copy.deepcopy(body)
    for where, value in changes:
        here: Any = body_
        for step in where[:-1]:
            here = here[step]
        place: Any = where[-1]
        if isinstance(place, int):
            here[place : place + 1] = [value]
        else:
            here[place] = value
    return body_


@pytest.mark.parametrize("name", CASES)
def test_it_is_refused(name: str) -> None:
    request, changes = CASES[name]
    asking = Asking(request)
    body = changed(asking.right, changes)
    with pytest.raises(ApiError) as refusal:
        asking.ask(body)
    assert (refusal.value.status, refusal.value.code) in ((400, 50035), (400, 50006))
