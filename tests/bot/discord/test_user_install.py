"""The bot installed by a user: everything that needs no server works in any direct message."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from bot.games.voidream.game import voidream
from bot.local_discord.errors import ApiError
from bot.local_discord.records import Channel
from tests.bot.discord.kit import Room, room
from tests.games.registry import undrawn
from tests.table import transcript
from tests.table.actor import Actor, CannotDo


@pytest.fixture
async def lobby(tmp_path: Path) -> AsyncGenerator[Room]:
    async with room(tmp_path / "bot.sqlite3", undrawn(voidream())) as running:
        yield running


@pytest.fixture
def eve(lobby: Room) -> Actor:
    """A person who is on no server with the bot."""
    eve = Actor(lobby.table, "Eve")
    lobby.table.world.leave(eve.person, lobby.table.guild)
    return eve


@pytest.fixture
def talk(lobby: Room, eve: Actor, bo: Actor) -> Channel:
    """A direct conversation between Eve, who has installed the bot for herself, and Bo, who hasn't."""
    eve.person.installed = True
    return lobby.table.world.private_channel(eve.person, bo.person)


def command_names(lobby: Room, person: Actor, channel: Channel) -> set[str]:
    return {command["name"] for command in lobby.table.acting.commands(person.person, channel)}


async def test_commands_for_servers_are_hidden_without_one(
    lobby: Room, eve: Actor, bo: Actor, talk: Channel
) -> None:
    everywhere = {"card", "rules", "deck", "voidream", "match", "me", "help", "profile"}
    assert command_names(lobby, eve, talk) == everywhere
    assert command_names(lobby, bo, talk) == set(), "a person who hasn't installed it has no commands there"
    assert command_names(lobby, bo, bo.direct) == everywhere
    assert command_names(lobby, bo, lobby.table.channel) == {*everywhere, "leaderboard"}


async def test_looking_up_and_building_between_people(lobby: Room, eve: Actor, talk: Channel) -> None:
    assert "Dawn Marshal" in (await eve.slash("card", title="Dawn Marshal", channel=talk)).text
    assert "§" in (await eve.slash("rules", about="Evoke", channel=talk)).text
    assert "You have no decks yet." in (await eve.slash("deck list", channel=talk)).text
    assert (await eve.slash("voidream puzzle", channel=talk)).reply.ephemeral
    assert (await eve.slash("help", channel=talk)).reply.ephemeral


async def test_practice_is_played_where_it_was_begun(
    lobby: Room, eve: Actor, bo: Actor, talk: Channel
) -> None:
    begun = await eve.slash("voidream challenge", channel=talk)
    assert "Match on!" in begun.text, begun.text
    await lobby.quiet()
    [summary] = await lobby.services.matches.of_person(eve.person.id)
    assert summary.table.is_quiet
    for _ in range(6):
        question = await lobby.services.matches.question(summary.table.match_id, eve.person.id)
        assert question is not None
        await eve.slash("match decide", answer=question.options[0].key, channel=talk)
        answered = await eve.slash("match list", channel=talk)
        assert f"Match {summary.table.match_id}" in answered.text
    outcome = await eve.slash("match resign", channel=talk)
    assert "Resign" in outcome.text
    await eve.click(outcome.reply, "Yes, resign")
    await lobby.quiet()
    assert not await lobby.unsent()
    assert bo.sees(talk) == [], "no one else is shown anything"
    assert all(message.ephemeral for message in eve.sees(talk))
    assert eve.sees(eve.direct) == [], "and no message comes from elsewhere"


async def test_people_are_challenged_on_servers(lobby: Room, eve: Actor, bo: Actor, talk: Channel) -> None:
    assert "needs a server channel" in (await eve.slash("voidream challenge", user=bo, channel=talk)).text
    world = lobby.table.world
    guild = world.add_guild("Elsewhere")
    channel = world.add_channel(guild, "general")
    world.join(eve.person, guild)
    world.leave(world.bot, guild)
    refused = await eve.slash("voidream challenge", channel=channel)
    assert "I'm not on this server" in refused.text
    assert (await eve.slash("card", title="Dawn Marshal", channel=channel)).reply.ephemeral


async def test_a_public_message_is_not_changed_for_others(
    lobby: Room, eve: Actor, bo: Actor, talk: Channel
) -> None:
    """A shared card between two people: everyone who presses it gets a separate response."""
    shared = (await eve.slash("rules", about="Evoke", share=True, channel=talk)).reply
    before = transcript.text(shared)
    assert not shared.ephemeral and bo.sees(talk) == [shared]
    bo.person.installed = True
    answer = await bo.select(shared, transcript.options(shared)[0])
    assert answer.reply is not shared and answer.reply.ephemeral
    assert transcript.text(shared) == before


async def test_the_local_table_limits_the_bot_as_discord_does(lobby: Room, eve: Actor, talk: Channel) -> None:
    with pytest.raises(CannotDo):
        await eve.slash("settings show", channel=talk)
    outcome = await eve.slash("help", channel=talk)
    for _ in range(5):
        lobby.table.interactions.follow_up(outcome.interaction.token, {"content": "x", "flags": 64}, {})
    with pytest.raises(ApiError) as refused:
        lobby.table.interactions.follow_up(outcome.interaction.token, {"content": "x"}, {})
    assert refused.value.code == 40094
    assert not lobby.table.world.sees_channel(lobby.table.world.bot, talk)
