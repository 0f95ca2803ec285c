"""Replays, records and the verification of the deal in Discord."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.features.replays.service import Replays
from bot.games.voidream import voidream
from bot.local_discord.records import Message
from engine.kernel.chance import later_seed
from engine.kernel.commitment import promise as promised_by
from engine.kernel.commitment import setup_seal
from engine.kernel.records.reader import read_record
from engine.kernel.records.sealed_verifier import is_sealed, read_sealed, verify_sealed
from engine.kernel.records.verifier import verify
from tests.bot.discord.clicks import walk
from tests.bot.discord.kit import SEED, Duel, begin_match, room
from tests.bot.discord.limits import check_components
from tests.bot.discord.test_secrets import pictures
from tests.bot.features.replays.test_records import answer_all, files, over, resign
from tests.games.registry import png
from tests.table import transcript
from tests.table.actor import Actor

ROW, MENU, GALLERY = 1, 3, 12


async def finish(duel: Duel, *, most: int = 9) -> None:
    await answer_all(duel, most=most)
    if not await duel.is_over():
        await resign(duel)
    await duel.room.quiet()


def option(message: Message, label: str) -> str:
    """Return the value of a menu's option."""
    menus = [c for c in walk(message.components) if c["type"] == MENU]
    return next(str(o["value"]) for menu in menus for o in menu["options"] if label in o["label"])


async def test_buttons_step_through_a_match(duel: Duel, cy: Actor) -> None:
    await finish(duel)
    ended = await over(cy)
    message = (await cy.click(ended, "Replay")).reply
    assert message.ephemeral
    assert "Start" in transcript.text(message)
    for step in (1, 2, 3):
        await cy.click(message, "Next")
        assert f"Step {step} of 10" in transcript.text(message), "in place"
        check_components(message.components)
    await cy.click(message, "Back")
    assert "Step 2 of 10" in transcript.text(message)
    await cy.click(message, "Last")
    assert "Step 10 of 10" in transcript.text(message)
    assert "**Ada** wins:" in transcript.text(message)
    await cy.click(message, "First")
    assert "wins: " not in transcript.text(message)
    await cy.select(message, option(message, "Round 2"), menu="Go to")
    assert "Round 2" in transcript.text(message)
    await duel.room.restart()
    await cy.click(message, "Last")
    assert "Step 10 of 10" in transcript.text(message)
    assert len([m for m in cy.sees(cy.threads()[-1]) if m.ephemeral]) == 1
    assert not duel.ada.actor.was_shown("Step 2 of 10")


async def test_everyone_can_choose_the_perspective(duel: Duel, cy: Actor) -> None:
    await finish(duel)
    view = (await Replays(duel.room.services.records).scene(duel.match_id, duel.bo.id, 4)).hands[0].view
    hand = png(f"hand {view}")
    ada = duel.ada.actor
    message = (await ada.slash("match replay show", channel=duel.ada.thread, step=4, eyes="public")).reply
    assert hand not in pictures(duel, ada)
    await ada.select(message, option(message, "Bo's view"), menu="view")
    assert hand in pictures(duel, ada)
    kinds = [component["type"] for component in message.components]
    board, arrows, hands = kinds.index(GALLERY), kinds.index(ROW), len(kinds) - 1
    assert board + 1 == arrows < hands and kinds[hands] == GALLERY, "the board and its buttons are together"
    await ada.select(message, option(message, "All hands"), menu="view")
    check_components(message.components)
    assert hand in pictures(duel, ada)
    await ada.click(message, "As text")
    assert "Ada's hand" in transcript.text(message) and "Bo's hand" in transcript.text(message)
    assert not message.attachments
    own = (await duel.bo.actor.slash("match replay show", step=4)).reply
    assert transcript.text(own), "without a named match: the last one"
    assert hand in pictures(duel, duel.bo.actor)


