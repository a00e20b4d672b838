"""What helps people to find a call: examples, the manual page, completion by the shell."""

import os
import re
import shlex
import shutil
import subprocess
import sys

import click
import pytest

from appraise_gec.cli import main
from appraise_gec.cli.examples import EXAMPLES, lines_of
from appraise_gec.cli.manual import PLACE, manual

CALLS = [(name, example.call) for name, examples in EXAMPLES.items() for example in examples]
FILES = (
    "judgments.xml pilot.xml first.xml second.csv scores.csv gold.m2 first.m2 second.m2 source.txt first.txt "
    "second.txt marks.csv outputs/A edit-annotations/A data/README"
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


@pytest.mark.parametrize("name", EXAMPLES)
def test_help_shows_them(call, name):
    shown = call(name, "--help").output
    for line in lines_of(name):
        assert f"\n    {line}\n" in shown


def test_the_manual_page_is_current_and_can_be_shown():
    assert PLACE.read_text(encoding="utf-8") == manual(), "python -m appraise_gec.cli.manual writes it anew"
    if shutil.which("groff"):
        page = ["groff", "-man", "-Tutf8", str(PLACE)]
        shown = subprocess.run(page, capture_output=True, text=True, check=True)
        assert shown.stderr == ""
        assert "appraise-gec head-to-head judgments.xml --as-published" in shown.stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_printed_for_each_shell(call, shell):
    printed = call("completion", shell)
    assert printed.exit_code == 0
    assert "_APPRAISE_GEC_COMPLETE" in printed.output


def test_the_shell_gets_what_fits():
    def complete(*words: str) -> list[str]:
        environment = {
            **os.environ,
            "_APPRAISE_GEC_COMPLETE": "bash_complete",
            "COMP_WORDS": " ".join(["appraise-gec", *words]),
            "COMP_CWORD": str(len(words)),
        }
        program = "from appraise_gec.cli import main; main(prog_name='appraise-gec')"
        asked = [sys.executable, "-c", program]
        done = subprocess.run(asked, env=environment, capture_output=True, text=True, check=True)
        return [line.partition(",")[2] for line in done.stdout.splitlines()]

    assert complete("he") == ["head-to-head"]
    assert complete("rank", "--conf") == ["--confidence"]
    assert complete("rank", "--method", "brad") == [
        "bradley-terry",
        "bradley-terry-half-ties",
        "bradley-terry-without-ties",
    ]
