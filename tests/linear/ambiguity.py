"""Checks whether a regular expression can backtrack for long: a proof that it can't, or an example.

Python's parser reads the pattern. It becomes an automaton with one state per character position (Glushkov's
construction) and the number of different transitions between each two states. Backtracking takes more than linear time
only if one text has several paths (Weber and Seidl, 1991):

- exponentially many: some state leads back to itself by the same text in two different ways;
- polynomially many: some text leads from a state to itself, from there to another, and from that one to itself.

The second case covers the cost of a search, which starts again at every character: it is a pattern with a loop before it.
Inexact parts of the model allow more texts than the pattern, so a proof remains valid.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any, TypeVar

COPIES = 64
"""The maximum count for which bounded repetitions are expanded. Higher ones are treated as unbounded."""

# One character for each class that a pattern can distinguish, apart from those it names.
_SAMPLES = "\n\r \t\u00a0aAzZ_09\u0663é\u0130ſ\u212a–\u0301-"


@dataclass(frozen=True, slots=True)
class Finding:
    """An input that makes a pattern backtrack, exponentially or polynomially: repetitions of `text`."""

    exponential: bool
    text: str

    def __str__(self) -> str:
        return f"{'exponential' if self.exponential else 'polynomial'} on {self.text!r} again and again"


Ways = dict[tuple[int, frozenset[str]], int]
"""The next states, the next characters allowed, and the number of ways."""


@dataclass(slots=True)
class _Part:
    """A part of a pattern: its first and last states, and the next characters for which it can be empty."""

    first: Ways = field(default_factory=dict)
    last: Ways = field(default_factory=dict)
    empty: dict[frozenset[str], int] = field(default_factory=dict)


class Automaton:
    """The automaton of a pattern over a small alphabet that stands for all characters."""

    def __init__(self, pattern: str, flags: int = 0, *, search: bool = False, whole: bool = False) -> None:
        tree = parser.parse(pattern, flags)
        self.flags = flags | tree.state.flags
        self.alphabet = frozenset(_SAMPLES) | frozenset(_named(tree))
        self.reads: list[frozenset[str]] = []
        self.follow: dict[int, Ways] = defaultdict(dict)
        self.search = search
        before = self._loop(self._read(self.alphabet)) if search else self._nothing()
        self.part = self._then(before, self._row(tree))
        self.whole = whole
        self.finish()

    # -- building

    def _read(self, characters: frozenset[str]) -> _Part:
        number = len(self.reads)
        self.reads.append(characters)
        anything = {(number, self.alphabet): 1}
        return _Part(dict(anything), dict(anything))

    def _nothing(self, following: frozenset[str] | None = None) -> _Part:
        return _Part(empty={self.alphabet if following is None else following: 1})

    def _join(self, ends: Ways, begins: Ways) -> None:
        for (one, allowed), ways in ends.items():
            for (other, also), more in begins.items():
                key = (other, allowed & also)
                self.follow[one][key] = self.follow[one].get(key, 0) + ways * more

    def _then(self, one: _Part, other: _Part) -> _Part:
        self._join(one.last, other.first)
        return _Part(
            _added(one.first, _through(one.empty, other.first)),
            _added(other.last, _through(other.empty, one.last)),
            _crossed(one.empty, other.empty),
        )

    def _either(self, parts: Iterable[_Part]) -> _Part:
        out = _Part()
        for part in parts:
            out = _Part(
                _added(out.first, part.first), _added(out.last, part.last), _sum(out.empty, part.empty)
            )
        return out

    def _loop(self, part: _Part) -> _Part:
        self._join(part.last, part.first)
        return _Part(part.first, part.last, {self.alphabet: 1})

    def _row(self, items: Any) -> _Part:
        part = self._nothing()
        for kind, value in items:
            part = self._then(part, self._item(kind, value))
        return part

    def _item(self, kind: Any, value: Any) -> _Part:
        match kind:
            case op.LITERAL | op.NOT_LITERAL | op.ANY | op.IN:
                return self._read(self._set(kind, value))
            case op.BRANCH:
                return self._either(self._row(branch) for branch in value[1])
            case op.SUBPATTERN:
                return self._row(value[3])
            case op.ATOMIC_GROUP:
                return self._row(value)
            case op.MAX_REPEAT | op.MIN_REPEAT | op.POSSESSIVE_REPEAT:
                return self._repeated(kind, *value)
            case op.ASSERT | op.ASSERT_NOT:
                return self._looked(kind, *value)
            case op.AT if self.search and value in (op.AT_BEGINNING_STRING, op.AT_BEGINNING):
                # After a consumed character it fails immediately.
                multiline = self.flags & re.MULTILINE and value is op.AT_BEGINNING
                return self._nothing() if multiline else _Part()
            case op.AT:
                return self._nothing(self._at(value))
            case op.GROUPREF:
                return self._loop(self._read(self.alphabet))
            case op.GROUPREF_EXISTS:
                return self._either([self._row(value[1]), self._row(value[2] or [])])
            case _:
                raise NotImplementedError(f"{kind} in a pattern")

    def _repeated(self, kind: Any, low: int, high: Any, body: Any) -> _Part:
        single = len(body) == 1 and body[0][0] in (op.LITERAL, op.NOT_LITERAL, op.ANY, op.IN)
        part = self._nothing()
        for _ in range(min(low, COPIES)):
            part = self._then(part, self._row(body))
        if high is op.MAXREPEAT or high - low > COPIES or low > COPIES:
            rest = self._loop(self._row(body))
        else:
            rest = self._nothing()
            for _ in range(high - low):
                rest = self._either([self._nothing(), self._then(self._row(body), rest)])
        part = self._then(part, rest)
        if kind is op.POSSESSIVE_REPEAT and single and high is op.MAXREPEAT:
            # It never backtracks: the following part begins with another character.
            others = self.alphabet - self._set(*body[0])
            return self._then(part, self._nothing(others))
        return part

    def _looked(self, kind: Any, direction: int, body: Any) -> _Part:
        single = len(body) == 1 and body[0][0] in (op.LITERAL, op.NOT_LITERAL, op.ANY, op.IN)
        if direction > 0 and single:
            characters = self._set(*body[0])
            return self._nothing(characters if kind is op.ASSERT else self.alphabet - characters)
        # A lookahead is read again by the following part: a path that leads nowhere else.
        return self._either([self._nothing(), _Part(first=self._row(body).first)])

    def _at(self, where: Any) -> frozenset[str] | None:
        if where is op.AT_END_STRING:
            return frozenset()
        if where is op.AT_END:
            return frozenset("\n")
        return None

    def _set(self, kind: Any, value: Any) -> frozenset[str]:
        one = parser.SubPattern(parser.State(), [(kind, value)])
        compiled = _compiled(one, self.flags)
        return frozenset(c for c in self.alphabet if compiled.fullmatch(c))

    # -- analysis

    def finish(self) -> None:
        """Number the classes of characters that the pattern doesn't distinguish, and write the transitions with them."""
        sets = {*self.reads, *(allowed for ways in self.follow.values() for _, allowed in ways)}
        kinds: dict[tuple[bool, ...], str] = {}
        for c in sorted(self.alphabet):
            kinds.setdefault(tuple(c in one for one in sets), c)
        self.kinds = list(kinds.values())
        masks = {one: sum(1 << n for n, c in enumerate(self.kinds) if c in one) for one in sets}
        self.steps: list[list[tuple[int, int, int]]] = []
        for state in range(len(self.reads)):
            found: dict[tuple[int, int], int] = {}
            for (other, allowed), ways in self.follow[state].items():
                mask = masks[allowed] & masks[self.reads[other]]
                if mask:
                    found[other, mask] = found.get((other, mask), 0) + ways
            self.steps.append([(other, mask, ways) for (other, mask), ways in found.items()])

    def read(self, mask: int) -> str:
        """Return a character from a set of classes."""
        return self.kinds[(mask & -mask).bit_length() - 1]

    def can_fail(self, state: int) -> bool:
        """Return whether the match may still fail after this state: not if it is already complete."""
        if self.whole:
            # It can't fail if it accepts everything up to the end.
            every = (1 << len(self.kinds)) - 1
            return not (
                any(n == state and allowed == self.alphabet for n, allowed in self.part.last)
                and any(other == state and mask == every for other, mask, _ in self.steps[state])
            )
        return not self.is_end(state)

    def is_end(self, state: int) -> bool:
        """Return whether the match may be complete with this state."""
        return not self.whole and any(
            n == state and allowed == self.alphabet for n, allowed in self.part.last
        )


