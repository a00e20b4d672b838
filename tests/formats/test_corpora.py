"""Source, outputs and documents together."""

import random
import string
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rankings.formats.corpus import read_corpus

SOURCE = b"He have two cat .\nThey sleeps all day .\nI likes them very much .\nThe dog do not .\n"


def corpus(source=SOURCE, documents=None, add_input=True, **outputs):
    files = {name: (f"{name}.txt", data) for name, data in outputs.items()}
    ids = None if documents is None else ("ids.txt", documents)
    return read_corpus(("source.txt", source), files, ids, add_input=add_input)


def told(*arguments, **keywords):
    return [str(problem) for problem in corpus(*arguments, **keywords).problems]


def test_a_plain_corpus_is_one_document_and_input_takes_part():
    read = corpus(A=SOURCE.replace(b"cat", b"cats"))
    assert read.usable and not read.problems
    assert len(read.sentences) == 4
    assert read.documents == ("1",) * 4
    assert read.source_lines == (1, 2, 3, 4)
    assert read.systems == ("A", "INPUT")
    assert read.outputs["A"][0] == "He have two cats ."
    assert read.outputs["INPUT"] == read.sentences
    assert corpus(A=SOURCE, add_input=False).systems == ("A",)


def test_input_among_the_outputs_must_be_the_source():
    assert corpus(INPUT=SOURCE.replace(b"\n", b" \r\n")).usable
    assert told(INPUT=SOURCE.replace(b"do not", b"does not")) == [
        "INPUT.txt:4: INPUT stands for the unchanged source, but this line differs from the source "
        '"source.txt". Rename the system or fix the line.'
    ]


BLANKED = b"a b .\nc d .\n\n\ne f .\n\ng h .\n"


@pytest.mark.parametrize("output", [BLANKED, BLANKED.replace(b"\n\n", b"\n").replace(b"\n\n", b"\n")])
def test_blank_lines_separate_documents_and_outputs_keep_or_leave_them_out(output):
    read = corpus(BLANKED, A=output)
    assert not read.problems
    assert read.sentences == ("a b .", "c d .", "e f .", "g h .")
    assert read.documents == ("1", "1", "2", "3")
    assert read.source_lines == (1, 2, 5, 7)
    assert read.outputs["A"] == read.sentences


def test_files_made_to_be_slow_are_read_in_bounded_time():
    chance = random.Random(1)
    letters = chance.choices(string.ascii_lowercase, k=6_000_000)
    lines = ["".join(letters[k : k + 2000]) + "\n" for k in range(0, len(letters), 2000)]
    source, output = "".join(lines).encode(), "".join(reversed(lines)).encode()
    start = time.process_time()
    read = corpus(source, A=output)
    assert read.usable and len(read.problems) == 1
    assert not corpus(source, A=output + b"x\n").usable
    # Not a benchmark: without bounds this takes minutes.
    assert time.process_time() - start < 20


@pytest.mark.parametrize(
    ("ids", "message"),
    [
        (b"a\na\nb\n", 'ids.txt: The file has 3 lines, but the source "source.txt" has 4.'),
        (b"a\nb\na\nb\n", 'ids.txt:3: The document "a" goes on here after another document.'),
        (b"a\n\nb\nb\n", "ids.txt:2: The line is blank."),
    ],
)
def test_bad_document_ids_are_reported(ids, message):
    problems = told(documents=ids, A=SOURCE)
    assert problems[0].startswith(message)


def test_a_wrong_number_of_lines_says_both_numbers_and_where():
    lines = [f"This is the sentence number {k * k} about topic {chr(97 + k)} .\n" for k in range(20)]
    source = "".join(lines).encode()
    output = "".join(line for k, line in enumerate(lines) if k != 12).encode()
    assert told(source, A=output) == [
        'A.txt:13: The file has 19 lines, but the source "source.txt" has 20. The lines seem to shift '
        "here. Expected one output line for every source line."
    ]
    (problem,) = told(source, A="".join(lines[:-1]).encode())
    assert problem.startswith("A.txt: The file has 19 lines,")
    assert "The last lines seem to be missing." in problem
    (problem,) = told(source, A=b"a\nb\n")
    assert problem.startswith('A.txt: The file has 2 lines, but the source "source.txt" has 20. Expected')
    (problem,) = told(source, A=b"a\n")
    assert problem.startswith("A.txt: The file has 1 line, but")


def test_misplaced_lines_in_the_published_outputs_are_found(shared):
    folder = shared / "data/gjg15/outputs"
    files = {path.name: (path.name, path.read_bytes()) for path in sorted(folder.iterdir())}
    read = read_corpus(files["INPUT"], files)
    assert read.usable and len(read.sentences) == 1312 and len(read.systems) == 13
    found = {(problem.file, problem.line) for problem in read.problems}
    # Two files of the 2014 task really have these: one empty line, and lines of other sentences.
    assert found == {("POST", 24), ("NTHU", 38)}
    assert any("5 more such places: lines 40, " in problem.message for problem in read.problems)


@settings(max_examples=15, deadline=None)
@given(cut=st.integers(0, 1300), size=st.integers(1, 3), drop=st.booleans())
def test_a_cut_in_a_published_output_is_found_where_it_is(shared, cut, size, drop):
    folder = shared / "data/gjg15/outputs"
    lines = (folder / "AMU").read_bytes().split(b"\n")[:-1]
    changed = lines[:cut] + (
        lines[cut + size :] if drop else [b"An extra line of text ."] * size + lines[cut:]
    )
    if len(changed) == len(lines):
        return
    source = ("INPUT", (folder / "INPUT").read_bytes())
    (problem,) = [
        one for one in read_corpus(source, {"A": ("A", b"\n".join(changed) + b"\n")}).problems if one.fatal
    ]
    # A few neighbouring sentences of the data are alike, so the place may be off by a line or two.
    assert problem.line is not None and abs(problem.line - (cut + 1)) <= 3
