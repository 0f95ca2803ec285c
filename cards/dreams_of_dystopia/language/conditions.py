"""Conditions after "if"."""

# The docstrings begin with the canonical wording, which may end with any sign.
# ruff: noqa: D400, D415

from __future__ import annotations

from cards.dreams_of_dystopia.language.selections import Filter
from cards.dreams_of_dystopia.language.words import Faction
from cards.language import nodes
from cards.language.nodes import It, This
from cards.language.records import Form, Node, word


@word(
    "fact",
    "your Fame is {n} or_more",
    es="tu Fama es {n} o más",
    also=("your Fame is {n} or_higher", "your Fame is at_least {n}", "you have {n} or_more Fame"),
    means="Asked when the sentence's turn comes.",
)
class FameIs(Node, frozen=True):
    """`your Fame is 5 or more`. For example: `If your Fame is 5 or more, draw 1.`"""

    n: int


@word(
    "fact",
    "your_LP are {n} or_less",
    es="tus PV son {n} o menos",
    also=("your_LP are {n} or_fewer", "your_LP are {n} or_lower", "you have {n} or_less LP"),
    means="Asked when the sentence's turn comes.",
)
class LPAre(Node, frozen=True):
    """`your LP are 5 or less`. For example: `If your LP are 5 or less, gain 1 LP.`"""

    n: int


@word(
    "fact",
    "your_Master is {faction}",
    es="tu Maestro es {faction}",
    means="Which side of it is up now (DD106).",
)
class MasterIs(Node, frozen=True):
    """`your Master is Divine`. For example: `If your Master is Divine, gain 2 LP.`"""

    faction: Faction


@word(
    "fact",
    Form("the attack was not blocked", "el ataque no fue bloqueado"),
    means="No blocker was sent; behind Upon Hit alone.",
)
class Unblocked(Node, frozen=True):
    """`the attack was not blocked`. For example: `Upon Hit: If the attack was not blocked, draw 1.`"""


@word(
    "fact",
    Form("you have more LP than your opponent", "tienes más PV que tu rival"),
    means="Compares the two players of a Combat.",
)
class HasMoreLP(Node, frozen=True):
    """`you have more LP than your opponent`. For example: `If you have more LP than your opponent, draw 1.`"""


class MatchesFilter(nodes.MatchesFilter, frozen=True):
    """`it is a Weapon`: the revealed card is of that sort."""

    what: This | It
    filter: Filter
