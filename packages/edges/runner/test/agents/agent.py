"""What every client is asked to do, as an agent's author would write it in Python. `agent.ts` does the same in TypeScript."""

import asyncio
import concurrent.futures
import json
import logging
import os
import sys
import threading

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../python"))

import toolgate_runner  # noqa: E402


def outcome(run):
    """Both languages have the same errors, and say the same."""
    try:
        return run()
    except toolgate_runner.ToolCallError as error:
        return {
            "name": "ToolCallError",
            "tool": error.tool,
            "slug": error.slug,
            "message": error.message,
            "content": error.content,
            "text": error.text,
            "metadata": error.metadata,
            "pending": error.pending and [error.pending.approval_id, error.pending.expires_at],
        }
    except toolgate_runner.AgentNotStarted as error:
        return {"name": "AgentNotStarted", "slug": error.slug, "message": error.message}
    except (toolgate_runner.Disconnected, toolgate_runner.NotSupervised) as error:
        return f"{type(error).__name__}: {error}"
    except concurrent.futures.CancelledError:
        return "cancelled"
    except Exception as error:
        return str(error)


def idle(tools):
    return "idle"


def assigned(tools):
    refused = [outcome(lambda: tools.report(7)), outcome(lambda: tools.report("a" * (2**20 + 1)))]
    tools.report("first")
    tools.report(f"Done: {tools.assignment}")
    return refused


def vanished(tools):
    tools.report("a" * 2**20)
    os._exit(0)


def unassigned(tools):
    return [tools.assignment, outcome(lambda: tools.report("Done."))]


def hello(tools):
    listed = [[one.name, one.description, one.parameters, one.side_effects] for one in tools.list]
    skills = [[one.name, one.version, one.description, one.instructions] for one in tools.skills]
    return {
        "agent": tools.agent,
        "session": tools.session,
        "workspace": tools.workspace,
        "tools": listed,
        "skills": skills,
    }


def changed(tools):
    before = tools.list
    tools.call("Echo")
    now = [
        {"name": one.name, "description": one.description, "parameters": one.parameters, "sideEffects": one.side_effects}
        for one in tools.list
    ]
    return [[one.name for one in before], now]


def call(tools):
    response = tools.call("Read", path="é\n\u2028 😀")
    return {
        "result": response.result,
        "text": response.text,
        "content": response.content,
        "metadata": response.metadata,
    }


def failed(tools):
    return outcome(lambda: tools.call("Write", {"path": "/etc/passwd"}))


def together(tools):
    # From threads of their own, where TypeScript has promises.
    with concurrent.futures.ThreadPoolExecutor(3) as threads:
        return [response.result for response in threads.map(tools.call, ["A", "B", "C"])]


def options(tools):
    return tools.submit("Echo", {}, id="mine", idempotency_key="once", timeout_ms=1500).result().result


def output(tools):
    heard = []
    future = tools.submit(
        "shell",
        on_output=lambda one: heard.append([one.stream, one.text, one.cut]),
        on_approval_pending=lambda one: heard.append([one.id, one.why, one.expires_at]),
    )
    return [heard, future.result().result] if future.result() else None


def cancel(tools):
    printed = threading.Event()
    slow = tools.submit("slow", on_output=lambda _: printed.set())
    waiting = tools.submit("waiting")
    printed.wait()
    waiting.cancel()
    slow.cancel()
    return [outcome(slow.result), outcome(waiting.result), tools.call("after").result]


def limited(tools):
    return [future.result().result["n"] for future in [tools.submit("Echo", {"n": n}) for n in range(1, 6)]]


def large(tools):
    text = "é" * 50_000
    futures = [tools.submit("Echo", {"text": text}) for _ in range(100)]
    return sum(future.result().result["text"] == text for future in futures)


def tooLarge(tools):
    return [outcome(lambda: tools.call("Echo", text="x" * 300_000)), tools.call("Echo", n=1).result]


def excessive(tools):
    deep = []
    for _ in range(125):
        deep = [deep]
    told = [
        outcome(lambda: tools.call("Echo", deep=[deep])),
        outcome(lambda: tools.call("Echo", many=[0] * 1_000_000)),
        outcome(lambda: tools.call("Echo", **{f"n{at}": 0 for at in range(20_000)})),
    ]
    answered = [tools.submit("Echo", {"deep": deep}), tools.submit("Echo", {"text": '\\"[' * 1000})]
    return [told, [future.result().result for future in answered]]


def sameId(tools):
    first = tools.submit("Echo", id="same")
    return [outcome(lambda: tools.submit("Echo", id="same").result()), first.result().result]


