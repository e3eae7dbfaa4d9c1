import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { LineWindow } from "../src/LineWindow.ts"

const all = { start: 1, end: Number.POSITIVE_INFINITY, maxBytes: 1_000, maxLineBytes: 100, numbered: false }

describe("LineWindow", () => {
  it("keeps the same lines, with any chunks", () => {
    const line = fc.string({ unit: fc.constantFrom("a", "é", "😀", "\n", "\r") })
    fc.assert(
      fc.property(
        line,
        fc.array(fc.nat(20)),
        fc.integer({ min: 1, max: 4 }),
        fc.boolean(),
        (text, cuts, start, numbered) => {
          const opening = { ...all, start, end: start + 2, maxBytes: 60, maxLineBytes: 12, numbered }
          const bytes = Buffer.from(text)
          const whole = new LineWindow(opening)
          whole.take(bytes)
          whole.end()
          const parts = new LineWindow(opening)
          let at = 0
          for (const cut of [...cuts, bytes.length]) {
            parts.take(bytes.subarray(at, at + cut))
            at += cut
          }
          parts.end()
          expect(Buffer.from(parts.text()).toString()).toBe(Buffer.from(whole.text()).toString())
          expect([parts.lines, parts.bytes, parts.last, parts.next, parts.cut]).toEqual([
            whole.lines,
            whole.bytes,
            whole.last,
            whole.next,
            whole.cut
          ])
        }
      )
    )
  })

  it("keeps at most its limit of bytes, and names the first omitted line", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(30)), fc.integer({ min: 20, max: 60 }), (lengths, maxBytes) => {
        const window = new LineWindow({ ...all, maxBytes, maxLineBytes: 12, numbered: true })
        window.take(Buffer.from(lengths.map((length) => `${"x".repeat(length)}\n`).join("")))
        window.end()
        expect(window.text().length).toBeLessThanOrEqual(maxBytes)
        expect(window.lines).toBe(lengths.length)
        expect(window.next).toBe(window.last === window.lines ? undefined : window.last + 1)
      })
    )
  })

  it("omits a line that does not fit completely", () => {
    const window = new LineWindow({ ...all, maxBytes: 10, maxLineBytes: 5 })
    window.take(Buffer.from("aaaa\nbbbbbbbb\n"))
    window.end()
    expect(Buffer.from(window.text()).toString()).toBe("aaaa\n")
    expect([window.last, window.next, window.cut]).toEqual([1, 2, []])
  })
})
