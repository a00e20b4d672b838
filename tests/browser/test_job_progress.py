"""The progress bar of long work, as a person sees it."""

import pytest
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.urls import include, path
from playwright.sync_api import expect

from appraise_gec.jobs import services
from appraise_gec.jobs.models import Job, State
from appraise_gec.jobs.running import JobCancelled, JobRun, take_lease

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


@pytest.fixture
def take(job):
    """Be the worker that has the job, so that no state is over before the page has asked."""

    def take() -> JobRun:
        run = take_lease(job.pk)
        assert run is not None
        return run

    return take


def test_the_bar_moves_and_the_result_opens(job, alice, page, sign_in, assert_accessible, take):
    sign_in(page, alice)
    page.goto("/one-job/")
    expect(page.get_by_text("Waiting")).to_be_visible()
    assert_accessible(page)
    run = take()
    run.progress(0.4, "step 10")
    run.beat()
    expect(page.get_by_text("step 10")).to_be_visible()
    assert page.locator("progress").evaluate("bar => bar.value") == 40
    with run.finishing() as result:
        result["url"] = "/counted/"
    page.wait_for_url("**/counted/")


def test_a_cancel_from_the_page_ends_the_work(job, alice, phone, sign_in, take, assert_accessible):
    run = take()
    run.progress(0.4, "step 10")
    run.beat()
    sign_in(phone, alice)
    phone.goto("/one-job/")
    expect(phone.get_by_text("step 10")).to_be_visible()
    phone.get_by_role("button", name="Cancel").click()
    expect(phone.get_by_text("Stopping")).to_be_visible()
    with pytest.raises(JobCancelled):
        run.renew()
    run.end(State.CANCELLED, message="Cancelled")
    expect(phone.get_by_role("button", name="Try again")).to_be_visible()
    assert_accessible(phone)
    job.refresh_from_db()
    assert job.state == State.CANCELLED


def test_without_scripts_a_link_shows_the_newest_state(alice, new_page, sign_in, run_jobs, transactional_db):
    services.enqueue("tests.silent", {}, alice)
    page = new_page(java_script_enabled=False)
    sign_in(page, alice)
    page.goto("/one-job/")
    run_jobs()
    page.get_by_role("link", name="Refresh").click()
    page.get_by_text("Done").wait_for()
