"""Decks in Discord: building with buttons, viewing, sharing and choosing; private throughout."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest

from bot.decks.own_decks import OwnDeck
from bot.discord.components.messages import layout
from bot.features.decks.editor import overview, step_message, steps_of
from bot.features.decks.place import EditorPlace, unpacked
from bot.games.voidream import voidream
from bot.store.person import Person
from cards.i18n import ENGLISH
from cards.voidream.decks import DeckList
from cards.voidream.library import the_set
from cards.voidream.model import Kind
from tests.bot.discord.kit import Room
from tests.bot.discord.limits import check_components, check_form
from tests.bot.features.decks.conftest import FIRST, READY, checked_text, own_deck, spanish
from tests.table import transcript
from tests.table.actor import Actor

# -- building


async def test_two_presses_in_a_row_are_answered_in_their_order(
    club: Room, ada: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player turns the page before a choice is saved: the choice is kept, and the page turns."""
    message = (await ada.slash("deck new", name="Quick Fingers")).reply
    await ada.select(message, "Maze")
    await ada.click(message, "Next: Bastion")
    both_heard = asyncio.Event()
    presses: list[object] = []
    defer, change = discord.InteractionResponse.defer, club.services.decks.change

    async def counted(response: discord.InteractionResponse[Any], **options: Any) -> object:
        deferred = await defer(response, **options)
        presses.append(response)
        if len(presses) == 2:
            both_heard.set()
        return deferred

    async def slow(*args: Any, **named: Any) -> Any:
        await both_heard.wait()
        return await change(*args, **named)

    monkeypatch.setattr(discord.InteractionResponse, "defer", counted)
    monkeypatch.setattr(club.services.decks, "change", slow)
    await asyncio.gather(ada.select(message, "The Reading Room Below"), ada.click(message, "Overview"))
    assert "✓ **Bastion**: The Reading Room Below" in checked_text(message)


async def test_a_deck_is_built_by_clicking(club: Room, ada: Actor, bo: Actor) -> None:
    message = (await ada.slash("deck new", name="Moths and Rust")).reply
    assert message.ephemeral
    assert "Moths and Rust: Faction" in checked_text(message)
    await ada.select(message, "Maze")
    await ada.click(message, "Next: Bastion")
    assert "The Reading Room Below" in checked_text(message) and "Hall of First Light" not in checked_text(
        message
    )
    await ada.select(message, "The Reading Room Below")
    await ada.click(message, "Next: Guest")
    assert "It can include 8 Dream cards, 2 arcana and the mind" in checked_text(message)
    await ada.select(message, "Chimeric Court")
    await ada.click(message, "Next: Mind")
    await ada.select(message, "Innocence")
    await ada.click(message, "Next: Arcana")
    assert "1 of 8 arcana" in checked_text(message), "the major arcanum was added with the bastion"
    labels = [
        label for label in transcript.options(message) if "Open Margin" in label or "Field Notes" in label
    ]
    await ada.select(message, *labels, menu="Choose up to")
    await ada.click(message, "Add")
    assert "3 of 8 arcana" in checked_text(message)
    await ada.click(message, "Next: Dream cards")
    await ada.select(message, "Entity", "Maze", menu="Show only")
    assert "Shown: Entity, Maze." in checked_text(message)
    await ada.select(message, "Moth Chorus", menu="Choose up to")
    assert "How many copies? The limit is 3. You have 0." in checked_text(message)
    assert any("Moth Chorus" in alt for alt in transcript.alt_texts(message)), "it is pictured"
    await ada.click(message, "Two")
    assert "2 of 39 Dream cards" in checked_text(message)
    assert "2 Moth Chorus" in checked_text(message)
    assert "Two" not in transcript.buttons(message, enabled_only=True)
    await ada.click(message, "Overview")
    for part in (
        "✓ **Bastion**: The Reading Room Below",
        "○ **Arcana**: 3 of 8 arcana, 0 of at most 2 guests (to do), with ",
        "○ **Dream cards**: 2 of 39 Dream cards, 0 of at most 8 guests (to do), besides the bastion",
        "it must be 40",
        "it must be 7",
    ):
        assert part in checked_text(message)
    await ada.click(message, "Fill the rest for me")
    assert "This deck is ready to play" in checked_text(message)
    own = await own_deck(club, ada, "moths and rust")
    titles = [card.title for card in own.deck.dream]
    assert own.is_legal and titles.count("Moth Chorus") >= 2
    assert {"Open Margin", "Field Notes"} <= {card.title for card in own.deck.arcana}
    assert len([m for m in ada.sees() if m.ephemeral]) == 1, "everything happened in one message"
    assert not bo.was_shown("Moth")
    response = await ada.click(message, "Play it against me")
    assert "You're playing Moths and Rust." in response.text


