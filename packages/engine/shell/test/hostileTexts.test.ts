import { growthOf, mostGrowth, repeated } from "@toolgate/testing"
import { expect, it } from "vitest"
import { loadShellSyntax } from "../src/index.ts"
import { dangersIn } from "../src/programs.ts"

const { parts } = await loadShellSyntax()

const texts = [
  "(",
  "{ ",
  "$(",
  "`",
  '"',
  "'",
  "<<A\n",
  "a;",
  "a|",
  "${a:-",
  "$((",
  ">a ",
  "\\",
  "[[ ",
  "if ",
  "{a,",
  "<("
]

it.each(texts)("a shell text of %j is read in linear time", async (part) => {
  expect(await growthOf((text) => parts(text, "bash"), repeated(part))).toBeLessThanOrEqual(mostGrowth)
})

/** Commands whose last word is checked by a pattern, and parts of which hostile words are made for them. */
const programs: Readonly<Record<string, ReadonlyArray<string>>> = {
  "go build -ldflags": ["-X X=-s", "-s s=", "-X a=", " "],
  "sqlcmd -Q": ["\n\t", "\r", "--\n", "/*"],
  "psql -c": ["\n", "select ", "/*", "'"],
  "identify -format": ["%m", "%[", "x%"],
  "yt-dlp -o": ["%(", "a/", "."],
  "git fetch": ["@\u0001", "a@", ":"],
  "git clone": ["a@", "://", "::"],
  "cp a": ["/out/s", "v/", "../"],
  ps: ["e", "ae"],
  "python -c": ["0.", "(", "import a\n"],
  "sed -e": ["s/a/b/;", "[", "\\"],
  "curl -o": ["/", "-", "..", "http://"],
  "npm run": ["a:", "-", "a/"],
  "m4 -D": ["a=", "syscmd", "."]
}

const words = Object.entries(programs).flatMap(([program, all]) => all.map((part) => [program, part] as const))

it.each(words)("the last word of %s is checked in linear time where it is made of %j", async (program, part) => {
  const read = (word: string) => dangersIn([...program.split(" "), word], 1)
  expect(await growthOf(read, repeated(part, "", "\0"), 8_000)).toBeLessThanOrEqual(mostGrowth)
})

it.each(["0.", "-1"])("a program's name of %j is looked up in linear time", async (part) => {
  const read = (name: string) => dangersIn([name], 1)
  expect(await growthOf(read, repeated(part, "", "\0"), 8_000)).toBeLessThanOrEqual(mostGrowth)
})
