"""Voidream through the store: whole matches with restarts, and the pictures and texts of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.games.voidream import voidream
from bot.match.first_answers import PregamePreferences
from bot.views.pictures import PictureService
from bot.views.types import PlayerSnapshot, PublicSnapshot
from engine.kernel.chance import Chance
from engine.kernel.match import replay
from tests.bot.kit import ADA, BO, Bot, open_bot

GAME = voidream()


async def begin(bot: Bot, *, asks: bool = False) -> int:
    """Start a match. With `asks`, both players are asked for their cut."""
    first_deck, second_deck = list(GAME.decks)[:2]
    wish = PregamePreferences(asks=asks)
    table = await bot.challenge(deck=first_deck, wish=wish)
    await bot.challenges.prepare(table.match_id, BO.id, wish=wish)
    await bot.challenges.accept(bot.press(), table.match_id, BO, second_deck)
    return table.match_id


def test_every_ready_made_deck_can_be_chosen_and_played() -> None:
    assert len(GAME.decks) >= 2
    for name, deck in GAME.decks.items():
        assert GAME.deck(name.upper()) is deck
        assert deck.blurb.endswith(".")
        GAME.kernel.setup([deck.content, deck.content])


@pytest.mark.parametrize("luck", ["one", "two"])
async def test_a_match_survives_a_restart_every_few_answers(tmp_path: Path, luck: str) -> None:
    path, dice = tmp_path / "bot.sqlite3", Chance(luck)
    async with open_bot(path, game=GAME) as bot:
        match_id = await begin(bot)
    interactions = 2
    is_running = True
    while is_running:
        async with open_bot(path, game=GAME, pressed=interactions) as bot:
            for _ in range(40):
                is_running = is_running and await bot.answer_anything(match_id, dice)
                interactions += 1
            await bot.deliver()
    async with open_bot(path, game=GAME) as bot:
        snapshot = await bot.matches.public_snapshot(match_id)
        record = await bot.matches.record(match_id)
    assert snapshot.outcome is not None
    assert replay(GAME.kernel, record.setup, record.seed, record.answers).view(None) == snapshot.view
    assert bot.paper.kinds() == []


async def test_each_audience_is_shown_its_own_board_and_hand(tmp_path: Path) -> None:
    pictures, dice = PictureService(2, 1 << 24), Chance("some luck")
    async with open_bot(tmp_path / "bot.sqlite3", game=GAME) as bot:
        match_id = await begin(bot)
        for _ in range(30):
            await bot.answer_anything(match_id, dice)
        public = await bot.matches.public_snapshot(match_id)
        private = [await bot.matches.player_snapshot(match_id, person.id) for person in (ADA, BO)]
    hands = [
        {card.face.title for card in snapshot.view.sides[snapshot.seat].hand if card.face}
        for snapshot in private
    ]
    board = await pictures.public_board(public)
    assert board.png.startswith(b"\x89PNG")
    assert len(board.png) <= 500_000
    assert board.alt
    public_words = board.alt + "".join(
        GAME.shown.board_text(public.view, public.table.names, public.translator)
    )
    piles = [pile for side in public.view.sides for pile in (side.arcana_discard, side.discard, side.void)]
    face_up = {face.title for pile in piles for face in pile.cards}
    if public.view.resolving is not None:
        # Both decks can contain the arcanum that is being played.
        face_up.add(public.view.resolving.title)
    for snapshot, own_hand, opponent_hand in zip(private, hands, reversed(hands), strict=True):
        hand = await pictures.hand(snapshot)
        assert hand.png.startswith(b"\x89PNG")
        hand_words = hand.alt + "".join(
            GAME.shown.hand_text(snapshot.view, snapshot.table.names, snapshot.translator)
        )
        assert all(title in hand_words for title in own_hand)
        assert not any(title in hand_words for title in opponent_hand - own_hand)
        assert own_hand - face_up
        assert not any(title in public_words for title in own_hand - face_up)
    pictures.close()


async def test_the_stage_is_named_in_a_few_words(tmp_path: Path) -> None:
    dice = Chance("some luck")
    async with open_bot(tmp_path / "bot.sqlite3", game=GAME) as bot:
        match_id = await begin(bot, asks=True)
        looks: list[PublicSnapshot | PlayerSnapshot] = [await bot.matches.public_snapshot(match_id)]
        while await bot.answer_anything(match_id, dice):
            looks.append(await bot.matches.public_snapshot(match_id))
        looks.append(await bot.matches.public_snapshot(match_id))
    stages = {GAME.shown.stage(snapshot.view, snapshot.translator) for snapshot in looks}
    assert GAME.shown.stage(looks[0].view, looks[0].translator) == "Setup"
    assert GAME.shown.stage(looks[-1].view, looks[-1].translator) == "Over"
    assert "Round 1, main phase" in stages
    assert all(stage in ("Setup", "Over") or stage.startswith("Round ") for stage in stages)
