"""The controls of a panel: answers to a question, opening a panel, giving up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from bot.discord.common_texts import DECIDED_ALREADY, DM_TRYING, UNKNOWN_CONTROL
from bot.discord.components.custom_ids import CustomId
from bot.discord.components.replies import Reply
from bot.discord.components.submitted import Submitted
from bot.discord.feature import Handler
from bot.discord.match_resolver import MatchFinder
from bot.discord.sections import Section
from bot.errors import AlreadyDecided, Refusal
from bot.match.matches import Matches
from bot.panel.answers import Decided, Drafted, Luck, Typing, form, press
from bot.panel.outdated_controls import OutdatedControls
from bot.panel.questions import mark_of
from bot.panel.service import Panels
from bot.people.people import People
from cards.i18n import msg
from cards.numerals import numeral
from engine.kernel.question import Question


class PanelControls(Struct, frozen=True):
    """The handlers of a panel's controls, and of those that open one."""

    matches: Matches
    people: People
    finder: MatchFinder
    panels: Panels
    outdated: OutdatedControls
    sections: Sequence[Section]

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
        question = await self._question(reply, control)
        if question is None:
            return
        try:
            meant = press(question, control, values)
        except (ValueError, IndexError):
            raise Refusal(UNKNOWN_CONTROL) from None
        match meant:
            case Luck():
                choice = self.matches.drawn(question)
                await self.panels.answer(reply, control.match_id, question.id, choice)
            case Decided(choice):
                await self.panels.answer(reply, control.match_id, question.id, choice)
            case Drafted(draft):
                mine = await self.finder.player_look(control.match_id, reply.person, reply.translate)
                await self.panels.show_panel(reply, mine, draft=draft)
            case Typing():
                raise Refusal(UNKNOWN_CONTROL)

    async def _whole(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """Answers in a row by one press."""
        await reply.in_place()
        if await self._question(reply, control) is None:
            return
        look = await self.finder.player_look(control.match_id, reply.person, reply.translate)
        if look.question is None or look.question.id != control.question:
            await self.panels.show_panel(reply, look, note=reply.translate(DECIDED_ALREADY))
            return
        offered = look.table.game.whole_answers(look.view, look.question, look.table.names)
        meant = next((one for one in offered if mark_of(one) == control.state), None)
        if meant is None:
            raise Refusal(UNKNOWN_CONTROL)
        first, *then = meant.choices
        await self.panels.answer(reply, control.match_id, control.question, first, then=then)

    async def _open_form(self, reply: Reply, control: CustomId) -> None:
        question = await self.matches.question(control.match_id, reply.person, reply.translate.locale)
        if question is None or question.id != control.question:
            await reply.in_place()
            await self.panels.show_now(reply, control.match_id, note=reply.translate(DECIDED_ALREADY))
            return
        await reply.ask(form(question, control.match, reply.translate))

    async def _typed(self, reply: Reply, control: CustomId, values: Submitted) -> None:
        """A form in which an answer was typed."""
        await reply.in_place()
        question = await self._question(reply, control)
        if question is not None:
            typed = values.one("answer")
            choice = await self.panels.read_answer(
                control.match_id, reply.person, question, typed, reply.translate
            )
            await self.panels.answer(reply, control.match_id, question.id, choice)

    async def _question(self, reply: Reply, control: CustomId) -> Question | None:
        """Return the question that the control belongs to; if it is not open any more, show what is, and return None."""
        question = await self.matches.question(control.match_id, reply.person, reply.translate.locale)
        if question is not None and question.id == control.question:
            return question
        await self.panels.show_now(reply, control.match_id, note=reply.translate(DECIDED_ALREADY))
        return None

    async def _turn(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """A player's own panel. Everybody sees the button, so those who read along get the news of the match."""
        await (reply.in_place() if control.state else reply.later())
        table = await self.matches.table(control.match_id)
        if table.seat_of(reply.person) is None:
            for section in self.sections:
                if await section.read_along(reply, control.match_id):
                    return
        await self.panels.show_now(reply, control.match_id)

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
        done = await self.matches.resign(
            reply.interaction.id, control.match_id, reply.person, reply.translate.locale
        )
        await self.panels.show_panel(
            reply, done.look, said=done.happened, note=reply.translate.msg("You have given up the match.")
        )

    async def _stay(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await reply.in_place()
        await self.panels.show_now(
            reply, control.match_id, note=reply.translate.msg("Good. Nothing was given up.")
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
            await self.matches.take_out(
                control.match_id, reply.person, -1 if place == "all" or number is None else number, mark
            )
        except AlreadyDecided:
            note = reply.translate(DECIDED_ALREADY)
        await self.panels.show_now(reply, control.match_id, note=note)
