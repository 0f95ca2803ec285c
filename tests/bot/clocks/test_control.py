"""Time controls as people write them."""

import pytest

from bot.clocks import Control, UnknownZone, UnreadableControl, find_zone, read_control
from bot.clocks.control import DAY, HOUR, MINUTE, read_length

READ = {
    "none": Control(),
    "No clock": Control(),
    "2d": Control("each", 2 * DAY),
    "36 hours per decision": Control("each", 36 * HOUR),
    "1d 6h each, weekends off": Control("each", 30 * HOUR, weekends_off=True),
    "3d+12h": Control("bank", 3 * DAY, 12 * HOUR, 6 * DAY),
    "3 days + 12 hours, up to 1 week": Control("bank", 3 * DAY, 12 * HOUR, 7 * DAY),
    "30m + 5m max 1h; no weekends": Control("bank", 30 * MINUTE, 5 * MINUTE, HOUR, True),
    "5d+0h": Control("bank", 5 * DAY, 0, 10 * DAY),
}


@pytest.mark.parametrize("typed", READ)
def test_a_control_is_read_as_it_is_written(typed: str) -> None:
    control = read_control(typed)
    assert control == READ[typed]
    assert read_control(str(control)) == control


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("soon", "“soon” is no time control."),
        ("3d+", "“3d+” is no time control."),
        ("1m", "1m is out of range: from 5m to 60d."),
        ("70d each", "70d is out of range"),
        ("3d + 1d up to 2d", "can't begin with 3d and hold 2d at most"),
        ("3d+999999w", "An increment of 6999993d is more than the bank can hold, 6d"),
        ("", "“” is no time control."),
        ("-1d", "“-1d” is no time control."),
    ],
)
def test_what_is_no_control_is_said_in_a_sentence(typed: str, said: str) -> None:
    with pytest.raises(UnreadableControl) as refused:
        read_control(typed)
    assert said in str(refused.value)
    assert "Write “none”" in str(refused.value)


@pytest.mark.parametrize("typed", ["999999w", "61d", "0h", "soon"])
def test_a_length_of_time_is_one_that_a_calendar_has(typed: str) -> None:
    with pytest.raises(UnreadableControl, match=r"out of range: from 1m to 60d|no length of time"):
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
