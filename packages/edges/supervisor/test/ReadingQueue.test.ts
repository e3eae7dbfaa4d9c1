import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { ReadingQueue } from "../src/ReadingQueue.ts"

interface Simulated {
  /** The time that reading one of its messages takes, in milliseconds. */
  readonly cost: number
  /** The pause after which it sends its next message, in milliseconds. */
  readonly pause: number
  /** The time after which it sends nothing. */
  readonly until?: number
  readonly agent?: string
}

const share = { agent: "agent", session: "session" }

/** Returns how many messages of each runner a thread reads in `ms` milliseconds of a simulated clock. */
const read = (runners: ReadonlyArray<Simulated>, ms = 10_000): ReadonlyArray<number> => {
  let now = 0
  const timers: Array<{ readonly at: number; readonly go: () => void }> = []
  const turns = new ReadingQueue({ now: () => now, after: (later, go) => timers.push({ at: now + later, go }) })
  const all = runners.map((runner, at) => {
    const one = { ...runner, count: 0, saysAt: 0, mayBeRead: true }
    const turn = turns.join({ agent: runner.agent ?? `${at}`, session: `${at}` }, () => {
      one.mayBeRead = true
      readFrom()
    })
    const readFrom = () => {
      if (!one.mayBeRead || now < one.saysAt || now >= (one.until ?? ms)) return
      one.mayBeRead = turn.isDue()
      if (!one.mayBeRead) return
      const began = now
      now += one.cost
      turn.spend(began)
      one.count++
      one.saysAt = now + one.pause
    }
    return { one, readFrom }
  })
  while (now < ms) {
    const before = now
    const due = timers.filter(({ at }) => at <= now)
    for (const timer of due) timers.splice(timers.indexOf(timer), 1)
    for (const { go } of due) go()
    for (const { readFrom } of all) readFrom()
    if (now > before || due.length > 0) continue
    const next = [...timers.map(({ at }) => at), ...all.map(({ one }) => one.saysAt)].filter((at) => at > now)
    now = Math.min(ms, ...next)
  }
  return all.map(({ one }) => one.count)
}

const greedy: Simulated = { cost: 40, pause: 0 }
const polite: Simulated = { cost: 0.1, pause: 1 }

describe("a runner with expensive messages", () => {
  it("may use the whole thread while no other runner is active", () => {
    expect(read([greedy])).toEqual([250])
    const [heavy = 0] = read([greedy, { ...polite, until: 1000 }])
    expect(heavy).toBeGreaterThan(0.9 * 250)
  })

  it("leaves its neighbours nearly half of their calls, even if there are many heavy runners", () => {
    const [alone = 0] = read([polite])
    for (const count of [1, 2, 10]) {
      const [beside = 0, ...heavy] = read([polite, ...Array.from({ length: count }, () => greedy)])
      expect(beside).toBeGreaterThan(0.4 * alone)
      // The heavy runners share the other half.
      expect(heavy.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(0.4 * 250)
      expect(Math.max(...heavy) - Math.min(...heavy)).toBeLessThanOrEqual(1)
    }
  })

  it("waits only for its turn among other expensive runners", () => {
    const counts = read([greedy, { cost: 20, pause: 0 }, { cost: 1, pause: 0 }])
    const [first = 0, second = 0, third = 0] = counts
    expect(40 * first + 20 * second + third).toBeGreaterThan(9_500)
    // A turn is one message, or as many as take ten milliseconds.
    expect(Math.abs(first - second)).toBeLessThanOrEqual(1)
    expect(third).toBeGreaterThan(first)
  })

  it("shares the turns of its agent, and does not use those of other agents", () => {
    const [first = 0, second = 0, third = 0] = read([
      { ...greedy, agent: "a" },
      { ...greedy, agent: "a" },
      { ...greedy, agent: "b" }
    ])
    expect(Math.abs(first - second)).toBeLessThanOrEqual(1)
    expect(Math.abs(first + second - third)).toBeLessThanOrEqual(2)
  })

  it("is forgotten when it leaves", () => {
    const turns = new ReadingQueue({ now: () => 0, after: () => {} })
    const [one, other] = [turns.join(share, () => {}), turns.join(share, () => {})]
    other.spend(0)
    one.spend(-100)
    expect(one.isDue()).toBe(false)
    other.leave()
    one.leave()
    const last = turns.join(share, () => {})
    last.spend(-100)
    expect(last.isDue()).toBe(true)
  })
})

it("reads runners that use less than their share at once", () => {
  const counts = read(Array.from({ length: 3 }, () => ({ cost: 3, pause: 6.5 })))
  for (const count of counts) expect(count).toBeGreaterThan(0.9 * (10_000 / 9.5))
})

it("every runner is read eventually, at any load", () => {
  const one = fc.record({ cost: fc.double({ min: 0.05, max: 300, noNaN: true }), pause: fc.constantFrom(0, 0, 1, 50) })
  fc.assert(
    fc.property(fc.array(one, { minLength: 1, maxLength: 8 }), (others) => {
      const [counted = 0, ...rest] = read([polite, ...others], 20_000)
      const longest = Math.max(...others.map(({ cost }) => cost))
      // Between two turns of other runners, it is read at least once, or for as long as the turn took if no lighter
      // runner waits.
      expect(counted).toBeGreaterThan(20_000 / (longest + 10) / others.length / 2)
      for (const count of rest) expect(count).toBeGreaterThan(0)
    }),
    runs(30)
  )
})
