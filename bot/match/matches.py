"""Read access to matches: snapshots for players and spectators, logs, lists, records."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from bot.errors import NotFound, StillGoingOn
from bot.games.reference import CardPage, RulesEntry
from bot.match import prompts, sheets
from bot.match.close_challenge import has_declined
from bot.match.context import MatchContext
from bot.match.prompts import last_order
from bot.platform.places import run_in_thread
from bot.store import Reading
from bot.store.match_status import MatchStatus
from bot.store.orders import OrderDraft
from bot.store.rows import MatchRow
from bot.store.snapshots import PlayerRows
from bot.views import build_views
from bot.views.load_match import CannotBeRead
from bot.views.types import (
    NO_ORDERS,
    LogLine,
    LogPage,
    MatchTable,
    PlayerSnapshot,
    PublicSnapshot,
    SeatOrders,
    Summary,
)
from cards.i18n import Locale, msg
from engine.kernel.match import Match
from engine.kernel.match_state import MatchRecord
from engine.kernel.question import Question

OPEN = (MatchStatus.CHALLENGED, MatchStatus.PLAYING)
_LISTED = 100


class Matches:
    """The information a person may see of a match, in the language `locale`. Every method can raise NotFound."""

    def __init__(self, context: MatchContext) -> None:
        self._context = context

    async def table(self, match_id: int) -> MatchTable:
        """Return the public information about a challenge or match, without its position."""
        async with self._context.store.read() as store:
            return self._context.table(await store.matches.existing(match_id))

    async def public_snapshot(self, match_id: int, locale: Locale = Locale.ENGLISH) -> PublicSnapshot:
        """Return the spectators' snapshot of a match that has begun."""
        async with self._context.store.read() as store:
            row, events = await store.snapshots.of_everyone(match_id, build_views.RECENT_ACTS)
        table = self._context.table(row)
        return build_views.public_snapshot(
            table, self._context.load_shared(row), events, table.game.translator(locale)
        )

    async def player_snapshot(
        self, match_id: int, person: int, locale: Locale = Locale.ENGLISH
    ) -> PlayerSnapshot:
        """Return a player's snapshot of the current match. Raises NotYourMatch."""
        async with self._context.store.read() as store:
            rows = await store.snapshots.of_player(match_id, person)
            return await self.read_player_snapshot(store, rows, rows.row.own_seat(person), locale)

    async def shown_snapshot(self, match_id: int) -> PublicSnapshot | MatchTable:
        """Return the public snapshot of a match, in the server's language.

        Returns only the table if the match hasn't begun, can't be loaded, or has no message.
        """
        async with self._context.store.read() as store:
            row, events = await store.snapshots.of_everyone(match_id, build_views.RECENT_ACTS)
        table = self._context.table(row)
        if table.is_quiet or table.status not in (MatchStatus.PLAYING, MatchStatus.OVER):
            return table
        translator = table.game.translator(table.server_locale or Locale.ENGLISH)
        try:
            return build_views.public_snapshot(table, self._context.load_shared(row), events, translator)
        except CannotBeRead:
            return table

    async def panel_snapshot(
        self, match_id: int, person: int, locale: Locale | None = None
    ) -> PlayerSnapshot:
        """Return a player's snapshot of their match, with their draft applied (`engine.kernel.sheet`).

        Without `locale`, in their stored language. Raises NotYourMatch.
        """
        async with self._context.store.read() as store:
            rows = await store.snapshots.of_player(match_id, person)
            snapshot, match = await self.player_state(store, rows, person, locale)
        return await self.with_draft(snapshot, rows.row, match, rows.draft)

    async def panel_of(self, rows: PlayerRows, person: int, locale: Locale | None = None) -> PlayerSnapshot:
        """Return the result of `panel_snapshot` for a match that was just loaded."""
        async with self._context.store.read() as store:
            snapshot, match = await self.player_state(store, rows, person, locale)
        return await self.with_draft(snapshot, rows.row, match, rows.draft)

    async def player_state(
        self, store: Reading, rows: PlayerRows, person: int, locale: Locale | None
    ) -> tuple[PlayerSnapshot, Match]:
        """Return a player's snapshot of the current match, with the order that one press can repeat, and the match."""
        row, seat, match = rows.row, rows.row.own_seat(person), self._context.load_shared(rows.row)
        language = locale or row.seats[seat].locale or Locale.ENGLISH
        snapshot = await self.read_player_snapshot(store, rows, seat, language, match)
        repeatable = None
        if snapshot.question is None and snapshot.outcome is None:
            repeatable = await last_order(store, row, match, seat)
        return (
            snapshot if repeatable is None else replace(snapshot, again=match.order_words(repeatable[1]))
        ), match

    async def with_draft(
        self, snapshot: PlayerSnapshot, row: MatchRow, match: Match, draft: OrderDraft
    ) -> PlayerSnapshot:
        """Return a snapshot with the player's draft applied, and with the card that its question is then about."""
        if sheets.takes_answers(row, match, snapshot.seat, draft):
            snapshot = await run_in_thread(
                snapshot.person.id, self._context.applied_drafts.shown, snapshot, match, draft
            )
        return build_views.with_card(snapshot, match)

    async def question(self, match_id: int, person: int, locale: Locale = Locale.ENGLISH) -> Question | None:
        """Return a player's open question, or the next one of their draft, or None. Cheap, for autocompletion.

        Raises NotYourMatch.
        """
        async with self._context.store.read() as store:
            row = await store.matches.existing(match_id, data=True)
            draft = await store.orders.draft(match_id, person)
        seat = row.own_seat(person)
        match, table = self._context.load_shared(row), self._context.table(row)
        if draft.begins and sheets.takes_answers(row, match, seat, draft):
            out = await run_in_thread(person, self._context.applied_drafts.apply, row, match, seat, draft)
            match = match if out is None or out.stops is not None else out.match
        translator = table.game.translator(locale)
        return match.questions_in(translator, table.names_in(translator)).get(seat)

    async def posts(self, match_id: int) -> Mapping[str, tuple[int, int]]:
        """Return the messages that will be edited later, by subject: channel and message."""
        async with self._context.store.read(once=True) as store:
            return await store.messages.posts(match_id)

    async def revision(self, match_id: int) -> int | None:
        """Return the current revision of a match, None if there is no such match."""
        async with self._context.store.read(once=True) as store:
            return await store.matches.revision(match_id)

    async def has_been(self, match_id: int, revision_token: str) -> bool | None:
        """Return whether a match is or was at the revision with that token; None if there is no such match."""
        async with self._context.store.read(once=True) as store:
            return await store.matches.has_been(match_id, revision_token)

    async def acted(self, interaction: int) -> int | None:
        """Return the match in which an interaction acted, or None if it did nothing that is stored."""
        async with self._context.store.read(once=True) as store:
            act = await store.acts.act(interaction)
        return None if act is None else act.match_id

    async def has_decided(self, match_id: int, person: int, rev: int) -> bool:
        """Return whether a person has nothing to decide, or has decided something since that revision."""
        async with self._context.store.read() as store:
            row = await store.matches.existing(match_id)
            acts = await store.acts.of(match_id)
        if row.status is not MatchStatus.PLAYING or row.seat_of(person) not in row.awaited:
            return True
        return any(act.rev > rev and act.person_id == person and act.kind == "answer" for act in acts)

    async def why_not(
        self, match_id: int, person: int, action: str, locale: Locale = Locale.ENGLISH
    ) -> tuple[str, str] | None:
        """Explain why a player can't do `action` now: (sentence, rule). See `Game.why_not`."""
        async with self._context.store.read() as store:
            row = await store.matches.existing(match_id, data=True)
        translator = self._context.games.find(row.game).translator(locale)
        return self._context.load_shared(row).why_not(row.own_seat(person), action, translator)

    async def of_person(self, person: int, *, finished: bool = False) -> tuple[Summary, ...]:
        """Return a person's open challenges and matches (or the finished ones), newest first, at most 100.

        Excludes lessons, and challenges that they have declined but others haven't.
        """
        async with self._context.store.read() as store:
            rows = await store.matches.of(person, (MatchStatus.OVER,) if finished else OPEN, _LISTED)
        return tuple(self._summary(row) for row in rows if not has_declined(row, person))

    async def on_server(self, guild_id: int, *, finished: bool = False) -> tuple[Summary, ...]:
        """Return a server's matches in progress (or the finished ones), newest first, at most 100."""
        status = MatchStatus.OVER if finished else MatchStatus.PLAYING
        async with self._context.store.read() as store:
            rows = await store.matches.on_server(guild_id, (status,), _LISTED)
        return tuple(self._summary(row) for row in rows)

    def _summary(self, row: MatchRow) -> Summary:
        awaited = tuple(seat for seat in row.awaited if not row.seats[seat].taken_over)
        return Summary(self._context.table(row), awaited)

    async def in_thread(self, thread_id: int) -> int | None:
        """Return the id of the match with this thread, its own or the one for comments."""
        async with self._context.store.read(once=True) as store:
            return await store.matches.in_thread(thread_id)

    async def log(
        self,
        match_id: int,
        person: int | None,
        page: int | None = None,
        locale: Locale = Locale.ENGLISH,
    ) -> LogPage:
        """Return a page of the log as seen by a player, or by a spectator (None, or a person without a seat).

        Defaults to the last page. A missing page becomes the nearest one.
        """
        async with self._context.store.read() as store:
            row = await store.matches.existing(match_id)
            events = await store.events.of(match_id)
        seat = None if person is None else row.seat_of(person)
        table = self._context.table(row)
        return build_views.log_page(table, events, seat, page, table.game.translator(locale))

    async def explained(
        self, match_id: int, person: int, number: int, locale: Locale = Locale.ENGLISH
    ) -> tuple[LogLine, RulesEntry | CardPage | None]:
        """Return a line of the log, as `log` shows it to this person, and the card or rule that caused it.

        Raises NotFound if there is no such line.
        """
        async with self._context.store.read() as store:
            row = await store.matches.existing(match_id, data=True)
            events = await store.events.of(match_id)
        table = self._context.table(row)
        lines = build_views.log_lines(table, events, row.seat_of(person), table.game.translator(locale))
        if not 1 <= number <= len(lines):
            raise NotFound(msg("I can't find that line in the log."))
        line, reference = lines[number - 1], table.game.reference
        entry = (
            reference.cause(
                self._context.load_shared(row).record.setup, line.cause, table.game.translator(locale)
            )
            if reference
            else None
        )
        return line, entry

    async def about(
        self, match_id: int, cause: str, locale: Locale = Locale.ENGLISH
    ) -> RulesEntry | CardPage | None:
        """Return the card or rules topic for a cause, with cards as in that match. Printed text is public."""
        async with self._context.store.read() as store:
            row = await store.matches.existing(match_id, data=True)
        game = self._context.games.find(row.game)
        if game.reference is None:
            return None
        return game.reference.cause(
            self._context.load_shared(row).record.setup, cause, game.translator(locale)
        )

    async def record(self, match_id: int) -> MatchRecord:
        """Return the record of a match that is over. Raises StillGoingOn."""
        async with self._context.store.read() as store:
            row = await store.matches.existing(match_id, data=True)
        match = self._context.load_shared(row)
        if match.outcome is None:
            raise StillGoingOn(
                msg("The record contains every player's secrets, so you can see it only after the match.")
            )
        return match.record

    async def read_player_snapshot(
        self, store: Reading, rows: PlayerRows, seat: int, locale: Locale, match: Match | None = None
    ) -> PlayerSnapshot:
        """Return a player's snapshot of a match whose rows were just read."""
        row, match = rows.row, match or self._context.load_shared(rows.row)
        orders, table = await self.orders_of(store, row, match, seat), self._context.table(row)
        return build_views.player_snapshot(
            table,
            match,
            seat,
            rows.events,
            row.seats[seat],
            orders,
            table.game.translator(locale),
            answered_last=rows.answered_last,
        )

    async def orders_of(self, store: Reading, row: MatchRow, match: Match, seat: int) -> SeatOrders:
        """Return a player's standing orders, and whether one will answer. Most players have none."""
        if not row.seats[seat].ordered or match.outcome is not None:
            return NO_ORDERS
        orders = await store.orders.of(row.id, row.seats[seat].person_id)
        answers = (
            any(outcome.answers for _, outcome in await prompts.apply_orders(store, row, match, seat))
            if seat in row.awaited
            else False
        )
        return SeatOrders(tuple(orders), answers)
