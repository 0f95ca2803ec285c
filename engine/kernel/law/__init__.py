"""A game's law for lookup: short summaries of terms, sections and rulings, from the game's TOML files."""

from engine.kernel.law.entries import RULE, LawEntry, cause_names, cite, cited, entries, languages, terms_in
from engine.kernel.law.page import page
from engine.kernel.law.records import Law, Ruling, Section, Term, rulings, sections, terms

__all__ = [
    "RULE",
    "Law",
    "LawEntry",
    "Ruling",
    "Section",
    "Term",
    "cause_names",
    "cite",
    "cited",
    "entries",
    "languages",
    "page",
    "rulings",
    "sections",
    "terms",
    "terms_in",
]
