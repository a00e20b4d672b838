"""The shipped demo campaign can be uploaded as it is and shows what a campaign is about."""

import pytest

from rankings.demo import DemoCorpus, load_demo_corpus
from rankings.demo.corpus import load_qualities


@pytest.fixture(scope="module")
def corpus() -> DemoCorpus:
    return load_demo_corpus()


def test_every_file_has_one_line_per_sentence(corpus):
    assert len(corpus.source) >= 120
    assert len(corpus.documents) == len(corpus.source)
    assert {name: len(lines) for name, lines in corpus.outputs.items()} == dict.fromkeys(
        corpus.outputs, len(corpus.source)
    )


def test_every_output_has_its_quality_and_only_outputs_have(corpus):
    for index, known in enumerate(load_qualities()):
        assert set(known) == {lines[index] for lines in corpus.outputs.values()}
        for quality in known.values():
            assert min(quality.remaining, quality.introduced, quality.meaning) >= 0
