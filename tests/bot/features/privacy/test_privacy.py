"""The privacy commands in Discord: stored data, the export, deletion and blocks."""

from __future__ import annotations

import asyncio
import gzip
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.discord.components.messages import PublicMessage
from bot.features.endings.ended import EndedMessages
from bot.features.privacy.messages import LARGEST, export_message
from bot.local_discord.permissions import Permission
from bot.settings import Settings
from bot.store.match_status import MatchStatus
from bot.store.personal import FORMER_PLAYER
from cards.i18n import ENGLISH
from tests.bot.discord.kit import Duel, Room, begin_match, play_on, room
from tests.table import transcript
from tests.table.actor import Actor, InteractionOutcome


def check_private_reply(outcome: InteractionOutcome, sentence: str) -> None:
    assert not outcome.failed
    assert sentence in outcome.text, outcome.text
    assert all(message.ephemeral for message in outcome.messages)


def attached(room: Room, outcome: InteractionOutcome) -> dict[str, Any]:
    """Return the parsed file of a reply."""
    (attachment,) = outcome.reply.attachments
    assert attachment.filename == "voidream-about-you.json"
    return json.loads(content(room, attachment.key))


def content(room: Room, key: str) -> str:
    """Return the content of an attachment."""
    file = room.table.world.attachments.read(key)
    assert file is not None
    return file[0].decode()


async def test_stored_data_is_listed_anywhere(lobby: Room, ada: Actor) -> None:
    for channel in (lobby.table.channel, ada.direct):
        response = await ada.slash("me privacy show", channel=channel)
        assert "**The person who runs this bot** can see everything in its database" in response.text
        assert transcript.buttons(response.reply) == ["Export", "Delete …"]


async def test_the_export_is_one_file(duel: Duel, lobby: Room, ada: Actor, bo: Actor) -> None:
    """The file is private. Each player's file contains their own answers, and neither contains the seed."""
    await play_on(duel, most=6)
    check_private_reply(await ada.slash("me privacy export"), "The file is JSON")
    outcome = await ada.click((await ada.slash("me privacy show")).reply, "Export")
    check_private_reply(outcome, "This is everything I store about you.")
    mine = attached(lobby, outcome)
    theirs = attached(lobby, await bo.slash("me privacy export"))
    assert mine["person_id"] == str(ada.person.id)
    assert [person["name"] for person in mine["people"]] == ["Ada"]
    (match,) = mine["matches"]
    (bos_match,) = theirs["matches"]
    assert match["against"] == ["Bo"] and bos_match["against"] == ["Ada"]
    assert match["your_deck"] == "Morning" and bos_match["your_deck"] == "Evening"
    assert "Evening" not in json.dumps(mine["matches"]) and lobby.seed not in json.dumps([mine, theirs])
    assert not {*match["answers"]} & {*bos_match["answers"]}


async def test_deletion_of_a_person(lobby: Room, ada: Actor, bo: Actor, cy: Actor) -> None:
    """Deletion resigns matches, edits messages and deletes direct messages; the next match starts from scratch."""
    over = await begin_match(lobby, ada, bo)
    await ada.slash("parlour pass", channel=over.ada.thread)
    sure = await bo.slash("match resign", channel=over.bo.thread)
    await bo.click(sure.reply, "Yes, resign")
    await lobby.quiet()
    going = await begin_match(lobby, ada, bo)
    await ada.slash("parlour pass", channel=going.ada.thread)
    await ada.slash("voidream challenge", user=cy, deck="Noon")
    await lobby.quiet()
    response = await ada.slash("me privacy delete")
    for line in (
        "Delete everything about you?",
        "your open challenges (1)",
        "**Resigned now**, or cancelled if nothing was dealt yet: Ada against Bo.",
        "finished matches (1)",
        "You can't undo this.",
    ):
        assert line in response.text, response.text
    check_private_reply(await ada.click(response.reply, "No, keep everything"), "Nothing was deleted")
    assert (await lobby.services.matches.table(going.match_id)).status is MatchStatus.PLAYING
    check_private_reply(
        await ada.click(response.reply, "Yes, delete it all"), "I no longer store anything about you"
    )
    await lobby.quiet()
    assert not transcript.buttons(response.reply), "an answered question has no buttons"
    assert ada.sees(ada.direct) == []
    for thread in bo.threads():
        assert "Ada" not in thread.name and FORMER_PLAYER in thread.name
    for message in (*bo.sees(), *(m for thread in bo.threads() for m in bo.sees(thread))):
        # Discord removes Bo's private messages when he restarts his client.
        assert message.ephemeral or "Ada" not in transcript.text(message), transcript.text(message)
    ended = await bo.gets("the match is over", channel=bo.threads()[-1])
    assert "**Bo** wins:" in transcript.text(ended) and "gave up" in transcript.text(ended)
    assert f"<@{bo.person.id}>" in transcript.text(ended)
    for thread in bo.threads():
        end = await bo.gets("the match is over", channel=thread)
        record = content(lobby, end.attachments[0].key)
        assert f'[Player "{FORMER_PLAYER}"]' in record and "Ada" not in record
    assert "withdrew the challenge" in transcript.text(await cy.gets("withdrew the challenge"))
    check_private_reply(
        await ada.slash("me privacy delete", sure="yes, forget me"), "I don't store anything about you"
    )
    check_private_reply(await ada.slash("match list"), "You have no matches")
    profile = await bo.slash("profile")
    assert FORMER_PLAYER in profile.text and "Ada" not in profile.text
    again = await begin_match(lobby, ada, bo)
    assert "Ada against Bo" in transcript.text(await again.status())
    await lobby.restart()
    assert FORMER_PLAYER in transcript.text(await going.status())


