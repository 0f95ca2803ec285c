"""Commands in messages are clickable: links with the ids of the registration, or code where the id is unknown."""

from __future__ import annotations

import re

from bot.discord.components.messages import TEXT, PrivateMessage, layout, text
from bot.discord.components.plain import CommandLinks
from bot.local_discord.messages import walk
from bot.local_discord.records import Message
from tests.bot.discord.kit import Room
from tests.table.actor import Actor

LINK = re.compile(r"</([a-z -]+):(\d+)>")


def links(message: Message) -> list[tuple[str, str]]:
    return [
        link for part in walk(message.components) for link in LINK.findall(str(part.get("content") or ""))
    ]


async def test_links_have_the_registered_ids_even_after_a_restart(lobby: Room, ada: Actor) -> None:
    ids = {command["name"]: command["id"] for command in lobby.table.registration.commands[None]}
    for _ in range(2):
        outcome = await ada.slash("match list")
        assert ("voidream challenge", ids["voidream"]) in links(outcome.reply)
        reply = (await ada.slash("help")).reply
        command_links = links(reply)
        assert command_links and all(ids[path.split()[0]] == number for path, number in command_links)
        await lobby.restart()


def test_incomplete_commands_are_not_linked() -> None:
    command_links = CommandLinks()
    assert command_links.linked("`/match list` and `/card`") == "`/match list` and `/card`"
    command_links.learn(
        [
            {"name": "card", "id": "7", "options": [{"type": 3, "name": "title"}]},
            {"name": "match", "id": "8", "options": [
                {"type": 1, "name": "list"},
                {"type": 2, "name": "time", "options": [{"type": 1, "name": "claim"}]},
            ]},
            {"name": "Profile", "type": 2, "id": "9"},
        ]
    )  # fmt: skip
    assert (
        command_links.linked("`/match list`, `/match time claim`, `/card`")
        == "</match list:8>, </match time claim:8>, </card:7>"
    )
    for code in ("`match:`", "`/match`", "`/match time`", "`/other list`", "`/match list x`", "/card"):
        assert command_links.linked(code) == code


async def test_a_message_that_would_become_too_long_keeps_code() -> None:
    command_links = CommandLinks()
    command_links.learn([{"name": "card", "id": str(10**18)}])
    short, long = "`/card` " * 10, "`/card` " * (TEXT // 8)
    assert "</card:" in str(layout(PrivateMessage((text(short),)), command_links).to_components())
    assert "</card:" not in str(layout(PrivateMessage((text(long),)), command_links).to_components())
