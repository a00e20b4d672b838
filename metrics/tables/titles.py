"""What people call the parts of a score and the settings of a metric, which programs know by short names."""

PARTS: dict[str, str] = {
    "accuracy": "accuracy",
    "add": "add",
    "annotator": "annotator",
    "base_fn": "base fn",
    "base_tn": "base tn",
    "bleu": "bleu",
    "bleu_source": "bleu source",
    "brevity_penalty": "brevity penalty",
    "complaints": "complaints",
    "correct": "correct",
    "delete": "delete",
    "deviation": "deviation",
    "distance": "distance",
    "f": "f",
    "fn": "fn",
    "fp": "fp",
    "fpn": "fpn",
    "gold": "gold",
    "i_detection": "i detection",
    "iterations": "iterations",
    "keep": "keep",
    "length": "length",
    "matched": "matched",
    "precision": "precision",
    "proposed": "proposed",
    "recall": "recall",
    "reference": "reference",
    "reference_length": "reference length",
    "runs": "runs",
    "sentence_mean": "sentence mean",
    "similarity": "similarity",
    "thinned_sentences": "thinned sentences",
    "tn": "tn",
    "tp": "tp",
    "wacc": "wacc",
    "wacc_base": "wacc base",
    "wacc_detection": "wacc detection",
}
SETTINGS: dict[str, str] = {
    "alpha": "alpha",
    "beta": "beta",
    "by_difference": "by difference",
    "draws": "draws",
    "ignore_whitespace_casing": "ignore whitespace casing",
    "iterations": "iterations",
    "language": "language",
    "lower": "lower",
    "max_unchanged_words": "max unchanged words",
    "merging": "merging",
    "mix": "mix",
    "model": "model",
    "normalise": "normalise",
    "one_run_at_least": "one run at least",
    "order": "order",
    "reference_edits": "reference edits",
    "retokenise": "retokenise",
    "sign": "sign",
    "task": "task",
    "weight": "weight",
}
# Choices of settings that are words.
CHOICES: dict[str, str] = {
    "American": "American",
    "Australian": "Australian",
    "British": "British",
    "Canadian": "Canadian",
    "all-equal": "all-equal",
    "all-merge": "all-merge",
    "all-split": "all-split",
    "as-in-gold": "as-in-gold",
    "blank": "blank",
    "extracted": "extracted",
    "minus": "minus",
    "other": "other",
    "plus": "plus",
    "rules": "rules",
}
# Titles of metrics that are more than a name.
METRICS: dict[str, str] = {
    str(title): title for title in ("Levenshtein to the closest reference", "Levenshtein to the source")
}
YES_NO = {True: "yes", False: "no"}


def part_title(name: str) -> str:
    """`brevity_penalty` as people write it, and `precision_2`; an unknown one without its underscores."""
    if name in PARTS:
        return PARTS[name]
    part, _, number = name.rpartition("_")
    if number.isdecimal() and part in PARTS:
        return " ".join((PARTS[part], number))
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
        shown = str(value)
    return " ".join((setting_title(name), shown))


def annotator_words(annotator: int | str) -> str:
    """One of several annotators, by number."""
    return f"annotator {annotator}"
