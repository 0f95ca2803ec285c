"""Conflict scores: what counts for each side, and siege (§4, §6 Siege, R23, R42)."""

from __future__ import annotations

from cards.voidream.language import tree
from cards.voidream.language.tree import KeywordName, Stat
from engine.voidream.nouns import lacks_its_host
from engine.voidream.reckoning import bare_target, clamp, in_force, keyword, modifier, stat
from engine.voidream.referee import Referee
from engine.voidream.texts import Influence


def scores(ref: Referee, seat: int) -> tuple[int, int]:
    """Return a seat's dawn and dusk scores as they count now (§4, R23).

    Ready participants count in dawn, exhausted ones in dusk; the dusk of the opponent's ready participants with
    Dread counts here too.
    """
    dawn = dusk = ref.depth(seat)
    for card in ref.participants(seat):
        if ref.cards[card].exhausted:
            dusk += stat(ref, card, Stat.DUSK)
        else:
            dawn += stat(ref, card, Stat.DAWN)
    for card in ref.participants(1 - seat):
        if not ref.cards[card].exhausted and keyword(ref, card, KeywordName.DREAD) is not None:
            dusk += stat(ref, card, Stat.DUSK)
    dawn += score_modifier(ref, seat, Stat.DAWN)
    dusk += score_modifier(ref, seat, Stat.DUSK)
    return clamp(dawn), clamp(dusk)


def score_modifier(ref: Referee, seat: int, which: Stat) -> int:
    """Return the sum of the modifiers to a player's own conflict score (§4)."""
    number = 0
    for influence in ref.influences(which):
        op = influence.op
        if isinstance(op, tree.Modify) and op.to is None:
            if (
                influence.speaker.seat == seat
                and is_for_score(ref, influence, which)
                and in_force(ref, influence)
            ):
                number = clamp(number + modifier(ref, influence, op))
    return number


def is_for_score(ref: Referee, influence: Influence, which: Stat) -> bool:
    """Return whether a bare `+N dawn` changes a player's score rather than a card (see `Modify`)."""
    if influence.locked is not None:
        return not influence.locked
    card = influence.speaker.card
    return bare_target(ref, card, which) is None and not (card >= 0 and lacks_its_host(ref, card))


def has_siege(ref: Referee, seat: int) -> bool:
    """Return whether a player has siege: from an effect, or printed on a card that they control (§6, R42)."""
    for influence in ref.influences(KeywordName.SIEGE):
        op = influence.op
        if isinstance(op, tree.Gain) and op.to is None:
            if influence.speaker.seat == seat and in_force(ref, influence):
                return True
    for owner, card, *_ in ref.texts_in_force():
        if owner == seat and card >= 0 and keyword(ref, card, KeywordName.SIEGE) is not None:
            return True
    return False
