"""Spanish messages about decks: every sentence of the deck modules, with the same placeholders."""

from __future__ import annotations

import ast
import inspect
import string
from collections.abc import Iterator
from importlib.resources import files
from io import BytesIO
from types import ModuleType
from typing import Any

import pytest
from babel.messages.pofile import read_po

import bot.decks.own_decks
import bot.features.decks.handlers
import bot.features.decks.messages
import bot.games.voidream.decks
import cards.codes
import cards.voidream.autofill
import cards.voidream.card_lines
import cards.voidream.deck_builder
import cards.voidream.deck_codes
import cards.voidream.deck_limits
import cards.voidream.deck_rules
import cards.voidream.deck_steps
import cards.voidream.deck_text
from bot.games.voidream import voidream
from cards.i18n import Locale, Message, title, translator
from cards.voidream.card_lines import card_line, card_text
from cards.voidream.deck_builder import steps
from cards.voidream.deck_rules import faction_alone, faction_in_sentence, violations
from cards.voidream.deck_steps import MIND
from cards.voidream.deck_text import DeckTextError, print_deck, read_deck
from cards.voidream.decks import DeckList, ready_made
from cards.voidream.language.tree import Faction
from cards.voidream.library import the_set
from cards.voidream.model import Kind
from render.voidream.words import FACTIONS

MODULES = (
    bot.features.decks.handlers,
    bot.features.decks.messages,
    bot.decks.own_decks,
    bot.games.voidream.decks,
    cards.codes,
    cards.voidream.deck_builder,
    cards.voidream.card_lines,
    cards.voidream.deck_limits,
    cards.voidream.deck_steps,
    cards.voidream.deck_codes,
    cards.voidream.deck_rules,
    cards.voidream.deck_text,
    cards.voidream.autofill,
)
SPANISH = translator(Locale.SPANISH)
FIRST = ready_made()[0].list


def said_in(module: ModuleType) -> Iterator[tuple[str, ...]]:
    """Return the context and message of each call of `say` and `say_many` with a literal message."""

    def known(node: ast.expr) -> Any:
        if isinstance(node, ast.Constant):
            return node.value
        return getattr(module, node.id, None) if isinstance(node, ast.Name) else None

    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
            first = known(node.args[0])
            if node.func.id == "msg" and isinstance(first, str):
                yield str(known(node.args[1])) if len(node.args) > 1 else "", first
            elif node.func.id == "msg_plural" and isinstance(first, str):
                yield "", first, str(known(node.args[1]))


def messages() -> set[tuple[str, ...]]:
    """Return everything to translate: the code's messages, and those of the set and the decks."""
    all_messages = {message for module in MODULES for message in said_in(module)}
    for module in MODULES:
        all_messages |= {
            ("", value)
            for name, value in vars(module).items()
            if name.isupper() and "{" in str(value) and isinstance(value, str)
        }
    for kind in Kind:
        all_messages |= {
            ("kind", kind.value.capitalize()),
            ("one kind", cards.voidream.deck_text._kind_with_article(kind)),
        }
    for faction in Faction:
        all_messages |= {
            (faction_text.context, faction_text.message)
            for faction_text in (faction_in_sentence(faction), faction_alone(faction))
        }
    all_messages |= {(deck.about.context, deck.about.message) for deck in voidream().decks.values()}
    return all_messages | {(faction_text.context, faction_text.message) for faction_text in FACTIONS.values()}


def test_every_sentence_about_decks_is_translated() -> None:
    assert {(context, message) for context, message, *_ in messages()} <= {*SPANISH.texts}


def test_no_translation_is_unused() -> None:
    used = {(context, id_) for context, id_, *_ in messages()}
    catalogue = read_po(BytesIO(files("cards.i18n").joinpath("es/decks.po").read_bytes()))
    ids = [
        (each.context or "", each.id if isinstance(each.id, str) else each.id[0])
        for each in catalogue
        if each.id
    ]
    assert [id_ for id_ in ids if id_ not in used] == []
    assert len(ids) == len({*ids})


def test_both_languages_have_the_same_placeholders() -> None:
    for context, *forms in messages():
        spanish = SPANISH.texts[context, forms[0]]
        assert len(spanish) == len(forms), forms
        for english, translated in zip(forms, spanish, strict=True):
            assert _names(english) == _names(translated), english


def _names(message: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(message) if name}


def test_violations_are_explained_in_spanish() -> None:
    moth = the_set().find("Moth Chorus")
    wrong = violations(DeckList(FIRST.bastion, None, FIRST.arcana, (*FIRST.dream, moth), FIRST.guest))
    sentences = [SPANISH(violation.sentence) for violation in wrong]
    assert "El mazo no tiene carta de mente." in sentences
    assert (
        f"{SPANISH(title('Moth Chorus'))} es del Laberinto: tiene que ser de la Corte Quimérica o neutral."
        in sentences
    )
    assert "El mazo tiene 41 cartas de Sueño con su bastión: tienen que ser 40." in sentences


def test_steps_and_cards_are_described_in_spanish() -> None:
    keys = {card.title: str(n) for n, card in enumerate(the_set())}
    *_, mind, arcana, dream = steps(FIRST, keys)
    assert mind.key == MIND and SPANISH(mind.name) == "Mente"
    assert SPANISH(arcana.status) == "8 de 8 arcanos"
    assert [SPANISH(facet.name) for facet in dream.facets] == ["Tipos", "Valores", "Facciones"]
    sentinel = the_set().find("Chalk Sentinel")
    assert SPANISH(card_line(sentinel)).startswith(f"Entidad {sentinel.value}, de la Corte Quimérica: alba ")
    arcanum = next(card for card in the_set() if card.kind is Kind.ARCANUM)
    assert [SPANISH(line).partition(":")[0] for line in card_text(arcanum)] == ["Al derecho", "Invertido"]


def test_a_deck_text_is_read_in_every_language() -> None:
    assert read_deck(print_deck("Mine", FIRST)).deck == FIRST.ordered()
    spanish = print_deck("Mine", FIRST)
    for card in the_set():
        spanish = spanish.replace(f" {card.title}\n", f" {SPANISH(title(card.title))}\n")
    assert read_deck(spanish).deck == FIRST.ordered()


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            "3 Chalk Sentinal",
            "Línea 2, «3 Chalk Sentinal»: No hay ninguna carta con este título. ¿Querías decir",
        ),
        ("Faction: Mars", "Línea 2, «Faction: Mars»: No hay ninguna facción llamada «Mars»."),
        ("Mind: Chalk Sentinel", " no es una carta de mente, sino una entidad."),
    ],
)
def test_unreadable_lines_are_explained_in_spanish(line: str, sentence: str) -> None:
    with pytest.raises(DeckTextError) as caught:
        read_deck(f"Name: Mine\n{line}")
    assert sentence in SPANISH(caught.value.message)


def test_factions_have_one_name_everywhere() -> None:
    assert SPANISH(faction_in_sentence(Faction.MAZE)) == "del Laberinto"
    assert SPANISH(faction_alone(Faction.MAZE)) == "Laberinto"
    assert str(faction_in_sentence(Faction.MAZE)) == "Maze"
    assert isinstance(faction_in_sentence(Faction.NEUTRAL), Message)
