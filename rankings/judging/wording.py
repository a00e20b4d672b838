"""Rankings and edits in words of the reader's language."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from appraise_gec.languages.sentences import in_one_sentence
from rankings.items.edits import Segment, runs_of_spaces


def changes_in_words(segments: Sequence[Segment]) -> str:
    """The edits for people who hear the page: "2 edits: deleted “the”; replaced “costs” by “cost”." """
    edits = [edit_in_words(segment) for segment in segments if segment.is_edit]
    if not edits:
        return ""
    words = ngettext("%(number)s edit: %(edits)s.", "%(number)s edits: %(edits)s.", len(edits))
    return words % {"number": len(edits), "edits": in_one_sentence(edits)}


def spaces_in_words(segment: Segment) -> str:
    """The change of a spacing: "a space" came or went, or "a space to 2 spaces"."""
    old, new = (_spaces(text) for text in (segment.source, segment.output))
    if old and new:
        return _("%(old)s to %(new)s") % {"old": old, "new": new}
    return old or new


def _spaces(text: str) -> str:
    words = ""
    for name, count in runs_of_spaces(text):
        run = _run(name, count)
        words = _("%(spaces)s and %(more)s") % {"spaces": words, "more": run} if words else run
    return words


def _run(name: str, count: int) -> str:
    """A run of one kind of space. Rare kinds keep the name that Unicode gives them."""
    if name == "space":
        words = ngettext("a space", "%(count)s spaces", count)
    elif name == "no-break space":
        words = ngettext("a no-break space", "%(count)s no-break spaces", count)
    elif name == "tab":
        words = ngettext("a tab", "%(count)s tabs", count)
    elif name == "ideographic space":
        words = ngettext("an ideographic space", "%(count)s ideographic spaces", count)
    else:
        words = ngettext(
            "a space of another kind (%(name)s)", "%(count)s spaces of another kind (%(name)s)", count
        )
    return words % {"count": count, "name": name}


def edit_in_words(segment: Segment) -> str:
    """One edit for people who hear the page: replaced “costs” by “cost”."""
    values = {"old": segment.source, "new": segment.output}
    if segment.is_spacing:
        words = {
            "insert": _("inserted %(spaces)s"),
            "delete": _("deleted %(spaces)s"),
            "replace": _("changed %(spaces)s"),
        }
        return words[segment.kind] % {"spaces": spaces_in_words(segment)}
    if segment.is_encoding:
        return _("changed only the encoding of “%(new)s”, which looks the same") % values
    words = {
        "insert": _("inserted “%(new)s”"),
        "delete": _("deleted “%(old)s”"),
        "replace": _("replaced “%(old)s” by “%(new)s”"),
    }
    return words[segment.kind] % values
