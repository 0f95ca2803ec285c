"""The cards that an instruction affects."""

from __future__ import annotations

from cards.dreamweavers.language.selections import All, Attacker, Chosen, Hand, Selection, TopOf
from cards.language.nodes import It, This
from engine.dreamweavers.context import EffectContext
from engine.dreamweavers.frames import CardId
from engine.dreamweavers.queries.filters import PILES, amount, attacking, find, is_source_there
from engine.dreamweavers.queries.owners import players
from engine.dreamweavers.referee import Referee


def targets(ref: Referee, selection: Selection, context: EffectContext) -> list[CardId]:
    """Return the cards of a selection. For a choice, all possible ones.

    Cards mentioned by the text that have changed zones since are other cards, and left out (DW18).
    """
    match selection:
        case Chosen(filter) | All(filter):
            return find(ref, filter, context)
        case This():
            return [context.card] if is_source_there(ref, context) else []
        case It():
            return [card for card, tag in context.it if ref.cards[card].tag == tag]
        case Attacker():
            attacker = attacking(ref)
            return [] if attacker is None else [attacker]
        case Hand(owner):
            return [card for seat in players(ref, owner, context) for card in ref.seats[seat].hand]
        case TopOf(number, owner, pile):
            count = amount(ref, number, context)
            return [
                card
                for seat in players(ref, owner, context)
                for card in ref.zone(seat, PILES[pile])[: max(0, count)]
            ]
