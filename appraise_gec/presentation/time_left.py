"""How long work still takes, in words that promise no more than is known."""

from appraise_gec.words import words, words_for_count

FEW_SECONDS = 7
SECONDS_TOLD = 55
TENS = 10


def time_left(seconds: float | None) -> str:
    """Such as "about 20 seconds left"; "" for None."""
    if seconds is None:
        return ""
    if seconds < FEW_SECONDS:
        return words("a few seconds left")
    if seconds < SECONDS_TOLD:
        return words("about %(n)s seconds left", n=TENS * max(1, round(seconds / TENS)))
    return words_for_count("about a minute left", "about %(n)s minutes left", max(1, round(seconds / 60)))
