"""Pages of judges in a language that marks each translated message: what is not marked was not translated."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils.translation import trans_real as translations

from rankings.models import Campaign, Judge

PASSWORD = "correct horse battery staple"

pytestmark = pytest.mark.django_db
NAME = "pl"
# Names, and what people and corpora have written.
NOT_WORDS = {"Appraise", "GEC"}
CONTENT = {"bdi", "kbd", "code", "option", "textarea", "script", "style", "time"}
CONTENT_CLASSES = {"guidelines", "input", "context", "output-words", "own-sentence", "brand", "user-name"}
SPOKEN = {"aria-label", "title", "placeholder", "alt", "data-title"}
VOID = {"meta", "link", "input", "img", "br", "hr", "rect", "line"}


class Marking:
    """A language whose words stand between brackets."""

    def gettext(self, message: str) -> str:
        return f"⟦{message.rpartition(chr(4))[2]}⟧"

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        return self.gettext(singular if number == 1 else plural)

    def language(self) -> str:
        return NAME

    def to_language(self) -> str:
        # Of its own: templates keep their words by this name.
        return f"{NAME}-marked"


class Words(HTMLParser):
    """The texts and spoken attributes of a page, without content."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.open: list[bool] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.found += [str(given[name]) for name in SPOKEN & set(given)]
        if tag not in VOID:
            is_content = tag in CONTENT or bool(CONTENT_CLASSES & set((given.get("class") or "").split()))
            self.open.append(is_content)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID and self.open:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        if not any(self.open):
            self.found.append(data)


def unmarked(page: str) -> list[str]:
    """Texts with words outside of the brackets."""
    words = []
    for text in re.split(r"(?=<)", " ".join(Words(joined(page)).found)):
        rest = text
        while (shorter := re.sub(r"⟦[^⟦⟧]*⟧", " ", rest)) != rest:
            rest = shorter
        words += [word for word in re.findall(r"[A-Za-z]{2,}", rest) if word not in NOT_WORDS]
    return words


def joined(page: str) -> str:
    """Tags inside of a marked message go: the message is one text."""
    while (shorter := re.sub(r"(⟦[^⟦⟧<]*)<[^>]*>", r"\1", page)) != page:
        page = shorter
    return page


@pytest.fixture
def marking(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(vars(translations)["_translations"], NAME, Marking())
    yield
    translations.deactivate()


@pytest.fixture
def judge(settings, marking: None) -> Client:
    """The demo's judge, in front of the demo campaign."""
    settings.DEMO = True
    call_command("load_demo", verbosity=0)
    client = Client(headers={"accept-language": NAME})
    assert client.post("/demo/sign-in/judge/").status_code == 302
    return client


def test_pages_of_judges(judge: Client):
    campaign = Campaign.objects.get()
    Campaign.objects.filter(pk=campaign.pk).update(
        title="42", state="open", batch_size=5, shows_active_time=True
    )
    task = f"/judge/{campaign.slug}/"
    item = judge.post(f"{task}next/")["Location"]
    pages = {"/": 200, task: 200, item: 200, "/no-such-page/": 404, f"{task}items/": 200}
    for address, status in pages.items():
        answer = judge.get(address, follow=True)
        assert answer.status_code in {status, 404}, address
        assert "⟦" in answer.text, address
        assert unmarked(answer.text) == [], address
    ranks = {f"rank-{row}": "1" for row in range(9)}
    left = judge.post(item, {"rank-0": "1"})
    assert left.status_code == 422
    assert unmarked(left.text) == []
    assert judge.post(item, ranks).status_code == 302
    changed = judge.get(item)
    assert "⟦" in changed.text
    assert unmarked(changed.text) == []
    assert unmarked(judge.get(f"{task}mine/", follow=True).text) == []
    Judge.objects.update(is_active=False)
    held = judge.get(task)
    assert held.status_code == 403
    assert unmarked(held.text) == []


@pytest.mark.parametrize(
    "address",
    [
        "/",
        "/sign-in/",
        "/password/forgotten/",
        "/password/forgotten/sent/",
        "/invitations/wrong/",
        "/join/wrong/",
    ],
)
def test_pages_before_signing_in(marking: None, client: Client, address: str):
    answer = client.get(address, headers={"accept-language": NAME})
    assert "⟦" in answer.text
    assert unmarked(answer.text) == []


def test_a_wrong_password(marking: None, client: Client):
    answer = client.post(
        "/sign-in/", {"username": "nobody", "password": PASSWORD}, headers={"accept-language": NAME}
    )
    assert unmarked(answer.text) == []


def test_a_word_that_is_not_marked_is_found():
    assert unmarked("<p>⟦Saved <b>now</b>⟧ <i>here</i></p>") == ["here"]
    assert unmarked('<p title="Spoken">⟦Saved⟧</p>') == ["Spoken"]
