"""`pytest tests/render --draw-golden` redraws the golden pictures. Look at them before committing them."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--draw-golden", action="store_true", default=False, help="draw the golden pictures anew"
    )
