"""The players that a text means, and the owners of cards."""

from __future__ import annotations

from cards.language.nodes import Player
from engine.dreamweavers.context import EffectContext
from engine.dreamweavers.frames import CardId
from engine.dreamweavers.referee import Referee


def players(ref: Referee, player: Player, context: EffectContext) -> tuple[int, ...]:
    """Return the seats that a text means, the active player first (DW64); none for the controller of no card."""
    match player:
        case Player.YOU:
            return (context.seat,)
        case Player.OPPONENT:
            return (1 - context.seat,)
        case Player.EACH | Player.ANY:
            return ref.turn_order()
        case Player.ITS_CONTROLLER:
            return (ref.cards[context.it[0][0]].owner,) if context.it else ()


def is_of(ref: Referee, card: CardId, player: Player, context: EffectContext) -> bool:
    """Return whether a card is a player's. The owner of a card always controls it (DW17)."""
    owner = ref.cards[card].owner
    match player:
        case Player.YOU:
            return owner == context.seat
        case Player.OPPONENT:
            return owner != context.seat
        case _:
            return owner in players(ref, player, context)


def is_spoken_of(card: CardId, context: EffectContext) -> bool:
    """Return whether "another" excludes a card: it is this card, or the line has mentioned it."""
    return card == context.card or any(
        card == mentioned for spoken in (context.named, context.it) for mentioned, _ in spoken
    )
