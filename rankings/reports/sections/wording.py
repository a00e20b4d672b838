"""Names of the units of resampling in reports. Numbers are worded by `appraise_gec.presentation.numbers`."""


def unit_label(unit: str) -> str:
    """The unit of a bootstrap as captions name it."""
    return "pairs (as published in 2015)" if unit == "pairs" else unit
