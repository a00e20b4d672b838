"""Around the results: refusals of one line each, warnings, quiet ends, a quick start."""

import subprocess
import sys
from dataclasses import replace

import pytest

from appraise_gec.cli import progress as progress_module
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


def test_every_wrong_file_is_reported(call, tmp_path):
    for name in "ab":
        (tmp_path / name).write_text("good morning\n")
    ended = call("stats", tmp_path / "a", tmp_path / "b")
    assert [line.split(": ")[0] for line in ended.stderr.splitlines()] == [
        f"{tmp_path / name}:1" for name in "ab"
    ]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("rank", "FILE", "--unit", "cats"), "'cats' is not one of 'pairs', 'rankings', 'sentences'"),
        (
            ("rank", "FILE", "--method", "elo"),
            "'elo' is not one of 'expected-wins', 'expected-wins-half-ties'",
        ),
        (("rank", "FILE", "--confidence", "1"), "'--confidence'"),
        (("rank", "FILE", "--bootstrap", "0"), "'--bootstrap'"),
        (("rank", "FILE", "--judge", "zoe"), "No judge is called zoe; judges are ann, bob."),
        (("rank", "FILE", "--exclude-judge", "zoe"), "No judge is called zoe"),
        (("stats", "FILE", "--exclude-judge", "ann", "--exclude-judge", "bob"), "No judgment is left"),
        (("rank", "FILE", "--judge", "ann", "--unit", "judges"), "at least two of them; there is 1"),
        (("validate", "FILE", "--folds", "1000"), "Folds have to number from 2 to 36"),
        (("validate", "FILE", "--as-published", "--unit", "sentences", "--folds", "2"), "released scripts"),
        (("standings", "FILE"), "No such command 'standings'"),
        (("stats", "-", "-"), "standard input: It can be read only once."),
        (("stats",), "Missing argument 'JUDGMENTS...'"),
        (("rank", "FILE", "--sentences"), "No such option"),
        (("rank", "FILE", "--unit", "judges", "--speaks-for", "these-judges"), "leaves no choice"),
        (("judges", "FILE", "--unit", "pairs", "--speaks-for", "judges-like-these"), "leaves no choice"),
        (
            ("report", "FILE", "--json", "--unit", "judges", "--speaks-for", "these-judges"),
            "The unit judges leaves no choice: intervals speak for judges like these. Choose judges like "
            "these, or the unit sentences for these judges.",
        ),
        (("head-to-head", "FILE", "--as-published", "--test", "judges"), "follow the test sign, not judges"),
        (("head-to-head", "FILE", "--test", "t"), "'t' is not one of judges-holm, judges, sentence-holm"),
    ],
)
def test_a_wrong_call_ends_with_status_2_and_one_line(call, store, few, words, message):
    path = store("few.xml", few)
    ended = call(*(path if word == "FILE" else word for word in words), stdin=path.read_bytes())
    assert (ended.exit_code, ended.stdout) == (2, "")
    (line,) = ended.stderr.splitlines()
    assert message in line


@pytest.mark.parametrize("command", ["rank", "head-to-head", "validate"])
def test_one_system_cannot_be_compared(call, store, command):
    ended = call(command, store("one.xml", [judged("a", s, ("A", 1)) for s in range(200)]))
    assert ended.exit_code == 2
    assert "at least two systems; the judgments name 1" in ended.stderr


def test_a_judge_called_admin_counts_and_is_reported(call, store, few):
    path = store("admin.xml", [*few, judged("admin", 9, ("A", 1), ("B", 2))])
    ended = call("stats", path)
    assert ended.exit_code == 0
    assert "admin" in ended.stdout
    assert "the 2015 scripts leave it out (--exclude-judge admin)" in ended.stderr
    assert call("stats", path, "--exclude-judge", "admin").stderr == ""


@pytest.mark.parametrize("format", ["xml", "csv", "json", "jsonl", "wmt-csv", "wmt-pairs-csv", "pair-labels"])
def test_the_same_judgments_in_two_files_are_refused(call, store, few, format):
    path = store("few.xml", few)
    again = store("again.txt", few, format)
    ended = call("stats", path, again)
    assert ended.exit_code == 2
    assert ended.stderr == f"{again}: It holds the same judgments as {path}; all would count twice. " + (
        "Give one of the two files.\n"
    )


