"""Hints: what could be considered, said to the one who asks and to nobody else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from bot.chat.components.custom_ids import CustomId
from bot.chat.components.messages import Button, PrivateMessage, button, text
from bot.chat.components.plain import plain
from bot.chat.components.replies import Reply
from bot.chat.feature import Handler
from bot.chat.match_text import control
from bot.chat.texts.texts import Texts
from bot.match.hints import Hints
from bot.match.matches import Matches
from bot.views.types import PrivateLook

LONG = 400
"""Characters of an answer, or of what speaks for it."""


def hint_buttons(look: PrivateLook, words: Texts) -> list[Button]:
    """Return the button that asks for a hint: where somebody who practises, or learns, is asked something."""
    table = look.table
    is_alone = [one.is_house for one in table.people].count(False) == 1
    if look.question is None or table.game.thinking is None or not (table.is_practice and is_alone):
        return []
    if look.sheet is not None and look.sheet.steps:
        return []
    return [button(words.panel.hint, control(table, "hint"))]


class HintsFeature(Struct, frozen=True):
    """Gives hints."""

    hints: Hints
    matches: Matches

    @property
    def handlers(self) -> Mapping[str, Handler]:
        """What its controls do, by act."""
        return {"hint": self._hint}

    async def _hint(self, reply: Reply, pressed: CustomId, values: Sequence[str]) -> None:
        await reply.later()
        # Thinking takes none of the time of those who answer.
        reply.leave()
        ways = await self.hints.of(pressed.match_id, reply.person, reply.words.locale)
        said = reply.words.panel
        if not ways:
            await reply.say(said.nothing_to_weigh)
            return
        game = (await self.matches.table(pressed.match_id)).game
        t = game.translator(reply.words.locale)
        lines = [said.consider]
        for way in ways:
            answer = plain(str(t(way.answer)), LONG)
            if way.speaks is None:
                lines.append(said.way_plain.format(answer=answer))
            else:
                lines.append(said.way.format(answer=answer, speaks=plain(str(t(way.speaks)), LONG)))
        await reply.show(PrivateMessage((text("\n".join(lines)),)))
