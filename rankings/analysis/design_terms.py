"""What is wanted of a design, and what is allowed."""

from dataclasses import dataclass

FEWEST_SENTENCES = 6
MOST_SENTENCES = 5000
MOST_JUDGES = 20
SECONDS = 49.0


@dataclass(frozen=True, slots=True)
class Terms:
    """What is wanted and what is allowed.

    Attributes:
        wanted: probability that two campaigns of the design give the same order.
        margin: systems whose true scores lie closer together than this may change places.
        seconds: that a ranking takes.
        most_judges: in all; the largest of `judges` where they are named.
        most_sentences: that there are; the largest of `sentences` where they are named.
        judges: numbers of judges to look at; the usual ones up to `most_judges` if none are named.
        sentences: numbers of sentences for which to say how probable the same order is; some up to
            `most_sentences` if none are named.
    """

    wanted: float = 0.8
    margin: float = 0.0
    seconds: float = SECONDS
    most_judges: int = MOST_JUDGES
    most_sentences: int = MOST_SENTENCES
    judges: tuple[int, ...] = ()
    sentences: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if self.judges:
            object.__setattr__(self, "most_judges", max(self.judges))
        if self.sentences:
            object.__setattr__(self, "most_sentences", max(self.sentences))
        if not 0 < self.wanted < 1:
            raise ValueError(
                f"what is wanted has to lie between 0 and 1, for example 0.8; it is {self.wanted}"
            )
        if not 0 <= self.margin < 1:
            raise ValueError(f"the margin has to be at least 0 and below 1; it is {self.margin}")
        if self.seconds <= 0:
            raise ValueError("a ranking takes more than 0 seconds")
        judges = min((self.most_judges, *self.judges))
        sentences = min((self.most_sentences, *self.sentences))
        if judges < 1 or sentences < FEWEST_SENTENCES:
            raise ValueError(
                f"a design needs at least 1 judge and {FEWEST_SENTENCES} sentences; allowed are {judges} and "
                f"{sentences}"
            )
