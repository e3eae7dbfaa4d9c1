import { describe, expect, it } from "vitest"
import { answerOf, run, runBody } from "./running.ts"

describe("the clock of a script", () => {
  it("begins at the granted time, and advances by a millisecond each time it is read", () => {
    const body = "return [Date.now(), new Date().getTime(), Date.now(), new Date().toISOString()]"
    const expected = [1_000, 1_001, 1_002, "1970-01-01T00:00:01.003Z"]
    expect(answerOf(runBody(body, { clock: 1_000 }))).toEqual(expected)
    expect(answerOf(run(`const [a] = [Date.now()]; export default () => a`, { clock: 7.9 }))).toBe(7)
  })

  it("lets a script that waits for it end", () => {
    expect(
      answerOf(runBody("const until = Date.now() + 1000; while (Date.now() < until); return 1", { clock: 0 }))
    ).toBe(1)
  })

  it("is the host's if that was granted", () => {
    const before = Date.now()
    const now = Number(answerOf(runBody("return Date.now()")))
    expect(now).toBeGreaterThanOrEqual(before)
    expect(now).toBeLessThanOrEqual(Date.now())
  })

  it("shows UTC, and is the only clock", () => {
    const body =
      "return [new Date(0).toString(), new Date(0).getTimezoneOffset(), new Date(2026, 6, 1).getTime(), typeof performance]"
    expect(answerOf(runBody(body))).toEqual(["Thu Jan 01 1970 00:00:00 GMT+0000", 0, Date.UTC(2026, 6, 1), "undefined"])
  })
})

describe("the randomness of a script", () => {
  const numbers = "return Array.from({ length: 50 }, Math.random)"
  const drawn = (random: "host" | number, clock: "host" | number = 0) =>
    answerOf(runBody(numbers, { random, clock })) as ReadonlyArray<number>

  it("is the same for the same seed, and differs for another", () => {
    expect(drawn(1)).toEqual(drawn(1, "host"))
    const seeds = [0, 1, 2, -1, 0.5, 2 ** 40, Number.MAX_VALUE]
    expect(new Set(seeds.map((seed) => drawn(seed).join())).size).toBe(seeds.length)
  })

  it("comes from the system if that was granted, and does not follow from the clock", () => {
    const runs = Array.from({ length: 20 }, () => drawn("host", 5).join())
    expect(new Set(runs).size).toBe(20)
  })

  it("is spread evenly between 0 and 1", () => {
    const body = `const counts = Array(10).fill(0); for (let i = 0; i < 1e5; i++) counts[Math.floor(Math.random() * 10)]++; return counts`
    const counts = answerOf(runBody(body, { random: 42 })) as ReadonlyArray<number>
    expect(counts).toHaveLength(10)
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500)
  })
})
