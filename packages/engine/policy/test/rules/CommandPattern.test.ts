import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parseCommandPattern } from "../../src/rules/CommandPattern.ts"

describe("a command pattern", () => {
  it.each([
    ["git status", ["git", "status"], false],
    ["git status:*", ["git", "status"], true],
    ["  git \t log  :*", ["git", "log"], true],
    ["rm 'my file':*", ["rm", "my file"], true],
    ['rm "a b" c\'d\'"e"', ["rm", "a b", "cde"], false],
    ["echo ''", ["echo", ""], false],
    ["echo '*' \"*\"", ["echo", "*", "*"], false],
    ["echo \"'\" '\"'", ["echo", "'", '"'], false],
    ["docker run a:b", ["docker", "run", "a:b"], false],
    ["a:b:*", ["a:b"], true],
    ["echo 'x':*", ["echo", "x"], true],
    ["echo \\a", ["echo", "\\a"], false],
    ["*", [], true]
  ] as const)("is words, and whether more may follow: %s", (text, words, open) => {
    expect(parseCommandPattern(text)).toEqual({ words, open })
  })

  it.each([
    [":*", 'names no command; "*" means every one'],
    [" ", 'names no command; "*" means every one'],
    [
      "git *",
      'contains "*" in a place where it has no meaning; write ":*" at the end for any further words, or quote the character'
    ],
    [
      "git st*:*",
      'contains "*" in a place where it has no meaning; write ":*" at the end for any further words, or quote the character'
    ],
    [
      "git:* log",
      'contains "*" in a place where it has no meaning; write ":*" at the end for any further words, or quote the character'
    ],
    [
      "*:*",
      'contains "*" in a place where it has no meaning; write ":*" at the end for any further words, or quote the character'
    ],
    ["echo 'a", "has a quote that is not closed"],
    ['echo a" b', "has a quote that is not closed"],
    ["echo 'a:*", "has a quote that is not closed"]
  ])("says what is wrong with it: %s", (text, problem) => {
    expect(parseCommandPattern(text)).toBe(problem)
  })

  it("holds any words that are quoted, whatever is in them", () => {
    const word = fc.string({ minLength: 1 }).filter((one) => !one.includes("'"))
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), fc.boolean(), (words, open) => {
        const text = words.map((one) => `'${one}'`).join(" ") + (open ? ":*" : "")
        expect(parseCommandPattern(text)).toEqual({ words, open })
      }),
      { numRuns: 1000 }
    )
  })
})
