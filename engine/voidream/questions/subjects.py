"""What options are about: a card's title, with "#" and its tag where it lies on the table, and "/" and a number where it
is another than the first of its abilities: "Guard", "Guard#7", "Guard#7/2"."""

from __future__ import annotations


def subject_of(name: str, tag: int) -> str:
    """Return the subject of an option about a card; its tag is 0 where it does not lie on the table."""
    return f"{name}#{tag}" if tag else name


def title_in(subject: str) -> str:
    """Return the title in a subject."""
    return subject.partition("#")[0].partition("/")[0]


def tag_in(subject: str) -> int:
    """Return the tag in a subject, 0 if there is none."""
    return int(subject.partition("#")[2].partition("/")[0] or 0)


def number_in(subject: str) -> int:
    """Return which ability of its card a subject means, from 1."""
    return int(subject.partition("/")[2] or 1)


def hidden_arcanum(value: int) -> str:
    """Return what an arcanum in the other one's hand is called."""
    return f"Arcanum of value {value}"


def hidden_card(value: int) -> str:
    """Return what a veiled card of the other one's is called."""
    return f"Veiled card of value {value}"


def hidden_charge(value: int) -> str:
    """Return what a charge of the other one's is called."""
    return f"Charge of value {value}"
