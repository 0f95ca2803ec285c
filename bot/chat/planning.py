"""A plan while it is being made out: if …, then …; read back step by step, with what stands in its way at this moment.

What is half-made is kept (`bot.orders.Draft`): it does not fit into the ids of controls. Those carry what it was when
they were shown, so that an old one changes nothing, and nobody gives another plan than the one that they read.
"""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.chat.messages import TEXT, Button, Item, PrivateMessage, button, parts, row, text
from bot.chat.ordering import PAGE, Tell
from bot.chat.plain import bare, plain, shorten
from bot.chat.telling import control, title
from bot.chat.words import Words
from bot.ordering import Planning
from cards.locales import Phrase
from engine.kernel.orders import PlanAct, PlannedStep, PlanWhen


def chosen(planning: Planning) -> tuple[PlanWhen | None, PlanAct | None]:
    """What the last step of a plan waits for and does, as they can be chosen now."""
    last = planning.draft.last
    when = next((one for one in planning.form.whens if one.key == last.when), None)
    act = next((one for one in when.acts if one.key == last.act), None) if when else None
    return when, act


def plan_message(planning: Planning, words: Words, note: str = "") -> PrivateMessage:
    """A plan while it is being made out: its steps, menus for the last one, and what can be done with the whole."""
    said, table = words.orders, planning.table
    tell = table.game.tongue(words.locale)
    when, act = chosen(planning)
    is_whole = planning.wrong is None
    items: list[Item] = [text(_told(planning, words, tell, note))]
    items.append(_whens(planning, when, words, tell))
    if when is not None:
        items.append(_acts(planning, when, act, words, tell))
    if act is not None and act.things:
        items.append(_things(planning, act, words, tell))
    more: list[Button] = []
    if is_whole:
        steps = sum(map(len, planning.draft.lines))
        if steps < planning.form.steps:
            more.append(button(said.plan_then, control(table, "plan-then", planning.draft.mark)))
            if len(planning.draft.lines) < planning.form.lines:
                more.append(button(said.plan_or, control(table, "plan-or", planning.draft.mark)))
    if not planning.draft.is_blank:
        more.append(button(said.plan_shorter, control(table, "plan-shorter", planning.draft.mark)))
    if more:
        items.append(row(*more))
    if is_whole:
        items += _ends(planning, words, tell)
    last = [button(said.back, control(table, "orders", "0"))]
    if not planning.draft.is_blank:
        last.insert(0, button(said.plan_away, control(table, "plan-away")))
    if is_whole:
        label = said.give_now if planning.now is not None else said.plan_give
        give = button(label, control(table, "plan-give", planning.draft.mark), discord.ButtonStyle.success)
        last.insert(0, give)
    return PrivateMessage((*items, row(*last)))


def _told(planning: Planning, words: Words, tell: Tell, note: str) -> str:
    said = words.orders
    lines = [said.plan_title, f"-# {title(planning.table, words)}", *([note] if note else [])]
    lines.append(f"-# {said.plan_about}")
    for steps in planning.read:
        lines += [_step(one, words, tell) for one in steps]
    last = planning.draft.last
    if planning.wrong is not None and last.when and last.act:
        lines.append(plain(tell(planning.wrong), 300))
    elif planning.now is not None:
        lines.append(said.plan_now.format(answer=plain(tell(planning.now), 200)))
    elif planning.wrong is None and planning.replaces:
        lines.append(f"-# {said.plan_replaces}")
    return parts(["\n".join(lines)], TEXT)[0]


def _step(step: PlannedStep, words: Words, tell: Tell) -> str:
    line = f"- {plain(tell(step.words), 300)}"
    if step.why_not is not None:
        return f"{line}\n  -# {words.orders.plan_not_now.format(why=plain(tell(step.why_not), 200))}"
    return f"{line}\n  -# {words.orders.plan_possible}" if step.is_known else line


def _label(phrase: Phrase, tell: Tell) -> str:
    label = bare(tell(phrase))
    return shorten(label[:1].upper() + label[1:], 100)


def _whens(planning: Planning, when: PlanWhen | None, words: Words, tell: Tell) -> Item:
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


def _acts(planning: Planning, when: PlanWhen, act: PlanAct | None, words: Words, tell: Tell) -> Item:
    menu = ui.Select[Any](
        custom_id=control(planning.table, "plan-act", planning.draft.mark), placeholder=words.orders.plan_do
    )
    for one in when.acts[:PAGE]:
        menu.add_option(label=_label(one.label, tell), value=one.key, default=one is act)
    return ui.ActionRow(menu)


def _things(planning: Planning, act: PlanAct, words: Words, tell: Tell) -> Item:
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


def _ends(planning: Planning, words: Words, tell: Tell) -> list[Item]:
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
