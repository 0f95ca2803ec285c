"""Mutations of a card's text that differ in one constraint: a word, a number, an option, a place, or an omitted part.

They are generated from the language's data, so the same code serves every game: each field of each node gets each
other value of its type. The caller prints and re-reads the results, and drops those that aren't valid texts.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from types import NoneType
from typing import Any, TypeGuard, cast, get_args, get_type_hints

from msgspec.structs import replace

from cards.language import nodes
from cards.language.nodes import Not, Number, Player
from cards.language.records import Node, Word

Row = tuple[Any, ...]

_ONLY_LEFT_OUT = frozenset({"once", "random", "others", "owner"})
"""Flags that are only removed. Where they're missing, adding them would say nothing, or add a whole phrase."""

_ADJECTIVES = frozenset({"another", "ready", "exhausted", "tapped"})
"""The adjectives that can be added to a description."""

_WHO = (Player.YOU, Player.OPPONENT, Player.EACH)
_WHOSE = (Player.YOU, Player.OPPONENT)
_WHO_TRIGGERS = (Player.YOU, Player.OPPONENT, Player.ANY)

_CHOSEN_BY_NOBODY = frozenset({"All", "This", "It", "Host", "TopOf", "BottomOf", "Hand"})
"""Cards with the same result whichever player performs the verb. Looking at them is different."""

_TO_ITS_OWNER = frozenset({"ReturnToHand", "Take", "Put"})
"""Verbs whose performer affects only their own cards: hands and decks hold no one else's."""

_OF_ONE_SORT = {
    "voidream": ("Damage", "Modify", "TakesPart"),
    "dreamweavers": ("Destroy", "Tap", "Untap", "Modify", "Gain", "StaysTapped", "ControlsFourth"),
}
"""Descriptions that fit only one kind of card, so that "a card" means that kind."""

_FIGHTING = frozenset({"participating", "attacking", "defending", "opposing", "tapped"})
"""Properties of one sort of cards only."""

_NEEDS = {"Ready": "exhausted", "Untap": "tapped", "Exhaust": "ready", "Tap": "ready"}
"""The sort that a verb implies for its cards."""


def mutants(text: tuple[Node, ...], *, lies_as: str) -> Iterator[tuple[Node, ...]]:
    """Yield each text that differs from this one in one constraint. Not all of them are valid.

    `lies_as` is the kind of this card in play, "" if it never is. For other kinds, every card is "another", so the
    word isn't added.
    """
    yield from _Mutants(lies_as).of_row(text)


