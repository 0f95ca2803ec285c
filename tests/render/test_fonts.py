"""Texts are as long as the fonts measure them."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from render.fonts import FACES, INLINE_ICONS, font, set_in, width_of


@given(
    st.text(st.characters(exclude_characters=INLINE_ICONS, exclude_categories=["Cs"])),
    st.sampled_from([*FACES]),
)
@example("AVATAR: To Wake. fi fl ff", "title")
@example("AVATAR: To Wake. fi fl ff", "text")
def test_a_text_is_as_wide_as_its_font_says(text: str, face: str) -> None:
    assert width_of(text, face, 24) == int(font(face, 24).getlength(set_in(face, text)) + 0.999)
