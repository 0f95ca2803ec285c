"""Any question of any game as buttons and menus.

| answer | components |
| --- | --- |
| one option (ACTION, ONE, YES_NO, CARDS with one) | a few: a button each, beside its description if there is
one; more: menus of 25, or of groups (`Option.group`) whose options then become buttons |
| several options (CARDS) | menus of 25 that keep the selection, and a button to confirm; all, none or one
alone: a button each |
| an order (ORDER, CARDS in order) | of three: a button each; of more: as listed a button, any other one pick
after another, undo, and a button to confirm |
| points (DISTRIBUTE) | as much as possible to one: a button each; behind another, minus, plus and fill for
each option, and a button to confirm |
| a number (NUMBER) | up to five: buttons; up to 25: a menu; more: five of them as buttons, and a form to type
any in |

A question with at most five answers has a button for each, whatever its kind (`whole_answers`).

A question uses at most 27 of a message's 40 components. The rest goes on further pages.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from hashlib import blake2s
from itertools import permutations
from types import MappingProxyType

import discord
from discord import ui
from msgspec.structs import replace

from bot.discord.components.custom_ids import CustomId, TooLong
from bot.discord.components.messages import Item, menu, menu_option, rows
from bot.discord.components.plain import capitalised, plain, shorten
from bot.games.playable import PlayableGame
from bot.panel.answer_controls import (
    BUTTONS,
    COMPONENTS,
    LONG_LABEL,
    MENUS,
    NOTHING_TO_CHOOSE,
    ActionTexts,
    action_texts,
)
from bot.panel.drafts import (
    AnswerShape,
    PartialAnswer,
    blank,
    bounds,
    chosen,
    is_complete,
    left_in_order,
    named,
    pack,
    shape,
    usual,
)
from bot.panel.one_option import AT_LENGTH, LINES, OneOption
from bot.panel.question_text import MENU, details_of, how_to_type, is_of_card, labels
from bot.views.types import PlayerSnapshot
from cards.i18n import Translator, msg
from engine.kernel.consequence import WholeAnswer
from engine.kernel.question import Choice, Question, QuestionKind

IN_ORDER = msg("Pick them in order, starting with the first.")
OTHER_WAYS = msg("Other ways …")
AT_WHOLE = 110
"""Maximum characters for the consequences of an answer beside its button, most important first."""
LAST_TWO = 2
"""Options left of an order that are chosen together."""
SHARES = 4
"""Options at a time to share points among."""
TEXT = 1800
"""Maximum characters of the question including the selection, because a panel has other content too."""


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
    seen: Collection[str] = (),
    lines: int = LINES,
    components: int = COMPONENTS,
) -> list[Item]:
    """Return the components for answering the question, with a partial answer filled in.

    The question itself is above them (`asked`). `match` is the key of the match. `comes_to` returns the result of a
    partial answer so far, or "". `wanted` are popular answers, if there are many. `details` are the descriptions of
    options in menus by key, replacing their own. `hurting` are the keys of options that hurt the choosing player:
    they come last and are marked. `seen` are the keys of options whose details the board shows. `lines` is the
    maximum number of lines of options on a phone, if there are others, and `components` that of components.
    """
    sheet = _Sheet(
        question,
        match,
        draft or blank(question),
        translate,
        actions or ActionTexts(),
        comes_to=comes_to,
        usual_answers=wanted,
        details=details,
        hurting=hurting,
        seen=seen,
        lines=lines,
        components=components,
    )
    try:
        more, items = sheet.drawn()
    except TooLong:
        more, items = sheet.to_type()
    return [*([ui.TextDisplay(shorten("\n".join(more), TEXT))] if more else []), *items]


def beside_whole(question: Question, whole: Sequence[WholeAnswer]) -> list[int]:
    """Return the positions of the few options shown beside whole answers: those with which none of these begins."""
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
    """Return a button for each of these answers, beside its description and consequences; and for others and all.

    `are_alone`: show no others.
    """
    items: list[Item] = [
        ui.Section[ui.LayoutView](
            f"-# **{plain(translator(one.label), LONG_LABEL)}** – {plain(translator(one.sentence), AT_WHOLE)}",
            accessory=ui.Button[ui.LayoutView](
                label=translate.msg("Choose"),
                # The last one does nothing, or the least.
                style=discord.ButtonStyle.secondary if one is whole[-1] else discord.ButtonStyle.primary,
                custom_id=CustomId("whole", match, question.id, digest_of(one)).id,
            ),
        )
        for one in whole
    ]
    others = CustomId("to", match, question.id, f"0.{pack(question, blank(question))}").id
    sheet = _Sheet(question, match, blank(question), translate, actions or ActionTexts(), details=details)
    items += [] if are_alone else [sheet.beside(i) for i in beside_whole(question, whole)]
    return [*items, *rows([ui.Button(label=translate(OTHER_WAYS), custom_id=others)])]


def draw_pictured(question: Question, match: str, translate: Translator, actions: ActionTexts) -> list[Item]:
    """Return a button for each option of a question about a card that is pictured beside it (`is_of_card`)."""
    sheet = _Sheet(question, match, blank(question), translate, actions)
    return rows([sheet.act(i) for i in range(len(question.options))])


def digest_of(one: WholeAnswer) -> str:
    """Return a digest that identifies a whole answer, so that a press can't give another."""
    return blake2s(repr(one.choices).encode(), digest_size=6).hexdigest()


