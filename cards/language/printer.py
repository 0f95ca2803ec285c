"""Printing in every language: wordings prepared once, and the selection of the one that fits a node.

A `Speaker` of a language has all the wordings of a game. A `Writer` prints one line and remembers the context for
later words. Cards, players and numbers are handled in `english` and `spanish`; everything else comes from records.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from cards.language import nodes
from cards.language.conjunctions import lasting_for
from cards.language.nodes import Comparison, Player
from cards.language.records import Entry, Form, Node, Record, Word, entry_of, kinds_of
from cards.language.template import Optional, Slot, slots
from cards.language.vocabulary import Vocabulary

Step = Callable[[Any, Any], str]
"""A part of a wording that depends on the writer and the node."""
Steps = Sequence[str | Step]
Fill = TypeVar("Fill")


class Saying(msgspec.Struct, frozen=True, eq=False):
    """A form of a word, prepared for printing in one language."""

    form: Form
    verb: Any
    """The initial verb with its forms, or None."""
    steps: Steps
    """The part after the verb."""
    subject: str
    """The field of the preceding subject, or ""."""
    says_no: bool
    """Whether it can express a negation."""
    fixed: tuple[tuple[str, object], ...]

    def fits(self, node: Node, performer: Player, *, denied: bool, span: bool) -> bool:
        """Return whether the node is printed in this wording."""
        form = self.form
        if (form.category == "span") is not span:
            return False
        if form.fixed.get("denied", denied and self.says_no) is not denied:
            return False
        if any(getattr(node, field) != value for field, value in self.fixed):
            return False
        return form.when is None or form.when(node, performer)


class Speaker(ABC):
    """A game's wordings in a language, prepared at their first use."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.card: Word = next(iter(vocabulary.classes["noun"]))
        """The noun for any card."""
        self._words: dict[type[Node], tuple[Saying, ...]] = {}
        self._details: dict[type[Node], tuple[tuple[str, tuple[Saying, ...]], ...]] = {}
        self._events: dict[Word, tuple[Saying, ...]] = {}

    def wordings(self, kind: type[Node]) -> tuple[Saying, ...]:
        """Return the wordings of a node class for printing. The first that fits is used.

        Raises LookupError if it isn't a word.
        """
        sayings = self._words.get(kind)
        if sayings is None:
            entry = entry_of(kind)
            if entry is None:
                raise LookupError(f"{kind.__name__} has no wording")
            sayings = self._words[kind] = self._prepared(entry.forms, kinds_of(kind), entry.category)
        return sayings

    def details(self, kind: type[Node]) -> tuple[tuple[str, tuple[Saying, ...]], ...]:
        """Return the phrases after the noun of a description: fields, with the wordings of each.

        The field is "" for the owner or the zone of the cards.
        """
        details = self._details.get(kind)
        if details is None:
            by_field: dict[str, list[Saying]] = {}
            for saying in self.wordings(kind):
                own = next(slots(saying.form.parts), None)
                field = own.name if own else next(iter(saying.form.fixed), "")
                by_field.setdefault(field, []).append(saying)
            details = self._details[kind] = tuple(
                (field, tuple(sayings)) for field, sayings in by_field.items()
            )
        return details

    def event_wordings(self, event: nodes.TriggerEvent) -> tuple[Saying, ...]:
        """Return the wordings of a trigger's event."""
        sayings = self._events.get(event.trigger_type)
        if sayings is None:
            entry = self._entry_of(event.trigger_type)
            sayings = self._prepared(entry.forms, kinds_of(event.__class__), entry.category)
            self._events[event.trigger_type] = sayings
        return sayings

    def _entry_of(self, happening: Word) -> Entry:
        entries = (entry for entry in self.vocabulary.entries if entry.category == "event")
        return next(entry for entry in entries if entry.fields["trigger_type"] is happening)

    def _prepared(
        self, forms: Iterable[Form], kinds: Mapping[str, str], category: str | None
    ) -> tuple[Saying, ...]:
        return tuple(self._wording(form, kinds, form.category or category) for form in forms if form.printed)

    def _wording(self, form: Form, kinds: Mapping[str, str], category: str | None) -> Saying:
        verb, steps = self.compiled(form, kinds, begins=category != "line")
        subject = form.subject or ""
        if form.subject == "" and category in ("act", "choice") and "who" in kinds:
            subject = "who"
        fixed = tuple((field, value) for field, value in form.fixed.items() if field != "denied")
        return Saying(form, verb, steps, subject, _says_no(form), fixed)

    @abstractmethod
    def compiled(self, form: Form, kinds: Mapping[str, str], *, begins: bool) -> tuple[Any, Steps]:
        """Return the verb at the start of a form, if any, and the steps that print the rest."""

    def chosen(self, slot: Slot, kinds: Mapping[str, str]) -> Step | None:
        """Return the step that prints the phrase in a slot, whose slots are fields of the node; else None."""
        phrase = self.vocabulary.phrases_by_kind.get(slot.kind)
        if phrase is None:
            return None
        ready = self._prepared(phrase.forms, kinds, None)

        return lambda writer, node: writer.written(writer.fitting(ready, node), node)

    def fill(self, slot: Slot, kinds: Mapping[str, str], ways: Mapping[str, Fill], word: Fill) -> Fill:
        """Return the printer of a slot: by the kind of its field, else by its name, else as a word.

        Raises LookupError if it isn't a word either.
        """
        kind = slot.kind if slot.name in kinds else slot.name
        if kind not in ways and kind not in self.vocabulary.classes:
            raise LookupError(f"no writer is known for {kind!r} in a slot")
        return ways.get(kind, word)


