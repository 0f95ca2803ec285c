"""Compiled card texts: each effect line as a flat list of operations with jumps.

The frame of a running effect only needs the name of a card, the number of a line and a program counter, so a match
can be saved in the middle of a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from functools import lru_cache
from typing import cast

import msgspec
import msgspec.structs
from msgspec.structs import replace

from cards.i18n import Message, line
from cards.language.parts import parts_of
from cards.voidream.language import tree
from cards.voidream.language.printer import print_ability, print_text
from cards.voidream.model import Card, Kind
from engine.kernel.effects import program as effects
from engine.kernel.effects.program import ControlOp
from engine.kernel.question import PendingOption

Instruction = tree.PlainInstruction | tree.Ongoing
"""An instruction that a verb performs."""

Op = Instruction | ControlOp

Program = effects.Program[Instruction]


def compile_effect(effect: tree.Effect) -> Program:
    """Return the program of an effect line."""
    return cast("Program", effects.compile_effect(effect))


TEXT = "text"
INVERTED = "inverted"
BACK = "back"
COST = " cost"
"""The suffix of a side's name: the costs of its activated abilities and its additional costs, one per line."""
COSTS = 10
"""Cost number k of line n is line n * COSTS + k of the costs."""


def mind_side(count: int) -> str:
    """Return the name of the side of a mind card that is upright at `count`."""
    return f"mind {count}"


MIND_SIDES = tuple(map(mind_side, range(5)))
"""The names of the sides of a mind card, starting with the spent one."""

Concern = tree.Stat | tree.KeywordName | tree.Ban | tree.Prohibition
"""The subject of an ongoing instruction."""


def concern(op: tree.Ongoing) -> Concern:
    """Return the subject of an ongoing instruction."""
    match op:
        case tree.Modify():
            return op.stat
        case tree.Gain():
            return op.keyword.name
        case tree.CannotBe():
            return op.ban
        case tree.Cannot():
            return op.what


class CompiledSide(msgspec.Struct, frozen=True, eq=False):
    """One text of a card, grouped by use in the rules. Numbers are those of the printed lines."""

    keywords: tuple[tree.Keyword, ...]
    lines: tuple[int, ...]
    statics: tuple[tree.Static, ...]
    activated: dict[int, tree.Activated]
    triggered: dict[int, tree.Triggered]
    only: tuple[tree.Condition, ...]
    costs: dict[int, tuple[tree.PlainInstruction, ...]]
    """The costs of activated abilities and the additional costs."""
    additional: tuple[int, ...]
    cost_programs: dict[int, Program]
    """The program of each cost, by the number from `COSTS`."""
    programs: dict[int, Program]
    ongoing: tuple[tuple[Concern, tree.Ongoing, tree.Condition | None], ...]
    """A static effect in force: its subject, its content, and its condition."""

    @property
    def speaks(self) -> bool:
        """Whether its text has continuous effects or triggers, so that it matters whether it is in force."""
        return bool(self.statics or self.triggered)


def compile_text(text: tree.Text) -> CompiledSide:
    """Group the abilities of a text and compile its effects."""
    keywords: list[tree.Keyword] = []
    lines: list[int] = []
    statics: list[tree.Static] = []
    activated: dict[int, tree.Activated] = {}
    triggered: dict[int, tree.Triggered] = {}
    only: list[tree.Condition] = []
    costs: dict[int, tuple[tree.PlainInstruction, ...]] = {}
    additional: list[int] = []
    programs: dict[int, Program] = {}
    for i, ability in enumerate(text):
        match ability:
            case tree.Keywords(words):
                keywords.extend(words)
            case tree.PlayOnly(condition):
                only.append(condition)
            case tree.AdditionalCost(cost):
                additional.append(i)
                costs[i] = cost
            case tree.Line(effect) | tree.GameStart(effect):
                lines.append(i)
                programs[i] = compile_effect(effect)
            case tree.Static():
                statics.append(ability)
                programs[i] = Program(ability.ongoing)
            case tree.Activated():
                activated[i] = ability
                costs[i] = ability.cost
                programs[i] = compile_effect(ability.effect)
            case tree.Triggered():
                triggered[i] = ability
                programs[i] = compile_effect(ability.effect)
    return CompiledSide(
        _once(keywords),
        tuple(lines),
        tuple(statics),
        activated,
        triggered,
        tuple(only),
        costs,
        tuple(additional),
        {line * COSTS + k: Program((op,)) for line, cost in costs.items() for k, op in enumerate(cost)},
        programs,
        tuple((concern(op), op, static.condition) for static in statics for op in static.ongoing),
    )


