"""Names of cards whose back alone is seen."""

from __future__ import annotations


def hidden_arcanum(value: int) -> str:
    """Return what an arcanum in the other one's hand is called."""
    return f"Arcanum of value {value}"


def hidden_card(value: int) -> str:
    """Return what a veiled card of the other one's is called."""
    return f"Veiled card of value {value}"


def hidden_charge(value: int) -> str:
    """Return what a charge of the other one's is called."""
    return f"Charge of value {value}"
