"""Calls tools through the Toolgate supervisor that started this program.

    import toolgate_runner

    tools = toolgate_runner.connect()
    print(tools.call("Read", path="notes.txt").text)

Copy this file beside your program. It needs Python 3.8 or later and only the standard library. It is thread-safe. Listeners and
callbacks of futures run on the thread that reads the channel, and must not wait for a call there.

If the channel is standard input and output (TOOLGATE_CHANNEL=stdio), any other output to standard output breaks the channel. Print
to standard error instead.
"""

from __future__ import annotations

import concurrent.futures
import json
import logging
import os
import re
import socket
import stat
import sys
import threading
import uuid
from collections import deque
from concurrent.futures import Future, InvalidStateError
from dataclasses import dataclass, field
from typing import Any, Callable, Deque, Dict, List, Mapping, Optional, Sequence, Set

__all__ = [
    "AgentEnd",
    "AgentNotStarted",
    "ApprovalPending",
    "ChildAgent",
    "Disconnected",
    "NotSupervised",
    "PendingApproval",
    "Skill",
    "Tool",
    "ToolCallError",
    "ToolOutput",
    "ToolResponse",
    "Tools",
    "connect",
]

_last_words_s = 5

# A signal to another thread does not wake a waiting thread, so the thread has to poll.
_attentive_s = 1

_log = logging.getLogger("toolgate_runner")


class NotSupervised(RuntimeError):
    """The error for a program without a supervisor: it was started by other means, or its channel was not passed on."""

    def __init__(self, why: str) -> None:
        super().__init__(
            f"This program is not run by a Toolgate supervisor: {why}. "
            'Start it with "toolgate supervise -- <its command>".'
        )


class Disconnected(ConnectionError):
    """The error for a closed channel. Unanswered calls and requests may or may not have taken effect."""

    def __init__(self, why: str) -> None:
        super().__init__(f"The channel to the supervisor has ended: {why}.")


class ToolCallError(Exception):
    """The error of a refused or failed call. The message is suitable for a model."""

    def __init__(
        self,
        slug: str,
        message: str,
        *,
        tool: str = "",
        content: Sequence[Mapping[str, Any]] = (),
        metadata: Optional[Mapping[str, Any]] = None,
        pending: Optional["PendingApproval"] = None,
    ) -> None:
        super().__init__(message)
        #: tool_not_found, permission_denied, fs_denied, invalid_args or tool_failed.
        self.slug = slug
        self.message = message
        self.tool = tool
        #: The tool's output before it failed.
        self.content = list(content)
        #: "executed": whether the call may have had an effect.
        self.metadata = metadata
        #: The approval that a deferred call waits for. The call has not run; it runs when it is resumed.
        self.pending = pending

    @property
    def text(self) -> str:
        """The text for a model: the texts of `content`, one per line, followed by the slug and the message."""
        return "\n".join([*_texts(self.content), f"{self.slug}: {self.message}"])


class AgentNotStarted(Exception):
    """The error for a child that was not started: not permitted, too many permissions requested, or a program that cannot run."""

    def __init__(self, slug: str, message: str, *, agent: str = "") -> None:
        super().__init__(message)
        self.slug = slug
        self.message = message
        self.agent = agent


@dataclass(frozen=True)
class Tool:
    """A tool, in the form that model providers accept."""

    name: str
    description: str
    #: The JSON Schema (2020-12) of the arguments.
    parameters: Mapping[str, Any]
    #: The highest class of effects of a call: NONE, READ, WRITE, EXECUTE or NETWORK.
    side_effects: str


@dataclass(frozen=True)
class Skill:
    """A skill that is active for this agent."""

    name: str
    version: str
    description: str
    #: Text for the agent's model, for example for its system prompt.
    instructions: str


@dataclass(frozen=True)
class ToolResponse:
    """The response to a successful call."""

    #: The structured result. A tool that returns only text has the result {"text": ...}.
    result: Dict[str, Any]
    #: The tool's output for a model, including images, audio, files and links. Empty if the tool returns only its result.
    content: List[Dict[str, Any]] = field(default_factory=list)
    metadata: Optional[Mapping[str, Any]] = None

    @property
    def text(self) -> str:
        """The text for a model: the texts of `content`, one per line, or the result as JSON if there is no content."""
        if not self.content:
            return json.dumps(self.result, ensure_ascii=False, separators=(",", ":"))
        return "\n".join(_texts(self.content))


