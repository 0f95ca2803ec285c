"""Whole matches in Spanish: every text has its Spanish, and only the words differ from English.

Matches are played at random with every ready-made deck. Each question, event, view, error and cause is shown in both
languages.
"""

from __future__ import annotations

import string
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from cards.i18n import LINE, Locale, Message, Translator, msg, translator
from cards.voidream.decks import ready_made
from cards.voidream.language.spanish import translate_line
from cards.voidream.library import the_set
from engine.kernel.chance import Chance
from engine.kernel.errors import GameError
from engine.kernel.events.event import Ended, Event, SeenEvent, TakenBack, seen
from engine.kernel.law import RULE
from engine.kernel.match import Match
from engine.kernel.order_preview import rehearse
from engine.kernel.question import Question, QuestionKind, random_choice
from engine.voidream.game import VOIDREAM
from engine.voidream.law.citations import cause_words
from engine.voidream.text.notation import stage
from engine.voidream.views.types import VoidreamView

NAMES = ("Ada", "Bo")
SPANISH = VOIDREAM.translator(Locale.SPANISH)
TITLES = [card.title for card in the_set()]
WISHES = (
    *(
        "evoke",
        "roll",
        "ready",
        "exhaust",
        "initiate",
        "enter",
        "discard",
        "cut",
        "shuffle",
        "attach",
        "charge",
    ),
    *("inspire", "veil", "void", "sacrifice", "destroy", "damage", "look", "draw", "unveil", "pass"),
)


class Heard(dict[tuple[str, str], tuple[str, ...]]):
    """The catalogue, which records missing messages."""

    def __init__(self) -> None:
        super().__init__(translator(Locale.SPANISH).texts)
        self.missing: set[tuple[str, str]] = set()

    def get(self, key: Any, default: Any = None) -> Any:
        words = "".join(part for part, _, _, _ in string.Formatter().parse(key[1]))
        if key not in self and any(letter.isalpha() for letter in words):
            self.missing.add(key)
        return super().get(key, default)


def listening() -> tuple[Translator, Heard, set[str]]:
    """Return Spanish, its missing messages, and the card texts that it couldn't print."""
    heard, unprinted = Heard(), set[str]()

    def printed(text: str) -> str:
        translation = translate_line(text)
        if translation == text:
            unprinted.add(text)
        return translation

    return replace(SPANISH, texts=heard).printing(**{LINE: printed}), heard, unprinted


def wordless(question: Question) -> Question:
    """Return a question without its texts."""
    bare = tuple(replace(one, label="", detail="") for one in question.options)
    return replace(question, purpose="", because="", some="", none="", options=bare)


def texts(question: Question) -> list[str]:
    return [question.purpose, *(text for one in question.options for text in (one.label, one.detail) if text)]


def dataonly(view: VoidreamView) -> VoidreamView:
    """Return a view without its sentences."""
    sides = [
        replace(side, hand=tuple(replace(card, playable=str(bool(card.playable))) for card in side.hand))
        for side in view.sides
    ]
    return replace(
        view,
        sides=(sides[0], sides[1]),
        awaited=tuple(replace(one, about="") for one in view.awaited),
        ongoing=tuple(replace(one, text="", until="") for one in view.ongoing),
    )


def check_match(match: Match, translator: Translator, chance: Chance) -> None:
    """Translate all texts about a position into Spanish."""
    assert translator(stage(match)).startswith(("Preparación", "Ronda "))
    spanish = match.questions_in(translator)
    assert list(spanish) == list(match.questions)
    for seat, question in match.questions.items():
        assert wordless(spanish[seat]) == wordless(question)
        for there, here in zip(texts(spanish[seat]), texts(question), strict=True):
            assert there.strip()
            if here not in TITLES:
                assert there != here or here == "No", here
        translator(cause_words(question.cause))
        wishes = [
            *WISHES,
            *(f"{verb} {chance.pick(TITLES)}" for verb in ("play", "invert", "activate", "attack")),
        ]
        for who in (0, 1):
            for wish in wishes:
                here, there = match.why_not(who, wish), match.why_not(who, wish, translator)
                assert (here is None) == (there is None)
                if here and there:
                    assert here[1] == there[1]
                    assert here[0] != there[0]
                    translator(cause_words(here[1]))
        for bad in wrong(question):
            with pytest.raises(GameError) as refused:
                match.answer(seat, question.id, bad)
            assert translator(refused.value.message) != str(refused.value)
    for seat in (0, 1):
        for form in match.order_forms(seat):
            about = [
                form.label,
                form.detail,
                match.order_words(form.order),
                *(one.label for one in form.stops),
            ]
            for message in (*about, *(label for _, label in form.untils)):
                assert translator(message) != str(message)
    for viewer in (0, 1, None):
        assert dataonly(match.view(viewer, translator)) == dataonly(match.view(viewer))


