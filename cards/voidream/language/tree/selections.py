"""Selections of cards and numbers: descriptions, choices and numbers (rulebook §2, §6).

The module follows the order of words: descriptions of cards, choices, counts and measures.
"""

# The docstrings begin with the canonical wording, whatever punctuation that ends with.
# ruff: noqa: D400, D415

from __future__ import annotations

from typing import cast

from msgspec.structs import replace

from cards.language import nodes
from cards.language.context import HowMany, ReadWording
from cards.language.nodes import WHOSE, Comparison, Host, It, Number, Player, Test, ThatMany, This
from cards.language.records import Form, Node, Values, word
from cards.voidream.language.tree.sorts import Noun, Zone
from cards.voidream.language.tree.words import Faction, KeywordName, Stat, Trait


def _cards_of_unnamed_owner(wording: ReadWording) -> Values:
    """Return the values of cards in a pile, if the word doesn't say whose they are."""
    word = str(wording.tokens[0])
    places = {
        "discarded": (Zone.DISCARD, '"… in your discard pile"', '"… in your opponent\'s discard pile"'),
        "voided": (Zone.VOID, '"… in your Void"', '"… in any Void"'),
        "in hand": (Zone.HAND, '"… in your hand"', '"… in your opponent\'s hand"'),
    }
    zone, *states = places[word.lower()]
    return {"zone": zone, "unsaid": wording.refused(f'"{word}" does not say whose the cards are.', *states)}


def _whole_hand(wording: ReadWording) -> All:
    return All(Filter(Noun.ARCANUM, zone=Zone.HAND, whose=wording.values["whose"]))


def _of_an_attachment(described: Filter, _performer: Player) -> bool:
    return described.noun is Noun.ATTACHMENT


def _as_many(node: OfThem, _performer: Player) -> bool:
    return node.at_least == node.at_most


def _exact_number(wording: ReadWording) -> Values:
    return wording.values | {"at_least": wording.values["at_most"]}


def _without_number(wording: ReadWording) -> Node:
    if isinstance(wording.values["event"], nodes.Not):
        raise wording.refused("What has not happened can't be counted.")
    event: nodes.TriggerEvent = wording.values["event"]
    count = cast("HowMany[Filter] | Node | None", event.what)
    if isinstance(count, HowMany):
        if count.n != 1 or count.none or count.comparison is not Comparison.OR_MORE:
            raise wording.refused("The number is given twice here.")
        event = replace(event, what=count.filter)
    return HowOften(event)


@word(
    "detail",
    Form("(of_value|with value) {value:test}", "de valor {value:test}"),
    Form("named {title}", "{agreed|llamado} {title:title}"),
    Form("with {keyword:keywordname}", "con {keyword:keywordname}"),
    Form("(with|of) {stat} {points:test}", "con {stat:bare} {points:test}"),
    WHOSE,
    Form(
        "(attached_to|from|on|under) {attached_to:oneself}",
        "de {attached_to:subject}",
        when=_of_an_attachment,
    ),
    Form("attached_to {attached_to:oneself}", "{agreed|vinculado} a {attached_to:cards}"),
    also=(
        Form("enemy", category="adjective", whose=Player.OPPONENT),
        Form("friendly", category="adjective", whose=Player.YOU),
        Form("(discarded|voided)", category="adjective", read=_cards_of_unnamed_owner),
        Form("in_hand", read=_cards_of_unnamed_owner),
        "with {points:test} {stat}",
    ),
    means="Describes cards. Every word is optional except the noun.",
)
class Filter(nodes.Filter, frozen=True):
    """A description: `ready Fracta entity of value 2 or lower you control`, `arcanum in your discard pile`,
    `entity or memory`. For example: `Destroy an exhausted entity of value 2 or lower you control.`

    Wording: traits, faction ("Chimeric Court", "Fracta", "Subter Venellam", "Maze", "neutral"), subtype (with a
    capital), noun, `or` another noun, `of value …`, `named "<title>"`, `with <keyword>`, `with dawn …`. Then follows the
    place: `you control` / `your opponent controls` (cards in play), `in your hand` / `in your opponent's discard pile` /
    `in any Void` (other zones), `attached to this card` / `attached to it`.
    """

    noun: Noun
    traits: tuple[Trait, ...] = ()
    faction: Faction | None = None
    subtype: str | None = None
    value: Test | None = None
    title: str | None = None
    keyword: KeywordName | None = None
    zone: Zone = Zone.IN_PLAY
    whose: Player | None = None
    """The controller of cards in play, the owner of cards elsewhere.

    None: anyone's (in other zones: "any"). EACH means each performer, in instructions performed by each player. A
    performer other than you is "they" ("Each player sacrifices an entity they control.", "Your opponent exhausts an
    entity they control.").
    """
    attached_to: This | It | None = None
    or_noun: Noun | None = None
    """An alternative noun. Both are thoughts, memories, entities or constructs."""
    stat: Stat | None = None
    """The number that `points` restricts: the card's current dawn, stability or dusk."""
    points: Test | None = None


