"""The reference of the card language for card authors, generated from the grammar, its data types and the set.

`python -m cards.voidream.reference` writes `docs/card-language.md`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import cast, get_args

from cards.language.errors import either
from cards.language.first_words import written
from cards.language.records import Word, meaning_of
from cards.voidream.card_schema import KEYS, MIND_KEYS, keys_of, source
from cards.voidream.language import tree
from cards.voidream.language.linter import keyword_reach
from cards.voidream.language.printer import print_ability
from cards.voidream.language.reader import read_text
from cards.voidream.language.spellings import SPELLINGS
from cards.voidream.language.tree import NUMBERED_KEYWORDS, KeywordName, Node
from cards.voidream.language.words import LANGUAGE, VOIDREAM
from cards.voidream.library import the_set
from cards.voidream.model import Kind
from cards.voidream.reference_examples import UNWRITTEN, Examples, key_of
from cards.voidream.reference_texts import (
    HEAD,
    HOLDS,
    KEYS_INTRODUCTION,
    KEYWORDS,
    MORE,
    MORE_INTRODUCTION,
    REFERENCES,
    UNDERSTOOD,
    UNDERSTOOD_INTRODUCTION,
)

PAGE = Path(__file__).parents[2] / "docs" / "card-language.md"

SECTIONS: Sequence[tuple[str, str, Sequence[type[Node] | type[Word]]]] = [
    ("Lines", "Every printed line has one of these forms.", [*get_args(tree.Ability)]),
    (
        "Instructions",
        "An instruction without a subject is performed by you (“Evoke.”). Most can have another subject: “Your opponent evokes.”, "
        "“Each player evokes.”",
        [*get_args(tree.PlainInstruction)],
    ),
    ("Options, conditions and repetition", "", [tree.May, tree.IfYouDo, tree.If, tree.ChooseOne, tree.ForEach]),
    ("Continuous effects", "These apply for some time, and are joined with “and”.", [*get_args(tree.Ongoing), tree.Duration, tree.Ban, tree.Prohibition]),
    ("Choices of cards", "", [*get_args(tree.Selection)]),
    ("Descriptions of cards", "", [tree.Filter, tree.Trait, tree.Faction, tree.Noun, tree.Test, tree.Zone]),
    ("Numbers", "You can write X instead of any number, and define it at the end of the instruction.", [*get_args(tree.Amount), tree.Stat, tree.Relation]),
    ("Conditions", "Conditions follow “if”, “while” and “play this card only if”.", [*get_args(tree.Condition), tree.Comparison]),
    ("Triggers", "", [tree.TriggerEvent, tree.Timing, tree.TriggerType, tree.Often]),
    ("Players, conflicts, places", "", [tree.Player, tree.ConflictKind, tree.Place]),
]  # fmt: skip
"""The sections of the page: title, introduction, and the types that the section explains."""


_WORDING = re.compile(r"(?:[,/] |, or |or |and )`([^`]+)`(?: \([^)]*\))?")
"""A wording after its separator from the previous one, with a remark that may follow it."""

UNWORDED: dict[type[Node], str] = {
    tree.Line: "an effect",
    tree.Number: "a number",
    tree.TriggerEvent: "an event",
}
"""The names of forms whose wordings are listed elsewhere."""


def wordings(form: type[Node]) -> list[str]:
    """Return the consecutive wordings at the beginning of a type's docstring, or after its first words."""
    text = " ".join((form.__doc__ or "").split())
    quoted: list[str] = []
    remaining = ", " + text[text.find("`") :]
    while match := _WORDING.match(remaining):
        quoted.append(match[1])
        remaining = remaining[match.end() :].lstrip()
    return quoted


def page() -> str:
    """Return the whole page."""
    examples = Examples(the_set())
    blocks = [HEAD, _keys_table(), *_kinds()]
    for title, introduction, types in SECTIONS:
        blocks.append(f"## {title}")
        blocks += [introduction] if introduction else []
        forms = [form for form in types if issubclass(form, Node)]
        blocks += ["\n".join(_entry(form, examples) for form in forms)] if forms else []
        for word_type in types:
            if issubclass(word_type, Word):
                blocks += [
                    f"### {_HEADINGS[word_type]}",
                    "\n".join(_word(word, examples) for word in word_type),
                ]
        if title == "Lines":
            blocks += ["## Keywords", KEYWORDS, "\n".join(_keyword(name, examples) for name in KeywordName)]
    blocks += ["## More lines", MORE_INTRODUCTION, "\n".join(f"- `{text}`" for _, text in MORE)]
    blocks += [f"{REFERENCES}\n{_prices()}", _understood(), _words()]
    return "\n\n".join(blocks) + "\n"


_HEADINGS: dict[type[Word], str] = {
    tree.Duration: "Durations",
    tree.Ban: "Actions that can be forbidden to cards",
    tree.Prohibition: "Actions that can be forbidden to players",
    tree.Trait: "States",
    tree.Faction: "Factions",
    tree.Noun: "Nouns",
    tree.Zone: "Zones",
    tree.Stat: "The three numbers on an entity",
    tree.Relation: "Comparisons of two numbers",
    tree.Often: "Limits of use",
    tree.Comparison: "Comparisons with a fixed number",
    tree.Timing: "Timing",
    tree.TriggerType: "Events",
    tree.Player: "Players",
    tree.ConflictKind: "Kinds of conflict",
    tree.Place: "Ends of a deck",
}


