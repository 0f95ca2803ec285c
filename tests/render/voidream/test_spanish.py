"""Pictures, alt texts and text boards in Spanish: complete, legible, and only in Spanish."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from msgspec.structs import replace

from cards.i18n import Locale, Translator, translator
from cards.voidream.decks import DeckList, ready_made
from cards.voidream.language.spanish import translate_line
from cards.voidream.library import the_set
from cards.voidream.model import Kind
from engine.voidream.views.builder import face_of
from engine.voidream.views.types import PileView, VoidreamView
from render.layout import Sheet
from render.voidream.alt import alt_board, alt_card, alt_hand
from render.voidream.board import draw_board, layout
from render.voidream.card import layout_card
from render.voidream.deck import layout_deck
from render.voidream.deck_words import alt_deck, text_deck
from render.voidream.hand import layout_hand
from render.voidream.text import card_lines, text_board, text_hand
from tests.render.sheets import all_words, check_sheet
from tests.render.voidream import examples as ex
from tests.render.voidream.any_views import names, views
from tests.render.voidream.test_pictures import looking

SPANISH = translator(Locale.SPANISH).printing(line=translate_line)
MANY = settings(
    max_examples=12,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)
SMALLEST = {"number": 28, "title": 22, "flavour": 22, "display": 22}


def check_legible(sheet: Sheet) -> None:
    """Check that everything is in its place, complete, and large enough at half the size."""
    check_sheet(sheet)
    for role, words in all_words(sheet):
        assert words.whole, (role, words)
        assert words.size >= SMALLEST.get(words.face, 20), (role, words)


@pytest.mark.parametrize("name", ex.EXAMPLES)
def test_boards_and_hands_are_legible(name: str) -> None:
    one = ex.EXAMPLES[name]
    board = layout(one.view, one.names, SPANISH)
    check_legible(board)
    assert all(words.size >= 24 for _, words in all_words(board))
    if one.view.viewer is not None:
        check_legible(layout_hand(one.view, one.names, SPANISH))


@MANY
@given(views(), names)
def test_any_view_has_everything_in_its_place(view: VoidreamView, players: tuple[str, str]) -> None:
    check_sheet(layout(view, players, SPANISH))
    assert 0 < len(alt_board(view, players, SPANISH)) <= 1024
    assert all(0 < len(part) <= 3800 for part in text_board(view, players, SPANISH))
    if view.viewer is not None:
        check_sheet(layout_hand(view, players, SPANISH))
        assert 0 < len(alt_hand(view, players, SPANISH)) <= 1024
        assert all(0 < len(part) <= 3800 for part in text_hand(view, players, SPANISH))


@pytest.mark.parametrize("title", [card.title for card in the_set()])
def test_every_card_of_the_set_has_its_picture_and_alt_text(title: str) -> None:
    face = face_of(the_set().find(title))
    sheet = layout_card(face, SPANISH)
    check_sheet(sheet)
    assert all(words.whole for _, words in all_words(sheet))
    shown = SPANISH.word(title, "title")
    assert shown != title
    assert alt_card(face, SPANISH).startswith(f"{shown}: ")
    text = "\n".join(card_lines(face, 1, SPANISH))
    assert all(SPANISH.printed["line"](line) in text for line in face.text)


def test_decks_are_shown_whole() -> None:
    every = DeckList(
        arcana=tuple(one for one in the_set() if one.kind is Kind.ARCANUM),
        dream=tuple(one for one in the_set() if one.kind not in (Kind.ARCANUM, Kind.BASTION, Kind.MIND)),
    )
    check_legible(layout_deck("Todo", every, SPANISH))
    for deck in ready_made():
        check_legible(layout_deck(SPANISH.word(deck.name, "deck"), deck.list, SPANISH))
        assert "Listo para jugar" in alt_deck(deck.name, deck.list, SPANISH)
        text = "\n".join(text_deck(deck.name, deck.list, SPANISH))
        assert "cartas de Sueño" in text
        for card in (deck.bastion, deck.mind, *deck.arcana, *deck.dream):
            assert SPANISH.word(card.title, "title") in text.replace("\\", "")


class Looked(dict[tuple[str, str], tuple[str, ...]]):
    """Texts of a language that record missing messages."""

    def __init__(self, texts: dict[tuple[str, str], tuple[str, ...]]) -> None:
        super().__init__(texts)
        self.missing: set[tuple[str, str]] = set()

    def get(self, key: tuple[str, str], default: object = None) -> tuple[str, ...] | None:  # type: ignore[override]
        if key not in self:
            self.missing.add(key)
        return super().get(key)


OF_CARDS = {"title", "type", "flavour"}
"""Messages printed on cards. The examples' cards aren't those of the set."""


def in_words(missing: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """Return the messages with words, not only placeholders."""
    return {
        (context, text) for context, text in missing if re.search(r"[A-Za-z]", re.sub(r"{\w+}", "", text))
    }


def shown_by(name: str, translator: Translator) -> None:
    """Draw all pictures and texts of an example."""
    one = ex.EXAMPLES[name]
    layout(one.view, one.names, translator)
    alt_board(one.view, one.names, translator)
    text_board(one.view, one.names, translator)
    if one.view.viewer is not None:
        layout_hand(one.view, one.names, translator)
        alt_hand(one.view, one.names, translator)
        text_hand(one.view, one.names, translator)


@pytest.mark.slow
def test_all_texts_have_a_spanish_translation() -> None:
    texts = Looked(dict(SPANISH.texts))
    translator = Translator(Locale.SPANISH, texts, SPANISH.printed)
    for name in ex.EXAMPLES:
        shown_by(name, translator)
    layout_hand(looking(), ex.NAMES, translator)
    assert {key for key in in_words(texts.missing) if key[0] not in OF_CARDS} == set()
    texts.missing.clear()

    @MANY
    @given(views(), names)
    def show(view: VoidreamView, players: tuple[str, str]) -> None:
        layout(view, players, translator)
        text_board(view, players, translator)
        alt_board(view, players, translator)

    show()
    # Views are random: with two winners, or none, an ending may be one that only one winner could have.
    reasons = {("", reason) for reason in ("bastion", "insanity", "resignation")}
    assert {key for key in in_words(texts.missing) if key[0] not in OF_CARDS} - reasons == set()
    texts.missing.clear()
    for card in the_set():
        layout_card(face_of(card), translator)
        card_lines(face_of(card), 1, translator)
    for deck in ready_made():
        layout_deck("x", deck.list, translator)
        text_deck("x", deck.list, translator)
        layout_deck("x", DeckList(arcana=deck.arcana[:1], dream=deck.dream[:1]), translator)
        alt_deck("x", DeckList(), translator)
    assert in_words(texts.missing) == set()


def test_a_text_board_is_spanish() -> None:
    view = ex.conflict(0, "dusk")
    alt = alt_board(view, ex.NAMES, SPANISH)
    assert alt.startswith("Tablero de Voidream, ronda 5, Conflicto de ocaso. Bo decide:")
    assert "Turno de Bo." in alt
    assert "Ada ataca con puntuación 4" in alt
    text = text_board(view, ex.NAMES, SPANISH)[0]
    assert "# Ronda 5, Conflicto de ocaso" in text
    assert "Bo va ganando por 6." in text or "Ada va ganando por 6." in text
    assert "\n## Ada (tú)\n" in text


def test_a_pile_is_in_the_order_of_the_alphabet_in_spanish_too() -> None:
    cards = [
        face_of(the_set().find(title)) for title in ("Amber Saint", "Annual", "Standing Orders", "Wonder")
    ]
    view = ex.middle_game()
    first = replace(view.sides[0], discard=PileView(tuple(cards)))
    text = "\n".join(text_board(replace(view, sides=(first, view.sides[1])), ex.NAMES, SPANISH))
    assert "Descarte de Sueño: 4 (Asombro, Flor de un año, Órdenes en pie, Santo de ámbar)" in text


@pytest.mark.parametrize(
    ("ended", "sentence"),
    [
        ("bastion", "Ha caído el bastión de Bo"),
        ("insanity", "Bo se quedó sin arcanos para la Pesadilla"),
        ("resignation", "Bo abandonó"),
        ("time", "A Bo se le acabó el tiempo"),
    ],
)
def test_the_end_is_described_in_spanish(ended: str, sentence: str) -> None:
    view = replace(ex.game_over(), winners=(0,), ended=ended)
    shown = " ".join(" ".join(words.lines) for _, words in all_words(layout(view, ex.NAMES, SPANISH)))
    makers: list[Callable[[], str]] = [
        lambda: shown,
        lambda: alt_board(view, ex.NAMES, SPANISH),
        lambda: "\n".join(text_board(view, ex.NAMES, SPANISH)),
    ]
    for make in makers:
        assert sentence in make() and "Gana Ada" in make()


def test_the_two_languages_are_two_pictures_and_neither_leaks_into_the_other() -> None:
    view = ex.middle_game()
    english = draw_board(view, ex.NAMES)
    assert draw_board(view, ex.NAMES, SPANISH) != english
    assert draw_board(view, ex.NAMES) == english
