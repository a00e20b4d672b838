"""The pages about the command line say what the commands do."""

import re

import click

from appraise_gec.cli import main
from tests.conftest import CHECKOUT

LIST = (CHECKOUT / "docs" / "command-line.md").read_text(encoding="utf-8")
PAGE = (CHECKOUT / "docs" / "command-line-fields.md").read_text(encoding="utf-8")
README = (CHECKOUT / "README.md").read_text(encoding="utf-8")
EXPLAINED_FOR_ALL = {
    "--json",
    "--judge",
    "--exclude-judge",
    "--help",
    "--systems",
    "--without",
    "--first-sentence",
    "--only-document",
    "--first-day",
    "--last-day",
    "--time-zone",
    "--least-active-seconds",
}
SAME_AS_RANK = {"judges", "plan"}


def commands():
    with click.Context(main) as context:
        return {name: main.get_command(context, name) for name in main.list_commands(context)}


def sections():
    parts = re.split(r"^## (.+)$", PAGE, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_every_command_and_option_is_documented():
    described = sections()
    for name, command in commands().items():
        row = re.search(rf"^\| `{name} .*$", LIST, flags=re.MULTILINE)
        assert row, f"docs/command-line.md does not list {name}"
        if name not in described:
            assert ".md)" in row[0], (
                f"docs/command-line-fields.md does not explain {name}, docs/command-line.md not where"
            )
            continue
        text = described[name] + (described["rank"] if name in SAME_AS_RANK else "")
        for parameter in command.params:
            names = {one for one in (*parameter.opts, *parameter.secondary_opts) if one.startswith("--")}
            if isinstance(parameter, click.Option) and not names & EXPLAINED_FOR_ALL:
                known = {*names, *(one for one in parameter.opts if one == "-o")}
                assert any(re.search(rf"(?<![\w-]){one}(?![\w-])", text) for one in known), (name, names)


def test_what_the_readme_shows_is_what_the_command_prints(call, published):
    block = README.split("$ ./run cli rank gjg15/judgments.xml\n")[1]
    shown = call("rank", published).stdout.splitlines()
    excerpt = []
    for line in block.splitlines():
        if line and not line.startswith("    "):
            break
        excerpt.append(line.removeprefix("    "))
    lines = [line for line in excerpt if line and line != "..."]
    assert len(lines) >= 4
    assert [line for line in lines if line not in shown] == []
