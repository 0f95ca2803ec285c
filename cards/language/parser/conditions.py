"""Reading numbers and conditions (frame.lark, "cards and numbers" and "conditions")."""

# Each method is named after its rule in the grammar, which documents it.
# ruff: noqa: D102

from __future__ import annotations

from typing import cast

from lark import Token, Tree
from msgspec.structs import replace

from cards.language import nodes
from cards.language.context import Context, Explanation, HowMany, Misread
from cards.language.nodes import Comparison, Player, Test
from cards.language.parser.descriptions import Descriptions
from cards.language.parser.trees import Part, Parts, bound_of, number, tokens, trees, words_of_parts
from cards.language.parser.wordings import Signed
from cards.language.records import Node

_COMPARISONS = {
    "or more": Comparison.OR_MORE,
    "or higher": Comparison.OR_MORE,
    "or fewer": Comparison.OR_FEWER,
    "or lower": Comparison.OR_FEWER,
    "or less": Comparison.OR_FEWER,
}
Condition = nodes.Exists | nodes.MatchesFilter | nodes.Not

_BOUNDS = {
    "at least": (Comparison.OR_MORE, 0),
    "more than": (Comparison.OR_MORE, 1),
    "at most": (Comparison.OR_FEWER, 0),
    "fewer than": (Comparison.OR_FEWER, -1),
}
"""For each wording of a bound: the comparison, and the difference between the bound and the number in the text."""


