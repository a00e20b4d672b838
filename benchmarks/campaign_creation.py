"""How fast a campaign is made from its files, on SQLite and on Postgres.

    python -m benchmarks.campaign_creation [SENTENCES] [SYSTEMS ...]

Needs the packages of the tests, which `./run test --version` installs. By default 50,000 sentences with 4 and
with 12 systems, each with INPUT besides.

A sentence is one source sentence of the campaign with everything that belongs to it: its place in a document,
and the outputs of all systems and INPUT. Prints sentences a second (from the bytes of the files to the last
commit), rows a second, queries, and the most memory that the process took; each case in a process of its own.
"""

import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rankings.corpus.staging import CorpusFile

CHECKOUT = Path(__file__).resolve().parent.parent
SENTENCES = 50_000
SYSTEMS = ("4", "12")
WORDS_IN_A_SENTENCE = (8, 32)
# Every how many words a system changes something; about a third of the outputs equals the source.
WORDS_TO_A_CHANGE = 18


def main() -> None:
    """Measure one case when told its database, else start a process for each."""
    arguments = sys.argv[1:]
    if arguments[:1] == ["--in"]:
        measure(arguments[1], int(arguments[2]), int(arguments[3]))
        return
    from benchmarks.servers import postgres

    sentences, *systems = arguments or [str(SENTENCES)]
    with tempfile.TemporaryDirectory(prefix="appraise-gec-benchmark-") as folder:
        for number in systems or SYSTEMS:
            run(f"sqlite:///{folder}/{number}.sqlite3", folder, sentences, number)
        with postgres() as url:
            for number in systems or SYSTEMS:
                run(url, folder, sentences, number)


def run(url: str, folder: str, sentences: str, systems: str) -> None:
    environment = {
        **os.environ,
        "DATABASE_URL": url,
        "APPRAISE_GEC_VAR": folder,
        "APPRAISE_GEC_LOG_LEVEL": "ERROR",
    }
    name = url.partition(":")[0]
    command = [sys.executable, "-m", "benchmarks.campaign_creation", "--in", name, sentences, systems]
    subprocess.run(command, env=environment, cwd=CHECKOUT, check=True)


def measure(name: str, sentences: int, systems: int) -> None:
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "appraise_gec.settings"
    django.setup()
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    from appraise_gec.accounts.models import User
    from rankings.corpus.creation import CampaignDetails, create_campaign
    from rankings.models import Output

    owner, _ = User.objects.get_or_create(username="owner")
    files = made_up_files(sentences, systems)
    queries = 0

    def count(execute, sql, params, many, context):
        nonlocal queries
        queries += 1
        return execute(sql, params, many, context)

    before = memory()
    start, processor = time.perf_counter(), time.process_time()
    with connection.execute_wrapper(count):
        campaign = create_campaign(owner, CampaignDetails("Made up", f"made-up-{systems}"), files)
    seconds, processor = time.perf_counter() - start, time.process_time() - processor
    rows = Output.objects.filter(system__campaign=campaign).count()
    assert rows == sentences * (systems + 1)
    print(
        f"{name}: {sentences:,} sentences x {systems} systems and INPUT: {seconds:.1f} s "
        f"({processor:.1f} s of this process), {sentences / seconds:,.0f} sentences and "
        f"{(rows + sentences) / seconds:,.0f} texts a second, {queries} queries, "
        f"memory {before:.0f} MB before, {memory():.0f} MB at most",
        flush=True,
    )


def memory() -> float:
    """The most memory that this process has taken so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def made_up_files(sentences: int, systems: int, seed: int = 2015) -> "list[CorpusFile]":
    """A source with a blank line after every 20 sentences, and outputs that change some of its words."""
    from rankings.corpus.staging import CorpusFile, Kind

    chance = random.Random(seed)
    words = [
        "".join(chance.choices("etaoinshrdlucmfwypvbgk", k=chance.choice((2, 3, 4, 5, 6, 7, 9))))
        for _ in range(5_000)
    ]
    source = [chance.choices(words, k=chance.randint(*WORDS_IN_A_SENTENCE)) for _ in range(sentences)]
    files = [CorpusFile(Kind.SOURCE, "source.txt", _text(source))]
    for number in range(systems):
        lines = []
        for sentence in source:
            changed = list(sentence)
            for _ in range(chance.randint(0, len(sentence) // WORDS_TO_A_CHANGE + 1)):
                changed[chance.randrange(len(changed))] = chance.choice(words)
            lines.append(changed)
        files.append(CorpusFile(Kind.OUTPUT, f"system{number:02}.txt", _text(lines)))
    return files


def _text(lines: list[list[str]]) -> bytes:
    documents = (lines[first : first + 20] for first in range(0, len(lines), 20))
    return "\n\n".join("\n".join(map(" ".join, document)) for document in documents).encode() + b"\n"


if __name__ == "__main__":
    main()
