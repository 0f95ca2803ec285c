"""Statements about user-built decks."""

from __future__ import annotations

from bot.store.connection import Connection
from bot.store.random_values import Draw, deck_id
from bot.store.rows import DeckChoiceRow, DeckRow
from bot.store.subject import Columns, Subject

_DECK = Columns(DeckRow)
_CHOICE = Columns(DeckChoiceRow, last="deck")


class DeckQueries(Subject):
    """Decks that people have built."""

    async def of(self, person: int, game: str) -> list[DeckRow]:
        """Return a person's decks for a game, latest change first."""
        return await self._records(
            _DECK,
            "FROM decks WHERE person_id = ? AND game = ? ORDER BY changed_at DESC, interaction_id DESC",
            person,
            game,
        )

    async def deck(self, deck_id: int) -> DeckRow | None:
        """Return a deck by its id; None if there is none."""
        return await self._record(_DECK, "FROM decks WHERE id = ?", deck_id)

    async def by_name(self, person: int, game: str, name_key: str) -> DeckRow | None:
        """Return a person's deck by the comparison key of its name; None if there is none."""
        return await self._record(
            _DECK, "FROM decks WHERE person_id = ? AND game = ? AND name_key = ?", person, game, name_key
        )

    async def made_by(self, interaction_id: int) -> DeckRow | None:
        """Return the deck that an interaction created."""
        return await self._record(_DECK, "FROM decks WHERE interaction_id = ?", interaction_id)

    async def choice(self, person: int, game: str) -> DeckChoiceRow:
        """Return a person's last and preferred decks."""
        row = await self._record(_CHOICE, "FROM deck_choices WHERE person_id = ? AND game = ?", person, game)
        return row or DeckChoiceRow()

    async def unreadable_text(self, person: int, game: str) -> tuple[str, str] | None:
        """Return the name and the text of a person's last unreadable deck; None if there is none."""
        rows = await self._all(
            "SELECT name, content FROM misread_decks WHERE person_id = ? AND game = ?", person, game
        )
        return (str(rows[0][0]), str(rows[0][1])) if rows else None


class DeckStatements(DeckQueries):
    """Decks that people have built, inside a transaction."""

    def __init__(self, connection: Connection, draw: Draw) -> None:
        super().__init__(connection)
        self._draw = draw

    async def add(
        self, person: int, game: str, name: str, name_key: str, content: str, interaction_id: int, at: int
    ) -> int:
        """Add a deck and return its random id."""
        return await self._number(
            "INSERT INTO decks (id, person_id, game, name, name_key, content, interaction_id, made_at, changed_at) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
            deck_id(self._draw()),
            person,
            game,
            name,
            name_key,
            content,
            interaction_id,
            at,
            at,
        )

    async def change(self, deck_id: int, content: str, at: int) -> None:
        """Replace the content of a deck."""
        await self._execute("UPDATE decks SET content = ?, changed_at = ? WHERE id = ?", content, at, deck_id)

    async def rename(self, row: DeckRow, name: str, name_key: str) -> None:
        """Rename a deck, also where it is preferred or was played last."""
        await self._execute("UPDATE decks SET name = ?, name_key = ? WHERE id = ?", name, name_key, row.id)
        await self._rename_choices(row, name)

    async def delete(self, row: DeckRow) -> None:
        """Delete a deck, also as preferred or last deck."""
        await self._execute("DELETE FROM decks WHERE id = ?", row.id)
        await self._rename_choices(row, "")

    async def prefer(self, person: int, game: str, name: str) -> None:
        """Store a person's preferred deck, "" for none."""
        await self._execute(
            "INSERT INTO deck_choices (person_id, game, deck, preferred) VALUES (?, ?, '', ?) "
            "ON CONFLICT (person_id, game) DO UPDATE SET preferred = excluded.preferred",
            person,
            game,
            name,
        )

    async def set_last(self, person: int, game: str, name: str) -> None:
        """Store the deck that a person last chose."""
        await self._put("deck_choices", {"person_id": person, "game": game}, deck=name)

    async def set_aside(self, person: int, game: str, name: str, content: str, at: int) -> None:
        """Store the name and text of an unreadable deck, replacing the previous one."""
        key = {"person_id": person, "game": game}
        await self._put("misread_decks", key, name=name, content=content, at=at)

    async def mended(self, person: int, game: str) -> None:
        """Delete the stored unreadable deck, because it was fixed."""
        await self._execute("DELETE FROM misread_decks WHERE person_id = ? AND game = ?", person, game)

    async def sweep(self, before: int) -> None:
        """Delete unreadable decks stored before that time."""
        await self._execute_unchecked("DELETE FROM misread_decks WHERE at < ?", before)

    async def renew_ids(self) -> None:
        """Disconnect all existing controls from their decks."""
        for deck in await self._numbers("SELECT id FROM decks"):
            await self._execute("UPDATE decks SET id = ? WHERE id = ?", deck_id(self._draw()), deck)

    async def _rename_choices(self, row: DeckRow, name: str) -> None:
        for column in ("deck", "preferred"):
            await self._execute(
                f"UPDATE deck_choices SET {column} = ? WHERE person_id = ? AND game = ? AND {column} = ?",  # noqa: S608
                name,
                row.person_id,
                row.game,
                row.name,
            )
