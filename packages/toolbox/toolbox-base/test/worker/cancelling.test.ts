import { existsSync, readdirSync, readFileSync } from "node:fs"
import { setImmediate as turn } from "node:timers/promises"
import { createJobContext } from "@toolgate/toolbox-testing/createJobContext"
import { expect, it } from "vitest"
import { Worker } from "../../src/worker/Worker.ts"
import { command, runJob } from "./program/testProgram.ts"
import "../../src/worker/WorkerPool.ts"

const tasks = "/proc/self/task"
const seesChildren = existsSync(`${tasks}/${process.pid}/children`)

/** Returns the running child processes. */
const children = (): ReadonlyArray<string> =>
  readdirSync(tasks).flatMap((task) => readFileSync(`${tasks}/${task}/children`, "utf8").split(" ").filter(Boolean))

/** A job whose arguments exceed a socket's buffer. */
const large = { export: "count", args: new Float64Array(1_000_000) }

it.skipIf(!seesChildren)("answers a cancelled call while its worker reads nothing, and leaves no process", async () => {
  const before = new Set(children())
  const worker = new Worker(command)
  const [pid = ""] = children().filter((each) => !before.has(each))
  process.kill(Number(pid), "SIGSTOP")
  const cancelling = new AbortController()
  const run = worker.run(large, { signal: cancelling.signal, emit: () => {} })
  run.catch(() => {})
  await turn()
  cancelling.abort(new Error("cancelled"))
  await expect(run).rejects.toThrow("cancelled")
  while (children().includes(pid)) await turn()
})

it.skipIf(!seesChildren)(
  "starts no process for a call that is cancelled while its arguments are prepared",
  async () => {
    const before = children()
    const cancelling = new AbortController()
    const seen = Promise.withResolvers<ReadonlyArray<string>>()
    // A call ends through the event loop, as here.
    setImmediate(() => {
      seen.resolve(children())
      cancelling.abort(new Error("cancelled"))
    })
    await expect(runJob(large, createJobContext(cancelling.signal))).rejects.toThrow("cancelled")
    expect(await seen.promise).toEqual(before)
  }
)
