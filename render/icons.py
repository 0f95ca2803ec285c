"""Signs drawn by code. Every meaning carried by a colour is also carried by one of these."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

from PIL import Image, ImageDraw

from render.fonts import font

FINE = 4
"""Icons are drawn this many times larger and then reduced."""

Pen = ImageDraw.ImageDraw


def _points(n: float, *xy: tuple[float, float]) -> list[tuple[float, float]]:
    return [(x * n, y * n) for x, y in xy]


def _sun(pen: Pen, n: float) -> None:
    pen.ellipse((0.29 * n, 0.29 * n, 0.71 * n, 0.71 * n), fill=255)
    for ray in range(8):
        angle = ray * math.pi / 4
        x, y = math.cos(angle), math.sin(angle)
        pen.polygon(
            [
                ((0.5 + 0.5 * x) * n, (0.5 + 0.5 * y) * n),
                ((0.5 + 0.29 * x - 0.09 * y) * n, (0.5 + 0.29 * y + 0.09 * x) * n),
                ((0.5 + 0.29 * x + 0.09 * y) * n, (0.5 + 0.29 * y - 0.09 * x) * n),
            ],
            fill=255,
        )


def _moon(pen: Pen, n: float) -> None:
    pen.ellipse((0.08 * n, 0.06 * n, 0.94 * n, 0.92 * n), fill=255)
    pen.ellipse((0.36 * n, -0.06 * n, 1.08 * n, 0.68 * n), fill=0)


def _shield(pen: Pen, n: float) -> None:
    pen.polygon(
        _points(
            n,
            (0.1, 0.1),
            (0.5, 0),
            (0.9, 0.1),
            (0.88, 0.52),
            (0.74, 0.8),
            (0.5, 1),
            (0.26, 0.8),
            (0.12, 0.52),
        ),
        fill=255,
    )


def _crack(pen: Pen, n: float) -> None:
    pen.polygon(
        _points(n, (0.58, 0), (0.18, 0.56), (0.46, 0.56), (0.34, 1), (0.84, 0.4), (0.55, 0.4), (0.74, 0)),
        fill=255,
    )


def _castle(pen: Pen, n: float) -> None:
    pen.polygon(
        _points(
            n, (0.06, 0.1), (0.24, 0.1), (0.24, 0.26), (0.41, 0.26), (0.41, 0.1), (0.59, 0.1), (0.59, 0.26),
            (0.76, 0.26), (0.76, 0.1), (0.94, 0.1), (0.94, 0.46), (0.84, 0.54), (0.84, 1), (0.16, 1), (0.16, 0.54), (0.06, 0.46),
        ),
        fill=255,
    )  # fmt: skip
    pen.pieslice((0.36 * n, 0.6 * n, 0.64 * n, 0.92 * n), 180, 360, fill=0)
    pen.rectangle((0.36 * n, 0.75 * n, 0.64 * n, n), fill=0)


def _tower(pen: Pen, n: float) -> None:
    pen.polygon(_points(n, (0.5, 0), (0.78, 0.34), (0.22, 0.34)), fill=255)
    pen.polygon(_points(n, (0.3, 0.4), (0.7, 0.4), (0.8, 1), (0.2, 1)), fill=255)
    pen.rectangle((0.43 * n, 0.54 * n, 0.57 * n, 0.76 * n), fill=0)


def _card(pen: Pen, n: float) -> None:
    pen.rounded_rectangle((0.18 * n, 0.02 * n, 0.82 * n, 0.98 * n), 0.1 * n, fill=255)
    pen.rounded_rectangle((0.29 * n, 0.14 * n, 0.71 * n, 0.86 * n), 0.04 * n, fill=0)


def _cards(pen: Pen, n: float) -> None:
    pen.rounded_rectangle((0.02 * n, 0.16 * n, 0.58 * n, 0.98 * n), 0.08 * n, fill=255)
    pen.rounded_rectangle((0.3 * n, -0.02 * n, 1.0 * n, 0.9 * n), 0.08 * n, fill=0)
    pen.rounded_rectangle((0.38 * n, 0.02 * n, 0.96 * n, 0.82 * n), 0.08 * n, fill=255)


def _sigil(pen: Pen, n: float) -> None:
    pen.ellipse((0.02 * n, 0.02 * n, 0.98 * n, 0.98 * n), fill=255)
    pen.ellipse((0.12 * n, 0.12 * n, 0.88 * n, 0.88 * n), fill=0)
    star = [
        ((0.5 + 0.36 * math.sin(k * 0.8 * math.pi)) * n, (0.5 - 0.36 * math.cos(k * 0.8 * math.pi)) * n)
        for k in range(5)
    ]
    pen.polygon(star, fill=255)


def _void(pen: Pen, n: float) -> None:
    for k, fill in enumerate((255, 0, 255, 0)):
        inset = (0.02, 0.12, 0.24, 0.36)[k] * n
        pen.ellipse((inset, inset, n - inset, n - inset), fill=fill)
    pen.ellipse((0.44 * n, 0.44 * n, 0.56 * n, 0.56 * n), fill=255)
    pen.rectangle((0.44 * n, 0.0, 0.56 * n, 0.36 * n), fill=0)


def _turn(pen: Pen, n: float) -> None:
    pen.polygon(_points(n, (0.12, 0.02), (0.96, 0.5), (0.12, 0.98), (0.34, 0.5)), fill=255)


def _passed(pen: Pen, n: float) -> None:
    pen.ellipse((0, 0, n, n), fill=255)
    pen.rectangle((0.2 * n, 0.41 * n, 0.8 * n, 0.59 * n), fill=0)


def _eye(pen: Pen, n: float) -> None:
    pen.polygon(
        _points(
            n,
            (0, 0.5),
            (0.2, 0.28),
            (0.5, 0.17),
            (0.8, 0.28),
            (1, 0.5),
            (0.8, 0.72),
            (0.5, 0.83),
            (0.2, 0.72),
        ),
        fill=255,
    )
    pen.ellipse((0.29 * n, 0.29 * n, 0.71 * n, 0.71 * n), fill=0)
    pen.ellipse((0.4 * n, 0.4 * n, 0.6 * n, 0.6 * n), fill=255)


def _shut(pen: Pen, n: float) -> None:
    lid = [((0.06 + 0.088 * k) * n, (0.36 + 0.24 * math.sin(k * math.pi / 10)) * n) for k in range(11)]
    pen.line(lid, fill=255, width=round(0.09 * n), joint="curve")
    for k, length in ((1, 0.17), (3, 0.22), (5, 0.24), (7, 0.22), (9, 0.17)):
        x, y = lid[k]
        lean = (k - 5) * 0.03 * n
        pen.line((x, y, x + lean, y + length * n), fill=255, width=round(0.08 * n))


def _wait(pen: Pen, n: float) -> None:
    pen.polygon(
        _points(n, (0.14, 0.02), (0.86, 0.02), (0.54, 0.5), (0.86, 0.98), (0.14, 0.98), (0.46, 0.5)), fill=255
    )


def _up(pen: Pen, n: float) -> None:
    pen.polygon(_points(n, (0.5, 0.1), (0.98, 0.9), (0.02, 0.9)), fill=255)


def _down(pen: Pen, n: float) -> None:
    pen.polygon(_points(n, (0.02, 0.1), (0.98, 0.1), (0.5, 0.9)), fill=255)


def _left(pen: Pen, n: float) -> None:
    pen.polygon(_points(n, (0.06, 0.5), (0.9, 0.04), (0.9, 0.96)), fill=255)


def _right(pen: Pen, n: float) -> None:
    pen.polygon(_points(n, (0.94, 0.5), (0.1, 0.04), (0.1, 0.96)), fill=255)


def _sword(pen: Pen, n: float) -> None:
    pen.polygon(_points(n, (1, 0), (0.97, 0.22), (0.46, 0.7), (0.3, 0.54), (0.78, 0.03)), fill=255)
    pen.line(_points(n, (0.14, 0.5), (0.5, 0.86)), fill=255, width=round(0.1 * n))
    pen.line(_points(n, (0.3, 0.7), (0.05, 0.95)), fill=255, width=round(0.13 * n))


def _star(pen: Pen, n: float) -> None:
    reach = (0.5, 0.17)
    pen.polygon(
        [
            (
                (0.5 + reach[k % 2] * math.sin(k * math.pi / 4)) * n,
                (0.5 - reach[k % 2] * math.cos(k * math.pi / 4)) * n,
            )
            for k in range(8)
        ],
        fill=255,
    )


def _crown(pen: Pen, n: float) -> None:
    pen.polygon(
        _points(
            n, (0.02, 0.2), (0.28, 0.5), (0.5, 0.08), (0.72, 0.5), (0.98, 0.2), (0.88, 0.74), (0.12, 0.74)
        ),
        fill=255,
    )
    pen.rectangle((0.12 * n, 0.8 * n, 0.88 * n, 0.94 * n), fill=255)


def _wave(pen: Pen, n: float) -> None:
    for row in (0.25, 0.55, 0.85):
        line = [(x / 20 * n, (row + 0.1 * math.sin(x * 0.72)) * n) for x in range(21)]
        pen.line(line, fill=255, width=round(0.11 * n), joint="curve")


def _crystal(pen: Pen, n: float) -> None:
    pen.polygon(_points(n, (0.5, 0), (0.72, 0.3), (0.66, 1), (0.34, 1), (0.28, 0.3)), fill=255)
    pen.polygon(_points(n, (0.14, 0.4), (0.25, 0.56), (0.24, 1), (0.06, 1), (0.04, 0.56)), fill=255)
    pen.polygon(_points(n, (0.86, 0.32), (0.96, 0.5), (0.94, 1), (0.76, 1), (0.76, 0.5)), fill=255)
    pen.line(_points(n, (0.5, 0.04), (0.5, 0.96)), fill=0, width=max(1, round(0.05 * n)))


def _clock(pen: Pen, n: float) -> None:
    pen.ellipse((0.02 * n, 0.02 * n, 0.98 * n, 0.98 * n), fill=255)
    pen.ellipse((0.13 * n, 0.13 * n, 0.87 * n, 0.87 * n), fill=0)
    pen.line(
        _points(n, (0.5, 0.24), (0.5, 0.52), (0.7, 0.62)),
        fill=255,
        width=max(1, round(0.1 * n)),
        joint="curve",
    )


def _labyrinth(pen: Pen, n: float) -> None:
    for k, fill in enumerate((255, 0, 255, 0, 255)):
        inset = (0.02 + 0.11 * k) * n
        pen.rectangle((inset, inset, n - inset, n - inset), fill=fill)
    pen.rectangle((0.44 * n, 0, 0.56 * n, 0.12 * n), fill=0)
    pen.rectangle((0.44 * n, 0.68 * n, 0.56 * n, 0.78 * n), fill=0)


def _tap(pen: Pen, n: float) -> None:
    """Draw a turned card's sign: an arrow through a quarter turn."""
    pen.arc((0.1 * n, 0.14 * n, 0.86 * n, 0.9 * n), 150, 350, fill=255, width=round(0.13 * n))
    pen.polygon(_points(n, (0.58, 0.44), (1, 0.36), (0.86, 0.82)), fill=255)


