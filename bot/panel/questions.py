"""Any question of any game as buttons and menus, and presses on them as answers.

| what is asked for | how it is asked |
| --- | --- |
| one option (ACTION, ONE, YES_NO, CARDS with one) | a few: a button each, beside what it does where there is something to read; more: menus of 25, or of groups (`Option.group`), whose options are buttons then |
| several options (CARDS) | menus of 25 that keep what is chosen, and a button to confirm; all, none or one alone: a button each |
| an order (ORDER, CARDS in order) | as listed: a button; any other: one pick after another, undo, and a button to confirm |
| points (DISTRIBUTE) | as much as possible to one: a button each; minus, plus and fill for each option, and a button to confirm |
| a number (NUMBER) | up to five: buttons; up to 25: a menu; more: five of them as buttons, and a form to type any in |

Where a question has five answers or fewer, each of them is a button, whatever is asked for (`whole_answers`).

A question takes at most 27 of the 40 components that a message can have; what doesn't fit comes on further pages.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from hashlib import blake2s
from types import MappingProxyType
from typing import Any, TypeVar

import discord
import msgspec
from discord import ui
from msgspec.structs import replace

from bot.discord.common_texts import FOLLOWING
from bot.discord.components.custom_ids import CustomId, TooLong
from bot.discord.components.plain import bare, plain, shorten
from bot.games.playable import PlayableGame
from bot.panel.drafts import (
    AnswerShape,
    PartialAnswer,
    blank,
    bounds,
    chosen,
    is_complete,
    left_in_order,
    pack,
    shape,
)
from bot.panel.quick_answers import LABEL, few, named, usual
from cards.i18n import Translator, msg
from engine.kernel.consequence import WholeAnswer
from engine.kernel.question import Choice, Option, Question, QuestionKind

IN_ORDER = msg("Pick them one after another, the first one first.")
NOTHING_TO_CHOOSE = msg("There is nothing to choose from.")

Item = ui.Item[Any]
T = TypeVar("T")

BUTTONS = 5
"""Buttons in a row; options up to this many become buttons."""
LINES = 7
"""Lines that the buttons of groups may take on a phone where there are more options than that."""
LINES_ALONE = 8
"""The same where these are all that there is."""
LINE = 44
"""Characters of such a line; a button takes six more than its label has."""
LONG_LABEL = 70
"""The same where there are no more than two: a label that is cut off still tells them apart, and is in the text."""
MENU = 25
"""Options of one menu."""
MENUS = 4
"""Menus at a time; more options than fit into them page."""
SHARES = 3
"""Options at a time to share points among."""
TEXT = 1800
"""Characters of the question itself, what was chosen included: a panel has other things to say, too."""
COMPONENTS = 27
"""Components that a question may take, of the 40 that a message can have."""
BESIDE = 70
"""Characters beside a button: two lines of small letters on a phone."""
AT_LENGTH = 3
"""Options up to this many have three times as much said beside them."""
NONE = "none"
"""The acts on cards of the hand."""
GROUP = "g"
"""The value of a group in a menu is this and the position of its first option."""
MEMBERS = 10
"""Options of one group: they become buttons. The options of a larger one are listed by themselves."""
_RULE = re.compile(r"§.*|[A-Z]+[0-9]+")
"""The form of causes that are rules and not cards: sections of the rulebook, and rulings."""


def labels(question: Question) -> list[str]:
    """Return one label an option, each different from the others, at most 100 characters, without formatting."""
    taken: dict[str, int] = {}
    out: list[str] = []
    for option in question.options:
        label = shorten(bare(option.label) or option.key, 95)
        taken[label] = taken.get(label, 0) + 1
        out.append(label if taken[label] == 1 else f"{label} ({taken[label]})")
    return out


def grouped(question: Question, places: Iterable[int]) -> dict[int, list[int]]:
    """Return these positions of options with those of one group together, by the first of them; others are alone."""
    groups: dict[tuple[str, int], list[int]] = {}
    for i in places:
        group = question.options[i].group
        groups.setdefault((group, -1 if group else i), []).append(i)
    found: dict[int, list[int]] = {}
    for some in groups.values():
        found |= {some[0]: some} if len(some) <= MEMBERS else {i: [i] for i in some}
    return found


def group_named(question: Question, typed: str) -> PartialAnswer | None:
    """Return the half-made answer in which the group with this name is open; None if no group of several is called so.

    What is called like an option means that option.
    """
    wanted = typed.strip().casefold()
    if wanted in (name.casefold() for name in labels(question)):
        return None
    for first, some in grouped(question, range(len(question.options))).items():
        if len(some) > 1 and question.options[first].group.casefold() == wanted:
            return PartialAnswer((first,))
    return None


def listed(question: Question, places: Sequence[int]) -> list[tuple[str, int | None]]:
    """Return what people read of options at these positions, with the position of each.

    Where they are more than a menu holds, those of one group are called by its name, without a position.
    """
    names = labels(question)
    if len(places) <= MENU:
        return [(names[i], i) for i in places]
    groups = grouped(question, places).items()
    return [(names[i], i) if len(some) == 1 else (question.options[i].group, None) for i, some in groups]


def read_beside(question: Question) -> frozenset[str]:
    """Return the keys of options with which what they do is said, beside a button or in a menu: one of them is chosen."""
    if shape(question) is not AnswerShape.SINGLE or question.kind is QuestionKind.YES_NO:
        return frozenset()
    return frozenset(option.key for option in question.options if not is_lone(question, option))


def is_lone(question: Question, option: Option) -> bool:
    """Return whether an option of an ACTION question stands alone: it is done with nothing, as to pass is."""
    return question.kind is QuestionKind.ACTION and not option.subject and not option.group


class ActionTexts(msgspec.Struct, frozen=True):
    """A game's names of actions in the reader's language: of menus, and of buttons beside a card, by verb."""

    menus: Mapping[str, str] = MappingProxyType({})
    buttons: Mapping[str, str] = MappingProxyType({})


def action_texts(game: PlayableGame, translator: Translator) -> ActionTexts:
    """Return what a game says of its actions."""
    menus = {verb: translator(title) for verb, title in game.verb_menus.items()}
    buttons = {verb: translator(title) for verb, title in game.verb_buttons.items()}
    return ActionTexts(MappingProxyType(menus), MappingProxyType(buttons))


def draw(  # noqa: PLR0913
    question: Question,
    match: str,
    draft: PartialAnswer | None,
    translate: Translator,
    actions: ActionTexts | None = None,
    comes_to: Callable[[Choice], str] = lambda choice: "",
    wanted: Sequence[Choice] = (),
    details: Mapping[str, str] = MappingProxyType({}),
    hurting: Collection[str] = (),
) -> list[Item]:
    """Return the components by which the question is answered, with a half-made answer filled in.

    What is asked stands above them (`asked`). `match` is the key of the match. `comes_to` says what a half-made answer comes
    to so far, "" where there is nothing to say; `wanted` are answers that most people will want, where there are many.
    `details` are what menus say of options, by their keys, in place of their own details. `hurting` are the keys of options that
    hurt the one who chooses: they come last, and are marked as theirs.
    """
    sheet = _Sheet(
        question,
        match,
        draft or blank(question),
        translate,
        actions or ActionTexts(),
        comes_to,
        wanted,
        details,
        hurting,
    )
    try:
        more, items = sheet.drawn()
    except TooLong:
        more, items = sheet.to_type()
    return [*([ui.TextDisplay(shorten("\n".join(more), TEXT))] if more else []), *items]


def beside_whole(question: Question, whole: Sequence[WholeAnswer]) -> list[int]:
    """Return the positions of the few options that are shown beside whole answers: what none of these begins by doing."""
    verbs = {option.key: option.verb for option in question.options}
    begun = {verbs[key] for one in whole for key in one.choices[0] if key in verbs}
    others = [i for i, option in enumerate(question.options) if option.verb not in begun]
    return others if question.kind is QuestionKind.ACTION and len(others) <= AT_LENGTH else []


def draw_whole(
    question: Question,
    match: str,
    whole: Sequence[WholeAnswer],
    translate: Translator,
    translator: Translator,
    actions: ActionTexts | None = None,
    details: Mapping[str, str] = MappingProxyType({}),
    *,
    are_alone: bool = False,
) -> list[Item]:
    """Return a button for each of these answers beside what it is and what follows, few others, and the way to all of them.

    `are_alone`: no others are shown.
    """
    items: list[Item] = [
        ui.Section[Any](
            f"-# **{plain(translator(one.label), LONG_LABEL)}** – {plain(translator(one.said), 2 * BESIDE)}",
            accessory=ui.Button[Any](
                label=translate.msg("Choose"),
                # The last one does nothing, or the least.
                style=discord.ButtonStyle.secondary if one is whole[-1] else discord.ButtonStyle.primary,
                custom_id=CustomId("whole", match, question.id, mark_of(one)).id,
            ),
        )
        for one in whole
    ]
    others = CustomId("to", match, question.id, f"0.{pack(question, blank(question))}").id
    sheet = _Sheet(
        question,
        match,
        blank(question),
        translate,
        actions or ActionTexts(),
        lambda choice: "",
        (),
        details,
        (),
    )
    items += [] if are_alone else [sheet.beside(i) for i in beside_whole(question, whole)]
    return [*items, *_rows([ui.Button(label=translate.msg("Other ways …"), custom_id=others)])]


def mark_of(one: WholeAnswer) -> str:
    """Return what a press on a whole answer says, so that no other one is given by it."""
    return blake2s(repr(one.choices).encode(), digest_size=6).hexdigest()


def asked(question: Question, translate: Translator) -> list[str]:
    """Return what is asked, in a line, and in another one the card that makes it be asked, if that doesn't say so itself."""
    lines = [f"**{plain(question.purpose, 700)}**"]
    cause = question.because or question.cause
    if cause and not is_rule(question.cause) and cause not in question.purpose:
        lines.append("-# " + translate.msg("Because of {cause}", cause=plain(cause)))
    return lines


