"""LanguageTool: complaints of a grammar checker, without any reference.

Source: Napoles, Sakaguchi and Tetreault (2016), "There's no comparison: reference-less evaluation metrics in
grammatical error correction", and Choshen and Abend (2018), whose program counts the blanks of a sentence.
The checker is a LanguageTool server (https://languagetool.org), asked over HTTP.
"""

import http.client
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar
from urllib.parse import SplitResult, urlencode, urlsplit

from msgspec import Meta

from metrics.scorers.registry import metric
from metrics.scorers.results import Score, SentenceScore
from metrics.scorers.scorer import Material, Scorer, UnavailableError, mean

VARIABLE = "APPRAISE_GEC_LANGUAGETOOL"
ADVICE = (
    f"start one (docker run -p 8010:8010 erikvl87/languagetool) and set {VARIABLE} to its "
    "address, for example http://localhost:8010."
)
SECONDS = 60


@metric("languagetool", "LanguageTool", "complaints of a grammar checker (needs its server)")
@dataclass(frozen=True)
class LanguageTool(Scorer[SplitResult]):
    """Mean over sentences of 1 - complaints / blanks; a sentence without a blank scores 1."""

    uses_source: ClassVar[bool] = False

    language: Annotated[
        str,
        Meta(
            pattern="^[A-Za-z0-9-]+$",
            max_length=20,
            description="LanguageTool's code of the language.",
            examples=["en-US"],
        ),
    ] = "en-US"

    def implementation(self) -> str:
        """The server, whatever its version."""
        return "LanguageTool server"

    def ensure_available(self) -> None:
        """Check that a server is named. Whether it answers shows at the first request."""
        server()

    def _prepare(self, material: Material) -> SplitResult:
        return server()

    def _score(self, hypotheses: Sequence[str], prepared: SplitResult) -> Score:
        kind = http.client.HTTPSConnection if prepared.scheme == "https" else http.client.HTTPConnection
        connection = kind(str(prepared.hostname), prepared.port, timeout=SECONDS)
        try:
            complaints = [self._complaints(text, prepared, connection) for text in hypotheses]
        finally:
            connection.close()
        sentences = tuple(
            SentenceScore(_share_right(text, number), {"complaints": number})
            for text, number in zip(hypotheses, complaints, strict=True)
        )
        score = mean(sentence.score for sentence in sentences)
        parts = {"languagetool": score, "complaints": sum(complaints)}
        return Score("", score, parts, sentences=sentences)

    def _complaints(self, text: str, where: SplitResult, connection: http.client.HTTPConnection) -> int:
        body = urlencode({"language": self.language, "text": " ".join(text.split())})
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"}
        try:
            connection.request("POST", f"{where.path}/v2/check", body, headers)
            response = connection.getresponse()
            answer = response.read()
        except (OSError, http.client.HTTPException) as error:
            raise UnavailableError(
                f"No LanguageTool server answers at {where.hostname}: {error!s}; {ADVICE}"
            ) from error
        if response.status != http.client.OK:
            reason = answer[:200].decode("utf-8", "replace").strip() or response.reason
            raise UnavailableError(f"The LanguageTool server refuses ({response.status}): {reason}")
        try:
            return len(json.loads(answer)["matches"])
        except (ValueError, KeyError, TypeError) as error:
            raise UnavailableError(
                f"What answers at {where.hostname} is no LanguageTool server; {ADVICE}"
            ) from error


def server() -> SplitResult:
    """The server that the environment names. Raises UnavailableError without one."""
    # Never a setting: who chooses settings must not choose hosts.
    address = os.environ.get(VARIABLE)
    if not address:
        raise UnavailableError(f"LanguageTool needs a server; {ADVICE}")
    parts = urlsplit(address)
    try:
        port = parts.port
    except ValueError:
        port = -1
    if parts.scheme not in {"http", "https"} or not parts.hostname or port == -1:
        raise UnavailableError(
            f"{VARIABLE} = {address!r} is no address of a server such as http://localhost:8010."
        )
    return parts._replace(path=parts.path.rstrip("/").removesuffix("/v2"))


def _share_right(text: str, complaints: int) -> float:
    blanks = len(text.split()) - 1
    return 1 - complaints / blanks if blanks > 0 else 1.0
