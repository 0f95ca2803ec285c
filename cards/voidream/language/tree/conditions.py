"""Conditions behind "if", "while" and "play this card only" (rulebook §4, §7)."""

# The docstrings begin with the canonical wording, whatever sign that ends with.

from __future__ import annotations

from typing import cast

from msgspec.structs import replace

from cards.language import nodes
from cards.language.context import HowMany, ReadWording
from cards.language.nodes import Comparison, It, Player, Test, This
from cards.language.records import Form, Node, Values, phrase, word
from cards.voidream.language.tree.selections import Amount, CountOf, DepthOf, Filter, MindOf
from cards.voidream.language.tree.sorts import Noun, Zone
from cards.voidream.language.tree.triggers import TriggerEvent
from cards.voidream.language.tree.words import ConflictKind, Relation


def _a_mind(said: ReadWording) -> Values:
    if not isinstance(said.values["amount"], MindOf):
        raise said.refused('Only a mind is "spent".', "a number", at="spent")
    return said.values


def _by_cards(node: Happened, _performer: Player) -> bool:
    """Return whether it is said of a number of cards, or once, so that it need not be said how many times."""
    once = node.comparison is Comparison.OR_MORE and node.n == 1
    return once or isinstance(node.event.what, Filter)


def _of_a_sort(node: OnTop, _performer: Player) -> bool:
    return isinstance(node.what, Filter)


def _in_this_round(said: ReadWording) -> Node:
    event = said.values["event"]
    denied = isinstance(event, Not)
    if isinstance(event, Not):
        event = cast("TriggerEvent", event.condition)
    times: Test | None = said.values.get("comparison")
    comparison, n = (times.comparison, times.n) if times else (Comparison.OR_MORE, 1)
    count = cast("HowMany[Filter] | Node | None", event.what)
    if isinstance(count, HowMany):
        if times and (count.n != 1 or count.none or count.comparison is not Comparison.OR_MORE):
            raise said.refused("How many is said twice here.")
        event = replace(event, what=count.filter)
        if not times:
            comparison, n = count.comparison, count.n
        denied = denied is not count.none
    happened = Happened(event, comparison, n)
    return Not(happened) if denied else happened


def _as_theirs(said: ReadWording) -> Node:
    """Return a comparison with another player's: "your depth is higher than your opponent's"."""
    amount, whose = said.values["amount"], said.values["whose"]
    if not isinstance(amount, DepthOf | MindOf):
        raise said.refused("Whose is this?", '"your depth is higher than your opponent\'s"')
    compared = CompareWith(amount, said.values["relation"], replace(amount, whose=whose))
    return Not(compared) if said.values.get("denied") else compared


def _more_than_they(said: ReadWording) -> Node:
    """Return the comparison of two players: "you control more entities than your opponent"."""
    filter: Filter = said.values["filter"]
    who, whose = said.values["who"], said.values["whose"]
    verb = str(said.tokens[0])
    if {who, whose} != {Player.YOU, Player.OPPONENT}:
        raise said.refused(
            "This compares you with your opponent.", '"you control more entities than your opponent"'
        )
    if filter.whose is not (None if filter.zone is Zone.IN_PLAY else who):
        raise said.refused(f'"{verb}" says whose the cards are, and so does the end of the phrase.')
    if filter.zone is Zone.IN_PLAY and (filter.noun is Noun.ARCANUM or filter.subtype == "Offering"):
        raise said.refused("This does not say where these cards are.", '"… in your hand"', '"… in your Void"')
    relations = {"more": Relation.HIGHER, "fewer": Relation.LOWER, "as many": Relation.SAME}
    relation = next(relations[word] for token in said.tokens if (word := token.lower()) in relations)
    ours, theirs = (CountOf(replace(filter, whose=player)) for player in (who, whose))
    return CompareWith(ours, relation, theirs)


def _both_the_same(said: ReadWording) -> Node:
    measure: type[DepthOf | MindOf] = said.values["measure"]
    return CompareWith(measure(Player.YOU), Relation.SAME, measure(Player.OPPONENT))


def _has(said: ReadWording) -> Node:
    """Return a player's possession: cards that they control, or that are in a pile of theirs."""
    who: Player = said.values["who"]
    count: HowMany[Filter] = said.values["count"]
    verb = "have" if "not" in said.tokens else str(said.tokens[-1])
    filter: Filter = count.filter
    if said.values.get("denied") and count.none:
        raise said.refused('One "no" is enough.', at="not")
    if filter.zone is Zone.IN_PLAY:
        if filter.noun is Noun.ARCANUM:
            raise said.refused(
                "This does not say where the arcana are.", '"… in your hand"', '"… in your Void"', at=verb
            )
        if filter.noun is Noun.CARD and filter.subtype == "Offering":
            raise said.refused("This does not say where the offerings are.", '"… in your Void"', at=verb)
    in_play_of_somebody = filter.zone is Zone.IN_PLAY and filter.whose is not None
    if in_play_of_somebody or (filter.zone is not Zone.IN_PLAY and filter.whose is not who):
        raise said.refused(
            f'"{verb}" says whose the cards are, and so does the end of the phrase.', at=verb.lower()
        )
    return _so_many(count, replace(filter, whose=who), denied=said.values.get("denied", False))


