"""Checks of a game's rules text: every name is found, in both languages."""

from __future__ import annotations

from cards.i18n import Locale, translator
from engine.kernel.law import Law, entries, rulings, sections, terms


def check_what_entries_name(law: Law) -> None:
    """Check that the related entries of an entry exist, and differ from it."""
    known = entries(law)
    for entry in known.values():
        for key in (*entry.related, *entry.where):
            assert key in known and key != entry.key, f"{entry.key} leads to {key}"


def check_rulings(law: Law, without: frozenset[int] = frozenset()) -> None:
    """Check that rulings are numbered without gaps, except unused numbers, and name existing sections."""
    numbers = [ruling.number for ruling in rulings(law)]
    assert numbers == [number for number in range(1, numbers[-1] + 1) if number not in without]
    titles = {section.title for section in sections(law)}
    assert all(set(ruling.sections) <= titles for ruling in rulings(law))


def check_spanish(law: Law) -> None:
    """Check that the Spanish is complete."""
    texts = translator(Locale.SPANISH).texts
    all_entries = (sections(law), rulings(law), terms(law))
    names = [one.name for one in all_entries[0]] + [one.title for some in all_entries[1:] for one in some]
    assert [name for name in names if (law.context, name) not in texts] == []
    assert [one.text for some in all_entries for one in some if ("", one.text) not in texts] == []
    assert all((law.names, ", ".join(term.also)) in texts for term in terms(law) if term.also)
    assert entries(law, Locale.SPANISH).keys() == entries(law).keys()
