"""All events of a game: their kinds, the entry of each, and the filling of sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Union, cast

import msgspec

from cards.i18n import ENGLISH, Message, Translator, Value, msg, msg_plural, series, title
from engine.kernel.decoder import PlainData, json_reader, plain_json
from engine.kernel.endings import Endings, places_of_two, result, went_out
from engine.kernel.events.changes import EVERYTHING, NOTHING, Change
from engine.kernel.events.entries import EventEntry, Names, SentenceForm, beat, card_list, form
from engine.kernel.events.event import (
    Ended,
    Event,
    Fact,
    KeptEvent,
    SeenEvent,
    TakenBack,
    TimeRanOut,
    WentOut,
)

_EVERYWHERE: Mapping[type[Fact], EventEntry[Fact]] = {
    TakenBack: EventEntry(
        beats=(
            beat(
                form(
                    "You take a decision back, as both agreed. Anything revealed since then stays revealed",
                    "You take the last {n} decisions back, as both agreed. Anything revealed "
                    "since then stays revealed",
                ),
                form(
                    "{who} takes a decision back, as both agreed. Anything revealed since then "
                    "stays revealed",
                    "{who} takes the last {n} decisions back, as both agreed. Anything "
                    "revealed since then stays revealed",
                ),
                late=True,
            ),
            beat(
                form("You take a decision back", "You take the last {n} decisions back"),
                form("{who} takes a decision back", "{who} takes the last {n} decisions back"),
            ),
        ),
        changes=EVERYTHING,
    ),
    TimeRanOut: EventEntry(
        beats=beat("You ran out of time", "{who} ran out of time"),
        stands_out=lambda fact: True,
        changes=NOTHING,
    ),
}
"""The entries of the events of every match that don't need a game's endings."""


class Slots(msgspec.Struct, frozen=True):
    """A game's formatters of fields by slot name. Numbers, texts and lists of them need none."""

    shown: Mapping[str, Callable[..., Value]] = {}
    opening: Mapping[str, Callable[..., Value]] = {}
    """Formatters for a slot at the beginning of a sentence."""
    in_story: Mapping[str, Callable[..., Value]] = {}
    """Formatters for the story."""
    causes: Mapping[str, Message] = {}
    """The names of rules in a list of causes."""
    card: Callable[..., Value] = title
    """The formatter of a card in a list of the story."""
    cause: Callable[[str], Message] = title
    """The formatter of a card as the cause of an event."""

    def cause_of(self, cause: str) -> Message:
        """Return the name of a card or rule in a list of causes."""
        return self.causes.get(cause) or self.cause(cause)

    def value(self, slot: str, field: object, sentence: SentenceForm, in_story: bool) -> Value:
        """Return the formatted value of a field for a slot."""
        table = self.shown
        if slot in self.opening and sentence.one.startswith(f"{{{slot}}}"):
            table = self.opening
        elif in_story and slot in self.in_story:
            table = self.in_story
        if slot in table:
            return table[slot](field)
        if isinstance(field, list):
            return series(*cast("list[Value]", field))
        return field if isinstance(field, int) else str(field)


