"""Lessons: `/voidream learn` and the buttons of lessons.

A lesson runs where it was started, in replies that only the learner sees, or in their direct messages.
"""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.command_keys import Command, with_commands
from bot.discord.commands.layout import Layout, Parameter
from bot.discord.components.custom_ids import UNKNOWN_CONTROL, CustomId
from bot.discord.components.lengths import Name
from bot.discord.components.messages import Button, PrivateMessage, button, menu, menu_option, row, text
from bot.discord.components.plain import bare, plain, shorten
from bot.discord.components.replies import Reply, person_of
from bot.discord.controls import pressed
from bot.discord.interaction_data import Interaction, matching, typed_so_far
from bot.discord.match_buttons import SUCCESS, first_match_button, play_buttons
from bot.discord.match_text import control, joined_names
from bot.discord.sections import FeatureSection, Guidance, PanelState, SeatStatus
from bot.errors import Refusal
from bot.features.lessons.service import LessonNote, LessonProgress, Lessons
from bot.games.playable import PlayableGame
from bot.installation import Feature, Part, Services
from bot.match.matches import Matches
from bot.people.beginners import Beginners
from bot.people.locales import translator_for
from bot.store.person import Person
from bot.views.types import PlayerSnapshot
from cards.i18n import Translator, msg

EXPLAINS = msg("Explain new things to me")
FINISHED = msg("You've finished all lessons. Now play!")
LESSON_LINE = msg("{number}. {title}")
NO_SUCH_LESSON = msg("I can't find the lesson “{typed}”. There are {n}: enter a number.")


def has_lessons(game: PlayableGame) -> bool:
    """Return whether a game has lessons."""
    return game.lessons is not None


