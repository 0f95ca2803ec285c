"""The draft of a plan as a message: if …, then …, step by step, with what currently prevents each step.

The draft is stored (`OrderDraft`) because it doesn't fit into the ids of controls. These carry its digest, so that an
outdated control changes nothing and players give exactly the plan that they read.
"""

from __future__ import annotations

import discord

from bot.discord.components.messages import (
    TEXT,
    Button,
    Item,
    PrivateMessage,
    button,
    menu,
    menu_option,
    parts,
    row,
    text,
)
from bot.discord.components.plain import bare, capitalised, plain
from bot.discord.match_text import control, title
from bot.features.orders.messages import GIVE_NOW, LASTS, ToText, rehearsed_line
from bot.features.orders.service import PlanDraft
from bot.panel.sheets import PLAN_STOP_THIS, PLAN_STOPS
from cards.i18n import Message, Translator, msg, series
from engine.kernel.orders.plan import PlanAct, PlannedStep, PlanWhen

PLAN_NOT_NOW = msg("Not possible now: {why}")
PLAN_POSSIBLE = msg("Possible now.")


def chosen(draft: PlanDraft) -> tuple[PlanWhen | None, PlanAct | None]:
    """Return the condition and the act of a plan's last step; None for each that isn't a current choice."""
    last = draft.draft.last
    when = next((each for each in draft.form.whens if each.key == last.when), None)
    act = next((each for each in when.acts if each.key == last.act), None) if when else None
    return when, act


def plan_message(
    plan: PlanDraft, translate: Translator, note: str = "", *, ends: bool = False
) -> PrivateMessage:
    """Return the draft of a plan: its steps, menus for the last step, and buttons for the whole plan.

    With `ends`, the menus choose when it ends instead.
    """
    table, draft = plan.table, plan.draft
    to_text = table.translator(translate.locale)
    items: list[Item] = [text(_plan_text(plan, translate, to_text, note))]
    if ends:
        items += _ends(plan, translate, to_text)
        return PrivateMessage(
            (*items, row(button(translate.msg("Back to the steps"), control(table, "plan"))))
        )
    when, act = chosen(plan)
    items.append(_whens(plan, when, translate, to_text))
    if when is not None:
        items.append(_acts(plan, when, act, translate, to_text))
    if act is not None and act.things:
        items.append(_things(plan, act, translate, to_text))
    last: list[Button] = []
    if plan.wrong is None:
        if more := _more(plan, translate):
            items.append(row(*more))
        confirm = translate(msg("Give this plan") if plan.form.label is None else msg("Give this order"))
        label = translate(GIVE_NOW) if plan.now is not None else confirm
        give = button(label, control(table, "plan-give", draft.digest), discord.ButtonStyle.success)
        last += [give, button(translate.msg("When it ends …"), control(table, "plan", "ends"))]
    if not draft.is_blank:
        last.append(button(translate.msg("Undo last step"), control(table, "plan-shorter", draft.digest)))
        last.append(button(translate.msg("Discard plan"), control(table, "plan-away")))
    last.append(button(translate.msg("Back"), control(table, "orders", "0")))
    return PrivateMessage((*items, row(*last)))


def _more(plan: PlanDraft, translate: Translator) -> list[Button]:
    """Return the buttons that add a step; none if the plan has its maximum length."""
    draft = plan.draft
    if sum(map(len, draft.lines)) >= plan.form.steps:
        return []
    more: list[Button] = []
    if plan.form.label is None:
        more.append(button(translate.msg("Then, if …"), control(plan.table, "plan-then", draft.digest)))
    if len(draft.lines) < plan.form.lines:
        more.append(button(translate.msg("Or, if …"), control(plan.table, "plan-or", draft.digest)))
    return more


