"""Documents of the API: their fields, those made of forms, and how views describe themselves in OpenAPI.

A page and the API may not differ in what they accept. So the fields of a document are made of the form's, and
the form itself decides.
"""

from collections.abc import Callable, Mapping
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar, cast

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.fields import empty
from rest_framework.reverse import reverse

from appraise_gec.problems import CONTENT_TYPE

# Choices that an error names, so that nobody has to look them up.
MOST_NAMED = 30


class Address(serializers.URLField):
    """The address of a row, or of something below it. The attributes of the row name it."""

    def __init__(self, route: str, *attributes: str) -> None:
        super().__init__(source="*", read_only=True)
        self.route, self.attributes = route, attributes

    def to_representation(self, row: Any) -> str:
        arguments = [attrgetter(one)(row) for one in self.attributes]
        return str(reverse(self.route, args=arguments, request=self.context["request"]))


class PageAddress(serializers.URLField):
    """The address of the row's page, for people."""

    def __init__(self) -> None:
        super().__init__(source="*", read_only=True)

    def to_representation(self, row: Any) -> str:
        address: str = self.context["request"].build_absolute_uri(row.get_absolute_url())
        return address


class KnownFields(serializers.Serializer[Any]):
    """Refuses fields that do not exist, instead of passing over them."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        fields = super().get_fields()
        for field in fields.values():
            chosen = getattr(field, "child", field)
            if isinstance(chosen, serializers.ChoiceField) and len(chosen.choices) <= MOST_NAMED:
                choices = ", ".join(str(choice) for choice in chosen.choices if choice != "")
                chosen.error_messages["invalid_choice"] = f'"{{input}}" is none of the choices: {choices}.'
        return fields

    def run_validation(self, data: Any = empty) -> Any:
        value = super().run_validation(data)
        unknown = sorted(set(data) - set(self.fields)) if isinstance(data, Mapping) else ()
        if unknown:
            raise serializers.ValidationError({name: ["There is no such option."] for name in unknown})
        return value


def document_of(name: str, form: forms.BaseForm) -> type[KnownFields]:
    """A serializer called `name` with the fields of the form that are no files.

    A field that the form asks for, and does not begin with a value, has to be sent.
    """
    fields = {
        key: field_in_call(field)
        for key, field in form.fields.items()
        if not isinstance(field, forms.FileField)
    }
    return type(name, (KnownFields,), {"__doc__": type(form).__doc__, **fields})


def check(form: forms.BaseForm) -> None:
    """Raise ValidationError with what the form finds wrong, by field."""
    if not form.is_valid():
        raise serializers.ValidationError(
            {
                "non_field_errors" if name == NON_FIELD_ERRORS else name: [str(one) for one in reasons]
                for name, reasons in form.errors.items()
            }
        )


def field_in_call(field: forms.Field) -> serializers.Field[Any, Any, Any, Any]:
    """What takes the values of a form's field from a program."""
    common: dict[str, Any] = {
        "required": field.required and field.initial is None,
        "label": str(field.label or ""),
        "help_text": str(field.help_text or ""),
    }
    make: Any = serializers.CharField
    more: dict[str, Any] = {}
    match field:
        case forms.BooleanField():
            make, common["required"] = serializers.BooleanField, False
        case forms.FloatField() | forms.IntegerField():
            make = serializers.FloatField if isinstance(field, forms.FloatField) else serializers.IntegerField
            more = {"allow_null": not field.required, **_range(field)}
        case forms.JSONField():  # ranks of a known answer, questions of a survey: the form looks at them
            make, more = serializers.ListField, {"child": serializers.JSONField(allow_null=True)}
        case forms.MultipleChoiceField():
            known = [value for value, _label in cast("Any", field.choices)]
            child = serializers.ChoiceField(choices=known) if known else serializers.CharField()
            make, more = serializers.ListField, {"child": child}
        case forms.ChoiceField():
            choices = [value for value, _label in cast("Any", field.choices)]
            make, more = serializers.ChoiceField, {"choices": choices, "allow_blank": not field.required}
        case _:
            longest = getattr(field, "max_length", None)
            more = {"allow_blank": not field.required, "max_length": longest, "trim_whitespace": False}
    made: serializers.Field[Any, Any, Any, Any] = make(**more, **common)
    return made


