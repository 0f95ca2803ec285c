"""The players that a text means, and whether a card is theirs."""

from __future__ import annotations

from cards.language.nodes import Player
from engine.dreamweavers.context import EffectContext
from engine.dreamweavers.frames import CardId
from engine.dreamweavers.referee import Referee


def players(ref: Referee, who: Player, context: EffectContext) -> tuple[int, ...]:
    """Return the seats that a text speaks of, the active player first (DW64); nobody for the controller of no card."""
    match who:
        case Player.YOU:
            return (context.seat,)
        case Player.OPPONENT:
            return (1 - context.seat,)
        case Player.EACH | Player.ANY:
            return ref.turn_order()
        case Player.ITS_CONTROLLER:
            return (ref.cards[context.it[0][0]].owner,) if context.it else ()


def is_of(ref: Referee, card: CardId, who: Player, context: EffectContext) -> bool:
    """Return whether a card is a player's; who owns a card controls it (DW17)."""
    owner = ref.cards[card].owner
    match who:
        case Player.YOU:
            return owner == context.seat
        case Player.OPPONENT:
            return owner != context.seat
        case _:
            return owner in players(ref, who, context)


def is_spoken_of(card: CardId, context: EffectContext) -> bool:
    """Return whether a card is not "another": this card, or one that the line has spoken of."""
    return card == context.card or any(
        card == known for spoken in (context.named, context.it) for known, _ in spoken
    )