def _once(keywords: list[tree.Keyword]) -> tuple[tree.Keyword, ...]:
    """Return keywords without repeats. One printed twice counts once, with the larger number (R66)."""
    largest: dict[tree.KeywordName, tree.Keyword] = {}
    for keyword in keywords:
        previous = largest.get(keyword.name)
        if previous is None or previous.x < keyword.x:
            largest[keyword.name] = keyword
    return tuple(largest.values())


class CompiledCard(msgspec.Struct, frozen=True, eq=False):
    """A card with its compiled texts."""

    card: Card
    title: str
    kind: Kind
    value: int
    sides: dict[str, CompiledSide]
    front: CompiledSide
    keyword_names: frozenset[tree.KeywordName]
    stats: dict[tree.Stat, int]
    number: int
    """The index of its title among the titles of the pool."""
    speaks: bool
    """Whether its front has continuous effects or triggers, in play or in a pile."""
    speaks_in_piles: bool
    is_construct: bool
    """Whether it is a construct. A bastion counts as one for all purposes (§2)."""
    asks: tuple[object, ...] = ()
    """The parts of its texts that depend on minds, or on the number of earlier events."""

    @property
    def is_dream(self) -> bool:
        """Whether it is a Dream card (§2): not an arcanum or a mind."""
        return self.kind is not Kind.ARCANUM and self.kind is not Kind.MIND

    def keyword(self, name: tree.KeywordName) -> int | None:
        """Return the number of a printed keyword, 0 if it has none; None if it isn't printed."""
        if name not in self.keyword_names:
            return None
        return max(keyword.x for keyword in self.front.keywords if keyword.name is name)


_MOST_COMPILED = 1024
_compiled: dict[int, CompiledCard] = {}
"""The most recently compiled cards, by identity: all matches of a process share a set's cards."""


def compile_card(card: Card, number: int) -> CompiledCard:
    """Compile a card's texts. `number` is its title's index among the pool's titles."""
    cached = _compiled.get(id(card))
    if cached is None:
        if len(_compiled) >= _MOST_COMPILED:
            _compiled.pop(next(iter(_compiled)), None)
        cached = _compiled[id(card)] = _compile(card)
    return replace(cached, number=number)


def _compile(card: Card) -> CompiledCard:
    front = compile_text(card.text)
    sides = {TEXT: front}
    if card.kind is Kind.ARCANUM:
        sides[INVERTED] = compile_text(card.inverted)
    if card.back is not None:
        sides[BACK] = compile_text(card.back.text)
    if card.mind is not None:
        for count, text in enumerate(card.mind.sides):
            sides[mind_side(count)] = compile_text(text)
    names = frozenset(keyword.name for keyword in front.keywords)
    stats = {tree.Stat.DAWN: card.dawn, tree.Stat.STABILITY: card.stability, tree.Stat.DUSK: card.dusk}
    in_piles = any(ability.zone is not tree.Zone.IN_PLAY for ability in front.triggered.values())
    return CompiledCard(
        card, card.title, card.kind, card.value, sides, front, names, stats, 0, front.speaks, in_piles,
        card.kind in (Kind.CONSTRUCT, Kind.BASTION),
        tuple(part for part in parts_of(texts_of(card)) if _is_asked_of_all(part)),
    )  # fmt: skip


def _is_asked_of_all(part: object) -> bool:
    """Return whether a part of a text depends on data that a match only stores for such parts."""
    if isinstance(part, tree.Filter):
        return part.stat is not None
    return isinstance(part, tree.MindOf | tree.AdditionalCost | tree.Happened | tree.HowOften)


