import type { CommandResource } from "@toolgate/core"
import { type CommandPattern, concerns, covers, parseCommandPattern } from "@toolgate/policy"
import { getLeastCount, runs } from "@toolgate/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { concernsAll, concernsWider, coversAll } from "../../src/lint/containsCommand.ts"

const pattern = (text: string): CommandPattern => {
  const parsed = parseCommandPattern(text)
  if (typeof parsed === "string") throw new Error(parsed)
  return parsed
}

const command = (argv: ReadonlyArray<string>): CommandResource => ({
  kind: "command",
  argv,
  assigned: [],
  wrapper: false,
  inWorkspace: true,
  paths: [],
  hosts: []
})

describe("a command pattern contains another", () => {
  it.each([
    ["allow under deny", concernsAll, "rm:*", "rm -rf:*", true],
    ["allow under a narrower deny", concernsAll, "rm -rf:*", "rm:*", false],
    ["allow of one command under deny", concernsAll, "git push:*", "git push origin", true],
    ["open allow under a closed deny", concernsAll, "git push", "git push:*", false],
    ["deny of everything", concernsAll, "*", "ls:*", true],
    ["deny under deny", concernsWider, "rm:*", "rm -rf x:*", true],
    ["deny under a deny with an option", concernsWider, "rm -f:*", "rm -f -r:*", true],
    ["deny under a deny with another option", concernsWider, "rm -f:*", "rm -r:*", false],
    ["open deny under a closed one", concernsWider, "rm", "rm:*", false],
    ["another program", concernsWider, "rm:*", "rmdir:*", false],
    ["allow under allow", coversAll, "git log:*", "git log --oneline:*", false],
    ["allow under allow without options", coversAll, "git log:*", "git log main:*", true],
    ["allow of a dangerous word under one that does not name it", coversAll, "find:*", "find . -exec ls", false],
    ["a longer allow", coversAll, "git log main:*", "git log:*", false],
    ["the same allow", coversAll, "npm test:*", "npm test:*", true]
  ] as const)("%s: %s", (_what, contains, outer, inner, expected) => {
    expect(contains(pattern(outer), pattern(inner))).toBe(expected)
  })

  const word = fc.constantFrom(
    "git",
    "rm",
    "find",
    "push",
    "log",
    "foreach",
    "submodule",
    "-f",
    "-rf",
    "--force",
    "-c",
    "--",
    "a",
    "-exec",
    "="
  )
  const patterns = fc
    .tuple(fc.constantFrom("git", "rm", "find", "/bin/rm", "sort"), fc.array(word, { maxLength: 3 }), fc.boolean())
    .map(([program, words, open]): CommandPattern => ({ words: [program, ...words], open }))
  const argvs = fc
    .tuple(fc.constantFrom("git", "rm", "find", "/usr/bin/git", "sort"), fc.array(word, { maxLength: 6 }))
    .map(([program, words]) => [program, ...words])

  it.each([
    ["a deny that contains an allow", concernsAll, concerns, covers],
    ["a deny that contains a deny", concernsWider, concerns, concerns],
    ["an allow that contains an allow", coversAll, covers, covers]
  ] as const)("only if it matches every command that the other matches: %s", (_what, contains, outerIs, innerIs) => {
    let contained = 0
    fc.assert(
      fc.property(
        patterns,
        patterns,
        fc.array(argvs, { maxLength: 10 }),
        fc.array(word, { maxLength: 3 }),
        (outer, inner, some, more) => {
          if (!contains(outer, inner)) return
          contained++
          // Some of the commands are likely to match the inner pattern.
          for (const argv of [...some, inner.words, [...inner.words, ...more]])
            if (innerIs(inner, command(argv))) expect([argv, outerIs(outer, command(argv))]).toEqual([argv, true])
        }
      ),
      runs(4000)
    )
    expect(contained).toBeGreaterThanOrEqual(getLeastCount(0.02, runs(4000)))
  })
})
