"""The single welcome on a new server: its language, channel, missing permissions and first match."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import discord
import pytest
from structlog.testing import capture_logs

from bot.clocks import NO_CLOCK
from bot.discord.delivery_failures import trouble_sentence
from bot.discord.permissions import LACKING, NEEDED, PERMISSIONS, SCOPES, invitation
from bot.features.welcome.messages import FRESH, welcome
from bot.games.voidream import voidream
from bot.local_discord.permissions import Permission
from bot.local_discord.records import Channel, ChannelType, Message
from bot.people.locales import translator_for
from bot.store.about import Everything
from bot.store.match_status import MatchStatus
from cards.i18n import ENGLISH
from tests.bot.discord.kit import Room, room
from tests.bot.stores import stored
from tests.games.registry import undrawn, vigil
from tests.table import transcript
from tests.table.actor import Actor

HELLO = "Shall we play Voidream?"
INVITED = Permission(discord.Permissions(**{name: True for name in NEEDED}).value)
"""The permissions in the bot's invitation."""
WAYS = {
    "view_channel": Permission.VIEW_CHANNEL,
    "send_messages": Permission.SEND_MESSAGES,
    "create_public_threads": Permission.CREATE_PUBLIC_THREADS,
    "send_messages_in_threads": Permission.SEND_MESSAGES_IN_THREADS,
    "attach_files": Permission.ATTACH_FILES,
}


@pytest.fixture
async def club(tmp_path: Path) -> AsyncGenerator[Room]:
    """A room whose bot joined the server more than a year ago, by its clock."""
    async with room(tmp_path / "bot.sqlite3", undrawn(voidream())) as lobby:
        yield lobby


def invited_now(room_: Room) -> None:
    """Remove the bot, and invite it again now, with the permissions in its invitation."""
    table = room_.table
    if table.world.bot.id in table.guild.members:
        table.world.leave(table.world.bot, table.guild)
    table.guild.roles[table.guild.id].permissions = int(
        Permission.USE_APPLICATION_COMMANDS | Permission.VIEW_CHANNEL
    )
    behind = room_.clock.now() / 1000 - table.clock.now().timestamp()
    table.clock.advance(max(0, behind))
    table.world.invite(table.guild, INVITED)


def hellos(actor: Actor, channel: Channel | None = None) -> list[Message]:
    return [
        message
        for message in actor.sees(channel)
        if "## " in transcript.text(message) and "Voidream?" in transcript.text(message)
    ]


def posts(room_: Room) -> int:
    return sum(
        call.method == "POST" and call.template == "/channels/{channel_id}/messages"
        for call in room_.table.record.calls
    )


async def settled(room_: Room, holds: Callable[[], bool] = lambda: True) -> None:
    """Wait until every welcome is sent and `holds` is true."""
    assert room_.running is not None
    await room_.table.until(holds)
    await room_.quiet()


async def test_the_welcome_leads_to_a_match_with_one_press(club: Room) -> None:
    ada = Actor(club.table, "Ada")
    assert hellos(ada) == []
    invited_now(club)
    hello = await ada.gets(HELLO)
    assert not hello.mentions
    text = transcript.text(hello)
    assert "`/voidream challenge`" in text and "`/settings show`" in text
    assert sum(line.startswith("- ") for line in text.splitlines()) == 3
    assert "I need these permissions" not in text
    response = await ada.click(hello, "Try it: play against me")
    assert response.reply.ephemeral and "Match on!" in response.text
    await club.quiet()
    (row,) = await club.services.matches.of_person(ada.person.id)
    assert row.table.status is MatchStatus.PLAYING and row.table.control == NO_CLOCK
    assert row.table.people[1 - (row.table.seat_of(ada.person.id) or 0)].is_this_bot
    assert ada.threads(), "the invitation's permissions suffice to play a match"
    assert trouble_sentence(row.table, ENGLISH) == ""
    assert "Voidream: Using the bot" in (await ada.click(hello, "Help")).text


async def test_anyone_may_press_it(club: Room) -> None:
    ada, bo = Actor(club.table, "Ada"), Actor(club.table, "Bo")
    invited_now(club)
    for actor in (ada, bo):
        response = await actor.click(await actor.gets(HELLO), "Try it: play against me")
        assert "Match on!" in response.text
    again = await ada.click(await ada.gets(HELLO), "Try it: play against me")
    assert "Match on!" not in again.text, "one match per pair and channel"
    assert len(hellos(ada)) == 1


async def test_each_invitation_is_greeted_once(club: Room) -> None:
    ada = Actor(club.table, "Ada")
    invited_now(club)
    await ada.gets(HELLO)
    for _ in range(2):
        await club.restart()
        assert len(hellos(ada)) == 1
    await club.clock.move(60)
    invited_now(club)
    await settled(club, lambda: len(hellos(ada)) == 2)


async def test_an_invitation_while_the_bot_is_away(club: Room) -> None:
    ada = Actor(club.table, "Ada")
    assert club.running is not None
    await club.running.end()
    invited_now(club)
    await club.begin()
    await ada.gets(HELLO)
    assert len(hellos(ada)) == 1


async def test_old_invitations_are_not_greeted(club: Room) -> None:
    """After a loss of the database, the bot must not greet servers that invited it long ago."""
    ada = Actor(club.table, "Ada")
    assert club.running is not None
    await club.running.end()
    invited_now(club)
    await club.clock.move(FRESH / 1000 + 1)
    with capture_logs() as logs:
        await club.begin()
        await club.clock.move(1)
    assert not [record for record in logs if "welcomed" in record["event"]]
    assert hellos(ada) == []


