import { expect, it } from "vitest"
import { redactedBy } from "../src/index.ts"

const secret = 'p/w "of" Ada+\n1'
const { text, value } = redactedBy([secret])

it("takes a secret out as it is, and out of URLs and JSON", () => {
  expect(text(`a ${secret} b`)).toBe("a [REDACTED] b")
  expect(text(`https://example.com/?q=${encodeURIComponent(secret)}`)).toBe("https://example.com/?q=[REDACTED]")
  expect(text(JSON.stringify({ secret }))).toBe('{"secret":"[REDACTED]"}')
  expect(value({ [secret]: [secret] })).toEqual({ "[REDACTED]": ["[REDACTED]"] })
})

it.each(["", "u", "us", "user:"])("takes a secret out of base64 that begins with %j", (before) => {
  for (const encoding of ["base64", "base64url"] as const) {
    const encoded = Buffer.from(`${before}${secret}`).toString(encoding)
    const rest = Buffer.from(text(encoded).replace("[REDACTED]", ""), encoding).toString("latin1")
    expect(text(encoded)).toContain("[REDACTED]")
    expect(rest).not.toMatch(/w "of"|Ada/)
  }
})

it("leaves texts alone that have a few characters of it", () => {
  expect(redactedBy(["short"]).text("short")).toBe("short")
  expect(text("Ada+")).toBe("Ada+")
})
