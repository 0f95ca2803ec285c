"""Conditions behind "if", "while" and "play this card only" (rulebook §4, §7)."""

# The docstrings begin with the canonical wording, whatever punctuation that ends with.

# The docstrings begin with the canonical wording, whatever punctuation that ends with.
# ruff: noqa: D400, D415

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


def _a_mind(wording: ReadWording) -> Values:
    if not isinstance(wording.values["amount"], MindOf):
        raise wording.refused('Only a mind is "spent".', "a number", at="spent")
    return wording.values


def _by_cards(node: Happened, _performer: Player) -> bool:
    """Return whether the wording has a number of cards, or means once, so that it doesn't need a number of times."""
    is_once = node.comparison is Comparison.OR_MORE and node.n == 1
    return is_once or isinstance(node.event.what, Filter)


def _has_noun(node: OnTop, _performer: Player) -> bool:
    return isinstance(node.what, Filter)


def _in_this_round(wording: ReadWording) -> Node:
    event = wording.values["event"]
    denied = isinstance(event, Not)
    if isinstance(event, Not):
        event = cast("TriggerEvent", event.condition)
    times: Test | None = wording.values.get("comparison")
    comparison, n = (times.comparison, times.n) if times else (Comparison.OR_MORE, 1)
    count = cast("HowMany[Filter] | Node | None", event.what)
    if isinstance(count, HowMany):
        if times and (count.n != 1 or count.none or count.comparison is not Comparison.OR_MORE):
            raise wording.refused("The number is given twice here.")
        event = replace(event, what=count.filter)
        if not times:
            comparison, n = count.comparison, count.n
        denied = denied is not count.none
    happened = Happened(event, comparison, n)
    return Not(happened) if denied else happened


def _as_theirs(wording: ReadWording) -> Node:
    """Return a comparison with another player's number: "your depth is higher than your opponent's"."""
    amount, owner = wording.values["amount"], wording.values["whose"]
    if not isinstance(amount, DepthOf | MindOf):
        raise wording.refused("Whose is this?", '"your depth is higher than your opponent\'s"')
    compared = CompareWith(amount, wording.values["relation"], replace(amount, whose=owner))
    return Not(compared) if wording.values.get("denied") else compared


def _more_than_they(wording: ReadWording) -> Node:
    """Return a comparison of two players: "you control more entities than your opponent"."""
    filter: Filter = wording.values["filter"]
    who, other_player = wording.values["who"], wording.values["whose"]
    verb = str(wording.tokens[0])
    if {who, other_player} != {Player.YOU, Player.OPPONENT}:
        raise wording.refused(
            "This compares you with your opponent.", '"you control more entities than your opponent"'
        )
    if filter.whose is not (None if filter.zone is Zone.IN_PLAY else who):
        raise wording.refused(f'"{verb}" says whose the cards are, and so does the end of the phrase.')
    if filter.zone is Zone.IN_PLAY and (filter.noun is Noun.ARCANUM or filter.subtype == "Offering"):
        raise wording.refused(
            "This does not say where these cards are.", '"… in your hand"', '"… in your Void"'
        )
    relations = {"more": Relation.HIGHER, "fewer": Relation.LOWER, "as many": Relation.SAME}
    relation = next(relations[word] for token in wording.tokens if (word := token.lower()) in relations)
    ours, theirs = (CountOf(replace(filter, whose=player)) for player in (who, other_player))
    return CompareWith(ours, relation, theirs)


def _both_the_same(wording: ReadWording) -> Node:
    measure: type[DepthOf | MindOf] = wording.values["measure"]
    return CompareWith(measure(Player.YOU), Relation.SAME, measure(Player.OPPONENT))


def _has(wording: ReadWording) -> Node:
    """Return a condition on a player's cards: those that they control, or those in one of their piles."""
    player: Player = wording.values["who"]
    count: HowMany[Filter] = wording.values["count"]
    verb = "have" if "not" in wording.tokens else str(wording.tokens[-1])
    filter: Filter = count.filter
    if wording.values.get("denied") and count.none:
        raise wording.refused('One "no" is enough.', at="not")
    if filter.zone is Zone.IN_PLAY:
        if filter.noun is Noun.ARCANUM:
            raise wording.refused(
                "This does not say where the arcana are.", '"… in your hand"', '"… in your Void"', at=verb
            )
        if filter.noun is Noun.CARD and filter.subtype == "Offering":
            raise wording.refused("This does not say where the offerings are.", '"… in your Void"', at=verb)
    in_play_of_somebody = filter.zone is Zone.IN_PLAY and filter.whose is not None
    if in_play_of_somebody or (filter.zone is not Zone.IN_PLAY and filter.whose is not player):
        raise wording.refused(
            f'"{verb}" says whose the cards are, and so does the end of the phrase.', at=verb.lower()
        )
    return _count_condition(count, replace(filter, whose=player), denied=wording.values.get("denied", False))


def _card_has(wording: ReadWording) -> Node:
    """Return a condition on a card's charges and attachments."""
    count: HowMany[Filter] = wording.values["count"]
    if count.filter.noun not in (Noun.CHARGE, Noun.ATTACHMENT) or count.filter.attached_to is not None:
        raise wording.refused("What a card has are charges, attachments and keywords.")
    return _count_condition(count, replace(count.filter, attached_to=wording.values["of"]), denied=False)


