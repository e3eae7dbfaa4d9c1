import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Turns } from "../../src/pool/Turns.ts"

interface One {
  readonly lane: string | undefined
  readonly n: number
}

/** Makes turns, and records the order in which they are given. */
const open = (perLane: number, inAll: number) => {
  const given: Array<One> = []
  const turns = new Turns<One>({ perLane, inAll }, (one) => given.push(one))
  let n = 0
  const ask = (lane: string | undefined): One => {
    const one = { lane, n: n++ }
    if (turns.take(lane, one)) given.push(one)
    return one
  }
  return { turns, given, ask, lanes: () => given.map(({ lane }) => lane).join("") }
}

describe("turns", () => {
  it("go round the lanes, and within a lane to the first that asked", () => {
    const { turns, given, ask, lanes } = open(2, 2)
    for (const lane of "aaaaabbc") ask(lane)
    expect(lanes()).toBe("aa")
    for (let served = 2; served < 8; served++) turns.release(given[served - 2]?.lane)
    expect(lanes()).toBe("aabcabaa")
    for (const lane of "abc") {
      const numbers = given.filter((one) => one.lane === lane).map((one) => one.n)
      expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
    }
  })

  it("leave a place to others, even while only one lane waits for more", () => {
    const { given, ask, lanes } = open(3, 4)
    for (const lane of "aaaaaaaa") ask(lane)
    expect(lanes()).toBe("aaa")
    ask("b")
    expect(given.at(-1)?.lane).toBe("b")
  })

  it("are given to one lane after the other if there is only one place", () => {
    const { turns, ask, lanes } = open(1, 1)
    for (const lane of "aaabc") ask(lane)
    for (const lane of "abca") turns.release(lane)
    expect(lanes()).toBe("abcaa")
  })

  it("are not given to a caller that has left", () => {
    const { turns, ask, lanes } = open(1, 1)
    ask("a")
    const gone = ask("b")
    ask("c")
    expect(turns.leave("b", gone)).toBe(true)
    expect(turns.leave("b", gone)).toBe(false)
    turns.release("a")
    expect([lanes(), turns.waiting]).toEqual(["ac", []])
  })

  it("bound the lane without a name only by the number of all places", () => {
    const { ask, given } = open(1, 3)
    for (let n = 0; n < 5; n++) ask(undefined)
    expect(given.length).toBe(3)
  })

  it("go on if a served caller gives its place back at once", () => {
    const served: Array<number> = []
    const turns = new Turns<number>({ perLane: 1, inAll: 1 }, (n) => {
      served.push(n)
      turns.release("a")
    })
    turns.take("a", 0)
    for (let n = 1; n <= 10_000; n++) turns.take("a", n)
    turns.release("a")
    expect(served.length).toBe(10_000)
  })

  it("keep their bounds, leave no place unused, and make nobody wait for more than one turn of each other lane", () => {
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.record({ ask: fc.constantFrom("a", "b", "c", "d") }) },
      { weight: 2, arbitrary: fc.record({ release: fc.nat(20) }) },
      { weight: 1, arbitrary: fc.record({ leave: fc.nat(20) }) }
    )
    const bounds = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 5 }))
    fc.assert(
      fc.property(bounds, fc.array(step, { maxLength: 80 }), ([perLane, inAll], steps) => {
        const { turns, given, ask } = open(perLane, inAll)
        const asked: Array<One> = []
        const released = new Set<One>()
        const left = new Set<One>()
        /** The number of times that each lane was served since the first caller of another lane began to wait. */
        const overtaken = new Map<One, Map<string | undefined, number>>()
        const holds = (lane?: string) =>
          given.filter((one) => !released.has(one) && (lane === undefined || one.lane === lane)).length
        for (const step of steps) {
          const before = given.length
          if ("ask" in step) asked.push(ask(step.ask))
          else if ("leave" in step) {
            const one = turns.waiting[step.leave % Math.max(1, turns.waiting.length)]
            if (one !== undefined && turns.leave(one.lane, one)) left.add(one)
          } else {
            const held = given.filter((one) => !released.has(one))
            const one = held[step.release % Math.max(1, held.length)]
            if (one !== undefined) {
              released.add(one)
              turns.release(one.lane)
            }
          }
          for (const lane of "abcd") expect(holds(lane)).toBeLessThanOrEqual(perLane)
          expect(holds()).toBeLessThanOrEqual(inAll)
          const waiting = asked.filter((one) => !given.includes(one) && !left.has(one))
          expect(new Set(turns.waiting)).toEqual(new Set(waiting))
          const couldGo = waiting.filter((one) => holds(one.lane) < perLane)
          if (holds() < inAll) expect(couldGo).toEqual([])
          // The first caller of each lane with room is overtaken by another lane once at most.
          for (const lane of "abcd") {
            const first = couldGo.find((one) => one.lane === lane)
            if (first === undefined) continue
            const counts = overtaken.get(first) ?? new Map()
            overtaken.set(first, counts)
            for (const { lane: other } of given.slice(before)) {
              if (other !== lane) counts.set(other, (counts.get(other) ?? 0) + 1)
              expect(counts.get(other) ?? 0).toBeLessThanOrEqual(1)
            }
          }
        }
      }),
      runs(400)
    )
  })
})