async def test_a_deleted_person_has_a_name_in_each_readers_language(
    tmp_path: Path,
) -> None:
    async with room(tmp_path / "bot.sqlite3") as lobby:
        ada, bo, cy = (Actor(lobby.table, name) for name in ("Ada", "Bo", "Cy"))
        duel = await begin_match(lobby, ada, bo)
        lobby.table.guild.locale = "es-ES"
        await bo.slash("parlour pass", channel=duel.bo.thread)
        await ada.slash("parlour pass", channel=duel.ada.thread)
        await ada.slash("me privacy delete", sure="yes, forget me")
        await lobby.quiet()
        ada.leave()
        [thread] = bo.threads()
        former_player = "alguien que ya no está"
        assert former_player in thread.name
        bo.person.locale = "es-ES"
        spanish = [transcript.text(m) for m in (*bo.sees(), *bo.sees(thread)) if not m.ephemeral]
        for command in ("profile", "match log", "match replay show", "match replay verify"):
            spanish.append((await bo.slash(command, channel=thread)).text)
        assert sum(former_player in text for text in spanish) >= 6, spanish
        assert not [text for text in spanish if FORMER_PLAYER in text]
        english = (await cy.slash("match log", channel=thread)).text
        assert FORMER_PLAYER in english and former_player not in english


async def test_deletion_works_by_command_alone_and_twice(lobby: Room, duel: Duel, ada: Actor) -> None:
    lobby.table.gateway.duplicates = 1
    response = await ada.slash("me privacy delete", sure="yes, forget me")
    await lobby.quiet()
    assert not response.failed
    assert (await lobby.services.matches.table(duel.match_id)).names == (FORMER_PLAYER, "Bo")
    assert await lobby.services.matches.of_person(ada.person.id) == ()


async def test_uneditable_messages_stay_and_block_nothing(
    lobby: Room, duel: Duel, ada: Actor, bo: Actor
) -> None:
    """The challenge was deleted, the thread is archived and locked, or the channel is hidden."""
    await ada.slash("parlour pass", channel=duel.ada.thread)
    sure = await bo.slash("match resign", channel=duel.bo.thread)
    await bo.click(sure.reply, "Yes, resign")
    await lobby.quiet()
    world, thread = lobby.table.world, duel.ada.thread
    challenge = await bo.gets("The match between")
    world.delete_message(challenge)
    world.archive(thread, locked=True)
    check_private_reply(
        await ada.slash("me privacy delete", sure="yes, forget me"), "I no longer store anything about you"
    )
    await lobby.quiet()
    assert bo.threads() == [thread], "no new thread is opened"
    world.deny(world.bot, lobby.table.channel, Permission.VIEW_CHANNEL)
    check_private_reply(
        await bo.slash("me privacy delete", sure="yes, forget me", channel=bo.direct), "no longer store"
    )
    await lobby.quiet()
    assert await lobby.unsent() == 0


async def test_an_archived_thread_is_edited_and_stays_archived(
    lobby: Room, duel: Duel, ada: Actor, bo: Actor
) -> None:
    await ada.slash("parlour pass", channel=duel.ada.thread)
    sure = await bo.slash("match resign", channel=duel.bo.thread)
    await bo.click(sure.reply, "Yes, resign")
    await lobby.quiet()
    lobby.table.world.archive(duel.ada.thread)
    await ada.slash("me privacy delete", sure="yes, forget me")
    await lobby.quiet()
    thread = duel.bo.thread
    assert thread.thread is not None and thread.thread.archived
    assert FORMER_PLAYER in thread.name
    assert FORMER_PLAYER in transcript.text(await duel.status())


