"""Makes nodes of a parser's tree, from the top down: what is known further out is known when a part is read.

A method beginning with `r_` reads the rule of that name in `frame.lark`; the words of a game are read by their records.
"""

# A method's name is that of its rule, which says all there is to say.
# ruff: noqa: D102

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, cast

from lark import Token, Tree
from msgspec.structs import replace

from cards.language import nodes
from cards.language.context import Context, Explanation, HowMany, Misread, Said
from cards.language.forms import article, third
from cards.language.lasting import KEYWORD, Draft, about_this, grouped, joined
from cards.language.nodes import Comparison, Player, Test, Timing
from cards.language.records import Entry, Node, Phrase, Word
from cards.language.template import Slot
from cards.language.vocabulary import Vocabulary, Wording

HIGHEST_NUMBER = 1000
"""No number in any game rises above it, so none can be printed."""

Part = Token | Tree[Token]
Parts = list[Part]

_ALONE = (nodes.May, nodes.If, nodes.IfYouDo, nodes.ChooseOne, nodes.ForEach)
"""What stands alone in its sentence."""

_COMPARISONS = {
    "or more": Comparison.OR_MORE,
    "or higher": Comparison.OR_MORE,
    "or fewer": Comparison.OR_FEWER,
    "or lower": Comparison.OR_FEWER,
    "or less": Comparison.OR_FEWER,
}
_BOUNDS = {
    "at least": (Comparison.OR_MORE, 0),
    "more than": (Comparison.OR_MORE, 1),
    "at most": (Comparison.OR_FEWER, 0),
    "fewer than": (Comparison.OR_FEWER, -1),
}
"""What a bound means, and by how much it differs from the number that it names."""


class _Detail(NamedTuple):
    """What one word or phrase adds to a description."""

    token: Token
    fields: dict[str, Any]
    unsaid: Misread | None = None
    """What is wrong with it if nobody says whose the cards are, as it does not say it itself."""


