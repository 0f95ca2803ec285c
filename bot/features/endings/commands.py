"""Taking back and ending: undo, draw, and abort: for players, and for moderators."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from discord import app_commands
from msgspec import Struct

from bot.command_keys import Command
from bot.discord.commands.layout import Layout
from bot.discord.components.custom_ids import CustomId
from bot.discord.components.lengths import Name
from bot.discord.components.messages import PrivateMessage, text
from bot.discord.components.replies import Reply
from bot.discord.error_boundary import ErrorBoundary
from bot.discord.feature import Choices, Handler, Interaction
from bot.discord.match_resolver import MatchFinder
from bot.discord.match_text import named
from bot.discord.missing_players import MissingPlayers
from bot.discord.moderators import Moderators
from bot.discord.texts.texts import ENGLISH, texts_for
from bot.errors import BadDeck, Told
from bot.features.challenges.flow import Challenging, person_of
from bot.features.challenges.messages import ChallengeMessages
from bot.features.endings.messages import abort_question, settled_line, too_late, void_form, void_question
from bot.match.consent import Said, Settled
from bot.match.endings import Endings
from bot.match.interventions import REASON
from bot.match.matches import Matches
from bot.match.undo import TooLate
from bot.panel.service import Panels

YesNo = Literal["yes", "no"]
W = ENGLISH.endings


class EndingsFeature(Struct, frozen=True):
    """Taking back and ending, for players and moderators."""

    endings: Endings
    matches: Matches
    finder: MatchFinder
    moderators: Moderators
    challenging: Challenging
    challenge_messages: ChallengeMessages
    panels: Panels
    missing: MissingPlayers

    def add(self, layout: Layout, boundary: ErrorBoundary) -> None:  # noqa: C901
        """Add the commands."""

        @layout.command(Command.UNDO, W.d_undo)
        @app_commands.describe(agree=W.d_agree, match=ENGLISH.d_match)
        async def undo(interaction: Interaction, agree: YesNo = "yes", match: Name | None = None) -> None:
            async with boundary.answering(interaction) as reply:
                await reply.later()
                found = await self.finder.find_match(interaction, match, reply.words)
                await self.undo_in(reply, found, agree=agree == "yes")

        @layout.command(Command.DRAW, W.d_draw)
        @app_commands.describe(agree=W.d_agree, match=ENGLISH.d_match)
        async def draw(interaction: Interaction, agree: YesNo = "yes", match: Name | None = None) -> None:
            async with boundary.answering(interaction) as reply:
                await reply.later()
                found = await self.finder.find_match(interaction, match, reply.words)
                await self.draw_in(reply, found, agree=agree == "yes")

        @layout.command(Command.ABORT, W.d_abort)
        @app_commands.describe(match=ENGLISH.d_match)
        async def abort(interaction: Interaction, match: Name | None = None) -> None:
            async with boundary.answering(interaction) as reply:
                await reply.later()
                found = await self.finder.find_match(interaction, match, reply.words)
                await self.ask_to_abort(reply, found)

        @layout.command(Command.MODERATE_END, W.d_end)
        @app_commands.describe(reason=W.d_reason, match=W.d_end_match)
        async def end(
            interaction: Interaction,
            reason: app_commands.Range[str, 1, REASON],
            match: Name | None = None,
        ) -> None:
            async with boundary.answering(interaction) as reply:
                await reply.later()
                if not match and not await self._is_in_thread(interaction):
                    # A moderator's own match is not the one that is meant.
                    raise Told(reply.words.endings.end_which)
                found = await self.finder.find_match(interaction, match, reply.words)
                await self.end_in(reply, found, reason)

        @layout.command(Command.MODERATE_VOID, W.d_void)
        @app_commands.describe(match=W.d_void_match)
        async def void(interaction: Interaction, match: Name | None = None) -> None:
            async with boundary.answering(interaction) as reply:
                await reply.later()
                if not match and not await self._is_in_thread(interaction):
                    raise Told(reply.words.endings.end_which)
                await self.moderators.check_moderator(reply)
                found = await self.finder.find_finished(interaction, match, reply.words)
                moderator = person_of(interaction.user)
                table = await self.endings.check_void(found, moderator, interaction.guild_id)
                await reply.show(void_question(table, reply.words))

        @layout.command(Command.REMATCH, W.d_rematch)
        @app_commands.describe(deck=W.d_rematch_deck, match=W.d_rematch_match)
        async def rematch(
            interaction: Interaction, deck: Name | None = None, match: Name | None = None
        ) -> None:
            async with boundary.answering(interaction) as reply:
                await reply.later()
                found = await self.finder.find_finished(interaction, match, reply.words)
                await self.rematch_in(reply, found, deck or "")

        async def offer(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
            named = getattr(interaction.namespace, "match", None)
            found = await self.finder.find_finished(interaction, named, texts_for(interaction.locale))
            game = (await self.matches.table(found)).game
            return await self.challenging.offer_decks(game, interaction, typed)

        @rematch.autocomplete("deck")
        async def decks_to_play_again(interaction: Interaction, typed: str) -> Choices:
            return await boundary.complete(interaction, offer(interaction, typed))

        @rematch.autocomplete("match")
        async def finished(interaction: Interaction, typed: str) -> Choices:
            return await boundary.complete(interaction, self.finder.offer_finished(interaction, typed))

        @end.autocomplete("reason")
        async def reasons(interaction: Interaction, typed: str) -> Choices:
            async def fitting() -> list[tuple[str, str]]:
                offered = zip(texts_for(interaction.locale).endings.reasons, W.reasons, strict=True)
                return [(name, one) for name, one in offered if typed.strip().casefold() in name.casefold()]

            return await boundary.complete(interaction, fitting())

        @undo.autocomplete("match")
        @draw.autocomplete("match")
        @abort.autocomplete("match")
        async def matches(interaction: Interaction, typed: str) -> Choices:
            return await boundary.complete(interaction, self.finder.offer_matches(interaction, typed))

        @end.autocomplete("match")
        async def of_others(interaction: Interaction, typed: str) -> Choices:
            return await boundary.complete(interaction, self.finder.offer_moderated(interaction, typed))

        @void.autocomplete("match")
        async def counted(interaction: Interaction, typed: str) -> Choices:
            return await boundary.complete(
                interaction, self.finder.offer_moderated(interaction, typed, finished=True)
            )

    @property
    def handlers(self) -> Mapping[str, Handler]:
        """The handlers of its controls, by act."""
        return {
            "undo": self._undo,
            "draw": self._draw,
            "call-off": self._call_off,
            "abort": self._abort,
            "void": self._void,
            "close": self._close,
            "rematch": self._rematch,
            "rematch-deck": self._rematch_with,
            "play-rematch-deck": self._rematch_with,
        }

    async def _is_in_thread(self, interaction: Interaction) -> bool:
        """Whether a match is played where a person typed."""
        here = interaction.channel_id
        return here is not None and await self.matches.in_thread(here) is not None

    async def undo_in(
        self, reply: Reply, match_id: int, *, agree: bool, answering: bool | None = None, late: bool = False
    ) -> None:
        """Take one's last decision back, or answer the wish to: whichever it can be, or as `answering` says.

        Where it is too late, offer to ask the other player all the same; `late` asks them.
        """
        try:
            done = await self.endings.undo(
                reply.interaction.id,
                match_id,
                reply.person,
                agree=agree,
                answering=answering,
                late=late,
                locale=reply.words.locale,
            )
        except TooLate as refused:
            why = refused.table.game.translator(reply.words.locale)(refused.message)
            await reply.show(too_late(refused.table, reply.person, why, reply.words))
            return
        await self._tell(reply, done)

    async def draw_in(self, reply: Reply, match_id: int, *, agree: bool, answering: bool = False) -> None:
        """Offer a draw, or answer the offer; with `answering`, nothing but that."""
        done = await self.endings.draw(
            reply.interaction.id, match_id, reply.person, agree=agree, answering=answering
        )
        await self._tell(reply, done)

    async def rematch_in(self, reply: Reply, match_id: int, deck: str = "") -> None:
        """Ask for a match to be played again, or accept that; where one's deck is gone, let another be chosen."""
        try:
            again = await self.matches.rematch(
                reply.interaction.id, match_id, person_of(reply.interaction.user), deck
            )
        except BadDeck:
            if deck:
                raise
            await reply.show(
                await self.challenge_messages.deck_choice(
                    await self.matches.table(match_id), reply.person, reply.words
                )
            )
            return
        if not again.begun:
            await self.challenging.show_sent(reply, again.table.match_id)
        elif any(person.is_house for person in again.table.people):
            await self.challenging.show_begun(reply, again.table, again.deck)
        else:
            mine = await self.finder.player_look(again.table.match_id, reply.person, reply.words)
            await self.challenging.show_accepted(reply, mine, again.deck)

    async def ask_to_abort(self, reply: Reply, match_id: int) -> None:
        """Ask once more whether a match is to be called off; where it can't be any more, say why."""
        mine = await self.finder.player_look(match_id, reply.person, reply.words)
        may = await self.endings.may_abort(match_id)
        alone = may and await self.endings.aborts_alone(match_id, mine.seat)
        if not alone and await self.missing.look(reply.interaction, mine.table):
            may, alone = True, await self.endings.aborts_alone(match_id, mine.seat)
        if may:
            await reply.show(abort_question(mine.table, reply.words, alone=alone))
        else:
            await self.endings.abort(reply.interaction.id, match_id, reply.person)

    async def end_in(self, reply: Reply, match_id: int, reason: str) -> None:
        """End other people's match as a moderator of this server. Raises Refusal for anybody else."""
        interaction = reply.interaction
        await self.moderators.check_moderator(reply)
        moderator = person_of(interaction.user)
        done = await self.endings.end(interaction.id, match_id, moderator, interaction.guild_id, reason)
        await reply.say(settled_line(done, reply.words))

    async def _tell(self, reply: Reply, done: Settled) -> None:
        # That a match was called off is what its panel says by itself.
        note = "" if done.said is Said.ABORTED else settled_line(done, reply.words)
        await self.panels.show_now(reply, done.table.match_id, note=note)

    async def _undo(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await reply.in_place()
        # What stands on a button is what it does, whatever has happened since.
        answering = {"agree": True, "no": True, "own": False, "ask": False}.get(control.state)
        await self.undo_in(
            reply,
            control.match_id,
            agree=control.state != "no",
            answering=answering,
            late=control.state == "ask",
        )

    async def _draw(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await reply.in_place()
        await self.draw_in(
            reply, control.match_id, agree=control.state != "no", answering=control.state in ("agree", "no")
        )

    async def _call_off(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await reply.in_place()
        await self.ask_to_abort(reply, control.match_id)

    async def _abort(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await reply.in_place()
        done = await self.endings.abort(
            reply.interaction.id,
            control.match_id,
            reply.person,
            agree=control.state != "no",
            answering=control.state in ("agree", "no"),
        )
        await self._tell(reply, done)

    async def _void(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """A moderator is asked why, and then it is done; or it is not."""
        moderator, guild = person_of(reply.interaction.user), reply.interaction.guild_id
        if control.state == "why":
            await self.moderators.check_moderator(reply)
            await self.endings.check_void(control.match_id, moderator, guild)
            await reply.ask(void_form(control.match, reply.words))
            return
        await reply.in_place()
        if control.state == "no":
            await reply.say(reply.words.endings.void_not)
            return
        await self.moderators.check_moderator(reply)
        reason = values[0] if values else ""
        done = await self.endings.void(reply.interaction.id, control.match_id, moderator, guild, reason)
        await reply.say(settled_line(done, reply.words))

    async def _close(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """End a match without a result that can't be read any more."""
        await reply.in_place()
        done = await self.endings.close(reply.interaction.id, control.match_id, reply.person)
        await reply.show(PrivateMessage((text(settled_line(done, reply.words)),)))

    async def _rematch(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """The button under a match that is over. Everybody sees it: who has not played can begin another match."""
        await reply.later()
        table = await self.matches.table(control.match_id)
        if table.seat_of(reply.person) is None:
            who = named(table, range(len(table.people)), reply.words)
            said = reply.words.endings.rematch_not_yours
            await reply.say(said.format(who=who, channel=f"<#{table.channel_id}>"))
            return
        await self.rematch_in(reply, control.match_id)

    async def _rematch_with(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """A deck was chosen in the menu, or by the button that offers one."""
        await reply.in_place()
        await self.rematch_in(reply, control.match_id, values[0] if values else control.state)
