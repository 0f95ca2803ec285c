"""Numbers in people's texts use the digits 0 to 9; other characters that Python counts as digits are not accepted."""

from __future__ import annotations

import pytest

from bot.clocks import UnreadableControl, read_control
from bot.clocks.control import read_length
from bot.discord.components.custom_ids import read
from bot.errors import Refusal
from bot.features.reminders.commands import read_quiet
from cards.i18n import ENGLISH
from cards.language.errors import CardError
from cards.language.vocabulary import words_of
from cards.numerals import numeral
from cards.voidream.deck_text import DeckTextError, read_deck
from cards.voidream.language.reader import read_line
from cards.voidream.model import Kind

FOREIGN = ("٣", "３", "²", "③", "१", "𝟛")


@pytest.mark.parametrize("digit", FOREIGN)
def test_foreign_digits_are_not_numbers(digit: str) -> None:
    assert numeral(digit) is None
    words = [match.group() for match in words_of(f"Draw {digit} cards.")]
    assert words == ["Draw", digit, "cards", "."]
    assert read_line("Reduce your opponent's mind by 2.", Kind.ARCANUM)
    with pytest.raises(CardError):
        read_line(f"Reduce your opponent's mind by {digit}.", Kind.ARCANUM)
    assert read(f"v2::{digit}:pick:0") is None
    assert read(f"v2::0:leaderboard:{digit}") is None
    for control in (f"{digit}d each", f"{digit}d+12h", f"3d+{digit}h up to 7d"):
        with pytest.raises(UnreadableControl):
            read_control(control)
    with pytest.raises(UnreadableControl):
        read_length(f"{digit} days")
    with pytest.raises(Refusal):
        read_quiet(f"{digit}:00", "7:00", ENGLISH)
    with pytest.raises(DeckTextError):
        read_deck(f"Chalk Sentinel\n{digit} Chalk Sentinel\nChalk Sentinel x{digit}")


def test_numbers_too_large_to_store_are_refused() -> None:
    assert numeral("9" * 18) == 10**18 - 1
    assert numeral("9" * 19) is None
    assert numeral("9" * 100_000) is None
    assert numeral("") is None and numeral("-1") is None and numeral(" 1") is None
