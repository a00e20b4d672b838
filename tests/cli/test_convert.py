"""`appraise-gec convert`: judgments, sampled items and gold edits from one format to another."""

from collections import Counter

import pytest
from defusedxml import ElementTree
from msgspec.structs import replace

from rankings.formats.judgments import FORMATS, read_judgments, write_judgments
from rankings.formats.pairs_tsv import expanded_pairs, sign
from rankings.formats.samples import read_sampler_tsv
from tests.formats.strategies import EXACT

GOLD = """S He have two cat .
A 1 2|||SVA|||has|||REQUIRED|||-NONE-|||0
A 3 4|||Nn|||cats|||REQUIRED|||-NONE-|||0
A 3 4|||Nn|||cats|||REQUIRED|||-NONE-|||1

S Fine .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

"""


@pytest.fixture
def full(few):
    """Judgments with all that a record can hold."""
    return [
        replace(
            one,
            seconds=1.5 + number,
            document=f"d{number}",
            result_set="set",
            source_language="err",
            target_language="cor",
        )
        for number, one in enumerate(few)
    ]


@pytest.fixture
def corpus(tmp_path):
    """A source, its documents, and outputs of two systems."""
    (tmp_path / "source.txt").write_text("he go\nshe run\nit rain\n")
    (tmp_path / "documents.txt").write_text("a\nb\nb\n")
    folder = tmp_path / "outputs"
    folder.mkdir()
    (folder / "X").write_text("he goes\nshe runs\nit rain\n")
    (folder / "Y").write_text("he went\nshe runs\nit rains\n")
    return tmp_path


@pytest.fixture
def sample(call, corpus):
    """The sample as blocks and as the document that is printed."""
    words = ("sample", "--source", corpus / "source.txt", corpus / "outputs", "--items", 8)
    ended = call(*words, "-o", corpus / "items.tsv", "--json")
    assert ended.exit_code == 0, ended.stderr
    (corpus / "items.json").write_text(ended.stdout)
    return corpus


def order(judgments):
    """Every comparison, as often as it was made."""
    return sorted(
        (a, sign(rank_a, rank_b), b) for one in judgments for a, rank_a, b, rank_b in expanded_pairs(one)
    )


@pytest.mark.parametrize("to", FORMATS)
@pytest.mark.parametrize("source", FORMATS)
def test_every_format_becomes_every_other(call, store, full, source, to):
    path = store("judgments", full, source)
    ended = call("convert", path, "--to", to)
    assert ended.exit_code == 0, ended.stderr
    read = read_judgments(ended.stdout_bytes, "converted")
    assert order(read) == order(full)
    if source in EXACT:
        assert ended.stdout_bytes == write_judgments(full, to)
        if to in EXACT:
            assert list(read) == full
            assert ended.stderr == ""
    if source == to:
        assert ended.stdout_bytes == path.read_bytes()


def test_files_of_judgments_are_joined(call, store, full):
    paths = [store("a.xml", full[:5]), store("b.csv", full[5:])]
    assert call("convert", *paths, "--to", "json").stdout_bytes == write_judgments(full, "json")
    twice = call("convert", paths[0], store("again.csv", full[:5]), "--to", "json")
    assert (twice.exit_code, twice.stdout) == (2, "")
    assert "would count twice" in twice.stderr


def test_a_file_that_is_there_is_kept_without_force(call, store, full, tmp_path):
    path, target = store("few.xml", full), tmp_path / "mine.csv"
    target.write_text("mine\n")
    refused = call("convert", path, "--to", "csv", "-o", target)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert refused.stderr == f"{target}: The file is there already. Give --force to write over it.\n"
    assert target.read_text() == "mine\n"
    assert call("convert", path, "--to", "csv", "-o", target, "--force").exit_code == 0
    assert target.read_bytes() == write_judgments(full, "csv")


def test_samples_become_task_xml_with_their_sentences(call, sample):
    words = ("--to", "task-xml", "--source", sample / "source.txt", "--documents", sample / "documents.txt")
    ended = call("convert", sample / "items.tsv", *words)
    assert ended.exit_code == 0, ended.stderr
    assert "task-xml cannot hold how sentences were drawn" in ended.stderr
    tasks = ElementTree.fromstring(ended.stdout_bytes)
    blocks = read_sampler_tsv((sample / "items.tsv").read_bytes(), "items")
    expected = {
        "0": ("he go", "a", None, None),
        "1": ("she run", "b", None, "it rain"),
        "2": ("it rain", "b", "she run", None),
    }
    for task, block in zip(tasks, blocks, strict=True):
        assert (task.get("id"), task.get("src-id")) == (str(block.number), str(block.sentence))
        outputs = [(one.text, tuple(one.get("system", "").split())) for one in task.iter("translation")]
        assert outputs == list(zip(block.outputs.texts, block.outputs.systems, strict=True))
        before, after = task.findtext("sourcebefore"), task.findtext("sourceafter")
        assert (task.findtext("source"), task.get("doc-id"), before, after) == expected[
            task.get("src-id", "")
        ]
    assert {task.get("src-id") for task in tasks} == {"0", "1", "2"}


