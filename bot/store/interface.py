"""What the bot asks of its store. SQL stays behind this; PostgreSQL would be a second implementation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol

from bot.clocks import ReminderState, SeatClock, TimeControl, Vacation, Wishes
from bot.lessons.records import LessonsStore
from bot.match.offers import OffersStore
from bot.match.views import Standing
from bot.orders.records import OrdersReading, OrdersWriting
from bot.people.calls import CallsReading, CallsWriting
from bot.servers.rules import ServersReading, ServersWriting
from bot.store.rows import (
    ActRow,
    AlarmRow,
    DeckChoiceRow,
    DeckRow,
    EventsRow,
    MatchRow,
    NewNote,
    NoteRow,
    PersonRow,
    RatedRow,
    RatingRow,
)
from cards.i18n import Locale


class DecksReading(Protocol):
    """Decks that people have built."""

    async def of(self, person: int, game: str) -> list[DeckRow]:
        """Return somebody's decks for a game, the one changed last first."""
        ...

    async def deck(self, deck_id: int) -> DeckRow | None:
        """Return a deck by its id."""
        ...

    async def named(self, person: int, game: str, name_key: str) -> DeckRow | None:
        """Return somebody's deck by its name, as names are compared."""
        ...

    async def made_by(self, interaction_id: int) -> DeckRow | None:
        """Return the deck that an interaction made."""
        ...

    async def choice(self, person: int, game: str) -> DeckChoiceRow:
        """Return which decks the person played last and wants to be offered first."""
        ...

    async def misread(self, person: int, game: str) -> tuple[str, str] | None:
        """Return the name and the text of somebody's deck that could not be read last; None if there is none."""
        ...


class DecksWriting(DecksReading, Protocol):
    """Decks that people have built, inside a transaction."""

    async def add(
        self, person: int, game: str, name: str, name_key: str, content: str, interaction_id: int, at: int
    ) -> int:
        """Add a deck and return its id."""
        ...

    async def change(self, deck_id: int, content: str, at: int) -> None:
        """Change what a deck holds."""
        ...

    async def rename(self, row: DeckRow, name: str, name_key: str) -> None:
        """Give a deck another name; whoever prefers it or played it last still does."""
        ...

    async def delete(self, row: DeckRow) -> None:
        """Delete a deck, and forget that it was preferred or played last."""
        ...

    async def prefer(self, person: int, game: str, name: str) -> None:
        """Remember which deck the person wants to be offered first, "" for none."""
        ...

    async def set_aside(self, person: int, game: str, name: str, content: str, at: int) -> None:
        """Keep the name and the text of a deck that could not be read, in the place of the one before."""
        ...

    async def mended(self, person: int, game: str) -> None:
        """Forget what could not be read: it can be now."""
        ...

    async def sweep(self, before: int) -> None:
        """Forget what could not be read before that time."""
        ...


class RatingsReading(Protocol):
    """Ratings and what rated matches did to them."""

    async def of(self, guild_id: int, game: str, person: int) -> RatingRow | None:
        """Return somebody's rating, None before their first rated match there."""
        ...

    async def best(self, guild_id: int, game: str, limit: int, skipped: int) -> list[RatingRow]:
        """Return the ratings of a server, the best first."""
        ...

    async def count(self, guild_id: int, game: str, *, above: int | None = None) -> int:
        """Return how many people have a rating on a server, or one above `above`."""
        ...

    async def rated(self, match_id: int) -> RatedRow | None:
        """Return what a rated match has done, None if it did nothing yet."""
        ...

    async def of_pair(self, guild_id: int, game: str, one: int, other: int, since: int) -> int:
        """Return how many matches of two people have counted on a server since a moment."""
        ...

    async def counted(self, guild_id: int, game: str, person: int, since: int) -> int:
        """Return how many matches of somebody have counted on a server since a moment."""
        ...

    async def left_early(self, person: int, since: int) -> int:
        """Return how many rated matches somebody has lost since a moment before they were really played."""
        ...

    async def history(self, guild_id: int, game: str) -> list[RatedRow]:
        """Return what all rated matches of a server and game did, in the order in which they ended."""
        ...


