"""A panel's explanations for learners: in a lesson, and in a person's first matches. Made from their own look alone."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import ui
from msgspec import Struct

from bot.discord.components.custom_ids import CustomId
from bot.discord.components.messages import Button, Item, button, row
from bot.discord.components.plain import plain
from bot.discord.match_buttons import film_button, replay_button
from bot.discord.match_text import control
from bot.discord.start_buttons import SUCCESS, play_buttons
from bot.discord.texts.texts import Texts
from bot.features.lessons.service import Learning, Taught
from bot.games.playable import PlayableGame
from bot.match.matches import Matches
from bot.views.types import PrivateLook
from engine.kernel.question import Question


class Coached(Struct, frozen=True):
    """A panel's explanations: `aim` before the question, in a lesson, and `new`, what is new to the learner, after it.

    `onwards` are the buttons to go on with when a lesson is over: then nothing is asked any more. `press` is the key of the option
    that a lesson asks for.
    """

    aim: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    onwards: tuple[Button, ...] = ()
    press: str = ""

    def arranged(self, answers: Sequence[Item], question: Question, match: str) -> list[Item]:
        """Return the answers with the one that the lesson asks for first and in the colour that stands out, where there is one."""
        place = next((i for i, one in enumerate(question.options) if one.key == self.press), None)
        if place is None:
            return [*answers]
        id_ = CustomId("pick", match, question.id, str(place)).id
        wanted: Item = row(button(question.options[place].label[:80], id_, SUCCESS))
        others: list[Item] = []
        for item in answers:
            buttons = _buttons(item)
            for one in buttons:
                one.style = SUCCESS if one.custom_id == id_ else discord.ButtonStyle.secondary
            if all(one.custom_id != id_ for one in buttons):
                others.append(item)
            elif isinstance(item, ui.Section):
                wanted = item
            elif left := [one for one in buttons if one.custom_id != id_]:
                others.append(row(*left))
        return [wanted, *others]


def _buttons(item: Item) -> list[Button]:
    """Return the buttons in a row, or beside a text."""
    found = (
        [item.accessory]
        if isinstance(item, ui.Section)
        else item.children
        if isinstance(item, ui.ActionRow)
        else []
    )
    return [one for one in found if isinstance(one, ui.Button)]


class Coaching(Struct, frozen=True):
    """A panel's explanations in a lesson or in a first match."""

    learning: Learning
    matches: Matches

    async def coaching(self, look: PrivateLook, words: Texts) -> Coached:
        """Return what is to be said to the one who learns; nothing for everybody else."""
        if look.table.lesson:
            taught = await self.learning.taught(look)
            return Coached() if taught is None else _lesson(look, taught, words)
        sentence = await self.learning.explanation(look)
        return Coached(new=(f"-# {words.learn.new_to_you.format(sentence=sentence)}",) if sentence else ())

    async def open_lesson(self, game: PlayableGame, person: int, words: Texts) -> str:
        """Return a line about the lesson that a person is in, "" if they are in none."""
        progress = await self.learning.progress(person, game)
        if progress is None or progress.open_match is None:
            return ""
        lesson = progress.course.by_key.get((await self.matches.table(progress.open_match)).lesson)
        if lesson is None:
            return ""
        title = game.translator(words.locale)(lesson.title)
        return words.learn.in_list.format(number=progress.course.number(lesson.key), title=title)


def _lesson(look: PrivateLook, taught: Taught, words: Texts) -> Coached:
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
    return Coached(
        tuple(filter(None, (taught.aim, head, taught.sentence))), tuple(new), tuple(onwards), taught.press
    )


def _onwards(look: PrivateLook, taught: Taught, words: Texts) -> list[Button]:
    """Return where to go when a goal is reached: the next lesson, or after the last one a real match."""
    lessons = button(words.learn.all_lessons, control(look.table, "learn", "all"))
    if taught.following is None:
        return [*play_buttons(words, look.table.game.name), lessons]
    onwards = control(look.table, "learn", f"begin {taught.following.key}")
    return [button(words.learn.next_one, onwards, SUCCESS), lessons]


def lesson_buttons(
    look: PrivateLook, words: Texts, hints: Sequence[Button], *, has_hand: bool
) -> list[Button]:
    """Return what stands at the foot of a lesson, with the buttons that ask for hints.

    `has_hand`: the hand stands above, so the board is what one misses.
    """
    table = look.table
    buttons = [_again(look, words), button(words.learn.leave, control(table, "learn", "leave"))]
    if look.outcome is not None:
        return [*film_button(table, look.outcome, words), replay_button(table, words), *buttons]
    missed = (words.board, "board") if has_hand else (words.hand, "hand")
    look_at = button(words.panel.look, control(table, "look"))
    return [button(missed[0], control(table, missed[1])), look_at, *hints, *buttons]


def _again(
    look: PrivateLook,
    words: Texts,
    verb: str = "begin",
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> Button:
    """Return a button that begins a lesson again; two on one message need two verbs."""
    return button(words.learn.again, control(look.table, "learn", f"{verb} {look.table.lesson}"), style)
