"""Find text that can be read but has no meaning, or doesn't fit on its card.

Examples: a fleeting line on a Thought, a keyword that its sort can't have, a price that isn't one, "it" without a
preceding card, a text that is too long for a phone. The engine relies on linted texts.
"""

from __future__ import annotations

from collections.abc import Iterator

from cards.dreamweavers.language.continuous_effects import Costs, CountsMore, Gain, Modify, NextCosts, Ongoing
from cards.dreamweavers.language.instructions import Discard, Price
from cards.dreamweavers.language.lines import (
    Ability,
    Activated,
    ActivatedOnce,
    AdditionalCost,
    Fleeting,
    Keywords,
    Line,
    Lingering,
    PlayOnly,
    Static,
    Text,
    Triggered,
    WhenPlayed,
)
from cards.dreamweavers.language.printer import print_ability
from cards.dreamweavers.language.selections import All, Attacker, Chosen, Filter, Hand, Selection, TopOf
from cards.dreamweavers.language.sentences import ChooseOne, Effect, ForEach, If, IfYouDo, Instruction, May
from cards.dreamweavers.language.triggers import TriggerEvent, TriggerType
from cards.dreamweavers.language.words import NUMBERED_KEYWORDS, KeywordName, Noun, Zone
from cards.language.nodes import It, Player, This
from cards.language.parts import inner_parts, parts_of
from cards.language.records import Node, flags_of

LONGEST_TEXT = 220
"""The maximum length of a card's text in characters, including spaces and line breaks, for a phone's screen."""

MOST_LINES = 3
"""The maximum number of lines of a card's text, without its keywords."""

CAN_BE_GAINED = frozenset(list(KeywordName)[: list(KeywordName).index(KeywordName.STUBBORN) + 1])
"""The keywords that cards can gain; the others must be printed."""

ON_FEELINGS = frozenset({KeywordName.STUBBORN, KeywordName.FADING, KeywordName.RECURRING})
"""The keywords that have a meaning on a Feeling."""

_OF_NO_CARD = frozenset(
    {
        TriggerType.DAMAGE,
        TriggerType.REFRESHES,
        TriggerType.TURN_BEGINS,
        TriggerType.TURN_ENDS,
        TriggerType.LANDS_ON_ZERO,
        TriggerType.CROSSES,
        TriggerType.ANSWERS,
    }
)
"""Events without a card that "it" could mean."""

Findings = Iterator[tuple[int | None, str]]
"""Findings: the index of the line, or None for the whole text, and a sentence."""


def lint(text: Text, kind: Noun) -> Findings:
    """Yield the findings on the text of a Thought or a Feeling."""
    for index, ability in enumerate(text):
        for message in (*_place(ability, kind), *_ability(ability)):
            yield index, message
    if kind is Noun.FEELING:
        sorts = [type(ability) for ability in text]
        if Fleeting not in sorts and Lingering not in sorts:
            yield None, 'A Feeling has a line that begins with "Fleeting:" or "Lingering:".'
        if sorts.count(Fleeting) > 1:
            yield None, 'A Feeling has one line that begins with "Fleeting:".'
    yield from _size(text)


def lint_cover(text: Text) -> Findings:
    """Yield the findings on the text of a cover, which is an Intent (DW7)."""
    for index, ability in enumerate(text):
        if not isinstance(ability, Static | Activated | ActivatedOnce | Triggered):
            yield index, "A cover has only what lasts, abilities and triggers."
        elif any(isinstance(node, This) for node in parts_of(ability)):
            yield index, "A cover is no card in play: nothing can be said of this card."
        for message in _ability(ability):
            yield index, message
    yield from _size(text)


def _size(text: Text) -> Findings:
    signs = len("\n".join(map(print_ability, text)))
    if signs > LONGEST_TEXT:
        yield None, f"A text has at most {LONGEST_TEXT} signs, and this one has {signs}."
    lines = sum(not isinstance(ability, Keywords) for ability in text)
    if lines > MOST_LINES:
        yield None, f"A text has at most {MOST_LINES} lines besides its keywords, and this one has {lines}."


def _place(ability: Ability, kind: Noun) -> Iterator[str]:
    """Yield the reasons why an ability doesn't belong on this sort of card."""
    if kind is Noun.THOUGHT:
        match ability:
            case Fleeting():
                yield 'Only a Feeling has a fleeting effect: say "When played: …".'
            case Lingering():
                yield 'Only a Feeling lingers: leave out "Lingering:".'
            case Line():
                yield 'A plain effect on a Thought never happens: begin with "When played:", (A) or (!).'
            case PlayOnly():
                yield "A Thought is played in your own turn and at no other time: this changes nothing (DW40)."
            case _:
                pass
        return
    match ability:
        case WhenPlayed():
            yield 'What a Feeling does when it is played begins with "Fleeting:".'
        case Line():
            yield 'A plain effect on a Feeling never happens: begin with "Fleeting:".'
        case Static() | Activated() | ActivatedOnce() | Triggered():
            yield 'What lasts on a Feeling begins with "Lingering:".'
        case Keywords(keywords):
            for keyword in keywords:
                if keyword.name not in ON_FEELINGS:
                    yield f"{keyword.name.capitalize()} means nothing on a Feeling."
        case _:
            pass


