"""A request with an Idempotency-Key counts once, however often a program has to send it.

The first answer is stored in the transaction of what the request did: both are there, or neither. The same
request with the same key gets that answer again, another request with it 422. Answers may hold secrets, as
links that are shown once, so they are sealed under the key itself, of which the database has only a hash.
"""

import base64
import hashlib
import json
from collections.abc import Callable
from typing import Any, cast

from cryptography.fernet import Fernet
from django.core.files.uploadedfile import UploadedFile
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from rest_framework.exceptions import ParseError
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from appraise_gec.accounts.models import IdempotentAnswer, User
from rankings.api.problems import KeyUsedOtherwise

LONGEST_KEY = 200
KEPT_HEADERS = ("Location",)


def answer_once(handler: Callable[..., Response], request: Request, *args: Any, **kwargs: Any) -> Response:
    """The answer of `handler`, or the one that it gave to the same request before.

    Errors are not kept: nothing was done, and the program may try again with the same key.
    """
    key = request.headers["Idempotency-Key"].strip()
    if not key or len(key) > LONGEST_KEY or not key.isprintable():
        raise ParseError(f"An Idempotency-Key has 1 to {LONGEST_KEY} printable characters.")
    user = cast("User", request.user)
    names = {"user": user, "key_hash": _derived("name", user, key).hexdigest()}
    wanted = fingerprint(request)
    box = Fernet(base64.urlsafe_b64encode(_derived("box", user, key).digest()))
    with transaction.atomic():
        IdempotentAnswer.objects.filter(**names, expires_at__lte=timezone.now()).delete()
        try:
            with transaction.atomic():
                # A second request at the same time waits here until the first has its answer.
                row = IdempotentAnswer.objects.create(**names, request_hash=wanted)
        except IntegrityError:
            return _again(IdempotentAnswer.objects.get(**names), wanted, box)
        response = handler(request, *args, **kwargs)
        kept = {
            "status": response.status_code,
            "headers": {name: response[name] for name in KEPT_HEADERS if name in response},
            "data": json.loads(JSONRenderer().render(response.data) or b"null"),
        }
        row.answer = box.encrypt(json.dumps(kept).encode()).decode("ascii")
        row.save(update_fields=["answer"])
    return response


def fingerprint(request: Request) -> str:
    """A hash of what the request asks for: method, address, fields, names and content of files."""
    digest = hashlib.sha256(f"{request.method} {request.get_full_path()}\n".encode())
    data = request.data
    if not hasattr(data, "lists"):
        digest.update(json.dumps(data, sort_keys=True).encode())
        return digest.hexdigest()
    for name, values in sorted(data.lists()):
        for value in values:
            digest.update(json.dumps([name, _told(value)]).encode())
    return digest.hexdigest()


def _told(value: Any) -> Any:
    if not isinstance(value, UploadedFile):
        return value
    content = hashlib.sha256()
    for piece in value.chunks():
        content.update(piece)
    value.seek(0)
    return [value.name, content.hexdigest()]


def _again(earlier: IdempotentAnswer, wanted: str, box: Fernet) -> Response:
    if earlier.request_hash != wanted:
        raise KeyUsedOtherwise
    kept = json.loads(box.decrypt(earlier.answer.encode("ascii")))
    return Response(
        kept["data"], status=kept["status"], headers={**kept["headers"], "Idempotency-Replayed": "true"}
    )


def _derived(purpose: str, user: User, key: str) -> Any:
    return salted_hmac(f"rankings.api.idempotency {purpose}", f"{user.pk} {key}", algorithm="sha256")
