"""Reviews of finished matches: consent and progress.

A review needs the consent of all players, for each match. The first player to ask consents and thereby asks the others,
who consent the same way. The bot always consents. If a player declines or withdraws consent, the review ends and its
results are deleted. All of this is possible only after the match.
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
from bot.store.reviews import ReviewState
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
    """Someone has asked, and others haven't agreed yet."""
    DECLINED = "declined"
    """Someone declined. It isn't shown who."""
    WORKING = "working"
    DONE = "done"
    FAILED = "failed"


class ReviewProgress(msgspec.Struct, frozen=True):
    """The progress of a review. `agreed` are the seats that consent, `missing` the others.

    `judged` of `decisions` decisions have been analysed. `decisions` is 0 while their number is unknown.
    """

    table: MatchTable
    stage: ReviewStage
    agreed: frozenset[int] = frozenset()
    missing: frozenset[int] = frozenset()
    judged: int = 0
    decisions: int = 0
    report: MatchReport | None = None


class Reviews:
    """Stores consent to reviews, and reads their progress.

    `wake` is called when there is something to announce, `work` when there is a match to analyse. All methods can raise
    NotFound, and StillGoingOn during a match.
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
            return await self._progress_of(store, row)

    @retried(known=True)
    async def agree(self, interaction: int, match_id: int, person: int) -> ReviewProgress:
        """Record a player's consent. The last consent starts the review; before that, the others are asked.

        A failed review restarts. Raises NotYourMatch, and Unwilling if one of the two players concerned has blocked the
        other.
        """
        async with self._store.write(about.AboutMatch(match_id)) as tx:
            row = await tx.matches.existing(match_id)
            self._check(row)
            seat = row.own_seat(person)
            replies = await tx.reviews.replies(match_id)
            is_stuck = (await self._progress_of(tx, row)).stage is ReviewStage.FAILED
            if is_stuck:
                await tx.reviews.drop(match_id)
            if is_stuck or not replies.get(person):
                mentioned = await self._seats_to_mention(tx, row, seat, replies)
                await tx.reviews.say(match_id, person, agreed=True, at=self._clock.now())
                await self._start_if_agreed(tx, row, interaction, mentioned)
            progress = await self._progress_of(tx, row)
        self._wake()
        if progress.stage is ReviewStage.WORKING:
            self._work()
        return progress

    @retried(known=True)
    async def decline(self, interaction: int, match_id: int, person: int) -> ReviewProgress:
        """Record a refusal, or withdraw a player's consent. The results are deleted. Raises NotYourMatch."""
        async with self._store.write(about.AboutMatch(match_id)) as tx:
            row = await tx.matches.existing(match_id)
            self._check(row)
            row.own_seat(person)
            await tx.reviews.say(match_id, person, agreed=False, at=self._clock.now())
            await tx.reviews.drop(match_id)
            await tx.notes.add([announcements.of_review(row, f"declined:{interaction}")])
            progress = await self._progress_of(tx, row)
        self._wake()
        return progress

    async def _seats_to_mention(
        self, tx: Writing, row: MatchRow, seat: int, replies: Mapping[int, bool]
    ) -> list[int]:
        """Return the seats to mention: those without a reply that this player hasn't mentioned recently.

        Raises Unwilling if one of them can't be mentioned.
        """
        caller, since = row.seats[seat], self._clock.now() - self._limits.gap * MINUTE
        seats: list[int] = []
        for number, other in enumerate(row.seats):
            if number == seat or other.is_bot or other.person_id in replies:
                continue
            sentence = msg("You can't ask {who} that now.", who=other.name)
            people = Person(caller.person_id, caller.name), Person(other.person_id, other.name)
            await check_willing(tx.blocks, *people, sentence)
            if not await tx.reviews.has_asked(caller.person_id, other.person_id, since):
                seats.append(number)
        return seats

    async def _start_if_agreed(
        self, tx: Writing, row: MatchRow, interaction: int, mentioned: Sequence[int]
    ) -> None:
        """Start the review if all have agreed. Announce the progress, with mentions of the `mentioned` seats."""
        replies = await tx.reviews.replies(row.id)
        needed = [n for n, each in enumerate(row.seats) if not each.is_bot]
        missing = [n for n in needed if not replies.get(row.seats[n].person_id)]
        if not missing:
            await tx.reviews.begin(row.id, self._clock.now(), interaction)
        await tx.notes.add([announcements.of_review(row, f"agreed:{interaction}", mentioned)])

    def _check(self, row: MatchRow) -> None:
        """Raise StillGoingOn or NotFound unless a match can be reviewed."""
        if row.status is MatchStatus.PLAYING:
            raise StillGoingOn(
                msg("This match is still in progress. When it's over, you can review it together.")
            )
        table = build_views.table_of(row, self._games.find(row.game))
        if row.status is not MatchStatus.OVER or not row.places or not can_be_looked_back_at(table):
            raise NotFound(msg("There's nothing to review in this match."))

    async def _progress_of(self, store: Reading, row: MatchRow) -> ReviewProgress:
        table = build_views.table_of(row, self._games.find(row.game))
        replies = await store.reviews.replies(row.id)
        agreed = frozenset(
            n for n, each in enumerate(row.seats) if each.is_bot or replies.get(each.person_id)
        )
        is_declined = any(replies.get(each.person_id) is False for each in row.seats)
        missing = frozenset(range(len(row.seats))) - agreed
        if is_declined:
            return ReviewProgress(table, ReviewStage.DECLINED, agreed, missing)
        if missing:
            return ReviewProgress(
                table, ReviewStage.ASKED if any(replies.values()) else ReviewStage.OPEN, agreed, missing
            )
        review = await store.reviews.of(row.id)
        if review is None:
            return ReviewProgress(table, ReviewStage.OPEN, agreed)
        if review.state is ReviewState.WORKING:
            judged = await store.reviews.judged(row.id)
            return ReviewProgress(
                table,
                ReviewStage.WORKING,
                agreed,
                judged=min(judged, review.decisions),
                decisions=review.decisions,
            )
        if review.state is ReviewState.FAILED:
            return ReviewProgress(table, ReviewStage.FAILED, agreed)
        try:
            report = match_report(review.report)
        except msgspec.MsgspecError:
            # The report is in another version's format.
            return ReviewProgress(table, ReviewStage.FAILED, agreed)
        return ReviewProgress(table, ReviewStage.DONE, agreed, report=report)
