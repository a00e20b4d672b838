"""`appraise-gec sample`: section 4.1 of the 2015 paper, and Figure 1."""

import json
from collections import Counter
from itertools import combinations
from math import comb
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


def test_the_distribution_of_distinct_outputs_is_figure_1(ask, outputs):
    result = ask("sample", "--source", outputs / "INPUT", outputs, "--items", 0)["result"]
    assert len(result["sentences"]) == 1312
    assert len(result["systems"]) == 13
    counts = Counter(one["distinct"] for one in result["sentences"])
    assert {one["distinct"]: one["sentences"] for one in result["distinct_outputs"]} == {
        number: counts.get(number, 0) for number in range(1, 14)
    }
    lines = {path.name: path.read_text("utf-8").split("\n")[:1312] for path in outputs.iterdir()}
    distinct = Counter(len({text[s].strip() for text in lines.values()}) for s in range(1312))
    assert counts == distinct
    assert result["items"] == []


def test_probabilities_are_those_of_section_4_1(ask, outputs):
    """C_i from an enumeration of all choices of at most five outputs that cover five systems or more."""
    result = ask("sample", "--source", outputs / "INPUT", outputs, "--items", 0)["result"]
    lines = {path.name: path.read_text("utf-8").split("\n")[:1312] for path in outputs.iterdir()}
    weights = {}
    for index in range(0, 1312, 41):
        sizes = list(Counter(text[index].strip() for text in lines.values()).values())
        chosen = (sum(choice) for k in range(1, 6) for choice in combinations(sizes, k))
        covered = [j for j in chosen if j >= 5]
        expected = sum(covered) / len(covered)
        sentence = result["sentences"][index]
        assert sentence["index"] == index
        assert sentence["expected_coverage"] == pytest.approx(expected, abs=1e-9)
        weights[index] = comb(5, 2) / (expected * (expected - 1) / 2)
    shares = [result["sentences"][index]["probability"] / weight for index, weight in weights.items()]
    assert shares == pytest.approx([shares[0]] * len(shares), rel=1e-9)
    assert sum(one["probability"] for one in result["sentences"]) == pytest.approx(1, abs=1e-9)


def test_items_show_at_most_so_many_outputs_with_all_their_systems(ask, outputs):
    words = ("sample", "--source", outputs / "INPUT", outputs, "--items", 300, "--max-outputs", 4)
    result = ask(*words)["result"]
    assert len(result["items"]) == 300
    for item in result["items"]:
        assert 1 <= len(item["outputs"]) <= 4
        names = [name for one in item["outputs"] for name in one["systems"]]
        assert len(set(names)) == len(names)
        for one in item["outputs"]:
            for name in one["systems"]:
                line = (outputs / name).read_text("utf-8").split("\n")[item["index"]]
                assert line.strip() == one["text"] or (one["text"], line.strip()) == ("", "[EMPTY]")


def test_the_source_takes_part_unless_told_otherwise(ask, corpus):
    words = ("sample", "--source", corpus / "source.txt", corpus / "outputs")
    with_input = ask(*words)
    assert with_input["result"]["systems"] == ["X", "Y", "INPUT"]
    assert [one["distinct"] for one in with_input["result"]["sentences"]] == [3, 2, 1]
    assert len(with_input["result"]["items"]) == 3
    assert [one["role"] for one in with_input["recipe"]["inputs"]] == ["source", "output", "output"]
    without = ask(*words, "--no-input")
    assert [one["distinct"] for one in without["result"]["sentences"]] == [2, 1, 1]


def test_uniform_sampling_and_sentences_with_something_to_compare(ask, corpus):
    words = ("sample", "--source", corpus / "source.txt", corpus / "outputs", "--sampler", "uniform")
    shares = [one["probability"] for one in ask(*words, "--least-outputs", 2)["result"]["sentences"]]
    assert shares == [0.5, 0.5, 0]
    drawn = ask(*words, "--no-replacement")["result"]["items"]
    assert sorted(one["index"] for one in drawn) == [0, 1, 2]


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
