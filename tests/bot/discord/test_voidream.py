"""Voidream itself, from the first card to the last, through the real discord.py."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bot.games.voidream import voidream
from tests.bot.discord.kit import Duel, begin_match, play_by_typing, play_on, room
from tests.games.registry import undrawn
from tests.table import transcript
from tests.table.actor import Actor


@pytest.mark.slow
async def test_by_clicking(tmp_path: Path) -> None:
    """Two people click through a match while a spectator watches, who never learns the cards in a hand."""
    async with room(tmp_path / "bot.sqlite3", undrawn(voidream()), seed="seed 162") as lobby:
        ada, bo, cy = (Actor(lobby.table, name) for name in ("Ada", "Bo", "Cy"))
        duel = await begin_match(lobby, ada, bo)
        secret = await hands(duel)
        assert await play_on(duel) > 20
        await ended(duel)
        public = [
            line.text
            for page in range(1, 30)
            for line in (await lobby.services.matches.log(1, None, page)).lines
        ]
        public_text = " ".join(public) + str((await lobby.services.matches.public_snapshot(1)).view)
        unplayed = {title for titles in secret for title in titles if title not in public_text}
        for title in unplayed:
            assert not cy.was_shown(title)
        for title in unplayed & secret[0] - secret[1]:
            assert ada.was_shown(title) and not bo.was_shown(title)


@pytest.mark.slow
async def test_by_typing_without_messages_and_pictures(tmp_path: Path) -> None:
    async with room(tmp_path / "bot.sqlite3", undrawn(voidream()), seed="seed 46") as lobby:
        ada, bo = Actor(lobby.table, "Ada"), Actor(lobby.table, "Bo")
        for actor in (ada, bo):
            actor.close_direct_messages()
        duel = await begin_match(lobby, ada, bo)
        for actor in (ada, bo):
            await actor.slash("match board", channel=duel.ada.thread, **{"as": "texts"})
        assert await play_by_typing(duel) > 20
        await ended(duel)
        for actor in (ada, bo):
            assert not [m for m in actor.sees(duel.ada.thread) if m.ephemeral and m.attachments]
            assert actor.sees(actor.direct) == []


async def test_a_refusal_names_the_rule(tmp_path: Path) -> None:
    """Every arcanum in a hand can be played, or the refusal names a rule; asking changes nothing."""
    async with room(tmp_path / "bot.sqlite3", undrawn(voidream()), seed="seed 46") as lobby:
        ada, bo = Actor(lobby.table, "Ada"), Actor(lobby.table, "Bo")
        duel = await begin_match(lobby, ada, bo)
        player, question = await duel.asked()
        while question.kind != "action":
            await play_on(duel, most=1)
            player, question = await duel.asked()
        view: Any = (await lobby.services.matches.player_snapshot(duel.match_id, player.id)).view
        rev = (await lobby.services.matches.table(duel.match_id)).rev
        possible = {option.key for option in question.options}
        refused = 0
        for card in view.sides[view.viewer].hand:
            if f"play {card.face.title}" not in possible:
                outcome = await player.actor.slash(
                    "voidream play", channel=player.thread, card=card.face.title
                )
                assert "of the rules)" in outcome.text, outcome.text
                refused += 1
        assert refused
        assert (await lobby.services.matches.table(duel.match_id)).rev == rev


async def hands(duel: Duel) -> tuple[set[str], set[str]]:
    """Return the titles of the arcana in both hands."""
    titles: list[set[str]] = []
    for player in duel.players:
        view: Any = (await duel.room.services.matches.player_snapshot(duel.match_id, player.id)).view
        titles.append({card.face.title for card in view.sides[view.viewer].hand})
    return titles[0], titles[1]


async def ended(duel: Duel) -> None:
    over = await duel.ada.actor.gets("the match is over", channel=duel.ada.thread)
    assert "wins: " in transcript.text(over) or "draw" in transcript.text(over)
    assert re.search(
        "was ahead|was never behind|What decided it", transcript.text(over)
    ) or "wins: " not in transcript.text(over)
    assert "Check the deal" in transcript.buttons(over)
    status = await duel.status()
    assert not any("turn" in label for label in transcript.buttons(status))