def wrong(question: Question) -> list[tuple[str, ...]]:
    """Return illegal answers."""
    keys = tuple(one.key for one in question.options)
    match question.kind:
        case QuestionKind.NUMBER:
            return [(), (str(question.maximum + 1),)]
        case QuestionKind.DISTRIBUTE:
            return [(keys[0],), (f"{keys[0]}=9999",), (f"{keys[0]}=0", f"{keys[0]}=0"), (f"{keys[0]}=0",)]
        case _:
            return [("no such key",), (*keys, *keys), (*keys, "again")]


def check_events(events: Sequence[Event], translator: Translator) -> None:
    """Translate events into Spanish, for every audience."""
    for event in events:
        for viewer in (0, 1, None):
            one = seen(event, viewer)
            here, there = VOIDREAM.words(one, NAMES), VOIDREAM.words(one, NAMES, translator)
            assert bool(here) == bool(there)
            assert not here or here != there, here
        if event.cause:
            translator(cause_words(event.cause))


@pytest.mark.parametrize("number", range(8))
def test_whole_matches_are_described_in_spanish(number: int) -> None:
    spanish, heard, unprinted = listening()
    decks, chance = list(ready_made()), Chance(f"spanish {number}")
    mine, yours = decks[number % len(decks)], decks[(number + 3) % len(decks)]
    match, events = Match.begin(VOIDREAM, VOIDREAM.setup([mine, yours]), f"en español {number}")
    check_events(events, spanish)
    while match.outcome is None and match.turn_count < 160:
        if match.turn_count % 3 == 0:
            check_match(match, spanish, chance)
        seat = chance.pick(sorted(match.questions))
        question = match.questions[seat]
        check_events(match.answer(seat, question.id, random_choice(question, chance)), spanish)
    for seat in (0, 1):
        for form in match.order_forms(seat)[:2]:
            for one in rehearse(match, seat, form.order):
                for message in (one.purpose, one.answered, one.ordered or one.ended):
                    spanish(message or "")
    assert heard.missing == set()
    assert unprinted == set()
    if match.outcome is None:
        check_events(match.leave(1, ending="resignation"), spanish)
    with pytest.raises(GameError) as refused:
        match.answer(0, 1, ("pass",))
    assert spanish(refused.value.message) == "Esta partida ha terminado."


@pytest.mark.parametrize(
    "reason", ["resignation", "agreement", "time", "aborted", "moderator", "bastion", "insanity"]
)
@pytest.mark.parametrize("winners", [[], [0]])
def test_every_ending_is_described_in_spanish(reason: str, winners: list[int]) -> None:
    spanish, heard, _ = listening()
    one = SeenEvent(Ended(winners, reason), reason)
    assert VOIDREAM.words(one, NAMES, spanish) != VOIDREAM.words(one, NAMES)
    spanish(cause_words(reason) if reason not in ("bastion", "insanity") else msg("Pass"))
    assert heard.missing == set()


@pytest.mark.parametrize("count", [1, 3])
def test_take_backs_are_described_in_spanish(count: int) -> None:
    text = VOIDREAM.words(SeenEvent(TakenBack(1, count), ""), NAMES, SPANISH)
    assert text == ("Bo deshace una decisión." if count == 1 else "Bo deshace las últimas 3 decisiones.")


def test_rules_are_cited_as_the_law_calls_them() -> None:
    assert SPANISH(cause_words("§4 Main phase")) == "§4 La fase principal"
    assert SPANISH(cause_words("§6 Activated Ability")) == "§6 Habilidad activada"
    assert [SPANISH(cause_words(one)) for one in ("§4", "R16")] == ["§4", "R16"]
    assert str(cause_words("§6 Activated Ability")) == "§6 Activated Ability"


def test_a_question_reads_well_in_spanish() -> None:
    match, chance = Match.new(VOIDREAM, list(ready_made())[:2], "read"), Chance("read")
    seat = min(match.questions)
    while (question := match.questions_in(SPANISH)[seat]).kind is not QuestionKind.ACTION:
        match.answer(seat, question.id, random_choice(question, chance))
        seat = min(match.questions)
    assert question.purpose == "Tu turno."
    assert SPANISH(match.awaited[seat]) == "una acción"
    assert question.options[0].label.startswith("Jugar ")
    assert question.options[0].detail.startswith("Valor ")
    assert question.options[-1].label == "Pasar"


def test_a_saved_question_is_translated_into_spanish() -> None:
    decks = list(ready_made())
    match = Match.new(VOIDREAM, decks[:2], "kept")
    again = Match.load(VOIDREAM, match.save())
    assert again.questions_in(SPANISH) == match.questions_in(SPANISH)
    assert again.questions == match.questions


def test_phrases_survive_being_saved() -> None:
    message = msg("{card} stays.", card=Message("Moth", context="title"))
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(message), type=Message) == message


def test_citations_are_printed_by_the_tongue() -> None:
    """A translator without a game has no citations; the game's translator has."""
    assert RULE in SPANISH.printed
    assert RULE not in translator(Locale.SPANISH).printed
