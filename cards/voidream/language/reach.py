"""Possible events and actions by kind of card: texts about others can never apply (§2, §6, §7).

The records of the words define them, by kind of card and zone; this module has the sentences. Matches aren't
consulted: a text is only refused if it has no effect in any position, so that no card silently does nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from cards.language.forms import article, plural
from cards.language.records import entry_of, flags_of
from cards.voidream.kinds import Kind
from cards.voidream.language import tree
from cards.voidream.language.tree import (
    Filter,
    Node,
    Noun,
    Player,
    Timing,
    TriggerEvent,
    TriggerType,
    Zone,
)
from cards.voidream.language.tree.sorts import (
    ANY,
    DREAM,
    HOST_KINDS,
    HOSTS,
    OF_HAND,
    Happens,
    InstructionReach,
    Of,
    Sort,
    State,
)


def _sort(noun: Noun) -> Sort:
    return noun.record.facts or Sort()


def _happens(trigger_type: TriggerType) -> Happens:
    return trigger_type.record.facts or Happens()


def _facts(part: object) -> Any:
    entry = entry_of(type(part)) if isinstance(part, Node) else None
    return entry.facts if entry else None


def _reach(part: object) -> InstructionReach | None:
    """Return the sorts that an instruction can affect; None for what is not done to cards."""
    facts = _facts(part)
    return facts if isinstance(facts, InstructionReach) else None


# -------------------------------------------------------------------------------------------------------- traits


def why_no_such_card(wanted: Filter) -> Iterator[str]:
    """Say why no card can ever be what a description says."""
    for noun in _sorts(wanted):
        yield from _why_no_such(replace(wanted, noun=noun, or_noun=None))


def _why_no_such(wanted: Filter) -> Iterator[str]:
    noun, away = wanted.noun, wanted.zone is not Zone.IN_PLAY
    for trait in wanted.traits:
        state: State | None = trait.record.facts
        if state and (noun not in state.sorts or (away and state.in_play)):
            where = f" in {article(wanted.zone.value)} {wanted.zone.value}" if away else ""
            yield f"{_a(noun).capitalize()}{where} is never {_ADJECTIVES.get(trait, trait.value)}."
    face = (wanted.faction, wanted.subtype, wanted.title, wanted.keyword)
    if wanted.stat is not None and noun not in wanted.stat.record.facts.sorts:
        yield f"{_a(noun).capitalize()} has no {wanted.stat.value}."
    if _sort(noun).face_down and any(face):
        yield f"{_a(noun).capitalize()} lies face down: nothing but its value can be asked for."
    if wanted.attached_to is not None and (away or not _sort(noun).attached):
        yield f"{_a(noun).capitalize()} is never attached to a card: a memory, a charge or an attachment is."


_ADJECTIVES = {tree.Trait.INSPIRED: 'one with "When inspired"'}


def _sorts(wanted: Filter) -> tuple[Noun, ...]:
    return (wanted.noun,) if wanted.or_noun is None else (wanted.noun, wanted.or_noun)


# -------------------------------------------------------------------------------------------------- instructions


def why_nothing(part: object, kind: Kind, *, away: bool = False) -> Iterator[str]:
    """Yield the reasons why an instruction on a card of this kind can never change anything; none if it can.

    `away`: the text works while the card is in a pile or a hand.
    """
    match part:
        case tree.Modify(_, stat, to, _, each):
            yield from _lasting(to, stat.record.facts, kind, f"have {stat.value} that counts")
            if each is not None:
                yield from _counted(each)
        case tree.CannotBe(what, ban):
            yield from _lasting(what, ban.record.facts, kind, ban.value)
        case tree.Gain(_, to):
            yield from _lasting(to, _facts(part), kind, "gain keywords")
        case tree.CountOf(wanted) | tree.Exists(wanted) | tree.ForEach(wanted):
            yield from _counted(wanted)
        case tree.Happened(event) | tree.HowOften(TriggerEvent() as event):
            yield from why_never(event, Timing.AFTER, kind, Zone.IN_PLAY)
        case tree.OnTop(tree.This()) if kind not in _sort(Noun.CONSTRUCT).kinds:
            yield "Only a construct lies on top of a deck while its text is in force."
        case tree.OnTop(Filter(noun, or_noun=other)) if noun is not Noun.CONSTRUCT or other is not None:
            yield (
                "Nobody sees what lies on top of a deck but an active construct: look at it or reveal it first, "
                '"Reveal the top card of your deck. If it is …".'
            )
        case _ if reach := _reach(part):
            yield from _selection(part, reach, getattr(part, reach.to), kind, away=away)
            if isinstance(part, tree.Attach):
                yield from _hosts(part.to, kind)
        case _:
            pass


def _counted(wanted: Filter) -> Iterator[str]:
    if Noun.THOUGHT in _sorts(wanted) and wanted.zone is Zone.IN_PLAY:
        yield "Thoughts never stay in play, so there are none to be counted: say in which pile they are."


def _selection(
    op: object, reach: InstructionReach, what: tree.Selection, kind: Kind, *, away: bool
) -> Iterator[str]:
    done, in_play = reach.done, reach.where.get(Zone.IN_PLAY, ())
    match what:
        case tree.Chosen(wanted) | tree.All(wanted):
            yield from _described(op, reach, wanted)
        case tree.This():
            if kind not in reach.itself:
                yield f"{_a(kind).capitalize()} can't be {done}."
            elif isinstance(op, tree.Sacrifice) and op.who is Player.OPPONENT:
                yield "Players sacrifice their own cards only."
            elif isinstance(op, tree.LookAt | tree.Reveal) and not away:
                yield f"This card lies face up, so it can't be {done}."
        case tree.Host():
            if Noun.ENTITY not in in_play:
                yield f"What has attachments lies face up in play: it can't be {done}."
        case tree.TopOf() | tree.BottomOf():
            if not reach.decks and Noun.CONSTRUCT not in in_play:
                yield f"The cards of a deck can't be {done} there."
            if isinstance(op, tree.Sacrifice) and what.whose not in (op.who, Player.EACH):
                yield "Players sacrifice their own cards only."
            if isinstance(op, tree.Put) and not _may_go_there(what.whose, op):
                yield _OWN_DECK
            elif isinstance(op, tree.Put) and _lies_there(what, op.place):
                yield "This card of a deck is there already, so nothing changes."
        case _:
            pass


def _lies_there(what: tree.TopOf | tree.BottomOf, place: tree.Place) -> bool:
    """Return whether cards of a deck are put where they are (R18); several on top can still change their order."""
    if isinstance(what, tree.BottomOf):
        return place is tree.Place.BOTTOM
    return place is tree.Place.TOP and what.amount == tree.Number(1)


def _described(op: object, reach: InstructionReach, wanted: Filter) -> Iterator[str]:
    for noun in _sorts(wanted):
        if noun not in reach.where.get(wanted.zone, ()) and _can_lie_there(noun, wanted.zone):
            yield f"{_a(noun).capitalize()}{_where(wanted)} is never {reach.done}. {_instead(reach)}"
            return
    who: Player = getattr(op, "who", Player.YOU)
    if isinstance(op, tree.Sacrifice) and wanted.whose not in (None, who, Player.EACH):
        yield "Players sacrifice their own cards only."
    if isinstance(op, tree.ReturnToHand) and wanted.whose not in (None, who, Player.EACH):
        yield "An arcanum returns to its owner's hand only, and whose hand this is must be who returns it."
    if isinstance(op, tree.Put) and wanted.whose is not None and not _may_go_there(wanted.whose, op):
        if wanted.zone is not Zone.IN_PLAY or all(_sort(noun).its_owners for noun in _sorts(wanted)):
            yield _OWN_DECK


def _can_lie_there(noun: Noun, zone: Zone) -> bool:
    """Return whether cards of a kind can be in a zone at all; if not, that is reported elsewhere."""
    match zone:
        case Zone.IN_PLAY:
            return noun is not Noun.ARCANUM
        case Zone.HAND:
            return noun in OF_HAND
        case _:
            return noun in ANY


_OWN_DECK = "A card goes into its owner's deck only: write \"its owner's deck\"."


def _may_go_there(whose: Player, op: tree.Put) -> bool:
    return op.whose in (None, whose) or Player.EACH in (op.whose, whose) or op.who is not Player.YOU


def _hosts(to: tree.Selection, kind: Kind) -> Iterator[str]:
    match to:
        case tree.Chosen(wanted) | tree.All(wanted):
            if wanted.zone is not Zone.IN_PLAY or not {*_sorts(wanted)} <= {*HOSTS}:
                yield f"Nothing is ever attached to {_a(wanted.noun)}{_where(wanted)}: only entities and memories have attachments."
        case tree.This():
            if kind not in HOST_KINDS:
                yield f"Nothing is ever attached to {_a(kind)}: only entities and memories have attachments."
        case tree.TopOf() | tree.BottomOf():
            yield "Nothing is ever attached to cards of a deck: only entities and memories in play have attachments."
        case _:
            pass


def _lasting(to: tree.Selection | None, of: Of, kind: Kind, said: str) -> Iterator[str]:
    match to:
        case tree.This():
            if not any(kind in _sort(noun).kinds for noun in of.sorts):
                yield f"This means nothing for {_a(kind)}."
        case tree.Chosen(wanted) | tree.All(wanted):
            for noun in _sorts(wanted):
                if wanted.zone is not Zone.IN_PLAY or noun not in of.sorts:
                    able = _listed([_many(one) for one in of.sorts if one is not Noun.CARD])
                    yield f"This means nothing for {_a(noun)}{_where(wanted)}: {able} in play {said}."
                    return
        case tree.TopOf() | tree.BottomOf() if Noun.CONSTRUCT not in of.sorts:
            yield "This means nothing for cards of a deck."
        case _:
            pass


# -------------------------------------------------------------------------------------------------------- events


def why_never(event: TriggerEvent, timing: Timing, kind: Kind, zone: Zone) -> Iterator[str]:
    """Say why what a trigger on a card of this kind waits for can never happen."""
    trigger_type, what, happens = event.trigger_type, event.what, _happens(event.trigger_type)
    if isinstance(what, tree.This) and zone is Zone.IN_PLAY:
        if kind not in happens.itself:
            yield f"This never happens to {_a(kind)} itself."
        elif trigger_type is TriggerType.ATTACHED and timing is Timing.AFTER and kind is not Kind.MEMORY:
            yield f"{_a(kind).capitalize()} that has become attached has no text in force."
        elif trigger_type is TriggerType.PLAY and event.who is Player.OPPONENT and kind is not Kind.CONSTRUCT:
            yield "Whoever plays this card controls it, so your opponent never does."
        elif timing in happens.unheard:
            yield f'The text of this card is not in force yet by then: write "After" instead of "{timing}".'
    if not isinstance(what, Filter) or happens.to is None:
        return
    nouns = happens.to
    if timing in happens.unheard:  # It is not attached yet by then.
        nouns = tuple(noun for noun in nouns if noun is not Noun.ATTACHMENT)
    for noun in _sorts(what):
        if noun not in nouns:
            able = _listed([_a(one) for one in nouns], "or")
            yield f"This never happens to {_a(noun)}. It can happen to {able}."
            return
    if trigger_type is TriggerType.PLAY and {event.who, what.whose} == {Player.YOU, Player.OPPONENT}:
        yield "A card that is played is controlled by the player who plays it: leave out who controls it."
    if trigger_type is TriggerType.DISCARDED and what.zone is Zone.DISCARD:
        yield "What lies in a discard pile is never discarded."
    if trigger_type is TriggerType.VOIDED and what.zone is Zone.VOID:
        yield "What lies in the Void is never voided."
    if timing is Timing.BEFORE and trigger_type is TriggerType.UNVEILED and not _is_of_backs(what):
        yield 'Before a card is unveiled no one sees what it is: write "a veiled card", or "When" or "After".'


def _is_of_backs(wanted: Filter) -> bool:
    return {*_sorts(wanted)} <= {Noun.CARD, Noun.VEILED_CARD} and not any(
        (wanted.faction, wanted.subtype, wanted.title, wanted.keyword, wanted.stat)
    )


# ------------------------------------------------------------------------------------------ "a card" after looking


def _moves(op: object) -> bool:
    """Return whether one might want to do it with some of the cards of a deck that one is looking at."""
    reach = _reach(op)
    return reach is not None and reach.decks and "looks" not in flags_of(type(op))


def why_not_of_those_looked_at(op: object) -> Iterator[str]:
    """Yield the reasons why an instruction isn't about the cards of a deck that its line has looked at, as one might
    expect.

    This applies to "a card", and to anything put into one's own deck.
    """
    match getattr(op, "what", None):
        case tree.Chosen(Filter(zone=Zone.IN_PLAY, whose=None, attached_to=None) as wanted) if (
            _moves(op)
            and (wanted.noun is Noun.CARD or (isinstance(op, tree.Put) and op.whose is not None))
            and {*_sorts(wanted)} <= {*DREAM}
        ):
            yield (
                f'"{_a(wanted.noun)}" is one in play here, not one of those that were looked at: say "you control" or '
                'in which pile, or write "one of them", or "them", which means all that were looked at.'
            )
        case _:
            pass


# --------------------------------------------------------------------------------------------------------- words


def _a(name: Kind | Noun) -> str:
    return f"{article(name.value)} {name.value}"


def _many(noun: Noun) -> str:
    return noun.record.many or plural(noun.value)


def _where(wanted: Filter) -> str:
    if wanted.zone is Zone.IN_PLAY:
        return " in play"
    return f" in {article(wanted.zone.value)} {wanted.zone.value}"


def _instead(reach: InstructionReach) -> str:
    """Say where which cards can be found that something can be done to."""
    places = [
        f"{_listed([_many(noun) for noun in nouns])} {'in play' if zone is Zone.IN_PLAY else f'in a {zone.value}'}"
        for zone, nouns in reach.where.items()
    ]
    return f"What can be {reach.done}: {'; '.join(places)}."


def _listed(words: list[str], join: str = "and") -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {join} {words[-1]}"
