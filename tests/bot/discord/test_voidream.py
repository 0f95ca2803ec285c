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
    """Two people click a match to its end while a third reads along, who never learns what is in a hand."""
    async with room(tmp_path / "bot.sqlite3", undrawn(voidream()), seed="seed 162") as made:
        ada, bo, cy = (Actor(made.table, name) for name in ("Ada", "Bo", "Cy"))
        duel = await begin_match(made, ada, bo)
        secret = await hands(duel)
        assert await play_on(duel) > 20
        await ended(duel)
        public = [
            line.text
            for page in range(1, 30)
            for line in (await made.services.matches.log(1, None, page)).lines
        ]
        told = " ".join(public) + str((await made.services.matches.public_snapshot(1)).view)
        kept = {title for titles in secret for title in titles if title not in told}
        for title in kept:
            assert not cy.was_shown(title)
        for title in kept & secret[0] - secret[1]:
            assert ada.was_shown(title) and not bo.was_shown(title)


@pytest.mark.slow
async def test_by_typing_without_messages_and_pictures(tmp_path: Path) -> None:
    async with room(tmp_path / "bot.sqlite3", undrawn(voidream()), seed="seed 46") as made:
        ada, bo = Actor(made.table, "Ada"), Actor(made.table, "Bo")
        for actor in (ada, bo):
            actor.close_direct_messages()
        duel = await begin_match(made, ada, bo)
        for actor in (ada, bo):
            await actor.slash("match board", channel=duel.ada.thread, **{"as": "texts"})
        assert await play_by_typing(duel) > 20
        await ended(duel)
        for actor in (ada, bo):
            assert not [m for m in actor.sees(duel.ada.thread) if m.ephemeral and m.attachments]
            assert actor.sees(actor.direct) == []


async def test_why_not_names_the_rule(tmp_path: Path) -> None:
    """Every arcanum of a hand can be played, or the refusal names a rule; nothing changes by asking."""
    async with room(tmp_path / "bot.sqlite3", undrawn(voidream()), seed="seed 46") as made:
        ada, bo = Actor(made.table, "Ada"), Actor(made.table, "Bo")
        duel = await begin_match(made, ada, bo)
        player, question = await duel.asked()
        while question.kind != "action":
            await play_on(duel, most=1)
            player, question = await duel.asked()
        view: Any = (await made.services.matches.player_snapshot(duel.match_id, player.id)).view
        rev = (await made.services.matches.table(duel.match_id)).rev
        possible = {option.key for option in question.options}
        refused = 0
        for card in view.sides[view.viewer].hand:
            if f"play {card.face.title}" not in possible:
                done = await player.actor.slash("voidream play", channel=player.thread, card=card.face.title)
                assert "of the rules)" in done.text, done.text
                refused += 1
        assert refused
        assert (await made.services.matches.table(duel.match_id)).rev == rev


async def hands(duel: Duel) -> tuple[set[str], set[str]]:
    """Return the titles of the arcana in both hands."""
    found: list[set[str]] = []
    for player in duel.players:
        view: Any = (await duel.room.services.matches.player_snapshot(duel.match_id, player.id)).view
        found.append({card.face.title for card in view.sides[view.viewer].hand})
    return found[0], found[1]


async def ended(duel: Duel) -> None:
    over = await duel.ada.actor.gets("the match is over", channel=duel.ada.thread)
    assert "wins: " in transcript.text(over) or "draw" in transcript.text(over)
    assert re.search(
        "was ahead|was never behind|What decided it", transcript.text(over)
    ) or "wins: " not in transcript.text(over)
    assert "Check the deal" in transcript.buttons(over)
    status = await duel.status()
    assert not any("turn" in label for label in transcript.buttons(status))
