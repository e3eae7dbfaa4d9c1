import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { expect, it } from "vitest"
import { checkHash } from "../src/segments/chain.ts"
import { SealedLines } from "../src/segments/SealedLines.ts"
import { sealed } from "./sealed.ts"

const member = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  // More text than the buffer holds at first, in characters of one to four bytes.
  fc
    .tuple(fc.constantFrom("a", "ä", "€", "😀"), fc.integer({ min: 0, max: 100_000 }))
    .map(([one, times]) => one.repeat(times))
)

it("keeps returned lines unchanged while others are added", () => {
  const lines = new SealedLines()
  lines.add('"text":"first"')
  const first = lines.take()
  const before = Buffer.from(first)
  expect(lines.length).toBe(0)
  lines.add('"text":"other"')
  expect(Buffer.from(first).equals(before)).toBe(true)
  const { length } = lines
  expect(lines.take()).toHaveLength(length)
})

it("produces the same bytes in batches as one by one", () => {
  fc.assert(
    fc.property(fc.array(fc.array(member, { maxLength: 4 }), { maxLength: 4 }), (batches) => {
      const lines = new SealedLines()
      let prev: string | undefined
      for (const batch of batches) {
        const texts: Array<string> = []
        for (const text of batch) {
          const members = `"text":${JSON.stringify(text)}`
          lines.add(members)
          const one = sealed(members, prev)
          prev = one.hash
          texts.push(`${one.line}\n`)
          expect(checkHash(Buffer.from(one.line))).toBe(one.hash)
        }
        expect(Buffer.from(lines.take()).equals(Buffer.from(texts.join("")))).toBe(true)
        expect(lines.hash).toBe(prev)
      }
    }),
    runs(20)
  )
})
