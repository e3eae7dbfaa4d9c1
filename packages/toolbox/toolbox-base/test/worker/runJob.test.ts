import { ToolExecutionError, ToolValidationError } from "@toolgate/core"
import { createJobContext } from "@toolgate/toolbox-testing/createJobContext"
import { expect, it } from "vitest"
import { runJob } from "./program/testProgram.ts"

const quiet = createJobContext()
const doubled = (...args: ReadonlyArray<number>) => runJob({ export: "double", args }, quiet)

it("returns the job's result, including non-finite numbers", async () => {
  expect(await doubled(1, 2, Number.POSITIVE_INFINITY, Number.NaN)).toEqual([
    2,
    4,
    Number.POSITIVE_INFINITY,
    Number.NaN
  ])
})

it("runs several jobs concurrently, and queues the rest", async () => {
  const jobs = Array.from({ length: 12 }, (_, at) => doubled(at))
  expect(await Promise.all(jobs)).toEqual(Array.from({ length: 12 }, (_, at) => [2 * at]))
})

it("fails for an unknown job, and recovers", async () => {
  await expect(runJob({ export: "constructor", args: {} }, quiet)).rejects.toThrow("failed")
  await expect(runJob({ export: "toString", args: {} }, quiet)).rejects.toThrow("failed")
  expect(await doubled(1)).toEqual([2])
})

it("kills a cancelled job's process, and runs the next job in another", async () => {
  const cancelling = new AbortController()
  const long = runJob({ export: "spin", args: {} }, createJobContext(cancelling.signal))
  setImmediate(() => cancelling.abort(new Error("cancelled")))
  await expect(long).rejects.toThrow("cancelled")
  expect(await doubled(1)).toEqual([2])
})

it("answers requests, and fails with the error of an answer", async () => {
  const asking = { export: "ask", args: "which?" }
  expect(await runJob(asking, quiet, async (question) => `${question} this`)).toBe("which? this")
  await expect(runJob(asking, quiet, async () => "wrong")).rejects.toThrow("wrong answer")
  await expect(runJob(asking, quiet, () => Promise.reject(new Error("denied")))).rejects.toThrow("denied")
  await expect(runJob(asking, quiet)).rejects.toThrow("was not answered")
  expect(await doubled(1)).toEqual([2])
})

it("does not start for a call that has ended", async () => {
  const over = createJobContext(AbortSignal.abort(new Error("over")))
  await expect(runJob({ export: "double", args: [1] }, over)).rejects.toThrow("over")
})

it("fails with a message if memory runs out", async () => {
  const failed = await runJob({ export: "fill", args: {} }, quiet).catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(ToolExecutionError)
  expect(failed).not.toBeInstanceOf(ToolValidationError)
  expect((failed as Error).message).toContain("memory")
})
