"""Where cards are, in which state, and what they have, as a scenario expects it."""

from __future__ import annotations

import re
from collections.abc import Callable

from cards.voidream.language.tree import KeywordName, Stat
from engine.scenario.expecting import Form, form, unless
from engine.scenario.model import Check
from engine.voidream.position import ATTACHED, DECK, PLAY, PLAYING
from engine.voidream.queries.characteristics import keyword, stat
from engine.voidream.referee import Referee
from engine.voidream.scenario.references import find_cards, not_there
from engine.voidream.scenario.situation import VoidreamSituation, VoidreamWords
from engine.voidream.scenario.zones import ZONE, cards_in, zone_called
from engine.voidream.views.build import build_view
from engine.voidream.views.types import ConstructView

FORMS: list[Form[VoidreamWords, VoidreamSituation]] = []


@form(FORMS, "CARD is attached to CARD", r"(?P<card>.+?) is(?P<not> not|n['’]t)? attached to (?P<host>.+)")
def _attached(words: VoidreamWords, match: re.Match[str]) -> Check[VoidreamSituation]:
    reference, host, negative = words.card(match), words.card(match, "host"), bool(match["not"])

    def check(now: VoidreamSituation) -> str:
        ref = now.referee
        hosts = find_cards(ref, now.names, host)
        holds = any(
            ref.cards[c].zone == ATTACHED and ref.cards[c].host in hosts
            for c in find_cards(ref, now.names, reference)
        )
        return unless(holds != negative, _whereabouts(now, reference))

    return check


@form(
    FORMS,
    "CARD is in PLAYER's discard",
    rf"(?P<card>.+?) (?:is|are)(?P<not> not|n['’]t)? (?:in|on) (?P<who><P>)['’]s (?P<zone>{ZONE})",
)
def _in_zone(words: VoidreamWords, match: re.Match[str]) -> Check[VoidreamSituation]:
    reference, negative = words.card(match), bool(match["not"])
    seat, zone = words.seat(match["who"]), zone_called(match["zone"])

    def check(now: VoidreamSituation) -> str:
        held = cards_in(now.referee, seat, zone)
        holds = any(card in held for card in find_cards(now.referee, now.names, reference))
        return unless(holds != negative, _whereabouts(now, reference))

    return check


_STATES: dict[str, Callable[[Referee, int], bool]] = {
    "exhausted": lambda ref, c: ref.cards[c].exhausted,
    "ready": lambda ref, c: ref.cards[c].zone in (PLAY, ATTACHED) and not ref.cards[c].exhausted,
    "veiled": lambda ref, c: ref.cards[c].veiled,
    "face up": lambda ref, c: ref.cards[c].face_up or (ref.cards[c].zone == PLAY and not ref.cards[c].veiled),
    "active": lambda ref, c: ref.cards[c].zone == DECK and ref.cards[c].face_up,
    "attacking": lambda ref, c: ref.cards[c].role == "attacking",
    "defending": lambda ref, c: ref.cards[c].role == "defending",
    "in play": lambda ref, c: ref.cards[c].zone == PLAY and not ref.cards[c].veiled,
    "a charge": lambda ref, c: ref.cards[c].zone == ATTACHED and not ref.cards[c].face_up,
    "an offering": lambda ref, c: ref.cards[c].zone == "void" and ref.is_offering(c),
    "being played": lambda ref, c: ref.cards[c].zone == PLAYING,
}


@form(FORMS, "CARD is exhausted", rf"(?P<card>.+?) is(?P<not> not|n['’]t)? (?P<state>{'|'.join(_STATES)})")
def _state(words: VoidreamWords, match: re.Match[str]) -> Check[VoidreamSituation]:
    reference, negative = words.card(match), bool(match["not"])
    state = _STATES[match["state"].casefold()]

    def check(now: VoidreamSituation) -> str:
        holds = any(state(now.referee, card) for card in find_cards(now.referee, now.names, reference))
        return unless(holds != negative, _whereabouts(now, reference))

    return check


@form(
    FORMS,
    "CARD has dawn N",
    r"(?P<card>.+?)(?: has|['’]s) (?P<stat>dawn|stability|dusk)(?: is)? (?P<n>-?[0-9]{1,9})",
)
def _stat(words: VoidreamWords, match: re.Match[str]) -> Check[VoidreamSituation]:
    reference, which, wanted = words.card(match), Stat(match["stat"].casefold()), int(match["n"])

    def check(now: VoidreamSituation) -> str:
        ref = now.referee
        found = [stat(ref, c, which) for c in _on_table(now, reference)]
        return unless(wanted in found, _in_numbers(now, reference, which.value, found))

    return check


