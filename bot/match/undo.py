"""Take-backs: a player's last decision, alone or with the consent of all others still playing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from bot.clocks import SeatClock, clock_at
from bot.clocks.control import MINUTE
from bot.delivery import announcements
from bot.errors import AlreadyDecided, Refusal
from bot.match import prompts, sheets
from bot.match.apply import row_after_act, save
from bot.match.consent import (
    ConsentOutcome,
    ConsentResult,
    Consents,
    act_of,
    is_agreed,
    missing,
    names_of,
    needed,
)
from bot.match.requests import standing_at
from bot.people.contact_limits import TooSoon, moment
from bot.platform.places import run_in_thread
from bot.store import Writing
from bot.store.acts import ActQueries
from bot.store.mentions import MentionKind
from bot.store.offers import Offers, Request, RequestKind
from bot.store.rows import ActRow, MatchRow, SeatRow
from bot.time import seat_clocks
from bot.views import build_views
from bot.views.types import MatchTable
from cards.i18n import Locale, Message, as_message, msg
from engine.kernel.events.event import Event, TakenBack, seen
from engine.kernel.events.story import StoryAct
from engine.kernel.events.summary import BRIEF
from engine.kernel.match import Match
from engine.kernel.undo import Since, TakeBack, UndoPrice, decisions, undoing

T = TypeVar("T")

OFTEN = 3
"""Maximum take-backs of decisions another player was already notified of, within the minutes between two mentions."""
RECALLED = "recalled"
"""Marks a take-back that removed the other player's question."""


class NoUndo(Refusal):
    """A decision can't be taken back. `str(error)` is the reason."""


class TooLate(NoUndo):
    """It is too late for a take-back, but all others can be asked to agree anyway; `table` has their names."""

    def __init__(self, sentence: Message, table: MatchTable) -> None:
        super().__init__(sentence)
        self.table = table


class _Pending(Exception):
    """Work that must be done before the transaction that needs it; nothing has been changed yet."""

    def __init__(self, key: tuple[object, ...], work: Callable[[], object]) -> None:
        super().__init__()
        self.key = key
        self.work = work


class _Ahead:
    """Results that were computed ahead of a transaction, by kind and the revision of the match."""

    def __init__(self) -> None:
        self.known: dict[tuple[object, ...], Any] = {}

    def of(self, key: tuple[object, ...], work: Callable[[], T]) -> T:
        """Return the result of this work. Raises _Pending if it isn't done yet."""
        if key not in self.known:
            raise _Pending(key, work)
        return self.known[key]


