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
from cards.voidream.deck_rules import faction_alone, faction_said, violations
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
    """The context and messages of each `say` and `say_many` whose message is known before anything runs."""

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
    """All that there is to translate: what is said, and what the set and the decks bring along."""
    found = {message for module in MODULES for message in said_in(module)}
    for module in MODULES:
        found |= {
            ("", one)
            for name, one in vars(module).items()
            if name.isupper() and "{" in str(one) and isinstance(one, str)
        }
    for kind in Kind:
        found |= {("kind", kind.value.capitalize()), ("one kind", cards.voidream.deck_text._one(kind))}
    for faction in Faction:
        found |= {(one.context, one.message) for one in (faction_said(faction), faction_alone(faction))}
    found |= {(deck.about.context, deck.about.message) for deck in voidream().decks.values()}
    return found | {(one.context, one.message) for one in FACTIONS.values()}


def test_every_sentence_about_decks_has_spanish() -> None:
    assert {(context, one) for context, one, *_ in messages()} <= {*SPANISH.texts}


def test_nothing_is_translated_that_is_never_said() -> None:
    wanted = {(context, one) for context, one, *_ in messages()}
    kept = read_po(BytesIO(files("cards.i18n").joinpath("es/decks.po").read_bytes()))
    ids = [
        (each.context or "", each.id if isinstance(each.id, str) else each.id[0]) for each in kept if each.id
    ]
    assert [one for one in ids if one not in wanted] == []
    assert len(ids) == len({*ids})


def test_the_same_things_are_filled_in_in_both_languages() -> None:
    for context, *forms in messages():
        spanish = SPANISH.texts[context, forms[0]]
        assert len(spanish) == len(forms), forms
        for one, other in zip(forms, spanish, strict=True):
            assert _names(one) == _names(other), one


def _names(message: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(message) if name}


def test_what_is_wrong_with_a_deck_is_said_in_spanish() -> None:
    moth = the_set().find("Moth Chorus")
    wrong = violations(DeckList(FIRST.bastion, None, FIRST.arcana, (*FIRST.dream, moth), FIRST.guest))
    told = [SPANISH(one.sentence) for one in wrong]
    assert "El mazo no tiene carta de mente." in told
    assert (
        f"{SPANISH(title('Moth Chorus'))} es del Laberinto: tiene que ser de la Corte Quimérica o neutral."
        in told
    )
    assert "El mazo tiene 41 cartas de Sueño con su bastión: tienen que ser 40." in told


def test_a_step_and_a_card_are_told_in_spanish() -> None:
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
    ("line", "told"),
    [
        (
            "3 Chalk Sentinal",
            "Línea 2, «3 Chalk Sentinal»: No hay ninguna carta con este título. ¿Querías decir",
        ),
        ("Faction: Mars", "Línea 2, «Faction: Mars»: No hay ninguna facción llamada «Mars»."),
        ("Mind: Chalk Sentinel", " no es una carta de mente, sino una entidad."),
    ],
)
def test_lines_that_cannot_be_understood_are_told_in_spanish(line: str, told: str) -> None:
    with pytest.raises(DeckTextError) as caught:
        read_deck(f"Name: Mine\n{line}")
    assert told in SPANISH(caught.value.message)


def test_factions_are_called_alike_by_all_who_name_them() -> None:
    assert SPANISH(faction_said(Faction.MAZE)) == "del Laberinto"
    assert SPANISH(faction_alone(Faction.MAZE)) == "Laberinto"
    assert str(faction_said(Faction.MAZE)) == "Maze"
    assert isinstance(faction_said(Faction.NEUTRAL), Message)
