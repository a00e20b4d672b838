"""`appraise-gec sample`: section 4.1 of the 2015 paper, and Figure 1."""

import json
from xml.etree import ElementTree

import pytest


@pytest.fixture
def corpus(tmp_path):
    (tmp_path / "source.txt").write_text("he go\nshe run\nit rain\n")
    folder = tmp_path / "outputs"
    folder.mkdir()
    (folder / "X.txt").write_text("he goes\nshe runs\nit rain\n")
    (folder / "Y").write_text("he went\nshe runs\nit rain\n")
    return tmp_path


def test_items_can_be_written_as_the_2015_campaign_had_them(call, corpus):
    """As blocks of lines, and as task XML with sentences, neighbours and documents."""
    (corpus / "documents.txt").write_text("a\nb\nb\n")
    files = ("--source", corpus / "source.txt", corpus / "outputs", "--documents", corpus / "documents.txt")
    words = (*files, "--items", 8, "--json")
    items = json.loads(call("sample", *words, "-o", corpus / "items.tsv").stdout)["result"]["items"]
    blocks = (corpus / "items.tsv").read_text().removesuffix("\n\n").split("\n\n")
    assert [int(block.split("\t")[2]) for block in blocks] == [one["index"] for one in items]
    assert call("sample", *words, "-o", corpus / "items.xml").exit_code == 0
    tasks = list(ElementTree.parse(corpus / "items.xml").getroot())
    around = {
        0: ("he go", "a", None, None),
        1: ("she run", "b", None, "it rain"),
        2: ("it rain", "b", "she run", None),
    }
    for number, (task, item) in enumerate(zip(tasks, items, strict=True)):
        assert (task.get("id"), task.get("src-id")) == (str(number), str(item["index"]))
        outputs = [(one.text, one.get("system", "").split()) for one in task.iter("translation")]
        assert outputs == [(one["text"], one["systems"]) for one in item["outputs"]]
        before, after = task.findtext("sourcebefore"), task.findtext("sourceafter")
        assert (task.findtext("source"), task.get("doc-id"), before, after) == around[item["index"]]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("outputs",), "Missing option '--source'"),
        (("outputs", "--source", "nowhere"), "nowhere: Cannot be read"),
        (("outputs", "--source", "source.txt", "--no-replacement", "--items", "9"), "only 3 sentences"),
        (("outputs", "--source", "source.txt", "-o", "outputs/Y"), "one of the files to read"),
    ],
)
def test_wrong_calls_end_with_status_2(call, corpus, monkeypatch, words, message):
    (corpus / "short.txt").write_text("he go\n")
    monkeypatch.chdir(corpus)
    ended = call("sample", *words)
    assert (ended.exit_code, ended.stdout) == (2, "")
    assert message.casefold() in ended.stderr.casefold()
    assert len(ended.stderr.splitlines()) == 1
