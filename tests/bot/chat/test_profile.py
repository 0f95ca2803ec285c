"""Profiles as people meet them in Discord."""

from __future__ import annotations

from bot.table import reading
from bot.table.actor import Actor
from tests.bot.chat.kit import Duel, Room, begin_match
from tests.bot.chat.limits import check_components
from tests.bot.chat.test_record import resign


async def test_one_s_own_profile_and_somebody_else_s(duel: Duel, cy: Actor) -> None:
    ada = duel.ada.actor
    before = (await cy.slash("profile", person=ada)).reply
    assert before.ephemeral
    assert "Under way: 1" in reading.text(before)
    assert "Morning" not in reading.text(before), "decks of running matches are nobody's business"
    await resign(duel)
    own = (await ada.slash("profile")).reply
    check_components(own.components)
    shown = reading.text(own)
    assert "Matches played: 1" in shown
    assert "1 won, 0 lost, 0 drawn" in shown
    assert "Morning: 1 won" in shown
    assert "resignation" in shown
    other = (await cy.slash("profile", person=duel.bo.actor)).reply
    assert "0 won, 1 lost, 0 drawn" in reading.text(other)
    assert "Evening: 0 won, 1 lost" in reading.text(other)
    replay = (await cy.select(other, f"Match {duel.match_id}: Ada against Bo")).reply
    assert "Replay: " in reading.text(replay) and "The beginning" in reading.text(replay)
    assert not ada.was_shown("0 won, 1 lost")


async def test_decks_can_be_kept_private(duel: Duel, cy: Actor) -> None:
    await resign(duel)
    await duel.bo.actor.slash("privacy hands", show="keep")
    seen = (await cy.slash("profile", person=duel.bo.actor)).reply
    assert "kept private" in reading.text(seen)
    assert "Evening" not in reading.text(seen)
    assert "Evening" in (await duel.bo.actor.slash("profile")).text


async def test_whoever_has_not_played_is_told_so(lobby: Room, ada: Actor, bo: Actor) -> None:
    assert "No match has ended yet." in (await ada.slash("profile")).text
    assert "on this server" in (await ada.slash("profile", person=bo)).text


async def test_matches_come_in_pages(lobby: Room, ada: Actor, bo: Actor) -> None:
    for _ in range(9):
        await resign(await begin_match(lobby, ada, bo))
    shown = (await ada.slash("profile")).reply
    check_components(shown.components)
    assert "Page 1 of 2" in reading.text(shown)
    await ada.click(shown, "Older")
    assert "Page 2 of 2" in reading.text(shown)
    await ada.click(shown, "Newer")
    assert "Page 1 of 2" in reading.text(shown)
