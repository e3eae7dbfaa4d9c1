import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { FairQueue, getQueueShare, type QueueShare } from "../src/FairQueue.ts"
import { LinkedList } from "../src/LinkedList.ts"

interface Value extends QueueShare {
  readonly n: number
}

const at = (agent: string, session = "1"): QueueShare => ({ agent, session })

/** A step of a schedule: add an entry for a session, serve the next, or remove a waiting entry. */
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ agent: fc.constantFrom("a", "b", "c"), session: fc.constantFrom("1", "2", "3") })
  },
  { weight: 3, arbitrary: fc.constant("serve" as const) },
  { weight: 1, arbitrary: fc.record({ leave: fc.nat(40) }) }
)

describe("FairQueue", () => {
  it("serves every waiting agent and session once before it serves one again", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const queue = new FairQueue<Value>()
        const waiting = new Map<Value, ReturnType<typeof queue.add>>()
        /** The number of times that others were served since an agent, or a session, began to wait. */
        const passed = {
          agent: new Map<string, Map<string, number>>(),
          session: new Map<string, Map<string, number>>()
        }
        const sessionOf = ({ agent, session }: QueueShare) => `${agent} ${session}`
        const count = (of: typeof passed.agent, keys: Set<string>, served: string) => {
          for (const key of of.keys()) if (!keys.has(key) || key === served) of.delete(key)
          for (const key of keys) {
            if (key === served) continue
            const counts = of.get(key) ?? new Map()
            of.set(key, counts.set(served, (counts.get(served) ?? 0) + 1))
            expect(counts.get(served)).toBeLessThanOrEqual(1)
          }
        }
        for (const [n, one] of steps.entries()) {
          if (one === "serve") {
            const all = [...waiting.keys()]
            const value = queue.next()
            expect(value === undefined).toBe(all.length === 0)
            if (value === undefined) continue
            expect(all.find((other) => sessionOf(other) === sessionOf(value))).toBe(value)
            count(passed.agent, new Set(all.map(({ agent }) => agent)), value.agent)
            const sisters = all.filter(({ agent }) => agent === value.agent)
            for (const key of passed.session.keys())
              if (key.startsWith(value.agent) && !sisters.some((other) => sessionOf(other) === key))
                passed.session.delete(key)
            const others = new Map([...passed.session].filter(([key]) => key.startsWith(value.agent)))
            count(others, new Set(sisters.map(sessionOf)), sessionOf(value))
            for (const key of [...passed.session.keys()]) if (key.startsWith(value.agent)) passed.session.delete(key)
            for (const [key, counts] of others) passed.session.set(key, counts)
            waiting.delete(value)
          } else if ("leave" in one) {
            const [value, queued] = [...waiting][one.leave % Math.max(1, waiting.size)] ?? []
            if (value === undefined || queued === undefined) continue
            queue.remove(queued)
            waiting.delete(value)
          } else {
            const value = { ...one, n }
            waiting.set(value, queue.add(one, value))
          }
          expect(queue.size).toBe(waiting.size)
          const agents = new Set([...waiting.keys()].map(({ agent }) => agent))
          for (const key of passed.agent.keys()) if (!agents.has(key)) passed.agent.delete(key)
          const sessions = new Set([...waiting.keys()].map(sessionOf))
          for (const key of passed.session.keys()) if (!sessions.has(key)) passed.session.delete(key)
        }
      }),
      { numRuns: 500 }
    )
  })

  it("delays a new agent by one entry of each other agent only", () => {
    const queue = new FairQueue<string>()
    for (let n = 0; n < 10_000; n++) queue.add(at("busy", `${n % 100}`), `busy ${n}`)
    queue.add(at("other"), "other")
    expect([queue.next(), queue.next(), queue.next()]).toEqual(["busy 0", "other", "busy 1"])
  })

  it("skips agents and sessions that hold their maximum of slots", () => {
    const queue = new FairQueue<string>({ perAgent: 2, perSession: 1 })
    for (const [agent = "", session = ""] of ["a1", "a1", "a2", "a3", "b1"])
      queue.add(at(agent, session), `${agent}${session}`)
    const order: Array<string | undefined> = []
    for (let value = queue.next(); value !== undefined; value = queue.next()) {
      order.push(value)
      queue.hold(at(value[0] as string, value[1]))
    }
    expect(order).toEqual(["a1", "b1", "a2"])
    queue.release(at("a", "2"))
    expect([queue.isReady, queue.next(), queue.next(), queue.size]).toEqual([true, "a3", undefined, 1])
  })

  it("counts delegated agents towards their top-level agent", () => {
    const ceiling = { tools: "any" } as const
    const principal = {
      agent: "leaf",
      ceiling,
      parent: { agent: "middle", ceiling, parent: { agent: "top", ceiling } }
    }
    expect(getQueueShare({ principal, session: "s" })).toEqual({ agent: "top", session: "s" })
  })

  it("removes an entry in constant time", () => {
    // An entry knows its neighbours, so the only accesses are those of the two ends.
    const reads = (count: number): number => {
      const list = new LinkedList<number>()
      const entries = Array.from({ length: count }, (_, n) => list.push(n))
      let steps = 0
      const counted = new Proxy(list, {
        get: (target, name) => {
          steps++
          return Reflect.get(target, name, target)
        }
      })
      for (const entry of entries.toSorted((one, other) => (one.value % 7) - (other.value % 7)))
        LinkedList.prototype.remove.call(counted, entry)
      expect(list.first).toBeUndefined()
      return steps
    }
    expect(reads(10_000)).toBeLessThanOrEqual(10_000)
  })

  it("forgets agents without waiting entries", () => {
    const queue = new FairQueue<number>({ perAgent: 1, perSession: 1 })
    for (let n = 0; n < 100; n++) {
      const queued = queue.add(at(`${n}`), n)
      if (n % 2 === 0) queue.remove(queued)
      else if (queue.next() === n) {
        queue.hold(at(`${n}`))
        queue.release(at(`${n}`))
      }
    }
    expect((queue as unknown as { agents: Map<string, unknown> }).agents.size).toBe(0)
  })
})
