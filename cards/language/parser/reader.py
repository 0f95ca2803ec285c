"""Reading lines and sentences (frame.lark), with all their parts.

A method beginning with `r_` reads the rule of that name in `frame.lark`; a game's words are read by their records.
"""

# Each method is named after its rule in the grammar, which documents it.
# ruff: noqa: D102

from __future__ import annotations

from typing import cast

from lark import Token, Tree
from msgspec.structs import replace

from cards.language import nodes
from cards.language.context import Context, Misread
from cards.language.forms import third
from cards.language.nodes import Player, Timing
from cards.language.parser.conditions import check_used
from cards.language.parser.continuous_effects import Ongoings
from cards.language.parser.drafts import about_this, joined
from cards.language.parser.trees import (
    Effect,
    Part,
    Parts,
    Sentence,
    first,
    number,
    sentence_of,
    tokens,
    trees,
)
from cards.language.records import Node, Values, Word
from cards.language.template import rows

_ALONE = (nodes.May, nodes.If, nodes.IfYouDo, nodes.ChooseOne, nodes.ForEach)
"""Instructions that must be the only one in their sentence."""


class Instead(Sentence):
    """A sentence that happens instead of something else."""

    token: Token

    def __new__(cls, sentence: Sentence, token: Token) -> Instead:
        """Create it from a sentence and its word "instead"."""
        made = super().__new__(cls, sentence)
        made.token = token
        return made


