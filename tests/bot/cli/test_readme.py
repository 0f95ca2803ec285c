"""The README and all documents: their commands, options, names, paths and links exist."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from bot.cli import main
from bot.discord.sections import FeatureSection
from bot.settings import Settings

ROOT = Path(__file__).parents[3]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
DOCUMENTS = {
    str(file.relative_to(ROOT)): file.read_text(encoding="utf-8")
    for file in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md")))
}
COMMANDS = re.findall(r"\.venv/bin/voidream ([^\n`]+)", "\n".join(DOCUMENTS.values()))
VOIDREAM = re.compile(r"(?:^|`)(?:\.venv/bin/)?voidream ([a-z|]+(?: [^\n`#]*)?)", re.MULTILINE)
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")


def run(line: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Result:
    monkeypatch.chdir(folder)
    return CliRunner().invoke(main, line.split(), catch_exceptions=False)


def test_the_card_can_be_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (text,) = [text for kind, text in BLOCKS if kind == "toml"]
    assert tomllib.loads(text)["card"]
    (tmp_path / "lamp.toml").write_text(text, encoding="utf-8")
    assert "cards check lamp.toml" in COMMANDS
    assert run("cards check lamp.toml", tmp_path, monkeypatch).exit_code == 0


def test_the_scenario_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (text,) = [text for kind, text in BLOCKS if "scenario:" in text]
    (tmp_path / "mine.scenario").write_text(text, encoding="utf-8")
    assert "1 of 1 scenarios hold" in run("scenario mine.scenario", tmp_path, monkeypatch).output


def test_the_position_on_the_picture_can_be_played(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "scenario docs/board.scenario" in COMMANDS
    assert run("scenario docs/board.scenario", ROOT, monkeypatch).exit_code == 0


def options_of(line: str) -> set[str]:
    """Return the options of the command at the start of a line; `a|b` means several commands. Raises AssertionError."""
    command: click.Command = main
    for word in line.split():
        if not isinstance(command, click.Group):
            break
        subcommands = [command.get_command(click.Context(command), name) for name in word.split("|")]
        assert subcommands[0] is not None and None not in subcommands, line
        command = subcommands[0]
    return {name for each in command.params for name in (*each.opts, *each.secondary_opts)} | {"--help"}


def rows(document: str) -> list[str]:
    """Return the lines of a document. Tables explain options in the row of their command."""
    return DOCUMENTS[document].splitlines()


# The page about records quotes hashed lines that begin like commands.
@pytest.mark.parametrize("document", sorted({*DOCUMENTS} - {"docs/notation.md"}))
def test_every_command_exists_and_has_its_options(document: str) -> None:
    for line in rows(document):
        commands = VOIDREAM.findall(line)
        options = {name for command in commands for name in options_of(command)}
        mentioned = OPTION.findall(line if line.startswith("|") else " ".join(commands))
        assert not commands or {*mentioned} <= options, line


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_module_command_has_its_options(document: str) -> None:
    for line in rows(document):
        modules = [each for each in re.findall(r"python -m ([\w.]+)", line) if each not in ("pytest", "bot")]
        paths = [ROOT / module.replace(".", "/") for module in modules]
        files = [
            file for path in paths for file in (path.with_suffix(".py"), *path.rglob("*.py")) if file.exists()
        ]
        source = "\n".join(file.read_text(encoding="utf-8") for file in files)
        runs = re.findall(r"python -m [\w.]+([^`#]*)", line)
        for option in OPTION.findall(line if line.startswith("|") else " ".join(runs)) if files else ():
            assert f'"{option}"' in source, (modules, option)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_test_path_exists(document: str) -> None:
    for words in re.findall(r"python -m pytest ([^`\n]+)", DOCUMENTS[document]):
        for path in re.findall(r"tests/[\w/.]+", words):
            assert (ROOT / path).exists(), path


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_make_target_exists(document: str) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"(?:^|`)make ([a-z]+)", DOCUMENTS[document], re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_module_and_folder_exists(document: str) -> None:
    text = DOCUMENTS[document]
    for module in re.findall(r"python -m ([\w.]+)", text):
        path = ROOT / module.replace(".", "/")
        assert module == "pytest" or path.with_suffix(".py").exists() or (path / "__main__.py").exists(), (
            module
        )
    for path in re.findall(r"(?<=`)((?:bench|bot|cards|docs|engine|render|tests)/[\w/.-]*)(?=`)", text):
        assert "GAME" in path or (ROOT / path).exists(), path


@pytest.mark.parametrize("document", ["docs/architecture.md", "docs/adding-a-feature.md"])
def test_classes_and_methods_are_in_the_documented_files(document: str) -> None:
    """Every `Class.method (path)` is defined in that file."""
    mentioned = re.findall(r"`(\w+)(?:\.(\w+))?`\s\(`([\w/]+\.py)`\)", DOCUMENTS[document])
    assert len(mentioned) > 8
    for owner, method, path in mentioned:
        source = (ROOT / path).read_text(encoding="utf-8")
        assert re.search(rf"^(?:class |(?:async )?def )?{owner}\b", source, re.MULTILINE), (owner, path)
        assert not method or re.search(rf"^    (?:async )?def {method}\b", source, re.MULTILINE), (
            method,
            path,
        )


def test_every_setting_is_listed_with_its_default() -> None:
    for name, setting in Settings.model_fields.items():
        default = "" if setting.default is None else str(setting.default)
        assert re.search(rf"^\| `{name.upper()}` \| *`?{re.escape(default)}`? *\|", README, re.MULTILINE), (
            name
        )


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_link_has_a_target(document: str) -> None:
    text = re.sub(r"^```.*?^```|`[^`\n]*`", "", DOCUMENTS[document], flags=re.DOTALL | re.MULTILINE)
    for target in re.findall(r"\]\(([^)#:]+)[^):]*\)|src=\"([^\"]+)\"", text):
        path = "".join(target)
        assert (ROOT / document).parent.joinpath(path).exists(), path


def test_every_method_of_a_section_is_explained() -> None:
    table = DOCUMENTS["docs/adding-a-feature.md"].partition("| method of a section |")[2].partition("\n\n")[0]
    methods = [
        name for name, method in vars(FeatureSection).items() if callable(method) and not name.startswith("_")
    ]
    assert sorted(methods) == sorted(re.findall(r"`(\w+)`", table))
