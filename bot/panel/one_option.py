"""Questions answered by one option: buttons beside their consequences, menus, and groups."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import discord
from discord import ui
from msgspec.structs import replace

from bot.discord.components.messages import Button, Item, rows
from bot.discord.components.plain import bare, capitalised, plain, shorten
from bot.panel.answer_controls import BESIDE, BUTTONS, LONG_LABEL, MENUS, NOTHING_TO_CHOOSE, AnswerControls
from bot.panel.drafts import (
    LABEL,
    PartialAnswer,
    named,
    pack,
)
from bot.panel.question_text import MENU, grouped, is_lone, labels
from bot.views.pictures import PrivatePicture
from engine.kernel.question import Option, QuestionKind

LINES = 7
"""Maximum lines of buttons for some options on a phone, while menus have the others. Without menus there is one more."""
LINE = 44
"""Characters of such a line. A button takes six more than its label."""
TALL = (1.1, 1.3, 1.5)
"""Heights of pictures relative to their widths. Each one exceeded leaves room for one line less."""
AT_LENGTH = 3
"""Up to this many options have three times as much text beside them."""
LEAST = 36
"""Minimum characters of an effect beside a button, however long the name of its option is."""
NONE = "none"
"""The value of the button that chooses no option."""


def lines_below(picture: PrivatePicture) -> int:
    """Return the maximum lines of options on a phone below a picture; fewer for a taller one."""
    width, height = (int.from_bytes(picture.png[at : at + 4]) for at in (16, 20))
    return LINES - sum(height > tall * width for tall in TALL)


class OneOption(AnswerControls, frozen=True):
    """A question of one option being drawn."""

    def single(self) -> tuple[list[str], list[Item]]:
        """Return lines of text, and the components below them."""
        question, names = self.question, labels(self.question)
        optional = question.kind is QuestionKind.CARDS and question.minimum == 0
        if not names:
            return [self.translate(NOTHING_TO_CHOOSE)], []
        if opened := self._opened():
            return self._one_group(opened)
        every = self._in_order(range(len(names)))
        called = [
            self._whose(
                i, named(question, names, PartialAnswer((i,)), self.translate, LONG_LABEL) or names[i]
            )
            for i in range(len(names))
        ]
        longest = LONG_LABEL if len(names) <= 2 else LABEL
        if len(names) + optional <= BUTTONS and all(len(one) <= longest for one in called):
            in_rows, groups = [[*every]], list[tuple[str, list[int]]]()
        else:
            in_rows, groups = self._rows_and_menus(names, optional=optional)
        shown, paging = self._page(groups, MENUS)
        menus: list[Item] = [
            self._menu(i, placeholder, group) for i, (placeholder, group) in enumerate(shown)
        ]
        beside = [self.beside(i) for some in in_rows for i in some if self._is_read(i)]
        buttons = [
            [self._pick(called[i], str(i), _style(question.options[i])) for i in row if not self._is_read(i)]
            for row in in_rows
        ]
        if optional:
            buttons[-1].append(
                self._pick(
                    question.none or self.translate.msg("None of them"), NONE, discord.ButtonStyle.secondary
                )
            )
        *above, last = buttons
        return [], [*beside, *(row for some in above for row in rows(some)), *menus, *paging, *rows(last)]

    def beside(self, index: int) -> Item:
        """Return an option as a button beside its name and effect."""
        option, names = self.question.options[index], labels(self.question)
        name = (
            named(self.question, names, PartialAnswer((index,)), self.translate, LONG_LABEL) or names[index]
        )
        room = 3 * BESIDE if self._is_at_length(option) else BESIDE
        name = self._whose(index, name)
        effect = plain(_in_short(self._effect_of(option), max(room - len(name), LEAST)))
        label = self.actions.buttons.get(option.verb, self.translate.msg("Choose"))
        button = self._pick(label, str(index), _style(option))
        line = " – ".join(filter(None, (f"-# **{plain(name)}**", effect)))
        return ui.Section[ui.LayoutView](line, accessory=button)

    def act(self, index: int) -> Button:
        """Return an option as a button that names only its action. The question names the card."""
        option = self.question.options[index]
        return self._pick(self.actions.buttons[option.verb], str(index), _style(option))

    def _is_at_length(self, option: Option) -> bool:
        """Return whether an option may have a longer text: there are few options, or it is the only one with its action."""
        options = self.question.options
        is_alone = sum(one.verb == option.verb for one in options) == 1
        return len(options) <= AT_LENGTH or (is_alone and self.question.kind is not QuestionKind.ACTION)

    def _is_read(self, index: int) -> bool:
        """Return whether an option's button is beside a text.

        An action has one if there is anything to read about it, any other option if there is about any of them.
        """
        match self.question.kind:
            case QuestionKind.YES_NO:
                return False
            case QuestionKind.ACTION:
                return self._has_text(index)
            case _:
                return any(map(self._has_text, range(len(self.question.options))))

    def _has_text(self, index: int) -> bool:
        """Return whether there is anything to read about an option: its effect, or a name too long for a button."""
        effect = self._effect_of(self.question.options[index])
        return effect != "" or len(labels(self.question)[index]) > LABEL

    def _effect_of(self, option: Option) -> str:
        """Return the effect of an option; "" if the board shows it."""
        effect = self.details.get(option.key, "" if option.key in self.seen else option.detail)
        return bare(capitalised(effect))

    def _rows_and_menus(
        self, names: Sequence[str], *, optional: bool
    ) -> tuple[list[list[int]], list[tuple[str, list[int]]]]:
        """Return the options that become buttons, by row, and the menus of the others. Actions without an object are the last row."""
        every = self._in_order(range(len(names)))
        lone = [i for i in every if self._is_lone(i)]
        if any(len(names[i]) > LABEL for i in lone) or len(lone) > 2 * BUTTONS - optional:
            lone = []
        groups = self._groups([i for i in every if i not in lone])
        parts = [(n, part) for n, (_, group) in enumerate(groups) for part in self._by_aim(group)]
        room, shown = self.lines + (not lone and len(groups) <= 1), list[int]()
        # The smallest parts come first, so that as many options as possible take one press.
        for place in sorted(range(len(parts)), key=lambda place: self._lines(parts[place][1])):
            part = parts[place][1]
            lines = self._lines(part)
            verb = self.question.options[part[0]].verb
            is_whole = sum(self.question.options[i].verb == verb for i in every) <= MENU
            if len(part) > 1 and verb in self.actions.rare and len(every) - len(lone) > BUTTONS:
                continue
            if is_whole and lines <= room and len(part) <= 2 * BUTTONS and part[0] not in self._leads():
                shown.append(place)
                room -= lines
        last = len(lone) + optional
        while True:
            rows = [part for place, (_, part) in enumerate(parts) if place in shown]
            left: dict[int, list[int]] = {}
            for place, (n, part) in enumerate(parts):
                if place not in shown:
                    left.setdefault(n, []).extend(part)
            usual = self._usual_in(left.values(), room)
            if usual:
                rows.append(usual)
                left = {n: rest for n, part in left.items() if (rest := [i for i in part if i not in usual])}
            menus = [(groups[n][0], part) for n, part in left.items()]
            taken = sum(map(self._components, rows)) + last + -(-last // BUTTONS)
            if len(menus) <= MENUS and 1 + taken + 2 * len(menus) <= self.components:
                return [*rows, lone], menus
            if not shown:
                return [lone], groups
            shown.pop()  # The largest part goes into a menu, so that the others keep their buttons.

    def _usual_in(self, menus: Iterable[Sequence[int]], room: int) -> list[int]:
        """Return the usual answers among the options of menus, as many as fit outside them."""
        inside = {i for part in menus for i in part}
        usual = (one.picks[0] for one in self._usual_answers() if len(one.picks) == 1)
        return [i for i in usual if i in inside][:room]

    def _by_aim(self, group: Sequence[int]) -> list[list[int]]:
        """Return the options of one menu by target: those with the same target as the first one, then all others."""
        options = self.question.options
        if self.question.kind is not QuestionKind.ACTION or group[0] in self._leads():
            return [list(group)]
        aim = options[group[0]].about.aim
        first = [i for i in group if options[i].about.aim == aim]
        return [first, [i for i in group if i not in first]] if len(first) < len(group) else [first]

    def _lines(self, places: Sequence[int]) -> int:
        """Return the approximate lines of these options' buttons on a phone. A button beside a text takes one."""
        alone = [labels(self.question)[i] for i in places if not self._is_read(i)]
        return len(places) - len(alone) + (_lines(alone) if alone else 0)

    def _components(self, places: Sequence[int]) -> int:
        """Return the number of components of these options' buttons."""
        alone = sum(not self._is_read(i) for i in places)
        return 3 * (len(places) - alone) + alone + -(-alone // BUTTONS)

    def _one_group(self, places: Sequence[int]) -> tuple[list[str], list[Item]]:
        """Return the options of a group as buttons, with their effects, and a button that leads back."""
        names, options = labels(self.question), self.question.options
        back = self._to(0, replace(self.draft, picks=()), self.translate.msg("Back"))
        beside = [self.beside(i) for i in places if self._is_read(i)]
        buttons = [self._pick(names[i], str(i), _style(options[i])) for i in places if not self._is_read(i)]
        return [f"**{plain(options[places[0]].group)}**"], [*beside, *rows([*buttons, back])]

    def _opened(self) -> list[int]:
        """Return the positions of the open group's options; empty if no group is open."""
        groups = grouped(self.question, range(len(self.question.options)))
        opened = groups.get(self.draft.picks[0], []) if self.draft.picks else []
        return opened if len(opened) > 1 else []

    def _is_lone(self, index: int) -> bool:
        return is_lone(self.question, self.question.options[index])

    def _groups(self, indices: Sequence[int]) -> list[tuple[str, list[int]]]:
        """Return menus as (placeholder, positions), with at most 25 options each: actions by verb, in the game's order.

        Each group of options has a separate menu, and each is at the position of its first option.
        """
        leads = self._leads()
        inside = {i for members in leads.values() for i in members}
        parts: dict[tuple[bool, str], list[int]] = {}
        for i in indices:
            verb = self.question.options[i].verb if self.question.kind is QuestionKind.ACTION else ""
            if i in leads:
                parts.setdefault((True, ""), []).append(i)
            elif i not in inside:
                parts.setdefault((False, verb), []).append(i)
        order = [*self.actions.menus]

        def rank(menu: Sequence[int]) -> int:
            verb = self.question.options[menu[0]].verb
            return order.index(verb) if verb in order else len(order)

        ranked = sorted(parts.values(), key=rank)
        return [menu for part in ranked for menu in self._chunks(self._menu_name(part[0]), part)]

    def _menu(self, slot: int, placeholder: str, group: Sequence[int]) -> Item:
        # The id has the page, so that "Back" in a group leads to it.
        state = f"{slot}.{pack(self.question, self.draft)}" if self._leads() else str(slot)
        menu = ui.Select[ui.LayoutView](custom_id=self._id("menu", state), placeholder=placeholder[:150])
        return self._filled(menu, group)


def _in_short(text: str, limit: int) -> str:
    """Return at most `limit` characters of a text, with "…" if cut: at the end of a sentence in the second half, if any."""
    end = text.rfind(". ", 0, limit - 2)
    return f"{text[: end + 1]} …" if len(text) > limit and end >= limit // 2 else shorten(text, limit)


def _lines(names: Sequence[str]) -> int:
    """Return the approximate lines of buttons with these names on a phone."""
    lines, used = 0, LINE
    for name in names:
        wide = len(name) + 6
        lines, used = (lines, used + wide) if used + wide <= LINE else (lines + 1, wide)
    return lines


def _style(option: Option) -> discord.ButtonStyle:
    """Return the style of an option's button: green for yes, grey for no and for passing, else blue."""
    if option.verb == "pass" or option.key == "no":
        return discord.ButtonStyle.secondary
    return discord.ButtonStyle.success if option.key == "yes" else discord.ButtonStyle.primary