class Undo(Consents):
    """Take-backs. Each interaction takes effect once."""

    async def undo(
        self,
        interaction: int,
        match_id: int,
        person: int,
        *,
        agree: bool = True,
        answering: bool | None = None,
        late: bool = False,
        locale: Locale = Locale.ENGLISH,
    ) -> ConsentOutcome:
        """Take back the player's last decision, ask the others to agree, or agree to another's request.

        Once a player has seen something new, or randomness was used, this raises TooLate, unless `late`: then the
        others are asked anyway, knowing the consequences. In a rated match information decides ratings, and no one
        can be asked; in practice against the bot no consent is needed.

        Without `agree`: refuse another's request, or withdraw one's own. `answering`: True replies to a request only,
        which may be gone; False never does. Raises NoUndo with the reason.
        """

        ahead = _Ahead()

        async def act(tx: Writing, row: MatchRow, seat: int, now: int) -> ConsentOutcome:
            match, offers = self._context.load(row), standing_at(await tx.offers.of(match_id), now)
            request = offers.undo
            if request is None:
                if not agree or answering:
                    raise AlreadyDecided(msg("No one is asking to take anything back."))
                log = act_of(row, interaction, "undo asked", person, seat, now)
                return await self._ask(tx, row, match, log, offers, ahead, late=late, locale=locale)
            if answering is False and request.by != seat:
                raise AlreadyDecided(
                    msg(
                        "{who} asks to take back a move. Please answer that first.",
                        who=row.seats[request.by].name,
                    )
                )
            if not agree:
                refused = match.turn_count if seat != request.by else offers.undo_refused
                remaining = replace(offers, undo=None, undo_refused=refused)
                log = act_of(row, interaction, "undo refused", person, seat, now)
                return await self._offer(tx, row, log, remaining, ConsentResult.UNDO_REFUSED)
            if request.by == seat:
                raise AlreadyDecided(
                    msg("You already asked for that. Waiting for {who}.", who=missing(row, request))
                )
            log = act_of(row, interaction, "undo", person, seat, now)
            if not is_agreed(row, request, seat):
                return await self._consent(tx, row, log, offers, RequestKind.UNDO)
            return await self._take_back(
                tx, row, match, log, request.by, request.stay, ahead, late=request.late
            )

        # This replays the whole match, so it runs off the event loop and outside the transaction.
        while True:
            try:
                return await self._transact(interaction, match_id, person, act)
            except _Pending as pending:
                ahead.known[pending.key] = await run_in_thread(person, pending.work)

    async def _ask(
        self,
        tx: Writing,
        row: MatchRow,
        match: Match,
        act: ActRow,
        offers: Offers,
        ahead: _Ahead,
        *,
        late: bool,
        locale: Locale,
    ) -> ConsentOutcome:
        """Take back a decision that needs no consent. Otherwise ask the opponents. Raises NoUndo."""
        seat = act.seat
        take_back = ahead.of(("price", row.rev, seat), lambda: undoing(match, seat))
        if take_back is None:
            raise NoUndo(msg("You have no move to take back in this match."))
        absent = [other for other in row.others(seat) if row.seats[other].taken_over]
        if take_back.price is UndoPrice.FREE or not (needed(row, seat) or absent):
            return await self._take_back(
                tx, row, match, replace(act, kind="undo"), seat, take_back.stay, ahead
            )
        why = self._in_the_way(row, take_back, seat, locale)
        if absent:
            names = names_of(row, absent)
            raise NoUndo(msg("{why} I'm playing for {who}, and can't agree for them.", why=why, who=names))
        is_late = take_back.price is UndoPrice.NEVER
        if is_late and row.rated:
            raise NoUndo(msg("{why} You can't take it back in a rated match.", why=why))
        if offers.undo_refused == match.turn_count:
            names = names_of(row, row.others(seat)) if len(row.others(seat)) == 1 else msg("Someone")
            raise NoUndo(msg("{why} {who} declined your request.", who=names, why=why))
        if is_late and not late:
            raise TooLate(as_message(why), self._context.table(row))
        await self._check_mention(tx, row, seat, MentionKind.UNDO, act.at)
        request = Request(seat, stay=take_back.stay, late=is_late)
        pending = await self._offer(
            tx, row, act, offers.but(RequestKind.UNDO, request), ConsentResult.UNDO_ASKED
        )
        return pending if is_late else replace(pending, why=why)

    def _in_the_way(self, row: MatchRow, take_back: TakeBack, seat: int, locale: Locale) -> Message | str:
        """Return a sentence about the events since the decision, as the seat knows them."""
        if take_back.since is not None:
            return _TOO_LATE[take_back.since]
        if take_back.event is not None:
            table = self._context.table(row)
            translator, known = table.game.translator(locale), seen(take_back.event, seat)
            beats = table.game.kernel.story([known], tuple(table.names_in(translator)), seat)
            lines = build_views.in_lines([StoryAct(row.rev, beats)], translator, words=BRIEF)
            sentence = " ".join(map(str, lines)) or build_views.sentence(
                table, take_back.event, seat, translator
            )
            if sentence:
                return msg("Since then: {told}", told=sentence)
        if take_back.other is not None:
            return msg("{who} has made a move since then.", who=row.seats[take_back.other].name)
        return msg("Something hidden was revealed since then.")

    async def _take_back(
        self,
        tx: Writing,
        row: MatchRow,
        match: Match,
        act: ActRow,
        asker: int,
        stay: int,
        ahead: _Ahead,
        *,
        late: bool = False,
    ) -> ConsentOutcome:
        """Take the match back to its first `stay` answers, and store it."""
        back, count = ahead.of(("back", row.rev, stay), lambda: (match.rewound(stay), decisions(match, stay)))
        answers = match.record.answers
        gains = await tx.offers.gains(row.id, stay)
        gained: dict[int, int] = {}
        for number, amount in gains.items():
            if number < len(answers):
                gained[answers[number].seat] = gained.get(answers[number].seat, 0) + amount
        if act.seat == asker and any(
            at_seat != asker and at_seat not in back.pending_questions for at_seat in match.pending_questions
        ):
            await self._check_taking(tx.acts, row, act)
            act = replace(act, choice=(str(stay), RECALLED))
        known_ids = {question.id for question in match.pending_questions.values()}
        open_questions = {at_seat: question.id for at_seat, question in back.pending_questions.items()}
        seats = _clocks_after(row, open_questions, gained, act.at)
        act = replace(act, choice=act.choice or (str(stay),))
        after = row_after_act(row, back, act, seats, reply_delay=self._context.reply_delay)
        new = [at_seat for at_seat, number in open_questions.items() if number not in known_ids]
        event = Event(TakenBack(asker, count, late))
        if row.seats[asker].ordered and asker in open_questions:
            # The player wants to decide this again, so no standing order may repeat the same answer.
            for order, outcome in await prompts.apply_orders(tx, after, back, asker, [event]):
                if outcome.answers:
                    await prompts.end_order(
                        tx, after, asker, order, msg("You took back the move it would answer.")
                    )
        notified = await prompts.dispatch_questions(tx, after, back, new, [event], actor=act.seat)
        put_back = sheets.restored_draft(match, back, asker, stay)
        if put_back is not None:
            await tx.orders.put_draft(row.id, row.seats[asker].person_id, put_back)
        notes = announcements.of_undo(after, notified)
        after = await save(tx, row, after, back, act, build_views.pack([event]), notes)
        await tx.offers.store(row.id, replace(await tx.offers.of(row.id), undo=None))
        result = ConsentResult.UNDONE if act.seat == asker else ConsentResult.UNDO_AGREED
        return self._outcome(result, after)

    async def _check_taking(self, acts: ActQueries, row: MatchRow, act: ActRow) -> None:
        """Raise TooSoon for a player who has often taken back decisions that others were notified of."""
        if not needed(row, act.seat):
            return
        gap = self._context.limits.gap * MINUTE
        moments = [
            earlier.at
            for earlier in await acts.of(row.id)
            if earlier.seat == act.seat
            and earlier.at > act.at - gap
            and earlier.choice is not None
            and RECALLED in earlier.choice
        ]
        if len(moments) >= OFTEN:
            at = moments[-OFTEN] + gap
            opponents = row.others(act.seat)
            to_one = msg(
                "I've already notified {who} {n} times of moves you then took back. You "
                "can take this back {when}.",
                who=names_of(row, opponents),
                n=OFTEN,
                when=moment(at),
            )
            to_several = msg(
                "I've already notified each of {who} {n} times of moves you then took "
                "back. You can take this back {when}.",
                who=names_of(row, opponents),
                n=OFTEN,
                when=moment(at),
            )
            raise TooSoon(to_one if len(opponents) == 1 else to_several, at)


_TOO_LATE = {
    Since.SEEN: msg("Too late: you've seen something new."),
    Since.SHOWN: msg("Too late: something hidden was revealed."),
    Since.DRAWN: msg("Too late: chance has decided something."),
}
"""Why it is too late to take something back."""


def _clocks_after(
    row: MatchRow, open_questions: Mapping[int, int], gained: Mapping[int, int], now: int
) -> tuple[SeatRow, ...]:
    """Return the seats after a take-back to `open_questions`.

    Clocks continue from now, less the time gained by the undone answers.
    """
    seats: list[SeatRow] = []
    for number, seat in enumerate(row.seats):
        if seat.clock is None:
            seats.append(seat)
            continue
        left = clock_at(seat.clock, row.control.calendar(seat.home), now).left - gained.get(number, 0)
        runs = number in open_questions and not seat_clocks.is_held(row, seat)
        clock = SeatClock(left, now if runs else None, open_questions.get(number))
        seats.append(replace(seat, clock=clock, flagged=seat.flagged and left <= 0))
    return tuple(seats)