def _count_condition(count: HowMany[Filter], filter: Filter, *, denied: bool) -> Node:
    exists = Exists(filter, count.comparison, count.n)
    return Not(exists) if count.none or denied else exists


def _has_the_keyword(wording: ReadWording) -> Node:
    return MatchesFilter(wording.values["what"], Filter(Noun.CARD, keyword=wording.values["keyword"]))


def _empty(wording: ReadWording) -> Node:
    zone: Zone = wording.values["zone"]
    noun = Noun.ARCANUM if zone is Zone.HAND else Noun.CARD
    exists = Exists(Filter(noun, zone=zone, whose=wording.values["whose"]))
    return exists if wording.values.get("denied") else Not(exists)


CONFLICT = phrase(
    "conflict",
    Form("a [{kind:conflictkind}] conflict", "un conflicto[ de {kind}]"),
    also=(
        Form(
            "a {one:conflictkind} or {other:conflictkind} conflict",
            read=lambda wording: (
                wording.values["one"] if wording.values["one"] is wording.values["other"] else None
            ),
        ),
    ),
)
"""A conflict of one kind, or of any kind."""


@word(
    "fact",
    Form("{who} is [denied=not] in Nightmare", "{who:verb|está} en la Pesadilla"),
    also=(Form("in Nightmare", who=Player.YOU),),
    means="A player is in Nightmare.",
)
class InNightmare(Node, frozen=True):
    """`you are in Nightmare`, `your opponent is in Nightmare`. For example: `If you are in Nightmare, evoke.`"""

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
    means="A conflict is in progress.",
)
class DuringConflict(Node, frozen=True):
    """`there is a conflict`, `there is a dawn conflict`; as a restriction `during a dusk conflict`. For example:
    `If there is a dawn conflict, evoke.`
    """

    kind: ConflictKind | None = None


@word(
    "fact",
    Form("{who} is [denied=not] attacking", "{who:verb|ataca}", attacking=True),
    Form("{who} is [denied=not] defending", "{who:verb|defiende}", attacking=False),
    means="A player is the attacker or the defender of the conflict.",
)
class TakesPart(Node, frozen=True):
    """`you are attacking` / `you are defending` (who=YOU); `this card is participating` is a `MatchesFilter`. For example:
    `If you are attacking, evoke.`
    """

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
    means="A number is equal to this one, or at least or at most this one.",
)
class Compare(nodes.Compare, frozen=True):
    """`your depth is 3 or higher`, `your mind is 2`, `the result is 4 or lower`, `the number of … is 3 or more`. For example:
    `If your depth is 3 or higher, evoke.`
    """

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
    means="One number is higher than, lower than or equal to another.",
)
class CompareWith(Node, frozen=True):
    """`your depth is higher than your opponent's depth`, `the number of … is lower than the number of …`, `its dawn is
    the same as its dusk`. For example: `If your depth is higher than your opponent's depth, evoke.`
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
    means="Something has happened this round, at least once or the given number of times, counting each card separately.",
)
class Happened(Node, frozen=True):
    """`you have evoked this round`, `you have evoked 2 or more times this round`, `an entity has been destroyed this round`,
    `you have played 2 or more arcana this round`. For example: `If you have rolled this round, evoke.`

    The number of times that an event has occurred this round, counting each card separately.
    """

    event: TriggerEvent
    comparison: Comparison = Comparison.OR_MORE
    n: int = 1


@word(
    "fact",
    Form(
        "there is {what:described} on_top_of {whose:deck}",
        "hay {what:described} encima de {whose:deck}",
        when=_has_noun,
    ),
    Form(
        "there is no {what:one} on_top_of {whose:deck}",
        "no hay {what:each} encima de {whose:deck}",
        when=_has_noun,
        denied=True,
    ),
    Form(
        "{what:it} is [denied=not] on_top_of {whose:deck}",
        "{what:subject} [denied=no ]está encima de {whose:deck}",
    ),
    also=(Form("{what:this} is [denied=not] on_top_of {whose:deck}"),),
    means="A card is the top card of a deck.",
)
class OnTop(Node, frozen=True):
    """`it is on top of your deck`, `this card is on top of its owner's deck` (whose=None), `there is a construct on top of
    your opponent's deck`: an active one, because others there are hidden. For example:
    `While this card is on top of your deck, +1 dawn to all entities.`
    """

    what: This | It | Filter
    whose: Player | None = Player.YOU


@word(
    "fact",
    also=(
        Form("{who:player} have {count:count|who}", read=_has),
        Form("{who:player} do not have {count:count|who}", read=_has, denied=True),
        Form("{of:this} have {count:count}", read=_card_has),
        Form("{of:it} have {count:count}", read=_card_has),
        Form("{whose:owner} {zone} is [denied=not] empty", read=_empty),
    ),
    means="This number of cards that fit the description exist, or a player controls them.",
)
class Exists(nodes.Exists, frozen=True):
    """`you control an exhausted entity`, `you control 3 or more entities`, `there are 2 or more cards in your Void`. For example:
    `If you control an exhausted entity, evoke.`
    """

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
)
class MatchesFilter(nodes.MatchesFilter, frozen=True):
    """`it is an entity`, `it is an exhausted entity of value 2`, `this card is participating`, `this card is ready`. For example:
    `If this card is ready, evoke.`

    If only traits matter, the noun is CARD and isn't written.
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
