"""Made-up judgments for tests: any shape that a file might bring, and a slow, obvious way to count pairs."""

from itertools import combinations

from hypothesis import strategies as st

from rankings.formats.records import JudgedOutput, Judgment

SYSTEMS = ("A", "B", "C-2", "d", "é", "中文", "_x_", "b.v2")


@st.composite
def judgments(draw, systems=SYSTEMS[:5], judges=3, sentences=4, most=12) -> tuple[Judgment, ...]:
    """Rankings with overlap, ties, rank gaps, single outputs, skipped items and systems left out."""
    made = []
    for _ in range(draw(st.integers(1, most))):
        skipped = draw(st.integers(0, 9)) == 0
        group_of = {name: draw(st.integers(-1, 3)) for name in systems}
        outputs = []
        for group in sorted({number for number in group_of.values() if number >= 0}):
            members = tuple(name for name in systems if group_of[name] == group)
            outputs.append(JudgedOutput(members, draw(st.integers(1, 7))))
        made.append(
            Judgment(
                judge=f"judge{draw(st.integers(1, judges))}",
                sentence=str(draw(st.integers(0, sentences - 1))),
                outputs=() if skipped else tuple(outputs),
                skipped=skipped,
            )
        )
    return tuple(made)


def ranking(judge: str, sentence: str, *outputs: tuple[str, int], skipped: bool = False) -> Judgment:
    """`ranking("j", "0", ("A B", 1), ("C", 2))`."""
    return Judgment(
        judge=judge,
        sentence=sentence,
        outputs=tuple(JudgedOutput(tuple(names.split()), rank) for names, rank in outputs),
        skipped=skipped,
    )


def brute_force_pairs(one: Judgment) -> list[tuple[str, str, str]]:
    """Expanded pairs of one ranking: names in byte order, and "<" if the first wins, ">" or "="."""
    if one.skipped:
        return []
    covered = [(name, output.rank) for output in one.outputs for name in output.systems]
    covered.sort(key=lambda entry: entry[0].encode())
    return [
        (a, b, "<" if rank_a < rank_b else ">" if rank_a > rank_b else "=")
        for (a, rank_a), (b, rank_b) in combinations(covered, 2)
    ]


def brute_force_unexpanded(one: Judgment) -> list[tuple[str, str, str]]:
    """Unexpanded pairs: joined names in byte order, and the outcome."""
    if one.skipped:
        return []
    groups = [
        (" ".join(sorted(output.systems, key=lambda name: name.encode())), output.rank)
        for output in one.outputs
    ]
    groups.sort(key=lambda entry: entry[0].encode())
    return [
        (a, b, "<" if rank_a < rank_b else ">" if rank_a > rank_b else "=")
        for (a, rank_a), (b, rank_b) in combinations(groups, 2)
    ]
