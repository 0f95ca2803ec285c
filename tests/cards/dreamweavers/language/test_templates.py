"""Every sentence of Dreamweavers' brief is read, printed in both languages, and explained."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from cards.dreamweavers.language import spanish
from cards.dreamweavers.language.printer import print_ability
from cards.dreamweavers.language.reader import read_line
from cards.dreamweavers.language.words import Notion
from cards.language.errors import CardError
from cards.language.records import Word, meaning_of
from cards.voidream.kinds import Kind
from cards.voidream.language import printer as voidream
from cards.voidream.language.reader import read_line as read_voidream
from tests.cards.language.nodes import nodes_of

TEMPLATES: dict[str, list[list[str]]] = tomllib.loads(
    Path(__file__).with_name("templates.toml").read_text(encoding="utf-8")
)
LINES = [(english, spanish) for lines in TEMPLATES.values() for english, spanish in lines]


FURTHER = [
    ("(!) When a player takes damage - Draw a card.", "(!) Cuando un jugador reciba daño - Roba una carta."),
    ("If your memory is 3, draw a card.", "Si tu memoria es 3, roba una carta."),
    ("If your opponent is not defending, draw a card.", "Si tu rival no está defendiendo, roba una carta."),
    (
        "Destroy a Thought, then its controller draws a card.",
        "Destruye un Pensamiento y luego quien lo controla roba una carta.",
    ),
    (
        "Choose one: forget a Thought; or forget a Feeling.",
        "Elige una opción: olvidar un Pensamiento; u olvidar un Sentimiento.",
    ),
    ("If it is not your turn, draw a card.", "Si no es tu turno, roba una carta."),
    ("If the tracker is not on 0, draw a card.", "Si el marcador no está en 0, roba una carta."),
    ("Put a card in your hand on top of your mind.", "Pon una carta de tu mano encima de tu mente."),
    (
        "For each Feeling you control, gain 1 memory.",
        "Por cada Sentimiento que controlas, gana 1 de memoria.",
    ),
    ("Destroy up to 2 other Thoughts.", "Destruye hasta otros 2 Pensamientos."),
    ("If you control no Thoughts, draw a card.", "Si no controlas ningún Pensamiento, roba una carta."),
    (
        "A Thought gets -X power this turn, where X is the number of Feelings you control.",
        "Un Pensamiento obtiene -X de poder este turno, donde X es el número de Sentimientos que controlas.",
    ),
    (
        "A Thought gets +1 power and gains quick this turn.",
        "Un Pensamiento obtiene +1 de poder y gana prisa este turno.",
    ),
    (
        "Your opponent may discard a card. If they do not, your opponent takes 1 damage.",
        "Tu rival puede descartar una carta. Si no lo hace, tu rival recibe 1 de daño.",
    ),
    (
        "You may tap a Thought, then it does not untap in its controller's next Upkeep.",
        "Puedes girar un Pensamiento y luego hacer que esa carta no se enderece en el próximo Mantenimiento "
        "de quien lo controla.",
    ),
]
"""Sentences that aren't in the brief, but are part of every game's language."""


def test_every_template_of_the_brief_has_lines() -> None:
    assert [int(number) for number in TEMPLATES] == [*range(1, 81)]
    assert all(TEMPLATES.values())


@pytest.mark.parametrize("number", TEMPLATES)
def test_every_template_is_read_and_printed_in_both_languages(number: str) -> None:
    for text, translated in TEMPLATES[number]:
        ability = read_line(text)
        assert print_ability(ability) == text
        assert spanish.print_ability(ability) == translated


@pytest.mark.parametrize(("text", "translated"), FURTHER)
def test_costs_and_triggers_are_read_and_printed(text: str, translated: str) -> None:
    ability = read_line(text)
    assert print_ability(ability) == text
    assert spanish.print_ability(ability) == translated


@pytest.mark.parametrize("notion", Notion)
def test_every_notion_limits_a_filter(notion: Notion) -> None:
    ability = read_line(f"Your other {notion} Thoughts get +1 power.")
    assert print_ability(ability) == f"Your other {notion} Thoughts get +1 power."
    assert (
        spanish.print_ability(ability) == f"Tus demás Pensamientos {notion.record.es} obtienen +1 de poder."
    )


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Tap target Thought.", "Tap a Thought."),
        ("Destroy a Thought with power 3 or less.", "Destroy a Thought of power 3 or lower."),
        ("Cancel that effect.", "Cancel the effect this answers."),
        ("When played: Do this card's fleeting effect.", "When played: Do the fleeting effect of this card."),
        ("(A) Tap this card and pay 1: Draw a card.", "(A) Tap this card, pay 1: Draw a card."),
        ("Quick, steadfast.", "Quick. Steadfast."),
        ("Your opponent must forget one of their Thoughts.", "Your opponent forgets a Thought they control."),
        (
            "Draw a card. If you control 3 or more Feelings, draw 2 cards instead.",
            "If you control 3 or more Feelings, draw 2 cards. Otherwise, draw a card.",
        ),
        ("All your Thoughts gain quick.", "Your Thoughts gain quick."),
        ("Each Thought you control gains quick this turn.", "All Thoughts you control gain quick this turn."),
        (
            "If you control at least 3 Feelings, draw a card.",
            "If you control 3 or more Feelings, draw a card.",
        ),
        (
            "A Thought gets +3 power this turn and gains crushing this turn.",
            "A Thought gets +3 power and gains crushing this turn.",
        ),
    ],
)
def test_natural_wordings_are_printed_in_the_standard_one(text: str, meant: str) -> None:
    assert print_ability(read_line(text)) == meant


def test_every_part_of_every_template_is_explained() -> None:
    for text, _ in LINES:
        for part in nodes_of(read_line(text)):
            assert part.record.means if isinstance(part, Word) else meaning_of(type(part)), (text, part)


@pytest.mark.parametrize(
    ("sentence", "column", "meant"),
    [
        ("Exhaust this card.", 1, '"tap"'),
        ("Ready this card.", 1, '"untap"'),
        ("Kill a Thought.", 1, '"destroy"'),
        ("Void a Thought.", 1, '"forget"'),
        ("Evoke.", 1, '"draw"'),
        ("Destroy an entity.", 12, '"Thought"'),
        ("Destroy an exhausted Thought.", 12, '"tapped"'),
        ("Return a Thought in your graveyard to your hand.", 26, '"Id"'),
        ("Forget the top card of your deck.", 29, '"mind"'),
    ],
)
def test_words_of_other_games_lead_to_its_own(sentence: str, column: int, meant: str) -> None:
    with pytest.raises(CardError) as caught:
        read_line(sentence)
    (problem,) = caught.value.problems
    assert (problem.where.column, problem.suggestion) == (column, meant)


@pytest.mark.parametrize(
    ("sentence", "column", "found"),
    [
        ("A Thought gets +1 dawn this turn.", 19, "dawn"),
        ("A Thought gains siege this turn.", 17, "siege"),
        ("(!) After you take damage - Draw a card.", 5, "After"),
        ("Draw a card twice.", 13, "twice"),
        ("Destroy its host.", 13, "host"),
        ("Destroy a Dreamer Thought.", 11, "Dreamer"),
        ("If you are in Nightmare, draw a card.", 12, "in"),
        ("Your Thought gains quick.", 6, "Thought"),
        ("Gets +1 power.", 1, "Gets"),
        ("Lingering: Draw a card.", 1, "Lingering"),
        ("Lingering: Quick.", 1, "Lingering"),
        ("Your opponent draw a card.", 15, "draw"),
        ("A Thought does not untap in its controller's next Upkeep this turn.", 58, "this turn"),
    ],
)
def test_a_mistake_is_named_with_its_place(sentence: str, column: int, found: str) -> None:
    with pytest.raises(CardError) as caught:
        read_line(sentence)
    (problem,) = caught.value.problems
    assert (problem.where.column, problem.found) == (column, found)


@pytest.mark.parametrize(
    ("sentence", "way"),
    [
        ("Pay 2: Draw a card.", 'a price stands behind "(A)"'),
        ("Draw cards equal to the number of Thoughts you control.", 'say "For each …, draw a card"'),
        ("When this card is played, draw a card.", 'say "When played: …"'),
    ],
)
def test_an_unknown_wording_names_the_nearest_one(sentence: str, way: str) -> None:
    with pytest.raises(CardError, match=re.escape(way)):
        read_line(sentence)


def test_two_games_are_read_at_once() -> None:
    ours = [text for text, _ in LINES]
    theirs = ["Exhaust an entity.", "(!) After you take Dream damage - Evoke.", "+1 dawn to all entities."]

    def mixed(number: int) -> Iterator[bool]:
        for text in ours[number::4]:
            yield print_ability(read_line(text)) == text
            yield voidream.print_ability(read_voidream(theirs[number % 3], Kind.ENTITY)) == theirs[number % 3]

    with ThreadPoolExecutor(4) as threads:
        assert all(
            right for one in threads.map(lambda number: list(mixed(number)), range(4)) for right in one
        )
