"""The pages about the command line say what the commands do."""

import re

import click
import pytest

from appraise_gec.cli import main
from rankings.formats.judgments import read_judgments
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
ONLY_WHEN_ASKED_FOR = {"report": {"maege"}}
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


@pytest.fixture
def some(published, store):
    """A tenth of the judgments of 2015: results have the same fields, in a tenth of the time."""
    return store("some.xml", read_judgments(published.read_bytes(), "judgments.xml")[::10])


def test_documented_fields_exist(ask, some, outputs, shared):
    gold = ("--gold", shared / "data" / "conll14" / "official-2014.combined.m2")
    metric = ("--metric", "m2", "--outputs", outputs, *gold)
    report = ("--outputs", outputs, "--scores", outputs.parent / "metric-scores" / "scores.m2")
    calls = {
        "stats": (some,),
        "agreement": (some, "--bootstrap", 2),
        "rank": (some, "--bootstrap", 2),
        "head-to-head": (some,),
        "validate": (some, "--folds", 2, "--bootstrap", 2, "--method", "expected-wins"),
        "judges": (some, "--rankings", "--rankings-without", "--bootstrap", 2),
        "plan": (some, "--judges", 2),
        "report": (some, *report, "--bootstrap", 2, "--part", "none"),
        "sample": ("--source", outputs / "INPUT", outputs, "--items", 1),
        "score": ("m2", outputs / "AMU", *gold),
        "correlate": (some, *metric, "--beta-sweep", "--bootstrap", 2),
    }
    for name, words in calls.items():
        result = ask(name, *words)["result"]
        rows = re.findall(
            r"^\| (`.+?) \| (.*) \|$", sections()[name].split("| field |")[1], flags=re.MULTILINE
        )
        documented = {field for row in rows for field in re.findall(r"`(\w+)`", row[0])}
        told = set(result) - {"warnings"} | ONLY_WHEN_ASKED_FOR.get(name, set())
        assert documented <= told, name
        settings = {"method", "title", "unit", "confidence", "replicates", "simulations"}
        settings |= {
            "least_comparisons",
            "folds",
            "as_published",
            "convention",
            "form",
            "version",
            "seed",
            "reason",
        }
        assert told - documented <= settings, name


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
