"""A plan being drafted: if …, then …; shown step by step, with current obstacles.

The draft is stored (`OrderDraft`), because it doesn't fit into the ids of controls. Those carry its version, so that
an outdated one changes nothing, and no one gives a plan different from the one they read.
"""

from __future__ import annotations

import discord
from discord import ui

from bot.discord.components.messages import TEXT, Button, Item, PrivateMessage, button, parts, row, text
from bot.discord.components.plain import bare, capitalised, plain, shorten
from bot.discord.match_text import control, title
from bot.features.orders.messages import GIVE_NOW, LASTS, PAGE, Tell, rehearsed_line
from bot.features.orders.service import PlanDraft
from bot.panel.sheets import PLAN_STOP_THIS, PLAN_STOPS
from cards.i18n import Message, Translator, msg, series
from engine.kernel.orders.plan import PlanAct, PlannedStep, PlanWhen

PLAN_NOT_NOW = msg("Not possible now: {why}")
PLAN_POSSIBLE = msg("Possible now.")


def chosen(planning: PlanDraft) -> tuple[PlanWhen | None, PlanAct | None]:
    """The conditions and acts of a plan's last step, as they can be chosen now."""
    last = planning.draft.last
    when = next((one for one in planning.form.whens if one.key == last.when), None)
    act = next((one for one in when.acts if one.key == last.act), None) if when else None
    return when, act


def plan_message(
    planning: PlanDraft, translate: Translator, note: str = "", *, ends: bool = False
) -> PrivateMessage:
    """A plan while it is being made out: its steps, menus for the last one, and what can be done with the whole.

    With `ends`, the menus are about when it ends instead.
    """
    table, draft = planning.table, planning.draft
    tell = table.naming(table.game.translator(translate.locale))
    items: list[Item] = [text(_plan_text(planning, translate, tell, note))]
    if ends:
        items += _ends(planning, translate, tell)
        return PrivateMessage(
            (*items, row(button(translate.msg("Back to the steps"), control(table, "plan"))))
        )
    when, act = chosen(planning)
    items.append(_whens(planning, when, translate, tell))
    if when is not None:
        items.append(_acts(planning, when, act, translate, tell))
    if act is not None and act.things:
        items.append(_things(planning, act, translate, tell))
    last: list[Button] = []
    if planning.wrong is None:
        if more := _more(planning, translate):
            items.append(row(*more))
        given = translate(msg("Give this plan") if planning.form.label is None else msg("Give this order"))
        label = translate(GIVE_NOW) if planning.now is not None else given
        give = button(label, control(table, "plan-give", draft.mark), discord.ButtonStyle.success)
        last += [give, button(translate.msg("When it ends …"), control(table, "plan", "ends"))]
    if not draft.is_blank:
        last.append(button(translate.msg("Undo last step"), control(table, "plan-shorter", draft.mark)))
        last.append(button(translate.msg("Discard plan"), control(table, "plan-away")))
    last.append(button(translate.msg("Back"), control(table, "orders", "0")))
    return PrivateMessage((*items, row(*last)))


def _more(planning: PlanDraft, translate: Translator) -> list[Button]:
    """The ways to a longer plan; none where it is as long as it may be."""
    draft = planning.draft
    if sum(map(len, draft.lines)) >= planning.form.steps:
        return []
    more: list[Button] = []
    if planning.form.label is None:
        more.append(button(translate.msg("Then, if …"), control(planning.table, "plan-then", draft.mark)))
    if len(draft.lines) < planning.form.lines:
        more.append(button(translate.msg("Or, if …"), control(planning.table, "plan-or", draft.mark)))
    return more


