"""What each ability uses up, gives back and sets off, at its best: read off its data, without a table (§6, §7).

Everything is reckoned in favour of a loop: what an ability costs at the least, what it gives back at the most. What can't
go round here can't go round on a table; what can has to show it there (see `trial`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import chain

from cards.voidream.language import tree
from cards.voidream.language.tree import KeywordName, Noun, Player, TriggerType, Zone
from cards.voidream.model import Card, Kind
from engine.voidream.program import INVERTED, TEXT, mind_side

ANY_CARD = "any card"
"""Under this stands how many cards a step readies, whichever they are."""

IN_DECK = "in the deck: "
"""Before the title of a thought: that it lies there."""

ANY_THOUGHT = f"{IN_DECK}any thought"
"""Under this stands how many thoughts a step puts there, whichever they are."""

MANY = 9
"""As many as one could ever want of what has no number."""

MOVED = (1, 2, 3)
"""So many cards a text that moves "up to" some takes from where it takes them: each is a way of its own."""


class Resource(StrEnum):
    """What runs out, unless something gives it back."""

    ENTITIES = "ready entities"
    MEMORIES = "ready memories"
    CONSTRUCTS = "ready constructs"
    MIND = "mind"
    HAND = "arcana in hand"
    ARCANA = "arcana outside the Void"
    DECK = "Dream cards in the deck"
    TOP = "what lies on top of the deck making room for what is beneath"
    TABLE = "cards in play"
    CHARGES = "charges"
    DISCARD = "Dream cards in the discard pile"


class StepKind(StrEnum):
    """How a step comes about."""

    ABILITY = "ability"
    """Its player activates it."""
    ARCANUM = "arcanum"
    """Its player plays it."""
    THOUGHT = "thought"
    """It is evoked, or played by an effect."""
    TRIGGER = "trigger"
    """Something sets it off."""


Spent = Resource | str
"""A resource, or the title of a card that must be ready itself; a thought's in the deck."""

_READY = {Kind.ENTITY: Resource.ENTITIES, Kind.MEMORY: Resource.MEMORIES}
"""What a card that is ready adds to; that of any other kind, to the constructs."""

_NOUNS = {
    Noun.ENTITY: (Resource.ENTITIES,),
    Noun.MEMORY: (Resource.MEMORIES,),
    Noun.ATTACHMENT: (Resource.MEMORIES,),
    Noun.CONSTRUCT: (Resource.CONSTRUCTS,),
}

Cause = tuple[TriggerType, Player | None, Noun | None]
"""Something that happens, to whom, and with what sort of card; None: that is open, or does not matter."""


@dataclass(frozen=True, eq=False)
class LoopStep:
    """One thing that can be done, or goes on by itself, again and again; `change` is at its best."""

    card: Card
    side: str
    """Of the card: the text, the inverted one, or the side of a mind."""
    index: int
    kind: StepKind
    change: Mapping[Spent, int]
    causes: frozenset[Cause]
    waits_for: frozenset[Cause] = frozenset()
    """Any of these sets it off; empty if its player can take it at will."""

    @property
    def place(self) -> tuple[str, str, int]:
        """Where it is printed."""
        return self.card.title, self.side, self.index

    def gain(self, spent: Spent) -> int:
        """How much of a resource it gives, or takes if that is negative; whether it readies the card of a title."""
        if isinstance(spent, Resource) or spent in self.change:
            return self.change.get(spent, 0)
        return self.change.get(ANY_THOUGHT if spent.startswith(IN_DECK) else ANY_CARD, 0)

    def is_set_off_by(self, other: LoopStep) -> bool:
        """Whether the other step may be what this one waits for."""
        return any(_agree(wanted, cause) for wanted in self.waits_for for cause in other.causes)


_OPEN = frozenset({None, Player.ANY, Player.EACH, Player.ITS_CONTROLLER})


def _agree(wanted: Cause, cause: Cause) -> bool:
    if wanted[0] is not cause[0]:
        return False
    who, what = wanted[1:]
    whom = who is cause[1] or who in _OPEN or cause[1] in _OPEN
    return whom and (what is None or cause[2] is None or what is cause[2])


