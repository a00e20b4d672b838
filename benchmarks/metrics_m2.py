"""How long MaxMatch takes for the 13 outputs of CoNLL-2014, how much memory, and how both grow.

    python -m benchmarks.metrics_m2

Prints, beside the processor seconds that the official scorer took for the same, the seconds of a new
process from reading the files to the scores, and its peak memory; then the growth with the length of
sentences (1 to 16 sentences joined to one), with the number of annotators (1 to 18) and with the size of
wholly different sentences. The goal is 5 s and 1 GB for the combined gold on two cores. The first run on a
machine compiles.
"""

import json
import os
import resource
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np

from appraise_gec import score
from metrics.references.edits import Annotation, Edit, Gold, GoldSentence
from metrics.references.m2_file import read_m2
from metrics.scorers.m2.lattice import build_lattice
from metrics.scorers.m2.metric import M2
from metrics.scorers.scorer import Material

CHECKOUT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("APPRAISE_GEC_SHARED") or CHECKOUT.parent / "shared")
OUTPUTS = SHARED / "data" / "gjg15" / "outputs"
GOLD = SHARED / "data" / "conll14"
FILES = ("official-2014.0", "official-2014.1", "official-2014.combined", "official-2014.combined-withalt")


def main() -> None:
    """Measure each gold file in a process of its own, then growth in this one."""
    if len(sys.argv) > 1:
        measure(sys.argv[1])
        return
    started = time.perf_counter()
    run(FILES[0])
    print(f"(first run, with compilation where it is not cached: {time.perf_counter() - started:.1f} s)\n")
    originals = json.loads((SHARED / "expected" / "metrics.json").read_text(encoding="utf-8"))["m2"]
    for name in FILES:
        original = sum(one["cpu_s_original"] for one in originals[name].values())
        print(f"{name}: {run(name)}; the official scorer {original:.0f} s")
    grow()


def run(name: str) -> str:
    command = [sys.executable, "-m", "benchmarks.metrics_m2", name]
    started = time.perf_counter()
    done = subprocess.run(command, cwd=CHECKOUT, check=True, capture_output=True, text=True)
    return f"{done.stdout.strip()}, {time.perf_counter() - started:.2f} s with the start of Python"


def measure(name: str) -> None:
    started = time.perf_counter()
    score("m2", OUTPUTS, gold=GOLD / f"{name}.m2")
    seconds = time.perf_counter() - started
    print(f"13 outputs in {seconds:.2f} s, {peak():.0f} MB")


def peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def grow() -> None:
    name = "official-2014.combined"
    gold = read_m2((GOLD / f"{name}.m2").read_bytes(), name)
    outputs = {path.name: tuple(path.read_text("utf-8").split("\n")[:-1]) for path in OUTPUTS.iterdir()}

    def seconds(gold: Gold, outputs: dict[str, tuple[str, ...]]) -> str:
        started = time.perf_counter()
        scores = M2().score_systems(outputs, Material(gold.sources, gold))
        took = time.perf_counter() - started
        thinned = sum(int(score.parts["thinned_sentences"]) for score in scores.values())
        return f"{took:.2f} s, {thinned} sentences thinned, peak so far {peak():.0f} MB"

    print("\nsentences joined to one (tokens each):")
    for size in (1, 2, 4, 8, 16):
        joined = join_gold(gold, size)
        mean = np.mean([len(sentence.tokens) for sentence in joined.sentences])
        texts = {system: join_texts(lines, size) for system, lines in outputs.items()}
        print(f"  {size:2} ({mean:3.0f}): {seconds(joined, texts)}")

    print("annotators:")
    for number in (1, 2, 4, 8, 12, 18):
        print(f"  {number:2}: {seconds(multiply(gold, number), outputs)}")

    print("two wholly different sentences, one system, one annotator:")
    for tokens in (10, 20, 40, 60, 64, 200, 2000, 10000):
        source = np.arange(tokens, dtype=np.int32)
        started = time.perf_counter()
        lattice = build_lattice(source, source + tokens, 2)
        took = time.perf_counter() - started
        shape = f"{len(lattice.i):,} vertices, {len(lattice.start):,} arcs"
        print(f"  {tokens:5} tokens: {took:.3f} s, {shape}{', thinned' if lattice.thinned else ''}")
    print(f"peak memory {peak():.0f} MB")


def join_texts(lines: tuple[str, ...], size: int) -> tuple[str, ...]:
    return tuple(" ".join(lines[at : at + size]) for at in range(0, len(lines), size))


def join_gold(gold: Gold, size: int) -> Gold:
    """The gold with every `size` sentences joined to one; both annotators keep their edits."""
    alone = [gold.only(annotator) for annotator in gold.annotators]
    sentences = []
    for at in range(0, len(gold.sentences), size):
        annotations = []
        for number, one in enumerate(alone):
            edits: list[Edit] = []
            shift = 0
            for sentence in one.sentences[at : at + size]:
                edits += [
                    replace(edit, start=edit.start + shift, end=edit.end + shift)
                    for edit in sentence.annotations[0].edits
                ]
                shift += len(sentence.tokens)
            annotations.append(Annotation(number, tuple(edits)))
        source = " ".join(sentence.source for sentence in gold.sentences[at : at + size])
        sentences.append(GoldSentence(source, tuple(annotations)))
    return replace(gold, sentences=tuple(sentences))


def multiply(gold: Gold, number: int) -> Gold:
    """The gold with so many annotators in every sentence, the two real ones in turns."""
    alone = [gold.only(annotator) for annotator in gold.annotators]
    sentences = []
    for place, sentence in enumerate(gold.sentences):
        annotations = [
            replace(alone[k % len(alone)].sentences[place].annotations[0], annotator=k) for k in range(number)
        ]
        sentences.append(replace(sentence, annotations=tuple(annotations)))
    return replace(gold, sentences=tuple(sentences))


if __name__ == "__main__":
    main()
