"""The rulings and the page generated from them."""

from pathlib import Path

from engine.voidream.law import page, rulings

PAGE = Path(__file__).parents[4] / "docs" / "rulings.md"


def test_the_page_of_rulings_matches_the_data() -> None:
    assert PAGE.read_text("utf-8") == page(), (
        "docs/rulings.md is out of date. Renew it: python -m engine.kernel.law engine.voidream.law > docs/rulings.md"
    )


def test_rulings_are_numbered_in_ascending_order() -> None:
    numbers = [ruling.number for ruling in rulings()]
    assert numbers == sorted(set(numbers))
    assert numbers[:53] == list(range(1, 54))


def test_each_ruling_has_a_text_and_a_section() -> None:
    for ruling in rulings():
        assert ruling.title and ruling.sections and ruling.terms, ruling.citation
        assert ruling.text.endswith((".", '."')) and ruling.text[0].isupper() | (ruling.text[0] == '"'), (
            ruling.citation
        )