@dataclass
class _Sum:
    """What some instructions come to."""

    change: dict[Spent, int] = field(default_factory=dict[Spent, int])
    causes: set[Cause] = field(default_factory=set[Cause])
    moved: int = 1
    """So many cards at the most are moved from one place of one's own to another."""

    def add(self, resource: Spent, number: int) -> None:
        self.change[resource] = max(-MANY, min(MANY, self.change.get(resource, 0) + number))

    def ready(self, card: Card, what: tree.Selection) -> None:
        """What readying these cards gives, at the most."""
        size = _size(what)
        if isinstance(what, tree.This):
            self.add(_READY.get(card.kind, Resource.CONSTRUCTS), 1)
            self.add(card.title, 1)
            return
        wanted = _of(what) if not isinstance(what, tree.Host) else _host(card)
        nouns = (Noun.CARD,) if wanted is None else (wanted.noun, wanted.or_noun or wanted.noun)
        for kind in {kind for noun in nouns for kind in _NOUNS.get(noun, tuple(_READIED))}:
            self.add(kind, size)
        self.add(ANY_CARD, size)
        if not isinstance(what, tree.Host):
            self.add(card.title, size)

    def exhaust(self, card: Card, what: tree.Selection) -> None:
        """What exhausting these cards takes, at the least."""
        if isinstance(what, tree.This):
            self.add(_READY.get(card.kind, Resource.CONSTRUCTS), -1)
            self.add(card.title, -1)
            return
        wanted = _of(what) if not isinstance(what, tree.Host) else _host(card)
        if wanted is not None and wanted.or_noun is None and wanted.whose in (Player.YOU, Player.EACH):
            kinds = _NOUNS.get(wanted.noun, ())
            if len(kinds) == 1:
                self.add(kinds[0], -_fewest(what))


_READIED = (Resource.ENTITIES, Resource.MEMORIES, Resource.CONSTRUCTS)


def steps(cards: Iterable[Card]) -> list[LoopStep]:
    """Return everything that these cards can do more than once in a phase."""
    return [step for card in cards for step in _steps(card)]


def _steps(card: Card) -> Iterator[LoopStep]:
    if card.mind is not None:
        for side, text in enumerate(card.mind.sides):
            yield from _of_text(card, mind_side(side), text)
        return
    if card.kind is Kind.ARCANUM:
        for side, text in ((TEXT, card.text), (INVERTED, card.inverted)):
            yield from _arcanum(card, side, text)
        return
    if card.kind is Kind.THOUGHT:
        yield from _thought(card)
        return
    yield from _of_text(card, TEXT, card.text)


def _of_text(card: Card, side: str, text: tree.Text) -> Iterator[LoopStep]:
    for index, ability in enumerate(text):
        if isinstance(ability, tree.Activated):
            known = _Sum()
            for cost in ability.cost:
                _pay(known, card, cost)
                _cause(known.causes, cost)
            yield from _variants(card, side, index, StepKind.ABILITY, known, ability.effect)
        elif isinstance(ability, tree.Triggered):
            event = ability.event
            waits = frozenset(_awaited(event))
            yield from _variants(card, side, index, StepKind.TRIGGER, _Sum(), ability.effect, waits)


def _awaited(event: tree.Event) -> Iterator[Cause]:
    """What a trigger waits for. Only of what is played it is told apart what sort of card it is."""
    sorts: tuple[Noun | None, ...] = (None,)
    if event.happening is TriggerType.PLAY and isinstance(event.what, tree.Filter):
        wanted = event.what
        sorts = (None,) if wanted.noun is Noun.CARD else (wanted.noun, wanted.or_noun or wanted.noun)
    for sort in sorts:
        yield event.happening, event.who, sort


def _arcanum(card: Card, side: str, text: tree.Text) -> Iterator[LoopStep]:
    known = _Sum()
    known.add(Resource.MIND, -1)
    known.add(Resource.HAND, -1)
    known.causes.add((TriggerType.PLAY, Player.YOU, Noun.ARCANUM))
    known.causes |= {(what, Player.YOU, None) for what in (TriggerType.MIND_REDUCED, TriggerType.MIND_SPENT)}
    if side == INVERTED:
        known.add(Resource.ARCANA, -1)
        known.add(Resource.HAND, MANY)
        known.causes.add((TriggerType.PLAY_INVERTED, Player.YOU, Noun.ARCANUM))
    yield from _variants(card, side, 0, StepKind.ARCANUM, known, _lines(text))