def _plan_text(plan: PlanDraft, translate: Translator, to_text: Translator, note: str) -> str:
    draft, last = plan.draft, plan.draft.last
    label = plan.form.label
    heading = translate.msg("## Your plan") if label is None else f"## {plain(to_text(label), 100)}"
    lines = [heading, f"-# {title(plan.table, translate)}", *([note] if note else [])]
    if draft.is_blank:
        lines.append(
            translate(
                msg(
                    "No one else can see it. It runs step by step, and ends at the first "
                    "question it doesn't cover. You answer that one."
                )
                if label is None
                else msg(
                    "No one else can see it. The first line that applies decides. Choose each "
                    "line's conditions and answer."
                )
            )
        )
    for steps in () if draft.is_blank else plan.read:
        lines += [_step(step, translate, to_text) for step in steps]
    if plan.wrong is not None:
        if last.when and last.act:
            lines.append(plain(to_text(plan.wrong), 300))
    else:
        if plan.now is not None:
            lines.append(
                translate.msg(
                    "It answers your current question: **{answer}**", answer=plain(to_text(plan.now), 200)
                )
            )
        elif plan.replaces:
            lines.append(translate.msg("It replaces your current plan."))
        order = plan.order
        until = next(label for name, label in plan.form.untils if name == order.until)
        stops = [stop.label for stop in plan.form.stops if stop.name in order.stops]
        duration = (
            msg("It lasts {until}.") if not stops else msg("It lasts {until}, and ends early if {stops}.")
        )
        stop_names = to_text(msg("{things}", things=series(*stops, joined="or")))
        lines.append(
            "-# " + translate(duration.filled(until=plain(to_text(until), 100), stops=plain(stop_names, 600)))
        )
        if plan.latest_answers:
            lines += [
                translate.msg("**To the last questions** it would have answered:"),
                *(rehearsed_line(step, translate, to_text) for step in plan.latest_answers),
            ]
    return parts(["\n".join(lines)], TEXT)[0]


def _step(step: PlannedStep, translate: Translator, to_text: ToText) -> str:
    line = f"- {plain(to_text(step.words), 300)}"
    if step.why_not is not None:
        return f"{line}\n-# {translate(PLAN_NOT_NOW.filled(why=plain(to_text(step.why_not), 200)))}"
    return f"{line}\n-# {translate(PLAN_POSSIBLE)}" if step.is_known else line


def _label(message: Message, to_text: ToText) -> str:
    return capitalised(bare(to_text(message)))


def _whens(plan: PlanDraft, when: PlanWhen | None, translate: Translator, to_text: ToText) -> Item:
    options = [
        menu_option(
            translate.msg("If {when}", when=to_text(condition.label)),
            condition.key[:100],
            chosen=condition is when,
        )
        for condition in plan.form.whens
    ]
    return menu(control(plan.table, "plan-when", plan.draft.digest), translate.msg("If …"), options)


def _acts(
    plan: PlanDraft, when: PlanWhen, act: PlanAct | None, translate: Translator, to_text: ToText
) -> Item:
    options = [menu_option(_label(each.label, to_text), each.key, chosen=each is act) for each in when.acts]
    return menu(control(plan.table, "plan-act", plan.draft.digest), translate.msg("… then what?"), options)


def _things(plan: PlanDraft, act: PlanAct, translate: Translator, to_text: ToText) -> Item:
    # Values are indexes: a key can be longer than Discord allows for a value.
    options = [
        menu_option(_label(name, to_text), str(index), chosen=key in plan.draft.last.things)
        for index, (key, name) in enumerate(act.things)
    ]
    placeholder = translate(msg("With which cards?") if act.most > 1 else msg("With which card?"))
    id_ = control(plan.table, "plan-with", plan.draft.digest)
    return menu(id_, placeholder, options, least=act.least, most=act.most)


def _ends(plan: PlanDraft, translate: Translator, to_text: ToText) -> list[Item]:
    form, draft, digest = plan.form, plan.draft, plan.draft.digest
    stops = [
        menu_option(
            translate(PLAN_STOP_THIS.filled(stop=to_text(stop.label))),
            stop.name,
            chosen=stop.name in draft.stops,
        )
        for stop in form.stops
    ]
    untils = [name for name, _ in form.untils]
    until = draft.until if draft.until in untils else form.order.until
    lasts = [
        menu_option(translate(LASTS.filled(until=to_text(label))), name, chosen=name == until)
        for name, label in form.untils
    ]
    return [
        menu(
            control(plan.table, "plan-stops", digest), translate(PLAN_STOPS), stops, least=0, most=len(stops)
        ),
        menu(control(plan.table, "plan-until", digest), translate.msg("How long?"), lasts),
    ]
