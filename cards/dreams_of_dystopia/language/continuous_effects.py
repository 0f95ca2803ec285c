"""Continuous effects: changed numbers, gained keywords, requirements for acquiring, prohibitions.

Changes in a Combat last until its Clean-Up, changes "this turn" until the End Phase (DD47). A Master's line without
an end always applies.
"""

# The docstrings begin with the canonical wording, which may end with any sign.
# ruff: noqa: D400, D415

from __future__ import annotations

from cards.dreams_of_dystopia.language.selections import All, Selection
from cards.dreams_of_dystopia.language.words import Duration, EachHelper, Helpers, KeywordName, Stat
from cards.language import nodes
from cards.language.nodes import Number, Player
from cards.language.records import Form, word


@word(
    "bare",
    Form(
        "{amount:signed} {stat} [for_each {each:eachhelper}]",
        "{amount:signed} {stat}[ por cada {each:eachhelper}]",
        to=None,
    ),
    Form(
        "get {amount:signed} {stat}",
        "obtener obtiene obtenga: {amount:signed} {stat}",
        category="predicate",
        subject="to",
    ),
    also=(
        "{amount:signed} {stat} to {to:cards}",
        Form("(have|gain) {amount:signed} {stat}", category="predicate", subject="to"),
    ),
    means="A number of Minions is another one, never below 0 (DD47); with nobody named, of yours that fights.",
)
class Modify(nodes.Lasting, frozen=True):
    """`+2 DEF.`, `+1 ATK for each supporter of your Minion.`, `Your Minions get +1 DEF.`, `The opposing Minion gets -2 DEF.`

    `to` None is your fighter. With `each`, the number applies once for each of these helpers, counted in the Damage step.
    """

    amount: Number
    stat: Stat
    to: Selection | None = None
    each: EachHelper | None = None
    duration: Duration | None = None


@word(
    "predicate",
    Form("gain {keyword:keywordname}", "ganar gana gane: {keyword:keywordname}", subject="what"),
    also=(Form("(have|get) {keyword:keywordname}", subject="what"),),
    means="Gives a keyword to your Minion, until Clean-Up.",
)
class GainKeyword(nodes.Lasting, frozen=True):
    """`Your Minion gains Defender.`"""

    what: Selection
    keyword: KeywordName


@word(
    "predicate",
    Form("require {by:number} less Fame", "requerir requiere requiera: {by} de Fama menos", subject="what"),
    also=(Form("(need|cost) {by:number} less [Fame]", subject="what"),),
    means="Reductions add up, never below 0, and leave the 2 for the other faction (DD31).",
)
class RequireLess(nodes.Lasting, frozen=True):
    """`Minions you recruit this turn require 2 less Fame.`"""

    what: Selection
    by: int


@word(
    "predicate",
    Form("do not require_2_more_Fame", "no~requerir no~requiere no~requiera: 2 más de Fama", subject="what"),
    means="Cards of the other faction need no more than those of your own (DD30).",
)
class WaiveFaction(nodes.Lasting, frozen=True):
    """`Minions of the other faction do not require 2 more Fame.`, `Cards of … this turn.`"""

    what: All
    duration: Duration | None = None


@word(
    "player predicate",
    Form(
        "cannot use {what:helpers} [in this Combat]",
        "no~poder no~puede no~pueda: usar {what} en este Combate",
        subject="who",
    ),
    means="From now on; those used already stay.",
)
class CannotUse(nodes.Lasting, frozen=True):
    """`Your opponent cannot use Weapons in this Combat.`"""

    who: Player
    what: Helpers


Ongoing = Modify | GainKeyword | RequireLess | WaiveFaction | CannotUse
"""An effect that is in force for a time, or always."""