class Events:
    """The event kinds of a game, with the entry of each.

    `kinds` are its own classes of facts. `Ended`, `WentOut`, `TimeRanOut` and `TakenBack` are added to every game.
    `over` are the parts of a view that change when the match ends. Raises ValueError, in a sentence with the class, for
    an incomplete entry.
    """

    def __init__(
        self,
        game: str,
        endings: Endings,
        *kinds: type[Fact],
        slots: Slots | None = None,
        over: Sequence[Change] = NOTHING,
    ) -> None:
        self.game = game
        self.endings = endings
        self.slots = slots or Slots()
        self.kinds = tuple(dict.fromkeys((*kinds, Ended, WentOut, TimeRanOut, TakenBack)))
        self._entries = {kind: self._entry_of(kind, over) for kind in self.kinds}
        for problem in _problems(self._entries):
            raise ValueError(f"{game}: {problem}")
        stored_type = cast("type[KeptEvent[Fact]]", KeptEvent[Union[self.kinds]])  # type: ignore[valid-type]  # noqa: UP007
        self._reader = json_reader(stored_type)

    def entry(self, fact: Fact) -> EventEntry[Fact]:
        """Return the entry of an event. Raises ValueError for an event of another game."""
        entry = self._entries.get(type(fact))
        if entry is None:
            raise ValueError(f"{fact.kind} isn't an event of {self.game}")
        return entry

    def read(self, data: bytes | msgspec.Raw) -> Event:
        """Return an event stored as JSON. Raises ValueError if it is damaged or not of this game."""
        try:
            event = self._reader.read(data)
        except msgspec.ValidationError:
            fact, *rest = plain_json(data)
            event = self._reader.read(msgspec.json.encode([_with_places(fact), *rest]))
        return event.event

    # -- sentences

    def sentence(self, event: SeenEvent, names: Names, translator: Translator = ENGLISH) -> str:
        """Return the log sentence for an event as one audience saw it, or "" if it has none."""
        message = self.logged(event.fact, names)
        return "" if message is None else translator(message)

    def logged(self, fact: Fact, names: Names) -> Message | None:
        """Return the log sentence for an event, or None if it has none. `names` is by seat."""
        entry = self.entry(fact)
        if entry.log is None:
            form_for_others = next(
                form.they for form in entry.beat_forms() if form.they and form.you.fits(fact)
            )
            return msg("{told}.", told=self.filled(form_for_others, [fact], names))
        sentences = entry.sentences()
        if not sentences:
            return None
        return self.filled(next(one for one in sentences if one.fits(fact)), [fact], names)

    def result(
        self, fact: Fact, names: Names, reader: int | None = None, *, briefly: bool = False
    ) -> Message:
        """Return the result of a match without a full stop; `briefly` and `reader` as in `endings.result`."""
        assert isinstance(fact, Ended)
        return result(fact.places, self.endings[fact.ending], names, reader, briefly=briefly)

    def filled(
        self,
        sentence: SentenceForm,
        facts: Sequence[Fact],
        names: Names,
        *,
        in_story: bool = False,
        **given: Value,
    ) -> Message:
        """Return a sentence about a fact, and the facts told together with it, with its slots filled in.

        `given` overrides slots of the entry.
        """
        values = dict(given)
        for slot in sentence.slots:
            if slot not in given and not (slot == "n" and sentence.many):
                values[slot] = self._value(slot, sentence, facts, names, in_story=in_story)
        if sentence.many:
            entry = self.entry(facts[0])
            n = sum(_number(entry, fact, names) for fact in facts)
            return msg_plural(sentence.one, sentence.many, n, **values)
        return msg(sentence.one, **values)

    def number(self, fact: Fact) -> int:
        """Return the number of objects of a fact."""
        return _number(self.entry(fact), fact, ())

    def card_of(self, fact: Fact) -> str:
        """Return the name of a fact's card, or "" if it has none or several."""
        cards = _cards(fact)
        return str(self.slots.card(cards[0])) if len(cards) == 1 and cards[0] else ""

    def names(self, fact: Fact, card: str) -> bool:
        """Return whether a fact names this card, or the host of its card, by itself, not only in a list."""
        own: list[object] = [getattr(fact, field, "") for field in ("card", "host")]
        return bool(card) and card in (self.card_of(fact), *(str(self.slots.card(one)) for one in own if one))

    def summed(
        self, sentence: SentenceForm, facts: Sequence[Fact], names: Names, most: int, **given: Value
    ) -> Message:
        """Return a sentence that combines facts of a class, with at most `most` card titles.

        `given` overrides slots of the entry.
        """
        entry = self.entry(facts[0])
        n = (
            cast("int", entry.sum_slots["n"](facts))
            if "n" in entry.sum_slots
            else sum(_number(entry, fact, names) for fact in facts)
        )
        values = dict(given)
        for slot in sentence.slots:
            if slot in given:
                continue
            if slot in entry.sum_slots:
                values[slot] = entry.sum_slots[slot](facts)
            elif slot == "cards":
                cards = [card for fact in facts for card in _cards(fact)]
                # The same card number twice means that the same card was affected twice.
                if all(getattr(card, "tag", 0) for card in cards):
                    cards = list(dict.fromkeys(cards))
                values[slot] = card_list([self.slots.card(card) for card in cards], most)
            elif slot == "n":
                values[slot] = n
            else:
                values[slot] = self._value(slot, sentence, facts, names, in_story=True)
        if sentence.many:
            values.pop("n", None)
            return msg_plural(sentence.one, sentence.many, n, **values)
        return msg(sentence.one, **values)

    def _value(
        self, slot: str, sentence: SentenceForm, facts: Sequence[Fact], names: Names, *, in_story: bool
    ) -> Value:
        """Return the value of a slot for the first of these facts, told with the others."""
        fact, entry = facts[0], self.entry(facts[0])
        if slot in entry.slots:
            return entry.slots[slot](fact, names)
        if slot == "who":
            return names[entry.whose(fact) or 0]
        if slot == "n":
            return _number(entry, fact, names)
        if slot == "cards":
            cards = [card for each_fact in facts for card in _cards(each_fact)]
            if in_story:
                return card_list([self.slots.card(card) for card in cards])
            return self.slots.value(slot, cards, sentence, in_story)
        return self.slots.value(slot, getattr(fact, slot), sentence, in_story)

    # -- events of every match

    def _entry_of(self, kind: type[Fact], over: Sequence[Change]) -> EventEntry[Fact]:
        entry: EventEntry[Fact] | None = vars(kind).get("entry") or _EVERYWHERE.get(kind)
        if entry is not None:
            return entry
        if issubclass(kind, Ended):
            return EventEntry(
                log=form("{told}."),
                slots={"told": lambda fact, names: self.result(fact, names, briefly=True)},
                is_result=True,
                changes=over,
            )
        if kind is WentOut:
            slots = {"told": self.went_out}
            return EventEntry(log=form("{told}."), slots=slots, changes=NOTHING)
        raise ValueError(f"{self.game}: {kind.__name__} is an event without an entry.")

    def went_out(self, fact: Fact, names: Names, reader: int | None = None) -> Message:
        """Return the seats that are out and the reason, without a full stop; `reader` as in `endings.result`."""
        assert isinstance(fact, WentOut)
        return went_out(fact.seats, self.endings[fact.ending], names, reader)


