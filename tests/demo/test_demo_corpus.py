"""The shipped demo campaign can be uploaded as it is and shows what a campaign is about."""

import math
import operator
import re
from collections import Counter
from collections.abc import Iterable
from functools import reduce
from itertools import groupby

import pytest

from rankings.demo import DemoCorpus, load_demo_corpus, load_guidelines, make_outputs
from rankings.demo.corpus import load_qualities, read_lines
from rankings.demo.make_outputs import (
    DATA,
    Place,
    count_edits,
    make_files,
    read_essays,
    read_parts,
)


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
        for text, quality in known.items():
            assert quality.edits == count_edits(corpus.source[index], text)
            assert min(quality.remaining, quality.introduced, quality.meaning) >= 0


def test_shipped_files_are_what_the_marked_essays_say():
    made = make_files((DATA / "essays.txt").read_text(encoding="utf-8"))
    assert {name: text.splitlines() for name, text in made.items()} == {
        name: read_lines(*name.split("/")) for name in made
    }
    assert {path.name for path in (DATA / "outputs").iterdir()} == {
        name.removeprefix("outputs/") for name in made if name.startswith("outputs/")
    }


def rounded_at_each_step(values: Iterable[float]) -> float:
    """The built-in sum up to Python 3.11."""
    return reduce(operator.add, values, 0)


def rounded_once(values: Iterable[float]) -> float:
    """What the built-in sum comes close to since Python 3.12; whole numbers stay whole."""
    values = list(values)
    return math.fsum(values) if any(isinstance(value, float) for value in values) else sum(values)


@pytest.mark.parametrize("add_up", [rounded_at_each_step, rounded_once])
def test_the_files_do_not_depend_on_how_this_python_adds_floats(add_up, monkeypatch):
    monkeypatch.setattr(make_outputs, "sum", add_up, raising=False)
    made = make_files((DATA / "essays.txt").read_text(encoding="utf-8"))
    assert made["quality.tsv"].splitlines() == read_lines("quality.tsv")


def test_another_seed_makes_other_outputs_of_the_same_source():
    essays = (DATA / "essays.txt").read_text(encoding="utf-8")
    one, two = make_files(essays, seed=1), make_files(essays, seed=2)
    assert one["source.txt"] == two["source.txt"]
    assert one["outputs/CEDAR"] != two["outputs/CEDAR"]


def test_changing_one_sentence_leaves_the_others_outputs_alone():
    essays = (DATA / "essays.txt").read_text(encoding="utf-8")
    before = make_files(essays)
    after = make_files(essays.replace("Nobody has called yet.", "Nobody {G:have>has} called yet."))
    changed = before["source.txt"].splitlines().index("Nobody has called yet.")
    for name in before:
        if name != "quality.tsv":
            differing = [
                line
                for line, (a, b) in enumerate(
                    zip(before[name].splitlines(), after[name].splitlines(), strict=True)
                )
                if a != b
            ]
            assert differing in ([], [changed])


def test_guidelines_tell_judges_how_to_rank():
    text = load_guidelines()
    paragraphs = text.split("\n\n")
    assert 5 <= len(paragraphs) <= 20
    for word in ("best to worst", "Ties", "meant"):
        assert word in text


def test_marks_are_read_as_the_module_says():
    parts = list(read_parts("I {V:goed>went=was going~have went} by {A:>the }bus."))
    assert parts == [
        "I ",
        Place("V", "goed", ("went", "was going"), ("have went",), ()),
        " by ",
        Place("A", "", ("the ",), (), ()),
        "bus.",
    ]
    (neutral,) = read_parts("{X:big=large~bigs^small}")
    assert neutral == Place("X", "big", ("large",), ("bigs",), ("small",))


@pytest.mark.parametrize(
    "line",
    [
        "I {V:goed went.",
        "I goed>went.",
        "I {Q:goed>went}.",
        "I {V:goed~gone}.",
        "I {X:go>went}.",
        "{V:a>b=b}",
    ],
)
def test_a_mark_that_cannot_be_read_is_reported_with_its_line(line):
    with pytest.raises(ValueError, match="line 2"):
        read_essays(f"# letter\n{line}\n")
