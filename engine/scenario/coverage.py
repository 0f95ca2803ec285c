"""Coverage: the number of scenarios that test each section of the rulebook and each ruling."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from engine.scenario.citations import Citable, Citables, Citation
from engine.scenario.model import Scenario


class CoveredEntry(msgspec.Struct):
    """A section or a ruling, and the scenarios that cite it."""

    what: Citable
    scenarios: list[Scenario] = msgspec.field(default_factory=list[Scenario])

    @property
    def files(self) -> list[str]:
        """The files of these scenarios."""
        return sorted({scenario.file for scenario in self.scenarios})


class UnknownCitation(msgspec.Struct, frozen=True):
    """An invalid citation: its place, and what is wrong with it."""

    file: str
    citation: Citation
    why: str

    def __str__(self) -> str:
        """Return the problem in one line."""
        place = self.citation.place
        return f"{self.file}, line {place.line}, column {place.column}: {self.why}"


class Coverage(msgspec.Struct, frozen=True):
    """The rules tested by a number of scenarios."""

    entries: tuple[CoveredEntry, ...]
    """Everything that can be cited: the rulebook's sections in order, then the rulings."""
    unknown: tuple[UnknownCitation, ...]

    @property
    def empty(self) -> list[str]:
        """The rules that no scenario tests."""
        return [covered.what.citation for covered in self.entries if not covered.scenarios]


def coverage(scenarios: Iterable[Scenario], citable: Citables) -> Coverage:
    """Count citations: each scenario counts once for each rule that it cites."""
    entries = {entry.citation: CoveredEntry(entry) for entry in citable.entries}
    unknown: list[UnknownCitation] = []
    for scenario in scenarios:
        cited: dict[str, None] = {}
        for citation in scenario.citations:
            entry = citable.find(citation.text)
            if entry is not None:
                cited[entry.citation] = None
            else:
                problem = UnknownCitation(scenario.file, citation, citable.why_unknown(citation.text))
                if problem not in unknown:
                    unknown.append(problem)
        for citation in cited:
            entries[citation].scenarios.append(scenario)
    return Coverage(tuple(entries.values()), tuple(unknown))
