"""The pages about the command line say what the commands do."""

import click

from appraise_gec.cli import main
from tests.conftest import CHECKOUT

README = (CHECKOUT / "README.md").read_text(encoding="utf-8")


def commands():
    with click.Context(main) as context:
        return {name: main.get_command(context, name) for name in main.list_commands(context)}


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
