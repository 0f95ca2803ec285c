"""The cost, gain and triggers of each ability, in the best case, from its data without a table (§6, §7).

Everything is estimated in favour of a loop: minimum costs, maximum gains. Sets that aren't a loop here can't be one on
a table; candidates have to be confirmed there (see `simulation`).
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
"""The numbers of cards tried for "up to": each one is a separate step."""


class StepKind(StrEnum):
    """The origin of a step."""

    ABILITY = "ability"
    """An ability that its player activates."""
    ARCANUM = "arcanum"
    """An arcanum that its player plays."""
    THOUGHT = "thought"
    """A thought that is evoked, or played by an effect."""
    TRIGGER = "trigger"
    """A triggered ability."""


class LoopStep(msgspec.Struct, frozen=True, eq=False):
    """One repeatable action or trigger, with its best possible `change` of resources."""

    card: Card
    side: str
    """The text, the inverted text, or the side of a mind."""
    index: int
    kind: StepKind
    change: Mapping[Spent, int]
    causes: frozenset[Cause]
    waits_for: frozenset[Cause] = frozenset()
    """The events that trigger it; empty if its player can take it at will."""

    @property
    def place(self) -> tuple[str, str, int]:
        """The place of its text."""
        return self.card.title, self.side, self.index

    def gain(self, resource: Spent) -> int:
        """Return the amount of a resource that it gains, negative if it uses it up; 1 for a card that it readies."""
        if isinstance(resource, Resource) or resource in self.change:
            return self.change.get(resource, 0)
        return self.change.get(ANY_THOUGHT if resource.startswith(IN_DECK) else ANY_CARD, 0)

    def is_set_off_by(self, other: LoopStep) -> bool:
        """Return whether the other step may trigger this one."""
        return any(_agree(awaited, cause) for awaited in self.waits_for for cause in other.causes)


_OPEN = frozenset({None, Player.ANY, Player.EACH, Player.ITS_CONTROLLER})


def _agree(awaited: Cause, cause: Cause) -> bool:
    if awaited[0] is not cause[0]:
        return False
    player, noun = awaited[1:]
    is_same_player = player is cause[1] or player in _OPEN or cause[1] in _OPEN
    return is_same_player and (noun is None or cause[2] is None or noun is cause[2])


def steps(cards: Iterable[Card]) -> list[LoopStep]:
    """Return all repeatable steps of these cards within a phase."""
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
            balance = ResourceBalance()
            for cost in ability.cost:
                pay(balance, card, cost)
                add_causes(balance.causes, cost)
            yield from _variants(card, side, index, StepKind.ABILITY, balance, ability.effect)
        elif isinstance(ability, tree.Triggered):
            event = ability.event
            waits = frozenset(_awaited(event))
            yield from _variants(
                card, side, index, StepKind.TRIGGER, ResourceBalance(), ability.effect, waits
            )


def _awaited(event: tree.TriggerEvent) -> Iterator[Cause]:
    """Return the cause that a trigger waits for. Only plays include the sort of card."""
    sorts: tuple[Noun | None, ...] = (None,)
    if event.trigger_type is TriggerType.PLAY and isinstance(event.what, tree.Filter):
        described = event.what
        sorts = (
            (None,) if described.noun is Noun.CARD else (described.noun, described.or_noun or described.noun)
        )
    for sort in sorts:
        yield event.trigger_type, event.who, sort


def _arcanum(card: Card, side: str, text: tree.Text) -> Iterator[LoopStep]:
    balance = ResourceBalance()
    balance.add(Resource.MIND, -1)
    balance.add(Resource.HAND, -1)
    balance.causes.add((TriggerType.PLAY, Player.YOU, Noun.ARCANUM))
    balance.causes |= {
        (trigger_type, Player.YOU, None)
        for trigger_type in (TriggerType.MIND_REDUCED, TriggerType.MIND_SPENT)
    }
    if side == INVERTED:
        balance.add(Resource.ARCANA, -1)
        balance.add(Resource.HAND, MANY)
        balance.causes.add((TriggerType.PLAY_INVERTED, Player.YOU, Noun.ARCANUM))
    _pay_besides(balance, card, text)
    yield from _variants(card, side, 0, StepKind.ARCANUM, balance, _lines(text))


def _thought(card: Card) -> Iterator[LoopStep]:
    balance = ResourceBalance()
    loops = any(
        isinstance(a, tree.Keywords) and any(k.name is KeywordName.LOOP for k in a.keywords)
        for a in card.text
    )
    if loops:
        balance.add(Resource.TOP, -1)
    else:
        balance.add(Resource.DECK, -1)
        balance.add(f"{IN_DECK}{card.title}", -1)
        balance.add(Resource.DISCARD, 1)
    waits: frozenset[Cause] = frozenset(
        {(TriggerType.EVOKE, Player.YOU, None), (TriggerType.PLAY, Player.YOU, Noun.THOUGHT)}
    )
    balance.causes.add((TriggerType.PLAY, Player.YOU, Noun.THOUGHT))
    _pay_besides(balance, card, card.text)
    yield from _variants(card, TEXT, 0, StepKind.THOUGHT, balance, _lines(card.text), waits)


def _pay_besides(balance: ResourceBalance, card: Card, text: tree.Text) -> None:
    """Add a card's additional costs when it is played."""
    for ability in text:
        if isinstance(ability, tree.AdditionalCost):
            for cost in ability.cost:
                pay(balance, card, cost)
                add_causes(balance.causes, cost)


def _lines(text: tree.Text) -> tree.Effect:
    return tuple(chain.from_iterable(ability.effect for ability in text if isinstance(ability, tree.Line)))


def _variants(
    card: Card, side: str, index: int, kind: StepKind, balance: ResourceBalance, effect: tree.Effect,
    waits: frozenset[Cause] = frozenset(),
) -> Iterator[LoopStep]:  # fmt: skip
    """Yield the relevant variants of a step, by number of moved cards, and with or without a card of the deck."""
    instructions = list(plain(effect))
    from_deck = any(isinstance(instruction, tree.LookAt | tree.Reveal) for instruction in instructions)
    causes = set(balance.causes)
    taking = ResourceBalance()
    for instruction in instructions:
        add_causes(causes, instruction)
        take_from_deck(taking, instruction)
    changes: list[dict[Spent, int]] = []
    for moved in MOVED:
        variant = ResourceBalance(dict(balance.change), moved=moved)
        for instruction in instructions:
            give(variant, card, instruction, from_deck=from_deck)
        with_deck = ResourceBalance(dict(variant.change))
        for resource, number in taking.change.items():
            with_deck.add(resource, number)
        for change, caused in ((variant.change, causes), (with_deck.change, causes | taking.causes)):
            if change not in changes:
                changes.append(change)
                yield LoopStep(card, side, index, kind, change, frozenset(caused), waits)


def plain(effect: tree.Effect) -> Iterator[Plain]:
    """Return all instructions of an effect, including those in modes and options."""
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
