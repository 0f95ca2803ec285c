"""The cost, gain and triggers of each ability, in the best case, from its data without a table (§6, §7).

Everything is estimated in favour of a loop: minimum costs, maximum gains. What isn't a loop here can't be one on a
table; candidates have to be confirmed there (see `simulation`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from itertools import chain

import msgspec

from cards.voidream.language import tree
from cards.voidream.language.tree import KeywordName, Noun, Player, TriggerType
from cards.voidream.model import Card, Kind
from engine.voidream.infinite_loops.effects import Plain, add_causes, give, pay, take_from_deck
from engine.voidream.infinite_loops.resources import (
    ANY_CARD,
    ANY_THOUGHT,
    IN_DECK,
    MANY,
    Cause,
    Resource,
    ResourceBalance,
    Spent,
)
from engine.voidream.program import INVERTED, TEXT, mind_side

MOVED = (1, 2, 3)
"""So many cards a text that moves "up to" some takes from where it takes them: each is a way of its own."""


class StepKind(StrEnum):
    """The cause of a step."""

    ABILITY = "ability"
    """Its player activates it."""
    ARCANUM = "arcanum"
    """Its player plays it."""
    THOUGHT = "thought"
    """It is evoked, or played by an effect."""
    TRIGGER = "trigger"
    """Something sets it off."""


class LoopStep(msgspec.Struct, frozen=True, eq=False):
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
        """The place of its print."""
        return self.card.title, self.side, self.index

    def gain(self, spent: Spent) -> int:
        """The amounts of resources that it gives, or takes if negative; whether it readies the card of a title."""
        if isinstance(spent, Resource) or spent in self.change:
            return self.change.get(spent, 0)
        return self.change.get(ANY_THOUGHT if spent.startswith(IN_DECK) else ANY_CARD, 0)

    def is_set_off_by(self, other: LoopStep) -> bool:
        """Return whether the other step may be what this one waits for."""
        return any(_agree(wanted, cause) for wanted in self.waits_for for cause in other.causes)


_OPEN = frozenset({None, Player.ANY, Player.EACH, Player.ITS_CONTROLLER})


def _agree(wanted: Cause, cause: Cause) -> bool:
    if wanted[0] is not cause[0]:
        return False
    who, what = wanted[1:]
    whom = who is cause[1] or who in _OPEN or cause[1] in _OPEN
    return whom and (what is None or cause[2] is None or what is cause[2])


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
        if isinstance(ability, tree.Activated | tree.Triggered) and ability.once:
            continue
        if isinstance(ability, tree.Activated):
            known = ResourceBalance()
            for cost in ability.cost:
                pay(known, card, cost)
                add_causes(known.causes, cost)
            yield from _variants(card, side, index, StepKind.ABILITY, known, ability.effect)
        elif isinstance(ability, tree.Triggered):
            event = ability.event
            waits = frozenset(_awaited(event))
            yield from _variants(
                card, side, index, StepKind.TRIGGER, ResourceBalance(), ability.effect, waits
            )


def _awaited(event: tree.TriggerEvent) -> Iterator[Cause]:
    """Return the event that a trigger waits for. Only for plays it says which sort of card."""
    sorts: tuple[Noun | None, ...] = (None,)
    if event.trigger_type is TriggerType.PLAY and isinstance(event.what, tree.Filter):
        wanted = event.what
        sorts = (None,) if wanted.noun is Noun.CARD else (wanted.noun, wanted.or_noun or wanted.noun)
    for sort in sorts:
        yield event.trigger_type, event.who, sort


def _arcanum(card: Card, side: str, text: tree.Text) -> Iterator[LoopStep]:
    known = ResourceBalance()
    known.add(Resource.MIND, -1)
    known.add(Resource.HAND, -1)
    known.causes.add((TriggerType.PLAY, Player.YOU, Noun.ARCANUM))
    known.causes |= {(what, Player.YOU, None) for what in (TriggerType.MIND_REDUCED, TriggerType.MIND_SPENT)}
    if side == INVERTED:
        known.add(Resource.ARCANA, -1)
        known.add(Resource.HAND, MANY)
        known.causes.add((TriggerType.PLAY_INVERTED, Player.YOU, Noun.ARCANUM))
    _pay_besides(known, card, text)
    yield from _variants(card, side, 0, StepKind.ARCANUM, known, _lines(text))


def _thought(card: Card) -> Iterator[LoopStep]:
    known = ResourceBalance()
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
    _pay_besides(known, card, card.text)
    yield from _variants(card, TEXT, 0, StepKind.THOUGHT, known, _lines(card.text), waits)


def _pay_besides(known: ResourceBalance, card: Card, text: tree.Text) -> None:
    """Return a card's additional costs when it is played."""
    for ability in text:
        if isinstance(ability, tree.AdditionalCost):
            for cost in ability.cost:
                pay(known, card, cost)
                add_causes(known.causes, cost)


def _lines(text: tree.Text) -> tree.Effect:
    return tuple(chain.from_iterable(ability.effect for ability in text if isinstance(ability, tree.Line)))


def _variants(
    card: Card, side: str, index: int, kind: StepKind, known: ResourceBalance, effect: tree.Effect,
    waits: frozenset[Cause] = frozenset(),
) -> Iterator[LoopStep]:  # fmt: skip
    """Yield the step in each way that matters: how many cards it moves, and whether it takes one from the deck."""
    instructions = list(plain(effect))
    from_deck = any(isinstance(instruction, tree.LookAt | tree.Reveal) for instruction in instructions)
    causes = set(known.causes)
    taking = ResourceBalance()
    for instruction in instructions:
        add_causes(causes, instruction)
        take_from_deck(taking, instruction)
    told: list[dict[Spent, int]] = []
    for moved in MOVED:
        given = ResourceBalance(dict(known.change), moved=moved)
        for instruction in instructions:
            give(given, card, instruction, from_deck=from_deck)
        both = ResourceBalance(dict(given.change))
        for resource, number in taking.change.items():
            both.add(resource, number)
        for change, caused in ((given.change, causes), (both.change, causes | taking.causes)):
            if change not in told:
                told.append(change)
                yield LoopStep(card, side, index, kind, change, frozenset(caused), waits)


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
