import fc from "fast-check"
import { expect, it } from "vitest"
import { cutText } from "../src/cutText.ts"

it("keeps a text that fits, and otherwise the head and the tail, in whole characters", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("a", "é", "€", "😀", "\n", "["), maxLength: 200 }),
      fc.integer({ min: 8, max: 100 }),
      (text, bytes) => {
        const cut = cutText(text, bytes)
        const size = Buffer.byteLength(text)
        if (size <= bytes) {
          expect(cut).toBe(text)
          return
        }
        const [, head = "", left, all, tail = ""] =
          /^([\s\S]*)\n\[(\d+) of (\d+) bytes left out: the limit is \d+ bytes\]\n([\s\S]*)$/.exec(cut) ?? []
        expect(text.startsWith(head) && text.endsWith(tail)).toBe(true)
        expect(Buffer.byteLength(head + tail)).toBeLessThanOrEqual(bytes)
        expect([Number(all), Number(left)]).toEqual([size, size - Buffer.byteLength(head + tail)])
      }
    )
  )
})
