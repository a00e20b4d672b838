"""Metrics that compare runs of tokens or letters give the scores of the original programs, and keep laws."""

import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.scorers.bleu import Bleu, IBleu
from metrics.scorers.gleu import Gleu
from metrics.scorers.green import Green
from metrics.scorers.levenshtein import LevenshteinToReference, LevenshteinToSource
from metrics.scorers.sari import MaxSari, Sari
from metrics.scorers.scorer import Material

TEXT = st.lists(st.sampled_from(["a", "b", "c", "d"]), min_size=1, max_size=8).map(" ".join)
TEXTS = st.lists(TEXT, min_size=1, max_size=3)


def sentences(score):
    return [one.score for one in score.sentences]


def of(scorer, output, references, source="a"):
    return scorer.score([output], Material((source,), references=(tuple(references),)))


def test_bleu_of_every_system(material, outputs, expected):
    scores = Bleu().score_systems(outputs, material)
    at_least = Bleu(one_run_at_least=True).score_systems(outputs, material)
    for system, values in expected["ngram"]["values"]["conll2"].items():
        parts, printed = scores[system].parts, values["sacrebleu_none_corpus"]
        assert 100 * scores[system].score == pytest.approx(printed["score"], abs=1e-9)
        assert parts["brevity_penalty"] == pytest.approx(printed["bp"], abs=1e-12)
        assert [parts[f"matched_{n}"] for n in range(1, 5)] == printed["counts"]
        assert [parts[f"runs_{n}"] for n in range(1, 5)] == printed["totals"]
        assert (parts["length"], parts["reference_length"]) == (printed["sys_len"], printed["ref_len"])
        assert sentences(scores[system]) == pytest.approx(values["bleu_sent"], abs=1e-11)
        assert parts["sentence_mean"] == pytest.approx(values["means"]["bleu"], abs=1e-11)
        assert at_least[system].score == pytest.approx(values["nltk_corpus_bleu"], abs=1e-11)


@pytest.mark.parametrize(
    ("scorer", "name", "mean"),
    [
        (IBleu(sign="minus"), "ibleu_minus_sent", "ibleu_minus"),
        (IBleu(sign="plus"), "ibleu_plus_sent", "ibleu_plus"),
        (Sari(), "sari_sent", "sari"),
        (MaxSari(), "max_sari_sent", "max_sari"),
        (LevenshteinToSource(), "ld_src_code_sent", "ld_src_code"),
        (LevenshteinToReference(), "ld_ref_code_sent", "ld_ref_code"),
    ],
)
def test_means_of_sentences_of_every_system(scorer, name, mean, material, outputs, expected):
    scores = scorer.score_systems(outputs, material)
    for system, values in expected["ngram"]["values"]["conll2"].items():
        assert sentences(scores[system]) == pytest.approx(values[name], abs=1e-11)
        assert scores[system].score == pytest.approx(values["means"][mean], abs=1e-11)


def test_gleu_and_green_of_every_system(material, outputs, expected):
    scores = Gleu().score_systems(outputs, material)
    for system, values in expected["gleu_2016"]["values"].items():
        assert scores[system].score == pytest.approx(values["corpus"], abs=1e-11)
        assert scores[system].parts["deviation"] == pytest.approx(values["std"], abs=1e-11)
        assert sentences(scores[system]) == pytest.approx(values["sentence"], abs=1e-11)
    green = {system: score.score for system, score in Green().score_systems(outputs, material).items()}
    for system, values in expected["gec_metrics"]["GREEN"].items():
        assert green[system] == pytest.approx(values["corpus"], abs=1e-11)


