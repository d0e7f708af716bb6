"""A client that holds every answer against the committed description of the API."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from rest_framework.test import APIClient

DESCRIPTION = Path(__file__).resolve().parents[2] / "docs" / "api" / "openapi.yaml"


class ContractClient(APIClient):
    """Fails where a status is not documented or a body is not as described; junk paths have only their shape."""

    def generic(self, method: str, path: str, *args: Any, **options: Any) -> Any:  # type: ignore[override]
        response = super().generic(method, path, *args, **options)
        check_answer(method, path.partition("?")[0], response)
        return response


def check_answer(method: str, path: str, response: Any) -> None:
    assert response.status_code < 500, (method, path, response.content)
    operation = find_operation(method, path)
    if operation is None:
        assert response.status_code in (404, 405), (method, path, response.status_code)
        check_body(response.json(), {"$ref": "#/components/schemas/Refusal"})
        return
    if response.status_code in (405, 406):
        check_body(response.json(), {"$ref": "#/components/schemas/Refusal"})
        return
    assert str(response.status_code) in operation["responses"], (method, path, response.status_code, response.content)
    content = operation["responses"][str(response.status_code)].get("content")
    if content is None:
        assert not response.content
    else:
        check_body(response.json(), content["application/json"]["schema"])


def check_body(body: object, schema: dict[str, Any]) -> None:
    validator = make_validator(json.dumps(schema))
    faults = [f"{fault.json_path}: {fault.message}" for fault in validator.iter_errors(body)]
    assert not faults, (faults, body)


@cache
def make_validator(schema: str) -> Draft202012Validator:
    return Draft202012Validator({**json.loads(schema), "components": read_description()["components"]})


@cache
def read_description() -> dict[str, Any]:
    return yaml.safe_load(DESCRIPTION.read_text(encoding="utf-8"))


def find_operation(method: str, path: str) -> dict[str, Any] | None:
    for template, operations in read_description()["paths"].items():
        pattern = re.sub(r"\{\w+\}", "[^/]+", template)
        if re.fullmatch(pattern, path):
            return operations.get(method.lower())
    return None


def list_operations() -> list[tuple[str, str]]:
    """(method, path) of everything that is described."""
    return [
        (method.upper(), path)
        for path, operations in read_description()["paths"].items()
        for method in operations
        if method in ("get", "post", "delete")
    ]
