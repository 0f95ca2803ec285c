"""Messages about decks: the list, one deck, export and import, and the forms."""

from __future__ import annotations

from collections.abc import Sequence

import discord
import msgspec
from discord import ui

from bot.command_keys import with_commands
from bot.decks.own_decks import DeckChoices, OwnDeck, building_of
from bot.discord.boards import PICTURE_FAILED, draw_in_time, one_part
from bot.discord.components.custom_ids import CustomId
from bot.discord.components.lengths import FIELDS, field
from bot.discord.components.messages import (
    TEXT,
    Button,
    Item,
    PrivateMessage,
    button,
    gallery,
    menu,
    menu_option,
    parts,
    row,
    rows,
    text,
)
from bot.discord.components.plain import plain
from bot.features.decks.place import PAGE
from bot.games.playable import PlayableGame, ReadyMadeDeck
from bot.installation import Feature
from bot.views.pictures import PrivatePicture, PublicPicture
from cards.deck_builder import BuildingError
from cards.i18n import Message, Translator, Value, msg, msg_plural
from cards.numerals import numeral

IMPORT_HINT = msg("One card per line: “3 Chalk Sentinel”. Order and capitals don't matter.")
IS_DEFAULT = msg("your default")
LIST_PRIVATE = msg("No one else sees your decks.")
LIST_TITLE = msg("Your decks")
NO_DEFAULT = msg("You no longer have a default deck.")
NOW_DEFAULT = msg("{name} is now your default. I'll suggest it first when you start a match.")
SHARE_CODE = with_commands(msg("Its code, for `{/deck-import}`:"))

TEXT_PAGE = 3400
"""Maximum characters per page of text."""
BLOCK = 3000
"""Maximum characters of a block of text to copy."""


class DeckMessage(msgspec.Struct, frozen=True):
    """A deck to show: a player's own deck, with its `id`, or a ready-made one, with id 0."""

    game: PlayableGame
    name: str
    deck: object
    id: int = 0
    is_legal: bool = True

    @property
    def title(self) -> Value:
        """The deck's name for display; ready-made names are translated."""
        return self.name if self.id else msg(self.name, "deck")

    @property
    def source(self) -> str:
        """The reference to this deck in the ids of controls."""
        return str(self.id) if self.id else f"={self.name}"


def deck_message(game: PlayableGame, deck: OwnDeck | ReadyMadeDeck) -> DeckMessage:
    """Return a deck in the form used for showing it."""
    if isinstance(deck, OwnDeck):
        return DeckMessage(game, deck.name, deck.deck, deck.id, deck.is_legal)
    return DeckMessage(game, deck.name, building_of(game).of(deck.content))


class DeckMessages(Feature, frozen=True):
    """Builds the messages that show a deck."""

    async def sourced(self, person: int, source: str, game_key: str) -> DeckMessage:
        """Return the deck that a control refers to (`DeckMessage.source`). Raises NotFound, BadDeck."""
        if source.startswith("="):
            game = self.services.games.find(game_key)
            return deck_message(game, game.deck(source[1:]))
        own = await self.services.decks.deck(person, numeral(source) or 0)
        return deck_message(own.game, own)

    async def picture_of(self, own: OwnDeck, person: int, translate: Translator) -> PrivatePicture | None:
        """Return a picture of a deck being built; None if it is empty, or if the player prefers text."""
        if own.deck == building_of(own.game).blank() or await self.services.people.text_boards(person):
            return None
        return await draw_in_time(
            self.services.pictures.deck(own.game, own.name, own.deck, translate.locale), 0
        )

    async def card_of(
        self, game: PlayableGame, title: str, person: int, translate: Translator
    ) -> PublicPicture | None:
        """Return a picture of a card; None if it isn't one, or if the player prefers text."""
        if game.reference is None or title not in game.reference.titles():
            return None
        if await self.services.people.text_boards(person):
            return None
        page = game.reference.page(title, game.translator(translate.locale))
        return await draw_in_time(self.services.pictures.card(game, page, translate.locale), 0)

    async def deck_view(
        self,
        deck: DeckMessage,
        person: int,
        translate: Translator,
        *,
        as_text: bool | None = None,
        page: int = 1,
    ) -> PrivateMessage:
        """Return a deck as a picture or as text. With `as_text` None, the player's setting decides."""
        if as_text is None:
            as_text = await self.services.people.text_boards(person)
        t = deck.game.translator(translate.locale)

        def view(form: str) -> str:
            return CustomId("deck-view", state=f"{form}.{deck.source}", game=deck.game.name).id

        head = f"## {plain(t(deck.title))}\n-# {plain(t(building_of(deck.game).summary(deck.deck)))}"
        if not as_text:
            picture = await draw_in_time(
                self.services.pictures.deck(deck.game, t(deck.title), deck.deck, translate.locale), 0
            )
            if picture is not None:
                switch = button(translate.msg("As text", "form"), view("t1"))
                return PrivateMessage(
                    (text(head), gallery(picture), row(switch, *_deck_buttons(deck, translate))), (picture,)
                )
            head = f"{head}\n{translate(PICTURE_FAILED)}"
        words = building_of(deck.game).words(t(deck.title), deck.deck, t)
        page_text, page_buttons = one_part(words, TEXT_PAGE, page, lambda n: view(f"t{n}"), translate)
        switch = button(translate.msg("As a picture"), view("p1"))
        return PrivateMessage(
            (text(head), text(page_text), *rows(page_buttons), row(switch, *_deck_buttons(deck, translate)))
        )