def mistaken(tools):
    def call(*given, **options):
        return lambda: tools.submit(*given, **options)

    def agent(name="a", command=("a",), **options):
        return lambda: tools.start_agent(name, command, **options)

    mistakes = [
        call(7),
        call("a", id=""),
        call("a", id="😀" * 257),
        call("a", id=7),
        call("a", idempotency_key=""),
        call("a", idempotency_key="x" * 257),
        call("a", timeout_ms=float("nan")),
        call("a", timeout_ms=float("inf")),
        call("a", timeout_ms="1"),
        call("a", timeout_ms=True),
        agent(""),
        agent("x" * 257),
        agent(command=[]),
        agent(command=["a", 7]),
        agent(command="a"),
        agent(role=""),
        agent(task="x" * 257),
        agent(ceiling={"tools": [""]}),
        agent(ceiling={"files": [{"path": "/a", "mode": "x"}]}),
        agent(ceiling={"hosts": [{"host": "a", "port": 0}]}),
        agent(ceiling={"read_only": 1}),
    ]
    refused = []
    for mistake in mistakes:
        try:
            mistake()
            refused.append("taken")
        except TypeError as error:
            refused.append(f"type: {error}")
        except ValueError as error:
            refused.append(f"range: {error}")
    taken = [tools.submit("a", id="😀" * 256, timeout_ms=-5), tools.submit("x" * 1000, timeout_ms=0)]
    return [refused, [future.result().result for future in taken]]


def failingListener(tools):
    said = []
    handler = logging.Handler()
    handler.emit = lambda record: said.append(record.exc_info is not None)
    log = logging.getLogger("toolgate_runner")
    log.addHandler(handler)
    log.propagate = False

    def fail(_):
        raise KeyError("a listener's own")

    result = tools.submit("shell", on_output=fail, on_approval_pending=fail).result().result
    return [said, result]


def child(tools):
    started = tools.start_agent(
        "helper",
        ["node", "helper.js"],
        role="reader",
        ceiling={"tools": ["Read"], "files": [{"path": "/a", "mode": "r"}], "read_only": True, "no_web": True},
    )
    started.stop()
    end = started.wait()
    return {"agent": started.agent, "ok": end.ok, "message": end.message, "result": end.result}


def childRefused(tools):
    return outcome(lambda: tools.start_agent("helper", ["node"]))


def childLost(tools):
    started = tools.start_agent("helper", ["node"])
    return outcome(started.wait)


def childIgnored(tools):
    tools.start_agent("helper", ["node"])
    return outcome(lambda: tools.call("slow"))


def shutdown(tools):
    busy = tools.submit("slow")
    tools.shutdown.wait()
    return [tools.shutdown_reason, tools.shutdown_grace_ms, busy.result().result]


def lost(tools):
    first = outcome(lambda: tools.call("slow"))
    return [first, outcome(lambda: tools.call("again")), tools.shutdown.wait()]


def close(tools):
    printed = threading.Event()
    future = tools.submit("slow", on_output=lambda _: printed.set())
    printed.wait()
    tools.close()
    return [outcome(future.result), outcome(lambda: tools.call("again"))]


def twice(tools):
    return [outcome(toolgate_runner.connect), tools.call("Echo").result]


def closeAndStay(tools):
    tools.close()
    threading.Event().wait()


def waits_on_reader(tools):
    """Only Python has a thread that a listener can hold up."""
    said = []
    tools.submit("shell", on_output=lambda _: said.append(outcome(lambda: tools.call("Echo")))).result()
    return said


def asynchronous(tools):
    async def both():
        printed = asyncio.Event()
        loop = asyncio.get_running_loop()
        slow = tools.submit("slow", on_output=lambda _: loop.call_soon_threadsafe(printed.set))
        # A call that has not gone out yet is cancelled without a word to the supervisor.
        await printed.wait()
        try:
            await asyncio.wait_for(asyncio.wrap_future(slow), 0)
        except asyncio.TimeoutError:
            return ["timed out", (await asyncio.wrap_future(tools.submit("Echo", {"n": 1}))).result]

    return asyncio.run(both())


def interrupted(tools):
    try:
        tools.call("slow")
    except KeyboardInterrupt:
        # What it tells the supervisor is written by another thread.
        tools.close()
        return "interrupted"


def run(scenario):
    return globals()[scenario](toolgate_runner.connect())


if __name__ == "__main__":
    reported = outcome(lambda: run(sys.argv[1]))
    os.write(2 if os.environ.get("TOOLGATE_CHANNEL") == "stdio" else 1, json.dumps(reported).encode())
