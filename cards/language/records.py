"""Records of words, from which everything else is derived.

A closed class of words (nouns, zones, keywords …) is an enumeration of records. A word with slots is its node class
with `@word`. Effects are defined elsewhere: each game's engine has them by node class.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from enum import StrEnum
from functools import cache
from inspect import get_annotations
from typing import Any, Literal, Protocol, Self, TypeVar

import msgspec

from cards.language.template import Part, parse, slots

Category = Literal[
    "act",
    "predicate",
    "player predicate",
    "bare",
    "loose",
    "fact",
    "event",
    "past",
    "detail",
    "adjective",
    "cards",
    "measure",
    "line",
    "price",
    "inner",
    "may",
    "choice",
    "span",
]
"""The grammatical place of a word: an action (act), a lasting statement about cards or players (predicate, player
predicate), without naming them (bare) or either way (loose), a condition (fact), a trigger's event (event), its
past (past), a description of cards (detail, adjective, cards), a number (measure), a whole line, a price, a
sentence around another (inner, may, choice), or a time (span).
"""

Flag = Literal[
    "again",
    "amount",
    "cost",
    "counted",
    "late",
    "looks",
    "names",
    "once",
    "prevents",
    "preventable",
    "several",
    "within",
]
"""Facts for checks: "again" can be done twice to the same cards; an event's "amount" gives "that many" a meaning;
"cost" can be a price; "counted" is a countable number, with "more" and "fewer"; "late" follows all other details;
"looks" shows cards; "names" gives "it" a meaning beyond the chosen cards; "once" has no before and after; "prevents"
stops the effect it responds to; "preventable" can be stopped; "several" is always more than one card; "within" can
use "it" for cards that it chooses itself.
"""

Values = dict[str, Any]
"""The values read for the slots of a wording, by field."""


class ReadValues(Protocol):
    """A wording as read (`context.ReadWording`)."""

    @property
    def values(self) -> Values:
        """The values of its slots."""
        ...


class Node(msgspec.Struct, frozen=True):
    """A part of a text. Immutable; equal parts have the same meaning."""


class Form:
    """One wording of a word, in English and Spanish."""

    def __init__(
        self,
        template: str,
        es: str = "",
        *,
        category: Category | None = None,
        when: Callable[[Any, Any], bool] | None = None,
        read: Callable[[Any], Any] | None = None,
        write: Callable[[Any, Any], Any] | None = None,
        subject: str | None = "",
        **fixed: object,
    ) -> None:
        """Make a wording from a template (`template.parse`).

        `es` is the Spanish: `verb forms: template` (infinitive, third person, subjunctive, imperative with a pronoun,
        imperative) or a template alone. `category` is its place if it differs from the word's. `when` tells whether a
        node, for a performer, is printed in this wording. `read` converts the read parts (`context.ReadWording`) to
        the values of the node's fields, or to another node; `write` converts a node and its performer to the node to
        print. `subject` is the field filled by a preceding subject: "who" if the node has that, None if no subject is
        possible. `fixed` are field values implied by the wording.
        """
        self.template = template
        self.es = es
        self.category = category
        self.when = when
        self.read = read
        self.write = write
        self.subject = subject
        self.fixed = fixed
        self.parts: tuple[Part, ...] = ()
        self.printed = True


class Entry(msgspec.Struct, frozen=True, eq=False):
    """The record of a word with slots."""

    category: Category
    node: type[Node]
    forms: tuple[Form, ...]
    """The wordings. Those that are printed come first, in order of preference; the others are only read."""
    fields: Mapping[str, object]
    """Field values implied by every wording, such as the type of an event."""
    means: str
    example: str
    flags: frozenset[Flag]
    synonyms: tuple[str, ...]
    facts: Any


class Phrase(msgspec.Struct, frozen=True, eq=False):
    """A part of wordings shared by several words, such as "a dawn conflict". Its meaning is a value, not a node."""

    name: str
    forms: tuple[Form, ...]


class _Texts(msgspec.Struct, frozen=True, eq=False):
    """A word's English, Spanish and meaning."""

    en: str
    es: str = ""
    """The Spanish: of a noun `carta~velada cartas~veladas f` (`fa`: with the article "el"), of a thing `la mano`, of
    an adjective `atacante` or, with the verb, `atacante; ataca`, of a prohibition `no {can} atacar`.
    """
    means: str = ""


class Record(_Texts, frozen=True, kw_only=True, eq=False):
    """The record of a word without slots, or of an event that shares its node with others."""

    key: str | None = None
    """The key for programs and saved positions; None for the English."""
    many: str = ""
    """An irregular plural."""
    also: tuple[str | Form, ...] = ()
    """Further wordings that are read. Those with Spanish are also printed if they fit."""
    synonyms: tuple[str, ...] = ()
    """Its names in other games."""
    flags: Collection[Flag] = ()
    numbered: bool = False
    """Whether a number follows it."""
    bare: bool = False
    """Whether its plural alone can mean all such cards or, for a state, the word alone the card with the text."""
    merged: bool = False
    """Whether the grammar treats its words as one."""
    written: bool = True
    """Whether it is ever printed."""
    past: tuple[Form, ...] = ()
    """For an event: its past forms."""
    facts: Any = None