def texts_of(card: Card) -> tuple[tree.Text, ...]:
    """Return all printed texts of a card."""
    back = (card.back.text,) if card.back else ()
    mind = card.mind.sides if card.mind else ()
    return (card.text, card.inverted, *back, *mind)


class RoundCount(msgspec.Struct, frozen=True):
    """An event counted during a round because a text depends on its number."""

    key: str
    """Its identity in a position, independent of the other cards."""
    event: tree.TriggerEvent
    """The counted event, for a player who is "you" in it, and a certain card or any card."""


@lru_cache(maxsize=1024)
def remembered(event: tree.TriggerEvent) -> RoundCount:
    """Return the events to count during a round for texts about how often something has happened."""
    player = tree.Player.YOU if event.who is tree.Player.EACH else event.who
    described = event.what
    if isinstance(described, tree.Filter):
        described = replace(
            described, traits=tuple(trait for trait in described.traits if trait is not tree.Trait.ANOTHER)
        )
    else:
        described = None
    counted_event = replace(event, who=player, what=described)
    return RoundCount(_key_of(counted_event), counted_event)


def _key_of(part: object) -> str:
    """Return a key that identifies a part of a text: its fields without defaults."""
    if not isinstance(part, tree.Node):
        return part.name if isinstance(part, Enum) else str(part)
    fields = {
        field: _key_of(getattr(part, field))
        for field, default in zip(part.__struct_fields__, _defaults(type(part)), strict=True)
        if getattr(part, field) != default
    }
    return " ".join(f"{field}({text})" for field, text in fields.items())


def _defaults(cls: type[tree.Node]) -> tuple[object, ...]:
    """Return the defaults of the fields of a class, `msgspec.NODEFAULT` where there is none."""
    return tuple(field.default for field in msgspec.structs.fields(cls))


class BroughtCards:
    """The cards that the seats have brought, by their numbers in the match. Never changes during a match."""

    def __init__(self, titles: list[str], compiled: list[CompiledCard], owners: list[int]) -> None:
        self.titles = titles
        self.owners = owners
        self.printed = compiled
        self.numbers = [card.number for card in compiled]
        """The indices of their titles."""
        self.constructs: list[list[int]] = [[], []]
        """The constructs by seat, in any zone."""
        self.bastions: list[int] = []
        self.in_piles: list[int] = []
        """The cards whose texts also trigger in a pile."""
        self.may_besiege = any(tree.KeywordName.SIEGE in card.keyword_names for card in compiled)
        """Whether siege is printed on any of them."""
        self.stability = [card.card.stability for card in compiled]
        order = sorted({(card.value, card.title) for card in compiled})
        places = {key: place for place, key in enumerate(order)}
        self.rank = [places[card.value, card.title] for card in compiled]
        """The rank by value, then title, as in a seat's hand. Copies have the same rank."""
        copies: dict[tuple[str, int], list[int]] = {}
        for n, title in enumerate(titles):
            copies.setdefault((title, owners[n]), []).append(n)
        self.copies = [copies[title, owners[n]] for n, title in enumerate(titles)]
        """For each card, its copies with the same owner, including itself."""
        for n, card in enumerate(compiled):
            if card.kind is Kind.CONSTRUCT or card.kind is Kind.BASTION:
                self.constructs[owners[n]].append(n)
                if card.kind is Kind.BASTION:
                    self.bastions.append(n)
            if card.speaks_in_piles:
                self.in_piles.append(n)
        self._those: dict[Callable[[CompiledCard], bool], list[int]] = {}

    def those(self, condition: Callable[[CompiledCard], bool]) -> list[int]:
        """Return the cards that meet a condition on their printed texts, a function of a module. Cached."""
        cached = self._those.get(condition)
        if cached is None:
            cached = self._those[condition] = [n for n, card in enumerate(self.printed) if condition(card)]
        return cached


MOST = 1000
"""The maximum count of an event in a round; no number exceeds it (§7, R33)."""

_MATCHES = 32
"""The number of matches of the same decks whose card numbering is cached."""


