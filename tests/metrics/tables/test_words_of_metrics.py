"""What scores, settings and stored studies are called is made of messages, so that pages can translate it."""

import pytest

from appraise_gec.words import Worded
from metrics.references.edits import Annotation, Edit, Gold, GoldSentence
from metrics.scorers.registry import METRICS, make_scorer, metric_names, scorer_class
from metrics.scorers.scorer import Material
from metrics.tables import titles
from metrics.tables.metric_names import worded_name
from metrics.tables.stored_words import worded
from metrics.tables.titles import part_title, setting_title, setting_words
from metrics.validation.human_scores import HumanScores
from metrics.validation.metric_correlation import correlate
from metrics.validation.results import UNKNOWN_REASON
from metrics.validation.score_table import MetricScores

WITHOUT_PROGRAMS = tuple(
    metric for metric in metric_names() if metric not in {"meteor", "errant", "languagetool"}
)


class Backwards:
    """English words backwards, as a language that nobody has to know."""

    def message(self, text: str, context: str) -> str:
        return text if "%(" in text else text[::-1]

    def plural(self, one: str, many: str, n: int, context: str) -> str:
        return one if n == 1 else many

    def number(self, text: str) -> str:
        return text.replace(".", ",")

    def moment(self, text: str) -> str:
        return text[::-1]


def said(text: str) -> str:
    return text.said_in(Backwards()) if isinstance(text, Worded) else text


@pytest.mark.parametrize("metric", metric_names())
def test_every_setting_is_called_and_explained_by_messages(metric: str) -> None:
    assert isinstance(METRICS[metric].summary, Worded)
    for info in scorer_class(metric).setting_infos():
        assert isinstance(setting_title(info.name), Worded), info.name
        assert isinstance(info.help, Worded), info.name
        assert setting_title(info.name) == info.name.replace("_", " ")


def test_titles_of_metrics_that_are_messages_are_known() -> None:
    scorers = [scorer_class(metric) for metric in metric_names()]
    assert {scorer.title for scorer in scorers if isinstance(scorer.title, Worded)} == set(titles.METRICS)


def test_every_part_is_called_as_in_files_without_its_underscores() -> None:
    for name in ("brevity_penalty", "precision_4", "runs_1", "tp", "wacc_base"):
        assert isinstance(part_title(name), Worded), name
        assert part_title(name) == name.replace("_", " ")
    assert part_title("of_another_version") == "of another version"


@pytest.mark.parametrize("metric", WITHOUT_PROGRAMS)
def test_every_part_of_a_score_is_called_by_a_message(metric: str) -> None:
    sources = ("I has two dog .", "It is fine .")
    edit = Edit(1, 2, "SVA", ("have",))
    gold = Gold(
        "gold",
        (
            GoldSentence(sources[0], (Annotation(0, (edit,)),), 1),
            GoldSentence(sources[1], (Annotation(0),), 4),
        ),
    )
    score = make_scorer(metric).score(("I have two dog .", "It fine ."), Material(sources, gold))
    parts = [*score.parts, *(part for sentence in score.sentences for part in sentence.parts)]
    shown = set(parts) - {scorer_class(metric).repeated_part()}
    assert {name for name in shown if not isinstance(part_title(name), Worded)} == set()


def test_values_of_settings_are_said_too() -> None:
    assert setting_words("beta", 0.25) == "beta 0.25"
    assert said(setting_words("beta", 0.25)) == "ateb 0,25"
    assert said(setting_words("mix", False)) == "xim on"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("GLEU", "GLEU"),
        ("Levenshtein to the source", "ecruos eht ot niethsneveL"),
        ("GLEU (iterations 50, gold, annotator 1) #2", "GLEU (snoitareti 50, gold, annotator 1) #2"),
        ("My metric (imported)", "My metric (detropmi)"),
        ("M\u00b2, gold, annotator 1", "M\u00b2, gold, annotator 1"),
        # What people call their metrics and references is theirs.
        ("recall", "recall"),
        ("F (yes)", "F (yes)"),
        ("F (references)", "F (references)"),
    ],
)
def test_what_of_a_metrics_name_is_a_word(name: str, expected: str) -> None:
    assert worded_name(name) == name
    assert said(worded_name(name)) == expected


def test_the_annotator_of_a_sweep_is_a_word() -> None:
    class Renamed(Backwards):
        def message(self, text: str, context: str) -> str:
            return "Nr. %(annotator)s" if text == "annotator %(annotator)s" else text

    name = worded_name("M\u00b2, gold, annotator 1")
    assert isinstance(name, Worded)
    assert name.said_in(Renamed()) == "M\u00b2, gold, Nr. 1"


@pytest.mark.parametrize(
    "text",
    [
        UNKNOWN_REASON,
        "There are no scores of it with the same settings in Three systems.",
        "People and metric score 2 systems of essays both; at least 3 are needed.",
        "It was imported, so that it cannot be computed on the judged sentences alone.",
        "Both score 2 systems; at least 3 are needed.",
        "Left out as asked for: REF-M, REF-F.",
        "GLEU: Sentences, systems or outputs of the campaign have changed.",
        "GLEU (imported): gold, which they were compared with, has been removed.",
        "The weight of recall was not varied for m2 of Essays: gold was replaced before the scores could be "
        "computed.",
    ],
)
def test_sentences_of_stored_studies_are_known(text: str) -> None:
    assert isinstance(worded(text), Worded)
    assert worded(text) == text


def test_a_sentence_within_a_sentence_is_said_too() -> None:
    text = "GLEU: Sentences, systems or outputs of the campaign have changed."
    assert said(worded(text)) == "GLEU: .degnahc evah ngiapmac eht fo stuptuo ro smetsys ,secnetneS"


@pytest.mark.parametrize(
    ("people", "metric"),
    [((1.0, 2.0, 3.0), (1.0, 1.0, 1.0)), ((1.0, 1.0, 1.0), (1.0, 2.0, 3.0))],
)
def test_reasons_of_undefined_coefficients_are_known(
    people: tuple[float, ...], metric: tuple[float, ...]
) -> None:
    names = ("A", "B", "C")
    human = HumanScores.given(dict(zip(names, people, strict=True)))
    scores = MetricScores("F", dict(zip(names, metric, strict=True)))
    (found,) = correlate([human], [scores], confidence=0.95, system_draws=5, seed=1)
    assert found.reason
    assert isinstance(worded(found.reason), Worded)


def test_what_nobody_knows_stays_as_it_is() -> None:
    for text in ("A sentence of another version.", ""):
        assert worded(text) == text
        assert not isinstance(worded(text), Worded)
