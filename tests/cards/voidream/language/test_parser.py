"""The tables that lie beside the grammar."""

from __future__ import annotations

import subprocess
import sys
from importlib.resources import files

from cards.voidream.language.parser import tables_of

FOLDER = files("cards.voidream.language")
REMEDY = "run: python -m cards.voidream.language.parser"


def test_the_tables_were_made_from_the_grammar_as_it_is() -> None:
    key, _, content = FOLDER.joinpath("grammar.tables").read_bytes().partition(b"\n")
    wanted, _, _ = tables_of(FOLDER.joinpath("grammar.lark").read_text("utf-8")).partition(b"\n")
    assert key == wanted, REMEDY
    assert content


def test_text_is_read_with_and_without_tables_alike() -> None:
    program = (
        "import sys; from cards.voidream.language import parser;"
        "parser._TABLES = sys.argv[1];"
        "from cards.voidream.language.printer import print_ability;"
        "from cards.voidream.language.reader import read_line;"
        "from cards.voidream.model import Kind;"
        "print(print_ability(read_line('(!) After you evoke - You may roll.', Kind.ENTITY)))"
    )
    for tables in ("grammar.tables", "none"):
        done = subprocess.run(
            [sys.executable, "-c", program, tables], capture_output=True, text=True, check=True
        )
        assert done.stdout.strip() == "(!) After you evoke - You may roll."