def _knot(pen: Pen, n: float) -> None:
    """Draw a knot: two linked rings."""
    for left, gap in ((0.04, (20, 70)), (0.36, (200, 250))):
        pen.ellipse((left * n, 0.2 * n, (left + 0.6) * n, 0.8 * n), outline=255, width=round(0.12 * n))
        x = (left + 0.3) * n
        reach = 0.36 * n
        pen.arc((x - reach, 0.5 * n - reach, x + reach, 0.5 * n + reach), *gap, fill=0, width=round(0.07 * n))


def _needle(pen: Pen, n: float) -> None:
    """Draw a needle with its thread."""
    pen.polygon(_points(n, (0.02, 0.98), (0.62, 0.22), (0.78, 0.38)), fill=255)
    pen.ellipse((0.58 * n, 0.02 * n, 0.98 * n, 0.42 * n), fill=255)
    pen.ellipse((0.7 * n, 0.14 * n, 0.86 * n, 0.3 * n), fill=0)
    pen.arc((0.28 * n, 0.3 * n, 1.1 * n, 1.12 * n), 200, 290, fill=0, width=round(0.05 * n))
    pen.arc((0.5 * n, 0.24 * n, 0.98 * n, 0.94 * n), 300, 90, fill=255, width=round(0.07 * n))


