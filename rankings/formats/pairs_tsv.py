"""Pairwise judgments as the 2015 scripts write them: tab-separated pairs, and pairs labelled per judge.

In both, `<` means that the first system is better: its rank is the smaller number. (A relative of the second
form prints the sign the other way round; nothing in such a file shows it.)
"""

import re
from collections.abc import Iterable, Iterator
from itertools import combinations

from rankings.formats.columns import Judgments
from rankings.formats.fields import RANK_WANTED, parse_rank
from rankings.formats.problems import Findings, quoted
from rankings.formats.records import FormatError, JudgedOutput, Judgment, Problem
from rankings.formats.writing import join_systems

UNKNOWN_JUDGE = "unknown"
_PAIR = "pair-"
RANKS_BY_SIGN = {"<": (1, 2), "=": (1, 1), ">": (2, 1)}
_LABEL = re.compile(r"([^,]+),([^,]+),([^,<>=]+)([<>=])([^,<>=]+)")


def write_ranked_pairs_tsv(judgments: Iterable[Judgment]) -> Iterator[str]:
    """The same with ranks. Raises FormatError likewise."""
    return write_pairs_tsv(judgments, ranks=True)


def write_pairs_tsv(judgments: Iterable[Judgment], *, ranks: bool = False) -> Iterator[str]:
    """Expanded pairs, `SYS1<TAB>SYS2<TAB><`, or with `ranks` `SYS1<TAB>SYS2<TAB>1<TAB>2`.

    Systems with the same output are tied. The names of a pair are in the order of their bytes.

    Raises:
        FormatError: if a system name contains whitespace or a comma.
    """
    for judgment in judgments:
        for first, first_rank, second, second_rank in expanded_pairs(judgment):
            result = f"{first_rank}\t{second_rank}" if ranks else sign(first_rank, second_rank)
            yield f"{first}\t{second}\t{result}\n"


def write_pair_labels(judgments: Judgments) -> Iterator[str]:
    """Expanded pairs as `judge,sentence.1.2,SYS1<SYS2`, the input of programs that compute agreement.

    The numbers after the sentence are those of the two systems, counted from 1 in the order of their bytes
    over all judgments, so that the middle part identifies a pair of outputs of one sentence.

    Raises:
        FormatError: if a judge or sentence contains a comma or line end, a sentence a full stop, or a system
            name `<`, `>` or `=`.
    """
    number = {system: k for k, system in enumerate(judgments.named_systems, start=1)}
    for judgment in judgments:
        for first, first_rank, second, second_rank in expanded_pairs(judgment):
            item = f"{judgment.sentence}.{number[first]}.{number[second]}"
            label = f"{first}{sign(first_rank, second_rank)}{second}"
            line = f"{judgment.judge},{item},{label}"
            # The item ends the sentence at the first full stop.
            whole = _LABEL.fullmatch(line) and len(line.splitlines()) == 1 and "." not in judgment.sentence
            if not whole:
                message = f"{quoted(line)} would not be read back as it is: a name contains a separator."
                raise FormatError(Problem("pair labels", message))
            yield line + "\n"


def read_pairs_tsv(lines: Iterable[str], findings: Findings) -> Iterator[tuple[int | None, Judgment]]:
    """Every line as a judgment of two outputs, with a sign or with ranks; what is wrong is noted.

    The file names no judges. The judge of all pairs is `unknown`, and every pair counts as a
    sentence of its own, `pair-1`, `pair-2`, ...: nothing about agreement can be learned from it.
    """
    for number, line in _numbered(lines):
        cells = line.split("\t")
        ranks = None
        if len(cells) == 3:
            ranks = RANKS_BY_SIGN.get(cells[2].strip())
        elif len(cells) == 4:
            first, second = parse_rank(cells[2]), parse_rank(cells[3])
            ranks = (first, second) if first is not None and second is not None else None
        if ranks is None:
            message = "Expected two systems and <, > or =, or two ranks, separated by tabs."
            findings.error(f"{message} {RANK_WANTED}" if len(cells) == 4 else message, number)
        else:
            yield number, Judgment(UNKNOWN_JUDGE, f"{_PAIR}{number}", _two(cells[0], cells[1], ranks))


def read_pair_labels(lines: Iterable[str], findings: Findings) -> Iterator[tuple[int | None, Judgment]]:
    """Every line `judge,item,SYS1<SYS2` as a judgment of two outputs; `<` means that the first is better.

    The sentence is the item up to its first full stop. What is wrong is noted.
    """
    for number, line in _numbered(lines):
        match = _LABEL.fullmatch(line)
        if match is None:
            findings.error("Expected judge,sentence.1.2,SYSTEM<SYSTEM, with <, > or = as the sign.", number)
            continue
        judge, item, first, comparison, second = match.groups()
        outputs = _two(first, second, RANKS_BY_SIGN[comparison])
        yield number, Judgment(judge, item.split(".", 1)[0], outputs, item=item)


def is_nameless(judgments: Judgments) -> bool:
    """Whether they are from a file of pairs that names neither judges nor sentences."""
    return judgments.judges == (UNKNOWN_JUDGE,) and judgments.sentences[0].startswith(_PAIR)


def expanded_pairs(judgment: Judgment) -> Iterator[tuple[str, int, str, int]]:
    """`(system, rank, system, rank)` for every pair of systems of a judgment, names in byte order.

    Raises:
        FormatError: if a system name contains whitespace or a comma.
    """
    if judgment.skipped:
        return
    ranked = [(system, output.rank) for output in judgment.outputs for system in output.systems]
    for output in judgment.outputs:
        join_systems(output.systems)
    ranked.sort(key=lambda entry: entry[0].encode("utf-8", "surrogatepass"))
    for (first, first_rank), (second, second_rank) in combinations(ranked, 2):
        yield first, first_rank, second, second_rank


def sign(first_rank: int, second_rank: int) -> str:
    """`<` where the first has the smaller rank number and so is better, `>` or `=`."""
    return "<" if first_rank < second_rank else ">" if first_rank > second_rank else "="


def _numbered(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The lines that hold anything, with their numbers."""
    return ((number, line.rstrip("\r\n")) for number, line in enumerate(lines, start=1) if line.strip())


def _two(first: str, second: str, ranks: tuple[int, int]) -> tuple[JudgedOutput, JudgedOutput]:
    return JudgedOutput((first.strip(),), ranks[0]), JudgedOutput((second.strip(),), ranks[1])
