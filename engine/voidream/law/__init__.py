"""The rules of Voidream for lookup: short summaries of terms, sections and rulings."""

from functools import partial

from engine.kernel import law

LAW = law.Law(
    package="engine.voidream.law",
    context="law",
    letters="R",
    ruling="ruling",
    within=r"(.+?) (?:\d+|x|\(x\))",
    opening="""\
# Rulings

How Voidream's rulebook is read here where it is silent or could be read two ways. The numbers are stable: the
match log, the answers to "why can't I?" and the tests cite them. "§" is a section of the rulebook. R1–R53 are as
old as the game; the others were added for cases that these did not settle.

This page is generated from `engine/voidream/law/rulings.toml`; change a ruling there. In the game, `/rules` and
`voidream rules` show each of them.
""",
)
terms, sections, rulings = partial(law.terms, LAW), partial(law.sections, LAW), partial(law.rulings, LAW)
entries, cited, terms_in = partial(law.entries, LAW), partial(law.cited, LAW), partial(law.terms_in, LAW)
cite, page = partial(law.cite, LAW), partial(law.page, LAW)
