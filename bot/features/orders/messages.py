"""Standing orders as messages: active ones, possible ones, and one being configured.

All of it is private. The state of a draft is in the ids of the controls (`OrderDraftId`), not in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import discord
import msgspec
from discord import ui
from msgspec.structs import replace

from bot.discord.components.messages import (
    TEXT,
    Button,
    Item,
    PrivateMessage,
    button,
    parts,
    row,
    text,
    text_length,
)
from bot.discord.components.plain import bare, plain, shorten
from bot.discord.match_text import Look, control, title
from bot.discord.sections import FeatureSection, PanelState, SeatStatus
from bot.features.orders.service import PLAN, Book, form_name, in_words
from bot.store.offers import Offers
from bot.store.orders import OrderState
from bot.views.types import MatchTable, PrivateLook
from cards.i18n import Message, Translator, msg, msg_plural
from engine.kernel.game import orders_of
from engine.kernel.orders.order import Order, OrderForm, PastQuestion
from engine.kernel.orders.plan import PLAN_DONE

ABOUT = msg("Orders answer for you. No one else can see them, or that they answered.")
GIVE_NOW = msg("Answer now and keep doing this")
GONE = msg("You can't order that any more: the match has moved on. Here's what you can order now.")
LASTS = msg("It lasts {until}.")
NO_PREVIEW = msg("It wouldn't have answered anything last round.")

PAGE = 25
"""The possible orders of one menu."""
NAMED = 38
"""Characters of a button's label that a phone shows."""
AT_ONCE = 2
"""Maximum number of orders with their own button on the panel."""
PREVIEWED = 6
"""Maximum number of questions of the last round shown in a preview."""
MAX_ENDED_ORDERS = 2
"""Maximum number of ended orders announced at once, newest first, because the same message has a question."""
STANDING, PLANNED = 250, 900
"""Maximum characters of an order in the list of active ones, and of a plan, of which there is only one."""
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_STEPS = (-10, -1, 1, 10)

Tell = Callable[[Message], str]


class OrderDraftId(msgspec.Struct, frozen=True):
    """An order while it is being made out, as it travels in the id of a control.

    `form` is the form's name, `stops` has a bit for each of its stops, `until` is the place of how long it lasts, `number`
    the number that it takes, and `picked` the places of its things that were put in order so far.
    """

    form: str
    stops: int = 0
    until: int = 0
    number: int = 0
    picked: tuple[int, ...] = ()

    def packed(self, slot: str = "") -> str:
        """The wish as the state of a control; `slot` tells controls with the same wish apart."""
        picked = "".join(_DIGITS[place] for place in self.picked)
        return f"{self.form}.{self.stops:x}.{self.until}.{self.number}.{picked}.{slot}"


def unpacked(state: str) -> OrderDraftId:
    """The wish in the state of a control. Raises ValueError for anything else."""
    form, stops, until, number, picked, _ = state.split(".", 5)
    return OrderDraftId(
        form, int(stops, 16), int(until), int(number), tuple(_DIGITS.index(one) for one in picked)
    )


def usual(form: OrderForm) -> OrderDraftId:
    """Return the default draft of an order."""
    stops = sum(1 << place for place, stop in enumerate(form.stops) if stop.name in form.order.stops)
    spans = [name for name, _ in form.untils]
    until = spans.index(form.order.until) if form.order.until in spans else 0
    return OrderDraftId(form_name(form), stops, until, form.order.parameters.n if form.number else 0)


def order_of(form: OrderForm, wish: OrderDraftId) -> Order:
    """The order that is wished for. Numbers and places that the form does not have become the nearest that it has."""
    order = form.order
    if form.number is not None:
        low, high = form.number
        order = order.with_number(min(max(wish.number, low), high))
    if form.things:
        keys = [key for key, _ in form.things]
        picked = [keys[place] for place in dict.fromkeys(wish.picked) if place < len(keys)]
        order = order.with_listed((*picked, *(key for key in keys if key not in picked)))
    stops = tuple(stop.name for place, stop in enumerate(form.stops) if wish.stops >> place & 1)
    until = form.untils[min(wish.until, len(form.untils) - 1)][0] if form.untils else form.order.until
    return replace(order, stops=stops, until=until)


# ------------------------------------------------------------------------------------------------------- in the panel


