"""Checks of whether an event or action is possible, by kind of card (§2, §6, §7).

The records of the words have these facts by kind of card and zone; this module has the sentences. Matches aren't
consulted: a text is only refused if it has no effect in any position, so that every card does something.
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
    EffectReach,
    EventReach,
    InstructionReach,
    Sort,
    TraitReach,
)


def _sort(noun: Noun) -> Sort:
    return noun.record.facts or Sort()


def _event_reach(trigger_type: TriggerType) -> EventReach:
    return trigger_type.record.facts or EventReach()


def _facts(part: object) -> Any:
    entry = entry_of(type(part)) if isinstance(part, Node) else None
    return entry.facts if entry else None


def _reach(part: object) -> InstructionReach | None:
    """Return the sorts that an instruction can affect; None if it doesn't affect cards."""
    facts = _facts(part)
    return facts if isinstance(facts, InstructionReach) else None


# -------------------------------------------------------------------------------------------------------- traits


def why_no_such_card(described: Filter) -> Iterator[str]:
    """Yield the reasons why no card can ever fit a description."""
    for noun in _sorts(described):
        yield from _why_no_such(replace(described, noun=noun, or_noun=None))


def _why_no_such(described: Filter) -> Iterator[str]:
    noun, is_elsewhere = described.noun, described.zone is not Zone.IN_PLAY
    for trait in described.traits:
        state: TraitReach | None = trait.record.facts
        if state and (noun not in state.sorts or (is_elsewhere and state.in_play)):
            where = f" in {article(described.zone.value)} {described.zone.value}" if is_elsewhere else ""
            yield f"{_with_article(noun).capitalize()}{where} is never {_ADJECTIVES.get(trait, trait.value)}."
    face = (described.faction, described.subtype, described.title, described.keyword)
    if described.stat is not None and noun not in described.stat.record.facts.sorts:
        yield f"{_with_article(noun).capitalize()} has no {described.stat.value}."
    if _sort(noun).face_down and any(face):
        yield f"{_with_article(noun).capitalize()} lies face down: nothing but its value can be asked for."
    if described.attached_to is not None and (is_elsewhere or not _sort(noun).attached):
        yield f"{_with_article(noun).capitalize()} is never attached to a card: a memory, a charge or an attachment is."


_ADJECTIVES = {tree.Trait.INSPIRED: 'one with "When inspired"'}


def _sorts(described: Filter) -> tuple[Noun, ...]:
    return (described.noun,) if described.or_noun is None else (described.noun, described.or_noun)


# -------------------------------------------------------------------------------------------------- instructions


def why_nothing(part: object, kind: Kind, *, away: bool = False) -> Iterator[str]:
    """Yield the reasons why an instruction on a card of this kind can never change anything; none if it can.

    `away`: the text works while the card is in a pile or a hand.
    """
    match part:
        case tree.Modify(_, stat, to, _, counted):
            yield from _lasting(to, stat.record.facts, kind, f"have {stat.value} that counts")
            if counted is not None:
                yield from _counted(counted)
        case tree.CannotBe(subject, ban):
            yield from _lasting(subject, ban.record.facts, kind, ban.value)
        case tree.Gain(_, to):
            yield from _lasting(to, _facts(part), kind, "gain keywords")
        case tree.CountOf(described) | tree.Exists(described) | tree.ForEach(described):
            yield from _counted(described)
        case tree.Happened(event) | tree.HowOften(TriggerEvent() as event):
            yield from why_never(event, Timing.AFTER, kind, Zone.IN_PLAY)
        case tree.OnTop(tree.This()) if kind not in _sort(Noun.CONSTRUCT).kinds:
            yield "Only a construct lies on top of a deck while its text is in force."
        case tree.OnTop(Filter(noun, or_noun=second_noun)) if (
            noun is not Noun.CONSTRUCT or second_noun is not None
        ):
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


def _counted(described: Filter) -> Iterator[str]:
    if Noun.THOUGHT in _sorts(described) and described.zone is Zone.IN_PLAY:
        yield "Thoughts never stay in play, so there are none to be counted: say in which pile they are."


