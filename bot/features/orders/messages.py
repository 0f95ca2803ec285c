"""Standing orders as people meet them: what stands, what can be ordered, and one order while it is being made out.

All of it is private. What is half-made is in the ids of the controls (`Wish`), so that nothing is kept in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

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
from bot.discord.match_text import control, title
from bot.discord.texts.texts import Texts
from bot.features.orders.service import PLAN, Book, form_name, in_words
from bot.store.orders import OrderState
from bot.views.types import MatchTable, PrivateLook
from cards.i18n import Message
from engine.kernel.game import orders_of
from engine.kernel.orders.order import Order, OrderForm, Rehearsed

PAGE = 25
"""The possible orders of one menu."""
NAMED = 38
"""Characters of a button's label that a phone shows."""
AT_ONCE = 2
"""Orders that the panel offers to give and answer with by a button of their own."""
PREVIEWED = 6
"""Questions of the last round that are told."""
TOLD = 2
"""Orders whose end is told at a time, the newest: there is a question to be answered in the same message."""
STANDING, PLANNED = 250, 900
"""Characters of an order where all that stand are listed; of a plan, of which there is one."""
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_STEPS = (-10, -1, 1, 10)

Tell = Callable[[Message], str]


class Wish(msgspec.Struct, frozen=True):
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


def unpacked(state: str) -> Wish:
    """The wish in the state of a control. Raises ValueError for anything else."""
    form, stops, until, number, picked, _ = state.split(".", 5)
    return Wish(form, int(stops, 16), int(until), int(number), tuple(_DIGITS.index(one) for one in picked))


def usual(form: OrderForm) -> Wish:
    """The wish for an order as it is usually given."""
    stops = sum(1 << place for place, stop in enumerate(form.stops) if stop.name in form.order.stops)
    spans = [name for name, _ in form.untils]
    until = spans.index(form.order.until) if form.order.until in spans else 0
    return Wish(form_name(form), stops, until, form.order.parameters.n if form.number else 0)


def order_of(form: OrderForm, wish: Wish) -> Order:
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


def order_lines(look: PrivateLook, words: Texts) -> list[str]:
    """Return a player's news of their orders where they decide: that one answers in a moment, why one has ended."""
    tell, lines = _tongue(look.table, words), list[str]()
    ended = [(one, one.why) for one in look.orders.given if one.state is OrderState.ENDED and one.why]
    for one, why in ended[-TOLD:]:
        order = plain(tell(in_words(look.table.game.kernel, one.order)).rstrip("."), 140)
        lines.append(words.orders.has_ended.format(order=order, why=plain(tell(why), 100)))
    if look.orders.answers:
        lines.append(words.orders.in_a_moment)
    return lines


def order_buttons(look: PrivateLook, words: Texts) -> list[Button]:
    """The way to one's orders, and to those that would answer what is being asked."""
    if look.outcome is not None or not (look.forms or look.orders.given):
        return []
    n = sum(one.state is OrderState.STANDING for one in look.orders.given)
    label = words.orders.orders_n.format(n=n) if n else words.orders.orders
    tell = _tongue(look.table, words)
    now = [form for form in look.forms if form.answers_now and form.stops][:AT_ONCE]
    return [
        button(label, control(look.table, "orders", "0")),
        *(
            button(
                words.orders.answer_and_order.format(label=shorten(bare(tell(form.label)), NAMED - 2)),
                control(look.table, "order", usual(form).packed("panel")),
            )
            for form in now
        ),
    ]


def quick_buttons(look: PrivateLook, words: Texts) -> list[Button]:
    """The orders that can be given by one press where a person waits for others."""
    tell = _tongue(look.table, words)
    buttons = [
        button(
            shorten(bare(tell(form.quick)), NAMED),
            control(look.table, "order-give", usual(form).packed("panel")),
        )
        for form in look.forms
        if form.quick is not None
    ]
    if look.again is not None and buttons:
        called = words.orders.again.format(order=bare(tell(look.again)))
        buttons.append(button(shorten(called, 80), control(look.table, "order-again")))
    return buttons


