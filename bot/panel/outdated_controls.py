"""Controls from before an older copy of the database came back: they decide nothing, and show how things stand."""

from __future__ import annotations

from msgspec import Struct

from bot.delivery.renewal import Renewal
from bot.discord.components.custom_ids import CustomId
from bot.discord.components.replies import Reply
from bot.errors import Told
from bot.match.matches import Matches
from bot.panel.service import Panels
from bot.store.match_status import MatchStatus


class OutdatedControls(Struct, frozen=True):
    """Recognises controls from before an older copy of the database came back."""

    matches: Matches
    renewal: Renewal
    panels: Panels

    async def has_been(self, reply: Reply, control: CustomId) -> bool:
        """Whether its match has been where a control was made; else answer with how it stands, and let everybody see that.

        It has not where an older copy of the database has come back: what was made after that copy may decide nothing.
        """
        been = await self.matches.has_been(control.match_id, control.mark)
        if been:
            return True
        if reply.is_open:
            await reply.in_place()
        await self.renewal.renew()
        if been is None:
            raise Told(reply.words.match_undone)
        table = await self.matches.table(control.match_id)
        if (
            table.standing not in (MatchStatus.PLAYING, MatchStatus.OVER)
            or table.seat_of(reply.person) is None
        ):
            raise Told(reply.words.from_before_elsewhere)
        await self.panels.show_now(reply, table.match_id, note=reply.words.from_before)
        return False
