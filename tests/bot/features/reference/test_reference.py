"""The reference through the real discord.py: /rules, /card, the log's "Why?" and the rule behind a refusal."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest

from bot.games.voidream import voidream
from bot.local_discord.records import Message
from cards.i18n import Locale, title, translator
from cards.voidream.decks import ready_made
from cards.voidream.library import the_set
from engine.kernel.chance import Chance
from engine.kernel.question import random_choice
from engine.voidream.law import cited, entries
from engine.voidream.views.builder import face_of
from tests.bot.discord.clicks import walk
from tests.bot.discord.kit import Duel, Room, begin_match, play_on, room
from tests.games.registry import undrawn
from tests.table import transcript
from tests.table.actor import Actor

CARD = "The Dreamliner"


@pytest.fixture
async def dream(tmp_path: Path) -> AsyncGenerator[Room]:
    """A room with the bot and Voidream."""
    async with room(tmp_path / "bot.sqlite3", undrawn(voidream()), seed="seed 46") as lobby:
        yield lobby


@pytest.fixture
def eve(dream: Room) -> Actor:
    return Actor(dream.table, "Eve")


@pytest.fixture
def fay(dream: Room) -> Actor:
    return Actor(dream.table, "Fay")


def labels(message: Message, menu: str) -> list[str]:
    return [option["label"] for option in transcript.menu(message, menu)["options"]]


async def test_terms_are_found_by_partial_input(dream: Room, eve: Actor) -> None:
    assert (await eve.autocomplete("rules", "about", "evo"))[0] == "Evoke (§6)"
    assert (await eve.autocomplete("rules", "about", "r25"))[0] == "R25 Assigning damage"
    assert (await eve.autocomplete("rules", "about", "depht"))[0] == "Depth (§6)"
    assert "§4 Dealing damage" in await eve.autocomplete("rules", "about", "§4")
    assert await eve.autocomplete("rules", "about", "qqqqqq") == []
    assert 0 < len(await eve.autocomplete("rules", "about", "")) <= 25


async def test_an_entry_has_a_definition_a_source_and_links(dream: Room, eve: Actor, fay: Actor) -> None:
    message = (await eve.slash("rules", about="Heroic")).reply
    assert message.ephemeral
    text = transcript.text(message)
    assert "Heroic" in text and "until each of them has its full stability" in text and "§6 Glossary" in text
    await eve.select(message, "R25 Assigning damage", menu="Keep reading")
    assert "As much damage as possible must be assigned" in transcript.text(message), "in the same message"
    await eve.select(message, "§4 Dealing damage", menu="Keep reading")
    assert "§4 Dealing damage" in transcript.text(message)
    assert len(eve.sees()) == 1 and not fay.was_shown("stability")


async def test_without_a_term_the_table_of_contents_opens(dream: Room, eve: Actor) -> None:
    message = (await eve.slash("rules")).reply
    assert {"§4 Rounds and phases", "§7 Advanced questions", "Depth rule"} <= {
        *labels(message, "Keep reading")
    }


async def test_every_entry_can_be_shown_and_its_menus_followed(dream: Room, eve: Actor) -> None:
    """Each entry of the rules fits into a message with valid menus."""
    for key, entry in entries().items():
        message = (await eve.slash("rules", about=key)).reply
        assert entry.heading.split("*")[0] in transcript.text(message).replace("\\", ""), key


async def test_an_unknown_term_gets_the_nearest_suggestions(dream: Room, eve: Actor) -> None:
    text = (await eve.slash("rules", about="evokation")).text
    assert "no entry called “evokation”. Did you mean “Evoke (§6)”" in text
    text = (await eve.slash("card", title="Dreamlinr")).text
    assert f"no card called “Dreamlinr”. Did you mean “{CARD}”" in text
    assert all(message.ephemeral for message in eve.sees())


async def test_a_card_is_shown_completely(dream: Room, eve: Actor, fay: Actor) -> None:
    """The page has a picture with alt text, plain text, flavour text, explained terms, rulings and decks."""
    holding = next(deck for deck in ready_made() if any(card.title == CARD for card in deck.arcana))
    assert any(CARD in name for name in await eve.autocomplete("card", "title", "dreaml"))
    message = (await eve.slash("card", title=CARD)).reply
    assert message.ephemeral
    text = transcript.text(message)
    assert CARD in text and "Arcanum, value" in text and "Upright:" in text and "Inverted:" in text
    assert the_set().find(CARD).flavour.split(".")[0] in text
    assert holding.name in text
    [picture] = message.attachments
    assert picture.description.startswith(f"{CARD}: arcanum")
    assert not fay.was_shown(CARD)


async def test_a_cards_terms_are_explained_and_its_symbols_named(dream: Room, eve: Actor) -> None:
    marked = next(
        c for c in the_set() if c.text and "(!)" in _printed(c.title) and "Evoke" in _printed(c.title)
    )
    text = transcript.text((await eve.slash("card", title=marked.title)).reply)
    assert "\\[Triggered\\]" in text and "(!)" not in text
    assert "**Terms**" in text and "**Evoke**: Look at the top card" in text
    assert "R7 Evoke" in text


def _printed(title: str) -> str:
    return " ".join(face_of(the_set().find(title)).text)


async def test_every_card_can_be_shown(dream: Room, eve: Actor) -> None:
    await eve.slash("match board", **{"as": "texts"})
    services = dream.services
    await services.people.want_text_boards(eve.person.id, True)
    for card in the_set():
        message = (await eve.slash("card", title=card.title)).reply
        assert card.title in transcript.text(message).replace("\\", "")
        assert message.attachments == []


async def test_a_shared_entry_is_public_and_its_links_open_privately(
    dream: Room, eve: Actor, fay: Actor
) -> None:
    card = (await eve.slash("card", title=CARD, share=True)).reply
    rule = (await eve.slash("rules", about="Roll", share=True)).reply
    assert not card.ephemeral and not rule.ephemeral
    assert card in fay.sees() and rule in fay.sees()
    own = (await fay.select(rule, "Conflict", menu="Keep reading")).reply
    assert own.ephemeral and "difference is dealt as damage" in transcript.text(own)
    assert "move the top card" in transcript.text(rule).casefold(), "it is unchanged"
    assert not eve.was_shown("difference is dealt as damage")


async def test_a_mistake_in_a_shared_request_is_private(dream: Room, eve: Actor, fay: Actor) -> None:
    message = (await eve.slash("card", title="Teapot", share=True)).reply
    assert message.ephemeral and fay.sees() == []


async def test_menus_work_after_a_restart(dream: Room, eve: Actor) -> None:
    message = (await eve.slash("rules", about="Dormant")).reply
    await dream.restart()
    await eve.select(message, labels(message, "Cards")[0], menu="Cards")
    assert message.attachments and "Dormant" in transcript.text(message)


async def begin_played(dream: Room, eve: Actor, fay: Actor, answers: int = 14) -> Duel:
    duel = await begin_match(dream, eve, fay)
    with dream.unannounced():
        for n in range(answers):
            player, question = await duel.asked()
            choice = random_choice(question, Chance(f"{n}"))
            await dream.services.play.answer(10_000 + n, duel.match_id, player.id, question.id, choice)
    await dream.quiet()
    return duel


async def test_the_log_explains_its_lines(dream: Room, eve: Actor, fay: Actor) -> None:
    """Players and spectators can ask about each line of every page."""
    duel = await begin_played(dream, eve, fay, 40)
    thread, gil = duel.ada.thread, Actor(dream.table, "Gil")
    titles = {
        card.title for deck in ready_made() for card in (*deck.dream, *deck.arcana, deck.mind, deck.bastion)
    }
    by_card = by_rule = 0
    for actor in (eve, gil):
        log = (await actor.slash("match log", channel=thread, page=2)).reply
        for option in transcript.menu(log, "Why?")["options"]:
            cause = option["description"]
            why = (await actor.select(log, option["value"], menu="Why?")).reply
            text = transcript.text(why).replace("\\", "")
            assert why.ephemeral and why is not log
            assert text.startswith(option["label"].removesuffix("…")[:40])
            if cause in titles:
                by_card += 1
                assert f"Because of {cause}" in text
            else:
                by_rule += 1
                entry = cited(cause)
                assert entry is not None and entry.text[:60] in text
    assert by_card and by_rule
    assert not fay.was_shown("Because of the rules")


async def test_why_reveals_no_more_than_the_log(dream: Room, eve: Actor, fay: Actor) -> None:
    """A spectator gets the public version of the line, not a player's."""
    duel = await begin_played(dream, eve, fay, 40)
    thread, gil = duel.ada.thread, Actor(dream.table, "Gil")
    lines_by_actor: dict[str, list[str]] = {}
    for actor in (eve, gil):
        lines = lines_by_actor.setdefault(actor.person.display_name, [])
        for page in range(1, 50):
            log_page = await dream.services.matches.log(duel.match_id, actor.person.id, page)
            lines += [line.text for line in log_page.lines] if log_page.page == page else []
    differing = [
        n
        for n, (own, public) in enumerate(zip(*lines_by_actor.values(), strict=True), 1)
        if own != public and "looks at" in own
    ]
    assert differing, "only one of them saw some events"
    secret, number = lines_by_actor["Eve"][differing[0] - 1], differing[0]
    line, _ = await dream.services.matches.explained(duel.match_id, gil.person.id, number)
    assert line.text == lines_by_actor["Gil"][number - 1] != secret
    page = (number - 1) // 20 + 1
    log = (await gil.slash("match log", channel=thread, page=page)).reply
    why = (await gil.select(log, str(number), menu="Why?")).reply
    assert plainly(line.text) in plainly(transcript.text(why))
    assert not gil.was_shown(secret)


