"""Learning: `/voidream learn` and the buttons of lessons.

A lesson runs where it was asked for, as a reply that only the learner sees, or in their direct messages: it needs nothing
else, and says nothing to anybody.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from discord import app_commands, ui
from msgspec import Struct

from bot.command_keys import Command
from bot.discord.commands.layout import Layout
from bot.discord.components.custom_ids import CustomId
from bot.discord.components.lengths import Name
from bot.discord.components.messages import Button, Item, PrivateMessage, button, row, text
from bot.discord.components.plain import bare, shorten
from bot.discord.components.replies import Reply
from bot.discord.error_boundary import ErrorBoundary
from bot.discord.feature import Choices, Handler, Interaction
from bot.discord.game_resolver import WhichGame
from bot.discord.people import person_of
from bot.discord.start_buttons import SUCCESS, first_match_button, play_buttons
from bot.discord.texts.texts import ENGLISH as W
from bot.discord.texts.texts import Texts, texts_for
from bot.errors import Told
from bot.features.lessons.service import Learning, LessonProgress
from bot.games.playable import PlayableGame
from bot.panel.service import Panels
from bot.people.beginners import Beginners
from bot.store.person import Person


def has_lessons(game: PlayableGame) -> bool:
    """Whether a game can be learned here."""
    return game.lessons is not None


class LessonsFeature(Struct, frozen=True):
    """The first match with explanations."""

    which: WhichGame
    learning: Learning
    beginners: Beginners
    panels: Panels

    def add(self, layout: Layout, boundary: ErrorBoundary) -> None:
        """Add the command."""

        @layout.command(Command.LEARN, W.learn.d_learn, of_a_game=True)
        @app_commands.describe(lesson=W.learn.d_lesson)
        async def learn(interaction: Interaction, lesson: Name = "", game: Name = "") -> None:
            async with boundary.answering(interaction) as reply:
                await reply.later()
                meant = await self.which.game(reply, game, again=CustomId("learn"), of_those=has_lessons)
                await self.learn_in(reply, meant, _named(meant, lesson, reply.words) if lesson else "")

        @learn.autocomplete("lesson")
        async def lessons(interaction: Interaction, typed: str) -> Choices:
            async def fitting() -> list[tuple[str, str]]:
                named = getattr(interaction.namespace, "game", None) or ""
                games, words = await self.which.likely(interaction, named), texts_for(interaction.locale)
                offered = [title for game in games for title in _titles(game, words)]
                return [one for one in offered if typed.strip().casefold() in one[0].casefold()]

            return await boundary.complete(interaction, fitting())

    @property
    def handlers(self) -> Mapping[str, Handler]:
        """The handlers of its controls, by act."""
        return {"learn": self._learn}

    async def learn_in(self, reply: Reply, game: PlayableGame, key: str = "") -> None:
        """Show the lesson that a person is in, the one that they named, or the next one; at the end of all, all of them."""
        words = reply.words
        person, house = person_of(reply.interaction.user), _house(reply)
        interaction = reply.interaction.id
        if key:
            look = await self.learning.begin(interaction, person, house, game, key, words.locale)
        else:
            look = await self.learning.go_on(interaction, person, house, game, words.locale)
        if look is None:
            await reply.show(await self.overview(game, reply.person, words))
        else:
            await self.panels.show_panel(reply, look)

    async def overview(self, game: PlayableGame, person: int, words: Texts) -> PrivateMessage:
        """Return all lessons, with a menu to begin any of them again."""
        progress, said = await self.learning.progress(person, game), words.learn
        if progress is None or game.lessons is None:
            raise Told(said.no_such_lesson.format(typed=game.title, n=0))
        lines = [said.lessons.format(n=len(game.lessons.lessons))]
        menu = ui.Select[Any](
            custom_id=CustomId("learn", state="menu", game=game.name).id, placeholder=said.lesson_menu
        )
        translator = game.translator(words.locale)
        for number, lesson in enumerate(game.lessons.lessons, start=1):
            title = translator(lesson.title)
            is_next = lesson is progress.following
            form = (
                said.lesson_open if is_next
                else said.lesson_reached if lesson.key in progress.reached
                else said.lesson_line
            )  # fmt: skip
            lines.append(form.format(number=number, title=title))
            label = said.lesson_line.format(number=number, title=title)
            menu.add_option(label=label[:100], value=lesson.key, description=translator(lesson.goal)[:100])
        if progress.following is None:
            lines.append(f"\n{said.finished}")
        items: list[Item] = [text("\n".join(lines)), ui.ActionRow[Any](menu)]
        items.append(row(*_ways_on(progress, game, words), await self._explanations(person, game, words)))
        return PrivateMessage(tuple(items))

    async def _explanations(self, person: int, game: PlayableGame, words: Texts) -> Button:
        if await self.beginners.wants_explanations(person):
            return button(words.learn.no_more, CustomId("learn", state="quiet", game=game.name).id)
        return button(words.learn.explains, CustomId("learn", state="explain", game=game.name).id)

    async def _learn(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """A button of a lesson, or one that leads to the lessons; in a lesson it stays where it is."""
        verb, _, key = control.state.partition(" ")
        await (reply.in_place() if control.match or verb == "menu" else reply.later())
        again = CustomId("learn", state=control.state)
        game = await self.which.game(reply, control=control, again=again, of_those=has_lessons)
        match verb:
            case "":
                await self.learn_in(reply, game)
            case "begin" | "again":
                await self.learn_in(reply, game, key)
            case "menu":
                await self.learn_in(reply, game, values[0])
            case "leave":
                go_on = row(
                    button(reply.words.learn.go_on, CustomId("learn", game=game.name).id, SUCCESS),
                    button(reply.words.learn.all_lessons, CustomId("learn", state="all", game=game.name).id),
                )
                await reply.show(PrivateMessage((text(reply.words.learn.left), go_on)))
            case "all":
                await reply.show(await self.overview(game, reply.person, reply.words))
            case "quiet" | "explain":
                await self.beginners.want_explanations(reply.person, wanted=verb == "explain")
                said = reply.words.learn
                if verb == "explain":
                    await reply.say(said.started)
                else:
                    if control.match:
                        await self.panels.show_now(reply, control.match_id)
                    again = row(button(said.explains, CustomId("learn", state="explain", game=game.name).id))
                    await reply.show(PrivateMessage((text(said.stopped), again)))
            case _:
                raise Told(reply.words.unknown_control)


def _titles(game: PlayableGame, words: Texts) -> list[tuple[str, str]]:
    """Return the lessons of a game as they are called, each with its key."""
    if game.lessons is None:
        return []
    said = game.translator(words.locale)
    return [
        (words.learn.lesson_line.format(number=number, title=said(lesson.title)), lesson.key)
        for number, lesson in enumerate(game.lessons.lessons, start=1)
    ]


def _named(game: PlayableGame, typed: str, words: Texts) -> str:
    """Return the key of a lesson that was named by it, by its number or its title. Raises Refusal for any other."""
    wanted = typed.strip().casefold()
    for number, (label, key) in enumerate(_titles(game, words), start=1):
        if wanted in (key.casefold(), str(number), label.casefold(), label.partition(" ")[2].casefold()):
            return key
    count = len(_titles(game, words))
    raise Told(words.learn.no_such_lesson.format(typed=shorten(bare(typed), 60), n=count))


def _house(reply: Reply) -> Person:
    user = reply.interaction.client.user
    assert user is not None
    return Person(user.id, person_of(user).name, is_bot=True, is_house=True)


def _ways_on(progress: LessonProgress, game: PlayableGame, words: Texts) -> list[Button]:
    if progress.following is None:
        return play_buttons(words, game.name)
    if progress.begun:
        return [button(words.learn.go_on, CustomId("learn", game=game.name).id, SUCCESS)]
    return [first_match_button(words, game=game.name)]
