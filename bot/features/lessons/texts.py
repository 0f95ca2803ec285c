"""The texts about lessons and explanations, in English; see `bot.discord.texts.texts`."""

from __future__ import annotations

import msgspec


class LearnTexts(msgspec.Struct, frozen=True):
    """The texts. Words in braces are filled in with `str.format`."""

    d_learn: str = "Learn the game in your first match: short lessons, left and taken up as you like."
    d_lesson: str = "Which lesson; without it, the one that comes next for you."

    first_match: str = "First match, with explanations"
    """The button that begins or goes on, wherever it is offered."""
    head: str = "**Lesson {number} of {of}: {title}**\n-# Your goal: {goal}"
    next_one: str = "Next lesson"
    again: str = "Begin again"
    leave: str = "Leave it here"
    all_lessons: str = "All lessons"
    left: str = "You have left it here. It waits for you as long as you like: `{/learn}` goes on."
    go_on: str = "Go on"

    lessons: str = "## Your first match, in {n} lessons"
    lesson_line: str = "{number}. {title}"
    lesson_reached: str = "{number}. {title} – done"
    lesson_open: str = "{number}. **{title}** – you are here"
    lesson_menu: str = "Begin a lesson …"
    finished: str = "You have been through all of it. Now play!"
    no_such_lesson: str = "I can't find the lesson “{typed}”. There are {n}: enter a number."
    in_list: str = "- Your first match, lesson {number}: {title}"

    new_to_you: str = "**New to you:** {sentence}"
    no_more: str = "No explanations"
    explains: str = "Explain new things in my first matches"
    stopped: str = "No more explanations."
    started: str = "In your first three matches, I explain each new thing once."
    try_first: str = "You have never played? Learn it meanwhile: it takes ten minutes."
