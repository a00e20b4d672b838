"""A manager who reads German uploads broken files: the pages say what is wrong in German alone."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from appraise_gec.accounts.models import User
from rankings.judgments import uploads
from rankings.models import Campaign, StagedUpload
from tests.bundles.conftest import exported, files_of
from tests.bundles.test_hostile_bundles import packed
from tests.corpus.conftest import form_fields
from tests.factories import SENTENCES, make_campaign
from tests.languages.broken_files import xml, zipped
from tests.languages.english import english_in

pytestmark = pytest.mark.django_db
PROBLEM_LISTS = re.compile(r'<ul class="(?:problems|problem-list)".*?</ul>|<li class="notice .*?</li>', re.S)
MAIN = re.compile(r"<main.*?</main>", re.S)
# Content of the person's own files and forms, and of options that name formats.
CONTENT = re.compile(r"<(kbd|code|option|cite|textarea)\b.*?</\1>", re.S)
IMPORT = "/campaigns/essays/report/import/"
SOURCE = "".join(sentence + "\n" for sentence in SENTENCES)


@pytest.fixture
def german(alice: User) -> Client:
    client = Client(headers={"accept-language": "de"})
    User.objects.filter(pk=alice.pk).update(may_create_campaigns=True)
    client.force_login(User.objects.get(pk=alice.pk))
    return client


@pytest.fixture
def essays(alice: User) -> Campaign:
    return make_campaign("essays", owner=alice, title="Aufsätze")


def file(name: str, content: str | bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content.encode() if isinstance(content, str) else content)


def shown(page: str, *parts: str) -> str:
    """The text of the page's main part, which is German and has these parts."""
    assert '<html lang="de"' in page
    text = text_of(" ".join(MAIN.findall(page)))
    for part in parts:
        assert part in text, text
    assert english_in(text) == [], text
    return text


def text_of(page: str) -> str:
    return re.sub(r"\s+", " ", unescape(strip_tags(CONTENT.sub(" ", page))))


JUDGMENTS: dict[str, tuple[str | bytes, str]] = {
    "XML that ends": (
        "<appraise-results>",
        "Die Datei ist kein wohlgeformtes XML (kein Element gefunden, bei Zeichen 19).",
    ),
    "XML with odd values": (
        xml('<ranking-item user="a" src-id="1" duration="bald"><translation rank="0"/></ranking-item>'),
        'Der Rang ist "0". Erwartet wird eine ganze Zahl, 1 für das Beste.',
    ),
    "CSV": ("judgment,judge,sentence,systems,rank\n1,a,0,ALPHA\n", "Die Zeile hat 4 Zellen, die Kopfzeile"),
    "CSV that ends": (
        'judgment,judge,sentence,systems,rank\n1,a,0,"ALPHA',
        "Die Datei ist kein wohlgeformtes CSV",
    ),
    "JSON Lines": (
        '{"judge": "a", "sentence": 0}\n{"judge": \n',
        "Die Zeile ist kein wohlgeformtes JSON (hier fehlt ein Wert, bei Zeichen 1).",
    ),
    "other systems and sentences": (
        "judgment,judge,sentence,systems,rank,skipped\n1,a,99,DELTA,1,\n2,b,0,ALPHA,1,\n3,B,x,ALPHA,1,true\n",
        "Die Kampagne hat kein System",
    ),
    "nothing": ("judgment,judge,sentence,systems,rank\n", "Die Datei enthält keine Bewertungen."),
    "other outputs": (
        "judgment,judge,sentence,systems,rank\n"
        + "".join(f"{n},a,{n % 3},ALPHA BETA GAMMA,1\n" for n in range(30)),
        "von 30 Ausgaben, die Systeme in der Datei gemeinsam haben",
    ),
    "a picture": (b"\x89PNG\r\n", "Die Datei ist ein Bild (PNG). Erwartet werden Bewertungen"),
}


@pytest.mark.parametrize("what", JUDGMENTS)
def test_broken_judgments(german: Client, essays: Campaign, what: str):
    content, said = JUDGMENTS[what]
    answer = german.post(IMPORT, {"file": file("urteile.txt", content)})
    assert answer.status_code == 422
    shown(answer.text, "Aus urteile.txt wurde nichts importiert", said)


def test_doubts_about_judgments(german: Client, essays: Campaign):
    rows = (
        "judgment,judge,sentence,systems,rank,guidelines_version\n1,a,0,ALPHA BETA,1,7\n"
        "2,a,1,ALPHA,1,7\n2,a,1,BETA,2,7\n"
    )
    answer = german.post(IMPORT, {"file": file("u.csv", rows)}, follow=True)
    shown(
        answer.text,
        "Satz 0: Laut Datei haben ALPHA, BETA eine gemeinsame Ausgabe, aber BETA hat",
        "Satz 1: BETA und ALPHA haben dasselbe geschrieben, stehen aber auf verschiedenen Rängen.",
        "Die Datei nennt Version 7 der Richtlinien, die Kampagne hat 1.",
    )


