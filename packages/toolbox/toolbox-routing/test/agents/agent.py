"""An agent whose assignment is JSON: what it does. `agent.ts` does the same in TypeScript."""

import json
import os
import signal
import subprocess
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.environ.get("RUNNER", "/runner"))

import toolgate_runner  # noqa: E402


def said(run):
    try:
        return run()
    except toolgate_runner.ToolCallError as error:
        return f"{error.slug}: {error.message}"


with toolgate_runner.connect() as tools:
    given = json.loads(tools.assignment)
    op = given["op"]
    if op == "report":
        tools.report(given["text"])
    elif op == "long":
        tools.report("é" * given["length"])
    elif op == "list":
        tools.report(",".join(tool.name for tool in tools.list))
    elif op == "where":
        tools.report(tools.workspace)
    elif op == "print":
        print(given["text"], flush=True)
    elif op == "crash":
        tools.report("half")
        time.sleep(0.1)
        os.kill(os.getpid(), signal.SIGKILL)
    elif op == "wait":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        child = subprocess.Popen(["sh", "-c", "trap '' TERM; while :; do sleep 1; done"])
        print(f"pids {os.getpid()} {child.pid}", flush=True)
        while True:
            time.sleep(1)
    elif op == "call":
        tools.report(said(lambda: tools.call(given["tool"], given.get("args", {})).text))
    elif op == "nest":
        task = {"agent": tools.agent, "task": tools.assignment}
        tools.report(said(lambda: str(tools.call("delegate", task).result["result"])))
    if op == "fail":
        sys.exit(3)
