import { describe, expect, it } from "vitest"
import { readProgram } from "../../src/reading.ts"

/** Returns the faults of a file whose only rule has a pattern. */
const faultsOf = (pattern: string) => {
  const text = `names: [x]\noperands:\n  - reason: is written\n    matches: ${JSON.stringify(pattern)}\n`
  const read = readProgram(text, "x.yaml")
  return "faults" in read ? read.faults.problems.map(({ source, message }) => `${source} ${message}`) : []
}

describe("a pattern", () => {
  it.each([
    "/^x/",
    "/^[\\w.-]+@(?!npm:)[\\w.-]+:./i",
    "/^(?:on|off|yes|no)$/",
    "/^(?:[\\w-]*:)*-*test$/",
    "/^\\p{L}+$/u",
    "/\\/x$/"
  ])("may be %s", (pattern) => {
    expect(faultsOf(pattern)).toEqual([])
  })

  it.each([
    ["^x", 'is not a pattern; write it between slashes, as in "/^x/"'],
    ["//", 'is not a pattern; write it between slashes, as in "/^x/"'],
    ["/(/", "is not a regular expression: Unterminated group"],
    ["/x/g", 'the flag "g" is not allowed after a pattern; there are i, m, s, u and v'],
    ["/x/y", 'the flag "y" is not allowed after a pattern; there are i, m, s, u and v'],
    [`/^${"a?".repeat(400)}/`, "is too large"],
    [`/^${"(a".repeat(70)}${")".repeat(70)}/`, "is too large"]
  ])("must not be %s", (pattern, says) => {
    expect(faultsOf(pattern)).toEqual([expect.stringMatching(/^x\.yaml:4:14 /)])
    expect(faultsOf(pattern)[0]).toContain(says)
  })

  it.each(["/a^/", "/$a/", "/[]/", "/x[]y/", "/(?!)/", "/(?=a)b/", "/(?!a)a/", "/a$b/"])(
    "must not be %s, which never matches",
    (pattern) => {
      expect(faultsOf(pattern)).toEqual([
        `x.yaml:4:14 ${JSON.stringify(pattern)} fits no word; write what a word must be`
      ])
    }
  )

  // Each of them takes longer than a second for a word of some thousand characters, most for one of thirty.
  it.each([
    "/^(a+)+$/",
    "/^(?:\\w|\\d)+$/",
    "/^(?:a|a)*$/",
    "/^(?:ab|a|b)*$/",
    "/^(?:-|[\\w-]*:)*test$/",
    "/^(?:on|off|\\w{2})+$/",
    "/^(?:a?){30}a{30}$/",
    "/^(?:a{0,90}){0,90}$/",
    "/^(?=(?:a|a)+b)c/",
    "/^(?:k|\\u212a)+$/iu",
    "/^(\\w+)x\\1+$/",
    "/\\s+$/",
    "/^.*x.*y.*z/",
    "/^\\w*\\d*\\w*$/",
    "/x*x*x*y/"
  ])("must not be %s, which takes more than linear time", (pattern) => {
    expect(faultsOf(pattern)).toEqual([expect.stringMatching(/^x\.yaml:4:14 the time to compare a word with /)])
  })
})
