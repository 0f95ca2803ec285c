"""Apply a player's decision and show the result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

import discord
from msgspec import Struct

from bot.command_keys import with_commands
from bot.discord.components.messages import PrivateMessage, button, row, text
from bot.discord.components.plain import plain
from bot.discord.components.replies import Change, Reply
from bot.discord.delivery_failures import trouble_sentence
from bot.discord.match_resolver import MatchResolver
from bot.discord.match_text import DONE_BEFORE, control, is_thinking, names_at, title
from bot.discord.permissions import MISSING_PERMISSIONS, missing_names
from bot.discord.reference_pages import cited, rule_behind, why_not_items
from bot.discord.sections import FeatureSection, collect
from bot.errors import Refusal, TranslatedError
from bot.match.context import PlayedFor
from bot.match.drafts import Drafts
from bot.match.matches import Matches
from bot.match.play import Answers, Choose, MatchPlay
from bot.match.practice import PracticeMatches
from bot.panel.drafts import PartialAnswer, draft_of
from bot.panel.panel import PanelMessages
from bot.panel.question_text import group_named, labels
from bot.panel.typed import read_typed, stamped
from bot.people.people import People
from bot.views.types import PlayerSnapshot, StoryLine
from cards.i18n import Locale, Translator, msg
from cards.i18n.message import TITLE
from engine.kernel.errors import StaleQuestion
from engine.kernel.question import Choice, Option, Question, QuestionKind, check

DECIDED_ALREADY = msg("That question is closed. Here's the match now.")

CANNOT_NOW = msg("You can't do “{action}” right now.")
DECIDE_FIRST = with_commands(msg("Use the buttons here, or `{/decide}`."))

DANGER = discord.ButtonStyle.danger


class Panels(Struct, frozen=True):
    """Applies a player's decisions, and replies with their panel."""

    people: People
    matches: Matches
    play: MatchPlay
    drafts: Drafts
    practice_matches: PracticeMatches
    panel_messages: PanelMessages
    match_resolver: MatchResolver
    sections: Sequence[FeatureSection]

    async def show_panel(
        self,
        reply: Reply,
        snapshot: PlayerSnapshot,
        *,
        story: Sequence[StoryLine] | None = None,
        note: str = "",
        draft: PartialAnswer | None = None,
    ) -> None:
        """Reply with the panel. One-time notices follow in a separate message."""
        interaction, translate = reply.interaction, reply.translate
        in_thread = interaction.channel_id is not None and interaction.channel_id == snapshot.table.thread_id
        if in_thread and (missing := missing_names(interaction, translate)):
            note = "\n".join(filter(None, (note, translate(MISSING_PERMISSIONS.filled(names=missing)))))
        elif snapshot.table.trouble:
            note = "\n".join(filter(None, (note, trouble_sentence(snapshot.table, translate))))
        # In the match's thread, the board is visible above.
        change = await reply.show(
            await self.panel_messages.panel(
                snapshot, translate, story=story, note=note, draft=draft, with_board=not in_thread
            )
        )
        reply.follow(self._show_newer(reply, snapshot, change, with_board=not in_thread))
        reader = snapshot.reader
        if reader.dm_closed and not reader.dm_told and await self.people.tell_dm_closed(reply.person):
            await reply.show(_closed(snapshot, translate))

    async def _show_newer(
        self, reply: Reply, snapshot: PlayerSnapshot, change: Change, *, with_board: bool
    ) -> None:
        """Replace a panel with one of the current match until nothing newer appears.

        The bot may have answered meanwhile, or another process may have answered another press on the same message.
        """
        match_id, shown_rev = snapshot.table.match_id, snapshot.table.rev
        if snapshot.question is None and is_thinking(snapshot):
            await self.practice_matches.rested(match_id)
        while await self.matches.revision(match_id) not in (None, shown_rev):
            current_snapshot = await self.match_resolver.player_snapshot(reply, match_id)
            await change(
                await self.panel_messages.panel(current_snapshot, reply.translate, with_board=with_board)
            )
            shown_rev = current_snapshot.table.rev

    async def answer(self, reply: Reply, match_id: int, choose: Choose, *, revision_token: str = "") -> bool:
        """Give the player's answer, as `choose` decides. If its question is closed, show the current match.

        Return False if `choose` returns None; then nothing is shown. Raises NeverThere if the match was never
        at that revision.
        """
        reply.decides(match_id)
        interaction, locale = reply.interaction.id, reply.translate.locale
        try:
            result = await self.play.press(
                interaction, match_id, reply.person, choose, locale, revision_token=revision_token
            )
        except StaleQuestion:
            await self.show_now(reply, match_id, note=reply.translate(DECIDED_ALREADY))
            return True
        except PlayedFor:
            await self.show_now(reply, match_id)
            return True
        if result is None:
            return False
        note = reply.translate(DONE_BEFORE) if result.repeated else ""
        await self.show_panel(reply, result.snapshot, story=result.happened, note=note)
        return True

    async def show_now(self, reply: Reply, match_id: int, *, note: str = "") -> None:
        """Reply with the current match."""
        snapshot = await self.match_resolver.player_snapshot(reply, match_id)
        await self.show_panel(reply, snapshot, note=note)

    async def show_counted(self, reply: Reply, code: str) -> bool:
        """Tell the person that their press counted although its result couldn't be shown.

        Return False if the interaction did nothing in a match.
        """
        match_id = await self.matches.acted(reply.interaction.id)
        if match_id is None:
            return False
        note = reply.translate.msg(
            "This counted, so don't do it again. I just couldn't show the result. If "
            "it keeps happening, send this code to the person who runs the bot: `{code}`.",
            code=code,
        )
        try:
            await self.show_now(reply, match_id, note=note)
        except discord.HTTPException:
            raise
        except Exception:
            # A challenge has no panel, and the same failure may happen again.
            await reply.say(note)
        return True

    async def act(self, reply: Reply, match_id: int, verbs: Sequence[str], typed: str) -> None:
        """Take the named action, one of those with a verb in `verbs`; else reply with the rule that forbids it."""
        snapshot = await self.match_resolver.player_snapshot(reply, match_id)
        if reply.is_overtaken(match_id):
            await self.show_now(reply, match_id, note=reply.translate(DECIDED_ALREADY))
            return
        question = _question(snapshot)
        if question.kind is not QuestionKind.ACTION:
            note = reply.translate.msg("Answer this first: {purpose}", purpose=plain(question.purpose))
            await self.show_panel(reply, snapshot, note=f"{note} {reply.translate(DECIDE_FIRST)}")
            return
        group, typed = group_named(question, typed), _in_english(snapshot.translator, typed)
        option = find_action(question, verbs, typed)
        if option is None and group is not None:
            await self.show_panel(reply, snapshot, draft=group)
            return
        if option is None:
            await self._refuse(reply, snapshot, question, verbs, typed)
            return
        answers = Answers(question.id, ((option.key,),))
        await self.answer(reply, match_id, lambda _: answers)

    async def decide(self, reply: Reply, match_id: int, typed: str) -> None:
        """Give a typed answer to the question in its stamp. Raises Refusal for an invalid answer.

        Without a stamp, show the open question with the answer filled in.
        """
        snapshot = await self.match_resolver.player_snapshot(reply, match_id)
        stamp, typed = stamped(typed)
        if stamp is not None and stamp.match == match_id and (
            snapshot.question is None or snapshot.question.id != stamp.question
        ):  # fmt: skip
            await self.show_panel(reply, snapshot, note=reply.translate(DECIDED_ALREADY))
            return
        question = _question(snapshot)
        if (group := group_named(question, typed)) is not None:
            await self.show_panel(reply, snapshot, draft=group)
            return
        english = None
        if reply.translate.locale is not Locale.ENGLISH:
            english = await self.matches.question(match_id, reply.person)
        choice = read_answer(question, lambda: english, typed, reply.translate)
        if stamp is not None and stamp.match == match_id:
            answers = Answers(question.id, (choice,))
            await self.answer(reply, match_id, lambda _: answers)
        else:
            check(question, choice)
            draft = draft_of(question, choice)
            await self.show_panel(
                reply,
                snapshot,
                note=reply.translate.msg(
                    "I can't tell which question this answers, so nothing was decided. Press "
                    "your answer here, or pick a suggestion as you type."
                ),
                draft=draft,
            )

    async def resign_question(self, snapshot: PlayerSnapshot, translate: Translator) -> PrivateMessage:
        """Return the question that confirms a resignation."""
        opponents = snapshot.table.others(snapshot.seat)
        question = (
            msg("Resign your match “{title}”? {opponent} will win.")
            if len(opponents) == 1
            else msg("Resign your match with {opponent}? They'll play on without you.")
        )
        opponent = f"**{names_at(snapshot.table, opponents, translate)}**"
        sentence = translate(question.filled(title=title(snapshot.table, translate), opponent=opponent))
        buttons = row(
            button(translate.msg("Yes, resign"), control(snapshot.table, "resign"), DANGER),
            button(translate.msg("No, play on"), control(snapshot.table, "stay")),
            *await collect(section.ways_out(snapshot, translate) for section in self.sections),
        )
        return PrivateMessage((text(sentence), buttons))

    async def _refuse(
        self, reply: Reply, snapshot: PlayerSnapshot, question: Question, verbs: Sequence[str], typed: str
    ) -> None:
        """Reply with the reason why an action isn't possible. Raises Refusal with the possible ones if none is known."""
        translate = reply.translate
        verb, _, rest = typed.strip().partition(" ")
        action = (
            typed.strip() if verb in verbs and rest else " ".join(filter(None, (verbs[0], typed.strip())))
        )
        possible = [
            label
            for o, label in zip(question.options, labels(question), strict=True)
            if o in actions(question, verbs)
        ]
        instead = (
            translate.msg("Possible now: {names}.", names=", ".join(possible))
            if possible
            else translate.msg("There's nothing like that you can do right now.")
        )
        why = await self.matches.why_not(snapshot.table.match_id, reply.person, action, translate.locale)
        if why is not None:
            sentence = f"{plain(why[0])} {cited(snapshot.table.game, why[1], translate)}"
            topic = rule_behind(snapshot.table.game, why[1], translate)
            await reply.show(PrivateMessage(why_not_items(sentence, topic, translate, snapshot.table.key)))
            return
        raise TranslatedError(f"{translate(CANNOT_NOW.filled(action=action[:80]))} {instead}")


