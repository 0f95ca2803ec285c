"""The controls of a panel: answers to a question, opening a panel, giving up.

Those from before an older copy of the database came back decide nothing, and show how things stand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from bot.command_keys import with_commands
from bot.delivery.renewal import Renewal
from bot.discord.components.custom_ids import UNKNOWN_CONTROL, CustomId, Submitted
from bot.discord.components.replies import Reply
from bot.discord.controls import Handler
from bot.discord.match_resolver import MatchFinder
from bot.discord.sections import FeatureSection
from bot.errors import AlreadyDecided, Refusal
from bot.match.context import ALREADY_DECIDED
from bot.match.drafts import Drafts
from bot.match.matches import Matches
from bot.match.play import Answers, MatchPlay, OpenQuestion
from bot.panel.answers import Decided, Drafted, Luck, Typing, form, press
from bot.panel.drafts import PartialAnswer
from bot.panel.questions import mark_of
from bot.panel.service import DECIDED_ALREADY, Panels, read_answer
from bot.people.people import People
from bot.store.match_status import MatchStatus
from bot.views.types import PrivateLook
from cards.i18n import Translator, msg
from cards.numerals import numeral
from engine.kernel.errors import StaleQuestion
from engine.kernel.question import Choice, Question


class OutdatedControls(Struct, frozen=True):
    """Recognises controls from before an older copy of the database came back."""

    matches: Matches
    renewal: Renewal
    panels: Panels

    async def has_been(self, reply: Reply, control: CustomId) -> bool:
        """Return whether its match has been where a control was made; else answer with how it stands, and let
        everybody see that.

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


DM_TRYING = msg("I'll send you a direct message the next time it's your move.")

STEPS = frozenset({"set", "add", "to"})
"""Acts that lead towards an answer, and give none."""


class PanelControls(Struct, frozen=True):
    """The handlers of a panel's controls, and of those that open one."""

    matches: Matches
    play: MatchPlay
    drafts: Drafts
    people: People
    finder: MatchFinder
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
        """A button or menu of a question: an answer, a step towards one, or the wish to type it."""
        if control.act == "type":
            await self._open_form(reply, control)
            return
        await reply.in_place()
        draft: PartialAnswer | None = None

        def choose(question: Question) -> Sequence[Choice] | None:
            nonlocal draft
            match _meaning(question, control, values, reply.translate):
                case Luck():
                    return (self.play.random_number(question),)
                case Decided(choice):
                    return (choice,)
                case Drafted(draft):
                    return None
                case Typing():
                    raise Refusal(UNKNOWN_CONTROL)

        if control.act not in STEPS and await self._answered(
            reply, control, lambda asked, question: choose(question)
        ):
            return
        mine = await self._look(reply, control)
        if mine is None or mine.question is None:
            return
        choose(mine.question)
        await self.panels.show_panel(reply, mine, draft=draft)

    async def _whole(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """Answers in a row by one press."""
        await reply.in_place()

        def choose(asked: OpenQuestion, question: Question) -> Sequence[Choice]:
            table = asked.table.told_in(asked.translator)
            offered = table.game.whole_answers(asked.view, question, table.names)
            meant = next((one for one in offered if mark_of(one) == control.state), None)
            if meant is None:
                raise Refusal(UNKNOWN_CONTROL)
            return meant.choices

        await self._answered(reply, control, choose)

    async def _typed(self, reply: Reply, control: CustomId, values: Submitted) -> None:
        """A form in which an answer was typed."""
        await reply.in_place()
        typed = values.one("answer")
        await self._answered(
            reply,
            control,
            lambda asked, question: (
                read_answer(question, lambda: asked.in_english, typed, reply.translate),
            ),
        )

    async def _answered(
        self,
        reply: Reply,
        control: CustomId,
        choose: Callable[[OpenQuestion, Question], Sequence[Choice] | None],
    ) -> bool:
        """Answer the question that a control belongs to; if it is not open any more, show what is.

        Return False if `choose` says nothing.
        """

        def answers(asked: OpenQuestion) -> Answers | None:
            if asked.question is None or asked.question.id != control.question:
                raise StaleQuestion(ALREADY_DECIDED)
            choices = choose(asked, asked.question)
            return None if choices is None else Answers(control.question, tuple(choices))

        try:
            return await self.panels.answer(reply, control.match_id, answers, mark=control.mark)
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

    async def _look(self, reply: Reply, control: CustomId) -> PrivateLook | None:
        """Return the match if the question that a control belongs to is open; else show it, and return None."""
        try:
            look = await self.finder.player_look(control.match_id, reply.person, reply.translate)
        except Refusal:
            if await self.outdated.has_been(reply, control):
                raise
            return None
        if look.table.mark != control.mark and not await self.outdated.has_been(reply, control):
            return None
        if look.question is None or look.question.id != control.question:
            await self.panels.show_panel(reply, look, note=reply.translate(DECIDED_ALREADY))
            return None
        return look

    async def _turn(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """A player's own panel. Everybody sees the button, so those who read along get the news of the match."""
        await (reply.in_place() if control.state else reply.later())
        table = await self.matches.table(control.match_id)
        if table.seat_of(reply.person) is None:
            for section in self.sections:
                if await section.read_along(reply, control.match_id):
                    return
        look = await self.finder.player_look(control.match_id, reply.person, reply.translate)
        # Without the note, a press on a panel that shows the latest already would seem to do nothing.
        is_early = bool(control.state) and look.question is None and look.outcome is None
        note = reply.translate.msg("Nothing to decide yet.") if is_early else ""
        await self.panels.show_panel(reply, look, note=note)

    async def _open(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await reply.later()
        chosen = CustomId("open", values[0])
        if await self.outdated.has_been(reply, chosen):
            await self.panels.show_now(reply, chosen.match_id)

    async def _give_up(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await reply.later()
        mine = await self.finder.player_look(control.match_id, reply.person, reply.translate)
        if mine.outcome is not None:
            raise Refusal(msg("This match is over."))
        await reply.show(await self.panels.resign_question(mine, reply.translate))

    async def _resign(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await reply.in_place()
        done = await self.play.resign(
            reply.interaction.id, control.match_id, reply.person, reply.translate.locale
        )
        await self.panels.show_panel(
            reply, done.look, said=done.happened, note=reply.translate.msg("You resigned.")
        )

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
        """A step is taken out of what was put together: the one of the button, or one that was chosen in the menu."""
        await reply.in_place()
        place, _, mark = control.state.partition(".")
        number = numeral(values[0] if values else place, 2)
        note = ""
        try:
            await self.drafts.take_out(
                control.match_id, reply.person, -1 if place == "all" or number is None else number, mark
            )
        except AlreadyDecided:
            note = reply.translate(DECIDED_ALREADY)
        await self.panels.show_now(reply, control.match_id, note=note)


def _meaning(
    question: Question, control: CustomId, values: Sequence[str], translate: Translator
) -> Decided | Drafted | Typing | Luck:
    """Return the meaning of a press on a control of a question. Raises Refusal if it doesn't exist."""
    try:
        return press(question, control, values)
    except (ValueError, IndexError):
        raise Refusal(UNKNOWN_CONTROL) from None
