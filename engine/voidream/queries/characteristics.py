"""The current characteristics of cards and players, including all ongoing effects (§2, §6, R32, R44).

Read-only. Modifiers are never written onto cards; they are computed from the effects in force.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from msgspec.structs import replace

from cards.voidream.language import tree
from cards.voidream.language.tree import (
    Filter,
    KeywordName,
    Noun,
    Player,
    Relation,
    Stat,
    Zone,
)
from cards.voidream.model import Kind
from engine.kernel.effects.line import compare, passes
from engine.voidream.position import ARCANA_DISCARD, ATTACHED, DECK, DISCARD, HAND, PLAY, VOID
from engine.voidream.queries.nouns import cards_in_zone, has_trait, is_a, is_copy_as, is_face_down
from engine.voidream.queries.this_round import times
from engine.voidream.referee import LIMIT, Referee
from engine.voidream.sources import ContinuousEffect, EffectContext

# ------------------------------------------------------------------------------------------------------ numbers


def clamp(number: int) -> int:
    """Return the number limited to 1000 in both directions (§7, R33)."""
    return number if -LIMIT <= number <= LIMIT else LIMIT if number > 0 else -LIMIT


def amount(ref: Referee, context: EffectContext, what: tree.Amount) -> int:
    """Return the current value of an amount, at most 1000 (§7, R33)."""
    return clamp(_amount(ref, context, what))


def _amount(ref: Referee, context: EffectContext, what: tree.Amount) -> int:
    match what:
        case tree.Number(n):
            return n
        case tree.CountOf(wanted):
            return count(ref, context, wanted)
        case tree.DepthOf(owner):
            return sum(ref.depth(seat) for seat in ref.players(context, owner)[:1])
        case tree.MindOf(owner):
            return sum(ref.seats[seat].mind for seat in ref.players(context, owner)[:1])
        case tree.Result():
            return context.result
        case tree.ThatMany():
            return context.n
        case tree.ValueOf(of):
            return clamp(sum(ref.printed[card].value for card in _named(context, of)))
        case tree.StatOf(stat_kind, of):
            return clamp(sum(_known_stat(ref, card, stat_kind) for card in _named(context, of)))
        case tree.HowOften(event):
            return times(ref, context, event) if isinstance(event, tree.TriggerEvent) else 0


def _known_stat(ref: Referee, card: int, stat_kind: Stat) -> int:
    """Return a number of a card: current, as it was when the card left play, or printed (R57)."""
    was = ref.position.left.get(card)
    if was is not None:
        return {Stat.DAWN: was.dawn, Stat.STABILITY: was.stability, Stat.DUSK: was.dusk}[stat_kind]
    return stat(ref, card, stat_kind)


def count(ref: Referee, context: EffectContext, filter: Filter) -> int:
    """Return the number of cards that match a filter.

    Former attachments of a card that has left count as they were (R57).
    """
    if filter.attached_to is not None:
        former = [
            ref.position.left[card]
            for card in _named(context, filter.attached_to)
            if card in ref.position.left
        ]
        if former and filter.noun in (Noun.CHARGE, Noun.ATTACHMENT):
            return sum(was.charges if filter.noun is Noun.CHARGE else was.attachments for was in former)
    return len(candidates(ref, context, filter, counted=True))


def _named(context: EffectContext, of: tree.This | tree.It) -> list[int]:
    if isinstance(of, tree.This):
        return [context.card] if context.card >= 0 else []
    return context.it


def holds(ref: Referee, context: EffectContext, condition: tree.Condition) -> bool:
    """Return whether a condition holds now. One about each player must hold for both."""
    if context.performer < 0 and _speaks_of_each(condition):
        return all(holds(ref, context.as_performed_by(seat), condition) for seat in (0, 1))
    match condition:
        case tree.InNightmare(player):
            return ref.position.in_nightmare in ref.players(context, player)
        case tree.DuringConflict(kind):
            conflict = ref.position.conflict
            return conflict is not None and (kind is None or conflict.kind is kind)
        case tree.TakesPart(player, attacking):
            conflict = ref.position.conflict
            seats = ref.players(context, player)
            return conflict is not None and bool(seats) and (conflict.attacker == seats[0]) == attacking
        case tree.Compare(subject, comparison, n):
            return compare(amount(ref, context, subject), comparison, n)
        case tree.CompareWith(subject, relation, other):
            lead = amount(ref, context, subject) - amount(ref, context, other)
            return {Relation.HIGHER: lead > 0, Relation.LOWER: lead < 0, Relation.SAME: lead == 0}[relation]
        case tree.Happened(event, comparison, n):
            return compare(times(ref, context, event), comparison, n)
        case tree.OnTop(subject, owner):
            if isinstance(subject, Filter):
                matching = candidates(ref, context, subject, counted=True)
                return any(_is_on_top(ref, context, card, owner) for card in matching)
            cards = _named(context, subject)
            return bool(cards) and all(_is_on_top(ref, context, card, owner) for card in cards)
        case tree.Exists(wanted, comparison, n):
            return compare(count(ref, context, wanted), comparison, n)
        case tree.MatchesFilter(subject, wanted):
            cards = _named(context, subject)
            return bool(cards) and all(matches(ref, context, wanted, card, noticed=True) for card in cards)
        case tree.Not(inner):
            return not holds(ref, context, inner)
        case tree.Both(first, second):
            return holds(ref, context, first) and holds(ref, context, second)


def _is_on_top(ref: Referee, context: EffectContext, card: int, whose: Player | None) -> bool:
    """Return whether a card is the top card of a deck, also while a player looks at it."""
    owner = ref.cards[card].owner
    if whose is not None and owner not in ref.players(context, whose):
        return False
    return card in (*ref.seats[owner].deck[:1], ref.top(owner))


def _speaks_of_each(condition: tree.Condition) -> bool:
    """Return whether a condition is about each player: "each player's depth is 3 or higher" (R88)."""
    match condition:
        case tree.Not(inner):
            return _speaks_of_each(inner)
        case tree.Compare(tree.DepthOf(owner) | tree.MindOf(owner)) | tree.InNightmare(owner):
            return owner is Player.EACH
        case tree.CompareWith(first, _, second):
            return any(
                isinstance(amount, tree.DepthOf | tree.MindOf) and amount.whose is Player.EACH
                for amount in (first, second)
            )
        case tree.Happened(event):
            return event.who is Player.EACH
        case tree.TakesPart(player):
            return player is Player.EACH
        case tree.Exists(wanted):
            return wanted.whose is Player.EACH
        case _:
            return False


# ------------------------------------------------------------------------------------------------ which cards


def candidates(ref: Referee, context: EffectContext, filter: Filter, *, counted: bool = False) -> list[int]:
    """Return the cards that match a filter, in their order on the table, the player's own first.

    `counted`: the cards are only counted. Nothing happens to them, so Deep doesn't prevent it (R102).
    """
    result: list[int] = []
    for seat in (context.seat, 1 - context.seat):
        if filter.whose is not None and filter.zone is not Zone.IN_PLAY:
            if seat not in ref.players(context, filter.whose):
                continue
        in_zone = cards_in_zone(ref, seat, filter)
        if filter.zone is Zone.HAND:
            in_zone = sorted(in_zone, key=lambda card: ref.printed[card].value)
        for card in in_zone:
            if matches(ref, context, filter, card, placed=True, noticed=counted):
                result.append(card)
    return result


def matches(
    ref: Referee,
    context: EffectContext,
    filter: Filter,
    card: int,
    *,
    placed: bool = False,
    noticed: bool = False,
    arriving: bool = False,
) -> bool:
    """Return whether a card matches a filter.

    `placed`: its zone and player are known to be right. A card with Deep is never matched by a card of higher value (R32),
    unless it is only `noticed`, which doesn't affect it (R102). `arriving`: it is entering play now, as an entity even if
    it goes under a copy of itself (R40).
    """
    printed, state = ref.printed[card], ref.cards[card]
    if filter.zone is Zone.IN_PLAY:
        if filter.whose is not None and ref.known(card).controller not in ref.players(context, filter.whose):
            return False
    elif not placed and (filter.whose is not None and state.owner not in ref.players(context, filter.whose)):
        return False
    if not is_a(ref, card, filter) and not (arriving and is_copy_as(ref, card, filter)):
        return False
    if filter.value is not None and not passes(printed.value, filter.value):
        return False
    if filter.zone is Zone.IN_PLAY and asks_for_the_face(filter) and is_face_down(ref, card):
        return False
    if filter.faction is not None and printed.card.faction is not filter.faction:
        return False
    if filter.subtype is not None and not (
        filter.subtype in printed.card.types
        or (filter.subtype == "Offering" and filter.zone is Zone.VOID and state.offering)
    ):
        return False
    if filter.title is not None and state.title != filter.title:
        return False
    if filter.attached_to is not None and state.host not in _named(context, filter.attached_to):
        return False
    for trait in filter.traits:
        if not has_trait(ref, context, card, trait):
            return False
    if filter.keyword is not None and keyword(ref, card, filter.keyword) is None:
        return False
    if filter.stat is not None and not _has_points(ref, card, filter.stat, filter.points):
        return False
    return noticed or not is_beyond(ref, context, card)


def _has_points(ref: Referee, card: int, stat_kind: Stat, points: tree.Test | None) -> bool:
    """Return whether a card has a number that fits: memories have none, constructs only stability (§2)."""
    printed = ref.printed[card]
    if printed.kind is not Kind.ENTITY and not (printed.is_construct and stat_kind is Stat.STABILITY):
        return False
    return points is None or passes(_known_stat(ref, card, stat_kind), points)


def matches_back(ref: Referee, context: EffectContext, filter: Filter, card: int) -> bool:
    """Return whether the back of a card, and its owner, match a filter. Its face may be hidden."""
    state, value = ref.cards[card], filter.value
    if asks_for_the_face(filter) or (tree.Trait.ANOTHER in filter.traits and card == context.card):
        return False
    if filter.whose is not None and state.controller not in ref.players(context, filter.whose):
        return False
    return value is None or passes(ref.printed[card].value, value)


def asks_for_the_face(filter: Filter) -> bool:
    """Return whether a filter depends on anything printed on a card except its value and kind."""
    return not (filter.faction is filter.subtype is filter.title is filter.keyword is filter.stat is None)


def without_the_face(filter: Filter) -> Filter:
    """Return the part of a filter that only concerns a card's back."""
    return replace(filter, faction=None, subtype=None, title=None, keyword=None, stat=None, points=None)


