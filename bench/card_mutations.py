"""Mutation testing of the cards: `python -m bench.card_mutations --game voidream`.

Every text that differs from a card's in one constraint (`bench.mutants`) takes the card's place, and the card's scenarios
in `tests/set` are played. One of them must fail; a mutant that passes all has survived. `tests/set/GAME/survivors.toml`
names the survivors that are known, by reason. Exit code 1: there are others, or too many, or a listed one is noticed.
"""

from __future__ import annotations

import sys
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, cast

import click
import msgspec
from msgspec.structs import replace

from bench.mutants import mutants
from cards.dreamweavers import card_schema as dreamweavers_schema
from cards.dreamweavers import library as dreamweavers
from cards.dreamweavers.language.words import Notion
from cards.language.errors import CardError
from cards.voidream import card_schema as voidream_schema
from cards.voidream import library as voidream
from cards.voidream.kinds import STAYING_KINDS
from engine.dreamweavers.scenario import DreamweaversScenario
from engine.dreamweavers.scenario import play as play_dreamweavers
from engine.dreamweavers.scenario import read_scenarios as read_dreamweavers
from engine.scenario.mistakes import Mistake
from engine.voidream.scenario import VoidreamScenario
from engine.voidream.scenario import play as play_voidream
from engine.voidream.scenario import read_scenarios as read_voidream

FOLDER = Path("tests/set")

MOST_SURVIVORS = 0.02
"""The share of mutants that may survive."""

_UNSAYABLE = (CardError, LookupError, AttributeError, ValueError, AssertionError, TypeError)
"""The exceptions raised when data that isn't a valid text is printed or read."""


_Printer = Callable[[Any], Mapping[str, Any]]


class Mutant(msgspec.Struct, frozen=True):
    """A card with one changed constraint: its key, its part, the lines before and after, and whether a scenario fails."""

    title: str
    before: str
    after: str
    is_noticed: Callable[[], bool]

    def __str__(self) -> str:
        """The change in one line."""
        return f"{self.title}: {self.before} → {self.after or '(nothing)'}"


def voidream_mutants(title: str) -> Iterator[Mutant]:
    """Yield every mutant of a card of Voidream."""
    card = voidream.the_set().find(title)
    for other in _voidream_cards(card):
        lines = _difference(_voidream_lines(card), _voidream_lines(other))
        yield Mutant(title, *lines, partial(voidream_notices, card.faction.value, title, other))


def dreamweavers_mutants(title: str) -> Iterator[Mutant]:
    """Yield every mutant of a card of Dreamweavers, or of the Intent of a notion."""
    the_set = dreamweavers.the_set()
    card: Any
    if title in the_set.cards:
        card, lies_as = the_set.cards[title], the_set.cards[title].kind.value
        source, again = cast(_Printer, dreamweavers_schema.source), _read_card
    else:
        card, lies_as = the_set.covers[Notion(title)], ""
        source, again = cast(_Printer, dreamweavers_schema.cover_source), _read_cover
    for other in _readable_variants(card, again, lies_as=lies_as):
        lines = _difference(*(source(one).get("text", []) for one in (card, other)))
        yield Mutant(title, *lines, partial(dreamweavers_notices, card.notion.lower(), title, other))


def _read_card(card: Any) -> Any:
    return dreamweavers_schema.read_source(dreamweavers_schema.source(card))


def _read_cover(cover: Any) -> Any:
    return dreamweavers_schema.read_cover(dreamweavers_schema.cover_source(cover), notion=cover.notion)


GAMES: Mapping[str, Callable[[str], Iterator[Mutant]]] = {
    "voidream": voidream_mutants,
    "dreamweavers": dreamweavers_mutants,
}


def subjects(game: str) -> list[str]:
    """Return the titles of a game's cards, and of its Intents."""
    if game == "voidream":
        return list(voidream.the_set().cards)
    return [*dreamweavers.the_set().cards, *dreamweavers.the_set().covers]


def _readable_variants(card: Any, again: Callable[[Any], Any], *, lies_as: str) -> Iterator[Any]:
    """Yield the card with each mutated text that survives printing and reading unchanged."""
    return _with(card, card.text, lambda text: replace(card, text=text), again, lies_as=lies_as)


def _with(
    card: Any, text: Any, changed: Callable[[Any], Any], again: Callable[[Any], Any], *, lies_as: str
) -> Iterator[Any]:
    known = {text}
    for other in mutants(text, lies_as=lies_as):
        if other not in known:
            known.add(other)
            if _is_said(made := changed(other), again):
                yield made


def _is_said(card: Any, again: Callable[[Any], Any]) -> bool:
    try:
        return again(card) == card
    except _UNSAYABLE:
        return False