def _selection(
    op: object, reach: InstructionReach, selection: tree.Selection, kind: Kind, *, away: bool
) -> Iterator[str]:
    done, in_play = reach.done, reach.where.get(Zone.IN_PLAY, ())
    match selection:
        case tree.Chosen(described) | tree.All(described):
            yield from _check_described(op, reach, described)
        case tree.This():
            if kind not in reach.itself:
                yield f"{_with_article(kind).capitalize()} can't be {done}."
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
            if isinstance(op, tree.Sacrifice) and selection.whose not in (op.who, Player.EACH):
                yield "Players sacrifice their own cards only."
            if isinstance(op, tree.Put) and not _may_go_there(selection.whose, op):
                yield _OWN_DECK
            elif isinstance(op, tree.Put) and _is_there_already(selection, op.place):
                yield "This card of a deck is there already, so nothing changes."
        case _:
            pass


def _is_there_already(selection: tree.TopOf | tree.BottomOf, place: tree.Place) -> bool:
    """Return whether cards of a deck are put where they already are (R18). Several on top can still be reordered."""
    if isinstance(selection, tree.BottomOf):
        return place is tree.Place.BOTTOM
    return place is tree.Place.TOP and selection.amount == tree.Number(1)


def _check_described(op: object, reach: InstructionReach, described: Filter) -> Iterator[str]:
    for noun in _sorts(described):
        if noun not in reach.where.get(described.zone, ()) and _can_lie_there(noun, described.zone):
            yield f"{_with_article(noun).capitalize()}{_where(described)} is never {reach.done}. {_instead(reach)}"
            return
    performer: Player = getattr(op, "who", Player.YOU)
    if isinstance(op, tree.Sacrifice) and described.whose not in (None, performer, Player.EACH):
        yield "Players sacrifice their own cards only."
    if isinstance(op, tree.ReturnToHand) and described.whose not in (None, performer, Player.EACH):
        yield "An arcanum returns to its owner's hand only, and whose hand this is must be who returns it."
    if isinstance(op, tree.Put) and described.whose is not None and not _may_go_there(described.whose, op):
        if described.zone is not Zone.IN_PLAY or all(_sort(noun).its_owners for noun in _sorts(described)):
            yield _OWN_DECK


def _can_lie_there(noun: Noun, zone: Zone) -> bool:
    """Return whether cards of a sort can be in a zone at all. If not, that is reported elsewhere."""
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
        case tree.Chosen(hosts) | tree.All(hosts):
            if hosts.zone is not Zone.IN_PLAY or not {*_sorts(hosts)} <= {*HOSTS}:
                yield f"Nothing is ever attached to {_with_article(hosts.noun)}{_where(hosts)}: only entities and memories have attachments."
        case tree.This():
            if kind not in HOST_KINDS:
                yield f"Nothing is ever attached to {_with_article(kind)}: only entities and memories have attachments."
        case tree.TopOf() | tree.BottomOf():
            yield "Nothing is ever attached to cards of a deck: only entities and memories in play have attachments."
        case _:
            pass


def _lasting(to: tree.Selection | None, reach: EffectReach, kind: Kind, predicate: str) -> Iterator[str]:
    match to:
        case tree.This():
            if not any(kind in _sort(noun).kinds for noun in reach.sorts):
                yield f"This means nothing for {_with_article(kind)}."
        case tree.Chosen(described) | tree.All(described):
            for noun in _sorts(described):
                if described.zone is not Zone.IN_PLAY or noun not in reach.sorts:
                    able = _listed([_plural_of(sort) for sort in reach.sorts if sort is not Noun.CARD])
                    yield f"This means nothing for {_with_article(noun)}{_where(described)}: {able} in play {predicate}."
                    return
        case tree.TopOf() | tree.BottomOf() if Noun.CONSTRUCT not in reach.sorts:
            yield "This means nothing for cards of a deck."
        case _:
            pass


# -------------------------------------------------------------------------------------------------------- events


