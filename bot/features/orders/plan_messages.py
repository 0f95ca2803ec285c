"""A plan while it is being made out: if …, then …; read back step by step, with what stands in its way at this moment.

What is half-made is kept (`OrderDraft`): it does not fit into the ids of controls. Those carry what it was when
they were shown, so that an old one changes nothing, and nobody gives another plan than the one that they read.
"""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.discord.components.messages import TEXT, Button, Item, PrivateMessage, button, parts, row, text
from bot.discord.components.plain import bare, plain, shorten
from bot.discord.match_text import control, title
from bot.discord.texts.texts import Texts
from bot.features.orders.messages import PAGE, Tell, rehearsed_line
from bot.features.orders.service import Planning
from cards.i18n import Message, Translator, msg, series
from engine.kernel.orders.plan import PlanAct, PlannedStep, PlanWhen


def chosen(planning: Planning) -> tuple[PlanWhen | None, PlanAct | None]:
    """The conditions and acts of a plan's last step, as they can be chosen now."""
    last = planning.draft.last
    when = next((one for one in planning.form.whens if one.key == last.when), None)
    act = next((one for one in when.acts if one.key == last.act), None) if when else None
    return when, act


def plan_message(planning: Planning, words: Texts, note: str = "", *, ends: bool = False) -> PrivateMessage:
    """A plan while it is being made out: its steps, menus for the last one, and what can be done with the whole.

    With `ends`, the menus are about when it ends instead.
    """
    said, table, draft = words.orders, planning.table, planning.draft
    tell = table.naming(table.game.translator(words.locale))
    items: list[Item] = [text(_told(planning, words, tell, note))]
    if ends:
        items += _ends(planning, words, tell)
        return PrivateMessage((*items, row(button(said.plan_steps, control(table, "plan")))))
    when, act = chosen(planning)
    items.append(_whens(planning, when, words, tell))
    if when is not None:
        items.append(_acts(planning, when, act, words, tell))
    if act is not None and act.things:
        items.append(_things(planning, act, words, tell))
    last: list[Button] = []
    if planning.wrong is None:
        if more := _more(planning, words):
            items.append(row(*more))
        given = said.plan_give if planning.form.label is None else said.give
        label = said.give_now if planning.now is not None else given
        give = button(label, control(table, "plan-give", draft.mark), discord.ButtonStyle.success)
        last += [give, button(said.plan_ends, control(table, "plan", "ends"))]
    if not draft.is_blank:
        last.append(button(said.plan_shorter, control(table, "plan-shorter", draft.mark)))
        last.append(button(said.plan_away, control(table, "plan-away")))
    last.append(button(said.back, control(table, "orders", "0")))
    return PrivateMessage((*items, row(*last)))


def _more(planning: Planning, words: Texts) -> list[Button]:
    """The ways to a longer plan; none where it is as long as it may be."""
    draft, said = planning.draft, words.orders
    if sum(map(len, draft.lines)) >= planning.form.steps:
        return []
    more: list[Button] = []
    if planning.form.label is None:
        more.append(button(said.plan_then, control(planning.table, "plan-then", draft.mark)))
    if len(draft.lines) < planning.form.lines:
        more.append(button(said.plan_or, control(planning.table, "plan-or", draft.mark)))
    return more


def _told(planning: Planning, words: Texts, tell: Translator, note: str) -> str:
    said, draft, last = words.orders, planning.draft, planning.draft.last
    label = planning.form.label
    heading = said.plan_title if label is None else f"## {plain(tell(label), 100)}"
    lines = [heading, f"-# {title(planning.table, words)}", *([note] if note else [])]
    if draft.is_blank:
        lines.append(said.plan_about if label is None else said.lines_about)
    for steps in () if draft.is_blank else planning.read:
        lines += [_step(one, words, tell) for one in steps]
    if planning.wrong is not None:
        if last.when and last.act:
            lines.append(plain(tell(planning.wrong), 300))
    else:
        if planning.now is not None:
            lines.append(said.plan_now.format(answer=plain(tell(planning.now), 200)))
        elif planning.replaces:
            lines.append(said.plan_replaces)
        order = planning.order
        until = next(label for name, label in planning.form.untils if name == order.until)
        stops = [stop.label for stop in planning.form.stops if stop.name in order.stops]
        lasting = said.plan_lasts if not stops else said.plan_lasts_or
        named = tell(msg("{things}", things=series(*stops, joined="or")))
        lines.append("-# " + lasting.format(until=plain(tell(until), 100), stops=plain(named, 600)))
        if planning.tried:
            lines += [said.tried, *(rehearsed_line(one, words, tell) for one in planning.tried)]
    return parts(["\n".join(lines)], TEXT)[0]