def is_rule(cause: str) -> bool:
    """Return whether a cause is a section of the rulebook or a ruling, and no card."""
    return _RULE.fullmatch(cause) is not None


def how_to_type(question: Question, translate: Translator) -> str:
    """Return how an answer to the question is typed."""
    match shape(question):
        case AnswerShape.NUMBER:
            return translate.msg(
                "Type a number from {low} to {high}.", low=question.minimum, high=question.maximum
            )
        case AnswerShape.SHARES:
            return translate.msg("Type each name or number with its points, as in “1 = 2, 3 = 1”.")
        case AnswerShape.SEQUENCE:
            return translate.msg("Type the names or numbers in the order you want, with commas between them.")
        case AnswerShape.SET:
            return translate.msg(
                "Type the names or numbers of the options, with commas between them, or “none”."
            )
        case AnswerShape.SINGLE:
            return translate.msg("Type the name of an option, or its number.")


class _Sheet(msgspec.Struct, frozen=True):
    """One question being drawn. Each shape returns lines of text and the components beneath them."""

    question: Question
    match: str
    draft: PartialAnswer
    translate: Translator
    actions: ActionTexts
    comes_to: Callable[[Choice], str]
    wanted: Sequence[Choice]
    details: Mapping[str, str]
    hurting: Collection[str]

    def drawn(self) -> tuple[list[str], list[Item]]:
        """Draw the question in its shape. Raises TooLong for a draft that no button's id can hold."""
        match shape(self.question):
            case AnswerShape.SINGLE:
                return self.single()
            case AnswerShape.SET:
                return self.several()
            case AnswerShape.SEQUENCE:
                return self.sequence()
            case AnswerShape.SHARES:
                return self.shares()
            case AnswerShape.NUMBER:
                return self.number()

    def to_type(self) -> tuple[list[str], list[Item]]:
        """Offer nothing but to type the answer."""
        button = self._type(self.translate.msg("Type the answer"), discord.ButtonStyle.primary)
        return [
            self.translate.msg("There are too many ways to answer this by buttons. Please type it."),
            how_to_type(self.question, self.translate),
        ], _rows([button])

    # -- one option

    def single(self) -> tuple[list[str], list[Item]]:
        question, names = self.question, labels(self.question)
        optional = question.kind is QuestionKind.CARDS and question.minimum == 0
        if not names:
            return [self.translate(NOTHING_TO_CHOOSE)], []
        if opened := self._opened():
            return self._one_group(opened)
        every = self._in_order(range(len(names)))
        called = [
            named(question, names, PartialAnswer((i,)), self.translate, LONG_LABEL) or names[i]
            for i in range(len(names))
        ]
        longest = LONG_LABEL if len(names) <= 2 else LABEL
        if len(names) + optional <= BUTTONS and all(len(one) <= longest for one in called):
            rows, groups = [[*every]], list[tuple[str, list[int]]]()
        else:
            rows, groups = self._rows_and_menus(names, optional=optional)
        shown, paging = self._page(groups, MENUS)
        menus: list[Item] = [
            self._menu(i, placeholder, group) for i, (placeholder, group) in enumerate(shown)
        ]
        beside = [self.beside(i) for row in rows for i in row if self._is_read(i)]
        buttons = [
            [self._pick(called[i], str(i), _style(question.options[i])) for i in row if not self._is_read(i)]
            for row in rows
        ]
        if optional:
            buttons[-1].append(
                self._pick(
                    question.none or self.translate.msg("None of them"), NONE, discord.ButtonStyle.secondary
                )
            )
        *above, last = buttons
        return [], [*beside, *(row for some in above for row in _rows(some)), *menus, *paging, *_rows(last)]

    def _in_order(self, places: Iterable[int]) -> list[int]:
        """Return positions in the order in which their options are shown: those that hurt oneself last."""
        return sorted(places, key=lambda i: self.question.options[i].key in self.hurting)

    def _whose(self, index: int, name: str) -> str:
        """Return the name of an option, marked as one's own where that would hurt oneself."""
        return (
            self.translate.msg("{card} (yours)", card=name)
            if self.question.options[index].key in self.hurting
            else name
        )

    def _is_read(self, index: int) -> bool:
        """Whether an option that is a button has something to be read beside it: what it does, or a name that is cut off there."""
        option, name = self.question.options[index], labels(self.question)[index]
        return self.question.kind is not QuestionKind.YES_NO and (
            bool(self._said_of(option)) or len(name) > LABEL
        )

    def _said_of(self, option: Option) -> str:
        """Return what an option does, as far as there is something to say."""
        return bare(self.details.get(option.key, option.detail))

    def beside(self, index: int) -> Item:
        """Return an option as a button, and beside it what it is and does."""
        option, names = self.question.options[index], labels(self.question)
        name = (
            named(self.question, names, PartialAnswer((index,)), self.translate, LONG_LABEL) or names[index]
        )
        room = BESIDE if len(self.question.options) > AT_LENGTH else 3 * BESIDE
        name = self._whose(index, name)
        said = plain(self._said_of(option), max(room - len(name), BESIDE // 2))
        label = self.actions.buttons.get(option.verb, self.translate.msg("Choose"))
        button = self._pick(label, str(index), _style(option))
        told = " – ".join(filter(None, (f"-# **{plain(name)}**", said)))
        return ui.Section[Any](told, accessory=button)

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
        room, shown = (LINES if lone or len(groups) > 1 else LINES_ALONE), set[int]()
        # Who needs least room has it first, so that as much as can be is one press away.
        for place in sorted(range(len(found)), key=lambda place: self._lines(found[place][1])):
            part = found[place][1]
            lines = self._lines(part)
            verb = self.question.options[part[0]].verb
            is_whole = sum(self.question.options[i].verb == verb for i in every) <= MENU
            if is_whole and lines <= room and len(part) <= 2 * BUTTONS and part[0] not in self._leads():
                shown.add(place)
                room -= lines
        rows = [part for place, (_, part) in enumerate(found) if place in shown]
        left: dict[int, list[int]] = {}
        for place, (n, part) in enumerate(found):
            if place not in shown:
                left.setdefault(n, []).extend(part)
        menus = [(groups[n][0], part) for n, part in left.items()]
        last = len(lone) + optional
        taken = sum(map(self._components, rows)) + last + -(-last // BUTTONS)
        if len(menus) > MENUS or 1 + taken + 2 * len(menus) > COMPONENTS:
            return [lone], groups
        return [*rows, lone], menus

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
        return [f"**{plain(options[places[0]].group)}**"], [*beside, *_rows([*buttons, back])]

    def _opened(self) -> list[int]:
        """Return the positions of the options of the group that is open; none where the menus are shown."""
        groups = grouped(self.question, range(len(self.question.options)))
        opened = groups.get(self.draft.picks[0], []) if self.draft.picks else []
        return opened if len(opened) > 1 else []

    def _leads(self) -> dict[int, list[int]]:
        """Return the groups of a question that has too many grouped options for buttons, by the first position of each."""
        options = self.question.options
        places = [i for i in range(len(options)) if options[i].group]
        if len(places) <= BUTTONS or shape(self.question) is not AnswerShape.SINGLE:
            return {}
        return grouped(self.question, places)

    def _details(self, places: Iterable[int]) -> list[str]:
        """Return what there is to read about options: what is cut off on buttons, and what they are about."""
        names, options = labels(self.question), self.question.options
        each = BESIDE if len(options) < BUTTONS else BESIDE // 2
        return [
            " – ".join(filter(None, (f"-# **{plain(names[i])}**", plain(options[i].detail, each))))
            for i in places
            if len(names[i]) > LABEL or options[i].detail
        ]

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

    def _menu_name(self, index: int) -> str:
        """Return what the menu is called that begins with an option: actions are named by their verb."""
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
        return [
            (f"{placeholder} {shorten(names[c[0]], 40)} … {shorten(names[c[-1]], 40)}", c) for c in chunks
        ]

    def _menu(self, slot: int, placeholder: str, group: Sequence[int]) -> Item:
        # Where groups are opened, the menu says on which page it is, so that one gets back there.
        state = f"{slot}.{pack(self.question, self.draft)}" if self._leads() else str(slot)
        menu = ui.Select[Any](custom_id=self._id("menu", state), placeholder=placeholder[:150])
        return self._filled(menu, group)

    def _filled(self, menu: ui.Select[Any], group: Sequence[int], picked: Sequence[int] = ()) -> Item:
        names, leads = labels(self.question), self._leads()
        for i in group:
            if len(members := leads.get(i, ())) > 1:
                called = shorten(bare(self.question.options[i].group), 95)
                inside = shorten(" · ".join(names[one] for one in members), 100)
                menu.add_option(label=called, value=f"{GROUP}{i}", description=inside)
                continue
            option = self.question.options[i]
            detail = shorten(bare(self.details.get(option.key, option.detail)), 100) or None
            menu.add_option(
                label=self._whose(i, names[i])[:100], value=str(i), description=detail, default=i in picked
            )
        return ui.ActionRow(menu)

    def _pick(
        self, label: str, value: str, style: discord.ButtonStyle = discord.ButtonStyle.primary
    ) -> ui.Button[Any]:
        return ui.Button(label=label[:80], style=style, custom_id=self._id("pick", value))

    # -- several options, in any order

    def several(self) -> tuple[list[str], list[Item]]:
        question, picks = self.question, self.draft.picks
        low, high = bounds(question)
        names = labels(question)
        if not high:
            return [self.translate(NOTHING_TO_CHOOSE)], _rows(
                [self._confirm(self.translate.msg("None of them"))]
            )
        if answers := self._few():
            return self._details(range(len(names))), _rows(answers)
        shown, paging = self._page(
            [
                (n, *group)
                for n, group in enumerate(
                    self._chunks(self.translate.msg("Choose …", "menu"), self._in_order(range(len(names))))
                )
            ],
            MENUS,
        )
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
        text = [self._how_many(low, high)]
        if not picks:
            return text, [*items, *paging, *_rows(self._answers(self._wanted() or usual(question)))]
        text.append(self.translate.msg("Chosen: {names}.", names=", ".join(plain(names[i]) for i in picks)))
        if so_far := self.comes_to(chosen(question, self.draft)):
            text.append(plain(so_far))
        if len(picks) > high:
            text.append(self.translate.msg("That is {n} too many.", n=len(picks) - high))
        if not is_complete(question, self.draft):
            return text, [*items, *paging]
        label = named(question, names, self.draft, self.translate) or self.translate.msg(
            "Confirm ({n})", n=len(picks)
        )
        return text, [*items, *paging, *_rows([self._confirm(label)])]

    def _how_many(self, low: int, high: int) -> str:
        if low == high:
            return self.translate.msg("Choose {n}.", n=low)
        if low == 0:
            return self.translate.msg("Choose up to {n}, or none.", n=high)
        return self.translate.msg("Choose {low} to {high}.", low=low, high=high)

    # -- several options in order

    def sequence(self) -> tuple[list[str], list[Item]]:
        question, picks = self.question, self.draft.picks
        low, high = bounds(question)
        names = labels(question)
        if not names:
            return [self.translate(NOTHING_TO_CHOOSE)], _rows(
                [self._confirm(self.translate.msg("None of them"))]
            )
        whole = low == len(names)
        if answers := self._few():
            return self._listed() if whole else self._details(range(len(names))), _rows(answers)
        left = left_in_order(question, self.draft) if len(picks) < high else []
        placeholder = self.translate(
            msg("Another order: the first one …") if whole and not picks else msg("The next one …")
        )
        shown, paging = self._page(list(self._chunks(placeholder, left)), MENUS)
        packed, items = pack(question, self.draft), list[Item]()
        for n, (called, group) in enumerate(shown):
            menu = ui.Select[Any](custom_id=self._id("add", f"{n}.{packed}"), placeholder=called[:150])
            items.append(self._filled(menu, group))
        if not picks:
            text = self._listed() if whole else [self.translate(IN_ORDER), self._how_many(low, high)]
            return text, [*_rows(self._answers(usual(question))), *items, *paging]
        text = [self.translate(IN_ORDER) if whole else self._how_many(low, high)]
        text += [f"{n}. {plain(names[i])}" for n, i in enumerate(picks, 1)]
        buttons = (
            [self._confirm(self.translate.msg("Confirm this order"))]
            if is_complete(question, self.draft)
            else []
        )
        buttons.append(
            self._to(0, replace(self.draft, picks=picks[:-1]), self.translate.msg("Undo the last pick"))
        )
        if left and whole:
            rest = replace(self.draft, picks=(*picks, *left))
            buttons.append(self._to(1, rest, self.translate.msg("The rest as listed")))
        return text, [*items, *paging, *_rows(buttons)]

    def _listed(self) -> list[str]:
        """Return all options in the order in which they are listed, with what there is to read about them."""
        names, options = labels(self.question), self.question.options
        each = max(60, TEXT // 2 // len(options) - 60)
        return [
            f"-# {n}. " + " – ".join(filter(None, (f"**{plain(name)}**", plain(option.detail, each))))
            for n, (name, option) in enumerate(zip(names, options, strict=True), 1)
        ]

    # -- points

    def shares(self) -> tuple[list[str], list[Item]]:
        question, points = self.question, self.draft.picks
        names, total = labels(question), question.maximum
        if not names:
            return [self.translate(NOTHING_TO_CHOOSE)], _rows(
                [self._confirm(self.translate.msg("None of them"))]
            )
        if answers := self._few():
            return self._details(range(len(names))), _rows(answers)
        left = total - sum(points)
        shown, paging = self._page(list(range(len(names))), SHARES)
        items: list[Item] = []
        for i in shown:
            limit = question.options[i].limit
            items.append(
                ui.TextDisplay(
                    self.translate.msg(
                        "**{name}**: {n} of at most {limit}", name=plain(names[i]), n=points[i], limit=limit
                    )
                )
            )
            room = min(left, limit - points[i])
            steps = [(-1, "−1"), (1, "+1"), (room if room > 1 else 0, self.translate.msg("fill"))]
            buttons = [
                self._to(
                    3 * i + slot,
                    replace(self.draft, picks=(*points[:i], points[i] + step, *points[i + 1 :])),
                    label,
                )
                for slot, (step, label) in enumerate(steps)
                if step != 0 and 0 <= points[i] + step <= limit and step <= left
            ]
            items += _rows(buttons)
        text = [self.translate.msg("Shared out: {n} of {total}.", n=total - left, total=total)]
        if not any(points):
            return text, [*_rows(self._answers(usual(question))), *items, *paging]
        buttons = [self._confirm(self.translate.msg("Confirm"))] if is_complete(question, self.draft) else []
        buttons.append(
            self._to(900, replace(self.draft, picks=(0,) * len(points)), self.translate.msg("Start over"))
        )
        return text, [*items, *paging, *_rows(buttons)]

    # -- a number

    def number(self) -> tuple[list[str], list[Item]]:
        low, high = self.question.minimum, self.question.maximum
        numbers = [str(n) for n in range(low, high + 1)] if high - low < MENU else []
        if 0 < len(numbers) <= BUTTONS:
            return [], _rows([self._pick(n, n) for n in numbers])
        text = [self.translate.msg("A number from {low} to {high}.", low=low, high=high)]
        if numbers:
            menu = ui.Select[Any](
                custom_id=self._id("menu", "0"), placeholder=self.translate.msg("Choose …", "menu")
            )
            for n in numbers:
                menu.add_option(label=n, value=n)
            return text, [ui.ActionRow(menu)]
        # Nobody who doesn't mind which (as in a cut) should have to type.
        some = [str(low + (high - low) * part // (BUTTONS - 1)) for part in range(BUTTONS)]
        other = self._type(self.translate.msg("Type the answer"), discord.ButtonStyle.secondary)
        return text, [*_rows([self._pick(n, n) for n in some]), *_rows([other])]

    # -- what all shapes use

    def _id(self, act: str, state: str) -> str:
        return CustomId(act, self.match, self.question.id, state).id

    def _type(self, label: str, style: discord.ButtonStyle) -> ui.Button[Any]:
        return ui.Button(label=label, style=style, custom_id=self._id("type", ""))

    def _wanted(self) -> list[PartialAnswer]:
        """Return the answers that most people will want."""
        keys = [option.key for option in self.question.options]
        return [PartialAnswer(tuple(sorted(map(keys.index, choice)))) for choice in self.wanted]

    def _wanted_first(self, drafts: Sequence[PartialAnswer]) -> list[PartialAnswer]:
        """Return all answers there are, those first that most people will want; nothing chosen stays the last."""
        wanted = [draft for draft in self._wanted() if draft.picks]
        return sorted(
            drafts, key=lambda one: wanted.index(one) if one in wanted else len(wanted) + (not one.picks)
        )

    def _few(self) -> list[ui.Button[Any]]:
        """Return a button for each answer, if there are few, and each can be told on a button."""
        drafts = self._wanted_first(few(self.question))
        buttons = self._answers(drafts)
        return buttons if len(buttons) == len(drafts) else []

    def _answers(self, drafts: Sequence[PartialAnswer]) -> list[ui.Button[Any]]:
        """Return a button for each of these answers that can be told on one, and told from the others."""
        names = labels(self.question)
        room = LONG_LABEL if len(drafts) <= 2 else LABEL
        called: dict[str, PartialAnswer] = {}
        for draft in drafts:
            called.setdefault(named(self.question, names, draft, self.translate, room), draft)
        in_full = bounds(self.question)[0] == len(names) and shape(self.question) is AnswerShape.SEQUENCE
        return [
            ui.Button(
                label=label[:80],
                style=discord.ButtonStyle.primary
                if draft.picks and (slot == 0 or not in_full)
                else discord.ButtonStyle.secondary,
                custom_id=self._id("done", f"{slot}.{pack(self.question, draft)}"),
            )
            for slot, (label, draft) in enumerate(called.items())
            if label
        ]

    def _confirm(self, label: str) -> ui.Button[Any]:
        """A button for the answer as it stands; to be shown where it is one."""
        return ui.Button(
            label=label,
            style=discord.ButtonStyle.success,
            custom_id=self._id("done", pack(self.question, self.draft)),
        )

    def _to(self, slot: int, draft: PartialAnswer, label: str, *, disabled: bool = False) -> ui.Button[Any]:
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
        back = self._to(998, self.draft.at(max(page - 1, 0)), self.translate.msg("Back"), disabled=page == 0)
        label = self.translate(FOLLOWING.filled(page=page + 1, pages=pages))
        ahead = self._to(999, self.draft.at(min(page + 1, pages - 1)), label, disabled=page == pages - 1)
        return shown, _rows([back, ahead])


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


def _rows(buttons: Sequence[ui.Button[Any]]) -> list[Item]:
    """Return the buttons in rows of five."""
    return [ui.ActionRow(*buttons[i : i + BUTTONS]) for i in range(0, len(buttons), BUTTONS)]