def is_beyond(ref: Referee, context: EffectContext, card: int) -> bool:
    """Return whether Deep protects a card from the card with the text (§6 Deep, R32, R43)."""
    if context.value <= ref.printed[card].value or context.card == card:
        return False
    state = ref.cards[card]
    if state.zone != PLAY and not (state.zone == DECK and state.face_up):
        return False
    return not state.veiled and keyword(ref, card, KeywordName.DEEP) is not None


# ------------------------------------------------------------------------------------- current characteristics

_PILES = (DISCARD, ARCANA_DISCARD, VOID, HAND)
"""The zones in which a card's numbers are the printed ones."""


def stat(ref: Referee, card: int, stat_kind: Stat) -> int:
    """Return the current dawn, stability or dusk of a card. Stability is never below 0 (R44)."""
    cached = ref.stats.get((card, stat_kind))
    if cached is not None:
        return cached
    number = ref.printed[card].stats[stat_kind]
    if ref.cards[card].zone in _PILES:
        return number
    if not ref.continuous_effects(stat_kind):
        number = ref.stats[card, stat_kind] = number if stat_kind is not Stat.STABILITY else max(0, number)
        return number

    def modified(number: int, effect: ContinuousEffect) -> int:
        op = effect.op
        if isinstance(op, tree.Modify) and reaches(ref, effect, op.to, card):
            return clamp(number + modifier(ref, effect, op))
        return number

    number, is_certain = _computed(ref, card, stat_kind, number, modified)
    if stat_kind is Stat.STABILITY:
        number = max(0, number)
    if is_certain:
        ref.stats[card, stat_kind] = number
    return number


