import { expect, it } from "vitest"
import { createRedaction } from "../../src/references.ts"

const secret = 'p/w "of" Ada+\n1'
const { text, value } = createRedaction([secret])

it("removes a secret from plain text, URLs and JSON", () => {
  expect(text(`a ${secret} b`)).toBe("a [REDACTED] b")
  expect(text(`https://example.com/?q=${encodeURIComponent(secret)}`)).toBe("https://example.com/?q=[REDACTED]")
  expect(text(JSON.stringify({ secret }))).toBe('{"secret":"[REDACTED]"}')
  expect(value({ [secret]: [secret] })).toEqual({ "[REDACTED]": ["[REDACTED]"] })
})

it.each(["", "u", "us", "user:"])("removes a secret from base64 that begins with %j", (before) => {
  for (const encoding of ["base64", "base64url"] as const) {
    const encoded = Buffer.from(`${before}${secret}`).toString(encoding)
    const rest = Buffer.from(text(encoded).replace("[REDACTED]", ""), encoding).toString("latin1")
    expect(text(encoded)).toContain("[REDACTED]")
    expect(rest).not.toMatch(/w "of"|Ada/)
  }
})

it.each([
  ["PHP's JSON", 'p\\/w \\"of\\" Ada+\\n1'],
  [".NET's JSON", "p/w \\u0022of\\u0022 Ada\\u002B\\n1"],
  ["Python's JSON with large digits", "p/w \\u0022of\\u0022 Ada\\u002b\\u000A1"],
  ["a URL with small digits", "p%2fw%20%22of%22%20Ada%2b%0a1"],
  ["a form", "p%2Fw+%22of%22+Ada%2B%0A1"],
  ["the path of a URL", "p/w%20%22of%22%20Ada+%0A1"]
])("removes a secret from %s", (_, form) => {
  expect(text(`a ${form} b`)).toBe("a [REDACTED] b")
})

it("removes a secret of any characters, in linear time", () => {
  for (const odd of [
    "a.*+?^$()|[]{1}-b",
    '\\\\"\\u002f',
    "%25%2525",
    "Zoë \u{1f511} key",
    "half \ud800 one",
    "-----BEGIN-----\nAB/+==\n"
  ])
    for (const form of [odd, JSON.stringify(odd), encodeURIComponent(odd.toWellFormed())])
      expect(createRedaction([odd]).text(form).replaceAll('"', ""), form).toBe("[REDACTED]")
  for (const character of ["\\", "%", "/", "+", " "])
    expect(createRedaction([`${character.repeat(200)}x`]).text(character.repeat(20_000))).toHaveLength(20_000)
})

it("leaves text with only a few characters of a secret", () => {
  expect(createRedaction(["short"]).text("short")).toBe("short")
  expect(text("Ada+")).toBe("Ada+")
})
