"""Commands for standing orders: give, show, withdraw; and the controls of their messages."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from bot.command_keys import Command
from bot.discord.commands.layout import Layout, Parameter
from bot.discord.components.custom_ids import UNKNOWN_CONTROL, CustomId
from bot.discord.components.lengths import Line, Name
from bot.discord.components.plain import QUOTED, bare, plain, shorten
from bot.discord.components.replies import Reply
from bot.discord.controls import PressHandlers, pressed
from bot.discord.interaction_data import Interaction, matching, typed_so_far
from bot.discord.match_resolver import MatchResolver
from bot.errors import Refusal
from bot.features.orders.messages import (
    GONE,
    OrderDraftId,
    OrdersSection,
    order_message,
    order_of,
    orders_message,
    unpacked,
    usual,
)
from bot.features.orders.placement import OrderPlacement
from bot.features.orders.plan_commands import PlansFeature
from bot.features.orders.service import PLAN, Book, Orders, form_name
from bot.installation import Part, Services
from bot.panel.typed import complete, read_typed
from cards.i18n import Translator, msg
from cards.numerals import numeral
from engine.kernel.orders.order import OrderForm
from engine.kernel.question import Option, Question, QuestionKind


class OrdersFeature(PressHandlers, frozen=True):
    """The commands and controls for standing orders."""

    orders: Orders
    match_resolver: MatchResolver
    giving: OrderPlacement
    plans: PlansFeature

    def add(self, layout: Layout) -> None:
        """Add the commands."""

        async def book_of(interaction: Interaction) -> tuple[Book, Translator]:
            reply = Reply(interaction)
            match_id = await self.match_resolver.find_match(reply, typed_so_far(interaction, "match"))
            return await self.orders.book(match_id, reply.person), reply.translate

        async def form_of(interaction: Interaction) -> tuple[Book, OrderForm, Translator]:
            book, translate = await book_of(interaction)
            return book, _form(book, typed_so_far(interaction, "order"), translate), translate

        async def forms(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
            book, translate = await book_of(interaction)
            labels = _labels(book, translate)
            if book.plans:
                labels[PLAN] = translate.msg("Plan ahead: if …, then …")
            return matching(((label, name) for name, label in labels.items()), typed)

        async def happenings(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
            book, form, translate = await form_of(interaction)
            return complete(_stops_question(book, form, translate), typed, translate) if form.stops else []

        async def spans(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
            book, form, translate = await form_of(interaction)
            return matching(((label, name) for name, label in _spans(book, form, translate).items()), typed)

        async def sequences(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
            book, form, translate = await form_of(interaction)
            return complete(_things_question(book, form, translate), typed, translate) if form.things else []

        @layout.command(
            Command.ORDER,
            msg("Have me answer something for you from now on. No one else can see it."),
            order=Parameter(msg("The answer to give for you. Only what's possible now is suggested."), forms),
            stops=Parameter(
                msg(
                    "What ends it early: names or numbers with commas, or “none”. Default: the usual events."
                ),
                happenings,
                name="ends",
            ),
            span=Parameter(msg("The longest it can last."), spans, name="lasts"),
            number=msg("The number, if the order needs one."),
            sequence=Parameter(
                msg("The sequence, if the order needs one: names or numbers with commas."),
                sequences,
            ),
            match=self.match_resolver.option,
        )
        async def give(
            reply: Reply,
            order: Name,
            stops: Line | None = None,
            span: Name | None = None,
            number: int | None = None,
            sequence: Line | None = None,
            match: Name | None = None,
        ) -> None:
            match_id = await self.match_resolver.find_match(reply, match)
            if order.strip() in (PLAN, reply.translate.msg("Plan ahead: if …, then …")):
                await self.plans.show_plan(reply, match_id)
                return
            book = await self.orders.book(match_id, reply.person)
            form = _form(book, order, reply.translate)
            if form.things and not any(value is not None for value in (stops, span, number, sequence)):
                # The sequence is the point of this order, so show it before it is given with a default.
                await self._show_draft(reply, book, usual(form))
                return
            parameters = _typed(book, form, stops, span, number, sequence, reply.translate)
            await self.giving.give(reply, match_id, form_name(form), order_of(form, parameters))

        @layout.command(
            Command.ORDERS,
            msg("Show your standing orders in a match and what you can order. Only you see it."),
            match=self.match_resolver.option,
        )
        async def show(reply: Reply, match: Name | None = None) -> None:
            match_id = await self.match_resolver.find_match(reply, match)
            await reply.show(orders_message(await self.orders.book(match_id, reply.person), reply.translate))

        async def standing(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
            book, translate = await book_of(interaction)
            to_text = book.table.translator(translate.locale)
            labels = [
                (f"{given.stored.number}. {bare(to_text(given.words))}", str(given.stored.number))
                for given in book.orders
            ]
            return matching(labels, typed)

        @layout.command(
            Command.ORDER_WITHDRAW,
            msg("Withdraw a standing order."),
            order=Parameter(msg("The order."), standing),
            match=self.match_resolver.option,
        )
        async def withdraw(reply: Reply, order: Name, match: Name | None = None) -> None:
            match_id = await self.match_resolver.find_match(reply, match)
            book = await self.orders.book(match_id, reply.person)
            await self._withdraw(reply, match_id, _order_number(book, order))

    @pressed("orders", first=Reply.in_place)
    async def _orders(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        page = numeral(control.state, 5) or 0
        book = await self.orders.book(control.match_id, reply.person)
        await reply.show(orders_message(book, reply.translate, page=page))

    @pressed("order", first=Reply.in_place)
    async def _order(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """Show one order: it was chosen from the menu, or a button has changed it."""
        book = await self.orders.book(control.match_id, reply.person)
        if not values:
            await self._show_draft(reply, book, _draft(control))
        elif values[0] in book.forms:
            await self._show_draft(reply, book, usual(book.forms[values[0]]))
        else:
            await reply.show(orders_message(book, reply.translate, reply.translate(GONE)))

    @pressed("order-stops")
    async def _stops(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        draft = _draft(control)
        stops = sum({1 << index for value in values if (index := numeral(value, 2)) is not None})
        await self._show_changed(reply, control, replace(draft, stops=stops))

    @pressed("order-until")
    async def _until(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        draft = _draft(control)
        await self._show_changed(reply, control, replace(draft, until=_number(values[0])))

    @pressed("order-pick")
    async def _pick(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        draft = _draft(control)
        await self._show_changed(reply, control, replace(draft, picked=(*draft.picked, _number(values[0]))))

    async def _show_changed(self, reply: Reply, control: CustomId, draft: OrderDraftId) -> None:
        await reply.in_place()
        await self._show_draft(reply, await self.orders.book(control.match_id, reply.person), draft)

    @pressed("order-give")
    async def _confirmed(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        draft = _draft(control)
        await reply.in_place()
        book = await self.orders.book(control.match_id, reply.person)
        if draft.form not in book.forms:
            note = await self.giving.given_before(reply) or reply.translate(GONE)
            await reply.show(orders_message(book, reply.translate, note))
            return
        form = book.forms[draft.form]
        await self.giving.give(reply, control.match_id, draft.form, order_of(form, draft))

    @pressed("order-end", first=Reply.in_place)
    async def _ended(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        number, _, given_at = values[0].partition(".")
        await self._withdraw(reply, control.match_id, _number(number), _number(given_at))

    async def _show_draft(self, reply: Reply, book: Book, draft: OrderDraftId) -> None:
        """Show the draft of one order, or the possible orders if this one can no longer be given."""
        form = book.forms.get(draft.form)
        if form is None:
            await reply.show(orders_message(book, reply.translate, reply.translate(GONE)))
            return
        preview = await self.orders.rehearse(book.table.match_id, reply.person, order_of(form, draft))
        await reply.show(order_message(book, draft, preview, reply.translate))

    async def _withdraw(self, reply: Reply, match_id: int, number: int, given_at: int | None = None) -> None:
        order = await self.orders.withdraw(reply.interaction.id, match_id, reply.person, number, given_at)
        book = await self.orders.book(match_id, reply.person)
        to_text = book.table.translator(reply.translate.locale)
        in_words = plain(to_text(order.words), 400)
        await reply.show(
            orders_message(
                book,
                reply.translate,
                reply.translate.msg("You withdrew the order: {order}", order=in_words),
            )
        )


# ------------------------------------------------------------------------------------------------------------- controls


def _number(text: str) -> int:
    """Return the number in the state of a control or the value of a menu. Raises Refusal."""
    number = numeral(text)
    if number is None:
        raise Refusal(UNKNOWN_CONTROL)
    return number


def _draft(control: CustomId) -> OrderDraftId:
    try:
        return unpacked(control.state)
    except ValueError:
        raise Refusal(UNKNOWN_CONTROL) from None


# --------------------------------------------------------------------------------------------------------------- typing


def _labels(book: Book, translate: Translator) -> dict[str, str]:
    """Return the labels of the possible orders, by form name."""
    to_text = book.table.translator(translate.locale)
    return {name: shorten(bare(to_text(form.label)), 100) for name, form in book.forms.items()}


def _form(book: Book, typed: str, translate: Translator) -> OrderForm:
    """Return the order whose name was typed. Raises Refusal."""
    name, labels = typed.strip(), _labels(book, translate)
    if name in book.forms:
        return book.forms[name]
    matches = [key for key, label in labels.items() if label.casefold() == name.casefold()] or [
        key for key, label in labels.items() if name and name.casefold() in label.casefold()
    ]
    if len(matches) == 1:
        return book.forms[matches[0]]
    typed_text = shorten(name, 60)
    if matches:
        names = ", ".join(translate(QUOTED.filled(name=labels[key])) for key in matches[:8])
        raise Refusal(msg("“{typed}” matches {names}. Type more of the name.", typed=typed_text, names=names))
    raise Refusal(msg("You can't order “{typed}” now. Pick one of the suggestions.", typed=typed_text))


def _typed(
    book: Book,
    form: OrderForm,
    stops: str | None,
    span: str | None,
    number: int | None,
    sequence: str | None,
    translate: Translator,
) -> OrderDraftId:
    """Return the draft of a typed order, with defaults for omitted parts. Raises Refusal."""
    draft = usual(form)
    if stops is not None and form.stops:
        chosen_keys = read_typed(_stops_question(book, form, translate), stops, translate)
        indexes = [index for index, stop in enumerate(form.stops) if stop.name in chosen_keys]
        draft = replace(draft, stops=sum(1 << index for index in indexes))
    if span is not None:
        draft = replace(draft, until=_span(book, form, span, translate))
    if number is not None:
        if form.number is None:
            raise Refusal(msg("This order takes no number."))
        low, high = form.number
        if not low <= number <= high:
            raise Refusal(msg("This order needs a number from {low} to {high}.", low=low, high=high))
        draft = replace(draft, number=number)
    if sequence is not None and form.things:
        chosen_keys = read_typed(_things_question(book, form, translate), sequence, translate)
        keys = [key for key, _ in form.things]
        draft = replace(draft, picked=tuple(keys.index(key) for key in chosen_keys))
    return draft


def _spans(book: Book, form: OrderForm, translate: Translator) -> dict[str, str]:
    to_text = book.table.translator(translate.locale)
    return {name: shorten(bare(to_text(label)), 100) for name, label in form.untils}


def _span(book: Book, form: OrderForm, typed: str, translate: Translator) -> int:
    """Return the index of a typed duration of an order. Raises Refusal."""
    labels = _spans(book, form, translate)
    name = typed.strip().casefold()
    for index, (key, label) in enumerate(labels.items()):
        if name in (key.casefold(), label.casefold()):
            return index
    names = ", ".join(translate(QUOTED.filled(name=label)) for label in labels.values())
    raise Refusal(
        msg(
            "“{typed}” isn't a possible duration. It can last {names}.", typed=shorten(typed, 60), names=names
        )
    )


def _order_number(book: Book, typed: str) -> int:
    """Return the number of the order whose name was typed. Raises Refusal."""
    number = typed.strip().partition(".")[0]
    if any(str(given.stored.number) == number for given in book.orders):
        return int(number)
    raise Refusal(
        msg(
            "You have no order “{typed}” in this match. Pick one of the suggestions.",
            typed=shorten(typed.strip(), 60),
        )
    )


def _stops_question(book: Book, form: OrderForm, translate: Translator) -> Question:
    """Return a question about the stop conditions of an order, for reading a typed answer."""
    to_text = book.table.translator(translate.locale)
    options = tuple(Option(stop.name, bare(to_text(stop.label))) for stop in form.stops)
    return Question(
        0, 0, QuestionKind.CARDS, translate.msg("When does it end?"), "", options, 0, len(options)
    )


def _things_question(book: Book, form: OrderForm, translate: Translator) -> Question:
    """Return a question about the sequence of an order's things, for reading a typed answer."""
    to_text = book.table.translator(translate.locale)
    options = tuple(Option(key, bare(to_text(label))) for key, label in form.things)
    count = len(options)
    return Question(
        0, 0, QuestionKind.CARDS, translate.msg("In which order?"), "", options, 1, count, ordered=True
    )


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    orders = Orders(of.context, of.practice_matches)
    giving = OrderPlacement(orders, of.panels)
    plans = PlansFeature(orders, giving)
    return OrdersFeature(orders, of.match_resolver, giving, plans), plans, OrdersSection()