async def test_building_continues_after_a_restart(club: Room, ada: Actor) -> None:
    message = (await ada.slash("deck new", name="Later")).reply
    await ada.select(message, "Fracta")
    await ada.click(message, "Next: Bastion")
    await club.restart()
    bastion = next(c for c in the_set() if c.kind is Kind.BASTION and c.faction.value == "fracta")
    await ada.select(message, bastion.title)
    assert (await own_deck(club, ada, "Later")).deck.bastion == bastion
    await club.restart()
    again = (await ada.slash("deck edit", deck="Later")).reply
    assert f"✓ **Bastion**: {bastion.title}" in checked_text(again)


async def test_filters_and_pages_reach_every_card(club: Room, ada: Actor) -> None:
    message = (await ada.slash("deck new", name="All", copy=READY)).reply
    await ada.click(message, "Guest")
    await ada.select(message, "Maze")
    await ada.click(message, "Overview")
    await ada.click(message, "Dream cards")
    own = await own_deck(club, ada, "All")
    expected = [str(offer.label) for offer in steps_of(own)[-1].offers]
    reached: list[str] = []
    while True:
        checked_text(message)
        menu = transcript.menu(message, "Choose up to")
        reached += [option["label"].split(" × ")[0] for option in menu["options"]]
        if "Next page" not in transcript.buttons(message, enabled_only=True):
            break
        await ada.click(message, "Next page")
    assert reached == expected
    assert len(reached) > 25
    await ada.select(message, "Construct", "Memory", "Value 4", menu="Show only")
    filtered = [o["label"].split(" × ")[0] for o in transcript.menu(message, "Choose up to")["options"]]
    cards = [the_set().find(title) for title in filtered]
    assert cards and all(c.value == 4 and c.kind in (Kind.CONSTRUCT, Kind.MEMORY) for c in cards)
    await ada.select(message, "Cards in the deck", menu="Show only")
    menu = transcript.menu(message, "Choose up to")
    assert {option["label"] for option in menu["options"]} <= {
        f"{card.title} × {own.deck.dream.count(card)}" for card in own.deck.dream
    }
    await ada.select(message, menu="Show only")
    assert "Shown:" not in checked_text(message)


async def test_a_choice_that_no_longer_fits_is_harmless(club: Room, ada: Actor) -> None:
    message = (await ada.slash("deck new", name="Full", copy=READY)).reply
    before = (await own_deck(club, ada, "Full")).deck
    await ada.click(message, "Dream cards")
    await ada.select(message, "Moth Chorus" if "Moth Chorus" in transcript.options(message) else transcript.menu(message, "Choose up to")["options"][0]["label"], menu="Choose up to")  # fmt: skip
    await ada.click(message, "Overview")
    await ada.click(message, "Dream cards")
    free = next(
        o["label"] for o in transcript.menu(message, "Choose up to")["options"] if " × " not in o["label"]
    )
    await ada.select(message, free, menu="Choose up to")
    assert "There's no room for more copies" in checked_text(message)
    assert (await own_deck(club, ada, "Full")).deck == before


async def test_a_button_of_a_deleted_deck_says_so(club: Room, ada: Actor) -> None:
    message = (await ada.slash("deck new", name="Brief")).reply
    reply = (await ada.slash("deck delete", deck="Brief")).reply
    assert "Delete **Brief**" in checked_text(reply)
    await ada.click(reply, "No, keep it")
    assert "Deck: Brief" in checked_text(reply)
    await ada.click(reply, "Delete")
    await ada.click(reply, "Yes, delete it")
    assert "You deleted **Brief**" in checked_text(reply)
    response = await ada.click(message, "Overview")
    assert "This deck no longer exists" in response.text
    assert "/deck list" in response.text


