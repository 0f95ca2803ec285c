"""Alt texts and text boards: short enough, and nothing in the picture is missing."""

from __future__ import annotations

import re

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings

from cards.i18n import Locale, translator
from cards.voidream.language.spanish import translate_line
from engine.voidream.views.types import (
    AttachedCard,
    CardFace,
    CardInPlay,
    ConflictView,
    ConstructView,
    HandCard,
    MindView,
    PileView,
    SideView,
    VoidreamView,
)
from render.markdown import escaped
from render.voidream.alt import alt_board, alt_card, alt_hand
from render.voidream.board import layout
from render.voidream.hand import layout_hand
from render.voidream.text import card_lines, text_board, text_hand
from tests.render.sheets import all_words
from tests.render.voidream import examples as ex
from tests.render.voidream.any_views import names, views

SPANISH = translator(Locale.SPANISH).printing(line=translate_line)
MANY = settings(max_examples=30, suppress_health_check=list(HealthCheck))


@pytest.mark.slow
@MANY
@given(views(), names)
def test_texts_keep_to_discords_limits(view: VoidreamView, players: tuple[str, str]) -> None:
    assert 0 < len(alt_board(view, players)) <= 1024
    assert all(0 < len(part) <= 3800 for part in text_board(view, players))
    if view.viewer is not None:
        assert 0 < len(alt_hand(view, players)) <= 1024
        assert all(0 < len(part) <= 3800 for part in text_hand(view, players))


@pytest.mark.parametrize("name", [name for name in ex.EXAMPLES if name != "crowded"])
def test_an_ordinary_board_is_one_message(name: str) -> None:
    assert len(text_board(ex.EXAMPLES[name].view, ex.EXAMPLES[name].names)) == 1


def numbered(viewer: int | None) -> tuple[VoidreamView, list[int]]:
    """Return a view with distinct public numbers, and those numbers."""
    counter = iter(range(101, 400))
    numbers: list[int] = []

    def new() -> int:
        numbers.append(next(counter))
        return numbers[-1]

    def pile(size: int) -> PileView:
        return PileView((ex.IDEA,) * size)

    sizes = iter(range(60, 99))
    offerings = iter(range(40, 60))

    def side(seat: int) -> SideView:
        attached = (AttachedCard(1, new(), None, True, seat), AttachedCard(2, new(), ex.BANNER, False, seat))
        entity = CardInPlay(
            3, new(), ex.LION, owner=seat, controller=seat, damage=new(), dawn=new(), stability=new(), dusk=new(),
            role="attacking" if seat == 0 else "defending", attached=attached,
        )  # fmt: skip
        # On a real card, the printed value and the value on the back are the same number.
        entity = msgspec.structs.replace(entity, face=msgspec.structs.replace(ex.LION, value=entity.value))
        hidden = CardInPlay(4, new(), None, veiled=True, owner=seat, controller=seat)
        construct = ConstructView(msgspec.structs.replace(ex.BULWARK, value=new()), new(), new(), False, 0)
        bastion = ConstructView(msgspec.structs.replace(ex.CITADEL, value=new()), new(), new(), True, new())
        piles = [next(sizes) for _ in range(3)]
        offered = next(offerings)
        numbers.extend([*piles, offered])
        return SideView(
            seat, MindView("Cunning", ex.COURT, 3, ((),) * 5), (HandCard(new(), None), HandCard(new(), None)), new(), new(),
            construct, (construct, bastion), (entity, hidden), pile(piles[0]), pile(piles[1]),
            msgspec.structs.replace(pile(piles[2]), offerings=tuple(range(offered))), new(), new(),
        )  # fmt: skip

    sides = (side(0), side(1))
    view = VoidreamView(viewer, new(), "conflict", 0, sides, ConflictView("", 0, False), (), (), ())
    return view, numbers


def figures(text: str) -> set[int]:
    return {int(one) for one in re.findall(r"\d+", text)}


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_picture_and_text_board_show_every_public_number(viewer: int | None) -> None:
    view, numbers = numbered(viewer)
    seen = figures("\n".join(" ".join(words.lines) for _, words in all_words(layout(view, ex.NAMES))))
    text_numbers = figures("\n".join(text_board(view, ex.NAMES)))
    assert set(numbers) - seen == set()
    assert set(numbers) - text_numbers == set()


@pytest.mark.parametrize("name", ex.EXAMPLES)
def test_the_text_board_names_every_card_that_the_picture_names(name: str) -> None:
    example = ex.EXAMPLES[name]
    text = "\n".join(text_board(example.view, example.names))
    for role, words in all_words(layout(example.view, example.names)):
        if words.face in ("title", "flavour") and role != "resolving":
            title = " ".join(words.lines).replace("- ", "")
            assert escaped(title).replace("-", "") in text.replace("-", ""), title


def test_the_text_of_a_hand_has_all_the_rules_that_its_picture_has() -> None:
    view = msgspec.structs.replace(ex.middle_game(), looking_at=(ex.AMBUSH,))
    text = "\n".join(text_hand(view, ex.NAMES))
    for card in view.sides[0].hand:
        assert card.face is not None
        for line in (*card.face.text, *card.face.inverted):
            for sentence in line.split("\n"):
                assert sentence in text
    assert "Your depth is 3" in text
    shown = " ".join(" ".join(words.lines) for _, words in all_words(layout_hand(view, ex.NAMES)))
    assert "Your depth is 3" in shown


