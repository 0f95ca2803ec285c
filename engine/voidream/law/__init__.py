"""The law of Voidream for looking things up: terms, sections and rulings, in our own short words."""

from engine.voidream.law.entries import LawEntry, cited, entries
from engine.voidream.law.rulings import Ruling, rulings
from engine.voidream.law.sections import Section, sections
from engine.voidream.law.terms import Term, glossary_in, terms

__all__ = [
    "LawEntry",
    "Ruling",
    "Section",
    "Term",
    "cited",
    "entries",
    "glossary_in",
    "rulings",
    "sections",
    "terms",
]
