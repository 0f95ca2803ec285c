"""Ratings and leaderboards in Discord."""

from __future__ import annotations

import pytest

from bot.local_discord.errors import CannotDo
from tests.bot.discord.kit import Duel, Room, play_by_typing
from tests.bot.features.replays.test_records import over, resign
from tests.bot.features.time.test_clocks import begin
from tests.table import transcript
from tests.table.actor import Actor


async def rated(lobby: Room, ada: Actor, bo: Actor, *, answers: int = 6) -> Duel:
    duel = await begin(lobby, ada, bo, "1d each", rated=True)
    await play_by_typing(duel, most=answers)
    await resign(duel)
    return duel


async def test_a_rated_match_changes_the_leaderboard(lobby: Room, ada: Actor, bo: Actor, cy: Actor) -> None:
    empty = (await cy.slash("leaderboard")).reply
    assert empty.ephemeral
    assert "No one has a rating on this server yet." in transcript.text(empty)
    await rated(lobby, ada, bo)
    text = transcript.text(await over(cy))
    assert "Ratings: **Ada** 1583 (+83) · **Bo** 1456 (−44)" in text
    board = transcript.text((await cy.slash("leaderboard")).reply)
    assert board.index("**Ada** 1583") < board.index("**Bo** 1456")
    assert "You have no rating here yet." in board
    assert "Your place: 2, with 1456." in (await bo.slash("leaderboard")).text
    assert "Rating here: 1583, place 1 (new)" in (await cy.slash("profile", person=ada)).text


async def test_an_uncounted_match_has_an_explanation(lobby: Room, ada: Actor, bo: Actor) -> None:
    await rated(lobby, ada, bo, answers=2)
    assert "too short to count" in transcript.text(await over(ada))
    assert "No one has a rating" in (await ada.slash("leaderboard")).text


async def test_casual_matches_do_not_mention_ratings(duel: Duel) -> None:
    await resign(duel)
    assert "ating" not in transcript.text(await over(duel.ada.actor))


async def test_a_leaderboard_belongs_to_a_server(lobby: Room, ada: Actor) -> None:
    with pytest.raises(CannotDo, match="no command /leaderboard here"):
        await ada.slash("leaderboard", channel=ada.direct)


async def test_a_rated_match_needs_a_clock(lobby: Room, ada: Actor, bo: Actor) -> None:
    """Without a clock, a losing player could stall forever."""
    response = await ada.slash("voidream challenge", user=bo, clock="none", rated=True)
    assert "A rated match needs a clock" in response.text
    await ada.slash("voidream challenge", user=bo, rated=True)
    assert "Rated · clock: 3 d per decision" in transcript.text(await bo.gets("challenges you to"))
