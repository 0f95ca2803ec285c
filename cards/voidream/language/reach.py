"""What can happen to which cards, and what can be done to them: what a text says besides can never be (§2, §6, §7).

The tables are by sort of card and by where it lies. Nothing here looks at a match: a text is refused only if it could do
nothing in any position, so that no card does nothing in silence.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from cards.voidream.language import tree
from cards.voidream.language.tree import (
    Ban,
    Filter,
    Noun,
    Player,
    Stat,
    Timing,
    Trait,
    TriggerEvent,
    TriggerType,
    Zone,
)
from cards.voidream.language.vocabulary import article, plural
from cards.voidream.model import Kind

# ------------------------------------------------------------------------------------------------- sorts of cards

_HOSTS = (Noun.CARD, Noun.ENTITY, Noun.MEMORY)
_STAYING = (*_HOSTS, Noun.CONSTRUCT)
_FACE_UP = (*_STAYING, Noun.ATTACHMENT)
_IN_PLAY = (*_FACE_UP, Noun.VEILED_CARD, Noun.CHARGE)
_DREAM = (*_STAYING, Noun.THOUGHT)
_ANY = (*_DREAM, Noun.ARCANUM)
_OF_HAND = (Noun.CARD, Noun.ARCANUM)
_FIGHTERS = (Noun.CARD, Noun.ENTITY)

Reach = Mapping[Zone, tuple[Noun, ...]]
"""By where cards lie: the sorts that something can be done to."""

_REACH: dict[type[object], Reach] = {
    tree.Damage: {Zone.IN_PLAY: _FIGHTERS},
    tree.Destroy: {Zone.IN_PLAY: _IN_PLAY},
    tree.Sacrifice: {Zone.IN_PLAY: _IN_PLAY},
    tree.Exhaust: {Zone.IN_PLAY: _FACE_UP},
    tree.Ready: {Zone.IN_PLAY: _FACE_UP},
    tree.Charge: {Zone.IN_PLAY: _HOSTS},
    tree.Attach: {Zone.IN_PLAY: _IN_PLAY, Zone.DISCARD: _DREAM, Zone.VOID: _DREAM},
    tree.Inspire: {Zone.IN_PLAY: _FACE_UP},
    tree.Void: {Zone.IN_PLAY: _IN_PLAY, Zone.HAND: _OF_HAND, Zone.DISCARD: _ANY},
    tree.Veil: {Zone.IN_PLAY: _FACE_UP},
    tree.Unveil: {Zone.IN_PLAY: (Noun.VEILED_CARD,)},
    tree.Discard: {Zone.IN_PLAY: _IN_PLAY, Zone.HAND: _OF_HAND, Zone.VOID: _ANY},
    tree.ReturnToHand: {Zone.DISCARD: (Noun.ARCANUM,), Zone.VOID: _OF_HAND},
    tree.Put: {Zone.IN_PLAY: _IN_PLAY, Zone.DISCARD: _DREAM, Zone.VOID: _DREAM},
    tree.LookAt: {Zone.IN_PLAY: (Noun.VEILED_CARD, Noun.CHARGE, Noun.ATTACHMENT), Zone.HAND: _OF_HAND},
    tree.Reveal: {Zone.IN_PLAY: (Noun.VEILED_CARD, Noun.CHARGE, Noun.ATTACHMENT), Zone.HAND: _OF_HAND},
    tree.Play: {Zone.HAND: _OF_HAND, Zone.DISCARD: _ANY, Zone.VOID: _ANY},
}
"""What an instruction can be done to. Where cards lie that are there already, or are not seen, there are none."""

_STATS: dict[Stat, tuple[Noun, ...]] = {
    Stat.DAWN: _FIGHTERS,
    Stat.DUSK: _FIGHTERS,
    Stat.STABILITY: (*_FIGHTERS, Noun.CONSTRUCT),
}
_BANS: dict[Ban, tuple[Noun, ...]] = {
    Ban.DESTROYED: _FACE_UP,
    Ban.ATTACK: _FIGHTERS,
    Ban.DEFEND: _FIGHTERS,
    Ban.EXHAUST: _FACE_UP,
    Ban.READY: _FACE_UP,
}

_OF_DECKS = (tree.Void, tree.Veil, tree.Discard, tree.Put, tree.LookAt, tree.Reveal, tree.Play, tree.Attach)
"""What can be done to the cards at the ends of a deck; besides, what can be done to active constructs."""

_STAYING_KINDS = frozenset({Kind.MEMORY, Kind.ENTITY, Kind.CONSTRUCT})
_PLAYED_KINDS = _STAYING_KINDS | {Kind.THOUGHT, Kind.ARCANUM}
_DREAM_KINDS = _STAYING_KINDS | {Kind.THOUGHT, Kind.BASTION}
_HOST_KINDS = frozenset({Kind.MEMORY, Kind.ENTITY})

_REACH_OF_ITSELF: dict[type[object], frozenset[Kind]] = {
    tree.Damage: frozenset({Kind.ENTITY}),
    tree.Destroy: _STAYING_KINDS,
    tree.Sacrifice: _STAYING_KINDS,
    tree.Exhaust: _STAYING_KINDS | {Kind.BASTION},
    tree.Ready: _STAYING_KINDS | {Kind.BASTION},
    tree.Charge: _HOST_KINDS,
    tree.Attach: _STAYING_KINDS,
    tree.Inspire: _STAYING_KINDS | {Kind.BASTION},
    tree.Void: _PLAYED_KINDS,
    tree.Veil: _STAYING_KINDS,
    tree.Unveil: _STAYING_KINDS | {Kind.THOUGHT},
    tree.Discard: _PLAYED_KINDS,
    tree.ReturnToHand: frozenset({Kind.ARCANUM}),
    tree.Put: _DREAM_KINDS,
    tree.LookAt: frozenset({Kind.ARCANUM}),
    tree.Reveal: frozenset({Kind.ARCANUM}),
    tree.Play: _PLAYED_KINDS,
}
"""The kinds of card that can do something to "this card"."""

_OF_ITS_KIND = {
    Kind.MEMORY: Noun.MEMORY, Kind.ENTITY: Noun.ENTITY, Kind.CONSTRUCT: Noun.CONSTRUCT, Kind.BASTION: Noun.CONSTRUCT,
}  # fmt: skip
"""The kinds of card for which something can be in force, and as what they lie in play."""

_DONE: dict[type[object], str] = {
    tree.Damage: "dealt damage", tree.Destroy: "destroyed", tree.Sacrifice: "sacrificed", tree.Exhaust: "exhausted",
    tree.Ready: "readied", tree.Charge: "charged", tree.Attach: "attached", tree.Inspire: "inspired",
    tree.Void: "voided", tree.Veil: "veiled", tree.Unveil: "unveiled", tree.Discard: "discarded",
    tree.ReturnToHand: "returned to a hand", tree.Put: "put into a deck", tree.LookAt: "looked at",
    tree.Reveal: "revealed", tree.Play: "played",
}  # fmt: skip

_MOVING = (tree.Put, tree.Void, tree.Discard, tree.Veil, tree.Play, tree.Attach)
"""What one might want to do with some of the cards that one is looking at."""

# -------------------------------------------------------------------------------------------------------- traits

_IN_CONFLICT = frozenset({Trait.PARTICIPATING, Trait.ATTACKING, Trait.DEFENDING, Trait.OPPOSING})
_TURNED = frozenset({Trait.READY, Trait.EXHAUSTED})
_NEVER_SO: dict[Noun, frozenset[Trait]] = {
    Noun.MEMORY: _IN_CONFLICT | {Trait.DAMAGED},
    Noun.CONSTRUCT: _IN_CONFLICT,
    Noun.ATTACHMENT: _IN_CONFLICT | {Trait.DAMAGED},
    Noun.VEILED_CARD: _IN_CONFLICT | _TURNED | {Trait.DAMAGED, Trait.INSPIRED},
    Noun.CHARGE: _IN_CONFLICT | _TURNED | {Trait.DAMAGED, Trait.INSPIRED},
    Noun.THOUGHT: _IN_CONFLICT | _TURNED | {Trait.DAMAGED, Trait.INSPIRED},
    Noun.ARCANUM: _IN_CONFLICT | _TURNED | {Trait.DAMAGED, Trait.INSPIRED},
}
"""What cards of a sort never are, or what means nothing of them."""


def why_no_such_card(wanted: Filter) -> Iterator[str]:
    """Say why no card can ever be what a description says."""
    for noun in _sorts(wanted):
        yield from _why_no_such(replace(wanted, noun=noun, or_noun=None))


def _why_no_such(wanted: Filter) -> Iterator[str]:
    noun, away = wanted.noun, wanted.zone is not Zone.IN_PLAY
    for trait in wanted.traits:
        if trait in _NEVER_SO.get(noun, ()) or (away and trait in _IN_CONFLICT | _TURNED | {Trait.DAMAGED}):
            where = f" in {article(wanted.zone.value)} {wanted.zone.value}" if away else ""
            yield f"{_a(noun).capitalize()}{where} is never {_ADJECTIVES.get(trait, trait.value)}."
    face = (wanted.faction, wanted.subtype, wanted.title, wanted.keyword)
    if noun in (Noun.VEILED_CARD, Noun.CHARGE) and any(face):
        yield f"{_a(noun).capitalize()} lies face down: nothing but its value can be asked for."
    if wanted.attached_to is not None and (away or noun not in _UNDER_HOSTS):
        yield f"{_a(noun).capitalize()} is never attached to a card: a memory, a charge or an attachment is."


_ADJECTIVES = {Trait.INSPIRED: 'one with "When inspired"'}
_UNDER_HOSTS = (Noun.CARD, Noun.MEMORY, Noun.CHARGE, Noun.ATTACHMENT)


def _sorts(wanted: Filter) -> tuple[Noun, ...]:
    return (wanted.noun,) if wanted.or_noun is None else (wanted.noun, wanted.or_noun)


# -------------------------------------------------------------------------------------------------- instructions


def why_nothing(part: object, kind: Kind, *, away: bool = False) -> Iterator[str]:
    """Say why an instruction on a card of this kind can never change anything; nothing for what is none.

    `away`: the text works where the card lies in a pile or a hand.
    """
    match part:
        case tree.Attach(what, to):
            yield from _selection(part, what, kind, away=away)
            yield from _hosts(to, kind)
        case tree.Modify(_, stat, to, _, each):
            yield from _lasting(to, _STATS[stat], kind, f"have {stat.value} that counts")
            if each is not None:
                yield from _counted(each)
        case tree.CannotBe(what, ban):
            yield from _lasting(what, _BANS[ban], kind, ban.value)
        case tree.Gain(_, to):
            yield from _lasting(to, _FACE_UP, kind, "gain keywords")
        case tree.Damage(_, to):
            yield from _selection(part, to, kind, away=away)
        case tree.Charge(host):
            yield from _selection(part, host, kind, away=away)
        case tree.CountOf(wanted) | tree.Exists(wanted) | tree.ForEach(wanted):
            yield from _counted(wanted)
        case _ if type(part) in _REACH:
            yield from _selection(part, getattr(part, "what"), kind, away=away)  # noqa: B009
        case _:
            pass


def _counted(wanted: Filter) -> Iterator[str]:
    if Noun.THOUGHT in _sorts(wanted) and wanted.zone is Zone.IN_PLAY:
        yield "Thoughts never stay in play, so there are none to be counted: say in which pile they are."


def _selection(op: object, what: tree.Selection, kind: Kind, *, away: bool) -> Iterator[str]:
    done = _DONE[type(op)]
    match what:
        case tree.Chosen(wanted) | tree.All(wanted):
            yield from _described(op, wanted, done)
        case tree.This():
            if kind not in _REACH_OF_ITSELF[type(op)]:
                yield f"{_a(kind).capitalize()} can't be {done}."
            elif isinstance(op, tree.Sacrifice) and op.who is Player.OPPONENT:
                yield "Players sacrifice their own cards only."
            elif isinstance(op, tree.LookAt | tree.Reveal) and not away:
                yield f"This card lies face up, so it can't be {done}."
        case tree.Host():
            if Noun.ENTITY not in _REACH[type(op)].get(Zone.IN_PLAY, ()):
                yield f"What has attachments lies face up in play: it can't be {done}."
        case tree.TopOf() | tree.BottomOf():
            if not isinstance(op, _OF_DECKS) and Noun.CONSTRUCT not in _REACH[type(op)].get(Zone.IN_PLAY, ()):
                yield f"The cards of a deck can't be {done} there."
            if isinstance(op, tree.Sacrifice) and what.whose not in (op.who, Player.EACH):
                yield "Players sacrifice their own cards only."
            if isinstance(op, tree.Put) and not _may_go_there(what.whose, op):
                yield _OWN_DECK
        case _:
            pass


def _described(op: object, wanted: Filter, done: str) -> Iterator[str]:
    reach = _REACH[type(op)]
    for noun in _sorts(wanted):
        if noun not in reach.get(wanted.zone, ()) and _can_lie_there(noun, wanted.zone):
            yield f"{_a(noun).capitalize()}{_where(wanted)} is never {done}. {_instead(reach, done)}"
            return
    who: Player = getattr(op, "who", Player.YOU)
    if isinstance(op, tree.Sacrifice) and wanted.whose not in (None, who, Player.EACH):
        yield "Players sacrifice their own cards only."
    if isinstance(op, tree.ReturnToHand) and wanted.whose not in (None, who, Player.EACH):
        yield "An arcanum returns to its owner's hand only, and whose hand this is must be who returns it."
    if isinstance(op, tree.Put) and wanted.whose is not None and not _may_go_there(wanted.whose, op):
        if wanted.zone is not Zone.IN_PLAY or {*_sorts(wanted)} <= _ALWAYS_OF_THEIR_OWNER:
            yield _OWN_DECK


def _can_lie_there(noun: Noun, zone: Zone) -> bool:
    """Whether cards of a sort can lie in a zone at all, or that they can't is said elsewhere."""
    match zone:
        case Zone.IN_PLAY:
            return noun is not Noun.ARCANUM
        case Zone.HAND:
            return noun in _OF_HAND
        case _:
            return noun in _ANY