@pytest.mark.parametrize("turned", [False, True])
def test_a_later_export_beside_an_earlier_one_is_refused(call, store, few, turned):
    part, whole = store("part.csv", few[:-3]), store("whole.xml", few)
    one, other = (whole, part) if turned else (part, whole)
    ended = call("stats", one, other)
    assert ended.exit_code == 2
    told = f"{whole} holds every judgment of this file" if turned else f"It holds every judgment of {part}"
    assert ended.stderr.startswith(f"{other}: {told}, and more; they would count twice. Leave ")


def test_the_same_bytes_twice_are_refused_where_nothing_names_the_judges(call, store, few):
    path = store("few.tsv", few, "pairs-tsv")
    ended = call("stats", path, path)
    assert (ended.exit_code, "would count twice" in ended.stderr) == (2, True)


def test_a_judge_may_give_the_same_answers_again(ask, store, few):
    first = [replace(one, seconds=1.0) for one in few]
    again = [replace(one, seconds=2.0) for one in few]
    asked = ask("stats", store("few.xml", first), store("again.xml", again))
    assert asked["result"]["total"]["rankings"] == 2 * len(few)


def test_pairs_without_sentences_are_not_taken_for_independent_in_silence(call, ask, store, few):
    # In another order: nothing tells whether these are the same judgments again.
    files = [store("a.tsv", few, "pairs-tsv"), store("b.tsv", few[::-1], "pairs-tsv")]
    (warning,) = [line for line in call("rank", files[0]).stderr.splitlines() if "Warning" in line]
    assert "names neither judges nor sentences" in warning
    result = ask("stats", *files)["result"]
    assert result["sentences"] == 72
    assert any("neither judges nor sentences" in one for one in result["warnings"])


def test_expanded_pairs_are_reported(ask, store, few):
    warnings = ask("stats", store("labels.csv", few, "pair-labels"))["result"]["warnings"]
    assert len(warnings) == 1
    assert "Every judgment compares two systems." in warnings[0]


def test_help_loads_no_heavy_library():
    script = (
        "import sys\nfrom appraise_gec.cli import main\n"
        "try:\n    main(['--help'], prog_name='appraise-gec')\nexcept SystemExit:\n    pass\n"
        "heavy = {'numpy', 'scipy', 'numba', 'django', 'matplotlib', 'celery'} & set(sys.modules)\n"
        "sys.exit(f'loaded: {heavy}' if heavy else 0)\n"
    )
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    for command in (*JUDGED, "convert", "sample"):
        assert command in ended.stdout


@pytest.mark.parametrize("command", [*JUDGED, "convert", "sample"])
def test_every_command_explains_itself(call, command):
    shown = call(command, "--help")
    assert shown.exit_code == 0
    assert "--json" in shown.output


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


def test_progress_is_shown_to_a_waiting_person_only(monkeypatch, capsys):
    monkeypatch.setattr(progress_module, "SECONDS_BEFORE_SHOWN", 0)

    def work():
        with progress_module.Progress("Ranking") as bar:
            for share in (0.25, 0.5, 1.0):
                bar.share(share)
        return capsys.readouterr()

    assert work() == ("", "")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    shown = work()
    assert shown.out == ""
    assert "Ranking" in shown.err
    assert "100%" in shown.err
    monkeypatch.setattr(progress_module, "SECONDS_BEFORE_SHOWN", 60)
    assert work() == ("", "")


def test_a_file_without_judgments_is_reported(call, store):
    ended = call("rank", store("none.xml", []))
    assert (ended.exit_code, ended.stdout) == (2, "")
    assert ended.stderr.strip().endswith("none.xml: There is no judgment in it; expected at least one.")


def test_one_of_a_kind_is_reported_as_one(call, store):
    shown = call("stats", store("one.csv", [judged("ann", 0, ("A", 1), ("B", 2))])).stdout
    assert shown.startswith("2 systems, 1 sentence, 1 judge\n")
