"""The words of one game, with derived data: word forms, rows of the grammar, terminals, spellings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import KW_ONLY, InitVar, dataclass, field
from functools import cached_property
from types import ModuleType
from typing import Literal, cast

import msgspec

from cards.language import nodes
from cards.language.forms import plural, third
from cards.language.records import Entry, Flag, Form, N, Node, Phrase, Record, Word, entry_of, prepared
from cards.language.template import Optional, Row, Slot, rows, slots

WORD = re.compile(
    r"""\([A!]\) | "[^"]*" | [+-](?:[0-9]+|[Xx]\b) | [0-9]+ | [^\W\d_](?:'*\w)* | \S""", re.VERBOSE
)
"""A symbol of an ability, a title in quotation marks, a signed number, a number, a word, or any other character."""

SAME_FORM = {
    "an": "a",
    "are": "is",
    "does": "do",
    "can't": "cannot",
    "has": "have",
    "were": "was",
    "controls": "control",
    "players": "player",
    "cards": "card",
}
"""Forms of the frame's own words, with the base form that the grammar uses."""

WithoutAll = Literal["forbidden", "in force", "always"]
"""The lasting effects before whose cards "all" isn't printed (`Vocabulary.without_all`)."""

_SUBJECTS = frozenset({"player", "doer"})
_ALONE = frozenset({"is", "are", "was", "do", "may", "cannot", "this", "its", "as"})
"""Words that look like third persons but aren't, or that have only one form."""


def defined_in(*modules: ModuleType) -> Iterator[type[Node] | type[Word]]:
    """Yield the node classes and closed classes that modules define, in order."""
    for module in modules:
        for kind in vars(module).values():
            if (
                isinstance(kind, type)
                and kind.__module__ == module.__name__
                and issubclass(kind, Node | Word)
            ):
                yield kind


class Wording(msgspec.Struct, frozen=True, eq=False):
    """One row of words and slots of an entry or a phrase, as in the grammar."""

    entry: Entry | Phrase
    form: Form
    row: Row
    flags: frozenset[str]
    verb: int
    """The index of the word that agrees with a subject, or -1."""
    subject: int
    """The index of the slot with that subject; -1 if the subject precedes the wording."""


