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
"""Lines that options of groups may take on a phone if there are others, fewer below a tall board; one more if not."""
LINE = 44
"""Characters of such a line; a button takes six more than its label has."""
TALL = (1.1, 1.3, 1.5)
"""The heights of pictures, in their widths, each of which leaves room for one line of options less."""
AT_LENGTH = 3
"""Options up to this many have three times as much said beside them."""
LEAST = 36
"""Characters that are said of an option beside its button, however long its name is."""
NONE = "none"
"""The value of the button that chooses no option."""


def lines_below(picture: PrivatePicture) -> int:
    """Return the maximum lines of options on a phone below a picture; fewer for a taller one."""
    width, height = (int.from_bytes(picture.png[at : at + 4]) for at in (16, 20))
    return LINES - sum(height > tall * width for tall in TALL)


class OneOption(AnswerControls, frozen=True):
    """A question of one option being drawn."""

    def single(self) -> tuple[list[str], list[Item]]:
        """Return lines of text, and the components beneath them."""
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
        """Return an option as a button, and beside it what it is and does."""
        option, names = self.question.options[index], labels(self.question)
        name = (
            named(self.question, names, PartialAnswer((index,)), self.translate, LONG_LABEL) or names[index]
        )
        room = 3 * BESIDE if self._is_at_length(option) else BESIDE
        name = self._whose(index, name)
        said = plain(_in_short(self._said_of(option), max(room - len(name), LEAST)))
        label = self.actions.buttons.get(option.verb, self.translate.msg("Choose"))
        button = self._pick(label, str(index), _style(option))
        told = " – ".join(filter(None, (f"-# **{plain(name)}**", said)))
        return ui.Section[ui.LayoutView](told, accessory=button)

    def act(self, index: int) -> Button:
        """Return an option as a button with no more than what is done, where the question says with which card."""
        option = self.question.options[index]
        return self._pick(self.actions.buttons[option.verb], str(index), _style(option))

    def _is_at_length(self, option: Option) -> bool:
        """Return whether an option has room for its whole text: there are few, or it differs in kind from all others."""
        options = self.question.options
        is_alone = sum(one.verb == option.verb for one in options) == 1
        return len(options) <= AT_LENGTH or (is_alone and self.question.kind is not QuestionKind.ACTION)

    def _is_read(self, index: int) -> bool:
        """Return whether an option that is a button stands beside its name: it has something to be read, or
        others of its sort have.
        """
        match self.question.kind:
            case QuestionKind.YES_NO:
                return False
            case QuestionKind.ACTION:
                return self._has_text(index)
            case _:
                return any(map(self._has_text, range(len(self.question.options))))

    def _has_text(self, index: int) -> bool:
        """Return whether there is something to be read of an option: what it does, or a name that is cut off
        on a button.
        """
        return bool(self._said_of(self.question.options[index])) or len(labels(self.question)[index]) > LABEL

    def _said_of(self, option: Option) -> str:
        """Return the effect of an option, as far as the board doesn't show it."""
        said = self.details.get(option.key, "" if option.key in self.seen else option.detail)
        return bare(capitalised(said))

    def _rows_and_menus(
        self, names: Sequence[str], *, optional: bool
    ) -> tuple[list[list[int]], list[tuple[str, list[int]]]]:
        """Return options that become buttons, in rows, and the others as menus; those that stand alone are the last row."""
        every = self._in_order(range(len(names)))
        lone = [i for i in every if self._is_lone(i)]
        if any(len(names[i]) > LABEL for i in lone) or len(lone) > 2 * BUTTONS - optional:
            lone = []
        groups = self._groups([i for i in every if i not in lone])
        found = [(n, part) for n, (_, group) in enumerate(groups) for part in self._by_aim(group)]
        room, shown = self.lines + (not lone and len(groups) <= 1), set[int]()
        # The one that needs least room has it first, so that as much as can be is one press away.
        for place in sorted(range(len(found)), key=lambda place: self._lines(found[place][1])):
            part = found[place][1]
            lines = self._lines(part)
            verb = self.question.options[part[0]].verb
            is_whole = sum(self.question.options[i].verb == verb for i in every) <= MENU
            if len(part) > 1 and verb in self.actions.rare and len(every) - len(lone) > BUTTONS:
                continue
            if is_whole and lines <= room and len(part) <= 2 * BUTTONS and part[0] not in self._leads():
                shown.add(place)
                room -= lines
        rows = [part for place, (_, part) in enumerate(found) if place in shown]
        left: dict[int, list[int]] = {}
        for place, (n, part) in enumerate(found):
            if place not in shown:
                left.setdefault(n, []).extend(part)
        usual = self._usual_in(left.values(), room)
        if usual:
            rows.append(usual)
            left = {n: rest for n, part in left.items() if (rest := [i for i in part if i not in usual])}
        menus = [(groups[n][0], part) for n, part in left.items()]
        last = len(lone) + optional
        taken = sum(map(self._components, rows)) + last + -(-last // BUTTONS)
        if len(menus) > MENUS or 1 + taken + 2 * len(menus) > self.components:
            return [lone], groups
        return [*rows, lone], menus

    def _usual_in(self, menus: Iterable[Sequence[int]], room: int) -> list[int]:
        """Return the options of menus that most people will want, as many as have room outside of them."""
        inside = {i for part in menus for i in part}
        wanted = (one.picks[0] for one in self._usual_answers() if len(one.picks) == 1)
        return [i for i in wanted if i in inside][:room]

    def _by_aim(self, group: Sequence[int]) -> list[list[int]]:
        """Return options of one menu in two parts where they are done to different things: to the first of these, to all others."""
        options = self.question.options
        if self.question.kind is not QuestionKind.ACTION or group[0] in self._leads():
            return [list(group)]
        aim = options[group[0]].about.aim
        first = [i for i in group if options[i].about.aim == aim]
        return [first, [i for i in group if i not in first]] if len(first) < len(group) else [first]

    def _lines(self, places: Sequence[int]) -> int:
        """Return about how many lines buttons for these options take on a phone; one each where something stands beside it."""
        alone = [labels(self.question)[i] for i in places if not self._is_read(i)]
        return len(places) - len(alone) + (_lines(alone) if alone else 0)

    def _components(self, places: Sequence[int]) -> int:
        """Return how many components buttons for these options take."""
        alone = sum(not self._is_read(i) for i in places)
        return 3 * (len(places) - alone) + alone + -(-alone // BUTTONS)

    def _one_group(self, places: Sequence[int]) -> tuple[list[str], list[Item]]:
        """Return the options of a group as buttons, with what each costs or needs, and the way back."""
        names, options = labels(self.question), self.question.options
        back = self._to(0, replace(self.draft, picks=()), self.translate.msg("Back"))
        beside = [self.beside(i) for i in places if self._is_read(i)]
        buttons = [self._pick(names[i], str(i), _style(options[i])) for i in places if not self._is_read(i)]
        return [f"**{plain(options[places[0]].group)}**"], [*beside, *rows([*buttons, back])]

    def _opened(self) -> list[int]:
        """Return the positions of the options of the group that is open; none where the menus are shown."""
        groups = grouped(self.question, range(len(self.question.options)))
        opened = groups.get(self.draft.picks[0], []) if self.draft.picks else []
        return opened if len(opened) > 1 else []

    def _is_lone(self, index: int) -> bool:
        return is_lone(self.question, self.question.options[index])

    def _groups(self, indices: Sequence[int]) -> list[tuple[str, list[int]]]:
        """Return menus as (placeholder, positions): actions by their verb, others in order; 25 in each at most.

        Groups of options are a part of their own, each by its first position.
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
        return [menu for found in parts.values() for menu in self._chunks(self._menu_name(found[0]), found)]

    def _menu(self, slot: int, placeholder: str, group: Sequence[int]) -> Item:
        # With open groups, the menu states its page, so that one can return there.
        state = f"{slot}.{pack(self.question, self.draft)}" if self._leads() else str(slot)
        menu = ui.Select[ui.LayoutView](custom_id=self._id("menu", state), placeholder=placeholder[:150])
        return self._filled(menu, group)


def _in_short(text: str, limit: int) -> str:
    """Return at most `limit` characters of a text: whole sentences if they are at least half of it, with "…" if cut."""
    end = text.rfind(". ", 0, limit - 2)
    return f"{text[: end + 1]} …" if len(text) > limit and end >= limit // 2 else shorten(text, limit)


def _lines(names: Sequence[str]) -> int:
    """Return about how many lines buttons with these names take on a phone."""
    lines, used = 0, LINE
    for name in names:
        wide = len(name) + 6
        lines, used = (lines, used + wide) if used + wide <= LINE else (lines + 1, wide)
    return lines


def _style(option: Option) -> discord.ButtonStyle:
    """Return the colour of the button for an option: to say yes is green, to do nothing grey."""
    if option.verb == "pass" or option.key == "no":
        return discord.ButtonStyle.secondary
    return discord.ButtonStyle.success if option.key == "yes" else discord.ButtonStyle.primary
