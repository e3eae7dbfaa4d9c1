import fc from "fast-check"
import { expect, it } from "vitest"
import { OutputLines } from "../../src/supervise/OutputLines.ts"

it("makes the same lines of pieces as of the whole, and loses nothing", () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.constant("\n"), fc.string({ unit: "grapheme" }))),
      fc.array(fc.nat(200)),
      (parts, cuts) => {
        const text = parts.join("").replaceAll("\r", "")
        const bytes = Buffer.from(text)
        const lines = new OutputLines()
        const ends = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b)
        const made = ends.flatMap((end, i) => lines.take(bytes.subarray(ends[i - 1] ?? 0, end))).concat(lines.end())
        expect(made.map((line) => (line.isEnded ? `${line.text}\n` : line.text)).join("")).toBe(bytes.toString())
        expect(made.map(({ text }) => text).join("")).not.toContain("\n")
        expect(made.slice(0, -1).every(({ isEnded }) => isEnded)).toBe(true)
      }
    )
  )
})

it("hands on a line that does not end in parts, and keeps no more than one of them", () => {
  const lines = new OutputLines()
  const piece = Buffer.alloc(16 * 1024, "x")
  const parts = Array.from({ length: 100 }, () => lines.take(piece)).flat()
  expect(parts.every(({ text, isEnded }) => !isEnded && text.length === 64 * 1024)).toBe(true)
  expect(parts).toHaveLength(25)
  expect(lines.end()).toEqual([])
})

it("treats the carriage return before a line end as part of it", () => {
  const lines = new OutputLines()
  expect([...lines.take(Buffer.from("a\r")), ...lines.take(Buffer.from("\nb\rc\n"))]).toEqual([
    { text: "a", isEnded: true },
    { text: "b\rc", isEnded: true }
  ])
})
