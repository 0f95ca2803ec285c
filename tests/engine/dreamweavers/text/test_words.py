"""Matches as text: the log and the story of whole matches in both languages, and the grouping of events into beats."""

from __future__ import annotations

import string
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from cards.dreamweavers.language.spanish import translate_line
from cards.i18n import LINE, Locale, translator
from engine.dreamweavers.facts import attacks, cards, in_force, plays, turns
from engine.dreamweavers.facts.plays import Obstacle
from engine.dreamweavers.game import DREAMWEAVERS
from engine.dreamweavers.text.notation import DREAMWEAVERS_PHRASING, stage
from engine.kernel.chance import Chance
from engine.kernel.events.event import Event, Fact, SeenEvent, seen
from engine.kernel.events.story import Beat
from engine.kernel.match import Match
from engine.kernel.notation import to_notation, understand
from engine.kernel.question import random_choice

NAMES = ("Ada", "Ben")
PAID = turns.TrackerMoved(0, "pay", 0, 1, 1, 2)


def beats(*facts: Fact | tuple[Fact, str], reader: int | None = None) -> list[str]:
    return [str(beat.text) for beat in told_of(facts, reader)]


def told_of(facts: Sequence[Fact | tuple[Fact, str]], reader: int | None = None) -> tuple[Beat, ...]:
    happened = [SeenEvent(*one) if isinstance(one, tuple) else SeenEvent(one, "DW1") for one in facts]
    return DREAMWEAVERS.story(happened, NAMES, reader)


def test_a_card_is_summarised_with_its_choices_and_the_tracker() -> None:
    facts = (
        plays.Played(0, "Cold Hand", 3),
        PAID,
        plays.Named(0, "Cold Hand", ["Ember Hound"]),
        plays.TookEffect(0, "Cold Hand"),
    )
    assert beats(*facts) == ["Ada plays Cold Hand on Ember Hound: the tracker is on Ben's 2."]
    assert beats(*facts, reader=1) == ["Ada plays Cold Hand on Ember Hound: the tracker is on your 2."]
    assert beats(*facts, reader=0) == ["You play Cold Hand on Ember Hound: the tracker is on Ben's 2."]


def test_costs_belong_to_their_beat_and_effects_do_not() -> None:
    used = plays.AbilityActivated(0, "Whim", "(A) Forget this card: Draw a card.")
    forgotten = (cards.Forgotten(0, ["Whim"], "feelings"), "Whim")
    assert beats(used, forgotten, plays.TookEffect(0, "Whim")) == ["Ada uses Whim."]
    assert beats(used, plays.TookEffect(0, "Whim"), forgotten) == [
        "Ada uses Whim.",
        "Forgotten on Ada's side: Whim.",
    ]


def attack(value: int, shields: Sequence[str] = ()) -> list[Fact]:
    return [
        attacks.Attacked(0, "Hound"),
        cards.Tapped(["Hound"]),
        attacks.Shielded(1, list(shields), value),
        attacks.Compared(0, "Hound", "", 5, value, value < 5),
    ]


def test_an_attack_is_one_beat_with_its_damage() -> None:
    hit = [*attack(3, ["Moth"]), attacks.Damaged(1, "Owl", 3), cards.ReturnedToHand(1, ["Owl"], "revealed")]
    (beat,) = told_of(hit)
    hit_it = "Hound hit {whose} Ego, 5 against 3 (shields: Moth): Owl was revealed, 3 cards are left."
    assert str(beat.text) == hit_it.format(whose="Ben's")
    assert beat.is_result and beat.stands_out
    assert beats(*hit, reader=1) == [hit_it.format(whose="your")]
    assert beats(*attack(5, ["Moth"]), reader=1) == ["You stopped Hound: 5 against 5 (shields: Moth)."]
    last = [*attack(0), attacks.Damaged(1, "Owl", 0), cards.ReturnedToHand(1, ["Owl"], "revealed")]
    assert beats(*last) == ["Hound hit Ben's Ego, 5 against 0: Owl was revealed, and the Ego is empty."]
    repelled = [
        *attack(0),
        attacks.Damaged(1, "Tower", 2),
        attacks.Repelled(1, "Tower", 7, "Hound", 5),
        cards.Forgotten(0, ["Hound"], "thoughts"),
        cards.ReturnedToHand(1, ["Tower"], "revealed"),
    ]
    assert beats(*repelled) == [
        "Hound hit Ben's Ego, 5 against 0: Tower (7) was revealed and repelled it, 2 cards are left."
    ]


def test_an_attack_on_a_thought_names_the_destroyed_card() -> None:
    def against(value: int, *gone: str, shields: tuple[str, ...] = ()) -> list[str]:
        shielded = attacks.Shielded(1, list(shields), value)
        discarded = [cards.Forgotten(1, list(shields), "hand", "shield")] if shields else []
        compared = attacks.Compared(0, "Hound", "Owl", 5, value, value < 5)
        left = [cards.Forgotten(n, [card], "thoughts", "destroyed") for n, card in enumerate(gone)]
        return beats(attacks.Attacked(0, "Hound", "Owl"), shielded, *discarded, compared, *left)

    assert against(3, "Owl") == ["Hound destroyed Owl, 5 against 3."]
    assert against(6, "Hound") == ["Owl destroyed its attacker Hound, 6 against 5."]
    assert against(5) == ["Owl withstood Hound, 5 against 5."]
    assert against(5, shields=("Moth",)) == ["Owl withstood Hound, 5 against 5 (shields: Moth)."]
    assert against(4, "Owl", shields=("Moth",)) == ["Hound destroyed Owl, 5 against 4 (shields: Moth)."]


