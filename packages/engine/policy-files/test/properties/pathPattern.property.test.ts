import { PathPattern } from "@toolgate/core/access"
import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { pathMatches } from "./reference/pathMatches.ts"
import { one } from "./world/chance.ts"

const characters = [
  "a",
  "A",
  "b",
  ".",
  "\u00e9",
  "e\u0301",
  "\u00c9",
  "\u00df",
  "\u03a3",
  "\u03c3",
  "\u03c2",
  "\ufb01",
  "\u0130",
  "\u212a",
  "k",
  "[",
  "-"
]
const name = fc.array(one(characters), { minLength: 1, maxLength: 4 }).map((all) => all.join(""))
const names = fc.array(name, { maxLength: 5 })
const path = names.map((all) => `/${all.join("/")}`)

const pieces = [...characters.filter((each) => each !== "["), "*", "*", "?", "\\[", "\\*", "\\a", "[", "!"]
const patternName = fc.oneof(
  { weight: 2, arbitrary: fc.array(one(pieces), { minLength: 1, maxLength: 5 }).map((all) => all.join("")) },
  { weight: 2, arbitrary: name.map((each) => each.replaceAll("[", "\\[")) },
  { weight: 2, arbitrary: one(["**", "*", ".", "", "..", "a*", "*a", "?"]) }
)
const pattern = fc
  .tuple(fc.boolean(), fc.array(patternName, { maxLength: 5 }))
  .map(([root, all]) => (root ? "/" : "") + all.join("/"))
const from = fc.oneof({ weight: 2, arbitrary: fc.constant("/") }, { weight: 1, arbitrary: path })

/** A pattern that is made from a path, so that the two match more often than by chance. */
const near = fc
  .tuple(names, fc.array(fc.tuple(fc.nat(4), one(["**", "*", "?", "a*"])), { maxLength: 2 }))
  .map(([all, changes]) => ({
    path: `/${all.join("/")}`,
    pattern: `/${changes
      .reduce(
        (some, [at, instead]) => some.toSpliced(at % (some.length + 1), 1, instead),
        all.map((each) => each.replaceAll("[", "\\["))
      )
      .join("/")}`
  }))
const given = fc.oneof(fc.record({ path, pattern }), near)

const matches = (text: string, at: string, start: string, folded: boolean): boolean | undefined => {
  const parsed = PathPattern.parse(text, { folded })
  return typeof parsed === "string" ? undefined : parsed.matches(at, start)
}

describe("a path pattern", () => {
  it("matches like an exhaustive matcher", () => {
    fc.assert(
      fc.property(given, from, fc.boolean(), (one_, start, folded) => {
        expect(matches(one_.pattern, one_.path, start, folded)).toBe(
          pathMatches(one_.pattern, one_.path, start, folded)
        )
      }),
      // A character that becomes two characters in lower case, beside a name in another case.
      { ...runs(4000), examples: [[{ path: "/a/A/a/\u0130", pattern: "/a/a*/a/?" }, "/", true]] }
    )
  })

  it("that is folded matches everything that the unfolded pattern matches", () => {
    fc.assert(
      fc.property(given, from, (one_, start) => {
        if (matches(one_.pattern, one_.path, start, false) === true)
          expect(matches(one_.pattern, one_.path, start, true)).toBe(true)
      }),
      runs(2000)
    )
  })

  it("that is folded ignores the case and spelling of a path", () => {
    const spelled = (text: string) => [
      text.normalize("NFC"),
      text.normalize("NFD"),
      text.toLowerCase().normalize("NFD")
    ]
    fc.assert(
      fc.property(given, ({ pattern: text, path: at }) => {
        // Folding is simple: a character that becomes two characters in another case has no other case here.
        fc.pre(!/[\u00df\ufb01\u0130]/.test(text + at))
        const [first, ...others] = spelled(at).map((each) => matches(text.normalize("NFC"), each, "/", true))
        if (!text.includes("?")) expect(others).toEqual(others.map(() => first))
      }),
      runs(1000)
    )
  })
})