class RatingsWriting(RatingsReading, Protocol):
    """Ratings, inside a transaction."""

    async def put(self, ratings: Sequence[RatingRow]) -> None:
        """Remember ratings."""
        ...

    async def drop(self, ratings: Sequence[RatingRow]) -> None:
        """Forget ratings: those people have played no match that counts."""
        ...

    async def add(self, row: RatedRow) -> None:
        """Remember what a rated match has done. A match has done it once: a second time is an error."""
        ...

    async def change(self, rows: Sequence[RatedRow]) -> None:
        """Remember what rated matches have done, in the place of what was remembered of them."""
        ...


class LocalesReading(Protocol):
    """Languages that are remembered."""

    async def of_person(self, person: int) -> Locale | None:
        """Return somebody's language; None for whoever is not remembered."""
        ...

    async def of_server(self, guild_id: int) -> Locale:
        """Return a server's language: the one that was chosen for it, or else the one that Discord told."""
        ...

    async def told_of_server(self, guild_id: int) -> Locale:
        """Return a server's language as Discord told it."""
        ...

    async def chosen_for_server(self, guild_id: int) -> Locale | None:
        """Return the language that was chosen for a server, None if none was."""
        ...


class LocalesWriting(LocalesReading, Protocol):
    """Languages, inside a transaction."""

    async def put_person(self, person: int, locale: Locale) -> None:
        """Remember the language of somebody who is remembered."""
        ...

    async def put_server(self, guild_id: int, locale: Locale) -> None:
        """Remember a server's language as Discord tells it."""
        ...

    async def choose_for_server(self, guild_id: int, locale: Locale | None) -> None:
        """Remember the language that was chosen for a server; None: the one that Discord tells."""
        ...


class PersonalReading(Protocol):
    """What belongs to one person, table by table: see `bot.store.personal`."""

    async def rows(self, person: int) -> dict[str, list[dict[str, Any]]]:
        """Return the rows that belong to somebody, by table."""
        ...

    async def acts(self, person: int) -> list[tuple[int, int, str, tuple[str, ...] | None]]:
        """Return what somebody did in matches: match, when, what kind of act, and what they chose."""
        ...

    async def when(self, person: int, what: Sequence[str], since: int) -> list[int]:
        """Return when somebody did such things about their own since a moment, the last one first."""
        ...

    async def selves(self) -> Callable[[int], int]:
        """Return what tells people apart who were forgotten and have come back: the same number for all their ids."""
        ...

    async def rated(self, person: int) -> list[tuple[int, int, str, int, int]]:
        """Return what rated matches did to somebody: match, when, why it did not count, rating before and after."""
        ...

    async def moderated(self, person: int) -> list[tuple[int, str]]:
        """Return the matches that somebody ended as a moderator, and why."""
        ...


class PersonalWriting(PersonalReading, Protocol):
    """What belongs to one person, inside a transaction."""

    async def once(self, interaction: int, person: int, what: str, at: int) -> bool:
        """Write down what somebody does about their own things; False if this interaction has done it already."""
        ...

    async def forget(self, person: int, name: str, at: int) -> int:
        """Forget somebody, and return the id of the stand-in who takes their place in what belongs to others as well."""
        ...


