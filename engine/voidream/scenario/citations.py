"""What of Voidream's rules a scenario can cite: the rulebook from §2 to §8, then the rulings."""

from functools import partial

from engine.scenario.citations import citables
from engine.voidream.law import LAW

citable = partial(citables, LAW)