def test_gold_is_written_again_and_for_one_annotator(call, tmp_path):
    path = tmp_path / "gold.m2"
    path.write_text(GOLD)
    assert call("convert", path, "--to", "m2").stdout == GOLD
    only = call("convert", path, "--to", "m2", "--annotator", 1).stdout
    assert only == "".join(line for line in GOLD.splitlines(True) if not line.endswith("0\n"))
    written = call("convert", path, "--to", "m2", "-o", tmp_path / "again.m2").stdout
    assert written == f"2 sentences written to {tmp_path / 'again.m2'}\n"


def test_the_published_gold_is_written_back_byte_for_byte(call, shared):
    for path in sorted((shared / "data" / "conll14").glob("*.m2")):
        assert call("convert", path, "--to", "m2").stdout_bytes == path.read_bytes()


def test_gold_files_of_two_annotators_become_one(call, shared, tmp_path):
    """The official combined file, with the 110 edits of annotator 1 that it leaves out."""
    folder = shared / "data" / "conll14"
    both = [folder / f"official-2014.{number}.m2" for number in (0, 1)]
    joined = Counter(call("convert", *both, "--to", "m2").stdout.splitlines())
    combined = Counter((folder / "official-2014.combined.m2").read_text().splitlines())
    assert combined - joined == Counter()
    assert {line.rpartition("|||")[2] for line in joined - combined} == {"1"}
    assert (joined - combined).total() == 110


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("nowhere", "--to", "csv"), "nowhere: Cannot be read"),
        (("gold.m2", "--to", "csv"), "gold.m2:1: The file is in no known format. Expected judgments"),
        (("items.tsv", "--to", "m2"), "items.tsv:1: Expected a source sentence"),
        (("none.xml", "--to", "csv"), "none.xml: There is no judgment in it"),
        (("gold.m2", "gold.m2", "--to", "m2"), "gold.m2: The file is given twice"),
        (("items.tsv", "items.tsv", "--to", "task-xml"), "--to task-xml takes one file"),
    ],
)
def test_wrong_calls_and_files_end_with_status_2_and_one_line(
    call, store, tmp_path, monkeypatch, words, message
):
    store("none.xml", [])
    (tmp_path / "gold.m2").write_text(GOLD)
    (tmp_path / "items.tsv").write_text("0\t2\t4\t0.5\nhe go\tINPUT\nhe goes\tX\n\n")
    monkeypatch.chdir(tmp_path)
    ended = call("convert", *words)
    assert (ended.exit_code, ended.stdout) == (2, "")
    (line,) = ended.stderr.splitlines()
    assert message in line


def test_outputs_are_chosen_as_judgments_are(ask, call, tmp_path):
    folder = tmp_path / "outputs"
    folder.mkdir()
    for name in ("INPUT", "SYS1", "SYS2", "REF"):
        (folder / name).write_text(f"a b\n{name} c\n")
    score = ("score", "levenshtein-source", folder, "--source", folder / "INPUT")
    chosen = ask(*score, "--without", "REF,INPUT")
    assert [row["system"] for row in chosen["result"]["systems"]] == ["SYS1", "SYS2"]
    drawn = ask("sample", folder, "--source", folder / "INPUT", "--systems", "SYS1,SYS2", "--no-input")
    assert drawn["result"]["systems"] == ["SYS1", "SYS2"]
    assert 'did you mean "SYS1"' in call(*score, "--systems", "sys1").stderr


def test_conversion_counts_from_0_what_counted_from_1(call, store, few):
    path = store("from1.csv", few[2:])
    ended = call("convert", path, "--to", "jsonl", "--first-sentence", 1, "--judge", "ann")
    assert ended.exit_code == 0, ended.stderr
    converted = read_judgments(ended.stdout_bytes, "converted")
    assert {judgment.sentence for judgment in converted} == set("01234")
    assert {judgment.judge for judgment in converted} == {"ann"}


def test_the_first_release_is_converted_to_sentences_from_0(call, tmp_path):
    path = tmp_path / "first.xml"
    path.write_text(
        '<appraise-results><ranking-result><ranking-item id="1" user="ann"><translation system="A" rank="1"/>'
        '<translation system="B" rank="2"/></ranking-item></ranking-result></appraise-results>'
    )
    ended = call("convert", path, "--to", "xml", "--first-sentence", 1)
    assert 'id="1" src-id="0" user="ann"' in ended.stdout
