"""The players' depths, minds, scores and zones, as a scenario expects them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.scenario.expecting import Form, form, number, unless
from engine.scenario.mistakes import TextPlace
from engine.scenario.model import Check
from engine.voidream.position import DECK
from engine.voidream.queries.score import has_siege, scores
from engine.voidream.referee import Referee
from engine.voidream.scenario.items import read_items
from engine.voidream.scenario.situation import VoidreamSituation, VoidreamWords
from engine.voidream.scenario.zones import ZONE, cards_in, zone_called

FORMS: list[Form[VoidreamWords, VoidreamSituation]] = []


@form(
    FORMS,
    "PLAYER's depth is N",
    r"(?P<who><P>)['’]s (?P<what>depth|mind|dawn score|dusk score) is(?P<not> not|n['’]t)? (?P<n>-?[0-9]{1,9}|spent)",
)
def _player_number(words: VoidreamWords, match: re.Match[str]) -> Check[VoidreamSituation]:
    seat, what = words.seat(match["who"]), match["what"].casefold()
    wanted = 0 if match["n"].casefold() == "spent" else int(match["n"])
    negative = bool(match["not"])

    def check(now: VoidreamSituation) -> str:
        ref = now.referee
        found = {
            "depth": lambda: ref.depth(seat),
            "mind": lambda: ref.seats[seat].mind,
            "dawn score": lambda: scores(ref, seat)[0],
            "dusk score": lambda: scores(ref, seat)[1],
        }[what]()
        if negative:
            return unless(found != wanted, f"{now.names[seat]}'s {what} is {found}")
        return number(f"{now.names[seat]}'s {what}", found, wanted)

    return check


@form(FORMS, "PLAYER has siege", r"(?P<who><P>) has (?P<no>no )?siege")
def _siege(words: VoidreamWords, match: re.Match[str]) -> Check[VoidreamSituation]:
    seat, wanted = words.seat(match["who"]), match["no"] is None
    return lambda now: unless(
        has_siege(now.referee, seat) == wanted,
        f"{now.names[seat]} has {'no ' if wanted else ''}siege",
    )


@form(
    FORMS,
    "PLAYER's discard has N cards",
    rf"(?P<who><P>)['’]s (?P<zone>{ZONE}) has (?P<n>[0-9]{{1,9}}|no) (?:cards?|arcan(?:um|a))",
)
def _zone_count(words: VoidreamWords, match: re.Match[str]) -> Check[VoidreamSituation]:
    seat, zone = words.seat(match["who"]), zone_called(match["zone"])
    wanted = 0 if match["n"].casefold() == "no" else int(match["n"])

    def check(now: VoidreamSituation) -> str:
        held = cards_in(now.referee, seat, zone)
        return unless(len(held) == wanted, f"it has {len(held)}: {_listed(now.referee, held)}")

    return check


@form(FORMS, "PLAYER's hand is CARD, CARD", rf"(?P<who><P>)['’]s (?P<zone>{ZONE}) is (?P<list>.+)")
def _zone_is(words: VoidreamWords, match: re.Match[str]) -> Check[VoidreamSituation]:
    seat, zone = words.seat(match["who"]), zone_called(match["zone"])
    text = match["list"]
    open_end = next((sign for sign in ("…", "...", "..") if text.endswith(sign)), None)
    if open_end is not None:
        text = text.removesuffix(open_end).rstrip().removesuffix(",")
    place = TextPlace(0, words.column + match.start("list"))
    items = [
        item
        for item in read_items(text, place, words.titles.values(), words.names)
        for _ in range(item.count)
    ]
    wanted = [item.title or item.value for item in items]

    def check(now: VoidreamSituation) -> str:
        ref = now.referee
        held = cards_in(ref, seat, zone)
        rest = list(held)
        if zone == DECK:
            fits = len(held) >= len(wanted) if open_end else len(held) == len(wanted)
            fits = fits and all(_is_called(ref, card, name) for card, name in zip(held, wanted, strict=False))
            return unless(fits, f"it is {_listed(ref, held)}")
        for name in sorted(wanted, key=lambda name: isinstance(name, int)):
            found = next((card for card in rest if _is_called(ref, card, name)), None)
            if found is None:
                return f"it is {_listed(ref, held)}"
            rest.remove(found)
        return unless(not rest or open_end is not None, f"it is {_listed(ref, held)}")

    return check


def _is_called(ref: Referee, card: int, name: str | int) -> bool:
    return ref.printed[card].value == name if isinstance(name, int) else ref.title(card) == name


def _listed(ref: Referee, cards: Sequence[int]) -> str:
    return ", ".join(ref.title(card) for card in cards) or "empty"
