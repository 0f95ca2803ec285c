"""Print nodes as card text, in the canonical wording of their records.

The result can be read back as the same data. A game's own words come from its records. Players, cards, zones,
comparisons and the structure of lines are shared by all games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from cards.language import nodes
from cards.language.conjunctions import pieces
from cards.language.english_phrases import EnglishPhrases, compared, keyword_name
from cards.language.forms import third
from cards.language.nodes import Comparison, Player
from cards.language.printer import Speaker, Step, Steps, Writer, capital, elsewhere, optional
from cards.language.records import Form, Node, Word, flags_of
from cards.language.template import Either, Optional, Part, Slot, parse, slots

_JOINTS = {"": "", "then": ", then ", "and": " and ", "apart": ", and "}
_COMMAS = {"": "", "then": ", ", "and": ", ", "apart": ", "}
_CLOSING = (",", ".", ":", ";")


class English(Speaker):
    """Prints a game's texts in English."""

    def ability(self, ability: Node) -> str:
        """Return one printed line."""
        return _Writer(self).ability(ability)

    def effect(self, effect: Sequence[Sequence[Node]]) -> str:
        """Return the sentences of a line: `You may exhaust an entity, then roll. If you do, evoke.`."""
        return _Writer(self).effect(effect)

    def instruction(self, instruction: Node) -> str:
        """Return one instruction without a full stop: `Deal 2 damage to an entity`."""
        return capital(_Writer(self).instruction(instruction, getattr(instruction, "duration", None)))

    def compiled(
        self, form: Form, kinds: Mapping[str, str], *, begins: bool
    ) -> tuple[tuple[str, str] | None, Steps]:
        """Return a form's verb, in its base form and in the third person, and the steps that print the rest."""
        parts = tuple(_printed(parse(form.template, dict(kinds))))
        verb = None
        if begins and parts and isinstance(parts[0], str):
            verb, parts = (parts[0], third(parts[0])), parts[1:]
        steps: list[str | Step] = []
        self._compile(parts, kinds, steps, begun=verb is not None)
        return verb, _merged(steps)

    def _compile(
        self, parts: tuple[Part, ...], kinds: Mapping[str, str], steps: list[str | Step], *, begun: bool
    ) -> None:
        before: Part = ""
        for part in parts:
            match part:
                case str():
                    if begun and part[0] not in _CLOSING:
                        steps.append(" ")
                    subject = before.name if isinstance(before, Slot) else ""
                    if subject == "what" and part == "has":
                        steps.append(_has)
                    else:
                        steps.append(_agreeing(part) if subject == "who" else part)
                case Slot():
                    if begun:
                        steps.append(" ")
                    steps.append(self.chosen(part, kinds) or self._filled(part, kinds))
                case Optional(inner):
                    more: list[str | Step] = []
                    self._compile(tuple(_printed(inner)), kinds, more, begun=begun)
                    steps.append(optional(part, _merged(more)))
                case Either():
                    pass
            begun = True
            before = part

    def _filled(self, slot: Slot, kinds: Mapping[str, str]) -> Step:
        name, fill = slot.name, self.fill(slot, kinds, _SLOTS, _word)
        return lambda writer, node: fill(writer, getattr(node, name, None), node)


def _printed(parts: tuple[Part, ...]) -> Iterator[Part]:
    """Yield the printed parts of a template: the first of several alternatives, and optional parts without slots."""
    for part in parts:
        match part:
            case Either(ways):
                yield from _printed(ways[0])
            case Optional(inner, "", "") if not any(slots(inner)):
                yield from _printed(inner)
            case _:
                yield part


def _merged(steps: list[str | Step]) -> Steps:
    merged: list[str | Step] = []
    for step in steps:
        if isinstance(step, str) and merged and isinstance(merged[-1], str):
            merged[-1] += step
        else:
            merged.append(step)
    return tuple(merged)


def _has(writer: Writer, _node: Node) -> str:
    """Return "has" or "have" for cards to which something has happened."""
    return "have" if writer.tally and writer.tally[1] != 1 else "has"


def _agreeing(verb: str) -> Step:
    """Return a step that prints a verb in agreement with its player."""
    yours, theirs = ("are", "is") if verb == "is" else (verb, third(verb))
    return lambda _writer, node: yours if node.who is Player.YOU else theirs