class Reading(Protocol):
    """Looks at one committed state of the database."""

    @property
    def decks(self) -> DecksReading:
        """Decks that people have built."""
        ...

    @property
    def ratings(self) -> RatingsReading:
        """Ratings and what rated matches did to them."""
        ...

    @property
    def personal(self) -> PersonalReading:
        """What belongs to one person."""
        ...

    @property
    def servers(self) -> ServersReading:
        """Settings of servers."""
        ...

    @property
    def locales(self) -> LocalesReading:
        """The languages of people and servers."""
        ...

    @property
    def offers(self) -> OffersStore:
        """What players offer each other."""
        ...

    @property
    def lessons(self) -> LessonsStore:
        """How far people have got with lessons."""
        ...

    @property
    def calls(self) -> CallsReading:
        """When people called each other, and whom they have blocked."""
        ...

    @property
    def orders(self) -> OrdersReading:
        """Standing orders that people have given."""
        ...

    async def person(self, person: int) -> PersonRow:
        """Return what is remembered of somebody; nothing, if they are not known."""
        ...

    async def match(self, match_id: int, *, data: bool = False) -> MatchRow | None:
        """Return a challenge or match, with its saved position if `data`."""
        ...

    async def matches_of(
        self, person: int, standings: Sequence[Standing], limit: int, *, lessons: bool | None = False
    ) -> list[MatchRow]:
        """Return somebody's challenges and matches of these standings, newest first.

        Those that are no lessons; `lessons`: those that are; None: all of them.
        """
        ...

    async def matches_on(self, guild_id: int, standings: Sequence[Standing], limit: int) -> list[MatchRow]:
        """Return a server's challenges and matches of these standings, newest first."""
        ...

    async def open_matches(self) -> list[int]:
        """Return the ids of all open challenges and matches, lessons apart."""
        ...

    async def watcher(self, match_id: int, person: int) -> tuple[int, bool]:
        """Return up to which revision somebody was told what happened, and whether they want to be called at the end."""
        ...

    async def watchers(self, match_id: int) -> list[int]:
        """Return who wants to be called when a match is over."""
        ...

    async def hand_offs(self, match_id: int) -> int:
        """Return how often the decision has passed from one player to the other in a match."""
        ...

    async def median_reply(self, person: int, guild_id: int | None, *, everywhere: bool) -> int | None:
        """Return the median of the times, in milliseconds, that somebody took to answer what others did.

        `everywhere`: in all matches, else in those of one server.
        """
        ...

    async def match_in_thread(self, thread_id: int) -> int | None:
        """Return the id of the match that is played, or talked about, in that thread."""
        ...

    async def challenges_by(self, person: int) -> int:
        """Return how many open challenges the person has made."""
        ...

    async def playing(self, person: int) -> int:
        """Return how many matches the person is playing."""
        ...

    async def of_pair(self, one: int, other: int, channel_id: int) -> int:
        """Return how many open challenges and matches two people have in a channel."""
        ...

    async def rematch(self, match_id: int) -> int | None:
        """Return the challenge to play that match again that is open or has been accepted."""
        ...

    async def playing_in(self, channel_id: int) -> int:
        """Return how many matches are under way in a channel."""
        ...

    async def has_been(self, match_id: int, mark: str) -> bool | None:
        """Return whether a match is or was at the revision with that mark; None if there is no such match."""
        ...

    async def act(self, interaction_id: int) -> ActRow | None:
        """Return what an interaction did, None if it is new."""
        ...

    async def direct_channel(self, person: int) -> int | None:
        """Return the channel of the person's newest panel, None if there is none."""
        ...

    async def before_act(self, match_id: int, interaction_id: int) -> tuple[MatchRow | None, ActRow | None]:
        """Return a match with its saved position, and what an interaction did."""
        ...

    async def acts(self, match_id: int, *, rev: int | None = None) -> list[ActRow]:
        """Return all that was done in a match, in order, or what was done at one revision."""
        ...

    async def events(
        self,
        match_id: int,
        *,
        rev: int | None = None,
        last: int | None = None,
        since: int | None = None,
        decided_by: int | None = None,
    ) -> list[EventsRow]:
        """Return what happened in a match, in order: all of it, at one revision, after one, or at the last few.

        `decided_by`: from the last decision that this person made by hand; from the beginning if there is none.
        """
        ...

    async def next_alarm(self, now: int) -> int | None:
        """Return when the next alarm will be due that is not due now, None if there is none."""
        ...

    async def alarms(self, now: int, limit: int) -> list[AlarmRow]:
        """Return the alarms that are due, the longest overdue first."""
        ...

    async def posts(self, match_id: int) -> dict[str, tuple[int, int]]:
        """Return the messages that are to be edited later: channel and message.

        By what they are about: the kind of note for what tells how a match ended, else what they ask for.
        """
        ...

    async def fact(self, name: str) -> str | None:
        """Return a single fact, such as the hash of the registered commands."""
        ...