_ALWAYS_OF_THEIR_OWNER = {Noun.CONSTRUCT, Noun.CHARGE}
"""Sorts that nobody but their owner can control (R94)."""

_OWN_DECK = "A card goes into its owner's deck only: write \"its owner's deck\"."


def _may_go_there(whose: Player, op: tree.Put) -> bool:
    return op.whose in (None, whose) or Player.EACH in (op.whose, whose) or op.who is not Player.YOU


def _hosts(to: tree.Selection, kind: Kind) -> Iterator[str]:
    match to:
        case tree.Chosen(wanted) | tree.All(wanted):
            if wanted.zone is not Zone.IN_PLAY or not {*_sorts(wanted)} <= {*_HOSTS}:
                yield f"Nothing is ever attached to {_a(wanted.noun)}{_where(wanted)}: only entities and memories have attachments."
        case tree.This():
            if kind not in _HOST_KINDS:
                yield f"Nothing is ever attached to {_a(kind)}: only entities and memories have attachments."
        case tree.TopOf() | tree.BottomOf():
            yield "Nothing is ever attached to cards of a deck: only entities and memories in play have attachments."
        case _:
            pass


def _lasting(to: tree.Selection | None, nouns: tuple[Noun, ...], kind: Kind, said: str) -> Iterator[str]:
    match to:
        case tree.This():
            if kind not in _OF_ITS_KIND or _OF_ITS_KIND[kind] not in nouns:
                yield f"This means nothing for {_a(kind)}."
        case tree.Chosen(wanted) | tree.All(wanted):
            for noun in _sorts(wanted):
                if wanted.zone is not Zone.IN_PLAY or noun not in nouns:
                    able = _listed([plural(one) for one in nouns if one is not Noun.CARD])
                    yield f"This means nothing for {_a(noun)}{_where(wanted)}: {able} in play {said}."
                    return
        case tree.TopOf() | tree.BottomOf() if Noun.CONSTRUCT not in nouns:
            yield "This means nothing for cards of a deck."
        case _:
            pass