def _entry(form: type[Node], examples: Examples) -> str:
    names = wordings(form)
    head = " · ".join(f"`{wording}`" for wording in names) or f"*{UNWORDED[form]}*"
    return f"- {head}\n  {meaning_of(form)}\n  {examples.of(form)}"


def _word(word: Word, examples: Examples) -> str:
    entry = f"- `{_spelling(word)}`: {word.record.means}"
    return entry if key_of(word) in map(key_of, UNWRITTEN) else f"{entry}\n  {examples.of(word)}"


def _spelling(word: Word) -> str:
    """Return a word's spelling in a text, with placeholders for its variable parts."""
    match word:
        case tree.Faction():
            return "neutral" if word is tree.Faction.NEUTRAL else word.value.replace("-", " ").title()
        case tree.Trait.ANOTHER:
            return "another"
        case tree.Comparison() if not word.value:
            return "exactly"
        case tree.Duration() if not word.value:
            return "until the end of the phase"
        case tree.TriggerType():
            return word.value.format(who="…", what="a card …", their="their")
        case _:
            return word.value


def _keyword(name: KeywordName, examples: Examples) -> str:
    kinds = [kind.value for kind in Kind if kind in keyword_reach(name).on]
    x = " X" if name in NUMBERED_KEYWORDS else ""
    return f"- `{name.capitalize()}{x}.` {name.record.means} On: {', '.join(kinds)}.\n  {examples.of(name)}"


def _keys_table() -> str:
    rows = [
        f"| {' | '.join(['key', *(kind.value for kind in Kind), 'content'])} |",
        f"| {' | '.join(['---'] * (len(Kind) + 2))} |",
    ]
    for key in KEYS.values():
        cells = [f"`{key}`"]
        for kind in Kind:
            needed, allowed = keys_of(kind)
            cells.append("yes" if key in needed else "may" if key in allowed else "")
        rows.append(f"| {' | '.join([*cells, HOLDS[key]])} |")
    return "\n".join(["## Keys of a card", KEYS_INTRODUCTION, "\n".join(rows)]).replace("\n", "\n\n", 2)


def _kinds() -> Iterator[str]:
    yield "### A card of each kind"
    for kind in Kind:
        cards = [card for card in the_set() if card.kind is kind and not card.major]
        if kind is Kind.BASTION:
            cards = [card for card in cards if card.back and card.back.text] or cards
        shortest = min((toml(source(card)) for card in cards), key=len)
        yield f"```toml\n{shortest}```"


def toml(card: dict[str, object]) -> str:
    """Return a card in the format of a card file."""
    lines = ["[[card]]"]
    for key, value in card.items():
        if value is False:
            continue
        if key in ("text", "inverted", "back", *MIND_KEYS) and isinstance(value, str) and "\n" in value:
            lines.append(f'{key} = """\n{value}\n"""')
        elif value is True:
            lines.append(f"{key} = true")
        elif isinstance(value, list):
            lines.append(f"{key} = [{', '.join(_quoted(str(word)) for word in cast('list[object]', value))}]")
        else:
            lines.append(f"{key} = {_quoted(value) if isinstance(value, str) else value}")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return f"'{text}'" if '"' in text else f'"{text}"'


def _prices() -> str:
    """Return the list of possible prices: the verb for actions on cards, the whole wording for others."""
    prices: list[str] = []
    for entry in VOIDREAM.entries:
        if "cost" in entry.flags:
            wording = written([form for form in entry.forms if form.printed][-1], VOIDREAM)
            prices.append(wording.split()[0] if entry.facts else wording.removesuffix(" by …"))
    return f"- A price (before the colon) is one of these: {either(prices)}."


def _understood() -> str:
    rows = [f"- `{line}` → `{print_ability(read_text(line, kind)[0])}`" for kind, line in UNDERSTOOD]
    return "\n\n".join(["## Other accepted wordings", UNDERSTOOD_INTRODUCTION, "\n".join(rows)])


def _words() -> str:
    known_words = sorted(
        {literal.strip(" ,;:.") or literal for literal in LANGUAGE.grammar.terminals.values()}, key=str.lower
    )
    return "\n\n".join(
        [
            "## Every word",
            "Apart from numbers, titles and types, the grammar has only these words. "
            "“a” can also be “an”, and “is” can be “are”. "
            f"The plurals are {', '.join(VOIDREAM.plurals.values())}. After “your opponent” or “each player”, verbs are in the "
            f"third person ({', '.join([*VOIDREAM.verbs.values()][:4])}, …).",
            ", ".join(f"`{word}`" for word in known_words),
            "Accepted synonyms: "
            + ", ".join(
                f"`{spelling}` is `{meaning}`"
                for spelling, meaning in sorted(SPELLINGS.items())
                if spelling not in LANGUAGE.grammar.terminals.values()
            )
            + ".",
        ]
    )


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
