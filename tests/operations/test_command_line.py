"""The frame of the command line: lazy commands, and exit status 2 with one line for a bad input."""

import sys

import click
import pytest
from click.testing import CliRunner

from appraise_gec import cli
from appraise_gec.cli import commands


@pytest.fixture
def with_command(tmp_path, monkeypatch):
    """Add a module with a command, as a file in the package of commands would."""
    (tmp_path / "read_file.py").write_text(
        "import click\n"
        "from rankings.formats.records import FormatError, Problem\n"
        "@click.command()\n"
        "def command():\n"
        "    'Read a file.'\n"
        "    raise FormatError(Problem('a.xml', 'expected a number.', 7))\n"
    )
    monkeypatch.setattr(commands, "__path__", [*commands.__path__, str(tmp_path)])
    yield
    sys.modules.pop("appraise_gec.cli.commands.read_file", None)


def test_a_module_is_a_command(with_command):
    shown = CliRunner().invoke(cli.main, ["--help"])
    assert shown.exit_code == 0
    assert "read-file" in shown.output
    assert "Read a file." in shown.output


def test_a_bad_input_ends_with_status_2_and_its_line(with_command):
    ended = CliRunner().invoke(cli.main, ["read-file"])
    assert ended.exit_code == 2
    assert "a.xml:7: expected a number." in ended.output


def test_every_module_holds_a_command():
    group = cli.main
    with click.Context(group) as context:
        for name in group.list_commands(context):
            assert isinstance(group.get_command(context, name), click.Command), name
