"""The texts about looking things up, in English; see `bot.discord.texts.texts`."""

from __future__ import annotations

import msgspec


class ReferenceTexts(msgspec.Struct, frozen=True):
    """The texts. Words in braces are filled in with `str.format`."""

    # -- the rules and the cards
    stands_in: str = "Where it stands: {where}"
    read_on: str = "Read on …"
    read_on_from: str = "Read on: {first} … {last}"
    its_cards: str = "Cards …"
    explained: str = "**What the words mean**"
    concerning: str = "**Rulings about it**: {names}"
    in_decks: str = "**Ready-made decks with it**: {names}"
    in_no_deck: str = "No ready-made deck holds it."
    more_explained: str = "And {n} more: see the menu below."
    no_reference: str = "There is nothing to look up about this game."
    gone: str = "This can't be looked up any more."

    # -- why
    why: str = "Why? → {rule}"
    why_line: str = "Why? Pick a line …"
    because_card: str = "**Because of {title}** ({kind})"
    because_rule: str = "**Because of the rules: {title}**"
    because_unknown: str = "This comes from “{cause}”, which is not explained here."

    # -- commands
    d_rules: str = "Look something up in the rules: a term, a section or a ruling."
    d_rules_about: str = "Evoke, §4, R25, … Without it, you see what there is."
    d_card: str = "Look at a card: picture, text, what its words mean, rulings about it."
    d_card_title: str = "The card's title."
    d_share: str = "Show it to everybody here. Otherwise only you see it."
