"""`appraise-gec maege` as people and programs call it, on made-up gold edits."""

import pytest

GOLD = """\
S This are a sentences .
A 1 2|||SVA|||is|||REQUIRED|||-NONE-|||0
A 3 4|||Nn|||sentence|||REQUIRED|||-NONE-|||0
A 1 2|||SVA|||is|||REQUIRED|||-NONE-|||1
A 2 4|||Nn|||one sentence|||REQUIRED|||-NONE-|||1

S He go home .
A 1 2|||SVA|||goes|||REQUIRED|||-NONE-|||0
A 3 3|||Mec|||now|||REQUIRED|||-NONE-|||0
A 1 2|||Vt|||went|||REQUIRED|||-NONE-|||1

S A cat sleep .
A 2 3|||SVA|||sleeps|||REQUIRED|||-NONE-|||0

S Fine .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A 0 1|||Mec|||Good|||REQUIRED|||-NONE-|||1

S Silence .

"""
REFERENCES = "This is a sentence .\nHe goes home .\nA cat sleeps .\nFine .\nSilence .\n"


@pytest.fixture
def gold(tmp_path):
    path = tmp_path / "gold.m2"
    path.write_text(GOLD, encoding="utf-8")
    return path


@pytest.fixture
def references(tmp_path):
    path = tmp_path / "references.txt"
    path.write_text(REFERENCES, encoding="utf-8")
    return path


def test_references_are_those_given(ask, gold, references):
    words = ("maege", "--gold", gold, "--metric", "bleu", "--runs", 1)
    others, given = ask(*words)["result"], ask(*words, "--references", references)["result"]
    assert (others["references"], given["references"]) == ("other annotators", "given")
    # With texts to compare with, corpora can have the sentence that only one annotator corrects.
    assert (others["corpus_sentences"], given["corpus_sentences"]) == (2, 3)
    one_annotator = ask(*words, "--references", references, "--annotators", 1)["result"]
    assert one_annotator["sentences"] == 3


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--metric", "blue"), "appraise-gec maege: metric 'blue': expected one of "),
        (("--metric", "gleu:sign=plus"), "gleu has no setting 'sign'"),
        (("--metric", "i-measure"), "compares with edits of the original"),
        (("--annotators", "3"), "No sentence is left: none has edits of at least 3 annotators."),
        (("--as-published",), "which only reference texts can be compared with."),
    ],
)
def test_a_wrong_call_is_reported_in_one_line(call, gold, words, told):
    ended = call("maege", "--gold", gold, *words)
    assert (ended.exit_code, ended.stdout) == (2, "")
    assert told in ended.stderr
    assert ended.stderr.count("\n") == 1
