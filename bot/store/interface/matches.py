"""What the bot asks of its store about challenges, matches and their seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from bot.clocks import TimeControl
from bot.store.rows import ActRow, MatchRow, NewNote
from bot.store.standing import Invited, Standing


class MatchesReading(Protocol):
    """Challenges and matches: a match is an accepted challenge and keeps its id."""

    async def match(self, match_id: int, *, data: bool = False) -> MatchRow | None:
        """Return a challenge or match, with its saved position if `data`."""
        ...

    async def before_act(self, match_id: int, interaction_id: int) -> tuple[MatchRow | None, ActRow | None]:
        """Return a match with its saved position, and what an interaction did."""
        ...

    async def of(
        self,
        person: int,
        standings: Sequence[Standing],
        limit: int,
        *,
        lessons: bool | None = False,
        game: str | None = None,
    ) -> list[MatchRow]:
        """Return somebody's challenges and matches of these standings, newest first; with `game` those of that game.

        Those that are no lessons; `lessons`: those that are; None: all of them.
        """
        ...

    async def last_game(self, person: int, games: Sequence[str]) -> str | None:
        """Return which of these games the person's newest challenge or match is of, lessons apart; None for none."""
        ...

    async def on_server(self, guild_id: int, standings: Sequence[Standing], limit: int) -> list[MatchRow]:
        """Return a server's challenges and matches of these standings, lessons apart, newest first."""
        ...

    async def open(self, after: int = 0, limit: int = -1) -> list[int]:
        """Return the ids of open challenges and matches behind `after`, lessons apart: the first `limit`, or all."""
        ...

    async def open_on(self, guild_id: int) -> list[int]:
        """Return the ids of the open challenges and matches of a server, lessons apart."""
        ...

    async def without_clock(self, asked_before: int) -> list[int]:
        """Return the matches without a clock, lessons apart, in which someone was asked something before a moment."""
        ...

    async def in_thread(self, thread_id: int) -> int | None:
        """Return the id of the match that is played, or talked about, in that thread."""
        ...

    async def challenges_by(self, person: int) -> int:
        """Return how many open challenges the person has made."""
        ...

    async def has_open_table(self, person: int) -> bool:
        """Return whether someone has an open table that waits for others."""
        ...

    async def open_tables(self, guild_id: int, limit: int) -> list[MatchRow]:
        """Return a server's open tables, newest first."""
        ...

    async def playing(self, person: int) -> int:
        """Return how many matches the person is playing."""
        ...

    async def of_pair(self, one: int, other: int, channel_id: int) -> int:
        """Return how many open challenges and matches two people have in a channel that neither has declined or left."""
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


class MatchesWriting(MatchesReading, Protocol):
    """Challenges and matches, inside a transaction."""

    async def add(
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
        takes_over: bool = False,
        level: str = "",
        table_for: int = 0,
        table_until: int = 0,
    ) -> int:
        """Add a challenge at revision 0 and return its id. `deck` is the challenger's; `challenger` is their seat.

        `takes_over`: the house plays on for whoever's time is up. `table_for`: it is an open table with that many
        seats, until `table_until`.
        """
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
        setup: bytes | None = None,
    ) -> str:
        """Advance a match by one act: its position, the act itself, what happened (JSON), and the notes about it.

        `setup` is what the match begins with, given by the act that begins it.
        Returns the mark of the new revision, which is drawn here. Raises Overtaken if the match is not at `row.rev` any more; the transaction must then be given up.
        """
        ...

    async def set_unrated(self, match_id: int, why: str) -> None:
        """Remember why a match changes no rating although it was challenged as rated."""
        ...

    async def set_forfeits(self, match_id: int) -> None:
        """Remember that in a match the first decision that somebody lets run out puts them out."""
        ...

    async def set_outcome(self, match_id: int, places: Sequence[Sequence[int]], ending: str) -> None:
        """Remember how a match ended: the seats from the first place to the last, none where it is no result."""
        ...

    async def set_pause(self, match_id: int, asked: int | None, *, paused: bool) -> None:
        """Remember who has asked for a pause, and whether there is one."""
        ...

    async def renew_marks(self) -> None:
        """Let no control that was made before belong to an open match any more."""
        ...


class SeatsWriting(Protocol):
    """The seats of matches, inside a transaction. They are read with the match."""

    async def set_deck(self, match_id: int, seat: int, deck: str, content: str) -> None:
        """Say with which deck a seat plays, and what it holds ("": its name says it)."""
        ...

    async def set_beforehand(self, match_id: int, said: Mapping[int, str]) -> None:
        """Keep what seats have said of how the match begins, "" for nothing."""
        ...

    async def set_left(self, match_id: int, left: Mapping[int, str]) -> None:
        """Remember who is out of a match, by seat, and by what: the key of an ending."""
        ...

    async def set_taken_over(self, match_id: int, taken_over: Mapping[int, bool]) -> None:
        """Remember, by seat, whether the house plays on for somebody."""
        ...

    async def set_lapsed(self, match_id: int, seat: int, lapsed: int) -> None:
        """Remember how many decisions in a row a seat has let run out."""
        ...

    async def set_gone(self, match_id: int, gone: Mapping[int, bool]) -> None:
        """Remember, by seat, whether someone is gone."""
        ...

    async def set_invited(self, match_id: int, person: int, answer: Invited) -> None:
        """Remember what somebody has said to a challenge."""
        ...

    async def add(self, match_id: int, seat: int, person: int) -> None:
        """Seat someone at an open table: they are invited, and have yet to accept."""
        ...

    async def keep(self, match_id: int, kept: Sequence[int]) -> None:
        """Let a match have only these seats, numbered anew in their order; it has not begun."""
        ...
