"""Comments on a match: one public thread, opened by the first person who requests it, and never twice."""

from __future__ import annotations

import pytest

from bot.local_discord.permissions import Permission
from bot.local_discord.records import Channel, Message
from bot.store.match_status import MatchStatus
from tests.bot.discord.kit import Duel, Room
from tests.bot.discord.limits import check_components
from tests.bot.features.replays.test_records import resign
from tests.table import transcript
from tests.table.actor import Actor

PRESS = "Discuss"


def talks(actor: Actor) -> list[Channel]:
    """Return the threads for comments, oldest first."""
    return [thread for thread in actor.threads() if thread.name.startswith("Discussion: ")]


async def press(duel: Duel, actor: Actor) -> Message:
    """Press the button of the status message, and return the private reply."""
    message = (await actor.click(await duel.status(), PRESS)).reply
    assert message.ephemeral
    check_components(message.components)
    return message


async def test_the_first_to_comment_opens_the_thread_and_others_find_it(duel: Duel, cy: Actor) -> None:
    assert not talks(cy), "no one has requested it yet"
    own = cy.threads()[-1]
    outcome = await press(duel, cy)
    [talk] = talks(cy)
    assert talk.name == "Discussion: Ada against Bo"
    assert talk.parent_id == own.parent_id and talk.id != own.id
    assert f"<#{talk.id}>" in transcript.text(outcome)
    assert f"<#{talk.id}>" in transcript.text(await press(duel, duel.ada.actor))
    assert talks(cy) == [talk]
    starter = duel.room.table.channel.messages[talk.id]
    assert "Discuss Ada against Bo" in transcript.text(starter) and not starter.mentions
    check_components(starter.components)
    # Commands typed there refer to that match, and its updates can be read there, too.
    assert "Ada against Bo" in (await cy.slash("match watch", channel=talk)).text
    assert "Ada against Bo" in transcript.text((await cy.click(starter, "What's new?")).reply)
    await resign(duel)
    await duel.room.quiet()
    message = await cy.gets("the match is over", channel=own)
    assert "wins: " in transcript.text(starter)
    assert f"<#{talk.id}>" in transcript.text((await cy.click(message, PRESS)).reply)
    challenge = await cy.gets("is over", where=lambda candidate: PRESS in transcript.buttons(candidate))
    assert f"<#{talk.id}>" in transcript.text((await cy.click(challenge, PRESS)).reply)
    assert talks(cy) == [talk]


async def test_simultaneous_presses_and_lost_replies_open_one_thread(
    duel: Duel, bo: Actor, cy: Actor
) -> None:
    """Discord opens the thread but the reply is lost: the second attempt finds the existing thread."""
    channel = f"/channels/{duel.room.table.channel.id}/messages"
    lost = [
        duel.room.table.faults.add("POST", channel, status=502, after=True),
        duel.room.table.faults.add("POST", f"{channel}/*/threads", status=502, after=True),
    ]
    status = await duel.status()
    pressed = [await actor.click(status, PRESS, wait="first") for actor in (bo, cy)]
    for fault in lost:
        await fault.met.wait()
        await duel.room.clock.move(1)
    await duel.room.quiet()
    for outcome in pressed:
        await outcome.settled()
    [talk] = talks(cy)
    starters = [
        message
        for message in duel.room.table.channel.messages.values()
        if "Discuss" in transcript.text(message)
    ]
    assert [starter.id for starter in starters] == [talk.id]
    assert f"<#{talk.id}>" in transcript.text(await press(duel, cy))


@pytest.mark.parametrize(
    ("lacking", "named"),
    [
        (Permission.CREATE_PUBLIC_THREADS, "Create Public Threads"),
        (Permission.SEND_MESSAGES, "Send Messages"),
        (Permission.VIEW_CHANNEL, "View Channel"),
    ],
)
async def test_a_missing_permission_is_named_and_affects_no_one_else(
    duel: Duel, cy: Actor, lacking: Permission, named: str
) -> None:
    table = duel.room.table
    table.world.deny(table.world.bot, table.channel, lacking)
    outcome = await press(duel, cy)
    assert named in transcript.text(outcome) and f"<#{table.channel.id}>" in transcript.text(outcome)
    assert not talks(cy)
    assert not [
        message for message in table.channel.messages.values() if "Discuss" in transcript.text(message)
    ]
    snapshot = await duel.room.services.matches.table(duel.match_id)
    assert snapshot.status is MatchStatus.PLAYING
    assert await duel.room.services.delivery_failures.of(duel.match_id) is None, (
        "the match itself is unaffected"
    )
    table.world.allow(table.world.bot, table.channel, lacking)
    assert "Everyone can discuss" in transcript.text(await press(duel, cy))


async def test_an_archived_thread_is_reopened_and_a_closed_one_is_shown(duel: Duel, cy: Actor) -> None:
    await press(duel, cy)
    [talk] = talks(cy)
    world = duel.room.table.world
    world.archive(talk)
    assert "Everyone can discuss" in transcript.text(await press(duel, cy))
    assert talk.thread is not None and not talk.thread.archived
    world.archive(talk, locked=True)
    assert "is closed, but you can read it" in transcript.text(await press(duel, cy))
    assert talk.thread.archived


async def test_a_deleted_comment_thread_is_replaced(duel: Duel, cy: Actor) -> None:
    await press(duel, cy)
    [talk] = talks(cy)
    duel.room.table.world.delete_channel(talk)
    outcome = await press(duel, cy)
    [replacement] = talks(cy)
    assert replacement.id != talk.id and f"<#{replacement.id}>" in transcript.text(outcome)


async def test_the_thread_forgets_a_deleted_person_too(duel: Duel, cy: Actor) -> None:
    await press(duel, cy)
    await resign(duel)
    await duel.room.quiet()
    await duel.ada.actor.slash("me privacy delete", sure="yes, forget me")
    await duel.room.quiet()
    [talk] = talks(cy)
    assert talk.name == "Discussion: a former player against Bo"
    assert "Ada" not in transcript.text(duel.room.table.channel.messages[talk.id])


async def test_a_challenge_has_no_comment_thread(lobby: Room, ada: Actor, bo: Actor) -> None:
    await ada.slash("voidream challenge", user=bo)
    await lobby.quiet()
    challenge = await bo.gets("challenges you to")
    assert PRESS not in transcript.buttons(challenge)