def _range(field: Any) -> dict[str, Any]:
    """The least and the most: of the field, or what its page tells browsers."""
    told = field.widget.attrs
    limits = {
        "min_value": _stricter(max, field.min_value, told.get("min")),
        "max_value": _stricter(min, field.max_value, told.get("max")),
    }
    return {name: value for name, value in limits.items() if value is not None}


def _stricter(choose: Any, *limits: Any) -> Any:
    known = [limit() if callable(limit) else limit for limit in limits if limit is not None]
    return choose(known) if known else None


Method = TypeVar("Method", bound=Callable[..., Any])
Shape = Any
"""A serializer, its class, or a type of drf-spectacular."""

FILE = OpenApiTypes.BINARY
ANY = OpenApiTypes.ANY


class ProblemDocument(serializers.Serializer[Any]):
    """Problem details (RFC 9457)."""

    type = serializers.CharField(help_text="names the kind of problem; never changes")
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    reasons = serializers.ListField(child=serializers.CharField(), required=False)
    errors = serializers.DictField(  # type: ignore[assignment]
        required=False, help_text="reasons by field"
    )
    problems = serializers.ListField(child=serializers.DictField(), required=False, help_text="of files")


def documented(
    summary: str,
    gives: Shape = None,
    *,
    asks: Shape = None,
    status: int = 200,
    or_status: int | None = None,
    query: tuple[OpenApiParameter, ...] = (),
    files: bool = False,
    media_types: tuple[str, ...] = ("application/json",),
) -> Callable[[Method], Method]:
    """Describe a method of a view: what it asks for and gives, and that every error is a problem.

    `or_status` is a second status with the same answer, `files` is whether the request is a form with files.
    """
    responses: dict[Any, Any] = {
        (code, media_type): gives if gives is not None else OpenApiResponse(description="No content")
        for code in (status, or_status)
        if code
        for media_type in media_types
    }
    if gives is None:
        responses = {status: OpenApiResponse(description="Done; no content")}
    responses["default", CONTENT_TYPE] = OpenApiResponse(ProblemDocument, description="What went wrong")
    request: Any = asks
    if asks is not None and files:
        request = {"multipart/form-data": asks}

    def describe(method: Method) -> Method:
        described: Method = extend_schema(
            summary=summary, request=request, responses=responses, parameters=[*query]
        )(method)
        return described

    return describe


@cache
def page_of(shape: type[serializers.Serializer[Any]]) -> type[serializers.Serializer[Any]]:
    """A page of a list of these documents."""
    return type(
        f"PageOf{shape.__name__}",
        (serializers.Serializer,),
        {
            "count": serializers.IntegerField(),
            "next": serializers.URLField(allow_null=True),
            "previous": serializers.URLField(allow_null=True),
            "results": shape(many=True),
        },
    )


PAGING = (
    OpenApiParameter("page", int, description="which page, from 1"),
    OpenApiParameter("page_size", int, description="how many on a page, 50 unless told, at most 200"),
)


class WorkFields(serializers.Serializer[Any]):
    """How far work is that a worker does. `state` is `lost` when the work is gone."""

    state = serializers.ChoiceField(
        choices=["queued", "running", "done", "failed", "cancelled", "lost"], allow_null=True
    )
    progress = serializers.FloatField()
    message = serializers.CharField(allow_blank=True)
    error = serializers.CharField(allow_blank=True)


class ApiSchema(AutoSchema):
    """Operations are named after their routes, and grouped by what follows the campaign's address."""

    def get_operation_id(self) -> str:
        words = [part.strip("{}") for part in self.path.split("/")[3:] if part]
        return "_".join([self.method.lower(), *words]).replace("-", "_").replace(".", "_")

    def get_tags(self) -> list[str]:
        named = [part for part in self.path.split("/")[3:] if part and not part.startswith("{")]
        if named[:1] == ["campaigns"] and len(named) > 1:
            return [named[1]]
        return named[:1]

    def get_auth(self) -> list[dict[str, list[str]]]:
        return []  # `state_security` says it once for all


def state_security(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Add how programs sign in: everywhere with a token."""
    schemes = result.setdefault("components", {}).setdefault("securitySchemes", {})
    schemes["token"] = {"type": "http", "scheme": "bearer", "description": "a token of the account page"}
    result["security"] = [{"token": []}]
    return result
