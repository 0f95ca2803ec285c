"""What a card is and what a player may do at this moment: all ongoing effects reckoned in (§2, §6, R32, R44).

Nothing here changes anything. Modifiers are never written onto cards; they are computed from what is in force.
"""

from __future__ import annotations

from cards.voidream.language import tree
from cards.voidream.language.tree import (
    Ban,
    Comparison,
    Filter,
    KeywordName,
    Noun,
    Player,
    Prohibition,
    Stat,
    Trait,
    Zone,
)
from cards.voidream.model import Kind
from engine.voidream.position import ATTACHED, ATTACKING, DECK, DEFENDING, HAND, PLAY
from engine.voidream.referee import LIMIT, Influence, Referee, Speaker

# ------------------------------------------------------------------------------------------------------ numbers


def clamp(number: int) -> int:
    """Return the number, not beyond 1000 in either direction (§7, R33)."""
    return max(-LIMIT, min(LIMIT, number))


def compare(number: int, comparison: Comparison, n: int) -> bool:
    """Return whether a number is as a text wants it."""
    if comparison is Comparison.EXACTLY:
        return number == n
    return number >= n if comparison is Comparison.OR_MORE else number <= n


def amount(ref: Referee, speaker: Speaker, what: tree.Amount) -> int:
    """Return what an amount comes to now."""
    match what:
        case tree.Number(n):
            return n
        case tree.CountOf(wanted):
            return len(candidates(ref, speaker, wanted))
        case tree.DepthOf(whose):
            return sum(ref.depth(seat) for seat in ref.players(speaker, whose)[:1])
        case tree.MindOf(whose):
            return sum(ref.seats[seat].mind for seat in ref.players(speaker, whose)[:1])
        case tree.Result():
            return speaker.result
        case tree.ThatMany():
            return speaker.n
        case tree.ValueOf(of):
            return clamp(sum(ref.printed[card].value for card in _named(speaker, of)))
        case tree.StatOf(which, of):
            return clamp(sum(stat(ref, card, which) for card in _named(speaker, of)))


def _named(speaker: Speaker, of: tree.This | tree.It) -> list[int]:
    if isinstance(of, tree.This):
        return [speaker.card] if speaker.card >= 0 else []
    return speaker.it


def holds(ref: Referee, speaker: Speaker, condition: tree.Condition) -> bool:
    """Return whether a condition holds now."""
    match condition:
        case tree.InNightmare(who):
            return ref.position.in_nightmare in ref.players(speaker, who)
        case tree.DuringConflict(kind):
            conflict = ref.position.conflict
            return conflict is not None and (kind is None or conflict.kind is kind)
        case tree.TakesPart(who, attacking):
            conflict = ref.position.conflict
            seats = ref.players(speaker, who)
            return conflict is not None and bool(seats) and (conflict.attacker == seats[0]) == attacking
        case tree.Compare(what, comparison, n):
            return compare(amount(ref, speaker, what), comparison, n)
        case tree.Exists(wanted, comparison, n):
            return compare(len(candidates(ref, speaker, wanted)), comparison, n)
        case tree.Matches(what, wanted):
            named = _named(speaker, what)
            return bool(named) and all(matches(ref, speaker, wanted, card) for card in named)
        case tree.Not(inner):
            return not holds(ref, speaker, inner)
        case tree.Both(first, second):
            return holds(ref, speaker, first) and holds(ref, speaker, second)


# ------------------------------------------------------------------------------------------------ which cards


def candidates(ref: Referee, speaker: Speaker, wanted: Filter) -> list[int]:
    """Return the cards that a filter describes, in the order in which they lie: one's own first."""
    out: list[int] = []
    for seat in (speaker.seat, 1 - speaker.seat):
        if wanted.whose is not None and wanted.zone is not Zone.IN_PLAY:
            if seat not in ref.players(speaker, wanted.whose):
                continue
        lying = _lying(ref, seat, wanted)
        if wanted.zone is Zone.HAND:
            lying = sorted(lying, key=lambda card: ref.printed[card].value)
        for card in lying:
            if matches(ref, speaker, wanted, card, placed=True):
                out.append(card)
    return out


