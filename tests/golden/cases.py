"""The golden calls, and what of their answers is held."""

# Held by tests/reproduction/test_reproducing.py, which needs all of it for more than its verdicts.
REPRODUCE = "reproduce"
# Files in braces are those of `files.make_files`.
CASES: dict[str, str] = {
    # The judgments of 2015, with the published conventions and with ours.
    "2015-stats": "stats {gjg15}",
    "2015-stats-chosen": "stats {gjg15} --judge annotator03 --judge annotator05 --without INPUT",
    "2015-agreement": "agreement {gjg15} --bootstrap 100 --seed 1",
    "2015-rank": "rank {gjg15} --bootstrap 1000 --seed 2015",
    "2015-rank-published": "rank {gjg15} --unit pairs --convention cluster.py --bootstrap 1000 --seed 1",
    "2015-rank-ew-pl": "rank {gjg15} --method expected-wins-of-winners --unit pairs --convention EW.pl "
    "--confidence 0.9 --bootstrap 100 --seed 1",
    "2015-rank-trueskill": "rank {gjg15} --method trueskill --unit pairs --convention cluster.py "
    "--bootstrap 50 --seed 1",
    "2015-rank-bradley-terry": "rank {gjg15} --method bradley-terry --unit rankings --bootstrap 50 --seed 1",
    "2015-rank-judges": "rank {gjg15} --unit judges --bootstrap 200 --seed 1",
    "2015-rank-these-judges": "rank {gjg15} --speaks-for these-judges --without INPUT "
    "--bootstrap 200 --seed 1 --exclude-judge annotator01",
    "2015-head-to-head": "head-to-head {gjg15}",
    "2015-head-to-head-published": "head-to-head {gjg15} --as-published",
    "2015-validate": "validate {gjg15} --folds 4 --bootstrap 4 --seed 1",
    "2015-validate-published": "validate {gjg15} --as-published --folds 5 --bootstrap 5 --seed 1",
    "2015-judges": "judges {gjg15}",
    "2015-judges-published": "judges {gjg15} --method expected-wins-of-winners --convention EW.pl",
    "2015-plan": "plan {gjg15} --systems AMU,CAMB,RAC,IPN --margin 0.05 --target 0.8 --seed 1",
    "2015-sample": "sample --source {outputs15}/INPUT {outputs15} --items 30 --seed 7",
    "2015-sample-uniform": "sample --source {source} {outputs} --sampler uniform --no-replacement "
    "--items 20 --seed 7 --max-outputs 3",
    "2015-m2": "score m2 {outputs15} --gold {gold15} --systems AMU,CAMB --by-type",
    "2015-m2-by-sentence": "score m2 {outputs} --gold {gold} --by-sentence --beta 1 --systems AMU,INPUT",
    "2015-m2-one-annotator": "score m2 {outputs} --gold {gold} --annotator 1",
    **{
        f"2015-{metric}": f"score {metric} {{outputs}} --gold {{gold}}"
        for metric in (
            *("i-measure", "gleu", "bleu", "ibleu", "green", "sari", "max-sari"),
            *("levenshtein-reference", "levenshtein-source"),
        )
    },
    "2015-i-measure-by-sentence": "score i-measure {outputs} --gold {gold} --systems AMU,INPUT --by-sentence",
    "2015-gleu-references": "score gleu {outputs} --source {source} --by-sentence --systems AMU,POST "
    "--references {outputs}/CAMB {outputs}/CUUI",
    "2015-correlate": "correlate {gjg15} {scores}/scores.m2 {scores}/scores.bleu --without INPUT "
    "--beta-sweep --bootstrap 50 --seed 1",
    "2015-correlate-published": "correlate {gjg15} {scores}/scores.m2 --method expected-wins-of-winners "
    "--unit pairs --bootstrap 50 --seed 1",
    "2015-correlate-computed": "correlate {gjg15} --metric gleu --gold {gold15} --outputs {outputs15} "
    "--bootstrap 20 --seed 1",
    "2015-maege": "maege --gold {gold} --metric gleu --metric sari --metric levenshtein-source "
    "--runs 2 --seed 1",
    "2015-maege-published": "maege --gold {gold} --metric bleu --references {gold} --runs 1 "
    "--as-published --source-kind original --seed 1",
    "2015-report": "report {gjg15} --outputs {outputs15} --scores {scores}/scores.m2 "
    "--bootstrap 50 --seed 2015",
    # SEEDA, whose sentences are numbered from 1.
    **{
        f"seeda-{level}-{call.split()[0]}": call.replace(" ", f" {{seeda_{level}}} --first-sentence 1 ", 1)
        for level in ("sentences", "edits")
        for call in (
            "stats ",
            "agreement --bootstrap 50 --seed 1",
            "rank --bootstrap 200 --seed 1",
            "head-to-head ",
            "judges ",
        )
    },
    "seeda-rank-trueskill": "rank {seeda_sentences} --first-sentence 1 --method trueskill --unit pairs "
    "--bootstrap 20 --without INPUT,REF-F --seed 1",
    # Files that are small or odd.
    **{
        f"{name}-{call.split()[0]}{'-bradley-terry' * ('bradley' in call)}": call.replace(
            " ", f" {{{name}}} ", 1
        )
        for name in ("wmt", "one_judge", "all_tied", "unlinked", "collapsed", "hundred")
        for call in (
            "stats ",
            "agreement --bootstrap 20 --seed 1 --least-comparisons 20",
            "rank --bootstrap 100 --seed 1",
            "rank --bootstrap 20 --seed 1 --method bradley-terry",
            "head-to-head ",
            "judges ",
            *(() if name == "hundred" else ("report --bootstrap 20 --seed 1",)),
            *(() if name == "hundred" else ("validate --folds 3 --bootstrap 3 --seed 1",)),
        )
    },
    **{
        f"collapsed-convert-{format}": f"convert {{collapsed}} --to {format}"
        for format in (
            *("xml", "csv", "json", "jsonl", "wmt-csv", "wmt-pairs-csv"),
            *("pairs-tsv", "ranked-pairs-tsv", "pair-labels"),
        )
    },
    "wmt-convert-xml": "convert {wmt} --to xml",
    "wmt-convert-from-1": "convert {wmt} --first-sentence 1 --systems online-A,rbmt --to jsonl",
    REPRODUCE: "reproduce {data} --quick",
}

