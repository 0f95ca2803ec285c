"""Viewing, listing, renaming, exporting and importing decks."""

from __future__ import annotations

import re
from typing import Any

import pytest

from cards.voidream.deck_codes import deck_code, read_code
from cards.voidream.library import the_set
from cards.voidream.model import Kind
from tests.bot.discord.kit import Room
from tests.bot.discord.limits import check_form
from tests.bot.features.decks.conftest import FIRST, READY, checked_text, own_deck, spanish
from tests.table import transcript
from tests.table.actor import Actor, UploadedFile

CODE = deck_code(FIRST)


# -- viewing


async def test_a_deck_is_shown_as_a_picture_and_as_text(club: Room, ada: Actor) -> None:
    message = (await ada.slash("deck view", deck=READY)).reply
    assert message.ephemeral
    [alt] = transcript.alt_texts(message)
    assert alt.startswith(f"Deck {READY}: Chimeric Court. Ready to play.")
    assert [a.filename for a in message.attachments] == ["deck.png"]
    await ada.click(message, "As text")
    assert not message.attachments
    text = checked_text(message)
    while any(label.startswith("Next part") for label in transcript.buttons(message)):
        await ada.click(message, "Next part")
        text += checked_text(message)
    for card in (*FIRST.dream, *FIRST.arcana):
        assert card.title in text
    await ada.click(message, "Copy and edit")
    assert f"Deck: My {READY}" in checked_text(message)
    assert (await own_deck(club, ada, f"My {READY}")).deck == FIRST
    as_text = (await ada.slash("deck view", deck=READY, **{"as": "text"})).reply
    assert not as_text.attachments


async def test_the_list_names_all_decks_and_opens_them(club: Room, ada: Actor) -> None:
    empty = (await ada.slash("deck list")).reply
    assert "You have no decks yet. Build a new one, copy a ready-made one, or import one." in checked_text(
        empty
    )
    await ada.select(empty, READY, menu="Copy")
    assert f"Deck: My {READY}" in checked_text(empty)
    await ada.click(empty, "Make it my default")
    assert "is now your default" in checked_text(empty)
    await ada.slash("deck new", name="Half")
    await ada.click(empty, "All decks")
    assert f"**My {READY}** – Chimeric Court" in checked_text(empty)
    assert "ready to play, your default" in checked_text(empty)
    assert "**Half** – nothing chosen yet; 2 things to fix" in checked_text(empty)
    await ada.select(empty, "Half", menu="Open")
    assert "Deck: Half" in checked_text(empty)


async def test_renaming(club: Room, ada: Actor) -> None:
    message = (await ada.slash("deck new", name="Befroe")).reply
    await ada.click(message, "Overview")
    form = await ada.click(message, "Rename")
    check_form(form.modal)
    await ada.submit({"The new name": "Before"})
    assert "The deck is now called **Before**" in checked_text(message)
    await ada.click(message, "Rename")
    response = await ada.submit({"The new name": READY})
    assert "already" in response.text
    assert (await own_deck(club, ada, "before")).name == "Before"


# -- sharing


async def test_export_and_import_give_the_same_deck(club: Room, ada: Actor, bo: Actor) -> None:
    await ada.slash("deck new", name="Gift", copy=READY)
    exported = (await ada.slash("deck export", deck="gift")).reply
    exported_text = checked_text(exported)
    assert exported.ephemeral and not bo.was_shown("Gift")
    text, code = re.findall(r"```\n(.*?)\n```", exported_text, re.DOTALL)
    assert read_code(code) == FIRST
    by_code = await bo.slash("deck import", code=f"`{code.lower()}`", name="By code")
    assert "This deck is ready to play" in by_code.text
    form = await bo.slash("deck import")
    check_form(form.modal)
    pasted = await bo.submit({"list": text})
    assert "Deck: Gift" in pasted.text, "its name comes from the text"
    for name in ("By code", "Gift"):
        assert (await own_deck(club, bo, name)).deck == FIRST


async def test_a_deck_is_imported_from_a_file(club: Room, ada: Actor) -> None:
    content = b"Name: Filed\nHall of First Light\n3 Chalk Sentinel\n"
    outcome = await ada.slash("deck import", file=UploadedFile("deck.txt", content))
    assert "Deck: Filed" in outcome.text
    assert len((await own_deck(club, ada, "Filed")).deck.dream) == 3
    for bad, part in ((b"\xff\xfe\x00", "not text"), (b"x" * 100_000, "too large for a deck")):
        assert part in (await ada.slash("deck import", file=UploadedFile("deck.txt", bad))).text
    both = await ada.slash("deck import", file=UploadedFile("deck.txt", content), code=CODE)
    assert "not both" in both.text


@pytest.mark.parametrize(
    ("pasted", "parts"),
    [
        (
            "3 Chalk Centinel\n2 Objektion",
            ["Line 1", "Chalk Sentinel", "Line 2", "Did you mean “Objection”?"],
        ),
        (CODE[:-9], ["cut short"]),
        (CODE[:20] + "Z" + CODE[21:], ["damaged"]),
        ("AAECAf0EHuEE7AXhrAKNrQKMrwLmwQLYxwI", ["isn't a deck code of Voidream"]),
        ("DW1" + CODE[3:], ["Dreamweavers"]),
    ],
)
async def test_impossible_imports_are_refused_with_a_reason(
    club: Room, ada: Actor, pasted: str, parts: list[str]
) -> None:
    await ada.slash("deck import")
    response = await ada.submit({"list": pasted})
    for part in parts:
        assert part in response.text.replace("\\", "")
    assert "went wrong on my end" not in response.text
    assert (await club.services.decks.deck_choices(ada.person.id, club.game)).own == ()


