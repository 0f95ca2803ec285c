"""Matching of filters and conditions, and the current powers and keywords of cards.

These are mutually recursive: filters need powers, powers need effects in force, effects need conditions, and
conditions need filters. Cards are never modified: current numbers are printed numbers plus changes (DW68). The most
frequent results, a card's power and keywords, are cached until the referee reports a change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from msgspec.structs import replace

from cards.dreamweavers.language.conditions import (
    Both,
    Compare,
    Condition,
    ControlsFewer,
    ControlsOne,
    Defending,
    EgoHas,
    EgoIsSmaller,
    Exists,
    HoldsFewer,
    MatchesFilter,
    Not,
    NotAttacked,
    TrackerOnZero,
    YourTurn,
)
from cards.dreamweavers.language.continuous_effects import Gain, Modify, Ongoing
from cards.dreamweavers.language.selections import (
    All,
    Amount,
    Attacker,
    Chosen,
    CountOf,
    Filter,
    MemoryOf,
    Selection,
)
from cards.dreamweavers.language.words import KeywordName, Noun, Pile, Trait, Zone
from cards.language.nodes import Number, Player, This
from engine.dreamweavers.context import EffectContext
from engine.dreamweavers.frames import CardId, Ref
from engine.dreamweavers.position import (
    EGO,
    HAND,
    ID,
    IN_PLAY,
    MIND,
    THOUGHTS,
    Attack,
    DepartedCard,
    LastingEffect,
)
from engine.dreamweavers.queries.owners import is_of, is_spoken_of, players
from engine.dreamweavers.referee import Referee
from engine.kernel.effects.line import compare, passes

O = TypeVar("O", bound=Ongoing)  # noqa: E741

PILES = {Pile.MIND: MIND, Pile.EGO: EGO}
_ZONES = {Zone.HAND: HAND, Zone.ID: ID}


def matches(
    ref: Referee, card: CardId, filter: Filter, context: EffectContext, *, anywhere: bool = False
) -> bool:
    """Return whether a card matches a filter. `anywhere` ignores the zone.

    The current power counts in play, the printed one elsewhere. The printed cost always counts.
    """
    state = ref.cards[card]
    for who in (filter.whose, filter.who):
        if who is None:
            continue
        if who is Player.YOU:
            if state.owner != context.seat:
                return False
        elif not is_of(ref, card, who, context):
            return False
    printed = ref.pool.cards[state.title]
    if filter.noun is not Noun.CARD and (filter.noun is Noun.FEELING) is printed.is_thought:
        return False
    if filter.notion is not None and printed.card.notion is not filter.notion:
        return False
    if not anywhere and not _is_in_zone(ref, card, filter, context):
        return False
    for trait in filter.traits:
        if trait is Trait.TAPPED:
            if not state.tapped:
                return False
        elif is_spoken_of(card, context):
            return False
    if filter.cost is not None and not passes(printed.card.cost, filter.cost):
        return False
    if filter.keyword is not None and not has(ref, card, filter.keyword):
        return False
    return filter.power is None or (printed.is_thought and passes(power(ref, card), filter.power))


def matched_as_it_was(
    ref: Referee, card: CardId, filter: Filter, context: EffectContext, *, power: int, tapped: bool
) -> bool:
    """Return whether a card that has left play matched a filter (DW18, DW58)."""
    printed = ref.printed(card)
    text = printed.text
    traits = tuple(trait for trait in filter.traits if trait is not Trait.TAPPED)
    if (Trait.TAPPED in filter.traits and not tapped) or (
        filter.power is not None and not (printed.is_thought and passes(power, filter.power))
    ):
        return False
    if filter.keyword is not None and filter.keyword not in text.keywords:
        return False
    other_criteria = Filter(
        filter.noun, traits=traits, notion=filter.notion, cost=filter.cost, who=filter.who, whose=filter.whose
    )
    return matches(ref, card, other_criteria, context, anywhere=True)


def _is_in_zone(ref: Referee, card: CardId, filter: Filter, context: EffectContext) -> bool:
    zone = ref.cards[card].zone
    if filter.pile is not None:
        return zone == PILES[filter.pile] and (
            filter.pile_of is None or is_of(ref, card, filter.pile_of, context)
        )
    if filter.zone is Zone.IN_PLAY:
        return ref.is_in_play(card)
    return zone == _ZONES[filter.zone]


def find(ref: Referee, filter: Filter, context: EffectContext) -> list[CardId]:
    """Return the cards that match a filter, in their order on the table, the player's own before the opponent's."""
    result: list[CardId] = []
    for seat in (context.seat, 1 - context.seat):
        for cards in _searched(ref, seat, filter):
            result += [card for card in cards if matches(ref, card, filter, context)]
    return result


def count(ref: Referee, filter: Filter, context: EffectContext) -> int:
    """Return the number of cards that match a filter. Counts of public cards are cached until something changes."""
    if not _is_plain(filter):
        return len(find(ref, filter, context))
    cached = ref.counts.get((context.seat, id(filter)))
    if cached is not None and cached[0] is filter:
        return cached[1]
    number = len(find(ref, filter, context))
    ref.counts[context.seat, id(filter)] = filter, number
    return number


def _is_plain(filter: Filter) -> bool:
    """Return whether a filter only depends on zones, and not on powers or earlier references."""
    return (
        filter.power is None
        and filter.keyword is None
        and Trait.ANOTHER not in filter.traits
        and Player.ITS_CONTROLLER not in (filter.whose, filter.who, filter.pile_of)
    )


def _searched(ref: Referee, seat: int, filter: Filter) -> Sequence[Sequence[CardId]]:
    """Return the zones of a seat in which a filter can match."""
    state = ref.seats[seat]
    if filter.pile is not None:
        return (ref.zone(seat, PILES[filter.pile]),)
    match filter.zone:
        case Zone.HAND:
            return (state.hand,)
        case Zone.ID:
            return (state.id,)
        case Zone.IN_PLAY:
            match filter.noun:
                case Noun.THOUGHT | Noun.SHIELD:
                    return (state.thoughts,)
                case Noun.FEELING:
                    return (state.feelings,)
                case Noun.CARD:
                    return (state.thoughts, state.feelings)


def is_source_there(ref: Referee, context: EffectContext) -> bool:
    """Return whether the card with the text is still in the same place."""
    return context.card >= 0 and ref.cards[context.card].tag == context.tag


def attack_going_on(ref: Referee) -> Attack | None:
    """Return the current attack. Before combat, only as long as its attacker is in play (DW81, DW83)."""
    attack = ref.position.attack
    if attack is None or not (attack.in_combat or ref.is_there(attack.attacker)):
        return None
    return attack


def attacking(ref: Referee) -> CardId | None:
    """Return the Thought that is attacking; None if there is none (DW83)."""
    attack = attack_going_on(ref)
    if attack is None:
        return None
    card, tag = attack.attacker
    state = ref.cards[card]
    return card if state.tag == tag and state.zone == THOUGHTS else None


def reaches(ref: Referee, selection: Selection | None, card: CardId, context: EffectContext) -> bool:
    """Return whether a continuous text about some cards applies to this one. None means the card itself."""
    match selection:
        case All(filter) | Chosen(filter):
            return matches(ref, card, filter, context)
        case This() | None:
            return card == context.card and is_source_there(ref, context)
        case Attacker():
            return card == attacking(ref)
        case _:
            return False


# ------------------------------------------------------------------------------------------------ numbers and conditions


def amount(ref: Referee, amount: Amount, context: EffectContext) -> int:
    """Return the current value of an amount."""
    match amount:
        case Number(n):
            return n
        case MemoryOf(owner):
            return sum(ref.memory(seat) for seat in players(ref, owner, context))
        case CountOf(filter):
            return count(ref, filter, context)


def holds(ref: Referee, condition: Condition, context: EffectContext) -> bool:
    """Return whether a condition is true now. A card that has left play counts as it was (DW58)."""
    match condition:
        case Exists() | ControlsOne() | Compare(MemoryOf(Player.EACH)):
            return all(_holds_for_each(ref, condition, context))
        case ControlsFewer(player, described, whom):
            return _is_fewer(
                ref, player, whom, context, lambda seat: _controlled(ref, described, seat, context)
            )
        case HoldsFewer(player, whom):
            return _is_fewer(ref, player, whom, context, ref.count_in_hand)
        case EgoIsSmaller():
            return len(ref.seats[context.seat].ego) < len(ref.seats[1 - context.seat].ego)
        case EgoHas(n):
            return len(ref.seats[context.seat].ego) <= n
        case TrackerOnZero():
            return not ref.position.tracker
        case YourTurn():
            return ref.position.active == context.seat
        case Defending(player):
            attack = attack_going_on(ref)
            seats = players(ref, player, context)
            return attack is not None and all(seat != attack.seat for seat in seats)
        case NotAttacked():
            return not (ref.position.attacked and ref.position.active == context.seat)
        case Compare(described, comparison, n):
            return compare(amount(ref, described, context), comparison, n)
        case MatchesFilter(described, filter):
            spoken = [(context.card, context.tag)] if isinstance(described, This) else context.it
            return bool(spoken) and all(_fits(ref, card, filter, context) for card in spoken)
        case Not(inner):
            return not any(_holds_for_each(ref, inner, context))
        case Both(first, second):
            return holds(ref, first, context) and holds(ref, second, context)


def _holds_for_each(ref: Referee, condition: Condition, context: EffectContext) -> list[bool]:
    """Return whether a condition is true, for each player it mentions (DW116)."""
    match condition:
        case Exists(filter, comparison, n):
            return [compare(number, comparison, n) for number in _counted(ref, filter, context)]
        case ControlsOne(player, described):
            return [_controlled(ref, described, seat, context) == 1 for seat in players(ref, player, context)]
        case Compare(MemoryOf(Player.EACH), comparison, n):
            return [compare(ref.memory(seat), comparison, n) for seat in ref.turn_order()]
        case _:
            return [holds(ref, condition, context)]


def _counted(ref: Referee, filter: Filter, context: EffectContext) -> list[int]:
    """Return the number of matching cards; for each player if the filter is about each player's cards (DW116)."""
    if Player.EACH not in (filter.whose, filter.pile_of):
        return [count(ref, filter, context)]
    own = {name: Player.YOU for name in ("whose", "pile_of") if getattr(filter, name) is Player.EACH}
    return [len(find(ref, replace(filter, **own), replace(context, seat=seat))) for seat in ref.turn_order()]


