"""Everything a store contains about matches."""

from __future__ import annotations

from tests.bot.kit import Bot


async def everything(bot: Bot) -> object:
    """Return everything in the database."""
    dump: dict[str, object] = {}
    async with bot.store.read() as store:
        for table in ("people", "deck_choices", "matches", "seats", "acts", "events", "outbox", "panels"):
            dump[table] = await store.key_values._all(f"SELECT * FROM {table}")  # type: ignore[attr-defined]
    return dump