# -------------------------------------------------------------------------------------------------------- events

_HAPPENS: dict[TriggerType, tuple[Noun, ...]] = {
    TriggerType.PLAY: (*_ANY, Noun.ATTACHMENT),
    TriggerType.ENTER_PLAY: _FACE_UP,
    TriggerType.LEAVE_PLAY: _IN_PLAY,
    TriggerType.DESTROYED: _IN_PLAY,
    TriggerType.SACRIFICED: _IN_PLAY,
    TriggerType.DISCARDED: (*_IN_PLAY, Noun.THOUGHT, Noun.ARCANUM),
    TriggerType.VOIDED: (*_IN_PLAY, Noun.THOUGHT, Noun.ARCANUM),
    TriggerType.VEILED: (*_FACE_UP, Noun.VEILED_CARD),
    TriggerType.UNVEILED: (*_DREAM, Noun.VEILED_CARD),
    TriggerType.EXHAUSTED: _FACE_UP,
    TriggerType.READIED: _FACE_UP,
    TriggerType.DAMAGED: (*_FIGHTERS, Noun.CONSTRUCT),
    TriggerType.CHARGED: _HOSTS,
    TriggerType.ATTACHED: (Noun.CARD, Noun.MEMORY, Noun.ATTACHMENT),
    TriggerType.ATTACKS: _FIGHTERS,
    TriggerType.DEFENDS: _FIGHTERS,
}
"""To which sorts of card something can happen."""