def _controlled(ref: Referee, filter: Filter, seat: int, context: EffectContext) -> int:
    """Return the number of such cards that a player controls."""
    return sum(ref.cards[card].owner == seat for card in find(ref, filter, context))


def _is_fewer(
    ref: Referee, player: Player, whom: Player, context: EffectContext, count: Callable[[int], int]
) -> bool:
    return all(
        count(seat) < count(other)
        for seat in players(ref, player, context)
        for other in players(ref, whom, context)
        if seat != other
    )


def _fits(ref: Referee, spoken: Ref, filter: Filter, context: EffectContext) -> bool:
    """Return whether "this card" or "it" matches a filter, in its current state or as it was when it left play.

    A card that the text itself has just moved is in another zone now. Its former zone only matters if the text names one.
    """
    card, _ = spoken
    if card < 0:
        return False
    anywhere = filter.zone is Zone.IN_PLAY and filter.pile is None
    was = _as_it_was(ref, spoken) if anywhere else None
    # "Another", applied to the card itself, would never match.
    context_of_card = EffectContext(context.seat, context.card, context.tag, context.title)
    if was is not None:
        return matched_as_it_was(ref, card, filter, context_of_card, power=was.power, tapped=was.tapped)
    return matches(ref, card, filter, context_of_card, anywhere=anywhere)


