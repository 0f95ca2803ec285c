"""Buttons, menus and pages for answering a question of any shape."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TypeVar

import discord
import msgspec
from discord import ui
from msgspec.structs import replace

from bot.discord.boards import FOLLOWING
from bot.discord.components.custom_ids import CustomId
from bot.discord.components.messages import (
    Button,
    Item,
    button,
    fit_a_line,
    lines_of,
    row,
    rows,
)
from bot.discord.components.plain import bare, capitalised, in_clauses, plain, shorten
from bot.discord.match_buttons import SUCCESS
from bot.games.playable import PlayableGame
from bot.panel.drafts import (
    LABEL,
    AnswerShape,
    PartialAnswer,
    bounds,
    few,
    is_order_of_three,
    named,
    pack,
    shape,
)
from bot.panel.question_text import (
    MENU,
    grouped,
    labels,
)
from cards.i18n import Translator, msg
from engine.kernel.question import Choice, Question, QuestionKind

T = TypeVar("T")
BUTTONS = 5
"""Buttons in a row. Up to this many options become buttons."""
LONG_LABEL = 70
"""The maximum length of a label if there are at most two.

A label that is cut off still tells them apart, and is in the text.
"""
BESIDE = 60
"""Characters beside a button: two lines of small text on a phone."""
FULL_LINES = 2
"""Lines on a phone that full labels of the usual answers may take."""
MENUS = 4
"""Menus on a page; further options go on the next page."""
GROUP = "g"
"""The value of a group in a menu is this and the position of its first option."""
NOTHING_TO_CHOOSE = msg("There is nothing to choose from.")


COMPONENTS = 27
"""Components that a question may use, of the 40 in a message (Discord's limit)."""


class ActionTexts(msgspec.Struct, frozen=True):
    """A game's names of actions in the reader's language, by verb: of menus, and of buttons beside a card.

    `rare` are the verbs that are seldom chosen.
    """

    menus: Mapping[str, str] = MappingProxyType({})
    buttons: Mapping[str, str] = MappingProxyType({})
    rare: frozenset[str] = frozenset()


def action_texts(game: PlayableGame, translator: Translator) -> ActionTexts:
    """Return a game's texts for its actions."""
    menus = {verb: translator(title) for verb, title in game.verb_menus.items()}
    buttons = {verb: translator(title) for verb, title in game.verb_buttons.items()}
    return ActionTexts(MappingProxyType(menus), MappingProxyType(buttons), game.rare_verbs)


class AnswerControls(msgspec.Struct, frozen=True):
    """The controls of a question with a partial answer."""

    question: Question
    match: str
    draft: PartialAnswer
    translate: Translator
    actions: ActionTexts
    comes_to: Callable[[Choice], str] = lambda choice: ""
    usual_answers: Sequence[Choice] = ()
    details: Mapping[str, str] = MappingProxyType({})
    hurting: Collection[str] = ()
    seen: Collection[str] = ()
    """The keys of options whose details the board shows."""
    lines: int = 0
    """Maximum lines on a phone for options of groups, if there are others."""
    components: int = COMPONENTS
    """Maximum components of the question."""

    def _in_order(self, places: Iterable[int]) -> list[int]:
        """Return positions in display order: options that hurt the choosing player last."""
        return sorted(places, key=lambda i: self.question.options[i].key in self.hurting)

    def _whose(self, index: int, name: str) -> str:
        """Return the name of an option, marked as the player's own if it would hurt them."""
        return (
            self.translate.msg("{card} (yours)", card=name)
            if self.question.options[index].key in self.hurting
            else name
        )

    def _details(self, places: Iterable[int]) -> list[str]:
        """Return the texts about options: parts cut off on buttons, and descriptions."""
        names, options = labels(self.question), self.question.options
        each = BESIDE if len(options) < BUTTONS else BESIDE // 2
        return [
            " – ".join(
                filter(None, (f"-# **{plain(names[i])}**", plain(capitalised(options[i].detail), each)))
            )
            for i in places
            if len(names[i]) > LABEL or options[i].detail
        ]

    def _leads(self) -> dict[int, list[int]]:
        """Return the groups of a question with too many grouped options for buttons, by their first position."""
        options = self.question.options
        places = [i for i in range(len(options)) if options[i].group]
        if len(places) <= BUTTONS or shape(self.question) is not AnswerShape.SINGLE:
            return {}
        return grouped(self.question, places)

    def _menu_name(self, index: int) -> str:
        """Return the name of the menu that begins with an option. Actions are grouped by verb."""
        verb = self.question.options[index].verb if self.question.kind is QuestionKind.ACTION else ""
        return self.actions.menus.get(verb, self.translate.msg("Choose …", "menu"))

    def _chunks(self, placeholder: str, indices: Sequence[int]) -> Iterable[tuple[str, list[int]]]:
        if len(indices) <= MENU:
            return [(placeholder, list(indices))] if indices else []
        names, leads = labels(self.question), self._leads()
        names = [
            self.question.options[i].group if len(leads.get(i, ())) > 1 else name
            for i, name in enumerate(names)
        ]
        chunks = [list(indices[i : i + MENU]) for i in range(0, len(indices), MENU)]
        stem = placeholder.rstrip(" …")
        if all(names[i].startswith(f"{stem} ") for i in indices):  # "Recruit" is part of each name.
            placeholder, names = stem, [name.removeprefix(f"{stem} ") for name in names]
        return [
            (f"{placeholder} {shorten(names[c[0]], 40)} … {shorten(names[c[-1]], 40)}", c) for c in chunks
        ]

    def _filled(
        self, menu: ui.Select[ui.LayoutView], group: Sequence[int], picked: Sequence[int] = ()
    ) -> Item:
        names, leads = labels(self.question), self._leads()
        for i in group:
            if len(members := leads.get(i, ())) > 1:
                group_name = shorten(bare(self.question.options[i].group), 95)
                inside = shorten(" · ".join(names[member] for member in members), 100)
                menu.add_option(label=group_name, value=f"{GROUP}{i}", description=inside)
                continue
            option = self.question.options[i]
            detail = in_clauses(bare(capitalised(self.details.get(option.key, option.detail))), 100) or None
            menu.add_option(
                label=self._whose(i, names[i])[:100], value=str(i), description=detail, default=i in picked
            )
        return ui.ActionRow(menu)

    def _pick(
        self, label: str, value: str, style: discord.ButtonStyle = discord.ButtonStyle.primary
    ) -> ui.Button[ui.LayoutView]:
        return ui.Button(label=label[:80], style=style, custom_id=self._id("pick", value))

    def _id(self, act: str, state: str) -> str:
        return CustomId(act, self.match, self.question.id, state).id

    def _type(self, label: str, style: discord.ButtonStyle) -> ui.Button[ui.LayoutView]:
        return ui.Button(label=label, style=style, custom_id=self._id("type", ""))

    def _usual_answers(self) -> list[PartialAnswer]:
        """Return the answers that most players want."""
        keys = [option.key for option in self.question.options]
        return [PartialAnswer(tuple(sorted(map(keys.index, choice)))) for choice in self.usual_answers]

    def _usual_first(self, drafts: Sequence[PartialAnswer]) -> list[PartialAnswer]:
        """Return these answers, the usual ones first. The empty answer stays last."""
        usual_answers = [draft for draft in self._usual_answers() if draft.picks]
        return sorted(
            drafts,
            key=lambda one: (
                usual_answers.index(one) if one in usual_answers else len(usual_answers) + (not one.picks)
            ),
        )

    def _few(self) -> list[ui.Button[ui.LayoutView]]:
        """Return a button for each answer, if there are few and each fits on a button."""
        drafts = self._usual_first(few(self.question))
        buttons = self._answers(drafts)
        return buttons if len(buttons) == len(drafts) else []

    def _answers(self, drafts: Sequence[PartialAnswer]) -> list[ui.Button[ui.LayoutView]]:
        """Return a button for each of these answers that fits on one and is unique.

        The labels omit words of the question if that saves lines on a phone.
        """
        buttons = self._named(self.question, drafts)
        if len(lines_of(buttons)) <= FULL_LINES or not self.question.some:
            return buttons
        short = self._named(replace(self.question, some=""), drafts)
        is_lower = len(lines_of(short)) < len(lines_of(buttons)) and len(short) == len(buttons)
        return short if is_lower else buttons

    def _named(self, question: Question, drafts: Sequence[PartialAnswer]) -> list[ui.Button[ui.LayoutView]]:
        names = labels(question)
        room = LONG_LABEL if len(drafts) <= 2 else LABEL
        drafts_by_label: dict[str, PartialAnswer] = {}
        for draft in drafts:
            label = named(question, names, draft, self.translate, room)
            if is_order_of_three(question) and draft.picks != (0, 1, 2):
                label = ", ".join(str(i + 1) for i in draft.picks)
            drafts_by_label.setdefault(label, draft)
        in_full = bounds(question)[0] == len(names) and shape(question) is AnswerShape.SEQUENCE
        usual_answers = self._usual_answers()
        return [
            ui.Button(
                label=label[:80],
                style=discord.ButtonStyle.primary
                if draft.picks and (draft in usual_answers if usual_answers else slot == 0 or not in_full)
                else discord.ButtonStyle.secondary,
                custom_id=self._id("done", f"{slot}.{pack(question, draft)}"),
            )
            for slot, (label, draft) in enumerate(drafts_by_label.items())
            if label
        ]

    def _confirm(self, label: str) -> ui.Button[ui.LayoutView]:
        """Return a button that gives the partial answer. Only valid if it is complete."""
        return ui.Button(
            label=label,
            style=discord.ButtonStyle.success,
            custom_id=self._id("done", pack(self.question, self.draft)),
        )

    def _to(
        self, slot: int, draft: PartialAnswer, label: str, *, disabled: bool = False
    ) -> ui.Button[ui.LayoutView]:
        """Return a button that leads to a partial answer. `slot` makes ids of buttons with the same target unique."""
        return ui.Button(
            label=label, disabled=disabled, custom_id=self._id("to", f"{slot}.{pack(self.question, draft)}")
        )

    def _page(self, things: Sequence[T], size: int, first: int = 0) -> tuple[Sequence[T], list[Item]]:
        """Return the items on the draft's page, and the buttons to turn pages if there are several.

        `first` is the number of the first page.
        """
        pages = max(1, -(-len(things) // size))
        page = min(max(self.draft.page - first, 0), pages - 1)
        shown = things[page * size : (page + 1) * size]
        if pages == 1:
            return shown, []
        before, after = max(page - 1, 0) + first, min(page + 1, pages - 1) + first
        back = self._to(998, self.draft.at(before), self.translate.msg("Back"), disabled=page == 0)
        label = self.translate(FOLLOWING.filled(page=page + 1, pages=pages))
        ahead = self._to(999, self.draft.at(after), label, disabled=page == pages - 1)
        return shown, rows([back, ahead])


def emphasised(key: str, answers: Sequence[Item], question: Question, match: str) -> list[Item]:
    """Return the answers with one option, by key, first and highlighted, if it exists."""
    place = next((i for i, option in enumerate(question.options) if option.key == key), None)
    if place is None:
        return [*answers]
    id_ = CustomId("pick", match, question.id, str(place)).id
    main_row: Item = row(button(question.options[place].label[:80], id_, SUCCESS))
    others: list[Item] = []
    for item in answers:
        buttons = _buttons(item)
        for option in buttons:
            option.style = SUCCESS if option.custom_id == id_ else discord.ButtonStyle.secondary
        if all(option.custom_id != id_ for option in buttons):
            others.append(item)
        elif isinstance(item, ui.Section):
            main_row = item
        elif left := [option for option in buttons if option.custom_id != id_]:
            others.append(row(*left))
    return [main_row, *others]


def _buttons(item: Item) -> list[Button]:
    """Return the buttons in a row, or beside a text."""
    children = (
        [item.accessory]
        if isinstance(item, ui.Section)
        else item.children
        if isinstance(item, ui.ActionRow)
        else []
    )
    return [child for child in children if isinstance(child, ui.Button)]


def in_one_row(
    answers: Sequence[Item], beside: Sequence[Button], foot: Sequence[Button], needed: Sequence[Button]
) -> list[Item] | None:
    """Return the answers with the bottom row in their last line on a phone, or None if that isn't possible.

    Its `needed` buttons must fit; `beside` comes between them and the answers. The remaining ones are under
    "More", the last button. Colour separates the answers from the rest. None as well if colour already marks
    the helpful answers.
    """
    last = answers[-1] if answers else None
    own = (
        [one for one in last.children if isinstance(one, ui.Button)] if isinstance(last, ui.ActionRow) else []
    )
    if not own or not isinstance(last, ui.ActionRow) or len(own) < len(last.children):
        return None
    grey = [one for one in own if one.style is discord.ButtonStyle.secondary]
    if len(grey) > 1:
        return None
    *above, line = lines_of(own)
    *others, more = foot
    names = {one.label for one in needed}
    remaining = [one for one in others if one.label in names]
    if not fit_a_line([*line, *beside, *remaining, more]):
        return None
    for one in others:
        if one not in remaining and fit_a_line([*line, *beside, *remaining, one, more]):
            remaining.append(one)
    for one in grey:
        one.style = discord.ButtonStyle.primary
    below = row(*line, *beside, *(one for one in others if one in remaining), more)
    return [*answers[:-1], *(row(*some) for some in above), below]