class Writer(ABC):
    """Prints one line, and remembers the context for its later words."""

    def __init__(self, speaker: Speaker) -> None:
        self.speaker = speaker
        self.vocabulary = speaker.vocabulary
        self.performer = Player.YOU
        """The performer of an instruction without a subject, and the meaning of "they" and "their" if that isn't you."""
        self.many = False
        """Whether the last choice was of several cards."""
        self.explanation = ""
        """The definition of X, until the end of the instruction."""
        self.asked = Player.YOU
        """The player who was last given an option."""
        self.denied = False
        """Whether the fact being printed is negated."""
        self.none = False
        """Whether the event happened to no card of a kind."""
        self.tally: tuple[Comparison, int] | None = None
        """The number of cards of an event, while the event is printed."""

    @contextmanager
    def performed_by(self, performer: Player) -> Generator[None]:
        """Make this player the performer of instructions without a subject, within the context."""
        before, self.performer = self.performer, performer
        yield
        self.performer = before

    def wording(self, node: Node, *, denied: bool = False, span: bool = False) -> Saying:
        """Return the wording in which a node is printed. Raises LookupError if none fits."""
        return self.fitting(self.speaker.wordings(node.__class__), node, denied=denied, span=span)

    def fitting(
        self, wordings: tuple[Saying, ...], node: Node, *, denied: bool = False, span: bool = False
    ) -> Saying:
        """Return the first wording that fits a node. Raises LookupError if none does."""
        for saying in wordings:
            if saying.fits(node, self.performer, denied=denied, span=span):
                return saying
        raise LookupError(f"no wording fits {node}")

    def happened_to_none(self, event: nodes.TriggerEvent) -> bool:
        """Return whether the printed fact is that an event happened to no card of a kind."""
        once = self.tally == (Comparison.OR_MORE, 1)
        return self.denied and once and event.who is None and isinstance(event.what, nodes.Filter)

    def event_wording(self, event: nodes.TriggerEvent, *, past: bool = False) -> Saying:
        """Return an event's wording, with its actor if that is known. Raises LookupError if none fits."""
        for saying in self.speaker.event_wordings(event):
            has_fitting_subject = ("{who" in saying.form.template) is (event.who is not None)
            if has_fitting_subject and (saying.form.category == "past") is past:
                return saying
        raise LookupError(f"no wording fits {event}")

    def run(self, steps: Steps, node: Node) -> str:
        """Return the printed parts of a node's wording."""
        return "".join([step if isinstance(step, str) else step(self, node) for step in steps])

    @abstractmethod
    def written(self, saying: Saying, node: Node) -> str:
        """Return a node's wording, without a subject."""

    def bare_word(self, node: Node) -> str:
        """Return a word with slots, without a subject."""
        return self.written(self.wording(node), node)

    # Numbers

    that_many = ""
    """The words for the number of cards last moved, chosen or dealt."""

    def amount(self, amount: Node) -> str:
        """Return a number, or X if it must be defined afterwards."""
        match amount:
            case nodes.Number(n):
                return str(n)
            case nodes.ThatMany():
                return self.that_many
            case _:
                self.explanation = self.measure(amount)
                return "X"

    def signed(self, amount: Node, negative: bool) -> str:
        """Return the amount of a change: `+2`, `-X`."""
        if isinstance(amount, nodes.Number):
            return f"{amount.n:+d}"
        self.explanation = self.measure(amount)
        return "-X" if negative else "+X"

    def measure(self, amount: Node) -> str:
        """Return `the number of arcana in your hand`, `el resultado`: a count or a measured value."""
        match amount:
            case nodes.Number(n):
                return str(n)
            case nodes.ThatMany():
                return self.that_many
            case _:
                return self.bare_word(amount)

    # Cards and players

    def is_many(self, what: Node) -> bool:
        """Return whether these are printed as several cards."""
        match what:
            case nodes.Chosen():
                return what.at_most != 1
            case nodes.All():
                return True
            case nodes.It():
                return self.many
            case nodes.This() | nodes.Host():
                return False
            case _:
                if self.vocabulary.has_flag(what.__class__, "several"):
                    return True
                return getattr(what, "at_most", 1) != 1 or getattr(what, "amount", _ONE) != _ONE

    def often(self) -> Record:
        """Return the game's word for "once"."""
        return next(iter(self.vocabulary.classes["often"])).record

    def is_in_force(self, lasting: Node) -> bool:
        """Return whether an effect on all cards also covers future ones: it is a prohibition, or has no duration.

        Depends on the game (`Vocabulary.without_all`).
        """
        match self.vocabulary.without_all:
            case "always":
                return True
            case "in force":
                return "duration" in lasting.__struct_fields__ and lasting_for(lasting) is None
            case "forbidden":
                return isinstance(lasting, nodes.CannotBe)

    def is_they(self, player: Player) -> bool:
        """Return whether the player is the instruction's performer, and not you."""
        return player is self.performer and player is not Player.YOU

    def adjectives(self, filter: nodes.Filter) -> list[Word]:
        """Return the adjectives of a description, in order."""
        words: list[Word] = []
        for field in self.vocabulary.adjectives:
            value = getattr(filter, field)
            if isinstance(value, tuple):
                words += value
            elif value is not None:
                words.append(value)
        return words

    def is_another(self, filter: nodes.Filter) -> bool:
        """Return whether the description says "another" or "other"."""
        another = self.vocabulary.another
        return another is not None and another in _traits(filter)

    def without_another(self, filter: nodes.Filter) -> nodes.Filter:
        """Return the description without "another"."""
        another = self.vocabulary.another
        return replace(filter, traits=tuple(trait for trait in _traits(filter) if trait is not another))

    def noun_of_type(self, filter: nodes.Filter) -> Record | None:
        """Return the card type that the noun names; None if the noun is more specific."""
        if filter.noun is not self.speaker.card:
            return None
        return self.vocabulary.types.get(getattr(filter, "subtype", None) or "")

    def only_trait(self, filter: nodes.Filter) -> Word | None:
        """Return the only property in a description, as in "it is ready"; None if there are others."""
        traits = _traits(filter)
        if len(traits) != 1 or traits[0] is self.vocabulary.another:
            return None
        return traits[0] if filter == replace(type(filter)(self.speaker.card), traits=traits) else None


def _says_no(form: Form) -> bool:
    """Return whether a wording can express a negation. A past event is negated by its own wording."""
    return "[denied=" in form.template or any(slot.kind == "past" for slot in slots(form.parts))


def _traits(filter: nodes.Filter) -> tuple[Word, ...]:
    """Return the traits in a description; none in a game without traits."""
    return getattr(filter, "traits", ())


_ONE = nodes.Number(1)


def elsewhere(filter: nodes.Filter) -> Word | None:
    """Return the zone in a description, if the text names it."""
    zone = nodes.zone_of(filter)
    return zone if zone is not None and zone.record.written else None


def capital(phrase: str) -> str:
    """Return the phrase with a capital initial."""
    return phrase[:1].upper() + phrase[1:]


def optional(part: Optional, steps: Steps) -> Step:
    """Return a part that is printed only if a field is set."""
    if part.several:
        return lambda writer, node: (
            writer.run(steps, node) if writer.is_many(getattr(node, part.several)) else ""
        )
    if part.flag == "denied":
        return lambda writer, node: writer.run(steps, node) if writer.denied else ""
    field = part.flag or next(slots(part.parts)).name
    return lambda writer, node: writer.run(steps, node) if getattr(node, field) not in (None, False) else ""
