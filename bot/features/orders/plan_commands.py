"""The controls for drafting and giving a plan."""

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
    """The controls for drafting and giving a plan."""

    orders: Orders
    giving: OrderPlacement

    async def show_plan(self, reply: Reply, match_id: int, note: str = "") -> None:
        """Show a player's draft of a plan."""
        draft = await self.orders.plan(match_id, reply.person)
        if draft is not None and draft.form.label is not None:
            await self.show_ahead(reply, match_id)
        else:
            await self._show(reply, match_id, draft, note)

    async def _show(
        self,
        reply: Reply,
        match_id: int,
        draft: PlanDraft | None,
        note: str = "",
        *,
        ends: bool = False,
    ) -> None:
        if draft is None:
            book = await self.orders.book(match_id, reply.person)
            await reply.show(orders_message(book, reply.translate, note or reply.translate(GONE)))
        else:
            await reply.show(plan_message(draft, reply.translate, note, ends=ends))

    async def _change(
        self, reply: Reply, control: CustomId, change: Callable[[PlanDraft], Change], *, ends: bool = False
    ) -> None:
        """Change the draft and show it. An outdated control changes nothing."""
        await reply.in_place()
        match_id, orders = control.match_id, self.orders
        draft = await orders.plan(match_id, reply.person)
        if draft is None or draft.draft.digest != control.state:
            await self._show(reply, match_id, draft, reply.translate(PLAN_CHANGED))
            return
        changed = await orders.plan(match_id, reply.person, change(draft), control.state)
        await self._show(reply, match_id, changed, ends=ends)

    @pressed("plan", first=Reply.in_place)
    async def _plan(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        draft = await self.orders.plan(control.match_id, reply.person)
        ends = draft is not None and draft.wrong is None and control.state == "ends"
        await self._show(reply, control.match_id, draft, ends=ends)

    @pressed("plan-when")
    async def _when(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        def change(draft: PlanDraft) -> Change:
            when = next((condition for condition in draft.form.whens if condition.key == values[0]), None)
            if when is None:
                raise Refusal(UNKNOWN_CONTROL)
            last = draft.draft.last
            if any(act.key == last.act for act in when.acts):
                return lambda draft: draft.with_last(PlanStep(when.key, last.act, last.things))
            # The only possible act need not be chosen.
            only = when.acts[0].key if len(when.acts) == 1 else ""
            return lambda draft: draft.with_last(PlanStep(when.key, only))

        await self._change(reply, control, change)

    @pressed("plan-act")
    async def _act(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        def change(draft: PlanDraft) -> Change:
            when, _ = chosen(draft)
            act = next((each for each in when.acts if each.key == values[0]), None) if when else None
            if when is None or act is None:
                raise Refusal(UNKNOWN_CONTROL)
            only = tuple(key for key, _ in act.things) if len(act.things) == act.least == 1 else ()
            return lambda draft: draft.with_last(PlanStep(when.key, act.key, only))

        await self._change(reply, control, change)

    @pressed("plan-with")
    async def _with(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        def change(draft: PlanDraft) -> Change:
            when, act = chosen(draft)
            indexes = [index for value in values if (index := numeral(value, 2)) is not None]
            if when is None or act is None or any(index >= len(act.things) for index in indexes):
                raise Refusal(UNKNOWN_CONTROL)
            things = tuple(act.things[index][0] for index in indexes)
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
        def change(draft: PlanDraft) -> Change:
            stops = tuple(stop.name for stop in draft.form.stops if stop.name in values)
            return lambda draft: replace(draft, stops=stops)

        await self._change(reply, control, change, ends=True)

    @pressed("plan-until")
    async def _until(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        def change(draft: PlanDraft) -> Change:
            until = next((name for name, _ in draft.form.untils if name == values[0]), draft.draft.until)
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
        draft = await self.orders.plan(match_id, reply.person)
        if repeated:
            book = await self.orders.book(match_id, reply.person)
            await reply.show(orders_message(book, reply.translate, repeated))
        elif draft is None or draft.draft.digest != control.state or draft.wrong is not None:
            await self._show(reply, match_id, draft, reply.translate(PLAN_CHANGED))
        else:
            name = PLAN if draft.form.label is None else LINES
            await self.giving.give(reply, match_id, name, draft.order)

    @pressed("ahead", first=Reply.in_place)
    async def _ahead(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """Start drafting the next decision in advance."""
        await self.show_ahead(reply, control.match_id)

    async def show_ahead(self, reply: Reply, match_id: int) -> None:
        """Show a player's draft of the next decision, or explain why they can't plan ahead."""
        panels = self.giving.panels
        is_asked = await panels.matches.question(match_id, reply.person) is not None
        can_plan = is_asked or await panels.drafts.plan_ahead(match_id, reply.person)
        note = "" if can_plan else reply.translate.msg("You can't plan ahead at this point of the match.")
        await panels.show_now(reply, match_id, note=note)

    @pressed("ahead-give", first=Reply.in_place)
    async def _give_ahead(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        result = await self.orders.give_ahead(
            reply.interaction.id, control.match_id, reply.person, control.state
        )
        await self.giving.show(reply, result)

    @pressed("ahead-stops", "ahead-else", first=Reply.in_place)
    async def _change_ahead(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """Change when a plan drafted in advance ends, or choose what to do if its last step is impossible."""
        drafts, note = self.giving.panels.drafts, ""
        choice, _, digest = control.state.rpartition(".")
        try:
            if control.act == "ahead-stops":
                await drafts.change_ahead(control.match_id, reply.person, digest, stops=values)
            else:
                await drafts.change_ahead(control.match_id, reply.person, digest, chooses_else=choice == "1")
        except AlreadyDecided:
            note = reply.translate(DECIDED_ALREADY)
        await self.giving.panels.show_now(reply, control.match_id, note=note)

    @pressed("order-again", first=Reply.in_place)
    async def _give_again(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """Give the player's latest order again."""
        result = await self.orders.give_again(reply.interaction.id, control.match_id, reply.person)
        await self.giving.show(reply, result)

    @pressed("ready-plan", first=Reply.in_place)
    async def _give_ready(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """Give a ready-made plan."""
        match_id = control.match_id
        snapshot = await self.giving.panels.match_resolver.player_snapshot(reply, match_id)
        plan = next((each for each in snapshot.ready if each.name == control.state), None)
        if plan is None or snapshot.question is not None:
            note = await self.giving.given_before(reply) or reply.translate(GONE)
            await self.giving.panels.show_now(reply, match_id, note=note)
            return
        await self.giving.show(
            reply, await self.orders.give_ready(reply.interaction.id, match_id, reply.person, plan)
        )
