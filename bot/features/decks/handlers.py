"""The handlers of the deck editor's controls. All state is in the controls' ids, so they work after a restart."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from bot.decks.own_decks import OwnDeck, understood
from bot.discord.components.custom_ids import UNKNOWN_CONTROL, CustomId, Submitted
from bot.discord.components.lengths import FIELDS
from bot.discord.components.plain import bare, plain
from bot.discord.components.replies import Reply
from bot.discord.controls import pressed
from bot.errors import BadDeck, LimitReached, Refusal
from bot.features.decks.editor import overview, selected_card, step_message, steps_of
from bot.features.decks.messages import (
    NO_DEFAULT,
    NOW_DEFAULT,
    DeckMessage,
    DeckMessages,
    deck_list,
    deck_share,
    delete_question,
    import_form,
    import_problems,
    rename_form,
)
from bot.features.decks.place import EditorPlace, unpacked
from bot.games.playable import PlayableGame
from bot.installation import Feature
from bot.platform.places import run_in_thread
from bot.store.person import Person
from cards.i18n import msg
from cards.numerals import numeral


def maker(reply: Reply) -> Person:
    """Return the person behind an interaction, as the owner of a new deck."""
    user = reply.interaction.user
    return Person(user.id, bare(user.display_name) or user.name, user.bot)


def is_built(game: PlayableGame) -> bool:
    """Return whether a game has deck building."""
    return game.building is not None


class DeckHandlers(Feature, frozen=True):
    """Handles the deck editor's controls."""

    deck_messages: DeckMessages

    async def _game(self, reply: Reply, control: CustomId) -> PlayableGame:
        """Return the game in a control's id. Raises GameUnclear if the control names none and several are possible."""
        again = CustomId(control.act, state=control.state)
        return await self.services.game_resolver.game(reply, control=control, again=again, of_those=is_built)

    async def show_overview(self, reply: Reply, own: OwnDeck, note: str = "") -> None:
        """Show the overview of a deck."""
        deck_choices = await self.services.decks.deck_choices(reply.person, own.game)
        picture = await self.deck_messages.picture_of(own, reply.person, reply.translate)
        is_default = deck_choices.preferred == own.name
        await reply.show(overview(own, reply.translate, is_default=is_default, note=note, picture=picture))

    async def show_step(self, reply: Reply, own: OwnDeck, place: EditorPlace) -> None:
        """Show a building step, with a picture of the selected card."""
        offer = selected_card(own, place)
        card = None
        if offer is not None:
            card = await self.deck_messages.card_of(own.game, str(offer.label), reply.person, reply.translate)
        await reply.show(step_message(own, place, reply.translate, card))

    async def show_list(self, reply: Reply, game: PlayableGame, note: str = "") -> None:
        """Show the list of the player's decks."""
        await reply.show(
            deck_list(
                await self.services.decks.deck_choices(reply.person, game),
                reply.translate,
                note,
                self.services.game_resolver.naming(game),
            )
        )

    async def begin_new(self, reply: Reply, game: PlayableGame, name: str) -> None:
        """Create an empty deck, and show the first step."""
        own = await self.services.decks.make(
            reply.interaction.id, maker(reply), game, name, unnamed=reply.translate.msg("New deck")
        )
        await self.show_step(reply, own, EditorPlace(own.id, steps_of(own)[0].key))

    async def copy_of(self, reply: Reply, deck: DeckMessage, name: str = "") -> None:
        """Copy a deck, and show the copy's overview."""
        title = name or await self._copy_name(reply, deck)
        own = await self.services.decks.make(reply.interaction.id, maker(reply), deck.game, title, deck.deck)
        await self.show_overview(
            reply,
            own,
            reply.translate.msg(
                "This is your own copy of {name}. Change it as you like.",
                name=plain(deck.game.translator(reply.translate.locale)(deck.title)),
            ),
        )

    async def import_text(self, reply: Reply, game: PlayableGame, pasted: str, name: str) -> None:
        """Create a deck from a text or code, and show its overview with all its problems.

        If the text can't be read, list the reasons, and store the text so that the player can fix it.
        """
        try:
            # Matching misspelt lines to cards takes time: keep it off the event loop.
            read_name, deck = await run_in_thread(reply.person, understood, game, pasted)
            title = name.strip() or read_name[:40]
            if not name.strip():
                title = await self._unused_name(reply, game, title or reply.translate.msg("New deck"))
            own = await self.services.decks.make(reply.interaction.id, maker(reply), game, title, deck)
        except (BadDeck, LimitReached) as error:
            if not pasted.strip():
                raise
            limit = FIELDS["list"]
            await self.services.decks.set_aside(maker(reply), game, name[: FIELDS["name"]], pasted[:limit])
            problems = game.translator(reply.translate.locale)(error.message)
            await reply.show(import_problems(game, problems, reply.translate, cut=len(pasted) > limit))
            return
        await self.show_overview(reply, own, reply.translate.msg("Imported."))

    async def _copy_name(self, reply: Reply, deck: DeckMessage) -> str:
        own = deck.game.translator(reply.translate.locale)(msg("My {deck}", deck=deck.title))
        return await self._unused_name(reply, deck.game, own[:40])

    async def _unused_name(self, reply: Reply, game: PlayableGame, name: str) -> str:
        """Return the name, followed by a number if the player's shelf already has a deck with that name."""
        deck_choices = await self.services.decks.deck_choices(reply.person, game)
        taken = {deck.name.casefold() for deck in (*deck_choices.own, *deck_choices.ready)}
        free, count = name, 1
        while free.casefold() in taken:
            count += 1
            free = f"{name[:35]} {count}"
        return free

    @pressed("deck-open", "deck-pick-open", first=Reply.in_place)
    async def _open(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await self.show_overview(
            reply,
            await self.services.decks.deck(reply.person, _number(values[0] if values else control.state)),
        )

    @pressed("deck-step", first=Reply.in_place)
    async def _step(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        place, _ = _unpacked(control)
        await self.show_step(reply, await self.services.decks.deck(reply.person, place.deck), place)

    @pressed("deck-pick", first=Reply.in_place)
    async def _pick(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """Handle the menu of a step with a single choice."""
        place, _ = _unpacked(control)
        counts = {values[0]: 1}
        own = await self.services.decks.change(
            reply.person, place.deck, lambda building, deck: building.chosen(deck, place.step, counts)
        )
        await self.show_step(reply, own, place)

    @pressed("deck-filter", first=Reply.in_place)
    async def _filter(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        place, _ = _unpacked(control)
        filters = sum(1 << bit for bit in {_number(value[1:]) for value in values} if bit < 64)
        own = await self.services.decks.deck(reply.person, place.deck)
        await self.show_step(reply, own, replace(place, filters=filters))

    @pressed("deck-look", first=Reply.in_place)
    async def _look(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """Handle the menu of a step with many cards: select some of them."""
        place, _ = _unpacked(control)
        own = await self.services.decks.deck(reply.person, place.deck)
        await self.show_step(reply, own, replace(place, chosen=tuple(values)))

    @pressed("deck-count", first=Reply.in_place)
    async def _count(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """Set the number of copies of the selected cards."""
        place, more = _unpacked(control)
        counts = dict.fromkeys(place.chosen, _number(more))
        own = await self.services.decks.change(
            reply.person, place.deck, lambda building, deck: building.chosen(deck, place.step, counts)
        )
        await self.show_step(reply, own, place)

    @pressed("deck-fill", first=Reply.in_place)
    async def _fill(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        own = await self.services.decks.fill(reply.person, _number(control.state))
        await self.show_overview(
            reply,
            own,
            reply.translate.msg("I filled the rest to match your cards. Change what you don't like."),
        )

    @pressed("deck-fit", first=Reply.in_place)
    async def _fit(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        own = await self.services.decks.change(
            reply.person, _number(control.state), lambda building, deck: building.without_misfits(deck)
        )
        await self.show_overview(reply, own)

    @pressed("deck-view", first=Reply.in_place)
    async def _view(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        form, _, source = control.state.partition(".")
        deck = await self.deck_messages.sourced(reply.person, source, control.game)
        page = _number(form[1:])
        await reply.show(
            await self.deck_messages.deck_view(
                deck, reply.person, reply.translate, as_text=form.startswith("t"), page=page
            )
        )

    @pressed("deck-share", first=Reply.later)
    async def _share(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await reply.show(
            deck_share(
                await self.deck_messages.sourced(reply.person, control.state, control.game), reply.translate
            )
        )

    @pressed("deck-copy", first=Reply.in_place)
    async def _copy(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        source = values[0] if values else control.state
        await self.copy_of(reply, await self.deck_messages.sourced(reply.person, source, control.game))

    @pressed("deck-list", first=Reply.in_place)
    async def _list(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await self.show_list(reply, await self._game(reply, control))

    @pressed("deck-new", first=Reply.in_place)
    async def _new(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await self.begin_new(reply, await self._game(reply, control), "")

    @pressed("deck-import")
    async def _import(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await reply.ask(import_form(await self._game(reply, control), reply.translate))

    @pressed("deck-mend")
    async def _fix(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """Open the import form with the text that couldn't be read; empty if it is no longer stored."""
        game = await self._game(reply, control)
        name, pasted = await self.services.decks.unreadable_text(reply.person, game)
        await reply.ask(import_form(game, reply.translate, pasted, name))

    @pressed("deck-pasted", first=Reply.later)
    async def _pasted(self, reply: Reply, control: CustomId, values: Submitted) -> None:
        await self.import_text(
            reply, await self._game(reply, control), values.one("list"), values.one("name")
        )

    @pressed("deck-rename")
    async def _rename(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await reply.ask(
            rename_form(await self.services.decks.deck(reply.person, _number(control.state)), reply.translate)
        )

    @pressed("deck-renamed", first=Reply.in_place)
    async def _renamed(self, reply: Reply, control: CustomId, values: Submitted) -> None:
        own = await self.services.decks.rename(reply.person, _number(control.state), values.one("name"))
        await self.show_overview(
            reply, own, reply.translate.msg("The deck is now called {name}.", name=f"**{plain(own.name)}**")
        )

    @pressed("deck-prefer", first=Reply.in_place)
    async def _prefer(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        number, _, state = control.state.partition(".")
        own = await self.services.decks.deck(reply.person, _number(number))
        name = await self.services.decks.prefer(maker(reply), own.game, own.name if state == "1" else "")
        note = (
            reply.translate(NOW_DEFAULT.filled(name=f"**{plain(name)}**"))
            if name
            else reply.translate(NO_DEFAULT)
        )
        await self.show_overview(reply, own, note)

    @pressed("deck-delete", first=Reply.in_place)
    async def _delete(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        own = await self.services.decks.deck(reply.person, _number(control.state))
        await reply.show(delete_question(own, reply.translate))

    @pressed("deck-gone", first=Reply.in_place)
    async def _delete_confirmed(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        game = (await self.services.decks.deck(reply.person, _number(control.state))).game
        name = await self.services.decks.delete(reply.person, _number(control.state))
        await self.show_list(
            reply, game, reply.translate.msg("You deleted {name}.", name=f"**{plain(name)}**")
        )


# -- state of controls


def _unpacked(control: CustomId) -> tuple[EditorPlace, str]:
    try:
        return unpacked(control.state)
    except ValueError:
        raise Refusal(UNKNOWN_CONTROL) from None


def _number(text: str) -> int:
    """Return the number in a control's state; 0, which isn't the id of any deck, for other text."""
    return numeral(text) or 0