def test_a_hand_shows_playable_cards_only_at_such_a_question() -> None:
    view = ex.middle_game()

    def shown(view: VoidreamView) -> list[str]:
        return [" ".join(words.lines) for _, words in all_words(layout_hand(view, ex.NAMES))]

    acting = msgspec.structs.replace(view, resolving=None)
    assert "can be played" in shown(acting)
    for other in (
        msgspec.structs.replace(acting, looking_at=(ex.AMBUSH,)),
        msgspec.structs.replace(acting, phase="Nightmare"),
        msgspec.structs.replace(acting, resolving=ex.ARCANA[4]),
    ):
        assert "can be played" not in shown(other)


def test_hidden_cards_are_named_to_their_owner_only() -> None:
    for viewer, knows in ((0, True), (1, False), (None, False)):
        view = ex.middle_game(viewer)
        view = msgspec.structs.replace(
            view, sides=tuple(msgspec.structs.replace(side, discard=PileView(())) for side in view.sides)
        )
        assert ("Nightflock Ambush" in "\n".join(text_board(view, ex.NAMES))) is knows


def test_markdown_in_names_is_taken_literally() -> None:
    text = text_board(ex.opening(), ("**Ada** @everyone", "`Bo`"))[0]
    assert "@everyone" not in text
    assert "\\*\\*Ada\\*\\*" in text
    assert "\\`Bo\\`" in text


def test_alt_text_begins_with_the_deciding_player_and_the_turn() -> None:
    alt = alt_board(ex.conflict(), ex.NAMES)
    assert alt.startswith(
        "Voidream board, round 5, Dusk conflict. Bo decides: an action in the dusk conflict. Bo's turn."
    )
    theirs = alt_board(ex.conflict(1), ex.NAMES)
    assert "You decide: an action in the dusk conflict. Bo's turn." in theirs
    assert "Ada attacks with score 4" in alt
    assert "Bo defends with score −2" in alt


def test_long_alt_text_refers_to_the_rest() -> None:
    alt = alt_board(ex.crowded(), ("Ada" * 10, "Bo" * 15))
    assert alt.endswith("More in the text board.")


def test_a_card_in_words_has_everything_printed_on_it() -> None:
    text = "\n".join(card_lines(ex.AMBUSH))
    assert "Nightflock Ambush" in text and "value 2" in text and "Subter Venellam" in text
    assert all(line in text for line in ex.AMBUSH.text)
    assert "rafters" in text
    alt = alt_card(ex.LION)
    assert "Dawn 4, stability 3, dusk 3" in alt


def test_a_very_long_card_still_has_an_alt_text() -> None:
    face = CardFace("Long", "thought", "maze", 1, text=("Evoke. " * 400,))
    assert len(alt_card(face)) <= 1024


@pytest.mark.parametrize(
    ("winners", "ended", "headline", "ending"),
    [
        ((0,), "bastion", "Ada wins", "Bo's bastion has fallen"),
        ((1,), "insanity", "Bo wins", "Ada had no arcanum left for Nightmare"),
        ((1,), "resignation", "Bo wins", "Ada gave up"),
        ((), "bastion", "A draw", "Both bastions have fallen"),
        ((0,), "time", "Ada wins", "Bo's time was up"),
        ((), "agreement", "A draw", "All agreed on it"),
        ((), "aborted", "No result", "The match is called off"),
        ((), "an order of a moderator", "A draw", "An order of a moderator"),
    ],
)
def test_the_end_is_in_the_picture_the_text_and_the_alt_text(
    winners: tuple[int, ...], ended: str, headline: str, ending: str
) -> None:
    view = msgspec.structs.replace(ex.game_over(), winners=winners, ended=ended)
    seen = " ".join(" ".join(words.lines) for _, words in all_words(layout(view, ex.NAMES)))
    for text in (seen, "\n".join(text_board(view, ex.NAMES)), alt_board(view, ex.NAMES)):
        assert headline in text
        assert ending in text


def test_a_lead_depends_on_the_kind_of_conflict() -> None:
    for kind, sentence in (("dawn", "Ada leads by 8 now"), ("dusk", "Bo leads by 6 now")):
        assert sentence in text_board(ex.conflict(0, kind), ex.NAMES)[0]
        shown = " ".join(
            " ".join(words.lines) for _, words in all_words(layout(ex.conflict(0, kind), ex.NAMES))
        )
        assert sentence.split(" ", 1)[1] in shown


def test_the_offerings_of_a_void_are_named() -> None:
    view = ex.middle_game()
    first = msgspec.structs.replace(
        view.sides[0], void=PileView((ex.COAL, ex.IDEA, ex.IDEA, ex.IDEA), (0, 2, 3))
    )
    view = msgspec.structs.replace(view, sides=(first, view.sides[1]))
    in_void = (
        f"Void: 4, 3 offerings ({ex.COAL.title} (offering), {ex.IDEA.title}, {ex.IDEA.title} (offering) ×2)"
    )
    assert in_void in "\n".join(text_board(view, ex.NAMES))
    named = f"Offerings in Ada's Void: {ex.COAL.title}, {ex.IDEA.title}, {ex.IDEA.title}."
    assert named in alt_board(view, ex.NAMES)
    text = "\n".join(text_board(view, ex.NAMES, SPANISH))
    assert "Vacío: 4, 3 ofrendas (" in text
    assert "(ofrenda) ×2" in text
    assert "Ofrendas en el Vacío de Ada: " in alt_board(view, ex.NAMES, SPANISH)
