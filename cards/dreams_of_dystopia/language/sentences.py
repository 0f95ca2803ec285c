"""Sentences: instructions, with options, conditions and repetitions around them, as in every game.

An option is only asked if it can be done, and "If you do" tests whether it was (DD43). There is no "otherwise". A
possible mode must be chosen if there is one. An effect for each card counts used cards, at most 5 times.
"""

from __future__ import annotations

from cards.language.nodes import ChooseOne, ForEach, If, IfYouDo, May
from cards.language.records import Node

__all__ = ["ChooseOne", "Effect", "ForEach", "If", "IfYouDo", "May", "Sentence"]

Sentence = tuple[Node, ...]
"""Instructions joined with commas, one after the other."""

Effect = tuple[Sentence, ...]
"""The sentences of one printed line."""
