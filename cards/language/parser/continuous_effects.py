"""Reading continuous effects joined with "and" (frame.lark, "sentences")."""

# Each method is named after its rule in the grammar, which documents it.
# ruff: noqa: D102

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import cast

from lark import Token, Tree
from msgspec.structs import replace

from cards.language import nodes
from cards.language.context import Context, Misread
from cards.language.nodes import Player
from cards.language.parser.conditions import Conditions, check_used
from cards.language.parser.drafts import KEYWORD, Draft, grouped
from cards.language.parser.trees import Parts, first, trees
from cards.language.records import Entry, Node, Values, Word
from cards.language.template import Slot
from cards.language.vocabulary import Wording


class Ongoings(Conditions):
    """Reads continuous effects as written, before the parts take omitted elements from their neighbours."""

    # Continuous effects

    def _drafts(self, items: Tree[Token], context: Context) -> list[list[Draft]]:
        """Return the drafts of a list of continuous effects, grouped by those that share omitted elements."""
        joint: Token | None = None
        parts: list[tuple[str, tuple[Token | None, Tree[Token]]]] = []
        before = ""
        for part in trees(items.children):
            if part.data == "joint":
                joint = cast(Token, part.children[0])
                before = joint.value
            else:
                parts.append((before, (joint, part)))
                before = ""
        groups: list[list[Draft]] = []
        for group in grouped(parts):
            where: Tree[Token] | None = None
            drafts: list[Draft] = []
            for joint, part in reversed(group):
                own = next((child for child in trees(part.children) if child.data == "where"), None)
                where = own or (where if _has_x(part) else None)
                drafts.insert(0, self._draft(part, joint, where, context))
            groups.append(drafts)
        return groups

    def _draft(
        self, part: Tree[Token], joint: Token | None, where: Tree[Token] | None, context: Context
    ) -> Draft:
        children = [child for child in trees(part.children) if child.data != "where"]
        context = replace(context, x_is_known=True)
        x = self._explained(where, context)
        inside = replace(context, x=x)
        how_long: Tree[Token] | None = None
        duration: Word | None = None
        word = self._members.get(str(children[-1].data))
        if isinstance(word, Word) and word in self._v.durations:
            how_long, duration = children.pop(), word
        *subject, effect = children
        wording = self._wordings.get(str(effect.data))
        if wording is None:  # A keyword that shares the previous verb.
            verb = Token.new_borrow_pos(KEYWORD, joint.value, joint) if joint else None
            return Draft((self._make(nodes.Gain, self.value(effect, context)),), None, duration, verb)
        entry = cast(Entry, wording.entry)
        about = self.value(subject[0], inside) if subject else None
        values, _, _ = self._slots(wording, effect.children, inside, {})
        check_used(x)
        field = self._v.subject_of(wording)
        if field is not None and field not in values and field in _needed(entry.node):
            values[field] = Player.YOU if field == "who" else nodes.It()
        fields = entry.node.__struct_fields__
        if how_long is not None and "duration" not in fields:
            raise Misread(first(how_long), "How long this lasts is said already.")
        made = tuple(
            cast("Callable[..., Node]", entry.node)(
                **{name: value for name, value in one.items() if name in fields}
            )
            for one in _each(values, wording)
        )
        verb = effect.children[0] if isinstance(effect.children[0], Token) else None
        category = wording.form.category or entry.category
        if category == "bare" or (
            category == "loose" and verb is not None and verb.lower() == self._v.base(verb)
        ):
            verb = None
        draft = Draft(made, None, duration, verb)
        return draft if about is None else draft.about(about)

    def r_everyone(self, parts: Parts, context: Context) -> Player:
        return Player.EACH


def _each(values: Values, wording: Wording) -> Iterator[Values]:
    """Yield the values for each item joined with "or": "cannot attack or defend"."""
    listed = next((p.name for p in wording.row if isinstance(p, Slot) and p.arg == "or"), None)
    if listed is None:
        yield values
        return
    for one in values[listed]:
        yield values | {listed: one}


def _has_x(part: Tree[Token]) -> bool:
    """Return whether a continuous effect contains an X outside of its definition."""
    return any(
        _has_x(child) if isinstance(child, Tree) else child.lower() in ("x", "+x", "-x")
        for child in part.children
        if not (isinstance(child, Tree) and child.data == "where")
    )


def _needed(node: type[Node]) -> tuple[str, ...]:
    """Return the fields of a node without defaults."""
    return node.__struct_fields__[: len(node.__struct_fields__) - len(node.__struct_defaults__)]