EITHER = (Noun.THOUGHT, Noun.MEMORY, Noun.ENTITY, Noun.CONSTRUCT)
"""The nouns of which a description can name two."""


class Chosen(nodes.Chosen, frozen=True):
    """Cards that a player picks: `an entity`, `2 entities`, `up to 2 entities`, `any number of entities`.

    `at_least` is 0 and `at_most` the number for "up to"; `at_most` None (with `at_least` 0) is "any number of".
    The player who performs the instruction chooses ("Your opponent discards an arcanum": the opponent).
    "target entity" is read as "an entity".
    """

    filter: Filter
    at_least: int = 1
    at_most: int | None = 1


@word(
    "cards",
    also=(Form("{whose:owner} hand", read=_whole_hand),),
    means="Every card described; no one chooses.",
)
class All(nodes.All, frozen=True):
    """`all entities`, `your entities` (read as "all entities you control"), `each entity`. For example:
    `Exhaust all entities.`
    """

    filter: Filter


@word(
    "cards",
    Form(
        "the top card of {whose:owner} deck",
        "la carta superior de {whose:owner|el mazo}",
        amount=Number(1),
    ),
    Form(
        "the top {amount} cards of {whose:owner} deck",
        "esa cantidad de cartas superiores de {whose:owner|el mazo}",
        when=lambda node, _: isinstance(node.amount, ThatMany),
    ),
    Form(
        "the top {amount} cards of {whose:owner} deck",
        "las {amount} cartas superiores de {whose:owner|el mazo}",
    ),
    means="This number of cards from the top of a deck.",
)
class TopOf(Node, frozen=True):
    """`the top card of your deck`, `the top 3 cards of your opponent's deck`. For example: `Void the top 3 cards of your deck.`

    EACH is `each player's deck`, all of them; in an instruction that each player performs, `their deck`.
    """

    amount: Amount
    whose: Player


@word(
    "cards",
    Form("the bottom card of {whose:owner} deck", "la carta del fondo de {whose:owner|el mazo}"),
    means="The bottom card of a deck.",
)
class BottomOf(Node, frozen=True):
    """`the bottom card of your deck`; `whose` as in TopOf. For example: `Void the bottom card of your deck.`"""

    whose: Player


