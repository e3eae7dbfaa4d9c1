import { describe, expect, it } from "vitest"
import type { Case } from "../src/Case.ts"
import { createContender } from "../src/Contender.ts"
import { Measured } from "../src/Measured.ts"
import { measure, warmUp } from "../src/measure.ts"
import { quick } from "../src/Scale.ts"

const rounds = 6

/** Returns cases that only record that they ran. */
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

const measuring = async (controls: ReadonlyArray<Case>, cases: ReadonlyArray<Case>): Promise<Measured> => {
  const here = (one: Case) => createContender(one, quick)
  const [units, contenders] = [controls.map(here), cases.map(here)]
  const measured = new Measured()
  await warmUp([...units, ...contenders], () => {})
  await measure(measured, units, contenders, rounds, () => {})
  return measured
}

describe("measure", () => {
  it("measures every case once in every round, between the controls", async () => {
    const { ran, named } = noting()
    const measured = await measuring([named("L")], [named("a"), named("b")])
    for (let round = 0; round < rounds; round++) {
      const [start, one, middle, other, end] = ran.slice(round * 5, round * 5 + 5)
      expect([start, middle, end]).toEqual(["L 1", "L 1", "L 1"])
      expect([one, other].toSorted()).toEqual(["a 1", "b 1"])
    }
    expect(ran).toHaveLength(rounds * 5)
    expect(measured.within("L").map((times) => times.length)).toEqual(Array(rounds).fill(3))
  })

  it("warms all cases up twice, one after the other", async () => {
    const { ran, named } = noting()
    const contenders = [named("a", { times: 3 }), named("b")].map((one) =>
      createContender(one, { ...quick, warmUpMs: Number.MIN_VALUE })
    )
    await warmUp(contenders, () => {})
    const order = ran.map((one) => one.split(" ")[0]).filter((name, at, all) => name !== all[at - 1])
    expect(order).toEqual(["a", "b", "a", "b"])
  })

  it("changes the order of the cases", async () => {
    const { ran, named } = noting()
    await measuring([], [named("a"), named("b"), named("c"), named("d")])
    const orders = Array.from({ length: rounds }, (_, round) => ran.slice(round * 4, round * 4 + 4).join())
    expect(new Set(orders).size).toBeGreaterThan(1)
  })

  it("spreads the few rounds of a slow case, and measures whole batches", async () => {
    const { ran, named } = noting()
    await measuring([], [named("dear", { rounds: 2, multipleOf: 7 }), named("fixed", { times: 5 })])
    expect(ran.filter((one) => one === "dear 7")).toHaveLength(2)
    expect(ran.filter((one) => one === "fixed 5")).toHaveLength(rounds)
  })

  it("stops when a case answers wrongly, and names it", async () => {
    const broken: Case = { name: "broken", run: () => Promise.reject(new Error("3 of 4 calls did not end.")) }
    await expect(measuring([], [broken])).rejects.toThrow('"broken" broke. 3 of 4 calls did not end.')
  })
})