@dataclass(eq=False)
class Vocabulary:
    """The words of one game, for reading, printing and checking its texts."""

    name: str
    _: KW_ONLY
    words: InitVar[Iterable[type[Node] | type[Word]]]
    """Its node classes and closed classes."""
    phrases: Iterable[Phrase] = ()
    filter: type[nodes.Filter]
    """The class of card descriptions."""
    adjectives: Mapping[str, type[Word]]
    """The fields of `filter` with adjectives, and their closed classes."""
    another: Word | None
    """The adjective "other", or None if no text has it."""
    types: Mapping[str, Record] = field(default_factory=dict[str, Record])
    """Kinds of card that count as a type."""
    open_types: bool = False
    """Whether any unknown capitalised word is a type."""
    either: Iterable[Word] = ()
    """The nouns of which a description can name two."""
    spellings: Mapping[str, str] = field(default_factory=dict[str, str])
    """Spellings that can be replaced anywhere, with their replacements."""
    nouns: Iterable[str] = ()
    """Words whose plural has the same meaning."""
    forms: Mapping[str, str] = field(default_factory=dict[str, str])
    """Further forms of words, with the base form."""
    shares_subject: bool = False
    """Whether parts joined with "and" about the same cards are printed with one subject."""
    without_all: WithoutAll = "forbidden"
    """The lasting effects in which all cards are printed as `your entities` and `entities your opponent controls`: bans
    on your own cards, effects without a duration, or all.
    """
    commas: bool = False
    """Whether instructions are joined with commas only."""
    in_play: bool = True
    """Whether cards can be in play, where players control them and texts apply during a condition."""

    def __post_init__(self, words: Iterable[type[Node] | type[Word]]) -> None:
        """Sort the classes by kind."""
        self.phrases_by_kind = {phrase.name: phrase for phrase in self.phrases}
        all_classes = list(words)
        self.classes: dict[str, type[Word]] = {
            kind.__name__.lower(): kind for kind in all_classes if issubclass(kind, Word)
        }
        self.nodes = tuple(kind for kind in all_classes if issubclass(kind, Node))
        self.narrowed: dict[type[Node], type[Node]] = {
            base: kind for kind in self.nodes for base in kind.__mro__ if issubclass(base, Node)
        }
        self.entries = [*self._entries()]

    def narrow(self, base: type[N]) -> type[N]:
        """Return the game's own class for a node of the frame."""
        return cast("type[N]", self.narrowed.get(base, base))

    # Entries

    def _entries(self) -> Iterator[Entry]:
        for node in self.nodes:
            entry = entry_of(node)
            if entry is not None and entry.forms:
                yield msgspec.structs.replace(entry, node=node)
        event = self.narrow(nodes.TriggerEvent)
        for member in self._events():
            record = member.record
            yield Entry(
                category="event",
                node=event,
                forms=prepared(event, [Form(record.en, record.es)], (*record.also, *record.past)),
                fields={"trigger_type": member},
                means=record.means,
                example="",
                flags=frozenset(record.flags),
                synonyms=record.synonyms,
                facts=None,
            )

    def _events(self) -> Iterator[Word]:
        return iter(self.classes.get("triggertype", ()))

    # Facts

    @cached_property
    def flags(self) -> dict[type[Node], frozenset[Flag]]:
        """The facts for checks, by node class of a word."""
        return {entry.node: entry.flags for entry in self.entries if entry.category != "event"}

    def has_flag(self, node: type[Node], flag: Flag) -> bool:
        """Return whether a word has a fact."""
        return flag in self.flags.get(node, ())

    @cached_property
    def last_cards(self) -> dict[type[Node], str]:
        """The words that end with their only cards, with the field of these cards."""
        fields: dict[type[Node], str] = {}
        for entry in self.entries:
            if entry.category == "act":
                cards = [slot for slot in slots(entry.forms[0].parts) if slot.kind == "cards"]
                required_parts = [part for part in entry.forms[0].parts if not isinstance(part, Optional)]
                if len(cards) == 1 and required_parts[-1] == cards[0]:
                    fields[entry.node] = cards[0].name
        return fields

    @cached_property
    def durations(self) -> frozenset[Word]:
        """The words for durations; empty in a game without them."""
        return frozenset(self.classes.get("duration", ()))

    def is_several(self, field: str) -> bool:
        """Return whether a field of descriptions can have several adjectives."""
        return isinstance(getattr(self.filter(next(iter(self.classes["noun"]))), field), tuple)

    def subject_of(self, wording: Wording) -> str | None:
        """Return the field that a preceding subject fills, or None if there can't be one."""
        subject = wording.form.subject
        if subject != "" or isinstance(wording.entry, Phrase):
            return subject or None
        return "who" if "who" in wording.entry.node.__struct_fields__ else None

    # Forms of words

    @cached_property
    def plurals(self) -> dict[str, str]:
        """The plural of each noun."""
        plurals: dict[str, str] = {}
        records = [noun.record for noun in self.classes["noun"]] + [*self.types.values()]
        for record in records:
            last = record.en.split()[-1]
            plurals[last] = record.many or plural(last)
        plurals |= {noun: plural(noun) for noun in ("card", "player", *self.nouns)}
        return dict(sorted(plurals.items()))

    @cached_property
    def verbs(self) -> dict[str, str]:
        """The third person of each verb."""
        thirds = {"control": "controls", "have": "has"}
        for wording in self.wordings.values():
            if wording.verb >= 0:
                verb = str(wording.row[wording.verb])
                thirds[verb] = third(verb)
        nouns = self.plurals
        thirds |= {
            base: third_person
            for third_person, base in self.base_forms.items()
            if third(base) == third_person and base not in nouns
        }
        return dict(sorted(thirds.items()))

    @cached_property
    def base_forms(self) -> dict[str, str]:
        """Every other form of a word, with the base form that the grammar uses."""
        base_forms = {**SAME_FORM, **self.forms}
        base_forms |= {many.lower(): singular.lower() for singular, many in self.plurals.items()}
        for wording in self.wordings.values():
            if wording.verb >= 0:
                verb = str(wording.row[wording.verb])
                base_forms.setdefault(third(verb), verb)
            for before, after in zip(wording.row, wording.row[1:], strict=False):
                if isinstance(before, Slot) and isinstance(after, str) and _is_third(after):
                    base_forms.setdefault(after, _infinitive(after))
        return base_forms

    def base(self, written: str) -> str:
        """Return a word's base form in the grammar: `entity` for `Entities`."""
        lowercase = written.lower()
        return self.base_forms.get(lowercase, lowercase)

    # Wordings

    @cached_property
    def wordings(self) -> dict[str, Wording]:
        """Every row of every wording, by its name in the grammar."""
        wordings: dict[str, Wording] = {}
        for number, entry in enumerate(self.entries):
            for place, form in enumerate(entry.forms):
                if not form.parts:
                    continue
                things = ("count", "this", "host") if form.category == "past" else ("thing",)
                for way, (row, flags) in enumerate(rows(form.parts)):
                    ways = dict.fromkeys(self._kinds(entry, row, thing) for thing in things)
                    for sort, kinds in enumerate(ways):
                        wordings[f"w{number}_{place}_{way}_{sort}"] = _wording(entry, form, kinds, flags)
        for phrase in self.phrases_by_kind.values():
            for place, form in enumerate(phrase.forms):
                for way, (row, flags) in enumerate(rows(form.parts)):
                    wordings[f"p_{phrase.name}_{place}_{way}"] = _wording(phrase, form, row, flags)
        return wordings

    def _kinds(self, one: Entry, row: Row, thing: str) -> Row:
        """Return the row of an event: any player can do it, and it happens to a card."""
        if one.category != "event":
            return row
        kinds = {"player": "doer" if thing == "thing" else "player", "filter": thing, "node": thing}
        return tuple(
            Slot(part.name, kinds.get(part.kind, part.kind), part.arg) if isinstance(part, Slot) else part
            for part in row
        )

    def members(self) -> Iterator[tuple[str, Word, tuple[str, ...]]]:
        """Yield every wording of every member of a closed class: the name of its class, the member, its words."""
        for name, kind in self.classes.items():
            if name == "triggertype":
                continue
            for member in kind:
                record = member.record
                if record.written:
                    for text in (record.en, *map(str, record.also)):
                        yield name, member, (text,) if record.merged else tuple(text.split())