def always_buttons(look: PrivateLook, words: Texts) -> list[Button]:
    """The orders that answer what a person is asked now, and whenever it is asked again, by one press."""
    tell = _tongue(look.table, words)
    return [
        button(
            shorten(bare(tell(form.always)), NAMED),
            control(look.table, "order-give", usual(form).packed("panel")),
        )
        for form in look.forms
        if form.always is not None and form.answers_now
    ]


# ------------------------------------------------------------------------------------- what stands, what can be ordered


def orders_message(book: Book, words: Texts, note: str = "", page: int = 0) -> PrivateMessage:
    """The standing orders, and the possible ones: a menu each."""
    said, tell = words.orders, _tongue(book.table, words)
    lines = [said.title, f"-# {title(book.table, words)}", *([note] if note else []), f"-# {said.about}"]
    for one in book.standing:
        most = PLANNED if one.kept.form == PLAN else STANDING
        lines.append(said.standing.format(n=one.kept.number, order=plain(tell(one.words), most)))
        if one.kept.answered:
            times = one.kept.answered
            lines.append("-# " + (said.answered_once if times == 1 else said.answered.format(n=times)))
    if not book.standing:
        lines.append(said.none)
    if not book.forms:
        lines.append(said.nothing_to_order)
    items: list[Item] = [text("\n".join(lines))]
    names = list(book.forms)
    pages = max(1, -(-len(names) // PAGE))
    page = min(max(page, 0), pages - 1)
    if names:
        give = ui.Select[Any](
            custom_id=control(book.table, "order", f"menu{page}"), placeholder=said.give_menu
        )
        for name in names[page * PAGE : (page + 1) * PAGE]:
            form = book.forms[name]
            detail = shorten(bare(tell(form.detail)), 100) or None
            give.add_option(label=shorten(bare(tell(form.label)), 100), value=name, description=detail)
        items.append(ui.ActionRow(give))
    if book.standing:
        menu = ui.Select[Any](custom_id=control(book.table, "order-end"), placeholder=said.withdraw_menu)
        for one in book.standing:
            label = f"{one.kept.number}. {bare(tell(one.words))}"
            menu.add_option(label=shorten(label, 100), value=f"{one.kept.number}.{one.kept.at}")
        items.append(ui.ActionRow(menu))
    buttons = [button(said.back_to_match, control(book.table, "turn", "here"))]
    if book.plans:
        buttons.insert(0, button(said.plan_label, control(book.table, "plan")))
    if book.lines is not None:
        buttons.insert(0, button(shorten(bare(tell(book.lines)), 80), control(book.table, "plan")))
    if book.plans_ahead:
        buttons.insert(0, button(words.panel.plan_ahead, control(book.table, "ahead")))
    if pages > 1:
        following = said.page.format(page=page + 1, pages=pages)
        buttons.append(button(following, control(book.table, "orders", str((page + 1) % pages))))
    return PrivateMessage((*items, row(*buttons)))


# ------------------------------------------------------------------------------------------------------------ one order


def order_message(book: Book, wish: Wish, rehearsed: Sequence[Rehearsed], words: Texts) -> PrivateMessage:
    """One order while it is being made out: when it ends, how long it lasts, what it would have done, and Confirm."""
    form = book.forms[wish.form]
    order, said, tell = order_of(form, wish), words.orders, _tongue(book.table, words)
    in_words = plain(tell(orders_of(book.table.game.kernel).words(order)), 600)
    lines = [
        f"## {plain(tell(form.label), 200)}",
        f"-# {title(book.table, words)}",
        plain(tell(form.detail), 300),
        f"> {in_words}",
    ]
    items: list[Item] = [text("\n".join(lines))]
    if form.stops:
        items.append(_stops(book.table, form, wish, words, tell))
    if len(form.untils) > 1:
        items.append(_spans(book.table, form, wish, words, tell))
    if form.number is not None:
        items += _number(book.table, form.number, order, wish, words)
    if form.things:
        items += _sequence(book.table, form, wish, words, tell)
    items.append(text(parts([_preview(rehearsed, words, tell)], TEXT - text_length(items))[0]))
    confirm = said.give_now if form.answers_now else said.give
    give = button(confirm, control(book.table, "order-give", wish.packed()), discord.ButtonStyle.success)
    return PrivateMessage((*items, row(give, button(said.back, control(book.table, "orders", "0")))))


def _stops(table: MatchTable, form: OrderForm, wish: Wish, words: Texts, tell: Tell) -> Item:
    menu = ui.Select[Any](
        custom_id=control(table, "order-stops", wish.packed()),
        placeholder=words.orders.ends_when,
        min_values=0,
        required=False,
        max_values=min(len(form.stops), PAGE),
    )
    for place, stop in enumerate(form.stops[:PAGE]):
        label = shorten(bare(tell(stop.label)), 100)
        menu.add_option(label=label, value=str(place), default=bool(wish.stops >> place & 1))
    return ui.ActionRow(menu)


def _spans(table: MatchTable, form: OrderForm, wish: Wish, words: Texts, tell: Tell) -> Item:
    menu = ui.Select[Any](
        custom_id=control(table, "order-until", wish.packed()), placeholder=words.orders.lasts_menu
    )
    for place, (_, label) in enumerate(form.untils[:PAGE]):
        named = shorten(bare(words.orders.lasts.format(until=tell(label))), 100)
        menu.add_option(label=named, value=str(place), default=place == wish.until)
    return ui.ActionRow(menu)


def _number(table: MatchTable, bounds: tuple[int, int], order: Order, wish: Wish, words: Texts) -> list[Item]:
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
    return [text(words.orders.number.format(n=now, low=low, high=high)), row(*buttons)]


def _sequence(table: MatchTable, form: OrderForm, wish: Wish, words: Texts, tell: Tell) -> list[Item]:
    picked = [place for place in dict.fromkeys(wish.picked) if place < len(form.things)]
    left = [place for place in range(len(form.things)) if place not in picked]
    lines = [words.orders.sequence]
    lines += [f"{n}. {plain(tell(form.things[place][1]), 100)}" for n, place in enumerate(picked, 1)]
    items: list[Item] = [text("\n".join(lines))]
    if len(left) > 1:
        menu = ui.Select[Any](
            custom_id=control(table, "order-pick", wish.packed()), placeholder=words.orders.next_one
        )
        for place in left[:PAGE]:
            menu.add_option(label=shorten(bare(tell(form.things[place][1])), 100), value=str(place))
        items.append(ui.ActionRow(menu))
    if picked:
        anew = replace(wish, picked=())
        items.append(row(button(words.orders.start_over, control(table, "order", anew.packed("anew")))))
    return items


def _preview(rehearsed: Sequence[Rehearsed], words: Texts, tell: Tell) -> str:
    """Return the answers that the order would have given in the last round."""
    said = words.orders
    if not rehearsed:
        return f"-# {said.no_preview}"
    lines = [said.preview]
    shown = [one for one in rehearsed[:PREVIEWED] if one.ended is not None or one.ordered is not None]
    lines += [rehearsed_line(one, words, tell) for one in shown]
    if len(rehearsed) > PREVIEWED:
        lines.append(said.rehearsed_more.format(n=len(rehearsed) - PREVIEWED))
    return "\n".join(lines)


def rehearsed_line(one: Rehearsed, words: Texts, tell: Tell) -> str:
    """Return the answer that an order would have given to one question of the past."""
    said, purpose, answered = words.orders, plain(tell(one.purpose), 120), plain(tell(one.answered), 80)
    if one.ended is not None:
        return said.rehearsed_end.format(purpose=purpose, why=plain(tell(one.ended), 120))
    ordered = "" if one.ordered is None else plain(tell(one.ordered), 80)
    shape = said.rehearsed_same if one.ordered == one.answered else said.rehearsed
    return shape.format(purpose=purpose, ordered=ordered, answered=answered)


def _tongue(table: MatchTable, words: Texts) -> Tell:
    return table.naming(table.game.translator(words.locale))
