"""The deck editor's messages: the overview, which lists missing parts, and one message per step."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from msgspec.structs import replace

from bot.decks.own_decks import OwnDeck, building_of
from bot.discord.components.custom_ids import CustomId
from bot.discord.components.messages import (
    Button,
    Item,
    PrivateMessage,
    button,
    gallery,
    menu,
    menu_option,
    row,
    text,
    with_thumbnail,
)
from bot.discord.components.plain import plain, shorten
from bot.features.decks.place import AT_ONCE, EditorPlace, active_filters, filters_of, page_of, passing
from bot.views.pictures import PrivatePicture, PublicPicture
from cards.deck_builder import DeckStep, StepOffer
from cards.i18n import Translator, msg, msg_plural

OVERVIEW_READY = msg("**This deck is ready to play.**")
OVERVIEW_SAVED = msg("Every change is saved at once. Stop and continue whenever you like.")
OVERVIEW_TITLE = msg("Deck: {name}")
COPIES = (msg("None"), msg("One"), msg("Two"), msg("Three"))
NOTHING_FITS = msg("This deck can't have cards of this kind.")

GREEN = discord.ButtonStyle.success
BLUE = discord.ButtonStyle.primary
RED = discord.ButtonStyle.danger

MOST_NAMED = 60
"""Maximum characters of a deck's name (the limit in `FIELDS`)."""
WRONG = 1800
"""Maximum characters for the list of problems of a deck."""
READING = 2400
"""Maximum characters for the text of the cards of a step."""


def steps_of(own: OwnDeck) -> Sequence[DeckStep]:
    """Return the building steps for the current state of a deck."""
    return building_of(own.game).steps(own.deck)


def overview(
    own: OwnDeck,
    translate: Translator,
    *,
    is_default: bool = False,
    note: str = "",
    picture: PrivatePicture | None = None,
) -> PrivateMessage:
    """Return the overview of a deck: its picture, the state of each step, its problems, and the possible actions."""
    t = own.game.translator(translate.locale)
    steps, building = steps_of(own), building_of(own.game)
    lines = [
        f"## {translate(OVERVIEW_TITLE.filled(name=plain(own.name)))}",
        f"-# {plain(t(building.summary(own.deck)))}",
    ]
    if note:
        lines.append(note)
    for step in steps:
        line = msg("✓ **{name}**: {status}") if step.done else msg("○ **{name}**: {status} (to do)")
        counted = "" if step.counted is None else f", {plain(t(step.counted))}"
        lines.append(translate(line.filled(name=t(step.name), status=plain(t(step.status)))) + counted)
    items: list[Item] = [*([gallery(picture)] if picture is not None else [])]
    items += [text("\n".join(lines)), text(_verdict(own, translate, t))]
    todo = next((step.key for step in steps if not step.done), "")
    buttons = [
        button(
            t(step.name),
            _go(EditorPlace(own.id, step.key)),
            BLUE if step.key == todo else discord.ButtonStyle.secondary,
        )
        for step in steps
    ]
    items += _rows(buttons, 3)
    onwards: list[Button] = []
    if not own.is_legal:
        onwards.append(
            button(
                translate.msg("Fill the rest for me"),
                CustomId("deck-fill", state=str(own.id)).id,
                GREEN,
            )
        )
        if misfits := building.misfits(own.deck):
            onwards.append(
                button(
                    translate.msg("Remove what doesn't fit ({n})", n=misfits),
                    CustomId("deck-fit", state=str(own.id)).id,
                )
            )
    elif own.game.practice is not None:
        play = CustomId("practice", state=own.name[:MOST_NAMED], game=own.game.name)
        onwards.append(button(translate.msg("Play it against me"), play.id, GREEN))
    if onwards:
        items.append(row(*onwards))
    items.append(
        row(
            button(
                translate.msg("Picture"), CustomId("deck-view", state=f"p1.{own.id}", game=own.game.name).id
            ),
            button(
                translate.msg("Text and code"),
                CustomId("deck-share", state=str(own.id), game=own.game.name).id,
            ),
        )
    )
    items.append(
        row(
            button(translate.msg("Rename"), CustomId("deck-rename", state=str(own.id)).id),
            button(translate.msg("Delete"), CustomId("deck-delete", state=str(own.id)).id, RED),
        )
    )
    last = [button(translate.msg("All decks"), CustomId("deck-list", game=own.game.name).id)]
    if own.is_legal:
        label = translate(msg("Remove as default") if is_default else msg("Make it my default"))
        last.append(button(label, CustomId("deck-prefer", state=f"{own.id}.{int(not is_default)}").id))
    items.append(row(*last))
    return PrivateMessage(tuple(items), () if picture is None else (picture,))


