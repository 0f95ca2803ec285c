"""Conditions after "if" and "while"."""

# The docstrings begin with the canonical wording, whatever punctuation that ends with.
# ruff: noqa: D400, D415

from __future__ import annotations

from cards.dreamweavers.language.selections import Amount, Filter
from cards.language import nodes
from cards.language.nodes import Comparison, It, Player, This
from cards.language.records import Form, Node, word


@word(
    "fact",
    "{who} control only one {what:one}",
    es="{who:verb|controla} solo {what:filter}",
    means="Exactly one exists, and that player controls it.",
)
class ControlsOne(Node, frozen=True):
    """`you control only one Thought`. For example: `If you control only one Thought, draw a card.`"""

    who: Player
    what: Filter


@word(
    "fact",
    "{who} control fewer {what:many} than {whom:player}",
    es="{who:verb|controla} menos {what:counted} que {whom:player}",
    means="Compares the cards that two players have in play.",
)
class ControlsFewer(Node, frozen=True):
    """`you control fewer Thoughts than your opponent`. For example:
    `If you control fewer Thoughts than your opponent, draw a card.`
    """

    who: Player
    what: Filter
    whom: Player


@word(
    "fact",
    "{who} hold fewer cards than {whom:player}",
    es="{who:verb|tiene} menos cartas en la mano que {whom:player}",
    means="Compares the numbers of cards in two players' hands.",
)
class HoldsFewer(Node, frozen=True):
    """`you hold fewer cards than your opponent`. For example: `If you hold fewer cards than your opponent, draw a card.`"""

    who: Player
    whom: Player


@word(
    "fact",
    Form("your Ego has fewer cards than your opponent's", "tu Ego tiene menos cartas que el de tu rival"),
    means="Your Ego is smaller than your opponent's.",
)
class EgoIsSmaller(Node, frozen=True):
    """`your Ego has fewer cards than your opponent's`. For example:
    `If your Ego has fewer cards than your opponent's, draw a card.`
    """


@word(
    "fact",
    "your Ego has {n} or_fewer cards",
    es="tu Ego tiene {n} o menos cartas",
    means="Your Ego has at most this number of cards.",
)
class EgoHas(Node, frozen=True):
    """`your Ego has 2 or fewer cards`. For example:
    `(!) When you take damage, if your Ego has 2 or fewer cards - Draw a card.`
    """

    n: int


@word(
    "fact",
    "the tracker is [denied=not] on_0",
    es="el marcador [denied=no ]está en 0",
    means="The tracker isn't on either player's side (DW28).",
)
class TrackerOnZero(Node, frozen=True):
    """`the tracker is on 0`. For example: `If the tracker is on 0, draw a card.`"""


@word(
    "fact",
    Form("it_is_your_turn", "es tu turno", denied=False),
    Form("it_is_not_your_turn", "no es tu turno", denied=True),
    means="It is your turn.",
)
class YourTurn(Node, frozen=True):
    """`it is your turn`. For example: `If it is your turn, draw a card. Otherwise, gain 1 memory.`"""


@word(
    "fact",
    "{who} is [denied=not] defending",
    es="{who:verb|está} defendiendo",
    means="The player, or one of their Thoughts, is being attacked.",
)
class Defending(Node, frozen=True):
    """`you are defending`. For example: `If you are defending, draw a card.`"""

    who: Player


@word(
    "fact",
    "you have_not_attacked this_turn",
    es="no has atacado este turno",
    means="None of your Thoughts has been declared as an attacker this turn.",
)
class NotAttacked(Node, frozen=True):
    """`you have not attacked this turn`. For example: `If you have not attacked this turn, untap this card.`"""


@word("fact", *nodes.COMPARED, means="A number is equal to this one, or at least or at most this one.")
class Compare(nodes.Compare, frozen=True):
    """`your memory is 3 or more`. For example: `If your memory is 3 or more, draw a card.`"""

    amount: Amount
    comparison: Comparison
    n: int


class Exists(nodes.Exists, frozen=True):
    """`you control another Rage card`, `you control 3 or more Feelings`, `there are 7 or more cards in your Id`."""

    filter: Filter
    comparison: Comparison = Comparison.OR_MORE
    n: int = 1


class MatchesFilter(nodes.MatchesFilter, frozen=True):
    """`it is a Thought`, `this card is tapped`."""

    what: This | It
    filter: Filter


class Not(nodes.Not, frozen=True):
    """`you control no Feeling`, `it is not a Thought`."""

    condition: Condition


class Both(nodes.Both, frozen=True):
    """`<condition> and <condition>`."""

    first: Condition
    second: Condition


Condition = (
    ControlsOne
    | ControlsFewer
    | HoldsFewer
    | EgoIsSmaller
    | EgoHas
    | TrackerOnZero
    | YourTurn
    | Defending
    | NotAttacked
    | Compare
    | Exists
    | MatchesFilter
    | Not
    | Both
)
"""A condition."""
