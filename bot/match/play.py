"""Acts in a match: answer questions, resign, and claim a win on time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import msgspec
from msgspec.structs import replace

from bot.errors import AlreadyDecided, NoClock, TimeNotUp
from bot.match import sheets
from bot.match.apply import ActExecutor, ActRequest, ApplyAct, PlannedAct, overdue
from bot.match.context import ALREADY_DECIDED, MatchContext, NeverThere, check_still_in, check_there
from bot.match.drafts import Drafts
from bot.match.give_time import late_seats
from bot.match.matches import Matches
from bot.match.missing_players import find_gone
from bot.match.practice import PracticeMatches
from bot.match.prompts import last_order
from bot.platform.places import run_in_thread
from bot.store import Writing, about
from bot.store.match_status import MatchStatus
from bot.store.orders import OrderDraft
from bot.store.rows import EventsRow, MatchRow
from bot.store.snapshots import PressRows
from bot.store.store import retried
from bot.views import build_views
from bot.views.load_match import cache_for_reading
from bot.views.types import ActResult, MatchTable, SeatOrders
from cards.i18n import Locale, Message, Translator
from cards.i18n import translator as translator_of
from engine.kernel.endings import GONE, RESIGNATION, TIME
from engine.kernel.errors import StaleQuestion
from engine.kernel.events.event import Event
from engine.kernel.match import Match
from engine.kernel.question import Choice, Question
from engine.kernel.sheet import give


class Answers(msgspec.Struct, frozen=True):
    """A player's answers to the question with that id and to the ones that follow."""

    question: int
    choices: tuple[Choice, ...]


@dataclass(frozen=True)
class OpenQuestion:
    """A player's current question, in their language; `question` is None if there is none."""

    table: MatchTable
    seat: int
    translator: Translator
    _match: Match

    @cached_property
    def question(self) -> Question | None:
        """The question in the player's language."""
        return self._match.questions_in(self.translator, self.table.names_in(self.translator)).get(self.seat)

    @property
    def in_english(self) -> Question | None:
        """The same question in English."""
        return OpenQuestion(self.table, self.seat, translator_of(Locale.ENGLISH), self._match).question

    @property
    def view(self) -> object:
        """The player's view of the match."""
        return self._match.view(self.seat, self.translator)


Choose = Callable[[OpenQuestion], Answers | None]
"""Return a player's answer, or None if their input isn't one. Raises a UserError."""

_REMEMBERED = 8  # Interactions that a draft remembers, to recognise repeated ones.


@dataclass(frozen=True, slots=True)
class _AppliedAct:
    """An applied act: the match before and after it, the events, and what its player sees next."""

    before: MatchRow
    after: MatchRow
    match: Match
    seat: int
    events: EventsRow
    since: Sequence[EventsRow]
    """The events since the player's last decision by hand."""
    orders: SeatOrders
    again: Message | None
    draft: OrderDraft
    answered_last: int | None


@dataclass(frozen=True, slots=True)
class _LoadedMatch:
    """A match as loaded at a revision, with its number of answers."""

    revision_token: str
    match: Match
    answers: int

    def at(self, row: MatchRow) -> Match | None:
        """Return the match if it is still current. It isn't if a failed transaction has changed it."""
        return (
            self.match
            if (self.revision_token, self.answers) == (row.revision_token, self.match.turn_count)
            else None
        )


