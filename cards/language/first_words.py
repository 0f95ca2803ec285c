"""The words that can begin each part of a sentence, and the names of these parts in messages.

Both are derived from the records.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

import msgspec

from cards.language.forms import article, plural
from cards.language.records import Entry, Form, Word
from cards.language.template import Slot, rows, slots
from cards.language.vocabulary import Vocabulary

OPEN_CLASSES = {
    "INT": "a number",
    "SIGNED": "a number with + or -",
    "TITLE": "a title in quotation marks",
    "TYPE": "a type of card, with a capital",
    "$END": "the end of the line",
}
"""The names of terminals that aren't words of a list."""

_EXAMPLE_COUNT = 4
"""The number of words of a group listed as examples."""


class Group(msgspec.Struct, frozen=True):
    """Words that are possible in the same places, and share a name in messages."""

    label: str
    marks: frozenset[str]
    """The terminals that must all be possible for the group to be named."""
    words: frozenset[str]
    """The terminals that the group's name covers."""
    opening: bool = True
    """Whether it is named at the beginning of a sentence."""


class GrammarSymbol(Protocol):
    """A terminal or a rule in a production of Lark's grammar."""

    name: str
    is_term: bool


class GrammarRule(Protocol):
    """A production of Lark's grammar: its rule and its symbols."""

    origin: GrammarSymbol
    expansion: Sequence[GrammarSymbol]


def first_words(rules: Iterable[GrammarRule]) -> dict[str, frozenset[str]]:
    """Return the terminals with which each rule of a Lark parser's grammar can begin. No rule is empty."""
    rows = [(str(rule.origin.name), rule.expansion[0]) for rule in rules]
    first: dict[str, set[str]] = {name: set() for name, _ in rows}
    has_grown = True
    while has_grown:
        has_grown = False
        for name, head in rows:
            new_terminals = {head.name} if head.is_term else first[head.name]
            if not new_terminals <= first[name]:
                first[name] |= new_terminals
                has_grown = True
    return {name: frozenset(terminals) for name, terminals in first.items()}


def groups(vocabulary: Vocabulary, first: Mapping[str, frozenset[str]]) -> tuple[Group, ...]:
    """Return the groups of a game's words, in order of priority."""
    return tuple(group for group in _groups(vocabulary, first) if group.marks)


def _groups(vocabulary: Vocabulary, first: Mapping[str, frozenset[str]]) -> Iterator[Group]:
    def of(label: str, marks: str, *more: str, opening: bool = True) -> Group:
        names = [first.get(name, frozenset[str]()) for name in (marks, *more)]
        return Group(label, names[0], frozenset[str]().union(*names), opening)

    nouns = [noun.record.en for noun in vocabulary.classes["noun"] if noun.record.written]
    one, many = f"{article(nouns[0])} {nouns[0]}", plural(nouns[0])
    yield of(f"an instruction ({_examples(verbs(vocabulary))})", "w_act", "w_choice", "w_loose")
    yield of(f"whose, or which ({', '.join(_details(vocabulary))})", "detail")
    yield of(f"a sort of card ({_examples(nouns)})", "e_noun", "e_type")
    adjectives = {kind.__name__.lower(): kind for kind in vocabulary.adjectives.values()}
    for name, kind in adjectives.items():
        if len(kind) >= _EXAMPLE_COUNT and name != "trait":
            yield of(f"{article(name)} {name}", f"e_{name}", opening=False)
    if traits := adjectives.get("trait"):
        yield of(f"a property ({_examples(_written(traits))})", "e_trait", "w_adjective", opening=False)
    if keywords := vocabulary.classes.get("keywordname"):
        yield of(f"a keyword ({_examples(_written(keywords))})", "e_keywordname", "e_numbered")
    yield of(f"a condition ({', '.join(_facts(vocabulary))})", "fact")
    yield of(f"cards ({one}, 2 {many}, all {many}, this {nouns[0]}, …)", "cards", "subject")
    yield of(f"an event ({', '.join(_events(vocabulary))}, …)", "w_event")
    yield of(f"what is counted ({', '.join(_measures(vocabulary))}, …)", "measure")
    yield of("a player (you, your opponent, …)", "player")
    yield of("a number with + or - (+1, -X, …)", "signed")


def verbs(vocabulary: Vocabulary) -> list[str]:
    """Return the verbs of a game's instructions, in the order of the words of its vocabulary."""
    places = {entry.node: place for place, entry in enumerate(vocabulary.entries)}
    acts = [
        (places[wording.entry.node], str(wording.row[wording.verb]))
        for wording in vocabulary.wordings.values()
        if isinstance(wording.entry, Entry) and wording.entry.category == "act" and wording.verb >= 0
    ]
    return [*dict.fromkeys(verb for _, verb in sorted(acts, key=lambda act: act[0]))]


def _examples(words: list[str]) -> str:
    return ", ".join([*dict.fromkeys(words)][:_EXAMPLE_COUNT]) + ", …"


def _written(kind: type[Word]) -> list[str]:
    return [word.record.en for word in kind if word.record.written]


def _facts(vocabulary: Vocabulary) -> list[str]:
    if vocabulary.in_play:
        return ["you control …", "there is …"]
    return [written_form(entry, vocabulary) for entry in vocabulary.entries if entry.category == "fact"][:2]


def _details(vocabulary: Vocabulary) -> Iterator[str]:
    if vocabulary.in_play:
        yield "you control"
    zones = _written(vocabulary.classes["zone"]) if "zone" in vocabulary.classes else []
    if zones:
        yield f"in your {zones[0]}"
    for entry in vocabulary.entries:
        if entry.category == "detail":
            yield f"{written_form(entry, vocabulary)}"
            return


def _events(vocabulary: Vocabulary) -> Iterator[str]:
    """Yield an event that a player causes and one that happens to a card, as examples."""
    events = [entry for entry in vocabulary.entries if entry.category == "event"]
    for field in ("who", "what"):
        for entry in events:
            if {slot.name for slot in slots(entry.forms[0].parts)} == {field}:
                yield written_form(entry, vocabulary)
                break


def _measures(vocabulary: Vocabulary) -> Iterator[str]:
    measures = [entry for entry in vocabulary.entries if entry.category == "measure"]
    yield from [written_form(entry, vocabulary) for entry in measures][:2]


def written_form(entry: Entry, vocabulary: Vocabulary) -> str:
    """Return an entry as printed, with common phrases in its slots, or "…" if there is none."""
    return written(
        next(form for form in entry.forms if form.parts), vocabulary, event=entry.category == "event"
    )


def written(form: Form, vocabulary: Vocabulary, *, event: bool = False) -> str:
    """Return a wording as printed, in its shortest form, with common phrases in its slots."""
    row, _ = next(rows(form.parts))
    words = [part if isinstance(part, str) else _usual(part, vocabulary, event) for part in row]
    return " ".join(words).replace("you is ", "you are ")


def _usual(slot: Slot, vocabulary: Vocabulary, event: bool) -> str:
    if phrase := vocabulary.phrases_by_kind.get(slot.kind):
        return written(phrase.forms[0], vocabulary, event=event)
    noun = next(iter(vocabulary.classes["noun"])).record.en
    if event and slot.name == "what":
        return f"{article(noun)} {noun}"
    return _USUAL.get(slot.kind, "…")


_USUAL = {"player": "you", "owner": "your", "their": "your", "possessor": "its", "this": "this card"}
