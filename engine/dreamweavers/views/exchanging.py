"""Positions that somebody can't tell from another: all that they don't know is exchanged (DW5, DW14).

A hidden card can be any card of its owner that is hidden: so these change places, as far as they can all of them. What
stands for a card keeps standing for the same one, whatever it is called now.
"""

from __future__ import annotations

from collections.abc import Collection

from engine.dreamweavers.frames import ChooseIntents, Mulligans
from engine.dreamweavers.position import DreamweaversPosition, packed, unpacked
from engine.dreamweavers.queries.same_position import digest
from engine.dreamweavers.referee import Referee
from engine.dreamweavers.views.knowing import causes_in, hidden_from
from engine.kernel.card_ids import renumber
from engine.kernel.chance import Chance


def exchange(ref: Referee, seats: Collection[int], chance: Chance) -> Referee:
    """Return another position that none of these seats, and no spectator, can tell from this one.

    Open questions of other seats keep their options as they were: their keys stand for the same cards as before, whatever
    these are called now.
    """
    position = unpacked(packed(ref.position))
    position.chance = Chance(f"another {chance.below(2**32)}", position.chance.drawn)
    hidden = hidden_from(position, seats)
    for owner in range(len(position.seats)):
        _exchange(position, [card for card in sorted(hidden) if position.cards[card].owner == owner], chance)
    for frame in position.stack:
        match frame:
            case ChooseIntents():
                for seat in frame.chosen:
                    if seat not in seats:
                        frame.chosen[seat] = [chance.pick(position.seats[seat].notions)]
            case Mulligans():
                for seat in frame.chosen:
                    if seat not in seats:
                        keys = list(frame.keys[seat])
                        frame.chosen[seat] = [key for key in keys if chance.below(2)]
            case _:
                pass
    for state in position.seats:
        state.hand.sort(key=lambda card: position.cards[card].title)
    return Referee(position, ref.pool)


def twin(ref: Referee, seats: Collection[int], chance: Chance) -> Referee:
    """Return another position that these seats can't tell from this one, in which all cards have other numbers, too.

    What they don't know is what is exchanged anyway; what was done in this very position was done in that one (DW70).
    """
    position = exchange(ref, seats, chance).position
    position.chance.drawn += chance.below(9)
    cards, order = position.cards, list[int]()
    for owner in range(len(position.seats)):
        theirs = [card for card, held in enumerate(cards) if held.owner == owner]
        chance.shuffle(theirs)
        order += theirs
    new = {card: number for number, card in enumerate(order)}
    position.cards = [cards[card] for card in order]
    renumber(position, lambda card, tag: (new.get(card, card), tag))
    for state in position.seats:
        state.hand.sort(key=lambda card: position.cards[card].title)
    found = Referee(position, ref.pool)
    before, here = digest(ref), digest(found)
    position.history = [(here if there == before else there, done) for there, done in position.history]
    for causes in causes_in(position):
        causes[:] = [(title, line, here if there == before else there) for title, line, there in causes]
    return found


def _exchange(position: DreamweaversPosition, cards: list[int], chance: Chance) -> None:
    """Let these cards change their places, so that as few as can be lie where they lay."""
    cards = list(cards)
    chance.shuffle(cards)
    titles = [position.cards[card].title for card in cards]
    for card, title in zip(cards, titles[1:] + titles[:1], strict=True):
        position.cards[card].title = title
