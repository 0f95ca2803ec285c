"""Parsing of time controls and durations, in English and Spanish.

Everything that the bot itself writes about a control or a duration can be typed back. Texts are compared in
the form that `plain` returns.
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
"""A duration without "and"."""
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
"""Numbers written as words."""
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
"""Repetitions: per decision, or each time the turn passes."""
_START = (
    r"(?:each|(?:per|for (?:each|every)) (?:player|person)|(?:para )?cada un[oa]|"
    r"(?:por |para )?cada (?:jugador|persona)|por (?:jugador|persona)|to (?:begin|start)(?: with)?|at the start|"
    r"al (?:principio|empezar|inicio)|de (?:reserva|inicio))"
)
"""Words allowed after the time at the start."""
_MORE = r"(?:more|extra|mas|adicional(?:es)?|de incremento)"
_UP_TO = r"(?:up to|at most|cap|max(?:imum)?(?: of)?|(?:con )?(?:un )?(?:maximo|tope)(?: de)?|hasta(?: un maximo de)?)"
_AT_MOST = r"(?:at most|max(?:imum)?|como (?:maximo|mucho)|(?:de )?(?:maximo|tope))"
_EACH = rf"({_LENGTH})(?:,? ?{_EVERY})?"
# Durations must be separated: two in a row would be parsed as one.
_BANK = (
    rf"(?:(?:a )?bank of |(?:una )?reserva de )?({_LENGTH})(?:,? ?{_START})?"
    rf"(?: ?,? ?(?:\+|(?:and |y )?(?:plus|mas|with|con)) ?({_LENGTH}){_MORE}?(?:,? ?{_EVERY})?"
    rf"|(?: ?,| (?:and|y)) ?({_RUN}){_MORE}(?:,? ?{_EVERY})?)"
    rf"(?:[,;]? ?{_UP_TO} ?({_LENGTH}){_AT_MOST}?|[,;] ?({_LENGTH}){_AT_MOST}?|({_PART}){_AT_MOST})?"
)


def plain(typed: str) -> str:
    """Return a text in the form for comparison: no accents, capitals or extra spaces, and numbers in digits.

    A text that is far too long becomes "".
    """
    spaced = " ".join(typed.casefold().split())
    if len(spaced) > _LONGEST_TEXT:
        return ""
    letters = unicodedata.normalize("NFD", spaced)
    text = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return re.sub(_NUMBER, lambda match: f"{_NUMBERS[match[1]]} ", text)


def is_none(text: str) -> bool:
    """Return whether a text means "no clock"."""
    return re.fullmatch(_NONE, text) is not None


def without_weekends(text: str) -> tuple[str, bool]:
    """Return a text without its ending about weekends, and whether they are off."""
    weekends_match = re.search(_WEEKENDS, text)
    return (text, False) if weekends_match is None else (text[: weekends_match.start()].strip(), True)


def each(text: str) -> str:
    """Return the duration in a control such as "2d each"; "" for other texts."""
    control_match = re.fullmatch(_EACH, text)
    return control_match[1] if control_match else ""


def bank(text: str) -> tuple[str, str, str] | None:
    """Return the durations in a control such as "3d+12h up to 7d"; the last one is "" if it is missing."""
    control_match = re.fullmatch(_BANK, text)
    return (
        (
            control_match[1],
            control_match[2] or control_match[3],
            control_match[4] or control_match[5] or control_match[6] or "",
        )
        if control_match
        else None
    )


def is_length(text: str) -> bool:
    """Return whether a text is exactly a duration."""
    return re.fullmatch(_LENGTH, text) is not None


def parts(text: str) -> list[tuple[int, Unit]]:
    """Return the parts of a duration: "1 week 2d" is 1 "w" and 2 "d"."""
    unit_matches = re.findall(r"([0-9]{1,6}) ?([a-z])", text)
    return [(int(n), cast("Unit", "w" if unit == "s" else unit)) for n, unit in unit_matches]