class _Sheet(OneOption, frozen=True):
    """A question of any shape being drawn. Each shape returns lines of text and the components beneath them."""

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
        """Return components that only let the person type the answer."""
        button = self._type(self.translate.msg("Type the answer"), discord.ButtonStyle.primary)
        return [
            self.translate.msg("There are too many possible answers for buttons. Please type yours."),
            how_to_type(self.question, self.translate),
        ], rows([button])

    def _nothing(self) -> tuple[list[str], list[Item]]:
        """Return the only answer of a question without options."""
        confirm = self._confirm(self.translate.msg("None of them"))
        return [self.translate(NOTHING_TO_CHOOSE)], rows([confirm])

    def several(self) -> tuple[list[str], list[Item]]:
        question, picks = self.question, self.draft.picks
        low, high = bounds(question)
        names = labels(question)
        if not high:
            return self._nothing()
        if answers := self._few():
            return self._details(range(len(names))), rows(answers)
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
            menu = ui.Select[ui.LayoutView](
                custom_id=self._id("set", f"{n}.{packed}"),
                placeholder=placeholder[:150]
                if picks or len(shown) > 1
                else f"{self._how_many(low, high).rstrip('.')} …",
                min_values=0,
                required=False,
                max_values=max(min(high, len(group)), len(here)),
            )
            items.append(self._filled(menu, group, here))
        text = [self._how_many(low, high)]
        if not picks and len(shown) == 1:
            return [], [*items, *paging, *rows(self._answers(self._usual_answers() or usual(question)))]
        if not picks:
            return text, [*items, *paging, *rows(self._answers(self._usual_answers() or usual(question)))]
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
        return text, [*items, *paging, *rows([self._confirm(label)])]

    def _how_many(self, low: int, high: int) -> str:
        if low == high:
            return self.translate.msg("Choose {n}.", n=low)
        if low == 0:
            return self.translate.msg("Choose up to {n}, or none.", n=high)
        return self.translate.msg("Choose {low} to {high}.", low=low, high=high)

    def sequence(self) -> tuple[list[str], list[Item]]:
        question, picks = self.question, self.draft.picks
        low, high = bounds(question)
        names = labels(question)
        if not names:
            return self._nothing()
        whole = low == len(names)
        if answers := self._few():
            return self._listed() if whole else self._details(range(len(names))), rows(answers)
        left = left_in_order(question, self.draft) if len(picks) < high else []
        placeholder = self.translate(
            msg("Another order: the first one …") if whole and not picks else msg("The next one …")
        )
        shown, paging = self._page(list(self._chunks(placeholder, left)), MENUS)
        packed, items = pack(question, self.draft), list[Item]()
        for n, (called, group) in enumerate(shown):
            menu = ui.Select[ui.LayoutView](
                custom_id=self._id("add", f"{n}.{packed}"), placeholder=called[:150]
            )
            items.append(self._filled(menu, group))
        if not picks:
            text = self._listed() if whole else [self.translate(IN_ORDER), self._how_many(low, high)]
            return text, [*rows(self._answers(usual(question))), *items, *paging]
        text = [self.translate(IN_ORDER) if whole else self._how_many(low, high)]
        text += [f"{n}. {plain(names[i])}" for n, i in enumerate(picks, 1)]
        undo = self._to(0, replace(self.draft, picks=picks[:-1]), self.translate.msg("Undo the last pick"))
        if whole and len(left) == LAST_TWO:
            return text, rows([*self._ways_to_end(left), undo])
        buttons = (
            [self._confirm(self.translate.msg("Confirm this order"))]
            if is_complete(question, self.draft)
            else []
        )
        buttons.append(undo)
        if left and whole:
            rest = replace(self.draft, picks=(*picks, *left))
            buttons.append(self._to(1, rest, self.translate.msg("The rest as listed")))
        return text, [*items, *paging, *rows(buttons)]

    def _ways_to_end(self, left: Sequence[int]) -> list[ui.Button[ui.LayoutView]]:
        """Return a button for each order of the last options, which gives the whole answer."""
        names = labels(self.question)
        room = LONG_LABEL // len(left)
        drafts = [replace(self.draft, picks=(*self.draft.picks, *order)) for order in permutations(left)]
        return [
            ui.Button(
                label=self.translate.msg(
                    "{first}, then {other}",
                    **{
                        name: shorten(names[i], room)
                        for name, i in zip(("first", "other"), draft.picks[-len(left) :], strict=True)
                    },
                ),
                style=discord.ButtonStyle.primary,
                custom_id=self._id("done", f"{slot}.{pack(self.question, draft)}"),
            )
            for slot, draft in enumerate(drafts)
        ]

    def _listed(self) -> list[str]:
        """Return all options in their listed order, with their descriptions."""
        names, options = labels(self.question), self.question.options
        each = max(60, TEXT // 2 // len(options) - 60)
        return [
            f"-# {n}. "
            + " – ".join(filter(None, (f"**{plain(name)}**", plain(capitalised(option.detail), each))))
            for n, (name, option) in enumerate(zip(names, options, strict=True), 1)
        ]

    def shares(self) -> tuple[list[str], list[Item]]:
        question, points = self.question, self.draft.picks
        names, total = labels(question), question.maximum
        if not names:
            return self._nothing()
        if answers := self._few():
            return self._details(range(len(names))), rows(answers)
        if not any(points) and not self.draft.page:
            others = self._to(901, self.draft.at(1), self.translate(OTHER_WAYS))
            return [], rows([*self._answers(usual(question)), others])
        left = total - sum(points)
        shown, paging = self._page(list(range(len(names))), SHARES, 1)
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
            items += rows(buttons)
        text = [self.translate.msg("Assigned: {n} of {total}.", n=total - left, total=total)]
        if not any(points):
            return text, [*items, *paging]
        buttons = [self._confirm(self.translate.msg("Confirm"))] if is_complete(question, self.draft) else []
        buttons.append(self._to(900, PartialAnswer((0,) * len(points)), self.translate.msg("Start over")))
        return text, [*items, *paging, *rows(buttons)]

    def number(self) -> tuple[list[str], list[Item]]:
        low, high = self.question.minimum, self.question.maximum
        numbers = [str(n) for n in range(low, high + 1)] if high - low < MENU else []
        if 0 < len(numbers) <= BUTTONS:
            return [], rows([self._pick(n, n) for n in numbers])
        text = [self.translate.msg("A number from {low} to {high}.", low=low, high=high)]
        if numbers:
            choose = self.translate.msg("Choose …", "menu")
            return text, [menu(self._id("menu", "0"), choose, [menu_option(n, n) for n in numbers])]
        # A person who doesn't care, as with a cut, shouldn't have to type.
        some = [str(low + (high - low) * part // (BUTTONS - 1)) for part in range(BUTTONS)]
        other = self._type(self.translate.msg("Type the answer"), discord.ButtonStyle.secondary)
        return text, [*rows([self._pick(n, n) for n in some]), *rows([other])]


def answer_items(
    snapshot: PlayerSnapshot,
    draft: PartialAnswer | None,
    translate: Translator,
    whole: Sequence[WholeAnswer],
    *,
    has_board: bool,
    is_seen: bool,
    lines: int,
    taken: int,
) -> list[Item]:
    """Return the components for answering the open question. `is_seen`: pictures are shown.

    `lines` is the maximum number of lines of options, and `taken` the number of components that a plan's own
    controls take.
    """
    game, question = snapshot.table.game, snapshot.question
    assert question is not None
    texts, details = action_texts(game, snapshot.translator), details_of(snapshot, question)
    if is_seen and is_of_card(snapshot):
        return draw_pictured(question, snapshot.table.key, translate, texts)
    if whole:
        alone = bool(snapshot.table.lesson)
        return draw_whole(
            question,
            snapshot.table.key,
            whole,
            translate,
            snapshot.translator,
            texts,
            details,
            are_alone=alone,
        )

    def comes_to(choice: Choice) -> str:
        result = game.comes_to(snapshot.view, question, choice)
        return "" if result is None else snapshot.translator(result)

    return draw(
        question,
        snapshot.table.key,
        draft,
        translate,
        texts,
        comes_to=comes_to,
        wanted=game.usual_answers(snapshot.view, question),
        details=details,
        hurting=game.hurting(snapshot.view, question),
        seen=on_board(game, snapshot.view, question) if has_board else frozenset(),
        lines=lines,
        components=COMPONENTS - taken,
    )


def on_board(game: PlayableGame, view: object, question: Question) -> frozenset[str]:
    """Return the keys of options that are cards on the board with a unique name."""
    times = Counter(option.label for option in question.options)
    visible = game.shown.on_board(view, question)
    return frozenset(
        option.key for option in question.options if option.key in visible and times[option.label] == 1
    )
