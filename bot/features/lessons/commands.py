"""Lessons: `/voidream learn` and the buttons of lessons.

A lesson runs where it was started, as replies visible only to the learner, or in their direct messages: no one else
sees anything.
"""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import ui

from bot.command_keys import Command, with_commands
from bot.discord.commands.layout import Layout, Parameter
from bot.discord.components.custom_ids import UNKNOWN_CONTROL, CustomId
from bot.discord.components.lengths import Name
from bot.discord.components.messages import Button, Item, PrivateMessage, button, row, text
from bot.discord.components.plain import bare, plain, shorten
from bot.discord.components.replies import Reply, person_of
from bot.discord.controls import pressed
from bot.discord.interaction_data import Interaction
from bot.discord.match_buttons import SUCCESS, first_match_button, play_buttons
from bot.discord.match_text import control, listed
from bot.discord.sections import FeatureSection, Guidance, PanelState, SeatStatus
from bot.errors import Refusal
from bot.features.lessons.service import LessonNote, LessonProgress, Lessons
from bot.games.playable import PlayableGame
from bot.installation import Feature, Part, Services
from bot.match.matches import Matches
from bot.people.beginners import Beginners
from bot.people.locales import translator_for
from bot.store.person import Person
from bot.views.types import PrivateLook
from cards.i18n import Translator, msg

EXPLAINS = msg("Explain new things to me")
FINISHED = msg("You've finished all lessons. Now play!")
LESSON_LINE = msg("{number}. {title}")
NO_SUCH_LESSON = msg("I can't find the lesson “{typed}”. There are {n}: enter a number.")


def has_lessons(game: PlayableGame) -> bool:
    """Return whether a game can be learned here."""
    return game.lessons is not None


