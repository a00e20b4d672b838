"""Grundkiewicz et al. (2015): its tables and figures, and why numbers differ."""

from appraise_gec.reproduction.exhibits import Exhibit, Known, Paper
from appraise_gec.reproduction.papers import grundkiewicz2015_metrics as metrics
from appraise_gec.reproduction.papers import grundkiewicz2015_print as printed
from appraise_gec.reproduction.papers import grundkiewicz2015_rankings as rankings

_CUT_DIGITS = Known(
    "The paper cuts this digit off instead of rounding.",
    {
        ("CUUI", "P"): "0.4178",
        ("CUUI", "R"): "0.2488",
        ("CUUI", "F0.5"): "0.3679",
        ("POST", "F0.5"): "0.3088",
        ("NTHU", "P"): "0.3508",
        ("NTHU", "R"): "0.1885",
        ("RAC", "R"): "0.1499",
        ("RAC", "F0.5"): "0.2668",
        ("UMC", "P"): "0.3127",
        ("UMC", "R"): "0.1446",
        ("UMC", "F0.5"): "0.2537",
        ("SJTU", "F0.5"): "0.1519",
        ("IPN", "P"): "0.1128",
        ("IPN", "R"): "0.0285",
        ("IITB", "P"): "0.3077",
        ("IITB", "R"): "0.0139",
    },
)
_NO_EDITS = Known(
    "INPUT proposes no edits. The official scorer calls its precision 1, the paper 0.",
    {("INPUT", "P"): "1.000"},
)
_SJTU = Known(
    "Rank 9 or better has a probability of 0.0267 in the limit of many replicates, against a cut of 0.025; "
    "the 1,000 replicates of the paper happened to fall below it.",
    {("SJTU", "range"): "9-11"},
)
_INPUT = Known(
    "Rank 9 or better has a probability of 0.0251 in the limit of many replicates, against a cut of 0.025: "
    "as good as a coin flip.",
    {("INPUT", "range"): "10-12"},
)
_FOLDS = Known(
    "No released script computes this row. TrueSkill's order is the best that there is for these data, so "
    "that Expected Wins cannot beat it.",
    {("Total order (non-ties)", "TS"): "58.360", ("Total order (non-ties)", "EW"): "58.151"},
)
_SHUFFLE = Known(
    "The folds come from one shuffle of the comparisons. The scripts themselves give 39.46 on average over "
    "three shuffles, with a standard deviation of 0.03.",
    {("Bootstrapped clusters", "TS"): "39.503"},
)
_OTHER_BETA = Known(
    "The row shows the largest rho and the largest r over all betas. This r belongs to beta 0.17, where it "
    "is 0.7005.",
    {("M2 F0.18", "r"): "0.7004"},
)
_OTHER_GOLD = (
    "Computed with the official gold. The published scores of MaxMatch imply 2,389 and 3,234 gold edits of "
    "the annotators, where the official files have 2,391 and 3,317; which file they come from is not known."
)
_BLEU = (
    "With the official gold, BLEU is 0.21 to 0.42 points below the published scores for every system. The "
    "unknown gold behind the published MaxMatch scores most probably explains it."
)
_METEOR = (
    "With the official gold, METEOR is 0.002 to 0.003 below the published scores for every system. The "
    "unknown gold behind the published MaxMatch scores most probably explains it."
)
_I_MEASURE = (
    "The paper copied scores from the authors of the I-measure, who scored 711 sentences against a gold "
    "file of their own."
)
_OWN_SCORES = (
    Known(
        _OTHER_GOLD,
        {
            ("M2 F1.0", "r"): "0.6078",
            ("M2 F0.5", "rho"): "0.6868",
            ("M2 F0.5", "r"): "0.6251",
            ("M2 F0.25", "rho"): "0.6813",
            ("M2 F0.25", "r"): "0.6779",
            ("M2 F0.18", "rho"): "0.7198",
            ("M2 F0.18", "r"): "0.6977",
            ("M2 F0.1", "r"): "0.6471",
        },
    ),
    Known(_I_MEASURE, {("I-WAcc", "rho"): "-0.3187", ("I-WAcc", "r"): "-0.1908"}),
    Known(_BLEU, {("BLEU", "rho"): "-0.3297", ("BLEU", "r"): "-0.2344"}),
    Known(_METEOR, {("METEOR", "r"): "-0.2359"}),
)
_ROUNDED_TWICE = Known(
    "The script prints four decimals, and the paper rounds those to three. This is rounded once.",
    {
        ("Judge 1, PKU", "score"): "0.5725",
        ("Judge 1, SJTU", "score"): "0.4365",
        ("Judge 3, INPUT", "score"): "0.4745",
        ("Judge 4, CAMB", "score"): "0.6315",
        ("Judge 4, RAC", "score"): "0.5805",
        ("Judge 6, CUUI", "score"): "0.4745",
        ("Judge 8, SJTU", "score"): "0.4195",
    },
)
_NEAR_THE_CUT = Known(
    "The print is a single run of 1,000 replicates. Between 0.042 and 0.056 of many replicates lie beyond "
    "this end, against a cut of 0.05.",
    {
        ("Judge 1, RAC", "range"): "4-8",
        ("Judge 1, NTHU", "range"): "5-8",
        ("Judge 5, UFC", "range"): "3-9",
        ("Judge 5, IITB", "range"): "7-11",
        ("Judge 6, UFC", "range"): "2-8",
        ("Judge 7, SJTU", "range"): "7-12",
        ("Judge 8, POST", "range"): "3-8",
    },
)