class _Writer(EnglishPhrases):
    """Writes one line in English."""

    # Lines

    def ability(self, ability: Node) -> str:
        match ability:
            case nodes.Keywords():
                return " ".join(f"{capital(keyword_name(keyword))}." for keyword in ability.keywords)
            case nodes.Line():
                return self.effect(ability.effect)
            case nodes.Static():
                if ability.condition is None:
                    return f"{capital(self.sentence(ability.ongoing))}."
                return f"While {self.condition(ability.condition)}, {self.sentence(ability.ongoing)}."
            case nodes.Activated():
                once = f"{self.often().en}, " if ability.once else ""
                return f"(A) {capital(once + self.prices(ability.cost))}: {self.effect(ability.effect)}"
            case nodes.Triggered():
                return f"(!) {self.trigger(ability)} - {self.effect(ability.effect)}"
            case _:
                return capital(self.bare_word(ability))

    def prices(self, cost: Sequence[Node]) -> str:
        return ", ".join(self.instruction(instruction) for instruction in cost)

    def trigger(self, ability: nodes.Triggered) -> str:
        text = f"{ability.timing.record.en} {self.event(ability.event)}"
        if ability.zone is not None and ability.zone.record.written:
            text = f"while this card is in your {ability.zone.record.en}, {text}"
        if ability.once:
            text = f"{self.often().en}, {text}"
        text = capital(text)
        return f"{text}, if {self.condition(ability.condition)}" if ability.condition else text

    def event(self, event: nodes.TriggerEvent) -> str:
        return self.written(self.event_wording(event), event)

    def past(self, event: nodes.TriggerEvent, node: Node) -> str:
        """Return the clause that something has happened: `2 or more entities have been destroyed`."""
        self.tally = (getattr(node, "comparison", Comparison.OR_MORE), getattr(node, "n", 1))
        denied, self.denied = self.denied, self.denied and hasattr(node, "comparison")
        self.none = self.happened_to_none(event)
        self.denied = self.denied and not self.none
        text = self.written(self.event_wording(event, past=True), event)
        self.tally, self.denied, self.none = None, denied, False
        return text

    # Sentences

    def effect(self, effect: Sequence[Sequence[Node]]) -> str:
        return " ".join([f"{capital(self.sentence(sentence))}." for sentence in effect])

    def sentence(self, sentence: Sequence[Node]) -> str:
        joints = _COMMAS if self.vocabulary.commas else _JOINTS
        return "".join(
            [
                joints[joint] + self.instruction(part, duration, same=same)
                for part, joint, duration, same in pieces(sentence, commas=self.vocabulary.commas)
            ]
        )

    def instruction(self, instruction: Node, duration: Word | None = None, *, same: bool = False) -> str:
        match instruction:
            case nodes.Lasting():
                text = self.lasting(instruction, same=same and self.vocabulary.shares_subject)
                if duration:
                    text += f" {duration.record.en}"
            case nodes.If():
                text = self.bare_word(instruction)
                if instruction.otherwise is not None:
                    text += f". Otherwise, {self.sentence(instruction.otherwise)}"
            case _:
                text = self.clause(instruction)
        if self.explanation:
            text += f", where X is {self.explanation}"
            self.explanation = ""
        return text

    def clause(self, node: Node) -> str:
        """Return an instruction with its subject, if it needs one."""
        saying, before = self.wording(node), self.performer
        self.performer = who = getattr(node, saying.subject) if saying.subject else before
        if saying.form.write is not None:
            node = saying.form.write(node, who)
        if who is before:
            text = self.written(saying, node)
        else:
            verb = saying.verb[who is not Player.YOU]
            text = f"{who.record.en} {verb}{self.run(saying.steps, node)}"
        self.performer = before
        return text

    def lasting(self, node: nodes.Lasting, *, same: bool = False) -> str:
        """Return a continuous effect with its cards or players as subject; `same` if they were just named."""
        saying = self.wording(node)
        about = getattr(node, saying.subject) if saying.subject else None
        if about is None:
            return self.written(saying, node)
        if isinstance(about, Word):
            subject, many = (
                "players " if about is Player.EACH else f"{about.record.en} ",
                about is Player.EACH,
            )
            many = many or about is Player.YOU
        else:
            subject = "" if same else f"{self.as_subject(about, possessive=self.is_in_force(node))} "
            many = self.is_many(about)
        return f"{subject}{saying.verb[not many]}{self.run(saying.steps, node)}"

    def option(self, sentence: Sequence[Node], who: Player) -> str:
        """Return the action that a player may take."""
        self.asked = who
        with self.performed_by(who):
            return self.sentence(sentence)

    def modes(self, modes: Sequence[Sequence[Node]]) -> str:
        *most, last = [self.sentence(mode) for mode in modes]
        return f"{'; '.join(most)}; or {last}"

    # Conditions

    def condition(self, condition: Node, *, span: bool = False) -> str:
        match condition:
            case nodes.Both():
                return f"{self.condition(condition.first)} and {self.condition(condition.second)}"
            case nodes.Not():
                return self.fact(condition.condition, denied=True, span=span)
            case _:
                return self.fact(condition, denied=False, span=span)

    def fact(self, fact: Node, *, denied: bool, span: bool) -> str:
        match fact:
            case nodes.Exists():
                return self.exists(fact, denied=denied)
            case nodes.MatchesFilter():
                subject = self.as_subject(fact.what)
                are = "are" if self.is_many(fact.what) else "is"
                return f"{subject} {are}{' not' if denied else ''} {self.nature(fact.filter)}"
            case nodes.Not() | nodes.Both():
                return f"not {self.condition(fact)}"
            case _:
                self.denied = denied
                return self.written(self.wording(fact, denied=denied, span=span), fact)

    def exists(self, exists: nodes.Exists, *, denied: bool) -> str:
        filter = exists.filter
        comparison, n = exists.comparison, exists.n
        who = None if elsewhere(filter) else nodes.whose_of(filter)
        if who is not None:
            filter = replace(filter, whose=None)
        if comparison is Comparison.OR_MORE and n == 1:
            many = denied
            cards = f"no {self.filter(filter, many=True)}" if denied else self.one(filter)
            denied = False
        else:
            many = n != 1 or comparison is not Comparison.EXACTLY
            cards = self.counted(filter, comparison, n)
        if who is None:
            return f"there {'are' if many else 'is'}{' not' if denied else ''} {cards}"
        if denied:
            return f"{who.record.en} {'do' if who is Player.YOU else 'does'} not control {cards}"
        return f"{self.controls(who)} {cards}"

    def nature(self, filter: nodes.Filter) -> str:
        trait = self.only_trait(filter)
        return trait.record.en if trait is not None else self.one(filter)


