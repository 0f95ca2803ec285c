"""Private messages about puzzles: the position with its answers, the result, and the solution.

An unsolved puzzle's message doesn't reveal the solution: the answers are in the order of the question's options, and
the ids of controls contain only the puzzle's key.
"""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import ui
from msgspec import Struct

from bot.discord.boards import draw_in_time, one_part
from bot.discord.components.custom_ids import CustomId
from bot.discord.components.messages import (
    Button,
    Item,
    PrivateMessage,
    button,
    gallery,
    menu,
    menu_option,
    row,
    rows,
    text,
)
from bot.discord.components.plain import bare, plain
from bot.discord.match_text import story_text
from bot.discord.reference_pages import card_items, topic_items
from bot.discord.sections import FeatureSection
from bot.errors import Refusal
from bot.features.puzzles.service import PlayedStep, PuzzleRecord, PuzzleResult, Puzzles, PuzzleSnapshot
from bot.games.playable import PlayableGame
from bot.games.reference import RulesEntry
from bot.panel.look_at_card import LOOK_TITLE, OUT_OF_SIGHT, sight_menus, value_of
from bot.panel.question_text import prompt_lines
from bot.people.people import People
from bot.people.ratings import AT_FIRST
from bot.store.person import Person
from bot.views.build_views import in_lines
from bot.views.pictures import PictureService, PrivatePicture
from cards.i18n import Translator, msg, series
from engine.kernel.ai.analysis import THE_END
from engine.kernel.ai.puzzles import Puzzle
from engine.kernel.ai.words import choice_words, difference_words, feature_words, percent
from engine.kernel.events.story import StoryAct
from engine.kernel.events.summary import AT_A_DISTANCE
from engine.kernel.question import Question
from render.table.words import Names
from render.visible_card import InSight

ABOUT = msg("One answer is clearly the best. Which? Your first one counts.")
ABOUT_FIRST = msg("One answer is clearly the best. Which? A wrong one costs you nothing yet.")
STANDS = msg("Win chance then: {best} %. The next best answer has {other} %.")

PAGE = 2200
"""Maximum characters per page of a position as text. The question and its answers need room below it."""
LABEL = 100
"""Maximum characters of a menu option (Discord's limit)."""
STORY = 900
"""Maximum characters for the events of a step of a solution."""
TODAY = "today"
"""The state of the control that shows the puzzle of the day."""