def _bears(said: ReadWording) -> Node:
    """Return a card's possession: charges and attachments."""
    count: HowMany[Filter] = said.values["count"]
    if count.filter.noun not in (Noun.CHARGE, Noun.ATTACHMENT) or count.filter.attached_to is not None:
        raise said.refused("What a card has are charges, attachments and keywords.")
    return _so_many(count, replace(count.filter, attached_to=said.values["of"]), denied=False)


def _so_many(count: HowMany[Filter], filter: Filter, *, denied: bool) -> Node:
    exists = Exists(filter, count.comparison, count.n)
    return Not(exists) if count.none or denied else exists


def _has_the_keyword(said: ReadWording) -> Node:
    return MatchesFilter(said.values["what"], Filter(Noun.CARD, keyword=said.values["keyword"]))


def _empty(said: ReadWording) -> Node:
    zone: Zone = said.values["zone"]
    noun = Noun.ARCANUM if zone is Zone.HAND else Noun.CARD
    exists = Exists(Filter(noun, zone=zone, whose=said.values["whose"]))
    return exists if said.values.get("denied") else Not(exists)


CONFLICT = phrase(
    "conflict",
    Form("a [{kind:conflictkind}] conflict", "un conflicto[ de {kind}]"),
    also=(
        Form(
            "a {one:conflictkind} or {other:conflictkind} conflict",
            read=lambda said: said.values["one"] if said.values["one"] is said.values["other"] else None,
        ),
    ),
)
"""A conflict of a sort, or of any."""


@word(
    "fact",
    Form("{who} is [denied=not] in Nightmare", "{who:verb|está} en la Pesadilla"),
    also=(Form("in Nightmare", who=Player.YOU),),
    means="Somebody has entered Nightmare, and it lasts.",
    example="If you are in Nightmare, evoke.",
)
class InNightmare(Node, frozen=True):
    """`you are in Nightmare`, `your opponent is in Nightmare`."""

    who: Player


@word(
    "fact",
    Form("there is {kind:conflict}", "hay {kind:conflict}"),
    Form("there is no [{kind}] conflict", "no hay conflicto[ de {kind}]", denied=True),
    Form("during {kind:conflict}", "durante {kind:conflict}", category="span"),
    Form("outside {kind:conflict}", "fuera de {kind:conflict}", category="span", denied=True),
    also=(
        "the [current] conflict is {kind}",
        Form("during [{kind}] conflict", category="span"),
        Form("outside [{kind}] conflict", category="span", denied=True),
    ),
    means="A conflict goes on.",
    example="If there is a dawn conflict, evoke.",
)
class DuringConflict(Node, frozen=True):
    """`there is a conflict`, `there is a dawn conflict`; as a restriction `during a dusk conflict`."""

    kind: ConflictKind | None = None


@word(
    "fact",
    Form("{who} is [denied=not] attacking", "{who:verb|ataca}", attacking=True),
    Form("{who} is [denied=not] defending", "{who:verb|defiende}", attacking=False),
    means="Somebody is the attacker, or the defender, of the conflict.",
    example="If you are attacking, evoke.",
)
class TakesPart(Node, frozen=True):
    """`you are attacking` / `you are defending` (who=YOU); `this card is participating` is a `MatchesFilter`."""

    who: Player
    attacking: bool


@word(
    "fact",
    Form(
        "{amount:measure} is [denied=not] spent",
        "{amount:measure} [denied=no ]está gastada",
        when=lambda node, _: isinstance(node.amount, MindOf),
        read=_a_mind,
        comparison=Comparison.EXACTLY,
        n=0,
    ),
    *nodes.COMPARED,
    means="A number is this one, or at least or at most this one.",
    example="If your depth is 3 or higher, evoke.",
)
class Compare(nodes.Compare, frozen=True):
    """`your depth is 3 or higher`, `your mind is 2`, `the result is 4 or lower`, `the number of … is 3 or more`."""

    amount: Amount
    comparison: Comparison
    n: int