def selected_card(own: OwnDeck, place: EditorPlace) -> StepOffer | None:
    """Return the only card that is selected in a step; None if none or several are."""
    step = next((step for step in steps_of(own) if step.key == place.step), None)
    if step is None:
        return None
    selected = [
        offer for offer in step.offers if (offer.count > 0 if step.single else offer.key in place.chosen)
    ]
    return selected[0] if len(selected) == 1 else None


def step_message(
    own: OwnDeck, place: EditorPlace, translate: Translator, card: PublicPicture | None = None
) -> PrivateMessage:
    """Return one building step, with a picture of the selected card. Return the overview if the step doesn't exist."""
    steps = steps_of(own)
    step = next((step for step in steps if step.key == place.step), None)
    if step is None:
        return overview(own, translate)
    t = own.game.translator(translate.locale)
    head = translate.msg("{name}: {step}", name=plain(own.name), step=t(step.name))
    lines = [f"## {head}", f"**{plain(t(step.status))}**", f"-# {plain(t(step.asks))}"]
    more, items = (
        _single_choice(step, place, translate, t)
        if step.single
        else _multiple_choice(step, place, translate, t)
    )
    content = "\n".join(lines + more)[:3800]
    first_item = text(content) if card is None else with_thumbnail(content, card)
    pictures = () if card is None else (card,)
    return PrivateMessage((first_item, *items, _navigation(own, steps, step, translate, t)), pictures)


def _verdict(own: OwnDeck, translate: Translator, t: Translator) -> str:
    if own.is_legal:
        return f"{translate(OVERVIEW_READY)}\n-# {translate(OVERVIEW_SAVED)}"
    lines = [translate.msg("**To fix** ({n})", n=len(own.wrong))]
    for n, sentence in enumerate(own.wrong):
        line = f"- {plain(t(sentence))}"
        if sum(map(len, lines)) + len(line) > WRONG:
            lines.append(f"- … {len(own.wrong) - n}")
            break
        lines.append(line)
    return "\n".join([*lines, f"-# {translate(OVERVIEW_SAVED)}"])


def _navigation(
    own: OwnDeck, steps: Sequence[DeckStep], step: DeckStep, translate: Translator, t: Translator
) -> Item:
    """Return the buttons to the overview and to the next step."""
    index = steps.index(step)
    buttons = [button(translate.msg("Overview"), CustomId("deck-open", state=str(own.id)).id)]
    if index + 1 < len(steps):
        next_step = steps[index + 1]
        label = translate.msg("Next: {step}", step=t(next_step.name))
        style = GREEN if step.done else discord.ButtonStyle.secondary
        buttons.append(button(label, _go(EditorPlace(own.id, next_step.key)), style))
    return row(*buttons)


# -- a step with a single choice


def _single_choice(
    step: DeckStep, place: EditorPlace, translate: Translator, t: Translator
) -> tuple[list[str], list[Item]]:
    offers, page, pages = page_of(step.offers, place.page)
    if not offers:
        return [translate(NOTHING_FITS)], []
    lines: list[str] = []
    for offer in offers:
        lines += _card_lines(offer, translate, t)
    options = [
        menu_option(t(offer.label), offer.key, t(offer.detail), chosen=offer.count > 0) for offer in offers
    ]
    id_ = CustomId("deck-pick", state=place.at(page).packed()).id
    placeholder = _placeholder(translate.msg("Choose …", "menu"), page, pages, translate)
    return _bounded(lines), [menu(id_, placeholder, options), *_paging(place, page, pages, translate)]


# -- a step with many cards


def _multiple_choice(
    step: DeckStep, place: EditorPlace, translate: Translator, t: Translator
) -> tuple[list[str], list[Item]]:
    lines = [_deck_line(step, translate, t)]
    visible = passing(step, place.filters)
    offers, page, pages = page_of(visible, place.page)
    place = place.at(page)
    if active := active_filters(step, place.filters):
        names = ", ".join(
            t(each.value) if each.value else translate.msg("Cards in the deck").lower() for each in active
        )
        lines.append("-# " + translate.msg("Shown: {what}.", what=names))
    items: list[Item] = [_filter_menu(step, place, translate, t)]
    if offers:
        limit = min(AT_ONCE, len(offers))
        options = [
            menu_option(
                f"{t(offer.label)[:90]}{f' × {offer.count}' if offer.count else ''}",
                offer.key,
                t(offer.detail),
                chosen=offer.key in place.chosen,
            )
            for offer in offers
        ]
        id_ = CustomId("deck-look", state=replace(place, chosen=()).packed()).id
        choose = translate.msg("Choose up to {n} cards …", n=limit)
        items.append(menu(id_, _placeholder(choose, page, pages, translate), options, most=limit))
    else:
        lines.append(translate(NOTHING_FITS))
    selected = [offer for offer in step.offers if offer.key in place.chosen]
    if selected:
        lines += _selection_lines(selected, translate, t)
        items.append(_counts(selected, place, translate))
    return lines, [*items, *_paging(place, page, pages, translate)]