class MatchPlay:
    """Players' acts on their turn. Each interaction takes effect once."""

    def __init__(
        self, context: MatchContext, matches: Matches, drafts: Drafts, practice_matches: PracticeMatches
    ) -> None:
        self._context = context
        self._matches = matches
        self._drafts = drafts
        self._practice_matches = practice_matches

    async def answer(
        self,
        interaction: int,
        match_id: int,
        person: int,
        question_id: int,
        choice: Choice,
        locale: Locale = Locale.ENGLISH,
        *,
        then: Sequence[Choice] = (),
    ) -> ActResult:
        """Answer a question and, with `then`, the following ones up to the first interruption.

        In a draft, the answer is added; one that leads to an interruption submits the whole draft. Raises
        NotYourMatch, or the exceptions of `engine.Match.answer`.
        """
        answers = Answers(question_id, (choice, *then))
        result = await self.press(interaction, match_id, person, lambda _: answers, locale)
        assert result is not None
        return result

    @retried(known=True)
    async def press(
        self,
        interaction: int,
        match_id: int,
        person: int,
        choose: Choose,
        locale: Locale = Locale.ENGLISH,
        *,
        revision_token: str = "",
    ) -> ActResult | None:
        """Answer a player's current question as `choose` decides. Return None if it decides nothing.

        `choose` is called inside the transaction, so it must be quick. With a `revision_token`, the match must be
        or have been at that revision. Raises NotYourMatch, NeverThere, and the exceptions of
        `choose` and `engine.Match.answer`.
        """
        request = ActRequest(interaction, "answer", person)
        try:
            async with self._context.store.write(about.AboutMatch(match_id)) as tx:
                rows = await tx.snapshots.of_press(match_id, interaction, person)
                row = rows.row
                if revision_token not in ("", row.revision_token) and not await tx.matches.has_been(
                    match_id, revision_token
                ):
                    raise NeverThere
                seat = row.own_seat(person)
                match = acted = None
                is_on_sheet = interaction in rows.draft.pressed
                if rows.before is None and not is_on_sheet:
                    match = self._playable(row, seat, request)
                    if not self._is_on_sheet(row, match, seat, rows.draft):
                        answers = choose(self._open_question(row, match, seat, locale))
                        if answers is None:
                            return None
                        acted = await self._do(tx, rows, match, seat, *_answering(request, answers))
            if is_on_sheet:
                return await self._repeated_put(match_id, request, locale)
            if match is not None and acted is None:
                return await self._press_sheet(rows, match, seat, request, choose, locale)
            return await self._finished_act(rows, acted, request, locale)
        finally:
            self._context.wake()

    def _open_question(self, row: MatchRow, match: Match, seat: int, locale: Locale) -> OpenQuestion:
        table = self._context.table(row)
        return OpenQuestion(table, seat, table.game.translator(locale), match)

    def _is_on_sheet(self, row: MatchRow, match: Match, seat: int, draft: OrderDraft) -> bool:
        """Return whether the player's answers go to a draft now. They don't once a timeout takes effect."""
        return (
            row.status is MatchStatus.PLAYING
            and sheets.takes_answers(row, match, seat, draft)
            and overdue(row, match.game, self._context.clock.now()) is None
        )

    async def _press_sheet(
        self, rows: PressRows, match: Match, seat: int, request: ActRequest, choose: Choose, locale: Locale
    ) -> ActResult | None:
        """Add an answer to a player's draft, or submit the draft. Slow work runs outside transactions."""
        row, draft, person, applied_drafts = (
            rows.row,
            rows.draft,
            request.person,
            self._context.applied_drafts,
        )
        expected_match = match
        if draft.begins:
            out = await run_in_thread(person, applied_drafts.apply, row, match, seat, draft)
            expected_match = match if out is None or out.stops is not None else out.match
        chosen = choose(self._open_question(row, expected_match, seat, locale))
        if chosen is None:
            return None
        extended = await run_in_thread(
            person, applied_drafts.with_answers, row, match, seat, draft, chosen.question, chosen.choices
        )
        if extended is None:
            raise StaleQuestion(ALREADY_DECIDED)
        answers, begins, is_complete = extended
        if not is_complete:
            assert request.interaction is not None
            pressed = (*draft.pressed, request.interaction)[-_REMEMBERED:]
            new = replace(draft, begins=begins, answers=answers, is_choosing_else=False, pressed=pressed)
            try:
                stored = await self._drafts.keep(row.id, person, draft, new)
            except AlreadyDecided:
                async with self._context.store.read() as store:
                    if request.interaction in (await store.orders.draft(row.id, person)).pressed:
                        return await self._repeated_put(row.id, request, locale)
                raise StaleQuestion(ALREADY_DECIDED) from None
            return ActResult((), await self._matches.panel_of(stored, person, locale))
        return await self._act(
            *_answering(request, Answers(begins, answers)),
            row.id,
            locale,
            sheet=draft,
            known=_LoadedMatch(row.revision_token, match, match.turn_count),
        )

    async def _repeated_put(self, match_id: int, request: ActRequest, locale: Locale) -> ActResult:
        """Return the current snapshot for a press that is already in the player's draft."""
        snapshot = await self._matches.panel_snapshot(match_id, request.person, locale)
        return ActResult((), snapshot, repeated=True)

    def random_number(self, question: Question) -> Choice:
        """Return a random number as the answer to a question. Never 0, which does nothing."""
        low = max(1, question.minimum)
        return (str(low + self._context.random_source().below(question.maximum - low + 1)),)

    async def resign(
        self, interaction: int, match_id: int, person: int, locale: Locale = Locale.ENGLISH
    ) -> ActResult:
        """Resign from a match. Raises NotYourMatch, or StaleQuestion if it is over."""
        return await self._act(
            ActRequest(interaction, "resign", person),
            lambda match, row, seat: match.leave(seat, ending=RESIGNATION.key),
            match_id,
            locale,
        )

    async def claim(
        self, interaction: int, match_id: int, person: int, locale: Locale = Locale.ENGLISH
    ) -> ActResult:
        """Claim the win over opponents who are out of time or missing.

        Raises NotYourMatch, NoClock, TimeNotUp, or StaleQuestion if it is over.
        """
        missing: tuple[int, ...] = ()
        async with self._context.store.read() as store:
            row = await store.matches.existing(match_id, data=True)
            seat = row.seat_of(person)
            if seat is not None and row.status is MatchStatus.PLAYING:
                missing = await find_gone(
                    store, row, seat, self._context.clock.now(), self._context.gone_after
                )

        def claim(match: Match, row: MatchRow, seat: int) -> tuple[Event, ...]:
            if match.outcome is not None:
                return match.leave(seat, ending=TIME.key)
            try:
                late = late_seats(row, seat, self._context.clock.now())
            except (NoClock, TimeNotUp):
                # A player who has acted since is no longer missing, and any act changes the revision.
                if not missing or row.rev != revision:
                    raise
                return match.leave(*missing, ending=GONE.key)
            return match.leave(*late, ending=TIME.key)

        revision = row.rev
        return await self._act(ActRequest(interaction, "claim", person), claim, match_id, locale)

    @retried(known=True)
    async def _act(
        self,
        request: ActRequest,
        act: ApplyAct,
        match_id: int,
        locale: Locale,
        *,
        sheet: OrderDraft | None = None,
        known: _LoadedMatch | None = None,
    ) -> ActResult:
        """Carry out an act in one transaction, or nothing.

        In a rated match whose time is up, the timeout replaces the act. `request` identifies the interaction.
        `sheet` is the draft that the act submits: a player who answered during another's turn then continues
        with a new draft, if their own turn is next. `known` is the match as loaded before, used if nothing
        has changed.
        """
        assert request.interaction is not None
        try:
            async with self._context.store.write(about.AboutMatch(match_id)) as tx:
                drafting = request.person if sheet is None else None
                rows = await tx.snapshots.of_press(match_id, request.interaction, drafting)
                row, seat, acted = rows.row, rows.row.own_seat(request.person), None
                if rows.before is None:
                    match_now = None if known is None else known.at(row)
                    match = self._playable(row, seat, request, match_now)
                    acted = await self._do(tx, rows, match, seat, request, act, sheet=sheet)
            return await self._finished_act(rows, acted, request, locale)
        finally:
            self._context.wake()

    def _playable(self, row: MatchRow, seat: int, request: ActRequest, known: Match | None = None) -> Match:
        """Return a match in which a seat can act. Raises AlreadyDecided, PlayedFor, NotFound."""
        check_still_in(row, seat)
        if request.kind != "resign":
            check_there(row, seat)
        return known or self._context.load(row)

    async def _do(
        self,
        tx: Writing,
        rows: PressRows,
        match: Match,
        seat: int,
        request: ActRequest,
        act: ApplyAct,
        *,
        sheet: OrderDraft | None = None,
    ) -> _AppliedAct:
        """Apply an act, and read the rows for its player's next panel."""
        row, draft, now, active = rows.row, rows.draft, self._context.clock.now(), sheets.active_seat(match)
        planned = PlannedAct(row, match, seat, request, now, act)
        after, events = await ActExecutor(self._context).carry_out(tx, planned)
        if sheet is not None:
            is_ahead = sheets.can_plan_next_turn(match, seat, active)
            draft = (
                sheets.begun_ahead(match, seat, sheet) if is_ahead else replace(sheet, begins=0, answers=())
            )
            if draft != sheet:
                await tx.orders.put_draft(row.id, request.person, draft)
        repeatable = None
        if seat not in match.pending_questions:
            repeatable = await last_order(tx, after, match, seat)
        return _AppliedAct(
            before=row,
            after=after,
            match=match,
            seat=seat,
            events=events,
            since=[events] if events.by_hand else await tx.events.of(row.id, decided_by=request.person),
            orders=await self._matches.orders_of(tx, after, match, seat),
            again=None if repeatable is None else match.order_words(repeatable[1]),
            draft=draft,
            answered_last=(
                events.seat
                if events.by_hand and events.data != "[]"
                else await tx.snapshots.answered_last(row.id)
            ),
        )

    async def _finished_act(
        self, rows: PressRows, acted: _AppliedAct | None, request: ActRequest, locale: Locale
    ) -> ActResult:
        """Return the result of an act or, without `acted`, of the earlier act of the same interaction."""
        if acted is None:
            assert rows.before is not None
            return await self._with_automatic_answers(
                rows.row, request.person, rows.before.rev, locale, repeated=True
            )
        after, match, seat = acted.after, acted.match, acted.seat
        cache_for_reading(self._context.games, after, match)
        if after.is_practice or match.may_be_idle():
            return await self._with_automatic_answers(
                after, request.person, acted.before.rev + 1, locale, repeated=False
            )
        table = self._context.table(after)
        translator = table.game.translator(locale)
        snapshot = build_views.player_snapshot(
            table,
            match,
            seat,
            acted.since,
            acted.before.seats[seat],
            acted.orders,
            translator,
            answered_last=acted.answered_last,
        )
        snapshot = await self._matches.with_draft(
            replace(snapshot, again=acted.again), after, match, acted.draft
        )
        return ActResult(build_views.story(table, [acted.events], seat, translator), snapshot)

    async def _with_automatic_answers(
        self, row: MatchRow, person: int, rev: int, locale: Locale, *, repeated: bool
    ) -> ActResult:
        """Return the result of the act at revision `rev`, after the bot's answers in practice and automatic answers."""
        idle, match_id, seat = self._practice_matches.idle, row.id, row.own_seat(person)
        if not row.is_practice:
            settled = not repeated and await idle.settle(match_id, seat)
            return await self._since(match_id, person, rev, locale, repeated=repeated, with_later=settled)
        while True:
            await self._practice_matches.go_on(match_id)
            result = await self._since(match_id, person, rev, locale, repeated=repeated, with_later=True)
            if not (result.snapshot.may_be_idle and await idle.settle(match_id, seat)):
                return result

    async def _since(
        self, match_id: int, person: int, rev: int, locale: Locale, *, repeated: bool, with_later: bool
    ) -> ActResult:
        """Return the current match and the events of the act at revision `rev`; with `with_later`, of later acts too."""
        async with self._context.store.read() as store:
            rows = await store.snapshots.of_player(match_id, person)
            events = await (
                store.events.of(match_id, since=rev - 1) if with_later else store.events.of(match_id, rev=rev)
            )
            snapshot, match = await self._matches.player_state(store, rows, person, locale)
        snapshot = await self._matches.with_draft(snapshot, rows.row, match, rows.draft)
        happened = build_views.story(snapshot.table, events, snapshot.seat, snapshot.translator)
        return ActResult(happened, snapshot, repeated=repeated)


def _answering(request: ActRequest, answers: Answers) -> tuple[ActRequest, ApplyAct]:
    """Return the request with its answers, and the function that gives them in a match."""
    return (
        replace(request, question_id=answers.question, choice=answers.choices[0]),
        lambda match, row, seat: give(match, seat, answers.question, answers.choices).events,
    )