def _thought(card: Card) -> Iterator[LoopStep]:
    known = _Sum()
    loops = any(
        isinstance(a, tree.Keywords) and any(k.name is KeywordName.LOOP for k in a.keywords)
        for a in card.text
    )
    if loops:
        known.add(Resource.TOP, -1)
    else:
        known.add(Resource.DECK, -1)
        known.add(f"{IN_DECK}{card.title}", -1)
        known.add(Resource.DISCARD, 1)
    waits: frozenset[Cause] = frozenset(
        {(TriggerType.EVOKE, Player.YOU, None), (TriggerType.PLAY, Player.YOU, Noun.THOUGHT)}
    )
    known.causes.add((TriggerType.PLAY, Player.YOU, Noun.THOUGHT))
    yield from _variants(card, TEXT, 0, StepKind.THOUGHT, known, _lines(card.text), waits)


def _lines(text: tree.Text) -> tree.Effect:
    return tuple(chain.from_iterable(ability.effect for ability in text if isinstance(ability, tree.Line)))


def _variants(
    card: Card, side: str, index: int, kind: StepKind, known: _Sum, effect: tree.Effect,
    waits: frozenset[Cause] = frozenset(),
) -> Iterator[LoopStep]:  # fmt: skip
    """The step in each way that matters: how many cards it moves, and whether it takes one from the deck."""
    instructions = list(plain(effect))
    from_deck = any(isinstance(instruction, tree.LookAt | tree.Reveal) for instruction in instructions)
    causes = set(known.causes)
    taking = _Sum()
    for instruction in instructions:
        _cause(causes, instruction)
        _take_from_deck(taking, instruction)
    told: list[dict[Spent, int]] = []
    for moved in MOVED:
        given = _Sum(dict(known.change), moved=moved)
        for instruction in instructions:
            _give(given, card, instruction, from_deck=from_deck)
        both = _Sum(dict(given.change))
        for resource, number in taking.change.items():
            both.add(resource, number)
        for change, caused in ((given.change, causes), (both.change, causes | taking.causes)):
            if change not in told:
                told.append(change)
                yield LoopStep(card, side, index, kind, change, frozenset(caused), waits)


Plain = tree.PlainInstruction | tree.Ongoing
"""An instruction that is no sentence around others."""


def plain(effect: tree.Effect) -> Iterator[Plain]:
    """Return every instruction of an effect, whatever it hangs on: each mode, each option."""
    for sentence in effect:
        for instruction in sentence:
            match instruction:
                case tree.May(inner, _) | tree.IfYouDo(inner, _) | tree.ForEach(_, inner):
                    yield from plain((inner,))
                case tree.If(_, inner, otherwise):
                    yield from plain((inner,) if otherwise is None else (inner, otherwise))
                case tree.ChooseOne(modes, _):
                    yield from plain(modes)
                case _:
                    yield instruction


# ---------------------------------------------------------------------------------------------------------- how many


def _least(amount: tree.Amount) -> int:
    return amount.n if isinstance(amount, tree.Number) else 0


def _most(amount: tree.Amount) -> int:
    return amount.n if isinstance(amount, tree.Number) else MANY


def _fewest(what: tree.Selection) -> int:
    match what:
        case tree.Chosen():
            return what.at_least
        case tree.TopOf(amount, _):
            return _least(amount)
        case tree.All():
            return 0
        case _:
            return 1


def _size(what: tree.Selection) -> int:
    match what:
        case tree.Chosen():
            return MANY if what.at_most is None else what.at_most
        case tree.TopOf(amount, _):
            return _most(amount)
        case tree.All() | tree.It():
            return MANY
        case _:
            return 1


def _of(what: tree.Selection) -> tree.Filter | None:
    return what.filter if isinstance(what, tree.Chosen | tree.All) else None


def _host(card: Card) -> tree.Filter | None:
    """To what a card is attached, if its text says so."""
    for ability in card.text:
        if isinstance(ability, tree.Line):
            for instruction in chain.from_iterable(ability.effect):
                if isinstance(instruction, tree.Attach) and isinstance(instruction.what, tree.This):
                    return _of(instruction.to)
    return None