def changes_of(ref: Referee, card: int, stat_kind: Stat) -> list[tuple[str, int]]:
    """Return the titles and amounts that change a card's printed number, in order of arrival (R47)."""
    result: list[tuple[str, int]] = []
    number = ref.printed[card].stats[stat_kind]
    if ref.cards[card].zone in _PILES or stat(ref, card, stat_kind) == number:
        return result
    for effect in ref.continuous_effects(stat_kind):
        op = effect.op
        if isinstance(op, tree.Modify) and reaches(ref, effect, op.to, card):
            previous, number = number, clamp(number + modifier(ref, effect, op))
            if number != previous:
                result.append((effect.title, number - previous))
    return result


def keyword(ref: Referee, card: int, name: KeywordName) -> int | None:
    """Return the number of a card's current keyword, 0 if it has none; None if the card doesn't have the keyword."""
    key = (card, name)
    if key in ref.keywords:
        return ref.keywords[key]
    if not ref.continuous_effects(name):
        return ref.printed[card].keyword(name)

    def gained(number: int | None, effect: ContinuousEffect) -> int | None:
        op = effect.op
        if isinstance(op, tree.Gain) and op.to is not None and reaches(ref, effect, op.to, card):
            return max(number or 0, op.keyword.x)
        return number

    number, is_certain = _computed(ref, card, name, ref.printed[card].keyword(name), gained)
    if is_certain:
        ref.keywords[key] = number
    return number


