"""The rules of Dreamweavers for lookup: short summaries of terms, sections and rulings."""

from functools import partial

from engine.kernel import law

LAW = law.Law(
    package="engine.dreamweavers.law",
    context="Dreamweavers law",
    letters="DW",
    within=r'([^"]+) ".*|(§.+?)[ .]\d{1,3}',
    opening="""\
# Rulings of Dreamweavers

How Dreamweavers' rulebook is read here where it is silent or could be read two ways. The numbers are stable: the
match log, the answers to "why can't I?" and the tests cite them. "§" is a section of the rulebook.

This page is generated from `engine/dreamweavers/law/rulings.toml`; change a ruling there. In the game, `/rules` and
`voidream rules` show each of them.
""",
)
terms, sections, rulings = partial(law.terms, LAW), partial(law.sections, LAW), partial(law.rulings, LAW)
entries, cited, terms_in = partial(law.entries, LAW), partial(law.cited, LAW), partial(law.terms_in, LAW)
cite, page = partial(law.cite, LAW), partial(law.page, LAW)