class LessonsFeature(Feature, frozen=True):
    """The command and the buttons of lessons."""

    learning: Lessons

    def add(self, layout: Layout) -> None:
        """Add the command."""

        async def lessons(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
            game_name, translate = typed_so_far(interaction, "game"), translator_for(interaction.locale)
            games = await self.services.game_resolver.likely(interaction, game_name)
            return matching((title for game in games for title in _titles(game, translate)), typed)

        @layout.command(
            Command.LEARN,
            msg("Learn the game in short lessons. Leave and continue whenever you like."),
            of_a_game=True,
            lesson=Parameter(msg("The lesson. Default: your next one."), lessons),
        )
        async def learn(reply: Reply, lesson: Name = "", game: Name = "") -> None:
            chosen_game = await self.services.game_resolver.game(
                reply, game, again=CustomId("learn"), of_those=has_lessons
            )
            await self.learn_in(
                reply, chosen_game, _lesson_key(chosen_game, lesson, reply.translate) if lesson else ""
            )

    async def learn_in(self, reply: Reply, game: PlayableGame, key: str = "") -> None:
        """Show a lesson: the one with this key, otherwise the open one, or the next. After the last, show the list."""
        translate = reply.translate
        person, bot = person_of(reply.interaction.user), _bot(reply)
        interaction = reply.interaction.id
        if key:
            snapshot = await self.learning.begin(interaction, person, bot, game, key, translate.locale)
        else:
            snapshot = await self.learning.go_on(interaction, person, bot, game, translate.locale)
        if snapshot is None:
            await reply.show(await self.overview(game, reply.person, translate))
        else:
            await self.services.panels.show_panel(reply, snapshot)

    async def overview(self, game: PlayableGame, person: int, translate: Translator) -> PrivateMessage:
        """Return the list of all lessons, with a menu that starts any of them."""
        progress = await self.learning.progress(person, game)
        if progress is None or game.lessons is None:
            raise Refusal(NO_SUCH_LESSON.filled(typed=game.title, n=0))
        lines = [translate.msg("## Your first match, in {n} lessons", n=len(game.lessons.lessons))]
        options: list[discord.SelectOption] = []
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
            options.append(menu_option(label, lesson.key, translator(lesson.goal)))
        if progress.following is None:
            lines.append(f"\n{translate(FINISHED)}")
        id_ = CustomId("learn", state="menu", game=game.name).id
        last = row(
            *_next_buttons(progress, game, translate), await self._explanations(person, game, translate)
        )
        return PrivateMessage(
            (text("\n".join(lines)), menu(id_, translate.msg("Start a lesson …"), options), last)
        )

    async def _explanations(self, person: int, game: PlayableGame, translate: Translator) -> Button:
        if await self.services.beginners.wants_explanations(person):
            return button(
                translate.msg("No explanations"), CustomId("learn", state="quiet", game=game.name).id
            )
        return button(translate(EXPLAINS), CustomId("learn", state="explain", game=game.name).id)

    @pressed("learn")
    async def _learn(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """Handle the buttons of lessons. Those inside a lesson edit its message; others open a new one."""
        verb, _, key = control.state.partition(" ")
        await (reply.in_place() if control.match or verb == "menu" else reply.later())
        again = CustomId("learn", state=control.state)
        if control == again:
            # The button names no game, and the last game played isn't always the intended one.
            game = await self.services.game_resolver.only_game(reply, again, has_lessons)
        else:
            game = await self.services.game_resolver.game(
                reply, control=control, again=again, of_those=has_lessons
            )
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
                await self.services.beginners.set_explanations(reply.person, shown=verb == "explain")
                if verb == "explain":
                    await reply.say(msg("I'll explain each new thing once, in your first three matches."))
                else:
                    if control.match:
                        await self.services.panels.show_now(reply, control.match_id)
                    resume = row(
                        button(
                            reply.translate(EXPLAINS), CustomId("learn", state="explain", game=game.name).id
                        )
                    )
                    await reply.show(
                        PrivateMessage((text(reply.translate.msg("Explanations are off.")), resume))
                    )
            case _:
                raise Refusal(UNKNOWN_CONTROL)


def _titles(game: PlayableGame, translate: Translator) -> list[tuple[str, str]]:
    """Return the titles of a game's lessons, each with the lesson's key."""
    if game.lessons is None:
        return []
    translate_game = game.translator(translate.locale)
    return [
        (translate(LESSON_LINE.filled(number=number, title=translate_game(lesson.title))), lesson.key)
        for number, lesson in enumerate(game.lessons.lessons, start=1)
    ]


def _lesson_key(game: PlayableGame, typed: str, translate: Translator) -> str:
    """Return the key of a lesson typed as its key, number or title. Raises Refusal if there is none."""
    query = typed.strip().casefold()
    for number, (label, key) in enumerate(_titles(game, translate), start=1):
        if query in (key.casefold(), str(number), label.casefold(), label.partition(" ")[2].casefold()):
            return key
    count = len(_titles(game, translate))
    raise Refusal(NO_SUCH_LESSON.filled(typed=shorten(bare(typed), 60), n=count))


def _bot(reply: Reply) -> Person:
    user = reply.interaction.client.user
    assert user is not None
    return Person(user.id, person_of(user).name, is_bot=True, is_this_bot=True)


def _next_buttons(progress: LessonProgress, game: PlayableGame, translate: Translator) -> list[Button]:
    if progress.following is None:
        return play_buttons(translate, game.name)
    if progress.begun:
        return [button(translate.msg("Continue"), CustomId("learn", game=game.name).id, SUCCESS)]
    return [first_match_button(translate, game=game.name)]


NEW_TO_YOU = msg("**New:** {sentence}")


class LessonsSection(FeatureSection):
    """A panel's explanations in a lesson or in a first match, and a player's open lesson in their list of matches."""

    foot_at = frozenset(SeatStatus)

    def __init__(self, learning: Lessons, beginners: Beginners, matches: Matches) -> None:
        self._learning = learning
        self._beginners = beginners
        self._matches = matches

    async def guidance(self, snapshot: PlayerSnapshot, translate: Translator) -> Guidance | None:
        """Return the explanations for a learner, or None."""
        if snapshot.table.lesson:
            taught = await self._learning.taught(snapshot)
            return None if taught is None else _lesson(snapshot, taught, translate)
        sentence = await self._learning.explanation(snapshot)
        if not sentence:
            return None
        return Guidance(new=(f"-# {translate(NEW_TO_YOU.filled(sentence=sentence))}",))

    async def foot(self, state: PanelState) -> Sequence[Button]:
        """Return the buttons that restart a lesson and leave it."""
        table, translate = state.snapshot.table, state.translate
        if not table.lesson:
            return ()
        if state.moment is SeatStatus.OVER:
            return [_start_again(state.snapshot, translate)]
        leave = button(translate.msg("Stop here"), control(table, "learn", "leave"))
        return [_start_again(state.snapshot, translate), leave]

    async def more(self, state: PanelState) -> Sequence[Button]:
        """Return the button that turns explanations off, if one is shown."""
        snapshot, translate = state.snapshot, state.translate
        guidance = await self.guidance(snapshot, translate)
        if guidance is None or not guidance.new or snapshot.table.lesson:
            return ()
        return [
            button(
                translate.msg("No explanations"),
                CustomId("learn", state="quiet", game=snapshot.table.game.name).id,
            )
        ]

    async def listed(
        self, person: int, games: Sequence[PlayableGame], translate: Translator
    ) -> tuple[str, Sequence[Button]]:
        """Return lines about a player's open lessons, and buttons to continue them.

        A newcomer gets one for the first match.
        """
        lessons = [(game, await self.open_lesson(game, person, translate)) for game in games]
        open_lessons = [(game, line) for game, line in lessons if line]
        is_single = len(open_lessons) == 1
        lesson = "\n".join(
            line if len(games) == 1 else f"{line} · {game.title}" for game, line in open_lessons
        )
        buttons = [
            button(
                translate.msg("Continue") if is_single else translate.msg("Go on: {game}", game=game.title),
                CustomId("learn", game=game.name).id,
            )
            for game, _ in open_lessons
        ]
        if all([await self._beginners.is_new(person, game) for game in games]):
            buttons.append(first_match_button(translate))
        return lesson, buttons

    async def open_lesson(self, game: PlayableGame, person: int, translate: Translator) -> str:
        """Return a line about a player's open lesson, or ""."""
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


def _lesson(snapshot: PlayerSnapshot, note: LessonNote, translate: Translator) -> Guidance:
    heading = translate.msg(
        "**Lesson {number} of {of}: {title}**\n-# Your goal: {goal}",
        number=note.number,
        of=note.of,
        title=snapshot.translator(note.lesson.title),
        goal=snapshot.translator(note.lesson.goal),
    )
    explanations = [f"-# {note.explanation}"] if note.explanation else []
    explanations += [
        f"-# **{plain(keyword.word)}** ({joined_names([plain(title) for title in keyword.cards], translate)}): {plain(keyword.meaning)}"
        for keyword in note.keywords
    ]
    buttons: list[Button] = []
    if note.is_missed:
        buttons = [_start_again(snapshot, translate, "again", SUCCESS)]
    elif note.is_reached:
        buttons = _onwards(snapshot, note, translate)
    return Guidance(
        tuple(filter(None, (note.aim, heading, note.sentence))),
        tuple(explanations),
        tuple(buttons),
        note.press,
    )


def _onwards(snapshot: PlayerSnapshot, note: LessonNote, translate: Translator) -> list[Button]:
    """Return the buttons after a goal is reached: the next lesson, or a real match after the last one."""
    lessons = button(translate.msg("All lessons"), control(snapshot.table, "learn", "all"))
    if note.following is None:
        return [*play_buttons(translate, snapshot.table.game.name), lessons]
    next_id = control(snapshot.table, "learn", f"begin {note.following.key}")
    return [button(translate.msg("Next lesson"), next_id, SUCCESS), lessons]


def _start_again(
    snapshot: PlayerSnapshot,
    translate: Translator,
    verb: str = "begin",
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> Button:
    """Return a button that restarts a lesson. Two in one message need different verbs, because ids must be unique."""
    return button(
        translate.msg("Start again"),
        control(snapshot.table, "learn", f"{verb} {snapshot.table.lesson}"),
        style,
    )


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    learning = Lessons(of.store, of.clock, of.matches)
    return (
        LessonsFeature(of, learning),
        LessonsSection(learning, of.beginners, of.matches),
    )