def order_lines(look: PrivateLook, translate: Translator) -> list[str]:
    """Return a player's news of their orders when they decide: one will answer in a moment, or why one has ended."""
    tell, lines = _tongue(look.table, translate), list[str]()
    ended = [(one, one.why) for one in look.orders.orders if one.state is OrderState.ENDED and one.why]
    for one, why in ended[-MAX_ENDED_ORDERS:]:
        words = in_words(look.table.game.kernel, one.order)
        if words == PLAN_DONE:
            lines.append(translate.msg("Your plan was carried out."))
            continue
        order = plain(tell(words).rstrip("."), 140)
        lines.append(
            translate.msg("Your order “{order}” ended: {why}", order=order, why=plain(tell(why), 100))
        )
    if look.orders.answers:
        lines.append(
            translate.msg(
                "Your standing order will answer this in a moment. You can still answer it yourself."
            )
        )
    return lines


def standing_lines(look: PrivateLook, translate: Translator) -> list[str]:
    """Return a player's newest standing orders, a line each."""
    tell, kernel = _tongue(look.table, translate), look.table.game.kernel
    standing = [
        words
        for one in look.orders.orders
        if one.state is OrderState.STANDING and (words := in_words(kernel, one.order)) != PLAN_DONE
    ]
    return [
        "-# " + translate.msg("Your order: {order}", order=plain(tell(words), 140))
        for words in standing[-MAX_ENDED_ORDERS:]
    ]


def order_buttons(look: PrivateLook, translate: Translator) -> list[Button]:
    """Return the buttons for one's orders, and for those that would answer the current question."""
    if look.outcome is not None or not (look.forms or look.orders.orders):
        return []
    n = sum(one.state is OrderState.STANDING for one in look.orders.orders)
    label = translate.msg("Orders ({n})", n=n) if n else translate.msg("Orders")
    tell = _tongue(look.table, translate)
    now = [form for form in look.forms if form.answers_now and form.stops][:AT_ONCE]
    return [
        button(label, control(look.table, "orders", "0")),
        *(
            button(
                translate.msg("{label} …", label=shorten(bare(tell(form.beside or form.label)), NAMED - 2)),
                control(look.table, "order", usual(form).packed("panel")),
            )
            for form in now
        ),
    ]


def quick_buttons(look: PrivateLook, translate: Translator) -> list[Button]:
    """The orders that can be given by one press where a person waits for others."""
    tell, book = _tongue(look.table, translate), look.table.game.kernel.orders
    offered = [(form, form.quick) for form in look.forms if form.quick is not None]
    buttons = [
        button(
            shorten(bare(tell(label)), NAMED),
            control(look.table, "order-give", usual(form).packed("panel")),
        )
        for form, label in offered
    ]
    if look.again is not None and book is not None and buttons:
        if look.again not in [book.words(form.order) for form, _ in offered]:
            called = translate.msg("As last time: {order}", order=bare(tell(look.again)))
            buttons.append(button(shorten(called, 80), control(look.table, "order-again")))
    return buttons


def always_buttons(look: PrivateLook, translate: Translator) -> list[Button]:
    """The orders that answer what a person is asked now, and whenever it is asked again, by one press."""
    tell = _tongue(look.table, translate)
    return [
        button(
            shorten(bare(tell(form.always)), NAMED),
            control(look.table, "order-give", usual(form).packed("panel")),
        )
        for form in look.forms
        if form.always is not None and form.answers_now
    ]


# ------------------------------------------------------------------------------------- active and possible orders


