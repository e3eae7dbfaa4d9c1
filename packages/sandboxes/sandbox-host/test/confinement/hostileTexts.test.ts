import { measureGrowth, mostGrowth, repeated } from "@toolgate/testing"
import { expect, it } from "vitest"
import { isLauncherError } from "../../src/command/buildCommandOutcome.ts"
import { findHint } from "../../src/command/outcomeNotes.ts"
import { buildAnywherePattern, mentionsName, shortenPath } from "../../src/confinement/exceptedBy.ts"

const texts = {
  "names within names": repeated("x.git"),
  "ends of names": repeated("x.git "),
  "parts of names": repeated(".gitx"),
  "long names": repeated("a", "", ".git"),
  "nested folders": repeated("/a"),
  "hidden folders": repeated("/.a"),
  "hidden folders, with others between": repeated("/.a/b"),
  separators: repeated("/"),
  "shells that cannot start a program": repeated("exec: ", "sh: "),
  "temporary folders": repeated("/tmp/"),
  "temporary files that are missed": repeated("/tmp/ENOEN No such fil")
}

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  "what a program printed": (text) => mentionsName(text, ".git"),
  "what a program printed, for a hint": (text) => findHint(text, "/tmp/workspace"),
  "what a launcher printed": isLauncherError,
  "a path, for a message": shortenPath,
  "a path, for a pattern": buildAnywherePattern
}

const rows = Object.entries(readers).flatMap(([what, read]) =>
  Object.entries(texts).map(([text, make]) => [what, text, read, make] as const)
)

it.each(rows)("%s with %s is read in linear time", async (_what, _text, read, make) => {
  expect(await measureGrowth(read, make, 32_000)).toBeLessThanOrEqual(mostGrowth)
})

// Short texts, many times: a search with a limited length is quadratic below that limit, and slow above it.
it("a program's output is searched for a hint in linear time", async () => {
  const search = (text: string) => {
    for (let times = 0; times < 200; times++) findHint(text, "/tmp/workspace")
  }
  expect(await measureGrowth(search, texts["temporary folders"], 500)).toBeLessThanOrEqual(mostGrowth)
})

it.each([
  ["fatal: cannot write .git: Read-only", true],
  ["a/.git", true],
  [".git", true],
  ["x.git", false],
  [".gitignore", false],
  [".git/config", false]
])("%j names the file .git: %s", (text, isNamed) => {
  expect(mentionsName(text, ".git")).toBe(isNamed)
})

it.each([
  ["cat: /tmp/a: No such file or directory", true],
  ["cat: /tmp/a: No such file or directory\ndone\n", true],
  ["Error: ENOENT: no such file or directory, open '/tmp/a'", true],
  ["cat: /tmp/workspace/a: No such file or directory", false],
  ["cat: /tmp/workspace/a: No such file\ncat: /tmp/b: No such file", true],
  ["/tmp/a\ncat: b: No such file or directory", false],
  ["/tmp/a: EROFS", true]
])("%j is explained: %s", (text, isExplained) => {
  expect(findHint(text, "/tmp/workspace") !== undefined).toBe(isExplained)
})