def _deck_line(step: DeckStep, translate: Translator, t: Translator) -> str:
    names = [f"{offer.count} {plain(t(offer.label))}" for offer in step.offers if offer.count]
    return (
        translate.msg("**In the deck**: {cards}", cards=shorten(", ".join(names), 1200))
        if names
        else translate.msg("None of these are in the deck yet.")
    )


def _filter_menu(step: DeckStep, place: EditorPlace, translate: Translator, t: Translator) -> Item:
    filters = filters_of(step)
    options: list[discord.SelectOption] = []
    for bit, card_filter in enumerate(filters):
        label = t(card_filter.value) if card_filter.value else translate.msg("Cards in the deck")
        about = t(step.facets[card_filter.facet].name) if card_filter.facet >= 0 else ""
        options.append(menu_option(label, f"b{bit}", about, chosen=bool(place.filters >> bit & 1)))
    id_ = CustomId("deck-filter", state=replace(place, page=0, chosen=()).packed()).id
    return menu(id_, translate.msg("Show only …"), options, least=0, most=len(options))


def _selection_lines(selected: Sequence[StepOffer], translate: Translator, t: Translator) -> list[str]:
    if len(selected) > 1:
        names = ", ".join(plain(t(offer.label)) for offer in selected)
        return [translate.msg("**Chosen**: {cards}", cards=names), translate.msg("How many copies of each?")]
    [offer] = selected
    lines = _card_lines(offer, translate, t)
    if offer.limit < offer.count:
        return [*lines, translate.msg("This card breaks a rule of the deck.")]
    if offer.limit == offer.count == 0:
        return [*lines, translate.msg("There's no room for more copies.")]
    return [
        *lines,
        translate(
            msg_plural(
                "How many copies? The limit is {limit}. You have {n}.",
                "How many copies? The limit is {limit}. You have {n}.",
                offer.count,
                limit=offer.limit,
            )
        ),
    ]


def _counts(selected: Sequence[StepOffer], place: EditorPlace, translate: Translator) -> Item:
    """Return the buttons that set the number of copies of the selected cards."""
    limit = max(1, max(max(offer.limit, offer.count) for offer in selected))
    labels = (translate.msg("Remove"), translate.msg("Add")) if limit == 1 else tuple(map(translate, COPIES))
    current_counts = {offer.count for offer in selected}
    buttons: list[Button] = []
    for n, label in enumerate(labels[: limit + 1]):
        count_button = button(
            label, CustomId("deck-count", state=place.packed(str(n))).id, BLUE if n else RED
        )
        count_button.disabled = current_counts == {n} or (
            n > 0 and all(n > max(offer.limit, 0) for offer in selected)
        )
        buttons.append(count_button)
    return row(*buttons)


def _card_lines(offer: StepOffer, translate: Translator, t: Translator) -> list[str]:
    """Return the heading and the text of a card."""
    head = translate.msg("**{card}** – {detail}", card=plain(t(offer.label)), detail=plain(t(offer.detail)))
    return [head, *(f"> {plain(t(line))}" for line in offer.text)]


def _placeholder(label: str, page: int, pages: int, translate: Translator) -> str:
    if pages == 1:
        return label
    return translate.msg(
        "{placeholder} (page {page} of {pages})", placeholder=label, page=page + 1, pages=pages
    )


def _paging(place: EditorPlace, page: int, pages: int, translate: Translator) -> list[Item]:
    if pages == 1:
        return []
    back = button(
        translate.msg("Previous page"), CustomId("deck-step", state=place.at(max(page - 1, 0)).packed("b")).id
    )
    forward = button(
        translate.msg("Next page"),
        CustomId("deck-step", state=place.at(min(page + 1, pages - 1)).packed("a")).id,
    )
    back.disabled, forward.disabled = page == 0, page == pages - 1
    return [row(back, forward)]


def _go(place: EditorPlace) -> str:
    return CustomId("deck-step", state=place.packed()).id


def _rows(buttons: Sequence[Button], width: int) -> list[Item]:
    return [row(*buttons[i : i + width]) for i in range(0, len(buttons), width)]


def _bounded(lines: Sequence[str]) -> list[str]:
    """Return the lines that fit within `READING` characters, from the start."""
    fitting: list[str] = []
    for line in lines:
        if sum(map(len, fitting)) + len(line) > READING:
            return [*fitting, "…"]
        fitting.append(line)
    return fitting
