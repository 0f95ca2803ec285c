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
    ReminderState,
    SeatClock,
    TimeControl,
    Vacation,
    Wishes,
)
from bot.store.match_status import Invited, MatchStatus
from cards.i18n import Locale
from engine.kernel.position import Places


class PersonRow(msgspec.Struct, frozen=True):
    """A remembered person."""

    id: int
    name: str = ""
    dm_closed: bool = False
    dm_told: bool = False
    text_boards: bool = False
    home: Home = Home()
    vacation: Vacation = AT_HOME
    hands_kept: bool = False
    wishes: Wishes = USUAL

    @property
    def zone(self) -> str:
        """The time zone in which someone lives."""
        return self.home.zone


class Panel(NamedTuple):
    """The direct message that shows a match to a player."""

    channel_id: int
    message_id: int


class WatcherRow(NamedTuple):
    """Up to which revision a spectator has seen a match, and whether they want to be mentioned at its end."""

    seen: int = 0
    calls: bool = False


class SeatRow(msgspec.Struct, frozen=True):
    """A seat and its player. `pending`: a direct message to them about this match is still in the outbox.

    `deck` is the name of their deck, `deck_content` what it held when they chose it, "" where its name says it.
    `clock` is None in a match without clocks; `flagged` says that it has been told that their time is up. `away_until` is
    when their vacation ends, None at home. `hands_kept`: they show their hands to nobody, also when a match is over.
    `asked` is what they are to be reminded of, as `wishes` says. `ordered`: they have standing orders in this match, or are
    still to be told why one has ended. `house`: a program
    plays here, for practice. `beforehand` is what they have said of how the match begins (`bot.match.first_answers`).
    `invited` is what they have said to the challenge; the one who made it has accepted. `place` is where they came in, from 1, None without a result. `left` is why they play no more in a match that may go on without them, None for who still plays.
    `taken_over`: their time was up, and the house plays on for them until they are back (`bot.match.takeovers`).
    `lapsed` is how many decisions in a row they have let run out (`bot.match.apply`).
    `gone`: they have not come back (`bot.match.missing_players`). `here_since` is when their last vacation ended, if they had one.
    `text_boards`: they want boards as text. `dm_told`: they know that their direct messages are closed. `locale` is their language.
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
    wishes: Wishes = USUAL
    asked: ReminderState = NOTHING
    ordered: bool = False
    house: bool = False
    beforehand: str = ""
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
    def by_house(self) -> bool:
        """Whether a program decides here: at its own seat, or for a player who ran out of time."""
        return self.house or self.taken_over


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
    """A person's last deck, and the one they want to be offered first; "" for none."""

    last: str = ""
    preferred: str = ""


class MatchHead(msgspec.Struct, frozen=True, kw_only=True):
    """The columns of a challenge or match that everybody may know.

    Ids of Discord are None until what they belong to exists. Times are in milliseconds since 1970.
    """

    id: int
    standing: MatchStatus
    rev: int
    guild_id: int | None
    channel_id: int
    challenge_message_id: int | None = None
    thread_id: int | None = None
    status_message_id: int | None = None
    made_at: int
    changed_at: int
    mark: str = ""
    """Random for this revision: no other revision of any match has it, nor has this one if it comes about a second time,
    in a database that was set back."""
    control: TimeControl = NO_CLOCK
    rated: bool = False
    unrated: str = ""
    """Why it changes no rating although it was challenged as rated, as it was decided when it began; "" if it may."""
    challenger: int = 0
    """The seat of the one who challenged."""
    rematch_of: int | None = None
    """The match of which this is the rematch."""
    offered: bool = False
    """Whether anything is asked for in it that lapses with a decision."""
    pause_asked: int | None = None
    """The seat that has asked for a pause."""
    paused: bool = False
    """Whether the clocks stand still because all have agreed to that."""
    lesson: str = ""
    """The key of the lesson, "" for every other match."""
    level: str = ""
    """The bot's level, "" where it plays without a search."""
    takes_over: bool = False
    """Whether all have agreed that the bot plays on for players who run out of time."""
    forfeits: bool = False
    """Whether the first decision that a player lets run out puts them out, where doing nothing would be an answer."""
    table_for: int = 0
    """The number of seats of an open table, 0 for a challenge of named people."""
    table_until: int = 0
    """The time at which an open table is closed unless it is full, as moved by absences of the bot."""
    trouble: str = ""
    """The key of what keeps it from being shown in its thread (`bot.discord.delivery_failures`); "" for nothing."""
    server_locale: Locale | None = None
    """The language of its server, if it is known."""