class _Mutants:
    """Changes a part of a text; `within` are the nodes around that part."""

    def __init__(self, lies_as: str) -> None:
        self.lies_as = lies_as
        self.within: list[Node] = []

    def of_row(self, row: Row) -> Iterator[Row]:
        """Yield a row with one of its parts changed, left out, made optional or made mandatory."""
        for place, part in enumerate(row):
            before, after = row[:place], row[place + 1 :]
            for other in self._of(part, None, ""):
                yield (*before, other, *after)
            if len(row) > 1 or isinstance(part, Word | nodes.Keyword):
                yield (*before, *after)
            if isinstance(part, nodes.May | nodes.IfYouDo):
                yield (*before, *part.sentence, *after)
            if _is_plain_sentence(part):
                yield (*before, (_sister(part[0], nodes.May)(part),), *after)

    def _of(self, value: Any, hint: Any, field: str) -> Iterator[Any]:
        """Yield each alternative to `value` in a field of this type."""
        match value:
            case bool():
                if value or field not in _ONLY_LEFT_OUT:
                    yield not value
            case int():
                yield from (value - 1, value + 1)
            case Player():
                yield from (other for other in self._players(field) if other is not value)
            case Word():
                # The default duration isn't printed, so another one would be an addition.
                if value.value or field != "duration":
                    yield from (other for other in type(value) if other is not value and self._differs(other))
            case Node():
                yield from self._of_node(value)
            case tuple():
                yield from self.of_row(cast(Row, value))
            case None if field == "whose" and Player in get_args(hint):
                if not self._is_said_whose():
                    yield from _WHOSE
            case _:
                pass
        if value is not None and NoneType in get_args(hint) and not self._goes_without_saying(field):
            yield None

    def _differs(self, word: Word) -> bool:
        """Return whether a word can matter here: "card" doesn't where only one kind of card is possible."""
        if word.value != "card":
            return True
        inner = self.within[-1]
        within = {type(one).__name__ for one in self.within}
        sorts = _OF_ONE_SORT.get(type(inner).__module__.split(".")[1], ())
        kinds = [str(getattr(one, "trigger_type", getattr(one, "ban", ""))) for one in self.within]
        fights = any("attack" in one or "defend" in one for one in kinds)
        return within.isdisjoint(sorts) and not fights and not {*getattr(inner, "traits", ())} & _FIGHTING

    def _players(self, field: str) -> tuple[Player, ...]:
        if field not in ("who", "to"):
            return _WHOSE
        inner = self.within[-1]
        if isinstance(inner, nodes.TriggerEvent):
            return _WHO_TRIGGERS
        # The performer is the player who may do it.
        if any(isinstance(one, nodes.May) for one in self.within[:-1]):
            return ()
        # No other conflict begins during a conflict, and hands and decks hold no one else's cards.
        return _WHOSE if type(inner).__name__ in _TO_ITS_OWNER | {"Initiate"} else _WHO

    def _is_said_whose(self) -> bool:
        """Return whether the owner of a card is already clear from the performer or the place."""
        inner: Any = self.within[-1]
        where = (
            getattr(inner, "attached_to", None) or getattr(inner, "pile", None) or getattr(inner, "who", None)
        )
        return bool(where or getattr(self.within[-2], "who", None) or {*inner.traits} & {"opposing"})

    def _goes_without_saying(self, field: str) -> bool:
        """Return whether omitting a field means the same: a card goes to its owner's deck or hand."""
        to_its_owner = any(type(one).__name__ in _TO_ITS_OWNER for one in self.within)
        return field == "whose" and (to_its_owner or not isinstance(self.within[-1], nodes.Filter))

    def _of_node(self, node: Any) -> Iterator[Any]:
        self.within.append(node)
        yield from self._changed(node)
        self.within.pop()

    def _changed(self, node: Any) -> Iterator[Any]:
        for field, hint in _hints(node.__class__).items():
            if not _says_nothing(node, field):
                for value in self._of(getattr(node, field), hint, field):
                    yield replace(node, **{field: value})
        match node:
            case Number():
                yield Number(-node.n)
            case nodes.Filter():
                yield from self._adjectives(node)
            case nodes.Chosen():
                yield from _counts(node)
                yield _sister(node, nodes.All)(node.filter)
            case nodes.All():
                yield _sister(node, nodes.Chosen)(node.filter)
            case nodes.If() | nodes.Static() if node.condition is not None:
                yield replace(node, condition=_negated(node.condition))
            case _:
                pass

    def _adjectives(self, node: Any) -> Iterator[Any]:
        """Yield a description with one more adjective, where that could make a difference."""
        if any(isinstance(one, nodes.TriggerEvent) for one in self.within):
            return
        names = [type(one).__name__ for one in self.within]
        anyway = {_NEEDS[name] for name in names if name in _NEEDS}
        if "ControlsFourth" in names:
            return
        pile = getattr(node, "attached_to", None) or getattr(node, "pile", None)
        is_elsewhere = node.zone.value != "in play" or pile
        is_of_its_sort = self.lies_as and node.noun.value in ("card", self.lies_as)
        if (
            is_elsewhere
            or not is_of_its_sort
            or node.whose is Player.OPPONENT
            or {"AdditionalCost", "Discard"} & {*names}
        ):
            anyway.add("another")
        traits: Any = get_args(_hints(node.__class__)["traits"])[0]
        for trait in traits:
            if trait.value in _ADJECTIVES - anyway and trait not in node.traits:
                yield replace(node, traits=tuple(sorted((*node.traits, trait), key=list(traits).index)))


@cache
def _hints(node: type[Node]) -> dict[str, Any]:
    return get_type_hints(node)


def _says_nothing(node: Any, field: str) -> bool:
    """Return whether a field isn't a constraint by itself.

    The number of chosen cards has two bounds; the performer doesn't matter for cards that no one chooses; the place
    of cards is stated together with their owner.
    """
    match field:
        case "who" if isinstance(node, nodes.Filter):
            return getattr(node, "who", None) is None
        case "who":
            chosen = getattr(node, "what", getattr(node, "host", None))
            return type(chosen).__name__ in _CHOSEN_BY_NOBODY and type(node).__name__ != "LookAt"
        case "zone":
            return isinstance(node, nodes.Filter) and getattr(node, "whose", None) is None
        case _:
            return isinstance(node, nodes.Chosen) and field in ("at_least", "at_most")


def _counts(node: Any) -> Iterator[Any]:
    """Yield a choice of more, fewer, exactly or up to a number."""
    least, most = node.at_least, node.at_most
    if most is None:
        ways = [(1, 1), (0, 1)]
    elif least == most:
        ways = [(most + 1, most + 1), (most - 1, most - 1), (0, most), (0, None)]
    else:
        ways = [(most, most), (0, most + 1), (0, most - 1), (0, None)]
    yield from (replace(node, at_least=low, at_most=high) for low, high in ways if high != 0)


def _negated(condition: Any) -> Any:
    return condition.condition if isinstance(condition, Not) else _sister(condition, Not)(condition)


def _is_plain_sentence(part: Any) -> TypeGuard[Row]:
    """Return whether a part is a sentence that can become an option."""
    if not isinstance(part, tuple) or not part:
        return False
    sentence = cast(Row, part)
    return isinstance(sentence[0], Node) and not isinstance(sentence[0], nodes.May | nodes.If | nodes.IfYouDo)


def _sister(node: Node, wanted: type[Node]) -> Any:
    """Return the class that specialises `wanted` in the game of `node`, or `wanted` itself."""
    game = type(node).__module__.split(".")[1]
    return next((one for one in wanted.__subclasses__() if one.__module__.split(".")[1] == game), wanted)