class Notes(Protocol):
    """The outbox, inside a transaction."""

    async def add(self, notes: Sequence[NewNote]) -> None:
        """Put notes into the outbox; each takes the place of one with the same coalesce key that still waits."""
        ...

    async def claim(self, owner: str, now: int, until: int, limit: int) -> list[NoteRow]:
        """Lease the notes that are due, at most one of each match and person, and return them."""
        ...

    async def next_due(self, now: int) -> int | None:
        """Return when the next note will be due that is not due now, None if there is none."""
        ...

    async def is_known(self, note: NewNote) -> bool:
        """Return whether this very note has been in the outbox before."""
        ...

    async def is_there(self, note: int) -> bool:
        """Return whether there still is such a note: whoever it was for may have been forgotten."""
        ...

    async def done(self, note: int, at: int, result: str) -> None:
        """Say that a note has been delivered, or never will be."""
        ...

    async def shown(self, note: NoteRow, rev: int, at: int) -> None:
        """Say that a delivery showed everything up to `rev`: a note like it that waits to show that has nothing to say."""
        ...

    async def later(self, note: NoteRow, not_before: int, *, failed: bool) -> None:
        """Let a note wait; if a newer one with its coalesce key has come, that one waits in its place."""
        ...

    async def owners(self) -> list[str]:
        """Return who holds leases."""
        ...

    async def release(self, owner: str, now: int) -> None:
        """End the leases of an owner that is gone."""
        ...

    async def sweep(self, before: int) -> None:
        """Forget notes that were done with before that time."""
        ...


