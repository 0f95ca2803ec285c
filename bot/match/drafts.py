"""Drafts: answers that a player assembles step by step before giving them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from bot.errors import AlreadyDecided
from bot.match import sheets
from bot.match.context import MatchContext
from bot.match.matches import Matches
from bot.platform.places import run_in_thread
from bot.store import about
from bot.store.orders import OrderDraft
from bot.store.snapshots import PlayerRows
from bot.store.store import retried
from cards.i18n import msg
from engine.kernel.sheet import expected


class Drafts:
    """The players' drafts. Every method may raise NotFound and NotYourMatch."""

    def __init__(self, context: MatchContext, matches: Matches) -> None:
        self._context = context
        self._matches = matches

    async def plan_ahead(self, match_id: int, person: int) -> bool:
        """Begin a draft of a player's next answer. Return whether they can answer in advance now."""
        async with self._context.store.read() as store:
            row = await store.matches.existing(match_id, data=True)
            draft = await store.orders.draft(match_id, person)
        seat, match = row.own_seat(person), self._context.load_shared(row)
        if seat in match.pending_questions or match.outcome is not None or match.plan_form(seat) is None:
            return False
        if await run_in_thread(person, expected, match, seat) is None:
            return False
        if not draft.is_ahead:
            await self.keep(match_id, person, draft, sheets.begun_ahead(match, seat, draft))
        return True

    async def take_out(self, match_id: int, person: int, place: int, digest: str) -> None:
        """Remove the step at `place` of a player's draft, or all steps for -1, if its digest is still this one.

        Raises AlreadyDecided.
        """
        snapshot = await self._matches.panel_snapshot(match_id, person)
        async with self._context.store.read() as store:
            draft = await store.orders.draft(match_id, person)
        sheet = snapshot.sheet
        if sheet is None or sheet.digest != digest or draft.digest != digest or place >= len(sheet.steps):
            raise AlreadyDecided(msg("That has changed."))
        draft_was, draft = draft, replace(draft, is_choosing_else=False)
        if place < 0:
            await self.keep(match_id, person, draft_was, replace(draft, begins=0, answers=()))
            return
        counts = [len(step) for step in sheet.steps]
        first = sum(counts[:place])
        answers = (*draft.answers[:first], *draft.answers[first + counts[place] :])
        await self.keep(match_id, person, draft_was, replace(draft, answers=answers))

    async def change_ahead(
        self,
        match_id: int,
        person: int,
        digest: str,
        *,
        stops: Sequence[str] | None = None,
        chooses_else: bool | None = None,
    ) -> None:
        """Change a player's plan if its digest is still this one. Raises AlreadyDecided.

        `stops` are the events that end it; `chooses_else`: they are choosing an alternative to the last step.
        """
        async with self._context.store.read() as store:
            draft = await store.orders.draft(match_id, person)
        if not draft.is_ahead or draft.digest != digest or (chooses_else and not draft.answers):
            raise AlreadyDecided(msg("That has changed."))
        new = draft if stops is None else replace(draft, stops=tuple(stops))
        new = new if chooses_else is None else replace(new, is_choosing_else=chooses_else)
        await self.keep(match_id, person, draft, new)

    @retried(known=False)
    async def keep(self, match_id: int, person: int, before: OrderDraft, after: OrderDraft) -> PlayerRows:
        """Store a player's draft and return the match with it.

        Raises AlreadyDecided if the stored draft is no longer `before`.
        """
        async with self._context.store.write(about.AboutMatch(match_id)) as tx:
            rows = await tx.snapshots.of_player(match_id, person)
            if rows.draft != before:
                raise AlreadyDecided(msg("That has changed."))
            await tx.orders.put_draft(match_id, person, after)
        return replace(rows, draft=after)
