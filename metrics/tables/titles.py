"""What people call the parts of a score and the settings of a metric, which programs know by short names."""

from appraise_gec.words import Figure, joined, words, words_in

PARTS: dict[str, str] = {
    "accuracy": words("accuracy"),
    "add": words_in("part of a score", "add"),
    "annotator": words("annotator"),
    "base_fn": words("base fn"),
    "base_tn": words("base tn"),
    "bleu": words("bleu"),
    "bleu_source": words("bleu source"),
    "brevity_penalty": words("brevity penalty"),
    "complaints": words("complaints"),
    "correct": words_in("part of a score", "correct"),
    "delete": words_in("part of a score", "delete"),
    "deviation": words("deviation"),
    "distance": words("distance"),
    "f": words("f"),
    "fn": words("fn"),
    "fp": words("fp"),
    "fpn": words("fpn"),
    "gold": words("gold"),
    "i_detection": words("i detection"),
    "iterations": words("iterations"),
    "keep": words_in("part of a score", "keep"),
    "length": words("length"),
    "matched": words("matched"),
    "precision": words("precision"),
    "proposed": words("proposed"),
    "recall": words("recall"),
    "reference": words("reference"),
    "reference_length": words("reference length"),
    "runs": words("runs"),
    "sentence_mean": words("sentence mean"),
    "similarity": words("similarity"),
    "thinned_sentences": words("thinned sentences"),
    "tn": words("tn"),
    "tp": words("tp"),
    "wacc": words("wacc"),
    "wacc_base": words("wacc base"),
    "wacc_detection": words("wacc detection"),
}
SETTINGS: dict[str, str] = {
    "alpha": words("alpha"),
    "beta": words("beta"),
    "by_difference": words("by difference"),
    "draws": words_in("setting of a metric", "draws"),
    "ignore_whitespace_casing": words("ignore whitespace casing"),
    "iterations": words("iterations"),
    "language": words_in("setting of a metric", "language"),
    "lower": words_in("setting of a metric", "lower"),
    "max_unchanged_words": words("max unchanged words"),
    "merging": words("merging"),
    "mix": words_in("setting of a metric", "mix"),
    "model": words_in("setting of a metric", "model"),
    "normalise": words("normalise"),
    "one_run_at_least": words("one run at least"),
    "order": words_in("setting of a metric", "order"),
    "reference_edits": words("reference edits"),
    "retokenise": words("retokenise"),
    "sign": words_in("setting of a metric", "sign"),
    "task": words_in("setting of a metric", "task"),
    "weight": words_in("setting of a metric", "weight"),
}
# Choices of settings that are words.
CHOICES: dict[str, str] = {
    "American": words("American"),
    "Australian": words("Australian"),
    "British": words("British"),
    "Canadian": words("Canadian"),
    "all-equal": words("all-equal"),
    "all-merge": words("all-merge"),
    "all-split": words("all-split"),
    "as-in-gold": words("as-in-gold"),
    "blank": words("blank"),
    "extracted": words("extracted"),
    "minus": words("minus"),
    "other": words_in("language", "other"),
    "plus": words("plus"),
    "rules": words("rules"),
}
# Titles of metrics that are more than a name.
METRICS: dict[str, str] = {
    str(title): title
    for title in (words("Levenshtein to the closest reference"), words("Levenshtein to the source"))
}
YES_NO = {True: words("yes"), False: words("no")}


def part_title(name: str) -> str:
    """`brevity_penalty` as people write it, and `precision_2`; an unknown one without its underscores."""
    if name in PARTS:
        return PARTS[name]
    part, _, number = name.rpartition("_")
    if number.isdecimal() and part in PARTS:
        return joined(" ", (PARTS[part], number))
    return name.replace("_", " ")


def setting_title(name: str) -> str:
    """`max_unchanged_words` as people write it."""
    return SETTINGS.get(name, name.replace("_", " "))


def choice_title(name: str) -> str:
    """A choice of a setting; codes and names of models stay as they are."""
    return CHOICES.get(name, name)


def setting_words(name: str, value: object) -> str:
    """A setting with its value: `beta 0.25`."""
    shown: str = choice_title(str(value))
    if isinstance(value, bool):
        shown = YES_NO[value]
    elif isinstance(value, int | float):
        shown = Figure(value)
    return joined(" ", (setting_title(name), shown))


def annotator_words(annotator: int | str) -> str:
    """One of several annotators, by number."""
    return words("annotator %(annotator)s", annotator=annotator)