def _lying(ref: Referee, seat: int, wanted: Filter) -> list[int]:
    state = ref.seats[seat]
    noun = wanted.noun
    match wanted.zone:
        case Zone.HAND:
            return state.hand
        case Zone.DISCARD:
            return state.arcana_discard if noun is Noun.ARCANUM else state.discard
        case Zone.VOID:
            return state.void
        case Zone.IN_PLAY:
            if noun is Noun.ENTITY or noun is Noun.VEILED_CARD:
                return state.play
            if noun is Noun.CONSTRUCT:
                return ref.active_constructs(seat)
            attached = [under for card in state.play for under in ref.cards[card].attached]
            if noun is Noun.CHARGE or noun is Noun.ATTACHMENT:
                return attached
            if noun is Noun.CARD:
                return [*state.play, *attached, *ref.active_constructs(seat)]
            return [*state.play, *attached]


def matches(
    ref: Referee,
    speaker: Speaker,
    wanted: Filter,
    card: int,
    *,
    placed: bool = False,
    noticed: bool = False,
    arriving: bool = False,
) -> bool:
    """Return whether a card is what a filter describes.

    `placed`: it is known to lie in the right zone of the right player. A card with Deep is never what a card of
    higher value describes (R32), unless it is only `noticed` by a trigger, which does nothing to it. `arriving`: it
    enters play at this moment, as an entity also where it comes to lie under a copy of itself (R40).
    """
    printed, state = ref.printed[card], ref.cards[card]
    if wanted.zone is Zone.IN_PLAY:
        if wanted.whose is not None and state.controller not in ref.players(speaker, wanted.whose):
            return False
    elif not placed and (wanted.whose is not None and state.owner not in ref.players(speaker, wanted.whose)):
        return False
    if not _is_a(ref, card, wanted) and not (arriving and _is_copy(ref, card, wanted)):
        return False
    if wanted.value is not None and not compare(printed.value, wanted.value.comparison, wanted.value.value):
        return False
    if wanted.zone is Zone.IN_PLAY and _asks_for_the_face(wanted) and is_face_down(ref, card):
        return False
    if wanted.faction is not None and printed.card.faction is not wanted.faction:
        return False
    if wanted.subtype is not None and not (
        wanted.subtype in printed.card.types
        or (wanted.subtype == "Offering" and wanted.zone is Zone.VOID and state.offering)
    ):
        return False
    if wanted.title is not None and state.title != wanted.title:
        return False
    if wanted.attached_to is not None and state.host not in _named(speaker, wanted.attached_to):
        return False
    for trait in wanted.traits:
        if not _has_trait(ref, speaker, card, trait):
            return False
    if wanted.keyword is not None and keyword(ref, card, wanted.keyword) is None:
        return False
    return noticed or not is_beyond(ref, speaker, card)


def matches_back(ref: Referee, speaker: Speaker, wanted: Filter, card: int) -> bool:
    """Return whether the back of a card, and whose it is, is what a filter describes; its face may be hidden."""
    state, value = ref.cards[card], wanted.value
    if _asks_for_the_face(wanted) or (tree.Trait.ANOTHER in wanted.traits and card == speaker.card):
        return False
    if wanted.whose is not None and state.controller not in ref.players(speaker, wanted.whose):
        return False
    return value is None or compare(ref.printed[card].value, value.comparison, value.value)


def _asks_for_the_face(wanted: Filter) -> bool:
    return not (wanted.faction is wanted.subtype is wanted.title is wanted.keyword is None)


def is_face_down(ref: Referee, card: int) -> bool:
    """Return whether a card lies face down on the table: veiled, or a charge."""
    state = ref.cards[card]
    return state.veiled or (state.zone == ATTACHED and not state.face_up)


def is_open(ref: Referee, card: int) -> bool:
    """Return whether a card's face is seen by everybody where it lies."""
    state = ref.cards[card]
    if state.zone == DECK:
        return state.face_up
    return state.zone != HAND and not is_face_down(ref, card)


def is_beyond(ref: Referee, speaker: Speaker, card: int) -> bool:
    """Return whether Deep keeps a card out of the reach of the card that speaks (§6 Deep, R32, R43)."""
    if speaker.value <= ref.printed[card].value or speaker.card == card:
        return False
    state = ref.cards[card]
    if state.zone != PLAY and not (state.zone == DECK and state.face_up):
        return False
    return not state.veiled and keyword(ref, card, KeywordName.DEEP) is not None


