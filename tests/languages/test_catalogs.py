"""Catalogs: up to date with the sources, complete, and true to the English messages."""

import gettext
import io
import re

import pytest
from django.conf import settings

from appraise_gec.languages.catalog_files import Catalog, read_po, write_mo, write_po, write_script
from appraise_gec.languages.catalogs import EVERYBODY, MANAGERS, po_path, read_catalog, up_to_date
from appraise_gec.languages.messages import Message, messages_of

TRANSLATED = [code for code, _ in settings.LANGUAGES if code != "en"]
AUDIENCES = {
    EVERYBODY: TRANSLATED,
    MANAGERS: sorted(settings.LANGUAGES_OF_MANAGERS - {"en"}),
}
KEPT = [(audience, language) for audience, languages in AUDIENCES.items() for language in languages]
catalogs = pytest.mark.parametrize(("audience", "language"), KEPT)


def test_the_catalogs_are_up_to_date():
    assert [made.path.name for made in up_to_date() if not made.is_current] == []


@catalogs
def test_every_message_is_translated_and_none_is_unsure(audience: str, language: str):
    catalog = read_catalog(audience, language)
    assert [message.text for message, forms in catalog.entries.items() if not all(forms)] == []
    assert not catalog.fuzzy


@catalogs
def test_translations_have_the_values_and_tags_of_their_messages(audience: str, language: str):
    for message, forms in read_catalog(audience, language).entries.items():
        english = [message.text, message.plural or message.text]
        for form in forms:
            # "One item" and "two items" may do without the number.
            left_out = values(english[1]) - values(form)
            assert values(form) <= values(english[1]), form
            assert len(left_out) <= bool(message.plural), form
            assert tags(form) in [tags(text) for text in english], form


@catalogs
def test_each_plural_form_is_asked_for_by_some_number(audience: str, language: str):
    catalog = read_catalog(audience, language)
    translations = gettext.GNUTranslations(io.BytesIO(write_mo(catalog)))
    assert translations.info()["plural-forms"] == catalog.plural_rule
    for message, forms in catalog.entries.items():
        if not message.plural or message.context:
            continue
        shown = {translations.ngettext(message.text, message.plural, number) for number in range(201)}
        assert shown == set(forms)


def test_a_catalog_is_read_as_it_was_written():
    message = Message('Say "%(what)s"\\\n', "", "here")
    many = Message("%(n)s thing", "%(n)s things")
    catalog = Catalog(
        "nplurals=2; plural=(n != 1);", {message: ("Sag\t„%(what)s“",), many: ("a", "b")}, {many}
    )
    assert read_po(write_po(catalog, "de", {message: ["a.py"]})) == catalog


def test_unsure_and_empty_translations_are_not_shown():
    catalog = Catalog("nplurals=1; plural=0;", {Message("a"): ("A",), Message("b"): ("",)}, {Message("a")})
    translations = gettext.GNUTranslations(io.BytesIO(write_mo(catalog)))
    assert (translations.gettext("a"), translations.gettext("b")) == ("a", "b")
    assert '"a"' not in write_script(catalog, [Message("a"), Message("b")])


def test_a_broken_catalog_is_refused_with_its_line():
    with pytest.raises(ValueError, match="line 2"):
        read_po('msgid "a"\nmsgstr b\n')


def test_scripts_say_nothing_that_is_not_translated():
    folder = settings.BASE_DIR / "static" / "js"
    of_judges = [*folder.glob("judging*.js"), folder / "passkeys.js", folder / "people-links.js"]
    for script in of_judges:
        code = re.sub(r"//.*|/\*[\s\S]*?\*/", "", script.read_text(encoding="utf-8"))
        marked = {text for message in messages_of(script) for text in (message.text, message.plural)}
        said = re.findall(r'"((?:[^"\\]|\\.)*)"', code) + re.findall(r"`((?:[^`\\]|\\.)*)`", code)
        words = [text for text in said if re.search(r"[A-Z][a-z]+ [a-z]|[a-z]{2} [a-z]{2}.*\.$", text)]
        assert [text for text in words if text not in marked and "gettext" not in text] == [], script.name


def values(text: str) -> set[str]:
    return set(re.findall(r"%\((\w+)\)s", text))


def tags(text: str) -> list[str]:
    return sorted(re.findall(r"<[^>]+>", text))


def test_the_catalogs_lie_where_django_looks():
    assert po_path(EVERYBODY, "zh-hans").parts[-3:] == ("zh_Hans", "LC_MESSAGES", "django.po")
