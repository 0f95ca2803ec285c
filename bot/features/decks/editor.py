"""The deck editor: an overview with missing parts, and the steps one by one."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import ui
from msgspec.structs import replace

from bot.decks.own_decks import OwnDeck, building_of
from bot.discord.components.custom_ids import CustomId
from bot.discord.components.messages import Button, Item, PrivateMessage, beside, button, gallery, row, text
from bot.discord.components.plain import bare, plain, shorten
from bot.features.decks.place import AT_ONCE, EditorPlace, filters_of, page_of, shown, switched_on
from bot.views.pictures import PrivatePicture, PublicPicture
from cards.deck_builder import DeckStep, StepOffer
from cards.i18n import Translator, msg, msg_plural

BENCH_READY = msg("**This deck is ready to play.**")
BENCH_SAVED = msg("Every change is saved at once. Stop and continue whenever you like.")
BENCH_TITLE = msg("Deck: {name}")
COPIES = (msg("None"), msg("One"), msg("Two"), msg("Three"))
NOTHING_FITS = msg("This deck can't have cards of this kind.")

GREEN = discord.ButtonStyle.success
BLUE = discord.ButtonStyle.primary
RED = discord.ButtonStyle.danger

MOST_NAMED = 60
"""Characters of a deck's name: as many as it can have (`FIELDS`)."""
WRONG = 1800
"""Characters of what is wrong with a deck."""
READING = 2400
"""Characters of the cards that are being looked at."""


def steps_of(own: OwnDeck) -> Sequence[DeckStep]:
    """Return the steps of building a deck, as it is now."""
    return building_of(own.game).steps(own.deck)


def bench(
    own: OwnDeck,
    translate: Translator,
    *,
    is_default: bool = False,
    note: str = "",
    picture: PrivatePicture | None = None,
) -> PrivateMessage:
    """Return the workbench: the deck as a picture, what is done, what is missing, and the ways on."""
    t = own.game.translator(translate.locale)
    steps, building = steps_of(own), building_of(own.game)
    lines = [
        f"## {translate(BENCH_TITLE.filled(name=plain(own.name)))}",
        f"-# {plain(t(building.summary(own.deck)))}",
    ]
    if note:
        lines.append(note)
    for step in steps:
        line = msg("✓ **{name}**: {status}") if step.done else msg("○ **{name}**: {status} (to do)")
        lines.append(translate(line.filled(name=t(step.name), status=plain(t(step.status)))))
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


def looked_at(own: OwnDeck, place: EditorPlace) -> StepOffer | None:
    """Return the one card that is looked at in a step, or that was chosen in it; None if there is none, or several."""
    step = next((one for one in steps_of(own) if one.key == place.step), None)
    if step is None:
        return None
    found = [one for one in step.offers if (one.count > 0 if step.single else one.key in place.chosen)]
    return found[0] if len(found) == 1 else None


def step_message(
    own: OwnDeck, place: EditorPlace, translate: Translator, card: PublicPicture | None = None
) -> PrivateMessage:
    """Return one step of building a deck, with a picture of the card that is looked at; the workbench if there is no such step."""
    steps = steps_of(own)
    step = next((one for one in steps if one.key == place.step), None)
    if step is None:
        return bench(own, translate)
    t = own.game.translator(translate.locale)
    head = translate.msg("{name}: {step}", name=plain(own.name), step=t(step.name))
    lines = [f"## {head}", f"**{plain(t(step.status))}**", f"-# {plain(t(step.asks))}"]
    more, items = _one(step, place, translate, t) if step.single else _many(step, place, translate, t)
    said = "\n".join(lines + more)[:3800]
    told = text(said) if card is None else beside(said, card)
    shown = () if card is None else (card,)
    return PrivateMessage((told, *items, _ways_on(own, steps, step, translate, t)), shown)


def _verdict(own: OwnDeck, translate: Translator, t: Translator) -> str:
    if own.is_legal:
        return f"{translate(BENCH_READY)}\n-# {translate(BENCH_SAVED)}"
    lines = [translate.msg("**To fix** ({n})", n=len(own.wrong))]
    for n, sentence in enumerate(own.wrong):
        line = f"- {plain(t(sentence))}"
        if sum(map(len, lines)) + len(line) > WRONG:
            lines.append(f"- … {len(own.wrong) - n}")
            break
        lines.append(line)
    return "\n".join([*lines, f"-# {translate(BENCH_SAVED)}"])


def _ways_on(
    own: OwnDeck, steps: Sequence[DeckStep], step: DeckStep, translate: Translator, t: Translator
) -> Item:
    """Back to the workbench, and on to the next step."""
    here = steps.index(step)
    buttons = [button(translate.msg("Overview"), CustomId("deck-open", state=str(own.id)).id)]
    if here + 1 < len(steps):
        following = steps[here + 1]
        label = translate.msg("Next: {step}", step=t(following.name))
        style = GREEN if step.done else discord.ButtonStyle.secondary
        buttons.append(button(label, _go(EditorPlace(own.id, following.key)), style))
    return row(*buttons)


# -- a step in which one thing is chosen