_HAPPENS_TO_ITSELF: dict[TriggerType, frozenset[Kind]] = {
    TriggerType.DAMAGED: frozenset({Kind.ENTITY, Kind.CONSTRUCT, Kind.BASTION}),
    TriggerType.CHARGED: _HOST_KINDS,
    TriggerType.ATTACHED: _STAYING_KINDS,
    TriggerType.ATTACKS: frozenset({Kind.ENTITY}),
    TriggerType.DEFENDS: frozenset({Kind.ENTITY}),
    TriggerType.DESTROYED: _STAYING_KINDS | {Kind.BASTION},
    TriggerType.DISCARDED: _STAYING_KINDS | {Kind.BASTION},
    TriggerType.LEAVE_PLAY: _STAYING_KINDS | {Kind.BASTION},
    TriggerType.EXHAUSTED: _STAYING_KINDS | {Kind.BASTION},
    TriggerType.READIED: _STAYING_KINDS | {Kind.BASTION},
}
"""The kinds of card on which "this card" can be what something happens to; else those that are played and stay."""

_NOT_HEARD_YET = frozenset({
    (Timing.BEFORE, TriggerType.PLAY), (Timing.WHEN, TriggerType.PLAY), (Timing.BEFORE, TriggerType.ENTER_PLAY),
    (Timing.BEFORE, TriggerType.UNVEILED),
})  # fmt: skip
"""What happens to a card before its own text is in force (§2, §7 Veiled cards, R73)."""


