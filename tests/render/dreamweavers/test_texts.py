"""Text boards, alt texts, status and visible cards: short enough, and nothing in the view is missing."""

from __future__ import annotations

import re
from typing import Any, cast

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings

from cards.i18n import Locale, Translator, translator
from engine.dreamweavers.endings import ENDINGS
from engine.dreamweavers.views.types import DreamweaversView
from render.dreamweavers.alt import alt_board, alt_hand
from render.dreamweavers.board import layout
from render.dreamweavers.match_summary import leader, standing
from render.dreamweavers.text import text_board, text_hand
from render.dreamweavers.visible_cards import cards_in_sight
from render.dreamweavers.words import shown_names, stage
from tests.render.dreamweavers import views as ex
from tests.render.dreamweavers.any_views import players, views
from tests.render.sheets import all_words

SPANISH = translator(Locale.SPANISH)
FEW = settings(
    max_examples=12,
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)
CASES = [(name, viewer) for name in ex.VIEWS for viewer in (None, 0, 1)]


@FEW
@given(views, players)
def test_texts_keep_to_discords_limits(view: DreamweaversView, names: tuple[str, str]) -> None:
    for said in (translator(Locale.ENGLISH), SPANISH):
        assert 0 < len(alt_board(view, names, said)) <= 1024
        assert all(0 < len(part) <= 3800 for part in text_board(view, names, said))
        if view.viewer is not None:
            assert 0 < len(alt_hand(view, names, said)) <= 1024
            assert all(0 < len(part) <= 3800 for part in text_hand(view, names, said))


def words_in(thing: object) -> set[str]:
    """Return every title, text and notion in a view."""
    words: set[str] = set()
    if isinstance(thing, tuple | list):
        for one in cast(tuple[object, ...], thing):
            words |= words_in(one)
    elif isinstance(thing, dict):
        fields = cast(dict[str, Any], thing)
        for name in ("title", "notion", "about", "attacker", "target"):
            if isinstance(fields.get(name), str):
                words.add(fields[name])
        for name in ("text", "cover", "named", "keywords", "shields", "notions"):
            value = fields.get(name, ())
            words |= {one for one in ([value] if isinstance(value, str) else value) if isinstance(one, str)}
        for value in fields.values():
            words |= words_in(value)
    return words


@pytest.mark.parametrize(("name", "viewer"), CASES)
def test_all_the_words_that_a_view_has_are_in_the_text_board(name: str, viewer: int | None) -> None:
    view = ex.VIEWS[name](viewer)
    text = "\n".join(text_board(view, ex.NAMES))
    raw = msgspec.to_builtins(view)
    for side in raw["sides"]:
        for zone in ("id", "hand", "ego", "mind"):
            cards = [card.get("face", card) if card else None for card in side.pop(zone)]
            for face in filter(None, cards):
                assert face["title"] in text
    for notion in (raw["draft"] or {"notions": ()})["notions"]:
        notion.pop("cards")
        if view.phase == "intent" and notion["taken_by"] is None:
            notion.clear()
    if raw["turn"]:
        raw.pop("draft")
    for words in words_in(raw):
        assert words.rstrip(".") in text, words


@pytest.mark.parametrize(("name", "viewer"), CASES)
def test_the_text_board_has_all_the_numbers_and_titles_of_the_picture(name: str, viewer: int | None) -> None:
    view = ex.VIEWS[name](viewer)
    text = "\n".join(text_board(view, ex.NAMES))
    numbers = set(re.findall(r"\d+", text)) | {str(n) for n in range(11)}
    for role, words in all_words(layout(view, ex.NAMES)):
        block_text = " ".join(words.lines)
        assert set(re.findall(r"\d+", block_text)) <= numbers, (role, block_text)
        if words.face == "title" and role in ("thought", "feeling"):
            assert block_text in text


def test_an_ordinary_board_is_one_message() -> None:
    for name in ("early", "middle", "attack-ego", "damage", "over"):
        assert len(text_board(ex.VIEWS[name](0), ex.NAMES)) == 1


def test_a_keyword_is_listed_once() -> None:
    twice = ex.thought(
        "Twice", "Joy", 2, 2, "Quick. Bulwark 1.", "Guardian. It gets +1 power for this attack."
    )
    card = ex.in_play(twice, keywords=("Bulwark 1", "Quick", "Guardian"))
    first, second = ex.early(0).sides
    view = msgspec.structs.replace(
        ex.early(0), sides=(msgspec.structs.replace(first, thoughts=(card,)), second)
    )
    twice_line = next(line for line in text_board(view, ex.NAMES)[0].split("\n") if "Twice" in line)
    assert (
        twice_line.count("Quick") == twice_line.count("Bulwark 1") == 1
        and "+1 power for this attack" in twice_line
    )


def test_markdown_in_names_is_taken_literally() -> None:
    text = text_board(ex.attack(), ("**Ada** @everyone", "`Bo`"))[0]
    assert "@everyone" not in text
    assert "\\*\\*Ada\\*\\*" in text and "\\`Bo\\`" in text
    assert shown_names(("\u0000", "Bo")) == ("Player 1", "Bo")


def test_alt_text_begins_with_the_deciding_player_the_tracker_and_the_attack() -> None:
    alt = alt_board(ex.attack(0), ex.NAMES)
    assert alt.startswith(
        "Dreamweavers board, Turn 8, Main Phase. Bo decides: a defence. Ada's turn. Ada has 2 memory. "
        "Ada attacks Bo's Ego with Ember in the Fist, power 6 against shield value 0: 6 more would stop it."
    )
    assert "You decide: a defence." in alt_board(ex.attack(1), ex.NAMES)


