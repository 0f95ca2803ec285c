"""Subjects of options, as data and as the texts in positions, orders and keys."""

from __future__ import annotations

import pytest

from engine.kernel.question import OptionSubject, PendingOption


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("", OptionSubject("")),
        ("Guard", OptionSubject("Guard")),
        ("Guard#7", OptionSubject("Guard", 7)),
        ("Guard#7/2", OptionSubject("Guard", 7, 2)),
        ("Guard/2", OptionSubject("Guard", None, 2)),
        ("Hound#0", OptionSubject("Hound", 0)),
        ("Hound > Ego", OptionSubject("Hound", aim="Ego")),
        ("Either/Or #1 and more", OptionSubject("Either/Or #1 and more")),
    ],
)
def test_subjects_are_read_from_texts(text: str, subject: OptionSubject) -> None:
    assert OptionSubject.read(text) == subject == PendingOption("key", "Label", subject=text).about
    assert subject.text == text


def test_a_marked_subject_is_called_by_its_name() -> None:
    assert [OptionSubject.read(text).called for text in ("Guard#7/2", "Guard/2", "Hound > Ego")] == [
        "Guard", "Guard/2", "Hound > Ego",
    ]  # fmt: skip