class PuzzleMessages(Struct, frozen=True):
    """Builds the messages of puzzles, as pictures or as text with the same content."""

    people: People
    pictures: PictureService

    async def message(
        self, snapshot: PuzzleSnapshot, person: Person, translate: Translator, naming: str = "", page: int = 1
    ) -> PrivateMessage:
        """Return a puzzle, or its result.

        `naming` is the game in the heading, `page` the page of the position as text.
        """
        translator = snapshot.game.translator(translate.locale)
        question = snapshot.match.questions_in(translator)[snapshot.puzzle.seat]
        is_easy = snapshot.puzzle.rating < AT_FIRST
        heading = translate(
            (
                msg("## Puzzle of the day{naming}")
                if snapshot.day
                else msg("## Puzzle for beginners{naming}")
                if is_easy
                else msg("## Puzzle{naming}")
            ).filled(naming=naming)
        )
        if snapshot.result is None:
            heading += f"\n-# {translate(ABOUT_FIRST if snapshot.is_first else ABOUT)}"
        items: list[Item] = [text(heading)]
        pictures = await self._position(items, snapshot, person, page, translate, translator)
        has_cards = bool(_in_sight(snapshot, person, translate))
        cards_buttons = (
            [button(translate.msg("Cards"), _control(snapshot, "puzzle-cards").id)] if has_cards else []
        )
        today_buttons = (
            []
            if snapshot.day
            else [
                button(
                    translate.msg("Puzzle of the day"),
                    CustomId("puzzle", game=snapshot.game.name, state=TODAY).id,
                )
            ]
        )
        if snapshot.result is None:
            items += [
                *_question(snapshot, question, translate, translator),
                *rows([*cards_buttons, *today_buttons]),
            ]
        else:
            lines = _result(snapshot, snapshot.result, question, person, translate, translator)
            steps = button(
                translate.msg("Play it out"),
                _control(snapshot, "puzzle-steps", 0).id,
                discord.ButtonStyle.primary,
            )
            items += [
                text("\n".join(lines)),
                row(steps, self._another_button(snapshot, translate), *cards_buttons, *today_buttons),
            ]
        return PrivateMessage(tuple(items), tuple(pictures))

    def _another_button(self, snapshot: PuzzleSnapshot, translate: Translator) -> Button:
        return button(translate.msg("Another puzzle"), CustomId("puzzle-another", game=snapshot.game.name).id)

    async def cards(
        self, snapshot: PuzzleSnapshot, person: Person, translate: Translator, key: str = ""
    ) -> PrivateMessage:
        """Return menus of a puzzle's visible cards, and the card with this key ("" means none).

        Raises Refusal for a card that isn't visible.
        """
        game, translator = snapshot.game, snapshot.game.translator(translate.locale)
        visible = _in_sight(snapshot, person, translate)
        menus = sight_menus(visible, translate, lambda n: _control(snapshot, "puzzle-cards", n).id)
        if not key:
            return PrivateMessage((text(f"## {translate(LOOK_TITLE)}"), *menus))
        card = next((each for each in visible if value_of(each) == key), None)
        reference = game.reference
        page = (
            None
            if card is None or reference is None
            else reference.cause(snapshot.match.setup, card.title, translator)
        )
        if page is None:
            raise Refusal(OUT_OF_SIGHT)
        picture = None
        if page.face is not None and not await self.people.text_boards(person.id):
            picture = await draw_in_time(self.pictures.card(game, page, translate.locale), 0)
        card_parts = (
            topic_items(page, translate, picture=picture)
            if isinstance(page, RulesEntry)
            else card_items(page, picture, translate)
        )
        items = [item for item in card_parts if not isinstance(item, ui.ActionRow)]
        return PrivateMessage((*items, *menus), (picture,) if picture else ())

    async def step(
        self,
        snapshot: PuzzleSnapshot,
        steps: Sequence[PlayedStep],
        n: int,
        person: Person,
        translate: Translator,
    ) -> PrivateMessage:
        """Return a step of the solution: the events, the position after them and, with the first, the reason."""
        game = snapshot.game
        translator = game.translator(translate.locale)
        step = steps[n - 1]
        story_acts = [StoryAct(n, step.beats, snapshot.puzzle.seat)]
        lines = [
            translate.msg("## The solution, step {n} of {of}", n=n, of=len(steps)),
            story_text(in_lines(story_acts, translator, words=AT_A_DISTANCE), STORY),
        ]
        if n == 1:
            lines += _why(snapshot, snapshot.puzzle.theme, person, translate, translator)
        if n == len(steps):
            chances = sorted((each.chance for each in snapshot.puzzle.answers), reverse=True)
            lines.append(
                f"-# {translate(STANDS.filled(best=percent(chances[0]), other=percent(chances[1])))}"
            )
        pictures: list[PrivatePicture] = []
        names = names_in(snapshot, person, translate)
        if not await self.people.text_boards(person.id):
            board = await draw_in_time(self.pictures.board_in(game, step.view, names, translator), 0)
            pictures = [] if board is None else [board]
        buttons: list[Button] = []
        if n > 1:
            buttons.append(button(translate.msg("Back"), _control(snapshot, "puzzle-steps", n - 1).id))
        if n < len(steps):
            next_id = _control(snapshot, "puzzle-steps", n + 1).id
            buttons.append(button(translate.msg("Next step"), next_id, discord.ButtonStyle.primary))
        buttons.append(self._another_button(snapshot, translate))
        return PrivateMessage(
            (
                *(gallery(picture) for picture in pictures),
                text("\n".join(filter(None, lines))),
                row(*buttons),
            ),
            tuple(pictures),
        )

    async def _position(
        self,
        items: list[Item],
        snapshot: PuzzleSnapshot,
        person: Person,
        page: int,
        translate: Translator,
        translator: Translator,
    ) -> Sequence[PrivatePicture]:
        """Add the position to `items`. Return its pictures."""
        game, seat = snapshot.game, snapshot.puzzle.seat
        view, names = snapshot.match.view(seat, translator), names_in(snapshot, person, translate)
        if not await self.people.text_boards(person.id):
            board = await draw_in_time(self.pictures.board_in(game, view, names, translator), 0)
            hand = await draw_in_time(self.pictures.hand_in(game, view, names, translator), 0)
            if board is not None and hand is not None:
                pictures = [board] if snapshot.result is not None else [board, hand]
                items += [gallery(picture) for picture in pictures]
                return pictures
        if snapshot.result is not None:
            return ()
        presenter = game.shown
        blocks = [
            *presenter.board_text(view, names, translator),
            *presenter.hand_text(view, names, translator),
        ]
        page_text, page_buttons = one_part(
            blocks, PAGE, page, lambda n: _control(snapshot, "puzzle", n).id, translate
        )
        items += [text(page_text), *rows(page_buttons)]
        return ()


def _in_sight(snapshot: PuzzleSnapshot, person: Person, translate: Translator) -> Sequence[InSight]:
    """Return the cards that are visible in a puzzle."""
    translator = snapshot.game.translator(translate.locale)
    view = snapshot.match.view(snapshot.puzzle.seat, translator)
    return snapshot.game.shown.in_sight(view, names_in(snapshot, person, translate), translator)


def names_in(snapshot: PuzzleSnapshot, person: Person, translate: Translator) -> Names:
    """Return the names of the seats: the solver's name for their seat, and "Opponent" for the others."""
    names: list[str] = []
    opponents = 0
    for seat in snapshot.match.seats:
        if seat == snapshot.puzzle.seat:
            names.append(person.name)
            continue
        opponents += 1
        names.append(
            translate.msg("Opponent")
            if len(snapshot.match.seats) == 2
            else translate.msg("Opponent {n}", n=opponents)
        )
    return tuple(names)


