import fc from "fast-check"
import { expect, it } from "vitest"
import { OutputBuffer } from "../../src/guest/OutputBuffer.ts"

it("keeps pieces of any size in order", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 3_000 }), { maxLength: 20 }), (pieces) => {
      const kept = new OutputBuffer()
      for (const piece of pieces) kept.push(piece)
      expect(Buffer.compare(kept.bytes, Buffer.concat(pieces))).toBe(0)
    })
  )
})
