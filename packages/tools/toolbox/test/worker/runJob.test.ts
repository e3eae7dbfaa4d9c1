import { ToolExecutionError, ToolValidationError } from "@toolgate/core"
import { expect, it } from "vitest"
import { codeOf } from "../../src/math/expression/Expression.ts"
import { readExpression } from "../../src/math/expression/readExpression.ts"
import { runJob } from "../../src/worker/runJob.ts"
import { jobContext } from "./jobContext.ts"

const quiet = jobContext()
const code = (text: string) => codeOf(readExpression(text, ["x"]))
const evaluation = (...texts: ReadonlyArray<string>) => ({
  module: "math",
  export: "evaluate",
  args: { codes: texts.map(code), variables: [[1, 2, 3]], points: 3 }
})

it("returns what the job returns, numbers that are not finite as well", async () => {
  expect(await runJob(evaluation("x ^ 2", "1 / (x - 2)", "log(-x)"), quiet)).toEqual([
    [1, 4, 9],
    [-1, Number.POSITIVE_INFINITY, 1],
    [Number.NaN, Number.NaN, Number.NaN]
  ])
})

it("does several jobs at once, and queues what is more", async () => {
  const jobs = Array.from({ length: 12 }, (_, at) => runJob(evaluation(`x + ${at}`), quiet))
  expect(await Promise.all(jobs)).toEqual(Array.from({ length: 12 }, (_, at) => [[1 + at, 2 + at, 3 + at]]))
})

it("breaks on a job that there is not, and goes on", async () => {
  await expect(runJob({ module: "constructor", export: "name", args: {} }, quiet)).rejects.toThrow("broke")
  expect(await runJob(evaluation("x"), quiet)).toEqual([[1, 2, 3]])
})

it("ends a job with its process when it is cancelled, and does the next one in another", async () => {
  const cancelling = new AbortController()
  const points = 200_000
  const long = runJob(
    {
      module: "math",
      export: "evaluate",
      args: {
        codes: Array(2000).fill(code(Array(600).fill("sin(x)").join("+"))),
        variables: [Array(points).fill(1)],
        points
      }
    },
    jobContext(cancelling.signal)
  )
  setImmediate(() => cancelling.abort(new Error("cancelled")))
  await expect(long).rejects.toThrow("cancelled")
  expect(await runJob(evaluation("x"), quiet)).toEqual([[1, 2, 3]])
})

it("asks the gate, and ends with the error of an answer that is one", async () => {
  const list = { module: "archive", export: "list", args: { size: 10 } }
  await expect(runJob(list, quiet, async () => Buffer.alloc(10))).rejects.toThrow("neither zip")
  await expect(runJob(list, quiet, async () => Buffer.alloc(9))).rejects.toThrow("became shorter")
  await expect(runJob(list, quiet, () => Promise.reject(new Error("denied")))).rejects.toThrow("denied")
  await expect(runJob(list, quiet)).rejects.toThrow("nobody answers")
  expect(await runJob(evaluation("x"), quiet)).toEqual([[1, 2, 3]])
})

it("is not begun for a call that has ended", async () => {
  await expect(runJob(evaluation("x"), jobContext(AbortSignal.abort(new Error("over"))))).rejects.toThrow("over")
})

it("fails in words if there is not enough memory", async () => {
  const failed = await runJob(
    { module: "math", export: "evaluate", args: { codes: [code("x")], variables: [], points: 2 ** 27 } },
    quiet
  ).catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(ToolExecutionError)
  expect(failed).not.toBeInstanceOf(ToolValidationError)
  expect((failed as Error).message).toContain("memory")
})
