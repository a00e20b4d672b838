"""References that are made from code: commands, functions, addresses."""

import re

import click
import pytest
import yaml

import appraise_gec
import rankings.analysis
from appraise_gec.cli import main
from docsite import addresses, commands, functions
from docsite.cells import prose
from tests.conftest import CHECKOUT

DESCRIPTION = """
openapi: 3.1.1
item: &item {$ref: '#/components/schemas/Item'}
paths:
  /api/v1/campaigns/{slug}/items/:
    get:
      summary: Items with their texts
      tags: [items]
      parameters:
        - {in: path, name: slug, required: true, schema: {type: string}}
        - {in: query, name: state, schema: {type: string, enum: [open, retired]}, description: only these}
      responses:
        '200': {content: {application/json: {schema: {type: array, items: *item}}}}
        default: {content: {application/problem+json: {schema: {$ref: '#/components/schemas/Problem'}}}}
    post:
      summary: Sample items
      tags: [items]
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Wanted'}}}}
      responses:
        '201': {description: nothing}
        default: {content: {application/problem+json: {schema: {$ref: '#/components/schemas/Problem'}}}}
components:
  schemas:
    Item:
      type: object
      description: One *item* as a | b.
      required: [number]
      properties:
        number: {type: integer, minimum: 1, maximum: 5}
        note: {type: [string, 'null']}
    Problem: {type: object, properties: {detail: {type: string}}}
    Wanted: {type: object, properties: {unit: {oneOf: [{type: string, const: pairs}, {type: 'null'}]}}}
"""


def test_every_command_and_option_is_on_the_page() -> None:
    page = commands.page()
    sections = re.split(r"^## ", page, flags=re.MULTILINE)[1:]
    described = {section.split("\n", 1)[0]: section for section in sections}
    with click.Context(main) as context:
        assert list(described) == main.list_commands(context)
        for name, text in described.items():
            command = main.get_command(context, name)
            assert command is not None
            for option in command.params:
                if isinstance(option, click.Option) and not option.hidden:
                    assert re.search(rf"^\| `(-o, )?{option.opts[-1]}\b", text, flags=re.MULTILINE), (
                        option.opts
                    )
            assert f"appraise-gec {name}" in text


def test_every_public_name_is_on_the_page_with_its_arguments_and_errors() -> None:
    page = functions.page()
    for name in (*appraise_gec.__all__, *rankings.analysis.__all__):
        assert re.search(rf"^### {name}$", page, flags=re.MULTILINE), name
    rank = page.split("### rank\n")[1].split("\n### ")[0]
    assert "rank(\n    judgments: " in rank and ") -> Finding[SystemRanking]" in rank
    assert "| `replicates` | of the bootstrap. |" in rank
    assert "| `ValueError` | too few judgments, or a setting out of range; the message says which. |" in rank
    assert "#### Finding.to_dataframe" in page


def test_an_address_has_its_parameters_and_answers() -> None:
    page = addresses.page(DESCRIPTION)
    assert "## Items\n\n### GET `/api/v1/campaigns/{slug}/items/`\n\nItems with their texts.\n" in page
    assert "| `state` | query | one of `open`, `retired`. only these |" in page
    assert "| 200 | `application/json`: list of [Item](#item) |" in page
    assert "Takes `application/json`: [Wanted](#wanted)" in page
    assert "| 201 | nothing |" in page
    # What all addresses say alike is said once.
    assert page.count("(#problem)") == 1
    assert "One \\*item\\* as a | b." in page
    assert "| `number` | yes | integer, at least 1, at most 5 |" in page
    assert "| `note` |  | string or null |" in page
    assert "| `unit` |  | `pairs` or null |" in page


def test_every_address_of_the_description_is_on_the_page() -> None:
    text = (CHECKOUT / "docs" / "openapi.yaml").read_text(encoding="utf-8")
    page = addresses.page(text)
    document = yaml.safe_load(text)
    for address, methods in document["paths"].items():
        for method in methods:
            assert f"### {method.upper()} `{address}`\n" in page
    assert set(re.findall(r"\]\(#(\w+)\)", page)) <= {
        name.lower() for name in document["components"]["schemas"]
    }


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a <b> *c*", "a \\<b\\> \\*c\\*"),
        ("`x*y` and _z_", "`x*y` and \\_z\\_"),
        ("[default: 1]", "\\[default: 1\\]"),
    ],
)
def test_text_stays_text(text: str, written: str) -> None:
    assert prose(text) == written