def _control(snapshot: PuzzleSnapshot, act: str, *more: int) -> CustomId:
    state = " ".join([snapshot.puzzle.key, snapshot.day or "-", *map(str, more)])
    return CustomId(act, game=snapshot.game.name, state=state)


def _labels(puzzle: Puzzle, question: Question, translator: Translator) -> list[str]:
    """Return the answers in words. Equal ones are numbered at the start, because menus cut off the end."""
    labels = [bare(translator(choice_words(question, answer.choice))) for answer in puzzle.answers]
    return [
        f"{labels[: index + 1].count(label)}: {label}" if labels.count(label) > 1 else label
        for index, label in enumerate(labels)
    ]


def _question(
    snapshot: PuzzleSnapshot, question: Question, translate: Translator, translator: Translator
) -> list[Item]:
    """Return the question and the menu of answers. Answers too long for a menu are also listed above it."""
    lines, labels = prompt_lines(question, translate), _labels(snapshot.puzzle, question, translator)
    if max(map(len, labels)) > LABEL:
        lines += [f"{number}\\. {plain(label, 300)}" for number, label in enumerate(labels, 1)]
        labels = [f"{number}. {label}" for number, label in enumerate(labels, 1)]
    options = [menu_option(label, str(index)) for index, label in enumerate(labels)]
    id_ = _control(snapshot, "puzzle-answer").id
    return [text("\n".join(lines)), menu(id_, translate.msg("Your answer …"), options)]


def _result(
    snapshot: PuzzleSnapshot,
    result: PuzzleResult,
    question: Question,
    person: Person,
    translate: Translator,
    translator: Translator,
) -> list[str]:
    puzzle = snapshot.puzzle
    labels = [plain(label, 300) for label in _labels(puzzle, question, translator)]
    verdict = msg("✅ **Solved: {best}**") if result.solved else msg("**Not quite.** Better: **{best}**")
    lines = [translate(verdict.filled(best=labels[puzzle.best]))]
    feature = puzzle.theme if result.solved else puzzle.answers[result.choice].lacks
    lines += _why(snapshot, feature, person, translate, translator)
    for index, answer in sorted(enumerate(puzzle.answers), key=lambda entry: -entry[1].chance):
        line = f"{percent(answer.chance)} % {labels[index]}"
        line = translate.msg("{line} (your answer)", line=line) if index == result.choice else line
        lines.append(f"- **{line}**" if index == puzzle.best else f"- {line}")
    lines.append(translate.msg("-# Win chances, estimated from what this seat knows."))
    notes: list[str] = []
    if result.after:
        change = f"{result.after - result.before:+d}".replace("-", "−")
        form = (
            msg("Your puzzle rating stays {after} · this puzzle: {puzzle}")
            if result.after == result.before
            else msg("Your puzzle rating: {after} ({by}) · this puzzle: {puzzle}")
        )
        notes.append(translate(form.filled(after=result.after, by=change, puzzle=result.puzzle)))
    if snapshot.day:
        if result.streak > 1:
            notes.append(translate.msg("{n} days in a row", n=result.streak))
        if result.longest > max(result.streak, 1):
            notes.append(translate.msg("your longest: {n}", n=result.longest))
        if result.here:
            notes.append(translate.msg("solved here today: {n}", n=result.here))
    if notes:
        lines.append(f"-# {' · '.join(notes)}")
    return lines


def _why(
    snapshot: PuzzleSnapshot, feature: str, person: Person, translate: Translator, translator: Translator
) -> list[str]:
    """Return a line with the reason for the solution: its advantages, or else the most important feature."""
    thinking = snapshot.game.thinking
    if thinking is not None and snapshot.reasons:
        names = names_in(snapshot, person, translate)
        advantages = [
            difference_words(thinking, difference, snapshot.puzzle.seat, names)
            for difference in snapshot.reasons
        ]
        return [translate.msg("Its advantages: {reasons}.", reasons=plain(translator(series(*advantages))))]
    # The puzzle may be older than the current valuation, which has no names for older features.
    if thinking is None or not (feature == THE_END or feature in thinking.words):
        return []
    return [
        translate.msg("Its main advantage: {feature}.", feature=translator(feature_words(thinking, feature)))
    ]


def puzzle_line(record: PuzzleRecord | None, translate: Translator) -> list[str]:
    """Return the profile's line about puzzles, which only its owner sees; nothing without any answers."""
    if record is None:
        return []
    line = (
        msg("Puzzles: {n} · puzzle rating {rating} · {longest} days in a row (only you see this)")
        if record.longest > 1
        else msg("Puzzles: {n} · puzzle rating {rating} (only you see this)")
    )
    return [translate(line.filled(n=record.answered, rating=record.rating, longest=record.longest))]


class PuzzlesSection(FeatureSection):
    """The puzzle record in a profile."""

    def __init__(self, puzzles: Puzzles) -> None:
        self._puzzles = puzzles

    async def profile(
        self, person: int, guild_id: int | None, game: PlayableGame, translate: Translator, *, own: bool
    ) -> Sequence[str]:
        """Return the line about a player's puzzle record, if it is their own profile."""
        return puzzle_line(await self._puzzles.record(person, game), translate) if own else ()
