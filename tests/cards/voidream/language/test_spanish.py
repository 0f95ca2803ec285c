"""The card language in Spanish: complete, grammatical as far as that can be checked, with one wording per meaning."""

from __future__ import annotations

import re

import hypothesis
import pytest
from hypothesis import HealthCheck, Phase, given, settings

from cards.voidream.language import printer, tree
from cards.voidream.language.spanish import print_ability, translate_line
from cards.voidream.library import the_set
from cards.voidream.model import Card
from tests.cards.voidream.language import trees
from tests.cards.voidream.language.test_vocabulary import CANONICAL

ENGLISH = re.compile(
    r"\b(the|of|and|your?|the[yi]r?|them|its?|to|in|on|with|for|each|all|an|then|where|if|this|that|while|when|after|"
    r"before|until|may|cannot|is|are|not|or|by|up|top|bottom|any|number|deck|hand|cards?|entit\w+|memor\w+|thoughts?|"
    r"charges?|dawn|dusk|stability|damage|Dream|round|phase|mind|depth|value|opponent|player|controls?|offering|it)\b"
)
"""English words of the card language that aren't Spanish."""


def texts(card: Card) -> list[tree.Text]:
    back = [card.back.text] if card.back else []
    return [card.text, card.inverted, *back, *(card.mind.sides if card.mind else ())]


EVERY = {printer.print_ability(line): line for card in the_set() for text in texts(card) for line in text}
"""Each line on a card of the set."""


def check(text: str) -> None:
    """A printed line is well-formed: no English, no double spaces, paired signs, a full stop at the end."""
    own = re.sub(r"«[^»]*»", "«»", text)
    assert not ENGLISH.search(own), text
    assert "  " not in own and " ." not in own and " ," not in own and "{" not in own, text
    assert own.count("«") == own.count("»") and own.count("(") == own.count(")"), text
    assert own.endswith(".") and ".." not in own, text
    assert " de el " not in own and " a el " not in own, text
    assert "None" not in own, text


@pytest.mark.parametrize("english", EVERY)
def test_every_line_of_the_set_is_printed_in_spanish(english: str) -> None:
    spanish = print_ability(EVERY[english])
    check(spanish)
    assert translate_line(english) == spanish


