"""Harper: complaints of a grammar checker, without any reference.

Harper (https://writewithharper.com) is a free checker of English that runs offline in Node as `harper.js`. A
sentence's score is 1 - complaints / tokens, after the LanguageTool measure of Napoles, Sakaguchi and
Tetreault (2016), "There's no comparison: reference-less evaluation metrics in grammatical error correction".
"""

import json
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from appraise_gec.words import words
from metrics.scorers.external import existing_file, location, program
from metrics.scorers.scorer import (
    CorpusScore,
    Material,
    Scorer,
    SentenceScore,
    UnavailableError,
    mean,
    one_of,
    require,
    setting,
)

VARIABLE = "APPRAISE_GEC_HARPER"
ADVICE = words(
    "run `npm ci --prefix requirements/harper` in a checkout, or `npm install harper.js` in a folder "
    "elsewhere, and set %(variable)s to that folder.",
    variable=VARIABLE,
)
SECONDS_PER_SENTENCE = 2.0
DIALECTS = ("American", "British", "Canadian", "Australian")

SCRIPT = """
import { readFileSync } from "node:fs";
import * as harper from "harper.js";
const { dialect, sentences } = JSON.parse(readFileSync(0, "utf8"));
const binary = harper.binary ?? (await import("harper.js/binary")).binary;
const linter = new harper.LocalLinter({ binary, dialect: harper.Dialect[dialect] });
await linter.setup();
const counts = [];
for (const sentence of sentences) {
    counts.push((await linter.lint(sentence, { language: "plaintext" })).length);
}
process.stdout.write(JSON.stringify(counts));
process.exit(0);
"""


@dataclass(frozen=True)
class Installed:
    """Node, and the folder with harper.js."""

    node: str
    folder: Path
    version: str


@dataclass(frozen=True)
class Harper(Scorer[Installed]):
    """Mean over sentences of 1 - complaints / tokens.

    Attributes:
        dialect: of English.
    """

    metric: ClassVar[str] = "harper"
    title: ClassVar[str] = "Harper"
    uses_source: ClassVar[bool] = False

    dialect: str = setting("American", words("Dialect of English."), DIALECTS)

    def __post_init__(self) -> None:
        require(self.dialect in DIALECTS, "dialect", self.dialect, one_of(DIALECTS))

    def implementation(self) -> str:
        """The installed harper.js and its version."""
        return f"harper.js {installed().version}"

    def _prepare(self, material: Material) -> Installed:
        return installed()

    def _score(self, hypotheses: Sequence[str], prepared: Installed) -> CorpusScore:
        complaints = _count(hypotheses, self.dialect, prepared)
        sentences = tuple(
            SentenceScore(1 - number / max(1, len(text.split())), {"complaints": number})
            for text, number in zip(hypotheses, complaints, strict=True)
        )
        score = mean(sentence.score for sentence in sentences)
        return CorpusScore(score, {"harper": score, "complaints": sum(complaints)}, sentences)


def installed() -> Installed:
    """Where Node and harper.js are. Raises UnavailableError, which says how to get them."""
    named = location(VARIABLE)
    if named is None:
        raise UnavailableError(words("Harper needs the npm package harper.js; %(advice)s", advice=ADVICE))
    folder = Path(named).resolve()
    package = existing_file(folder / "node_modules" / "harper.js" / "package.json", Harper.title, ADVICE)
    version = str(json.loads(package.read_text(encoding="utf-8"))["version"])
    return Installed(program("node", words("Node 18 or newer"), Harper.title), folder, version)


def _count(texts: Sequence[str], dialect: str, where: Installed) -> list[int]:
    """How many complaints Harper has about each text."""
    request = json.dumps({"dialect": dialect, "sentences": [" ".join(text.split()) for text in texts]})
    try:
        done = subprocess.run(  # noqa: S603 - program and script are ours, texts go through standard input
            [where.node, "--input-type=module", "-e", SCRIPT],
            cwd=where.folder,
            input=request,
            capture_output=True,
            encoding="utf-8",
            timeout=60 + SECONDS_PER_SENTENCE * len(texts),
            check=True,
        )
    except subprocess.TimeoutExpired as error:
        raise UnavailableError(
            words("Harper did not answer within %(seconds)s seconds.", seconds=f"{error.timeout:.0f}")
        ) from error
    except subprocess.CalledProcessError as error:
        last = (error.stderr or "").strip().splitlines()[-1:] or [words("no message")]
        raise UnavailableError(
            words(
                "harper.js %(version)s failed: %(message)s. Reinstall it: %(advice)s",
                version=where.version,
                message=last[0],
                advice=ADVICE,
            )
        ) from error
    counts: list[int] = json.loads(done.stdout)
    return counts
