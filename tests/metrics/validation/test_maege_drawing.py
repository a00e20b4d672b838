"""Which texts are made and drawn from gold edits, and what they are compared with."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.references.edits import Annotation, Edit, Gold, GoldSentence, corrected_text
from metrics.scorers.registry import make_scorer
from metrics.scorers.scorer import Material
from metrics.validation.maege.lattice import build_lattices, partial_text, partial_text_as_published
from metrics.validation.maege.sampling import MODELS, draw, draw_as_published
from metrics.validation.maege.scoring import References, Text, score_texts

WORDS = ("he", "goes", "home", "now", "a", "the")


def annotation(annotator, *edits):
    return Annotation(annotator, tuple(Edit(start, end, kind, (text,)) for start, end, kind, text in edits))


def sentence(source, *annotations):
    return GoldSentence(source, annotations)


HOME = sentence(
    "he go at home now .",
    annotation(0, (1, 2, "SVA", "goes"), (2, 3, "Prep", ""), (4, 5, "Mec", ", now")),
    annotation(1, (1, 2, "Vt", "went"), (2, 2, "WO", "back"), (2, 2, "WO", "then")),
)
DOG = sentence("a dogs bark", annotation(0, (1, 2, "Nn", "dog"), (2, 3, "SVA", "barks")), annotation(1))
FINE = sentence("it is fine", Annotation(0, (), noop=True), annotation(1, (0, 1, "Mec", "It")))
SILENT = sentence("so it is", Annotation(0))
GOLD = Gold("gold.m2", (HOME, DOG, FINE, SILENT))


@st.composite
def corrected_sentences(draw):
    """A sentence with edits that may overlap."""
    tokens = draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=6))
    edits = []
    for _ in range(draw(st.integers(1, 5))):
        start = draw(st.integers(0, len(tokens)))
        end = draw(st.integers(start, len(tokens)))
        text = " ".join(draw(st.lists(st.sampled_from(WORDS), max_size=2)))
        edits.append((start, end, "T", text))
    return sentence(" ".join(tokens), annotation(0, *edits))


@given(corrected_sentences())
def test_overlapping_edits_are_left_out_as_when_all_are_applied(one):
    lattices = build_lattices(Gold("gold.m2", (one,)))
    (kept,) = lattices.sentences
    edits = kept.annotations[0].edits
    everything = partial_text(one.tokens, edits, range(len(edits)))
    assert everything == corrected_text(one, one.annotations[0])
    assert lattices.overlapping == len(one.annotations[0].edits) - len(edits)
    spans = sorted((edit.start, edit.end) for edit in edits)
    assert all(sooner[1] <= later[0] for sooner, later in itertools.pairwise(spans))


@given(corrected_sentences(), st.randoms())
def test_a_text_depends_on_which_edits_are_applied_only(one, chance):
    edits = build_lattices(Gold("gold.m2", (one,))).sentences[0].annotations[0].edits
    chosen = [place for place in range(len(edits)) if chance.random() < 0.7]
    shuffled = chance.sample(chosen, len(chosen))
    assert partial_text(one.tokens, edits, chosen) == partial_text(one.tokens, edits, shuffled)
    assert partial_text(one.tokens, edits, ()) == one.source
    published = partial_text_as_published(one.tokens, edits, chosen)
    assert published.split() == partial_text(one.tokens, edits, chosen).split()


@pytest.mark.parametrize("source_kind", ["chain", "original"])
def test_everything_drawn_is_a_point_of_a_lattice(gold, source_kind):
    lattices = build_lattices(gold["official-2014.combined"])
    ours = draw(lattices, np.random.default_rng(3), source_kind=source_kind)
    published = draw_as_published(lattices, 3, source_kind=source_kind)
    for drawn in (ours, published):
        assert len(drawn.corpora) == len(MODELS)
        for point in itertools.chain(drawn.chains, drawn.corpus_sources, *drawn.corpora):
            edits = lattices.sentences[point.sentence].annotations[point.annotation].edits
            assert len(set(point.edits)) == len(point.edits) <= len(edits)
            assert all(0 <= edit < len(edits) for edit in point.edits)
        assert all(not point.edits for point in drawn.corpora[0])
        assert len(drawn.corpus_sources) == len(lattices.sentences)
        steps = zip(drawn.chain_sources, drawn.chains, strict=True)
        assert all(0 <= source <= len(chain.edits) for source, chain in steps)
        if source_kind == "original":
            assert not any(drawn.chain_sources)
            assert not any(point.edits for point in drawn.corpus_sources)
    assert draw(lattices, np.random.default_rng(3), source_kind=source_kind) == ours
    assert draw_as_published(lattices, 4, source_kind=source_kind) != published


@pytest.mark.parametrize("metric", ["ibleu", "gleu", "max-sari", "levenshtein-reference", "m2", "i-measure"])
def test_a_score_does_not_depend_on_what_else_is_scored(gold, metric):
    part = gold["official-2014.combined"].part(range(40))
    lattices = build_lattices(replace(part, name="part"))
    scorer = make_scorer(metric)
    texts = []
    for place in lattices.with_annotators(2):
        one = lattices.sentences[place]
        for number, note in enumerate(one.annotations):
            steps = [partial_text(one.tokens, note.edits, range(k)) for k in range(len(note.edits) + 1)]
            source = one.source if "gold" in scorer.needs else steps[len(steps) // 2]
            texts += [Text(place, number, source, text) for text in (*steps, steps[0])]
    found = score_texts(scorer, texts, References.from_texts(lattices, ()))
    for value, text in zip(found, texts, strict=True):
        one = lattices.sentences[text.sentence]
        others = [note for note in one.annotations if note != one.annotations[text.annotation]]
        if "gold" in scorer.needs:
            material = Material((text.source,), Gold("one", (GoldSentence(text.source, tuple(others)),)))
        else:
            references = tuple(corrected_text(one, note) for note in others)
            material = Material((text.source,), references=(references,))
        assert value == pytest.approx(scorer.score([text.text], material).sentences[0].score, abs=1e-12)


def test_the_annotator_of_a_text_is_no_reference_for_it():
    lattices = build_lattices(GOLD)
    full = corrected_text(HOME, HOME.annotations[0])
    texts = [Text(0, 0, HOME.source, full), Text(0, 1, HOME.source, full)]
    own, other = score_texts(make_scorer("bleu"), texts, References.from_texts(lattices, ()))
    assert own < other == 1
    given = score_texts(make_scorer("bleu"), texts, References.from_texts(lattices, [[full], ["x"]]))
    assert given.tolist() == [1, 1]