@pytest.mark.slow
def test_every_text_is_printed_and_no_two_texts_equally() -> None:
    printed: dict[str, str] = {print_ability(line): english for english, line in EVERY.items()}
    assert len(printed) == len(EVERY)

    @hypothesis.seed(4)
    @settings(
        max_examples=200,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(trees.abilities)
    def print_it(ability: tree.Ability) -> None:
        spanish, english = print_ability(ability), printer.print_ability(ability)
        check(spanish)
        assert printed.setdefault(spanish, english) == english

    print_it()
    assert len(printed) > len(EVERY) + 150


@pytest.mark.parametrize(
    ("english", "spanish"),
    [
        ("Exhaust an entity, then ready it.", "Agota una entidad y luego prepárala."),
        (
            "Look at the top 3 cards of your deck, then void one of them, then return the others in any order.",
            "Mira las 3 cartas superiores de tu mazo, luego envía al Vacío una de ellas y luego devuelve las demás en cualquier orden.",
        ),
        ("Exhaust an arcanum in your hand, then play it.", "Agota un arcano de tu mano y luego juégalo."),
        (
            "Exhaust up to 2 constructs, then destroy them.",
            "Agota hasta 2 constructos y luego destrúyelos.",
        ),
        (
            "You may exhaust an entity, then void it as an offering.",
            "Puedes agotar una entidad y luego enviarla al Vacío como ofrenda.",
        ),
        (
            "Exhaust a memory, then your opponent readies it.",
            "Agota un recuerdo y luego tu rival lo prepara.",
        ),
        (
            "Exhaust a memory, then its controller discards an arcanum.",
            "Agota un recuerdo y luego quien lo controla descarta un arcano.",
        ),
        (
            "Your opponent may discard an arcanum, then you evoke.",
            "Tu rival puede descartar un arcano y luego hacer que tú evoques.",
        ),
        ("Destroy 2 other exhausted entities.", "Destruye otras 2 entidades agotadas."),
        ("Exhaust all defending entities.", "Agota todas las entidades defensoras."),
        ("Exhaust all defending constructs.", "Agota todos los constructos defensores."),
        (
            "If you control no other construct, evoke.",
            "Si no controlas ningún otro constructo, evoca.",
        ),
        ("If there are 2 or more cards in your Void, roll.", "Si hay 2 o más cartas en tu Vacío, tira."),
        (
            "Void the top that many cards of your opponent's deck.",
            "Envía al Vacío esa cantidad de cartas superiores del mazo de tu rival.",
        ),
        ("Gain siege until the end of the round.", "Obtén Asedio hasta el final de la ronda."),
        (
            "While your mind is spent, players cannot evoke.",
            "Mientras tu mente está gastada, los jugadores no pueden evocar.",
        ),
        (
            '(!) When an entity named "Night Porter" is dealt damage - Prevent that many damage.',
            "(!) Cuando una entidad llamada «Mozo de noche» reciba daño - Prevén esa cantidad de daño.",
        ),
        (
            "For each Crystal entity you control, increase your mind by 1.",
            "Por cada entidad de tipo Cristal que controlas, aumenta tu mente en 1.",
        ),
        (
            "Deal X Dream damage to your opponent, where X is your depth, then evoke.",
            "Inflige X de daño onírico a tu rival, donde X es tu profundidad, y luego evoca.",
        ),
        (
            "Your opponent chooses one: sacrifice an entity they control; or take 4 Dream damage.",
            "Tu rival elige una opción: sacrificar una entidad que controla; o recibir 4 de daño onírico.",
        ),
        (
            "(!) When an entity you control is destroyed - Prevent that, then sacrifice this card.",
            "(!) Cuando se destruya una entidad que controlas - Prevenlo y luego sacrifica esta carta.",
        ),
        ("Void 2 entities as an offering.", "Envía al Vacío como ofrendas 2 entidades."),
        (
            "If each player controls no entities, evoke.",
            "Si ningún jugador controla entidades, evoca.",
        ),
        (
            "(!) After an entity enters play, if there are no attachments attached to it - Roll.",
            "(!) Después de que una entidad entre en juego, si no hay ningún vínculo de esa carta - Tira.",
        ),
        (
            "(!) When an entity is destroyed - You may prevent that.",
            "(!) Cuando se destruya una entidad - Puedes prevenirlo.",
        ),
    ],
)
def test_words_agree_with_their_nouns(english: str, spanish: str) -> None:
    assert translate_line(english) == spanish


def test_a_whole_text_is_translated_line_by_line() -> None:
    card = the_set().find("Empress of Facets")
    spanish = "\n".join(print_ability(ability) for ability in card.text)
    assert spanish.splitlines()[0] == "Única."
    assert translate_line(printer.print_text(card.text)) == spanish


def test_fragments_labels_and_lines_in_a_row_are_translated() -> None:
    assert translate_line("+1 dawn to all entities") == "+1 alba a todas las entidades"
    assert translate_line("deep") == "Profunda"
    assert translate_line("dormant 2") == "Latente 2"
    assert translate_line("4: -1 dawn.") == "4: -1 alba."
    assert translate_line("Spent: Gain siege.") == "Gastada: Obtén Asedio."
    assert translate_line("Inverted: no text.") == "Invertido: sin texto."
    row = "Upright: Initiate a dawn conflict. +2 dawn. Your entities cannot be destroyed."
    assert (
        translate_line(row)
        == "Al derecho: Inicia un conflicto de alba. +2 alba. Tus entidades no se pueden destruir."
    )
    both = (
        "Attach this card to an entity. (!) When the round begins - Charge its host. Its host cannot attack."
    )
    assert translate_line(both).endswith(
        "(!) Cuando empiece la ronda - Carga a su anfitrión. Su anfitrión no puede atacar."
    )


@pytest.mark.parametrize("text", ["", "Nothing that can be read", "Draw a card.", "«Hola».", "X" * 2000])
def test_other_texts_are_left_untranslated(text: str) -> None:
    assert translate_line(text) == text


@pytest.mark.parametrize("line", CANONICAL)
def test_every_canonical_form_is_printed_in_spanish(line: str) -> None:
    spanish = translate_line(line)
    assert spanish != line
    check(spanish)


@pytest.mark.parametrize("trigger_type", tree.TriggerType)
@pytest.mark.parametrize("timing", tree.Timing)
def test_every_trigger_has_a_form_for_every_player(
    trigger_type: tree.TriggerType, timing: tree.Timing
) -> None:
    sentences: set[str] = set()
    kinds = [None, *tree.ConflictKind] if "conflict" in trigger_type else [None]
    people = [*tree.Player] if "{who}" in trigger_type else [None]
    for who in people:
        for kind in kinds:
            what = tree.Filter(tree.Noun.MEMORY) if "{what}" in trigger_type else None
            event = tree.TriggerEvent(trigger_type, who, what, kind)
            line = print_ability(tree.Triggered(timing, event, ((tree.Evoke(),),)))
            check(line)
            sentences.add(line)
    assert len(sentences) == len(people) * len(kinds)


def test_every_verb_has_its_spanish_forms() -> None:
    card = tree.Chosen(tree.Filter(tree.Noun.MEMORY))
    for verb in (
        tree.Sacrifice,
        tree.Exhaust,
        tree.Ready,
        tree.Charge,
        tree.Void,
        tree.Veil,
        tree.Unveil,
        tree.Discard,
        tree.LookAt,
        tree.Reveal,
        tree.Play,
    ):
        first, again = verb(card), verb(tree.It())
        yours = print_ability(tree.Line(((first, again),)))
        offered = print_ability(tree.Line(((tree.May((first, again)),),)))
        theirs = print_ability(
            tree.Line(((verb(card, who=tree.Player.OPPONENT), verb(tree.It(), who=tree.Player.OPPONENT)),))
        )
        for line in (yours, offered, theirs):
            check(line)
        assert re.search(r" y luego \w+lo\b", yours) and re.search(
            r"^Puedes \w+r .* y luego \w+rlo\b", offered
        )
        assert " y luego tu rival lo " in theirs
