"""The shipped demo campaign can be uploaded as it is and shows what a campaign is about."""

import pytest

from rankings.demo.corpus import DemoCorpus, load_demo_corpus, load_rankings


@pytest.fixture(scope="module")
def corpus() -> DemoCorpus:
    return load_demo_corpus()


def test_every_file_has_one_line_per_sentence(corpus):
    assert len(corpus.source) >= 120
    assert len(corpus.documents) == len(corpus.source)
    assert {name: len(lines) for name, lines in corpus.outputs.items()} == dict.fromkeys(
        corpus.outputs, len(corpus.source)
    )


def test_the_rankings_are_of_outputs_of_the_demo(corpus):
    for ranking in load_rankings():
        assert min(ranking.ranks.values()) == 1
        assert max(ranking.ranks.values()) <= len(ranking.ranks)
        texts = [
            {corpus.outputs[system][ranking.sentence] for system in systems} for systems in ranking.ranks
        ]
        assert all(len(one) == 1 for one in texts), "systems behind an output wrote the same"
        assert 3 < ranking.seconds < 400
