"""Names of cards of which only the back is visible."""

from __future__ import annotations


def hidden_arcanum(value: int) -> str:
    """Return the name of an arcanum in the other player's hand."""
    return f"Arcanum of value {value}"


def hidden_card(value: int) -> str:
    """Return the name of the other player's veiled card."""
    return f"Veiled card of value {value}"


def hidden_charge(value: int) -> str:
    """Return the name of the other player's charge."""
    return f"Charge of value {value}"
