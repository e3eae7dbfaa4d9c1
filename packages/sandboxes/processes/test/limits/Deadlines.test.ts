import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { Deadlines, type Timed } from "../../src/limits/Deadlines.ts"

const timed = (expire: () => void): Timed => ({ expire, due: 0, earlier: undefined, later: undefined, line: undefined })

describe("Deadlines", () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it("expires everything that is not removed, once, at its time and not before", () => {
    const deadlines = new Deadlines()
    fc.assert(
      fc.property(
        fc.array(fc.record({ at: fc.nat(50), ms: fc.constantFrom(10, 20, 35), removeAt: fc.option(fc.nat(100)) }), {
          maxLength: 40
        }),
        (plans) => {
          const start = performance.now()
          const expired = plans.map(() => [] as Array<number>)
          const entries = plans.map((_plan, at) => timed(() => expired[at]?.push(performance.now() - start)))
          const removed = new Set<number>()
          for (let now = 0; now <= 120; now++) {
            plans.forEach(({ at, ms, removeAt }, index) => {
              const entry = entries[index]
              if (entry === undefined) return
              if (at === now) deadlines.add(entry, ms, performance.now())
              if (removeAt === now && now > at && expired[index]?.length === 0) {
                deadlines.remove(entry)
                removed.add(index)
              }
            })
            vi.advanceTimersByTime(1)
          }
          plans.forEach(({ at, ms }, index) => {
            const times = expired[index] ?? []
            expect(times).toHaveLength(removed.has(index) ? 0 : 1)
            if (removed.has(index)) return
            expect(times[0]).toBeGreaterThanOrEqual(at + ms)
            expect(times[0]).toBeLessThanOrEqual(at + ms + 2)
          })
        }
      ),
      runs(50)
    )
  })

  it("supports a limit of more days than a timer can wait", () => {
    const deadlines = new Deadlines()
    const days = 24 * 60 * 60 * 1000
    const expired: Array<number> = []
    const start = performance.now()
    deadlines.add(
      timed(() => expired.push(performance.now() - start)),
      40 * days,
      start
    )
    vi.advanceTimersByTime(39 * days)
    expect(expired).toEqual([])
    vi.advanceTimersByTime(2 * days)
    expect(expired).toEqual([40 * days])
  })

  it("uses a single timer for all that share a limit", () => {
    const deadlines = new Deadlines()
    for (let n = 0; n < 1000; n++)
      deadlines.add(
        timed(() => {}),
        60_000,
        performance.now()
      )
    expect(vi.getTimerCount()).toBe(1)
  })
})

const run = (program: string) =>
  promisify(execFile)(
    process.execPath,
    [
      "--conditions=@toolgate/source",
      "--input-type=module",
      "--eval",
      `import { deadlines } from "./src/limits/Deadlines.ts"\n${program}`
    ],
    { cwd: join(import.meta.dirname, "../..") }
  )

const entry = (expire: string) =>
  `{ expire: () => { ${expire} }, due: 0, earlier: undefined, later: undefined, line: undefined }`

describe("a process with a time limit", () => {
  it("stays alive to answer a call that never settles, even if nothing else keeps it alive", async () => {
    const { stdout } = await run(`deadlines.add(${entry('console.log("expired")')}, 50, performance.now())`)
    expect(stdout).toBe("expired\n")
  })

  it("stays alive below an unsettled top-level await too", async () => {
    const { stdout } = await run(
      `await new Promise((resolve) => deadlines.add(${entry("resolve()")}, 50, performance.now()))\nconsole.log("answered")`
    )
    expect(stdout).toBe("answered\n")
  })

  it("is not kept alive by the limit of a call that has ended", async () => {
    const { stdout } = await run(
      `const call = ${entry("")}\ndeadlines.add(call, 600_000, performance.now())\ndeadlines.remove(call)\nconsole.log("done")`
    )
    expect(stdout).toBe("done\n")
  })
})
