"""The Discord application of a database: only it can edit its messages, and old controls belong to it."""

from __future__ import annotations

import structlog

from bot.delivery.renewal import show_all_again
from bot.errors import StartError
from bot.store import Store, about

_log = structlog.stdlib.get_logger(__name__)

APPLICATION = "application"
"""The fact with the id of the application that uses the database."""


async def recognise(store: Store, application: int, now: int, *, adopt: bool) -> None:
    """Bind the database to an application, if it belongs to none; with `adopt`, even if it belongs to another.

    An application that adopts it posts every open match again. Raises StartError.
    """
    async with store.write(about.Everything()) as tx:
        bound_to = await tx.key_values.of(APPLICATION)
        if bound_to == str(application):
            return
        if bound_to is not None and not adopt:
            raise StartError(
                f"This database belongs to application {bound_to}, but DISCORD_TOKEN belongs to application {application}. "
                "Use the token of the first, or another DATABASE; or start once with --adopt, and every open match is "
                "shown anew by this one."
            )
        await tx.key_values.store(APPLICATION, str(application))
        if bound_to is None:
            return
        await tx.messages.forget_application()
        await show_all_again(tx, f"adopted:{application}:{now}", asks=True)
    _log.warning("the database now belongs to another application", before=bound_to, now=str(application))