w = Record
"""The record of a member of a closed class: English, Spanish, meaning, and exceptions. A short name for tables.
"""


class Word(StrEnum):
    """A closed class of words without slots; each member carries its record."""

    _value_: str
    record: Record

    def __new__(cls, record: Record) -> Self:
        """Create a member that is equal to its key."""
        key = record.en if record.key is None else record.key
        member = str.__new__(cls, key)
        member._value_ = key
        member.record = record
        return member


_ENTRIES: dict[type[Node], Entry] = {}
_MEANINGS: dict[type[Node], str] = {}

_KINDS = {"int": "number", "str": "title", "Selection": "cards", "Sentence": "sentence", "Keyword": "keyword"}
"""The kinds of slots by the type of their field. Other types have their lowercase name."""

N = TypeVar("N", bound=Node)


def word(
    category: Category,
    *forms: str | Form,
    es: str = "",
    also: tuple[str | Form, ...] = (),
    means: str = "",
    example: str = "",
    flags: tuple[Flag, ...] = (),
    synonyms: tuple[str, ...] = (),
    facts: object = None,
) -> Callable[[type[N]], type[N]]:
    """Declare a node class as a word: its category, wordings, Spanish, meaning, and facts for checks.

    `also` are wordings that are read but never printed. `example` is a line of a card that uses the word, by default the
    first one in the class's docstring. `facts` are the game's own and unknown to the framework.
    """

    def register(node: type[N]) -> type[N]:
        own_forms = [form if isinstance(form, Form) else Form(form, es) for form in forms]
        wordings = prepared(node, own_forms, also)
        line = example or _first_line(node.__doc__ or "")
        _ENTRIES[node] = Entry(category, node, wordings, {}, means, line, frozenset(flags), synonyms, facts)
        return node

    return register


def _first_line(docstring: str) -> str:
    """Return the first line of a card that a docstring quotes, "" if it quotes none."""
    quoted = (" ".join(text.split()) for text in re.findall("`([^`]+)`", docstring))
    return next((text for text in quoted if text.endswith(".")), "")


def meaning(means: str) -> Callable[[type[N]], type[N]]:
    """Declare the meaning of a node that the frame itself reads and prints."""

    def register(node: type[N]) -> type[N]:
        _MEANINGS[node] = means
        return node

    return register


def prepared(node: type[Node], forms: Sequence[Form], also: Sequence[str | Form]) -> tuple[Form, ...]:
    """Return an entry's wordings with parsed templates. Those in `also` are only read, unless they have Spanish."""
    kinds = kinds_of(node)
    for form in forms:
        form.parts = parse(form.template, kinds)
    further = [form if isinstance(form, Form) else Form(form) for form in also]
    for form in further:
        form.parts = parse(form.template, kinds)
        form.printed = bool(form.es)
    return (*forms, *further)


def kinds_of(node: type[Node]) -> dict[str, str]:
    """Return the kind of slot for each field of a node, from its type; for a tuple, the field's own name."""
    kinds: dict[str, str] = {}
    for base in reversed(node.__mro__):
        for field, note in get_annotations(base).items():
            name = str(note).split(" | ")[0].split(".")[-1]
            kinds[field] = field if "tuple[" in str(note) else _KINDS.get(name, name.lower())
    return kinds


def phrase(name: str, *forms: Form, also: tuple[str | Form, ...] = ()) -> Phrase:
    """Create a part of wordings for slots of the kind `name`.

    Its meaning is that of its only slot, or the result of `read`.
    """
    forms_and_variants = (*forms, *(form if isinstance(form, Form) else Form(form) for form in also))
    for form in forms_and_variants:
        form.parts = parse(form.template)
        form.printed = form in forms
    return Phrase(name, forms_and_variants)


def entry_of(node: type[Node]) -> Entry | None:
    """Return the record of a node class, or of the class it specialises; None if it isn't a word."""
    return next((_ENTRIES[base] for base in node.__mro__ if base in _ENTRIES), None)


def flags_of(node: type[object]) -> frozenset[Flag]:
    """Return the facts for checks about a node class; empty if it isn't a word."""
    entry = entry_of(node) if issubclass(node, Node) else None
    return entry.flags if entry else frozenset()


def meaning_of(node: type[Node]) -> str:
    """Return the meaning of a node class, or of the class it specialises; "" if there is none."""
    for base in node.__mro__:
        if base in _ENTRIES:
            return _ENTRIES[base].means
        if base in _MEANINGS:
            return _MEANINGS[base]
    return ""


@cache
def subject_of(node: type[Node]) -> str | None:
    """Return the field of the cards or the player ("who") that a lasting word is about, or None."""
    entry = entry_of(node)
    named = next((form.subject for form in entry.forms if form.subject), None) if entry else None
    return named or next((field for field in ("who", "to") if field in node.__struct_fields__), None)


def fields_of(form: Form) -> frozenset[str]:
    """Return the fields that a wording fills with its slots."""
    return frozenset(slot.name for slot in slots(form.parts))