def _spark(pen: Pen, n: float) -> None:
    """Draw a falling star with its trail."""
    star = [
        (
            (0.66 + (0.34, 0.14)[k % 2] * math.sin(k * math.pi / 4)) * n,
            (0.34 - (0.34, 0.14)[k % 2] * math.cos(k * math.pi / 4)) * n,
        )
        for k in range(8)
    ]
    pen.polygon(star, fill=255)
    for start, end in (
        ((0.44, 0.42), (0.02, 0.78)),
        ((0.52, 0.56), (0.22, 0.98)),
        ((0.36, 0.28), (0.06, 0.46)),
    ):
        pen.line(_points(n, start, end), fill=255, width=round(0.075 * n))


def _flame(pen: Pen, n: float) -> None:
    pen.polygon(
        _points(
            n, (0.56, 0), (0.82, 0.34), (0.9, 0.66), (0.76, 0.92), (0.5, 1), (0.24, 0.92), (0.1, 0.66), (0.16, 0.4),
            (0.3, 0.5), (0.42, 0.3),
        ),
        fill=255,
    )  # fmt: skip
    pen.polygon(_points(n, (0.52, 0.52), (0.66, 0.76), (0.5, 0.92), (0.34, 0.76)), fill=0)


def _drop(pen: Pen, n: float) -> None:
    pen.ellipse((0.2 * n, 0.4 * n, 0.8 * n, n), fill=255)
    pen.polygon(_points(n, (0.5, 0), (0.77, 0.58), (0.23, 0.58)), fill=255)