def _is_a(ref: Referee, card: int, wanted: Filter) -> bool:
    printed, state, noun = ref.printed[card], ref.cards[card], wanted.noun
    if wanted.zone is not Zone.IN_PLAY:
        if noun is Noun.CARD:
            return True
        if noun is Noun.CONSTRUCT:
            return printed.is_construct
        return printed.kind.value == noun.value
    if noun is Noun.VEILED_CARD:
        return state.veiled
    if state.veiled:
        return False
    match noun:
        case Noun.ENTITY:
            return printed.kind is Kind.ENTITY and state.zone != ATTACHED
        case Noun.MEMORY:
            return printed.kind is Kind.MEMORY and (state.zone != ATTACHED or state.face_up)
        case Noun.CONSTRUCT:
            return printed.is_construct
        case Noun.CHARGE:
            return state.zone == ATTACHED and not state.face_up
        case Noun.ATTACHMENT:
            return state.zone == ATTACHED
        case Noun.CARD:
            return state.zone != ATTACHED or (state.face_up and printed.kind is Kind.MEMORY)
        case _:
            return printed.kind.value == noun.value


def _is_copy(ref: Referee, card: int, wanted: Filter) -> bool:
    state = ref.cards[card]
    is_entity = ref.printed[card].kind is Kind.ENTITY
    return is_entity and state.zone == ATTACHED and state.face_up and wanted.noun in (Noun.ENTITY, Noun.CARD)


def _has_trait(ref: Referee, speaker: Speaker, card: int, trait: Trait) -> bool:
    state = ref.cards[card]
    match trait:
        case Trait.ANOTHER:
            return card != speaker.card
        case Trait.READY:
            return not state.exhausted
        case Trait.EXHAUSTED:
            return state.exhausted
        case Trait.PARTICIPATING:
            return bool(state.role)
        case Trait.ATTACKING:
            return state.role == ATTACKING
        case Trait.DEFENDING:
            return state.role == DEFENDING
        case Trait.OPPOSING:
            return bool(state.role) and state.controller != speaker.seat
        case Trait.INSPIRED:
            return is_inspirable(ref, card)
        case Trait.DAMAGED:
            return state.damage > 0


def is_inspirable(ref: Referee, card: int) -> bool:
    """Return whether a "When inspired" ability is printed on a card (§6 Inspire)."""
    return any(
        ability.event.happening is tree.Happening.INSPIRED
        for ability in ref.printed[card].front.triggered.values()
    )


# ------------------------------------------------------------------------------------------ what a card is now


def stat(ref: Referee, card: int, which: Stat) -> int:
    """Return the dawn, stability or dusk of a card now; stability is never below 0 (R44)."""
    key = (card, which)
    known = ref.stats.get(key)
    if known is not None:
        return known
    printed = ref.printed[card].card
    number = {Stat.DAWN: printed.dawn, Stat.STABILITY: printed.stability, Stat.DUSK: printed.dusk}[which]
    influences = ref.influences(which)
    circles = ref.circles
    if influences:
        mark = (card, which.value)
        if mark in ref.computing:
            ref.circles += 1
            return number
        ref.computing.add(mark)
        try:
            for influence in influences:
                op = influence.op
                if isinstance(op, tree.Modify) and _reaches(ref, influence, op.to, card):
                    number = clamp(number + _change(ref, influence, op))
        finally:
            ref.computing.discard(mark)
    if which is Stat.STABILITY:
        number = max(0, number)
    if ref.circles == circles or not ref.computing:
        ref.stats[key] = number
    return number


def keyword(ref: Referee, card: int, name: KeywordName) -> int | None:
    """Return the number of a keyword that a card has now (0 for one without), or None if it has not got it."""
    key = (card, name)
    if key in ref.keywords:
        return ref.keywords[key]
    number = ref.printed[card].keyword(name)
    influences = ref.influences(name)
    circles = ref.circles
    if influences:
        mark = (card, name.value)
        if mark in ref.computing:
            ref.circles += 1
            return number
        ref.computing.add(mark)
        try:
            for influence in influences:
                op = influence.op
                if isinstance(op, tree.Gain) and op.to is not None and _reaches(ref, influence, op.to, card):
                    number = max(number or 0, op.keyword.x)
        finally:
            ref.computing.discard(mark)
    if ref.circles == circles or not ref.computing:
        ref.keywords[key] = number
    return number


