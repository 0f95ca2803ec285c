"""Reviews in Discord: requested, agreed to, watched, read, and withdrawn."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from PIL import Image

from bot.features.privacy.own_data import Privacy
from bot.features.review.service import Reviews, ReviewStage
from bot.local_discord.permissions import Permission
from bot.local_discord.records import Message
from engine.kernel.chance import Chance
from engine.kernel.question import random_choice
from tests.bot.discord.kit import Duel, Room, begin_match, room
from tests.bot.discord.limits import check_components
from tests.bot.features.replays.test_records import answer_all, over
from tests.bot.features.review.kit import thoughtful
from tests.table import transcript
from tests.table.actor import Actor

ASKED = "asked for a review of this match"


def looking_back(room: Room) -> Reviews:
    of = room.services
    return Reviews(of.store, of.games, of.clock, wake=of.wake, work=of.wake)


def privacy(room: Room) -> Privacy:
    of = room.services
    return Privacy(of.context)


@pytest.fixture
async def lanterns(tmp_path: Path) -> AsyncGenerator[Room]:
    async with room(tmp_path / "bot.sqlite3", thoughtful()) as lobby:
        yield lobby


async def finished_match(lanterns: Room, dice: str = "") -> tuple[Duel, Actor]:
    """Return a finished match and a spectator."""
    ada, bo, cy = (Actor(lanterns.table, name) for name in ("Ada", "Bo", "Cy"))
    duel = await begin_match(lanterns, ada, bo)
    n, chance = 10**6, Chance(dice)
    with lanterns.unannounced():
        while not await duel.is_over():
            player, question = await duel.asked()
            choice, n = random_choice(question, chance), n + 1
            await lanterns.services.play.answer(n, duel.match_id, player.id, question.id, choice)
    await lanterns.quiet()
    return duel, cy


async def done(duel: Duel) -> None:
    """Wait until the match is judged and its messages are updated."""
    looking = looking_back(duel.room)
    async with asyncio.timeout(60):
        while (await looking.of(duel.match_id)).stage is ReviewStage.WORKING:  # noqa: ASYNC110 - it is in the database
            await asyncio.sleep(0.01)
    await duel.room.quiet()


async def looked_back(duel: Duel, cy: Actor) -> Message:
    """Make both players agree by button. Return the message with the finished review."""
    await duel.ada.actor.click(await over(duel.ada.actor), "Review")
    await duel.room.quiet()
    message = await cy.gets(ASKED, channel=cy.threads()[-1])
    await duel.bo.actor.click(message, "Review together")
    await done(duel)
    return message


async def test_a_review_needs_both_players_and_everyone_can_read_it(lanterns: Room) -> None:
    duel, cy = await finished_match(lanterns)
    answer = (await duel.ada.actor.click(await over(duel.ada.actor), "Review")).reply
    assert answer.ephemeral and "The review starts with the agreement of **Bo**" in transcript.text(answer)
    await lanterns.quiet()
    message = await cy.gets(ASKED, channel=cy.threads()[-1])
    assert transcript.text(message).count("Ada") and message.mentions == [duel.bo.id]
    check_components(message.components)
    begun = (await duel.bo.actor.click(message, "Review together")).reply
    assert begun.ephemeral and "match thread" in transcript.text(begun)
    await done(duel)
    text = transcript.text(message)
    assert "Review: Ada" in text and "Accuracy" in text and "Luck" in text
    assert "Clear mistakes" in text or "No one made a clear mistake." in text
    [story] = [line for line in text.split("\n") if "What decided it" in line]
    assert story.replace("*", "") in transcript.text(await over(cy)), "one story of the end"
    check_components(message.components)
    [attachment] = message.attachments
    content = lanterns.table.world.attachments.read(attachment.key)
    assert content is not None and Image.open(io.BytesIO(content[0])).width == 1100
    assert (attachment.description or "").startswith("Win chances of Ada and Bo.")
    explained = (await cy.click(message, "What is this?")).reply
    assert explained.ephemeral and "random choices" in transcript.text(explained)
    for reader in (cy, duel.ada.actor):
        again = (await reader.slash("match replay look-back", channel=duel.ada.thread)).reply
        assert again.ephemeral and "Accuracy" in transcript.text(again)
        assert ("Withdraw" in transcript.buttons(again)) == (reader is not cy)


async def test_only_players_can_request_a_review_and_only_after_the_match(lanterns: Room) -> None:
    ada, bo, cy = (Actor(lanterns.table, name) for name in ("Ada", "Bo", "Cy"))
    duel = await begin_match(lanterns, ada, bo)
    for actor in (ada, cy):
        early = await actor.slash("match replay look-back", channel=duel.ada.thread)
        assert "This match is still in progress." in early.text
    assert "Review" not in transcript.buttons(await duel.status())
    await answer_all(duel)
    await lanterns.quiet()
    assert "Review" in transcript.buttons(await duel.status())
    response = await cy.click(await over(cy), "Review")
    assert "Only its players can ask for that." in response.text
    assert not cy.was_shown(ASKED)


async def test_the_player_who_declines_is_not_named(lanterns: Room) -> None:
    duel, cy = await finished_match(lanterns)
    await duel.ada.actor.click(await over(duel.ada.actor), "Review")
    await lanterns.quiet()
    message = await cy.gets(ASKED, channel=cy.threads()[-1])
    stranger = await cy.click(message, "No review")
    assert "You aren't playing" in stranger.text and ASKED in transcript.text(message)
    await duel.bo.actor.click(message, "No review")
    await lanterns.quiet()
    assert "This match won't be reviewed." in transcript.text(message)
    assert "Bo" not in transcript.text(message).replace("Ada against Bo", "") and not transcript.buttons(
        message
    )
    await duel.ada.actor.click(await over(duel.ada.actor), "Review")
    await lanterns.quiet()
    assert "This match won't be reviewed" in transcript.text(message), "repeated requests mention no one"


async def test_a_replay_shows_the_chance_and_the_mistakes_until_a_player_withdraws(
    lanterns: Room,
) -> None:
    duel, cy = await finished_match(lanterns, "dice 6")
    text = transcript.text(await over(cy))
    before = (await cy.click(await over(cy), "Replay")).reply
    assert "Win chance" not in transcript.text(before)
    message = await looked_back(duel, cy)
    assert "Clear mistakes" in transcript.text(message)
    again = transcript.text(await over(cy))
    assert again.partition("\n**")[2] == text.partition("\n**")[2], "the announcement of the end is unchanged"
    reply = (await cy.click(await over(cy), "Replay")).reply
    assert "Win chance: even" in transcript.text(reply)
    check_components(reply.components)
    await cy.click(reply, "Next mistake")
    assert "Better: **" in transcript.text(reply) and "points)" in transcript.text(reply)
    check_components(reply.components)
    await cy.click(reply, "Last")
    assert "%" in transcript.text(reply)
    mine = (await duel.ada.actor.slash("match replay look-back", channel=duel.ada.thread)).reply
    await duel.ada.actor.click(mine, "Withdraw")
    await lanterns.quiet()
    assert "This match won't be reviewed." in transcript.text(message) and not message.attachments
    assert "Accuracy" not in transcript.text(message)
    await cy.click(reply, "Back")
    assert "Win chance" not in transcript.text(reply) and "Next mistake" not in transcript.buttons(reply)


async def test_a_player_with_private_hands_is_asked_for_confirmation(lanterns: Room) -> None:
    duel, cy = await finished_match(lanterns)
    await duel.ada.actor.slash("me privacy hands", show="keep")
    sure = (await duel.ada.actor.click(await over(duel.ada.actor), "Review")).reply
    assert "Your hands are private." in transcript.text(sure)
    await lanterns.quiet()
    assert not cy.was_shown(ASKED)
    await duel.ada.actor.click(sure, "Review together")
    await lanterns.quiet()
    assert cy.was_shown(ASKED)


async def test_without_pictures_the_review_is_text(lanterns: Room) -> None:
    duel, cy = await finished_match(lanterns)
    world = lanterns.table.world
    world.deny(world.bot, lanterns.table.channel, Permission.ATTACH_FILES)
    message = await looked_back(duel, cy)
    assert not message.attachments and "Win chances of Ada and Bo." in transcript.text(message)


async def test_deleting_a_person_deletes_their_reviews(lanterns: Room) -> None:
    duel, cy = await finished_match(lanterns)
    message = await looked_back(duel, cy)
    await privacy(lanterns).forget(duel.bo.id)
    await lanterns.quiet()
    assert "This match won't be reviewed." in transcript.text(message) and not message.attachments
    assert "Bo" not in transcript.text(message)


async def test_a_review_continues_after_a_restart(lanterns: Room) -> None:
    duel, cy = await finished_match(lanterns)
    looking = looking_back(lanterns)
    await looking.agree(1, duel.match_id, duel.ada.id)
    await looking.agree(2, duel.match_id, duel.bo.id)
    await lanterns.restart()
    await done(duel)
    message = await cy.gets("Accuracy", channel=cy.threads()[-1])
    assert message.attachments
