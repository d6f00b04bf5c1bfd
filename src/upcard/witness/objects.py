"""An object store as witness: anything that speaks the S3 protocol, with its versions locked."""

from __future__ import annotations

import hashlib
import hmac
import os
import urllib.error
import urllib.parse
import urllib.request
import xml.etree.ElementTree as ElementTree
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from upcard.witness.checkpoints import SignatureWrong, SignedCheckpoint
from upcard.witness.folders import file_name
from upcard.witness.peers import TIMEOUT_S
from upcard.witness.witnesses import WitnessError

ENDPOINT_VARIABLE: Final = "UPCARD_S3_ENDPOINT"
"""The store's own address, like https://store.example; without it, Amazon's of the region."""
REGION_VARIABLE: Final = "AWS_REGION"
KEY_VARIABLE: Final = "AWS_ACCESS_KEY_ID"
SECRET_VARIABLE: Final = "AWS_SECRET_ACCESS_KEY"
_ALGORITHM: Final = "AWS4-HMAC-SHA256"


@dataclass(frozen=True, slots=True, kw_only=True)
class Credentials:
    """Who asks, and in which region."""

    key: str
    secret: str
    region: str


def signed_headers(
    credentials: Credentials,
    method: str,
    url: str,
    body: bytes,
    at: datetime,
    more: Mapping[str, str] | None = None,
) -> dict[str, str]:
    """The headers of a request, with its signature (AWS Signature Version 4)."""
    parts = urllib.parse.urlsplit(url)
    moment, content = f"{at:%Y%m%dT%H%M%SZ}", hashlib.sha256(body).hexdigest()
    headers = {"host": parts.netloc, "x-amz-content-sha256": content, "x-amz-date": moment}
    headers |= {name.lower(): value for name, value in (more or {}).items()}
    names = ";".join(sorted(headers))
    request = "\n".join(
        [
            method,
            parts.path or "/",
            _sorted_query(parts.query),
            *(f"{name}:{headers[name].strip()}" for name in sorted(headers)),
            "",
            names,
            content,
        ]
    )
    scope = f"{at:%Y%m%d}/{credentials.region}/s3/aws4_request"
    told = f"{_ALGORITHM}\n{moment}\n{scope}\n{hashlib.sha256(request.encode()).hexdigest()}"
    key = f"AWS4{credentials.secret}".encode()
    for part in scope.split("/"):
        key = hmac.digest(key, part.encode(), "sha256")
    signature = hmac.digest(key, told.encode(), "sha256").hex()
    headers["authorization"] = (
        f"{_ALGORITHM} Credential={credentials.key}/{scope},SignedHeaders={names},"
        f"Signature={signature}"
    )
    return headers


def _sorted_query(query: str) -> str:
    pairs = urllib.parse.parse_qsl(query, keep_blank_values=True)
    return urllib.parse.urlencode(sorted(pairs), quote_via=urllib.parse.quote)


class ObjectWitness:
    """A bucket. Give the room the right to put and to read, and lock versions in the bucket."""

    def __init__(self, address: str) -> None:
        self.address = address
        bucket, _, prefix = address.removeprefix("s3://").partition("/")
        self._prefix = f"{prefix.strip('/')}/" if prefix.strip("/") else ""
        self._credentials = Credentials(
            key=_needed(KEY_VARIABLE),
            secret=_needed(SECRET_VARIABLE),
            region=os.environ.get(REGION_VARIABLE) or "us-east-1",
        )
        amazon = f"https://s3.{self._credentials.region}.amazonaws.com"
        endpoint = (os.environ.get(ENDPOINT_VARIABLE) or amazon).rstrip("/")
        self._base = f"{endpoint}/{urllib.parse.quote(bucket)}"

    def publish(self, point: SignedCheckpoint) -> None:
        """Put the checkpoint, unless something lies under its name already."""
        path = f"/{urllib.parse.quote(self._prefix + file_name(point))}"
        body = f"{point.text}\n".encode("ascii")
        try:
            self._asked("PUT", path, body, {"if-none-match": "*"})
        except urllib.error.HTTPError as error:
            is_there = error.code in (409, 412) and self._asked("GET", path) == body
            if not is_there:
                raise self._failed(error) from None
        except OSError as error:
            raise self._failed(error) from None

    def seen(self, room: str, most: int | None = None) -> list[SignedCheckpoint]:
        """The checkpoints of *room* in the bucket."""
        try:
            names = sorted(self._listed(f"{self._prefix}{room[:16]}-"))[-(most or 0) :]
            texts = [self._asked("GET", f"/{urllib.parse.quote(name)}") for name in names]
            return [SignedCheckpoint.read(text.decode("ascii")) for text in texts]
        except (OSError, UnicodeDecodeError, SignatureWrong, ElementTree.ParseError) as error:
            raise self._failed(error) from None

    def _listed(self, prefix: str) -> list[str]:
        """The names that begin with *prefix*, a page of a thousand after another."""
        found: list[str] = []
        while True:
            query = {"list-type": "2", "prefix": prefix}
            if found:
                query["start-after"] = found[-1]
            page = ElementTree.fromstring(self._asked("GET", f"?{urllib.parse.urlencode(query)}"))
            names = [str(one.text) for one in page.iter() if one.tag.endswith("}Key")]
            found += names
            is_cut = any(one.tag.endswith("}IsTruncated") and one.text == "true" for one in page)
            if not is_cut or not names:
                return found

    def _asked(
        self, method: str, path: str, body: bytes = b"", more: Mapping[str, str] | None = None
    ) -> bytes:
        url = f"{self._base}{path}"
        headers = signed_headers(self._credentials, method, url, body, datetime.now(UTC), more)
        request = urllib.request.Request(
            url, data=body if method == "PUT" else None, headers=headers, method=method
        )
        with urllib.request.urlopen(request, timeout=TIMEOUT_S) as answer:
            content: bytes = answer.read()
            return content

    def _failed(self, error: Exception) -> WitnessError:
        return WitnessError(f"{self.address} gave an unexpected answer: {error}")


def _needed(variable: str) -> str:
    value = os.environ.get(variable)
    if not value:
        raise WitnessError(f"{variable} is not set: an object store needs a key and its secret")
    return value