@dataclass(frozen=True)
class ToolOutput:
    """Streamed output of a running tool. The response is authoritative."""

    #: "stdout" or "stderr".
    stream: str
    text: str
    #: True for the last piece, if the tool exceeds its output limit.
    cut: bool


@dataclass(frozen=True)
class ApprovalPending:
    """A request for a person's approval of a call."""

    id: str
    why: str
    #: The time at which the request expires, in seconds since the epoch.
    expires_at: float


@dataclass(frozen=True)
class PendingApproval:
    """The approval that a deferred call waits for."""

    approval_id: str
    #: The deadline for approving and resuming the call, in seconds since the epoch.
    expires_at: float


@dataclass(frozen=True)
class AgentEnd:
    """The end of a child."""

    #: Whether the child exited with status 0.
    ok: bool
    #: A sentence about the child's end.
    message: str
    #: The child's reported result, if there is one.
    result: Optional[str] = None


class _Asked(Future):  # type: ignore[type-arg]
    """A future that notifies the supervisor of its cancellation. It never runs, so it can always be cancelled."""

    def __init__(self, on_cancel: Callable[[], None]) -> None:
        super().__init__()
        self._on_cancel = on_cancel

    def cancel(self) -> bool:
        was_cancelled = self.cancelled()
        is_cancelled = super().cancel()
        if is_cancelled and not was_cancelled:
            self._on_cancel()
        return is_cancelled

    def settle(self, result: Any = None, error: Optional[BaseException] = None) -> None:
        if not self.set_running_or_notify_cancel():
            return
        if error is None:
            self.set_result(result)
        else:
            self.set_exception(error)


@dataclass
class _Call:
    tool: str
    line: bytes
    future: _Asked
    on_output: Optional[Callable[[ToolOutput], None]]
    on_approval_pending: Optional[Callable[[ApprovalPending], None]]


@dataclass
class _Child:
    agent: str
    started: "Future[None]"
    ended: "Future[AgentEnd]"


class ChildAgent:
    """A program that the supervisor runs as a child of this agent."""

    def __init__(self, tools: "Tools", identifier: str, agent: str, ended: "Future[AgentEnd]") -> None:
        self._tools = tools
        self._id = identifier
        #: The child's name in policies.
        self.agent = agent
        #: Resolves when the child ends. Raises `Disconnected` if the channel closes first.
        self.ended = ended

    def stop(self) -> None:
        """Asks the child to end."""
        if not self.ended.done():
            self._tools._send({"op": "agent_stop", "agent_id": self._id})

    def wait(self, timeout: Optional[float] = None) -> AgentEnd:
        """Waits until the child has ended."""
        self._tools._check_thread()
        return self.ended.result(timeout)


def connect(channel: Optional[str] = None) -> "Tools":
    """Connects this program to its supervisor. Can be called once.

    `channel` is a descriptor's number or "stdio". The default is the variable TOOLGATE_CHANNEL, which the supervisor sets.
    Raises `NotSupervised` without a supervisor, and `Disconnected` if the supervisor does not send `hello`.
    """
    return Tools(_open(os.environ.get("TOOLGATE_CHANNEL") if channel is None else channel))