def test_hidden_cards_are_named_to_no_other_viewer() -> None:
    for viewer in (None, 1):
        for text in (
            "\n".join(text_board(ex.middle(viewer), ex.NAMES)),
            alt_board(ex.middle(viewer), ex.NAMES),
        ):
            assert "Everybody at Once" not in text
        assert all(one.title != "Everybody at Once" for one in cards_in_sight(ex.middle(viewer), ex.NAMES))
    assert "Everybody at Once" in "\n".join(text_board(ex.middle(0), ex.NAMES))
    assert "Everybody at Once" in alt_hand(ex.middle(0), ex.NAMES)
    with pytest.raises(ValueError, match="spectators"):
        text_hand(ex.middle(None), ex.NAMES)


def test_a_hand_shows_all_texts_and_reasons() -> None:
    text = "\n".join(text_hand(ex.middle(0), ex.NAMES))
    for card in ex.middle(0).sides[0].hand:
        assert card.face is not None
        assert all(line in text for line in card.face.text)
    assert "Not now: There is no room for another Feeling (DW41)." in text
    assert "It costs 1 now." in text
    assert "Everyone knows you hold it." in text


def test_the_standing_begins_with_the_egos() -> None:
    assert standing(ex.draft(None), ex.NAMES) == []
    lines = standing(ex.attack(None), ex.NAMES)
    assert lines[:3] == [
        "**Bo is ahead by 1 card of the Ego.**",
        "- Ada has 2 memory.",
        "- Ada: Rage, Ego 3, hand 5, Thoughts 3, Feelings 2",
    ]
    assert "attacks Bo's Ego" in lines[-1]
    assert leader(ex.attack(None)) == 1 and leader(ex.early(None)) is None
    assert stage(ex.attack()) == "Turn 8, Main Phase" and stage(ex.draft()) == "The draft"


def test_the_nearest_cards_come_first_with_their_current_state() -> None:
    seen = cards_in_sight(ex.middle(0), ex.NAMES)
    assert [one.title for one in seen[:2]] == ["Kite Without a String", "Slam the Table"]
    ember = next(one for one in seen if one.title == "Ember in the Fist")
    assert ember.where == "Ada: in play"
    assert ember.now == ("Now power 6: printed 4, Slam the Table +2.", "Tapped.")
    assert len({one.key for one in seen}) == len(seen)
    advocate = next(one for one in seen if one.title == "Devil's Advocate")
    assert (advocate.where, advocate.detail) == ("Known of closed cards", "Bo: in the hand")
    # A message has room for five menus, one per place.
    assert len({one.where for one in cards_in_sight(ex.full(0), ex.NAMES)}) == 5


def test_until_the_first_turn_all_notions_are_in_sight_and_then_the_intents() -> None:
    drafted = cards_in_sight(ex.draft(0), ex.NAMES)
    assert len(drafted) == 12 and {one.where for one in drafted} == {"Notions"}
    assert drafted[0].title == "Grief" and drafted[-1].title == "Nostalgia"
    assert drafted[0].detail == "It strikes now and asks later"
    intents = [one for one in cards_in_sight(ex.early(None), ex.NAMES) if one.label.endswith(", Intent")]
    assert [(one.where, one.title) for one in intents] == [("Ada: in play", "Rage"), ("Bo: in play", "Doubt")]


class Looked(dict[tuple[str, str], tuple[str, ...]]):
    """Texts of a language that record missing messages."""

    def __init__(self, texts: dict[tuple[str, str], tuple[str, ...]]) -> None:
        super().__init__(texts)
        self.missing: set[tuple[str, str]] = set()

    def get(self, key: tuple[str, str], default: object = None) -> tuple[str, ...] | None:  # type: ignore[override]
        if key not in self:
            self.missing.add(key)
        return super().get(key)


def test_all_texts_have_a_spanish_translation() -> None:
    texts = Looked(dict(SPANISH.texts))
    translator = Translator(Locale.SPANISH, texts, SPANISH.printed).printing(line=lambda text: text)
    for name, viewer in CASES:
        view = ex.VIEWS[name](viewer)
        layout(view, ex.NAMES, translator)
        alt_board(view, ex.NAMES, translator)
        text_board(view, ex.NAMES, translator)
        standing(view, ex.NAMES, translator)
        cards_in_sight(view, ex.NAMES, translator)
        if viewer is not None:
            alt_hand(view, ex.NAMES, translator)
            text_hand(view, ex.NAMES, translator)
    rules = {str(about.about) for name, viewer in CASES for about in ex.VIEWS[name](viewer).awaited}
    rules |= {str(ending.lost) for ending in ENDINGS.values()}
    printed = {"title", "flavour", "about"}
    own = {
        (context, text)
        for context, text in texts.missing
        if context not in printed and text not in rules and re.search(r"[A-Za-z]", re.sub(r"{\w+}", "", text))
    }
    assert own == set()


def test_a_text_board_is_spanish() -> None:
    alt = alt_board(ex.attack(0), ex.NAMES, SPANISH)
    assert alt.startswith("Tablero de Dreamweavers, Turno 8, Fase Principal. Bo decide:")
    assert "Ada tiene 2 de memoria." in alt and "el Ego de Bo" in alt