async def test_cards_that_do_not_fit_are_removed(club: Room, ada: Actor) -> None:
    message = (await ada.slash("deck new", name="Turncoat", copy=READY)).reply
    await ada.click(message, "Faction")
    await ada.select(message, "Maze")
    await ada.click(message, "Overview")
    assert "The deck has no bastion" in checked_text(message)
    fit = next(label for label in transcript.buttons(message) if label.startswith("Remove what doesn't fit"))
    await ada.click(message, fit)
    assert all(
        c.faction.value in ("maze", "neutral") for c in (await own_deck(club, ada, "Turncoat")).deck.dream
    )


def check_everywhere(own: OwnDeck) -> None:
    """Check that every page of every step keeps Discord's limits, with cards chosen."""
    check_components(layout(overview(own, ENGLISH)).to_components())
    for step in steps_of(own):
        for page in range(4):
            keys = tuple(offer.key for offer in step.offers[page * 25 : page * 25 + 8])
            for chosen in ((), keys[:1], keys):
                place = EditorPlace(own.id, step.key, page, 0, chosen)
                check_components(layout(step_message(own, place, ENGLISH)).to_components())


@pytest.mark.parametrize("deck", ["empty", "ready", "everything"])
async def test_every_page_keeps_the_limits(deck: str) -> None:
    every = DeckList(
        bastion=FIRST.bastion,
        mind=FIRST.mind,
        arcana=tuple(card for card in the_set() if card.kind is Kind.ARCANUM) * 2,
        dream=tuple(c for c in the_set() if c.kind not in (Kind.ARCANUM, Kind.BASTION, Kind.MIND)) * 4,
    )
    game = voidream()
    assert game.building is not None
    content = {"empty": DeckList(), "ready": FIRST, "everything": every}[deck]
    name = "*" * 40
    check_everywhere(OwnDeck(10**8, game, name, content, tuple(game.building.violations(content)), 0))


@pytest.mark.parametrize(
    "place",
    [
        EditorPlace(1),
        EditorPlace(12345678, "d", 3, 0xFFF, ("1", "22", "333")),
        EditorPlace(7, "a", 0, 5, ("9",)),
    ],
)
def test_a_place_is_encoded_in_an_id(place: EditorPlace) -> None:
    assert unpacked(place.packed("2")) == (place, "2")


# -- choosing


async def test_own_decks_are_listed_first_and_the_default_on_top(club: Room, ada: Actor, bo: Actor) -> None:
    await ada.slash("deck new", name="Mine", copy=READY)
    await ada.slash("deck new", name="Half")
    suggestions = await ada.autocomplete("voidream challenge", "deck", "", user=bo)
    assert suggestions == ["Mine", *club.game.decks]
    ready_made = list(club.game.decks)[2]
    response = await ada.slash("deck default", deck=ready_made)
    assert f"**{ready_made}** is now your default" in response.text
    suggestions = await ada.autocomplete("voidream challenge", "deck", "", user=bo)
    assert suggestions[:2] == [f"{ready_made} (your default)", "Mine"]
    assert await ada.autocomplete("voidream challenge", "deck", "mInE", user=bo) == ["Mine"]
    assert "Mine" not in await bo.autocomplete("voidream challenge", "deck", "", user=ada)
    assert await ada.autocomplete("deck edit", "deck", "") == ["Half", "Mine"]
    assert "Half" not in await ada.autocomplete("deck default", "deck", "")
    assert "no longer have a default deck" in (await ada.slash("deck default")).text


async def test_own_decks_can_be_played_and_the_default_needs_one_press(
    club: Room, ada: Actor, bo: Actor
) -> None:
    await ada.slash("deck new", name="Secret Recipe", copy=READY)
    await bo.slash("deck new", name="Plan B", copy=READY)
    await bo.slash("deck default", deck="Plan B")
    response = await ada.slash("voidream challenge", user=bo, deck="Secret Recipe")
    assert "You're playing Secret Recipe" in response.text
    challenge = await bo.gets("challenges you to")
    message = (await bo.click(challenge, "Accept")).reply
    assert "Plan B (your default)" in transcript.options(message)
    check_components(message.components)
    await bo.click(message, "Play Plan B")
    assert "Match on! You're playing Plan B" in transcript.text(message)
    await club.quiet()
    assert not bo.was_shown("Secret Recipe") and not ada.was_shown("Plan B")
    table = (await club.services.matches.of_person(ada.person.id))[0].table
    assert (await club.services.matches.player_snapshot(table.match_id, bo.person.id)).awaited