def read_answer(
    question: Question, in_english: Callable[[], Question | None], typed: str, translate: Translator
) -> Choice:
    """Return a typed answer, in the person's language or in English. Raises Refusal if it is neither."""
    try:
        return read_typed(question, typed, translate)
    except Refusal as refusal:
        english = None if translate.locale is Locale.ENGLISH else in_english()
        with suppress(Refusal):
            if english is not None and english.id == question.id:
                return read_typed(english, typed, translate)
        raise refusal


def actions(question: Question | None, verbs: Sequence[str]) -> list[Option]:
    """Return the actions that are possible now with one of `verbs`."""
    if question is None or question.kind is not QuestionKind.ACTION:
        return []
    return [option for option in question.options if option.verb in verbs]


def find_action(question: Question, verbs: Sequence[str], typed: str) -> Option | None:
    """Return the action named by its key, its label, or its object; None if unclear."""
    query = typed.strip().casefold()
    candidates = actions(question, verbs)
    names = dict(zip((o.key for o in question.options), labels(question), strict=True))
    for option in candidates:
        if query in (option.key.casefold(), names[option.key].casefold()):
            return option
    for option in candidates:
        if query == option.subject.casefold():
            return option
    namesakes = [option for option in candidates if query == option.about.called.casefold()]
    return namesakes[0] if len(namesakes) == 1 else None


