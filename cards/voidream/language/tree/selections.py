"""Selections of cards and numbers: descriptions, choices and numbers (rulebook §2, §6).

The module follows the order of words: descriptions of cards, choices, counts and measures.
"""

# The docstrings begin with the canonical wording, whatever sign that ends with.
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


def _nobodys_cards(said: ReadWording) -> Values:
    """Cards in a pile, in a word that does not say whose they are."""
    word = str(said.tokens[0])
    places = {
        "discarded": (Zone.DISCARD, '"… in your discard pile"', '"… in your opponent\'s discard pile"'),
        "voided": (Zone.VOID, '"… in your Void"', '"… in any Void"'),
        "in hand": (Zone.HAND, '"… in your hand"', '"… in your opponent\'s hand"'),
    }
    zone, *ways = places[word.lower()]
    return {"zone": zone, "unsaid": said.refused(f'"{word}" does not say whose the cards are.', *ways)}


def _whole_hand(said: ReadWording) -> All:
    return All(Filter(Noun.ARCANUM, zone=Zone.HAND, whose=said.values["whose"]))


def _of_an_attachment(described: Filter, _performer: Player) -> bool:
    return described.noun is Noun.ATTACHMENT


def _as_many(node: OfThem, _performer: Player) -> bool:
    return node.at_least == node.at_most


def _just_so_many(said: ReadWording) -> Values:
    return said.values | {"at_least": said.values["at_most"]}


def _as_one_thing(said: ReadWording) -> Node:
    if isinstance(said.values["event"], nodes.Not):
        raise said.refused("What has not happened can't be counted.")
    event: nodes.TriggerEvent = said.values["event"]
    count = cast("HowMany[Filter] | Node | None", event.what)
    if isinstance(count, HowMany):
        if count.n != 1 or count.none or count.comparison is not Comparison.OR_MORE:
            raise said.refused("How many is said twice here.")
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
        Form("(discarded|voided)", category="adjective", read=_nobodys_cards),
        Form("in_hand", read=_nobodys_cards),
        "with {points:test} {stat}",
    ),
    means="Describes cards, from the general to the particular; every word may be left out but the sort.",
    example="Destroy an exhausted entity of value 2 or lower you control.",
)
class Filter(nodes.Filter, frozen=True):
    """A description: `ready Fracta entity of value 2 or lower you control`, `arcanum in your discard pile`,
    `entity or memory`.

    Wording: traits, faction ("Chimeric Court", "Fracta", "Subter Venellam", "Maze", "neutral"), subtype (with a
    capital), noun, `or` another noun, `of value …`, `named "<title>"`, `with <keyword>`, `with dawn …`, then `you control` / `your opponent controls`
    (cards in play), `in your hand` / `in your opponent's discard pile` / `in any Void` (other zones),
    `attached to this card` / `attached to it`.
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
    """In play the controller, elsewhere the owner.

    None: anybody's (in other zones: "any"). EACH only in an instruction that each player performs, and means that
    player: the one who performs an instruction, unless it is you, is "they" in it ("Each player sacrifices an entity
    they control.", "Your opponent exhausts an entity they control.").
    """
    attached_to: This | It | None = None
    or_noun: Noun | None = None
    """A second sort that will do as well. Both are thoughts, memories, entities or constructs."""
    stat: Stat | None = None
    """Its dawn, stability or dusk, as it is now, is what `points` says."""
    points: Test | None = None


EITHER = (Noun.THOUGHT, Noun.MEMORY, Noun.ENTITY, Noun.CONSTRUCT)
"""The sorts of which a description can name two."""


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
    example="Exhaust all entities.",
)
class All(nodes.All, frozen=True):
    """`all entities`, `your entities` (read as "all entities you control"), `each entity`."""

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
    means="So many cards from the top of a deck.",
    example="Void the top 3 cards of your deck.",
)
class TopOf(Node, frozen=True):
    """`the top card of your deck`, `the top 3 cards of your opponent's deck`.

    EACH is `each player's deck`, all of them; in an instruction that each player performs, `their deck`.
    """

    amount: Amount
    whose: Player


@word(
    "cards",
    Form("the bottom card of {whose:owner} deck", "la carta del fondo de {whose:owner|el mazo}"),
    means="The lowest card of a deck.",
    example="Void the bottom card of your deck.",
)
class BottomOf(Node, frozen=True):
    """`the bottom card of your deck`; whose it is: as in TopOf."""

    whose: Player


@word(
    "cards",
    Form("one of them", "una de ellas", at_least=1, at_most=1, filter=None),
    Form("any_number_of them", "cualquier cantidad de ellas", at_least=0, at_most=None, filter=None),
    Form("{at_most:number} of them", "{at_most} de ellas", when=_as_many, read=_just_so_many, filter=None),
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
        read=_just_so_many,
    ),
    Form(
        "up_to {at_most:number} {filter:many} among them",
        "hasta {at_most} {filter:many} de entre ellas",
        at_least=0,
    ),
    means="So many of the cards that “them” means; those that are picked stay picked for the rest of the line.",
    example="Look at the top 3 cards of your deck, then void one of them.",
)
class OfThem(Node, frozen=True):
    """`one of them`, `2 of them`, `up to 2 of them`, `any number of them`; with a filter `an entity among them`.

    Picked from what "them" means; they stay "them" until an instruction is about other cards, so that the next one can be
    about `one of them` again, or about `the others`. At least and at most as in Chosen.
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
    means="Those of “them” that have not been picked.",
    example="Look at the top 3 cards of your deck, then void one of them, then discard the others.",
)
class Others(Node, frozen=True):
    """`the others`: those of "them" that have not been picked."""


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
    example="Deal X damage to an entity, where X is your depth.",
)
class DepthOf(Node, frozen=True):
    """`your depth`, `your opponent's depth`."""

    whose: Player


