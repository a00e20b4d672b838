"""Judgments of several campaigns as one set: who is who, which sentence is which, and the numbers."""

from dataclasses import replace
from itertools import combinations

import pytest

from rankings.analysis.agreement_measures import full_agreement
from rankings.analysis.judgments import JudgmentTable
from rankings.formats.joined_judgments import (
    JudgmentSet,
    KnownJudge,
    join_judgment_sets,
    label_judges,
    label_sentences,
    relabelled,
)
from rankings.formats.records import JudgedOutput, Judgment
from rankings.reports.computation import compute_report
from rankings.reports.options import ReportOptions
from tests.reports.made_up import SYSTEMS, made_up_judgments

WHOLE = made_up_judgments(sentences=12, judges=4, systems=5)
TEXTS = {str(number): f"Sentence {number} ." for number in range(12)}
OPTIONS = ReportOptions(replicates=60)


def a_set(name, judgments, texts=TEXTS, **judges):
    return JudgmentSet(name, judgments, texts, judges or None)


def ranking(judge, sentence, *systems, item=""):
    outputs = tuple(JudgedOutput((system,), rank) for rank, system in enumerate(systems, start=1))
    return Judgment(judge, sentence, outputs, item=item)


def result_of(judgments):
    return compute_report(judgments, (), SYSTEMS[:5], OPTIONS)


SPLITS = {
    "by sentence": lambda number, one: int(one.sentence) < 5,
    "by judge": lambda number, one: one.judge in {"Ana M.", "annotator03"},
    "one here, one there": lambda number, one: number % 2 == 0,
}


@pytest.mark.parametrize("split", SPLITS)
def test_a_campaign_that_was_split_has_the_numbers_of_the_whole_when_it_is_joined(split):
    belongs = SPLITS[split]
    first = [one for number, one in enumerate(WHOLE) if belongs(number, one)]
    second = [one for number, one in enumerate(WHOLE) if not belongs(number, one)]
    # The same people, known by their accounts, have other names in the second campaign.
    parts = {"a": first, "b": second}
    names = {name: sorted({one.judge for one in part}) for name, part in parts.items()}
    also = set(names["a"])
    rosters: list[tuple[str, list[KnownJudge]]] = []
    called: dict[int, tuple[str, str, str]] = {}
    for name, judges in names.items():
        roster = []
        for judge in judges:
            shown = f"K-{judge}" if name == "b" and judge in also else judge
            called[len(called)] = (name, shown, judge)
            roster.append(KnownJudge(len(called) - 1, shown, judge))
        rosters.append((name, roster))
    labels = label_judges(rosters)
    sets = []
    for name, roster in rosters:
        new = {}
        for one in roster:
            of_set, plain, _judge = called[labels[one.key].owner]
            new[one.name] = labels[one.key].text(plain, of_set)
        back = {judge: shown for of_set, shown, judge in called.values() if of_set == name}
        judgments = [replace(one, judge=back[one.judge]) for one in parts[name]]
        sets.append(JudgmentSet(name, judgments, TEXTS, new))
    joined = join_judgment_sets(sets)
    whole, together = result_of(WHOLE), result_of(joined.judgments)
    assert together.result == whole.result
    assert together.recipe["rankings"] == whole.recipe["rankings"]


def test_two_copies_by_other_judges_are_a_crossed_design():
    others = {judge: f"{judge} of b" for judge in {one.judge for one in WHOLE}}
    joined = join_judgment_sets([a_set("a", WHOLE), a_set("b", WHOLE, **others)])
    table = JudgmentTable.from_judgments(joined.judgments)
    assert len(table.judges) == 8
    assert table.sentences == JudgmentTable.from_judgments(WHOLE).sentences
    made = full_agreement(table, replicates=20, measure_replicates=20, confidence=0.95, seed=1)

    # Counted one by one: how often two judges say the same of two outputs of one sentence.
    said: dict[str, dict[tuple[str, str, str], int]] = {}
    for one in joined.judgments:
        for a, b in combinations(sorted(one.outputs, key=lambda output: output.systems), 2):
            key = (one.sentence, a.systems[0], b.systems[0])
            said.setdefault(one.judge, {})[key] = (a.rank > b.rank) - (a.rank < b.rank)
    counted = {}
    for first, second in combinations(sorted(said), 2):
        both = said[first].keys() & said[second].keys()
        same = sum(said[first][key] == said[second][key] for key in both)
        counted[first, second] = (len(both), same)
    found = {(one.judge_a, one.judge_b): (one.comparisons, one.agreed) for one in made.pairs}
    assert {key: value for key, value in found.items() if key[0] != key[1]} == counted
    assert made.intra.comparisons == 0
    assert counted["Ana M.", "Ana M. of b"] == (120, 120)
    given = joined.contributions[0]
    assert (given.judges_elsewhere, given.sentences_elsewhere, given.sentences) == (0, 12, 12)


