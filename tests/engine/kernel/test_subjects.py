"""What options are about, as data and as the texts that positions, orders and keys hold."""

from __future__ import annotations

import pytest

from engine.kernel.question import Offered
from engine.kernel.subjects import Subject


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("", Subject("")),
        ("Guard", Subject("Guard")),
        ("Guard#7", Subject("Guard", 7)),
        ("Guard#7/2", Subject("Guard", 7, 2)),
        ("Guard/2", Subject("Guard", None, 2)),
        ("Hound#0", Subject("Hound", 0)),
        ("Hound > Ego", Subject("Hound", aim="Ego")),
        ("Either/Or #1 and more", Subject("Either/Or #1 and more")),
    ],
)
def test_a_text_says_what_its_subject_is(text: str, subject: Subject) -> None:
    assert Subject.read(text) == subject == Offered("key", "Label", subject=text).about
    assert subject.text == text


def test_what_is_marked_is_called_by_its_name() -> None:
    assert [Subject.read(text).called for text in ("Guard#7/2", "Guard/2", "Hound > Ego")] == [
        "Guard", "Guard/2", "Hound > Ego",
    ]  # fmt: skip