def _as_it_was(ref: Referee, spoken: Ref) -> DepartedCard | None:
    """Return a card as it was when it left play this turn; None if it is still there or never was in play."""
    card, tag = spoken
    is_in_play = ref.is_in_play(card)
    if is_in_play and ref.is_there(spoken):
        return None
    departed = (item for item in reversed(ref.position.gone) if item.card == card)
    return next((item for item in departed if item.tag == tag or not is_in_play), None)


# ------------------------------------------------------------------------------------------------- power and keywords


def begun(ref: Referee, kind: type[O]) -> Iterator[tuple[LastingEffect, O]]:
    """Yield the effects of one kind that last for this turn or this attack, in order of creation."""
    for effect in ref.position.lasting:
        op = ref.pool.program(effect.title, effect.line).ops[effect.pc]
        if isinstance(op, kind):
            yield effect, op


def is_laid_on(ref: Referee, effect: LastingEffect, card: CardId) -> bool:
    """Return whether a lasting effect was applied to a card, as long as it hasn't moved."""
    return effect.cards is not None and ref.ref(card) in effect.cards


# ----------------------------------------------------------------------------------------------------------------- power


def power(ref: Referee, card: CardId) -> int:
    """Return the current power of a card, never below 0 (DW68); the printed one outside play."""
    cached = ref.powers.get(card)
    if cached is not None:
        return cached
    printed = ref.printed(card).card.power
    if ref.cards[card].zone != THOUGHTS:
        return printed
    if not ref.position.lasting and not ref.in_force(Modify):
        return printed
    computation = ("power", card)
    if computation in ref.computing:
        ref.circles += 1
        return printed
    ref.computing.add(computation)
    circles = ref.circles
    number = max(0, printed + sum(changed for _, changed in changes(ref, card)))
    ref.computing.discard(computation)
    if ref.circles == circles:
        ref.powers[card] = number
    return number


