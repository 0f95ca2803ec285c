"""Event entries: the texts of a class of facts, and the parts of a view that it changes.

An entry is a class attribute:

    class Shuffled(Fact, frozen=True, tag="shuffled"):
        seat: int

        entry: ClassVar[EventEntry[Shuffled]] = EventEntry(
            log=form("{who} shuffles the mind."),
            beats=beat("You shuffle your mind", "{who} shuffles their mind"),
            changes=lambda fact: [Change("mind", fact.seat)],
        )

A sentence has slots: `{who}` is the player of the event (`whose`), `{n}` the number of objects. Any other slot is one
of the entry's `slots`, or a field of that name, formatted by the game (`registry.Slots`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from string import Formatter
from typing import Generic

import msgspec

from cards.i18n import Series, Value, msg, msg_plural, series
from engine.kernel.events.changes import Change
from engine.kernel.events.event import F, Fact
from engine.kernel.events.story import CHANGE

Names = Sequence[str]
"""The names of the players, by seat."""


class SentenceForm(msgspec.Struct, frozen=True):
    """A sentence; `many` is used for values of {n} other than 1.

    It applies to facts whose fields match `when`: equal to the value, or satisfying it if it is a function.
    """

    one: str
    many: str = ""
    when: Mapping[str, object] = {}

    def fits(self, fact: Fact) -> bool:
        """Return whether the sentence applies to this fact."""
        return all(_is(expected, getattr(fact, field)) for field, expected in self.when.items())

    @property
    def slots(self) -> tuple[str, ...]:
        """The names of its slots, in order."""
        return _slots(self.one + self.many)


def form(one: str, many: str = "", /, **when: object) -> SentenceForm:
    """Return a sentence. Its messages must be literals, so that translators find them."""
    return SentenceForm(one, many, when)


class BeatForm(msgspec.Struct, frozen=True):
    """A sentence of the story without its full stop: `you` for the player it is about, `they` for everyone else.

    Without `they`, only that player reads it. A sum can have a sentence about several players (`all`), with a slot
    {all}, and `each` for the part about one of them.
    """

    you: SentenceForm
    they: SentenceForm | None
    all: SentenceForm | None = None
    each: SentenceForm | None = None

    def fits(self, fact: Fact, is_you: bool) -> bool:
        """Return whether the sentence applies to this fact and this reader."""
        return self.you.fits(fact) and (is_you or self.they is not None)

    def to(self, is_you: bool) -> SentenceForm:
        """Return the sentence for this reader."""
        return self.you if is_you or self.they is None else self.they

    def of_all(self, sentence: SentenceForm, each: SentenceForm) -> BeatForm:
        """Return the beat with a sentence about several: "LP: {all}", with "{who} {before} → {now}" for each."""
        return msgspec.structs.replace(self, all=sentence, each=each)


def beat(you: str | SentenceForm, they: str | SentenceForm | None, /, **when: object) -> BeatForm:
    """Return a sentence of the story. Use `form` if the wording depends on a number."""
    own = you if isinstance(you, SentenceForm) else SentenceForm(you)
    others = SentenceForm(they) if isinstance(they, str) else they
    return BeatForm(msgspec.structs.replace(own, when=when), others)


CARDS_OF_EACH, NUMBER_OF_EACH = form("{who} {cards}"), form("{who} {n}")
"""The part about one player in a sentence about several: cards, or their number."""


def is_known(value: object) -> bool:
    """Return whether an audience knows the value of a field. For `when`."""
    return value is not None


NO_WORDS: tuple[SentenceForm, ...] = ()
"""The log of an event without a sentence, because the board shows it or another sentence mentions it."""
SILENT: tuple[BeatForm, ...] = ()
"""The beats of an event that the story omits, because the board shows it or another beat mentions it."""


def _seat(fact: Fact) -> int | None:
    seat: int | None = getattr(fact, "seat", None)
    return seat


class EventEntry(msgspec.Struct, Generic[F], frozen=True, kw_only=True):
    """The entry of a class of facts, in its attribute `entry`. `registry.Events` rejects incomplete ones."""

    log: SentenceForm | tuple[SentenceForm, ...] | None = None
    """The sentences of the log. The first that applies is used.

    By default the beats as other players read them, with a full stop.
    """
    beats: BeatForm | tuple[BeatForm, ...] | None = None
    """The sentences of the story. If there are none, or none applies, the story uses the log sentence."""
    sum: BeatForm | tuple[BeatForm, ...] | None = None
    """The sentence for several facts combined, when space is short.

    By default the beats, if the facts can be told `together`. {cards} then lists the cards of all, and {n} is their
    total number.
    """
    names_causes: bool = False
    """Whether a sum with several causes adds the number from each card or rule."""
    is_undone: Callable[[Sequence[F]], bool] | None = None
    """Whether several facts together leave everything unchanged. Then a sum omits them."""
    follows: tuple[str, ...] = ()
    """Tags of events. Next to one by the same player, with the same card if any, a sum omits this event."""
    sort: str = CHANGE
    is_result: bool = False
    """`Beat.is_result` of its beat, as `sort` is `Beat.sort`."""
    stands_out: Callable[[F], bool] | None = None
    """Whether it is highlighted. By default, results are, and events for which `goes` applies."""
    only_by_cards: bool = False
    """Whether an effect of a rule gets no sentence in the story and joins another event's beat (`told_with`)."""
    told_with: tuple[str, ...] = ()
    """Tags of events in the same act whose beat it joins: the nearest one before it, otherwise after it.

    Without such an event it gets its own beat.
    """
    begins: bool = False
    """Whether it begins something, such as a play. It is told immediately, even if its changes come in a later act."""
    comes: Callable[[F], Sequence[Change]] | None = None
    goes: Callable[[F], Sequence[Change]] | None = None
    """The cards that it adds or removes. Sums omit cards for which that is no longer true."""
    whose: Callable[[F], int | None] = _seat
    """The seat of {who}."""
    slots: Mapping[str, Callable[[F, Names], Value]] = {}
    """The values of slots that aren't fields."""
    sum_slots: Mapping[str, Callable[[Sequence[F]], Value]] = {}
    """The values of slots for several together."""
    together: Callable[[F], object] | None = None
    """Later facts of this class with the same value are told with it, unless it is None; {cards} then lists the cards of all."""
    changes: Sequence[Change] | Callable[[F], Sequence[Change]] | None = None
    """The parts of a view that it changes."""

    def sentences(self) -> tuple[SentenceForm, ...]:
        """Return the sentences of the log."""
        return (self.log,) if isinstance(self.log, SentenceForm) else self.log or ()

    def beat_forms(self) -> tuple[BeatForm, ...]:
        """Return the sentences of the story."""
        return (self.beats,) if isinstance(self.beats, BeatForm) else self.beats or ()

    def sum_forms(self) -> tuple[BeatForm, ...]:
        """Return the sentences for several together."""
        if self.sum is None:
            return self.beat_forms() if self.together else ()
        return (self.sum,) if isinstance(self.sum, BeatForm) else self.sum

    def changes_of(self, fact: F) -> Sequence[Change]:
        """Return the parts of a view that an event changes."""
        return self.changes(fact) if callable(self.changes) else self.changes or ()


def _is(expected: object, value: object) -> bool:
    return bool(expected(value)) if callable(expected) else expected == value


@lru_cache(maxsize=4096)
def _slots(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for _, name, _, _ in Formatter().parse(text) if name))


LISTED = 4
"""The maximum number of titles in a list. The rest of a longer list is counted."""


def card_list(titles: Sequence[Value], most: int = LISTED) -> Series:
    """Return a list of cards, with equal ones counted. A long list ends with the number of further cards.

    With `most` 1, several cards are only counted; with 0, a single one too.
    """
    counts = Counter(titles)
    things = [one if n == 1 else msg("{card} ×{n}", card=one, n=n) for one, n in counts.items()]
    if len(things) <= most:
        return series(*things)
    if most <= 1:
        return series(msg_plural("{n} card", "{n} cards", len(titles)))
    rest = sum(list(counts.values())[most - 1 :])
    return series(*things[: most - 1], msg("{n} more", n=rest))