def _in_english(translator: Translator, typed: str) -> str:
    """Return the English title of a card that was typed in the reader's language; other texts unchanged."""
    query = typed.strip().casefold()
    return next(
        (
            message
            for (context, message), forms in translator.texts.items()
            if context == TITLE and forms[0].casefold() == query
        ),
        typed,
    )


def _question(snapshot: PlayerSnapshot) -> Question:
    if snapshot.question is not None:
        return snapshot.question
    if snapshot.outcome is not None:
        raise Refusal(msg("This match is over."))
    if snapshot.seat in snapshot.table.out:
        raise Refusal(msg("You're out of this match. You can keep watching."))
    waiting_for = ", ".join(seat.person.name for seat in snapshot.awaited)
    raise Refusal(
        msg(
            "You have nothing to decide right now. Waiting for {who}: {about}.",
            who=waiting_for,
            about=snapshot.awaited[0].about,
        )
    )


def _closed(snapshot: PlayerSnapshot, translate: Translator) -> PrivateMessage:
    return PrivateMessage(
        (
            text(
                translate(
                    with_commands(
                        msg(
                            "I can't message you directly, so I'll mention you in the match thread "
                            "instead. Everything works without direct messages. To get them again, "
                            "allow them from this server, then press the button or use `{/messages}`."
                        )
                    )
                )
            ),
            row(button(translate.msg("Try direct messages again"), control(snapshot.table, "dm"))),
        )
    )