@word(
    "fact",
    Form(
        "{amount:measure} is [denied=not] {relation} {other:measure}",
        "{amount:measure} [denied=no ]es {relation} {other:measure}",
    ),
    also=(
        Form("{amount:measure} is [denied=not] {relation} {whose:owner}", read=_as_theirs),
        Form(
            "{who:player} (control|have) (more|fewer) {filter:filter|who} than {whose:player} [do]",
            read=_more_than_they,
        ),
        Form(
            "{who:player} (control|have) as_many {filter:filter|who} as {whose:player} [do]",
            read=_more_than_they,
        ),
        Form("you and your opponent have the same depth", read=_both_the_same, measure=DepthOf),
        Form("you and your opponent have the same mind", read=_both_the_same, measure=MindOf),
    ),
    means="One number is higher or lower than another one, or the same.",
    example="If your depth is higher than your opponent's depth, evoke.",
)
class CompareWith(Node, frozen=True):
    """`your depth is higher than your opponent's depth`, `the number of … is lower than the number of …`, `its dawn is
    the same as its dusk`.
    """

    amount: Amount
    relation: Relation
    other: Amount


@word(
    "fact",
    Form("{event:past} this round", "{event:past} en esta ronda", when=_by_cards, read=_in_this_round),
    Form(
        "{event:past} {comparison:times} this round",
        "{event:past} {comparison:times} en esta ronda",
        read=_in_this_round,
    ),
    means="Something has happened, or so often, since the round began, each card by itself.",
    example="If you have rolled this round, evoke.",
)
class Happened(Node, frozen=True):
    """`you have evoked this round`, `you have evoked 2 or more times this round`, `an entity has been destroyed this round`,
    `you have played 2 or more arcana this round`.

    How often something has happened since the round began, each card by itself.
    """

    event: TriggerEvent
    comparison: Comparison = Comparison.OR_MORE
    n: int = 1


@word(
    "fact",
    Form(
        "there is {what:described} on_top_of {whose:deck}",
        "hay {what:described} encima de {whose:deck}",
        when=_of_a_sort,
    ),
    Form(
        "there is no {what:one} on_top_of {whose:deck}",
        "no hay {what:each} encima de {whose:deck}",
        when=_of_a_sort,
        denied=True,
    ),
    Form(
        "{what:it} is [denied=not] on_top_of {whose:deck}",
        "{what:subject} [denied=no ]está encima de {whose:deck}",
    ),
    also=(Form("{what:this} is [denied=not] on_top_of {whose:deck}"),),
    means="A card is the topmost one of a deck.",
    example="While this card is on top of your deck, +1 dawn to all entities.",
)
class OnTop(Node, frozen=True):
    """`it is on top of your deck`, `this card is on top of its owner's deck` (whose=None), `there is a construct on top of
    your opponent's deck`: an active one, since nobody sees the others there.
    """

    what: This | It | Filter
    whose: Player | None = Player.YOU


@word(
    "fact",
    also=(
        Form("{who:player} have {count:count|who}", read=_has),
        Form("{who:player} do not have {count:count|who}", read=_has, denied=True),
        Form("{of:this} have {count:count}", read=_bears),
        Form("{of:it} have {count:count}", read=_bears),
        Form("{whose:owner} {zone} is [denied=not] empty", read=_empty),
    ),
    means="This number of cards of this description exists, or a player controls it.",
    example="If you control an exhausted entity, evoke.",
)
class Exists(nodes.Exists, frozen=True):
    """`you control an exhausted entity`, `you control 3 or more entities`, `there are 2 or more cards in your Void`."""

    filter: Filter
    comparison: Comparison = Comparison.OR_MORE
    n: int = 1


@word(
    "fact",
    also=(
        Form("{what:this} have {keyword:keywordname}", read=_has_the_keyword),
        Form("{what:it} have {keyword:keywordname}", read=_has_the_keyword),
    ),
    means="A card fits a description, or is in a state.",
    example="If this card is ready, evoke.",
)
class MatchesFilter(nodes.MatchesFilter, frozen=True):
    """`it is an entity`, `it is an exhausted entity of value 2`, `this card is participating`, `this card is ready`.

    Where only traits matter the noun is not written and is CARD.
    """

    what: This | It
    filter: Filter


class Not(nodes.Not, frozen=True):
    """`you are not in Nightmare`, `there is no conflict`, `it is not …`, `you control no …`, `your mind is not 2`."""

    condition: Condition


class Both(nodes.Both, frozen=True):
    """`<condition> and <condition>`."""

    first: Condition
    second: Condition


Condition = (
    InNightmare | DuringConflict | TakesPart | Compare | CompareWith | Happened | OnTop | Exists | MatchesFilter | Not
    | Both
)  # fmt: skip
