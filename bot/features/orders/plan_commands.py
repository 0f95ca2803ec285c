"""Plans: the controls for drafting and giving one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from bot.discord.components.custom_ids import UNKNOWN_CONTROL, CustomId
from bot.discord.components.replies import Reply
from bot.discord.controls import PressHandlers, pressed
from bot.errors import AlreadyDecided, Refusal
from bot.features.orders.messages import GONE, orders_message
from bot.features.orders.placement import OrderPlacement
from bot.features.orders.plan_messages import chosen, plan_message
from bot.features.orders.service import LINES, PLAN, Orders, PlanDraft
from bot.panel.service import DECIDED_ALREADY
from bot.store.orders import OrderDraft
from cards.i18n import msg
from cards.numerals import numeral
from engine.kernel.orders.plan import PlanStep

PLAN_CHANGED = msg("The plan has changed. Here it is now.")

Change = Callable[[OrderDraft], OrderDraft]


class PlansFeature(PressHandlers, frozen=True):
    """The controls with which a plan is made out, and given."""

    orders: Orders
    giving: OrderPlacement

    async def show_plan(self, reply: Reply, match_id: int, note: str = "") -> None:
        """Show the plan that a person is making out, as far as it has got."""
        planning = await self.orders.plan(match_id, reply.person)
        if planning is not None and planning.form.label is not None:
            await self.show_ahead(reply, match_id)
        else:
            await self._show(reply, match_id, planning, note)

    async def _show(
        self,
        reply: Reply,
        match_id: int,
        planning: PlanDraft | None,
        note: str = "",
        *,
        ends: bool = False,
    ) -> None:
        if planning is None:
            book = await self.orders.book(match_id, reply.person)
            await reply.show(orders_message(book, reply.translate, note or reply.translate(GONE)))
        else:
            await reply.show(plan_message(planning, reply.translate, note, ends=ends))

    async def _change(
        self, reply: Reply, control: CustomId, change: Callable[[PlanDraft], Change], *, ends: bool = False
    ) -> None:
        """Change the plan and show it; what an old control of it says changes nothing."""
        await reply.in_place()
        match_id, orders = control.match_id, self.orders
        planning = await orders.plan(match_id, reply.person)
        if planning is None or planning.draft.mark != control.state:
            await self._show(reply, match_id, planning, reply.translate(PLAN_CHANGED))
            return
        changed = await orders.plan(match_id, reply.person, change(planning), control.state)
        await self._show(reply, match_id, changed, ends=ends)

    @pressed("plan", first=Reply.in_place)
    async def _plan(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        planning = await self.orders.plan(control.match_id, reply.person)
        ends = planning is not None and planning.wrong is None and control.state == "ends"
        await self._show(reply, control.match_id, planning, ends=ends)

    @pressed("plan-when")
    async def _when(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        def change(planning: PlanDraft) -> Change:
            when = next((one for one in planning.form.whens if one.key == values[0]), None)
            if when is None:
                raise Refusal(UNKNOWN_CONTROL)
            last = planning.draft.last
            if any(act.key == last.act for act in when.acts):
                return lambda draft: draft.with_last(PlanStep(when.key, last.act, last.things))
            # What can only be done in one way need not be chosen.
            only = when.acts[0].key if len(when.acts) == 1 else ""
            return lambda draft: draft.with_last(PlanStep(when.key, only))

        await self._change(reply, control, change)

    @pressed("plan-act")
    async def _act(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        def change(planning: PlanDraft) -> Change:
            when, _ = chosen(planning)
            act = next((one for one in when.acts if one.key == values[0]), None) if when else None
            if when is None or act is None:
                raise Refusal(UNKNOWN_CONTROL)
            only = tuple(key for key, _ in act.things) if len(act.things) == act.least == 1 else ()
            return lambda draft: draft.with_last(PlanStep(when.key, act.key, only))

        await self._change(reply, control, change)

    @pressed("plan-with")
    async def _with(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        def change(planning: PlanDraft) -> Change:
            when, act = chosen(planning)
            places = [place for value in values if (place := numeral(value, 2)) is not None]
            if when is None or act is None or any(place >= len(act.things) for place in places):
                raise Refusal(UNKNOWN_CONTROL)
            things = tuple(act.things[place][0] for place in places)
            return lambda draft: draft.with_last(PlanStep(when.key, act.key, things))

        await self._change(reply, control, change)

    @pressed("plan-then")
    async def _then(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await self._change(reply, control, lambda _: OrderDraft.longer)

    @pressed("plan-or")
    async def _or(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await self._change(reply, control, lambda _: OrderDraft.wider)

    @pressed("plan-shorter")
    async def _shorter(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await self._change(reply, control, lambda _: OrderDraft.shorter)

    @pressed("plan-stops")
    async def _stops(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        def change(planning: PlanDraft) -> Change:
            stops = tuple(stop.name for stop in planning.form.stops if stop.name in values)
            return lambda draft: replace(draft, stops=stops)

        await self._change(reply, control, change, ends=True)

    @pressed("plan-until")
    async def _until(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        def change(planning: PlanDraft) -> Change:
            until = next(
                (name for name, _ in planning.form.untils if name == values[0]), planning.draft.until
            )
            return lambda draft: replace(draft, until=until)

        await self._change(reply, control, change, ends=True)

    @pressed("plan-away", first=Reply.in_place)
    async def _away(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await self.orders.throw_away(control.match_id, reply.person)
        book = await self.orders.book(control.match_id, reply.person)
        await reply.show(
            orders_message(book, reply.translate, reply.translate.msg("You discarded the plan."))
        )

    @pressed("plan-give", first=Reply.in_place)
    async def _give(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        match_id = control.match_id
        repeated = await self.giving.given_before(reply)
        planning = await self.orders.plan(match_id, reply.person)
        if repeated:
            book = await self.orders.book(match_id, reply.person)
            await reply.show(orders_message(book, reply.translate, repeated))
        elif planning is None or planning.draft.mark != control.state or planning.wrong is not None:
            await self._show(reply, match_id, planning, reply.translate(PLAN_CHANGED))
        else:
            name = PLAN if planning.form.label is None else LINES
            await self.giving.give(reply, match_id, name, planning.order)

    @pressed("ahead", first=Reply.in_place)
    async def _ahead(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """Begin to put together what is done when they are asked next."""
        await self.show_ahead(reply, control.match_id)

    async def show_ahead(self, reply: Reply, match_id: int) -> None:
        """Show what a person puts together ahead."""
        panels = self.giving.panels
        is_asked = await panels.matches.question(match_id, reply.person) is not None
        can = is_asked or await panels.drafts.plan_ahead(match_id, reply.person)
        note = "" if can else reply.translate.msg("You can't plan ahead at this point of the match.")
        await panels.show_now(reply, match_id, note=note)

    @pressed("ahead-give", first=Reply.in_place)
    async def _give_ahead(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        gave = await self.orders.give_ahead(
            reply.interaction.id, control.match_id, reply.person, control.state
        )
        await self.giving.show(reply, gave)

    @pressed("ahead-stops", "ahead-else", first=Reply.in_place)
    async def _change_ahead(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """Set when a plan that is drafted ahead ends, or what is done if its last step can't be."""
        drafts, note = self.giving.panels.drafts, ""
        said, _, mark = control.state.rpartition(".")
        try:
            if control.act == "ahead-stops":
                await drafts.change_ahead(control.match_id, reply.person, mark, stops=values)
            else:
                await drafts.change_ahead(control.match_id, reply.person, mark, chooses_else=said == "1")
        except AlreadyDecided:
            note = reply.translate(DECIDED_ALREADY)
        await self.giving.panels.show_now(reply, control.match_id, note=note)

    @pressed("order-again", first=Reply.in_place)
    async def _give_again(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """The order that they have given last, once more."""
        gave = await self.orders.give_again(reply.interaction.id, control.match_id, reply.person)
        await self.giving.show(reply, gave)

    @pressed("ready-plan", first=Reply.in_place)
    async def _give_ready(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """A plan that was made out already."""
        match_id = control.match_id
        look = await self.giving.panels.finder.player_look(match_id, reply.person, reply.translate)
        ready = next((one for one in look.ready if one.name == control.state), None)
        if ready is None or look.question is not None:
            note = await self.giving.given_before(reply) or reply.translate(GONE)
            await self.giving.panels.show_now(reply, match_id, note=note)
            return
        await self.giving.show(
            reply, await self.orders.give_ready(reply.interaction.id, match_id, reply.person, ready)
        )