def test_another_text_under_the_same_number_is_another_sentence():
    others = TEXTS | {"3": "Something else ."}
    copy = [replace(one, judge=f"{one.judge} of b") for one in WHOLE]
    joined = join_judgment_sets([a_set("a", WHOLE), a_set("b", copy, others)])
    assert joined.renamed_sentences == ({}, {"3": "2-3"})
    assert {one.sentence for one in joined.judgments} == {*TEXTS, "2-3"}
    assert [one.sentences_elsewhere for one in joined.contributions] == [11, 11]
    apart = [replace(one, sentence="2-3") if one.sentence == "3" else one for one in copy]
    assert result_of(joined.judgments).result == result_of([*WHOLE, *apart]).result


def test_the_same_text_under_another_number_is_another_sentence_and_is_counted():
    copy = [
        replace(one, judge="b", sentence=str(int(one.sentence) + 1)) for one in WHOLE if one.sentence < "4"
    ]
    shifted = {str(int(number) + 1): text for number, text in TEXTS.items()}
    joined = join_judgment_sets([a_set("a", WHOLE), a_set("b", copy, shifted)])
    here, there = joined.contributions
    assert there.sentences_elsewhere == 0
    assert there.same_text_elsewhere == there.sentences == len({one.sentence for one in copy})
    assert here.same_text_elsewhere == there.sentences


def test_files_without_texts_are_joined_by_numbers():
    sentences = [one for one in WHOLE if one.sentence in {"0", "1"}]
    copy = [replace(one, judge="b") for one in sentences]
    joined = join_judgment_sets([a_set("a", sentences, None), a_set("b", copy, None)])
    assert {one.sentence for one in joined.judgments} == {"0", "1"}


def test_a_third_campaign_shares_the_text_of_the_second():
    assert label_sentences([{"0": "x"}, {"0": "y"}, {"0": "y", "1": "z"}, {"0": "w"}]) == [
        {},
        {"0": "2-0"},
        {"0": "2-0"},
        {"0": "4-0"},
    ]


def test_systems_are_told_apart_by_their_exact_names():
    first = [ranking("J", "0", "A", "B")]
    second = [ranking("K", "0", "B", "C"), ranking("K", "1", "b", "C")]
    joined = join_judgment_sets([a_set("a", first), a_set("b", second)])
    assert joined.common_systems == ("B",)
    assert [one.systems for one in joined.contributions] == [("A", "B"), ("B", "C", "b")]


def test_campaigns_that_no_system_links_are_refused():
    sets = [
        a_set("first", [ranking("J", "0", "A", "B")]),
        a_set("second", [ranking("K", "0", "B", "C")]),
        a_set("third", [ranking("L", "0", "C", "D")]),
    ]
    # The third is linked to the first by the second.
    assert len(join_judgment_sets(sets).judgments) == 3
    with pytest.raises(ValueError, match="No system in the rankings of third is in those of the others"):
        join_judgment_sets([sets[0], sets[2]])


def test_a_skipped_item_links_nothing():
    skipped = replace(ranking("K", "0", "A", "B"), skipped=True)
    with pytest.raises(ValueError, match="No system in the rankings of b"):
        join_judgment_sets([a_set("a", [ranking("J", "0", "A", "B")]), a_set("b", [skipped])])


def test_the_same_judgments_twice_are_refused():
    with pytest.raises(ValueError, match="a and b hold the same judgments"):
        join_judgment_sets([a_set("a", WHOLE), a_set("b", WHOLE[:9])])
    # Other people may well say the same.
    names = {judge: f"{judge} of b" for judge in {one.judge for one in WHOLE}}
    assert len(join_judgment_sets([a_set("a", WHOLE), a_set("b", WHOLE[:9], **names)]).judgments) == 57


def test_an_account_is_one_person_and_a_name_is_none():
    labels = label_judges(
        [
            ("a", [KnownJudge(1, "J1", "u"), KnownJudge(2, "J2", "v")]),
            ("b", [KnownJudge(3, "J1", "w"), KnownJudge(4, "Kim", "v"), KnownJudge(5, "Lee", "x")]),
            ("c", [KnownJudge(6, "J1", "y"), KnownJudge(7, "Li", "w")]),
        ]
    )
    owners = {1: ("J1", "a"), 2: ("J2", "a"), 3: ("J1", "b"), 5: ("Lee", "b"), 6: ("J1", "c")}
    assert {key: label.text(*owners[label.owner]) for key, label in labels.items()} == {
        1: "J1",
        2: "J2",
        3: "J1 of b",
        4: "J2",
        5: "Lee",
        6: "J1 of c",
        7: "J1 of b",
    }


def test_labels_that_were_given_stay_when_judges_come():
    first = [("a", [KnownJudge(1, "J1", "u")]), ("b", [KnownJudge(2, "J2", "v")])]
    kept = label_judges(first)
    later = [("a", [KnownJudge(1, "J1", "u"), KnownJudge(3, "J2", "w")]), first[1]]
    labels = label_judges(later, kept)
    assert labels[2] == kept[2]
    assert labels[3].text("J2", "a") == "J2 of a"


def test_a_name_that_is_a_label_already_gets_a_number():
    labels = label_judges(
        [("a", [KnownJudge(1, "J1", "u"), KnownJudge(2, "J1 of b", "v")]), ("b", [KnownJudge(3, "J1", "w")])]
    )
    assert labels[3].text("J1", "b") == "J1 of b (2)"


def test_names_without_another_stay():
    assert list(relabelled(WHOLE[:3], {}, {})) == WHOLE[:3]