def _voidream_cards(card: Any) -> Iterator[Any]:
    def said(one: Any) -> Any:
        return voidream_schema.read_source(voidream_schema.source(one))

    lies_as = card.kind.value if card.kind in STAYING_KINDS else ""
    yield from _readable_variants(card, said, lies_as=lies_as)

    def with_back(text: Any) -> Any:
        return replace(card, back=replace(card.back, text=text))

    def with_side(side: int, text: Any) -> Any:
        sides = (*card.mind.sides[:side], text, *card.mind.sides[side + 1 :])
        return replace(card, mind=replace(card.mind, sides=sides))

    def with_inverted(text: Any) -> Any:
        return replace(card, inverted=text)

    parts: list[tuple[Any, Callable[[Any], Any]]] = [(card.inverted, with_inverted)]
    if card.back:
        parts.append((card.back.text, with_back))
    for side, text in enumerate(card.mind.sides if card.mind else ()):
        parts.append((text, partial(with_side, side)))
    for text, changed in parts:
        yield from _with(card, text, changed, said, lies_as=lies_as)


def _voidream_lines(card: Any) -> list[str]:
    source = cast(Mapping[str, Any], voidream_schema.source(card))
    parts = ("text", "inverted", "back", "4", "3", "2", "1", "spent")
    return [
        f"{'' if part == 'text' else f'({part}) '}{line}"
        for part in parts
        for line in source.get(part, "").splitlines()
    ]


def _difference(before: Sequence[str], after: Sequence[str]) -> tuple[str, str]:
    """Return the lines that differ."""
    first = [line for line in before if line not in after] or list(before)
    last = [line for line in after if line not in before]
    return " / ".join(first), " / ".join(last)


# ------------------------------------------------------------------------------------------------------- noticing


@cache
def _voidream_scenarios(faction: str) -> dict[str, list[VoidreamScenario]]:
    return {
        path.stem: read_voidream(path.read_text(encoding="utf-8"), path.stem)
        for path in sorted((FOLDER / "voidream" / faction).glob("*.scenario"))
    }


def voidream_notices(faction: str, title: str, card: Any) -> bool:
    """Return whether a scenario of a title fails with this card in its place."""
    slug = "-".join("".join(sign if sign.isalnum() else " " for sign in title.lower()).split())
    return _noticed(_voidream_scenarios(faction)[slug], play_voidream, lambda one: {**one.cards, title: card})


@cache
def _dreamweavers_scenarios(notion: str) -> dict[str, list[DreamweaversScenario]]:
    path = FOLDER / "dreamweavers" / f"{notion}.scenario"
    by_subject: dict[str, list[DreamweaversScenario]] = {}
    for scenario in read_dreamweavers(path.read_text(encoding="utf-8"), notion):
        by_subject.setdefault(scenario.title.partition(":")[0], []).append(scenario)
    return by_subject


def dreamweavers_notices(notion: str, title: str, changed: Any) -> bool:
    """Return whether a scenario of a title fails with this card, or this cover, in its place."""
    scenarios = _dreamweavers_scenarios(notion)[title]
    if title == changed.notion.value:
        return any(
            _fails(play_dreamweavers, replace(card, covers={**card.covers, changed.notion: changed}))
            for card in scenarios
        )
    return _noticed(scenarios, play_dreamweavers, lambda card: {**card.cards, title: changed})


def _noticed(scenarios: Iterable[Any], play: Callable[[Any], Any], cards: Callable[[Any], Any]) -> bool:
    return any(_fails(play, replace(one, cards=cards(one))) for one in scenarios)


def _fails(play: Callable[[Any], Any], scenario: Any) -> bool:
    try:
        return bool(play(scenario))
    except Mistake:  # the position isn't possible with this card
        return True


# ------------------------------------------------------------------------------------------------------ the command


def known_survivors(game: str) -> dict[str, str]:
    """Return the reason for each known survivor."""
    path = FOLDER / game / "survivors.toml"
    by_reason: dict[str, list[str]] = tomllib.loads(path.read_text(encoding="utf-8"))
    return {mutant: reason for reason, known in by_reason.items() for mutant in known}


@click.command()
@click.option("--game", type=click.Choice(list(GAMES)), required=True)
@click.option("--card", help="Only this card.")
def main(game: str, card: str | None) -> None:
    """Print the mutants that no scenario notices."""
    begun, known = time.perf_counter(), known_survivors(game)
    every = [
        mutant for title in (subjects(game) if card is None else [card]) for mutant in GAMES[game](title)
    ]
    survivors = [str(mutant) for mutant in every if not mutant.is_noticed()]
    for survivor in survivors:
        click.echo(f"{survivor}{f'  [{known[survivor]}]' if survivor in known else ''}")
    gone = [name for name in known if name not in survivors] if card is None else []
    for name in gone:
        click.echo(f"listed as a survivor, but noticed, or no mutant: {name}")
    unknown = [one for one in survivors if one not in known]
    click.echo(
        f"{len(every)} mutants, {len(survivors)} survive ({len(survivors) / max(len(every), 1):.1%}), "
        f"{len(unknown)} of them without a reason; {time.perf_counter() - begun:.0f} s"
    )
    sys.exit(bool(gone or unknown) or len(survivors) > MOST_SURVIVORS * len(every))


if __name__ == "__main__":
    main()
