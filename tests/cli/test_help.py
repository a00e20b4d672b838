"""What helps people to find a call: its examples."""

import re
import shlex

import click
import pytest

from appraise_gec.cli import main
from appraise_gec.cli.examples import EXAMPLES

CALLS = [(name, example.call) for name, examples in EXAMPLES.items() for example in examples]
FILES = (
    "judgments.xml pilot.xml first.xml second.csv scores.csv gold.m2 first.m2 second.m2 source.txt first.txt "
    "second.txt outputs/A data/README"
)


def test_every_command_has_examples():
    assert set(EXAMPLES) == set(main.list_commands(click.Context(main)))


@pytest.mark.parametrize(("name", "call"), CALLS, ids=[call for _, call in CALLS])
def test_an_example_is_a_call_that_the_command_takes(name, call, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for file in FILES.split():
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).touch()
    shell = re.search(r"appraise-gec ([^)]*)", call)
    words = shlex.split(re.split(r" > ", shell[1] if shell else call)[0])
    assert words[0] == name
    group = click.Context(main, info_name="appraise-gec", **main.context_settings)
    command = main.get_command(group, name)
    assert command is not None
    try:
        command.make_context(name, words[1:], parent=group)
    except click.exceptions.Exit:
        assert "--list-settings" in words
