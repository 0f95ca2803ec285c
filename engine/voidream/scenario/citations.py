"""What of Voidream's rules a scenario can cite: the rulebook from §2 to §8, then the rulings."""

from __future__ import annotations

from functools import cache

from engine.scenario.citations import Citable, Citables
from engine.voidream.law.rulings import rulings
from engine.voidream.law.sections import sections


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
