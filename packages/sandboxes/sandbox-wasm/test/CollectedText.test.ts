import fc from "fast-check"
import { expect, it } from "vitest"
import { CollectedText } from "../src/CollectedText.ts"

it("reports the same text for pieces of any size, and keeps its end", () => {
  const texts = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.string({ unit: "grapheme" }).map((text) => Buffer.from(text))
  )
  fc.assert(
    fc.property(texts, fc.array(fc.nat()), fc.integer({ min: 1, max: 50 }), (bytes, places, kept) => {
      let told = ""
      const heard = new CollectedText((text) => {
        told += text
      }, kept)
      const at = [0, ...places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
      for (const [n, end] of at.slice(1).entries()) heard.push(Buffer.from(bytes.subarray(at[n], end)))
      heard.end()
      expect(told).toBe(Buffer.from(bytes).toString())
      expect(heard.bytes).toBe(bytes.length)
      expect(told.endsWith(heard.text)).toBe(true)
      expect(heard.text.length).toBeGreaterThanOrEqual(Math.min(kept, told.length))
    })
  )
})