@word(
    "cards",
    Form("one of them", "una de ellas", at_least=1, at_most=1, filter=None),
    Form("any_number_of them", "cualquier cantidad de ellas", at_least=0, at_most=None, filter=None),
    Form("{at_most:number} of them", "{at_most} de ellas", when=_as_many, read=_exact_number, filter=None),
    Form("up_to {at_most:number} of them", "hasta {at_most} de ellas", at_least=0, filter=None),
    Form("{filter:described} among them", "{filter:described} de entre ellas", at_least=1, at_most=1),
    Form(
        "any_number_of {filter:many} among them",
        "cualquier cantidad de {filter:many} de entre ellas",
        at_least=0,
        at_most=None,
    ),
    Form(
        "{at_most:number} {filter:many} among them",
        "{at_most} {filter:many} de entre ellas",
        when=_as_many,
        read=_exact_number,
    ),
    Form(
        "up_to {at_most:number} {filter:many} among them",
        "hasta {at_most} {filter:many} de entre ellas",
        at_least=0,
    ),
    means="This number of the cards called “them”. They stay picked for the rest of the line.",
)
class OfThem(Node, frozen=True):
    """`one of them`, `2 of them`, `up to 2 of them`, `any number of them`; with a filter `an entity among them`. For example:
    `Look at the top 3 cards of your deck, then void one of them.`

    Picked from "them". They stay "them" until an instruction refers to other cards, so that the next one can be about
    `one of them` again, or about `the others`. The minimum and maximum are as in Chosen.
    """

    at_least: int = 1
    at_most: int | None = 1
    filter: Filter | None = None


@word(
    "cards",
    "the_others",
    es="las demás",
    also=("the_other", "the_rest"),
    flags=("several",),
    means="Those of “them” that weren't picked.",
)
class Others(Node, frozen=True):
    """`the others`: those of "them" that weren't picked. For example:
    `Look at the top 3 cards of your deck, then void one of them, then discard the others.`
    """


Selection = Chosen | All | This | It | Host | TopOf | BottomOf | OfThem | Others


# ------------------------------------------------------------------------------------------------------- amounts


class CountOf(nodes.CountOf, frozen=True):
    """`the number of entities you control`, `the number of arcana in your hand`, `the number of offerings in your
    Void` (subtype Offering). After "for each": the filter in the singular.
    """

    filter: Filter


@word(
    "measure",
    "{whose:owner} depth",
    es="{whose:owner|la profundidad}",
    means="The value of the card on top of a deck (§2).",
)
class DepthOf(Node, frozen=True):
    """`your depth`, `your opponent's depth`. For example: `Deal X damage to an entity, where X is your depth.`"""

    whose: Player


@word(
    "measure",
    "{whose:owner} mind",
    es="{whose:owner|la mente}",
    means="The upright number of a mind; 0 when it is spent.",
)
class MindOf(Node, frozen=True):
    """`your mind`, `your opponent's mind`: the upright number, 0 when spent. For example:
    `Deal X damage to an entity, where X is your mind.`
    """

    whose: Player


@word(
    "measure",
    "the result",
    es="el resultado",
    means="The value of the card that was rolled last on this line.",
)
class Result(Node, frozen=True):
    """`the result`: of the last roll on this line (R8). For example:
    `Roll, then deal X damage to an entity, where X is the result.`
    """


@word("measure", "{of:possessor} value", es="{of:possessor|el valor}", means="The value of a card.")
class ValueOf(Node, frozen=True):
    """`its value`, `this card's value`. For example:
    `Exhaust an entity, then deal X Dream damage to your opponent, where X is its value.`
    """

    of: This | It


@word(
    "measure",
    "{of:possessor} {stat}",
    es="{of:possessor|stat}",
    means="The current dawn, stability or dusk of a card.",
)
class StatOf(Node, frozen=True):
    """`its dawn`, `this card's stability`, … For example:
    `Exhaust an entity, then deal X Dream damage to your opponent, where X is its dawn.`
    """

    stat: Stat
    of: This | It


@word(
    "measure",
    Form(
        "the number of times {event:past} this round",
        "el número de veces que {event:past} en esta ronda",
        read=_without_number,
    ),
    means="The number of times that something has happened this round, counting each card separately.",
)
class HowOften(Node, frozen=True):
    """`the number of times you have evoked this round`: counts each card separately. For example:
    `Deal X damage to an entity, where X is the number of times you have rolled this round.`
    """

    event: nodes.TriggerEvent


Amount = Number | CountOf | DepthOf | MindOf | Result | ThatMany | ValueOf | StatOf | HowOften
"""A number, or an expression for it.

An expression is written X and explained at the end of the instruction: `Deal X Dream damage to your opponent, where X
is your depth.` Only ThatMany is written in place: `deal that many damage to an entity`.
"""
