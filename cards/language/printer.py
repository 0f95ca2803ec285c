"""Printing in every language: wordings prepared once, and the one that fits a node.

A `Speaker` of a language holds what it can say of a game; a `Writer` writes one line, and remembers what its later words
depend on. How cards, players and numbers are said is by hand, in `english` and `spanish`; all else comes from records.
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
"""A part of a wording that depends on the writer and on the node."""
Steps = Sequence[str | Step]
Fill = TypeVar("Fill")


class Saying(msgspec.Struct, frozen=True, eq=False):
    """A form of a word, ready to be printed in one language."""

    form: Form
    verb: Any
    """The verb with which it begins, in the forms that it can take; None if it begins with none."""
    steps: Steps
    """The part after the verb."""
    subject: str
    """The field of the subject in front of it; "" if it has none."""
    says_no: bool
    """Whether it can say that something is not so."""
    fixed: tuple[tuple[str, object], ...]

    def fits(self, node: Node, performer: Player, *, denied: bool, span: bool) -> bool:
        """Whether the node is printed in this wording."""
        form = self.form
        if (form.category == "span") is not span:
            return False
        if form.fixed.get("denied", denied and self.says_no) is not denied:
            return False
        if any(getattr(node, field) != value for field, value in self.fixed):
            return False
        return form.when is None or form.when(node, performer)


class Speaker(ABC):
    """A game's wordings in a language, prepared when they are first needed."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.card: Word = next(iter(vocabulary.classes["noun"]))
        """The noun for any card."""
        self._words: dict[type[Node], tuple[Saying, ...]] = {}
        self._details: dict[type[Node], tuple[tuple[str, tuple[Saying, ...]], ...]] = {}
        self._events: dict[Word, tuple[Saying, ...]] = {}

    def wordings(self, kind: type[Node]) -> tuple[Saying, ...]:
        """The wordings in which a class of nodes is printed, the first that fits.

        Raises LookupError if it isn't a word of its own.
        """
        found = self._words.get(kind)
        if found is None:
            entry = entry_of(kind)
            if entry is None:
                raise LookupError(f"{kind.__name__} has no wording")
            found = self._words[kind] = self._ready(entry.forms, kinds_of(kind), entry.category)
        return found

    def details(self, kind: type[Node]) -> tuple[tuple[str, tuple[Saying, ...]], ...]:
        """Return the phrases behind the noun of cards: fields of their description, with the wordings of each.

        Where it is said whose the cards are, or where they lie, the field is "".
        """
        found = self._details.get(kind)
        if found is None:
            by_field: dict[str, list[Saying]] = {}
            for saying in self.wordings(kind):
                own = next(slots(saying.form.parts), None)
                field = own.name if own else next(iter(saying.form.fixed), "")
                by_field.setdefault(field, []).append(saying)
            found = self._details[kind] = tuple((field, tuple(those)) for field, those in by_field.items())
        return found

    def event_wordings(self, event: nodes.TriggerEvent) -> tuple[Saying, ...]:
        """The wordings of what a trigger waits for."""
        found = self._events.get(event.trigger_type)
        if found is None:
            entry = self._entry_of(event.trigger_type)
            found = self._ready(entry.forms, kinds_of(event.__class__), entry.category)
            self._events[event.trigger_type] = found
        return found

    def _entry_of(self, happening: Word) -> Entry:
        entries = (entry for entry in self.vocabulary.entries if entry.category == "event")
        return next(entry for entry in entries if entry.fields["trigger_type"] is happening)

    def _ready(
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
        """The verb with which a form begins, if it can begin with one, and what writes the rest of it."""

    def chosen(self, slot: Slot, kinds: Mapping[str, str]) -> Step | None:
        """The function that writes the phrase in a slot; None if it isn't a phrase. Its slots are fields of the node."""
        phrase = self.vocabulary.phrases_by_kind.get(slot.kind)
        if phrase is None:
            return None
        ready = self._ready(phrase.forms, kinds, None)

        return lambda writer, node: writer.written(writer.fitting(ready, node), node)

    def fill(self, slot: Slot, kinds: Mapping[str, str], ways: Mapping[str, Fill], word: Fill) -> Fill:
        """Return the text of a slot: of a field by its kind, of what isn't a field by its name, else as a word.

        Raises LookupError if it isn't a word, either.
        """
        kind = slot.kind if slot.name in kinds else slot.name
        if kind not in ways and kind not in self.vocabulary.classes:
            raise LookupError(f"nobody knows how {kind!r} is written in a slot")
        return ways.get(kind, word)


class Writer(ABC):
    """Writes one line, and remembers what its later words depend on."""

    def __init__(self, speaker: Speaker) -> None:
        self.speaker = speaker
        self.vocabulary = speaker.vocabulary
        self.performer = Player.YOU
        """The player who performs an instruction without a subject, and whom "they" and "their" mean if it is not you."""
        self.many = False
        """Whether what was chosen last is several cards."""
        self.explanation = ""
        """The meaning of X, until the end of the instruction."""
        self.asked = Player.YOU
        """The player who was last given an option."""
        self.denied = False
        """Whether the fact that is being written is not so."""
        self.none = False
        """Whether what has happened, has happened to no card of a sort."""
        self.tally: tuple[Comparison, int] | None = None
        """The number of cards of an event, while that is written."""

    @contextmanager
    def performed_by(self, performer: Player) -> Generator[None]:
        """Within this, instructions without a subject are this player's."""
        before, self.performer = self.performer, performer
        yield
        self.performer = before

    def wording(self, node: Node, *, denied: bool = False, span: bool = False) -> Saying:
        """The wording in which a node is printed. Raises LookupError if none fits."""
        return self.fitting(self.speaker.wordings(node.__class__), node, denied=denied, span=span)

    def fitting(
        self, wordings: tuple[Saying, ...], node: Node, *, denied: bool = False, span: bool = False
    ) -> Saying:
        """The first of the wordings that fits a node. Raises LookupError if none does."""
        for saying in wordings:
            if saying.fits(node, self.performer, denied=denied, span=span):
                return saying
        raise LookupError(f"no wording fits {node}")

    def happened_to_none(self, event: nodes.TriggerEvent) -> bool:
        """Whether it is denied that something has happened to a card of a sort: it has then happened to none."""
        once = self.tally == (Comparison.OR_MORE, 1)
        return self.denied and once and event.who is None and isinstance(event.what, nodes.Filter)

    def event_wording(self, event: nodes.TriggerEvent, *, past: bool = False) -> Saying:
        """The wording of an event: one that names who does it, if that is known. Raises LookupError if none fits."""
        for saying in self.speaker.event_wordings(event):
            named = ("{who" in saying.form.template) is (event.who is not None)
            if named and (saying.form.category == "past") is past:
                return saying
        raise LookupError(f"no wording fits {event}")

    def run(self, steps: Steps, node: Node) -> str:
        """Return the parts of a node's wording."""
        return "".join([step if isinstance(step, str) else step(self, node) for step in steps])

    @abstractmethod
    def written(self, saying: Saying, node: Node) -> str:
        """Return a node's wording, without a subject."""

    def said(self, node: Node) -> str:
        """A word with slots, without a subject."""
        return self.written(self.wording(node), node)

    # Numbers

    that_many = ""
    """As many as the last instruction moved, chose or dealt."""

    def amount(self, amount: Node) -> str:
        """The number in its place: X, if it has to be explained afterwards."""
        match amount:
            case nodes.Number(n):
                return str(n)
            case nodes.ThatMany():
                return self.that_many
            case _:
                self.explanation = self.measure(amount)
                return "X"

    def signed(self, amount: Node, negative: bool) -> str:
        """`+2`, `-X`: what a number is changed by."""
        if isinstance(amount, nodes.Number):
            return f"{amount.n:+d}"
        self.explanation = self.measure(amount)
        return "-X" if negative else "+X"

    def measure(self, amount: Node) -> str:
        """`the number of arcana in your hand`, `el resultado`: what is counted or measured."""
        match amount:
            case nodes.Number(n):
                return str(n)
            case nodes.ThatMany():
                return self.that_many
            case _:
                return self.said(amount)

    # Cards and players

    def is_many(self, what: Node) -> bool:
        """Whether these are written as several cards."""
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
        """Return the game's word for the limit of what can be done once."""
        return next(iter(self.vocabulary.classes["often"])).record

    def is_in_force(self, lasting: Node) -> bool:
        """Whether what is said of all cards holds for whichever they are: it is forbidden, or has no end of its own."""
        match self.vocabulary.without_all:
            case "always":
                return True
            case "in force":
                return "duration" in lasting.__struct_fields__ and lasting_for(lasting) is None
            case "forbidden":
                return isinstance(lasting, nodes.CannotBe)

    def is_they(self, player: Player) -> bool:
        """Whether the player is who performs the instruction, and not you."""
        return player is self.performer and player is not Player.YOU

    def adjectives(self, filter: nodes.Filter) -> list[Word]:
        """The adjectives of a description, in order."""
        found: list[Word] = []
        for field in self.vocabulary.adjectives:
            value = getattr(filter, field)
            if isinstance(value, tuple):
                found += value
            elif value is not None:
                found.append(value)
        return found

    def is_another(self, filter: nodes.Filter) -> bool:
        """Whether the description says "another" or "other"."""
        another = self.vocabulary.another
        return another is not None and another in _traits(filter)

    def without_another(self, filter: nodes.Filter) -> nodes.Filter:
        """The description without "another"."""
        another = self.vocabulary.another
        return replace(filter, traits=tuple(trait for trait in _traits(filter) if trait is not another))

    def noun_of_type(self, filter: nodes.Filter) -> Record | None:
        """The type of cards that is meant, if any card of it is called so; None if the noun says what they are."""
        if filter.noun is not self.speaker.card:
            return None
        return self.vocabulary.types.get(getattr(filter, "subtype", None) or "")

    def only_trait(self, filter: nodes.Filter) -> Word | None:
        """The one trait that is all that the description says, as in "it is ready"; None if it says more or other."""
        traits = _traits(filter)
        if len(traits) != 1 or traits[0] is self.vocabulary.another:
            return None
        return traits[0] if filter == replace(type(filter)(self.speaker.card), traits=traits) else None


def _says_no(form: Form) -> bool:
    """Whether a wording can say that something is not so; that something has not happened, its event says."""
    return "[denied=" in form.template or any(slot.kind == "past" for slot in slots(form.parts))


def _traits(filter: nodes.Filter) -> tuple[Word, ...]:
    """Return the traits of the cards that are described; none in a game without traits."""
    return getattr(filter, "traits", ())


_ONE = nodes.Number(1)


def elsewhere(filter: nodes.Filter) -> Word | None:
    """Return the zone of the cards that are described, if that is written."""
    zone = nodes.zone_of(filter)
    return zone if zone is not None and zone.record.written else None


def capital(phrase: str) -> str:
    """The phrase with a capital letter in front."""
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
