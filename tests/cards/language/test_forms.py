"""Forms of English words that follow a rule."""

from __future__ import annotations

import pytest

from cards.language.forms import article, plural, third


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("veiled card", "veiled cards"),
        ("memory", "memories"),
        ("ability", "abilities"),
        ("day", "days"),
        ("box", "boxes"),
        ("wish", "wishes"),
    ],
)
def test_a_plural_follows_the_rule(one: str, many: str) -> None:
    assert plural(one) == many


@pytest.mark.parametrize(
    ("verb", "of_another"),
    [
        ("destroy", "destroys"),
        ("ready", "readies"),
        ("switch", "switches"),
        ("choose", "chooses"),
        ("have", "has"),
        ("do", "does"),
    ],
)
def test_a_third_person_follows_the_rule_or_is_one_of_the_few_that_do_not(verb: str, of_another: str) -> None:
    assert third(verb) == of_another


def test_the_article_follows_the_sound_of_the_first_letter() -> None:
    assert [article(word) for word in ("entity", "memory", "unveiled card", "Offering")] == [
        "an",
        "a",
        "an",
        "an",
    ]