async def test_an_unreadable_import_is_stored_and_can_be_fixed(club: Room, ada: Actor, bo: Actor) -> None:
    """The form reopens with the player's own text, which is deleted after a successful import."""
    await ada.slash("deck import")
    wrong = "Hall of First Light\n3 Chalk Sentinel\n2 Objektion"
    response = await ada.submit({"list": wrong, "name": "Mended"})
    text = checked_text(response.reply)
    assert text.startswith("**Not imported yet.** Nothing is lost")
    assert "Line 3" in text
    form = await ada.click(response.reply, "Fix it")
    check_form(form.modal)
    assert defaults(form.modal) == {"list": wrong, "name": "Mended"}
    async with club.services.decks._store.read() as store:
        assert await store.decks.unreadable_text(bo.person.id, club.game.name) is None
    mended = await ada.submit({"list": wrong.replace("k", "c").replace("Chalc", "Chalk"), "name": "Mended"})
    assert "Deck: Mended" in mended.text
    assert await club.services.decks.unreadable_text(ada.person.id, club.game) == ("", "")


async def test_a_text_too_long_for_the_form_is_truncated(club: Room, ada: Actor) -> None:
    lines = "\n".join(f"3 Nothing of the Name {n}" for n in range(300))
    outcome = await ada.slash("deck import", file=UploadedFile("deck.txt", lines.encode()))
    assert "The form holds only 4000 characters" in outcome.text
    form = await ada.click(outcome.reply, "Fix it")
    check_form(form.modal)
    assert defaults(form.modal)["list"] == lines[:4000]
    assert "Deck: New deck" in (await ada.slash("deck import", code=CODE)).text
    response = await ada.slash("deck import", code=CODE, name=READY)
    assert "already" in response.text, "a used name doesn't lose the text either"
    assert defaults((await ada.click(response.reply, "Fix it")).modal) == {"list": CODE, "name": READY}


def defaults(modal: Any) -> dict[str, str]:
    """Return the prefilled values of a form, by field id."""
    parts = [row["component"] for row in modal["components"]]
    return {part["custom_id"]: part.get("value", "") for part in parts}


async def test_an_illegal_deck_is_imported_with_its_violations(club: Room, ada: Actor) -> None:
    await ada.slash("deck import")
    outcome = await ada.submit(
        {"list": "Name: Odd\nHall of First Light\n4 Chalk Sentinel\n2 Summons\nGuest: none\nMoth Chorus"}
    )
    for part in (
        "no mind card",
        "Chalk Sentinel is in the deck 4 times",
        "Summons is in your hand 2 times",
        "Moth Chorus is Maze",
        "The deck has 6 Dream cards",
        "Verdict at Dawn, the major arcanum",
    ):
        assert part in outcome.text
    refused = await ada.slash("deck default", deck="Odd")
    assert "Moth Chorus is Maze" in refused.text and "no mind card" in refused.text


@pytest.mark.slow
async def test_a_long_nonsense_text_is_refused_within_the_message_limit(club: Room, ada: Actor) -> None:
    content = "\n".join(f"3 *_Nonsense_* of the {n}th kind, at length" for n in range(300)).encode()
    outcome = await ada.slash("deck import", file=UploadedFile("deck.txt", content))
    checked_text(outcome.reply)
    assert "Line 1," in outcome.text and "And 280 more lines." in outcome.text
    every = "\n".join(f"9 {card.title}" for card in the_set() if card.kind not in (Kind.BASTION, Kind.MIND))
    outcome = await ada.slash(
        "deck import", file=UploadedFile("deck.txt", f"Hall of First Light\nGuest: none\n{every}".encode())
    )
    checked_text(outcome.reply)
    assert "To fix" in outcome.text
    refused = await ada.slash("deck default", deck="New deck")
    checked_text(refused.reply)
    assert "can't be played" in refused.text
    viewed = await ada.slash("deck view", deck="New deck")
    checked_text(viewed.reply)
    checked_text((await ada.slash("deck export", deck="Voidream")).reply)
    checked_text((await ada.slash("deck view", deck="Voidream", **{"as": "text"})).reply)


async def test_importing_reads_english_and_answers_in_spanish(club: Room, ada: Actor) -> None:
    shared = (await ada.slash("deck export", deck=READY)).reply
    code = checked_text(shared).split("```")[3].strip()
    ada.person.locale = "es-ES"
    assert "Este mazo está listo" in (await ada.slash("deck import", code=code, name="De otra persona")).text
    assert f"1 {READY}" not in checked_text((await ada.slash("deck export", deck="De otra persona")).reply)
    assert "Bastion: " in checked_text((await ada.slash("deck export", deck="De otra persona")).reply), (
        "deck texts are a fixed format"
    )
    for pasted, expected in (
        ("3 Chalk Sentinal", "¿Querías decir «" + spanish("Chalk Sentinel")),
        (f"Name: Media\n3 {spanish('Chalk Sentinel')}", "El mazo no tiene bastión."),
        (code[:-3] + "AAA", "Este código de mazo está dañado"),
    ):
        assert expected in (await ada.slash("deck import", code=pasted)).text.replace("\\", "")
