"""The store's rows, as plain data. Times are milliseconds since 1970."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from bot.clocks import (
    AT_HOME,
    NO_CLOCK,
    NOTHING,
    USUAL,
    Home,
    ReminderSettings,
    ReminderState,
    SeatClock,
    TimeControl,
    Vacation,
)
from bot.errors import NotYourMatch
from bot.store.match_status import Invited, MatchStatus
from cards.i18n import Locale, msg, series
from engine.kernel.position import Places


class PersonRow(msgspec.Struct, frozen=True):
    """A known person."""

    id: int
    name: str = ""
    dm_closed: bool = False
    dm_told: bool = False
    text_boards: bool = False
    home: Home = Home()
    vacation: Vacation = AT_HOME
    hands_kept: bool = False
    reminder_settings: ReminderSettings = USUAL

    @property
    def zone(self) -> str:
        """The person's time zone."""
        return self.home.zone


class Panel(NamedTuple):
    """The direct message that shows a match to a player."""

    channel_id: int
    message_id: int


class WatcherRow(NamedTuple):
    """The last revision a spectator has seen, and whether they want a mention at the end."""

    seen: int = 0
    calls: bool = False


class SeatRow(msgspec.Struct, frozen=True):
    """A seat and its player. `pending`: a direct message to them about this match is still in the outbox.

    `deck` is the name of their deck. `deck_content` is its content when they chose it, "" if the name identifies it.
    `clock` is None in a match without clocks. `flagged`: the end of their time was announced. `away_until` is the end
    of their vacation, None if they aren't away. `hands_kept`: they never show their hands, even after a match.
    `reminder` is the subject of their reminders, as `reminder_settings` sets them. `ordered`: they have standing orders in this
    match, or haven't been told yet why one ended. `is_bot`: a computer player has this seat, for practice.
    `pregame` are their decisions made before the match (`bot.match.first_answers`).
    `invited` is their reply to the challenge; the challenger counts as accepted. `place` is their final place from 1,
    None without a result. `left` is why they are out of a match that may continue, None while they play.
    `taken_over`: they ran out of time, and the bot plays for them until they are back (`bot.match.takeovers`).
    `lapsed` is the number of consecutive decisions that timed out (`bot.match.apply`).
    `gone`: they haven't returned (`bot.match.missing_players`). `here_since` is the end of their last vacation, if
    any.
    `text_boards`: they prefer boards as text. `dm_told`: they know that their direct messages are closed. `locale` is
    their language.
    """

    person_id: int
    name: str
    deck: str
    dm_closed: bool = False
    panel: Panel | None = None
    pending: bool = False
    deck_content: str = ""
    clock: SeatClock | None = None
    flagged: bool = False
    home: Home = Home()
    away_until: int | None = None
    hands_kept: bool = False
    reminder_settings: ReminderSettings = USUAL
    reminder: ReminderState = NOTHING
    ordered: bool = False
    is_bot: bool = False
    pregame: str = ""
    left: str | None = None
    place: int | None = None
    invited: Invited = Invited.ACCEPTED
    taken_over: bool = False
    gone: bool = False
    here_since: int | None = None
    lapsed: int = 0
    text_boards: bool = False
    dm_told: bool = False
    locale: Locale | None = None

    @property
    def is_played_by_bot(self) -> bool:
        """Whether a program decides here: at its own seat, or for a player who ran out of time."""
        return self.is_bot or self.taken_over


class DeckRow(msgspec.Struct, frozen=True):
    """A deck that a person has built. `content` is the game's own."""

    id: int
    person_id: int
    game: str
    name: str
    content: str
    made_at: int
    changed_at: int


class DeckChoiceRow(msgspec.Struct, frozen=True):
    """A person's last deck and their default deck, or ""."""

    last: str = ""
    preferred: str = ""


