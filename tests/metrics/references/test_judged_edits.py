"""Judgments of single edits as SEEDA publishes them."""

import pytest

from metrics.references.judged_edits import EditAnnotation, looks_like_edit_annotation, read_edit_annotation
from rankings.formats.records import FormatError

TEXT = """<Source with context>
They met on Monday .
<t>He [have] two [] cat[ .]</t>
They sleep all day .

<Correction>
<s1>He [have→has|True] two [cat→cats|True] .</s1>
<s2>He [have two→had|False] [→big|False] [cat .→|True]</s2>
<s3>He have two cat .</s3>
"""


def read(text: str) -> EditAnnotation:
    return read_edit_annotation(text.encode(), "ann", "0.txt")


def test_sentence_context_marks_and_edits():
    annotation = read(TEXT)
    assert looks_like_edit_annotation(TEXT.encode()) and not looks_like_edit_annotation(b"S a b")
    assert (annotation.annotator, annotation.name) == ("ann", "0.txt")
    assert annotation.source == "He have two cat ."
    assert (annotation.before, annotation.after) == ("They met on Monday .", "They sleep all day .")
    assert annotation.marked == ((1, 2), (3, 3), (4, 5))
    assert [made.text for made in annotation.corrections] == [
        "He has two cats .",
        "He had big",
        "He have two cat .",
    ]
    edits = [
        [(one.start, one.end, one.correction, one.good) for one in made.edits]
        for made in annotation.corrections
    ]
    assert edits == [
        [(1, 2, "has", True), (3, 4, "cats", True)],
        [(1, 3, "had", False), (3, 3, "big", False), (3, 5, "", True)],
        [],
    ]
    assert [made.line for made in annotation.corrections] == [7, 8, 9]
    assert annotation.warnings == ()


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("[have→has]|True two", (1, 2, "has", True)),
        ("[have→has] |True two", (1, 2, "has", True)),
        ("[have→has|False,] two", (1, 2, "has,", False)),
        ("[have→has] two", (1, 2, "has", None)),
    ],
)
def test_misplaced_and_missing_labels_are_read_with_a_warning(written, meant):
    annotation = read(TEXT.replace("[have→has|True] two", written))
    edit = annotation.corrections[0].edits[0]
    assert (edit.start, edit.end, edit.correction, edit.good) == meant
    (warning,) = annotation.warnings
    assert warning.line == 7 and "label" in warning.message


def test_a_blank_that_is_missing_beside_a_bracket_makes_no_other_words():
    annotation = read(TEXT.replace("[cat→cats|True] .", "[cat→cats|True].").replace("[ .]", "."))
    assert annotation.source == "He have two cat ."
    assert annotation.corrections[0].text == "He has two cats ."


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("<Source with context>", "S a b", 1, "Expected <Source with context>"),
        ("<Correction>", "<Corrections>", None, "The line <Correction> is missing"),
        ("<t>He", "He", None, "Expected one sentence as <t>...</t>"),
        ("<t>He [have] two [] cat[ .]</t>", "<t></t>", 3, "The sentence is empty"),
        ("<s3>He have two cat .</s3>", "<s3>He have two cat .", 9, "Expected a correction, <s1>...</s1>"),
        ("[have→has|True]", "[have→has|Maybe]", 7, "does not read as an edit"),
        ("[have→has|True]", "[have]", 7, "does not read as an edit"),
        ("[have→has|True]", "have [→|True]", 7, "changes nothing"),
        ("[have→has|True]", "[have→has|True]|False", 7, "has two labels"),
        ("[have→has|True]", "[has→has|True]", 7, '"have" is token 2, here "has" is token 2'),
        ("<s3>He have two cat .</s3>", "<s3>He have two cat</s3>", 9, '"." is token 5, here it ends'),
        ("[have→has|True]", "ha[ve→s|True]", 7, "begins or ends within a word"),
    ],
)
def test_what_cannot_be_read_is_reported_with_its_line(old, new, line, said):
    with pytest.raises(FormatError) as refusal:
        read(TEXT.replace(old, new))
    problem = refusal.value.problems[0]
    assert (problem.file, problem.line) == ("0.txt", line)
    assert said in problem.message


def test_a_file_without_corrections_is_refused():
    with pytest.raises(FormatError, match="No correction stands here"):
        read(TEXT.split("<s1>", maxsplit=1)[0])


def test_every_published_file_is_about_outputs_of_its_sentence(shared):
    """Edits applied to the sentence give a published output each time, so that they were read as meant."""
    outputs = {
        path.name: [" ".join(line.split()) for line in path.read_text(encoding="utf-8").split("\n")]
        for path in (shared / "data" / "seeda" / "outputs").iterdir()
    }
    files = sorted((shared / "data" / "seeda" / "edit-annotations").glob("*/*.txt"))
    assert len(files) == 30
    labels = []
    for path in files:
        annotation = read_edit_annotation(path.read_bytes(), path.parent.name, path.name)
        index = outputs["INPUT"].index(annotation.source)
        for made in annotation.corrections:
            assert made.text in {lines[index] for lines in outputs.values()}, (path, made.number)
            labels += [edit.good for edit in made.edits]
    text = "".join(path.read_text(encoding="utf-8") for path in files)
    assert labels.count(True) == text.count("|True")
    assert labels.count(False) == text.count("|False")
