"""Selections of cards: descriptions, choices, the fighters of a Combat, the Master, and the card with the text."""

# The docstrings begin with the canonical wording, which may end with any sign.
# ruff: noqa: D400, D415

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec.structs import replace

from cards.dreams_of_dystopia.language.words import Noun, Zone
from cards.language import nodes
from cards.language.context import ReadWording
from cards.language.nodes import WHOSE, It, Player, This
from cards.language.records import Form, Node, Values, Word, word


@word(
    "detail",
    Form("you recruit this_turn", "que reclutes este turno", recruited=True),
    Form("of the other faction", "de la otra facción", other_faction=True),
    WHOSE,
    means="Describes cards: what sort they are, and where they lie.",
)
class Filter(nodes.Filter, frozen=True):
    """A description: `Minion or Weapon in your hand`, `cards of the other faction`, `Minions you recruit this turn`. For example:
    `Turn a Minion in your hand over.`
    """

    noun: Noun
    or_noun: Noun | None = None
    recruited: bool = False
    other_faction: bool = False
    zone: Zone = Zone.UNSAID
    whose: Player | None = None


class Chosen(nodes.Chosen, frozen=True):
    """`a Minion in your hand`, `2 Heroic Deeds`, `up to 2 Curses from your hand`."""

    filter: Filter
    at_least: int = 1
    at_most: int | None = 1


class All(nodes.All, frozen=True):
    """`your Minions`, which are all that fight for you; `Minions you recruit this turn`."""

    filter: Filter


@word("cards", "your_Minion", es="tu Esbirro", means="Yours that fights.")
class Fighter(Node, frozen=True):
    """`your Minion`: the one that attacks or blocks in this Combat. For example: `+1 Attack with your Minion.`"""


@word(
    "cards",
    "[the] opposing Minion",
    es="el Esbirro contrario",
    means="The other one that fights, also if it comes later (DD64).",
)
class Opposing(Node, frozen=True):
    """`the opposing Minion`. For example: `The opposing Minion gets -2 DEF.`"""


@word(
    "cards",
    Form("this_Minion", "este Esbirro", noun=Noun.MINION),
    Form("this_Weapon", "esta Arma", noun=Noun.WEAPON),
    means="The card with the text.",
)
class ThisCard(Node, frozen=True):
    """The card with the text: `this Minion`, `this Weapon`. For example: `COMBAT: You may turn this Minion over.`"""

    noun: Noun


@word("cards", "your_Master", es="tu Maestro", means="Your Master.")
class Master(Node, frozen=True):
    """`your Master`. For example: `Turn your Master over.`"""


@word(
    "cards",
    "the top card of your deck",
    es="la carta superior de tu mazo",
    means="The next card that you would draw.",
)
class TopCard(Node, frozen=True):
    """`the top card of your deck`. For example:
    `Reveal the top card of your deck. If it is a Weapon, put it into your hand.`
    """


Selection = Chosen | All | This | It | Fighter | Opposing | ThisCard | Master | TopCard


def in_hand(noun: Noun, or_noun: Noun | None = None) -> Filter:
    """Return the description of cards of one or two sorts in your hand."""
    return Filter(noun, or_noun, zone=Zone.HAND, whose=Player.YOU)


def in_discard(noun: Noun) -> Filter:
    """Return the description of cards of a sort in your discard pile."""
    return Filter(noun, zone=Zone.DISCARD, whose=Player.YOU)


def taking(
    *which: Filter | Node, many: Literal["", "exactly", "up to"] = ""
) -> Callable[[ReadWording], Values]:
    """Return a reader of wordings that only accepts these cards: one of a description, or several as `many` allows."""

    def read(wording: ReadWording) -> Values:
        what = wording.values["what"]
        is_allowed = what in which
        if isinstance(what, Chosen):
            what = _in_order(what)
            fewest = 0 if many == "up to" else what.at_most
            is_several = bool(many) and what.at_most is not None and what.at_least == fewest
            is_allowed = what.filter in which and (what.at_least == what.at_most == 1 or is_several)
        if not is_allowed:
            raise wording.refused(f'"{wording.tokens[0]}" is said of other cards.')
        return wording.values | {"what": what}

    return read


def _in_order(what: Chosen) -> Chosen:
    """Return a choice with Minion before Weapon in its description."""
    filter = what.filter
    if filter.or_noun is not Noun.MINION:
        return what
    return replace(what, filter=replace(filter, noun=Noun.MINION, or_noun=filter.noun))


def by(*players: Word) -> Callable[[ReadWording], Values]:
    """Return a reader of wordings that only accepts these players."""

    def read(wording: ReadWording) -> Values:
        who = wording.values.get("who", Player.YOU)
        if who not in players:
            raise wording.refused(f'"{wording.tokens[0]}" is not said of {who}.')
        return wording.values

    return read
