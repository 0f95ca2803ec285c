"""What of Dreamweavers' rules a scenario can cite: the sections of the rulebook and their parts, then the rulings."""

from functools import partial

from engine.dreamweavers.law import LAW
from engine.scenario.citations import citables

citable = partial(citables, LAW)
