"""Conflict scores: the contributions to each side, and siege (§4, §6 Siege, R23, R42)."""

from __future__ import annotations

from collections.abc import Iterator

from cards.voidream.language import tree
from cards.voidream.language.tree import ConflictKind, KeywordName, Stat
from engine.voidream.facts.terms import ScorePart
from engine.voidream.position import Conflict
from engine.voidream.queries.characteristics import bare_target, clamp, in_force, keyword, modifier, stat
from engine.voidream.queries.nouns import lacks_its_host
from engine.voidream.queries.suppositions import SupposedDepth
from engine.voidream.referee import Referee
from engine.voidream.sources import ContinuousEffect

DEPTHS = range(1, 5)
"""The possible results of a roll: the values of cards."""


def scores(ref: Referee, seat: int) -> tuple[int, int]:
    """Return a seat's current dawn and dusk scores (§4, R23), which are the sums of `score_parts`."""
    dawn, dusk = score_parts(ref, seat)
    return total(dawn), total(dusk)


def total(parts: list[ScorePart]) -> int:
    """Return the sum of these parts."""
    return sum([part.number for part in parts])


def totals_by_depth(ref: Referee, conflict: Conflict) -> tuple[tuple[int, int], ...]:
    """Return the scores of both seats for each depth, from 1, that the attacker's roll can bring (§4).

    Texts may depend on the depth, so a score can change by more than the depth itself.
    """
    index = int(conflict.kind is ConflictKind.DUSK)
    totals: list[tuple[int, int]] = []
    for depth in DEPTHS:
        with SupposedDepth(ref, conflict.attacker, depth):
            totals.append((scores(ref, 0)[index], scores(ref, 1)[index]))
    return tuple(totals)


def score_parts(ref: Referee, seat: int) -> tuple[list[ScorePart], list[ScorePart]]:
    """Return the parts of a seat's current dawn and dusk scores, participants first (§4, R23).

    Ready participants count in dawn, exhausted ones in dusk. The dusk of the opponent's ready participants with Dread
    also counts here. Only face-up cards count, so the parts are public.
    """
    dawn: list[ScorePart] = []
    dusk: list[ScorePart] = []
    for card in ref.participants(seat):
        if ref.cards[card].exhausted:
            dusk.append(ScorePart("entity", ref.title(card), stat(ref, card, Stat.DUSK)))
        else:
            dawn.append(ScorePart("entity", ref.title(card), stat(ref, card, Stat.DAWN)))
    for card in ref.participants(1 - seat):
        if not ref.cards[card].exhausted and keyword(ref, card, KeywordName.DREAD) is not None:
            dusk.append(ScorePart("dread", ref.title(card), stat(ref, card, Stat.DUSK)))
    for parts, stat_kind in ((dawn, Stat.DAWN), (dusk, Stat.DUSK)):
        parts.append(ScorePart("depth", "", ref.depth(seat)))
        parts.extend(_added(ref, seat, stat_kind))
        number = total(parts)
        if number != clamp(number):
            parts.append(ScorePart("limit", "", clamp(number) - number))
    return dawn, dusk


def _added(ref: Referee, seat: int, stat_kind: Stat) -> Iterator[ScorePart]:
    """Yield the additions of minds, cards and effects to a player's own conflict score (§4), in total at most 1000."""
    number = 0
    for effect in ref.continuous_effects(stat_kind):
        op = effect.op
        if isinstance(op, tree.Modify) and op.to is None:
            if effect.context.seat == seat and is_for_score(ref, effect, stat_kind) and in_force(ref, effect):
                previous, number = number, clamp(number + modifier(ref, effect, op))
                if number != previous:
                    printed = effect.locked is None and effect.context.card < 0
                    yield ScorePart("mind" if printed else "effect", effect.title, number - previous)


def is_for_score(ref: Referee, effect: ContinuousEffect, stat_kind: Stat) -> bool:
    """Return whether a bare `+N dawn` changes a player's score rather than a card (see `Modify`)."""
    if effect.locked is not None:
        return not effect.locked
    card = effect.context.card
    return bare_target(ref, card, stat_kind) is None and not (card >= 0 and lacks_its_host(ref, card))


def has_siege(ref: Referee, seat: int) -> bool:
    """Return whether a player has siege: from an effect, or printed on a card that they control (§6, R42)."""
    continuous_effects = ref.continuous_effects(KeywordName.SIEGE)
    if not continuous_effects and not ref.may_besiege:
        return False
    for effect in continuous_effects:
        op = effect.op
        if isinstance(op, tree.Gain) and op.to is None:
            if effect.context.seat == seat and in_force(ref, effect):
                return True
    for owner, card, *_ in ref.texts_in_force():
        if owner == seat and card >= 0 and keyword(ref, card, KeywordName.SIEGE) is not None:
            return True
    return False
