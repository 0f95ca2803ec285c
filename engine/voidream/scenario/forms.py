"""What only scenarios of Voidream expect: what is attached, where constructs are seen, and which rules a deck breaks (§8)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cards.voidream.deck_rules import violations
from engine.scenario.expecting import Form, count_said, form, unless
from engine.scenario.model import Check
from engine.voidream.position import ATTACHED
from engine.voidream.scenario.situation import VoidreamSituation, VoidreamWords
from engine.voidream.scenario.tables import TABLES
from engine.voidream.views.build import build_view

FORMS: list[Form[VoidreamWords, VoidreamSituation]] = []


@form(FORMS, "CARD is attached to CARD", r"(?P<card>.+?) is(?P<not> not|n['’]t)? attached to (?P<host>.+)")
def _attached(words: VoidreamWords, match: re.Match[str]) -> Check[VoidreamSituation]:
    reference, host, negative = words.card(match), words.card(match, "host"), bool(match["not"])

    def check(now: VoidreamSituation) -> str:
        hosts = now.cards(host)
        states = [now.referee.cards[card] for card in now.cards(reference)]
        holds = any(state.zone == ATTACHED and state.host in hosts for state in states)
        return unless(holds != negative, now.whereabouts(reference))

    return check


@form(FORMS, "everybody sees where CARD lies", r"(?P<who>everybody|nobody) sees where (?P<card>.+?) lies")
def _seen_where(words: VoidreamWords, match: re.Match[str]) -> Check[VoidreamSituation]:
    reference, wanted = words.card(match), match["who"].casefold() == "everybody"

    def check(now: VoidreamSituation) -> str:
        ref = now.referee
        active = [card for card in now.cards(reference) if TABLES.states["active"](ref, card)]
        titles = {(ref.cards[card].owner, ref.title(card)) for card in active}
        shown = [
            construct
            for side in build_view(ref, None).sides
            for construct in side.constructs
            if (side.seat, construct.face.title) in titles
        ]
        if not shown:
            return now.whereabouts(reference)
        holds = any(construct.from_top is not None for construct in shown)
        return unless(holds == wanted, f"{'nobody' if wanted else 'everybody'} sees where it lies")

    return check


@form(FORMS, "it is a dawn conflict", r"it(?: is|['’]s) a (?P<kind>dawn|dusk) conflict")
def _conflict_kind(words: VoidreamWords, match: re.Match[str]) -> Check[VoidreamSituation]:
    wanted = match["kind"].casefold()

    def check(now: VoidreamSituation) -> str:
        found = TABLES.values["conflict"].read(now.referee)
        return unless(found == wanted, f"it is {found}")

    return check


@form(FORMS, "DECK is legal", r"(?P<deck>.+?) is (?P<not>not )?(?:a )?legal(?: deck)?")
def _legal(words: VoidreamWords, match: re.Match[str]) -> Check[VoidreamSituation]:
    deck, wanted = words.deck(match), match["not"] is None

    def check(now: VoidreamSituation) -> str:
        broken = _broken(now, deck)
        return unless(wanted is not bool(broken), _violations_of(deck, broken))

    return check


@form(FORMS, "DECK breaks N rules", r"(?P<deck>.+?) breaks (?P<n>[0-9]{1,9}|no) rules?")
def _breaks_number(words: VoidreamWords, match: re.Match[str]) -> Check[VoidreamSituation]:
    deck, wanted = words.deck(match), count_said(match["n"])

    def check(now: VoidreamSituation) -> str:
        broken = _broken(now, deck)
        return unless(len(broken) == wanted, _violations_of(deck, broken))

    return check


@form(FORMS, 'DECK breaks "…"', r"(?P<deck>.+?) (?P<not>does not break|breaks) [“\"](?P<what>[^“”\"]+)[”\"]")
def _breaks(words: VoidreamWords, match: re.Match[str]) -> Check[VoidreamSituation]:
    deck, positive = words.deck(match), match["not"].casefold() == "breaks"
    what = match["what"].casefold().removesuffix(".")

    def check(now: VoidreamSituation) -> str:
        broken = _broken(now, deck)
        holds = any(what in sentence.casefold() for sentence in broken)
        return unless(holds == positive, _violations_of(deck, broken))

    return check


def _broken(now: VoidreamSituation, deck: str) -> list[str]:
    """Return each rule that a deck breaks, with the sentence about it."""
    return [f"{broken.rule.value}: {broken}" for broken in violations(now.decks[deck])]


def _violations_of(deck: str, broken: Sequence[str]) -> str:
    return f"{deck} breaks {len(broken)}: {' '.join(broken)}" if broken else f"{deck} is legal"
