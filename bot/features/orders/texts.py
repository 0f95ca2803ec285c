"""The texts about standing orders, in English; see `bot.discord.texts.texts`."""

from __future__ import annotations

import msgspec


class OrderTexts(msgspec.Struct, frozen=True):
    """The texts. Words in braces are filled in with `str.format`."""

    # -- in the private panel
    orders: str = "Orders"
    orders_n: str = "Orders ({n})"
    answer_and_order: str = "{label} …"
    in_a_moment: str = "A standing order of yours answers this in a moment. You can still answer it yourself."
    has_ended: str = "Your order “{order}” has ended: {why}"

    # -- what stands, and what can be ordered
    title: str = "## Your standing orders"
    about: str = "Orders answer for you, as if you had been quick. Nobody else can see them, nor that they have answered."
    none: str = "You have given no orders in this match."
    standing: str = "{n}. {order}"
    answered_once: str = "It has answered once."
    answered: str = "It has answered {n} times."
    withdraw_menu: str = "Withdraw an order …"
    give_menu: str = "Give an order …"
    nothing_to_order: str = "There is nothing that you could order now."
    page: str = "Page {page} of {pages}: next"
    back_to_match: str = "Back to the match"

    # -- one order
    ends_when: str = "It ends when … (any of these)"
    lasts_menu: str = "How long?"
    lasts: str = "It lasts {until}."
    number: str = "Number: **{n}** ({low} to {high})"
    sequence: str = "Pick them one after another; the rest follows as listed."
    next_one: str = "The next one …"
    start_over: str = "Start over"
    preview: str = "**In the last round** it would have answered:"
    rehearsed: str = "- {purpose} **{ordered}** (you: {answered})"
    rehearsed_same: str = "- {purpose} **{ordered}**, as you did"
    rehearsed_end: str = "- {purpose} Here it would have ended: {why}"
    rehearsed_more: str = "- … and {n} more"
    no_preview: str = "It would not have fired last round."
    give: str = "Give this order"
    give_now: str = "Answer now, and go on like this"
    back: str = "Back"
    quick_about: str = "Until you are asked again, one of these can answer for you. Nobody else sees it."
    again: str = "As last time: {order}"

    # -- a plan
    plan_label: str = "Plan ahead: if …, then …"
    plan_title: str = "## Your plan"
    plan_about: str = (
        "Nobody else can see it. It waits for one step after the other, and ends with the first question that it does "
        "not foresee: that is yours."
    )
    plan_possible: str = "Possible now."
    plan_not_now: str = "Not possible now: {why}"
    plan_now: str = "It answers what you are asked now: **{answer}**"
    plan_replaces: str = "It takes the place of the plan that stands."
    plan_if: str = "If …"
    plan_if_this: str = "If {when}"
    plan_do: str = "… then what?"
    plan_card: str = "With which card?"
    plan_cards: str = "With which cards?"
    plan_then: str = "Then, if …"
    plan_or: str = "Or, if …"
    plan_shorter: str = "Undo last step"
    plan_ends: str = "When it ends …"
    plan_steps: str = "Back to the steps"
    plan_lasts: str = "It stands {until}."
    plan_lasts_or: str = "It stands {until}, and ends early if {stops}."
    plan_given: str = "Your plan stands."
    plan_stops: str = "It also ends if … (any of these)"
    plan_stop_this: str = "Ends if {stop}"
    plan_give: str = "Give this plan"
    plan_away: str = "Throw away"
    plan_gone: str = "You have thrown the plan away."
    plan_changed: str = "The plan has changed in the meantime. This is how it is now."

    lines_about: str = "Nobody else can see it. The first line that fits decides. Choose what a line is about, and what is done then."
    tried: str = "**On the last ones** it would have answered:"

    # -- what was done
    given: str = "The order stands: {order}"
    given_and_answered: str = "The order stands, and has answered this: {order}"
    given_before: str = "That order had been given already; nothing was done twice."
    withdrawn: str = "You have withdrawn the order: {order}"
    gone: str = "That can't be ordered any more: the match has gone on. This is what can be ordered now."

    # -- by typing, and what can't be
    several_forms: str = "“{typed}” could be {names}. Please say which."
    no_such_form: str = "“{typed}” can't be ordered now. What can be is offered while you type."
    no_such_order: str = "You have no order “{typed}” in this match. Yours are offered while you type."
    no_such_span: str = "It can't last “{typed}”. It can last {names}."
    no_number: str = "This order takes a number from {low} to {high}."
    takes_no_number: str = "This order takes no number."
    stops_which: str = "When does it end?"
    sequence_which: str = "In which order?"

    # -- how a match went
    hand_offs_of_several: str = "Times the ball passed from one player to another: {n}."
    hand_offs: str = "Times the ball passed to the other player: {n}."

    # -- the descriptions of commands, at most 100 characters each
    d_group: str = "Standing orders: what is answered for you, secretly, until something happens."
    d_give: str = "Have something answered for you from now on. Nobody else can see it."
    d_order: str = "The answer to give for you. Only what's possible now is suggested."
    d_stops: str = (
        "When it ends before its time: names or numbers with commas, or “none”. Without it, as usual."
    )
    d_lasts: str = "How long it lasts at most."
    d_number: str = "The number, where the order takes one."
    d_sequence: str = "The sequence, where the order takes one: names or numbers with commas between them."
    d_list: str = "Show your standing orders in a match, and what can be ordered, to you alone."
    d_withdraw: str = "Withdraw a standing order."
    d_which: str = "Which one."
