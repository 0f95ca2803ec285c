"""Time controls as people write them."""

import pytest

from bot.clocks import TimeControl, UnknownZone, UnreadableControl, find_zone, read_control
from bot.clocks.control import DAY, HOUR, MINUTE, read_length
from bot.discord.time_format import OFFERED, control_in_words
from bot.people.locales import translator_for
from cards.i18n import Locale

READ = {
    "none": TimeControl(),
    "No clock": TimeControl(),
    "2d": TimeControl("each", 2 * DAY),
    "36 hours per decision": TimeControl("each", 36 * HOUR),
    "1d 6h each, weekends off": TimeControl("each", 30 * HOUR, weekends_off=True),
    "3d+12h": TimeControl("bank", 3 * DAY, 12 * HOUR, 6 * DAY),
    "3 days + 12 hours, up to 1 week": TimeControl("bank", 3 * DAY, 12 * HOUR, 7 * DAY),
    "30m + 5m max 1h; no weekends": TimeControl("bank", 30 * MINUTE, 5 * MINUTE, HOUR, True),
    "5d+0h": TimeControl("bank", 5 * DAY, 0, 10 * DAY),
    "3 days each, plus 12 hours per move, weekends off": TimeControl(
        "bank", 3 * DAY, 12 * HOUR, 6 * DAY, True
    ),
    "two days and 6 hours for every decision": TimeControl("each", 54 * HOUR),
}

SPANISH = {
    "sin reloj": TimeControl(),
    "Sin límite de tiempo": TimeControl(),
    "ninguno": TimeControl(),
    "3 días cada uno, más 12 horas por jugada, pausa el fin de semana": TimeControl(
        "bank", 3 * DAY, 12 * HOUR, 6 * DAY, True
    ),
    "3 dias mas 12 horas por turno, hasta 7 dias": TimeControl("bank", 3 * DAY, 12 * HOUR, 7 * DAY),
    "3d+12h hasta 7d, sin fines de semana": TimeControl("bank", 3 * DAY, 12 * HOUR, 7 * DAY, True),
    "tres días, doce horas más por jugada, una semana como máximo": TimeControl(
        "bank", 3 * DAY, 12 * HOUR, 7 * DAY
    ),
    "5 días para cada uno y 1 día más cada vez, con un máximo de 10 días y pausa los fines de semana": TimeControl(
        "bank", 5 * DAY, DAY, 10 * DAY, True
    ),
    "2 horas con 10 minutos de incremento, tope 4 horas": TimeControl(
        "bank", 2 * HOUR, 10 * MINUTE, 4 * HOUR
    ),
    "2 días cada uno": TimeControl("each", 2 * DAY),
    "36 horas por decisión": TimeControl("each", 36 * HOUR),
    "1 día y 6 horas cada jugada; los fines de semana no cuentan": TimeControl("each", 30 * HOUR, 0, 0, True),
    "Un día por jugada, fines de semana libres": TimeControl("each", DAY, 0, 0, True),
    "una semana": TimeControl("each", 7 * DAY),
}


@pytest.mark.parametrize("typed", READ)
def test_typed_controls_are_parsed(typed: str) -> None:
    control = read_control(typed)
    assert control == READ[typed]
    assert read_control(str(control)) == control


@pytest.mark.parametrize("typed", SPANISH)
def test_typed_spanish_controls_are_parsed(typed: str) -> None:
    assert read_control(typed) == SPANISH[typed]


@pytest.mark.parametrize("locale", Locale)
@pytest.mark.parametrize("control", OFFERED, ids=str)
def test_the_description_of_a_control_can_be_typed(control: TimeControl, locale: Locale) -> None:
    assert read_control(control_in_words(control, translator_for(locale))) == control


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("soon", "“soon” isn't a time control."),
        ("3d+", "“3d+” isn't a time control."),
        ("1m", "1m is out of range: from 5m to 60d."),
        ("70d each", "70d is out of range"),
        ("3d + 1d up to 2d", "can't start with 3d if it holds at most 2d"),
        ("3d+999999w", "An increment of 6999993d is more than the bank's limit of 6d"),
        ("", "“” isn't a time control."),
        ("-1d", "“-1d” isn't a time control."),
        ("3 months each", "“3 months each” isn't a time control."),
        ("3 meses", "“3 meses” isn't a time control."),
        ("3 días por jugador", "“3 días por jugador” isn't a time control."),
        ("2d each" + " each" * 50, "isn't a time control."),
    ],
)
def test_invalid_controls_are_explained(typed: str, sentence: str) -> None:
    with pytest.raises(UnreadableControl) as refused:
        read_control(typed)
    assert sentence in str(refused.value)
    assert "Write “none”" in str(refused.value)


@pytest.mark.parametrize(
    ("typed", "length"),
    [
        ("1d 12h", 36 * HOUR),
        ("1 día y 12 horas", 36 * HOUR),
        ("una semana", 7 * DAY),
        ("90 minutos", 90 * MINUTE),
    ],
)
def test_a_length_is_read_in_both_languages(typed: str, length: int) -> None:
    assert read_length(typed) == length


@pytest.mark.parametrize("typed", ["999999w", "61d", "0h", "soon", "2 months", "30 meses"])
def test_the_longest_length_fits_a_calendar(typed: str) -> None:
    with pytest.raises(UnreadableControl, match=r"out of range: from 1m to 60d|isn't a length of time"):
        read_length(typed)


@pytest.mark.parametrize(
    ("typed", "zone"),
    [("Europe/Berlin", "Europe/Berlin"), ("europe/berlin", "Europe/Berlin"), (" Tokyo ", "Asia/Tokyo"),
     ("new york", "America/New_York"), ("utc", "UTC")],
)  # fmt: skip
def test_a_time_zone_is_found(typed: str, zone: str) -> None:
    assert find_zone(typed) == zone


def test_an_unknown_time_zone_gets_the_nearest_one() -> None:
    with pytest.raises(UnknownZone, match="Did you mean Europe/Berlin"):
        find_zone("europe/berlim")
