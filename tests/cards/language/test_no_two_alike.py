"""No two lines that differ in English are printed alike in Spanish: random lines of each language, and similar ones."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, islice
from typing import Any

import pytest
from msgspec.structs import replace

from cards.dreams_of_dystopia.language import printer as of_dystopia
from cards.dreams_of_dystopia.language import spanish as dystopia_spanish
from cards.dreams_of_dystopia.language.vocabulary import LANGUAGE as DYSTOPIA
from cards.dreamweavers.language import printer as of_dreamweavers
from cards.dreamweavers.language import reader as dreamweavers
from cards.dreamweavers.language import spanish as dreamweavers_spanish
from cards.dreamweavers.language.vocabulary import LANGUAGE as DREAMWEAVERS
from cards.language.errors import CardError
from cards.language.language import Language
from cards.language.records import Node
from cards.voidream.language import printer as of_voidream
from cards.voidream.language import reader as voidream
from cards.voidream.language import spanish as voidream_spanish
from cards.voidream.language.words import LANGUAGE as VOIDREAM
from cards.voidream.model import Kind
from tests.cards.language.walks import Walker

Pool = dict[tuple[type[Node], str], dict[str, Any]]
"""The values seen so far, by class and field."""

GAMES: dict[str, tuple[Language, Callable[[str], Any], Callable[[Any], str], Callable[[Any], str]]] = {
    "voidream": (
        VOIDREAM,
        lambda line: voidream.read_line(line, Kind.ENTITY),
        of_voidream.print_ability,
        voidream_spanish.print_ability,
    ),
    "dreamweavers": (
        DREAMWEAVERS,
        dreamweavers.read_line,
        of_dreamweavers.print_ability,
        dreamweavers_spanish.print_ability,
    ),
    "dreams of dystopia": (
        DYSTOPIA,
        DYSTOPIA.read,
        of_dystopia.print_ability,
        dystopia_spanish.print_ability,
    ),
}


def collect(part: Any, pool: Pool) -> None:
    """Record every value of every field within a text."""
    if isinstance(part, tuple):
        for inner in part:  # pyright: ignore[reportUnknownVariableType]
            collect(inner, pool)
    elif isinstance(part, Node):
        for field in part.__struct_fields__:
            value = getattr(part, field)
            pool.setdefault((type(part), field), {}).setdefault(repr(value), value)
            collect(value, pool)


def classes(part: Any) -> object:
    """Return the classes of a text's nodes."""
    if isinstance(part, tuple):
        return tuple(map(classes, part))  # pyright: ignore[reportUnknownArgumentType]
    if isinstance(part, Node):
        return type(part), tuple(classes(getattr(part, field)) for field in part.__struct_fields__)
    return None


def near(part: Any, pool: Pool, chance: random.Random) -> Iterator[Any]:
    """Yield texts that differ in one field, or by two swapped fields."""
    if isinstance(part, tuple):
        for at, inner in enumerate(part):  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
            yield from ((*part[:at], other, *part[at + 1 :]) for other in near(inner, pool, chance))
    elif isinstance(part, Node):
        values = {field: getattr(part, field) for field in part.__struct_fields__}
        for (one, first), (other, second) in combinations(values.items(), 2):
            if first is not None and type(first) is type(second):
                yield replace(part, **{one: second, other: first})
        for field, value in values.items():
            known = list(pool[type(part), field].values())
            for other in chance.sample(known, min(4, len(known))):
                yield replace(part, **{field: other})
            yield from (replace(part, **{field: other}) for other in near(value, pool, chance))


@pytest.mark.parametrize("game", GAMES)
def test_lines_that_differ_in_english_differ_in_spanish(game: str) -> None:
    language, read, english, spanish = GAMES[game]
    chance, walker, pool = random.Random("pairs"), Walker(language, "pairs"), Pool()
    texts: list[Any] = []
    built: Counter[object] = Counter()
    while len(texts) < 120:
        try:
            text = read(walker.line())
        except CardError:
            continue
        built[classes(text)] += 1
        if built[classes(text)] <= 12:  # In a strict language most lines have a few short forms.
            texts.append(text)
    collect(tuple(texts), pool)
    printed: dict[str, str] = {}
    alike: list[tuple[str, str]] = []
    for text in texts:
        for other in islice(near(text, pool, chance), 60):
            try:
                line = english(other)
                if read(line) != other:
                    continue  # Not a text of the language, such as a number without a noun.
            except (CardError, AttributeError, TypeError, LookupError):
                continue
            known = printed.setdefault(spanish(other), line)
            if known != line:
                alike.append((known, line))
    assert alike == []
    assert len(printed) > 500
