"""Lessons in messages of others: explanations for learners, made from their own look alone, and the way to lessons."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.discord.components.custom_ids import CustomId
from bot.discord.components.messages import Button, button
from bot.discord.components.plain import plain
from bot.discord.match_text import control
from bot.discord.sections import FeatureSection, Guidance, PanelState, SeatStatus
from bot.discord.start_buttons import SUCCESS, first_match_button, play_buttons
from bot.features.lessons.service import Learning, Taught
from bot.games.playable import PlayableGame
from bot.match.matches import Matches
from bot.people.beginners import Beginners
from bot.views.types import PrivateLook
from cards.i18n import Translator, msg

NEW_TO_YOU = msg("**New:** {sentence}")


class LessonsSection(FeatureSection):
    """A panel's explanations in a lesson or in a first match, and the lesson that a person is in."""

    foot_at = frozenset(SeatStatus)

    def __init__(self, learning: Learning, beginners: Beginners, matches: Matches) -> None:
        self._learning = learning
        self._beginners = beginners
        self._matches = matches

    async def guidance(self, look: PrivateLook, translate: Translator) -> Guidance | None:
        """Return what is to be said to the one who learns; None for everybody else."""
        if look.table.lesson:
            taught = await self._learning.taught(look)
            return None if taught is None else _lesson(look, taught, translate)
        sentence = await self._learning.explanation(look)
        if not sentence:
            return None
        return Guidance(new=(f"-# {translate(NEW_TO_YOU.filled(sentence=sentence))}",))

    async def foot(self, state: PanelState) -> Sequence[Button]:
        """Return the buttons to begin a lesson again, and to leave it."""
        table, translate = state.look.table, state.translate
        if not table.lesson:
            return ()
        leave = button(translate.msg("Stop here"), control(table, "learn", "leave"))
        return [_again(state.look, translate), leave]

    async def more(self, state: PanelState) -> Sequence[Button]:
        """Return the button that ends explanations, where one was given."""
        look, translate = state.look, state.translate
        guidance = await self.guidance(look, translate)
        if guidance is None or not guidance.new or look.table.lesson:
            return ()
        return [
            button(
                translate.msg("No explanations"),
                CustomId("learn", state="quiet", game=look.table.game.name).id,
            )
        ]

    async def listed(
        self, person: int, games: Sequence[PlayableGame], translate: Translator
    ) -> tuple[str, Sequence[Button]]:
        """Return the lessons that a person is in, with the way there; for one who has never played, the way to the first."""
        lessons = [(game, await self.open_lesson(game, person, translate)) for game in games]
        begun = [(game, line) for game, line in lessons if line]
        is_one = len(begun) == 1
        lesson = "\n".join(line if is_one else f"{line} · {game.title}" for game, line in begun)
        buttons = [
            button(
                translate.msg("Continue") if is_one else translate.msg("Go on: {game}", game=game.title),
                CustomId("learn", game=game.name).id,
            )
            for game, _ in begun
        ]
        if all([await self._beginners.is_new(person, game) for game in games]):
            buttons.append(first_match_button(translate))
        return lesson, buttons

    async def open_lesson(self, game: PlayableGame, person: int, translate: Translator) -> str:
        """Return a line about the lesson that a person is in, "" if they are in none."""
        progress = await self._learning.progress(person, game)
        if progress is None or progress.open_match is None:
            return ""
        lesson = progress.course.by_key.get((await self._matches.table(progress.open_match)).lesson)
        if lesson is None:
            return ""
        title = game.translator(translate.locale)(lesson.title)
        return translate.msg(
            "- Your first match, lesson {number}: {title}",
            number=progress.course.number(lesson.key),
            title=title,
        )


def _lesson(look: PrivateLook, taught: Taught, translate: Translator) -> Guidance:
    head = translate.msg(
        "**Lesson {number} of {of}: {title}**\n-# Your goal: {goal}",
        number=taught.number,
        of=taught.of,
        title=look.translator(taught.lesson.title),
        goal=look.translator(taught.lesson.goal),
    )
    new = [f"-# {taught.explanation}"] if taught.explanation else []
    new += [f"-# **{plain(word)}**: {plain(meaning)}" for word, meaning in taught.keywords]
    onwards: list[Button] = []
    if taught.is_missed:
        onwards = [_again(look, translate, "again", SUCCESS)]
    elif taught.is_reached:
        onwards = _onwards(look, taught, translate)
    return Guidance(
        tuple(filter(None, (taught.aim, head, taught.sentence))), tuple(new), tuple(onwards), taught.press
    )


def _onwards(look: PrivateLook, taught: Taught, translate: Translator) -> list[Button]:
    """Return where to go when a goal is reached: the next lesson, or after the last one a real match."""
    lessons = button(translate.msg("All lessons"), control(look.table, "learn", "all"))
    if taught.following is None:
        return [*play_buttons(translate, look.table.game.name), lessons]
    onwards = control(look.table, "learn", f"begin {taught.following.key}")
    return [button(translate.msg("Next lesson"), onwards, SUCCESS), lessons]


def _again(
    look: PrivateLook,
    translate: Translator,
    verb: str = "begin",
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> Button:
    """Return a button that begins a lesson again; two on one message need two verbs."""
    return button(
        translate.msg("Start again"), control(look.table, "learn", f"{verb} {look.table.lesson}"), style
    )
