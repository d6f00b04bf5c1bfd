"""The server speaks the language that a page asks for, and English to everybody else."""

import json

import pytest
from starlette.types import Scope

from tests.web.houses import Guest, House
from upcard.web.answer_languages import in_asked_language, language_in, text_in


def scope_of(query: str = "", accepts: str | None = None) -> Scope:
    """A request that asks so."""
    headers = [] if accepts is None else [(b"accept-language", accepts.encode())]
    return {"type": "http", "query_string": query.encode(), "headers": headers}


@pytest.mark.parametrize(
    ("query", "accepts", "language"),
    [
        ("", None, "en"),
        ("", "es", "es"),
        ("", "es-MX,es;q=0.9,en;q=0.8", "es"),
        ("", "fr-FR,es;q=0.5", "en"),
        ("lang=es", "en", "es"),
        ("token=1&lang=en", "es", "en"),
        ("lang=tlh", "es", "en"),
        ("lang=%FF%00", "es", "en"),
        ("slang=es", "en", "en"),
    ],
)
def test_a_query_comes_before_the_header(query: str, accepts: str | None, language: str) -> None:
    assert language_in(scope_of(query, accepts)) == language


def test_english_is_not_touched() -> None:
    answer = {"message": "there is no such table"}
    frame = json.dumps(answer)

    assert in_asked_language(answer) is answer
    assert text_in("en", frame) is frame


def test_what_the_coach_says_is_spanish_to_its_end() -> None:
    said = {"why": "hard 13 against 7: hit is worth 20.53% of the wager more than stand"}

    assert json.loads(text_in("es", json.dumps(said))) == {
        "why": "13 duro contra 7: pedir carta vale un 20.53% de la apuesta más que plantarse"
    }


def test_what_somebody_typed_stays_as_it_is() -> None:
    notice = "The notice to the regulator is due within 72 hours of noon."
    said = {"message": f"a lamp: spot 3 is dark and the dealer waits. {notice}"}

    assert json.loads(text_in("es", json.dumps(said)))["message"] == (
        "a lamp: spot 3 is dark and the dealer waits. "
        "El aviso al regulador vence a las 72 horas de noon."
    )


def test_a_refusal_is_told_in_the_language_of_the_page(supervisor: Guest) -> None:
    english = supervisor.client.get("/api/rounds/nowhere/1").json()
    spanish = supervisor.client.get(
        "/api/rounds/nowhere/1", headers={"accept-language": "es"}
    ).json()

    assert english["error"]["message"] == "there is no round nowhere/1"
    assert spanish["error"]["message"] == "no existe la ronda nowhere/1"
    assert english["error"]["code"] == spanish["error"]["code"]


def test_the_desk_speaks_spanish_and_keeps_names_and_codes(house: House, supervisor: Guest) -> None:
    english = supervisor.get("/api/desk")
    spanish = supervisor.get("/api/desk?lang=es")

    assert [one["reason"] for one in spanish["adjustments"]] == [
        one["reason"] for one in english["adjustments"]
    ]
    assert "Error de la pantalla" in [one["title"] for one in spanish["adjustments"]]
    assert [one["title"] for one in spanish["tables"]] == [
        one["title"] for one in english["tables"]
    ]
    assert spanish["staff"] == english["staff"]


def test_a_table_speaks_spanish_over_its_socket(house: House, supervisor: Guest) -> None:
    table = supervisor.get("/api/desk")["tables"][0]["table"]
    token = house.token(kind="table", table=table)
    with supervisor.live(f"/api/tables/{table}/live?token={token}&lang=es") as line:
        spanish = json.loads(line.recv())
    english = supervisor.get(f"/api/tables/{table}?token={token}")

    assert [one["name"] for one in spanish["offers"]] == [one["name"] for one in english["offers"]]
    assert "Barajas" in [rule["heading"] for rule in spanish["rules"]]
    assert "Decks" in [rule["heading"] for rule in english["rules"]]
