"""The texts of the private panel's controls and of looking at cards, in English; see `bot.discord.texts.texts`."""

from __future__ import annotations

import msgspec


class PanelTexts(msgspec.Struct, frozen=True):
    """The texts. Words in braces are filled in with `str.format`."""

    against: str = "{whose} against {who}"
    look: str = "Cards"
    look_title: str = "Cards in sight"
    look_menu: str = "{where} …"
    look_menu_from: str = "{where}: {first} … {last}"
    nothing_in_sight: str = "There are no cards to look at yet."
    out_of_sight: str = "That card is not in sight any more."
    meaning: str = "What does this mean?"
    about_cards: str = "It is about these cards now: {cards}."
    and_more: str = "{n} more"
    no_meaning: str = "There is nothing to read about this question."
    other_ways: str = "Other ways …"
    hint: str = "Hint"
    hint_better: str = "Better than **{other}**: {when}, {why}."
    hint_better_by_little: str = "Better than **{other}**: {why}."
    hint_fine: str = "Both are fine: **{answer}**, or **{other}**."
    hint_no_difference: str = "I see no difference that would matter."
    hint_alone: str = "I would choose **{answer}**. I have compared it with nothing else."
    more: str = "More …"
    more_title: str = "**More** for {title}"
    sheet_so_far: str = "**So far, for your eyes alone:** {steps}"
    sheet_final: str = "**Final, with all before it:** {answers}. {why}"
    sheet_first_final: str = "**Final:** {answers}. {why}"
    sheet_all_final: str = "**Final, with all before it.** {why}"
    sheet_lost: str = "A step can't be done any more as things stand, and is gone."
    sheet_shorter: str = "One step back"
    sheet_take_out: str = "Take out a step …"
    plan_ahead: str = "Plan ahead …"
    ahead_about: str = (
        "**Planned ahead.** You are not asked yet. This is how it will be if nobody does anything before; what you put "
        "together is done when you are asked."
    )
    ahead_give: str = "Give this plan"
    ahead_away: str = "Don't plan"
    ahead_ends: str = "Nothing can be planned after this: you will be asked again then."
    ahead_else: str = "If it can't be done …"
    ahead_no_else: str = "Nothing else"
    ahead_which_else: str = "**What is done if the last step can't be?** Choose it below."
    ahead_impossible: str = "Another player comes first, so nothing can be planned yet."
    next_directly: str = "-# Your next decision comes by [direct message]({url})."
    next_by_message: str = "-# Your next decision comes by direct message."
    next_here: str = "-# Your next decision is called out in the match's thread."
