"""The progress bar of long work, as a person sees it."""

import pytest
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.urls import include, path

from appraise_gec.jobs import services
from appraise_gec.jobs.models import Job, State
from tests.browser.conftest import wait_until

PAGE = """{% extends "base.html" %}{% load static %}
{% block title %}Work{% endblock %}
{% block content %}<h1>Work</h1>{% include "jobs/progress.html" with may_change_job=True %}{% endblock %}
{% block scripts %}<script type="module" src="{% static 'js/job-progress.js' %}"></script>{% endblock %}"""


def work(request: HttpRequest) -> HttpResponse:
    template = engines["django"].from_string(PAGE)
    return HttpResponse(template.render({"job": Job.objects.get()}, request))


def counted(request: HttpRequest) -> HttpResponse:
    return HttpResponse("<!doctype html><title>Counted</title><h1>Counted</h1>")


urlpatterns = [path("one-job/", work), path("counted/", counted), path("", include("appraise_gec.urls"))]
pytestmark = pytest.mark.urls(__name__)


@pytest.fixture
def job(alice, tmp_path, transactional_db):
    return services.enqueue("tests.count", {"steps": 25, "starts": str(tmp_path / "starts")}, alice)


def test_the_bar_moves_and_the_result_opens(
    job, alice, page, sign_in, assert_accessible, start_worker, shoot
):
    sign_in(page, alice)
    page.goto("/one-job/")
    page.get_by_text("Waiting").wait_for()
    assert_accessible(page)
    start_worker()
    wait_until(page, "document.querySelector('progress')?.value > 20")
    shoot(page, "job-progress")
    page.wait_for_url("**/counted/")


def test_a_cancel_from_the_page_ends_the_work(job, alice, phone, sign_in, start_worker, assert_accessible):
    start_worker()
    sign_in(phone, alice)
    phone.goto("/one-job/")
    wait_until(phone, "document.querySelector('progress')?.value > 5")
    phone.get_by_role("button", name="Cancel").click()
    phone.get_by_role("button", name="Try again").wait_for()
    assert_accessible(phone)
    job.refresh_from_db()
    assert job.state == State.CANCELLED


def test_a_failure_is_told_in_words(alice, page, sign_in, run_jobs, transactional_db):
    services.enqueue("tests.fail", {"understood": True}, alice)
    sign_in(page, alice)
    page.goto("/one-job/")
    run_jobs()
    page.get_by_text("The file has no judgments. Upload one that has.").wait_for()


def test_without_scripts_a_link_shows_the_newest_state(alice, new_page, sign_in, run_jobs, transactional_db):
    services.enqueue("tests.silent", {}, alice)
    page = new_page(java_script_enabled=False)
    sign_in(page, alice)
    page.goto("/one-job/")
    run_jobs()
    page.get_by_role("link", name="Show the newest state").click()
    page.get_by_text("Done").wait_for()