def plainly(text: str) -> str:
    return text.replace("\\", "")


async def test_an_unknown_line_is_refused(dream: Room, eve: Actor, fay: Actor) -> None:
    duel = await begin_played(dream, eve, fay, 2)
    log = (await eve.slash("match log", channel=duel.ada.thread)).reply
    menu: Any = transcript.menu(log, "Why?")
    menu["options"][0]["value"] = "9999"
    response = await eve.select(log, "9999", menu="Why?")
    assert "I can't find that line" in response.text


async def test_a_refusal_links_to_its_rule(dream: Room, eve: Actor, fay: Actor) -> None:
    duel = await begin_match(dream, eve, fay)
    for _ in range(200):
        player, question = await duel.asked()
        view: Any = (await dream.services.matches.player_snapshot(duel.match_id, player.id)).view
        barred = [card for card in view.sides[view.viewer].hand if "depth" in card.playable]
        if question.kind == "action" and barred:
            break
        await play_on(duel, most=1)
    else:
        raise AssertionError("every arcanum can be played")
    refused = (
        await player.actor.slash("voidream play", channel=player.thread, card=barred[0].face.title)
    ).reply
    text = transcript.text(refused)
    assert re.search(r"below your depth of \d\. \(§2 The Depth Rule of the rules\)", text)
    assert "only if its value is at least your depth" in text
    reply = (await player.actor.click(refused, "Why? → §2 The depth rule")).reply
    assert reply.ephemeral and "R16 Mind first" in labels(reply, "Keep reading")


