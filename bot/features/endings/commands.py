"""The commands and buttons for undo, draw and cancelling; for moderators, ending and voiding a match."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from discord import app_commands

from bot.command_keys import Command
from bot.discord.commands.layout import Layout, Parameter
from bot.discord.components.custom_ids import CustomId
from bot.discord.components.lengths import Name, YesNo
from bot.discord.components.messages import PrivateMessage, text
from bot.discord.components.replies import Reply, person_of
from bot.discord.controls import pressed
from bot.discord.interaction_data import Interaction, matching
from bot.discord.match_text import D_AGREE, settled_line
from bot.errors import Refusal
from bot.features.endings.announcements import EndingsAnnouncements
from bot.features.endings.ended import EndedMessages, Results
from bot.features.endings.messages import (
    REASONS,
    EndingMessages,
    EndingsSection,
    abort_question,
    too_late,
    void_form,
    void_question,
)
from bot.installation import Feature, Part, Services
from bot.match.consent import ConsentOutcome, ConsentResult
from bot.match.interventions import REASON
from bot.match.undo import TooLate
from bot.people.locales import translator_for
from cards.i18n import msg

END_WHICH = msg("Which match? Use this in its thread, or give its number with `match:`.")


class EndingsFeature(Feature, frozen=True):
    """The commands and controls that take back a move or end a match."""

    def add(self, layout: Layout) -> None:
        """Add the commands."""

        @layout.command(
            Command.UNDO,
            msg("Take back your last move, or answer your opponent's request to."),
            agree=D_AGREE,
            match=self.services.match_resolver.option,
        )
        async def undo(reply: Reply, agree: YesNo = "yes", match: Name | None = None) -> None:
            match_id = await self.services.match_resolver.find_match(reply, match)
            await self.undo_in(reply, match_id, agree=agree == "yes")

        @layout.command(
            Command.DRAW,
            msg("Offer a draw, or answer an offer."),
            agree=D_AGREE,
            match=self.services.match_resolver.option,
        )
        async def draw(reply: Reply, agree: YesNo = "yes", match: Name | None = None) -> None:
            match_id = await self.services.match_resolver.find_match(reply, match)
            await self.draw_in(reply, match_id, agree=agree == "yes")

        @layout.command(
            Command.ABORT,
            msg("Cancel a match before anyone acts. Once cards are dealt, all players must agree."),
            match=self.services.match_resolver.option,
        )
        async def abort(reply: Reply, match: Name | None = None) -> None:
            match_id = await self.services.match_resolver.find_match(reply, match)
            await self.ask_to_abort(reply, match_id)

        async def reasons(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
            translate = translator_for(interaction.locale)
            return matching(((translate(reason), str(reason)) for reason in REASONS), typed)

        @layout.command(
            Command.MODERATE_END,
            msg("End other people's match. It counts for no one, and I tell the players why."),
            reason=Parameter(msg("The reason. The players will read it."), reasons),
            match=Parameter(
                msg("The match's number. In a match thread: that match."),
                self.services.match_resolver.offer_moderated,
            ),
        )
        async def end(
            reply: Reply,
            reason: app_commands.Range[str, 1, REASON],
            match: Name | None = None,
        ) -> None:
            if not match and not await self._is_in_thread(reply.interaction):
                # Without a match, the finder would choose the moderator's own, which can't be the intended one.
                raise Refusal(END_WHICH)
            match_id = await self.services.match_resolver.find_match(reply, match)
            await self.end_in(reply, match_id, reason)

        @layout.command(
            Command.MODERATE_VOID,
            msg("Void a rated match's result. Ratings become as if it hadn't been rated."),
            match=Parameter(
                msg("The match's number. In a match thread: that match."),
                partial(self.services.match_resolver.offer_moderated, finished=True),
            ),
        )
        async def void(reply: Reply, match: Name | None = None) -> None:
            if not match and not await self._is_in_thread(reply.interaction):
                raise Refusal(END_WHICH)
            await self.services.moderators.check_moderator(reply)
            match_id = await self.services.match_resolver.find_finished(reply.interaction, match)
            moderator = person_of(reply.interaction.user)
            table = await self.services.interventions.check_void(
                match_id, moderator, reply.interaction.guild_id
            )
            await reply.show(void_question(table, reply.translate))

    async def _is_in_thread(self, interaction: Interaction) -> bool:
        """Return whether an interaction came from a match thread."""
        channel_id = interaction.channel_id
        return channel_id is not None and await self.services.matches.in_thread(channel_id) is not None

    async def undo_in(
        self, reply: Reply, match_id: int, *, agree: bool, answering: bool | None = None, late: bool = False
    ) -> None:
        """Take back the player's last decision, or answer a request to; `answering` allows only one of the two.

        If it is too late to take back alone, offer to ask the opponent; `late` asks them.
        """
        try:
            outcome = await self.services.undo.undo(
                reply.interaction.id,
                match_id,
                reply.person,
                agree=agree,
                answering=answering,
                late=late,
                locale=reply.translate.locale,
            )
        except TooLate as error:
            reason = error.table.game.translator(reply.translate.locale)(error.message)
            await reply.show(too_late(error.table, reply.person, reason, reply.translate))
            return
        await self._show_outcome(reply, outcome)

    async def draw_in(self, reply: Reply, match_id: int, *, agree: bool, answering: bool = False) -> None:
        """Offer a draw, or answer an offer; with `answering`, only the latter."""
        outcome = await self.services.agreements.draw(
            reply.interaction.id, match_id, reply.person, agree=agree, answering=answering
        )
        await self._show_outcome(reply, outcome)

    async def ask_to_abort(self, reply: Reply, match_id: int) -> None:
        """Ask for confirmation before cancelling a match. If it can no longer be cancelled, raises the reason."""
        snapshot = await self.services.match_resolver.player_snapshot(reply, match_id)
        can_abort = await self.services.agreements.may_abort(match_id)
        is_alone = can_abort and await self.services.agreements.aborts_alone(match_id, snapshot.seat)
        if not is_alone and await self.services.missing.check(reply.interaction, snapshot.table):
            can_abort, is_alone = True, await self.services.agreements.aborts_alone(match_id, snapshot.seat)
        if can_abort:
            await reply.show(abort_question(snapshot.table, reply.translate, alone=is_alone))
        else:
            await self.services.agreements.abort(reply.interaction.id, match_id, reply.person)

    async def end_in(self, reply: Reply, match_id: int, reason: str) -> None:
        """End other people's match, as a moderator of this server. Raises Refusal for other users."""
        interaction = reply.interaction
        await self.services.moderators.check_moderator(reply)
        moderator = person_of(interaction.user)
        outcome = await self.services.interventions.end(
            interaction.id, match_id, moderator, interaction.guild_id, reason
        )
        await reply.say(settled_line(outcome, reply.translate))

    async def _show_outcome(self, reply: Reply, outcome: ConsentOutcome) -> None:
        # The panel below already shows that the match was cancelled.
        note = "" if outcome.result is ConsentResult.ABORTED else settled_line(outcome, reply.translate)
        await self.services.panels.show_now(reply, outcome.table.match_id, note=note)

    @pressed("undo", first=Reply.in_place)
    async def _undo(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        # The button must do what its label says, even if the request has changed since it was shown.
        answering = {"agree": True, "no": True, "own": False, "ask": False}.get(control.state)
        await self.undo_in(
            reply,
            control.match_id,
            agree=control.state != "no",
            answering=answering,
            late=control.state == "ask",
        )

    @pressed("draw", first=Reply.in_place)
    async def _draw(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await self.draw_in(
            reply, control.match_id, agree=control.state != "no", answering=control.state in ("agree", "no")
        )

    @pressed("call-off", first=Reply.in_place)
    async def _call_off(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await self.ask_to_abort(reply, control.match_id)

    @pressed("abort", first=Reply.in_place)
    async def _abort(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        outcome = await self.services.agreements.abort(
            reply.interaction.id,
            control.match_id,
            reply.person,
            agree=control.state != "no",
            answering=control.state in ("agree", "no"),
        )
        await self._show_outcome(reply, outcome)

    @pressed("void")
    async def _void(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """Handle the steps of voiding a result: ask the moderator for a reason, void it, or leave it as it is."""
        moderator, guild = person_of(reply.interaction.user), reply.interaction.guild_id
        if control.state == "why":
            await self.services.moderators.check_moderator(reply)
            await self.services.interventions.check_void(control.match_id, moderator, guild)
            await reply.ask(void_form(control.match, reply.translate))
            return
        await reply.in_place()
        if control.state == "no":
            await reply.say(msg("The result stands."))
            await reply.close_question()
            return
        await self.services.moderators.check_moderator(reply)
        reason = values[0] if values else ""
        outcome = await self.services.interventions.void(
            reply.interaction.id, control.match_id, moderator, guild, reason
        )
        await reply.say(settled_line(outcome, reply.translate))
        await reply.close_question()

    @pressed("close", first=Reply.in_place)
    async def _close(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """End an unreadable match without a result."""
        outcome = await self.services.interventions.close(
            reply.interaction.id, control.match_id, reply.person
        )
        await reply.show(PrivateMessage((text(settled_line(outcome, reply.translate)),)))


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    messages = EndingMessages(of.interventions)
    ended = EndedMessages(of.records, Results(of.store), messages)
    return (
        EndingsFeature(of),
        EndingsSection(of.agreements, messages),
        EndingsAnnouncements(of, ended),
    )
