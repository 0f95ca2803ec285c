"""Event entries: the texts of an event, and the errors for incomplete ones."""

from __future__ import annotations

from itertools import count
from typing import Any, ClassVar

import msgspec
import pytest

from engine.kernel.endings import EVERYWHERE
from engine.kernel.events.changes import EVERYTHING, NOTHING, Change
from engine.kernel.events.entries import NO_WORDS, SILENT, EventEntry, beat, form, is_known
from engine.kernel.events.event import Ended, Fact, SeenEvent, TakenBack, WentOut
from engine.kernel.events.registry import Events
from engine.kernel.events.story import Beat, Weight
from engine.kernel.events.story_builder import StoryBuilder
from engine.kernel.events.view_parts import ViewParts, part, value

NAMES = ("Ada", "Ben")
NUMBERS = count()


class Sang(Fact, frozen=True, tag="sang"):
    seat: int
    songs: int
    which: str | None = None

    entry: ClassVar[EventEntry[Sang]] = EventEntry(
        log=(
            form("{who} sang {which}.", which=is_known),
            form("{who} sang {n} song.", "{who} sang {n} songs."),
        ),
        beats=(
            beat("You sang {which}", None, which=is_known),
            beat(form("You sang {n} song", "You sang {n} songs"), form("{who} sang", "{who} sang much")),
        ),
        slots={"n": lambda fact, names: fact.songs},
        changes=lambda fact: [Change("songs", fact.seat)],
    )


class Left(Fact, frozen=True, tag="left"):
    seat: int
    card: str

    entry: ClassVar[EventEntry[Left]] = EventEntry(
        log=form("{card} left."),
        beats=beat("Gone from your side: {cards}", "Gone from {who}'s side: {cards}"),
        together=lambda fact: fact.seat,
        only_by_cards=True,
        changes=NOTHING,
    )


class Heard(Fact, frozen=True, tag="heard"):
    songs: list[str]

    entry: ClassVar[EventEntry[Heard]] = EventEntry(log=form("Heard: {songs}."), changes=NOTHING)


class Rested(Fact, frozen=True, tag="rested"):
    entry: ClassVar[EventEntry[Rested]] = EventEntry(log=NO_WORDS, beats=SILENT, changes=NOTHING)


class Listened(Fact, frozen=True, tag="listened"):
    seat: int

    entry: ClassVar[EventEntry[Listened]] = EventEntry(
        beats=beat("You listen", "{who} listens"),
        told_with=("sang",),
        changes=[Change("ears")],
    )


class SongView(msgspec.Struct):
    songs: int
    ears: int
    over: bool


EVENTS = Events("Choir", EVERYWHERE, Sang, Left, Heard, Rested, Listened, over=[Change("over")])
PARTS = ViewParts(
    part(
        SongView,
        {
            "songs": value("songs"),
            "ears": value("ears", Weight.LIGHT),
            "over": value("over", Weight.HEAVY),
        },
    )
)


def beats(*happened: SeenEvent, reader: int | None = None) -> tuple[Beat, ...]:
    return StoryBuilder(EVENTS, PARTS, happened, NAMES, reader).build({})


def story(*happened: SeenEvent, reader: int | None = None) -> list[str]:
    return [str(beat.text) for beat in beats(*happened, reader=reader)]


def test_the_first_sentence_that_fits_is_taken() -> None:
    assert str(EVENTS.logged(Sang(0, 1), NAMES)) == "Ada sang 1 song."
    assert str(EVENTS.logged(Sang(0, 2), NAMES)) == "Ada sang 2 songs."
    assert str(EVENTS.logged(Sang(0, 2, "Greensleeves"), NAMES)) == "Ada sang Greensleeves."
    assert EVENTS.logged(Rested(), NAMES) is None


def test_an_entry_without_log_sentences_uses_its_beats() -> None:
    assert str(EVENTS.logged(Listened(1), NAMES)) == "Ben listens."


def test_a_list_in_a_field_is_a_series_in_the_sentence() -> None:
    assert EVENTS.sentence(SeenEvent(Heard(["Ode", "Hymn", "Air"]), ""), NAMES) == "Heard: Ode, Hymn and Air."


def test_the_story_addresses_its_reader_and_names_the_others() -> None:
    sang = SeenEvent(Sang(1, 2, "Greensleeves"), "§1")
    assert story(sang, reader=1) == ["You sang Greensleeves."]
    assert story(sang, reader=0) == ["Ben sang much."]
    assert story(SeenEvent(Rested(), "§1")) == []


def test_similar_events_are_summed_up_and_effects_of_rules_are_not() -> None:
    left = [SeenEvent(Left(seat, card), "Wind") for seat, card in ((0, "A"), (1, "B"), (0, "C"))]
    assert story(*left, reader=0) == [
        "Gone from your side: A and C (Wind).",
        "Gone from Ben's side: B (Wind).",
    ]
    assert story(SeenEvent(Left(0, "A"), "§2")) == []