class Writing(Reading, Protocol):
    """One transaction: all of it happens, or nothing."""

    @property
    def decks(self) -> DecksWriting:
        """Decks that people have built."""
        ...

    @property
    def ratings(self) -> RatingsWriting:
        """Ratings and what rated matches did to them."""
        ...

    @property
    def personal(self) -> PersonalWriting:
        """What belongs to one person."""
        ...

    @property
    def servers(self) -> ServersWriting:
        """Settings of servers."""
        ...

    @property
    def locales(self) -> LocalesWriting:
        """The languages of people and servers."""
        ...

    @property
    def calls(self) -> CallsWriting:
        """When people called each other, and whom they have blocked."""
        ...

    @property
    def orders(self) -> OrdersWriting:
        """Standing orders that people have given."""
        ...

    @property
    def notes(self) -> Notes:
        """The outbox."""
        ...

    async def put_person(self, person: int, name: str) -> None:
        """Remember somebody's name."""
        ...

    async def put_house(self, person: int, name: str) -> None:
        """Remember that a program plays under this id, and by which name."""
        ...

    async def set_text_boards(self, person: int, wanted: bool) -> None:
        """Remember whether the person wants boards as text."""
        ...

    async def set_hands_kept(self, person: int, kept: bool) -> None:
        """Remember whether the person shows their hands to nobody, also when a match is over."""
        ...

    async def set_dm(self, person: int, *, closed: bool, told: bool) -> None:
        """Remember whether direct messages to the person are refused, and whether they know that we know."""
        ...

    async def set_zone(self, person: int, zone: str) -> None:
        """Remember in which time zone somebody lives."""
        ...

    async def set_vacation(self, person: int, vacation: Vacation) -> None:
        """Remember how somebody's vacation stands."""
        ...

    async def set_clocks(self, match_id: int, clocks: Mapping[int, tuple[SeatClock, bool]]) -> None:
        """Remember clocks by seat, and whether it has been told that their time is up."""
        ...

    async def set_watcher(self, match_id: int, person: int, seen: int, *, calls: bool) -> None:
        """Remember up to which revision somebody was told what happened, and whether to call them at the end."""
        ...

    async def set_outcome(self, match_id: int, winners: Sequence[int], reason: str) -> None:
        """Remember how a match ended."""
        ...

    async def set_wishes(self, person: int, wishes: Wishes) -> None:
        """Remember when and where somebody wants to be reminded."""
        ...

    async def set_asked(self, match_id: int, asked: Mapping[int, ReminderState]) -> None:
        """Remember what people are to be reminded of in a match, by person."""
        ...

    async def set_pause(self, match_id: int, asked: int | None, *, paused: bool) -> None:
        """Remember who has asked for a pause, and whether there is one."""
        ...

    async def set_alarm(self, kind: str, match_id: int, person: int, due_at: int | None) -> None:
        """Let something fall due at a time, in the place of what was due before; None: never."""
        ...

    async def take_alarm(self, alarm: AlarmRow) -> bool:
        """Take an alarm away; False if it is not there any more, or due at another time."""
        ...

    async def set_deck_choice(self, person: int, game: str, deck: str) -> None:
        """Remember the deck that the person chose."""
        ...

    async def add_match(
        self,
        game: str,
        guild_id: int | None,
        channel_id: int,
        people: Sequence[int],
        deck: str,
        at: int,
        control: TimeControl,
        *,
        rated: bool,
        challenger: int = 0,
        rematch_of: int | None = None,
        lesson: str = "",
    ) -> int:
        """Add a challenge at revision 0 and return its id. `deck` is the challenger's; `challenger` is their seat."""
        ...

    async def set_deck(self, match_id: int, seat: int, deck: str, content: str) -> None:
        """Say with which deck a seat plays, and what it holds ("": its name says it)."""
        ...

    async def set_beforehand(self, match_id: int, said: Mapping[int, str]) -> None:
        """Keep what seats have said of how the match begins, "" for nothing."""
        ...

    async def advance(
        self,
        row: MatchRow,
        *,
        standing: Standing,
        awaited: Sequence[int],
        data: bytes | None,
        act: ActRow,
        events: str,
        notes: Sequence[NewNote],
    ) -> str:
        """Advance a match by one act: its position, the act itself, what happened (JSON), and what is to be told.

        Returns the mark of the new revision, which is drawn here. Raises Overtaken if the match is not at `row.rev` any more; the transaction must then be given up.
        """
        ...

    async def add_act(self, act: ActRow) -> None:
        """Log what somebody did without advancing a match."""
        ...

    async def set_challenge_message(self, match_id: int, message_id: int) -> None:
        """Remember the message of a challenge."""
        ...

    async def set_thread(self, match_id: int, thread_id: int) -> None:
        """Remember the thread of a match."""
        ...

    async def set_status_message(self, match_id: int, message_id: int) -> None:
        """Remember the message that always shows the current state of a match."""
        ...

    async def set_panel(self, match_id: int, person: int, channel_id: int, message_id: int) -> None:
        """Remember the direct message that shows a match to a player."""
        ...

    async def add_post(self, match_id: int, kind: str, channel_id: int, message_id: int) -> None:
        """Remember a message that is to be edited later, by what it is about."""
        ...

    async def drop_posts(self, match_id: int, posts: Sequence[tuple[str, int]]) -> None:
        """Forget messages that need no editing any more: what they are about, and their ids."""
        ...

    async def renew_marks(self) -> None:
        """Let no control that was made before belong to an open match any more, nor any to a deck."""
        ...

    async def set_fact(self, name: str, value: str) -> None:
        """Remember a single fact."""
        ...


class Store(Protocol):
    """A database. `write` is one transaction at a time, committed when the block ends without an exception."""

    def read(self) -> AbstractAsyncContextManager[Reading]:
        """Look at one committed state."""
        ...

    def write(self) -> AbstractAsyncContextManager[Writing]:
        """Begin a transaction."""
        ...

    async def close(self) -> None:
        """Let go of the database."""
        ...
