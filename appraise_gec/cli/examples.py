"""Examples of every command, shown by its `--help`.

A test reads each of them as the command does, so an example has no option that a command does not know.
"""

from typing import NamedTuple


class Example(NamedTuple):
    """A call, and what it is for."""

    purpose: str
    call: str


EXAMPLES: dict[str, tuple[Example, ...]] = {
    "agreement": (
        Example("How far do judges agree?", "agreement judgments.xml"),
        Example("Two of them only", "agreement judgments.xml --judge J1 --judge J2"),
    ),
    "convert": (
        Example("Judgments as the CSV of WMT", "convert judgments.xml --to wmt-csv -o judgments.csv"),
        Example("Several files as one", "convert first.xml second.csv --to jsonl -o all.jsonl"),
        Example("One annotator of a gold standard", "convert gold.m2 --to m2 --annotator 0 -o one.m2"),
    ),
    "correlate": (
        Example("Do scores in a file agree with people?", "correlate judgments.xml scores.csv"),
        Example(
            "Compute the scores as well",
            "correlate judgments.xml --metric m2 --metric gleu --gold gold.m2 --outputs outputs",
        ),
    ),
    "head-to-head": (
        Example("Which two systems differ?", "head-to-head judgments.xml"),
        Example("As in the 2015 paper", "head-to-head judgments.xml --as-published"),
    ),
    "judges": (
        Example("Do single judges rank alike?", "judges judgments.xml"),
        Example("The ranking by each judge", "judges judgments.xml --rankings --json > judges.json"),
    ),
    "maege": (
        Example("Which metric sees that edits make a text better?", "maege --gold gold.m2"),
        Example("One metric, with a setting", "maege --gold gold.m2 --metric m2:beta=1 --runs 2"),
    ),
    "plan": (
        Example("How many judges and sentences, at least cost", "plan pilot.xml --target 0.9"),
        Example("What three judges can do", "plan pilot.xml --judges 3 --sentences 200 --sentences 400"),
    ),
    "rank": (
        Example("Which system is best?", "rank judgments.xml"),
        Example("As in the 2015 paper", "rank judgments.xml --unit pairs --convention cluster.py"),
        Example("TrueSkill, for a program", "rank judgments.xml --method trueskill --json > ranking.json"),
    ),
    "report": (
        Example("Everything on one page", "report judgments.xml -o report"),
        Example(
            "With metrics and their agreement with people",
            "report judgments.xml --gold gold.m2 --outputs outputs -o report",
        ),
        Example("Without what was judged later", "report judgments.xml --last-day 2026-03-08 -o report"),
    ),
    "reproduce": (
        Example("Are the published numbers ours, too?", "reproduce data -o reproduction"),
        Example("A quick look", "reproduce data --quick"),
    ),
    "sample": (
        Example("100 items to judge", "sample --source source.txt outputs --items 100 -o items.tsv"),
        Example("Among three systems", "sample --source source.txt outputs --systems A,B,C --json"),
    ),
    "score": (
        Example("MaxMatch of every output in a folder", "score m2 outputs --gold gold.m2"),
        Example(
            "GLEU with two references",
            "score gleu outputs --source source.txt --references first.txt second.txt",
        ),
        Example("Which metrics are there?", "score --list-settings"),
    ),
    "stats": (
        Example("How much did each judge do?", "stats judgments.xml"),
        Example("Two files as one", "stats first.xml second.csv"),
    ),
    "validate": (
        Example("Which method predicts unseen judgments best?", "validate judgments.xml --folds 10"),
        Example("As in the 2015 paper", "validate judgments.xml --as-published"),
    ),
}


def lines_of(command: str) -> list[str]:
    """The examples of a command as they are typed: a comment and a call in turns."""
    lines = []
    for purpose, call in EXAMPLES.get(command, ()):
        lines += [f"# {purpose}", call if "appraise-gec" in call else f"appraise-gec {call}"]
    return lines
