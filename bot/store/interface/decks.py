"""What the bot asks of its store about decks that people have built."""

from __future__ import annotations

from typing import Protocol

from bot.store.rows import DeckChoiceRow, DeckRow


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
        """Give a deck another name; those who prefer it or played it last still do."""
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

    async def set_last(self, person: int, game: str, name: str) -> None:
        """Remember the deck that the person chose."""
        ...

    async def renew_ids(self) -> None:
        """Let no control that was made before belong to a deck any more."""
        ...