class Tools:
    """The supervisor's tools for this agent. Made by `connect`."""

    def __init__(self, channel: "_Channel") -> None:
        self._channel = channel
        hello = channel.receive()
        if hello is None:
            raise Disconnected("the supervisor closed it before the hello")
        if hello.get("op") != "hello" or not hello.get("version", 0) >= 1:
            raise Disconnected("the supervisor's first message is not a hello")
        #: The agent's name in policies.
        self.agent: str = hello["agent"]
        self.session: str = hello["session"]
        #: The folder in which calls work. A confined agent may not see it.
        self.workspace: str = hello["workspace"]
        #: The tools that the policy may allow this agent. Replaced by a new list when they change.
        self.list: List[Tool] = _tools(hello)
        #: The active skills. The tools are already limited to theirs.
        self.skills: List[Skill] = _skills(hello)
        #: The agent's task, as a text for its model. None if the command line says everything.
        self.assignment: Optional[str] = hello.get("assignment")
        self._version: int = hello["version"]
        #: Set when this agent should end: on request of the supervisor, or because it is gone.
        self.shutdown = threading.Event()
        #: The reason, once `shutdown` is set.
        self.shutdown_reason: Optional[str] = None
        #: The grace after that, in milliseconds.
        self.shutdown_grace_ms: float = 0

        self._frame_bytes: int = hello["max_frame_bytes"]
        self._in_flight: int = hello["max_calls_in_flight"]
        # Each id is also an idempotency key, so ids must not repeat after a restart.
        self._prefix = str(uuid.uuid4())
        self._count = 0
        # This lock guards everything below. Do not wait for the channel or run foreign code while holding it.
        self._changed = threading.Condition()
        self._waiting: Dict[str, _Call] = {}
        # A cancelled call is None until its answer arrives.
        self._sent: Dict[str, Optional[_Call]] = {}
        self._children: Dict[str, _Child] = {}
        self._lines: Deque[bytes] = deque()
        # The number of lines taken for writing, and the number of lines written.
        self._taken = self._written = 0
        self._end: Optional[Disconnected] = None

        self._reader = threading.Thread(target=self._read, name="toolgate reader", daemon=True)
        self._writer = threading.Thread(target=self._write, name="toolgate writer", daemon=True)
        self._reader.start()
        self._writer.start()

    def call(self, tool: str, args: Optional[Mapping[str, Any]] = None, /, **named: Any) -> ToolResponse:
        """Calls a tool and waits for its response: `call("Read", path=p)`, or `call("Read", {"path": p})`.

        Raises `ToolCallError` if the call is refused or fails, and `Disconnected` if the channel closes.
        """
        self._check_thread()
        future = self.submit(tool, {**(args or {}), **named})
        try:
            while True:
                try:
                    return future.result(_attentive_s)
                except concurrent.futures.TimeoutError:
                    if future.done():
                        raise
        except BaseException:
            # This thread may have been interrupted. Cancelling a call that has ended changes nothing.
            future.cancel()
            raise

    def submit(
        self,
        tool: str,
        args: Optional[Mapping[str, Any]] = None,
        /,
        *,
        id: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout_ms: Optional[float] = None,
        on_output: Optional[Callable[[ToolOutput], None]] = None,
        on_approval_pending: Optional[Callable[[ApprovalPending], None]] = None,
    ) -> "Future[ToolResponse]":
        """Calls a tool without waiting. `cancel()` of the future ends the call. The effect may already have happened.

        There is no limit on open calls: calls beyond the supervisor's limit wait. `id` also appears in the supervisor's log.
        Open calls must have different ids. `idempotency_key` is the same for every attempt at the same effect. After
        `timeout_ms` the supervisor ends the call, which then raises `ToolCallError`. A negative number counts as 0. An error
        that a listener raises is logged, and the call continues. With asyncio, use `asyncio.wrap_future(tools.submit(...))`.
        """
        _check_call(tool, id, idempotency_key, timeout_ms)
        message: Dict[str, Any] = {"op": "tool_call", "tool": tool, "args": dict(args or {})}
        if idempotency_key is not None:
            message["idempotency_key"] = idempotency_key
        if timeout_ms is not None:
            message["timeout_ms"] = max(0, timeout_ms)
        with self._changed:
            self._count += 1
            call_id = f"{self._prefix}-{self._count}" if id is None else id
        line = _encode({**message, "tool_call_id": call_id})
        if len(line) - 1 > self._frame_bytes:
            raise ValueError(
                f'The call of "{tool}" has {len(line) - 1} bytes; the supervisor\'s limit '
                f"is {self._frame_bytes}. Use smaller arguments."
            )
        excess = _excess(line)
        if excess is not None:
            raise ValueError(
                f'The call of "{tool}" {excess}, the supervisor\'s limit. Use smaller arguments.'
            )
        future = _Asked(lambda: self._cancel(call_id))
        with self._changed:
            if self._end is not None:
                raise self._end
            if call_id in self._sent or call_id in self._waiting:
                raise ValueError(
                    f'This call of "{tool}" has the id of an open call. Use a new id for each call.'
                )
            self._waiting[call_id] = _Call(tool, line, future, on_output, on_approval_pending)
            self._changed.notify_all()
        return future

    def start_agent(
        self,
        agent: str,
        command: Sequence[str],
        *,
        role: Optional[str] = None,
        task: Optional[str] = None,
        ceiling: Optional[Mapping[str, Any]] = None,
    ) -> ChildAgent:
        """Starts another program, confined at least as strictly as this one. Raises `AgentNotStarted`.

        `agent` is the child's name in policies. `command` runs without a shell. `ceiling` is the most that the child may do: any
        of `tools` (names), `files` ({"path", "mode"}), `hosts` ({"host", "port"}), `read_only` and `no_web`. Omitted members
        are inherited from this agent. An empty list allows nothing.
        """
        self._check_thread()
        _check_agent(agent, command, role, task, ceiling)
        child = _Child(agent, Future(), Future())
        message: Dict[str, Any] = {"op": "agent_start", "agent": agent, "command": list(command)}
        message.update({k: v for k, v in (("role", role), ("task", task), ("ceiling", ceiling)) if v is not None})
        with self._changed:
            if self._end is not None:
                raise self._end
            self._count += 1
            identifier = str(self._count)
            self._children[identifier] = child
        self._send({**message, "agent_id": identifier})
        child.started.result()
        return ChildAgent(self, identifier, agent, child.ended)

    def report(self, result: str) -> None:
        """Reports the result of this agent's task. The parent receives it after this program exits with status 0.

        A later result replaces an earlier one. Returns when the result is sent, so that the end of this program cannot lose
        it. Raises `Disconnected` if it could not be sent.
        """
        if not isinstance(result, str):
            raise TypeError("A result must be a string.")
        if len(result.encode("utf-16-le", "surrogatepass")) > 2 * _result_characters:
            raise ValueError(
                f"A result has at most {_result_characters} characters. Write the rest to a file, and report its name."
            )
        if self._version < 6:
            raise RuntimeError("This supervisor does not support results: its protocol version is too old.")
        with self._changed:
            if self._end is not None:
                raise self._end
        number = self._send({"op": "agent_result", "text": result})
        with self._changed:
            while self._written < number:
                if self._end is not None and not self._writer.is_alive():
                    raise self._end
                self._changed.wait(_attentive_s)

    def close(self) -> None:
        """Closes the channel. Open calls are cancelled, and raise `Disconnected`."""
        self._disconnect(Disconnected("this program closed it"))
        if threading.current_thread() is not self._writer:
            # Earlier messages are still sent, if the supervisor reads them.
            self._writer.join(_last_words_s)
        self._channel.close()

    def __enter__(self) -> "Tools":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _check_thread(self) -> None:
        if threading.current_thread() is self._reader:
            raise RuntimeError("A listener cannot wait for the supervisor, because this thread reads the answer. Use submit.")

    def _send(self, message: Mapping[str, Any]) -> int:
        """Queues a message and returns its number. The message is sent when `_written` reaches the number."""
        line = _encode(message)
        with self._changed:
            self._lines.append(line)
            self._changed.notify_all()
            return self._taken + len(self._lines)

    def _cancel(self, call_id: str) -> None:
        with self._changed:
            if self._waiting.pop(call_id, None) is not None or self._sent.get(call_id) is None:
                return
            self._sent[call_id] = None
        self._send({"op": "tool_cancel", "tool_call_id": call_id})

    def _next_line(self) -> Optional[bytes]:
        """Returns the next line to write. Other messages overtake calls beyond the supervisor's limit."""
        with self._changed:
            # The writer asks for the next line after it has written the previous one.
            self._written = self._taken
            self._changed.notify_all()
            while True:
                if self._lines:
                    self._taken += 1
                    return self._lines.popleft()
                if self._end is not None:
                    return None
                if self._waiting and len(self._sent) < self._in_flight:
                    call_id, call = next(iter(self._waiting.items()))
                    del self._waiting[call_id]
                    self._sent[call_id] = call
                    return call.line
                self._changed.wait()

    def _write(self) -> None:
        try:
            while True:
                line = self._next_line()
                if line is None:
                    return
                self._channel.send(line)
        except OSError:
            self._disconnect(Disconnected("it is broken"))

    def _read(self) -> None:
        why = "the supervisor closed it"
        cause: Optional[Exception] = None
        try:
            while True:
                message = self._channel.receive()
                if message is None:
                    break
                if message.get("op") == "protocol_error":
                    why = f"the supervisor refused what this program sent: {message['message']}"
                    break
                self._receive(message)
        except OSError as error:
            why, cause = "it is broken", error
        except Exception as error:  # The supervisor is trusted to send valid messages; an invalid one closes the channel.
            why, cause = "the supervisor sent an invalid message", error
        disconnected = Disconnected(why)
        disconnected.__cause__ = cause
        self._disconnect(disconnected)

    def _receive(self, message: Dict[str, Any]) -> None:
        """Handles a message. Unknown operations and unknown ids are ignored."""
        op = message.get("op")
        if op == "tools_changed":
            self.list = _tools(message)
        elif op == "tool_response":
            with self._changed:
                answered = self._sent.pop(message["tool_call_id"], None)
                self._changed.notify_all()
            if answered is not None:
                _answer(answered, message)
        elif op == "tool_output_delta":
            call = self._call(message)
            if call is not None and call.on_output is not None:
                _tell(call.on_output, ToolOutput(message["stream"], message["text"], message["cut"]))
        elif op == "approval_pending":
            call = self._call(message)
            if call is not None and call.on_approval_pending is not None:
                asked = ApprovalPending(message["approval_id"], message["why"], message["expires_at"] / 1000)
                _tell(call.on_approval_pending, asked)
        elif op == "agent_started":
            with self._changed:
                child = self._children.get(message["agent_id"])
                if child is not None and not message["ok"]:
                    del self._children[message["agent_id"]]
            if child is not None and message["ok"]:
                _settle(child.started)
            elif child is not None:
                _settle(child.started, error=AgentNotStarted(message["error"], message["message"], agent=child.agent))
        elif op == "agent_ended":
            with self._changed:
                child = self._children.pop(message["agent_id"], None)
            if child is not None:
                _settle(child.ended, AgentEnd(message["ok"], message["message"], message.get("result")))
        elif op == "shutdown":
            self._shut_down(message["reason"], message["grace_ms"])

    def _call(self, message: Mapping[str, Any]) -> Optional[_Call]:
        with self._changed:
            return self._sent.get(message["tool_call_id"])

    def _shut_down(self, reason: str, grace_ms: float) -> None:
        if not self.shutdown.is_set():
            self.shutdown_reason = reason
            self.shutdown_grace_ms = grace_ms
            self.shutdown.set()

    def _disconnect(self, why: Disconnected) -> None:
        with self._changed:
            if self._end is not None:
                return
            self._end = why
            calls = [*self._sent.values(), *self._waiting.values()]
            children = list(self._children.values())
            self._sent.clear()
            self._waiting.clear()
            self._children.clear()
            self._changed.notify_all()
        for call in calls:
            if call is not None:
                call.future.settle(error=why)
        for child in children:
            _settle(child.started, error=why)
            _settle(child.ended, error=why)
        self._shut_down(str(why), 0)


