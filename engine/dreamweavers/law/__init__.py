"""The law of Dreamweavers for looking things up: terms, sections and rulings, in our own short words."""

from engine.dreamweavers.law.entries import LawEntry, cited, entries
from engine.dreamweavers.law.rulings import Ruling, rulings
from engine.dreamweavers.law.sections import Section, sections
from engine.dreamweavers.law.terms import Term, terms, terms_in

__all__ = [
    "LawEntry",
    "Ruling",
    "Section",
    "Term",
    "cited",
    "entries",
    "rulings",
    "sections",
    "terms",
    "terms_in",
]
