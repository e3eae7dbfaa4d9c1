import { runs } from "@toolgate/testing"
import { secretShapes } from "@toolgate/testing/hostile"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { findBeginnings } from "../src/forms/findBeginnings.ts"
import { findTokens } from "../src/forms/findTokens.ts"
import { tokenForms } from "../src/forms/tokenForms.ts"
import { addMatches } from "../src/texts/addMatches.ts"
import { apart, type Span } from "../src/texts/Span.ts"

describe("the beginnings of a form", () => {
  it.each([
    ["gh[ps]_", ["gh"]],
    ["a?b", ["ab", "b"]],
    ["(?:ab|c[de]f)g", ["ab", "cd", "ce"]],
    ["(bot)?[0-1]{2}", ["bo", "00", "01", "10", "11"]],
    ["(?<![+/])x{0,3}\\.", [".", "x.", "xx"]],
    ["a", ["a"]]
  ])("are known: %s", (source, expected) => {
    expect([...findBeginnings(source, 2)].toSorted()).toEqual(expected.toSorted())
  })
})

/** All forms in one pattern, each tried at each word. */
const escapeUnprintable = new RegExp(
  `(?<![A-Za-z0-9](?<!\\\\[nrt]))(?:${tokenForms.flatMap(({ forms }) => forms.map((form) => (form.startsWith("-") ? form : `(?=\\S{14})(?:${form})`))).join("|")})`,
  "g"
)

describe("a search for tokens by their beginnings", () => {
  const token = fc.constantFrom(
    ...secretShapes.flatMap(({ of, given }) => (of.startsWith("token: ") ? [String(given)] : []))
  )
  const text = fc
    .array(fc.tuple(token, fc.nat(120), fc.constantFrom("", " ", "\n", "\\n", "x", "/", "=", "'")), { maxLength: 4 })
    .map((parts) => parts.map(([whole, length, end]) => whole.slice(0, length) + end).join(""))

  it("finds the same tokens as matching every form at every word", () => {
    fc.assert(
      fc.property(text, (given) => {
        const [found, all]: [Array<Span>, Array<Span>] = [[], []]
        findTokens(given, found)
        addMatches(escapeUnprintable, given, all)
        expect(apart(found)).toEqual(apart(all))
      }),
      runs(2_000)
    )
  })
})
