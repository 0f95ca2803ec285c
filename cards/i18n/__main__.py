"""`python -m cards.i18n` keeps the texts of all languages for the next start."""

from cards.i18n.grammar import Locale
from cards.i18n.texts import cache_of, contents_of, read

for locale in Locale:
    if locale is not Locale.ENGLISH:
        contents = contents_of(locale)
        cache_of(locale).keep(contents, read(contents))
