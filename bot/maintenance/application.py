"""The Discord application of a database: only it can edit its messages, and old controls belong to it."""

from __future__ import annotations

import structlog

from bot.delivery.renewal import show_all_again
from bot.errors import StartError
from bot.store import Store, about

_log = structlog.stdlib.get_logger(__name__)

APPLICATION = "application"
"""The fact in the store that says which application has played on it, by its id."""


async def recognise(store: Store, application: int, now: int, *, adopt: bool) -> None:
    """Bind the database to an application, if it belongs to none; with `adopt` also if it belongs to another one.

    An application that has adopted it shows every open match again. Raises StartError.
    """
    async with store.write(about.Everything()) as tx:
        known = await tx.facts.of(APPLICATION)
        if known == str(application):
            return
        if known is not None and not adopt:
            raise StartError(
                f"This database belongs to application {known}, and DISCORD_TOKEN is that of application {application}. "
                "Use the token of the first, or another DATABASE; or start once with --adopt, and every open match is "
                "shown anew by this one."
            )
        await tx.facts.store(APPLICATION, str(application))
        if known is None:
            return
        await tx.messages.forget_application()
        await show_all_again(tx, f"adopted:{application}:{now}", asks=True)
    _log.warning("the database has another application now", before=known, now=str(application))