def _leaf(pen: Pen, n: float) -> None:
    pen.polygon(
        _points(n, (0.98, 0.02), (0.94, 0.46), (0.66, 0.78), (0.26, 0.8), (0.22, 0.4), (0.52, 0.08)), fill=255
    )
    pen.line(_points(n, (0.78, 0.22), (0.02, 0.98)), fill=0, width=round(0.16 * n))
    pen.line(_points(n, (0.66, 0.34), (0.04, 0.96)), fill=255, width=round(0.08 * n))


def _question(pen: Pen, n: float) -> None:
    pen.text((0.5 * n, 0.5 * n), "?", fill=255, font=font("number", round(1.25 * n)), anchor="mm")


def _teeth(pen: Pen, n: float) -> None:
    """Draw two rows of teeth."""
    for k in range(3):
        left = 0.02 + 0.32 * k
        pen.polygon(_points(n, (left, 0.06), (left + 0.32, 0.06), (left + 0.16, 0.56)), fill=255)
    for k in range(2):
        left = 0.18 + 0.32 * k
        pen.polygon(_points(n, (left, 0.94), (left + 0.32, 0.94), (left + 0.16, 0.48)), fill=255)


def _peak(pen: Pen, n: float) -> None:
    """Draw a mountain with a flag."""
    pen.polygon(_points(n, (0.5, 0.4), (1, 1), (0, 1)), fill=255)
    pen.line(_points(n, (0.5, 0.5), (0.5, 0)), fill=255, width=round(0.08 * n))
    pen.polygon(_points(n, (0.5, 0), (0.92, 0.13), (0.5, 0.26)), fill=255)


def _ring(pen: Pen, n: float) -> None:
    pen.ellipse((0.04 * n, 0.04 * n, 0.96 * n, 0.96 * n), outline=255, width=round(0.16 * n))


def _lattice(pen: Pen, n: float) -> None:
    """Draw nine squares in rows and columns."""
    for row in range(3):
        for column in range(3):
            x, y = (0.04 + 0.34 * column) * n, (0.04 + 0.34 * row) * n
            pen.rectangle((x, y, x + 0.24 * n, y + 0.24 * n), fill=255)