def test_the_weight_of_a_beat_follows_from_its_changes() -> None:
    ended = Ended([[0], [1]], "resignation")
    weights = [
        beats(SeenEvent(one, "Wind"))[0].weight for one in (Left(0, "A"), Listened(0), Sang(0, 1), ended)
    ]
    assert weights == [Weight.NOTHING, Weight.LIGHT, Weight.NOTABLE, Weight.HEAVY]


def test_related_events_are_summarised_together_or_separately() -> None:
    sang, listened = SeenEvent(Sang(0, 1), "§1"), SeenEvent(Listened(1), "§1")
    (both,) = beats(listened, sang)
    assert str(both.text) == "Ada sang." and both.covers == (1, 0)
    assert story(listened, reader=1) == ["You listen."]


def test_events_of_every_match_have_entries() -> None:
    assert str(EVENTS.logged(TakenBack(0, 2), NAMES)) == "Ada takes the last 2 decisions back."
    assert str(EVENTS.logged(WentOut([1], "resignation"), NAMES)) == "Out of the match: Ben gave up."
    out = SeenEvent(WentOut([1], "resignation"), "resignation")
    assert story(out, reader=0) == ["Out of the match: Ben gave up."]
    assert story(out, reader=1) == ["Out of the match: you gave up."]
    ended = Ended([[0], [1]], "resignation")
    assert str(EVENTS.logged(ended, NAMES)) == "Ada wins: resignation."
    assert story(SeenEvent(ended, "resignation"), reader=1) == ["Ada wins: you gave up."]
    assert list(EVENTS.entry(ended).changes_of(ended)) == [Change("over")]
    assert EVENTS.entry(TakenBack(0, 1)).changes == EVERYTHING


def test_a_general_change_explains_specific_ones() -> None:
    hand = Change("hand", 0, "Owl")
    assert Change("hand").explains(hand) and Change("hand", 0).explains(hand) and Change("").explains(hand)
    assert not Change("hand", 1).explains(hand) and not Change("hand", 0, "Moth").explains(hand)
    assert not Change("mind", 0).explains(hand)


def refused(says: EventEntry[Any] | None) -> str:
    """Return the error for a game whose only event has this entry."""

    class Hummed(Fact, frozen=True, tag="hummed"):
        __module__ = f"tests.nowhere.{next(NUMBERS)}"
        seat: int

    if says is not None:
        Hummed.entry = says
    with pytest.raises(ValueError, match=r"^Choir: ") as error:
        Events("Choir", EVERYWHERE, Hummed)
    return str(error.value).removeprefix("Choir: ")


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (
            {"changes": NOTHING},
            "the entry of Hummed has no sentence for the log; NO_WORDS says that it needs none.",
        ),
        (
            {"log": NO_WORDS, "changes": NOTHING},
            "the entry of Hummed has no sentence for the story; SILENT says that it needs none.",
        ),
        (
            {"log": form("{who} hums."), "beats": SILENT},
            "the entry of Hummed doesn't say what it changes of a view; NOTHING says that it changes nothing.",
        ),
        (
            {"log": form("{who} hums {what}."), "beats": SILENT, "changes": NOTHING},
            "Hummed has nothing to fill in for {what} of “{who} hums {what}.”.",
        ),
        (
            {"log": form("{who} hums."), "beats": beat("You hum", "{whom} hums"), "changes": NOTHING},
            "Hummed has nothing to fill in for {whom} of “{whom} hums”.",
        ),
        (
            {
                "log": (form("{who} roars.", is_loud=True), form("{who} hums.")),
                "beats": SILENT,
                "changes": NOTHING,
            },
            "Hummed has no field is_loud, by which “{who} roars.” is chosen.",
        ),
        (
            {"beats": beat("You hum", "{who} hums", seat=1), "changes": NOTHING},
            "the last sentence of Hummed is for some only, “You hum”.",
        ),
        (
            {"log": form("{who} hums."), "changes": NOTHING},
            "the entry of Hummed has no sentence for the story in which {who} is “you”; SILENT says that it needs none.",
        ),
        (
            {"log": NO_WORDS, "beats": SILENT, "changes": [Change("songs")]},
            "Hummed is not told by itself, and `told_with` doesn't say with what.",
        ),
        (
            {"log": form("{who} hums loudly.", seat=1), "beats": SILENT, "changes": NOTHING},
            "the last sentence of Hummed is for some only, “{who} hums loudly.”.",
        ),
    ],
)
def test_an_incomplete_entry_is_refused(more: dict[str, Any], why: str) -> None:
    assert refused(EventEntry(**more)) == why


def test_an_event_without_an_entry_is_refused() -> None:
    assert refused(None) == "Hummed is an event without an entry."


def test_an_event_that_is_not_listed_is_refused() -> None:
    class Forgot(Fact, frozen=True, tag="forgot"):
        __module__ = Left.__module__

    with pytest.raises(ValueError, match=r"^Choir: Forgot is not listed among the events\.$"):
        Events("Choir", EVERYWHERE, Sang, Left, Heard, Rested, Listened)
    Forgot.__module__ = f"tests.nowhere.{next(NUMBERS)}"
