"""Somebody at the site without scripts: follows links by their words, fills in forms by their labels.

Knows roles, labels and words alone, no addresses and no class names, so that it reads the pages of another
version as well. Where several things have nearly the same name, the one that has exactly that name is meant,
then one that begins with it, then one that contains it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urljoin, urlsplit

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
UNSEEN = {"head", "script", "style", "template"}
INLINE = {"a", "abbr", "b", "bdi", "code", "del", "em", "i", "ins", "kbd", "mark", "s", "small", "span"}
INLINE |= {"strong", "sub", "sup", "time", "u"}
# What stands together: a thing is found "within" the smallest of these that holds the given words.
BLOCKS = {"tr", "li", "article", "section", "form", "fieldset", "details", "nav", "main"}
# A form that comes back with what is wrong.
REFUSED = {409, 422}
FIRST_PASSWORD = "correct horse"  # of people whom `make_user` makes
PASSWORD = "purple giraffe 9"


@dataclass(eq=False)
class Element:
    tag: str
    attributes: Mapping[str, str] = field(default_factory=dict)
    parent: "Element | None" = None
    children: list["Element | str"] = field(default_factory=list)

    def __getitem__(self, name: str) -> str:
        return self.attributes.get(name, "")

    def all(self, *tags: str) -> Iterator["Element"]:
        """What can be seen inside, in order."""
        for child in self.children:
            if isinstance(child, Element) and child.seen:
                if not tags or child.tag in tags:
                    yield child
                yield from child.all(*tags)

    def around(self, *tags: str) -> Iterator["Element"]:
        """What it stands in, from the inside."""
        one = self.parent
        while one:
            if not tags or one.tag in tags:
                yield one
            one = one.parent

    @property
    def seen(self) -> bool:
        return self.tag not in UNSEEN and "hidden" not in self.attributes and self["type"] != "hidden"

    @property
    def words(self) -> str:
        return " ".join("".join(self._pieces()).split())

    def without(self, *tags: str) -> str:
        pieces = (one if isinstance(one, str) else one.without(*tags) for one in self.children)
        return "" if self.tag in tags else "".join(pieces)

    def _pieces(self) -> Iterator[str]:
        for child in self.children:
            if isinstance(child, str):
                yield child
            elif child.seen:
                inner = child["aria-label"] if child["role"] == "img" else "".join(child._pieces())
                yield inner if child.tag in INLINE else f" {inner} "


class _Reader(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.root = self.here = Element("html")
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs}, self.here)
        self.here.children.append(element)
        if tag not in VOID:
            self.here = element

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        for element in (self.here, *self.here.around()):
            if element.tag == tag and element.parent:
                self.here = element.parent
                return

    def handle_data(self, data: str) -> None:
        self.here.children.append(data)


def file(name: str, content: "bytes | str | Iterable[str]") -> SimpleUploadedFile:
    """A file to attach; of several lines, each ends with a line break."""
    if not isinstance(content, bytes | str):
        content = "".join(f"{line}\n" for line in content)
    return SimpleUploadedFile(name, content if isinstance(content, bytes) else content.encode())


class Person:
    """A visitor, or with a user name somebody who has signed in."""

    def __init__(self, username: str = "", password: str = FIRST_PASSWORD) -> None:
        self.client = Client(enforce_csrf_checks=True)
        self.address = "/"
        self.page = Element("html")
        self._filled: dict[Element, Any] = {}
        self.visit("/")
        if username:
            self.follow("Sign in").fill({"User name": username, "Password": password}).press("Sign in")

    # Going somewhere

    def visit(self, address: str) -> "Person":
        """Open `/`, or a link that was handed out."""
        answer = self._get(address)
        assert answer.status_code == 200, f"{answer.status_code} at {address}"
        return self._take(answer)

    def finds_nothing(self, address: str) -> "Person":
        """The page does not exist, or not for this person, or no longer."""
        answer = self._get(address)
        assert answer.status_code in {400, 403, 404, 409, 410}, f"{answer.status_code} at {address}"
        return self._take(answer)

    def again(self) -> "Person":
        """Look at the same page once more."""
        return self.visit(self.address)

    def follow(self, words: str, *, within: str = "", first: bool = False) -> "Person":
        """Follow a link, the first where several do."""
        return self.visit(self._link(words, within, first=first))

    def press(self, words: str, *, within: str = "", first: bool = False) -> "Person":
        """Press a button, the first where several say so, with all that is filled in in its form."""
        buttons = [one for one in self.page.all("button") if one["type"] in {"", "submit"}]
        button = self._named(buttons, words, within, _name, "button", first=first)
        form = next((one for one in self.page.all("form") if one["id"] and one["id"] == button["form"]), None)
        form = form or next(button.around("form"))
        address = urljoin(self.address, button["formaction"] or form["action"] or self.address)
        method = (button["formmethod"] or form["method"]).lower()
        data = self._data(form, button)
        if method == "post":
            answer = self.client.post(address, data, follow=True)
        else:
            answer = self.client.get(urlsplit(address).path, data, follow=True)
        assert answer.status_code in {200, *REFUSED}, f"{answer.status_code} after pressing “{words}”"
        return self._take(answer)

    def download(self, words: str, *, within: str = "") -> bytes:
        """The file behind a link."""
        answer = self._get(self._link(words, within))
        assert answer.status_code == 200, answer
        content: bytes = answer.getvalue()
        return content

    def _get(self, address: str) -> Any:
        parts = urlsplit(address)
        query = parse_qs(parts.query, keep_blank_values=True)
        return self.client.get(parts.path, query_params=query, follow=True)

    def _link(self, words: str, within: str, *, first: bool = False) -> str:
        links = [one for one in self.page.all("a") if "href" in one.attributes]
        link = self._named(links, words, within, _name, "link", first=first)
        return urljoin(self.address, link["href"])

    def _take(self, answer: Any) -> "Person":
        self.address = answer.wsgi_request.get_full_path()
        self.page = _Reader(answer.getvalue().decode()).root
        self._filled = {}
        return self

    # Filling in

    def fill(self, values: Mapping[str, Any], *, within: str = "") -> "Person":
        """By label: words to write or the option to choose; True and False for what is ticked; files."""
        for label, value in values.items():
            self._filled[self._field(label, within)] = value
        return self

    def rank(self, *ranks: int) -> "Person":
        """Give each output, from top to bottom, a rank."""
        for group, rank in zip(self._outputs(), ranks, strict=True):
            choices = [one for one in group.all("input") if str(rank) in _label(self.page, one).split()]
            assert len(choices) == 1, f"{len(choices)} ways to give rank {rank}\n{self.text}"
            self._filled[choices[0]] = True
        return self

    def _outputs(self) -> list[Element]:
        return [one for one in self.page.all("fieldset") if _legend(one).startswith("Output ")]

    def _field(self, label: str, within: str) -> Element:
        fields = [one for one in self.page.all("input", "select", "textarea") if one["type"] != "submit"]
        return self._named(fields, label, within, lambda one: _label(self.page, one), "field")

    def _data(self, form: Element, button: Element) -> dict[str, list[Any]]:
        """What a browser sends of a form."""
        data: dict[str, list[Any]] = {}
        if button["name"]:
            data[button["name"]] = [button["value"]]
        # A radio button that is pressed lets go of the others.
        taken = {one["name"] for one, value in self._filled.items() if one["type"] == "radio" and value}
        for one in _everything(self.page, "input", "select", "textarea"):
            inside = one["form"] == form["id"] if one["form"] else form in one.around()
            disabled = "disabled" in one.attributes or any(
                "disabled" in each.attributes for each in one.around("fieldset")
            )
            if inside and one["name"] and not disabled:
                values = self._values(one, released=one["type"] == "radio" and one["name"] in taken)
                data.setdefault(one["name"], []).extend(values)
        return {name: values for name, values in data.items() if values}

    def _values(self, one: Element, *, released: bool) -> list[Any]:
        chosen = self._filled.get(one)
        if one["type"] in {"checkbox", "radio"}:
            ticked = ("checked" in one.attributes and not released) if chosen is None else chosen
            return [one["value"] or "on"] if ticked else []
        if one["type"] == "file":
            return [] if chosen is None else _files(chosen)
        if one.tag == "select":
            options = list(one.all("option"))
            if chosen is not None:
                option = self._named(options, str(chosen), "", lambda each: each.words, "option")
                return [option.attributes.get("value", option.words)]
            marked = [each for each in options if "selected" in each.attributes]
            shown = marked or ([] if "multiple" in one.attributes else options[:1])
            return [each.attributes.get("value", each.words) for each in shown]
        if chosen is not None:
            return [str(chosen)]
        return [
            "".join(str(each) for each in one.children).strip("\n") if one.tag == "textarea" else one["value"]
        ]

    # Seeing

    @property
    def text(self) -> str:
        """Everything on the page as words."""
        return self.page.words

    def sees(self, *words: str) -> "Person":
        for one in words:
            assert one in self.text, f"no “{one}” at {self.address}:\n{self.text}"
        return self

    def sees_not(self, *words: str) -> "Person":
        for one in words:
            assert one not in self.text, f"“{one}” at {self.address}:\n{self.text}"
        return self

    def offers(self, words: str) -> bool:
        """Whether a link or button begins with these words."""
        return any(_name(one).startswith(words) for one in self.page.all("a", "button"))

    def read(self, label: str) -> str:
        """What stands in a field."""
        return self._field(label, "")["value"]

    def outputs(self) -> list[str]:
        """The outputs to rank, as they are read: without what was deleted and words for screen readers."""
        texts = [next(group.all("p")) for group in self._outputs()]
        return [" ".join(one.without("del", "bdi").split()) for one in texts]

    def row(self, words: str) -> list[str]:
        """The cells of the row of a table whose first words these are."""
        rows = [[cell.words for cell in one.all("th", "td")] for one in self.page.all("tr")]
        found = [cells for cells in rows if any(cell.startswith(words) for cell in cells[:3])]
        assert found, f"no row of “{words}” at {self.address}:\n{self.text}"
        return found[0]

    def table(self, words: str) -> list[list[str]]:
        """The rows of the table under a name or heading, without its head."""
        tables = list(self.page.all("table"))
        table = self._named(tables, words, "", lambda one: _table_name(self.page, one), "table")
        return [
            [cell.words for cell in row.all("th", "td")]
            for row in table.all("tr")
            if not any(row.around("thead"))
        ]

    def _named(
        self,
        candidates: Sequence[Element],
        words: str,
        within: str,
        name: Callable[[Element], str],
        what: str,
        *,
        first: bool = False,
    ) -> Element:
        names = [(name(one), one) for one in candidates]
        for fits in (str.__eq__, str.startswith, str.__contains__):
            found = [one for called, one in names if fits(called.casefold(), words.casefold())]
            if within:
                found = _closest(found, within)
            if found and first:
                return found[0]
            if found:
                targets = {urljoin(self.address, one["href"]) if one.tag == "a" else id(one) for one in found}
                assert len(targets) == 1, f"{len(targets)} {what}s “{words}” at {self.address}:\n{self.text}"
                return found[0]
        known = ", ".join(f"“{called}”" for called, _ in names)
        raise AssertionError(f"no {what} “{words}” {within} at {self.address}, but {known}\n{self.text}")


def _closest(found: Sequence[Element], words: str) -> list[Element]:
    """Those that share the smallest block with the given words."""
    sizes = {}
    for one in found:
        around = [(block.words, block["aria-label"]) for block in one.around(*BLOCKS)]
        blocks = [len(inside) for inside, label in around if words in inside or words in label]
        if blocks:
            sizes[one] = min(blocks)
    return [one for one, size in sizes.items() if size == min(sizes.values())]


def _everything(element: Element, *tags: str) -> Iterator[Element]:
    """Hidden fields, too."""
    for child in element.children:
        if isinstance(child, Element):
            if child.tag in tags:
                yield child
            yield from _everything(child, *tags)


def _name(element: Element) -> str:
    return element["aria-label"] or element.words


def _label(page: Element, one: Element) -> str:
    if one["aria-label"]:
        return one["aria-label"]
    if one["aria-labelledby"]:
        return _by_id(page, one["aria-labelledby"])
    for label in page.all("label"):
        if (one["id"] and label["for"] == one["id"]) or label in one.around("label"):
            return label.words
    return ""


def _legend(fieldset: Element) -> str:
    return next((one.words for one in fieldset.all("legend")), "")


def _table_name(page: Element, table: Element) -> str:
    for one in (table, *table.around()):
        if one["aria-label"]:
            return one["aria-label"]
        if one["aria-labelledby"]:
            return _by_id(page, one["aria-labelledby"])
    return ""


def _by_id(page: Element, ids: str) -> str:
    return " ".join(one.words for key in ids.split() for one in page.all() if one["id"] == key)


def _files(chosen: Any) -> list[SimpleUploadedFile]:
    files = [chosen] if isinstance(chosen, SimpleUploadedFile | Path) else list(chosen)
    return [file(one.name, one.read_bytes()) if isinstance(one, Path) else one for one in files]
