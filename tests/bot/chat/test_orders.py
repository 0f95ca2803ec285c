"""Standing orders as people meet them in Discord, and that nobody else does."""

from __future__ import annotations

from bot.chat.ordering import Wish, unpacked
from bot.table import reading
from bot.table.actor import Actor
from tests.bot.chat.kit import Duel, Player, Room, click_answer


async def panel_of(player: Player, duel: Duel):
    return (await player.actor.click(await duel.status(), "My turn")).reply


async def act(duel: Duel, player: Player, *choice: str) -> None:
    question = await player.question()
    assert question is not None
    await click_answer(player, await panel_of(player, duel), question, choice)
    await duel.room.quiet()


async def test_an_order_is_given_by_buttons_and_answers(duel: Duel) -> None:
    """From the panel: one press to the order, one to confirm; it answers now, and again when it is asked."""
    panel = await panel_of(duel.ada, duel)
    assert (await duel.ada.actor.click(panel, "Pass …")).messages == [], "in place"
    assert "Pass at every turn of yours." in reading.text(panel)
    done = await duel.ada.actor.click(panel, "Answer now, and go on like this")
    await duel.room.quiet()
    assert "The order stands, and has answered this: Pass at every turn of yours." in reading.text(panel)
    assert done.messages == []
    assert (await duel.bo.question()) is not None
    await act(duel, duel.bo, "pass")
    assert "answers this in a moment" in reading.text(await panel_of(duel.ada, duel))
    await duel.room.turn()
    assert (await duel.bo.question()) is not None, "Ada's order has passed"