def _answer(call: _Call, message: Mapping[str, Any]) -> None:
    content = message.get("content") or []
    metadata = message.get("metadata")
    if message["ok"]:
        call.future.settle(ToolResponse(_with_text(message["result"], content), content, metadata))
    else:
        given = message.get("pending")
        pending = None if given is None else PendingApproval(given["approval_id"], given["expires_at"] / 1000)
        slug, said = message["error"], message["message"]
        error = ToolCallError(slug, said, tool=call.tool, content=content, metadata=metadata, pending=pending)
        call.future.settle(error=error)


def _settle(future: "Future[Any]", result: Any = None, error: Optional[BaseException] = None) -> None:
    """Settles a future, unless the end of the channel or its owner has already settled it."""
    try:
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)
    except InvalidStateError:
        pass


def _tell(listener: Callable[[Any], None], what: Any) -> None:
    """Calls a listener. An error that it raises is logged and does not end the channel."""
    try:
        listener(what)
    except Exception:
        _log.exception("A listener of a call failed")


def _encode(message: Mapping[str, Any]) -> bytes:
    """Encodes a message as one line of ASCII. Raises ValueError for a value that JSON lacks, such as NaN."""
    try:
        return json.dumps(message, allow_nan=False, separators=(",", ":")).encode("ascii") + b"\n"
    except RecursionError:
        raise ValueError("The arguments are nested too deep. Use smaller ones.") from None