def _step(step: PlannedStep, words: Texts, tell: Tell) -> str:
    line = f"- {plain(tell(step.words), 300)}"
    if step.why_not is not None:
        return f"{line}\n-# {words.orders.plan_not_now.format(why=plain(tell(step.why_not), 200))}"
    return f"{line}\n-# {words.orders.plan_possible}" if step.is_known else line


def _label(message: Message, tell: Tell) -> str:
    label = bare(tell(message))
    return shorten(label[:1].upper() + label[1:], 100)


def _whens(planning: Planning, when: PlanWhen | None, words: Texts, tell: Tell) -> Item:
    menu = ui.Select[Any](
        custom_id=control(planning.table, "plan-when", planning.draft.mark), placeholder=words.orders.plan_if
    )
    for one in planning.form.whens[:PAGE]:
        menu.add_option(
            label=words.orders.plan_if_this.format(when=shorten(bare(tell(one.label)), 90)),
            value=one.key[:100],
            default=one is when,
        )
    return ui.ActionRow(menu)


def _acts(planning: Planning, when: PlanWhen, act: PlanAct | None, words: Texts, tell: Tell) -> Item:
    menu = ui.Select[Any](
        custom_id=control(planning.table, "plan-act", planning.draft.mark), placeholder=words.orders.plan_do
    )
    for one in when.acts[:PAGE]:
        menu.add_option(label=_label(one.label, tell), value=one.key, default=one is act)
    return ui.ActionRow(menu)


def _things(planning: Planning, act: PlanAct, words: Texts, tell: Tell) -> Item:
    several = act.most > 1
    menu = ui.Select[Any](
        custom_id=control(planning.table, "plan-with", planning.draft.mark),
        placeholder=words.orders.plan_cards if several else words.orders.plan_card,
        min_values=act.least,
        max_values=min(act.most, PAGE),
        required=bool(act.least),
    )
    for place, (key, name) in enumerate(act.things[:PAGE]):
        # Values are places: a key may be longer than a value can be.
        menu.add_option(label=_label(name, tell), value=str(place), default=key in planning.draft.last.things)
    return ui.ActionRow(menu)


def _ends(planning: Planning, words: Texts, tell: Tell) -> list[Item]:
    form, draft, mark = planning.form, planning.draft, planning.draft.mark
    stops = ui.Select[Any](
        custom_id=control(planning.table, "plan-stops", mark),
        placeholder=words.orders.plan_stops,
        min_values=0,
        required=False,
        max_values=min(len(form.stops), PAGE),
    )
    for one in form.stops[:PAGE]:
        stopping = words.orders.plan_stop_this.format(stop=shorten(bare(tell(one.label)), 80))
        stops.add_option(label=stopping, value=one.name, default=one.name in draft.stops)
    lasts = ui.Select[Any](
        custom_id=control(planning.table, "plan-until", mark), placeholder=words.orders.lasts_menu
    )
    untils = [name for name, _ in form.untils]
    until = draft.until if draft.until in untils else form.order.until
    for name, label in form.untils[:PAGE]:
        named = shorten(bare(words.orders.lasts.format(until=tell(label))), 100)
        lasts.add_option(label=named, value=name, default=name == until)
    return [ui.ActionRow(stops), ui.ActionRow(lasts)]
