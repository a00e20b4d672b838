"""How programs sign in, what the scope of a token lets them do, and the JSON that they send."""

import re
from collections.abc import Mapping
from itertools import chain
from typing import IO, TYPE_CHECKING, Any

import msgspec
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, ParseError, Throttled
from rest_framework.parsers import JSONParser
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from appraise_gec.accounts.models import ApiToken, User
from appraise_gec.accounts.throttle import WRONG_TOKENS, neighbourhood
from appraise_gec.accounts.tokens import find_token, has_ended, note_use

if TYPE_CHECKING:
    from rest_framework.views import APIView

Scope = ApiToken.Scope

READING: Mapping[str, Scope] = {"GET": Scope.READ, "HEAD": Scope.READ, "OPTIONS": Scope.READ}
MANAGING: Mapping[str, Scope] = {
    **READING,
    **dict.fromkeys(("POST", "PATCH", "PUT", "DELETE"), Scope.MANAGE),
}
JUDGING: Mapping[str, Scope] = dict.fromkeys(("GET", "HEAD", "OPTIONS", "POST", "PUT"), Scope.JUDGE)
COMPUTING: Mapping[str, Scope] = {**READING, "POST": Scope.COMPUTE}
INCLUDED: Mapping[str, frozenset[Scope]] = {
    Scope.READ: frozenset({Scope.READ}),
    Scope.COMPUTE: frozenset({Scope.READ, Scope.COMPUTE}),
    Scope.MANAGE: frozenset({Scope.READ, Scope.COMPUTE, Scope.MANAGE}),
    Scope.JUDGE: frozenset({Scope.JUDGE}),
}
"""What each scope of a token opens."""


class BearerAuthentication(BaseAuthentication):
    """`Authorization: Bearer TOKEN`. The person is the one who made the token; `request.auth` is its row.

    Unknown tokens are counted per network address, and refused with 429 beyond `WRONG_TOKENS`. A right one
    is let in all the same, because people behind one address would else lock each other out; nobody guesses
    256 random bits.
    """

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        words = get_authorization_header(request).split()
        if not words or words[0].lower() != b"bearer":
            return None
        if len(words) != 2:
            raise AuthenticationFailed("Send the header as `Authorization: Bearer TOKEN`, with one token.")
        token = find_token(words[1].decode("latin-1"))
        if token is None:
            where = neighbourhood(request._request)
            if not WRONG_TOKENS.take(where):
                raise Throttled(wait=WRONG_TOKENS.seconds_left(where))
            raise AuthenticationFailed("There is no such token. It may be mistyped, or revoked.")
        if has_ended(token):
            raise AuthenticationFailed(f"This token ended on {token.expires_at:%Y-%m-%d}. Make a new one.")
        if not token.user.is_active:
            raise AuthenticationFailed("The account of this token is disabled.")
        note_use(token)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class WithinScope(BasePermission):
    """Whether the token's scope covers the view's method; a session covers all that the person may do."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        token = request.auth
        if not isinstance(token, ApiToken):
            return True
        method = str(request.method)
        if method not in view.allowed_methods:
            return True  # answered with 405
        needed = getattr(view, "needs", READING).get(method)
        self.message = _too_narrow(token, needed) if needed else "Tokens may not do this."
        return needed in INCLUDED[token.scope]


def _too_narrow(token: ApiToken, needed: Scope) -> str:
    return f"This token may {token.get_scope_display()}; this needs a token with the scope {needed}."


DEEPEST = 20
"""Lists and objects inside each other; what the site takes needs three."""
TOO_DEEP = f"JSON is nested deeper than {DEEPEST} levels."
NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")


class StrictJSONParser(JSONParser):
    """JSON in UTF-8 that the database can hold, without NUL, NaN, or nesting deeper than `DEEPEST`."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        content = stream.read()
        if NUL.search(content):
            raise ParseError("A text holds the character NUL (\\u0000), which cannot be stored.")
        try:
            document = msgspec.json.decode(content)
        except RecursionError:
            raise ParseError(TOO_DEEP) from None
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise ParseError(f"JSON parse error - {error}") from error
        level = [document]
        for _ in range(DEEPEST):
            nested = [one for one in level if isinstance(one, dict | list)]
            level = list(
                chain.from_iterable(one.values() if isinstance(one, dict) else one for one in nested)
            )
            if not level:
                return document
        raise ParseError(TOO_DEEP)
