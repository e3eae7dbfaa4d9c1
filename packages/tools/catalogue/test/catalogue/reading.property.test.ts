import { readFileSync } from "node:fs"
import { join } from "node:path"
import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { describe, it } from "vitest"
import { read } from "./reading.ts"

const path = join(import.meta.dirname, "../fixtures/tools/tools.yaml")
const fixture = readFileSync(path, "utf8")

/** Returns whether a text was parsed, or was refused with problems that all have a position. */
const isAnswered = (text: string): boolean => {
  const found = read(text, path)
  return "tools" in found || found.every((line) => /^and \d+ more$/.test(line) || line.startsWith(`${path}:`))
}

describe("reading a catalogue", () => {
  it("never throws, for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => isAnswered(text)),
      runs(300)
    )
  })

  it("never throws for a catalogue with a replaced value", () => {
    const pieces = [
      ":",
      "{",
      "}",
      "[",
      "]",
      "-",
      "&a ",
      "*a",
      "!t ",
      "~",
      "null",
      "true",
      "1e999",
      '"',
      "\n",
      "  ",
      "__proto__",
      "{text}",
      "name"
    ]
    fc.assert(
      fc.property(
        fc.nat(fixture.length),
        fc.nat(30),
        fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 8 })),
        (from, length, piece) => isAnswered(fixture.slice(0, from) + piece + fixture.slice(from + length))
      ),
      runs(150)
    )
  })

  it("never throws for any JSON in place of a value", () => {
    const keys = [
      "name",
      "parameters",
      "side_effects",
      "resources",
      "implementation",
      "examples",
      "timeout",
      "output",
      "class"
    ]
    fc.assert(
      fc.property(fc.constantFrom(...keys), fc.jsonValue(), (key, value) => {
        const entry = { name: "t", description: "T.", implementation: { command: ["date"] }, [key]: value }
        return isAnswered(JSON.stringify({ tools: [entry] }))
      }),
      runs(500)
    )
  })
})