class LessonsFeature(Feature, frozen=True):
    """The first match with explanations."""

    learning: Lessons

    def add(self, layout: Layout) -> None:
        """Add the command."""

        async def lessons(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
            named = getattr(interaction.namespace, "game", None) or ""
            games, translate = (
                await self.services.which.likely(interaction, named),
                translator_for(interaction.locale),
            )
            offered = [title for game in games for title in _titles(game, translate)]
            return [one for one in offered if typed.strip().casefold() in one[0].casefold()]

        @layout.command(
            Command.LEARN,
            msg("Learn the game in short lessons. Leave and continue whenever you like."),
            of_a_game=True,
            lesson=Parameter(msg("The lesson. Default: your next one."), lessons),
        )
        async def learn(reply: Reply, lesson: Name = "", game: Name = "") -> None:
            meant = await self.services.which.game(reply, game, again=CustomId("learn"), of_those=has_lessons)
            await self.learn_in(reply, meant, _named(meant, lesson, reply.translate) if lesson else "")

    async def learn_in(self, reply: Reply, game: PlayableGame, key: str = "") -> None:
        """Show the lesson that a person is in, the one that they named, or the next one; at the end of all, all of them."""
        translate = reply.translate
        person, house = person_of(reply.interaction.user), _bot(reply)
        interaction = reply.interaction.id
        if key:
            look = await self.learning.begin(interaction, person, house, game, key, translate.locale)
        else:
            look = await self.learning.go_on(interaction, person, house, game, translate.locale)
        if look is None:
            await reply.show(await self.overview(game, reply.person, translate))
        else:
            await self.services.panels.show_panel(reply, look)

    async def overview(self, game: PlayableGame, person: int, translate: Translator) -> PrivateMessage:
        """Return all lessons, with a menu to begin any of them again."""
        progress = await self.learning.progress(person, game)
        if progress is None or game.lessons is None:
            raise Refusal(NO_SUCH_LESSON.filled(typed=game.title, n=0))
        lines = [translate.msg("## Your first match, in {n} lessons", n=len(game.lessons.lessons))]
        menu = ui.Select[ui.LayoutView](
            custom_id=CustomId("learn", state="menu", game=game.name).id,
            placeholder=translate.msg("Start a lesson …"),
        )
        translator = game.translator(translate.locale)
        for number, lesson in enumerate(game.lessons.lessons, start=1):
            title = translator(lesson.title)
            is_next = lesson is progress.following
            form = (
                msg("{number}. **{title}** – you're here") if is_next
                else msg("{number}. {title} – done") if lesson.key in progress.reached
                else LESSON_LINE
            )  # fmt: skip
            lines.append(translate(form.filled(number=number, title=title)))
            label = translate(LESSON_LINE.filled(number=number, title=title))
            menu.add_option(label=label[:100], value=lesson.key, description=translator(lesson.goal)[:100])
        if progress.following is None:
            lines.append(f"\n{translate(FINISHED)}")
        items: list[Item] = [text("\n".join(lines)), ui.ActionRow[ui.LayoutView](menu)]
        items.append(
            row(*_ways_on(progress, game, translate), await self._explanations(person, game, translate))
        )
        return PrivateMessage(tuple(items))

    async def _explanations(self, person: int, game: PlayableGame, translate: Translator) -> Button:
        if await self.services.beginners.wants_explanations(person):
            return button(
                translate.msg("No explanations"), CustomId("learn", state="quiet", game=game.name).id
            )
        return button(translate(EXPLAINS), CustomId("learn", state="explain", game=game.name).id)

    @pressed("learn")
    async def _learn(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """A button of a lesson, or one that leads to the lessons; in a lesson it stays where it is."""
        verb, _, key = control.state.partition(" ")
        await (reply.in_place() if control.match or verb == "menu" else reply.later())
        again = CustomId("learn", state=control.state)
        if (
            control == again
        ):  # A button for the first match of any game: the last one played is not always the one meant.
            game = await self.services.which.only_game(reply, again, has_lessons)
        else:
            game = await self.services.which.game(reply, control=control, again=again, of_those=has_lessons)
        match verb:
            case "":
                await self.learn_in(reply, game)
            case "begin" | "again":
                await self.learn_in(reply, game, key)
            case "menu":
                await self.learn_in(reply, game, values[0])
            case "leave":
                go_on = row(
                    button(reply.translate.msg("Continue"), CustomId("learn", game=game.name).id, SUCCESS),
                    button(
                        reply.translate.msg("All lessons"), CustomId("learn", state="all", game=game.name).id
                    ),
                )
                await reply.show(
                    PrivateMessage(
                        (
                            text(
                                reply.translate(
                                    with_commands(msg("Stopped. Continue whenever you like with `{/learn}`."))
                                )
                            ),
                            go_on,
                        )
                    )
                )
            case "all":
                await reply.show(await self.overview(game, reply.person, reply.translate))
            case "quiet" | "explain":
                await self.services.beginners.want_explanations(reply.person, wanted=verb == "explain")
                if verb == "explain":
                    await reply.say(msg("I'll explain each new thing once, in your first three matches."))
                else:
                    if control.match:
                        await self.services.panels.show_now(reply, control.match_id)
                    again = row(
                        button(
                            reply.translate(EXPLAINS), CustomId("learn", state="explain", game=game.name).id
                        )
                    )
                    await reply.show(
                        PrivateMessage((text(reply.translate.msg("Explanations are off.")), again))
                    )
            case _:
                raise Refusal(UNKNOWN_CONTROL)


def _titles(game: PlayableGame, translate: Translator) -> list[tuple[str, str]]:
    """Return the lessons of a game as they are called, each with its key."""
    if game.lessons is None:
        return []
    said = game.translator(translate.locale)
    return [
        (translate(LESSON_LINE.filled(number=number, title=said(lesson.title))), lesson.key)
        for number, lesson in enumerate(game.lessons.lessons, start=1)
    ]


def _named(game: PlayableGame, typed: str, translate: Translator) -> str:
    """Return the key of a lesson that was named by it, by its number or its title. Raises Refusal for any other."""
    wanted = typed.strip().casefold()
    for number, (label, key) in enumerate(_titles(game, translate), start=1):
        if wanted in (key.casefold(), str(number), label.casefold(), label.partition(" ")[2].casefold()):
            return key
    count = len(_titles(game, translate))
    raise Refusal(NO_SUCH_LESSON.filled(typed=shorten(bare(typed), 60), n=count))


def _bot(reply: Reply) -> Person:
    user = reply.interaction.client.user
    assert user is not None
    return Person(user.id, person_of(user).name, is_bot=True, is_house=True)


def _ways_on(progress: LessonProgress, game: PlayableGame, translate: Translator) -> list[Button]:
    if progress.following is None:
        return play_buttons(translate, game.name)
    if progress.begun:
        return [button(translate.msg("Continue"), CustomId("learn", game=game.name).id, SUCCESS)]
    return [first_match_button(translate, game=game.name)]


NEW_TO_YOU = msg("**New:** {sentence}")


class LessonsSection(FeatureSection):
    """A panel's explanations in a lesson or in a first match, and the lesson that a person is in."""

    foot_at = frozenset(SeatStatus)

    def __init__(self, learning: Lessons, beginners: Beginners, matches: Matches) -> None:
        self._learning = learning
        self._beginners = beginners
        self._matches = matches

    async def guidance(self, look: PrivateLook, translate: Translator) -> Guidance | None:
        """Return the explanations for a learner; None for anyone else."""
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
        if state.moment is SeatStatus.OVER:
            return [_again(state.look, translate)]
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


def _lesson(look: PrivateLook, taught: LessonNote, translate: Translator) -> Guidance:
    head = translate.msg(
        "**Lesson {number} of {of}: {title}**\n-# Your goal: {goal}",
        number=taught.number,
        of=taught.of,
        title=look.translator(taught.lesson.title),
        goal=look.translator(taught.lesson.goal),
    )
    new = [f"-# {taught.explanation}"] if taught.explanation else []
    new += [
        f"-# **{plain(one.word)}** ({listed([plain(title) for title in one.cards], translate)}): {plain(one.meaning)}"
        for one in taught.keywords
    ]
    onwards: list[Button] = []
    if taught.is_missed:
        onwards = [_again(look, translate, "again", SUCCESS)]
    elif taught.is_reached:
        onwards = _onwards(look, taught, translate)
    return Guidance(
        tuple(filter(None, (taught.aim, head, taught.sentence))), tuple(new), tuple(onwards), taught.press
    )


def _onwards(look: PrivateLook, taught: LessonNote, translate: Translator) -> list[Button]:
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


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    learning = Lessons(of.store, of.clock, of.matches)
    return (
        LessonsFeature(of, learning),
        LessonsSection(learning, of.beginners, of.matches),
    )
