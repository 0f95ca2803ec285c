"""The record of a match: available to everyone after the end, verifiable, and secret before."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.errors import StillGoingOn
from bot.games.voidream import voidream
from bot.local_discord.permissions import Permission
from bot.local_discord.records import Message
from bot.local_discord.server import LocalTable
from engine.kernel.chance import Chance
from engine.kernel.commitment import commitment
from engine.kernel.question import random_choice
from engine.kernel.records.reader import read_record
from engine.kernel.records.verifier import verify
from tests.bot.discord.clicks import walk
from tests.bot.discord.kit import Duel, Room, begin_match, click_answer, play_by_typing, room
from tests.table import transcript
from tests.table.actor import Actor

FILE = 13


def files(table: LocalTable, message: Message) -> dict[str, str]:
    """Download the text files of a message, by file name."""
    contents: dict[str, str] = {}
    offered = [c["file"]["url"] for c in walk(message.components) if c["type"] == FILE]
    for attachment in message.attachments:
        if f"attachment://{attachment.filename}" in offered:
            content = table.world.attachments.read(attachment.key)
            assert content is not None
            contents[attachment.filename] = content[0].decode()
    assert len(contents) == len(offered)
    return contents


async def over(actor: Actor) -> Message:
    return await actor.gets("the match is over", channel=actor.threads()[-1])


async def resign(duel: Duel) -> None:
    sure = await duel.bo.actor.slash("match resign", channel=duel.bo.thread)
    await duel.bo.actor.click(sure.reply, "Yes, resign")
    await duel.room.quiet()


async def answer_all(duel: Duel, *, most: int = 10_000) -> None:
    """Give random answers as fast as the bot accepts them, until the match is over."""
    with duel.room.unannounced():
        for n in range(most):
            if await duel.is_over():
                return
            player, question = await duel.asked()
            choice = random_choice(question, Chance(f"{duel.match_id}:{n}"))
            await duel.room.services.play.answer(10**6 + n, duel.match_id, player.id, question.id, choice)


@pytest.mark.slow
async def test_a_whole_match_can_be_verified(tmp_path: Path) -> None:
    """The record in the last message contains the match as played, dealt as committed at the start."""
    game = voidream()
    async with room(tmp_path / "bot.sqlite3", game, seed="seed 142") as lobby:
        ada, bo, cy = (Actor(lobby.table, name) for name in ("Ada", "Bo", "Cy"))
        duel = await begin_match(lobby, ada, bo)
        promised = re.search(r"begins with `([0-9a-f]{16})`", transcript.text(await cy.gets("accepted")))
        assert promised is not None
        await answer_all(duel)
        await lobby.quiet()
        message = await over(cy)
        [(name, content)] = files(lobby.table, message).items()
        assert name == "voidream-1.txt"
        checked = (await cy.click(message, "Check the deal")).text
        assert "`seed 142`" in checked and promised[1] in checked, "side by side"
        text = transcript.text(message)
        assert "`voidream verify voidream-1.txt`" in text
        record = read_record(content)
        assert record.players == ("Ada", "Bo")
        assert record.date == "2027-01-15", "the day of the bot's clock"
        assert (record.seed, record.commitment[:16]) == ("seed 142", promised[1])
        assert record.commitment == commitment(game.kernel, record.setup, "seed 142")
        verdict = verify(record, game.kernel, game.phrasing)
        assert verdict.holds and verdict.answers > 20
        assert verdict.result == record.result != "open"

        at = content.index("Ada plays") if "Ada plays" in content else content.index("Bo plays")
        line = content[at : content.index("\n", at)]
        changed = read_record(content.replace(line, f"{line[:-1]}{'x' if line[-1] != 'x' else 'y'}", 1))
        assert not verify(changed, game.kernel, game.phrasing).holds
        forged = read_record(content.replace('[Seed "seed 142"]', '[Seed "seed 143"]'))
        assert "isn't the promised deal" in str(verify(forged, game.kernel, game.phrasing).problem)


async def test_a_resigned_match_can_be_verified(tmp_path: Path) -> None:
    game = voidream()
    async with room(tmp_path / "bot.sqlite3", game) as lobby:
        ada, bo = Actor(lobby.table, "Ada"), Actor(lobby.table, "Bo")
        duel = await begin_match(lobby, ada, bo)
        await answer_all(duel, most=8)
        await resign(duel)
        [content] = files(lobby.table, await over(ada)).values()
        record = read_record(content)
        assert record.result == "Ada wins: resignation"
        assert verify(record, game.kernel, game.phrasing).holds


async def test_a_drawn_match_can_be_verified(duel: Duel) -> None:
    while not await duel.is_over():
        player, question = await duel.asked()
        panel = player.actor.sees(player.actor.direct)[-1]
        await click_answer(player, panel, question, ("pass",))
        await duel.room.quiet()
    message = await over(duel.ada.actor)
    assert "A draw: " in transcript.text(message)
    [content] = files(duel.room.table, message).values()
    record = read_record(content)
    assert record.result == "draw: applause"
    assert verify(record, duel.room.game.kernel, duel.room.game.phrasing).holds


async def test_a_missing_file_permission_is_explained(duel: Duel) -> None:
    world = duel.room.table.world
    world.deny(world.bot, duel.room.table.channel, Permission.ATTACH_FILES)
    await resign(duel)
    message = await over(duel.ada.actor)
    assert "**Ada** wins:" in transcript.text(message)
    assert "I need the permission “Attach Files”" in transcript.text(message)
    assert "Check the deal" in transcript.buttons(message)
    assert not message.attachments
    assert set(message.mentions) == {duel.ada.id, duel.bo.id}


async def test_no_record_exists_before_the_end(lobby: Room, duel: Duel, cy: Actor) -> None:
    """During the match, no message contains a file other than pictures, the seed, or text of a record."""
    await play_by_typing(duel, most=9)
    with pytest.raises(StillGoingOn):
        await lobby.services.records.text(duel.match_id, duel.ada.id)
    for actor in (duel.ada.actor, duel.bo.actor, cy):
        for fragment in ("[Game", "[Setup", "[Seed", ".txt", "`5eed`", "Seed:"):
            assert not actor.was_shown(fragment), fragment
    await resign(duel)
    assert cy.was_shown(".txt")
    checked = await cy.click(await over(cy), "Check the deal")
    assert "Seed: `5eed`" in checked.text