class CardPool:
    """The cards of one match by title. Their texts never change during the match."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self.cards: dict[str, CompiledCard] = {}
        for number, card in enumerate(cards):
            self.cards[card.title] = compile_card(card, number)
        self.asks_for_minds = False
        """Whether any text depends on anything that minds can change, apart from scores: the mind's number, card numbers, or
        payability.
        """
        self.remembered: dict[tree.TriggerType, list[RoundCount]] = {}
        """The counters of a round that texts depend on."""
        self.most_asked: dict[str, int] = {}
        """The highest relevant count of each counted thing: no text distinguishes larger ones."""
        self._asked_by: dict[str, set[str]] = {}
        for title, printed in self.cards.items():
            for node in printed.asks:
                if isinstance(node, tree.MindOf | tree.AdditionalCost | tree.Filter):
                    self.asks_for_minds = True
                elif isinstance(node, tree.Happened):
                    # One above the largest number in a text, plus one because "another" excludes one.
                    self._remember(title, node.event, node.n + 2)
                elif isinstance(node, tree.HowOften) and isinstance(node.event, tree.TriggerEvent):
                    self._remember(title, node.event, MOST)
        self._texts: dict[tuple[str, str, int], str] = {}
        self._whole_texts: dict[tuple[str, str], Message] = {}
        self._turning_matters: dict[tuple[str, int], bool] = {}
        self.offers: dict[str, PendingOption] = {}
        """Options that are offered repeatedly in the same words, by key."""
        self._brought: dict[str, BroughtCards] = {}

    def _remember(self, title: str, event: tree.TriggerEvent, maximum: int) -> None:
        counted_event = remembered(event)
        same_type = self.remembered.setdefault(counted_event.event.trigger_type, [])
        if counted_event not in same_type:
            same_type.append(counted_event)
        self.most_asked[counted_event.key] = max(self.most_asked.get(counted_event.key, 0), maximum)
        self._asked_by.setdefault(title, set()).add(counted_event.key)

    def asked_by(self, titles: Iterable[str]) -> set[str]:
        """Return the keys of events counted because of these cards."""
        return {key for title in titles for key in self._asked_by.get(title, ())}

    def brought(self, seed: str, titles: list[str], owners: list[int]) -> BroughtCards:
        """Return the initial knowledge about the cards of a match, shared by all its positions.

        `seed` is that of the match: matches with the same decks number their cards differently.
        """
        cached = self._brought.get(seed)
        if cached is None or titles != cached.titles or owners != cached.owners:
            if len(self._brought) >= _MATCHES:
                del self._brought[next(iter(self._brought))]
            cached = self._brought[seed] = BroughtCards(
                titles, [self.cards[title] for title in titles], owners
            )
        return cached

    def __getitem__(self, title: str) -> CompiledCard:
        return self.cards[title]

    def program(self, title: str, side: str, index: int) -> Program:
        """Return the program of a printed line, or of a cost."""
        sides = self.cards[title].sides
        if side in sides:
            return sides[side].programs[index]
        return sides[side.removesuffix(COST)].cost_programs[index]

    def turning_matters(self, title: str, count: int) -> bool:
        """Return whether turning a mind from `count` may change what can be played.

        True if any card depends on minds, or if the mind's texts on either side affect more than scores.
        """
        cached = self._turning_matters.get((title, count))
        if cached is None:
            sides = self.cards[title].sides
            cached = self._turning_matters[title, count] = self.asks_for_minds or any(
                not isinstance(op, tree.Modify)
                for number in (count, count - 1)
                for static in sides[mind_side(number)].statics
                for op in static.ongoing
            )
        return cached

    def text(self, title: str, side: str, index: int) -> str:
        """Return an activated or triggered ability as printed."""
        key = (title, side, index)
        if key not in self._texts:
            printed = self.cards[title].sides[side]
            ability = printed.activated.get(index) or printed.triggered[index]
            self._texts[key] = print_ability(ability)
        return self._texts[key]

    def whole_text(self, title: str, side: str) -> Message:
        """Return a whole text of a card on one line; for an arcanum, upright or inverted."""
        key = (title, side)
        if key not in self._whole_texts:
            card = self.cards[title].card
            text = card.inverted if side == INVERTED else card.text
            self._whole_texts[key] = line(" ".join(print_text(text).splitlines()))
        return self._whole_texts[key]