def _wording(one: Entry | Phrase, form: Form, row: Row, flags: frozenset[str]) -> Wording:
    category = form.category or getattr(one, "category", "")
    subject = next((i for i, part in enumerate(row) if isinstance(part, Slot) and part.kind in _SUBJECTS), -1)
    if category in ("act", "choice", "loose", "predicate", "player predicate"):
        verb, subject = 0, -1
    elif subject >= 0 and (category in ("fact", "event") or "have" in row[subject + 1 : subject + 2]):
        verb = subject + 1
    else:
        verb = -1
    if not (0 <= verb < len(row)) or not _is_verb(row[verb]):
        verb = subject = -1
    return Wording(one, form, row, flags, verb, subject)


def _is_verb(part: str | Slot) -> bool:
    return isinstance(part, str) and part.isalpha() and part not in _ALONE


def _is_third(word: str) -> bool:
    """Return whether a word that follows its subject is a verb in the third person."""
    return word not in _ALONE and word != _infinitive(word) and third(_infinitive(word)) == word


def _infinitive(verb: str) -> str:
    """Return the base form of a verb in the third person; an irregular verb is returned unchanged."""
    for ending, base in (("ies", "y"), ("sses", "ss"), ("xes", "x"), ("ches", "ch"), ("shes", "sh")):
        if verb.endswith(ending):
            return verb.removesuffix(ending) + base
    return verb.removesuffix("s")


def words_of(text: str) -> list[re.Match[str]]:
    """Return the words and signs of a line, with their places."""
    return list(WORD.finditer(text))
