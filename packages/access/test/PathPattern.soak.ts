import { describe, expect, it } from "vitest"
import { PathPattern } from "../src/index.ts"

const parsed = (text: string): PathPattern => {
  const pattern = PathPattern.parse(text, { folded: false })
  if (typeof pattern === "string") throw new Error(`${text} ${pattern}`)
  return pattern
}

describe("a path pattern", () => {
  it("takes no longer for patterns that explode than a table of both lengths does", () => {
    const stars = parsed(`${"a*".repeat(1000)}b`)
    const folders = parsed(`${"**/a/".repeat(800)}b`)
    const both = parsed(`${"**/a*a*a*/".repeat(400)}b`)
    const long = `/w/${"a".repeat(4000)}`
    const deep = `/w${"/a".repeat(2000)}`
    const mixed = `/w${"/aaaaa".repeat(660)}`
    // The same work as filling a table with a row for each piece and a column for each character.
    const control = fastest(() => {
      let sum = 0
      for (let i = 0; i < 2000; i++) for (let j = 0; j < 4000; j++) sum += Number(long[j] === "b")
      return sum
    })
    expect([stars.matches(long, "/w"), folders.matches(deep, "/w"), both.matches(mixed, "/w")]).toEqual([
      false,
      false,
      false
    ])
    expect(fastest(() => stars.matches(long, "/w")) / control).toBeLessThan(50)
    expect(fastest(() => folders.matches(deep, "/w")) / control).toBeLessThan(50)
    expect(fastest(() => both.matches(mixed, "/w")) / control).toBeLessThan(50)
  })
})

/** The least processor time of one of several runs. It is that of this thread alone, which other programs take nothing of. */
const fastest = (work: () => unknown): number => {
  let best = Number.POSITIVE_INFINITY
  for (let i = 0; i < 3; i++) {
    const start = process.threadCpuUsage()
    let used = 0
    let times = 0
    // The system's clock of a thread moves in steps of several milliseconds.
    while (used < 50_000) {
      work()
      times++
      const { system, user } = process.threadCpuUsage(start)
      used = system + user
    }
    best = Math.min(best, used / times)
  }
  return best
}
