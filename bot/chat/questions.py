"""Any question of any game as buttons and menus, and presses on them as answers.

| what is asked for | how it is asked |
| --- | --- |
| one option (ACTION, ONE, YES_NO, CARDS with one) | up to five short ones: buttons; more: menus of 25 |
| several options (CARDS) | menus of 25 that keep what is chosen, and a button to confirm |
| an order (ORDER, CARDS in order) | one pick after another, undo, and a button to confirm |
| points (DISTRIBUTE) | minus, plus and fill for each option, and a button to confirm |
| a number (NUMBER) | up to five: buttons; up to 25: a menu; more: five of them as buttons, and a form to type any in |

A question takes at most 30 of the 40 components that a message can have; what doesn't fit comes on further pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import discord
from discord import ui

from bot.chat.controls import Control, TooLong
from bot.chat.drafts import Draft, Shape, blank, bounds, is_complete, left_in_order, pack, shape
from bot.chat.plain import bare, plain, shorten
from bot.chat.words import Words
from engine.kernel.question import Question, QuestionKind

Item = ui.Item[Any]
T = TypeVar("T")

BUTTONS = 5
"""Options up to this many become buttons: one row."""
BUTTON_LABEL = 38
"""Characters of a button's label that a phone shows (Discord takes 80)."""
LONG_LABEL = 70
"""The same where there are no more than two: a label that is cut off still tells them apart, and is in the text."""
MENU = 25
"""Options of one menu."""
MENUS = 4
"""Menus at a time; more options than fit into them page."""
SHARES = 4
"""Options at a time to share points among."""
TEXT = 1800
"""Characters of the question itself, what was chosen included: a panel has other things to say, too."""
NONE = "none"
_RULE = re.compile(r"§.*|R[0-9]+")
"""How causes read that are rules and not cards: sections of the rulebook, and rulings."""


def labels(question: Question) -> list[str]:
    """Return one label an option, each different from the others, at most 100 characters, without formatting."""
    taken: dict[str, int] = {}
    out: list[str] = []
    for option in question.options:
        label = shorten(bare(option.label) or option.key, 95)
        taken[label] = taken.get(label, 0) + 1
        out.append(label if taken[label] == 1 else f"{label} ({taken[label]})")
    return out


def draw(question: Question, match: str, draft: Draft | None, words: Words) -> list[Item]:
    """Return the components by which the question is answered, with a half-made answer filled in.

    What is asked stands above them (`asked`). `match` is the key of the match.
    """
    sheet = _Sheet(question, match, draft or blank(question), words)
    try:
        more, items = sheet.drawn()
    except TooLong:
        more, items = sheet.to_type()
    return [*([ui.TextDisplay(shorten("\n".join(more), TEXT))] if more else []), *items]


def asked(question: Question, words: Words) -> list[str]:
    """Return what is asked, in a line, and in another one the card that makes it be asked, if that doesn't say so itself."""
    lines = [f"### {plain(question.purpose, 700)}"]
    cause = question.because or question.cause
    if cause and not _RULE.fullmatch(question.cause) and cause not in question.purpose:
        lines.append("-# " + words.because.format(cause=plain(cause)))
    return lines


def how_to_type(question: Question, words: Words) -> str:
    """Return how an answer to the question is typed."""
    match shape(question):
        case Shape.NUMBER:
            return words.type_number.format(low=question.minimum, high=question.maximum)
        case Shape.SHARES:
            return words.type_shares
        case Shape.SEQUENCE:
            return words.type_sequence
        case Shape.SET:
            return words.type_set
        case Shape.SINGLE:
            return words.type_single


