"""Explanations that are the same in every report."""

from rankings.reports.sections.explanation import Explanation

CROSS_VALIDATION = Explanation(
    "What the columns mean",
    (
        (
            "Order, decided pairs",
            (
                "Systems are ranked from all folds but one. How often the better-ranked system won "
                "in the fold that was left out, ties aside; mean over folds (2015 paper, section 5.3 "
                "and Table 4)."
            ),
        ),
        (
            "Clusters, all pairs",
            (
                "The same with three outcomes: systems of one cluster are predicted to tie. Always "
                "predicting a tie is shown below as a baseline; scoring below it is not a flaw, "
                "because a single large cluster would score highest."
            ),
        ),
        (
            "Upper bound",
            (
                "Computed over all comparisons at once, so a mean over folds may differ from it by a "
                "hundredth of a percent."
            ),
        ),
        (
            "Clean folds",
            (
                "The tested fold is never used for training. The scripts of 2015 kept most of it in "
                "training, so the paper's Table 4 prints other figures; appraise-gec validate "
                "--as-published repeats those."
            ),
        ),
        (
            "Folds of pairs",
            (
                "Single comparisons are left out, as in 2015, so that others of the same ranking "
                "stay in training."
            ),
        ),
        (
            "Folds of sentences",
            (
                "All judgments of a sentence are left out together: the tested sentences are new to "
                "the method."
            ),
        ),
    ),
)
JUDGES = Explanation(
    "What the columns mean",
    (
        (
            "Rankings",
            (
                "Items that the judge has answered. Skipped items, and items with a single output, "
                "count here and give no comparison between outputs."
            ),
        ),
        (
            "Output pairs",
            (
                "Comparisons between any two distinct outputs of a ranking: the unexpanded pairs of "
                "the 2015 paper (section 4.3)."
            ),
        ),
        (
            "System pairs",
            (
                "Comparisons between any two systems that a ranking covers: the expanded pairs. "
                "Systems that share an output are tied."
            ),
        ),
        ("Tied", "Both had the same rank. Only the order of ranks counts, not their distance."),
    ),
)
JUDGE_RANKINGS = Explanation(
    "How the two differ",
    paragraphs=(
        (
            "The tables of 2015 come from a script that excludes opponents a system never beat "
            "from the mean, which favours weak systems when data are sparse; its ranges, at "
            "90\u00a0% confidence, treat all comparisons as independent. With sentences "
            "resampled, scores follow the formula of the chosen method and ranges are honest "
            "(2015 paper, Table 7)."
        ),
    ),
)
JUDGE_CORRELATIONS = Explanation(
    "What the numbers mean",
    paragraphs=(
        (
            "Expected Wins are computed from the rankings of one judge at a time, and correlated "
            "over systems: \u03c1 compares the order, r the scores. 1 is full agreement, 0 none. "
            "Judges who answered little have noisy scores, and correlate less for that alone "
            "(2015 paper, section 6 and Table 6)."
        ),
    ),
)
DISTINCT_OUTPUTS = Explanation(
    "What counts as distinct",
    paragraphs=(
        (
            "Two outputs are identical when they are equal after surrounding whitespace is "
            "removed, and exactly then. Judges see identical outputs once; a sentence on which "
            "all systems agree has one distinct output and nothing to compare (2015 paper, "
            "section 4.1 and Figure 1)."
        ),
    ),
)

REJECTED_EDITS = Explanation(
    "What the numbers mean",
    (
        (
            "Edits seen",
            (
                "Every edit of every output in every ranking that counts, where the judge could mark "
                "edits. An edit that three judges saw counts three times. An output that several "
                "systems share counts for each of them, and once among all edits."
            ),
        ),
        (
            "Rejected",
            (
                "Marked as wrong or as unneeded. Marking is optional, so an edit without a mark was "
                "not necessarily approved: compare systems, and do not read a share as an error rate."
            ),
        ),
        (
            "Interval",
            (
                "An exact binomial interval for as many edits as the data are worth (Korn and "
                "Graubard 1998): edits that one judge saw are not independent, so judges are the "
                "units, or sentences where one judge marked edits. With few judges it is wide."
            ),
        ),
        (
            "Kind of edit",
            (
                "Told from the characters of the edit alone: spacing, encoding, punctuation, upper "
                "and lower case, word order, or else insertion, deletion or replacement."
            ),
        ),
    ),
)
