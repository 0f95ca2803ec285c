"""Comments on a match: a public thread beside the match's own, opened at the first request."""

from __future__ import annotations

from bot.delivery import announcements
from bot.delivery.notes import PublicKind
from bot.errors import NotFound
from bot.match.shown_signal import ShownSignals
from bot.store import Store, about
from bot.store.match_status import MatchStatus
from bot.store.store import retried
from cards.i18n import msg


class CommentThreads:
    """The threads for comments, each made once. They are kept as posts: the thread, and the message that it hangs on."""

    def __init__(self, store: Store, signals: ShownSignals) -> None:
        self._store = store
        self._signals = signals

    async def thread(self, match_id: int) -> int | None:
        """Return the thread in which a match is talked about, None if there is none yet."""
        async with self._store.read() as store:
            known = (await store.messages.posts(match_id)).get(PublicKind.TALK)
        return None if known is None else known[0]

    @retried(known=True)
    async def open(self, interaction: int, match_id: int) -> int | None:
        """Have the thread opened unless there is one, and return it; None if that takes long or can't be done.

        Raises NotFound for a match that has not begun.
        """
        async with self._store.write(about.AboutMatch(match_id)) as tx:
            row = await tx.matches.existing(match_id)
            if row.standing not in (MatchStatus.PLAYING, MatchStatus.OVER):
                raise NotFound(msg("This match hasn't begun, so there's nothing to discuss yet."))
            note = announcements.of_talk(row, interaction)
            if PublicKind.TALK not in await tx.messages.posts(match_id) and not await tx.notes.is_known(note):
                await tx.notes.add([note])

        async def is_open() -> bool:
            return await self.thread(match_id) is not None

        await self._signals.announced(match_id, is_open)
        return await self.thread(match_id)

    @retried(known=True)
    async def lost(self, match_id: int, thread: int) -> None:
        """Forget a thread that was deleted, so that another one can be opened."""
        async with self._store.write(about.AboutMatch(match_id)) as tx:
            known = (await tx.messages.posts(match_id)).get(PublicKind.TALK)
            if known is not None and known[0] == thread:
                await tx.messages.drop_posts(match_id, [(PublicKind.TALK, known[1])])