_INTERVALS = "{0} {0}_low {0}_high"
_CORRELATED = " ".join(_INTERVALS.format(name) for name in ("spearman", "pearson"))
# Names of fields, on whatever level they stand. Of everything else nothing is compared.
FIELDS: dict[str, str] = {
    "stats": "judges total judge rankings unexpanded unexpanded_ties expanded expanded_ties",
    "agreement": "inter intra pairs kappa low high comparisons judge_a judge_b measures name",
    "rank": "systems system score score_low score_high rank rank_low rank_high cluster unplaced judges_sd",
    "head-to-head": "pairs system_a system_b wins_a wins_b ties share_a p_value mark "
    "p_holm p_sentence p_sentence_holm p_judges p_judges_holm "
    "harm comparisons worse equal better worse_low worse_high better_low better_high",
    "validate": "methods method accuracy_total_order accuracy_clusters",
    "judges": "judges spearman pearson spearman_rest pearson_rest spearman_average pearson_average",
    "plan": "designs judges judges_per_sentence sentences probability_same_order limit recommended parts "
    "systems rankings",
    "sample": "sentences index distinct expected_coverage probability items outputs systems",
    "score": "systems system score precision recall correct proposed gold types type matched "
    "i wacc wacc_base accuracy f tp tn fp fn fpn deviation brevity_penalty sentence_mean bleu_source keep "
    "delete add similarity distance sentences",
    "correlate": f"metrics metric {_CORRELATED} kendall over_systems beta_sweep rows beta "
    "sentence_level concordant discordant metric_ties human_ties accuracy tau",
    "maege": "corpus sentence types metric rho scores tau r pairs type count mean standard_error",
}
# Where a report holds what a command answers.
REPORT: dict[str, tuple[str, ...]] = {
    "stats": (),
    "agreement": ("agreement",),
    "rank": ("ranking",),
    "head-to-head": ("head_to_head",),
    "judges": ("judge_correlations", "formula"),
    "correlate": ("correlation",),
}
# Longer lists, and longer texts, are held by their length and by entries at equal distances.
LONGEST, MOST_LINES = 120, 30
EXACT = 1e-12
# Simulated campaigns with equal scores: a sum whose last digit differs from one Python to the next orders
# them the other way round. Shares of some thousand campaigns move in the third digit.
TOLERANCE: dict[str, float] = {"plan": 0.02}
