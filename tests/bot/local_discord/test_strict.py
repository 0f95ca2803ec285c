"""The table refuses the same requests as Discord: every fact about a request's body, violated in every kind of request."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bot.local_discord.clock import TableClock
from bot.local_discord.errors import ApiError
from bot.local_discord.messages import Upload, compose
from bot.local_discord.permissions import Permission
from bot.local_discord.records import InteractionType
from bot.local_discord.rest import RestCall
from bot.local_discord.server import LocalTable
from bot.local_discord.validate.described import facts
from tests.bot.local_discord.wrong import wrong_bodies

Body = dict[str, Any]
Names = dict[str, str]
V2, EPHEMERAL = 1 << 15, 1 << 6


def button(**more: Any) -> Body:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": "go", "disabled": False, **more}


LINK = {"type": 2, "style": 5, "label": "There", "url": "https://example.com"}
OPTION = {"label": "One", "value": "1", "description": "The first", "default": False}
MENU = {
    "type": 3, "custom_id": "menu", "placeholder": "Choose", "min_values": 0, "max_values": 1,
    "options": [OPTION], "required": False,
}  # fmt: skip
PEOPLE = {"type": 5, "custom_id": "people", "min_values": 1, "max_values": 2, "default_values": []}
EMBED = {
    "title": "T", "description": "D", "color": 3, "footer": {"text": "F"}, "author": {"name": "A"},
    "fields": [{"name": "a", "value": "b", "inline": True}], "url": "https://example.com",
}  # fmt: skip
WORDS = {"type": 10, "content": "Words"}
MESSAGE = {
    "content": "Hello", "nonce": "n1", "enforce_nonce": True, "tts": False, "flags": 4, "embeds": [EMBED],
    "allowed_mentions": {"parse": [], "users": ["5"], "replied_user": False},
    "attachments": [{"id": "0", "filename": "a.png", "description": "A picture"}],
    "components": [
        {"type": 1, "components": [button(), LINK]},
        {"type": 1, "components": [MENU]},
        {"type": 1, "components": [PEOPLE]},
    ],
}  # fmt: skip
LAYOUT = {
    "flags": V2,
    "components": [
        WORDS,
        {
            "type": 17, "accent_color": 7, "spoiler": False,
            "components": [
                {"type": 9, "components": [WORDS], "accessory": button()},
                {"type": 9, "components": [WORDS], "accessory": {
                    "type": 11, "media": {"url": "https://example.com/a.png"}, "description": "D", "spoiler": False,
                }},
                {"type": 12, "items": [{"media": {"url": "https://example.com/a.png"}, "description": "D"}]},
                {"type": 14, "divider": True, "spacing": 1},
                {"type": 1, "components": [button(custom_id="other")]},
            ],
        },
    ],
}  # fmt: skip
MODAL = {
    "custom_id": "form", "title": "Form",
    "components": [
        {"type": 18, "label": "Text", "description": "D", "component": {
            "type": 4, "custom_id": "t", "style": 1, "min_length": 0, "max_length": 20, "required": False,
            "value": "x", "placeholder": "p"}},
        {"type": 18, "label": "Menu", "component": {**MENU, "custom_id": "m", "required": False}},
        {"type": 18, "label": "People", "component": {
            "type": 5, "custom_id": "p", "min_values": 1, "max_values": 1, "required": True}},
        WORDS,
    ],
}  # fmt: skip
COMMANDS = [
    {
        "name": "voidream", "type": 1, "description": "Play", "contexts": [0, 1], "integration_types": [0],
        "default_member_permissions": None, "nsfw": False, "name_localizations": {"es-ES": "sueño"},
        "description_localizations": {"es-ES": "Jugar"},
        "options": [
            {"type": 1, "name": "challenge", "description": "Challenge", "options": [
                {"type": 6, "name": "user", "description": "Whom", "required": True},
                {"type": 3, "name": "deck", "description": "Which", "autocomplete": True,
                 "min_length": 1, "max_length": 50},
                {"type": 4, "name": "turns", "description": "How many", "min_value": 1, "max_value": 9},
                {"type": 3, "name": "pace", "description": "How", "choices": [{"name": "Fast", "value": "f"}]},
                {"type": 7, "name": "place", "description": "Where", "channel_types": [0]},
            ]},
        ],
    },
]  # fmt: skip


def sent(table: LocalTable) -> Names:
    """Send a message from the bot."""
    message = table.world.post(compose(table.world, table.channel, table.world.bot, {"content": "x"}, {}))
    return {"channel_id": str(table.channel.id), "message_id": str(message.id)}


def threaded(table: LocalTable) -> Names:
    thread = table.world.add_thread(
        table.channel, "T", table.world.bot, private=False, minutes=60, invitable=True, starter=None
    )
    table.world.allow(table.world.bot, table.channel, Permission.MANAGE_THREADS)
    return {"channel_id": str(thread.id)}


def asked(kind: InteractionType) -> Callable[[LocalTable], Names]:
    def ask(table: LocalTable) -> Names:
        data: Body = {"name": "x"}
        source = table.world.message(table.channel, int(sent(table)["message_id"]))
        interaction = table.interactions.start(
            kind, table.person("Ada"), table.channel, data,
            source=source if kind in (InteractionType.COMPONENT, InteractionType.MODAL) else None,
        )  # fmt: skip
        return {"interaction_id": str(interaction.id), "interaction_token": interaction.token}

    return ask


def followed(table: LocalTable) -> Names:
    names = asked(InteractionType.SLASH)(table)
    token = names["interaction_token"]
    table.interactions.answer(int(names["interaction_id"]), token, {"type": 4, "data": {"content": "x"}}, {})
    return {"webhook_id": str(table.world.bot.id), "webhook_token": token}


def app(table: LocalTable) -> Names:
    return {"application_id": str(table.world.bot.id)}


CALLBACK = ("POST", "/interactions/{interaction_id}/{interaction_token}/callback")
WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"
SLASH, COMPONENT = asked(InteractionType.SLASH), asked(InteractionType.COMPONENT)
REQUESTS: dict[str, tuple[tuple[str, str], Callable[[LocalTable], Names], Any]] = {
    "message": (("POST", "/channels/{channel_id}/messages"), sent, MESSAGE),
    "layout": (("POST", "/channels/{channel_id}/messages"), sent, LAYOUT),
    "edit": (("PATCH", "/channels/{channel_id}/messages/{message_id}"), sent, {**MESSAGE, "attachments": []}),
    "thread": (
        ("POST", "/channels/{channel_id}/threads"),
        sent,
        {"name": "Match", "type": 11, "auto_archive_duration": 1440, "invitable": True, "rate_limit_per_user": 0},
    ),
    "thread of a message": (
        ("POST", "/channels/{channel_id}/messages/{message_id}/threads"),
        sent,
        {"name": "Match", "auto_archive_duration": 1440, "rate_limit_per_user": 0},
    ),
    "change": (
        ("PATCH", "/channels/{channel_id}"),
        threaded,
        {"name": "New", "archived": False, "locked": False, "auto_archive_duration": 60, "rate_limit_per_user": 0},
    ),
    "conversation": (("POST", "/users/@me/channels"), app, {}),
    "commands": (("PUT", "/applications/{application_id}/commands"), app, COMMANDS),
    "answer": (CALLBACK, SLASH, {"type": 4, "data": {**MESSAGE, "flags": EPHEMERAL, "nonce": None}}),
    "layout as answer": (CALLBACK, SLASH, {"type": 4, "data": LAYOUT}),
    "update": (CALLBACK, COMPONENT, {"type": 7, "data": {**MESSAGE, "attachments": [], "flags": 4, "nonce": None}}),
    "later": (CALLBACK, SLASH, {"type": 5, "data": {"flags": EPHEMERAL}}),
    "form": (CALLBACK, SLASH, {"type": 9, "data": MODAL}),
    "offers": (
        CALLBACK,
        asked(InteractionType.AUTOCOMPLETE),
        {"type": 8, "data": {"choices": [{"name": "Ember", "value": "ember", "name_localizations": None}]}},
    ),
    "follow-up": (("POST", WEBHOOK), followed, {**MESSAGE, "flags": EPHEMERAL, "nonce": None}),
    "edit of the answer": (("PATCH", f"{WEBHOOK}/messages/@original"), followed, {**MESSAGE, "attachments": []}),
}  # fmt: skip


class Asking:
    """A table at which one route is requested repeatedly; refused requests change nothing."""

    def __init__(self, name: str) -> None:
        self.route, prepare, right = REQUESTS[name]
        self.table = LocalTable(clock=TableClock(running=False))
        self.names = prepare(self.table)
        self.right = {"recipient_id": str(self.table.person("Ada").id)} if name == "conversation" else right
        self.rest = self.table.rest()

    def ask(self, body: Any) -> None:
        uploads = {0: Upload("a.png", "image/png", b"x")} if "a.png" in str(body) else {}
        self.rest.ask(self.rest.routes[self.route], RestCall(*self.route, "", body, uploads, self.names, {}))


@pytest.mark.parametrize("name", REQUESTS)
def test_valid_requests_are_accepted(name: str):
    asking = Asking(name)
    asking.ask(asking.right)


@pytest.mark.parametrize("name", REQUESTS)
def test_invalid_requests_are_refused(name: str):
    asking = Asking(name)
    accepted: list[str] = []
    schema = facts()["paths"][asking.route[1]][asking.route[0]]["request"]
    wrong = list(wrong_bodies(schema, asking.right))
    assert wrong
    for what, body in wrong:
        try:
            asking.ask(body)
        except ApiError as refusal:
            assert (refusal.status, refusal.code) == (400, 50035)
        else:
            accepted.append(what)
    assert not accepted, "\n".join(accepted)
    asking.ask(asking.right)