def _one(
    step: DeckStep, place: EditorPlace, translate: Translator, t: Translator
) -> tuple[list[str], list[Item]]:
    offers, page, pages = page_of(step.offers, place.page)
    if not offers:
        return [translate(NOTHING_FITS)], []
    lines: list[str] = []
    for offer in offers:
        lines += _read(offer, translate, t)
    menu = ui.Select[ui.LayoutView](
        custom_id=CustomId("deck-pick", state=place.at(page).packed()).id,
        placeholder=_placeholder(translate.msg("Choose …", "menu"), page, pages, translate),
    )
    for offer in offers:
        menu.add_option(
            label=t(offer.label)[:100],
            value=offer.key,
            description=shorten(bare(t(offer.detail)), 100) or None,
            default=offer.count > 0,
        )
    return _bounded(lines), [ui.ActionRow[ui.LayoutView](menu), *_paging(place, page, pages, translate)]


# -- a step in which many cards are chosen


def _many(
    step: DeckStep, place: EditorPlace, translate: Translator, t: Translator
) -> tuple[list[str], list[Item]]:
    lines = [_there(step, translate, t)]
    passing = shown(step, place.filters)
    offers, page, pages = page_of(passing, place.page)
    place = place.at(page)
    if on := switched_on(step, place.filters):
        what = ", ".join(
            t(one.value) if one.value else translate.msg("Cards in the deck").lower() for one in on
        )
        lines.append("-# " + translate.msg("Shown: {what}.", what=what))
    items: list[Item] = [_filter_menu(step, place, translate, t)]
    if offers:
        most = min(AT_ONCE, len(offers))
        menu = ui.Select[ui.LayoutView](
            custom_id=CustomId("deck-look", state=replace(place, chosen=()).packed()).id,
            placeholder=_placeholder(
                translate.msg("Choose up to {n} cards …", n=most), page, pages, translate
            ),
            max_values=most,
        )
        for offer in offers:
            menu.add_option(
                label=f"{t(offer.label)[:90]}{f' × {offer.count}' if offer.count else ''}",
                value=offer.key,
                description=shorten(bare(t(offer.detail)), 100) or None,
                default=offer.key in place.chosen,
            )
        items.append(ui.ActionRow[ui.LayoutView](menu))
    else:
        lines.append(translate(NOTHING_FITS))
    chosen = [offer for offer in step.offers if offer.key in place.chosen]
    if chosen:
        lines += _looked_at(chosen, translate, t)
        items.append(_counts(chosen, place, translate))
    return lines, [*items, *_paging(place, page, pages, translate)]


def _there(step: DeckStep, translate: Translator, t: Translator) -> str:
    names = [f"{offer.count} {plain(t(offer.label))}" for offer in step.offers if offer.count]
    return (
        translate.msg("**In the deck**: {cards}", cards=shorten(", ".join(names), 1200))
        if names
        else translate.msg("None of these are in the deck yet.")
    )


def _filter_menu(step: DeckStep, place: EditorPlace, translate: Translator, t: Translator) -> Item:
    filters = filters_of(step)
    menu = ui.Select[ui.LayoutView](
        custom_id=CustomId("deck-filter", state=replace(place, page=0, chosen=()).packed()).id,
        placeholder=translate.msg("Show only …"),
        min_values=0,
        required=False,
        max_values=len(filters),
    )
    for bit, one in enumerate(filters):
        label = t(one.value) if one.value else translate.msg("Cards in the deck")
        about = t(step.facets[one.facet].name) if one.facet >= 0 else None
        menu.add_option(
            label=label, value=f"b{bit}", description=about, default=bool(place.filters >> bit & 1)
        )
    return ui.ActionRow[ui.LayoutView](menu)


def _looked_at(chosen: Sequence[StepOffer], translate: Translator, t: Translator) -> list[str]:
    if len(chosen) > 1:
        names = ", ".join(plain(t(offer.label)) for offer in chosen)
        return [translate.msg("**Chosen**: {cards}", cards=names), translate.msg("How many copies of each?")]
    [offer] = chosen
    lines = _read(offer, translate, t)
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


def _counts(chosen: Sequence[StepOffer], place: EditorPlace, translate: Translator) -> Item:
    """The count of the chosen cards: a button for each number, with its consequence."""
    most = max(1, max(max(offer.limit, offer.count) for offer in chosen))
    labels = (translate.msg("Remove"), translate.msg("Add")) if most == 1 else tuple(map(translate, COPIES))
    now = {offer.count for offer in chosen}
    buttons: list[Button] = []
    for n, label in enumerate(labels[: most + 1]):
        one = button(label, CustomId("deck-count", state=place.packed(str(n))).id, BLUE if n else RED)
        one.disabled = now == {n} or (n > 0 and all(n > max(offer.limit, 0) for offer in chosen))
        buttons.append(one)
    return row(*buttons)


def _read(offer: StepOffer, translate: Translator, t: Translator) -> list[str]:
    """Return the text of a card."""
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
    ahead = button(
        translate.msg("Next page"),
        CustomId("deck-step", state=place.at(min(page + 1, pages - 1)).packed("a")).id,
    )
    back.disabled, ahead.disabled = page == 0, page == pages - 1
    return [row(back, ahead)]


def _go(place: EditorPlace) -> str:
    return CustomId("deck-step", state=place.packed()).id


def _rows(buttons: Sequence[Button], width: int) -> list[Item]:
    return [row(*buttons[i : i + width]) for i in range(0, len(buttons), width)]


def _bounded(lines: Sequence[str]) -> list[str]:
    """Return the first of these lines that fit."""
    kept: list[str] = []
    for line in lines:
        if sum(map(len, kept)) + len(line) > READING:
            return [*kept, "…"]
        kept.append(line)
    return kept