def _plan_text(planning: PlanDraft, translate: Translator, tell: Translator, note: str) -> str:
    draft, last = planning.draft, planning.draft.last
    label = planning.form.label
    heading = translate.msg("## Your plan") if label is None else f"## {plain(tell(label), 100)}"
    lines = [heading, f"-# {title(planning.table, translate)}", *([note] if note else [])]
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
    for steps in () if draft.is_blank else planning.read:
        lines += [_step(one, translate, tell) for one in steps]
    if planning.wrong is not None:
        if last.when and last.act:
            lines.append(plain(tell(planning.wrong), 300))
    else:
        if planning.now is not None:
            lines.append(
                translate.msg(
                    "It answers your current question: **{answer}**", answer=plain(tell(planning.now), 200)
                )
            )
        elif planning.replaces:
            lines.append(translate.msg("It replaces your current plan."))
        order = planning.order
        until = next(label for name, label in planning.form.untils if name == order.until)
        stops = [stop.label for stop in planning.form.stops if stop.name in order.stops]
        lasting = (
            msg("It lasts {until}.") if not stops else msg("It lasts {until}, and ends early if {stops}.")
        )
        named = tell(msg("{things}", things=series(*stops, joined="or")))
        lines.append(
            "-# " + translate(lasting.filled(until=plain(tell(until), 100), stops=plain(named, 600)))
        )
        if planning.tried:
            lines += [
                translate.msg("**To the last questions** it would have answered:"),
                *(rehearsed_line(one, translate, tell) for one in planning.tried),
            ]
    return parts(["\n".join(lines)], TEXT)[0]


def _step(step: PlannedStep, translate: Translator, tell: Tell) -> str:
    line = f"- {plain(tell(step.words), 300)}"
    if step.why_not is not None:
        return f"{line}\n-# {translate(PLAN_NOT_NOW.filled(why=plain(tell(step.why_not), 200)))}"
    return f"{line}\n-# {translate(PLAN_POSSIBLE)}" if step.is_known else line


def _label(message: Message, tell: Tell) -> str:
    label = bare(tell(message))
    return shorten(capitalised(label), 100)


def _whens(planning: PlanDraft, when: PlanWhen | None, translate: Translator, tell: Tell) -> Item:
    menu = ui.Select[ui.LayoutView](
        custom_id=control(planning.table, "plan-when", planning.draft.mark), placeholder=translate.msg("If …")
    )
    for one in planning.form.whens[:PAGE]:
        menu.add_option(
            label=translate.msg("If {when}", when=shorten(bare(tell(one.label)), 90)),
            value=one.key[:100],
            default=one is when,
        )
    return ui.ActionRow(menu)


def _acts(
    planning: PlanDraft, when: PlanWhen, act: PlanAct | None, translate: Translator, tell: Tell
) -> Item:
    menu = ui.Select[ui.LayoutView](
        custom_id=control(planning.table, "plan-act", planning.draft.mark),
        placeholder=translate.msg("… then what?"),
    )
    for one in when.acts[:PAGE]:
        menu.add_option(label=_label(one.label, tell), value=one.key, default=one is act)
    return ui.ActionRow(menu)


def _things(planning: PlanDraft, act: PlanAct, translate: Translator, tell: Tell) -> Item:
    several = act.most > 1
    menu = ui.Select[ui.LayoutView](
        custom_id=control(planning.table, "plan-with", planning.draft.mark),
        placeholder=translate(msg("With which cards?") if several else msg("With which card?")),
        min_values=act.least,
        max_values=min(act.most, PAGE),
        required=bool(act.least),
    )
    for place, (key, name) in enumerate(act.things[:PAGE]):
        # Values are places: a key may be longer than a value can be.
        menu.add_option(label=_label(name, tell), value=str(place), default=key in planning.draft.last.things)
    return ui.ActionRow(menu)


def _ends(planning: PlanDraft, translate: Translator, tell: Tell) -> list[Item]:
    form, draft, mark = planning.form, planning.draft, planning.draft.mark
    stops = ui.Select[ui.LayoutView](
        custom_id=control(planning.table, "plan-stops", mark),
        placeholder=translate(PLAN_STOPS),
        min_values=0,
        required=False,
        max_values=min(len(form.stops), PAGE),
    )
    for one in form.stops[:PAGE]:
        stopping = translate(PLAN_STOP_THIS.filled(stop=shorten(bare(tell(one.label)), 80)))
        stops.add_option(label=stopping, value=one.name, default=one.name in draft.stops)
    lasts = ui.Select[ui.LayoutView](
        custom_id=control(planning.table, "plan-until", mark), placeholder=translate.msg("How long?")
    )
    untils = [name for name, _ in form.untils]
    until = draft.until if draft.until in untils else form.order.until
    for name, label in form.untils[:PAGE]:
        named = shorten(bare(translate(LASTS.filled(until=tell(label)))), 100)
        lasts.add_option(label=named, value=name, default=name == until)
    return [ui.ActionRow(stops), ui.ActionRow(lasts)]
