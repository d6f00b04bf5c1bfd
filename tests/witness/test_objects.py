"""An object store as witness: signed as its protocol's authors publish, and never overwritten."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from tests.witness.test_checkpoints import ROOM, point
from upcard.witness import WitnessError, witness_at
from upcard.witness.objects import Credentials, signed_headers

CREDENTIALS = Credentials(
    key="AKIAIOSFODNN7EXAMPLE",
    secret="wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    region="us-east-1",
)
"""The key of the published examples of Signature Version 4 for S3; it opens nothing."""
HOST = "https://examplebucket.s3.amazonaws.com"
AT = datetime(2013, 5, 24, tzinfo=UTC)


@pytest.mark.parametrize(
    ("method", "path", "body", "headers", "signature"),
    [
        (
            "GET",
            "/test.txt",
            b"",
            {"Range": "bytes=0-9"},
            "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
        ),
        (
            "PUT",
            "/test%24file.text",
            b"Welcome to Amazon S3.",
            {"Date": "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY"},
            "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
        ),
        (
            "GET",
            "/?lifecycle",
            b"",
            {},
            "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
        ),
        (
            "GET",
            "/?max-keys=2&prefix=J",
            b"",
            {},
            "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
        ),
    ],
)
def test_a_request_is_signed_as_the_published_examples_are(
    method: str, path: str, body: bytes, headers: dict[str, str], signature: str
) -> None:
    made = signed_headers(CREDENTIALS, method, f"{HOST}{path}", body, AT, headers)

    assert made["authorization"].endswith(f"Signature={signature}")


class Store(BaseHTTPRequestHandler):
    """A bucket in memory: puts what is not there, lists two names at a time, checks signatures."""

    objects: dict[str, bytes]
    is_open = True

    def do_PUT(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        path = unquote(urlsplit(self.path).path)
        if not self._is_signed("PUT", body):
            self._answer(403)
        elif path in self.objects:
            self._answer(412)
        else:
            self.objects[path] = body
            self._answer(200)

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        if not self._is_signed("GET", b""):
            self._answer(403)
        elif parts.query:
            self._list(parts.path, {one: other[0] for one, other in parse_qs(parts.query).items()})
        elif unquote(parts.path) in self.objects:
            self._answer(200, self.objects[unquote(parts.path)])
        else:
            self._answer(404)

    def _list(self, bucket: str, query: dict[str, str]) -> None:
        names = sorted(path.removeprefix(f"{bucket}/") for path in self.objects)
        found = [name for name in names if name.startswith(query["prefix"])]
        found = [name for name in found if name > query.get("start-after", "")]
        keys = "".join(f"<Contents><Key>{name}</Key></Contents>" for name in found[:2])
        cut = "true" if len(found) > 2 else "false"
        space = "http://s3.amazonaws.com/doc/2006-03-01/"
        page = f'<ListBucketResult xmlns="{space}"><IsTruncated>{cut}</IsTruncated>{keys}'
        page += "</ListBucketResult>"
        self._answer(200, page.encode())

    def _is_signed(self, method: str, body: bytes) -> bool:
        at = datetime.strptime(self.headers["x-amz-date"], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
        more = {"if-none-match": "*"} if method == "PUT" else {}
        url = f"http://{self.headers['host']}{self.path}"
        made = signed_headers(CREDENTIALS, method, url, body, at, more)
        return self.is_open and self.headers["authorization"] == made["authorization"]

    def _answer(self, status: int, body: bytes = b"") -> None:
        self.send_response(status)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def stored(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Store]]:
    """A store that is served, and the variables that lead to it."""
    handler = type("Bucket", (Store,), {"objects": {}})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    monkeypatch.setenv("UPCARD_S3_ENDPOINT", f"http://127.0.0.1:{server.server_port}")
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", CREDENTIALS.key)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", CREDENTIALS.secret)
    try:
        yield handler
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def test_checkpoints_are_put_once_and_listed_over_several_pages(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = [point(number, 100 * number) for number in range(1, 6)]
    with stored(monkeypatch) as bucket:
        witness = witness_at("s3://rooms/north")
        for each in (*made, made[2]):
            witness.publish(each)
        assert witness.seen(ROOM) == made
        assert witness.seen("b" * 64) == []
        assert set(bucket.objects) == {f"/rooms/north/{ROOM[:16]}-{n:09}.json" for n in range(1, 6)}
        with pytest.raises(WitnessError, match="gave an unexpected answer"):
            witness.publish(point(3, 999))
        bucket.is_open = False
        with pytest.raises(WitnessError, match="403"):
            witness.seen(ROOM)


def test_a_store_without_a_key_or_without_an_answer_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("AWS_ACCESS_KEY_ID", raising=False)
    with pytest.raises(WitnessError, match="AWS_ACCESS_KEY_ID is not set"):
        witness_at("s3://rooms")
    with stored(monkeypatch):
        witness = witness_at("s3://rooms")
    with pytest.raises(WitnessError, match="refused"):
        witness.publish(point(1, 100))