def _place(what: tree.Selection) -> Resource | None:
    """What it is taken from; None where that is open, or nothing of one's own need be taken."""
    match what:
        case tree.TopOf() | tree.BottomOf():
            return Resource.DECK if what.whose in (Player.YOU, Player.EACH) else None
        case tree.This() | tree.Host():
            return Resource.TABLE
        case tree.It():
            return None
        case _:
            pass
    wanted = what.filter
    if wanted.zone is Zone.HAND:
        return Resource.HAND
    if wanted.zone is Zone.DISCARD:
        return None if wanted.noun is Noun.ARCANUM else Resource.DISCARD
    if wanted.zone is Zone.VOID:
        return None
    if wanted.noun is Noun.ARCANUM:
        return Resource.HAND
    if wanted.whose in (None, Player.OPPONENT) and wanted.attached_to is None:
        return None
    return Resource.CHARGES if wanted.noun is Noun.CHARGE else Resource.TABLE


# --------------------------------------------------------------------------------------------------------- what it does


def _pay(known: _Sum, card: Card, cost: Plain) -> None:
    """What paying takes, at the least."""
    who = getattr(cost, "who", Player.YOU)
    if who not in (Player.YOU, Player.EACH):
        return
    match cost:
        case tree.Exhaust(what):
            known.exhaust(card, what)
        case tree.Sacrifice(what):
            known.add(Resource.TABLE, -_fewest(what))
            known.add(Resource.DISCARD, _size(what))
        case tree.Destroy(what) | tree.Veil(what) | tree.Discard(what) | tree.Void(what) | tree.Put(what):
            place = _place(what)
            if place is not None:
                known.add(place, -_fewest(what))
            if isinstance(cost, tree.Void) and place is Resource.HAND:
                known.add(Resource.ARCANA, -_fewest(what))
            if isinstance(cost, tree.Destroy | tree.Discard) and place is not Resource.HAND:
                known.add(Resource.DISCARD, _size(what))
            if isinstance(cost, tree.Put) and not isinstance(what, tree.TopOf | tree.BottomOf):
                known.add(Resource.DECK, _size(what))
        case tree.ChangeMind(amount, less):
            known.add(Resource.MIND, -_least(amount) if less else _most(amount))
        case tree.DreamDamage(amount, to):
            if to in (Player.YOU, Player.EACH):
                known.add(Resource.DECK, -_least(amount))
        case tree.Charge():
            known.add(Resource.DECK, -1)
            known.add(Resource.CHARGES, 1)
        case _:
            _give(known, card, cost, from_deck=False)


def _give(known: _Sum, card: Card, instruction: Plain, *, from_deck: bool) -> None:
    """What an effect may give back, at the most; `from_deck`: "it" is a card of a deck."""
    match instruction:
        case tree.Ready(what):
            known.ready(card, what)
        case tree.Unveil(what):
            _enter(known, _size(what))
        case tree.Play(what):
            size = 1 if isinstance(what, tree.It) else min(known.moved, _size(what))
            _enter(known, size)
            known.add(Resource.TABLE, size)
            if _of(what) is not None or from_deck or isinstance(what, tree.TopOf | tree.BottomOf):
                known.add(Resource.DISCARD if _of(what) is not None else Resource.DECK, -size)
        case tree.ReturnToHand(what):
            known.add(Resource.HAND, _size(what))
            wanted = _of(what)
            if wanted is None or wanted.zone is Zone.VOID:
                known.add(Resource.ARCANA, _size(what))
        case tree.Put(tree.TopOf() | tree.BottomOf()) | tree.Roll() | tree.Shuffle() | tree.ReturnLooked():
            known.add(Resource.TOP, 1)
        case tree.Put(what) if not (from_deck and isinstance(what, tree.It)):
            size = min(known.moved, _size(what))
            known.add(Resource.DECK, size)
            known.add(Resource.TOP, 1)
            wanted = _of(what)
            if wanted is None or Noun.CARD is wanted.noun or Noun.THOUGHT in (wanted.noun, wanted.or_noun):
                known.add(ANY_THOUGHT, size)
            if wanted is not None:
                known.add(Resource.DISCARD if wanted.zone is Zone.DISCARD else Resource.TABLE, -size)
        case tree.Put():
            known.add(Resource.TOP, 1)
        case tree.ChangeMind(amount, less, who):
            if not less and who in (Player.YOU, Player.EACH, Player.ITS_CONTROLLER):
                known.add(Resource.MIND, _most(amount))
        case tree.Sacrifice(what) | tree.Destroy(what) | tree.Discard(what):
            known.add(Resource.DISCARD, _size(what))
        case _:
            pass


