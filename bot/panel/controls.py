"""The handlers of a panel's controls: answer a question, open a panel, resign.

Controls from after a backup that has since been restored decide nothing, and show the current match.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from bot.command_keys import with_commands
from bot.delivery.renewal import Renewal
from bot.discord.components.custom_ids import UNKNOWN_CONTROL, CustomId, Submitted
from bot.discord.components.replies import Reply
from bot.discord.controls import Handler
from bot.discord.match_resolver import MatchResolver
from bot.discord.sections import FeatureSection
from bot.errors import AlreadyDecided, Refusal
from bot.match.context import ALREADY_DECIDED
from bot.match.drafts import Drafts
from bot.match.matches import Matches
from bot.match.play import Answers, MatchPlay, OpenQuestion
from bot.panel.answers import Decided, Drafted, RandomAnswer, Typing, form, press
from bot.panel.drafts import PartialAnswer
from bot.panel.questions import digest_of
from bot.panel.service import DECIDED_ALREADY, Panels, read_answer
from bot.people.people import People
from bot.store.match_status import MatchStatus
from bot.views.types import PlayerSnapshot
from cards.i18n import msg
from cards.numerals import numeral
from engine.kernel.errors import StaleQuestion
from engine.kernel.question import Choice, Question


class OutdatedControls(Struct, frozen=True):
    """Recognises controls from after a backup that has since been restored."""

    matches: Matches
    renewal: Renewal
    panels: Panels

    async def has_been(self, reply: Reply, control: CustomId) -> bool:
        """Return whether the match was ever at the control's revision. If not, reply with its current state.

        It wasn't if a backup was restored: controls made after that backup must decide nothing. Everyone is
        then shown the restored matches.
        """
        is_known_revision = await self.matches.has_been(control.match_id, control.revision_token)
        if is_known_revision:
            return True
        if reply.is_open:
            await reply.in_place()
        await self.renewal.renew()
        if is_known_revision is None:
            raise Refusal(
                with_commands(
                    msg(
                        "I was restored from a backup older than this match, so it's lost. I'm "
                        "sorry. `{/matches}` shows your matches."
                    )
                )
            )
        table = await self.matches.table(control.match_id)
        if table.status not in (MatchStatus.PLAYING, MatchStatus.OVER) or table.seat_of(reply.person) is None:
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


DM_TRYING = msg("I'll send you a direct message the next time it's your move.")

STEPS = frozenset({"set", "add", "to"})
"""Acts that change a partial answer, and give none."""


class PanelControls(Struct, frozen=True):
    """The handlers of a panel's controls, and of those that open a panel."""

    matches: Matches
    play: MatchPlay
    drafts: Drafts
    people: People
    match_resolver: MatchResolver
    panels: Panels
    outdated: OutdatedControls
    sections: Sequence[FeatureSection]

    @property
    def answers(self) -> Mapping[str, Handler]:
        """The handlers of a question's controls, by act."""
        return {
            "pick": self._step,
            "menu": self._step,
            "set": self._step,
            "add": self._step,
            "to": self._step,
            "done": self._step,
            "type": self._step,
            "lot": self._step,
            "whole": self._whole,
            "typed": self._typed,
        }

    @property
    def handlers(self) -> Mapping[str, Handler]:
        """The handlers of its controls, by act."""
        return {
            "turn": self._turn,
            "open": self._open,
            "give-up": self._give_up,
            "resign": self._resign,
            "stay": self._stay,
            "dm": self._dm,
            "sheet-out": self._take_out,
        }

    async def _step(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """Handle a button or menu of a question: an answer, a step towards one, or a request to type it."""
        if control.act == "type":
            await self._open_form(reply, control)
            return
        await reply.in_place()
        draft: PartialAnswer | None = None

        def choose(question: Question) -> Sequence[Choice] | None:
            nonlocal draft
            match _meaning(question, control, values):
                case RandomAnswer():
                    return (self.play.random_number(question),)
                case Decided(choice):
                    return (choice,)
                case Drafted(draft):
                    return None
                case Typing():
                    raise Refusal(UNKNOWN_CONTROL)

        if control.act not in STEPS and await self._answer(
            reply, control, lambda open_question, question: choose(question)
        ):
            return
        snapshot = await self._snapshot(reply, control)
        if snapshot is None or snapshot.question is None:
            return
        choose(snapshot.question)
        await self.panels.show_panel(reply, snapshot, draft=draft)

    async def _whole(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """Handle a press that gives several answers in a row."""
        await reply.in_place()

        def choose(open_question: OpenQuestion, question: Question) -> Sequence[Choice]:
            table = open_question.table.in_language(open_question.translator)
            answers = table.game.whole_answers(open_question.view, question, table.names)
            chosen = next((answer for answer in answers if digest_of(answer) == control.state), None)
            if chosen is None:
                raise Refusal(UNKNOWN_CONTROL)
            return chosen.choices

        await self._answer(reply, control, choose)

    async def _typed(self, reply: Reply, control: CustomId, values: Submitted) -> None:
        """Handle a form with a typed answer."""
        await reply.in_place()
        typed = values.one("answer")
        await self._answer(
            reply,
            control,
            lambda open_question, question: (
                read_answer(question, lambda: open_question.in_english, typed, reply.translate),
            ),
        )

    async def _answer(
        self,
        reply: Reply,
        control: CustomId,
        choose: Callable[[OpenQuestion, Question], Sequence[Choice] | None],
    ) -> bool:
        """Answer the question of a control; if it is closed, show the current one.

        Return False if `choose` returns None.
        """

        def answers(open_question: OpenQuestion) -> Answers | None:
            if open_question.question is None or open_question.question.id != control.question:
                raise StaleQuestion(ALREADY_DECIDED)
            choices = choose(open_question, open_question.question)
            return None if choices is None else Answers(control.question, tuple(choices))

        try:
            return await self.panels.answer(
                reply, control.match_id, answers, revision_token=control.revision_token
            )
        except Refusal:
            if await self.outdated.has_been(reply, control):
                raise
            return True

    async def _open_form(self, reply: Reply, control: CustomId) -> None:
        if not await self.outdated.has_been(reply, control):
            return
        question = await self.matches.question(control.match_id, reply.person, reply.translate.locale)
        if question is None or question.id != control.question:
            await reply.in_place()
            await self.panels.show_now(reply, control.match_id, note=reply.translate(DECIDED_ALREADY))
            return
        await reply.ask(form(question, control.match, reply.translate))

    async def _snapshot(self, reply: Reply, control: CustomId) -> PlayerSnapshot | None:
        """Return the match if the control's question is still open; else show the match, and return None."""
        try:
            snapshot = await self.match_resolver.player_snapshot(reply, control.match_id)
        except Refusal:
            if await self.outdated.has_been(reply, control):
                raise
            return None
        if snapshot.table.revision_token != control.revision_token and not await self.outdated.has_been(
            reply, control
        ):
            return None
        if snapshot.question is None or snapshot.question.id != control.question:
            await self.panels.show_panel(reply, snapshot, note=reply.translate(DECIDED_ALREADY))
            return None
        return snapshot

    async def _turn(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """Show a player's own panel. The button is public: a spectator gets the news of the match."""
        await (reply.in_place() if control.state else reply.later())
        table = await self.matches.table(control.match_id)
        if table.seat_of(reply.person) is None:
            for section in self.sections:
                if await section.read_along(reply, control.match_id):
                    return
        snapshot = await self.match_resolver.player_snapshot(reply, control.match_id)
        # Without the note, a press on a current panel would seem to do nothing.
        is_early = bool(control.state) and snapshot.question is None and snapshot.outcome is None
        note = reply.translate.msg("Nothing to decide yet.") if is_early else ""
        await self.panels.show_panel(reply, snapshot, note=note)

    async def _open(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await reply.later()
        chosen = CustomId("open", values[0])
        if await self.outdated.has_been(reply, chosen):
            await self.panels.show_now(reply, chosen.match_id)

    async def _give_up(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await reply.later()
        snapshot = await self.match_resolver.player_snapshot(reply, control.match_id)
        if snapshot.outcome is not None:
            raise Refusal(msg("This match is over."))
        await reply.show(await self.panels.resign_question(snapshot, reply.translate))

    async def _resign(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await reply.in_place()
        result = await self.play.resign(
            reply.interaction.id, control.match_id, reply.person, reply.translate.locale
        )
        snapshot, note = result.snapshot, reply.translate.msg("You resigned.")
        if snapshot.outcome is None:  # The note is all of the news.
            await self.panels.show_panel(reply, replace(snapshot, story=()), note=note)
        else:
            await self.panels.show_panel(reply, snapshot, story=result.happened, note=note)

    async def _stay(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await reply.in_place()
        await self.panels.show_now(
            reply, control.match_id, note=reply.translate.msg("Good. The match continues.")
        )

    async def _dm(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await reply.later()
        await self.people.try_dm_again(reply.person)
        await reply.say(DM_TRYING)

    async def _take_out(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """Remove a step from a draft: the button's, or the one chosen in the menu."""
        await reply.in_place()
        place, _, digest = control.state.partition(".")
        number = numeral(values[0] if values else place, 2)
        note = ""
        try:
            await self.drafts.take_out(
                control.match_id, reply.person, -1 if place == "all" or number is None else number, digest
            )
        except AlreadyDecided:
            note = reply.translate(DECIDED_ALREADY)
        await self.panels.show_now(reply, control.match_id, note=note)


def _meaning(
    question: Question, control: CustomId, values: Sequence[str]
) -> Decided | Drafted | Typing | RandomAnswer:
    """Return the meaning of a press on a control of a question. Raises Refusal if it doesn't exist."""
    try:
        return press(question, control, values)
    except (ValueError, IndexError):
        raise Refusal(UNKNOWN_CONTROL) from None
