"""Example pictures of the games other than Voidream."""

from __future__ import annotations

from PIL.Image import Image

from render.contact_sheet import contact_sheet
from render.dreams_of_dystopia import illustration as dreams_of_dystopia
from render.dreamweavers import illustration as dreamweavers


def examples() -> Image:
    """Return a sheet of eight pictures: four of Dreamweavers and four of Dreams of Dystopia."""
    return contact_sheet([*dreamweavers.examples(600, 450), *dreams_of_dystopia.examples(600, 450)], 4, 400)