def _ability(ability: Ability) -> Iterator[str]:
    """Yield the reasons why an ability has no meaning on any card."""
    for node in parts_of(ability):
        yield from _part(node)
    if not isinstance(ability, Lingering) and _mentions_shields(ability):
        yield 'A shield is only discarded: say "When you discard a shield" or "Your shields count 1 more."'
    yield from _whole_ability(ability)


def _part(node: object) -> Iterator[str]:
    """Yield the reasons why a part has no meaning in any line."""
    if isinstance(node, Gain) and node.keyword.name not in CAN_BE_GAINED:
        yield f"{node.keyword.name.capitalize()} can't be gained: it must be printed on a card."
    if isinstance(node, Costs | CountsMore | NextCosts) and not node.by:
        yield _NOTHING
    if isinstance(node, Modify) and not node.steps:
        yield _NOTHING
    if isinstance(node, CountsMore) and not _are_shields(node.what):
        yield 'Only shields count in an attack: say "Your shields count 1 more."'
    if isinstance(node, Discard) and isinstance(node.what, Chosen) and node.what.filter.whose:
        if node.what.filter.zone is Zone.IN_PLAY:
            yield "Cards are discarded from the hand: leave out who controls them."


def _whole_ability(ability: Ability) -> Iterator[str]:
    """Yield the reasons why an ability of this type is meaningless as a whole."""
    match ability:
        case Static(ongoing) if any(isinstance(node, Chosen) for node in parts_of(ongoing)):
            yield 'Nobody names cards here: say "your Thoughts", or of all of them what you say of one.'
        case Lingering(line):
            yield from _ability(line)
        case Keywords(keywords):
            for keyword in keywords:
                if keyword.name in NUMBERED_KEYWORDS and not keyword.x:
                    yield f"{keyword.name.capitalize()} 0 counts for nothing."
            if len({keyword.name for keyword in keywords}) < len(keywords):
                yield "A keyword stands twice on this line."
        case AdditionalCost(price):
            yield from _price(price)
            if any(isinstance(node, This) for node in parts_of(price)):
                yield "This card is not there yet when it is paid for: it can't be part of its own cost."
        case Activated(cost, effect) | ActivatedOnce(cost, effect):
            for price in cost:
                yield from _price(price)
            yield from _durations(effect)
            yield from _References(any(_names(price) for price in cost)).effect(effect)
        case WhenPlayed(effect) | Fleeting(effect) | Line(effect):
            yield from _durations(effect)
            yield from _References().effect(effect)
        case Triggered(_, event, effect):
            if isinstance(event.what, Filter) and event.what.zone is not Zone.IN_PLAY:
                yield "A trigger speaks of cards in play: leave out the place."
            yield from _durations(effect)
            yield from _References(event.trigger_type not in _OF_NO_CARD).effect(effect)
        case _:
            pass


def _durations(effect: Effect) -> Iterator[str]:
    """Yield a finding if a continuous effect lacks a duration."""
    for node in parts_of(effect):
        if isinstance(node, Ongoing) and getattr(node, "duration", "by itself") is None:
            yield 'This doesn\'t say how long it lasts: add "this turn" or "for this attack".'
            return


_NOTHING = "With 0, this changes nothing."


def _are_shields(what: Selection) -> bool:
    match what:
        case All(Filter(Noun.SHIELD, (), zone=Zone.IN_PLAY)):
            return True
        case _:
            return False


def _mentions_shields(part: object) -> bool:
    """Return whether a part mentions shields other than in discarding or counting them, their only uses (DW76)."""
    match part:
        case CountsMore() | TriggerEvent(TriggerType.DISCARDS):
            return False
        case Filter(Noun.SHIELD):
            return True
        case _:
            return any(_mentions_shields(child) for child in inner_parts(part))


def _price(price: Price) -> Iterator[str]:
    if "cost" not in flags_of(type(price)):
        yield "This can't be a price: a price is paying, tapping, forgetting, discarding or returning to the hand."
    elif getattr(price, "who", Player.YOU) is not Player.YOU:
        yield "A price is paid by the player who uses the text, not by another."


class _References:
    """The known references within a line: "it", "them" and "if you do"."""

    def __init__(self, has_it: bool = False) -> None:
        self.has_it = has_it
        self.has_instruction = False

    def effect(self, effect: Effect) -> Iterator[str]:
        for sentence in effect:
            for instruction in sentence:
                yield from self._instruction(instruction)

    def _instruction(self, instruction: Instruction) -> Iterator[str]:
        match instruction:
            case IfYouDo(sentence):
                if not self.has_instruction:
                    yield '"If you do" has nothing before it that could be done or not.'
                yield from self.effect((sentence,))
            case May(sentence) | ForEach(_, sentence):
                yield from self.effect((sentence,))
            case If(condition, sentence, otherwise):
                yield from self._check(condition)
                yield from self.effect((sentence, otherwise or ()))
            case ChooseOne(modes):
                yield from self.effect(modes)
            case _:
                yield from self._check(instruction)
                self.has_it = self.has_it or _names(instruction)
        self.has_instruction = True

    def _check(self, part: Node) -> Iterator[str]:
        if not self.has_it and any(isinstance(node, It) for node in parts_of(part)):
            yield '"It" refers to nothing: no card was named, drawn or looked at before.'


def _names(part: Node) -> bool:
    """Return whether cards are named, looked at or drawn in a part of a text, so that "it" has a meaning."""
    kinds = Chosen | All | TopOf | Attacker | Hand | This
    return "names" in flags_of(type(part)) or any(isinstance(node, kinds) for node in parts_of(part))