class Reader:
    """Reads the trees of one game's parser."""

    def __init__(self, vocabulary: Vocabulary, members: dict[str, Any]) -> None:
        """Know a game's words, and what the rows of its closed classes mean."""
        self._v = vocabulary
        self._members = members
        self._wordings = vocabulary.wordings
        self._rules: dict[str, Callable[[Parts, Context], Any]] = {
            name[2:]: getattr(self, name) for name in dir(type(self)) if name.startswith("r_")
        }
        self._nowhere = getattr(vocabulary.filter(next(iter(vocabulary.classes["noun"]))), "zone", None)
        self._noun = vocabulary.classes["noun"]

    # Any part of a tree

    def value(self, part: Part, context: Context) -> Any:
        """What a part of a tree means."""
        if isinstance(part, Token):
            return part
        name = str(part.data)
        if name in self._members:
            return self._members[name]
        if name in self._wordings:
            return self._worded(part, context)
        rule = self._rules.get(name)
        if rule is not None:
            return rule(part.children, context)
        return self.value(_trees(part.children)[0], context)  # A rule that only stands for another.

    def first_mistake(self, parts: Parts) -> Misread | None:
        """What is wrong with the parts that a line was read to have before it could not be read further."""
        context = Context(performer_is_known=False, x_is_known=False)
        for part in _trees(parts):
            try:
                for whole in _trees(part.children) if part.data.startswith("__") else [part]:
                    if self._stands_alone(str(whole.data)):
                        self.value(whole, context)
            except Misread as error:
                return error
        return None

    def _stands_alone(self, name: str) -> bool:
        """Whether a part of a tree can be read without what stands around it."""
        wording = self._wordings.get(name)
        if wording is None:
            return name in self._rules
        category = wording.form.category or getattr(wording.entry, "category", "")
        return category in ("cards", "event", "fact", "line", "may", "measure")

    def _worded(self, tree: Tree[Token], context: Context, **given: Any) -> Any:
        """The node, or the value, of a wording."""
        wording = self._wordings[str(tree.data)]
        values, tokens, inner = self._slots(wording, tree.children, context, given)
        return self._made(wording, values, tokens, inner)

    def _slots(
        self, wording: Wording, parts: Parts, context: Context, given: dict[str, Any]
    ) -> tuple[dict[str, Any], list[Token], Context]:
        values: dict[str, Any] = dict(wording.form.fixed)
        values |= dict.fromkeys(wording.flags, True)
        values |= given
        tokens: list[Token] = []
        parts_left = iter(parts)
        for place, part in enumerate(wording.row):
            child = next(parts_left)
            if isinstance(part, str):
                token = cast(Token, child)
                tokens.append(token)
                if place == wording.verb and wording.subject >= 0:
                    self.agree(token, values[cast(Slot, wording.row[wording.subject]).name])
                continue
            if part.arg == "or":
                several = [self.value(child, context)]
                several += [self.value(one, context) for one in parts_left if isinstance(one, Tree)]
                values[part.name] = tuple(several)
                continue
            inside = context
            if part.arg == "their":
                inside = replace(context, owner=context.performer)
            elif part.arg == "who" or (part.kind in ("option", "modes", "their") and "who" in values):
                who = values.get("who", context.performer)
                inside = replace(context, performer=who, owner=who if part.arg == "who" else None)
            values[part.name] = self._slot(part, child, inside)
        return values, tokens, context

    def _slot(self, slot: Slot, child: Part, context: Context) -> Any:
        value: Any = self.value(child, context)
        if slot.kind == "number":
            return number(cast(Token, value))
        if slot.kind in ("inner", "option") and not isinstance(value, tuple):
            return (value,)
        return cast(Any, value)

    def _made(self, wording: Wording, values: dict[str, Any], tokens: list[Token], context: Context) -> Any:
        form = wording.form
        entry = wording.entry
        denied = bool(values.get("denied"))
        if form.read is not None:
            read = form.read(Said(values, context, tuple(tokens)))
            if isinstance(entry, Phrase) or isinstance(read, Node):
                return read
            values = read
        if isinstance(entry, Phrase):
            return next(iter(values.values()), None)
        fields = entry.node.__struct_fields__
        made = {name: value for name, value in (*values.items(), *entry.fields.items()) if name in fields}
        node = cast(Any, entry.node)(**made)
        return self._make(nodes.Not, node) if denied and "denied" not in fields else node

    def agree(self, verb: Token, player: Player) -> None:
        """Check that a verb has the form that its subject wants."""
        base = self._v.base(verb)
        right = base if player is Player.YOU else third(base)
        if verb.lower() != right:
            raise Misread(verb, f'"{verb}" does not go with its subject.', f'"{right}"')

    def _make(self, base: type[Node], *values: Any, **fields: Any) -> Any:
        return self._v.narrow(base)(*values, **fields)

    # Lines

    def r_start(self, parts: Parts, context: Context) -> Any:
        return self.value(parts[0], context)

    def r_plain(self, parts: Parts, context: Context) -> Any:
        return self._make(nodes.Line, self._effect(parts[0], context))

    def r_keywords(self, parts: Parts, context: Context) -> Any:
        return self._make(nodes.Keywords, tuple(self.value(part, context) for part in _trees(parts)))

    def r_keyword(self, parts: Parts, context: Context) -> Any:
        n = next((number(part) for part in _tokens(parts) if part.type == "INT"), 0)
        return self._make(nodes.Keyword, self.value(parts[0], context), n)

    def r_activated(self, parts: Parts, context: Context) -> Any:
        *once, cost, effect = _trees(parts)
        return self._make(
            nodes.Activated, self.value(cost, context), self._effect(effect, context), once=bool(once)
        )

    def r_once(self, parts: Parts, context: Context) -> Any:
        return True

    def r_cost(self, parts: Parts, context: Context) -> Any:
        prices: list[Node] = []
        for part in _trees(parts):
            if part.data == "also_paid":
                joint, cards = part.children
                prices.append(
                    self._as_well(prices[-1], self.value(cards, context), cast(Token, joint), context)
                )
            else:
                prices.append(self.value(part, context))
        return tuple(prices)

    def _as_well(self, price: Node, cards: Node, joint: Token, context: Context) -> Node:
        """The same price again, paid with other cards: "exhaust this card and an entity"."""
        field = self._v.last_cards.get(type(price))
        if field is None:
            raise Misread(joint, f'What follows "{joint}" has no verb.')
        return replace(price, **{field: cards})

    def r_triggered(self, parts: Parts, context: Context) -> Any:
        found: dict[str, Any] = {}
        for part in _trees(parts):
            name = str(part.data)
            value = self.value(part, context)
            if name == "elsewhere":
                found["zone"] = value
            elif name == "trigger_condition":
                found["condition"] = value
            elif name == "once":
                found["once"] = True
            elif name == "effect":
                found["effect"] = value
            else:
                found["event" if isinstance(value, nodes.TriggerEvent) else "timing"] = value
        if found["timing"] is Timing.WHEN:
            found["effect"] = tuple(one for sentence in found["effect"] for one in self._preventing(sentence))
        else:
            self._effect(_trees(parts)[-1], context)
        return self._make(nodes.Triggered, **found)

    def _preventing(self, sentence: Any) -> tuple[Any, ...]:
        """What happens instead: what was about to happen is prevented first."""
        if not isinstance(sentence, Instead):
            return (sentence,)
        prevented = next(
            node
            for node in self._v.nodes
            if self._v.has_flag(node, "prevents") and not node.__struct_fields__
        )
        if isinstance(sentence[0], _ALONE):
            return ((prevented(),), tuple(sentence))
        return ((prevented(), *sentence),)

    def r_elsewhere(self, parts: Parts, context: Context) -> Any:
        return self.value(_trees(parts)[-1], context)

    def r_trigger_condition(self, parts: Parts, context: Context) -> Any:
        return self.value(_trees(parts)[0], context)

    def r_static(self, parts: Parts, context: Context) -> Any:
        first, second = _trees(parts)
        return self._static(first, second, context)

    def r_static_while(self, parts: Parts, context: Context) -> Any:
        first, second = _trees(parts)
        return self._static(second, first, context)

    def _static(self, condition: Part, ongoings: Part, context: Context) -> Any:
        needed = self.value(condition, context)
        lasting = self.value(ongoings, context)
        return self._make(nodes.Static, about_this(lasting, needed), needed)

    # Sentences

    def r_effect(self, parts: Parts, context: Context) -> Any:
        """The sentences; one that ends with "instead" after "If …" takes the place of the one before it then."""
        sentences: list[Any] = []
        for part in parts:
            value = self.value(part, context)
            if isinstance(value, Instead) and isinstance(value[0], nodes.If) and sentences:
                before = sentences[-1]
                if not (isinstance(before, Instead) or getattr(before[0], "otherwise", None)):
                    value = (replace(value[0], otherwise=sentences.pop()),)
            sentences.append(value)
        return tuple(sentences)

    def _effect(self, part: Part, context: Context) -> Any:
        """An effect in which nothing can be done instead of what it answers."""
        effect = self.value(part, context)
        for sentence in effect:
            if isinstance(sentence, Instead):
                raise Misread(
                    sentence.token,
                    '"Instead" belongs in a trigger that begins with "When", or behind "If …".',
                )
        return effect

    def r_sentence(self, parts: Parts, context: Context) -> Any:
        return _sentence(self.value(parts[0], context))

    def r_sentence_instead(self, parts: Parts, context: Context) -> Any:
        word = next(part for part in _tokens(parts) if part.lower() == "instead")
        return Instead(_sentence(self.value(parts[0], context)), word)

    def r_sentence_otherwise(self, parts: Parts, context: Context) -> Any:
        first, second = (_sentence(self.value(part, context)) for part in _trees(parts))
        if not isinstance(first[0], nodes.If):
            word = next(part for part in _tokens(parts) if part.lower() == "otherwise")
            raise Misread(word, '"Otherwise" needs a sentence before it that begins with "If".')
        return (replace(first[0], otherwise=second),)

    def r_choice(self, parts: Parts, context: Context) -> Any:
        *subject, choice = _trees(parts)
        verb = cast(Token, choice.children[0])
        if not subject:
            if verb.lower() != self._v.base(verb):
                raise Misread(verb, f'"{verb}" has no subject.', f'"{self._v.base(verb)}"')
            return self._worded(choice, context, who=context.performer)
        who = self.value(subject[0], context)
        self.agree(verb, who)
        return self._worded(choice, context, who=who)

    def r_modes(self, parts: Parts, context: Context) -> Any:
        return tuple(_sentence(self.value(part, context)) for part in _trees(parts))

    def r_chain(self, parts: Parts, context: Context) -> Any:
        return tuple(one for part in _trees(parts) for one in _sentence(self.value(part, context)))

    def r_twice(self, parts: Parts, context: Context) -> Any:
        instruction: Node = self.value(parts[0], context)
        word = cast(Token, parts[1])
        if not self._v.has_flag(type(instruction), "again"):
            raise Misread(word, f'"{word}" goes with evoke, roll, and charging or inspiring a card.')
        field = self._v.last_cards.get(type(instruction))
        if field is None:
            return (instruction, instruction)
        cards = getattr(instruction, field)
        if isinstance(cards, nodes.All):
            raise Misread(word, f'"{word}" goes with evoke, roll, and charging or inspiring a card.')
        again = self._make(nodes.It) if isinstance(cards, nodes.Chosen) else cards
        return (instruction, replace(instruction, **{field: again}))

    def r_ongoings(self, parts: Parts, context: Context) -> Any:
        return joined(self._drafts(_trees(parts)[0], context))

    def r_for_a_while(self, parts: Parts, context: Context) -> Any:
        duration, items = _trees(parts)
        lasts = self.value(duration, context)
        groups = self._drafts(items, context)
        return joined([[draft.lasting(lasts) for draft in group] for group in groups])

    # Instructions

    def r_instruction(self, parts: Parts, context: Context) -> Any:
        found = _trees(parts)
        who = self.value(found.pop(0), context) if str(found[0].data) not in self._wordings else None
        act = found[0]
        where = found[1] if len(found) > 1 else None
        wording = self._wordings[str(act.data)]
        verb = first(act)
        field = self._v.subject_of(wording)
        if who is None:
            base = self._v.base(verb)
            if wording.verb == 0 and verb.lower() != base:
                raise Misread(verb, f'"{verb}" has no subject.', f'"{base}"')
        else:
            self.agree(verb, who)
            if field is None:
                raise Misread(verb, f'"{self._v.base(verb)}" can\'t have a subject.')
        performer = who or context.performer
        inside = replace(context, performer=performer, x_is_known=True)
        x = self._explained(where, inside)
        inside = replace(inside, x=x)
        given = {field: performer} if field is not None else {}
        node = self._worded(act, inside, **given)
        _used(x)
        return node

    def _explained(self, where: Part | None, context: Context) -> Explanation | None:
        if where is None:
            return None
        token, measure = cast("Tree[Token]", where).children
        return Explanation(cast(Token, token), self.value(measure, context))

    # What lasts

    def _drafts(self, items: Tree[Token], context: Context) -> list[list[Draft]]:
        """What a list of parts that last says, those together that share what they leave out."""
        joint: Token | None = None
        found: list[tuple[str, tuple[Token | None, Tree[Token]]]] = []
        before = ""
        for part in _trees(items.children):
            if part.data == "joint":
                joint = cast(Token, part.children[0])
                before = joint.value
            else:
                found.append((before, (joint, part)))
                before = ""
        groups: list[list[Draft]] = []
        for group in grouped(found):
            where: Tree[Token] | None = None
            drafts: list[Draft] = []
            for joint, part in reversed(group):
                own = next((child for child in _trees(part.children) if child.data == "where"), None)
                where = own or (where if _has_x(part) else None)
                drafts.insert(0, self._draft(part, joint, where, context))
            groups.append(drafts)
        return groups

    def _draft(
        self, part: Tree[Token], joint: Token | None, where: Tree[Token] | None, context: Context
    ) -> Draft:
        children = [child for child in _trees(part.children) if child.data != "where"]
        context = replace(context, x_is_known=True)
        x = self._explained(where, context)
        inside = replace(context, x=x)
        duration = how_long = None
        if self._members.get(str(children[-1].data)) in self._v.durations:
            how_long = children.pop()
            duration = self._members[str(how_long.data)]
        *subject, said = children
        wording = self._wordings.get(str(said.data))
        if wording is None:  # A keyword that shares the verb before it.
            verb = Token.new_borrow_pos(KEYWORD, joint.value, joint) if joint else None
            return Draft((self._make(nodes.Gain, self.value(said, context)),), None, duration, verb)
        entry = cast(Entry, wording.entry)
        about = self.value(subject[0], inside) if subject else None
        values, _, _ = self._slots(wording, said.children, inside, {})
        _used(x)
        field = self._v.subject_of(wording)
        if field is not None and field not in values and field in _needed(entry.node):
            values[field] = Player.YOU if field == "who" else nodes.It()
        fields = entry.node.__struct_fields__
        if how_long is not None and "duration" not in fields:
            raise Misread(first(how_long), "How long this lasts is said already.")
        made = tuple(
            cast(Any, entry.node)(**{name: value for name, value in one.items() if name in fields})
            for one in _each(values, wording)
        )
        verb = said.children[0] if isinstance(said.children[0], Token) else None
        category = wording.form.category or entry.category
        if category == "bare" or (
            category == "loose" and verb is not None and verb.lower() == self._v.base(verb)
        ):
            verb = None
        draft = Draft(made, None, duration, verb)
        return draft if about is None else draft.about(about)

    def r_everyone(self, parts: Parts, context: Context) -> Any:
        return Player.EACH

    # Cards

    def r_one(self, parts: Parts, context: Context) -> Any:
        return self._make(nodes.Chosen, self.value(_trees(parts)[0], context))

    def r_another(self, parts: Parts, context: Context) -> Any:
        return self._make(nodes.Chosen, self.r_another_filter(parts, context))

    def r_some(self, parts: Parts, context: Context) -> Any:
        n = number(cast(Token, parts[0]))
        return self._make(nodes.Chosen, self.value(_trees(parts)[0], context), n, n)

    def r_up_to(self, parts: Parts, context: Context) -> Any:
        n = number(cast(Token, parts[1]))
        return self._make(nodes.Chosen, self.value(_trees(parts)[0], context), 0, n)

    def r_any_number(self, parts: Parts, context: Context) -> Any:
        return self._make(nodes.Chosen, self.value(_trees(parts)[0], context), 0, None)

    def r_all_of_them(self, parts: Parts, context: Context) -> Any:
        return self._make(nodes.All, self.value(_trees(parts)[0], context))

    def r_all_yours(self, parts: Parts, context: Context) -> Any:
        return self._make(nodes.All, self._owned(parts, context, Player.YOU))

    def r_all_opponents(self, parts: Parts, context: Context) -> Any:
        return self._make(nodes.All, self._owned(parts, context, Player.OPPONENT))

    def r_ours(self, parts: Parts, context: Context) -> Any:
        return self._owned(parts, context, Player.YOU)

    def r_theirs(self, parts: Parts, context: Context) -> Any:
        return self._owned(parts, context, Player.OPPONENT)

    def _owned(self, parts: Parts, context: Context, player: Player) -> nodes.Filter:
        """Cards of which it is said in front whose they are."""
        word = next(token for token in _tokens(parts) if token.lower() == "your")
        tree = _trees(parts)[0]
        if tree.data == "several":
            self._several(tree)
        filter, unsaid = self._described(tree.children, replace(context, owner=player))
        whose, zone = getattr(filter, "whose", None), getattr(filter, "zone", None)
        if not unsaid and not (whose is None and zone is self._nowhere):
            raise Misread(word, f'"{word}" says whose the cards are, and so does the end of the phrase.')
        return replace(cast(Any, filter), whose=player)

    def r_every(self, parts: Parts, context: Context) -> Any:
        self._several(Tree("every", parts))
        filter, _ = self._described(parts, context)
        return self._make(nodes.All, filter)

    def _several(self, tree: Tree[Token]) -> None:
        """Check that a noun that stands for all cards of its sort is a plural."""
        word = next(
            last(child)
            for child in _trees(tree.children)
            if isinstance(found := self._members.get(str(child.data)), self._noun) or found in self._v.types
        )
        plurals = {one.lower(): many.lower() for one, many in self._v.plurals.items()}
        one = word.lower()
        if one not in plurals.values():
            expected = (f'"{plurals[one]}", for all of them', f'"{article(one)} {one} you control", for one')
            raise Misread(word, f'"{word}" does not say how many.', *expected)

    def r_this(self, parts: Parts, context: Context) -> Any:
        return self._make(nodes.This)

    def r_it(self, parts: Parts, context: Context) -> Any:
        return self._make(nodes.It)

    r_it_again = r_it

    def r_host(self, parts: Parts, context: Context) -> Any:
        return self._make(nodes.Host)

    def r_a_filter(self, parts: Parts, context: Context) -> Any:
        return self.value(_trees(parts)[0], context)

    def r_another_filter(self, parts: Parts, context: Context) -> Any:
        word = next(token for token in _tokens(parts) if token.lower() == "another")
        return self._another(word, self.value(_trees(parts)[0], context))

    def _another(self, word: Token, filter: Any) -> Any:
        field = next(name for name, kind in self._v.adjectives.items() if isinstance(self._v.another, kind))
        if self._v.another in getattr(filter, field):
            raise Misread(word, f'"{word}" says again what has been said already.')
        return replace(filter, **{field: (self._v.another, *getattr(filter, field))})

    # Descriptions

    def r_filter(self, parts: Parts, context: Context) -> Any:
        return self._described(parts, context)[0]

    r_several = r_filter

    def _described(self, parts: Parts, context: Context) -> tuple[nodes.Filter, bool]:
        """The description, and whether it leaves to others whose the cards are."""
        noun: Any = None
        details: list[_Detail] = []
        for part in _trees(parts):
            found = self._members.get(str(part.data))
            if isinstance(found, self._noun):
                noun = found
            elif part.data == "type" or found in self._v.types:
                details.append(self._type(part, as_noun=noun is None and self._is_last(part, parts)))
                if details[-1].fields.pop("noun", None):
                    noun = next(iter(self._noun))
            elif part.data == "or_noun":
                inner = _trees(part.children)[0]
                details.append(_Detail(last(inner), {"or_noun": self._members[str(inner.data)]}))
            else:
                details.append(self._detail(part, found, context))
        filter = self._filter(cast(Word, noun), details)
        unsaid = next((detail.unsaid for detail in details if detail.unsaid is not None), None)
        if unsaid is None:
            return filter, False
        if context.owner is None and context.performer_is_known:
            raise unsaid
        return replace(cast(Any, filter), whose=context.owner), True

    def _is_last(self, part: Tree[Token], parts: Parts) -> bool:
        """Whether a type stands for the sort of card, with no noun behind it."""
        behind = _trees(parts)[_trees(parts).index(part) + 1 :]
        kinds = (self._members.get(str(one.data)) for one in behind)
        return not any(isinstance(found, self._noun) for found in kinds) and not any(
            one.data == "type" for one in behind
        )

    def _type(self, part: Tree[Token], *, as_noun: bool) -> _Detail:
        word = last(part)
        name = self._v.base(word).capitalize()
        if as_noun and name not in self._v.types and word.endswith("s"):
            raise Misread(
                word, "A type stands as it is in front of a sort of card.", f'"{word[:-1]} entities"'
            )
        return _Detail(word, {"subtype": name} | ({"noun": True} if as_noun else {}))

    def _detail(self, part: Tree[Token], found: Any, context: Context) -> _Detail:
        if isinstance(found, Word):
            field = next(name for name, kind in self._v.adjectives.items() if isinstance(found, kind))
            return _Detail(first(part), {field: found})
        wording = self._wordings.get(str(part.data))
        if wording is None:
            return self.value(part, context)
        values, tokens, _ = self._slots(wording, part.children, context, {})
        unsaid = None
        if wording.form.read is not None:
            values = wording.form.read(Said(values, context, tuple(tokens)))
            unsaid = values.pop("unsaid", None)
        inner = [one for one in _trees(part.children)]
        return _Detail(first(inner[0]) if inner else tokens[0], values, unsaid)

    def _filter(self, noun: Word, details: list[_Detail]) -> nodes.Filter:
        said: dict[str, Any] = {}
        several = {name for name in self._v.adjectives if self._v.is_several(name)}
        for detail in details:
            for name, value in detail.fields.items():
                if name in several:
                    if value in said.setdefault(name, set()):
                        raise _again(detail)
                    said[name].add(value)
                elif name in said:
                    raise _again(detail)
                else:
                    said[name] = value
            if "or_noun" in detail.fields:
                self._check_either(noun, detail)
        for name in several & said.keys():
            order = list(self._v.adjectives[name])
            said[name] = tuple(sorted(said[name], key=order.index))
        return cast(Any, self._v.filter)(noun, **said)

    def _check_either(self, noun: Word, other: _Detail) -> None:
        """Check that two sorts of card can stand for one another."""
        pair = {noun, other.fields["or_noun"]}
        either = self._v.either
        if not pair <= {*either} or len(pair) == 1:
            sorts = [f'"{sort}"' for sort in either if sort is not noun]
            *most, end = (f"{self._v.plurals[sort]}" for sort in either)
            raise Misread(other.token, f'"or" joins {", ".join(most)} and {end}.', *sorts)

    def r_controlled(self, parts: Parts, context: Context) -> Any:
        who = self.value(parts[0], context)
        verb = cast(Token, parts[1])
        self.agree(verb, who)
        return _Detail(verb, {"whose": who})

    def r_controlled_by_them(self, parts: Parts, context: Context) -> Any:
        return _Detail(cast(Token, parts[1]), {"whose": _them(cast(Token, parts[0]), context)})

    def r_in_zone(self, parts: Parts, context: Context) -> Any:
        whose, zone = (self.value(part, context) for part in _trees(parts))
        return _Detail(first(_trees(parts)[1]), {"zone": zone, "whose": whose})

    def r_in_any_zone(self, parts: Parts, context: Context) -> Any:
        zone = _trees(parts)[0]
        return _Detail(first(zone), {"zone": self.value(zone, context)})

    # Players

    def r_you(self, parts: Parts, context: Context) -> Any:
        return Player.YOU

    def r_opponent(self, parts: Parts, context: Context) -> Any:
        return Player.OPPONENT

    def r_each_player(self, parts: Parts, context: Context) -> Any:
        return Player.EACH

    def r_its_controller(self, parts: Parts, context: Context) -> Any:
        return Player.ITS_CONTROLLER

    def r_any_player(self, parts: Parts, context: Context) -> Any:
        return Player.ANY

    r_yours = r_you
    r_opponents = r_opponent
    r_each_players = r_each_player
    r_its_controllers = r_its_controller

    def r_their_own(self, parts: Parts, context: Context) -> Any:
        return _them(cast(Token, parts[0]), context)

    def r_their(self, parts: Parts, context: Context) -> Any:
        word = cast(Token, parts[0])
        if word.lower() == "their":
            return _them(word, context)
        if context.performer is not Player.YOU and context.performer_is_known:
            raise Misread(word, f'"{word}" is somebody else\'s here than whoever performs this.', '"their"')
        return Player.YOU

    # Numbers

    def r_number(self, parts: Parts, context: Context) -> Any:
        return self._make(nodes.Number, number(cast(Token, parts[0])))

    def r_unknown(self, parts: Parts, context: Context) -> Any:
        return _x(cast(Token, parts[0]), context)

    def r_that_many(self, parts: Parts, context: Context) -> Any:
        return self._make(nodes.ThatMany)

    def r_signed(self, parts: Parts, context: Context) -> Any:
        token = cast(Token, parts[0])
        if token.type == "SIGNED":
            return Signed(self._make(nodes.Number, number(token)), negative=False)
        return Signed(_x(token, context), negative=token.startswith("-"))

    def r_test(self, parts: Parts, context: Context) -> Any:
        comparison = self.value(parts[1], context) if len(parts) > 1 else Comparison.EXACTLY
        return self._make(Test, comparison, number(cast(Token, parts[0])))

    def r_bounded_test(self, parts: Parts, context: Context) -> Any:
        comparison, more = self.value(parts[0], context)
        return self._make(Test, comparison, _bound(cast(Token, parts[1]), more))

    def r_times(self, parts: Parts, context: Context) -> Any:
        return self.r_test([part for part in parts if part not in ("times",)], context)

    def r_twice_or_more(self, parts: Parts, context: Context) -> Any:
        return self._make(Test, Comparison.EXACTLY, 2)

    def r_comparison(self, parts: Parts, context: Context) -> Any:
        return _COMPARISONS[_base(parts)]

    def r_bound(self, parts: Parts, context: Context) -> Any:
        return _BOUNDS[_base(parts)]

    def r_its(self, parts: Parts, context: Context) -> Any:
        return self._make(nodes.It)

    def r_this_cards(self, parts: Parts, context: Context) -> Any:
        return self._make(nodes.This)

    def r_title(self, parts: Parts, context: Context) -> Any:
        return str(parts[0]).strip('"')

    # Conditions

    def r_both(self, parts: Parts, context: Context) -> Any:
        one, other = (self.value(part, context) for part in _trees(parts))
        return self._make(nodes.Both, one, other)

    def r_controls(self, parts: Parts, context: Context) -> Any:
        who, count = (self.value(part, context) for part in _trees(parts))
        verb = cast(Token, parts[1])
        self.agree(verb, who)
        return self.exists(count, verb, who)

    def r_controls_not(self, parts: Parts, context: Context) -> Any:
        who, count = (self.value(part, context) for part in _trees(parts))
        *_, not_, verb = _tokens(parts)
        if count.none:
            raise Misread(not_, 'One "no" is enough.')
        return self._make(nodes.Not, self.exists(count, verb, who))

    def exists(self, count: HowMany, verb: Token | None = None, who: Player | None = None) -> Any:
        """The condition that so many cards exist, controlled by `who` if given."""
        filter: Any = count.filter
        if who is not None and verb is not None:
            if filter.whose is not None or filter.zone is not self._nowhere:
                raise Misread(verb, f'"{verb}" says whose the cards are, and so does the end of the phrase.')
            filter = replace(filter, whose=who)
        exists = self._make(nodes.Exists, filter, count.comparison, count.n)
        return self._make(nodes.Not, exists) if count.none else exists

    def r_exists(self, parts: Parts, context: Context) -> Any:
        count = self.value(_trees(parts)[0], context)
        negation = next((token for token in _tokens(parts) if token.lower() == "not"), None)
        if negation is not None and count.none:
            raise Misread(negation, 'One "no" is enough.')
        exists = self.exists(count)
        return self._make(nodes.Not, exists) if negation is not None else exists

    def r_matches(self, parts: Parts, context: Context) -> Any:
        what, filter = (self.value(part, context) for part in _trees(parts))
        matches = self._make(nodes.MatchesFilter, what, filter)
        negated = any(token.lower() == "not" for token in _tokens(parts))
        return self._make(nodes.Not, matches) if negated else matches

    def r_this_is(self, parts: Parts, context: Context) -> Any:
        return self._make(nodes.MatchesFilter, self._make(nodes.This), self.r_bare_trait(parts, context))

    def r_bare_trait(self, parts: Parts, context: Context) -> Any:
        trait = _trees(parts)[0]
        found = self._members[str(trait.data)]
        return self._filter(next(iter(self._noun)), [self._detail(trait, found, context)])

    def r_at_least_one(self, parts: Parts, context: Context) -> Any:
        return HowMany(self.value(_trees(parts)[0], context))

    def r_at_least_another(self, parts: Parts, context: Context) -> Any:
        return HowMany(self.r_another_filter(parts, context))

    def r_none(self, parts: Parts, context: Context) -> Any:
        return HowMany(self.value(_trees(parts)[0], context), none=True)

    def r_so_many(self, parts: Parts, context: Context) -> Any:
        n = next(number(token) for token in _tokens(parts) if token.type == "INT")
        *comparison, filter = (self.value(part, context) for part in _trees(parts))
        return HowMany(filter, comparison[0] if comparison else Comparison.EXACTLY, n)

    def r_bounded(self, parts: Parts, context: Context) -> Any:
        (comparison, more), filter = (self.value(part, context) for part in _trees(parts))
        n = next(token for token in _tokens(parts) if token.type == "INT")
        return HowMany(filter, comparison, _bound(n, more))


