"""Continuous effects: changed numbers, gained keywords, prohibitions for cards and players (rulebook §7)."""

# The docstrings begin with the canonical wording, whatever punctuation that ends with.
# ruff: noqa: D400, D415

from __future__ import annotations

from cards.language import nodes
from cards.language.nodes import Player
from cards.language.records import Form, word
from cards.voidream.language.tree.selections import Amount, Filter, Selection
from cards.voidream.language.tree.sorts import FACE_UP, EffectReach
from cards.voidream.language.tree.words import Ban, Duration, Keyword, Prohibition, Stat


@word(
    "bare",
    Form(
        "{amount:signed} {stat} [to {to:addressee}] [for_each {each:one}]",
        "aplicar: {amount:signed} {stat:bare}[ a {to:cards}][ por cada {each:each}]",
    ),
    also=(
        Form("(have|gain) {amount:signed} {stat} [for_each {each:one}]", category="predicate", subject="to"),
    ),
    means="Changes a number of cards. Without cards, it changes this card, its host, or its controller's scores.",
    flags=("within",),
)
class Modify(nodes.Modify, frozen=True):
    """`+1 dawn to all entities.`, `-2 stability to an entity.`, `+1 dawn for each charge attached to this card.`

    `amount` may be negative as a Number. `to` None is the bare form `+1 dawn.`: it changes the card itself on an
    entity, the host on an attachment, and the controller's conflict scores on a mind card, arcanum, thought or
    unattached memory. On a construct, which has neither dawn nor dusk, it changes the card's own stability or its
    controller's scores. With `each`, the number is multiplied by the count.
    """

    amount: Amount
    stat: Stat
    to: Selection | None = None
    negative: bool = False
    """For an X only: `-X dawn to an entity, where X is your depth.`"""
    each: Filter | None = None
    duration: Duration = Duration.PHASE


@word(
    "loose",
    Form("gain {keyword}", "obtener obtiene obtenga obtén obtén: {keyword}", subject="to", to=None),
    Form("gain {keyword}", "obtener obtiene obtenga: {keyword}", subject="to"),
    also=(Form("have {keyword}", category="predicate", subject="to"),),
    means="Gives a keyword to cards. Without cards, it gives you siege in this conflict.",
    facts=EffectReach(FACE_UP),
)
class Gain(nodes.Gain, frozen=True):
    """`Gain siege.` (`to` None: its controller), `An entity gains deep.`, `All entities you control gain heroic.`"""

    keyword: Keyword
    to: Selection | None = None
    duration: Duration = Duration.PHASE


@word(
    "predicate",
    Form("cannot {ban:ban|or}", "{ban}", subject="what"),
    means="Cards can't do this, or it can't be done to them.",
)
class CannotBe(nodes.CannotBe, frozen=True):
    """`Your entities cannot be destroyed.`, `An entity cannot defend.`, `All entities of value 1 cannot attack.`

    `All(entity, whose=YOU)` before "cannot" is written "Your entities".
    """

    what: Selection
    ban: Ban
    duration: Duration = Duration.PHASE


@word(
    "player predicate",
    Form("cannot {what:prohibition|or}", "no {can} {what}", subject="who"),
    means="Players can't do this.",
)
class Cannot(nodes.Cannot, frozen=True):
    """`You cannot play inverted arcana.`, `Your opponent cannot initiate conflicts.`, `Players cannot evoke.` (EACH)"""

    who: Player
    what: Prohibition
    duration: Duration = Duration.PHASE


Ongoing = Modify | Gain | CannotBe | Cannot
