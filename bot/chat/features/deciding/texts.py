"""The texts of the private panel's controls and of looking at cards, in English; see `bot.chat.texts.texts`."""

from __future__ import annotations

import msgspec


class PanelTexts(msgspec.Struct, frozen=True):
    """The texts. Words in braces are filled in with `str.format`."""

    against: str = "{whose} against {who}"
    look: str = "Look at a card …"
    look_title: str = "Cards in sight"
    look_menu: str = "{where} …"
    look_menu_from: str = "{where}: {first} … {last}"
    nothing_in_sight: str = "There is no card to look at yet."
    out_of_sight: str = "That card is not in sight any more."
    meaning: str = "What does this mean?"
    no_meaning: str = "There is nothing to read about this question."
    other_ways: str = "Other ways …"
    hint: str = "Hint"
    consider: str = "What you could consider, in no order:"
    way: str = "- **{answer}** comes out ahead in: {speaks}."
    way_plain: str = "- **{answer}** comes out ahead in nothing in particular."
    nothing_to_weigh: str = "There is nothing much to weigh here."
    more: str = "More …"
    more_title: str = "**More** for {title}"
    next_directly: str = "-# Your next decision comes by [direct message]({url})."
    next_by_message: str = "-# Your next decision comes by direct message."
    next_here: str = "-# Your next decision is called out in the match's thread."
