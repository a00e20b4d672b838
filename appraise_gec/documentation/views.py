"""Pages that were built beforehand, for everybody. They hold nothing of any campaign or person."""

from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe
from django.views.static import serve


@require_safe
@gzip_page  # nothing secret is on these pages, so their size tells nobody anything
def page(request: HttpRequest, path: str = "index.html") -> HttpResponseBase:
    """A file of the built site; without one, what builds it."""
    folder = settings.DOCUMENTATION_FOLDER
    if not (folder / "index.html").is_file():
        return not_built(request, path)
    response: HttpResponse | FileResponse = serve(request, path, document_root=str(folder))
    # The addresses stay from version to version: browsers ask each time whether theirs is still the newest.
    response.headers["Cache-Control"] = "no-cache"
    return response


def not_built(request: HttpRequest, path: str) -> HttpResponse:
    """Says what to do; what a page of the documentation would need beside it is not there."""
    if not path.endswith(".html"):
        raise Http404
    return render(request, "documentation/not_built.html", status=200 if path == "index.html" else 404)