def test_what_a_job_finds_is_said_in_german_too(
    german: Client, essays: Campaign, run_jobs: Callable[[], int], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(uploads, "MOST_IN_A_REQUEST", 10)
    answer = german.post(
        IMPORT,
        {"file": file("u.csv", JUDGMENTS["other outputs"][0])},
        follow=True,
    )
    shown(answer.text)
    assert run_jobs() == 1
    answer = german.get(answer.redirect_chain[-1][0])
    shown(
        answer.text,
        JUDGMENTS["other outputs"][1],
        "Die Bewertungen handeln anscheinend von anderen Ausgaben.",
    )


def new_campaign(german: Client, *outputs: SimpleUploadedFile) -> str:
    form = form_fields(source=file("source.txt", SOURCE), outputs=list(outputs))
    answer = german.post(reverse("campaigns:new"), form, follow=True)
    assert not Campaign.objects.exists()
    return answer.text


def test_texts_of_different_length(german: Client):
    page = new_campaign(german, file("ALPHA.txt", "He has two cats .\n"), file("BETA.txt", SOURCE * 2))
    shown(
        page,
        'Die Datei hat 1 Zeile, die Quelle "source.txt" aber 4.',
        'Die Datei hat 8 Zeilen, die Quelle "source.txt" aber 4.',
        "Erwartet wird eine Zeile je Zeile der Quelle.",
    )


def test_files_that_are_no_text(german: Client):
    page = new_campaign(german, file("ALPHA.txt", b"%PDF-1.7"), file("BETA.txt", b"caf\xe9\n" * 4))
    shown(page, "Die Datei ist kein Text, sondern ein PDF-Dokument.", "(in Windows-1252 wäre es é)")


def test_an_archive_with_bad_names(german: Client):
    archive = zipped(
        {"../ALPHA.txt": b"a", "x/BETA.txt": b"b", "y/BETA.txt": b"b", "A,B.txt": SOURCE.encode()}
    )
    page = new_campaign(german, file("outputs.zip", archive))
    shown(page, "hat einen Pfad, der aus dem Archiv hinausführt", "heißt so wie", "(das Zeichen trennt oder")


def test_a_damaged_archive(german: Client):
    page = new_campaign(german, file("outputs.zip", zipped({"A.txt": b"abc"}).replace(b"abc", b"abd")))
    shown(page, "Das Archiv ist beschädigt", "der Inhalt passt nicht zur vermerkten Prüfsumme")


@pytest.mark.parametrize(
    ("address", "field", "name", "content", "said"),
    [
        ("references-upload", "uploads", "gold.m2", "S He have\nA 1\n", "Erwartet werden 6 durch „|||“"),
        ("references-upload", "uploads", "gold.m2", "S They was here .\n", "unterscheidet sich von Satz 1"),
        (
            "references-upload",
            "uploads",
            "ref.txt",
            "He has\n",
            "Die Datei hat 1 Zeile, die Kampagne aber 4 Sätze",
        ),
        ("import", "file", "scores.csv", "system,metric,score\nDELTA,F,x\n", "Kein System heißt hier"),
        ("import", "file", "scores.csv", "a,b\n", "Erwartet wird eine erste Zeile, die die Spalten"),
    ],
)
def test_broken_gold_references_and_scores(
    german: Client, essays: Campaign, address: str, field: str, name: str, content: str, said: str
):
    answer = german.post(reverse(f"metrics:{address}", args=["essays"]), {field: file(name, content)})
    assert answer.status_code == 422
    problems = text_of(" ".join(PROBLEM_LISTS.findall(answer.text)))
    assert said in problems
    assert english_in(problems) == [], problems


def test_a_broken_bundle(german: Client, essays: Campaign, run_jobs: Callable[[], int]):
    files = files_of(exported(essays, "full"))
    files["sentences.csv"] = files["sentences.csv"].replace(b",3,", b",x,")
    files["systems.csv"] = files["systems.csv"].replace(b"true", b"yes")
    for content, said in (
        (
            packed(files),
            ("sentences.csv, Zeile 5: index: erwartet wird eine ganze Zahl von 0 bis", 'nicht "x".'),
        ),
        (packed(files, fitting=False), ("Die Datei wurde seit dem Export geändert",)),
        (b"PK", ("Das ist kein ZIP-Archiv oder nicht das ganze. Erwartet wird ein Kampagnenpaket.",)),
    ):
        answer = german.post(reverse("bundles:upload"), {"file": file("essays.bundle.zip", content)})
        assert run_jobs() == 1
        shown(german.get(answer["Location"]).text, *said)


def test_files_for_a_campaign_that_is_there(german: Client, essays: Campaign):
    address = reverse("campaigns:add-system", args=["essays"])
    answer = german.post(address, {"outputs": file("DELTA.txt", "a\n"), "name": "A,B"})
    shown(answer.text, "(das Zeichen trennt oder vergleicht Namen", "Wählen Sie einen anderen Namen.")
    answer = german.post(address, {"outputs": file("DELTA.txt", "a\n"), "name": ""}, follow=True)
    assert StagedUpload.objects.exists()
    shown(answer.text, "Die Datei hat 1 Zeile, die Quelle")