def deck_list(
    deck_choices: DeckChoices, translate: Translator, note: str = "", naming: str = ""
) -> PrivateMessage:
    """Return the list of a player's decks, with controls to open, create, copy and import one.

    `naming` is the game's name in the heading.
    """
    t = deck_choices.game.translator(translate.locale)
    building = building_of(deck_choices.game)
    lines = [f"## {translate(LIST_TITLE)}{naming}"]
    if note:
        lines.append(note)
    for own in deck_choices.own:
        state = (
            translate.msg("ready to play")
            if own.is_legal
            else translate.msg("{n} to fix", n=t(_things(len(own.wrong))))
        )
        if own.name == deck_choices.preferred:
            state += f", {translate(IS_DEFAULT)}"
        summary = plain(t(building.summary(own.deck)))
        lines.append(
            "- "
            + translate.msg(
                "**{name}** – {summary}; {state}", name=plain(own.name), summary=summary, state=state
            )
        )
    if not deck_choices.own:
        lines.append(
            translate.msg("You have no decks yet. Build a new one, copy a ready-made one, or import one.")
        )
    preferred = [deck.title for deck in deck_choices.ready if deck.name == deck_choices.preferred]
    lines += [f"- **{plain(t(name))}** – {translate(IS_DEFAULT)}" for name in preferred]
    lines.append(f"-# {translate(LIST_PRIVATE)}")
    items: list[Item] = [text(parts(lines, 3900)[0])]
    for n, start in enumerate(range(0, min(len(deck_choices.own), 4 * PAGE), PAGE)):
        options = [
            menu_option(own.name, str(own.id), t(building.summary(own.deck)))
            for own in deck_choices.own[start : start + PAGE]
        ]
        id_ = CustomId("deck-pick-open", state=str(n)).id
        items.append(menu(id_, translate.msg("Open a deck …"), options))
    options = [
        menu_option(t(deck.title), f"={deck.name}"[:100], t(deck.about)) for deck in deck_choices.ready
    ]
    id_ = CustomId("deck-copy", game=deck_choices.game.name).id
    items.append(menu(id_, translate.msg("Copy a ready-made deck …"), options))
    items.append(
        row(
            button(
                translate.msg("New deck"),
                CustomId("deck-new", game=deck_choices.game.name).id,
                discord.ButtonStyle.success,
            ),
            button(translate.msg("Import a deck"), CustomId("deck-import", game=deck_choices.game.name).id),
        )
    )
    return PrivateMessage(tuple(items))


def _deck_buttons(deck: DeckMessage, translate: Translator) -> Sequence[Button]:
    share = button(
        translate.msg("Text and code"), CustomId("deck-share", state=deck.source, game=deck.game.name).id
    )
    if deck.id:
        return [
            button(
                translate.msg("Edit"),
                CustomId("deck-open", state=str(deck.id)).id,
                discord.ButtonStyle.primary,
            ),
            share,
        ]
    return [
        button(
            translate.msg("Copy and edit"),
            CustomId("deck-copy", state=deck.source[:60], game=deck.game.name).id,
            discord.ButtonStyle.primary,
        ),
        share,
    ]


