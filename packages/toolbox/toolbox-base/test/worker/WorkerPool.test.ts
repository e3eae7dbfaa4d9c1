import { availableParallelism } from "node:os"
import { expect, it, onTestFinished } from "vitest"
import type { Worker } from "../../src/worker/Worker.ts"
import { pool } from "../../src/worker/WorkerPool.ts"

const from = new URL("program/testProgram.ts", import.meta.url).href

it("gives a package its own workers, and replaces an idle one of another package at the limit", () => {
  const taken: Array<Worker> = []
  onTestFinished(() => {
    for (const worker of taken) worker.kill()
  })
  const take = (name: string) => {
    const worker = pool.take(name, from)
    taken.push(worker)
    return worker
  }
  const most = Math.max(4, availableParallelism())
  const ofOne = Array.from({ length: most }, () => take("one"))
  for (const worker of ofOne) pool.giveBack("one", worker)
  const other = take("other")
  expect(ofOne).not.toContain(other)
  expect(ofOne.filter(({ isGone }) => isGone)).toHaveLength(1)
  pool.giveBack("other", other)
  const again = take("one")
  expect(ofOne).toContain(again)
  pool.giveBack("one", again)
  expect(take("other")).toBe(other)
  pool.giveBack("other", other)
})