async def test_an_unfinished_deck_is_refused_for_a_match_with_all_reasons(
    club: Room, ada: Actor, bo: Actor
) -> None:
    await ada.slash("deck new", name="Half")
    response = await ada.slash("voidream challenge", user=bo, deck="half")
    assert "no bastion" in response.text and "no mind card" in response.text
    assert not bo.sees()


async def test_many_decks_fit_every_menu(club: Room, ada: Actor, bo: Actor) -> None:
    for n in range(50):
        await club.services.decks.make(1000 + n, _person(ada), club.game, f"Deck number {n}", FIRST)
    response = await ada.slash("deck new", name="One more")
    assert "50 decks, the most that a player can save" in response.text
    checked_text((await ada.slash("deck list")).reply)
    assert len(await ada.autocomplete("voidream challenge", "deck", "", user=bo)) == 25
    assert await ada.autocomplete("voidream challenge", "deck", "number 49", user=bo) == ["Deck number 49"]
    await bo.slash("voidream challenge", user=ada, deck=READY)
    message = (await ada.click(await ada.gets("challenges you to"), "Accept")).reply
    assert {f"Deck number {n}" for n in range(50)} | set(club.game.decks) == set(transcript.options(message))
    await ada.select(message, "Deck number 30", menu="Deck number 49")
    assert "You're playing Deck number 30" in checked_text(message)
    challenge = await ada.slash("match list")
    form = await ada.click(challenge.reply, "Challenge someone")
    check_form(form.modal)


def _person(actor: Actor) -> Person:
    return Person(actor.person.id, "Ada")


async def test_a_deck_is_built_in_spanish_and_stored_in_english(club: Room, ada: Actor) -> None:
    ada.person.locale = "es-ES"
    message = (await ada.slash("deck new", name="Polillas")).reply
    assert "Polillas: Facción" in checked_text(message) and "sin elegir todavía" in checked_text(message)
    await ada.select(message, "Laberinto")
    await ada.click(message, "Siguiente: Bastión")
    await ada.select(message, spanish("The Reading Room Below"))
    await ada.click(message, "Siguiente: Invitada")
    assert "Puede traer 8 cartas de Sueño, 2 arcanos y la mente." in checked_text(message)
    await ada.click(message, "Siguiente: Mente")
    await ada.select(message, spanish("Innocence"))
    await ada.click(message, "Siguiente: Arcanos")
    assert "1 de 8 arcanos" in checked_text(message)
    await ada.click(message, "Siguiente: Cartas de Sueño")
    await ada.select(message, "Entidad", "Laberinto", menu="Mostrar solo")
    offered = [label for label in transcript.options(message) if spanish("Moth Chorus") in label]
    await ada.select(message, *offered, menu="Elige hasta")
    assert "del Laberinto: alba " in checked_text(message)
    await ada.click(message, "Dos")
    assert "2 de 39 cartas de Sueño" in checked_text(
        message
    ) and f"2 {spanish('Moth Chorus')}" in checked_text(message)
    own = await own_deck(club, ada, "Polillas")
    assert [card.title for card in own.deck.dream] == ["Moth Chorus"] * 2
    await ada.click(message, "Resumen")
    assert "El mazo tiene 3 cartas de Sueño con su bastión: tienen que ser 40." in checked_text(message)


async def test_ready_made_decks_have_names_in_the_readers_language(club: Room, ada: Actor, bo: Actor) -> None:
    ada.person.locale = "es-ES"
    called = spanish(READY, "deck")
    assert called != READY
    [offer, *_] = await ada.choices("deck view", "deck", called[:6])
    assert (offer["name"], offer["value"]) == (called, READY)
    assert (await ada.choices("deck view", "deck", READY))[0]["value"] == READY
    for typed in (called, READY):
        assert f"## {called}" in checked_text((await ada.slash("deck view", deck=typed)).reply)
    response = await ada.slash("deck new", name=called)
    assert f"Ya hay un mazo llamado «{called}»." in response.text
    assert READY in checked_text((await bo.slash("deck view", deck=READY)).reply)