def findings(pattern: str, flags: int = 0, *, search: bool = True, whole: bool = False) -> Finding | None:
    """Return an input that makes a pattern backtrack, or None.

    `search`: it may match anywhere in a text. `whole`: it must match the whole text. Raises re.error for an invalid
    pattern.
    """
    once = Automaton(pattern, flags, whole=whole)
    finding = _exponential(once) or _polynomial(once)
    if finding is None and search:
        finding = _polynomial(Automaton(pattern, flags, search=True))
    return finding


Pair = tuple[int, int]


def _exponential(auto: Automaton) -> Finding | None:
    """Find a state to which a text leads back in two different ways."""
    split: set[tuple[int, int]] = set()
    todo: list[Pair] = [(state, state) for state in range(len(auto.reads))]
    graph = {pair: list[Pair]() for pair in todo}
    for pair in todo:
        one, other = pair
        out: set[Pair] = set()
        for n, (a, mask, ways) in enumerate(auto.steps[one]):
            for m, (b, also, _) in enumerate(auto.steps[other]):
                if mask & also:
                    if one == other and a == b and (n != m or ways > 1):
                        split.add((one, a))
                    out.add((a, b) if a <= b else (b, a))
        graph[pair] = list(out)
        for new in out:
            if new not in graph:
                graph[new] = []
                todo.append(new)
    for group in _circles(graph):
        same = [a for a, b in group if a == b and auto.can_fail(a)]
        if same and (any(a != b for a, b in group) or any((a, b) in split for a in same for b in same)):
            return Finding(True, "".join(sorted({auto.read(_mask(auto, a)) for a in same})))
    return None