def changes(ref: Referee, card: CardId) -> Iterator[tuple[str, int]]:
    """Yield the changes of a Thought's power in play, in order of arrival: the source's title, and the amount."""
    for source in ref.in_force(Modify):
        context, op = source.context, source.op
        assert isinstance(op, Modify)
        # The test of the affected card is first, because it is usually cheaper.
        if reaches(ref, op.to, card, context) and (
            source.condition is None or holds(ref, source.condition, context)
        ):
            yield context.title, modification(ref, op, context)
    if ref.position.lasting:
        for effect, _ in begun(ref, Modify):
            if is_laid_on(ref, effect, card):
                yield effect.title, effect.amount


def modification(ref: Referee, op: Modify, context: EffectContext) -> int:
    """Return the current amount by which a text changes a power."""
    number = amount(ref, op.amount, context)
    if op.each is not None:
        number *= count(ref, op.each, context) // op.steps
    return -number if op.negative else number


# -------------------------------------------------------------------------------------------------------------- keywords


def keywords(ref: Referee, card: CardId) -> dict[KeywordName, int]:
    """Return a card's current keywords with their numbers, 0 if they have none; the printed ones outside play."""
    cached = ref.keywords.get(card)
    if cached is not None:
        return cached
    result = dict(ref.printed(card).text.keywords)
    if ref.cards[card].zone not in IN_PLAY or not can_gain(ref):
        return result
    computation = ("keywords", card)
    if computation in ref.computing:
        ref.circles += 1
        return result
    ref.computing.add(computation)
    circles = ref.circles
    for source in ref.in_force(Gain):
        context, op = source.context, source.op
        assert isinstance(op, Gain)
        if reaches(ref, op.to, card, context) and (
            source.condition is None or holds(ref, source.condition, context)
        ):
            result[op.keyword.name] = max(op.keyword.x, result.get(op.keyword.name, 0))
    for effect, op in begun(ref, Gain):
        if is_laid_on(ref, effect, card):
            result[op.keyword.name] = max(op.keyword.x, result.get(op.keyword.name, 0))
    ref.computing.discard(computation)
    if ref.circles == circles:
        ref.keywords[card] = result
    return result


def has(ref: Referee, card: CardId, name: KeywordName) -> bool:
    """Return whether a card has a keyword now."""
    if name in ref.printed(card).text.keywords:
        return True
    return can_gain(ref) and name in keywords(ref, card)


def can_gain(ref: Referee) -> bool:
    """Return whether any card may currently have a keyword that isn't printed on it."""
    return bool(ref.position.lasting or ref.in_force(Gain))
