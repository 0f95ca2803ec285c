"""Reading descriptions of cards: which, how many, and whose (frame.lark, "cards and numbers")."""

# Each method is named after its rule in the grammar, which documents it.
# ruff: noqa: D102

from __future__ import annotations

from typing import NamedTuple, cast

from lark import Token, Tree
from msgspec.structs import replace

from cards.language import nodes
from cards.language.context import Context, Misread, ReadWording
from cards.language.forms import article
from cards.language.nodes import Player
from cards.language.parser.trees import Parts, first, last, number, tokens, trees
from cards.language.parser.wordings import Wordings
from cards.language.records import Values, Word


class Detail(NamedTuple):
    """The contribution of one word or phrase to a description."""

    token: Token
    fields: Values
    unsaid: Misread | None = None
    """The error to raise if nothing else in the text names the owner of the cards."""


class Descriptions(Wordings):
    """Reads selections and descriptions of cards, and their owners."""

    # Cards

    def r_one(self, parts: Parts, context: Context) -> nodes.Chosen:
        return self._make(nodes.Chosen, self.value(trees(parts)[0], context))

    def r_another(self, parts: Parts, context: Context) -> nodes.Chosen:
        return self._make(nodes.Chosen, self.r_another_filter(parts, context))

    def r_some(self, parts: Parts, context: Context) -> nodes.Chosen:
        n = number(cast(Token, parts[0]))
        return self._make(nodes.Chosen, self.value(trees(parts)[0], context), n, n)

    def r_up_to(self, parts: Parts, context: Context) -> nodes.Chosen:
        n = number(cast(Token, parts[1]))
        return self._make(nodes.Chosen, self.value(trees(parts)[0], context), 0, n)

    def r_any_number(self, parts: Parts, context: Context) -> nodes.Chosen:
        return self._make(nodes.Chosen, self.value(trees(parts)[0], context), 0, None)

    def r_all_of_them(self, parts: Parts, context: Context) -> nodes.All:
        return self._make(nodes.All, self.value(trees(parts)[0], context))

    def r_all_yours(self, parts: Parts, context: Context) -> nodes.All:
        return self._make(nodes.All, self._owned(parts, context, Player.YOU))

    def r_all_opponents(self, parts: Parts, context: Context) -> nodes.All:
        return self._make(nodes.All, self._owned(parts, context, Player.OPPONENT))

    def r_ours(self, parts: Parts, context: Context) -> nodes.Filter:
        return self._owned(parts, context, Player.YOU)

    def r_theirs(self, parts: Parts, context: Context) -> nodes.Filter:
        return self._owned(parts, context, Player.OPPONENT)

    def r_of_them(self, parts: Parts, context: Context) -> nodes.Filter:
        return self._owned(parts, context, them(cast(Token, parts[0]), context))

    def _owned(self, parts: Parts, context: Context, player: Player) -> nodes.Filter:
        """Return the description of cards whose owner is named before them: "your entities"."""
        word = next(token for token in tokens(parts) if token.lower() in ("your", "their"))
        tree = trees(parts)[0]
        if tree.data == "several":
            self._several(tree)
        filter, unsaid = self._described(tree.children, replace(context, owner=player))
        if not unsaid and not (nodes.whose_of(filter) is None and nodes.zone_of(filter) is self._nowhere):
            raise Misread(word, f'"{word}" says whose the cards are, and so does the end of the phrase.')
        return replace(filter, whose=player)

    def r_every(self, parts: Parts, context: Context) -> nodes.All:
        self._several(Tree("every", parts))
        filter, _ = self._described(parts, context)
        return self._make(nodes.All, filter)

    def _several(self, tree: Tree[Token]) -> None:
        """Raise Misread if a noun for all cards of its kind isn't a plural."""
        word = next(
            last(child)
            for child in trees(tree.children)
            if isinstance(member := self._members.get(str(child.data)), self._noun) or member in self._v.types
        )
        for one, many in self._v.plurals.items():
            if word.lower() == one.lower() != many.lower():
                expected = (f'"{many}", for all of them', f'"{article(one)} {one} you control", for one')
                raise Misread(word, f'"{word}" does not say how many.', *expected)

    def r_this(self, parts: Parts, context: Context) -> nodes.This:
        return self._make(nodes.This)

    def r_it(self, parts: Parts, context: Context) -> nodes.It:
        return self._make(nodes.It)

    r_it_again = r_it

    def r_host(self, parts: Parts, context: Context) -> nodes.Host:
        return self._make(nodes.Host)

    def r_a_filter(self, parts: Parts, context: Context) -> nodes.Filter:
        return self.value(trees(parts)[0], context)

    def r_another_filter(self, parts: Parts, context: Context) -> nodes.Filter:
        word = next(token for token in tokens(parts) if token.lower() == "another")
        return self._another(word, self.value(trees(parts)[0], context))

    def _another(self, word: Token, filter: nodes.Filter) -> nodes.Filter:
        field = next(name for name, kind in self._v.adjectives.items() if isinstance(self._v.another, kind))
        if self._v.another in getattr(filter, field):
            raise Misread(word, f'"{word}" says again what has been said already.')
        return replace(filter, **{field: (self._v.another, *getattr(filter, field))})

    # Descriptions

    def r_filter(self, parts: Parts, context: Context) -> nodes.Filter:
        return self._described(parts, context)[0]

    r_several = r_filter

    def _described(self, parts: Parts, context: Context) -> tuple[nodes.Filter, bool]:
        """Return the description, and whether other parts of the text name the owner."""
        noun: Word | None = None
        details: list[Detail] = []
        for part in trees(parts):
            member = self._members.get(str(part.data))
            if isinstance(member, self._noun):
                noun = member
            elif part.data == "type" or member in self._v.types:
                details.append(self._type(part, as_noun=noun is None and self._is_last(part, parts)))
                if details[-1].fields.pop("noun", None):
                    noun = next(iter(self._noun))
            elif part.data == "or_noun":
                inner = trees(part.children)[0]
                details.append(Detail(last(inner), {"or_noun": self._members[str(inner.data)]}))
            else:
                details.append(self._detail(part, member, context))
        filter = self._filter(cast(Word, noun), details)
        unsaid = next((detail.unsaid for detail in details if detail.unsaid is not None), None)
        if unsaid is None:
            return filter, False
        if context.owner is None and context.performer_is_known:
            raise unsaid
        return replace(filter, whose=context.owner), True

    def _is_last(self, part: Tree[Token], parts: Parts) -> bool:
        """Return whether a type is used as the noun, because no noun follows it."""
        behind = trees(parts)[trees(parts).index(part) + 1 :]
        kinds = (self._members.get(str(one.data)) for one in behind)
        return not any(isinstance(member, self._noun) for member in kinds) and not any(
            one.data == "type" for one in behind
        )

    def _type(self, part: Tree[Token], *, as_noun: bool) -> Detail:
        word = last(part)
        name = self._v.base(word).capitalize()
        if as_noun and name not in self._v.types and word.endswith("s"):
            raise Misread(
                word, "A type stands as it is in front of a sort of card.", f'"{word[:-1]} entities"'
            )
        return Detail(word, {"subtype": name} | ({"noun": True} if as_noun else {}))

    def _detail(self, part: Tree[Token], member: Word | str | None, context: Context) -> Detail:
        if isinstance(member, Word):
            field = next(name for name, kind in self._v.adjectives.items() if isinstance(member, kind))
            return Detail(first(part), {field: member})
        wording = self._wordings.get(str(part.data))
        if wording is None:
            return self.value(part, context)
        values, tokens, _ = self._slots(wording, part.children, context, {})
        unsaid = None
        if wording.form.read is not None:
            values = wording.form.read(ReadWording(values, context, tuple(tokens)))
            unsaid = values.pop("unsaid", None)
        inner = [one for one in trees(part.children)]
        return Detail(first(inner[0]) if inner else tokens[0], values, unsaid)

    def _filter(self, noun: Word, details: list[Detail]) -> nodes.Filter:
        values: Values = {}
        several = {name for name in self._v.adjectives if self._v.is_several(name)}
        for detail in details:
            for name, value in detail.fields.items():
                if name in several:
                    if value in values.setdefault(name, set()):
                        raise _again(detail)
                    values[name].add(value)
                elif name in values:
                    raise _again(detail)
                else:
                    values[name] = value
            if "or_noun" in detail.fields:
                self._check_either(noun, detail)
        for name in several & values.keys():
            order = list(self._v.adjectives[name])
            values[name] = tuple(sorted(values[name], key=order.index))
        return self._v.filter(noun, **values)

    def _check_either(self, noun: Word, other: Detail) -> None:
        """Raise Misread unless a description can name both nouns, joined with "or"."""
        pair = {noun, other.fields["or_noun"]}
        either = self._v.either
        if not pair <= {*either} or len(pair) == 1:
            sorts = [f'"{sort}"' for sort in either if sort is not noun]
            *most, end = (f"{self._v.plurals[sort]}" for sort in either)
            raise Misread(other.token, f'"or" joins {", ".join(most)} and {end}.', *sorts)

    def r_controlled(self, parts: Parts, context: Context) -> Detail:
        who = self.value(parts[0], context)
        verb = cast(Token, parts[1])
        self.agree(verb, who)
        return Detail(verb, {"whose": who})

    def r_controlled_by_them(self, parts: Parts, context: Context) -> Detail:
        return Detail(cast(Token, parts[1]), {"whose": them(cast(Token, parts[0]), context)})

    def r_in_zone(self, parts: Parts, context: Context) -> Detail:
        whose, zone = (self.value(part, context) for part in trees(parts))
        return Detail(first(trees(parts)[1]), {"zone": zone, "whose": whose})

    def r_in_any_zone(self, parts: Parts, context: Context) -> Detail:
        zone = trees(parts)[0]
        return Detail(first(zone), {"zone": self.value(zone, context)})

    # Players

    def r_you(self, parts: Parts, context: Context) -> Player:
        return Player.YOU

    def r_opponent(self, parts: Parts, context: Context) -> Player:
        return Player.OPPONENT

    def r_each_player(self, parts: Parts, context: Context) -> Player:
        return Player.EACH

    def r_its_controller(self, parts: Parts, context: Context) -> Player:
        return Player.ITS_CONTROLLER

    def r_any_player(self, parts: Parts, context: Context) -> Player:
        return Player.ANY

    r_yours = r_you
    r_opponents = r_opponent
    r_each_players = r_each_player
    r_its_controllers = r_its_controller

    def r_their_own(self, parts: Parts, context: Context) -> Player:
        return them(cast(Token, parts[0]), context)

    def r_their(self, parts: Parts, context: Context) -> Player:
        word = cast(Token, parts[0])
        if word.lower() == "their":
            return them(word, context)
        if context.performer is not Player.YOU and context.performer_is_known:
            raise Misread(word, f'"{word}" must belong to the player who performs this.', '"their"')
        return Player.YOU


def them(word: Token, context: Context) -> Player:
    """Return the player meant by "they" and "their": the performer. Raises Misread if that is you."""
    if context.performer is Player.YOU and context.performer_is_known:
        ways = ('"your"', '"your opponent\'s"') if word.lower() == "their" else ('"your"',)
        raise Misread(word, f'"{word}" refers to no one: the instruction is yours.', *ways)
    return context.performer


def _again(detail: Detail) -> Misread:
    return Misread(detail.token, f'"{detail.token}" says again what has been said already.')