def _number(entry: EventEntry[Fact], fact: Fact, names: Names) -> int:
    """Return the number of objects of a fact."""
    if "n" in entry.slots:
        n = entry.slots["n"](fact, names)
        assert isinstance(n, int)
        return n
    count: int | None = getattr(fact, "count", None)
    return len(_cards(fact)) if count is None else count


def _cards(fact: Fact) -> Sequence[object]:
    """Return the cards of a fact, from any of the fields for them."""
    cards: Sequence[object] | None = getattr(fact, "titles" if hasattr(fact, "titles") else "cards", None)
    return [getattr(fact, "card", "")] if cards is None else cards


# ------------------------------------------------------------------------------------------------ completeness


def _problems(entries: Mapping[type[Fact], EventEntry[Fact]]) -> Iterator[str]:
    """Yield a sentence for each missing declaration."""
    modules = {kind.__module__ for kind in entries} - {Fact.__module__}
    for kind in _subclasses(Fact):
        if kind.__module__ in modules and kind not in entries:
            yield f"{kind.__name__} is not listed among the events."
    for kind, entry in entries.items():
        yield from _problems_of(kind, entry)


def _problems_of(kind: type[Fact], entry: EventEntry[Fact]) -> Iterator[str]:
    name = kind.__name__
    log = entry.sentences()
    beats = entry.beat_forms()
    if entry.log is None and not (beats and beats[-1].they):
        yield f"the entry of {name} has no sentence for the log; NO_WORDS says that it needs none."
    elif entry.log is None and beats[-1].you.when:
        yield f"the last sentence of {name} is for some only, “{beats[-1].you.one}”."
    elif entry.beats is None and any("who" in sentence_form.slots for sentence_form in log):
        yield f"the entry of {name} has no sentence for the story in which {{who}} is “you”; SILENT says that it needs none."
    elif not log and entry.beats is None:
        yield f"the entry of {name} has no sentence for the story; SILENT says that it needs none."
    elif log and log[-1].when:
        yield f"the last sentence of {name} is for some only, “{log[-1].one}”."
    if entry.changes is None:
        yield f"the entry of {name} doesn't say what it changes of a view; NOTHING says that it changes nothing."
    if (entry.beats == () or entry.only_by_cards) and entry.changes != () and not entry.told_with:
        yield f"{name} is not told by itself, and `told_with` doesn't say with what."
    sentences = (sentence for both in beats for sentence in (both.you, both.they) if sentence)
    for sentence in (*log, *sentences):
        for slot in sentence.slots:
            if slot not in ("who", "n", "cards", *entry.slots) and not hasattr(kind, slot):
                yield f"{name} has nothing to fill in for {{{slot}}} of “{sentence.one}”."
        for field in sentence.when:
            if not hasattr(kind, field):
                yield f"{name} has no field {field}, by which “{sentence.one}” is chosen."


def _subclasses(kind: type[Fact]) -> Iterator[type[Fact]]:
    for subclass in kind.__subclasses__():
        yield subclass
        yield from _subclasses(subclass)


def _with_places(fact: PlainData) -> PlainData:
    """Migrate a stored fact about the end of a two-player match that was stored with its winners only."""
    if "winners" in fact:
        fact["ending"] = fact.pop("reason")
        fact["places"] = places_of_two(fact.pop("winners"), fact["ending"])
    return fact
