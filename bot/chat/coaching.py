"""What a panel says to whoever learns: in a lesson, and in anybody's first matches. Made from their own look alone."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.chat.controls import Control
from bot.chat.core import Core
from bot.chat.messages import Button, Item, button, row, text
from bot.chat.replaying import replay_button
from bot.chat.telling import control
from bot.chat.words import Words
from bot.games import PlayableGame
from bot.learning import Taught
from bot.looks import PrivateLook

SUCCESS = discord.ButtonStyle.success


async def coaching(core: Core, look: PrivateLook, words: Words) -> list[Item]:
    """Return what is to be said under a question to whoever learns; nothing for everybody else."""
    if look.table.lesson:
        taught = await core.learning.taught(look)
        return [] if taught is None else _lesson(look, taught, words)
    sentence = await core.learning.explanation(look)
    if not sentence:
        return []
    stop = button(words.learn.no_more, control(look.table, "learn", "quiet"))
    said = ui.TextDisplay[Any](words.learn.new_to_you.format(sentence=sentence))
    return [ui.Section[Any](said, accessory=stop)]


def _lesson(look: PrivateLook, taught: Taught, words: Words) -> list[Item]:
    said = words.learn
    head = said.head.format(
        number=taught.number,
        of=taught.of,
        title=look.tongue(taught.lesson.title),
        goal=look.tongue(taught.lesson.goal),
    )
    items: list[Item] = [text("\n".join(filter(None, (head, taught.sentence))))]
    if taught.is_missed:
        items.append(row(_again(look, words, SUCCESS)))
    elif taught.is_reached:
        items.append(row(*_onwards(look, taught, words)))
    return items


def _onwards(look: PrivateLook, taught: Taught, words: Words) -> list[Button]:
    """Return where to go when a goal is reached: the next lesson, or after the last one a real match."""
    lessons = button(words.learn.all_lessons, control(look.table, "learn", "all"))
    if taught.following is None:
        return [*play_buttons(words), lessons]
    onwards = control(look.table, "learn", f"begin {taught.following.key}")
    return [button(words.learn.next_one, onwards, SUCCESS), lessons]


async def open_lesson(core: Core, game: PlayableGame, person: int, words: Words) -> str:
    """Return a line about the lesson that somebody is in, "" if they are in none."""
    progress = await core.learning.progress(person, game)
    if progress is None or progress.open_match is None:
        return ""
    lesson = progress.course.by_key.get((await core.matches.table(progress.open_match)).lesson)
    if lesson is None:
        return ""
    title = game.tongue(words.locale)(lesson.title)
    return words.learn.in_list.format(number=progress.course.number(lesson.key), title=title)


def lesson_buttons(look: PrivateLook, words: Words, *, has_hand: bool) -> list[Button]:
    """Return what stands at the foot of a lesson. `has_hand`: the hand stands above, so the board is what one misses."""
    table = look.table
    buttons = [_again(look, words), button(words.learn.leave, control(table, "learn", "leave"))]
    if look.outcome is not None:
        return [replay_button(table, words), *buttons]
    missed = (words.board, "board") if has_hand else (words.hand, "hand")
    look_at = button(words.panel.look, control(table, "look"))
    return [button(missed[0], control(table, missed[1])), look_at, *buttons]


def _again(
    look: PrivateLook, words: Words, style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> Button:
    return button(words.learn.again, control(look.table, "learn", f"begin {look.table.lesson}"), style)


def first_match_button(words: Words, style: discord.ButtonStyle = SUCCESS) -> Button:
    """Return the button that begins the lessons, or goes on with them."""
    return button(words.learn.first_match, Control("learn").id, style)


def play_buttons(words: Words) -> list[Button]:
    """Return the ways to a real match."""
    return [
        button(words.practise, Control("practice").id, SUCCESS),
        button(words.challenge_somebody, Control("new").id),
    ]
