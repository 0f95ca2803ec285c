"""Puzzles as messages for one person: the position with its answers, and the result.

Nothing in an unsolved puzzle reveals its solution: the answers are in the order of the question's options, and
controls only identify the puzzle.
"""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import ui
from msgspec import Struct

from bot.discord.boards import drawn, one_part
from bot.discord.components.custom_ids import CustomId
from bot.discord.components.messages import (
    Button,
    Item,
    PrivateMessage,
    button,
    gallery,
    row,
    rows,
    text,
)
from bot.discord.components.plain import bare, plain, shorten
from bot.discord.match_text import story
from bot.discord.reference_pages import card_items, topic_items
from bot.discord.sections import FeatureSection
from bot.errors import Refusal
from bot.features.puzzles.service import PlayedStep, PuzzleLook, PuzzleRecord, PuzzleResult, Puzzles
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
"""Maximum characters of a page of the position in words; the question and its answers follow below."""
LABEL = 100
"""Characters of an option of a menu."""
STORY = 900
"""Maximum characters for the events of a step of a solution."""
TODAY = "today"
"""The label of the control of the day's puzzle."""


class PuzzleMessages(Struct, frozen=True):
    """Shows puzzles to one person, in pictures or in words of equal content."""

    people: People
    pictures: PictureService

    async def message(
        self, look: PuzzleLook, person: Person, translate: Translator, naming: str = "", page: int = 1
    ) -> PrivateMessage:
        """Return a puzzle, or its result. `naming` is the game in the heading, `page` the page in words."""
        translator = look.game.translator(translate.locale)
        question = look.match.questions_in(translator)[look.puzzle.seat]
        is_easy = look.puzzle.rating < AT_FIRST
        head = translate(
            (
                msg("## Puzzle of the day{naming}")
                if look.day
                else msg("## Puzzle for beginners{naming}")
                if is_easy
                else msg("## Puzzle{naming}")
            ).filled(naming=naming)
        )
        if look.result is None:
            head += f"\n-# {translate(ABOUT_FIRST if look.is_first else ABOUT)}"
        items: list[Item] = [text(head)]
        pictures = await self._position(items, look, person, page, translate, translator)
        has_cards = bool(_in_sight(look, person, translate))
        cards = [button(translate.msg("Cards"), _control(look, "puzzle-cards").id)] if has_cards else []
        today = (
            []
            if look.day
            else [
                button(
                    translate.msg("Puzzle of the day"),
                    CustomId("puzzle", game=look.game.name, state=TODAY).id,
                )
            ]
        )
        if look.result is None:
            items += [*_question(look, question, translate, translator), *rows([*cards, *today])]
        else:
            lines = _result(look, look.result, question, person, translate, translator)
            steps = button(
                translate.msg("Play it out"),
                _control(look, "puzzle-steps", 0).id,
                discord.ButtonStyle.primary,
            )
            items += [text("\n".join(lines)), row(steps, self._one_more(look, translate), *cards, *today)]
        return PrivateMessage(tuple(items), tuple(pictures))

    def _one_more(self, look: PuzzleLook, translate: Translator) -> Button:
        return button(translate.msg("Another puzzle"), CustomId("puzzle-another", game=look.game.name).id)

    async def cards(
        self, look: PuzzleLook, person: Person, translate: Translator, key: str = ""
    ) -> PrivateMessage:
        """Return menus of a puzzle's cards, and the card with that key ("": none).

        Raises TranslatedError for a card that isn't visible.
        """
        game, translator = look.game, look.game.translator(translate.locale)
        found = _in_sight(look, person, translate)
        menus = sight_menus(found, translate, lambda n: _control(look, "puzzle-cards", n).id)
        if not key:
            return PrivateMessage((text(f"## {translate(LOOK_TITLE)}"), *menus))
        chosen = next((one for one in found if value_of(one) == key), None)
        reference = game.reference
        page = (
            None
            if chosen is None or reference is None
            else reference.cause(look.match.setup, chosen.title, translator)
        )
        if page is None:
            raise Refusal(OUT_OF_SIGHT)
        picture = None
        if page.face is not None and not await self.people.text_boards(person.id):
            picture = await drawn(self.pictures.card(game, page, translate.locale), 0)
        shown = (
            topic_items(page, translate, picture=picture)
            if isinstance(page, RulesEntry)
            else card_items(page, picture, translate)
        )
        kept = [item for item in shown if not isinstance(item, ui.ActionRow)]
        return PrivateMessage((*kept, *menus), (picture,) if picture else ())

    async def step(
        self, look: PuzzleLook, steps: Sequence[PlayedStep], n: int, person: Person, translate: Translator
    ) -> PrivateMessage:
        """Return a step of the solution: the events, the position after them and, in the first, the reason."""
        game = look.game
        translator = game.translator(translate.locale)
        one = steps[n - 1]
        acts = [StoryAct(n, one.beats, look.puzzle.seat)]
        lines = [
            translate.msg("## The solution, step {n} of {of}", n=n, of=len(steps)),
            story(in_lines(acts, translator, words=AT_A_DISTANCE), STORY),
        ]
        if n == 1:
            lines += _why(look, look.puzzle.theme, person, translate, translator)
        if n == len(steps):
            chances = sorted((each.chance for each in look.puzzle.answers), reverse=True)
            lines.append(
                f"-# {translate(STANDS.filled(best=percent(chances[0]), other=percent(chances[1])))}"
            )
        pictures: list[PrivatePicture] = []
        names = names_in(look, person, translate)
        if not await self.people.text_boards(person.id):
            board = await drawn(self.pictures.board_in(game, one.view, names, translator), 0)
            pictures = [] if board is None else [board]
        ways: list[Button] = []
        if n > 1:
            ways.append(button(translate.msg("Back"), _control(look, "puzzle-steps", n - 1).id))
        if n < len(steps):
            on = _control(look, "puzzle-steps", n + 1).id
            ways.append(button(translate.msg("Next step"), on, discord.ButtonStyle.primary))
        ways.append(self._one_more(look, translate))
        return PrivateMessage(
            (*(gallery(picture) for picture in pictures), text("\n".join(filter(None, lines))), row(*ways)),
            tuple(pictures),
        )

    async def _position(
        self,
        items: list[Item],
        look: PuzzleLook,
        person: Person,
        page: int,
        translate: Translator,
        translator: Translator,
    ) -> Sequence[PrivatePicture]:
        """Add the position to `items`; return its pictures."""
        game, seat = look.game, look.puzzle.seat
        view, names = look.match.view(seat, translator), names_in(look, person, translate)
        if not await self.people.text_boards(person.id):
            board = await drawn(self.pictures.board_in(game, view, names, translator), 0)
            hand = await drawn(self.pictures.hand_in(game, view, names, translator), 0)
            if board is not None and hand is not None:
                pictures = [board] if look.result is not None else [board, hand]
                items += [gallery(one) for one in pictures]
                return pictures
        if look.result is not None:
            return ()
        shown = game.shown
        blocks = [*shown.board_text(view, names, translator), *shown.hand_text(view, names, translator)]
        words, turns = one_part(blocks, PAGE, page, lambda n: _control(look, "puzzle", n).id, translate)
        items += [text(words), *rows(turns)]
        return ()