PAPER = Paper(
    "grundkiewicz2015",
    "Grundkiewicz et al. 2015",
    "Grundkiewicz, Junczys-Dowmunt and Gillian (2015): Human evaluation of grammatical error correction "
    "systems",
    (
        Exhibit(
            "grundkiewicz2015-figure-1",
            "Figure 1",
            "Sentences by number of distinct outputs",
            "Distinct outputs of all systems, INPUT among them, for every sentence. The paper prints bars "
            "without numbers; its text gives the mean.",
            printed.FIGURE_1,
            rankings.figure_1,
        ),
        Exhibit(
            "grundkiewicz2015-table-1",
            "Table 1",
            "Rankings, comparisons and ties by judge",
            "As `appraise-gec stats` counts.",
            printed.TABLE_1,
            rankings.table_1,
        ),
        Exhibit(
            "grundkiewicz2015-table-2a",
            "Table 2a",
            "Agreement of all judges",
            "Scott's pi of each two judges on unexpanded pairs, averaged by comparisons.",
            printed.TABLE_2A,
            rankings.table_2a,
            notes=(
                "This is not the kappa of the text. The text speaks of all pairs of outputs judged by two "
                "or more judges; the script computes Scott's pi for each pair of judges and averages by "
                "comparisons, leaving out pairs with fewer than 50. P(E) depends on which name comes first "
                "in the alphabet. With equal shares for both directions it is 0.2976 and 0.4576; with "
                "Cohen's own marginals 0.2988.",
            ),
        ),
        Exhibit(
            "grundkiewicz2015-table-2b",
            "Table 2b",
            "Agreement of each two judges",
            "Scott's pi on unexpanded pairs; a star for fewer than 50 comparisons.",
            printed.TABLE_2B,
            rankings.table_2b,
        ),
        Exhibit(
            "grundkiewicz2015-table-3a",
            "Table 3a",
            "Official ranking of CoNLL-2014",
            "MaxMatch with beta 0.5 against official-2014.combined.m2.",
            printed.TABLE_3A,
            rankings.table_3a,
            (_CUT_DIGITS, _NO_EDITS),
        ),
        Exhibit(
            "grundkiewicz2015-table-3b",
            "Table 3b",
            "Ranking by Expected Wins",
            f"Exact scores of the data; ranges and clusters from {rankings.REPLICATES:,} resamplings of "
            "pairs.",
            printed.TABLE_3B,
            rankings.table_3b,
            (_SJTU, _INPUT),
            notes=(
                "The paper prints means over 1,000 replicates, whose error is about 0.0002. All 13 exact "
                "scores round to them, but another 1,000 replicates need not: a repeat of the scripts gave "
                "0.549 for CUUI (0.550 in print, 0.5497 exactly), 0.514 for UFC (0.513; 0.513497) and "
                "0.494 for UMC (0.495; 0.494529), and `--unit pairs --convention cluster.py` with seed 1 "
                "gives 0.457 for INPUT (0.456; 0.4564) and 8-10 as the range of IITB (7-10).",
                "That the top 25 and bottom 25 ranks are discarded holds for `cluster.py`, which made this "
                "table; `EW.pl` discards 25 and 24.",
                "What we hold to be the better answer: resampling pairs takes 109,098 comparisons for "
                "independent that come from 2,319 rankings of 663 sentences. By sentences the standard "
                "errors are three times as large, and of the four clusters two remain: IPN, and all "
                "others. AMU is first or second: it ranks below first in 2.9 % of 20,000 replicates, "
                "against a cut of 2.5 %.",
                "Without a judge: the ranges that `EW.pl` prints for all judges but one come from single "
                "runs of 1,000 replicates. In the limit five ends, of all 234 with all judges together, "
                "differ by one, with 0.021 to 0.039 of the replicates beyond, against a cut of 0.025. "
                "Scores to four decimals and clusters are equal.",
            ),
        ),
        Exhibit(
            "grundkiewicz2015-table-3c",
            "Table 3c",
            "Ranking by TrueSkill",
            f"Means over {rankings.TRUESKILL_RUNS:,} runs, as in the paper. Both sides have a standard "
            "error of about 0.0004.",
            printed.TABLE_3C,
            rankings.table_3c,
        ),
        Exhibit(
            "grundkiewicz2015-table-3d",
            "Table 3d",
            "Every two systems against each other",
            "How often the system of the column won against that of the row, with marks of the sign test, as "
            "`appraise-gec head-to-head --as-published`.",
            printed.TABLE_3D,
            rankings.table_3d,
        ),
        Exhibit(
            "grundkiewicz2015-table-4",
            "Table 4",
            "Accuracy of the methods",
            "Cross-validation in 100 folds with 100 resamplings, with the folds of the released scripts; "
            f"Expected Wins as a mean over {rankings.SHUFFLES} shuffles. In percent.",
            printed.TABLE_4,
            rankings.table_4,
            (_FOLDS, _SHUFFLE),
            slow="10,000 runs of TrueSkill take more than a minute",
            notes=(
                "In the released Makefile, resampling number r leaves out the folds whose two-digit number "
                "contains r, instead of the tested fold, which so is part of its own training data in 99 % "
                "of resamplings. That accounts for 40.12; with clean folds it is 39.3 on average.",
                "No order can be right in more decided comparisons than the best possible one, and the "
                "order of TrueSkill reaches it. Calling every comparison a tie is right more often than "
                "the clusters of any method.",
            ),
        ),
        Exhibit(
            "grundkiewicz2015-table-5",
            "Table 5",
            "Correlation of metrics with people",
            "Published metric scores against the printed scores of Table 3b.",
            printed.TABLE_5,
            metrics.table_5,
            (_OTHER_BETA,),
            notes=(
                "With exact Expected Wins instead of printed means, r changes by at most 0.003 and rho not "
                "at all.",
            ),
        ),
        Exhibit(
            "grundkiewicz2015-table-5-own",
            "Table 5, own metric scores",
            "Correlation of metrics with people, from the outputs of the systems",
            "The scores of our own metrics, with the official gold of both annotators, against the printed "
            "scores of Table 3b.",
            printed.TABLE_5,
            metrics.table_5_own,
            _OWN_SCORES,
            slow="I-measure and METEOR take about a minute",
            notes=("docs/correlation-in-detail.md says what the official gold gives for other metrics.",),
        ),
        Exhibit(
            "grundkiewicz2015-table-6",
            "Table 6",
            "Correlation of judges with each other",
            "Spearman's rho above the diagonal, Pearson's r below it; with all other judges in the last "
            "column and row. From scores by the formula of `EW.pl`, with the four decimals that it prints.",
            printed.TABLE_6,
            rankings.table_6,
            notes=(
                "Tables 6 and 7 use another formula than the text. `EW.pl` averages over beaten opponents "
                "only (method `expected-wins-of-winners`), which lifts weak systems of judges 1, 2, 7 and "
                "8 by up to 0.068. Its scores are printed with four decimals before they are correlated, "
                "which moves Pearson's correlations by up to 0.0002. By the paper's own formula the "
                "averages are 0.719 and 0.795 instead of 0.716 and 0.799.",
            ),
        ),
        Exhibit(
            "grundkiewicz2015-table-7",
            "Table 7",
            "Rankings by single judges",
            "Exact scores by the formula of `EW.pl`; ranges and clusters at a confidence of 0.9 from "
            f"{rankings.REPLICATES_OF_A_JUDGE:,} resamplings of pairs.",
            printed.TABLE_7,
            rankings.table_7,
            (_ROUNDED_TWICE, _NEAR_THE_CUT),
            notes=(
                "Fourteen ends of a repeat of the script, a single run of 1,000 replicates like the "
                "printed one, differ from print by one; 0.042 to 0.056 of many replicates lie beyond them, "
                "against a cut of 0.05. First ranks, in the repeat and in print: by judge 1 RAC 4, 3; NTHU "
                "5, 4; UMC 6, 5; by judge 2 PKU 4, 3; IITB 3, 4; by judge 4 UFC 4, 5; by judge 5 INPUT 5, "
                "6; IITB 7, 8; by judge 7 PKU 4, 5; SJTU 7, 6; by judge 8 UFC 4, 5; SJTU 9, 10. Last "
                "ranks: by judge 1 PKU 7, 6; by judge 8 POST 8, 7.",
                "The split between clusters 2 and 3 of judge 4 hangs on one end: in the limit of many "
                "replicates UFC ranks better than 5 with a probability of 0.052, so that they are one.",
            ),
        ),
        Exhibit(
            "grundkiewicz2015-figure-3",
            "Figure 3",
            "Correlation of MaxMatch with people by beta",
            "F from the published precision and recall, for beta 0.01 to 1.00, against exact Expected "
            "Wins. The paper prints curves without numbers; its text gives the beta of the largest rho.",
            printed.FIGURE_3,
            metrics.figure_3,
        ),
    ),
)
