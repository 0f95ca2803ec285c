"""Plans: the controls with which one is made out, and given."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from bot.chat.components.custom_ids import CustomId
from bot.chat.components.replies import Reply
from bot.chat.core import Core
from bot.chat.features.orders.giving import give, given_before
from bot.chat.features.orders.messages import orders_message
from bot.chat.features.orders.plan_messages import chosen, plan_message
from bot.errors import Told
from bot.orders.standing_orders import PLAN, Planning, drafted
from bot.store.interface.orders import OrderDraft
from cards.numerals import numeral
from engine.kernel.orders import PlanStep

Press = Callable[[Core, Reply, CustomId, Sequence[str]], Awaitable[None]]
Change = Callable[[OrderDraft], OrderDraft]


async def show_plan(core: Core, reply: Reply, match_id: int, note: str = "") -> None:
    """Show the plan that somebody is making out, as far as it has got."""
    await _show(core, reply, match_id, await core.orders.plan(match_id, reply.person), note)


async def _show(
    core: Core,
    reply: Reply,
    match_id: int,
    planning: Planning | None,
    note: str = "",
    *,
    ends: bool = False,
) -> None:
    if planning is None:
        book = await core.orders.book(match_id, reply.person)
        await reply.show(orders_message(book, reply.words, note or reply.words.orders.gone))
    else:
        await reply.show(plan_message(planning, reply.words, note, ends=ends))


async def _change(
    core: Core, reply: Reply, control: CustomId, change: Callable[[Planning], Change], *, ends: bool = False
) -> None:
    """Change the plan and show it; what an old control of it says changes nothing."""
    await reply.in_place()
    match_id, orders = control.match_id, core.orders
    planning = await orders.plan(match_id, reply.person)
    if planning is None or planning.draft.mark != control.state:
        await _show(core, reply, match_id, planning, reply.words.orders.plan_changed)
        return
    changed = await orders.plan(match_id, reply.person, change(planning), control.state)
    await _show(core, reply, match_id, changed, ends=ends)


async def _plan(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await reply.in_place()
    planning = await core.orders.plan(control.match_id, reply.person)
    ends = planning is not None and planning.wrong is None and control.state == "ends"
    await _show(core, reply, control.match_id, planning, ends=ends)


async def _when(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    def change(planning: Planning) -> Change:
        when = next((one for one in planning.form.whens if one.key == values[0]), None)
        if when is None:
            raise Told(reply.words.unknown_control)
        last = planning.draft.last
        if any(act.key == last.act for act in when.acts):
            return lambda draft: draft.with_last(PlanStep(when.key, last.act, last.things))
        # What can only be done in one way need not be chosen.
        only = when.acts[0].key if len(when.acts) == 1 else ""
        return lambda draft: draft.with_last(PlanStep(when.key, only))

    await _change(core, reply, control, change)


async def _act(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    def change(planning: Planning) -> Change:
        when, _ = chosen(planning)
        act = next((one for one in when.acts if one.key == values[0]), None) if when else None
        if when is None or act is None:
            raise Told(reply.words.unknown_control)
        only = tuple(key for key, _ in act.things) if len(act.things) == act.least == 1 else ()
        return lambda draft: draft.with_last(PlanStep(when.key, act.key, only))

    await _change(core, reply, control, change)


async def _with(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    def change(planning: Planning) -> Change:
        when, act = chosen(planning)
        places = [place for value in values if (place := numeral(value, 2)) is not None]
        if when is None or act is None or any(place >= len(act.things) for place in places):
            raise Told(reply.words.unknown_control)
        things = tuple(act.things[place][0] for place in places)
        return lambda draft: draft.with_last(PlanStep(when.key, act.key, things))

    await _change(core, reply, control, change)


async def _then(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await _change(core, reply, control, lambda _: OrderDraft.longer)


async def _or(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await _change(core, reply, control, lambda _: OrderDraft.wider)


async def _shorter(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await _change(core, reply, control, lambda _: OrderDraft.shorter)


async def _stops(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    def change(planning: Planning) -> Change:
        stops = tuple(stop.name for stop in planning.form.stops if stop.name in values)
        return lambda draft: replace(draft, stops=stops)

    await _change(core, reply, control, change, ends=True)


async def _until(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    def change(planning: Planning) -> Change:
        until = next((name for name, _ in planning.form.untils if name == values[0]), planning.draft.until)
        return lambda draft: replace(draft, until=until)

    await _change(core, reply, control, change, ends=True)


async def _away(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await reply.in_place()
    await core.orders.throw_away(control.match_id, reply.person)
    book = await core.orders.book(control.match_id, reply.person)
    await reply.show(orders_message(book, reply.words, reply.words.orders.plan_gone))


async def _give(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await reply.in_place()
    match_id = control.match_id
    repeated = await given_before(core, reply)
    planning = await core.orders.plan(match_id, reply.person)
    if repeated:
        book = await core.orders.book(match_id, reply.person)
        await reply.show(orders_message(book, reply.words, repeated))
    elif planning is None or planning.draft.mark != control.state or planning.wrong is not None:
        await _show(core, reply, match_id, planning, reply.words.orders.plan_changed)
    else:
        await give(core, reply, match_id, PLAN, drafted(planning.form, planning.draft))


PLAN_ACTS: Mapping[str, Press] = MappingProxyType(
    {
        "plan": _plan,
        "plan-when": _when,
        "plan-act": _act,
        "plan-with": _with,
        "plan-then": _then,
        "plan-or": _or,
        "plan-shorter": _shorter,
        "plan-stops": _stops,
        "plan-until": _until,
        "plan-away": _away,
        "plan-give": _give,
    }
)
"""What the controls of a plan do, by act."""