class Instead(tuple[Any, ...]):
    """A sentence that happens instead of something."""

    token: Token

    def __new__(cls, sentence: tuple[Any, ...], token: Token) -> Instead:
        """Make it of the sentence and its last word."""
        made = super().__new__(cls, sentence)
        made.token = token
        return made


class Signed(NamedTuple):
    """A number with its sign; of an X, whether it is less."""

    amount: Node
    negative: bool


def number(token: Token) -> int:
    """The number that a token says. Raises Misread if it is too high for any game."""
    if len(token) > 5 or abs(int(token)) > HIGHEST_NUMBER:
        raise Misread(token, f"{token} is too much: numbers end at {HIGHEST_NUMBER}.")
    return int(token)


def _bound(n: Token, more: int) -> int:
    """The lowest or highest number that "more than" or "fewer than" this one leaves."""
    bound = number(n) + more
    if not 0 <= bound <= HIGHEST_NUMBER:
        raise Misread(n, f"Numbers are counted from 0 to {HIGHEST_NUMBER}: this is never so.")
    return bound


def _x(token: Token, context: Context) -> Node:
    if context.x is None and not context.x_is_known:
        return nodes.ThatMany()
    if context.x is None:
        raise Misread(token, 'X is not explained: the instruction needs ", where X is …" at its end.')
    context.x.met = True
    return context.x.measure


