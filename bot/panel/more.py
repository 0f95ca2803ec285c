"""The rarely used parts of a panel, in a separate message."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from bot.discord.boards import shared_button
from bot.discord.components.custom_ids import CustomId
from bot.discord.components.messages import PrivateMessage, button, link, rows, text
from bot.discord.components.replies import Reply
from bot.discord.controls import Handler
from bot.discord.match_resolver import MatchResolver
from bot.discord.match_text import control, status_url, title
from bot.discord.sections import FeatureSection, PanelState, collect
from bot.match.matches import Matches
from bot.match.requests import Requests
from bot.panel.sheets import take_out_menu
from bot.views.types import PlayerSnapshot
from cards.i18n import Translator


class MoreFeature(Struct, frozen=True):
    """The rarely wanted parts of a panel."""

    requests: Requests
    match_resolver: MatchResolver
    sections: Sequence[FeatureSection]
    matches: Matches

    @property
    def handlers(self) -> Mapping[str, Handler]:
        """The handlers of its controls, by act."""
        return {"more": self._more}

    async def more_message(self, snapshot: PlayerSnapshot, translate: Translator) -> PrivateMessage:
        """Return a player's other actions in a match: looking, standing orders, take-backs, resigning."""
        table = snapshot.table
        looking = [
            button(translate.msg("Hand"), control(table, "hand")),
            button(translate.msg("Board"), control(table, "board")),
            button(translate.msg("Cards"), control(table, "look")),
            button(translate.msg("Log"), control(table, "log")),
            *shared_button(snapshot),
        ]
        if url := status_url(table):
            looking.append(link(translate.msg("Go to the match"), url))
        state = PanelState(snapshot, await self.requests.offers_at(table), translate)
        groups = [looking, await collect(one.more(state) for one in self.sections)]
        if snapshot.question is not None and table.game.reference is not None:
            groups.insert(0, [button(translate.msg("What does this mean?"), control(table, "meaning"))])
        if snapshot.outcome is None and snapshot.seat not in table.out:
            back = await collect(one.takes_back(state) for one in self.sections)
            groups.append([*back, button(translate.msg("Resign"), control(table, "give-up"))])
        head = translate.msg("More for **{title}**", title=title(table, translate))
        return PrivateMessage(
            (text(head), *(one for some in groups for one in rows(some)), *take_out_menu(snapshot, translate))
        )

    async def _more(self, reply: Reply, pressed: CustomId, values: Sequence[str]) -> None:
        await reply.later()
        mine = await self.match_resolver.player_snapshot(reply, pressed.match_id)
        await reply.show(await self.more_message(mine, reply.translate))