@word(
    "measure",
    "{whose:owner} mind",
    es="{whose:owner|la mente}",
    means="The number of a mind that is upright, 0 when it is spent.",
    example="Deal X damage to an entity, where X is your mind.",
)
class MindOf(Node, frozen=True):
    """`your mind`, `your opponent's mind`: the number that is upright, 0 when spent."""

    whose: Player


@word(
    "measure",
    "the result",
    es="el resultado",
    means="The value of the card that was rolled last on this line.",
    example="Roll, then deal X damage to an entity, where X is the result.",
)
class Result(Node, frozen=True):
    """`the result`: of the last roll on this line (R8)."""


@word(
    "measure",
    "{of:possessor} value",
    es="{of:possessor|el valor}",
    means="The value of a card.",
    example="Exhaust an entity, then deal X Dream damage to your opponent, where X is its value.",
)
class ValueOf(Node, frozen=True):
    """`its value`, `this card's value`."""

    of: This | It


@word(
    "measure",
    "{of:possessor} {stat}",
    es="{of:possessor|stat}",
    means="The dawn, stability or dusk that a card has now.",
    example="Exhaust an entity, then deal X Dream damage to your opponent, where X is its dawn.",
)
class StatOf(Node, frozen=True):
    """`its dawn`, `this card's stability`, …"""

    stat: Stat
    of: This | It


@word(
    "measure",
    Form(
        "the number of times {event:past} this round",
        "el número de veces que {event:past} en esta ronda",
        read=_as_one_thing,
    ),
    means="How often something has happened since the round began, each card by itself.",
    example="Deal X damage to an entity, where X is the number of times you have rolled this round.",
)
class HowOften(Node, frozen=True):
    """`the number of times you have evoked this round`: how often something has happened since the round began, each card
    by itself.
    """

    event: nodes.TriggerEvent


Amount = Number | CountOf | DepthOf | MindOf | Result | ThatMany | ValueOf | StatOf | HowOften
"""Wherever a number can be written, an amount that is not a Number is written X and explained at the end of the
instruction: `Deal X Dream damage to your opponent, where X is your depth.` ThatMany alone is written in place:
`deal that many damage to an entity`.
"""
