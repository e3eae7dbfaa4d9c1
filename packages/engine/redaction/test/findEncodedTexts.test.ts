import * as fc from "fast-check"
import { expect, it } from "vitest"
import { findEncodedTexts } from "../src/texts/findEncodedTexts.ts"

/** Characters of one to four bytes, none of which is a control character. */
const character = fc.oneof(
  fc.integer({ min: 0x20, max: 0x7e }),
  fc.integer({ min: 0x80, max: 0x7ff }),
  fc.integer({ min: 0x800, max: 0xd7ff }),
  fc.integer({ min: 0x10000, max: 0x10ffff })
)

it("finds text in base64 and hexadecimal with any beginning", () => {
  fc.assert(
    fc.property(fc.array(character, { maxLength: 5 }), (begin) => {
      const text = `${String.fromCodePoint(...begin)}, and the rest of it`
      for (const encoding of ["base64", "base64url", "hex"] as const)
        expect(findEncodedTexts(Buffer.from(text).toString(encoding)).map((found) => found.text)).toEqual([text])
    })
  )
})

it("finds text that PowerShell has encoded", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 6 }), (text) => {
      const found = findEncodedTexts(Buffer.from(text, "utf16le").toString("base64"))
      expect(found.map((one) => one.text)).toEqual([text])
    })
  )
})

it("does not decode bytes that cannot begin a text", () => {
  fc.assert(
    fc.property(fc.uint8Array({ min: 0x80, max: 0xbf, minLength: 16, maxLength: 16 }), (bytes) => {
      for (const encoding of ["base64", "hex"] as const)
        expect(findEncodedTexts(Buffer.from(bytes).toString(encoding)).filter(({ isWhole }) => isWhole)).toEqual([])
    })
  )
})
