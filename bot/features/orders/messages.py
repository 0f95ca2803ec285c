"""Messages about standing orders: the active ones, the possible ones, and the draft of one.

They are private. A draft's state is in the ids of the controls (`OrderDraftId`), not in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import discord
import msgspec
from msgspec.structs import replace

from bot.discord.components.messages import (
    TEXT,
    Button,
    Item,
    PrivateMessage,
    button,
    menu,
    menu_option,
    parts,
    row,
    text,
    text_length,
)
from bot.discord.components.plain import bare, plain, shorten
from bot.discord.match_text import Snapshot, control, title
from bot.discord.sections import FeatureSection, PanelState, SeatStatus
from bot.features.orders.service import PLAN, Book, form_name, in_words
from bot.store.offers import Offers
from bot.store.orders import OrderState
from bot.views.types import MatchTable, PlayerSnapshot
from cards.i18n import Message, Translator, msg, msg_plural
from engine.kernel.game import orders_of
from engine.kernel.orders.order import Order, OrderForm, PastQuestion
from engine.kernel.orders.plan import PLAN_DONE

ABOUT = msg("Orders answer for you. No one else can see them, or that they answered.")
GIVE_NOW = msg("Answer now and keep doing this")
GONE = msg("You can no longer order that, because the match has moved on. Here's what you can order now.")
LASTS = msg("It lasts {until}.")
NO_PREVIEW = msg("It wouldn't have answered anything last round.")

PAGE = 25
"""Maximum options per menu (Discord's limit)."""
NAMED = 38
"""Maximum characters of a button's label that fit on a phone."""
AT_ONCE = 2
"""Maximum number of orders with their own button on the panel."""
PREVIEWED = 6
"""Maximum number of questions of the last round shown in a preview."""
MAX_ENDED_ORDERS = 2
"""Maximum number of ended orders announced together.

The newest ones; the same message also needs room for a question.
"""
STANDING, PLANNED = 250, 900
"""Maximum characters of an order in the list of active ones, and of a plan. There is at most one plan."""
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_STEPS = (-10, -1, 1, 10)
_PANEL = "panel"
"""Marks the drafts of orders opened from the panel in the states of controls."""

ToText = Callable[[Message], str]


class OrderDraftId(msgspec.Struct, frozen=True):
    """The draft of an order, small enough for the id of a control.

    `form` is the form's name, `stops` a bit mask over its stops, `until` the index of its duration, `number` its number,
    and `picked` the indexes of its things in the chosen sequence so far. `is_from_panel` is whether it was opened from
    the panel.
    """

    form: str
    stops: int = 0
    until: int = 0
    number: int = 0
    picked: tuple[int, ...] = ()
    is_from_panel: bool = False

    def packed(self, slot: str = "") -> str:
        """Return the draft as the state of a control.

        `slot` makes the ids of controls with the same draft different.
        """
        picked = "".join(_DIGITS[index] for index in self.picked)
        origin = _PANEL if self.is_from_panel else ""
        return f"{self.form}.{self.stops:x}.{self.until}.{self.number}.{picked}.{origin}{slot}"


def unpacked(state: str) -> OrderDraftId:
    """Return the draft in the state of a control. Raises ValueError for any other text."""
    form, stops, until, number, picked, slot = state.split(".", 5)
    return OrderDraftId(
        form, int(stops, 16), int(until), int(number), tuple(_DIGITS.index(digit) for digit in picked),
        slot.startswith(_PANEL),
    )  # fmt: skip


def usual(form: OrderForm) -> OrderDraftId:
    """Return the default draft of an order."""
    stops = sum(1 << index for index, stop in enumerate(form.stops) if stop.name in form.order.stops)
    spans = [name for name, _ in form.untils]
    until = spans.index(form.order.until) if form.order.until in spans else 0
    return OrderDraftId(form_name(form), stops, until, form.order.parameters.n if form.number else 0)


def order_of(form: OrderForm, draft: OrderDraftId) -> Order:
    """Return the order that a draft describes. Numbers and indexes out of range become the nearest valid ones."""
    order = form.order
    if form.number is not None:
        low, high = form.number
        order = order.with_number(min(max(draft.number, low), high))
    if form.things:
        keys = [key for key, _ in form.things]
        picked = [keys[index] for index in dict.fromkeys(draft.picked) if index < len(keys)]
        order = order.with_listed((*picked, *(key for key in keys if key not in picked)))
    stops = tuple(stop.name for index, stop in enumerate(form.stops) if draft.stops >> index & 1)
    until = form.untils[min(draft.until, len(form.untils) - 1)][0] if form.untils else form.order.until
    return replace(order, stops=stops, until=until)


# ------------------------------------------------------------------------------------------------------- in the panel


def order_lines(snapshot: PlayerSnapshot, translate: Translator) -> list[str]:
    """Return news of a player's orders for their panel: an order will answer soon, or why one has ended."""
    to_text, lines = snapshot.table.translator(translate.locale), list[str]()
    ended = [
        (order, order.why)
        for order in snapshot.orders.orders
        if order.state is OrderState.ENDED and order.why
    ]
    for order, why in ended[-MAX_ENDED_ORDERS:]:
        words = in_words(snapshot.table.game.kernel, order.order)
        if words == PLAN_DONE:
            lines.append(translate.msg("Your plan was carried out."))
            continue
        in_short = plain(to_text(words).rstrip("."), 140)
        lines.append(
            translate.msg("Your order “{order}” ended: {why}", order=in_short, why=plain(to_text(why), 100))
        )
    if snapshot.orders.answers:
        lines.append(
            translate.msg(
                "Your standing order will answer this in a moment. You can still answer it yourself."
            )
        )
    return lines


def standing_lines(snapshot: PlayerSnapshot, translate: Translator) -> list[str]:
    """Return a player's newest standing orders, one line each."""
    to_text, kernel = snapshot.table.translator(translate.locale), snapshot.table.game.kernel
    sentences = [
        words
        for order in snapshot.orders.orders
        if order.state is OrderState.STANDING and (words := in_words(kernel, order.order)) != PLAN_DONE
    ]
    return [
        "-# " + translate.msg("Your order: {order}", order=plain(to_text(words), 140))
        for words in sentences[-MAX_ENDED_ORDERS:]
    ]


def order_buttons(snapshot: PlayerSnapshot, translate: Translator) -> list[Button]:
    """Return the button for a player's orders, and one for each order that would answer the current question."""
    if snapshot.outcome is not None or not (snapshot.forms or snapshot.orders.orders):
        return []
    n = sum(order.state is OrderState.STANDING for order in snapshot.orders.orders)
    label = translate.msg("Orders ({n})", n=n) if n else translate.msg("Orders")
    to_text = snapshot.table.translator(translate.locale)
    answering = [form for form in snapshot.forms if form.answers_now and form.stops][:AT_ONCE]
    return [
        button(label, control(snapshot.table, "orders", "0")),
        *(
            button(
                translate.msg(
                    "{label} …", label=shorten(bare(to_text(form.beside or form.label)), NAMED - 2)
                ),
                control(snapshot.table, "order", replace(usual(form), is_from_panel=True).packed()),
            )
            for form in answering
        ),
    ]


def quick_buttons(snapshot: PlayerSnapshot, translate: Translator) -> list[Button]:
    """Return a button for each order that a waiting player can give with one press."""
    to_text, book = snapshot.table.translator(translate.locale), snapshot.table.game.kernel.orders
    available = [(form, form.quick) for form in snapshot.forms if form.quick is not None]
    buttons = [
        button(
            shorten(bare(to_text(label)), NAMED),
            control(snapshot.table, "order-give", replace(usual(form), is_from_panel=True).packed()),
        )
        for form, label in available
    ]
    if snapshot.again is not None and book is not None and buttons:
        if snapshot.again not in [book.words(form.order) for form, _ in available]:
            name = translate.msg("As last time: {order}", order=bare(to_text(snapshot.again)))
            buttons.append(button(shorten(name, 80), control(snapshot.table, "order-again")))
    return buttons


def always_buttons(snapshot: PlayerSnapshot, translate: Translator) -> list[Button]:
    """Return a button for each order that answers the current question, and the same question from then on."""
    to_text = snapshot.table.translator(translate.locale)
    return [
        button(
            shorten(bare(to_text(form.always)), NAMED),
            control(snapshot.table, "order-give", replace(usual(form), is_from_panel=True).packed()),
        )
        for form in snapshot.forms
        if form.always is not None and form.answers_now
    ]


# ------------------------------------------------------------------------------------- active and possible orders


def orders_message(book: Book, translate: Translator, note: str = "", page: int = 0) -> PrivateMessage:
    """Return the active and the possible orders, with a menu for each."""
    to_text = book.table.translator(translate.locale)
    lines = [
        translate.msg("## Your standing orders"),
        f"-# {title(book.table, translate)}",
        *([note] if note else []),
        f"-# {translate(ABOUT)}",
    ]
    for given in book.orders:
        limit = PLANNED if given.stored.form == PLAN else STANDING
        lines.append(
            translate.msg("{n}. {order}", n=given.stored.number, order=plain(to_text(given.words), limit))
        )
        if given.stored.answered:
            sentence = msg_plural("It answered once.", "It answered {n} times.", given.stored.answered)
            lines.append(f"-# {translate(sentence)}")
    if not book.orders:
        lines.append(translate.msg("You have no orders in this match."))
    if not book.forms:
        lines.append(translate.msg("There's nothing to order right now."))
    items: list[Item] = [text("\n".join(lines))]
    names = list(book.forms)
    pages = max(1, -(-len(names) // PAGE))
    page = min(max(page, 0), pages - 1)
    if names:
        options = [
            menu_option(to_text(book.forms[name].label), name, to_text(book.forms[name].detail))
            for name in names[page * PAGE : (page + 1) * PAGE]
        ]
        id_ = control(book.table, "order", f"menu{page}")
        items.append(menu(id_, translate.msg("Give an order …"), options))
    if book.orders:
        options = [
            menu_option(
                f"{given.stored.number}. {to_text(given.words)}", f"{given.stored.number}.{given.stored.at}"
            )
            for given in book.orders
        ]
        items.append(menu(control(book.table, "order-end"), translate.msg("Withdraw an order …"), options))
    buttons = [button(translate.msg("Back to the match"), control(book.table, "turn", "here"))]
    if book.plans:
        buttons.insert(0, button(translate.msg("Plan ahead: if …, then …"), control(book.table, "plan")))
    if book.lines is not None:
        buttons.insert(0, button(shorten(bare(to_text(book.lines)), 80), control(book.table, "plan")))
    if book.plans_ahead:
        buttons.insert(0, button(translate.msg("Plan ahead …"), control(book.table, "ahead")))
    if pages > 1:
        following = translate.msg("Page {page} of {pages}: next", page=page + 1, pages=pages)
        buttons.append(button(following, control(book.table, "orders", str((page + 1) % pages))))
    return PrivateMessage((*items, row(*buttons)))


# ------------------------------------------------------------------------------------------------------------ one order


def order_message(
    book: Book, draft: OrderDraftId, preview: Sequence[PastQuestion] | None, translate: Translator
) -> PrivateMessage:
    """Return the draft of an order: its stop conditions, its duration, a preview for the last round, and Confirm.

    `preview` is None if there is no past question to preview it with.
    """
    form = book.forms[draft.form]
    order, to_text = order_of(form, draft), book.table.translator(translate.locale)
    in_words = plain(to_text(orders_of(book.table.game.kernel).words(order)), 600)
    lines = [
        f"## {plain(to_text(form.label), 200)}",
        f"-# {title(book.table, translate)}",
        plain(to_text(form.detail), 300),
        f"> {in_words}",
    ]
    items: list[Item] = [text("\n".join(lines))]
    if form.stops:
        items.append(_stops(book.table, form, draft, translate, to_text))
    if len(form.untils) > 1:
        items.append(_spans(book.table, form, draft, translate, to_text))
    if form.number is not None:
        items += _number(book.table, form.number, order, draft, translate)
    if form.things:
        items += _sequence(book.table, form, draft, translate, to_text)
    if preview is not None:
        items.append(text(parts([_preview(preview, translate, to_text)], TEXT - text_length(items))[0]))
    confirm = translate(GIVE_NOW if form.answers_now else msg("Give this order"))
    give = button(confirm, control(book.table, "order-give", draft.packed()), discord.ButtonStyle.success)
    back = [button(translate.msg("Back to the orders"), control(book.table, "orders", "0"))]
    if draft.is_from_panel:
        back.insert(0, button(translate.msg("To the match"), control(book.table, "turn", "here")))
    return PrivateMessage((*items, row(give, *back)))


def _stops(
    table: MatchTable, form: OrderForm, draft: OrderDraftId, translate: Translator, to_text: ToText
) -> Item:
    options = [
        menu_option(to_text(stop.label), str(index), chosen=bool(draft.stops >> index & 1))
        for index, stop in enumerate(form.stops)
    ]
    id_ = control(table, "order-stops", draft.packed())
    return menu(id_, translate.msg("Ends when … (any of these)"), options, least=0, most=len(options))


def _spans(
    table: MatchTable, form: OrderForm, draft: OrderDraftId, translate: Translator, to_text: ToText
) -> Item:
    options = [
        menu_option(translate(LASTS.filled(until=to_text(label))), str(index), chosen=index == draft.until)
        for index, (_, label) in enumerate(form.untils)
    ]
    return menu(control(table, "order-until", draft.packed()), translate.msg("How long?"), options)


def _number(
    table: MatchTable, bounds: tuple[int, int], order: Order, draft: OrderDraftId, translate: Translator
) -> list[Item]:
    (low, high), current = bounds, order.parameters.n
    buttons: list[Button] = []
    for slot, step in enumerate(_STEPS):
        target = min(max(current + step, low), high)
        step_button = button(
            f"{step:+d}".replace("-", "−"),
            control(table, "order", replace(draft, number=target).packed(str(slot))),
        )
        step_button.disabled = target == current
        buttons.append(step_button)
    return [
        text(translate.msg("Number: **{n}** ({low} to {high})", n=current, low=low, high=high)),
        row(*buttons),
    ]


def _sequence(
    table: MatchTable, form: OrderForm, draft: OrderDraftId, translate: Translator, to_text: ToText
) -> list[Item]:
    picked = [index for index in dict.fromkeys(draft.picked) if index < len(form.things)]
    remaining = [index for index in range(len(form.things)) if index not in picked]
    lines = [translate.msg("Pick them in order. The rest follows as listed.")]
    lines += [f"{n}. {plain(to_text(form.things[index][1]), 100)}" for n, index in enumerate(picked, 1)]
    items: list[Item] = [text("\n".join(lines))]
    if len(remaining) > 1:
        options = [menu_option(to_text(form.things[index][1]), str(index)) for index in remaining]
        id_ = control(table, "order-pick", draft.packed())
        items.append(menu(id_, translate.msg("The next one …"), options))
    if picked:
        blank = replace(draft, picked=())
        items.append(row(button(translate.msg("Start over"), control(table, "order", blank.packed("anew")))))
    return items


def _preview(preview: Sequence[PastQuestion], translate: Translator, to_text: ToText) -> str:
    """Return the answers that the order would have given in the last round."""
    if not preview:
        return f"-# {translate(NO_PREVIEW)}"
    lines = [translate.msg("**Last round** it would have answered:")]
    answered = [
        question
        for question in preview[:PREVIEWED]
        if question.ended is not None or question.ordered is not None
    ]
    lines += [rehearsed_line(question, translate, to_text) for question in answered]
    if len(preview) > PREVIEWED:
        lines.append(translate.msg("- … and {n} more", n=len(preview) - PREVIEWED))
    return "\n".join(lines)


def rehearsed_line(question: PastQuestion, translate: Translator, to_text: ToText) -> str:
    """Return the answer that an order would have given to a past question."""
    purpose, answered = plain(to_text(question.purpose), 120), plain(to_text(question.answered), 80)
    if question.ended is not None:
        return translate.msg(
            "- {purpose} Here it would have ended: {why}",
            purpose=purpose,
            why=plain(to_text(question.ended), 120),
        )
    ordered = "" if question.ordered is None else plain(to_text(question.ordered), 80)
    shape = (
        msg("- {purpose} **{ordered}**, as you did")
        if question.ordered == question.answered
        else msg("- {purpose} **{ordered}** (you: {answered})")
    )
    return translate(shape.filled(purpose=purpose, ordered=ordered, answered=answered))


QUICK_ABOUT = msg("Until your next question, one of these can answer for you. No one else sees it.")


class OrdersSection(FeatureSection):
    """A player's standing orders on the panel."""

    async def state_lines(self, snapshot: Snapshot, offers: Offers, translate: Translator) -> Sequence[str]:
        """Return news of a player's orders. No one else sees it."""
        return order_lines(snapshot, translate) if isinstance(snapshot, PlayerSnapshot) else ()

    async def at_rest(self, state: PanelState) -> tuple[Sequence[str], Sequence[Button]]:
        """Return the active orders, and buttons for those that can be given with one press."""
        buttons = quick_buttons(state.snapshot, state.translate)
        about = [f"-# {state.translate(QUICK_ABOUT)}"] if buttons else []
        return [*standing_lines(state.snapshot, state.translate), *about], buttons

    async def extra_buttons(self, state: PanelState) -> Sequence[Button]:
        """Return buttons for the orders that would answer the current question. They are also under *More*."""
        return () if state.snapshot.table.lesson else order_buttons(state.snapshot, state.translate)[1:]

    async def answers(self, state: PanelState) -> Sequence[Button]:
        """Return buttons for the orders that answer the current question now and from then on."""
        return always_buttons(state.snapshot, state.translate)

    async def more(self, state: PanelState) -> Sequence[Button]:
        """Return the button that opens a player's orders."""
        return () if state.moment is SeatStatus.OUT else order_buttons(state.snapshot, state.translate)