def _with_text(result: Dict[str, Any], content: Sequence[Mapping[str, Any]]) -> Dict[str, Any]:
    """Returns the result. If the result is empty and there are texts, returns them joined as `text`."""
    texts = [] if result else _texts(content)
    return {"text": "\n".join(texts)} if texts else result


def _tools(message: Mapping[str, Any]) -> List[Tool]:
    return [Tool(one["name"], one["description"], one["parameters"], one["side_effects"]) for one in message["tools"]]


def _skills(hello: Mapping[str, Any]) -> List[Skill]:
    listed = hello.get("skills", [])
    return [Skill(one["name"], one["version"], one["description"], one["instructions"]) for one in listed]


def _texts(content: Sequence[Mapping[str, Any]]) -> List[str]:
    return [block["text"] for block in content if block["type"] in ("text", "file") and "text" in block]


# The functions below raise for options that do not make a valid message. The supervisor would end this program for one.


def _check_call(tool: Any, identifier: Any, idempotency_key: Any, timeout_ms: Any) -> None:
    if not isinstance(tool, str):
        raise TypeError("The name of a tool must be a string.")
    if identifier is not None:
        _check_text("id", identifier)
    if idempotency_key is not None:
        _check_text("idempotency_key", idempotency_key)
    if timeout_ms is None:
        return
    if isinstance(timeout_ms, bool) or not isinstance(timeout_ms, (int, float)):
        raise TypeError('The option "timeout_ms" must be a number.')
    # A Python integer may be larger than the largest JSON number.
    if not abs(timeout_ms) <= sys.float_info.max:
        raise ValueError('The option "timeout_ms" must be finite.')


