"""The OpenAPI document, and what schemathesis makes of it."""

import os
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings

from tests.web.houses import Guest, House
from upcard.room.people.roles import Role

EXAMPLES = 200 if os.environ.get("UPCARD_FAULTS") == "full" else 4
LEFT_OUT = {"/api/session", "/api/lab"}
"""Signing in takes a while on purpose, and a lab that began plays on."""


@pytest.fixture(scope="module")
def manager(house: House, origin: str) -> Iterator[Guest]:
    """An executive, who may ask for most things."""
    with Guest(origin) as guest:
        yield guest.sign_in(house.person(Role.EXECUTIVE))


def test_the_document_names_every_route_of_the_api(house: House, anybody: Guest) -> None:
    document = anybody.get("/api/openapi.json")

    assert document["info"]["title"] == "Upcard"
    assert "/api/orders" in document["paths"]
    assert all(path.startswith("/api/") for path in document["paths"])


def test_no_request_made_from_the_document_is_a_fault(
    house: House, manager: Guest, origin: str
) -> None:
    schema = schemathesis.openapi.from_dict(manager.get("/api/openapi.json"))
    before = house.room.state.tables, house.room.state.links
    tried = 0
    for result in schema.get_all_operations():
        operation = result.ok()  # type: ignore[union-attr]
        if operation.path.endswith("/live") or operation.path in LEFT_OUT:
            continue
        _try(operation.as_strategy(), manager)
        tried += 1

    assert tried >= 20
    assert (house.room.state.tables, house.room.state.links) == before


def _try(cases: Any, guest: Guest) -> None:
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=cases)
    def no_fault(case: Any) -> None:
        cookies = dict(guest.client.cookies)
        answer = case.call(base_url=guest.origin, headers=guest.headers, cookies=cookies)

        assert answer.status_code < 500, answer.text
        if answer.status_code >= 400:
            assert set(answer.json()["error"]) == {"code", "message"}

    no_fault()
