"""The worked stories: every command is run, and every line that they show is one that comes out."""

import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tests.conftest import CHECKOUT
from tests.documents.demo_site import demo_site, environment

FENCE = re.compile(r"^```(?P<kind>\w*)\n(?P<text>.*?)^```$", flags=re.MULTILINE | re.DOTALL)
LEFT_OUT = "..."
SECONDS = 600


@dataclass(frozen=True, slots=True)
class Step:
    """A command or a script of a story.

    Attributes:
        command: a line for the shell; for a script, what runs it.
        shown: the lines of output that the story shows below it.
        line: of the story, for messages.
    """

    command: str
    shown: tuple[str, ...]
    line: int


def steps_of(story: Path, folder: Path) -> list[Step]:
    """The steps of a story. Scripts of it are written into the folder under the names that it gives them.

    Blocks marked `console` are commands with what they print. A block marked `python` is saved in the file
    that the text before it names and run by a command, or is followed by a block marked `text` with what it
    prints.
    """
    text = story.read_text(encoding="utf-8")
    steps: list[Step] = []
    waiting = None
    for found in FENCE.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        lines = found["text"].splitlines()
        match found["kind"]:
            case "console":
                steps += _commands(lines, line)
            case "python":
                named = re.search(r"`([\w-]+\.py)`[^`]*\Z", text[: found.start()].rpartition("\n## ")[2])
                waiting = named[1] if named else f"line-{line}.py"
                (folder / waiting).write_text(found["text"], encoding="utf-8")
            case "text" if waiting:
                steps.append(Step(f"python {waiting}", tuple(lines), line))
                waiting = None
    return steps


def _commands(lines: list[str], first: int) -> list[Step]:
    starts = [number for number, line in enumerate(lines) if line.startswith("$ ")]
    assert starts and starts[0] == 0, f"line {first}: a block of commands begins with one"
    steps = []
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        command = lines[start].removeprefix("$ ")
        shown = start + 1
        while command.endswith("\\"):
            command = f"{command[:-1]}{lines[shown].strip()}"
            shown += 1
        steps.append(Step(command, tuple(lines[shown:end]), first + start + 1))
    return steps


def reader(folder: Path) -> dict[str, str]:
    """The environment of a reader in this folder; `appraise-gec`, `python`, `./run` are this checkout's."""
    programs = {
        folder / "bin" / "appraise-gec": ("-m", "appraise_gec.cli"),
        folder / "bin" / "python": (),
        folder / "run": (str(folder / "run.py"),),
    }
    (folder / "bin").mkdir()
    for program, words in programs.items():
        call = shlex.join([sys.executable, "-P", *words])
        program.write_text(f'#!/bin/sh\nexec {call} "$@"\n', encoding="utf-8")
        program.chmod(0o755)
    # ./run itself would look after an environment of its own; these are the commands behind it.
    manage = str(CHECKOUT / "manage.py")
    (folder / "run.py").write_text(
        "import os, sys\n"
        "assert sys.argv[1] == 'manage'\n"
        f"os.execv(sys.executable, [sys.executable, '-P', {manage!r}, *sys.argv[2:]])\n",
        encoding="utf-8",
    )
    kept = environment(folder / "var")
    path = f"{folder / 'bin'}{os.pathsep}{kept.get('PATH', os.defpath)}"
    return {**kept, "PATH": path, "PYTHONPATH": str(CHECKOUT), "COLUMNS": "100"}


def follow(steps: list[Step], folder: Path, variables: dict[str, str]) -> list[str]:
    """Run the steps one after the other in one shell; returns what the story says otherwise."""
    end = "--- the end of a step ---"
    script = "\n".join(f"{step.command} || echo 'status '$?\necho {shlex.quote(end)}" for step in steps)
    ended = subprocess.run(
        ["bash", "-c", script],
        cwd=folder,
        env=variables,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    printed = ended.stdout.split(f"{end}\n")[:-1]
    assert len(printed) == len(steps), ended.stderr
    return [
        f"line {step.line}, {step.command}: {wrong}\n{ended.stderr}"
        for step, output in zip(steps, printed, strict=True)
        if (wrong := differs(list(step.shown), [line.rstrip() for line in output.splitlines()]))
    ]


def differs(shown: list[str], printed: list[str]) -> str:
    """What is shown and was not printed there; a line `...` stands for any number of lines."""
    at, free = 0, False
    for line in shown:
        if line == LEFT_OUT:
            free = True
            continue
        if free:
            at = next((place for place in range(at, len(printed)) if printed[place] == line), len(printed))
        if at >= len(printed) or printed[at] != line:
            found = printed[at] if at < len(printed) else "nothing"
            return f"shown {line!r}, printed {found!r}"
        at, free = at + 1, False
    return "" if free or at == len(printed) else f"not shown: {printed[at]!r}"


def test_the_2015_paper_in_ten_minutes(shared: Path, tmp_path: Path) -> None:
    for name in ("gjg15", "conll14"):
        (tmp_path / name).symlink_to(shared / "data" / name)
    steps = steps_of(CHECKOUT / "docs" / "story-2015.md", tmp_path)
    assert len(steps) >= 8
    assert not follow(steps, tmp_path, reader(tmp_path))


@pytest.mark.operations
@pytest.mark.nightly
def test_your_eight_systems_end_to_end(tmp_path: Path) -> None:
    (tmp_path / "rankings").symlink_to(CHECKOUT / "rankings")
    steps = steps_of(CHECKOUT / "docs" / "story-eight-systems.md", tmp_path)
    assert len(steps) >= 12
    with demo_site(tmp_path) as address:
        there = [
            replace(step, command=step.command.replace("http://localhost:8000", address)) for step in steps
        ]
        assert there != steps
        assert not follow(there, tmp_path, reader(tmp_path))