N = TypeVar("N", int, int | None)


def _computed(
    ref: Referee, card: int, key: Stat | KeywordName, printed: N, apply: Callable[[N, ContinuousEffect], N]
) -> tuple[N, bool]:
    """Return a printed number with all effects in force applied, and whether the result is certain.

    Texts can depend on each other in a circle: a number needed during its own computation counts as printed, and results
    computed from it aren't cached.
    """
    continuous_effects = ref.continuous_effects(key)
    if not continuous_effects:
        return printed, True
    mark = (card, key)
    if mark in ref.computing:
        ref.circles += 1
        return printed, False
    circles, number = ref.circles, printed
    ref.computing.add(mark)
    try:
        for effect in continuous_effects:
            number = apply(number, effect)
    finally:
        ref.computing.discard(mark)
    return number, ref.circles == circles or not ref.computing


def bare_target(ref: Referee, card: int, stat_kind: Stat) -> int | None:
    """Return the card that a bare `+N dawn` on `card` changes. None: its controller's conflict score.

    A construct has stability, but neither dawn nor dusk (§2), so those change its controller's score.
    """
    if card < 0:
        return None
    state, printed = ref.cards[card], ref.printed[card]
    if state.zone == ATTACHED:
        return state.host
    if state.zone == PLAY and printed.kind is Kind.ENTITY:
        return card
    if state.zone == DECK and printed.is_construct and stat_kind is Stat.STABILITY:
        return card
    return None


def in_force(ref: Referee, effect: ContinuousEffect) -> bool:
    """Return whether the condition of an ongoing instruction holds."""
    condition = effect.condition
    return condition is None or holds(ref, effect.context, condition)


def modifier(ref: Referee, effect: ContinuousEffect, op: tree.Modify) -> int:
    """Return the amount of an ongoing Modify: fixed when it was applied, or current."""
    if effect.amount is not None:
        return effect.amount
    return modification(ref, effect.context, op)


def modification(ref: Referee, context: EffectContext, op: tree.Modify) -> int:
    """Return the current amount of a Modify."""
    number = amount(ref, context, op.amount)
    if op.each is not None:
        number *= count(ref, context, op.each)
    return clamp(-number if op.negative else number)


def reaches(ref: Referee, effect: ContinuousEffect, to: tree.Selection | None, card: int) -> bool:
    """Return whether a continuous effect on these cards (`to`) currently applies to a card."""
    context, op = effect.context, effect.op
    if effect.locked is not None:
        if card not in effect.locked or (
            is_beyond(ref, context, card) and not _is_attached_to(ref, context, card)
        ):
            return False
    else:
        match to:
            case None:
                if isinstance(op, tree.Modify) and bare_target(ref, context.card, op.stat) != card:
                    return False
            case tree.This():
                if card != context.card:
                    return False
            case tree.Host():
                if context.card < 0 or ref.cards[context.card].host != card:
                    return False
            case tree.All(filter):
                if not matches(ref, context, filter, card):
                    return False
            case _:
                return False
    return in_force(ref, effect)


def _is_attached_to(ref: Referee, context: EffectContext, host: int) -> bool:
    """Return whether the card with the text is attached to a host.

    Its text applies even if the host becomes deep (R54).
    """
    return context.card >= 0 and ref.cards[context.card].host == host


def is_yours(ref: Referee, context: EffectContext, player: Player | None, seat: int) -> bool:
    """Return whether a trigger about `who` refers to this seat."""
    return (
        player is None
        or player is Player.ANY
        or player is Player.EACH
        or seat in ref.players(context, player)
    )
