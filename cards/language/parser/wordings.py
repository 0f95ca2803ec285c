"""Reading a game's words by their records, and any part of a tree."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, cast

from lark import Token, Tree
from msgspec.structs import replace

from cards.language import nodes
from cards.language.context import Context, Misread, ReadWording
from cards.language.forms import third
from cards.language.nodes import Player
from cards.language.parser.trees import Part, Parts, number, sentence_of, trees
from cards.language.records import N, Node, Phrase, Values, Word
from cards.language.template import Slot
from cards.language.vocabulary import Vocabulary, Wording


class Signed(NamedTuple):
    """A number, or X, and whether it is negative."""

    amount: Node
    negative: bool


class Wordings:
    """Reads any part of a tree: a game's words by their records, the grammar's rules by methods with their names."""

    def __init__(self, vocabulary: Vocabulary, members: Mapping[str, Word | str]) -> None:
        """Create a reader. `members` has the members of closed classes by their names in the grammar."""
        self._v = vocabulary
        self._members = members
        self._wordings = vocabulary.wordings
        self._rules: dict[str, Callable[[Parts, Context], object]] = {
            name[2:]: getattr(self, name) for name in dir(type(self)) if name.startswith("r_")
        }
        self._nowhere = nodes.zone_of(vocabulary.filter(next(iter(vocabulary.classes["noun"]))))
        self._noun = vocabulary.classes["noun"]

    # Any part of a tree

    def value(self, part: Part, context: Context) -> Any:
        """Return the meaning of a part of a tree."""
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
        return self.value(trees(part.children)[0], context)  # A rule with only one part.

    def first_mistake(self, parts: Parts) -> Misread | None:
        """Return the first error in the parts that were parsed before an unexpected word; None if there is none."""
        context = Context(performer_is_known=False, x_is_known=False)
        for part in trees(parts):
            try:
                for whole in trees(part.children) if part.data.startswith("__") else [part]:
                    if self._stands_alone(str(whole.data)):
                        self.value(whole, context)
            except Misread as error:
                return error
        return None

    def _stands_alone(self, name: str) -> bool:
        """Return whether a part of a tree can be read without its context."""
        wording = self._wordings.get(name)
        if wording is None:
            return name in self._rules
        category = wording.form.category or getattr(wording.entry, "category", "")
        return category in ("cards", "event", "fact", "line", "may", "measure")

    def _worded(self, tree: Tree[Token], context: Context, **given: object) -> Any:
        """Return the node, or the value, of a wording."""
        wording = self._wordings[str(tree.data)]
        values, tokens, inner = self._slots(wording, tree.children, context, given)
        return self._made(wording, values, tokens, inner)

    def _slots(
        self, wording: Wording, parts: Parts, context: Context, given: Values
    ) -> tuple[Values, list[Token], Context]:
        values: Values = dict(wording.form.fixed)
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
            value = self._slot(part, child, inside)
            if isinstance(value, Signed):
                values["negative"], value = value.negative, value.amount
            values[part.name] = value
        return values, tokens, context

    def _slot(self, slot: Slot, child: Part, context: Context) -> object:
        if slot.kind == "number":
            return number(cast(Token, child))
        value = self.value(child, context)
        return sentence_of(value) if slot.kind in ("inner", "option") else value

    def _made(self, wording: Wording, values: Values, tokens: list[Token], context: Context) -> object:
        form = wording.form
        entry = wording.entry
        denied = bool(values.get("denied"))
        if form.read is not None:
            read = form.read(ReadWording(values, context, tuple(tokens)))
            if isinstance(entry, Phrase) or isinstance(read, Node):
                return read
            values = read
        if isinstance(entry, Phrase):
            return next(iter(values.values()), None)
        fields = entry.node.__struct_fields__
        made = {name: value for name, value in (*values.items(), *entry.fields.items()) if name in fields}
        node = cast("Callable[..., Node]", entry.node)(**made)
        return self._make(nodes.Not, node) if denied and "denied" not in fields else node

    def agree(self, verb: Token, player: Player) -> None:
        """Raise Misread if a verb doesn't agree with its subject."""
        base = self._v.base(verb)
        right = base if player is Player.YOU else third(base)
        if verb.lower() != right:
            raise Misread(verb, f'"{verb}" does not go with its subject.', f'"{right}"')

    def _make(self, base: type[N], *values: object, **fields: object) -> N:
        return cast("Callable[..., N]", self._v.narrow(base))(*values, **fields)
