"""Sentences: instructions, options, conditions and repetitions around them, as in every game.

An option is asked only if it can be done, and "If you do" asks whether it was (DD43). Nothing is said "otherwise". Of several
modes one is chosen that can be done, if any can. What is done for each card counts used cards, and is done at most 5 times.
"""

from __future__ import annotations

from cards.language.nodes import ChooseOne, ForEach, If, IfYouDo, May
from cards.language.records import Node

__all__ = ["ChooseOne", "Effect", "ForEach", "If", "IfYouDo", "May", "Sentence"]

Sentence = tuple[Node, ...]
"""Instructions joined with commas, one after the other."""

Effect = tuple[Sentence, ...]
"""The sentences of one printed line."""