def deck_share(deck: DeckMessage, translate: Translator) -> PrivateMessage:
    """Return a deck as text and as a code, ready to copy."""
    building = building_of(deck.game)
    deck_text = building.text(deck.name, deck.deck).replace("```", "'''")
    items: list[Item] = [
        text(translate(with_commands(msg("The deck as text. Paste it anywhere, or into `{/deck-import}`:"))))
    ]
    items += [text(f"```\n{part}\n```") for part in parts(deck_text.splitlines(), BLOCK)[:1]]
    try:
        items += [text(f"{translate(SHARE_CODE)}\n```\n{building.code(deck.deck)}\n```")]
    except BuildingError as error:
        reason = deck.game.translator(translate.locale)(error.message)
        items.append(text(translate.msg("It has no code: {reason}", reason=plain(reason))))
    if deck.id:
        items.append(row(button(translate.msg("Edit"), CustomId("deck-open", state=str(deck.id)).id)))
    return PrivateMessage(tuple(items))


def import_form(game: PlayableGame, translate: Translator, pasted: str = "", name: str = "") -> ui.Modal:
    """Return the import form, prefilled with a text to fix. Requires a running event loop."""
    modal = ui.Modal(
        title=translate.msg("Import a deck"), custom_id=CustomId("deck-pasted", game=game.name).id
    )
    text_field = field(
        "list",
        style=discord.TextStyle.paragraph,
        default=pasted or None,
    )
    name_field = field("name", required=False, default=name or None)
    modal.add_item(
        ui.Label(
            text=translate.msg("A deck code, or a list of cards"),
            description=translate(IMPORT_HINT),
            component=text_field,
        )
    )
    modal.add_item(
        ui.Label(
            text=translate.msg("Name"),
            description=translate.msg("Leave it empty to use the name in the list."),
            component=name_field,
        )
    )
    modal.stop()
    return modal


def import_problems(game: PlayableGame, problems: str, translate: Translator, *, cut: bool) -> PrivateMessage:
    """Return the problems of a text that couldn't be read as a deck, and the button to fix it.

    `cut` is whether the text is too long for the form.
    """
    lines = [
        translate.msg("**Not imported yet.** Nothing is lost. Fix it and send it again."),
        *(plain(line) for line in problems.splitlines()),
    ]
    if cut:
        lines.append(
            "-# "
            + translate.msg(
                "The form holds only {n} characters. Paste the rest of your text again.",
                n=FIELDS["list"],
            )
        )
    fix = button(
        translate.msg("Fix it"), CustomId("deck-mend", game=game.name).id, discord.ButtonStyle.primary
    )
    return PrivateMessage((text(parts(lines, TEXT - 100)[0]), row(fix)))


def rename_form(own: OwnDeck, translate: Translator) -> ui.Modal:
    """Return the form that renames a deck. Requires a running event loop."""
    modal = ui.Modal(
        title=translate.msg("Rename the deck"), custom_id=CustomId("deck-renamed", state=str(own.id)).id
    )
    name = field("name", default=own.name)
    modal.add_item(ui.Label(text=translate.msg("The new name"), component=name))
    modal.stop()
    return modal


def delete_question(own: OwnDeck, translate: Translator) -> PrivateMessage:
    """Return the confirmation question for deleting a deck."""
    buttons = row(
        button(
            translate.msg("Yes, delete it"),
            CustomId("deck-gone", state=str(own.id)).id,
            discord.ButtonStyle.danger,
        ),
        button(translate.msg("No, keep it", "deck"), CustomId("deck-open", state=str(own.id)).id),
    )
    return PrivateMessage(
        (
            text(
                translate.msg(
                    "Delete {name}? Matches in progress keep it.",
                    name=f"**{plain(own.name)}**",
                )
            ),
            buttons,
        )
    )


def _things(n: int) -> Message:
    return msg_plural("{n} thing", "{n} things", n)