def test_an_attack_without_its_defence_is_summarised_alone() -> None:
    assert beats(attacks.Attacked(0, "Hound"), reader=1) == ["Hound attacks your Ego."]


def test_a_refresh_is_one_beat_with_the_drawn_cards_for_its_player() -> None:
    moved = turns.TrackerMoved(0, "refresh", 0, 2, None, 0)
    drew = (cards.Drew(0, 2, ["Owl", "Moth"]), "DW34")
    assert beats(turns.Refreshed(0), moved, drew, reader=0) == ["You refresh and draw Owl and Moth."]
    assert beats(turns.Refreshed(0), moved, (cards.Drew(0, 2), "DW34")) == [
        "Ada refreshes and draws 2 cards."
    ]
    assert beats(turns.Refreshed(0), moved) == ["Ada refreshes."]


SAMPLES: tuple[Fact, ...] = (
    turns.Rolled([[1, 2, 3], [2, 2, 2]], None),
    turns.Exchanged(0, 0),
    turns.Exchanged(0, 2, ["Owl", "Moth"]),
    turns.TrackerMoved(0, "lose", 0, 2, 1, 1),
    plays.LoopEnded("Owl"),
    plays.Cancelled(0, "Owl"),
    plays.ModeChosen(0, "Owl", "Draw a card."),
    cards.Entered(0, "Owl", "id", tapped=True),
    cards.TookIntoHand(0, 1, "ego"),
    cards.PutIntoPile(0, 1, "hand", "ego", "bottom", ["Owl"]),
    cards.PutIntoPile(0, 2, "id", "mind", "top"),
    cards.Shuffled(0, 4),
    cards.Looked(0, 1, "hand", 3, ["Owl", "Moth", "Whim"]),
    cards.Arranged(0, 0, "ego", 2),
    cards.Revealed(1, "hand", ["Owl"]),
    *(plays.WindowClosed(0, moment, why) for moment in ("answer", "defence") for why in Obstacle),
    attacks.SteppedIn(0, "Owl"),
    attacks.AttackCameToNothing(0, "Owl", "Moth"),
    attacks.AttackCameToNothing(0, "Owl", "Owl"),
    attacks.Damaged(0, "", 0),
    attacks.CostRefused(0, "Owl"),
    in_force.KeywordGained(["Owl"], "quick", "attack"),
    in_force.Forbidden(["Owl"], "untap", "turn"),
    in_force.Forbidden(["Owl"], "attack", "turn"),
    in_force.CostsChanged(0, "Thought", 2),
    in_force.Began(0, "Owl", "Your Thoughts gain steadfast this turn."),
)
"""Events of rare kinds."""


def missing_in(events: Sequence[Event]) -> set[str]:
    """Return the parts of these events without Spanish: sentences, and card texts that can't be printed."""
    known = translator(Locale.SPANISH).texts
    missing: set[str] = set()

    class Heard(dict[tuple[str, str], tuple[str, ...]]):
        def get(self, key: Any, default: Any = None) -> Any:
            words = "".join(part for part, _, _, _ in string.Formatter().parse(key[1]))
            if key not in known and any(letter.isalpha() for letter in words) and key[0] != "title":
                missing.add(key[1])
            return known.get(key, default)

    def printed(text: str) -> str:
        translation = translate_line(text)
        if translation == text:
            missing.add(text)
        return translation

    spanish = replace(DREAMWEAVERS.translator(Locale.SPANISH), texts=Heard()).printing(**{LINE: printed})
    for viewer in (0, None):
        happened = [seen(event, viewer) for event in events]
        for event in happened:
            assert DREAMWEAVERS.words(event, NAMES, spanish)
            spanish(DREAMWEAVERS.cause_words(event.cause))
        for beat in DREAMWEAVERS.story(happened, NAMES, viewer):
            for text in (beat.text, beat.reason, beat.brief):
                if text is not None:
                    spanish(text)
    return missing


def test_every_event_has_a_sentence_in_both_languages() -> None:
    assert missing_in([Event(fact, {}, "DW1") for fact in SAMPLES]) == set()
    assert all(DREAMWEAVERS.words(SeenEvent(fact, ""), NAMES).endswith(".") for fact in SAMPLES)


def test_whole_matches_are_described_in_spanish_and_recorded() -> None:
    events: list[Event] = []
    setup = DREAMWEAVERS.setup([None, None])
    for number in range(1):
        match, begun = Match.begin(DREAMWEAVERS, setup, f"words {number}")
        events += begun
        chance = Chance(f"words {number}")
        while match.outcome is None:
            seat = chance.pick(sorted(match.questions))
            question = match.questions[seat]
            choice = random_choice(question, chance)
            words = to_notation(question, choice, DREAMWEAVERS_PHRASING)
            assert understand(question, words, DREAMWEAVERS_PHRASING) == choice, words
            events += match.answer(seat, question.id, choice)
        assert str(stage(match)).startswith("Turn ")
    assert missing_in(events) == set()


def test_a_card_that_names_others_is_not_named_twice() -> None:
    named = (plays.Named(0, "Cold Sweat", ["Garden Bear"]), "Cold Sweat")
    assert beats(named, reader=0) == ["For Cold Sweat you name Garden Bear."]
