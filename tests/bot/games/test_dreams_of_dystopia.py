"""Dreams of Dystopia in the bot: reference, help, choices before a match, and measurements."""

from __future__ import annotations

import pytest

from bot.errors import NotFound
from bot.games.dreams_of_dystopia.balance import HIGHEST, PILES, TURNS, MatchAccount
from bot.games.dreams_of_dystopia.game import dreams_of_dystopia
from bot.games.dreams_of_dystopia.reference import DystopiaReference
from bot.games.reference import CardPage, RulesEntry
from bot.games.registry import games
from cards.dreams_of_dystopia.library import the_set
from cards.i18n import Locale
from engine.dreams_of_dystopia.law import entries
from engine.dreams_of_dystopia.topics import OptionVerb
from engine.kernel.chance import Chance
from engine.kernel.simulation import play

GAME = dreams_of_dystopia()
REFERENCE = DystopiaReference()
SETUP = GAME.kernel.setup([None] * 3)


def test_it_is_found_by_its_key_with_hyphens_and_by_its_command_word() -> None:
    for typed in ("dreams_of_dystopia", "dreams-of-dystopia", "dystopia", "Dreams of Dystopia"):
        assert games().named(typed).name == GAME.name
    assert {game.word for game in games().games.values()} == {"voidream", "dreamweavers", "dystopia"}


def test_every_link_leads_somewhere() -> None:
    for key in (*entries(), ""):
        topic = REFERENCE.topic(key)
        for link in (*topic.links, *topic.cards):
            assert REFERENCE.card(link.card) if link.card else REFERENCE.topic(link.topic)
            assert len(link.detail) <= 100


@pytest.mark.parametrize("locale", Locale)
def test_a_card_is_looked_up_by_either_title_and_shows_both_sides(locale: Locale) -> None:
    translator = GAME.translator(locale)
    for card in the_set().cards:
        for side in card.sides:
            page = REFERENCE.card(side.title, translator)
            assert page.key == side.title == REFERENCE.card(page.title, translator).key
            other_titles = [
                REFERENCE.card(each.title, translator).title for each in card.sides if each is not side
            ]
            assert all(title in " ".join(page.lines) for title in other_titles)
            for link in page.links:
                assert REFERENCE.card(link.card) if link.card else REFERENCE.topic(link.topic)
    with pytest.raises(NotFound, match="There's no card called"):
        REFERENCE.card("Nobody's Card")


def test_a_cause_is_a_card_of_the_match_or_a_rule() -> None:
    card = REFERENCE.cause(SETUP, "Rooftop Lookout")
    assert isinstance(card, CardPage) and card == REFERENCE.card("Rooftop Lookout")
    ruling = REFERENCE.cause(SETUP, "DD16")
    assert isinstance(ruling, RulesEntry) and ruling.key == "DD16"
    assert REFERENCE.cause(SETUP, "chess") is None
    assert card.face.picture(GAME.translator(Locale.SPANISH)).startswith(b"\x89PNG")


def test_help_is_short_and_every_action_has_a_command() -> None:
    for locale in Locale:
        translate = GAME.translator(locale)
        for page in GAME.help:
            assert len(translate(page.title)) <= 38 and len(translate(page.text)) <= 1600
    without_command = {OptionVerb.TARGET, OptionVerb.YES, OptionVerb.NO}
    assert {verb for action in GAME.actions for verb in action.verbs} == {*OptionVerb} - without_command


def test_masters_can_be_chosen_before_a_match() -> None:
    assert GAME.pregame is not None
    sides = {key for thing in GAME.pregame.things for key, _ in thing.options}
    assert len(sides) == 12 and sides <= set(the_set().by_title)


def test_a_match_is_measured() -> None:
    watch = MatchAccount()
    assert GAME.practice is not None
    players = [GAME.practice(Chance(f"measured {seat}")) for seat in range(3)]
    play(GAME.kernel, SETUP, "measured", players, watch=watch)
    account = watch.account()
    assert account.first is not None and {seat for seat, _, _ in account.had} == {0, 1, 2}
    assert account.figures[TURNS] > 3 and account.figures[PILES] > 1 and account.figures[HIGHEST] > 1
    assert all(0 < occurrences <= opportunities for occurrences, opportunities in account.shares.values())
    assert {title for _, title in account.played} <= set(the_set().by_title)
