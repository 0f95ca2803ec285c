"""Messages: placeholders, plurals, rows, and lists joined by the rules of the language."""

from __future__ import annotations

import pytest

from cards.i18n import (
    ENGLISH,
    Locale,
    Translator,
    as_message,
    msg,
    msg_plural,
    row,
    series,
    title,
    translator,
)

SPANISH = translator(Locale.SPANISH)


def test_an_untranslated_phrase_stays_english_with_translated_values() -> None:
    made = Translator(Locale.SPANISH, {("title", "Moth"): ("Polilla",)})
    assert made(msg("{who} feeds {card} {n} times.", who="Ada", card=title("Moth"), n=2)) == (
        "Ada feeds Polilla 2 times."
    )


def test_singular_and_plural_differ() -> None:
    made = Translator(Locale.SPANISH, {("", "{n} moth"): ("{n} polilla", "{n} polillas")})
    one, many = (msg_plural("{n} moth", "{n} moths", n) for n in (1, 3))
    assert [str(one), str(many)] == ["1 moth", "3 moths"]
    assert [made(one), made(many)] == ["1 polilla", "3 polillas"]


@pytest.mark.parametrize(
    ("things", "joined", "sentence"),
    [
        (("Ada",), "and", "Ada"),
        (("Ada", "Bo"), "and", "Ada y Bo"),
        (("Ada", "Bo", "Ines"), "and", "Ada, Bo e Ines"),
        (("Ada", "Íñigo"), "and", "Ada e Íñigo"),
        (("Ada", "Hilda"), "and", "Ada e Hilda"),
        (("agua", "hielo"), "and", "agua y hielo"),
        (("«Nana»", "«Insomnio»"), "and", "«Nana» e «Insomnio»"),
        (("**Ada**", "**Óscar**"), "or", "**Ada** u **Óscar**"),
        (("7", "8"), "or", "7 u 8"),
        (("10", "11"), "or", "10 u 11"),
        (("100", "110"), "or", "100 o 110"),
        (("siete", "ocho"), "or", "siete u ocho"),
        (("uno", "dos"), "or", "uno o dos"),
    ],
)
def test_things_are_joined_as_spanish_does_it(things: tuple[str, ...], joined: str, sentence: str) -> None:
    assert SPANISH(series(*things, joined=joined)) == sentence


def test_filled_in_values_are_never_read_as_templates() -> None:
    """A name with braces isn't a placeholder."""
    assert (
        ENGLISH(msg("{who} passes.", who="{card}")) == SPANISH(msg("{who}.", who="{card}"))[:-1] + " passes."
    )


def test_a_row_contains_each_of_its_texts() -> None:
    assert ENGLISH(row(msg("One."), "{two}", between=" · ")) == "One. · {two}"


def test_equal_messages_are_equal_keys() -> None:
    same = {msg("{n} of {card}", n=1, card=title("Moth")) for _ in range(2)}
    assert same == {msg("{n} of {card}", n=1, card=title("Moth"))}
    assert as_message("Plain.") == msg("Plain.")


def test_a_phrase_that_was_written_down_is_filled_in_later() -> None:
    assert str(msg("dawn {n}").filled(n=3)) == "dawn 3"