@dataclass(frozen=True, slots=True)
class _Sheet:
    """One question being drawn. Each shape returns lines of text and the components beneath them."""

    question: Question
    match: str
    draft: Draft
    words: Words

    def drawn(self) -> tuple[list[str], list[Item]]:
        """Draw the question in its shape. Raises TooLong for a draft that no button's id can hold."""
        match shape(self.question):
            case Shape.SINGLE:
                return self.single()
            case Shape.SET:
                return self.several()
            case Shape.SEQUENCE:
                return self.sequence()
            case Shape.SHARES:
                return self.shares()
            case Shape.NUMBER:
                return self.number()

    def to_type(self) -> tuple[list[str], list[Item]]:
        """Offer nothing but to type the answer."""
        button = self._type(self.words.type_it, discord.ButtonStyle.primary)
        return [self.words.too_big_to_click, how_to_type(self.question, self.words)], _rows([button])

    # -- one option

    def single(self) -> tuple[list[str], list[Item]]:
        question, names = self.question, labels(self.question)
        optional = question.kind is QuestionKind.CARDS and question.minimum == 0
        if not names:
            return [self.words.nothing_to_choose], []
        every = range(len(names))
        lone = [i for i in every if self._is_lone(i)] if len(names) + optional > BUTTONS else list(every)
        longest = LONG_LABEL if len(names) <= 2 else BUTTON_LABEL
        if any(len(names[i]) > longest for i in lone) or len(lone) > 2 * BUTTONS - optional:
            lone = []
        groups = self._groups([i for i in every if i not in lone])
        shown, paging = self._page(groups, MENUS)
        items: list[Item] = [
            self._menu(i, placeholder, group) for i, (placeholder, group) in enumerate(shown)
        ]
        buttons = [self._pick(names[i], str(i), question.options[i].key) for i in lone]
        if optional:
            buttons.append(self._pick(self.words.none_of_them, NONE, ""))
        text = [
            " – ".join(filter(None, (f"- **{plain(names[i])}**", plain(question.options[i].detail, 300))))
            for i in lone
            if question.options[i].detail or len(names[i]) > BUTTON_LABEL
        ]
        return text, [*items, *paging, *_rows(buttons)]

    def _is_lone(self, index: int) -> bool:
        """Whether an option of an ACTION question stands alone: its key is one word, as "pass" is."""
        return self.question.kind is QuestionKind.ACTION and " " not in self.question.options[index].key

    def _groups(self, indices: Sequence[int]) -> list[tuple[str, list[int]]]:
        """Return menus as (placeholder, positions): actions by their verb, others in order; 25 in each at most."""
        if self.question.kind is QuestionKind.ACTION:
            verbs: dict[str, list[int]] = {}
            for i in indices:
                verbs.setdefault(self.question.options[i].key.split(" ")[0], []).append(i)
            parts = [(self.words.verbs.get(verb, self.words.choose), found) for verb, found in verbs.items()]
        else:
            parts = [(self.words.choose, list(indices))]
        return [group for placeholder, found in parts for group in self._chunks(placeholder, found)]

    def _chunks(self, placeholder: str, indices: Sequence[int]) -> Iterable[tuple[str, list[int]]]:
        if len(indices) <= MENU:
            return [(placeholder, list(indices))] if indices else []
        names = labels(self.question)
        chunks = [list(indices[i : i + MENU]) for i in range(0, len(indices), MENU)]
        return [
            (f"{placeholder} {shorten(names[c[0]], 40)} … {shorten(names[c[-1]], 40)}", c) for c in chunks
        ]

    def _menu(self, slot: int, placeholder: str, group: Sequence[int]) -> Item:
        menu = ui.Select[Any](custom_id=self._id("menu", str(slot)), placeholder=placeholder[:150])
        return self._filled(menu, group)

    def _filled(self, menu: ui.Select[Any], group: Sequence[int], picked: Sequence[int] = ()) -> Item:
        names = labels(self.question)
        for i in group:
            detail = shorten(bare(self.question.options[i].detail), 100) or None
            menu.add_option(label=names[i], value=str(i), description=detail, default=i in picked)
        return ui.ActionRow(menu)

    def _pick(self, label: str, value: str, key: str) -> ui.Button[Any]:
        style = {
            "yes": discord.ButtonStyle.success,
            "pass": discord.ButtonStyle.secondary,
            "": discord.ButtonStyle.secondary,
            "no": discord.ButtonStyle.secondary,
        }
        return ui.Button(
            label=label[:80],
            style=style.get(key, discord.ButtonStyle.primary),
            custom_id=self._id("pick", value),
        )

    # -- several options, in any order

    def several(self) -> tuple[list[str], list[Item]]:
        question, picks = self.question, self.draft.picks
        low, high = bounds(question)
        names = labels(question)
        menus: list[tuple[int, str, list[int]]] = [
            (n, placeholder, group)
            for n, (placeholder, group) in enumerate(self._chunks(self.words.choose, range(len(names))))
        ]
        shown, paging = self._page(menus if high else [], MENUS)
        packed, items = pack(question, self.draft), list[Item]()
        for n, placeholder, group in shown:
            here = [i for i in group if i in picks]
            menu = ui.Select[Any](
                custom_id=self._id("set", f"{n}.{packed}"),
                placeholder=placeholder[:150],
                min_values=0,
                required=False,
                max_values=max(min(high, len(group)), len(here)),
            )
            items.append(self._filled(menu, group, here))
        text = [self._how_many(low, high)] if high else [self.words.nothing_to_choose]
        if picks:
            text.append(self.words.chosen.format(names=", ".join(plain(names[i]) for i in picks)))
        if len(picks) > high:
            text.append(self.words.too_many.format(n=len(picks) - high))
        label = self.words.confirm_n.format(n=len(picks)) if picks else self.words.confirm_none
        return text, [*items, *paging, *_rows([self._confirm(label)])]

    def _how_many(self, low: int, high: int) -> str:
        if low == high:
            return self.words.choose_exactly.format(n=low)
        if low == 0:
            return self.words.choose_up_to.format(n=high)
        return self.words.choose_between.format(low=low, high=high)

    # -- several options in order

    def sequence(self) -> tuple[list[str], list[Item]]:
        question, picks = self.question, self.draft.picks
        low, high = bounds(question)
        names = labels(question)
        left = left_in_order(question, self.draft) if len(picks) < high else []
        shown, paging = self._page(list(self._chunks(self.words.next_one, left)), MENUS)
        packed, items = pack(question, self.draft), list[Item]()
        for n, (placeholder, group) in enumerate(shown):
            menu = ui.Select[Any](custom_id=self._id("add", f"{n}.{packed}"), placeholder=placeholder[:150])
            items.append(self._filled(menu, group))
        text = [self.words.in_order if low == len(names) else self._how_many(low, high)]
        if not names:
            text = [self.words.nothing_to_choose]
        text += [f"{n}. {plain(names[i])}" for n, i in enumerate(picks, 1)]
        buttons = [self._confirm(self.words.confirm_order if picks or low else self.words.confirm_none)]
        if picks:
            buttons.append(self._to(0, replace(self.draft, picks=picks[:-1]), self.words.undo_last))
        if left and low == len(names):
            rest = replace(self.draft, picks=(*picks, *left))
            buttons.append(self._to(1, rest, self.words.rest_as_listed))
        return text, [*items, *paging, *_rows(buttons)]

    # -- points

    def shares(self) -> tuple[list[str], list[Item]]:
        question, points = self.question, self.draft.picks
        names, total = labels(question), question.maximum
        left = total - sum(points)
        shown, paging = self._page(list(range(len(names))), SHARES)
        items: list[Item] = []
        for i in shown:
            limit = question.options[i].limit
            items.append(
                ui.TextDisplay(self.words.share.format(name=plain(names[i]), n=points[i], limit=limit))
            )
            room = min(left, limit - points[i])
            steps = [(-1, "−1"), (1, "+1"), (room, self.words.fill)]
            buttons: list[ui.Button[Any]] = []
            for slot, (step, label) in enumerate(steps):
                fits = step != 0 and 0 <= points[i] + step <= limit and step <= left
                target = points[i] + (step if fits else 0)
                draft = replace(self.draft, picks=(*points[:i], target, *points[i + 1 :]))
                buttons.append(
                    self._to(3 * i + slot, draft, f"{shorten(names[i], 30)} {label}", disabled=not fits)
                )
            items.append(ui.ActionRow(*buttons))
        text = (
            [self.words.shared.format(n=total - left, total=total)]
            if names
            else [self.words.nothing_to_choose]
        )
        buttons = [self._confirm(self.words.confirm_shares)]
        if any(points):
            buttons.append(
                self._to(900, replace(self.draft, picks=(0,) * len(points)), self.words.start_over)
            )
        return text, [*items, *paging, *_rows(buttons)]

    # -- a number

    def number(self) -> tuple[list[str], list[Item]]:
        low, high = self.question.minimum, self.question.maximum
        numbers = [str(n) for n in range(low, high + 1)] if high - low < MENU else []
        if 0 < len(numbers) <= BUTTONS:
            return [], _rows([self._pick(n, n, n) for n in numbers])
        text = [self.words.number_between.format(low=low, high=high)]
        if numbers:
            menu = ui.Select[Any](custom_id=self._id("menu", "0"), placeholder=self.words.choose)
            for n in numbers:
                menu.add_option(label=n, value=n)
            return text, [ui.ActionRow(menu)]
        # Nobody who doesn't mind which (as in a cut) should have to type.
        some = [str(low + (high - low) * part // (BUTTONS - 1)) for part in range(BUTTONS)]
        other = self._type(self.words.type_it, discord.ButtonStyle.secondary)
        return text, [*_rows([self._pick(n, n, n) for n in some]), *_rows([other])]

    # -- what all shapes use

    def _id(self, act: str, state: str) -> str:
        return Control(act, self.match, self.question.id, state).id

    def _type(self, label: str, style: discord.ButtonStyle) -> ui.Button[Any]:
        return ui.Button(label=label, style=style, custom_id=self._id("type", ""))

    def _confirm(self, label: str) -> ui.Button[Any]:
        return ui.Button(
            label=label,
            style=discord.ButtonStyle.success,
            disabled=not is_complete(self.question, self.draft),
            custom_id=self._id("done", pack(self.question, self.draft)),
        )

    def _to(self, slot: int, draft: Draft, label: str, *, disabled: bool = False) -> ui.Button[Any]:
        """A button that leads to a draft. `slot` keeps the ids of two buttons with the same target apart."""
        return ui.Button(
            label=label, disabled=disabled, custom_id=self._id("to", f"{slot}.{pack(self.question, draft)}")
        )

    def _page(self, things: Sequence[T], size: int) -> tuple[Sequence[T], list[Item]]:
        """Return what is on the draft's page, and the buttons to turn pages if there is more than one."""
        pages = max(1, -(-len(things) // size))
        page = min(self.draft.page, pages - 1)
        shown = things[page * size : (page + 1) * size]
        if pages == 1:
            return shown, []
        back = self._to(998, self.draft.at(max(page - 1, 0)), self.words.previous, disabled=page == 0)
        label = self.words.following.format(page=page + 1, pages=pages)
        ahead = self._to(999, self.draft.at(min(page + 1, pages - 1)), label, disabled=page == pages - 1)
        return shown, _rows([back, ahead])


def _rows(buttons: Sequence[ui.Button[Any]]) -> list[Item]:
    """Return the buttons in rows of five."""
    return [ui.ActionRow(*buttons[i : i + BUTTONS]) for i in range(0, len(buttons), BUTTONS)]