def why_never(event: TriggerEvent, timing: Timing, kind: Kind, zone: Zone) -> Iterator[str]:
    """Say why what a trigger on a card of this kind waits for can never happen."""
    trigger_type, what = event.trigger_type, event.what
    if isinstance(what, tree.This) and zone is Zone.IN_PLAY:
        if kind not in _HAPPENS_TO_ITSELF.get(trigger_type, _STAYING_KINDS):
            yield f"This never happens to {_a(kind)} itself."
        elif trigger_type is TriggerType.ATTACHED and timing is Timing.AFTER and kind is not Kind.MEMORY:
            yield f"{_a(kind).capitalize()} that has become attached has no text in force."
        elif trigger_type is TriggerType.PLAY and event.who is Player.OPPONENT and kind is not Kind.CONSTRUCT:
            yield "Whoever plays this card controls it, so your opponent never does."
        elif (timing, trigger_type) in _NOT_HEARD_YET:
            yield f'The text of this card is not in force yet by then: write "After" instead of "{timing}".'
    if not isinstance(what, Filter) or trigger_type not in _HAPPENS:
        return
    nouns = _HAPPENS[trigger_type]
    if (timing, trigger_type) in _NOT_HEARD_YET:  # It is not attached yet by then.
        nouns = tuple(noun for noun in nouns if noun is not Noun.ATTACHMENT)
    for noun in _sorts(what):
        if noun not in nouns:
            able = _listed([_a(one) for one in nouns], "or")
            yield f"This never happens to {_a(noun)}. It can happen to {able}."
            return
    if trigger_type is TriggerType.PLAY and {event.who, what.whose} == {Player.YOU, Player.OPPONENT}:
        yield "What is played is controlled by whoever plays it: leave out who controls it."
    if trigger_type is TriggerType.DISCARDED and what.zone is Zone.DISCARD:
        yield "What lies in a discard pile is never discarded."
    if trigger_type is TriggerType.VOIDED and what.zone is Zone.VOID:
        yield "What lies in the Void is never voided."
    if timing is Timing.BEFORE and trigger_type is TriggerType.UNVEILED and not _is_of_backs(what):
        yield 'Before a card is unveiled nobody sees what it is: write "a veiled card", or "When" or "After".'