async def test_a_welcome_sent_before_a_crash_is_not_repeated(club: Room) -> None:
    ada = Actor(club.table, "Ada")
    invited_now(club)
    await ada.gets(HELLO)
    await settled(club)
    assert club.running is not None
    await club.running.end()
    async with stored(club.file) as store, store.write(Everything()) as tx:
        await tx.key_values.store(f"welcomed {club.table.guild.id}", "")
    before = posts(club)
    await club.begin()
    await club.table.until(lambda: posts(club) > before)
    assert len(hellos(ada)) == 1


@pytest.mark.parametrize(("locale", "words"), [("es-ES", "¿Jugamos a Voidream?"), ("fr", HELLO)])
async def test_the_welcome_is_in_the_servers_language(club: Room, locale: str, words: str) -> None:
    ada = Actor(club.table, "Ada")
    club.table.guild.locale = locale
    invited_now(club)
    await ada.gets(words)


async def test_the_channel_of_the_welcome(club: Room) -> None:
    """The bot prefers the channel for system messages, then the first writable text channel."""
    world, guild = club.table.world, club.table.guild
    ada = Actor(club.table, "Ada")
    world.add_channel(guild, "Lounge", ChannelType.VOICE)
    world.add_channel(guild, "news", ChannelType.ANNOUNCEMENT)
    closed, hall = world.add_channel(guild, "closed"), world.add_channel(guild, "hall")
    for channel in (club.table.channel, closed):
        world.deny(world.bot, channel, Permission.SEND_MESSAGES)
    guild.system_channel = closed.id
    invited_now(club)
    await ada.gets(HELLO, channel=hall)
    world.allow(world.bot, closed, Permission.SEND_MESSAGES)
    await club.clock.move(60)
    invited_now(club)
    await ada.gets(HELLO, channel=closed)
    assert len(hellos(ada, hall)) == 1


async def test_the_welcome_waits_for_a_writable_channel(club: Room) -> None:
    world, ada = club.table.world, Actor(club.table, "Ada")
    world.deny(world.bot, club.table.channel, Permission.SEND_MESSAGES)
    invited_now(club)
    await settled(club)
    assert hellos(ada) == []
    world.allow(world.bot, club.table.channel, Permission.SEND_MESSAGES)
    await ada.gets(HELLO)


@pytest.mark.parametrize("name", [name for name in NEEDED if name not in ("view_channel", "send_messages")])
@pytest.mark.parametrize("locale", ["en-US", "es-ES"])
async def test_missing_permissions_are_named(club: Room, name: str, locale: str) -> None:
    world, ada = club.table.world, Actor(club.table, "Ada")
    club.table.guild.locale = ada.person.locale = locale
    words = translator_for(locale)
    world.deny(world.bot, club.table.channel, WAYS[name])
    invited_now(club)
    hello = await ada.gets("Voidream?")
    text = transcript.text(hello)
    assert words.msg("**Before anyone can play in this channel, I need these permissions:**") in text
    assert [line for line in text.splitlines() if line.startswith(("- “", "- «"))] == [
        f"- {words(LACKING[name])}"
    ]
    response = await ada.click(hello, words.msg("Try it: play against me"))
    assert words(PERMISSIONS[name]) in response.text
    assert not await club.services.matches.of_person(ada.person.id)


async def test_the_welcome_is_retried_after_an_outage(club: Room) -> None:
    ada = Actor(club.table, "Ada")
    fault = club.table.faults.add("POST", "/channels/*/messages", status=503)
    invited_now(club)
    await fault.met.wait()
    async with asyncio.timeout(60):
        while club.clock.waiting_until != club.clock.now() + 5000:  # noqa: ASYNC110 - it is about to sleep
            await asyncio.sleep(0.01)
    assert hellos(ada) == []
    await club.clock.move(5)
    await ada.gets(HELLO)
    assert len(hellos(ada)) == 1


# -- the invitation


def test_the_link_requests_exactly_the_needed_permissions() -> None:
    link = parse_qs(urlsplit(invitation(1234)).query)
    assert link["client_id"] == ["1234"] and set(link["scope"][0].split()) == set(SCOPES)
    permissions = discord.Permissions(int(link["permissions"][0]))
    assert permissions.value == INVITED
    assert set(NEEDED) == set(LACKING) == set(WAYS)
    assert set(NEEDED) <= set(PERMISSIONS)


def test_the_readme_contains_the_link() -> None:
    readme = (Path(__file__).parents[4] / "README.md").read_text("utf-8")
    own = invitation(1234).replace("1234", "APPLICATION_ID")
    assert own in readme


async def test_the_link_is_logged_at_the_start(club: Room) -> None:
    """The link is logged only where the bot can be invited, which excludes the local table."""
    assert club.running is not None
    await club.running.end()
    with capture_logs() as logs:
        club.invites = True
        await club.begin()
    links = [record["link"] for record in logs if "link" in record]
    assert links == [invitation(club.table.world.bot.id)]


def test_each_of_several_games_has_a_command_and_a_button() -> None:
    message = welcome((voidream(), vigil()), [], ENGLISH)
    text = str([getattr(item, "content", "") for item in message.items])
    assert (
        "Shall we play Voidream or Vigil?" in text
        and "- **Vigil** with a friend: `/vigil challenge`." in text
    )
    labels = [
        getattr(button, "label", "") for item in message.items for button in getattr(item, "children", ())
    ]
    assert labels == [
        "Tutorial",
        "Play Voidream against me",
        "Play Vigil against me",
        "Help",
    ]