@pytest.mark.parametrize(("name", "by_difference"), [("GLEUOfficial", False), ("GLEU", True)])
def test_gleu_of_the_package_gec_metrics(name, by_difference, material, outputs, expected):
    # To the package an empty text is one token long, without runs: so is a token that nothing else has.
    texts = tuple(tuple(text or "EMPTY" for text in one) for one in material.references)
    scores = Gleu(by_difference=by_difference, draws="python3").score_systems(
        outputs, Material(outputs["INPUT"], references=texts)
    )
    for system, values in expected["gec_metrics"][name].items():
        # One line of POST is empty too. In an output such a token would be a run: a token's share is open.
        bound = 1 / 30_000 if "" in outputs[system] else 1e-11
        assert scores[system].score == pytest.approx(values["corpus"], abs=bound), system


ADDITIVE = (Bleu(), IBleu(), Gleu(iterations=20), Green(), Sari(), MaxSari(), LevenshteinToReference())


@given(st.lists(st.tuples(TEXT, TEXT, TEXTS), min_size=1, max_size=6), st.randoms())
@pytest.mark.parametrize("scorer", ADDITIVE, ids=lambda scorer: scorer.metric)
def test_statistics_of_some_sentences_give_their_score(scorer, lines, chance):
    sources, outputs, references = zip(*lines, strict=True)
    material = Material(sources, references=tuple(map(tuple, references)))
    rows = scorer.statistics(outputs, material)
    drawn = [chance.randrange(len(lines)) for _ in lines]
    part = scorer.score([outputs[index] for index in drawn], material.part(drawn))
    assert scorer.aggregate([rows[index] for index in drawn]) == part.parts
    assert part.score == part.parts[scorer.repeated_part()]


@given(TEXT, TEXT, TEXTS)
def test_the_best_of_several_references_counts(source, output, references):
    assert of(Green(), references[0], references, source).score == 1.0
    for several, single in ((Green(), Green()), (MaxSari(), Sari())):
        alone = [of(single, output, [one], source).score for one in references]
        assert of(several, output, references, source).sentences[0].score == max(alone)


@given(TEXT, TEXT, TEXT)
def test_counts_of_runs_are_those_of_the_definitions(source, output, reference):
    """GREEN: Table 1 of the paper, the fields of the diagram of three multisets. GLEU by difference:
    min(s, h) - r of each run counts against the output."""
    found = of(Green(order=1), output, [reference], source).parts
    s, h, r = (Counter(text.split()) for text in (source, output, reference))
    well = wrongly = missed = matches = 0
    for run in s | h | r:
        kept = min(s[run], h[run], r[run])
        deleted = max(s[run] - max(h[run], r[run]), 0)
        inserted = max(min(h[run], r[run]) - s[run], 0)
        well += kept + deleted + inserted
        wrongly += max(min(s[run], r[run]) - h[run], 0) + max(h[run] - max(s[run], r[run]), 0)
        missed += max(min(s[run], h[run]) - r[run], 0) + max(r[run] - max(s[run], h[run]), 0)
        matches += min(h[run], r[run]) - max(min(s[run], h[run]) - r[run], 0)
    assert (found["tp_1"], found["fp_1"], found["fn_1"]) == (well, wrongly, missed)
    penalty = math.exp(min(0, 1 - r.total() / h.total()))
    gleu = of(Gleu(order=1, by_difference=True), output, [reference], source).score
    assert gleu == pytest.approx(max(matches, 0) / h.total() * penalty)


def distance(first, second):
    return LevenshteinToSource().score([second], Material((first,))).sentences[0].parts["distance"]


def slow_distance(first, second):
    row = list(range(len(second) + 1))
    for i, letter in enumerate(first, start=1):
        above, row = row, [i]
        for j, other in enumerate(second, start=1):
            row.append(min(row[-1] + 1, above[j] + 1, above[j - 1] + (letter != other)))
    return row[-1]


@given(st.text("ab\u0301é語😀", max_size=8), st.text("ab\u0301é語😀", max_size=8))
def test_distances_are_those_of_the_plain_recursion(first, second):
    assert distance(first.strip(), second.strip()) == slow_distance(first.strip(), second.strip())
