"""Texts and alt texts have the same content in both languages; numbers that follow from a view."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from cards.dreams_of_dystopia.language.words import Moment
from cards.dreams_of_dystopia.library import the_set
from cards.dreams_of_dystopia.model import Kind
from cards.i18n import ENGLISH, Translator, msg, title
from engine.dreams_of_dystopia.program import CardPool
from engine.dreams_of_dystopia.saves.stored_set import kept_cards
from engine.dreams_of_dystopia.views.types import CombatView, DystopiaView, FighterView
from render.dreams_of_dystopia.alt import alt_board, alt_card, alt_hand, alt_supply
from render.dreams_of_dystopia.art import SideArt
from render.dreams_of_dystopia.board import layout
from render.dreams_of_dystopia.derived_numbers import at_risk, coming, fame_needed, fighting
from render.dreams_of_dystopia.faces import face_of
from render.dreams_of_dystopia.hand import layout_hand
from render.dreams_of_dystopia.match_summary import leader, standing
from render.dreams_of_dystopia.text import text_board, text_hand, text_supply
from render.dreams_of_dystopia.visible_cards import cards_in_sight
from render.dreams_of_dystopia.words import price_words
from render.layout import Picture, Sheet
from tests.render.dreams_of_dystopia.views import NAMES, SEATS, SPANISH, chosen
from tests.render.sheets import all_words

MOMENTS = ("masters", "quiet", "attack", "block", "end")


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("translator", [ENGLISH, SPANISH])
def test_alt_and_text_say_the_same(seats: int, translator: Translator) -> None:
    names = NAMES[:seats]
    for moment, view in chosen(seats).items():
        text, alt = "\n".join(text_board(view, names, translator)), alt_board(view, names, translator)
        assert len(alt) <= 1024
        for player in view.players:
            assert names[player.seat] in alt and names[player.seat] in text, moment
            if player.master and not player.is_out:
                assert (
                    said_of(player.master, translator) in alt and said_of(player.master, translator) in text
                )
        bare = text.replace("*", "")
        life = [
            f"{translator(msg('LP'))} {one.lp}, " for one in view.players if one.master and not one.is_out
        ]
        for sentence in (*alt.split(". ")[:2], *life):
            assert sentence.rstrip(".") in bare and sentence in alt, (moment, sentence)
        combat = view.combat
        if combat is not None:
            assert price_words(view, combat, names, translator) in alt
            assert price_words(view, combat, names, translator) in bare


def said_of(name: str, translator: Translator) -> str:
    return translator(title(name))


def test_an_attack_shows_its_result() -> None:
    view = chosen(3)["attack"]
    combat = view.combat
    assert combat is not None
    target = view.players[combat.defender.seat]
    seat, lost = at_risk(view)
    text = "\n".join(text_board(view, NAMES[:3]))
    assert seat == target.seat and f"{combat.attacker.atk} ATK" in text
    assert f"lose{'' if seat == 0 else 's'} {lost} LP" in text
    names = ("Tunnel Guide", "Wall Sentinel")
    attack, block = (
        replace(combat.defender, card=card, seat=at, added=(), less=0) for at, card in enumerate(names)
    )
    players = tuple(replace(one, lp=10, master="Voice on the Radio", stats={}) for one in view.players)

    def lose(attack: FighterView, block: FighterView) -> tuple[int, int]:
        there = CombatView(attack, block, is_declared=True)
        return at_risk(replace(view, players=players, combat=there))

    strong, none = replace(attack, added=(("ATK", 4, ""),)), replace(block, card="")
    assert lose(strong, none) == (1, 9) and lose(strong, replace(none, less=2)) == (1, 7)
    assert lose(strong, block) == (1, 4) and lose(strong, replace(block, defender=True)) == (-1, 0)
    assert lose(replace(attack, added=(("ATK", -2, ""),)), block) == (0, 2)
    unknown = replace(view, combat=replace(combat, defender=replace(combat.defender, seat=-1)))
    assert "attack" not in alt_board(unknown, NAMES[:3]).lower()


def test_the_turn_order_omits_eliminated_players() -> None:
    view = chosen(4)["quiet"]
    out = (view.active + 1) % 4
    players = tuple(replace(one, is_out=one.seat == out) for one in view.players)
    left = [seat for seat in coming(replace(view, players=players))]
    assert left == [(view.active + 2) % 4, (view.active + 3) % 4]


def test_fame_that_is_needed() -> None:
    view = chosen(2)["quiet"]
    player = replace(view.players[0], faction="divine", master="Marshal of the Day Watch", less=0)
    day, night = face_of("Bell Ringer"), face_of("Siren Hand")
    assert (fame_needed(view, player, day), fame_needed(view, player, night)) == (3, 6)
    assert fame_needed(view, replace(player, less=2), day) == 1
    assert fame_needed(view, replace(player, waives=True), night) == 4
    regent = replace(player, master="Regent of the Evening Side", faction="demonic")
    assert (fame_needed(view, regent, day), fame_needed(view, regent, face_of("Last Daylight"))) == (3, 0)


@pytest.mark.parametrize("seats", SEATS)
def test_the_end_names_the_last_one(seats: int) -> None:
    view = chosen(seats)["end"]
    winner = view.places[0]
    assert len(winner) == 1
    assert f"{NAMES[winner[0]]} wins" in alt_board(view, NAMES[:seats])
    assert leader(view) in (None, winner[0])


@pytest.mark.parametrize("translator", [ENGLISH, SPANISH])
def test_hands_cards_and_the_supply_in_words(translator: Translator) -> None:
    view = chosen(4)["quiet"]
    hand, supply = (
        "\n".join(text_hand(view, NAMES, translator)),
        "\n".join(text_supply(view, NAMES, translator)),
    )
    for card in view.players[0].hand:
        assert said_of(card, translator) in hand and said_of(card, translator) in alt_hand(
            view, NAMES, translator
        )
    for pile in view.supply[:-2]:
        assert all(said_of(one, translator) in supply for one in pile.sides)
    assert len(alt_supply(view, Kind.MINION, translator)) <= 1024
    for name in ("Dawn Patrol", "Night Patrol"):
        assert said_of(name, translator) in alt_card("Dawn Patrol", translator)
    assert (
        len(standing(view, NAMES, translator)) > 4 and standing(chosen(4)["masters"], NAMES, translator) == []
    )


def test_only_its_owner_sees_a_hand() -> None:
    view = chosen(2)["quiet"]
    assert _seen_in_hand(view) == set(view.players[0].hand)
    spectator = replace(view, viewer=None)
    assert _seen_in_hand(spectator) == set()
    with pytest.raises(ValueError, match="spectators"):
        text_hand(spectator, NAMES[:2])


def _seen_in_hand(view: DystopiaView) -> set[str]:
    return {one.title for one in cards_in_sight(view, NAMES[:2]) if one.key.startswith("h")}


def test_a_card_that_is_not_in_the_set_has_its_title() -> None:
    assert alt_card("A Stranger") == "A Stranger."


def test_reminder_texts_are_translated() -> None:
    assert "Discard this card" in alt_card("Heroic Deed")
    assert "Discard" not in alt_card("Heroic Deed", SPANISH) and "Fama" in alt_card("Heroic Deed", SPANISH)


def test_turned_cards_are_marked_in_pictures_and_texts() -> None:
    view = chosen(2)["quiet"]
    player, other = (replace(one, turned=()) for one in view.players)
    view = replace(view, players=(player, other))
    card = next(one for one in player.hand if face_of(one).other)
    turned = replace(view, players=(replace(player, turned=(card, player.master)), other))
    marks = [
        sum(words.lines == ("turned over",) for _, words in all_words(layout_hand(one, NAMES[:2])))
        for one in (view, turned)
    ]
    assert marks == [0, 1]
    assert folded(layout(turned, NAMES[:2])) == {player.master} and not folded(layout(view, NAMES[:2]))
    name = said_of(card, ENGLISH)
    assert f"Turned over: {name}" in "\n".join(text_board(turned, NAMES[:2]))
    assert f"Ada turned over: {name}" in alt_board(turned, NAMES[:2])
    assert "; turned over." in alt_hand(turned, NAMES[:2])


def folded(sheet: Sheet) -> set[str]:
    pieces = (piece for placed in sheet.blocks for piece in placed.block.pieces if isinstance(piece, Picture))
    return {one.drawing.title for one in pieces if isinstance(one.drawing, SideArt) and one.drawing.folded}


def test_a_card_of_our_own_shows_its_numbers() -> None:
    first = the_set().of(Kind.MINION)[0]
    own = replace(
        first, sides=tuple(replace(side, title=f"Neon {n}", atk=9 - n) for n, side in enumerate(first.sides))
    )
    rest = [card for card in the_set().cards if card is not first]
    view = chosen(2)["quiet"]
    view = replace(
        view,
        printed=kept_cards(CardPool([own, *rest])),
        players=(replace(view.players[0], hand=("Neon 0",)), view.players[1]),
    )
    hand = "\n".join(text_hand(view, NAMES[:2]))
    assert "ATK 9" in hand and "Other side: Neon 1." in hand and "ATK 8" in hand
    assert "Neon 0 (" in alt_hand(view, NAMES[:2])


def test_each_card_of_an_attack_shows_its_contribution() -> None:
    view = chosen(3)["attack"]
    combat = view.combat
    assert combat is not None and combat.attacker.helpers
    cards = fighting(view, combat.attacker, Moment.ATTACK)
    assert sum(int(adds.replace("\u2212", "-")) for _, adds in cards) == combat.attacker.atk
    text, board = "\n".join(text_board(view, NAMES[:3])), all_words(layout(view, NAMES[:3]))
    for card, adds in cards:
        assert f"{card} {adds}" in text and f"{card} {adds}" in alt_board(view, NAMES[:3])
        assert any(words.lines == (adds,) for _, words in board)
    odd = replace(combat.attacker, atk=combat.attacker.atk + 1)
    assert {adds for _, adds in fighting(view, odd, Moment.ATTACK)} == {""}
