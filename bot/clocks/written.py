"""Written time controls and lengths of time, in English and Spanish, taken apart.

Whatever the bot says of a control or a length itself can be typed back. Texts are compared as `plain` returns them.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Literal, cast

Unit = Literal["w", "d", "h", "m"]

_LONGEST_TEXT = 200
"""The maximum length of a written control, in characters."""
_UNIT = (
    r"(?:w|wks?|weeks?|sem|semanas?|d|days?|dias?|h|hrs?|hours?|horas?|m|mins?|minutes?|minutos?)(?![a-z])"
)
_PART = rf"[0-9]{{1,6}} ?{_UNIT} ?"
_LENGTH = rf"(?:{_PART}(?:(?:and|y) (?=[0-9]))?)+"
_RUN = rf"(?:{_PART})+"
"""A length without "and"."""
_NUMBERS = {
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "twelve": 12,
    "diez": 10,
    "doce": 12,
    "un": 1,
    "una": 1,
    "dos": 2,
    "tres": 3,
    "cuatro": 4,
    "cinco": 5,
    "seis": 6,
    "siete": 7,
    "ocho": 8,
    "nueve": 9,
}
"""Numbers that people write as words."""
_NUMBER = rf"\b({'|'.join(_NUMBERS)}) (?={_UNIT})"

_NONE = (
    r"none|no clocks?|no limit|unlimited|off|-|no|nothing|without (?:a )?clocks?|sin reloj(?:es)?|"
    r"sin limites?(?: de tiempo)?|sin tiempo|ilimitado|ningun(?: reloj|o|a)?|nada"
)
_ES_WEEKEND = r"(?:fin(?:es)? de semana|findes?)"
_WEEKENDS = (
    r"[,;]? ?(?:(?:and|y|con|with) )?(?:"
    r"no weekends|weekends? (?:off|free|paused)|"
    r"(?:without|except|pause[sd]?(?: (?:on|at|for|over))?)(?: the)? weekends?|"
    rf"sin (?:contar )?(?:los |el )?{_ES_WEEKEND}|(?:los |el )?{_ES_WEEKEND} (?:libres?|en pausa|no(?: cuentan?)?)|"
    rf"(?:en )?(?:pausas?|pausad[oa]s?|descansos?|parad[oa]s?|libres?|se paran?|excepto|salvo|menos)(?: en| durante)?"
    rf"(?: los| el)? {_ES_WEEKEND})$"
)

_TURN = r"(?:decisions?|decision(?:es)?|moves?|turns?|answers?|jugadas?|turnos?|movimientos?|respuestas?)"
_EVERY = (
    rf"(?:(?:(?:for )?(?:each|every)|per|a|por|(?:por |para |en )?cada) {_TURN}|/ ?{_TURN}|"
    r"each(?: time(?: the turn passes)?)?|every time(?: the turn passes)?|cada un[oa]|"
    r"cada vez(?: que (?:cambia|pasa) el turno)?)"
)
"""Repetitions: for each decision, each time the turn passes."""
_START = (
    r"(?:each|(?:per|for (?:each|every)) (?:player|person)|(?:para )?cada un[oa]|"
    r"(?:por |para )?cada (?:jugador|persona)|por (?:jugador|persona)|to (?:begin|start)(?: with)?|at the start|"
    r"al (?:principio|empezar|inicio)|de (?:reserva|inicio))"
)
"""Words allowed behind the time at the start."""
_MORE = r"(?:more|extra|mas|adicional(?:es)?|de incremento)"
_UP_TO = r"(?:up to|at most|cap|max(?:imum)?(?: of)?|(?:con )?(?:un )?(?:maximo|tope)(?: de)?|hasta(?: un maximo de)?)"
_AT_MOST = r"(?:at most|max(?:imum)?|como (?:maximo|mucho)|(?:de )?(?:maximo|tope))"
_EACH = rf"({_LENGTH})(?:,? ?{_EVERY})?"
# What follows a length must show where it ends: two in a row, with nothing between them, would be one.
_BANK = (
    rf"(?:(?:a )?bank of |(?:una )?reserva de )?({_LENGTH})(?:,? ?{_START})?"
    rf"(?: ?,? ?(?:\+|(?:and |y )?(?:plus|mas|with|con)) ?({_LENGTH}){_MORE}?(?:,? ?{_EVERY})?"
    rf"|(?: ?,| (?:and|y)) ?({_RUN}){_MORE}(?:,? ?{_EVERY})?)"
    rf"(?:[,;]? ?{_UP_TO} ?({_LENGTH}){_AT_MOST}?|[,;] ?({_LENGTH}){_AT_MOST}?|({_PART}){_AT_MOST})?"
)


def plain(typed: str) -> str:
    """Return a text as it is compared: without accents, capitals and needless spaces, its numbers in digits.

    What is far too long to be a control is "".
    """
    spaced = " ".join(typed.casefold().split())
    if len(spaced) > _LONGEST_TEXT:
        return ""
    letters = unicodedata.normalize("NFD", spaced)
    text = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return re.sub(_NUMBER, lambda found: f"{_NUMBERS[found[1]]} ", text)


def is_none(text: str) -> bool:
    """Return whether a text means "no clock"."""
    return re.fullmatch(_NONE, text) is not None


def without_weekends(text: str) -> tuple[str, bool]:
    """Return a text without what it says about weekends at its end, and whether they are off."""
    found = re.search(_WEEKENDS, text)
    return (text, False) if found is None else (text[: found.start()].strip(), True)


def each(text: str) -> str:
    """Return the length in a control such as "2d each"; "" if it is none."""
    found = re.fullmatch(_EACH, text)
    return found[1] if found else ""


def bank(text: str) -> tuple[str, str, str] | None:
    """Return the lengths in a control such as "3d+12h up to 7d", the last one "" where it is left out."""
    found = re.fullmatch(_BANK, text)
    return (found[1], found[2] or found[3], found[4] or found[5] or found[6] or "") if found else None


def is_length(text: str) -> bool:
    """Return whether a text is a length of time and nothing else."""
    return re.fullmatch(_LENGTH, text) is not None


def parts(text: str) -> list[tuple[int, Unit]]:
    """Return the parts of a length: "1 week 2d" is 1 "w" and 2 "d"."""
    found = re.findall(r"([0-9]{1,6}) ?([a-z])", text)
    return [(int(n), cast("Unit", "w" if unit == "s" else unit)) for n, unit in found]
