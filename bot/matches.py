"""Matches: everything that people do to a match, each in one transaction, and everything they may see of it."""

from __future__ import annotations

from typing import Protocol

from bot.looks import Done, LogPage, Person, PrivateLook, PublicLook, Summary, Table
from engine.kernel.match import Record
from engine.kernel.question import Choice, Question


class Matches(Protocol):
    """The one door to challenges and matches.

    What changes something takes the id of the Discord interaction that asked for it; the same interaction a second
    time returns what it returned first and changes nothing. Everything may raise NotFound; refusals are
    `bot.errors.Refusal` or `engine.kernel.errors.Refused`, sentences for the person, and change nothing.
    What is to be shown to others afterwards is in the outbox when a method returns.
    """

    async def challenge(
        self,
        interaction: int,
        challenger: Person,
        opponent: Person,
        *,
        guild_id: int | None,
        channel_id: int,
        deck: str,
        game: str = "",
    ) -> Table:
        """Challenge somebody in a channel. Raises BadOpponent, BadDeck, LimitReached."""
        ...

    async def accept(self, interaction: int, match_id: int, person: Person, deck: str) -> PrivateLook:
        """Accept a challenge with a deck; the match begins. Raises NotYourMatch, AlreadyDecided, BadDeck, LimitReached."""
        ...

    async def decline(self, interaction: int, match_id: int, person: int) -> Table:
        """Decline a challenge that one was made. Raises NotYourMatch, AlreadyDecided."""
        ...

    async def withdraw(self, interaction: int, match_id: int, person: int) -> Table:
        """Take one's own challenge back. Raises NotYourMatch, AlreadyDecided."""
        ...

    async def answer(
        self, interaction: int, match_id: int, person: int, question_id: int, choice: Choice
    ) -> Done:
        """Answer a question. Raises NotYourMatch, or what `engine.Match.answer` raises."""
        ...

    async def resign(self, interaction: int, match_id: int, person: int) -> Done:
        """Give a match up. Raises NotYourMatch, AlreadyDecided."""
        ...

    async def table(self, match_id: int) -> Table:
        """Return what everybody may know of a challenge or match without its position."""
        ...

    async def look_public(self, match_id: int) -> PublicLook:
        """Return what spectators may know of a match that has begun."""
        ...

    async def look_private(self, match_id: int, person: int) -> PrivateLook:
        """Return what a player may know of their match. Raises NotYourMatch."""
        ...

    async def question(self, match_id: int, person: int) -> Question | None:
        """Return the question that a player is asked, None if none; cheap, for autocompletion. Raises NotYourMatch."""
        ...

    async def why_not(self, match_id: int, person: int, wish: str) -> tuple[str, str] | None:
        """Explain why a player can't do `wish` now: (sentence, rule). See `engine.kernel.game.Game.why_not`."""
        ...

    async def of_person(self, person: int, *, finished: bool = False) -> tuple[Summary, ...]:
        """Return somebody's open challenges and matches (or the finished ones), newest first; at most 100."""
        ...

    async def in_thread(self, thread_id: int) -> int | None:
        """Return the id of the match whose thread that is."""
        ...

    async def log(self, match_id: int, person: int | None, page: int | None = None) -> LogPage:
        """Return a page of the log as a player (or a spectator: None, or anybody without a seat) knows it.

        Without `page` it is the last one; a page that is not there becomes the nearest that is.
        """
        ...

    async def record(self, match_id: int) -> Record:
        """Return the record of a match that is over. Raises StillGoingOn."""
        ...


class People(Protocol):
    """What is remembered of people."""

    async def default_deck(self, person: int, game: str = "") -> str:
        """Return the deck that the person played last, "" if none."""
        ...

    async def text_boards(self, person: int) -> bool:
        """Return whether the person wants boards as text instead of pictures."""
        ...

    async def want_text_boards(self, person: int, wanted: bool) -> None:
        """Remember whether the person wants boards as text instead of pictures."""
        ...

    async def dm_closed(self, person: int) -> bool:
        """Return whether direct messages to the person were refused and are not to be tried."""
        ...

    async def try_dm_again(self, person: int) -> None:
        """The person asks for direct messages again."""
        ...
