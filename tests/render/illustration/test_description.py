"""Descriptions of pictures: grammatical in both languages, and with a word for everything."""

from __future__ import annotations

import re
from random import Random

import pytest

from cards.i18n import ENGLISH, Locale, Message, translator
from render.illustration import description as module
from render.illustration.description import description, noun_of
from render.illustration.motifs import motifs
from render.illustration.recipe import (
    COUNTS,
    FRAMES,
    HOURS,
    PHASES,
    PLACES,
    POSES,
    RELATIONS,
    SIZES,
    TONES,
    WEATHERS,
)
from render.illustration.recipe_parser import read_recipe
from tests.render.illustration.any_recipes import any_recipe

SPANISH = translator(Locale.SPANISH)


@pytest.mark.parametrize(("recipe", "english", "spanish"), [
    ("big whale under small bed, in room",
     "A big whale under a small bed, in a room",
     "Una ballena grande debajo de una cama pequeña, en una habitación"),
    ("hourglass", "An hourglass", "Un reloj de arena"),
    ("umbrella, two eyes", "An umbrella and two eyes", "Un paraguas y dos ojos"),
    ("many small feathers, big window, in hill",
     "Many small feathers and a big window, on a hill",
     "Muchas plumas pequeñas y una ventana grande, en una colina"),
    ("many small fish, in deep, bubbles",
     "Many small fish, deep under water, among rising bubbles",
     "Muchos peces pequeños, en lo hondo del agua, entre burbujas que suben"),
    ("three men, two women, child", "Three men, two women and a child", "Tres hombres, dos mujeres y un niño"),
    ("falling key, two falling keys",
     "A falling key and two falling keys",
     "Una llave que cae y dos llaves que caen"),
    ("big pale upside-down hand", "A big pale upside-down hand", "Una mano grande, pálida y boca abajo"),
    ("two leaning towers", "Two leaning towers", "Dos torres inclinadas"),
    ("dark tilted mask on chair", "A dark tilted mask on a chair", "Una máscara oscura y ladeada sobre una silla"),
    ("figure on chair holding lantern",
     "A hooded figure on a chair holding a lantern",
     "Una figura encapuchada sobre una silla con un farol en la mano"),
    ("row carriage far, giant moon",
     "A row of railway carriages far away, under a giant moon",
     "Una fila de vagones de tren a lo lejos, bajo una luna gigante"),
    ("ring moth, small lantern, in void",
     "A ring of moths and a small lantern, above a labyrinth",
     "Un círculo de polillas y un farol pequeño, sobre un laberinto"),
    ("flock far bird, in lake, mirrored",
     "A flock of birds far away, on a lake, with its reflection",
     "Una bandada de pájaros a lo lejos, en un lago, con su reflejo"),
    ("bird high left, at dusk",
     "A bird on the left high up, at dusk",
     "Un pájaro a la izquierda en lo alto, al anochecer"),
    ("scales, in hill low big sun",
     "A pair of scales, on a hill, under a big sun low in the sky",
     "Una balanza, en una colina, bajo un sol grande a ras del horizonte"),
    ("boat, crescent moon left", "A boat, under a crescent moon on the left", "Una barca, bajo una luna creciente a la izquierda"),
    ("tree, no moon, at night", "A tree, without a moon, at night", "Un árbol, sin luna, de noche"),
    ("gavel, no sun", "A gavel, without a sun", "Un mazo de juez, sin sol"),
    ("door inside door, in tunnel", "A door inside a door, in a tunnel", "Una puerta dentro de una puerta, en un túnel"),
    ("moth before ivy", "A moth in front of a sprig of ivy", "Una polilla delante de una rama de hiedra"),
    ("big engine", "A big steam engine", "Una locomotora grande"),
    ("moth, island", "A moth and an island", "Una polilla y una isla"),
    ("house, framed by window", "A house, seen through a window", "Una casa, a través de una ventana"),
    ("pale wing, two pale wings", "A pale wing and two pale wings", "Un ala pálida y dos alas pálidas"),
    ("shutdoor, snow, dust",
     "A closed door, in falling snow, in the dust",
     "Una puerta cerrada, bajo la nieve que cae, entre el polvo"),
])  # fmt: skip
def test_descriptions_of_recipes(recipe: str, english: str, spanish: str) -> None:
    read = read_recipe(recipe)
    assert description(read, ENGLISH) == english
    assert description(read, SPANISH) == spanish


def test_every_motif_has_its_noun_in_spanish() -> None:
    missing = [name for name in motifs() if ("motif", noun_of(name).message) not in SPANISH.texts]
    assert missing == [], "these need an entry in cards/i18n/es/pictures.po"


def test_every_spanish_noun_has_its_article_and_its_plural() -> None:
    for name in motifs():
        one, many = SPANISH.texts["motif", noun_of(name).message]
        assert re.fullmatch(r"(un|una) [^|]+(\|una)?", one), name
        assert not many.startswith(("un ", "una ", "unos ", "unas ")), name


def test_motif_names_are_unique() -> None:
    for speaking in (ENGLISH, SPANISH):
        called = [speaking(noun_of(name)) for name in motifs()]
        assert sorted({one for one in called if called.count(one) > 1}) == []


def test_names_with_another_wording_are_motifs() -> None:
    assert set(module.SPOKEN) <= set(motifs())


def test_every_part_of_a_recipe_has_a_word() -> None:
    assert set(module.MESSAGES) == {*SIZES, *TONES, *POSES, *PHASES}
    assert set(module.COUNTED) == set(COUNTS)
    assert set(module.STANDING) == set(RELATIONS)
    assert set(module.AROUND) == set(PLACES)
    assert set(module.AT) == set(HOURS)
    assert set(module.FALLING) == set(WEATHERS)
    assert set(module.THROUGH) == set(FRAMES)


def test_words_that_bend_have_all_their_forms() -> None:
    for word in (*module.MESSAGES.values(), *module.COUNTED.values()):
        assert SPANISH(word if not word.message.endswith("}") else word.filled(things="")).count("|") in (
            0,
            1,
            3,
        )


def test_any_recipe_can_be_described_without_gaps() -> None:
    chance = Random("told")
    english_words = {str(message) for message in (*module.AROUND.values(), *module.FALLING.values())}
    for _ in range(300):
        recipe = any_recipe(chance)
        english, spanish = description(recipe, ENGLISH), description(recipe, SPANISH)
        assert english[0].isupper() and spanish[0].isupper()
        assert not re.search(r"[{}|]|  |\ba [aeio]|\ban [^aeiouh]", english), english
        assert not re.search(r"[{}|]|  ", spanish), spanish
        assert not any(words in spanish for words in english_words), spanish


def test_an_untranslated_noun_stays_english() -> None:
    assert SPANISH(Message("zyx", (("n", 1),), "zyxes", "motif")) == "zyx"
