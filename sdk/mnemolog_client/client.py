"""Mnemolog: the blocking client."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Self, TypeVar

import httpx

from mnemolog_client import calls, changes, letters, operations, people, results
from mnemolog_client.exchange import TIMEOUT_S, URL_DEFAULT, Connection
from mnemolog_client.options import ContextOptions, SearchOptions
from mnemolog_client.retry import RETRIES, RetryPolicy
from mnemolog_client.turn import Turn
from mnemolog_client.wire import Json

T = TypeVar("T")
PAGE = 200
"""Items that an iterator asks for at a time."""


class Mnemolog:
    """Talks to one server. Safe to share between threads; close it, or use it in a `with`.

    Every method raises an error of `mnemolog_client.errors`. Calls that can be repeated without harm are tried again
    on lost connections and on 429, 502, 503 and 504.
    """

    def __init__(
        self,
        url: str = URL_DEFAULT,
        *,
        api_key: str = "",
        timeout_s: float = TIMEOUT_S,
        retry: RetryPolicy = RETRIES,
        transport: httpx.BaseTransport | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._connection = Connection(url.rstrip("/"), api_key, timeout_s, retry)
        self._http = httpx.Client(
            base_url=self._connection.url,
            headers=self._connection.headers,
            transport=transport,
            # A proxy of the environment never stands between a client and its own machine.
            trust_env=not self._connection.loopback,
        )
        self._sleep = sleep

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def send(self, call: calls.Call[T]) -> T:
        """Carries out one call, with its retries."""
        attempt = 1
        while True:
            outcome: httpx.Response | httpx.TransportError
            try:
                outcome = self._http.send(self._connection.request(self._http, call))
            except httpx.TransportError as error:
                outcome = error
            pause_s = self._connection.pause_s(call, attempt, outcome)
            if pause_s is None:
                return self._connection.result(call, outcome)
            self._sleep(pause_s)
            attempt += 1

    def add(self, user: str, session: str, turns: Sequence[Turn]) -> results.Accepted:
        """Records 1–100 turns of one session, all or none; durable when it returns."""
        return self.send(calls.add(user, session, turns))

    def turn(self, event_id: str, user: str, *, wait_ms: int = 0) -> results.RecordedTurn:
        """One recorded turn with its outcome; waits up to `wait_ms` until there is one."""
        return self.send(calls.turn(event_id, user, wait_ms=wait_ms))

    def turns(self, user: str, session: str = "") -> Iterator[results.RecordedTurn]:
        """Every recorded turn of a session, or of the user."""
        return self._all(lambda cursor: calls.turns(user, session, limit=PAGE, cursor=cursor))

    def search(
        self, user: str, query: str | None = None, *, options: SearchOptions | None = None
    ) -> results.SearchResult:
        """What is remembered and fits the question; without one: profile, recent and due."""
        return self.send(calls.search(calls.query_body(user, query, options or {})))

    def context(self, user: str, query: str | None = None, *, options: ContextOptions | None = None) -> results.Context:
        """The same, packed into a block of at most `budget_tokens` for a prompt."""
        return self.send(calls.context(calls.query_body(user, query, options or {})))

    def memories(
        self, user: str, filters: Mapping[str, object] | None = None, *, order: str = "newest"
    ) -> Iterator[results.Memory]:
        """Every memory of the user that meets the filters, page by page. `order`: newest, oldest or importance."""
        return self._all(lambda cursor: calls.memories(user, filters or {}, order=order, limit=PAGE, cursor=cursor))

    def memory(self, memory_id: str, user: str) -> results.Memory:
        """One memory."""
        return self.send(calls.memory(memory_id, user))

    def why(self, memory_id: str, user: str) -> changes.Why:
        """The chain of reasons: which turns, which rule, what it replaced."""
        return self.send(calls.why(memory_id, user))

    def history(self, memory_id: str, user: str) -> changes.History:
        """Its revisions."""
        return self.send(calls.history(memory_id, user))

    def assert_memory(self, user: str, content: str, **more: Json) -> changes.Change:
        """States a memory directly."""
        return self.send(calls.assert_memory(user, content, more))

    def edit_memory(self, memory_id: str, user: str, version: str, **edit: Json) -> changes.Change:
        """Changes a memory; `version` is its position, and the call fails with Conflict if it moved on."""
        return self.send(calls.edit_memory(memory_id, user, version, edit))

    def forget_memory(self, memory_id: str, user: str) -> changes.Change:
        """Forgets a memory and the turns that it rests on."""
        return self.send(calls.forget_memory(memory_id, user))

    def flag_memory(self, memory_id: str, user: str, flag: str, note: str = "") -> changes.Change:
        """Flags a memory: wrong, sensitive, toxic, pin or confirm."""
        return self.send(calls.flag_memory(memory_id, user, flag, note))

    def review(self, user: str) -> Iterator[results.Memory]:
        """What waits for a person: provisional and quarantined memories, newest first."""
        return self._all(lambda cursor: calls.review(user, limit=PAGE, cursor=cursor))

    def decide_review(self, memory_id: str, user: str, decision: str, **edit: Json) -> changes.Change:
        """Settles a memory that waits: accept, reject or edit (with content, value, tags or valid_to)."""
        return self.send(calls.decide_review(memory_id, user, decision, edit))

    def users(self) -> Iterator[people.User]:
        """Every user with memories."""
        return self._all(lambda cursor: calls.users(limit=PAGE, cursor=cursor))

    def user(self, name: str) -> people.UserSummary:
        """What is kept of one user, in numbers."""
        return self.send(calls.user(name))

    def profile(self, name: str) -> people.Profile:
        """What is known about the user, by attribute."""
        return self.send(calls.profile(name))

    def erase_user(self, name: str) -> people.Job:
        """Erases the user: keys destroyed, index swept. Long work: follow the job."""
        return self.send(calls.erase_user(name))

    def lift_erasure(self, name: str) -> people.Admitted:
        """Admits an erased user again, from nothing. Needs an admin key."""
        return self.send(calls.lift_erasure(name))

    def export_user(self, name: str) -> people.Job:
        """Exports all that is kept of the user. Long work: follow the job."""
        return self.send(calls.export_user(name))

    def sessions(self, name: str) -> Iterator[people.Session]:
        """The user's sessions, newest first."""
        return self._all(lambda cursor: calls.sessions(name, limit=PAGE, cursor=cursor))

    def close_session(self, name: str, session: str) -> people.SessionClosed:
        """Says that a session has ended, so that it is summed up now."""
        return self.send(calls.close_session(name, session))

    def forget_session(self, name: str, session: str) -> changes.SessionForgotten:
        """Forgets a session without a trace."""
        return self.send(calls.forget_session(name, session))

    def forget_about(
        self,
        name: str,
        about: str = "",
        *,
        topic: str = "",
        session: str = "",
        memory_id: str = "",
        dry_run: bool = False,
    ) -> changes.MatterForgotten:
        """Forgets all about a person or thing, of a topic, a session or a memory, turns included; `dry_run` only lists
        what would go."""
        wanted = {"about": about, "topic": topic, "session": session, "memory_id": memory_id}
        return self.send(calls.forget_about(name, wanted, dry_run=dry_run))

    def compare_policies(self, name: str, policy: str, *, against: str | None = None) -> changes.PolicyComparison:
        """What a policy (TOML text) would archive and wake, against another or the one that is read."""
        return self.send(calls.compare_policies(name, policy, against))

    def working(self, name: str, session: str, *, max_tokens: int = 0) -> people.WorkingMemory:
        """The working memory of a running session: a summary and its last turns."""
        return self.send(calls.working(name, session, max_tokens=max_tokens))

    def recalled(self, recall_id: str) -> Json:
        """What a recall answered."""
        return self.send(calls.recalled(recall_id))

    def feedback(
        self, recall_id: str, *, used: Sequence[str] = (), wrong: Sequence[str] = (), missing: str = ""
    ) -> changes.FeedbackTaken:
        """Says which recalled memories helped, which were wrong, and what was missing."""
        return self.send(calls.feedback(recall_id, used=used, wrong=wrong, missing=missing))

    def dead_letters(self, state: str = "open") -> Iterator[letters.DeadLetter]:
        """What the stages gave up on, oldest first: open, redriven, dropped or all."""
        return self._all(lambda cursor: calls.dead_letters(state, limit=PAGE, cursor=cursor))

    def dead_letter(self, name: str) -> letters.OpenedDeadLetter:
        """One dead letter with the original record."""
        return self.send(calls.dead_letter(name))

    def redrive_dead_letter(self, name: str) -> letters.DeadLetter:
        """Has a dead letter's turn processed again, with the time at which it was said."""
        return self.send(calls.redrive_dead_letter(name))

    def drop_dead_letter(self, name: str, *, note: str = "") -> letters.DeadLetter:
        """Notes that nothing will be done about a dead letter."""
        return self.send(calls.drop_dead_letter(name, note))

    def lag(self) -> tuple[results.PartitionLag, ...]:
        """How far the stages are behind the log, per partition."""
        return self.send(calls.lag()).items

    def job(self, job_id: str) -> people.Job:
        """The state of long work."""
        return self.send(calls.job(job_id))

    def job_file(self, job_id: str) -> str:
        """The file of a finished export: JSON Lines."""
        return self.send(calls.job_file(job_id))

    def generations(self) -> tuple[operations.Generation, ...]:
        """Every generation with its progress and its report. Needs an admin key, like all that follow."""
        return self.send(calls.generations()).items

    def generation(self, number: int) -> operations.Generation:
        """One generation."""
        return self.send(calls.generation(number))

    def build_generation(self, **request: Json) -> people.Job:
        """Derives everything again beside what is read: `source`, `embedder`, `policy`, `rate`, `golden`. Long work."""
        return self.send(calls.build_generation(request))

    def promote_generation(self, number: int, *, force: bool = False, wait_ms: int = 30_000) -> people.Job:
        """Reads that generation from now on; `force` passes over what its verification found."""
        return self.send(calls.promote_generation(number, force=force, wait_ms=wait_ms))

    def rollback_generation(self, *, wait_ms: int = 30_000) -> people.Job:
        """Reads the generation before again."""
        return self.send(calls.rollback_generation(wait_ms=wait_ms))

    def delete_generation(self, number: int, *, wait_ms: int = 30_000) -> people.Job:
        """Removes a generation that is not live."""
        return self.send(calls.delete_generation(number, wait_ms=wait_ms))

    def health(self) -> Json:
        """The health of the server's parts."""
        return self.send(calls.health())

    def ready(self) -> Json:
        """Raises ServerFailed until the server is ready."""
        return self.send(calls.ready())

    def request(
        self, method: str, path: str, *, params: Mapping[str, str | int] | None = None, body: Json = None
    ) -> Json:
        """Any other call of the HTTP API."""
        return self.send(calls.other(method, path, params=params or {}, body=body))

    def _all(self, page: Callable[[str], calls.Call[results.Page[T]]]) -> Iterator[T]:
        cursor = ""
        while True:
            found = self.send(page(cursor))
            yield from found.items
            if not found.next_cursor or found.next_cursor == cursor:
                return
            cursor = found.next_cursor