def _used(x: Explanation | None) -> None:
    """Check that what explains an X has met one."""
    if x is not None and not x.met:
        raise Misread(x.token, "There is no X in this instruction that could be explained.")


def _them(word: Token, context: Context) -> Player:
    if context.performer is Player.YOU and context.performer_is_known:
        raise Misread(word, f'"{word}" has nobody to refer to: the instruction is yours.', '"your"')
    return context.performer


def _again(detail: _Detail) -> Misread:
    return Misread(detail.token, f'"{detail.token}" says again what has been said already.')


def _each(values: dict[str, Any], wording: Wording) -> Iterator[dict[str, Any]]:
    """The values of each of several things that "or" joins: "cannot attack or defend"."""
    values = {**values}
    signed = values.get("amount")
    if isinstance(signed, Signed):
        values |= {"amount": signed.amount, "negative": signed.negative}
    listed = next((p.name for p in wording.row if isinstance(p, Slot) and p.arg == "or"), None)
    if listed is None:
        yield values
        return
    for one in values[listed]:
        yield values | {listed: one}


def _has_x(part: Tree[Token]) -> bool:
    """Whether there is an X in what lasts, apart from what explains it."""
    return any(
        _has_x(child) if isinstance(child, Tree) else child.lower() in ("x", "+x", "-x")
        for child in part.children
        if not (isinstance(child, Tree) and child.data == "where")
    )


def _needed(node: type[Node]) -> tuple[str, ...]:
    """The fields of a node that have to be given."""
    return node.__struct_fields__[: len(node.__struct_fields__) - len(node.__struct_defaults__)]


def _sentence(value: Any) -> tuple[Any, ...]:
    return cast("tuple[Any, ...]", value) if isinstance(value, tuple) else (value,)


def _trees(parts: Parts) -> list[Tree[Token]]:
    return [part for part in parts if isinstance(part, Tree)]


def _tokens(parts: Parts) -> Iterator[Token]:
    return (part for part in parts if isinstance(part, Token))


def first(part: Part) -> Token:
    """The first word of a part of a tree."""
    while isinstance(part, Tree):
        part = part.children[0]
    return part


def last(part: Part) -> Token:
    """The last word of a part of a tree."""
    while isinstance(part, Tree):
        part = part.children[-1]
    return part


def _base(parts: Parts) -> str:
    return " ".join(" ".join(str(part).lower().split()) for part in parts)
