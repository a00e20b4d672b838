"""A published file that counts its sentences from 1: what the manager sees, and sets."""

from django.urls import reverse
from playwright.sync_api import expect

from rankings.judgments.stored import campaign_judgments
from tests.browser.conftest import assert_no_sideways_scrolling
from tests.reports.conftest import seeda  # noqa: F401 - fixture


def test_judgments_a_sentence_off_are_refused_and_imported_with_the_right_number(
    seeda,  # noqa: F811
    alice,
    page,
    phone,
    sign_in,
    shared,
    assert_accessible,
    shoot,
    transactional_db,
    expected_errors,
):
    expected_errors.append("422")
    for one, name in ((phone, "import-sentence-numbers-phone"), (page, "import-sentence-numbers")):
        sign_in(one, alice)
        one.goto(reverse("campaigns:new-upload", args=["seeda", "judgments"]))
        one.get_by_label("File with judgments").set_input_files(shared / "data/seeda/judgments_edit.xml")
        one.get_by_role("button", name="Go to the preview").click()
        expect(one.get_by_text("736 of 974")).to_be_visible()
        shoot(one, name)
        assert_accessible(one)
        assert_no_sideways_scrolling(one)
    assert list(campaign_judgments(seeda)) == []

    page.get_by_label("Number of the first sentence").select_option("1")
    page.get_by_role("button", name="Read again").click()
    page.get_by_role("button", name="Import the rankings").click()
    expect(page.get_by_text("Imported 600 rankings, by 3 judges on 391 sentences.")).to_be_visible()
    shoot(page, "import-sentence-numbers-done")
    assert next(iter(campaign_judgments(seeda))).sentence == "11"