def _polynomial(auto: Automaton) -> Finding | None:
    """Find a text that leads from a state to itself, from it to another, and from that one to itself."""
    circle = {
        state: number
        for number, group in enumerate(
            _circles({s: [o for o, _, _ in steps] for s, steps in enumerate(auto.steps)})
        )
        for state in group
    }
    inside = {s: [(o, mask) for o, mask, _ in auto.steps[s] if circle.get(o) == circle[s]] for s in circle}
    pairs = {
        (p, q): [(a, b) for a, mask in inside[p] for b, also in inside[q] if mask & also]
        for p in circle
        for q in circle
    }
    for group in _circles(pairs):
        for p, q in group:
            if p == q or not auto.can_fail(q):
                continue
            # If a search succeeds on the way, it starts again only after that.
            restarts = auto.search and p == 0
            start = (p, p, q)
            seen = {start: ""}
            todo = [start]
            for triple in todo:
                for a, first in inside[triple[0]]:
                    for b, third in inside[triple[2]]:
                        if not (both := first & third) or (restarts and auto.is_end(b)):
                            continue
                        for middle, mask, _ in auto.steps[triple[1]]:
                            if not mask & both:
                                continue
                            new = (a, middle, b)
                            if new not in seen:
                                seen[new] = seen[triple] + auto.read(mask & both)
                                if new == (p, q, q):
                                    return Finding(False, seen[new])
                                todo.append(new)
    return None