def is_banned(ref: Referee, card: int, ban: Ban) -> bool:
    """Return whether an effect in force says that a card cannot do this, or have it done to it."""
    if ban is Ban.DESTROYED and keyword(ref, card, KeywordName.INDESTRUCTIBLE) is not None:
        return True
    return any(
        isinstance(influence.op, tree.CannotBe) and _reaches(ref, influence, influence.op.what, card)
        for influence in ref.influences(ban)
    )


def who_forbids(ref: Referee, seat: int, what: Prohibition) -> Influence | None:
    """Return the effect in force that forbids something to a player, or None."""
    for influence in ref.influences(what):
        op = influence.op
        if isinstance(op, tree.Cannot) and _in_force(ref, influence):
            if seat in ref.players(influence.speaker, op.who):
                return influence
    return None


def is_forbidden(ref: Referee, seat: int, what: Prohibition) -> bool:
    """Return whether something is forbidden to a player."""
    return who_forbids(ref, seat, what) is not None


def has_siege(ref: Referee, seat: int) -> bool:
    """Return whether a player has siege: from an effect, or printed on a card that they control (§6, R42)."""
    for influence in ref.influences(KeywordName.SIEGE):
        op = influence.op
        if isinstance(op, tree.Gain) and op.to is None:
            if influence.speaker.seat == seat and _in_force(ref, influence):
                return True
    for card in (*ref.seats[seat].play, *ref.active_constructs(seat)):
        if not ref.cards[card].veiled and keyword(ref, card, KeywordName.SIEGE) is not None:
            return True
    return False


def score_modifier(ref: Referee, seat: int, which: Stat) -> int:
    """Return the sum of the modifiers to a player's own conflict score (§4)."""
    number = 0
    for influence in ref.influences(which):
        op = influence.op
        if isinstance(op, tree.Modify) and op.to is None:
            if influence.speaker.seat == seat and is_for_score(ref, influence) and _in_force(ref, influence):
                number = clamp(number + _change(ref, influence, op))
    return number


def is_for_score(ref: Referee, influence: Influence) -> bool:
    """Return whether a bare `+N dawn` changes a player's score rather than a card (see `Modify`)."""
    if influence.locked is not None:
        return not influence.locked
    return bare_target(ref, influence.speaker.card) is None


def bare_target(ref: Referee, card: int) -> int | None:
    """Return the card that a bare `+N dawn` on `card` changes; None: its controller's conflict score."""
    if card < 0:
        return None
    state, printed = ref.cards[card], ref.printed[card]
    if state.zone == ATTACHED:
        return state.host
    if state.zone == PLAY and printed.kind is Kind.ENTITY:
        return card
    if state.zone == DECK and printed.is_construct:
        return card
    return None


def _in_force(ref: Referee, influence: Influence) -> bool:
    condition = influence.condition
    return condition is None or holds(ref, influence.speaker, condition)


def _change(ref: Referee, influence: Influence, op: tree.Modify) -> int:
    if influence.amount is not None:
        return influence.amount
    return modification(ref, influence.speaker, op)


def modification(ref: Referee, speaker: Speaker, op: tree.Modify) -> int:
    """Return by how much a Modify changes its number now."""
    number = amount(ref, speaker, op.amount)
    if op.each is not None:
        number *= len(candidates(ref, speaker, op.each))
    return clamp(-number if op.negative else number)


def _reaches(ref: Referee, influence: Influence, to: tree.Selection | None, card: int) -> bool:
    speaker = influence.speaker
    if influence.locked is not None:
        if card not in influence.locked:
            return False
    else:
        match to:
            case None:
                if bare_target(ref, speaker.card) != card:
                    return False
            case tree.This():
                if card != speaker.card:
                    return False
            case tree.Host():
                if speaker.card < 0 or ref.cards[speaker.card].host != card:
                    return False
            case tree.All(wanted):
                if not matches(ref, speaker, wanted, card):
                    return False
            case _:
                return False
    return _in_force(ref, influence)


# -------------------------------------------------------------------------------------------- conflict scores


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


def is_yours(ref: Referee, speaker: Speaker, who: Player | None, seat: int) -> bool:
    """Return whether a trigger that speaks of `who` means this seat."""
    return who is None or who is Player.ANY or who is Player.EACH or seat in ref.players(speaker, who)
