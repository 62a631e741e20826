"""HTTP below the operations: one request, its errors, and pages that follow one another. The standard library only."""

from __future__ import annotations

import json
from typing import Any, Iterator, Mapping, Sequence, TypeAlias, cast
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen

JsonValue: TypeAlias = "dict[str, Any] | list[Any]"
Query: TypeAlias = "Mapping[str, str | int | bool | Sequence[str] | None]"

PROBLEM_JSON = "application/problem+json"


class Problem(Exception):
    """What the server refuses with (RFC 9457): `status`, `title`, `detail`, and where it helps `suggestions` and `reason`."""

    def __init__(self, status: int, body: Mapping[str, Any]) -> None:
        self.status = status
        self.title: str = body.get("title", "")
        self.detail: str = body.get("detail", "")
        self.suggestions: list[str] = body.get("suggestions") or []
        self.reason: str | None = body.get("reason")
        self.body = body
        super().__init__(f"{status} {self.detail or self.title}")


def quoted(segment: str) -> str:
    """A segment of a path: names may hold `<`, `>` and `/`."""
    return quote(segment, safe="")


def _text(value: str | int | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


class Transport:
    """A server by its address, such as `http://strata.example`, with the path below which it is, if any; and a token for the
    structures of its operator, if there are some."""

    def __init__(
        self,
        server: str,
        *,
        token: str | None = None,
        timeout: float = 30.0,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.server = server.rstrip("/")
        self.timeout = timeout
        self.headers = dict(headers or {})
        if token is not None:
            self.headers["Authorization"] = f"Bearer {token}"

    def _bytes(
        self,
        method: str,
        path: str,
        query: Query,
        body: bytes | str | JsonValue | None = None,
        content_type: str | None = None,
        accept: str = "*/*",
    ) -> bytes:
        pairs = [
            (name, _text(one))
            for name, value in query.items()
            if value is not None
            for one in ([value] if isinstance(value, (str, int)) else value)
        ]
        url = f"{self.server}{path}" + (f"?{urlencode(pairs)}" if pairs else "")
        headers = {"Accept": accept, **self.headers}
        data: bytes | None = None
        if isinstance(body, bytes):
            data, kind = body, "application/octet-stream"
        elif isinstance(body, str):
            data, kind = body.encode(), "text/plain"
        elif body is not None:
            data, kind = json.dumps(body).encode(), "application/json"
        if data is not None:
            headers["Content-Type"] = content_type or kind
        request = Request(url, data=data, headers=headers, method=method)
        try:
            with urlopen(request, timeout=self.timeout) as response:
                return cast(bytes, response.read())
        except HTTPError as error:
            with error:
                raise _problem(error) from None

    def _json(
        self,
        method: str,
        path: str,
        query: Query,
        body: bytes | str | JsonValue | None = None,
        content_type: str | None = None,
    ) -> Any:
        return json.loads(self._bytes(method, path, query, body, content_type, accept="application/json"))

    def _items(self, method: str, path: str, query: Query) -> Iterator[Any]:
        cursor: str | None = None
        while True:
            page = self._json(method, path, {**query, "cursor": cursor})
            yield from page["items"]
            cursor = page["next"]
            if cursor is None:
                return


def _problem(error: HTTPError) -> Problem:
    text = error.read()
    body: dict[str, Any] = {"title": error.reason, "detail": text.decode(errors="replace")[:1000]}
    if (error.headers.get("Content-Type") or "").startswith(PROBLEM_JSON):
        body = json.loads(text)
    return Problem(error.code, body)