async def test_a_failed_edit_leaves_no_name_in_other_messages(
    lobby: Room, duel: Duel, ada: Actor, bo: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    await ada.slash("parlour pass", channel=duel.ada.thread)
    sure = await bo.slash("match resign", channel=duel.bo.thread)
    await bo.click(sure.reply, "Yes, resign")
    await lobby.quiet()

    async def fail(*args: Any, **named: Any) -> PublicMessage:
        raise RuntimeError("no message")

    monkeypatch.setattr(EndedMessages, "ended", fail)
    await ada.slash("me privacy delete", sure="yes, forget me")
    async with asyncio.timeout(60):
        while await lobby.unsent():
            await lobby.clock.move(3600)
            await lobby.delivered()
    assert FORMER_PLAYER in duel.bo.thread.name
    assert FORMER_PLAYER in transcript.text(await duel.status())
    assert FORMER_PLAYER in transcript.text(await bo.gets("The match between"))


async def test_an_outdated_confirmation_is_refused(lobby: Room, duel: Duel, ada: Actor) -> None:
    response = await ada.slash("me privacy delete")
    lobby.table.clock.advance(2 * 3600)
    check_private_reply(await ada.click(response.reply, "Yes, delete it all"), "That question is too old")
    assert (await lobby.services.matches.table(duel.match_id)).status is MatchStatus.PLAYING


def test_a_large_file_is_packed() -> None:
    """A packed file that is still too large is refused with an explanation."""
    (small,) = export_message("{}", ENGLISH).texts
    assert (small.content, small.filename) == (b"{}", "voidream-about-you.json")
    large = "x" * (LARGEST + 1)
    (packed,) = export_message(large, ENGLISH).texts
    assert packed.filename == "voidream-about-you.json.gz"
    assert isinstance(packed.content, bytes) and gzip.decompress(packed.content).decode() == large
    huge = export_message(Random(1).randbytes(LARGEST).hex(), ENGLISH)
    assert huge.texts == () and "too large for Discord" in str(huge.items[0].to_component_dict())


# -- blocking


async def use_real_limits(room: Room) -> None:
    """Apply the limits of a real installation."""
    room.settings = Settings(_env_file=None)  # type: ignore[call-arg]
    await room.restart()


async def test_a_blocked_person_gets_only_a_polite_refusal(lobby: Room, ada: Actor, bo: Actor) -> None:
    await use_real_limits(lobby)
    await ada.slash("voidream challenge", user=bo)
    await bo.gets("challenges you to")
    assert "You haven't blocked anyone." in (await bo.slash("me blocked")).text
    outcome = await bo.slash("me block", user=ada)
    assert outcome.reply.ephemeral and "You blocked **Ada**" in outcome.text
    await lobby.quiet()
    assert any("declined" in transcript.text(message) for message in ada.sees())
    refused = await ada.slash("voidream challenge", user=bo)
    assert refused.text == "You can't challenge Bo now."
    assert "You blocked Ada." in (await bo.slash("voidream challenge", user=ada)).text
    text = (await bo.slash("me blocked")).text
    assert f"- Ada, <t:{lobby.clock.now() // 1000}:R>" in text
    assert await bo.autocomplete("me unblock", "person", "a") == ["Ada"]
    assert "haven't blocked anyone called “Cy”" in (await bo.slash("me unblock", person="Cy")).text
    assert "You unblocked **Ada**." in (await bo.slash("me unblock", person="Ada")).text
    await lobby.clock.move(600)
    assert "Challenge sent to" in (await ada.slash("voidream challenge", user=bo)).text


async def test_the_time_of_the_next_possible_challenge_is_shown_as_a_moment(
    lobby: Room, ada: Actor, bo: Actor
) -> None:
    await use_real_limits(lobby)
    await ada.slash("voidream challenge", user=bo)
    await ada.slash("match decline")
    response = await ada.slash("voidream challenge", user=bo)
    assert response.text == (
        f"You challenged Bo recently. You can challenge them again <t:{lobby.clock.now() // 1000 + 600}:R>."
    )


async def test_a_person_who_declines_can_block_with_one_press(lobby: Room, ada: Actor, bo: Actor) -> None:
    await ada.slash("voidream challenge", user=bo)
    declined = await bo.click(await bo.gets("challenges you to"), "Decline")
    response = await bo.click(declined.reply, "Block this player")
    assert "You blocked **Ada**" in response.text
    assert (await ada.slash("voidream challenge", user=bo)).text == "You can't challenge Bo now."
