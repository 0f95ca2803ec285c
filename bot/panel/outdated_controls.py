"""Controls from before an older copy of the database came back: they decide nothing, and show how things stand."""

from __future__ import annotations

from msgspec import Struct

from bot.command_keys import with_commands
from bot.delivery.renewal import Renewal
from bot.discord.components.custom_ids import CustomId
from bot.discord.components.replies import Reply
from bot.errors import Refusal
from bot.match.matches import Matches
from bot.panel.service import Panels
from bot.store.match_status import MatchStatus
from cards.i18n import msg


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
            raise Refusal(
                with_commands(
                    msg(
                        "I was restored from a backup older than this match, so it's lost. I'm "
                        "sorry. `{/matches}` shows your matches."
                    )
                )
            )
        table = await self.matches.table(control.match_id)
        if (
            table.standing not in (MatchStatus.PLAYING, MatchStatus.OVER)
            or table.seat_of(reply.person) is None
        ):
            raise Refusal(
                with_commands(
                    msg(
                        "I was restored from a backup, so this button no longer works. Nothing was "
                        "decided. `{/matches}` shows your matches now."
                    )
                )
            )
        await self.panels.show_now(
            reply,
            table.match_id,
            note=reply.translate.msg(
                "I was restored from a backup, so this button no longer works. Nothing was "
                "decided. Here's the match now."
            ),
        )
        return False
