import { measureGrowth, mostGrowth, repeated } from "@toolgate/testing"
import { expect, it } from "vitest"
import { loadShellSyntax } from "../src/index.ts"
import { findDangerousWords } from "../src/programs.ts"
import { readGrammarFiles } from "../src/readGrammarFiles.ts"
import { findSecretsInInput } from "../src/secrets/findSecretsInInput.ts"
import type { SecretInText } from "../src/secrets/SecretInText.ts"

const { parts } = await loadShellSyntax(readGrammarFiles)

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
  expect(await measureGrowth((text) => parts(text, "bash"), repeated(part))).toBeLessThanOrEqual(mostGrowth)
})

/** Commands with a last word that a pattern checks, and the parts for hostile words. */
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

it.each(words)("the last word of %s is checked in linear time if it repeats %j", async (program, part) => {
  const read = (word: string) => findDangerousWords([...program.split(" "), word], 1)
  expect(await measureGrowth(read, repeated(part, "", "\0"), 8_000)).toBeLessThanOrEqual(mostGrowth)
})

it.each(["0.", "-1"])("a program's name of %j is looked up in linear time", async (part) => {
  const read = (name: string) => findDangerousWords([name], 1)
  expect(await measureGrowth(read, repeated(part, "", "\0"), 8_000)).toBeLessThanOrEqual(mostGrowth)
})

const login = "docker login --password-stdin"

/** Texts with commands whose input comes from other parts of the text. */
const inputs: Readonly<Record<string, (length: number) => string>> = {
  "many variables": (length) => `${"a=1 ".repeat(length / 8)}; echo ${"$a ".repeat(length / 8)} | ${login}`,
  "many variables without a value": repeated("$a ", "echo ", `| ${login}`),
  "many commands with a variable": repeated(`a=1; echo $a | ${login}\n`),
  "long pipes": repeated(` | ${login}`, "echo a"),
  "pipes within groups": (length) => {
    const pipes = " | cat".repeat(3)
    const nested = `${"(".repeat(7)}echo a${`${pipes})`.repeat(7)} | ${login}\n`
    return nested.repeat(Math.ceil(length / nested.length))
  },
  "groups within pipes": repeated("(echo a | cat; echo b | cat) | ", "", login),
  "quoted texts": repeated(`bash -c "echo a | ${login}" `),
  "open quotes": repeated(`echo 'a | ${login}\n`),
  "here-documents": repeated(`${login} <<A\n`)
}

it.each(Object.entries(inputs))("%s are searched for secrets in linear time", async (_, make) => {
  expect(await measureGrowth((text) => findSecretsInInput(text, []), make, 8_000)).toBeLessThanOrEqual(mostGrowth)
})

it("the input of nested groups is marked only a few times", () => {
  const text = `${"(".repeat(8)}echo a${` | ${login}; echo b) | ${login}`.repeat(8)} | ${login}`
  const found: Array<SecretInText> = []
  findSecretsInInput(text, found)
  expect(new Set(found.map(({ from }) => from)).size).toBe(9)
  expect(found.length).toBeLessThanOrEqual(16 * 9)
})
