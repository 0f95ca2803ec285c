"""Selections of cards and numbers: descriptions, choices, piles, and counts."""

# The docstrings begin with the canonical wording, whatever punctuation that ends with.
# ruff: noqa: D400, D415

from __future__ import annotations

from cards.dreamweavers.language.words import KeywordName, Notion, Noun, Pile, Trait, Zone
from cards.language import nodes
from cards.language.nodes import WHOSE, It, Number, Player, Test, This
from cards.language.records import Form, Node, word


@word(
    "detail",
    Form("(of|with) power {power:test}", "de poder {power:test}"),
    Form("(of|with) cost {cost:test}", "de coste {cost:test}"),
    Form("with {keyword:keywordname}", "con {keyword:keywordname}"),
    Form("{who} play", "que juegue{s}{who:doer}"),
    Form("of {pile_of:owner} {pile}", "de {pile_of:owner|pile}"),
    WHOSE,
    means="Describes cards. Every word is optional except the noun.",
)
class Filter(nodes.Filter, frozen=True):
    """A description: `other Rage Thought of cost 2 or lower with guardian you control`, `card in your Id`. For example:
    `Destroy a tapped Thought of power 3 or lower your opponent controls.`

    Wording: traits, notion, noun, `of power …`, `of cost …`, `with <keyword>`, `you play`, `of your Ego`, then `you control` (cards in
    play) or `in your hand` (other zones).
    """

    noun: Noun
    traits: tuple[Trait, ...] = ()
    notion: Notion | None = None
    power: Test | None = None
    cost: Test | None = None
    keyword: KeywordName | None = None
    who: Player | None = None
    """The player who plays the cards, if they aren't in play yet."""
    pile: Pile | None = None
    pile_of: Player | None = None
    """The player in whose pile the cards are: `all cards of your Ego`."""
    zone: Zone = Zone.IN_PLAY
    whose: Player | None = None
    """The controller of cards in play, the owner of cards elsewhere. None: anyone's."""


class Chosen(nodes.Chosen, frozen=True):
    """Cards that a player picks: `a Thought`, `2 Thoughts`, `up to 2 Thoughts`. Cards that your opponent can see are
    named in advance (DW59).
    """

    filter: Filter
    at_least: int = 1
    at_most: int | None = 1


class All(nodes.All, frozen=True):
    """`all Thoughts`; in effects that apply as long as their text, `your Thoughts`, `Thoughts your opponent controls`."""

    filter: Filter


@word(
    "cards",
    "the attacking Thought",
    es="el Pensamiento atacante",
    means="The current attacker, under either player's control. It isn't named.",
)
class Attacker(Node, frozen=True):
    """`the attacking Thought`. For example: `The attacking Thought gets -2 power for this attack.`"""


@word("cards", "{whose:owner} hand", es="{whose:owner|la mano}", means="All cards of a hand.")
class Hand(Node, frozen=True):
    """`your hand`, `your opponent's hand`, `their hand`. For example: `Look at your opponent's hand.`"""

    whose: Player


@word(
    "cards",
    Form("the top card of {whose:owner} {pile}", "la carta superior de {whose:owner|pile}", amount=Number(1)),
    Form(
        "the top {amount} cards of {whose:owner} {pile}",
        "las {amount} cartas superiores de {whose:owner|pile}",
    ),
    means="This number of cards from the top of a mind or an Ego, or as many as there are (DW102).",
)
class TopOf(Node, frozen=True):
    """`the top card of your mind`, `the top 3 cards of your opponent's Ego`. For example:
    `Forget the top 3 cards of your mind.`
    """

    amount: Amount
    whose: Player
    pile: Pile


Selection = Chosen | All | This | It | Attacker | Hand | TopOf
"""The cards to which an instruction or a statement applies."""


@word(
    "measure",
    "{whose:owner} memory",
    es="{whose:owner|la memoria}",
    means="The tracker's number on a player's side, or 0 (DW22).",
    flags=("counted",),
)
class MemoryOf(Node, frozen=True):
    """`your memory`, `your opponent's memory`. For example: `If your memory is 3 or more, draw a card.`"""

    whose: Player


class CountOf(nodes.CountOf, frozen=True):
    """`the number of Feelings you control`. After "for each": the filter in the singular."""

    filter: Filter


Amount = Number | MemoryOf | CountOf
"""A number, or an expression that is written X and explained at the end: `…, where X is your memory`."""