async def test_a_game_without_a_reference_says_so(lobby: Room, ada: Actor, duel: Duel) -> None:
    text = (await ada.slash("rules", about="Anything")).text
    assert text == "This game has nothing to look up."
    assert (await ada.autocomplete("card", "title", "A")) == []
    log = (await ada.slash("match log", channel=duel.ada.thread)).reply
    assert log.ephemeral and transcript.options(log) == []


async def test_rules_and_cards_are_in_the_readers_language(dream: Room, eve: Actor, fay: Actor) -> None:
    eve.person.locale = "es-ES"
    assert (await eve.autocomplete("rules", "about", "evocar"))[0] == "Evocar (§6)"
    assert (await eve.autocomplete("rules", "about", "evoke"))[0] == "Evocar (§6)", (
        "English names work as well"
    )
    message = (await eve.slash("rules", about="Heroic")).reply
    text = transcript.text(message)
    assert "Heroica" in text and "El daño de un conflicto va primero a las entidades heroicas" in text
    await eve.select(message, "R25 Repartir el daño", menu="Seguir leyendo")
    assert "Hay que repartir tanto daño como sea posible" in transcript.text(message), "in the same message"

    suggestions = await eve.choices("card", "title", "dreamliner")
    spanish = title_in_spanish(CARD)
    assert suggestions[0]["name"].startswith(spanish) and suggestions[0]["value"] == CARD
    card = (await eve.slash("card", title=spanish)).reply
    text = transcript.text(card)
    assert spanish in text and "Arcano, valor" in text and "Al derecho:" in text and "Invertido:" in text
    assert "**Evocar**" in text or "**Vacío**" in text or "**Agotar**" in text or "**Tirar**" in text
    [picture] = card.attachments
    assert picture.description.startswith(spanish)
    assert CARD in transcript.text((await fay.slash("card", title=CARD)).reply), (
        "other people see it in their language"
    )


