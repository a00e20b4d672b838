"""What helps people to find a call: its examples."""

import shlex

import click
import pytest

import appraise_gec
from appraise_gec.cli import COMMANDS, main
from appraise_gec.cli.making import Words

FUNCTIONS = {name: name.replace("-", "_") for name in COMMANDS if name != "report"}
EXAMPLES = {name: Words.of(getattr(appraise_gec, called)).examples for name, called in FUNCTIONS.items()}
CALLS = [(name, call) for name, examples in EXAMPLES.items() for _, call in examples]
FILES = (
    "judgments.xml pilot.xml first.xml second.csv scores.csv gold.m2 first.m2 second.m2 source.txt first.txt "
    "second.txt outputs/A data/README"
)


def test_every_command_has_examples():
    assert all(EXAMPLES.values())


@pytest.mark.parametrize(("name", "call"), CALLS, ids=[call for _, call in CALLS])
def test_an_example_is_a_call_that_the_command_takes(name, call, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for file in FILES.split():
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).touch()
    words = shlex.split(call.split(" > ")[0])
    assert words[0] == name
    group = click.Context(main, info_name="appraise-gec", **main.context_settings)
    command = main.get_command(group, name)
    assert command is not None
    command.make_context(name, words[1:], parent=group)
