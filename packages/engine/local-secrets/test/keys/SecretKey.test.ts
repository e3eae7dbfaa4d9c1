import { createHmac } from "node:crypto"
import { inspect } from "node:util"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { SecretKey } from "../../src/index.ts"

const key = new SecretKey(new Uint8Array(32).fill(7))
const other = new SecretKey(new Uint8Array(32).fill(8))
const text = fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.string({ unit: fc.nat(0xffff).map(unitOf) }))
const parts = fc.array(text, { maxLength: 4 })

function unitOf(code: number): string {
  return String.fromCharCode(code)
}

it("refuses a key of fewer than 32 bytes", () => {
  expect(() => new SecretKey(new Uint8Array(31))).toThrow("at least 32 bytes")
})

it("does not reveal the bytes of a key", () => {
  const bytes = Buffer.from("0123456789abcdef0123456789abcdef")
  const secret = new SecretKey(bytes)
  const shown = [inspect(secret, { depth: 9, showHidden: true }), JSON.stringify(secret), String(secret), secret.id]
  for (const each of ["0123456789abcdef", "30313233", "30 31 32 33", "48,49,50,51", bytes.toString("base64")])
    expect(shown.join()).not.toContain(each)
})

describe("a digest", () => {
  it("is HMAC-SHA-256 with the key itself, as in existing logs", () => {
    const expected = createHmac("sha256", new Uint8Array(32).fill(7)).update("hunter22").digest("hex")
    expect(key.digest("hunter22")).toBe(`hmac-sha256:${expected}`)
    expect(key.id).toBe("989a207b7adc95d3")
  })

  it("depends on the key", () => {
    expect(other.digest("hunter22")).not.toBe(key.digest("hunter22"))
    expect(other.id).not.toBe(key.id)
  })
})

describe("an authentication code", () => {
  it("is valid only for its purpose, text and key", () => {
    fc.assert(
      fc.property(text, text, text, text, (purpose, about, anotherPurpose, anotherText) => {
        const mac = key.mac(purpose, about)
        expect(key.verify(purpose, about, mac)).toBe(true)
        expect(other.verify(purpose, about, mac)).toBe(false)
        expect(key.verify(anotherPurpose, about, mac)).toBe(anotherPurpose === purpose)
        expect(key.verify(purpose, anotherText, mac)).toBe(anotherText === about)
      })
    )
  })

  it("distinguishes ill-formed texts", () => {
    expect(key.mac("a", "\ud800")).not.toBe(key.mac("a", "\ud801"))
    expect(key.mac("a", "\ud800")).not.toBe(key.mac("a", "\ufffd"))
  })

  it("is invalid if it is truncated, extended or malformed", () => {
    const mac = key.mac("decision", "yes")
    for (const wrong of ["", mac.slice(1), `${mac}A`, `${mac} `, "é".repeat(mac.length)])
      expect(key.verify("decision", "yes", wrong)).toBe(false)
  })
})

describe("a sealed text", () => {
  it("opens with the same key and associated strings", () => {
    fc.assert(
      fc.property(text, parts, (plain, associated) => {
        expect(key.open(key.seal(plain, associated), associated)).toBe(plain)
      })
    )
  })

  it("does not open for other or differently split associated strings", () => {
    fc.assert(
      fc.property(text, parts, parts, (plain, associated, others) => {
        fc.pre(JSON.stringify(associated) !== JSON.stringify(others))
        expect(key.open(key.seal(plain, associated), others)).toBeUndefined()
      })
    )
    const sealed = key.seal("text", ["a", "bc"])
    for (const shifted of [["ab", "c"], ["abc"], ["a", "bc", ""], ["", "a", "bc"], ["bc", "a"], ['a","bc'], []])
      expect(key.open(sealed, shifted)).toBeUndefined()
    expect(key.open(key.seal("text", ["\ud800"]), ["\ufffd"])).toBeUndefined()
  })

  it("does not open with another key", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 64 }), text, (bytes, plain) => {
        expect(new SecretKey(bytes).open(key.seal(plain, ["a"]), ["a"])).toBeUndefined()
      })
    )
  })

  it("does not open with any bit changed", () => {
    const sealed = Buffer.from(key.seal('{"path":"notes.md"}', ["request", "8f14"]))
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const changed = Buffer.from(sealed)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(key.open(changed.toString("latin1"), ["request", "8f14"])).toBeUndefined()
    }
  })

  it("does not open if anything was added, removed or respelled", () => {
    const sealed = key.seal("text", [])
    for (let length = 0; length < sealed.length; length++) expect(key.open(sealed.slice(0, length), [])).toBeUndefined()
    for (const more of [`${sealed}A`, `${sealed}=`, `${sealed}\n`, ` ${sealed}`, sealed.replace("v1.", "v2.")])
      expect(key.open(more, [])).toBeUndefined()
    fc.assert(fc.property(fc.string(), (arbitrary) => key.open(arbitrary, []) === undefined))
    fc.assert(fc.property(fc.base64String(), (arbitrary) => key.open(`v1.${arbitrary}`, []) === undefined))
  })

  it("differs each time, and is as long as its text", () => {
    const sealed = Array.from({ length: 100 }, () => key.seal("text", []))
    expect(new Set(sealed.map((each) => each.slice(3, 35))).size).toBe(100)
    expect(new Set(sealed.map(({ length }) => length)).size).toBe(1)
    expect(sealed.join()).not.toContain(Buffer.from("text").toString("base64url").slice(0, 4))
  })
})