def _check_agent(agent: Any, command: Any, role: Any, task: Any, ceiling: Any) -> None:
    _check_text("agent", agent)
    _check_list("command", command, 1)
    for word in command:
        _check_text("command", word, 128 * 1024, 0)
    if role is not None:
        _check_text("role", role)
    if task is not None:
        _check_text("task", task)
    if ceiling is None:
        return
    if not isinstance(ceiling, dict):
        raise TypeError('The option "ceiling" must be a dict.')
    for name in _listed(ceiling, "tools"):
        _check_text("ceiling.tools", name)
    for one in _listed(ceiling, "files"):
        _check_text("ceiling.files.path", one.get("path"), 4096)
        if one.get("mode") not in ("r", "w", "rw"):
            raise ValueError('The option "ceiling.files.mode" must be r, w or rw.')
    for one in _listed(ceiling, "hosts"):
        _check_text("ceiling.hosts.host", one.get("host"))
        port = one.get("port", 1)
        if isinstance(port, bool) or not isinstance(port, int) or not 1 <= port <= 65535:
            raise ValueError('The option "ceiling.hosts.port" must be a whole number from 1 to 65535.')
    for option in ("read_only", "no_web"):
        if not isinstance(ceiling.get(option, False), bool):
            raise TypeError(f'The option "ceiling.{option}" must be true or false.')


def _listed(ceiling: Mapping[str, Any], option: str) -> Any:
    if option in ceiling:
        _check_list(f"ceiling.{option}", ceiling[option])
    return ceiling.get(option, ())


