"""The catalogs of the site: which sources belong to which, and how they are kept up to date.

`everybody` holds what judges and visitors see, signing in, and the pages on which people look after their own
account; it is complete in every language. `managers` holds the pages of people who run campaigns, and is
complete in the languages that the settings name for it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.utils.translation import to_locale

from appraise_gec.languages.catalog_files import Catalog, read_po, write_mo, write_po, write_script
from appraise_gec.languages.messages import MANAGERS_PREFIX, Message, messages_in

EVERYBODY, MANAGERS = "everybody", "managers"
SOURCES = (
    ("templates", "*.html"),
    ("templates", "*.txt"),
    ("appraise_gec", "*.py"),
    ("rankings", "*.py"),
    ("metrics", "*.py"),
    ("static/js", "*.js"),
)
# Sources of which judges see nothing.
FOR_MANAGERS = (
    *(f"templates/{room}/" for room in ("bundles", "corpus", "desk", "jobs", "judgments", "metrics", "plan")),
    "templates/reports/",
    "templates/documentation/",
    "templates/api/",
    *(
        f"templates/people/{page}"
        for page in (
            "crowd.",
            "forget_judge.",
            "judge",
            "mail_report.",
            "new_links.",
            "personal_link.",
            "team.",
        )
    ),
    *(f"templates/survey/{page}" for page in ("answers.", "question_form.", "questions.", "summary.")),
    "templates/presentation/",
    "templates/judging/item_as_judge.html",
    *(f"rankings/{room}/" for room in ("api", "bundles", "corpus", "desk", "judgments", "plan", "reports")),
    *(f"rankings/{pure}/" for pure in ("analysis", "charts", "formats", "items", "tables")),
    *(
        f"appraise_gec/{name}"
        for name in ("jobs/", "presentation/", "templatetags/presentation.py", "words.py")
    ),
    *(
        f"rankings/people/{name}.py"
        for name in ("forms", "judge_list", "members", "people_file", "views_judges", "views_team")
    ),
    "rankings/access/",
    *(f"rankings/models/{name}.py" for name in ("adaptive", "bundle", "corpus", "crowd", "survey")),
    "metrics/",
    *(f"static/js/{name}" for name in ("corpus-", "plan-", "job-progress")),
)
YET_FOR_EVERYBODY = (
    "rankings/desk/flags.py",
    "rankings/judgments/ranking_wording.py",
    "templates/desk/judge_message.txt",
    "templates/desk/state_badge.html",
)
NOT_SOURCES = ("static/js/languages/", "rankings/demo/")
# As the Unicode CLDR has them, for whole numbers.
ARABIC = "n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5"
SLAVIC = "n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2"
PLURAL_RULES = {
    "de": "nplurals=2; plural=(n != 1);",
    "pl": "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);",
    "cs": "nplurals=3; plural=(n==1 ? 0 : n>=2 && n<=4 ? 1 : 2);",
    "uk": f"nplurals=3; plural=({SLAVIC});",
    "es": "nplurals=2; plural=(n != 1);",
    "fr": "nplurals=2; plural=(n > 1);",
    "zh-hans": "nplurals=1; plural=0;",
    "ja": "nplurals=1; plural=0;",
    "ar": f"nplurals=6; plural=({ARABIC});",
}


@dataclass(frozen=True, slots=True)
class Made:
    """A file as it should be."""

    path: Path
    content: bytes

    @property
    def is_current(self) -> bool:
        return self.path.is_file() and self.path.read_bytes() == self.content

    def write(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_bytes(self.content)


def sources(audience: str) -> list[Path]:
    """The sources whose messages are in the catalogs of this audience."""
    return [file for file in _files() if _audience(file) == audience]


def po_path(audience: str, language: str) -> Path:
    return Path(settings.BASE_DIR, "locale", audience, to_locale(language), "LC_MESSAGES", "django.po")


def script_path(language: str) -> Path:
    return Path(settings.BASE_DIR, "static", "js", "languages", f"{language}.js")


def read_catalog(audience: str, language: str) -> Catalog:
    """The catalog as it is kept; an empty one where there is none yet."""
    path = po_path(audience, language)
    return read_po(path.read_text(encoding="utf-8")) if path.is_file() else Catalog(PLURAL_RULES[language])


def up_to_date() -> Iterator[Made]:
    """Every file of every catalog as the sources and the translations so far want it."""
    everybody = messages_in(sources(EVERYBODY), settings.BASE_DIR)
    own = _messages_for_managers()
    of_managers = {message: places for message, places in own.items() if message not in everybody}
    for language in [code for code, _ in settings.LANGUAGES if code != "en"]:
        catalog = _renewed(EVERYBODY, language, everybody)
        yield from _files_of(EVERYBODY, language, catalog, everybody)
        scripts = _in_scripts(catalog, everybody)
        if language in settings.LANGUAGES_OF_MANAGERS:
            catalog = _renewed(MANAGERS, language, of_managers)
            yield from _files_of(MANAGERS, language, catalog, of_managers)
            scripts.entries |= _in_scripts(catalog, of_managers).entries
        yield Made(script_path(language), write_script(scripts, scripts.entries).encode())


def _messages_for_managers() -> dict[Message, list[str]]:
    """Those of their own sources, and those in sources that others share."""
    found = messages_in(sources(MANAGERS), settings.BASE_DIR)
    for message, places in messages_in(sources(EVERYBODY), settings.BASE_DIR, prefix=MANAGERS_PREFIX).items():
        found[message] = [*found.get(message, ()), *places]
    return found


def _renewed(audience: str, language: str, places: dict[Message, list[str]]) -> Catalog:
    """The catalog with an entry for each message that there is now, empty where it is new."""
    old = read_catalog(audience, language)
    new = Catalog(PLURAL_RULES[language])
    for message in places:
        empty = ("",) * (new.forms if message.plural else 1)
        kept = old.entries.get(message, empty)
        new.entries[message] = kept if len(kept) == len(empty) else empty
        if message in old.fuzzy:
            new.fuzzy.add(message)
    return new


def _files_of(
    audience: str, language: str, catalog: Catalog, places: dict[Message, list[str]]
) -> Iterator[Made]:
    path = po_path(audience, language)
    yield Made(path, write_po(catalog, language, places).encode())
    yield Made(path.with_suffix(".mo"), write_mo(catalog))


def _in_scripts(catalog: Catalog, places: dict[Message, list[str]]) -> Catalog:
    """What of a catalog scripts say, without translations that somebody is unsure of."""
    wanted = [message for message in places if any(place.endswith(".js") for place in places[message])]
    entries = {message: catalog.entries[message] for message in wanted if message not in catalog.fuzzy}
    return Catalog(catalog.plural_rule, entries)


def _files() -> Iterator[Path]:
    for folder, pattern in SOURCES:
        yield from sorted(Path(settings.BASE_DIR, folder).rglob(pattern))


def _audience(file: Path) -> str:
    name = file.relative_to(settings.BASE_DIR).as_posix()
    if name.startswith(NOT_SOURCES):
        return ""
    if name in YET_FOR_EVERYBODY:
        return EVERYBODY
    return MANAGERS if name.startswith(FOR_MANAGERS) else EVERYBODY
