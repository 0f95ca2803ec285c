"""Reviews of finished matches: consent and progress.

A player's decisions are only analysed with their consent, match by match: the first one to ask agrees and asks the
other, who agrees by asking too. The bot always agrees. A player who declines, or withdraws their consent, ends the
review, and its results are deleted. Nothing of this is possible while the match is in progress.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum

import msgspec

from bot.clocks.control import MINUTE
from bot.delivery import announcements
from bot.errors import NotFound, StillGoingOn
from bot.games.playable import Games
from bot.match.replay.records import can_be_looked_back_at
from bot.people.contact_limits import USUAL, Limits, check_willing
from bot.platform.clock import Clock
from bot.store import Reading, Store, Writing, about
from bot.store.match_status import MatchStatus
from bot.store.person import Person
from bot.store.reviews import LookBackState
from bot.store.rows import MatchRow
from bot.store.store import retried
from bot.views import build_views
from bot.views.types import MatchTable
from cards.i18n import msg
from engine.kernel.ai.review import MatchReport, match_report


class ReviewStage(StrEnum):
    """The progress of a review."""

    OPEN = "open"
    """No one has asked for it."""
    ASKED = "asked"
    """Someone has, and others have yet to agree."""
    DECLINED = "declined"
    """Declined. No one is told by whom."""
    WORKING = "working"
    DONE = "done"
    FAILED = "failed"


class ReviewProgress(msgspec.Struct, frozen=True):
    """The progress of a review. `agreed` are the seats that allow it, `missing` those that have yet to answer.

    `judged` of `decisions` have been judged; `decisions` is 0 while their number is not known.
    """

    table: MatchTable
    stage: ReviewStage
    agreed: frozenset[int] = frozenset()
    missing: frozenset[int] = frozenset()
    judged: int = 0
    decisions: int = 0
    report: MatchReport | None = None


class Reviews:
    """Agreeing to look back, and how far it is.

    `wake` is called when there is something to announce, `work` when there is something to judge. Everything may raise
    NotFound, and StillGoingOn for a match that is not over.
    """

    def __init__(
        self,
        store: Store,
        games: Games,
        clock: Clock,
        *,
        wake: Callable[[], None],
        work: Callable[[], None],
        limits: Limits = USUAL,
    ) -> None:
        self._store = store
        self._games = games
        self._clock = clock
        self._wake = wake
        self._work = work
        self._limits = limits

    async def of(self, match_id: int) -> ReviewProgress:
        """Return the progress of a match's review."""
        async with self._store.read() as store:
            row = await store.matches.existing(match_id)
            self._check(row)
            return await self._looked_back(store, row)

    @retried(known=True)
    async def agree(self, interaction: int, match_id: int, person: int) -> ReviewProgress:
        """Record a person's consent.

        The last one starts the review; otherwise the others are asked. A failed review restarts.

        Raises NotYourMatch, and Unwilling if that would mention a person who has blocked them, or whom they have
        blocked.
        """
        async with self._store.write(about.AboutMatch(match_id)) as tx:
            row = await tx.matches.existing(match_id)
            self._check(row)
            seat = row.own_seat(person)
            said = await tx.look_backs.replies(match_id)
            is_stuck = (await self._looked_back(tx, row)).stage is ReviewStage.FAILED
            if is_stuck:
                await tx.look_backs.drop(match_id)
            if is_stuck or not said.get(person):
                called = await self._called(tx, row, seat, said)
                await tx.look_backs.say(match_id, person, agreed=True, at=self._clock.now())
                await self._go_on(tx, row, interaction, called)
            found = await self._looked_back(tx, row)
        self._wake()
        if found.stage is ReviewStage.WORKING:
            self._work()
        return found

    @retried(known=True)
    async def decline(self, interaction: int, match_id: int, person: int) -> ReviewProgress:
        """Record a refusal, or withdraw a person's consent: the results are deleted. Raises NotYourMatch."""
        async with self._store.write(about.AboutMatch(match_id)) as tx:
            row = await tx.matches.existing(match_id)
            self._check(row)
            row.own_seat(person)
            await tx.look_backs.say(match_id, person, agreed=False, at=self._clock.now())
            await tx.look_backs.drop(match_id)
            await tx.notes.add([announcements.of_look_back(row, f"declined:{interaction}")])
            found = await self._looked_back(tx, row)
        self._wake()
        return found

    async def _called(self, tx: Writing, row: MatchRow, seat: int, said: Mapping[int, bool]) -> list[int]:
        """Return the seats to mention: those without a reply that this person hasn't mentioned recently.

        Raises Unwilling if one of them can't be mentioned.
        """
        caller, since = row.seats[seat], self._clock.now() - self._limits.gap * MINUTE
        called: list[int] = []
        for number, other in enumerate(row.seats):
            if number == seat or other.house or other.person_id in said:
                continue
            sentence = msg("You can't ask {who} that now.", who=other.name)
            people = Person(caller.person_id, caller.name), Person(other.person_id, other.name)
            await check_willing(tx.calls, *people, sentence)
            if not await tx.look_backs.has_asked(caller.person_id, other.person_id, since):
                called.append(number)
        return called

    async def _go_on(self, tx: Writing, row: MatchRow, interaction: int, called: Sequence[int]) -> None:
        """Begin if all have agreed; always show how it stands, and call these seats."""
        said = await tx.look_backs.replies(row.id)
        needed = [n for n, one in enumerate(row.seats) if not one.house]
        missing = [n for n in needed if not said.get(row.seats[n].person_id)]
        if not missing:
            await tx.look_backs.begin(row.id, self._clock.now(), interaction)
        await tx.notes.add([announcements.of_look_back(row, f"agreed:{interaction}", called)])

    def _check(self, row: MatchRow) -> None:
        """Raise StillGoingOn or NotFound unless a match can be looked back at."""
        if row.standing is MatchStatus.PLAYING:
            raise StillGoingOn(
                msg("This match is still in progress. When it's over, you can review it together.")
            )
        table = build_views.table_of(row, self._games.find(row.game))
        if row.standing is not MatchStatus.OVER or not row.places or not can_be_looked_back_at(table):
            raise NotFound(msg("There's nothing to review in this match."))

    async def _looked_back(self, store: Reading, row: MatchRow) -> ReviewProgress:
        table = build_views.table_of(row, self._games.find(row.game))
        said = await store.look_backs.replies(row.id)
        agreed = frozenset(n for n, one in enumerate(row.seats) if one.house or said.get(one.person_id))
        declined = any(said.get(one.person_id) is False for one in row.seats)
        missing = frozenset(range(len(row.seats))) - agreed
        if declined:
            return ReviewProgress(table, ReviewStage.DECLINED, agreed, missing)
        if missing:
            return ReviewProgress(
                table, ReviewStage.ASKED if any(said.values()) else ReviewStage.OPEN, agreed, missing
            )
        kept = await store.look_backs.of(row.id)
        if kept is None:
            return ReviewProgress(table, ReviewStage.OPEN, agreed)
        if kept.state is LookBackState.WORKING:
            judged = await store.look_backs.judged(row.id)
            return ReviewProgress(
                table,
                ReviewStage.WORKING,
                agreed,
                judged=min(judged, kept.decisions),
                decisions=kept.decisions,
            )
        if kept.state is LookBackState.FAILED:
            return ReviewProgress(table, ReviewStage.FAILED, agreed)
        try:
            report = match_report(kept.report)
        except msgspec.MsgspecError:
            # It was written by another version.
            return ReviewProgress(table, ReviewStage.FAILED, agreed)
        return ReviewProgress(table, ReviewStage.DONE, agreed, report=report)
