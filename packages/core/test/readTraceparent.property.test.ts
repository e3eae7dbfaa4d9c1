import fc from "fast-check"
import { expect, it } from "vitest"
import { runs } from "../../testing/src/runs.ts"
import { readTraceparent } from "../src/readTraceparent.ts"

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: length, maxLength: length })

const id = (length: number) => hex(length).filter((text) => !/^0+$/.test(text))

const parts = fc.tuple(id(32), id(16), hex(2))

it("accepts every valid trace context, and keeps the known fields of a later version", () => {
  fc.assert(
    fc.property(
      parts,
      fc.oneof(fc.constantFrom("00", "ff"), hex(2)),
      fc.constantFrom("", "-x", "-00"),
      (given, version, more) => {
        const text = given.join("-")
        expect(readTraceparent(`00-${text}`)).toBe(`00-${text}`)
        const later = version !== "ff" && (version !== "00" || more === "")
        expect(readTraceparent(`${version}-${text}${more}`)).toBe(later ? `00-${text}` : undefined)
      }
    ),
    runs(200)
  )
})

it("rejects a trace context with another character, length or type", () => {
  const at = fc.nat({ max: 54 })
  const wrong = fc.constantFrom("G", "A", " ", "\u0000", "é", "")
  fc.assert(
    fc.property(parts, at, wrong, (given, at, wrong) => {
      const text = `00-${given.join("-")}`
      expect(readTraceparent(`${text.slice(0, at)}${wrong}${text.slice(at + 1)}`)).toBeUndefined()
    }),
    runs(200)
  )
  const zeros = [`00-${"0".repeat(32)}-${"1".repeat(16)}-01`, `00-${"1".repeat(32)}-${"0".repeat(16)}-01`]
  for (const given of [...zeros, undefined, null, 5, {}, ["00"], ""]) expect(readTraceparent(given)).toBeUndefined()
})
