"""What of Dreamweavers' rules a scenario can cite: the sections of the rulebook and their parts, then the rulings."""

from __future__ import annotations

from functools import cache

from engine.dreamweavers.law.rulings import rulings
from engine.dreamweavers.law.sections import sections
from engine.scenario.citations import Citable, Citables


@cache
def citable() -> Citables:
    """Return all of them."""
    return Citables(
        [
            *(
                Citable(section.citations[0], section.about, section.citations[1:])
                for section in sections()
                if section.about
            ),
            *(Citable(ruling.citation, ruling.title) for ruling in rulings()),
        ]
    )