def why_never(event: TriggerEvent, timing: Timing, kind: Kind, zone: Zone) -> Iterator[str]:
    """Yield the reasons why the event of a trigger on a card of this kind can never occur."""
    trigger_type, subject, reach = event.trigger_type, event.what, _event_reach(event.trigger_type)
    if isinstance(subject, tree.This) and zone is Zone.IN_PLAY:
        if kind not in reach.itself:
            yield f"This never happens to {_with_article(kind)} itself."
        elif trigger_type is TriggerType.ATTACHED and timing is Timing.AFTER and kind is not Kind.MEMORY:
            yield f"{_with_article(kind).capitalize()} that has become attached has no text in force."
        elif trigger_type is TriggerType.PLAY and event.who is Player.OPPONENT and kind is not Kind.CONSTRUCT:
            yield "The player who plays this card controls it, so your opponent never does."
        elif timing in reach.too_early:
            yield f'The text of this card is not in force yet by then: write "After" instead of "{timing}".'
    if not isinstance(subject, Filter) or reach.to is None:
        return
    nouns = reach.to
    if timing in reach.too_early:  # An attachment isn't attached yet at this time.
        nouns = tuple(noun for noun in nouns if noun is not Noun.ATTACHMENT)
    for noun in _sorts(subject):
        if noun not in nouns:
            able = _listed([_with_article(possible_noun) for possible_noun in nouns], "or")
            yield f"This never happens to {_with_article(noun)}. It can happen to {able}."
            return
    if trigger_type is TriggerType.PLAY and {event.who, subject.whose} == {Player.YOU, Player.OPPONENT}:
        yield "A card that is played is controlled by the player who plays it: leave out who controls it."
    if trigger_type is TriggerType.DISCARDED and subject.zone is Zone.DISCARD:
        yield "What lies in a discard pile is never discarded."
    if trigger_type is TriggerType.VOIDED and subject.zone is Zone.VOID:
        yield "What lies in the Void is never voided."
    if timing is Timing.BEFORE and trigger_type is TriggerType.UNVEILED and not _is_of_backs(subject):
        yield 'Before a card is unveiled no one sees what it is: write "a veiled card", or "When" or "After".'


def _is_of_backs(described: Filter) -> bool:
    return {*_sorts(described)} <= {Noun.CARD, Noun.VEILED_CARD} and not any(
        (described.faction, described.subtype, described.title, described.keyword, described.stat)
    )


# ------------------------------------------------------------------------------------------ "a card" after looking


def _moves(op: object) -> bool:
    """Return whether an instruction could sensibly apply to some of the cards of a deck that were looked at."""
    reach = _reach(op)
    return reach is not None and reach.decks and "looks" not in flags_of(type(op))


def why_not_of_those_looked_at(op: object) -> Iterator[str]:
    """Yield a warning if "a card" in an instruction doesn't mean the cards that its line has looked at.

    This applies to "a card", and to all cards that are put into their owner's deck.
    """
    match getattr(op, "what", None):
        case tree.Chosen(Filter(zone=Zone.IN_PLAY, whose=None, attached_to=None) as wanted) if (
            _moves(op)
            and (wanted.noun is Noun.CARD or (isinstance(op, tree.Put) and op.whose is not None))
            and {*_sorts(wanted)} <= {*DREAM}
        ):
            yield (
                f'"{_with_article(wanted.noun)}" is one in play here, not one of those that were looked at: say "you control" or '
                'in which pile, or write "one of them", or "them", which means all that were looked at.'
            )
        case _:
            pass


# --------------------------------------------------------------------------------------------------------- words


def _with_article(name: Kind | Noun) -> str:
    return f"{article(name.value)} {name.value}"


def _plural_of(noun: Noun) -> str:
    return noun.record.many or plural(noun.value)


def _where(described: Filter) -> str:
    if described.zone is Zone.IN_PLAY:
        return " in play"
    return f" in {article(described.zone.value)} {described.zone.value}"


def _instead(reach: InstructionReach) -> str:
    """Return a sentence with the cards to which something can be done, and their zones."""
    places = [
        f"{_listed([_plural_of(noun) for noun in nouns])} {'in play' if zone is Zone.IN_PLAY else f'in a {zone.value}'}"
        for zone, nouns in reach.where.items()
    ]
    return f"What can be {reach.done}: {'; '.join(places)}."


def _listed(words: list[str], join: str = "and") -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {join} {words[-1]}"
