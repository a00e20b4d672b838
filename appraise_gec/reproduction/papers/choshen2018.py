"""Choshen and Abend (2018), MAEGE: its tables and figures, and why numbers differ."""

from appraise_gec.reproduction.exhibits import Exhibit, Paper
from appraise_gec.reproduction.papers import choshen2018_metrics as ours
from appraise_gec.reproduction.papers.choshen2018_print import FIGURE_1, FIGURE_4, TABLE_2

PAPER = Paper(
    "choshen2018",
    "Choshen and Abend 2018",
    "Choshen and Abend (2018): Automatic metric validation for grammatical error correction (MAEGE)",
    (
        Exhibit(
            "choshen2018-figure-1",
            "Figure 1",
            "Sentences by number of combined references",
            "For every sentence, the number of choices of one alternative for each place that annotators "
            "correct, as the I-measure counts it. The paper prints a histogram; its text gives the median.",
            FIGURE_1,
            ours.figure_1,
        ),
        Exhibit(
            "choshen2018-table-2",
            "Table 2",
            "rho, r and tau of metrics",
            f"Means over {ours.RUNS} runs of `appraise-gec maege`; the print is one run. Where nothing but "
            "the random draw differs, the random numbers are those of the authors' program.",
            TABLE_2,
            ours.table_2,
            slow="it takes minutes",
            notes=(
                "The published iBLEU adds BLEU with the source, although the paper subtracts it; so does "
                "ours here. docs/maege-in-detail.md lists how program and paper differ, and what the program "
                "gives with the eight references.",
                "rho rests on 11 corpora, of which the last six hardly differ. Between runs of the "
                "authors' own program it varies by up to 0.35 (standard deviation, for GLEU and the "
                "similarity to the source).",
            ),
        ),
        Exhibit(
            "choshen2018-figure-4",
            "Figure 4",
            "Metrics by people and by MAEGE",
            "Spearman's rho of each metric with TrueSkill scores of the rankings of 2015, on the judged "
            "sentences, beside its rho by MAEGE from Table 2. The paper prints points without numbers, and "
            "joins the rankings of 2015 with those of Napoles et al. (2015), which are not read here; its "
            "text gives the rho of GLEU with the rankings of 2015 alone.",
            FIGURE_4,
            ours.figure_4,
            slow="it needs Table 2",
        ),
        Exhibit(
            "choshen2018-figure-5",
            "Figure 5",
            "GLEU of originals by number of errors",
            "Mean sentence score of unchanged sentences with the same number of errors, the fewest edits "
            "that an annotator needs; rho is over sentences. The paper prints points without numbers, and "
            "leaves out four sentences with many more errors; none is left out here.",
            {},
            ours.figure_5,
        ),
    ),
)
