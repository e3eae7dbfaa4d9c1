import { spawnSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { setImmediate as next } from "node:timers/promises"
import { expect, it } from "vitest"
import { Worker } from "../../src/worker/Worker.ts"
import { command } from "./program/testProgram.ts"

const tasks = "/proc/self/task"

/** Returns the running child processes. */
const children = (): ReadonlySet<string> =>
  new Set(
    readdirSync(tasks).flatMap((task) => readFileSync(`${tasks}/${task}/children`, "utf8").split(" ").filter(Boolean))
  )

it.skipIf(!existsSync(`${tasks}/${process.pid}/children`))("leaves no process of a job that is cancelled", async () => {
  const before = children()
  const worker = new Worker(command)
  const [pid = ""] = [...children()].filter((each) => !before.has(each))
  expect(pid).not.toBe("")
  const cancelling = new AbortController()
  const run = worker.run({ export: "spin", args: {} }, { signal: cancelling.signal, emit: () => {} })
  cancelling.abort(new Error("cancelled"))
  await expect(run).rejects.toThrow("cancelled")
  expect(worker.isGone).toBe(true)
  while (children().has(pid)) await next()
})

it("fails with a message when no process can be started, and recovers", async () => {
  const worker = new Worker(["/no/such/program"])
  const job = { export: "double", args: [] }
  await expect(worker.run(job, { signal: new AbortController().signal, emit: () => {} })).rejects.toThrow(
    "No process could be started for the work"
  )
})

it.runIf(process.platform === "linux")("returns its slot if no process can be started", () => {
  const program = join(import.meta.dirname, "fewFiles.ts")
  const words = [process.execPath, "--conditions=@toolgate/source", program].map((word) => `'${word}'`).join(" ")
  const { stdout } = spawnSync("sh", ["-c", `ulimit -n 24; exec ${words}`], { encoding: "utf8" })
  expect(stdout.trim()).toMatch(/^ToolExecutionError: No process could be started for the work[^\n]*$/)
})

it.skipIf(process.platform === "win32").each([
  ["what is no message", "printf '\\004\\000\\000\\000abcd' >&3; exec sleep 60"],
  ["a length that no message has", "printf '\\377\\377\\377\\177abcd' >&3; exec sleep 60"],
  ["a message that is nothing", "printf '\\003\\000\\000\\000\\377\\0170' >&3; exec sleep 60"],
  ["a closed channel", "exec 3>&-; exec sleep 60"]
])("survives a compromised worker that answers with %s", async (_, program) => {
  const worker = new Worker(["/bin/sh", "-c", program])
  const job = { export: "double", args: [] }
  await expect(worker.run(job, { signal: new AbortController().signal, emit: () => {} })).rejects.toThrow(
    "ended unexpectedly"
  )
  expect(worker.isGone).toBe(true)
})