class MatchHead(msgspec.Struct, frozen=True, kw_only=True):
    """The public columns of a challenge or match.

    Discord ids are None until the object exists. Times are in milliseconds since 1970.
    """

    id: int
    status: MatchStatus
    rev: int
    guild_id: int | None
    channel_id: int
    challenge_message_id: int | None = None
    thread_id: int | None = None
    status_message_id: int | None = None
    made_at: int
    changed_at: int
    revision_token: str = ""
    """A random token of this revision.

    No other revision of any match has it, not even the same revision reached again after a backup was restored.
    """
    control: TimeControl = NO_CLOCK
    rated: bool = False
    unrated: str = ""
    """Why the match changes no rating although it was challenged as rated, decided when it began; "" if it may."""
    challenger: int = 0
    """The seat of the challenger."""
    rematch_of: int | None = None
    """The match of which this is the rematch."""
    offered: bool = False
    """Whether there is an open request that expires with a decision."""
    pause_asked: int | None = None
    """The seat that asks for a pause."""
    paused: bool = False
    """Whether the clocks are paused by agreement."""
    lesson: str = ""
    """The key of the lesson, "" if it isn't a lesson."""
    level: str = ""
    """The key of the bot's level, "" if it plays without a search."""
    takes_over: bool = False
    """Whether all players have agreed to takeovers by the bot."""
    forfeits: bool = False
    """Whether a player's first timeout puts them out, in games with default answers."""
    table_for: int = 0
    """The number of seats of an open table, 0 for a challenge of named people."""
    table_until: int = 0
    """The expiry of an open table, extended by absences of the bot."""
    trouble: str = ""
    """The key of the problem that prevents showing it in its thread (`bot.discord.delivery_failures`), or ""."""
    server_locale: Locale | None = None
    """The language of its server, if it is known."""


class MatchRow(MatchHead, frozen=True, kw_only=True):
    """A challenge or match. `awaited` are seats. `data` is None if it wasn't requested or doesn't exist yet.

    `setup` is loaded with it, and is None for older matches whose `data` contains it. `reason` is the key of the
    ending, "" while the match is in progress.
    """

    game: str
    awaited: tuple[int, ...]
    seats: tuple[SeatRow, ...]
    data: bytes | None = None
    setup: bytes | None = None
    reason: str = ""

    def seat_of(self, person: int) -> int | None:
        """Return the seat of a person, or None if they have none."""
        for seat, row in enumerate(self.seats):
            if row.person_id == person:
                return seat
        return None

    def own_seat(self, person: int) -> int:
        """Return the seat of a player. Raises NotYourMatch."""
        seat = self.seat_of(person)
        if seat is None:
            names = series(*(seat_row.name for seat_row in self.seats))
            raise NotYourMatch(msg("You aren't playing in this match. {who} are.", who=names))
        return seat

    @property
    def free_seats(self) -> int:
        """The number of free seats at an open table; 0 for other matches."""
        return max(0, self.table_for - len(self.seats)) if self.status is MatchStatus.CHALLENGED else 0

    @property
    def places(self) -> Places:
        """The seats from first to last place, those that share a place in one tuple; empty without a result."""
        numbers = sorted({seat.place for seat in self.seats if seat.place is not None})
        return tuple(
            tuple(seat for seat, seat_row in enumerate(self.seats) if seat_row.place == number)
            for number in numbers
        )

    def place_of(self, seat: int) -> int | None:
        """Return a seat's final place: 1 plus the number of seats before it; None without a result."""
        rank = 1
        for place in self.places:
            if seat in place:
                return rank
            rank += len(place)
        return None

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats still in the match."""
        return tuple([number for number, seat in enumerate(self.seats) if seat.left is None])

    def others(self, seat: int) -> tuple[int, ...]:
        """Return the seats still playing, except this one."""
        return tuple(opponent for opponent in self.playing if opponent != seat)

    @property
    def attended(self) -> tuple[int, ...]:
        """The seats still in the match whose players decide themselves."""
        return tuple(
            [
                number
                for number, seat in enumerate(self.seats)
                if seat.left is None and not (seat.is_bot or seat.taken_over)
            ]
        )

    def invited(self, *replies: Invited) -> tuple[int, ...]:
        """Return the seats with one of these replies to the challenge."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.invited in replies)

    @property
    def is_quiet(self) -> bool:
        """Whether no messages are sent about it: a lesson, or practice outside a server."""
        return bool(self.lesson) or (self.guild_id is None and self.is_practice)

    @property
    def is_practice(self) -> bool:
        """Whether one person plays alone with the bot, so that waiting has no one to hide anything from."""
        return [seat.is_bot for seat in self.seats].count(False) == 1 < len(self.seats)


