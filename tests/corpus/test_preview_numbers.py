"""The numbers of the preview, against counting by hand and against the published outputs of 2015."""

from collections import Counter
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from rankings.corpus.open_corpus import OpenCorpus
from rankings.corpus.preview import CorpusFacts, preview_corpus
from rankings.uploads.files import File
from tests.corpus.conftest import text


def facts_of(files: list[File], *, with_input: bool = True) -> CorpusFacts:
    problems, facts = preview_corpus(OpenCorpus(files, documents="one", include_input=with_input), 5)
    assert facts is not None, problems
    return facts


def sentences_by_outputs(facts: CorpusFacts) -> dict[int, int]:
    """Sentences by number of distinct outputs."""
    return dict(enumerate(facts.distinct_counts, start=1))


lines = st.lists(st.sampled_from(["a b", "a c", " a b ", "[EMPTY]", "d e"]), min_size=4, max_size=4)


@given(st.dictionaries(st.sampled_from("ABCD"), lines, min_size=1))
def test_summaries_agree_with_counting_pairs(outputs: dict[str, list[str]]) -> None:
    source = ["a b", "a c", "d e", "a b"]
    files = [File("outputs", name, text(lines)) for name, lines in outputs.items()]
    preview = facts_of([File("source", "source", text(source)), *files])
    keys = {
        name: ["" if one == "[EMPTY]" else one.strip() for one in texts] for name, texts in outputs.items()
    }
    for summary in preview.systems:
        if summary.is_input:
            continue
        own = keys[summary.name]
        assert summary.unchanged == sum(one == two for one, two in zip(own, source, strict=True))
        assert summary.empty == own.count("")
        others = [texts for name, texts in keys.items() if name != summary.name]
        assert summary.shared == sum(any(texts[k] == own[k] for texts in others) for k in range(4))
    distinct = Counter(len({source[k], *(texts[k] for texts in keys.values())}) for k in range(4))
    assert {number: count for number, count in sentences_by_outputs(preview).items() if count} == distinct


def test_figure_1_of_the_published_outputs(shared: Path) -> None:
    folder = shared / "data" / "gjg15" / "outputs"
    texts = {one.name: one.read_bytes() for one in sorted(folder.iterdir())}
    files = [File("source", "source", texts["INPUT"])]
    files += [File("outputs", name, content) for name, content in texts.items()]
    preview = facts_of(files)
    assert (preview.sentences, len(preview.systems)) == (1312, 13)
    by_line = zip(*(content.decode().splitlines() for content in texts.values()), strict=True)
    counts = Counter(len({"" if one == "[EMPTY]" else one.strip() for one in line}) for line in by_line)
    assert sentences_by_outputs(preview) == {k: counts[k] for k in range(1, 14)}
    assert len({one.line for one in preview.screens}) == 3
    assert all(2 <= len(one.outputs) <= 5 for one in preview.screens)
