"""Dreamweavers through the store: a whole match with restarts, and the pictures and texts of it."""

from __future__ import annotations

from pathlib import Path

from bot.games.dreamweavers import dreamweavers
from bot.views.pictures import PictureService
from cards.i18n import Locale, title
from engine.kernel.chance import Chance
from engine.kernel.match import replay
from tests.bot.kit import ADA, BO, Bot, open_bot

GAME = dreamweavers()


async def play_on(bot: Bot, match_id: int, count: int) -> set[str]:
    """Have the game's own players answer up to `count` times. Return the stages of the match."""
    stages: set[str] = set()
    person = ADA
    for n in range(count):
        question = await bot.matches.question(match_id, person.id)
        if question is None:
            person = BO if person is ADA else ADA
            question = await bot.matches.question(match_id, person.id)
        if question is None:
            break
        snapshot = await bot.matches.player_snapshot(match_id, person.id)
        stages.add(GAME.shown.stage(snapshot.view, snapshot.translator))
        assert GAME.practice is not None
        choice = GAME.practice(Chance(f"{n}")).answer(question, lambda view=snapshot.view: view)
        await bot.play.answer(bot.press(), match_id, person.id, question.id, choice)
    return stages


async def test_a_match_survives_restarts_to_its_end(tmp_path: Path) -> None:
    path, stages = tmp_path / "bot.sqlite3", set[str]()
    async with open_bot(path, game=GAME) as bot:
        match_id = await bot.begin(deck="")
        stages |= await play_on(bot, match_id, 7)
    async with open_bot(path, game=GAME, pressed=1000) as bot:
        stages |= await play_on(bot, match_id, 30)
    async with open_bot(path, game=GAME, pressed=2000) as bot:
        stages |= await play_on(bot, match_id, 600)
        snapshot = await bot.matches.public_snapshot(match_id)
        record = await bot.matches.record(match_id)
    assert snapshot.outcome is not None and snapshot.outcome.ending == "ego"
    assert replay(GAME.kernel, record.setup, record.seed, record.answers).view(None) == snapshot.view
    assert {"The draft", "Choosing Intents", "The mulligan", "Turn 1, Main Phase"} <= stages


async def test_each_audience_is_shown_its_own_board_and_hand(tmp_path: Path) -> None:
    pictures = PictureService(2, 1 << 24)
    async with open_bot(tmp_path / "bot.sqlite3", game=GAME) as bot:
        match_id = await bot.begin(deck="")
        await play_on(bot, match_id, 14)
        public = await bot.matches.public_snapshot(match_id)
        private = [
            await bot.matches.player_snapshot(match_id, person.id, Locale.SPANISH) for person in (ADA, BO)
        ]
    hands = [
        {card.face.title for card in snapshot.view.sides[snapshot.seat].hand if card.face}
        for snapshot in private
    ]
    board = await pictures.public_board(public)
    assert board.png.startswith(b"\x89PNG") and len(board.png) <= 500_000
    public_words = board.alt + "".join(
        GAME.shown.board_text(public.view, public.table.names, public.translator)
    )
    for snapshot, own_hand, opponent_hand in zip(private, hands, reversed(hands), strict=True):
        hand = await pictures.hand(snapshot)
        assert hand.png.startswith(b"\x89PNG") and len(hand.png) <= 500_000
        hand_words = hand.alt + "".join(
            GAME.shown.hand_text(snapshot.view, snapshot.table.names, snapshot.translator)
        )
        assert own_hand and all(snapshot.translator(title(card)) in hand_words for card in own_hand)
        assert not any(card in public_words for card in own_hand)
        assert not any(snapshot.translator(title(card)) in hand_words for card in opponent_hand)
    pictures.close()