def _mask(auto: Automaton, state: int) -> int:
    return sum(1 << n for n, c in enumerate(auto.kinds) if c in auto.reads[state]) or 1


N = TypeVar("N")


def _circles(graph: Mapping[N, Sequence[N]]) -> list[list[N]]:
    """Return the strongly connected components of a graph that contain a cycle (Tarjan, 1972)."""
    index: dict[N, int] = {}
    low: dict[N, int] = {}
    stack: list[N] = []
    on: set[N] = set()
    out: list[list[N]] = []
    for root in graph:
        if root in index:
            continue
        index[root] = low[root] = len(index)
        stack.append(root)
        on.add(root)
        work = [(root, iter(graph[root]))]
        while work:
            node, rest = work[-1]
            for other in rest:
                if other not in index:
                    index[other] = low[other] = len(index)
                    stack.append(other)
                    on.add(other)
                    work.append((other, iter(graph[other])))
                    break
                if other in on:
                    low[node] = min(low[node], index[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    group: list[N] = []
                    while True:
                        member = stack.pop()
                        on.discard(member)
                        group.append(member)
                        if member == node:
                            break
                    if len(group) > 1 or node in graph[node]:
                        out.append(group)
    return out


def _compiled(one: Any, flags: int) -> re.Pattern[str]:
    from re import _compiler  # type: ignore[attr-defined]

    one.state.flags = flags
    one.state.str = ""
    code = _compiler._code(one, flags)
    import _sre

    return _sre.compile("", flags, code, 0, {}, ())  # type: ignore[no-any-return]


def _named(tree: Any) -> Iterator[str]:
    """Yield a pattern's literal characters in both cases, and the ends of its ranges with their neighbours."""
    for kind, value in tree:
        match kind:
            case op.LITERAL | op.NOT_LITERAL:
                yield from _cases(value)
            case op.RANGE:
                for code in (value[0], value[1]):
                    yield from _cases(code)
                for code in (value[0] - 1, value[1] + 1):
                    if 0 <= code < 0x110000 and not 0xD800 <= code < 0xE000:
                        yield chr(code)
            case op.IN:
                yield from _named(value)
            case op.BRANCH:
                for branch in value[1]:
                    yield from _named(branch)
            case op.SUBPATTERN:
                yield from _named(value[3])
            case op.ATOMIC_GROUP:
                yield from _named(value)
            case op.MAX_REPEAT | op.MIN_REPEAT | op.POSSESSIVE_REPEAT:
                yield from _named(value[2])
            case op.ASSERT | op.ASSERT_NOT:
                yield from _named(value[1])
            case op.GROUPREF_EXISTS:
                yield from _named(value[1])
                yield from _named(value[2] or [])
            case _:
                pass


def _cases(code: int) -> Iterator[str]:
    for c in {chr(code), chr(code).lower(), chr(code).upper()}:
        if len(c) == 1:
            yield c


def _added(one: Ways, other: Ways) -> Ways:
    out = dict(one)
    for key, ways in other.items():
        out[key] = out.get(key, 0) + ways
    return out


def _sum(one: dict[frozenset[str], int], other: dict[frozenset[str], int]) -> dict[frozenset[str], int]:
    out = dict(one)
    for key, ways in other.items():
        out[key] = out.get(key, 0) + ways
    return out


def _through(empty: dict[frozenset[str], int], ways: Ways) -> Ways:
    out: Ways = {}
    for allowed, count in empty.items():
        for (state, also), more in ways.items():
            key = (state, allowed & also)
            out[key] = out.get(key, 0) + count * more
    return out


def _crossed(one: dict[frozenset[str], int], other: dict[frozenset[str], int]) -> dict[frozenset[str], int]:
    out: dict[frozenset[str], int] = {}
    for allowed, count in one.items():
        for also, more in other.items():
            out[allowed & also] = out.get(allowed & also, 0) + count * more
    return out
