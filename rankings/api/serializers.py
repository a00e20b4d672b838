"""What documents have in common, and those made of forms: fields as a schema, and rules as they are.

A page and the API may not differ in what they accept. So the fields of a document are made of the form's, and
the form itself decides.
"""

from collections.abc import Mapping
from operator import attrgetter
from typing import Any, cast

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from rest_framework import serializers
from rest_framework.fields import empty
from rest_framework.reverse import reverse

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
        key: _field(field) for key, field in form.fields.items() if not isinstance(field, forms.FileField)
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


def _field(field: forms.Field) -> serializers.Field[Any, Any, Any, Any]:
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
            make, more = serializers.ListField, {"child": serializers.CharField()}
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