def _in_sight(look: PuzzleLook, person: Person, translate: Translator) -> Sequence[InSight]:
    """Return the cards of a puzzle that can be looked at."""
    translator = look.game.translator(translate.locale)
    view = look.match.view(look.puzzle.seat, translator)
    return look.game.shown.in_sight(view, names_in(look, person, translate), translator)


def names_in(look: PuzzleLook, person: Person, translate: Translator) -> Names:
    """Return the names of the seats: the solver has one of them, and the others have none."""
    names: list[str] = []
    others = 0
    for seat in look.match.seats:
        if seat == look.puzzle.seat:
            names.append(person.name)
            continue
        others += 1
        names.append(
            translate.msg("Opponent")
            if len(look.match.seats) == 2
            else translate.msg("Opponent {n}", n=others)
        )
    return tuple(names)


def _control(look: PuzzleLook, act: str, *more: int) -> CustomId:
    state = " ".join([look.puzzle.key, look.day or "-", *map(str, more)])
    return CustomId(act, game=look.game.name, state=state)


def _labels(puzzle: Puzzle, question: Question, translator: Translator) -> list[str]:
    """Return the answers in words; those that read alike are numbered, in front, where nothing is cut off."""
    said = [bare(translator(choice_words(question, one.choice))) for one in puzzle.answers]
    return [
        f"{said[: place + 1].count(label)}: {label}" if said.count(label) > 1 else label
        for place, label in enumerate(said)
    ]