def _enter(known: _Sum, size: int) -> None:
    """What comes into play is ready."""
    for kind in _READIED:
        known.add(kind, size)


def _take_from_deck(known: _Sum, instruction: Plain) -> None:
    """What an effect gives for cards of the deck."""
    match instruction:
        case tree.Evoke(who) if who is not Player.OPPONENT:
            known.add(Resource.TABLE, 1)
            _enter(known, 1)
            known.causes |= _ARRIVING
        case tree.Charge(host):
            known.add(Resource.CHARGES, _size(host))
            known.add(Resource.DECK, -1)
            known.add(Resource.TOP, 1)
            return
        case tree.Veil(tree.TopOf() as what):
            known.add(Resource.TABLE, _size(what))
        case _:
            return
    known.add(Resource.DECK, -1)
    known.add(Resource.TOP, 1)


_H = TriggerType
_ARRIVING: frozenset[Cause] = frozenset({(_H.ENTER_PLAY, None, None), (_H.PLAY, Player.YOU, None)})
_GONE = (_H.LEAVE_PLAY, _H.DISCARDED, _H.VOIDED)
_FOUGHT = (_H.CONFLICT_INITIATED, _H.CONFLICT_ENDS, _H.CONFLICT_WON, _H.CONFLICT_LOST)
_IN_CONFLICT = (_H.ATTACKS, _H.DEFENDS, _H.EXHAUSTED, _H.DAMAGED, _H.DESTROYED, *_GONE)

_TO_CARDS: dict[type[Plain], tuple[TriggerType, ...]] = {
    tree.Ready: (_H.READIED,),
    tree.Exhaust: (_H.EXHAUSTED,),
    tree.Inspire: (_H.INSPIRED,),
    tree.Charge: (_H.CHARGED, _H.ATTACHED),
    tree.Attach: (_H.ATTACHED,),
    tree.Damage: (_H.DAMAGED, _H.DESTROYED, *_GONE),
    tree.Destroy: (_H.DESTROYED, *_GONE),
    tree.Sacrifice: (_H.SACRIFICED, *_GONE),
    tree.Discard: _GONE,
    tree.Void: _GONE,
    tree.Put: (_H.LEAVE_PLAY,),
    tree.ReturnToHand: (_H.LEAVE_PLAY,),
    tree.Veil: (_H.VEILED, *_GONE),
    tree.Unveil: (_H.UNVEILED, _H.ENTER_PLAY, _H.LEAVE_PLAY),
    tree.Play: (_H.ENTER_PLAY, _H.ATTACHED),
    tree.Evoke: (_H.VEILED,),
    tree.Modify: (_H.DESTROYED, *_GONE),
    tree.Initiate: _IN_CONFLICT,
    tree.DreamDamage: (_H.DESTROYED, *_GONE),
}
"""What may happen to cards by an instruction."""

_TO_PLAYERS: dict[type[Plain], tuple[TriggerType, ...]] = {
    tree.Evoke: (_H.EVOKE,),
    tree.Roll: (_H.ROLL,),
    tree.Shuffle: (_H.SHUFFLE,),
    tree.Play: (_H.PLAY,),
    tree.Unveil: (_H.PLAY,),
}
"""What happens to whoever performs an instruction."""


def _cause(causes: set[Cause], instruction: Plain) -> None:
    """What an instruction may set off."""
    kind = type(instruction)
    who = getattr(instruction, "who", Player.YOU)
    causes |= {(happening, None, None) for happening in _TO_CARDS.get(kind, ())}
    causes |= {(happening, who, None) for happening in _TO_PLAYERS.get(kind, ())}
    match instruction:
        case tree.ChangeMind(_, less) if less:
            causes |= {(_H.MIND_REDUCED, who, None), (_H.MIND_SPENT, who, None)}
        case tree.DreamDamage(_, to):
            causes.add((_H.DREAM_DAMAGE, to, None))
        case tree.Initiate():
            causes |= {(happening, None, None) for happening in (*_FOUGHT, _H.ROLL, _H.DREAM_DAMAGE)}
        case _:
            pass
