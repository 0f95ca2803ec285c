"""Expectations that only Voidream's scenarios have: attachments, places of constructs, and broken deck rules (§8)."""

from __future__ import annotations

from cards.voidream.deck_rules import violations
from engine.scenario.expectation_forms import ExpectationForm, SentenceParts, form, unless
from engine.scenario.mistakes import unknown_word
from engine.voidream.position import ATTACHED
from engine.voidream.scenario.situation import VoidreamSituation, VoidreamWords
from engine.voidream.scenario.tables import TABLES
from engine.voidream.views.builder import build_view

FORMS: list[ExpectationForm[VoidreamSituation]] = []


@form(FORMS, "CARD is attached to CARD", r"(?P<card>.+?) is(?P<not> not|n['’]t)? attached to (?P<other>.+)")
def _attached(situation: VoidreamSituation, sentence: SentenceParts) -> str:
    hosts = situation.cards(sentence.other)
    states = [situation.referee.cards[card] for card in situation.cards(sentence.card)]
    holds = any(state.zone == ATTACHED and state.host in hosts for state in states)
    return unless(holds == sentence.positive, situation.whereabouts(sentence.card))


@form(FORMS, "everybody sees where CARD lies", r"(?P<who>everybody|nobody) sees where (?P<card>.+?) lies")
def _seen_where(situation: VoidreamSituation, sentence: SentenceParts) -> str:
    ref, for_everyone = situation.referee, sentence["who"] == "everybody"
    active = [card for card in situation.cards(sentence.card) if TABLES.states["active"](ref, card)]
    titles = {(ref.cards[card].owner, ref.title(card)) for card in active}
    shown = [
        construct
        for side in build_view(ref, None).sides
        for construct in side.constructs
        if (side.seat, construct.face.title) in titles
    ]
    if not shown:
        return situation.whereabouts(sentence.card)
    holds = any(construct.from_top is not None for construct in shown)
    return unless(holds == for_everyone, f"{'nobody' if for_everyone else 'everybody'} sees where it lies")


@form(FORMS, "it is a dawn conflict", r"it(?: is|['’]s) a (?P<kind>dawn|dusk) conflict")
def _conflict_kind(situation: VoidreamSituation, sentence: SentenceParts) -> str:
    actual = TABLES.values["conflict"].read(situation.referee)
    return unless(actual == sentence["kind"], f"it is {actual}")


def _must_be_a_deck(sentence: SentenceParts) -> None:
    """Raise Mistake for a deck that the scenario doesn't have."""
    assert isinstance(sentence.words, VoidreamWords)
    decks = sentence.words.decks
    if sentence["deck"] not in map(str.casefold, decks):
        raise unknown_word(
            sentence.column("deck"), sentence.raw("deck"), decks, "is no deck of this scenario"
        )


@form(FORMS, "DECK is legal", r"(?P<deck>.+?) is (?P<not>not )?(?:a )?legal(?: deck)?", _must_be_a_deck)
def _legal(situation: VoidreamSituation, sentence: SentenceParts) -> str:
    broken = _broken(situation, sentence)
    return unless(sentence.positive is not bool(broken), _violations_of(sentence, broken))


@form(FORMS, "DECK breaks N rules", r"(?P<deck>.+?) breaks (?P<n>[0-9]{1,9}|no) rules?", _must_be_a_deck)
def _breaks_number(situation: VoidreamSituation, sentence: SentenceParts) -> str:
    broken = _broken(situation, sentence)
    return unless(len(broken) == sentence.n, _violations_of(sentence, broken))


@form(
    FORMS,
    'DECK breaks "…"',
    r"(?P<deck>.+?) (?:(?P<not>does not break)|breaks) [“\"](?P<what>[^“”\"]+)[”\"]",
    _must_be_a_deck,
)
def _breaks(situation: VoidreamSituation, parts: SentenceParts) -> str:
    broken = _broken(situation, parts)
    holds = any(parts["what"].removesuffix(".") in sentence.casefold() for sentence in broken)
    return unless(holds == parts.positive, _violations_of(parts, broken))


def _broken(situation: VoidreamSituation, sentence: SentenceParts) -> list[str]:
    """Return the rules that a deck breaks, each with its sentence."""
    deck = next(deck for name, deck in situation.decks.items() if name.casefold() == sentence["deck"])
    return [f"{broken.rule.value}: {broken}" for broken in violations(deck)]


def _violations_of(sentence: SentenceParts, broken: list[str]) -> str:
    deck = sentence.raw("deck")
    return f"{deck} breaks {len(broken)}: {' '.join(broken)}" if broken else f"{deck} is legal"