class Reader(Ongoings):
    """Reads the trees of one game's parser."""

    # Lines

    def r_start(self, parts: Parts, context: Context) -> Node:
        return self.value(parts[0], context)

    def r_plain(self, parts: Parts, context: Context) -> nodes.Line:
        return self._make(nodes.Line, self.value(parts[0], context))

    def r_keywords(self, parts: Parts, context: Context) -> nodes.Keywords:
        return self._make(nodes.Keywords, tuple(self.value(part, context) for part in trees(parts)))

    def r_keyword(self, parts: Parts, context: Context) -> nodes.Keyword:
        n = next((number(part) for part in tokens(parts) if part.type == "INT"), 0)
        return self._make(nodes.Keyword, self.value(parts[0], context), n)

    def r_activated(self, parts: Parts, context: Context) -> nodes.Activated:
        *once, cost, effect = trees(parts)
        return self._make(
            nodes.Activated, self.value(cost, context), self.value(effect, context), once=bool(once)
        )

    def r_once(self, parts: Parts, context: Context) -> bool:
        return True

    def r_cost(self, parts: Parts, context: Context) -> tuple[Node, ...]:
        prices: list[Node] = []
        for part in trees(parts):
            if part.data == "also_paid":
                joint, cards = part.children
                prices.append(
                    self._as_well(prices[-1], self.value(cards, context), cast(Token, joint), context)
                )
            else:
                prices.append(self.value(part, context))
        return tuple(prices)

    def _as_well(self, price: Node, cards: Node, joint: Token, context: Context) -> Node:
        """Return the same cost for other cards: "exhaust this card and an entity"."""
        field = self._v.last_cards.get(type(price))
        if field is None:
            raise Misread(joint, f'What follows "{joint}" has no verb.')
        return replace(price, **{field: cards})

    def r_triggered(self, parts: Parts, context: Context) -> nodes.Triggered:
        values: Values = {}
        *heading, effect = trees(parts)
        for part in heading:
            name = str(part.data)
            value = self.value(part, context)
            if name == "elsewhere":
                values["zone"] = value
            elif name == "trigger_condition":
                values["condition"] = value
            elif name == "once":
                values["once"] = True
            else:
                values["event" if isinstance(value, nodes.TriggerEvent) else "timing"] = value
        if values["timing"] is Timing.WHEN:
            sentences = self._sentences(effect.children, context)
            values["effect"] = tuple(one for sentence in sentences for one in self._preventing(sentence))
        else:
            values["effect"] = self.value(effect, context)
        return self._make(nodes.Triggered, **values)

    def _preventing(self, sentence: Sentence) -> Effect:
        """Return the replacement of an event: what was about to happen is prevented first."""
        if not isinstance(sentence, Instead):
            return (sentence,)
        prevented = next(
            node
            for node in self._v.nodes
            if self._v.has_flag(node, "prevents") and not node.__struct_fields__
        )
        return self._with_it_prevented(tuple(sentence), prevented(), sentence.token)

    def _with_it_prevented(self, sentence: Sentence, prevented: Node, word: Token) -> Effect:
        """Return the sentence with the prevention; inside an option or a condition, if the sentence is one."""
        only = sentence[0]
        if isinstance(only, nodes.May | nodes.If | nodes.IfYouDo):
            inner, *more = self._with_it_prevented(only.sentence, prevented, word)
            if more:
                raise Misread(
                    word, "It is not clear when this is prevented.", '"You may prevent that. If you do, …"'
                )
            return ((replace(only, sentence=inner),),)
        if isinstance(only, _ALONE):
            return ((prevented,), sentence)
        return ((prevented, *sentence),)

    def r_elsewhere(self, parts: Parts, context: Context) -> Word:
        return self.value(trees(parts)[-1], context)

    def r_trigger_condition(self, parts: Parts, context: Context) -> Node:
        return self.value(trees(parts)[0], context)

    def r_static(self, parts: Parts, context: Context) -> nodes.Static:
        first, second = trees(parts)
        return self._static(first, second, context)

    def r_static_while(self, parts: Parts, context: Context) -> nodes.Static:
        first, second = trees(parts)
        return self._static(second, first, context)

    def _static(self, condition: Part, ongoings: Part, context: Context) -> nodes.Static:
        needed = self.value(condition, context)
        lasting = self.value(ongoings, context)
        return self._make(nodes.Static, about_this(lasting, needed), needed)

    # Sentences

    def r_effect(self, parts: Parts, context: Context) -> Effect:
        """Return an effect. Raises Misread for "instead", which is only possible in a trigger or after "If …"."""
        effect = self._sentences(parts, context)
        for sentence in effect:
            if isinstance(sentence, Instead):
                raise Misread(
                    sentence.token,
                    '"Instead" belongs in a trigger that begins with "When", or behind "If …".',
                )
        return effect

    def _sentences(self, parts: Parts, context: Context) -> Effect:
        """Return the sentences. One with "If … instead" includes the previous one as its alternative."""
        sentences: list[Sentence] = []
        for part in parts:
            value = self.value(part, context)
            if isinstance(value, Instead) and isinstance(value[0], nodes.If) and sentences:
                before = sentences[-1]
                if not (isinstance(before, Instead) or getattr(before[0], "otherwise", None)):
                    value = (replace(value[0], otherwise=sentences.pop()),)
            sentences.append(value)
        return tuple(sentences)

    def r_sentence(self, parts: Parts, context: Context) -> Sentence:
        return sentence_of(self.value(parts[0], context))

    def r_sentence_instead(self, parts: Parts, context: Context) -> Instead:
        word = next(part for part in tokens(parts) if part.lower() == "instead")
        return Instead(sentence_of(self.value(parts[0], context)), word)

    def r_sentence_otherwise(self, parts: Parts, context: Context) -> Sentence:
        first, second = (sentence_of(self.value(part, context)) for part in trees(parts))
        if not isinstance(first[0], nodes.If):
            word = next(part for part in tokens(parts) if part.lower() == "otherwise")
            raise Misread(word, '"Otherwise" needs a sentence before it that begins with "If".')
        return (replace(first[0], otherwise=second),)

    def r_choice(self, parts: Parts, context: Context) -> Node:
        *subject, choice = trees(parts)
        verb = cast(Token, choice.children[0])
        if not subject:
            if verb.lower() != self._v.base(verb):
                raise Misread(verb, f'"{verb}" has no subject.', f'"{self._v.base(verb)}"')
            return self._worded(choice, context, who=context.performer)
        who = self.value(subject[0], context)
        self.agree(verb, who)
        return self._worded(choice, context, who=who)

    def r_modes(self, parts: Parts, context: Context) -> Effect:
        return tuple(sentence_of(self.value(part, context)) for part in trees(parts))

    def r_chain(self, parts: Parts, context: Context) -> Sentence:
        links: list[Node] = []
        going_on: Player | None = None
        for part in trees(parts):
            links += sentence_of(self.value(part, replace(context, going_on=going_on)))
            going_on = self._going_on(part, going_on, context)
        return tuple(links)

    def _going_on(self, link: Tree[Token], before: Player | None, context: Context) -> Player | None:
        """Return the performer of the next instruction, if that has a verb in the third person without a subject."""
        if link.data != "instruction":
            return None
        head = trees(link.children)[0]
        if str(head.data) in self._wordings:
            verb = first(head)
            return before if verb.lower() != self._v.base(verb) else None
        player = self.value(head, context)
        return None if player in (Player.YOU, Player.ANY, Player.ITS_CONTROLLER) else player

    def r_twice(self, parts: Parts, context: Context) -> Sentence:
        instruction: Node = self.value(parts[0], context)
        word = cast(Token, parts[1])
        if not self._v.has_flag(type(instruction), "again"):
            raise Misread(word, f'"{word}" goes with what can be done again: {self._again}.')
        field = self._v.last_cards.get(type(instruction))
        if field is None:
            return (instruction, instruction)
        cards = getattr(instruction, field)
        if isinstance(cards, nodes.All):
            raise Misread(word, f'"{word}" goes with what can be done again: {self._again}.')
        again = self._make(nodes.It) if isinstance(cards, nodes.Chosen) else cards
        return (instruction, replace(instruction, **{field: again}))

    @property
    def _again(self) -> str:
        words = [entry for entry in self._v.entries if "again" in entry.flags]
        return ", ".join(str(next(rows(entry.forms[0].parts))[0][0]) for entry in words)

    def r_ongoings(self, parts: Parts, context: Context) -> Sentence:
        return joined(self._drafts(trees(parts)[0], context))

    def r_for_a_while(self, parts: Parts, context: Context) -> Sentence:
        duration, items = trees(parts)
        lasts = self.value(duration, context)
        groups = self._drafts(items, context)
        return joined([[draft.lasting(lasts) for draft in group] for group in groups])

    # Instructions

    def r_instruction(self, parts: Parts, context: Context) -> Node:
        children = trees(parts)
        who = self.value(children.pop(0), context) if str(children[0].data) not in self._wordings else None
        act = children[0]
        where = children[1] if len(children) > 1 else None
        wording = self._wordings[str(act.data)]
        verb, base = first(act), self._v.base(first(act))
        field = self._v.subject_of(wording)
        must = any(token.lower() == "must" for token in tokens(parts))
        if who is None and wording.verb == 0 and verb.lower() != base:
            who = context.going_on
            if who is None:
                others = (f'"your opponent {third(base)}"', f'"each player {third(base)}"') if field else ()
                raise Misread(verb, f'"{verb}" has no subject.', f'"{base}"', *others)
        if who is not None:
            self.agree(verb, Player.YOU if must else who)
            if field is None:
                raise Misread(verb, f'"{self._v.base(verb)}" can\'t have a subject.')
        performer = who or context.performer
        inside = replace(context, performer=performer, x_is_known=True)
        x = self._explained(where, inside)
        inside = replace(inside, x=x)
        given = {field: performer} if field is not None else {}
        node = self._worded(act, inside, **given)
        check_used(x)
        return node