def _test(_writer: _Writer, value: Comparison | nodes.Test, node: Any) -> str:
    """Return the condition on a number. For a comparison, the number is the node's own `n`."""
    if isinstance(value, nodes.Test):
        return compared(value.n, value.comparison, count=False)
    amount = node.amount
    counted = isinstance(amount, nodes.CountOf | nodes.ThatMany) or "counted" in flags_of(amount.__class__)
    return compared(node.n, value, count=counted)


def _word(_writer: _Writer, value: Word, _node: Node) -> str:
    return value.record.en


_SLOTS: dict[str, Callable[[_Writer, Any, Any], str]] = {
    "addressee": lambda writer, value, _: writer.cards(value),
    "after": lambda writer, value, _: (text := writer.effect(value))[0].lower() + text[1:],
    "amount": lambda writer, value, _: writer.amount(value),
    "asked": lambda writer, _value, _: "you" if writer.asked is Player.YOU else "they",
    "cards": lambda writer, value, _: writer.cards(value),
    "cost": lambda writer, value, _: writer.prices(value),
    "effect": lambda writer, value, _: writer.effect(value),
    "line": lambda writer, value, _: writer.ability(value),
    "out_of": lambda writer, value, _: writer.out_of(value),
    "price": lambda writer, value, _: writer.instruction(value),
    "condition": lambda writer, value, _: writer.condition(value),
    "event": lambda writer, value, _: writer.event(value),
    "filter": lambda writer, value, _: writer.thing(value),
    "it": lambda writer, value, _: writer.as_subject(value),
    "inner": lambda writer, value, _: writer.sentence(value),
    "keyword": lambda _writer, value, _: keyword_name(value),
    "many": lambda writer, value, _: writer.filter(value, many=True),
    "measure": lambda writer, value, _: writer.measure(value),
    "modes": lambda writer, value, _: writer.modes(value),
    "number": lambda _writer, value, _: str(value),
    "one": lambda writer, value, _: writer.filter(value, many=False),
    "oneself": lambda writer, value, _: writer.cards(value),
    "option": lambda writer, value, node: writer.option(value, node.who),
    "owner": lambda writer, value, _: writer.possessive(value),
    "past": lambda writer, value, node: writer.past(value, node),
    "possessor": lambda _writer, value, _: "this card's" if isinstance(value, nodes.This) else "its",
    "signed": lambda writer, value, node: writer.signed(value, getattr(node, "negative", False)),
    "span": lambda writer, value, _: writer.condition(value, span=True),
    "test": _test,
    "their": lambda _writer, _value, node: "your" if node.who is Player.YOU else "their",
    "this": lambda _writer, _value, _: "this card",
    "described": lambda writer, value, _: writer.thing(value),
    "times": lambda _writer, value, node: f"{compared(node.n, value, count=True)} times",
    "title": lambda _writer, value, _: f'"{value}"',
}
"""The printers of slots by kind. All other slots are words."""
