"""Judgments as hypothesis makes them up: anything that a file may hold."""

from datetime import UTC, datetime

from hypothesis import strategies as st

from rankings.formats.records import JudgedOutput, Judgment
from rankings.formats.writing import FORMATS

# Formats that give back everything that the strategies below make up.
EXACT = [name for name, one in FORMATS.items() if set(one.loses) <= {"microseconds"}]

# Names as hostile as the formats allow: formulas, quotes, markup, other scripts; no control characters.
TEXT = st.text(
    st.characters(blacklist_categories=["Cs", "Cc"], blacklist_characters="\ufffe\uffff"), max_size=12
) | st.sampled_from(
    ["=1+1", "'", "'=x", "-1", "+", "@a", '"', "a,b", "<&>", " x ", "'-1", "-2+3", "\u202e", "x;y"]
)
NAME = TEXT.filter(str.strip)
SYSTEM = st.text(st.characters(whitelist_categories=["L", "N", "P", "S"]), min_size=1, max_size=8).filter(
    lambda name: "," not in name
)
MICROSECONDS = st.integers(0, 10**12).map(lambda count: count / 10**6)
SECONDS = st.none() | MICROSECONDS
MOMENTS = st.datetimes(datetime(1980, 1, 1), datetime(2200, 12, 31), timezones=st.just(UTC))
VERSIONS = st.integers(1, 2**31 - 1)


@st.composite
def judged_outputs(draw, system=SYSTEM, least=0, most=5):
    systems = draw(st.lists(system, unique=True, min_size=least, max_size=9))
    outputs: list[JudgedOutput] = []
    while systems and len(outputs) < most:
        size = draw(st.integers(1, len(systems)))
        outputs.append(JudgedOutput(tuple(systems[:size]), draw(st.integers(1, 6))))
        systems = systems[size:]
    return tuple(outputs)


def judgments(seconds=SECONDS):
    return st.builds(
        Judgment,
        judge=NAME,
        sentence=NAME,
        outputs=judged_outputs(),
        item=TEXT,
        document=TEXT,
        result_set=TEXT,
        seconds=seconds,
        skipped=st.booleans(),
        source_language=TEXT,
        target_language=TEXT,
        active_seconds=seconds,
        opened_at=st.none() | MOMENTS,
        submitted_at=st.none() | MOMENTS,
        guidelines_version=st.none() | VERSIONS,
    )
