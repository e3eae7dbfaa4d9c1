import { describe, expect, it } from "vitest"
import { measureFastest } from "../../../testing/src/measureFastest.ts"
import { PathPattern } from "../../src/access.ts"

const parsed = (text: string, folded = false): PathPattern => {
  const pattern = PathPattern.parse(text, { folded })
  if (typeof pattern === "string") throw new Error(`${text} ${pattern}`)
  return pattern
}

describe("a path pattern", () => {
  it("takes no longer for explosive patterns than filling a table of both lengths", () => {
    const stars = parsed(`${"a*".repeat(1000)}b`)
    const folders = parsed(`${"**/a/".repeat(800)}b`)
    const both = parsed(`${"**/a*a*a*/".repeat(400)}b`)
    const long = `/w/${"a".repeat(4000)}`
    const deep = `/w${"/a".repeat(2000)}`
    const mixed = `/w${"/aaaaa".repeat(660)}`
    // The control does as much work as filling a table with a row for each piece and a column for each character.
    const control = measureFastest(() => {
      let sum = 0
      for (let i = 0; i < 2000; i++) for (let j = 0; j < 4000; j++) sum += Number(long[j] === "b")
      return sum
    })
    expect([stars.matches(long, "/w"), folders.matches(deep, "/w"), both.matches(mixed, "/w")]).toEqual([
      false,
      false,
      false
    ])
    expect(measureFastest(() => stars.matches(long, "/w")) / control).toBeLessThan(50)
    expect(measureFastest(() => folders.matches(deep, "/w")) / control).toBeLessThan(50)
    expect(measureFastest(() => both.matches(mixed, "/w")) / control).toBeLessThan(50)
  })

  it("takes no longer for hard patterns than the product of both lengths", () => {
    const control = (length: number, width: number) => {
      let sum = 0
      for (let i = 0; i < length; i++) for (let j = 0; j < width; j++) sum += (i ^ j) & 1
      return sum
    }
    const hard = [
      [`/${"*a".repeat(1000)}b`, `/${"a".repeat(4000)}`],
      [`/${"**/a/".repeat(600)}b`, "/a".repeat(2000)],
      [`/${"**/*a*a*b/".repeat(300)}c`, "/aaaaaaaa".repeat(400)],
      [`/**/${"?*".repeat(1500)}b`, `/${"a".repeat(1999)}/${"a".repeat(1999)}`],
      [`/${"*/".repeat(1500)}b`, "/a".repeat(2000)]
    ] as const
    for (const [text, at] of hard) {
      const pattern = parsed(text, true)
      const ratio =
        measureFastest(() => pattern.matches(at, "/")) / measureFastest(() => control(text.length, at.length))
      expect(ratio, text.slice(0, 20)).toBeLessThan(30)
    }
  })
})