class MatchRow(MatchHead, frozen=True, kw_only=True):
    """A challenge or match. `awaited` are seats; `data` is None where it was not asked for or there is none yet.

    `setup` comes with it, and is None for matches whose `data` holds it, as all did once. `reason` is the key of the ending by
    which it is over, "" while it goes on.
    """

    game: str
    awaited: tuple[int, ...]
    seats: tuple[SeatRow, ...]
    data: bytes | None = None
    setup: bytes | None = None
    reason: str = ""

    def seat_of(self, person: int) -> int | None:
        """Return the seat of that person, None for everybody else."""
        for seat, row in enumerate(self.seats):
            if row.person_id == person:
                return seat
        return None

    @property
    def free_seats(self) -> int:
        """The number of seats of an open table that anyone may take; 0 for everything else."""
        return max(0, self.table_for - len(self.seats)) if self.standing is MatchStatus.CHALLENGED else 0

    @property
    def places(self) -> Places:
        """The seats from the first place to the last, those in one tuple share it; none without a result."""
        numbers = sorted({seat.place for seat in self.seats if seat.place is not None})
        return tuple(
            tuple(seat for seat, one in enumerate(self.seats) if one.place == number) for number in numbers
        )

    def place_of(self, seat: int) -> int | None:
        """Return in which place a seat came in: 1 and how many came in before it; None without a result."""
        before = 1
        for place in self.places:
            if seat in place:
                return before
            before += len(place)
        return None

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that still play."""
        return tuple([number for number, seat in enumerate(self.seats) if seat.left is None])

    def others(self, seat: int) -> tuple[int, ...]:
        """Return the seats that still play, without this one."""
        return tuple(other for other in self.playing if other != seat)

    @property
    def attended(self) -> tuple[int, ...]:
        """The seats that still play and at which people decide themselves."""
        return tuple(
            [
                number
                for number, seat in enumerate(self.seats)
                if seat.left is None and not (seat.house or seat.taken_over)
            ]
        )

    def invited(self, *said: Invited) -> tuple[int, ...]:
        """Return the seats that have said one of these to the challenge."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.invited in said)

    @property
    def is_quiet(self) -> bool:
        """Whether no message tells of it: a lesson, or practice without a server. It is shown where it is played alone."""
        return bool(self.lesson) or (self.guild_id is None and self.is_practice)

    @property
    def is_practice(self) -> bool:
        """Whether one person plays with the house alone: there is nobody from whom anything could be hidden by waiting."""
        return [seat.house for seat in self.seats].count(False) == 1 < len(self.seats)


PLAYED_FOR = "played for"
"""The kind of act by which the bot answers for a player who ran out of time."""
LAPSED = "lapsed"
"""The kind of act of a player who lets their time run out, where doing nothing is an answer."""


class ActRow(msgspec.Struct, frozen=True):
    """An act of a person: the one that led to revision `rev` of the match.

    `kind` is challenge, accept, decline, withdraw, answer or resign and so on; question and choice are of answers only,
    also of those that the bot gave for a player (`PLAYED_FOR`), or that nobody gave (`LAPSED`).
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
    """A player's strength at a game on a server: the model's `mu` and `sigma`, and the rating as it is shown."""

    guild_id: int
    game: str
    person_id: int
    mu: float
    sigma: float
    shown: int
    matches: int
    name: str = ""


class RatedSeat(msgspec.Struct, frozen=True):
    """The effect of a rated match on the rating of one of its people, as shown; they came in as `place`, from 1.

    `left_early`: they gave up before it was really played, and have done so too often; they alone lose points.
    """

    person_id: int
    place: int
    left_early: bool = False
    before: int = 0
    after: int = 0


class RatedRow(msgspec.Struct, frozen=True):
    """The effect of a rated match on the ratings of its people, by seat. `why_not` is why it did not count, "" if it did.

    `part` is what part of a match it counted as: the n-th of the same two within `pair_for` milliseconds counts as the n-th
    part. That is what the server had set then, so that the history can be replayed.
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
    """Something that falls due. `kind` is time, turn, remind, draw or home; `match_id` is 0 for what concerns no match."""

    kind: str
    match_id: int
    person_id: int
    due_at: int


class EventsRow(msgspec.Struct, frozen=True):
    """The events of a revision: JSON of the engine's events, and the seat whose act it was.

    `by_hand`: a person did it, and not what stands in for them.
    """

    rev: int
    at: int
    data: str
    seat: int | None
    by_hand: bool = True


class NoteRow(msgspec.Struct, frozen=True):
    """A note in the outbox. `person_id` is 0 for public ones. `attempts` counts this one, once it is claimed.

    `unheard`: it has replaced a question that may have been sent, whose message nobody knows.
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
    """A challenge to be added: `people` by seat, `challenger` the seat of who makes it, `deck` theirs.

    `takes_over`: the bot plays on for players who run out of time. `table_for`: it is an open table with that many
    seats, until `table_until`.
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
    """A note to be put into the outbox. No two notes ever have the same `dedupe_key`.

    The nonce with which it is sent is `nonce` (16 characters) and the mark of the match's revision `since`: that of the
    note, or 0 for a message of which a match has one.
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
    """It brings a message up to date, and asks nothing that its reader does not know."""
