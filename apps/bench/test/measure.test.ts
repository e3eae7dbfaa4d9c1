import { describe, expect, it } from "vitest"
import type { Case } from "../src/Case.ts"
import { measure } from "../src/measure.ts"

const scale = {
  judged: false,
  rounds: 6,
  batchMs: 0,
  warmUpMs: 0,
  tools: 1,
  rules: 1,
  roles: 1,
  waiting: 1,
  heapCalls: 1,
  listed: 2
}

/** Cases that write down that they ran, and nothing else. */
const noting = () => {
  const ran: Array<string> = []
  const named = (name: string, more: Partial<Case> = {}): Case => ({
    name,
    run: async (times) => {
      ran.push(`${name} ${times}`)
    },
    ...more
  })
  return { ran, named }
}

describe("measure", () => {
  it("measures every case once in every round, between the controls", async () => {
    const { ran, named } = noting()
    await measure([named("L")], [named("a"), named("b")], scale, () => {})
    const rounds = ran.slice(6)
    for (let round = 0; round < scale.rounds; round++) {
      const [start, one, middle, other, end] = rounds.slice(round * 5, round * 5 + 5)
      expect([start, middle, end]).toEqual(["L 1", "L 1", "L 1"])
      expect([one, other].toSorted()).toEqual(["a 1", "b 1"])
    }
    expect(rounds).toHaveLength(scale.rounds * 5)
  })

  it("does not keep the cases in one order", async () => {
    const { ran, named } = noting()
    await measure([], [named("a"), named("b"), named("c"), named("d")], scale, () => {})
    const rounds = Array.from({ length: scale.rounds }, (_, round) => ran.slice(8 + round * 4, 12 + round * 4).join())
    expect(new Set(rounds).size).toBeGreaterThan(1)
  })

  it("spreads the few rounds of a dear case, and makes whole batches", async () => {
    const { ran, named } = noting()
    await measure([], [named("dear", { rounds: 2, multipleOf: 7 }), named("fixed", { times: 5 })], scale, () => {})
    const counted = ran.slice(4)
    expect(counted.filter((one) => one === "dear 7")).toHaveLength(2)
    expect(counted.filter((one) => one === "fixed 5")).toHaveLength(scale.rounds)
  })

  it("stops when a case answers wrongly", async () => {
    const broken: Case = { name: "broken", run: () => Promise.reject(new Error("3 of 4 calls did not end.")) }
    await expect(measure([], [broken], scale, () => {})).rejects.toThrow("3 of 4 calls did not end.")
  })
})
