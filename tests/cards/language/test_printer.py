"""Printing from records: every word of every game has both languages, and incomplete templates are refused."""

from __future__ import annotations

import pytest

from cards.dreamweavers.language.reader import read_line
from cards.dreamweavers.language.vocabulary import DREAMWEAVERS
from cards.language import nodes
from cards.language.english import English
from cards.language.printer import Speaker
from cards.language.records import Form, Node, Word, w, word
from cards.language.spanish import Spanish
from cards.language.template import parse_spaced
from cards.language.vocabulary import Vocabulary
from cards.voidream.language.words import VOIDREAM

GAMES = {vocabulary.name: vocabulary for vocabulary in (VOIDREAM, DREAMWEAVERS)}


def speakers(vocabulary: Vocabulary) -> list[Speaker]:
    return [English(vocabulary), Spanish(vocabulary, lambda text, _sort: text)]


@pytest.mark.parametrize("game", GAMES)
def test_every_wording_can_be_written_in_both_languages(game: str) -> None:
    vocabulary = GAMES[game]
    event = vocabulary.narrow(nodes.TriggerEvent)
    for speaker in speakers(vocabulary):
        for entry in vocabulary.entries:
            if entry.category == "event":
                made = speaker.event_wordings(event(entry.fields["trigger_type"]))
            else:
                made = speaker.wordings(entry.node)
            assert bool(made) is any(form.printed for form in entry.forms), entry.node
    for entry in vocabulary.entries:
        untold = [form.template for form in entry.forms if form.printed and form.template and not form.es]
        assert not untold, f"no Spanish: {untold}"


class Unheard(Word):
    ONLY = w("only", "solo")


@word(
    "act", Form("hum {what:melody}", "tararear tararea tararee: {what:melody}"), means="Sing without words."
)
class Hum(Node, frozen=True):
    what: Unheard


def test_an_unknown_placeholder_is_refused() -> None:
    for speaker in speakers(VOIDREAM):
        with pytest.raises(LookupError, match="melody"):
            speaker.wordings(Hum)


@pytest.mark.parametrize("template", ["con [otro", "con otro]", "con [[otro]"])
def test_spanish_templates_with_unbalanced_brackets_are_refused(template: str) -> None:
    with pytest.raises(ValueError, match="brackets"):
        parse_spaced(template, {})


@pytest.mark.parametrize(
    ("english", "spanish"),
    [
        (
            "Tap a Thought, then this card cannot be named by your opponent.",
            "Gira un Pensamiento y luego esta carta no puede ser nombrada por tu rival.",
        ),
        (
            "The attacking Thought gets -1 power for this attack, then tap it.",
            "El Pensamiento atacante obtiene -1 de poder durante este ataque y luego gíralo.",
        ),
        ("Tap a Thought. You may untap it.", "Gira un Pensamiento. Puedes enderezarlo."),
    ],
)
def test_pronouns_agree_with_their_antecedents(english: str, spanish: str) -> None:
    line = read_line(english)
    assert English(DREAMWEAVERS).ability(line) == english
    assert Spanish(DREAMWEAVERS, lambda text, _sort: text).ability(line) == spanish