@form(FORMS, "CARD has N damage", r"(?P<card>.+?) has (?P<n>[0-9]{1,9}|no) damage")
def _damage(words: VoidreamWords, match: re.Match[str]) -> Check[VoidreamSituation]:
    reference, wanted = words.card(match), 0 if match["n"].casefold() == "no" else int(match["n"])

    def check(now: VoidreamSituation) -> str:
        found = [now.referee.cards[c].damage for c in _on_table(now, reference)]
        return unless(wanted in found, _in_numbers(now, reference, "damage", found))

    return check


@form(FORMS, "CARD has N charges", r"(?P<card>.+?) has (?P<n>[0-9]{1,9}|no) (?P<what>charge|attachment)s?")
def _under(words: VoidreamWords, match: re.Match[str]) -> Check[VoidreamSituation]:
    reference, wanted = words.card(match), 0 if match["n"].casefold() == "no" else int(match["n"])
    charges = match["what"].casefold() == "charge"

    def check(now: VoidreamSituation) -> str:
        ref = now.referee
        found = [
            sum(not charges or not ref.cards[under].face_up for under in ref.cards[c].attached)
            for c in _on_table(now, reference)
        ]
        return unless(wanted in found, _in_numbers(now, reference, match["what"] + "s", found))

    return check


_KEYWORDS = {name.value.casefold(): name for name in KeywordName}


@form(
    FORMS,
    "CARD has no Deep",
    rf"(?P<card>.+?) has (?P<no>no )?(?P<word>{'|'.join(_KEYWORDS)})(?: (?P<n>[0-9]{{1,9}}))?",
)
def _keyword(words: VoidreamWords, match: re.Match[str]) -> Check[VoidreamSituation]:
    reference, wanted = words.card(match), match["no"] is None
    name = _KEYWORDS[match["word"].casefold()]
    number = int(match["n"]) if match["n"] else None

    def check(now: VoidreamSituation) -> str:
        found = [keyword(now.referee, card, name) for card in _on_table(now, reference)]
        holds = any(x is not None and number in (None, x) for x in found)
        has = "has" if any(x is not None for x in found) else "has no"
        return unless(holds == wanted, f"{reference} {has} {name.value}")

    return check


@form(FORMS, "everybody sees where CARD lies", r"(?P<who>everybody|nobody) sees where (?P<card>.+?) lies")
def _seen_where(words: VoidreamWords, match: re.Match[str]) -> Check[VoidreamSituation]:
    reference, wanted = words.card(match), match["who"].casefold() == "everybody"

    def check(now: VoidreamSituation) -> str:
        ref = now.referee
        active = [c for c in find_cards(ref, now.names, reference) if _STATES["active"](ref, c)]
        titles = {(ref.cards[c].owner, ref.title(c)) for c in active}
        shown: list[ConstructView] = [
            construct
            for side in build_view(ref, None).sides
            for construct in side.constructs
            if (side.seat, construct.face.title) in titles
        ]
        if not shown:
            return _whereabouts(now, reference)
        holds = any(construct.from_top is not None for construct in shown)
        return unless(holds == wanted, f"{'nobody' if wanted else 'everybody'} sees where it lies")

    return check


def _on_table(now: VoidreamSituation, reference: str) -> list[int]:
    ref = now.referee
    found = find_cards(now.referee, now.names, reference)
    return [c for c in found if ref.cards[c].tag] or found


def _in_numbers(now: VoidreamSituation, reference: str, what: str, found: list[int]) -> str:
    if not found:
        return _whereabouts(now, reference)
    return f"the {what} of {reference} is {', '.join(str(n) for n in found)}"


def _whereabouts(now: VoidreamSituation, reference: str) -> str:
    """Say where the cards of this name are and how."""
    ref = now.referee
    parts: list[str] = []
    for card in find_cards(ref, now.names, reference):
        state = ref.cards[card]
        where = f"in {now.names[state.controller]}'s {state.zone}"
        if state.zone == ATTACHED:
            where = f"attached to {ref.title(state.host)}"
        elif state.zone == PLAYING:
            where = "being played"
        how = [word for word in ("exhausted", "veiled", "face up") if _STATES[word](ref, card)]
        if state.zone == PLAY and not state.veiled:
            how = ["exhausted" if state.exhausted else "ready"]
        how += [state.role] if state.role else []
        how += [f"{state.damage} damage"] if state.damage else []
        parts.append(", ".join([where, *how]))
    return f"{reference} is {'; and '.join(parts)}" if parts else not_there(ref, now.names, reference)
