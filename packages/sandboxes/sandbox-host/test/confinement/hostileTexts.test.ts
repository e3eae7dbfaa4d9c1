import { growthOf, mostGrowth, repeated } from "@toolgate/testing"
import { expect, it } from "vitest"
import { anywhere, isNamedIn, tellingName } from "../../src/confinement/exceptedBy.ts"

const texts = {
  "names within names": repeated("x.git"),
  "ends of names": repeated("x.git "),
  "parts of names": repeated(".gitx"),
  "long names": repeated("a", "", ".git"),
  "nested folders": repeated("/a"),
  "hidden folders": repeated("/.a"),
  "hidden folders, with others between": repeated("/.a/b"),
  separators: repeated("/")
}

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  "what a program printed": (text) => isNamedIn(text, ".git"),
  "a path, for a message": tellingName,
  "a path, for a pattern": anywhere
}

const rows = Object.entries(readers).flatMap(([what, read]) =>
  Object.entries(texts).map(([text, make]) => [what, text, read, make] as const)
)

it.each(rows)("%s with %s is read in linear time", async (_what, _text, read, make) => {
  expect(await growthOf(read, make, 32_000)).toBeLessThanOrEqual(mostGrowth)
})

it.each([
  ["fatal: cannot write .git: Read-only", true],
  ["a/.git", true],
  [".git", true],
  ["x.git", false],
  [".gitignore", false],
  [".git/config", false]
])("%j names the file .git: %s", (text, isNamed) => {
  expect(isNamedIn(text, ".git")).toBe(isNamed)
})