def _question(
    look: PuzzleLook, question: Question, translate: Translator, translator: Translator
) -> list[Item]:
    """Return the question and the menu of answers. Answers too long for a menu are also listed above it."""
    lines, labels = prompt_lines(question, translate), _labels(look.puzzle, question, translator)
    if max(map(len, labels)) > LABEL:
        lines += [f"{number}\\. {plain(label, 300)}" for number, label in enumerate(labels, 1)]
        labels = [f"{number}. {label}" for number, label in enumerate(labels, 1)]
    menu = ui.Select[ui.LayoutView](
        custom_id=_control(look, "puzzle-answer").id, placeholder=translate.msg("Your answer …")
    )
    for place, label in enumerate(labels):
        menu.add_option(label=shorten(label, LABEL), value=str(place))
    return [text("\n".join(lines)), ui.ActionRow[ui.LayoutView](menu)]


def _result(
    look: PuzzleLook,
    result: PuzzleResult,
    question: Question,
    person: Person,
    translate: Translator,
    translator: Translator,
) -> list[str]:
    puzzle = look.puzzle
    labels = [plain(label, 300) for label in _labels(puzzle, question, translator)]
    verdict = msg("✅ **Solved: {best}**") if result.solved else msg("**Not quite.** Better: **{best}**")
    lines = [translate(verdict.filled(best=labels[puzzle.best]))]
    lacking = puzzle.theme if result.solved else puzzle.answers[result.choice].lacks
    lines += _why(look, lacking, person, translate, translator)
    for place, answer in sorted(enumerate(puzzle.answers), key=lambda one: -one[1].chance):
        line = f"{percent(answer.chance)} % {labels[place]}"
        line = translate.msg("{line} (your answer)", line=line) if place == result.choice else line
        lines.append(f"- **{line}**" if place == puzzle.best else f"- {line}")
    lines.append(translate.msg("-# Win chances, estimated from what this seat knows."))
    told: list[str] = []
    if result.after:
        by = f"{result.after - result.before:+d}".replace("-", "−")
        form = (
            msg("Your puzzle rating stays {after} · this puzzle: {puzzle}")
            if result.after == result.before
            else msg("Your puzzle rating: {after} ({by}) · this puzzle: {puzzle}")
        )
        told.append(translate(form.filled(after=result.after, by=by, puzzle=result.puzzle)))
    if look.day:
        if result.streak > 1:
            told.append(translate.msg("{n} days in a row", n=result.streak))
        if result.longest > max(result.streak, 1):
            told.append(translate.msg("your longest: {n}", n=result.longest))
        if result.here:
            told.append(translate.msg("solved here today: {n}", n=result.here))
    if told:
        lines.append(f"-# {' · '.join(told)}")
    return lines


def _why(
    look: PuzzleLook, feature: str, person: Person, translate: Translator, translator: Translator
) -> list[str]:
    """Return the reason for the solution in a line: something countable, or else the most important feature."""
    thinking = look.game.thinking
    if thinking is not None and look.reasons:
        names = names_in(look, person, translate)
        said = [difference_words(thinking, one, look.puzzle.seat, names) for one in look.reasons]
        return [translate.msg("Its advantages: {reasons}.", reasons=plain(translator(series(*said))))]
    # The formula may have changed since then, and an older one's features have no names.
    if thinking is None or not (feature == THE_END or feature in thinking.words):
        return []
    return [
        translate.msg("Its main advantage: {feature}.", feature=translator(feature_words(thinking, feature)))
    ]


def puzzle_line(solving: PuzzleRecord | None, translate: Translator) -> list[str]:
    """Return the line of a profile about puzzles, shown only to its owner; none without any."""
    if solving is None:
        return []
    line = (
        msg("Puzzles: {n} · puzzle rating {rating} · {longest} days in a row (only you see this)")
        if solving.longest > 1
        else msg("Puzzles: {n} · puzzle rating {rating} (only you see this)")
    )
    return [translate(line.filled(n=solving.answered, rating=solving.rating, longest=solving.longest))]


class PuzzlesSection(FeatureSection):
    """A person's puzzles."""

    def __init__(self, puzzles: Puzzles) -> None:
        self._puzzles = puzzles

    async def profile(
        self, person: int, guild_id: int | None, game: PlayableGame, translate: Translator, *, own: bool
    ) -> Sequence[str]:
        """Return a person's puzzle record, shown only to them."""
        return puzzle_line(await self._puzzles.standing(person, game), translate) if own else ()
