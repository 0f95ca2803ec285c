"""Lessons in messages of others: explanations for learners, made from their own look alone, and the way to lessons."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.discord.components.custom_ids import CustomId
from bot.discord.components.messages import Button, button
from bot.discord.components.plain import plain
from bot.discord.match_text import control
from bot.discord.sections import Guidance, PanelState, Section
from bot.discord.start_buttons import SUCCESS, first_match_button, play_buttons
from bot.discord.texts.texts import Texts
from bot.features.lessons.service import Learning, Taught
from bot.games.playable import PlayableGame
from bot.match.matches import Matches
from bot.people.beginners import Beginners
from bot.views.types import PrivateLook


class LessonsSection(Section):
    """A panel's explanations in a lesson or in a first match, and the lesson that a person is in."""

    def __init__(self, learning: Learning, beginners: Beginners, matches: Matches) -> None:
        self._learning = learning
        self._beginners = beginners
        self._matches = matches

    async def guidance(self, look: PrivateLook, words: Texts) -> Guidance | None:
        """Return what is to be said to the one who learns; None for everybody else."""
        if look.table.lesson:
            taught = await self._learning.taught(look)
            return None if taught is None else _lesson(look, taught, words)
        sentence = await self._learning.explanation(look)
        if not sentence:
            return None
        return Guidance(new=(f"-# {words.learn.new_to_you.format(sentence=sentence)}",))

    async def foot(self, state: PanelState) -> Sequence[Button]:
        """Return the buttons to begin a lesson again, and to leave it."""
        table, words = state.look.table, state.words
        if not table.lesson:
            return ()
        leave = button(words.learn.leave, control(table, "learn", "leave"))
        return [_again(state.look, words), leave]

    async def more(self, state: PanelState) -> Sequence[Button]:
        """Return the button that ends explanations, where one was given."""
        look, words = state.look, state.words
        guidance = await self.guidance(look, words)
        if guidance is None or not guidance.new or look.table.lesson:
            return ()
        return [button(words.learn.no_more, CustomId("learn", state="quiet", game=look.table.game.name).id)]

    async def listed(
        self, person: int, games: Sequence[PlayableGame], words: Texts
    ) -> tuple[str, Sequence[Button]]:
        """Return the lesson that a person is in, with the way there; for one who has never played, the way to the first."""
        lessons = [await self.open_lesson(game, person, words) for game in games]
        lesson = next(filter(None, lessons), "")
        buttons = [button(words.learn.go_on, CustomId("learn").id)] if lesson else []
        if all([await self._beginners.is_new(person, game) for game in games]):
            buttons.append(first_match_button(words))
        return lesson, buttons

    async def open_lesson(self, game: PlayableGame, person: int, words: Texts) -> str:
        """Return a line about the lesson that a person is in, "" if they are in none."""
        progress = await self._learning.progress(person, game)
        if progress is None or progress.open_match is None:
            return ""
        lesson = progress.course.by_key.get((await self._matches.table(progress.open_match)).lesson)
        if lesson is None:
            return ""
        title = game.translator(words.locale)(lesson.title)
        return words.learn.in_list.format(number=progress.course.number(lesson.key), title=title)


def _lesson(look: PrivateLook, taught: Taught, words: Texts) -> Guidance:
    said = words.learn
    head = said.head.format(
        number=taught.number,
        of=taught.of,
        title=look.translator(taught.lesson.title),
        goal=look.translator(taught.lesson.goal),
    )
    new = [f"-# {taught.explanation}"] if taught.explanation else []
    new += [f"-# **{plain(word)}**: {plain(meaning)}" for word, meaning in taught.keywords]
    onwards: list[Button] = []
    if taught.is_missed:
        onwards = [_again(look, words, "again", SUCCESS)]
    elif taught.is_reached:
        onwards = _onwards(look, taught, words)
    return Guidance(
        tuple(filter(None, (taught.aim, head, taught.sentence))), tuple(new), tuple(onwards), taught.press
    )


def _onwards(look: PrivateLook, taught: Taught, words: Texts) -> list[Button]:
    """Return where to go when a goal is reached: the next lesson, or after the last one a real match."""
    lessons = button(words.learn.all_lessons, control(look.table, "learn", "all"))
    if taught.following is None:
        return [*play_buttons(words, look.table.game.name), lessons]
    onwards = control(look.table, "learn", f"begin {taught.following.key}")
    return [button(words.learn.next_one, onwards, SUCCESS), lessons]


def _again(
    look: PrivateLook,
    words: Texts,
    verb: str = "begin",
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> Button:
    """Return a button that begins a lesson again; two on one message need two verbs."""
    return button(words.learn.again, control(look.table, "learn", f"{verb} {look.table.lesson}"), style)
