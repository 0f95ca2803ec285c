"""Continuous effects: changed numbers, gained keywords, prohibitions and permissions.

An effect with a duration is an instruction. Without one, it applies as long as its text does.
"""

# The docstrings begin with the canonical wording, whatever punctuation that ends with.
# ruff: noqa: D400, D415

from __future__ import annotations

from cards.dreamweavers.language.selections import Amount, Filter, Selection
from cards.dreamweavers.language.words import Ban, Duration, Keyword, Stat
from cards.language import nodes
from cards.language.nodes import Player
from cards.language.records import Form, word


@word(
    "predicate",
    Form(
        "get {amount:signed} {stat} [for_each {each:one}]",
        "obtener obtiene obtenga: {amount:signed} de {stat:bare}[ por cada {each:each}]",
        when=lambda node, _: node.steps == 1,
        subject="to",
    ),
    Form(
        "get {amount:signed} {stat} for_every {steps:number} {each:many}",
        "obtener obtiene obtenga: {amount:signed} de {stat:bare} por cada {steps:number} {each:counted}",
        subject="to",
    ),
    means="Changes a number of cards, never below 0 (DW68).",
)
class Modify(nodes.Modify, frozen=True):
    """`A Thought gets +2 power this turn.`, `This card gets +1 power for each Feeling you control.`

    With `each`, the number is multiplied by the count of those cards divided by `steps`: `… for every 3 cards in your Id`.
    """

    amount: Amount
    stat: Stat
    to: Selection | None = None
    negative: bool = False
    """For an X only."""
    each: Filter | None = None
    steps: int = 1
    duration: Duration | None = None


@word(
    "predicate",
    Form("gain {keyword}", "ganar gana gane: {keyword}", subject="to"),
    means="Gives a keyword to cards.",
    synonyms=("have",),
)
class Gain(nodes.Gain, frozen=True):
    """`A Thought you control gains quick this turn.`, `Your Thoughts gain steadfast.`"""

    keyword: Keyword
    to: Selection | None = None
    duration: Duration | None = None


@word(
    "predicate",
    Form("cannot {ban}", "{ban}", subject="what"),
    means="Cards can't do this, or it can't be done to them.",
)
class CannotBe(nodes.CannotBe, frozen=True):
    """`A Thought cannot attack this turn.`, `Your Thoughts cannot be named by your opponent.`"""

    what: Selection
    ban: Ban
    duration: Duration | None = None


@word(
    "predicate",
    Form(
        "do not untap in its_controller's next Upkeep",
        "no~enderezarse no~se~endereza no~se~enderece: en el próximo Mantenimiento de {its_controller}",
        subject="what",
    ),
    means="It stays tapped during its controller's next Upkeep.",
)
class StaysTapped(nodes.Lasting, frozen=True):
    """`A Thought does not untap in its controller's next Upkeep.`"""

    what: Selection


@word(
    "predicate",
    Form("cost {by:number} less", "costar cuesta cueste: {by} menos", subject="what", less=True),
    Form("cost {by:number} more", "costar cuesta cueste: {by} más", subject="what", less=False),
    means="Changes memory costs: first increases, then reductions, never below 0 (DW27).",
)
class Costs(nodes.Lasting, frozen=True):
    """`Your Feelings cost 1 less.`, `Thoughts your opponent plays cost 1 more.`"""

    what: Selection
    by: int
    less: bool
    duration: Duration | None = None


@word(
    "predicate",
    Form("enter tapped", "entrar entra entre: en juego {agreed|girado}", subject="what"),
    means="They enter tapped.",
)
class EntersTapped(nodes.Lasting, frozen=True):
    """`Thoughts your opponent plays enter tapped.`"""

    what: Selection
    duration: Duration | None = None


@word(
    "predicate",
    Form("count {by:number} more", "contar cuenta cuente: {by} más", subject="what"),
    means="Adds to the total of an attack's shields, if at least one was discarded.",
)
class CountsMore(nodes.Lasting, frozen=True):
    """`Your shields count 1 more.`"""

    what: Selection
    by: int
    duration: Duration | None = None


@word(
    "player predicate",
    Form(
        "may control a fourth {what:one}", "poder puede pueda: controlar un cuarto {what:each}", subject="who"
    ),
    means="You can control four Feelings instead of three (DW41). Nothing is forgotten when this ends.",
)
class ControlsFourth(nodes.Lasting, frozen=True):
    """`You may control a fourth Feeling.`"""

    who: Player
    what: Filter
    duration: Duration | None = None


@word(
    "bare",
    Form(
        "the next {what:one} this_turn costs {by:number} less",
        "el próximo {what:each} este turno cuesta {by} menos",
    ),
    means="Reduces one memory cost, never below 0 (DW27).",
)
class NextCosts(nodes.Lasting, frozen=True):
    """`The next Feeling you play this turn costs 2 less.`"""

    what: Filter
    by: int


Ongoing = (
    Modify | Gain | CannotBe | StaysTapped | Costs | EntersTapped | CountsMore | ControlsFourth | NextCosts
)
"""An effect in force, for its duration or as long as its text applies."""