async def test_shared_entries_are_in_the_servers_language(dream: Room, eve: Actor, fay: Actor) -> None:
    eve.person.locale = "es-ES"
    await eve.slash("rules", about="Evocar", share=True)
    assert "Look at the top card of your deck" in transcript.text(fay.sees()[-1])
    assert "Evoke" in transcript.text(eve.sees()[-1])
    await eve.slash("card", title=title_in_spanish(CARD), share=True)
    assert CARD in transcript.text(fay.sees()[-1]) and "Arcanum" in transcript.text(fay.sees()[-1])


async def test_a_refusal_and_its_rule_are_in_the_readers_language(
    dream: Room, eve: Actor, fay: Actor
) -> None:
    duel = await begin_played(dream, eve, fay)
    for _ in range(60):
        player, question = await duel.asked()
        view: Any = (await dream.services.matches.player_snapshot(duel.match_id, player.id)).view
        hand = [card.face.title for card in view.sides[view.viewer].hand]
        barred = [
            title for title in hand if f"play {title}" not in {option.key for option in question.options}
        ]
        if question.kind == "action" and barred:
            break
        await play_on(duel, most=1)
    else:
        raise AssertionError("everything can be played")
    player.actor.person.locale = "es-ES"
    response = await player.actor.slash("voidream play", channel=player.thread, card=barred[0])
    assert "(§" in response.text and "of the rules" not in response.text
    text = response.text + " ".join(labels_of_buttons(response.reply))
    assert "¿Por qué? →" in text


async def test_why_is_answered_in_the_readers_language(dream: Room, eve: Actor, fay: Actor) -> None:
    duel = await begin_played(dream, eve, fay, 30)
    gil = Actor(dream.table, "Gil")
    gil.person.locale = "es-ES"
    log = (await gil.slash("match log", channel=duel.ada.thread)).reply
    answers: list[str] = []
    for option in transcript.menu(log, "¿Por qué?")["options"]:
        why = (await gil.select(log, option["value"], menu="¿Por qué?")).reply
        answers.append(transcript.text(why))
    assert any("Por las reglas" in answer for answer in answers) or any(
        "Por " in answer for answer in answers
    )
    assert not any("Because of" in answer for answer in answers)


def title_in_spanish(name: str) -> str:
    return translator(Locale.SPANISH)(title(name))


def labels_of_buttons(message: Message) -> list[str]:
    return [c["label"] for c in walk(message.components) if c["type"] == 2 and "label" in c]