async def test_hands_can_be_private(duel: Duel, cy: Actor) -> None:
    outcome = await duel.bo.actor.slash("me privacy hands", show="keep")
    assert "no one else sees your hands" in outcome.text
    await finish(duel)
    ended = await over(cy)
    assert "Seed" not in transcript.text(ended)
    [content] = files(duel.room.table, ended).values()
    assert verify_sealed(read_sealed(content)).holds
    assert f"`{SEED}`" not in transcript.text(ended) and f'"{SEED}"' not in content
    checked = (await cy.slash("match replay verify", channel=duel.ada.thread)).reply
    assert "the seed stays secret" in transcript.text(checked) and f"`{SEED}`" not in transcript.text(checked)
    reply = (await cy.click(ended, "Replay")).reply
    labels = [o["label"] for c in walk(reply.components) if c["type"] == MENU for o in c["options"]]
    assert not [label for label in labels if "Bo" in label or "both" in label]
    refused = await cy.slash("match replay show", channel=duel.ada.thread, eyes="both")
    assert "Bo keeps their hands private" in refused.text
    record = (await duel.ada.actor.slash("match replay record", channel=duel.ada.thread)).reply
    assert all(is_sealed(text) for text in files(duel.room.table, record).values())
    for actor in (duel.ada.actor, cy):
        assert not actor.was_shown("[Setup")
    mine = (await duel.bo.actor.slash("match replay record", channel=duel.bo.thread)).reply
    assert files(duel.room.table, mine)
    own = (await duel.bo.actor.click(ended, "Replay")).reply
    opened = await duel.bo.actor.click(own, "Show my hands to others")
    assert "show your hands" in opened.text
    await cy.slash("match replay show", channel=duel.ada.thread, eyes="both")


async def test_hiding_hands_after_a_replay_was_opened_closes_it(duel: Duel, cy: Actor) -> None:
    await finish(duel)
    message = (await cy.slash("match replay show", channel=duel.ada.thread, step=1, eyes="both")).reply
    own = (await duel.bo.actor.slash("match replay show", channel=duel.bo.thread)).reply
    await duel.bo.actor.click(own, "Keep my hands private")
    response = await cy.click(message, "Next")
    assert "Bo keeps their hands private" in response.text


async def fingerprint(duel: Duel) -> str:
    """Return the commitment to the deal, computed from the setup and the seed."""
    async with duel.room.services.store.read() as store:
        row = await store.matches.match(duel.match_id, data=True)
    assert row is not None and row.setup is not None
    return promised_by((), later_seed(SEED), setup_seal(row.setup, SEED))


async def test_an_active_match_has_no_replay(duel: Duel, cy: Actor) -> None:
    for actor in (duel.ada.actor, cy):
        response = await actor.slash("match replay show", channel=duel.ada.thread)
        assert "This match is still in progress" in response.text
        promised = await actor.slash("match replay verify", channel=duel.ada.thread)
        fixed = await fingerprint(duel)
        assert fixed in promised.text
        assert SEED not in promised.text.replace(fixed, "")
    assert "no finished match" in (await cy.slash("match replay show")).text


async def test_the_deal_is_verified_by_command_and_button(duel: Duel, cy: Actor) -> None:
    await finish(duel)
    suggestions = await duel.ada.actor.choices("match replay verify", "match")
    assert [choice["value"] for choice in suggestions] == [str(duel.match_id)]
    checked = (await duel.ada.actor.slash("match replay verify", match=suggestions[0]["value"])).reply
    assert "The deal is genuine" in transcript.text(checked)
    assert f"`{SEED}`" in transcript.text(checked) and await fingerprint(duel) in transcript.text(checked)
    record = (await duel.ada.actor.click(checked, "Record")).reply
    [(name, content)] = files(duel.room.table, record).items()
    assert name == f"parlour-{duel.match_id}.txt"
    assert verify(read_record(content), duel.room.game.kernel, duel.room.game.phrasing).holds
    message = (await cy.slash("match replay show", channel=duel.ada.thread)).reply
    again = (await cy.click(message, "Check the deal")).reply
    assert "The deal is genuine" in transcript.text(again)


@pytest.mark.slow
async def test_voidream_replays_keep_discords_limits(tmp_path: Path) -> None:
    async with room(tmp_path / "bot.sqlite3", voidream(), seed="seed 142") as lobby:
        ada, bo = Actor(lobby.table, "Ada"), Actor(lobby.table, "Bo")
        duel = await begin_match(lobby, ada, bo)
        await finish(duel, most=40)
        message = (await ada.slash("match replay show", channel=duel.ada.thread, step=20, eyes="both")).reply
        assert len(message.attachments) == 3
        check_components(message.components)
        await ada.click(message, "As text")
        check_components(message.components)
        assert "Bo's hand" in transcript.text(message) or "Part 1 of" in str(message.components)
