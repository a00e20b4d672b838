"""How long the I-measure takes with all mixtures of corrections, how much memory, and how both grow.

    python -m benchmarks.metrics_i_measure

For each gold file the 13 outputs of CoNLL-2014 are scored by two processes that share them; the seconds are
from the start of Python to the last score, memory is that of the larger process. Then growth with the length
of sentences (1 to 16 joined to one) and with the number of annotators (1 to 18, made from the systems'
outputs). The goal is 20 s and 1 GB for the combined gold with all mixtures on two cores. The original needs
hours for the sentences it finishes and never ends on all of them. The first run on a machine compiles.
"""

import difflib
import json
import os
import resource
import subprocess
import sys
import time
from pathlib import Path

from metrics.references.m2_file import read_m2
from metrics.scorers.i_measure.gold import Correction, build_gold
from metrics.scorers.i_measure.metric import IMeasure
from metrics.scorers.i_measure.mixing import SentenceGold, best_mixed
from metrics.scorers.scorer import Material

CHECKOUT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("APPRAISE_GEC_SHARED") or CHECKOUT.parent / "shared")
OUTPUTS = SHARED / "data" / "gjg15" / "outputs"
GOLD = SHARED / "data" / "conll14"
NAMES = ("official-2014.combined", "official-2014.combined-withalt")


def main() -> None:
    """Measure each gold file in processes of their own, then growth in this one."""
    if len(sys.argv) > 1:
        measure(sys.argv[1], sys.argv[2] == "mix", sys.argv[3:])
        return
    started = time.perf_counter()
    run(NAMES[0], "mix", [["UFC"]])
    print(f"(first run, with compilation where it is not cached: {time.perf_counter() - started:.1f} s)\n")
    systems = sorted(path.name for path in OUTPUTS.iterdir())
    for name in NAMES:
        for mixing in ("mix", "nomix"):
            started = time.perf_counter()
            seconds, memory = run(name, mixing, [systems[::2], systems[1::2]])
            print(
                f"{name}/{mixing}: {len(systems)} systems in {time.perf_counter() - started:.1f} s on two "
                f"processes, {seconds:.1f} s of processor, {memory:.0f} MB at most"
            )
    grow_length()
    grow_annotators(systems)


def run(name: str, mixing: str, shares: list[list[str]]) -> tuple[float, float]:
    """Score these shares at once; return processor seconds of all and megabytes of the largest."""
    command = [sys.executable, "-m", "benchmarks.metrics_i_measure", name, mixing]
    processes = [
        subprocess.Popen([*command, *share], cwd=CHECKOUT, stdout=subprocess.PIPE, text=True)
        for share in shares
    ]
    results = [json.loads(process.communicate()[0]) for process in processes]
    return sum(one["seconds"] for one in results), max(one["megabytes"] for one in results)


def measure(name: str, mix: bool, systems: list[str]) -> None:
    gold = read_m2((GOLD / f"{name}.m2").read_bytes(), name)
    outputs = {system: lines(system) for system in systems}
    IMeasure(mix=mix).score_systems(outputs, Material(lines("INPUT"), gold))
    usage = resource.getrusage(resource.RUSAGE_SELF)
    print(json.dumps({"seconds": usage.ru_utime + usage.ru_stime, "megabytes": usage.ru_maxrss / 1024}))


def grow_length() -> None:
    """Join sentences with their corrections: twice as long, the number of references squared."""
    print("\njoined  longest source  references of one sentence    AMU in s")
    gold = read_m2((GOLD / f"{NAMES[0]}.m2").read_bytes(), NAMES[0])
    output = [text.split() for text in lines("AMU")]
    for joined in (1, 2, 4, 8, 16):
        groups = [range(start, min(start + joined, 1312)) for start in range(0, 1312, joined)]
        built = []
        for group in groups:
            source: list[str] = []
            corrections = []
            annotators = 1
            for index in group:
                sentence = gold.sentences[index]
                corrections += [
                    Correction(
                        len(source) + edit.start, len(source) + edit.end, edit.corrections[0], one.annotator
                    )
                    for one in sentence.annotations
                    for edit in one.edits
                ]
                annotators = max(annotators, len(sentence.annotations))
                source += sentence.tokens
            built.append(SentenceGold(build_gold(source, corrections, annotators)))
        started = time.perf_counter()
        refused = 0
        for group, one in zip(groups, built, strict=True):
            try:
                best_mixed(one, [token for index in group for token in output[index]], 2.0)
            except ValueError:
                refused += 1
        most = max(one.clusters.choices for one in built)
        longest = max(len(one.source) for one in built)
        note = f"   ({refused} refused)" if refused else ""
        print(f"{joined:6} {longest:15} {float(most):27.1e} {time.perf_counter() - started:11.2f}{note}")


def grow_annotators(systems: list[str]) -> None:
    """Other systems' outputs, and halves of their changes, stand in for annotators."""
    print("\nannotators  references of one sentence    AMU in s")
    source = [text.split() for text in lines("INPUT")]
    others = [
        [text.split() for text in lines(system)]
        for system in systems
        if system not in {"AMU", "NTHU", "INPUT"}
    ]
    edits = [
        [
            [
                (start, end, " ".join(text[left:right]))
                for tag, start, end, left, right in difflib.SequenceMatcher(
                    None, words, text, False
                ).get_opcodes()
                if tag != "equal"
            ]
            for words, text in zip(source, texts, strict=True)
        ]
        for texts in others
    ]
    edits += [[one[::2] for one in texts] for texts in edits]
    output = lines("AMU")
    for annotators in (1, 2, 4, 8, 12, 18):
        built = [
            SentenceGold(
                build_gold(
                    words,
                    [Correction(*edit, who) for who in range(annotators) for edit in edits[who][index]],
                    annotators,
                )
            )
            for index, words in enumerate(source)
        ]
        started = time.perf_counter()
        refused = 0
        for gold, text in zip(built, output, strict=True):
            try:
                best_mixed(gold, text.split(), 2.0)
            except ValueError:
                refused += 1
        most = max(gold.clusters.choices for gold in built)
        note = f"   ({refused} refused)" if refused else ""
        print(f"{annotators:10} {float(most):27.1e} {time.perf_counter() - started:11.2f}{note}")


def lines(system: str) -> tuple[str, ...]:
    return tuple((OUTPUTS / system).read_text(encoding="utf-8").split("\n")[:-1])


if __name__ == "__main__":
    main()
