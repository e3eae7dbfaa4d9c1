import { tryTextAttacks } from "@toolgate/testing/hostile"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { escapeLogLine } from "../../src/log/escapeLogLine.ts"
import { escapeForTerminal, formatJsonLine, formatJsonText } from "../../src/text/escapeForTerminal.ts"

/** Texts with many characters that a terminal obeys. */
const text = fc.string({
  unit: fc.oneof(
    fc.integer({ min: 0, max: 0x9f }).map((code) => String.fromCharCode(code)),
    fc.constantFrom("\u202e", "\u2066", "\u2028", "\u2029", "\u061c", "\\", "é", "😀", "\ud800")
  )
})

const obeyed = /[\p{Cc}\p{Bidi_Control}]/u

describe("escapeForTerminal", () => {
  tryTextAttacks({ describe, it }, escapeForTerminal, "terminal")

  it("leaves nothing that a terminal obeys but line ends and tabs", () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(escapeForTerminal(given).replaceAll(/\r\n|[\n\t]/g, "")).not.toMatch(obeyed)
      })
    )
  })

  it("leaves other text unchanged", () => {
    const plain = "a\tb\r\n日本語 👩‍👩‍👧 \\u001b"
    expect(escapeForTerminal(plain)).toBe(plain)
    expect(escapeForTerminal("\u001b[2J\u009b31m\rx\u0000\u202e")).toBe("\\u001b[2J\\u009b31m\\u000dx\\u0000\\u202e")
  })
})

describe("JSON for a program and for a person", () => {
  it("is the same value, on one line for every reader", () => {
    fc.assert(
      fc.property(text, (given) => {
        const line = formatJsonLine({ given })
        expect(JSON.parse(line)).toEqual({ given })
        expect(line.slice(0, -1)).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u)
        expect(line.endsWith("\n")).toBe(true)
        expect(JSON.parse(formatJsonText({ given }))).toEqual({ given })
      })
    )
  })
})

describe("escapeLogLine", () => {
  it("is JSON without control characters, and with an indent after each line end", () => {
    fc.assert(
      fc.property(text, (given) => {
        const said = (JSON.parse(escapeLogLine(`${JSON.stringify({ given })}\n`)) as { given: string }).given
        expect(said.replaceAll(/\n {4}|\t/g, "")).not.toMatch(obeyed)
      })
    )
  })
})
