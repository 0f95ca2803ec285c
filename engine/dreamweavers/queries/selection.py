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
    """Return the cards that something is done to. Of a choice they are all that can be chosen.

    What a text spoke of and has changed zones since is another card, and left out (DW18).
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
        case Hand(whose):
            return [card for seat in players(ref, whose, context) for card in ref.seats[seat].hand]
        case TopOf(number, whose, pile):
            count = amount(ref, number, context)
            return [
                card
                for seat in players(ref, whose, context)
                for card in ref.zone(seat, PILES[pile])[: max(0, count)]
            ]
