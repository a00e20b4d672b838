"""The shipped demo campaign can be uploaded as it is and shows what a campaign is about."""

import re
from collections import Counter
from itertools import groupby

import pytest

from rankings.demo import DemoCorpus, load_demo_corpus, load_guidelines
from rankings.demo.corpus import load_qualities


@pytest.fixture(scope="module")
def corpus() -> DemoCorpus:
    return load_demo_corpus()


def distinct_counts(corpus: DemoCorpus) -> list[int]:
    return [len({lines[i] for lines in corpus.outputs.values()}) for i in range(len(corpus.source))]


def test_every_file_has_one_line_per_sentence(corpus):
    assert len(corpus.source) >= 120
    assert len(corpus.documents) == len(corpus.source)
    assert {name: len(lines) for name, lines in corpus.outputs.items()} == dict.fromkeys(
        corpus.outputs, len(corpus.source)
    )


def test_input_and_seven_systems_with_usable_names_take_part(corpus):
    assert len(corpus.outputs) == 8
    assert corpus.outputs["INPUT"] == corpus.source
    assert all(re.fullmatch(r"[A-Z]+", name) for name in corpus.outputs)


def test_lines_are_plain_running_text(corpus):
    for lines in (corpus.source, *corpus.outputs.values()):
        for line in lines:
            assert line == line.strip() != ""
            assert "  " not in line
            assert not re.search(r"[{}<>=~^\t\\]| [,.;:?!]", line), line


def test_documents_are_whole_and_have_context(corpus):
    runs = [(name, len(list(group))) for name, group in groupby(corpus.documents)]
    assert len(dict(runs)) == len(runs), "a document is in two pieces"
    assert 8 <= len(runs) <= 10
    assert all(10 <= length <= 20 for _, length in runs)
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", name) for name, _ in runs)


def test_sentences_vary_and_none_repeats(corpus):
    assert len(set(corpus.source)) == len(corpus.source)
    lengths = [len(sentence.split()) for sentence in corpus.source]
    assert min(lengths) <= 5
    assert max(lengths) >= 30


def test_outputs_overlap_from_unanimity_to_all_different(corpus):
    spread = Counter(distinct_counts(corpus))
    assert all(spread[count] >= 5 for count in range(1, 8)), spread
    mean = sum(count * times for count, times in spread.items()) / len(corpus.source)
    assert 3.5 <= mean <= 5.5


def test_systems_have_the_characters_they_are_described_with(corpus):
    edited = {
        name: sum(a != b for a, b in zip(lines, corpus.source, strict=True))
        for name, lines in corpus.outputs.items()
    }
    troubles = mean_trouble(corpus)
    assert edited["WILLOW"] < edited["LARCH"] < min(edited[n] for n in ("ALDER", "BIRCH", "CEDAR", "ROWAN"))
    assert min(troubles, key=troubles.__getitem__) == "ALDER"
    assert troubles["ALDER"] < troubles["BIRCH"] < troubles["HAZEL"] < troubles["LARCH"] < troubles["INPUT"]
    same = sum(a == b for a, b in zip(corpus.outputs["CEDAR"], corpus.outputs["HAZEL"], strict=True))
    assert same > len(corpus.source) / 2
    introduced = {name: total_of(corpus, name, "introduced") for name in corpus.outputs}
    assert max(introduced, key=introduced.__getitem__) == "ROWAN"
    meaning = {name: total_of(corpus, name, "meaning") for name in corpus.outputs}
    assert max(meaning, key=meaning.__getitem__) == "BIRCH"


def mean_trouble(corpus: DemoCorpus) -> dict[str, float]:
    parts = ("remaining", "introduced", "meaning")
    return {
        name: sum(total_of(corpus, name, part) for part in parts) / len(corpus.source)
        for name in corpus.outputs
    }


def total_of(corpus: DemoCorpus, name: str, part: str) -> float:
    return sum(
        float(getattr(known[text], part))
        for known, text in zip(load_qualities(), corpus.outputs[name], strict=True)
    )


def test_every_output_has_its_quality_and_only_outputs_have(corpus):
    for index, known in enumerate(load_qualities()):
        assert set(known) == {lines[index] for lines in corpus.outputs.values()}
        for quality in known.values():
            assert min(quality.remaining, quality.introduced, quality.meaning) >= 0


def test_guidelines_tell_judges_how_to_rank():
    text = load_guidelines()
    paragraphs = text.split("\n\n")
    assert 5 <= len(paragraphs) <= 20
    for word in ("best to worst", "Ties", "meant"):
        assert word in text