class Conditions(Descriptions):
    """Reads numbers, and conditions about them and about cards."""

    # Numbers

    def r_number(self, parts: Parts, context: Context) -> nodes.Number:
        return self._make(nodes.Number, number(cast(Token, parts[0])))

    def r_unknown(self, parts: Parts, context: Context) -> Node:
        return x_of(cast(Token, parts[0]), context)

    def r_that_many(self, parts: Parts, context: Context) -> nodes.ThatMany:
        return self._make(nodes.ThatMany)

    def r_signed(self, parts: Parts, context: Context) -> Signed:
        token = cast(Token, parts[0])
        if token.type == "SIGNED":
            return Signed(self._make(nodes.Number, number(token)), negative=False)
        return Signed(x_of(token, context), negative=token.startswith("-"))

    def r_test(self, parts: Parts, context: Context) -> Test:
        comparison = self.value(parts[1], context) if len(parts) > 1 else Comparison.EXACTLY
        return self._make(Test, comparison, number(cast(Token, parts[0])))

    def r_bounded_test(self, parts: Parts, context: Context) -> Test:
        comparison, more = self.value(parts[0], context)
        return self._make(Test, comparison, bound_of(cast(Token, parts[1]), more))

    def r_times(self, parts: Parts, context: Context) -> Test:
        return self.r_test([part for part in parts if part not in ("times",)], context)

    def r_two_times(self, parts: Parts, context: Context) -> Test:
        comparison, more = self.value(parts[0], context) if len(parts) > 1 else (Comparison.EXACTLY, 0)
        return self._make(Test, comparison, 2 + more)

    def r_comparison(self, parts: Parts, context: Context) -> Comparison:
        return _COMPARISONS[words_of_parts(parts)]

    def r_bound(self, parts: Parts, context: Context) -> tuple[Comparison, int]:
        return _BOUNDS[words_of_parts(parts)]

    def r_its(self, parts: Parts, context: Context) -> nodes.It:
        return self._make(nodes.It)

    def r_this_cards(self, parts: Parts, context: Context) -> nodes.This:
        return self._make(nodes.This)

    def r_title(self, parts: Parts, context: Context) -> str:
        return str(parts[0]).strip('"')

    def _explained(self, where: Part | None, context: Context) -> Explanation | None:
        if where is None:
            return None
        token, measure = cast("Tree[Token]", where).children
        return Explanation(cast(Token, token), self.value(measure, context))

    # Conditions

    def r_both(self, parts: Parts, context: Context) -> nodes.Both:
        one, other = (self.value(part, context) for part in trees(parts))
        return self._make(nodes.Both, one, other)

    def r_controls(self, parts: Parts, context: Context) -> Condition:
        who, count = (self.value(part, context) for part in trees(parts))
        verb = cast(Token, parts[1])
        self.agree(verb, who)
        return self.exists(count, verb, who)

    def r_controls_not(self, parts: Parts, context: Context) -> nodes.Not:
        who, count = (self.value(part, context) for part in trees(parts))
        *_, not_, verb = tokens(parts)
        if count.none:
            raise Misread(not_, 'One "no" is enough.')
        return self._make(nodes.Not, self.exists(count, verb, who))

    def exists(
        self, count: HowMany[nodes.Filter], verb: Token | None = None, who: Player | None = None
    ) -> Condition:
        """Return the condition that a number of cards exist, controlled by `who` if given."""
        filter = count.filter
        if who is not None and verb is not None:
            if nodes.whose_of(filter) is not None or nodes.zone_of(filter) is not self._nowhere:
                raise Misread(verb, f'"{verb}" says whose the cards are, and so does the end of the phrase.')
            filter = replace(filter, whose=who)
        exists = self._make(nodes.Exists, filter, count.comparison, count.n)
        return self._make(nodes.Not, exists) if count.none else exists

    def r_exists(self, parts: Parts, context: Context) -> Condition:
        count = self.value(trees(parts)[0], context)
        negation = next((token for token in tokens(parts) if token.lower() == "not"), None)
        if negation is not None and count.none:
            raise Misread(negation, 'One "no" is enough.')
        exists = self.exists(count)
        return self._make(nodes.Not, exists) if negation is not None else exists

    def r_matches(self, parts: Parts, context: Context) -> Condition:
        what, filter = (self.value(part, context) for part in trees(parts))
        matches = self._make(nodes.MatchesFilter, what, filter)
        negated = any(token.lower() == "not" for token in tokens(parts))
        return self._make(nodes.Not, matches) if negated else matches

    def r_this_is(self, parts: Parts, context: Context) -> nodes.MatchesFilter:
        return self._make(nodes.MatchesFilter, self._make(nodes.This), self.r_bare_trait(parts, context))

    def r_bare_trait(self, parts: Parts, context: Context) -> nodes.Filter:
        trait = trees(parts)[0]
        member = self._members[str(trait.data)]
        return self._filter(next(iter(self._noun)), [self._detail(trait, member, context)])

    def r_at_least_one(self, parts: Parts, context: Context) -> HowMany[nodes.Filter]:
        return HowMany(self.value(trees(parts)[0], context))

    def r_at_least_another(self, parts: Parts, context: Context) -> HowMany[nodes.Filter]:
        return HowMany(self.r_another_filter(parts, context))

    def r_none(self, parts: Parts, context: Context) -> HowMany[nodes.Filter]:
        return HowMany(self.value(trees(parts)[0], context), none=True)

    def r_so_many(self, parts: Parts, context: Context) -> HowMany[nodes.Filter]:
        n = next(number(token) for token in tokens(parts) if token.type == "INT")
        *comparison, filter = (self.value(part, context) for part in trees(parts))
        return HowMany(filter, comparison[0] if comparison else Comparison.EXACTLY, n)

    def r_bounded(self, parts: Parts, context: Context) -> HowMany[nodes.Filter]:
        (comparison, more), filter = (self.value(part, context) for part in trees(parts))
        n = next(token for token in tokens(parts) if token.type == "INT")
        return HowMany(filter, comparison, bound_of(n, more))


def x_of(token: Token, context: Context) -> Node:
    """Return the meaning of X. Raises Misread if it is undefined."""
    if context.x is None and not context.x_is_known:
        return nodes.ThatMany()
    if context.x is None:
        raise Misread(token, 'X is not explained: the instruction needs ", where X is …" at its end.')
    context.x.met = True
    return context.x.measure


def check_used(x: Explanation | None) -> None:
    """Raise Misread if an X is defined but not used."""
    if x is not None and not x.met:
        raise Misread(x.token, "There is no X in this instruction that could be explained.")
