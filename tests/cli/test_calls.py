"""Around the results: refusals of one line each, warnings, quiet ends, a quick start."""

import subprocess
import sys

import pytest
from msgspec.structs import replace

from rankings.formats.judgments import write_judgments
from tests.cli.conftest import judged

JUDGED = ("stats", "agreement", "rank", "head-to-head", "validate", "judges", "plan")


@pytest.mark.parametrize("command", JUDGED)
def test_a_file_that_cannot_be_read_ends_with_status_2_and_one_line(call, tmp_path, command):
    for path, message in (
        (tmp_path / "nowhere.xml", "nowhere.xml: Cannot be read: No such file"),
        (tmp_path, "Cannot be read: Is a directory"),
    ):
        ended = call(command, path)
        assert (ended.exit_code, ended.stdout) == (2, "")
        (line,) = ended.stderr.splitlines()
        assert message in line


def test_a_wrong_file_is_reported_with_its_line_and_what_was_expected(call, tmp_path):
    path = tmp_path / "wrong.tsv"
    path.write_text("A\tB\t<\nA\tB\t<\nA\tB\tbetter\nA\tB\tworse\n")
    ended = call("rank", path, "--json")
    assert (ended.exit_code, ended.stdout) == (2, "")
    assert ended.stderr.splitlines() == [
        f"{path}:{line}: Expected two systems and <, > or =, or two ranks, separated by tabs."
        for line in (3, 4)
    ]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("rank", "FILE", "--unit", "cats"), "'cats' is not one of 'pairs', 'rankings', 'sentences'"),
        (("rank", "FILE", "--confidence", "1"), "'--confidence'"),
        (("rank", "FILE", "--judge", "zoe"), "No judge is called zoe; judges are ann, bob."),
        (("stats", "FILE", "--exclude-judge", "ann", "--exclude-judge", "bob"), "No judgment is left"),
        (("rank", "FILE", "--judge", "ann", "--unit", "judges"), "at least two of them; there is 1"),
        (("validate", "FILE", "--folds", "1000"), "Folds have to number from 2 to 36"),
        (("stats", "-", "-"), "standard input: It can be read only once."),
        (("rank", "FILE", "--unit", "judges", "--speaks-for", "these-judges"), "leaves no choice"),
    ],
)
def test_a_wrong_call_ends_with_status_2_and_one_line(call, store, few, words, message):
    path = store("few.xml", few)
    ended = call(*(path if word == "FILE" else word for word in words), stdin=path.read_bytes())
    assert (ended.exit_code, ended.stdout) == (2, "")
    (line,) = ended.stderr.splitlines()
    assert message in line


@pytest.mark.parametrize("command", ["rank", "validate"])
def test_one_system_cannot_be_compared(call, store, command):
    ended = call(command, store("one.xml", [judged("a", s, ("A", 1)) for s in range(200)]))
    assert ended.exit_code == 2
    assert "at least two systems; the judgments name 1" in ended.stderr


@pytest.mark.parametrize("format", ["csv", "wmt-csv"])
def test_the_same_judgments_in_two_files_are_refused(call, store, few, format):
    path = store("few.xml", few)
    again = store("again.txt", few, format)
    ended = call("stats", path, again)
    assert ended.exit_code == 2
    assert ended.stderr.startswith(
        f"{again}: {path} holds every judgment of this file; they would count twice."
    )


@pytest.mark.parametrize("turned", [False, True])
def test_a_later_export_beside_an_earlier_one_is_refused(call, store, few, turned):
    part, whole = store("part.csv", few[:-3]), store("whole.xml", few)
    one, other = (whole, part) if turned else (part, whole)
    ended = call("stats", one, other)
    assert ended.exit_code == 2
    told = f"{whole} holds every judgment of this file" if turned else f"It holds every judgment of {part}"
    assert ended.stderr.startswith(f"{other}: {told}; they would count twice. Leave ")


def test_a_judge_may_give_the_same_answers_again(ask, store, few):
    first = [replace(one, seconds=1.0) for one in few]
    again = [replace(one, seconds=2.0) for one in few]
    asked = ask("stats", store("few.xml", first), store("again.xml", again))
    assert asked["result"]["total"]["rankings"] == 2 * len(few)


def test_help_loads_no_heavy_library():
    script = (
        "import sys\nfrom appraise_gec.cli import main\n"
        "try:\n    main(['--help'], prog_name='appraise-gec')\nexcept SystemExit:\n    pass\n"
        "heavy = {'scipy', 'numba', 'django', 'matplotlib', 'celery'} & set(sys.modules)\n"
        "sys.exit(f'loaded: {heavy}' if heavy else 0)\n"
    )
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    for command in (*JUDGED, "convert", "sample"):
        assert command in ended.stdout


def test_a_reader_that_goes_away_ends_the_command_quietly(tmp_path, few):
    path = tmp_path / "few.xml"
    path.write_bytes(write_judgments(few, "xml"))
    for words in (["--json"], []):
        command = [sys.executable, "-m", "appraise_gec.cli", "stats", str(path), *words]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            process.stdout.close()
            told = process.stderr.read()
        assert told == b""
        assert process.returncode == 1


def test_json_is_utf_8_and_tables_stay_readable_on_any_terminal(tmp_path):
    path = tmp_path / "judgments.json"
    rankings = [judged("注釈者", s, ("系统", 1), ("Ünï", 2), ("C", 3)) for s in range(9)]
    path.write_bytes(write_judgments(rankings, "json"))
    command = [sys.executable, "-m", "appraise_gec.cli", "head-to-head", str(path)]
    environment = {"PYTHONIOENCODING": "ascii", "PYTHONPATH": ":".join(sys.path)}
    made = subprocess.run([*command, "--json"], capture_output=True, check=True, env=environment)
    assert '"system_b": "系统"' in made.stdout.decode("utf-8")
    shown = subprocess.run(command, capture_output=True, check=True, env=environment)
    assert "\\u7cfb\\u7edf" in shown.stdout.decode("ascii")


def test_a_file_without_judgments_is_reported(call, store):
    ended = call("rank", store("none.xml", []))
    assert (ended.exit_code, ended.stdout) == (2, "")
    assert ended.stderr.strip().endswith("none.xml: There is no judgment in it; expected at least one.")