def _lens(pen: Pen, n: float) -> None:
    """Draw a magnifying glass."""
    pen.ellipse((0.02 * n, 0.02 * n, 0.68 * n, 0.68 * n), outline=255, width=round(0.13 * n))
    pen.line(_points(n, (0.58, 0.58), (0.94, 0.94)), fill=255, width=round(0.18 * n))


def _sunrise(pen: Pen, n: float) -> None:
    pen.pieslice((0.22 * n, 0.36 * n, 0.78 * n, 0.92 * n), 180, 360, fill=255)
    pen.rectangle((0, 0.74 * n, n, 0.88 * n), fill=255)
    for x, y in ((0.5, 0.02), (0.12, 0.18), (0.88, 0.18)):
        end = (0.5 + (x - 0.5) * 0.68, 0.64 + (y - 0.64) * 0.58)
        pen.line(_points(n, (x, y), end), fill=255, width=round(0.1 * n))


def _heart(pen: Pen, n: float) -> None:
    pen.ellipse((0, 0.08 * n, 0.54 * n, 0.6 * n), fill=255)
    pen.ellipse((0.46 * n, 0.08 * n, n, 0.6 * n), fill=255)
    pen.polygon(_points(n, (0.04, 0.46), (0.96, 0.46), (0.5, 0.98)), fill=255)


def _flower(pen: Pen, n: float) -> None:
    for k in range(5):
        x, y = 0.5 + 0.3 * math.sin(k * 0.4 * math.pi), 0.5 - 0.3 * math.cos(k * 0.4 * math.pi)
        pen.ellipse(((x - 0.19) * n, (y - 0.19) * n, (x + 0.19) * n, (y + 0.19) * n), fill=255)
    pen.ellipse((0.36 * n, 0.36 * n, 0.64 * n, 0.64 * n), fill=0)


def _lettered(letter: str) -> Callable[[Pen, float], None]:
    def draw(pen: Pen, n: float) -> None:
        if letter == "A":
            pen.polygon(_points(n, (0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5)), fill=255)
            pen.text((0.5 * n, 0.5 * n), "A", fill=0, font=font("number", round(0.56 * n)), anchor="mm")
        else:
            pen.ellipse((0.04 * n, 0.04 * n, 0.96 * n, 0.96 * n), fill=255)
            pen.rounded_rectangle((0.43 * n, 0.2 * n, 0.57 * n, 0.58 * n), 0.05 * n, fill=0)
            pen.ellipse((0.42 * n, 0.66 * n, 0.58 * n, 0.82 * n), fill=0)

    return draw


ICONS: dict[str, Callable[[Pen, float], None]] = {
    "activated": _lettered("A"),
    "card": _card,
    "cards": _cards,
    "castle": _castle,
    "clock": _clock,
    "crack": _crack,
    "crown": _crown,
    "crystal": _crystal,
    "down": _down,
    "drop": _drop,
    "eye": _eye,
    "flame": _flame,
    "flower": _flower,
    "heart": _heart,
    "knot": _knot,
    "labyrinth": _labyrinth,
    "lattice": _lattice,
    "leaf": _leaf,
    "left": _left,
    "lens": _lens,
    "moon": _moon,
    "needle": _needle,
    "passed": _passed,
    "peak": _peak,
    "question": _question,
    "right": _right,
    "ring": _ring,
    "shield": _shield,
    "shut": _shut,
    "sigil": _sigil,
    "spark": _spark,
    "star": _star,
    "sun": _sun,
    "sunrise": _sunrise,
    "sword": _sword,
    "tap": _tap,
    "teeth": _teeth,
    "tower": _tower,
    "triggered": _lettered("!"),
    "turn": _turn,
    "up": _up,
    "void": _void,
    "wait": _wait,
    "wave": _wave,
}


@lru_cache(maxsize=256)
def icon_mask(name: str, size: int) -> Image.Image:
    """Return the icon as a mask of `size` by `size`. Raises KeyError for an unknown name."""
    large = Image.new("L", (size * FINE, size * FINE), 0)
    ICONS[name](ImageDraw.Draw(large), size * FINE)
    return large.reduce(FINE)
