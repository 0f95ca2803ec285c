"""Gaps in the records of a game's words: a game's completeness test expects none."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any

from cards.language.errors import CardError
from cards.language.first_words import written_form
from cards.language.forms import plural
from cards.language.language import Language
from cards.language.nodes import Timing
from cards.language.parts import parts_of
from cards.language.records import Category, Entry, Word, fields_of, meaning_of
from cards.language.template import slots
from cards.language.vocabulary import Vocabulary

Print = Callable[[Any], str]
"""Prints the node of a line."""

_NO_FIELDS = frozenset({"their", "asked", "pronoun", "denied", "this"})
"""Slots and flags that don't correspond to a field of a node."""


def missing(
    language: Language, english: Print, spanish: Print, elsewhere: Collection[Word] = ()
) -> list[str]:
    """Return the gaps and mistakes of a game's records, one sentence each.

    `elsewhere` are words whose Spanish is defined elsewhere.
    """
    vocabulary = language.vocabulary
    gaps = [*_without_meaning(vocabulary), *_without_spanish(vocabulary, elsewhere)]
    for entry, example in examples(vocabulary):
        mistakes = [*_without_spanish_forms(entry), *_wrong_slots(entry)] or _wrong_example(
            language, entry, example, english, spanish
        )
        gaps += [f"{name_of(entry)}: {mistake}" for mistake in mistakes]
    return gaps


def name_of(entry: Entry) -> str:
    """Return the name of a record in these sentences."""
    event = entry.fields.get("trigger_type")
    return event.name if isinstance(event, Word) else entry.node.__name__


def _without_meaning(vocabulary: Vocabulary) -> Iterator[str]:
    yield from (f"{node.__name__}: no meaning" for node in vocabulary.nodes if not meaning_of(node))
    for kind in vocabulary.classes.values():
        yield from (f"{kind.__name__}.{word.name}: no meaning" for word in kind if not word.record.means)


def _without_spanish(vocabulary: Vocabulary, elsewhere: Collection[Word]) -> Iterator[str]:
    for kind in vocabulary.classes.values():
        for word in kind:
            if word.record.written and not word.record.es and word not in elsewhere:
                yield f"{kind.__name__}.{word.name}: no Spanish"


def _without_spanish_forms(entry: Entry) -> Iterator[str]:
    for form in entry.forms:
        if form.printed and form.template and not form.es:
            yield f"no Spanish for {form.template!r}"


def _wrong_slots(entry: Entry) -> Iterator[str]:
    """Yield slots without a field in the node, and fields that a wording leaves out."""
    if entry.category in ("detail", "adjective"):
        return  # They fill a field of a description, which several words make up.
    fields = entry.node.__struct_fields__
    needed = {*fields[: len(fields) - len(entry.node.__struct_defaults__)]}
    for form in entry.forms:
        if form.read is None and form.template:
            no_fields = _NO_FIELDS | {slot.name for slot in slots(form.parts) if slot.kind in _NO_FIELDS}
            filled = fields_of(form) | form.fixed.keys() | entry.fields.keys()
            for name in sorted(filled - {*fields} - no_fields):
                yield f"{form.template!r} fills {name}, which is no field"
            for name in sorted(needed - filled - {form.subject or "who"}):
                yield f"{form.template!r} leaves out {name}"


def _wrong_example(
    language: Language, entry: Entry, example: str, english: Print, spanish: Print
) -> Iterator[str]:
    if not example:
        yield "no example"
        return
    try:
        node = language.read(example)
    except CardError as error:
        yield f"{example!r} can't be read: {error}"
        return
    if not any(_is_of(part, entry) for part in parts_of(node)):
        yield f"{example!r} does not use it"
    if (printed := english(node)) != example:
        yield f"{example!r} is printed as {printed!r}"
    if not spanish(node):
        yield f"{example!r} is nothing in Spanish"


def _is_of(part: object, entry: Entry) -> bool:
    return isinstance(part, entry.node) and all(
        getattr(part, field) == value for field, value in entry.fields.items()
    )


def examples(vocabulary: Vocabulary) -> Iterator[tuple[Entry, str]]:
    """Yield an example line for every word; for an event, a trigger. The frame's own examples use the game's words."""
    noun = next(iter(vocabulary.classes["noun"])).record
    usual = {
        "act": _first(vocabulary, "act"),
        "fact": _first(vocabulary, "fact"),
        "measure": _first(vocabulary, "measure"),
        "one": f"{noun.en} {_where(vocabulary)}",
        "many": f"{noun.many or plural(noun.en)} {_where(vocabulary)}",
    }
    for entry in vocabulary.entries:
        if entry.category == "event":
            *_, last = vocabulary.classes["timing"]
            timing = Timing.WHEN if "once" in entry.flags else last
            act = usual["act"]
            yield entry, f"(!) {timing} {written_form(entry, vocabulary)} - {act[0].upper()}{act[1:]}."
        else:
            yield entry, entry.example.format(**usual)


def _where(vocabulary: Vocabulary) -> str:
    """Return a place of cards: "you control" if they can be in play, else the first zone with a wording."""
    if vocabulary.in_play:
        return "you control"
    return next(f"in your {zone.record.en}" for zone in vocabulary.classes["zone"] if zone.record.written)


def _first(vocabulary: Vocabulary, category: Category) -> str:
    """Return the first phrase of a category that is complete, in one sentence."""
    forms = (written_form(entry, vocabulary) for entry in vocabulary.entries if entry.category == category)
    return next((words for words in forms if "…" not in words and "." not in words), "…")