PLAYED_FOR = "played for"
"""The kind of act by which the bot answers for a player who ran out of time."""
LAPSED = "lapsed"
"""The kind of act for a timeout with a default answer."""


class ActRow(msgspec.Struct, frozen=True):
    """An act of a person, which led to revision `rev` of the match.

    `kind` is challenge, accept, decline, withdraw, answer, resign and so on. Only answers have question and choice,
    including those given by the bot for a player (`PLAYED_FOR`) and those of a timeout (`LAPSED`).
    """

    match_id: int
    rev: int
    interaction_id: int | None
    kind: str
    person_id: int
    seat: int
    at: int
    question_id: int | None = None
    choice: tuple[str, ...] | None = None


class RatingRow(msgspec.Struct, frozen=True):
    """A player's skill at a game on a server: the model's `mu` and `sigma`, and the displayed rating."""

    guild_id: int
    game: str
    person_id: int
    mu: float
    sigma: float
    shown: int
    matches: int
    name: str = ""


class RatedSeat(msgspec.Struct, frozen=True):
    """The effect of a rated match on one player's displayed rating. `place` is their final place, from 1.

    `left_early`: they left too early, as too often before, so that they alone lose points.
    """

    person_id: int
    place: int
    left_early: bool = False
    before: int = 0
    after: int = 0


class RatedRow(msgspec.Struct, frozen=True):
    """The effect of a rated match on the ratings of its people, by seat. `why_not` is why it didn't count, or "".

    `part` is the weight of the match: the n-th match of the same two people within `pair_for` milliseconds counts
    1/n. It stores the server's setting at the time, so that the history can be recomputed.
    """

    match_id: int
    guild_id: int | None
    game: str
    at: int
    seats: tuple[RatedSeat, ...]
    why_not: str = ""
    part: float = 1.0
    pair_for: int = 0


class AlarmRow(msgspec.Struct, frozen=True):
    """A scheduled alarm. `kind` is time, turn, remind, draw or home. `match_id` is 0 if it isn't about a match."""

    kind: str
    match_id: int
    person_id: int
    due_at: int


class EventsRow(msgspec.Struct, frozen=True):
    """The events of a revision as JSON of the engine's events, and the seat that acted.

    `by_hand`: a person acted, not the bot in their place.
    """

    rev: int
    at: int
    data: str
    seat: int | None
    by_hand: bool = True


class NoteRow(msgspec.Struct, frozen=True):
    """A note in the outbox.

    `person_id` is 0 for public notes. `attempts` includes the current one once it is claimed.

    `unheard`: it has replaced a question that may have been sent, with an unknown message id.
    """

    id: int
    match_id: int
    person_id: int
    kind: str
    rev: int
    mentions: tuple[int, ...]
    coalesce_key: str | None
    nonce: str
    attempts: int
    failures: int
    unheard: bool = False


class NewMatch(msgspec.Struct, frozen=True):
    """A challenge to add: `people` by seat, `challenger` the challenger's seat, `deck` the challenger's deck.

    `takes_over`: the bot plays for players who run out of time. `table_for`: an open table with this many seats,
    until `table_until`.
    """

    game: str
    guild_id: int | None
    channel_id: int
    people: Sequence[int]
    deck: str
    at: int
    control: TimeControl
    rated: bool = False
    challenger: int = 0
    rematch_of: int | None = None
    lesson: str = ""
    takes_over: bool = False
    level: str = ""
    table_for: int = 0
    table_until: int = 0


class NewNote(msgspec.Struct, frozen=True):
    """A note for the outbox. `dedupe_key` is unique for ever.

    It is sent with a nonce of `nonce` (16 characters) and the token of the match's revision `since`: that of
    the note, or 0 for messages that exist once per match.
    """

    match_id: int
    person_id: int
    kind: str
    rev: int
    mentions: tuple[int, ...]
    dedupe_key: str
    coalesce_key: str | None
    nonce: str
    since: int
    refreshes: bool = False
    """Whether it only updates a message, without a new question for its reader."""
