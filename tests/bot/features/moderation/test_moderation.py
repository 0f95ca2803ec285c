"""Lists of a server's matches for members and moderators, and bans from playing there."""

from __future__ import annotations

import pytest

from bot.features.privacy.own_data import Privacy
from bot.local_discord.permissions import Permission
from bot.local_discord.records import Channel
from tests.bot.discord.kit import Duel, Room
from tests.table import transcript
from tests.table.actor import Actor, CannotDo


def privacy(room: Room) -> Privacy:
    of = room.services
    return Privacy(of.context)


def moderator(lobby: Room, actor: Actor) -> Actor:
    lobby.table.world.allow(actor.person, lobby.table.channel, Permission.MANAGE_MESSAGES)
    return actor


def hidden_from(lobby: Room, *people: Actor) -> Channel:
    channel = lobby.table.world.add_channel(lobby.table.guild, "hidden")
    for person in people:
        lobby.table.world.deny(person.person, channel, Permission.VIEW_CHANNEL)
    return channel


async def test_members_list_the_servers_matches(lobby: Room, duel: Duel, ada: Actor, cy: Actor) -> None:
    response = await cy.slash("match list", server=True)
    url = f"https://discord.com/channels/{lobby.table.guild.id}/{duel.ada.thread.id}"
    assert (
        "Played on this server" in response.text
        and f"[Match {duel.match_id}: Ada against Bo]({url}" in response.text
    )
    assert "waiting for" in response.text
    secret = hidden_from(lobby, cy)
    await ada.slash("voidream challenge", channel=secret)
    await lobby.quiet()
    assert "open table" not in (await cy.slash("match list", server=True)).text
    assert "Ada's open table" in (await ada.slash("match list", server=True)).text
    everything = await moderator(lobby, cy).slash("match list", server=True)
    assert (
        f"[Ada's open table](https://discord.com/channels/{lobby.table.guild.id}/{secret.id}"
        in everything.text
    )
    own = await cy.slash("match list")
    assert "Ada's open table" in (await cy.click(own.reply, "Matches here")).text
    assert "use it on a server" in (await cy.slash("match list", server=True, channel=cy.direct)).text


async def test_a_long_list_has_pages(lobby: Room, ada: Actor) -> None:
    for n in range(40):
        await Actor(lobby.table, f"Somebody with quite a long name {n}", keep_transcript=False).slash(
            "voidream challenge", channel=lobby.table.channel
        )
    await lobby.quiet()
    response = await ada.slash("match list", server=True)
    assert "page 1 of " in response.text and len(transcript.text(response.reply)) < 2000
    await ada.click(response.reply, "Older")
    assert "page 2 of " in transcript.text(response.reply)


async def test_a_barred_person_is_informed_and_cannot_play_here(
    lobby: Room, duel: Duel, bo: Actor, cy: Actor
) -> None:
    other_channel = lobby.table.world.add_channel(lobby.table.guild, "other")
    await bo.slash("voidream challenge", user=cy, channel=other_channel)
    await bo.slash("voidream challenge", channel=other_channel)
    await lobby.quiet()
    with pytest.raises(CannotDo):
        await cy.slash("moderate bar", user=bo)
    moderator(lobby, cy)
    assert "You can't bar yourself." in (await cy.slash("moderate bar", user=cy)).text
    response = await cy.slash("moderate bar", user=bo, reason="Rude *words*")
    assert "can no longer start matches on this server" in response.text
    assert (
        "Open challenges and seats closed: 2." in response.text and "Matches in progress: 1." in response.text
    )
    await lobby.quiet()
    assert not transcript.buttons(await cy.gets("**Bo** closed this table.", channel=other_channel))
    notice = "A moderator has barred you from playing on this server. The reason: Rude"
    for tried in (
        bo.slash("voidream challenge", user=cy, channel=other_channel),
        bo.slash("voidream challenge", channel=other_channel),
    ):
        assert notice in (await tried).text
    ada = duel.ada.actor
    assert (
        "Bo can't play on this server at the moment."
        in (await ada.slash("voidream challenge", user=bo, channel=other_channel)).text
    )
    await ada.slash("voidream challenge", channel=other_channel)
    await lobby.quiet()
    table = await bo.gets("**Ada** wants to play", channel=other_channel)
    assert notice in (await bo.click(table, "Take a seat")).text
    bo.person.locale = "es-ES"
    assert "La moderación te ha prohibido jugar" in (await bo.click(table, "Take a seat")).text
    assert "**Bo**" in (listed := (await cy.slash("moderate barred")).text) and "Rude \\*words\\*" in listed
    assert not await duel.is_over()
    assert "can play on this server again" in (await cy.slash("moderate unbar", user=bo)).text
    assert "isn't barred here" in (await cy.slash("moderate unbar", user=bo)).text
    assert "No one is barred" in (await cy.slash("moderate barred")).text


async def test_a_moderator_cannot_bar_a_server_manager(lobby: Room, ada: Actor, cy: Actor) -> None:
    world, guild = lobby.table.world, lobby.table.guild
    keepers = world.add_role(guild, "Keepers", Permission.MANAGE_GUILD)
    guild.members[ada.person.id].roles.append(keepers.id)
    assert "manages this server" in (await moderator(lobby, cy).slash("moderate bar", user=ada)).text


async def test_a_bar_outlives_the_deletion_of_data(lobby: Room, duel: Duel, bo: Actor, cy: Actor) -> None:
    await moderator(lobby, cy).slash("moderate bar", user=bo, reason="Spam by Bo")
    exported = await privacy(lobby).export(bo.person.id)
    assert "Spam by Bo" in exported and "Spam by Bo" in await privacy(lobby).export(cy.person.id)
    await bo.slash("me privacy delete", sure="yes")
    other_channel = lobby.table.world.add_channel(lobby.table.guild, "other")
    response = await bo.slash("voidream challenge", channel=other_channel)
    assert "barred you from playing" in response.text and "Spam" not in response.text
    assert "No one is barred" in (await cy.slash("moderate barred")).text
    await cy.slash("moderate unbar", user=bo)
    assert "Your table is open" in (await bo.slash("voidream challenge", channel=other_channel)).text
