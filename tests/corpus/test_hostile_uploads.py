"""Uploads that are broken, hostile or too big: a clear answer, nothing lost, nothing run."""

import io
import zipfile

import pytest
from django.conf import LazySettings
from django.test import Client
from django.urls import reverse

from rankings.models import Campaign, StagedUpload
from tests.corpus.conftest import OUTPUTS, SOURCE, form_fields, make_zip, text, upload

NEW = "/campaigns/new/"


def preview_of(client: Client, **changes: object) -> str:
    response = client.post(NEW, form_fields(**changes), follow=True)
    assert response.status_code == 200
    assert not Campaign.objects.exists()
    return response.content.decode()


def with_output(name: str, content: bytes) -> list[object]:
    return [*form_fields()["outputs"], upload(name, content)]  # type: ignore[misc]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (text(SOURCE[:4]), "has 4 lines"),
        (text([*SOURCE, "One more ."]), "has 7 lines"),
        (b"", "empty"),
        (b"\x89PNG\r\n\x1a\n" + bytes(100), "not UTF-8 text"),
        (b"\x7fELF" + bytes(range(256)) * 20, "not UTF-8 text"),
        (b"He has\x00 two cats .\n" * 6, "not UTF-8 text"),
        ("Le café\n".encode("latin-1") * 6, "not valid UTF-8"),
        ("\n".join(SOURCE).encode("utf-16"), "not UTF-8 text"),
    ],
)
def test_a_broken_output_file_is_named_with_what_is_wrong(
    as_alice: Client, content: bytes, said: str
) -> None:
    page = preview_of(as_alice, outputs=with_output("BROKEN.txt", content))
    assert "BROKEN.txt" in page
    assert said in page
    assert "Create the campaign" not in page


def test_a_damaged_archive_does_not_hide_what_is_wrong_with_the_other_files(as_alice: Client) -> None:
    outputs = with_output("SHORT.txt", text(SOURCE[:4]))
    outputs += [upload("packed.zip", b"PK\x03\x04 no archive"), upload("a,b.txt", text(SOURCE))]
    page = as_alice.post(NEW, form_fields(outputs=outputs)).content.decode()
    for said in ("The archive is damaged", "has 4 lines", "contains ,"):
        assert said in page


def test_empty_lines_warn_and_do_not_block(as_alice: Client) -> None:
    page = preview_of(as_alice, outputs=with_output("LAZY.txt", text(["", *SOURCE[1:]])))
    assert "1 warning" in page
    assert "line 1" in page
    assert "Create the campaign" in page


def refused(client: Client, content: bytes) -> str:
    """The answer to a zip that must not be used."""
    response = client.post(NEW, form_fields(outputs=[upload("outputs.zip", content)]))
    assert response.status_code == 422
    assert not StagedUpload.objects.exists()
    return response.content.decode()


def test_a_zip_bomb_is_refused(as_alice: Client) -> None:
    assert "unpacks to more than is accepted" in refused(as_alice, make_zip({"A.txt": b"0" * 60_000_000}))


def test_a_zip_that_lies_about_sizes_is_refused(as_alice: Client) -> None:
    honest = make_zip({"A.txt": b"0" * 5_000_000})
    size = (5_000_000).to_bytes(4, "little")
    assert honest.count(size) == 2
    assert "outputs.zip" in refused(as_alice, honest.replace(size, (100).to_bytes(4, "little")))


@pytest.mark.parametrize("name", ["../../etc/passwd", "/etc/passwd", "C:\\windows\\x", "a/../../b.txt"])
def test_paths_that_leave_the_archive_are_refused(as_alice: Client, name: str) -> None:
    assert "path that leaves the archive" in refused(as_alice, make_zip({name: text(SOURCE)}))


def test_links_encrypted_nested_and_damaged_archives_are_refused(as_alice: Client) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        link = zipfile.ZipInfo("A.txt")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
    assert "link or a device" in refused(as_alice, packed.getvalue())
    assert "archive inside" in refused(as_alice, make_zip({"B.zip": make_zip({"A": b"x"})}))
    assert "damaged" in refused(as_alice, make_zip({"A.txt": text(SOURCE)})[:-30])
    assert "not a zip archive" in refused(as_alice, b"plain text")
    assert "no file" in refused(as_alice, make_zip({}))


def test_html_in_names_and_sentences_is_shown_as_text(as_alice: Client) -> None:
    evil = "<script>alert(1)</script>"
    lines = [f"{evil} {line}" for line in SOURCE]
    marked = text([f"{evil} <img src=x onerror=alert(2)> {line}" for line in SOURCE])

    def page_with(**more: bytes) -> str:
        StagedUpload.objects.all().delete()
        files = {"ALPHA.txt": marked, "BETA.txt": text(OUTPUTS["BETA"]), **more}
        outputs = [upload(name, content) for name, content in files.items()]
        source = upload("<i>.txt", text(lines))
        return preview_of(as_alice, title=evil, slug="evil", source=source, outputs=outputs)

    named = page_with()
    page = page_with(**{"<b>bold<b>.txt": text(lines)})
    for text_of_page in (page, named):
        for tag in ("<script>alert", "<img src=x", "<b>bold", "<i>.txt"):
            assert tag not in text_of_page
    assert "&lt;img src=x onerror=alert(2)&gt;" in named
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in named


def test_a_campaign_full_of_html_stays_text_on_every_page(as_alice: Client) -> None:
    evil = "<script>alert(1)</script>"
    as_alice.post(NEW, form_fields(title=evil, slug="evil", source=upload("<i>.txt", text(SOURCE))))
    as_alice.post(reverse("campaigns:create", args=[StagedUpload.objects.get().token]))
    as_alice.post("/campaigns/evil/do/judge.add/", {"people": evil})
    for page in ("", "items/", "judges/", "team/", "settings/", "delete/", "do/campaign.open/"):
        body = as_alice.get(f"/campaigns/evil/{page}").content.decode()
        assert "<script>alert" not in body
        assert "<i>.txt" not in body


def test_files_above_the_limit_are_refused(as_alice: Client, settings: LazySettings) -> None:
    settings.MAX_UPLOAD_BYTES = 1_000
    assert as_alice.post(NEW, form_fields()).status_code == 413
    assert not StagedUpload.objects.exists()


def test_nul_bytes_in_fields_are_refused(as_alice: Client) -> None:
    page = as_alice.post(NEW, form_fields(title="a\x00b", slug="c\x00d"))
    assert page.status_code == 422
    assert {"title", "slug"} <= set(page.context["form"].errors)
