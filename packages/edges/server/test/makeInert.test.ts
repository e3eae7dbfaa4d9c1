import * as fc from "fast-check"
import { expect, it } from "vitest"
import { findRange } from "../src/artifacts/findRange.ts"
import { makeInert } from "../src/artifacts/makeInert.ts"

const about = { ref: "artifact:sha256-0", size: 1, createdAt: 0, expiresAt: 1 }

it("gives no header that a browser runs or that ends early, for any name and media type", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (name, mediaType) => {
      const headers = makeInert({ ...about, name, mediaType })
      expect(headers["content-disposition"]).toMatch(/^attachment; filename\*=UTF-8''[\w.!~%-]+$/)
      expect(headers["content-disposition"]).not.toMatch(/%2F|%5C/)
    })
  )
})

it.each([
  ["text/html", "text/plain; charset=utf-8"],
  ["TEXT/HTML; charset=x", "text/plain; charset=utf-8"],
  ["application/json", "text/plain; charset=utf-8"],
  ["image/png", "image/png"],
  ["image/svg+xml", "application/octet-stream"],
  ["application/pdf", "application/octet-stream"],
  ["application/xhtml+xml", "application/octet-stream"],
  ["", "application/octet-stream"]
])("serves %s as %s", (mediaType, served) => {
  expect(makeInert({ ...about, name: undefined, mediaType })["content-type"]).toBe(served)
})

it("finds a range within the bytes, or none", () => {
  fc.assert(
    fc.property(fc.nat({ max: 20 }), fc.nat({ max: 30 }), fc.nat({ max: 30 }), (size, first, last) => {
      const all = Array.from({ length: size }, (_, at) => at)
      const meant = all.slice(first, last + 1)
      const found = findRange(`bytes=${first}-${last}`, size)
      if (last < first) expect(found).toBeUndefined()
      else if (meant.length === 0) expect(found).toBe("none")
      else expect(found).toEqual({ start: first, end: first + meant.length })
    })
  )
  for (const header of [undefined, "bytes=-", "bytes=a-b", "lines=1-2", "bytes=1-2, 4-5", "bytes=0x1-2"])
    expect(findRange(header, 10)).toBeUndefined()
})
