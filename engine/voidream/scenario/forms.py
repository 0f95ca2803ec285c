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
def _attached(now: VoidreamSituation, said: SentenceParts) -> str:
    hosts = now.cards(said.other)
    states = [now.referee.cards[card] for card in now.cards(said.card)]
    holds = any(state.zone == ATTACHED and state.host in hosts for state in states)
    return unless(holds == said.positive, now.whereabouts(said.card))


@form(FORMS, "everybody sees where CARD lies", r"(?P<who>everybody|nobody) sees where (?P<card>.+?) lies")
def _seen_where(now: VoidreamSituation, said: SentenceParts) -> str:
    ref, for_everyone = now.referee, said["who"] == "everybody"
    active = [card for card in now.cards(said.card) if TABLES.states["active"](ref, card)]
    titles = {(ref.cards[card].owner, ref.title(card)) for card in active}
    shown = [
        construct
        for side in build_view(ref, None).sides
        for construct in side.constructs
        if (side.seat, construct.face.title) in titles
    ]
    if not shown:
        return now.whereabouts(said.card)
    holds = any(construct.from_top is not None for construct in shown)
    return unless(holds == for_everyone, f"{'nobody' if for_everyone else 'everybody'} sees where it lies")


@form(FORMS, "it is a dawn conflict", r"it(?: is|['’]s) a (?P<kind>dawn|dusk) conflict")
def _conflict_kind(now: VoidreamSituation, said: SentenceParts) -> str:
    actual = TABLES.values["conflict"].read(now.referee)
    return unless(actual == said["kind"], f"it is {actual}")


def _must_be_a_deck(said: SentenceParts) -> None:
    """Raise Mistake for a deck that the scenario doesn't have."""
    assert isinstance(said.words, VoidreamWords)
    decks = said.words.decks
    if said["deck"] not in map(str.casefold, decks):
        raise unknown_word(said.column("deck"), said.raw("deck"), decks, "is no deck of this scenario")


@form(FORMS, "DECK is legal", r"(?P<deck>.+?) is (?P<not>not )?(?:a )?legal(?: deck)?", _must_be_a_deck)
def _legal(now: VoidreamSituation, said: SentenceParts) -> str:
    broken = _broken(now, said)
    return unless(said.positive is not bool(broken), _violations_of(said, broken))


@form(FORMS, "DECK breaks N rules", r"(?P<deck>.+?) breaks (?P<n>[0-9]{1,9}|no) rules?", _must_be_a_deck)
def _breaks_number(now: VoidreamSituation, said: SentenceParts) -> str:
    broken = _broken(now, said)
    return unless(len(broken) == said.n, _violations_of(said, broken))


@form(
    FORMS,
    'DECK breaks "…"',
    r"(?P<deck>.+?) (?:(?P<not>does not break)|breaks) [“\"](?P<what>[^“”\"]+)[”\"]",
    _must_be_a_deck,
)
def _breaks(now: VoidreamSituation, said: SentenceParts) -> str:
    broken = _broken(now, said)
    holds = any(said["what"].removesuffix(".") in sentence.casefold() for sentence in broken)
    return unless(holds == said.positive, _violations_of(said, broken))


def _broken(now: VoidreamSituation, said: SentenceParts) -> list[str]:
    """Return the rules that a deck breaks, each with its sentence."""
    deck = next(deck for name, deck in now.decks.items() if name.casefold() == said["deck"])
    return [f"{broken.rule.value}: {broken}" for broken in violations(deck)]


def _violations_of(said: SentenceParts, broken: list[str]) -> str:
    deck = said.raw("deck")
    return f"{deck} breaks {len(broken)}: {' '.join(broken)}" if broken else f"{deck} is legal"