def orders_message(book: Book, translate: Translator, note: str = "", page: int = 0) -> PrivateMessage:
    """Return the active and the possible orders, with a menu for each."""
    tell = _tongue(book.table, translate)
    lines = [
        translate.msg("## Your standing orders"),
        f"-# {title(book.table, translate)}",
        *([note] if note else []),
        f"-# {translate(ABOUT)}",
    ]
    for one in book.standing:
        most = PLANNED if one.stored.form == PLAN else STANDING
        lines.append(translate.msg("{n}. {order}", n=one.stored.number, order=plain(tell(one.words), most)))
        if one.stored.answered:
            times = msg_plural("It answered once.", "It answered {n} times.", one.stored.answered)
            lines.append(f"-# {translate(times)}")
    if not book.standing:
        lines.append(translate.msg("You have no orders in this match."))
    if not book.forms:
        lines.append(translate.msg("There's nothing to order right now."))
    items: list[Item] = [text("\n".join(lines))]
    names = list(book.forms)
    pages = max(1, -(-len(names) // PAGE))
    page = min(max(page, 0), pages - 1)
    if names:
        give = ui.Select[ui.LayoutView](
            custom_id=control(book.table, "order", f"menu{page}"),
            placeholder=translate.msg("Give an order …"),
        )
        for name in names[page * PAGE : (page + 1) * PAGE]:
            form = book.forms[name]
            detail = shorten(bare(tell(form.detail)), 100) or None
            give.add_option(label=shorten(bare(tell(form.label)), 100), value=name, description=detail)
        items.append(ui.ActionRow(give))
    if book.standing:
        menu = ui.Select[ui.LayoutView](
            custom_id=control(book.table, "order-end"), placeholder=translate.msg("Withdraw an order …")
        )
        for one in book.standing:
            label = f"{one.stored.number}. {bare(tell(one.words))}"
            menu.add_option(label=shorten(label, 100), value=f"{one.stored.number}.{one.stored.at}")
        items.append(ui.ActionRow(menu))
    buttons = [button(translate.msg("Back to the match"), control(book.table, "turn", "here"))]
    if book.plans:
        buttons.insert(0, button(translate.msg("Plan ahead: if …, then …"), control(book.table, "plan")))
    if book.lines is not None:
        buttons.insert(0, button(shorten(bare(tell(book.lines)), 80), control(book.table, "plan")))
    if book.plans_ahead:
        buttons.insert(0, button(translate.msg("Plan ahead …"), control(book.table, "ahead")))
    if pages > 1:
        following = translate.msg("Page {page} of {pages}: next", page=page + 1, pages=pages)
        buttons.append(button(following, control(book.table, "orders", str((page + 1) % pages))))
    return PrivateMessage((*items, row(*buttons)))


# ------------------------------------------------------------------------------------------------------------ one order


def order_message(
    book: Book, wish: OrderDraftId, rehearsed: Sequence[PastQuestion], translate: Translator
) -> PrivateMessage:
    """Return one order being configured: its end, its duration, a preview for the last round, and Confirm."""
    form = book.forms[wish.form]
    order, tell = order_of(form, wish), _tongue(book.table, translate)
    in_words = plain(tell(orders_of(book.table.game.kernel).words(order)), 600)
    lines = [
        f"## {plain(tell(form.label), 200)}",
        f"-# {title(book.table, translate)}",
        plain(tell(form.detail), 300),
        f"> {in_words}",
    ]
    items: list[Item] = [text("\n".join(lines))]
    if form.stops:
        items.append(_stops(book.table, form, wish, translate, tell))
    if len(form.untils) > 1:
        items.append(_spans(book.table, form, wish, translate, tell))
    if form.number is not None:
        items += _number(book.table, form.number, order, wish, translate)
    if form.things:
        items += _sequence(book.table, form, wish, translate, tell)
    items.append(text(parts([_preview(rehearsed, translate, tell)], TEXT - text_length(items))[0]))
    confirm = translate(GIVE_NOW if form.answers_now else msg("Give this order"))
    give = button(confirm, control(book.table, "order-give", wish.packed()), discord.ButtonStyle.success)
    return PrivateMessage(
        (*items, row(give, button(translate.msg("Back"), control(book.table, "orders", "0"))))
    )


def _stops(table: MatchTable, form: OrderForm, wish: OrderDraftId, translate: Translator, tell: Tell) -> Item:
    menu = ui.Select[ui.LayoutView](
        custom_id=control(table, "order-stops", wish.packed()),
        placeholder=translate.msg("Ends when … (any of these)"),
        min_values=0,
        required=False,
        max_values=min(len(form.stops), PAGE),
    )
    for place, stop in enumerate(form.stops[:PAGE]):
        label = shorten(bare(tell(stop.label)), 100)
        menu.add_option(label=label, value=str(place), default=bool(wish.stops >> place & 1))
    return ui.ActionRow(menu)


def _spans(table: MatchTable, form: OrderForm, wish: OrderDraftId, translate: Translator, tell: Tell) -> Item:
    menu = ui.Select[ui.LayoutView](
        custom_id=control(table, "order-until", wish.packed()), placeholder=translate.msg("How long?")
    )
    for place, (_, label) in enumerate(form.untils[:PAGE]):
        named = shorten(bare(translate(LASTS.filled(until=tell(label)))), 100)
        menu.add_option(label=named, value=str(place), default=place == wish.until)
    return ui.ActionRow(menu)


def _number(
    table: MatchTable, bounds: tuple[int, int], order: Order, wish: OrderDraftId, translate: Translator
) -> list[Item]:
    (low, high), now = bounds, order.parameters.n
    buttons: list[Button] = []
    for slot, step in enumerate(_STEPS):
        target = min(max(now + step, low), high)
        one = button(
            f"{step:+d}".replace("-", "−"),
            control(table, "order", replace(wish, number=target).packed(str(slot))),
        )
        one.disabled = target == now
        buttons.append(one)
    return [
        text(translate.msg("Number: **{n}** ({low} to {high})", n=now, low=low, high=high)),
        row(*buttons),
    ]


def _sequence(
    table: MatchTable, form: OrderForm, wish: OrderDraftId, translate: Translator, tell: Tell
) -> list[Item]:
    picked = [place for place in dict.fromkeys(wish.picked) if place < len(form.things)]
    left = [place for place in range(len(form.things)) if place not in picked]
    lines = [translate.msg("Pick them in order. The rest follows as listed.")]
    lines += [f"{n}. {plain(tell(form.things[place][1]), 100)}" for n, place in enumerate(picked, 1)]
    items: list[Item] = [text("\n".join(lines))]
    if len(left) > 1:
        menu = ui.Select[ui.LayoutView](
            custom_id=control(table, "order-pick", wish.packed()), placeholder=translate.msg("The next one …")
        )
        for place in left[:PAGE]:
            menu.add_option(label=shorten(bare(tell(form.things[place][1])), 100), value=str(place))
        items.append(ui.ActionRow(menu))
    if picked:
        anew = replace(wish, picked=())
        items.append(row(button(translate.msg("Start over"), control(table, "order", anew.packed("anew")))))
    return items


def _preview(rehearsed: Sequence[PastQuestion], translate: Translator, tell: Tell) -> str:
    """Return the answers that the order would have given in the last round."""
    if not rehearsed:
        return f"-# {translate(NO_PREVIEW)}"
    lines = [translate.msg("**Last round** it would have answered:")]
    shown = [one for one in rehearsed[:PREVIEWED] if one.ended is not None or one.ordered is not None]
    lines += [rehearsed_line(one, translate, tell) for one in shown]
    if len(rehearsed) > PREVIEWED:
        lines.append(translate.msg("- … and {n} more", n=len(rehearsed) - PREVIEWED))
    return "\n".join(lines)


def rehearsed_line(one: PastQuestion, translate: Translator, tell: Tell) -> str:
    """Return the answer that an order would have given to one question of the past."""
    purpose, answered = plain(tell(one.purpose), 120), plain(tell(one.answered), 80)
    if one.ended is not None:
        return translate.msg(
            "- {purpose} Here it would have ended: {why}", purpose=purpose, why=plain(tell(one.ended), 120)
        )
    ordered = "" if one.ordered is None else plain(tell(one.ordered), 80)
    shape = (
        msg("- {purpose} **{ordered}**, as you did")
        if one.ordered == one.answered
        else msg("- {purpose} **{ordered}** (you: {answered})")
    )
    return translate(shape.filled(purpose=purpose, ordered=ordered, answered=answered))


def _tongue(table: MatchTable, translate: Translator) -> Tell:
    return table.naming(table.game.translator(translate.locale))


QUICK_ABOUT = msg("Until your next question, one of these can answer for you. No one else sees it.")


class OrdersSection(FeatureSection):
    """The standing orders of a player."""

    async def standing(self, look: Look, offers: Offers, translate: Translator) -> Sequence[str]:
        """Return a player's news of their orders. No one else sees them."""
        return order_lines(look, translate) if isinstance(look, PrivateLook) else ()

    async def at_rest(self, state: PanelState) -> tuple[Sequence[str], Sequence[Button]]:
        """Return the orders that stand, and those that can be given by one press."""
        buttons = quick_buttons(state.look, state.translate)
        about = [f"-# {state.translate(QUICK_ABOUT)}"] if buttons else []
        return [*standing_lines(state.look, state.translate), *about], buttons

    async def company(self, state: PanelState) -> Sequence[Button]:
        """Return the orders that would answer the current question. They are also under *More*."""
        return () if state.look.table.lesson else order_buttons(state.look, state.translate)[1:]

    async def answers(self, state: PanelState) -> Sequence[Button]:
        """Return the orders that answer the current question, now and whenever it is asked again."""
        return always_buttons(state.look, state.translate)

    async def more(self, state: PanelState) -> Sequence[Button]:
        """Return the way to a player's orders."""
        return () if state.moment is SeatStatus.OUT else order_buttons(state.look, state.translate)