def _is_of_backs(wanted: Filter) -> bool:
    return {*_sorts(wanted)} <= {Noun.CARD, Noun.VEILED_CARD} and not any(
        (wanted.faction, wanted.subtype, wanted.title, wanted.keyword)
    )


# ------------------------------------------------------------------------------------------ "a card" after looking


def why_not_of_those_looked_at(op: object) -> Iterator[str]:
    """Say why an instruction is not about the cards of a deck that its line has looked at before, as one might think.

    So it is with "a card", and with whatever is put into one's own deck.
    """
    match getattr(op, "what", None):
        case tree.Chosen(Filter(zone=Zone.IN_PLAY, whose=None, attached_to=None) as wanted) if (
            isinstance(op, _MOVING)
            and (wanted.noun is Noun.CARD or (isinstance(op, tree.Put) and op.whose is not None))
            and {*_sorts(wanted)} <= {*_DREAM}
        ):
            yield (
                f'"{_a(wanted.noun)}" is one in play here, not one of those that were looked at: say "you control" or '
                'in which pile, or write "it" or "them", which means all that were looked at.'
            )
        case _:
            pass


# --------------------------------------------------------------------------------------------------------- words


def _a(name: Kind | Noun) -> str:
    return f"{article(name.value)} {name.value}"


def _where(wanted: Filter) -> str:
    if wanted.zone is Zone.IN_PLAY:
        return " in play"
    return f" in {article(wanted.zone.value)} {wanted.zone.value}"


def _instead(reach: Reach, done: str) -> str:
    """Say where which cards can be found that something can be done to."""
    places = [
        f"{_listed([plural(noun) for noun in nouns])} {'in play' if zone is Zone.IN_PLAY else f'in a {zone.value}'}"
        for zone, nouns in reach.items()
    ]
    return f"What can be {done}: {'; '.join(places)}."


def _listed(words: list[str], join: str = "and") -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {join} {words[-1]}"
