"""A made-up language that marks each translated message, to find what is not translated."""

import re
from collections.abc import Set
from html.parser import HTMLParser

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

    def __init__(self, page: str, content: Set[str]) -> None:
        super().__init__()
        self.content = content
        self.found: list[str] = []
        self.open: list[bool] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.found += [str(given[name]) for name in SPOKEN & set(given)]
        if tag not in VOID:
            is_content = (
                tag in self.content
                # A direction of its own has what somebody wrote, unless it is said to be the site's words.
                or (tag != "html" and "dir" in given and given.get("lang") != NAME)
                or bool(CONTENT_CLASSES & set((given.get("class") or "").split()))
            )
            self.open.append(is_content)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID and self.open:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        if not any(self.open):
            self.found.append(data)


def unmarked(page: str, content: Set[str] = CONTENT) -> list[str]:
    """Words outside of the brackets, without those of the elements that hold content."""
    words = []
    for text in re.split(r"(?=<)", " ".join(Words(joined(page), content).found)):
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