def _check_text(option: str, value: Any, most: int = 256, least: int = 1) -> None:
    if not isinstance(value, str):
        raise TypeError(f'The option "{option}" must be a string.')
    if not least <= len(value) <= most:
        raise ValueError(f'The option "{option}" must have {least} to {most} characters.')


def _check_list(option: str, value: Any, least: int = 0) -> None:
    if not isinstance(value, (list, tuple)):
        raise TypeError(f'The option "{option}" must be a list.')
    if not least <= len(value) <= 1000:
        raise ValueError(f'The option "{option}" must have {least} to 1000 members.')


_result_characters = 1024 * 1024
_depth = 128
_values = 1_000_000
_names = 20_000
_texts_of_json = re.compile(rb'"(?:[^"\\]|\\.)*"')


def _excess(line: bytes) -> Optional[str]:
    """Returns the protocol's limit that a message exceeds, other than its length."""
    openings = line.count(b"[") + line.count(b"{")
    if openings <= _depth and openings + line.count(b",") < _values and line.count(b":") <= _names:
        return None
    bare = _texts_of_json.sub(b"", line)
    opened = 0
    for byte in bare:
        opened += (byte in b"[{") - (byte in b"]}")
        if opened > _depth:
            return f"is nested deeper than {_depth}"
    if bare.count(b":") > _names:
        return f"holds more than {_names} names"
    count = 1 + sum(map(bare.count, (b"[", b"{", b",")))
    return f"holds more than {_values} values" if count > _values else None


class _Channel:
    """A message channel over two descriptors, which may be the same socket."""

    def __init__(self, read: Callable[[int], bytes], write: Callable[[bytes], object], close: Callable[[], None]) -> None:
        self._read = read
        self.send = write
        self.close = close
        self._lines: Deque[bytes] = deque()
        self._rest: List[bytes] = []

    def receive(self) -> Optional[Dict[str, Any]]:
        """Returns the next message, or None when the supervisor has closed the channel."""
        while True:
            while self._lines:
                line = self._lines.popleft()
                if line.strip():
                    message = json.loads(line.decode("utf-8"))
                    if not isinstance(message, dict):
                        raise ValueError("a message is not an object")
                    return message
            chunk = self._read(64 * 1024)
            if not chunk:
                return None
            first, *others = chunk.split(b"\n")
            self._rest.append(first)
            if others:
                self._lines.append(b"".join(self._rest))
                self._lines.extend(others[:-1])
                self._rest = [others[-1]]


def _open(name: Optional[str]) -> _Channel:
    if name is None:
        raise NotSupervised("TOOLGATE_CHANNEL is not set")
    with _opening:
        if name in _opened:
            raise RuntimeError("The channel to the supervisor is already open. Connect once, and share the tools.")
        channel = _open_channel(name)
        _opened.add(name)
    return channel


# A channel has one reader, because two readers would take each other's messages.
_opening = threading.Lock()
_opened: Set[str] = set()


def _open_channel(name: str) -> _Channel:
    if name == "stdio":
        return _Channel(lambda size: os.read(0, size), _write_to_stdout, lambda: None)
    if not (name.isascii() and name.isdigit() and len(name) < 10):
        raise NotSupervised('TOOLGATE_CHANNEL is neither the number of a descriptor nor "stdio"')
    fd = int(name)
    try:
        is_socket = stat.S_ISSOCK(os.fstat(fd).st_mode)
    except OSError:
        raise NotSupervised(f"its descriptor {fd} is not open") from None
    if not is_socket:
        raise NotSupervised(f"its descriptor {fd} is not a socket")
    connection = socket.socket(fileno=fd)
    connection.setblocking(True)
    # Child processes do not inherit the descriptor.
    connection.set_inheritable(False)

    def close() -> None:
        try:
            # Closing alone would leave the reader waiting.
            connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        connection.close()

    return _Channel(connection.recv, connection.sendall, close)


def _write_to_stdout(line: bytes) -> None:
    rest = memoryview(line)
    while rest:
        rest = rest[os.write(1, rest) :]
