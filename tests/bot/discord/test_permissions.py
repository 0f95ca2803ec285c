"""Withdrawn permissions, replaced applications, and people who leave."""

from __future__ import annotations

import pytest

from bot.errors import StartError
from bot.local_discord.connect import connected
from bot.local_discord.permissions import Permission
from tests.bot.discord.kit import Duel, Room, click_answer
from tests.bot.discord.misbehaviour import caught_up, pass_once
from tests.bot.stores import content
from tests.table import transcript
from tests.table.actor import Actor

# -- a withdrawn permission


async def test_without_attach_files_the_board_is_text(duel: Duel) -> None:
    table = duel.room.table
    table.world.deny(table.world.bot, table.channel, Permission.ATTACH_FILES)
    await pass_once(duel)
    status = await duel.status()
    assert "Ada passed" in transcript.text(status)
    assert "Turn 2" in transcript.text(status) and not status.attachments


async def test_a_withdrawn_permission_is_named_to_the_players(duel: Duel) -> None:
    table = duel.room.table
    table.world.deny(table.world.bot, table.channel, Permission.SEND_MESSAGES_IN_THREADS)
    table.world.delete_message(await duel.status())
    await pass_once(duel)
    player, _ = await duel.asked()
    outcome = await player.actor.slash("match decide", channel=player.thread)
    assert "Missing permissions: “Send Messages in Threads”" in outcome.text
    outcome = await player.actor.slash("match decide", channel=player.actor.direct)
    assert "I need the permission “Send Messages in Threads”" in outcome.text


async def test_when_permissions_come_back_matches_show_what_happened_meanwhile(duel: Duel) -> None:
    table = duel.room.table
    world, needed = table.world, Permission.VIEW_CHANNEL
    world.deny(world.bot, table.channel, needed)
    await pass_once(duel)
    mover, _ = await pass_once(duel)
    assert f"{mover.actor.person.display_name} passed" not in transcript.text(await duel.status())
    world.allow(world.bot, table.channel, needed)
    await caught_up(duel)
    assert f"{mover.actor.person.display_name} passed" in transcript.text(await duel.status())


async def test_after_a_kick_and_another_invitation_everything_is_current(duel: Duel) -> None:
    """Moves go on in open direct messages; people who could not be notified meanwhile are notified when the bot is back."""
    world, guild = duel.room.table.world, duel.room.table.guild
    mover, question = await duel.asked()
    panel = mover.actor.sees(mover.actor.direct)[-1]
    world.leave(world.bot, guild)
    await click_answer(mover, panel, question, ("pass",))
    await duel.room.quiet()
    assert f"{mover.actor.person.display_name} passed" not in transcript.text(await duel.status())
    player, _ = await duel.asked()
    known_ids = {message.id for message in player.actor.sees(player.actor.direct)}
    world.join(world.bot, guild)
    await caught_up(duel)
    assert f"{mover.actor.person.display_name} passed" in transcript.text(await duel.status())
    new_messages = [
        message for message in player.actor.sees(player.actor.direct) if message.id not in known_ids
    ]
    assert "Your move" in transcript.text(new_messages[-1])
    await pass_once(duel)


async def test_another_application_continues_only_if_configured(
    lobby: Room, duel: Duel, ada: Actor, bo: Actor, cy: Actor
) -> None:
    """Nothing of the old application can be edited or pressed; the new one shows every open match again, with an explanation."""
    await cy.slash("voidream challenge", user=ada, deck="Morning")
    await pass_once(duel)
    old = await duel.status()
    player, _ = await duel.asked()
    assert lobby.running is not None
    await lobby.running.end()
    before = await content(lobby.file)
    await lobby.table.replace_application()
    lobby.running = None
    with connected(lobby.table.address, lobby.table.token):
        with pytest.raises(StartError, match="start once with --adopt"):
            await lobby.begin()
        assert await content(lobby.file) == before
        lobby.adopts = True
        await lobby.begin()
        await lobby.quiet()
        new = await duel.status()
        assert (
            new.id != old.id
            and "Ada passed" in transcript.text(new)
            and new.author_id == lobby.table.world.bot.id
        )
        assert set(new.mentions) == {ada.person.id, bo.person.id}, "the message says that it is another bot"
        panel = player.actor.sees(player.actor.direct)[-1]
        assert "Your move" in transcript.text(panel) and panel.author_id == lobby.table.world.bot.id
        challenge = await ada.gets("challenges you to")
        assert challenge.author_id == lobby.table.world.bot.id
        # From now on the data belongs to the new application.
        lobby.adopts = False
        await lobby.restart()
        await pass_once(duel)
        while not await duel.is_over():
            await pass_once(duel)
        assert lobby.running is not None
        await lobby.running.end()
        lobby.running = None


@pytest.mark.parametrize(("status", "code"), [(403, 50005), (400, 50035)])
async def test_a_message_of_another_application_counts_as_lost(duel: Duel, status: int, code: int) -> None:
    """For every error of Discord's. A really invalid form is an internal failure, and loses no message."""
    message = await duel.status()
    fault = duel.room.table.faults.add(
        "PATCH", f"/channels/*/messages/{message.id}", status=status, code=code
    )
    author, message.author_id = message.author_id, duel.ada.id
    await pass_once(duel)
    assert fault.hits == 1 and (await duel.status()).id != message.id
    message.author_id = author


async def test_a_thread_that_could_not_be_opened_is_opened_later(lobby: Room, ada: Actor, bo: Actor) -> None:
    await ada.slash("voidream challenge", user=bo, deck="Morning")
    await bo.gets("challenges you to")
    world, bot = lobby.table.world, lobby.table.world.bot
    world.deny(bot, lobby.table.channel, Permission.CREATE_PUBLIC_THREADS)
    await bo.slash("match accept", deck="Evening")
    await lobby.quiet()
    assert ada.threads() == []
    world.allow(bot, lobby.table.channel, Permission.CREATE_PUBLIC_THREADS)
    await ada.slash("parlour pass")
    await lobby.quiet()
    assert "Ada passed" in transcript.text(await ada.gets("Waiting for", channel=ada.threads()[-1]))


# -- a user who left


async def test_a_player_who_left_the_server_can_come_back_to_the_match(duel: Duel) -> None:
    """They can't get direct messages any longer: they are mentioned in the thread, and nothing stops meanwhile."""
    table = duel.room.table
    table.world.leave(duel.bo.actor.person, table.guild)
    await pass_once(duel)
    await duel.room.turn()
    called = [m for m in duel.ada.actor.sees(duel.ada.thread) if duel.bo.id in m.mentions]
    assert "your move in Ada against Bo" in transcript.text(called[-1])
    waiting = await duel.ada.actor.slash("match decide", channel=duel.ada.thread)
    assert "Bo" in waiting.text and not waiting.failed
    table.world.join(duel.bo.actor.person, table.guild)
    outcome = await duel.bo.actor.slash("parlour pass", channel=duel.bo.thread)
    assert "You passed" in outcome.text
    await duel.room.quiet()
    assert "Bo passed" in transcript.text(await duel.status())


async def test_a_match_against_a_player_who_left_the_server_can_be_ended(duel: Duel) -> None:
    table = duel.room.table
    table.world.leave(duel.bo.actor.person, table.guild)
    outcome = await duel.ada.actor.slash("match resign", channel=duel.ada.thread)
    await duel.ada.actor.click(outcome.reply, "Yes, resign")
    await duel.room.quiet()
    assert await duel.is_over()
    assert "the match is over" in transcript.text(duel.ada.actor.sees(duel.ada.thread)[-1])
