import { globSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { parseSync, Visitor } from "rolldown/utils"
import { describe, expect, it } from "vitest"
import { commentsOf, doors, exportsOf } from "../comments.ts"
import { countFolder, countSource, getPhraseRate, getVerbShare } from "../countWords.ts"
import { packages } from "../packages.mjs"

const root = join(import.meta.dirname, "../..")

/** First words that do not say what a comment describes. `Whether` is allowed for booleans. */
const riddle =
  /^(Wh(at|ich|o|om|ose|ere|en)(ever)?|How|That|Why|It|Its|One|This|They|Those|These|Of|Told|Said|Held|So|And|But|Or|The same|The other|Likewise|Another)\b/

const sources = [
  "packages/{*,*/*}/{src,test,bin,bench}/**/*.{ts,mjs,cjs}",
  "apps/*/{src,test,bin,agents}/**/*.{ts,tsx,mjs,cjs}",
  ".ci/**/*.{ts,mjs}"
]
  .flatMap((pattern) => globSync(pattern, { cwd: root }))
  .toSorted()

const documented = Object.entries(doors).flatMap(([door, file]) =>
  exportsOf(file).map((exported) => ({ door, ...exported }))
)

describe("documentation comments", () => {
  it("begin with what they describe", () => {
    const riddles = sources.flatMap((file) =>
      commentsOf(readFileSync(join(root, file), "utf8"))
        .filter(({ words }) => riddle.test(words))
        .map(({ line, words }) => `${file}:${line}: ${words.split("\n", 1)}`)
    )
    expect(sources.length).toBeGreaterThan(500)
    expect(riddles).toEqual([])
  })

  it("are at every export of every package", () => {
    const bare = documented.filter(({ file, comment }) => file !== undefined && comment === undefined)
    expect(bare.map(({ door, name, file = "" }) => `${door}: ${name} in ${relative(root, file)}`)).toEqual([])
  })

  it("show an example at every export of the two doors of an app", () => {
    const ours = documented.filter(({ door, file }) => /^toolgate(\/|$)/.test(door) && file !== undefined)
    const unshown = ours.filter(({ comment }) => !comment?.includes("```ts\n"))
    expect(unshown.map(({ door, name, file = "" }) => `${door}: ${name} in ${relative(root, file)}`)).toEqual([])
  })
})

describe("plain words", () => {
  const folders = [...packages, ...globSync("apps/*", { cwd: root })].toSorted()
  const counted = folders.map((folder) => ({ folder, ...countFolder(join(root, folder)) }))
  const functions = counted.flatMap((one) => one.functions)
  const phrases = counted.flatMap((one) => one.phrases)
  const comments = counted.reduce((sum, one) => sum + one.comments, 0)

  it("begin most exported functions of each package with a verb", () => {
    expect(functions.length).toBeGreaterThan(1_000)
    expect(getVerbShare({ functions })).toBeGreaterThanOrEqual(0.55)
    const nouns = counted.filter((one) => one.functions.length > 0 && getVerbShare(one) < 0.55)
    expect(nouns.map(({ folder, ...one }) => `${folder}: ${Math.round(100 * getVerbShare(one))} %`)).toEqual([])
  })

  it("leave roundabout phrases out of comments", () => {
    const places = phrases.map(({ at, text }) => `${relative(root, at)}: ${text}`)
    expect(comments).toBeGreaterThan(5_000)
    expect(getPhraseRate({ comments, phrases }), places.join("\n")).toBeLessThanOrEqual(12)
  })
})

describe("the counts", () => {
  const count = (source: string, file = "a.ts") => countSource(file, source)
  const names = (source: string) => count(source).functions.map(({ text, isVerbFirst }) => [text, isVerbFirst])

  it("include each exported function once, however it is written", () => {
    const source = `
      export const readA = () => 1
      export const readB = Effect.fn("readB")(function* () {})
      export function readC(): void
      export function readC() {}
      const readD = function () {}
      export { readD }
      export const readE = (() => 1) satisfies E
      const readF = () => 1
      export const readG = 1
      export type readH = () => void
      export const readI = read(() => 1)`
    expect(names(source).map(([name]) => name)).toEqual(["readA", "readB", "readC", "readD", "readE"])
  })

  it("take the first word of a name for a verb only if it can have an object", () => {
    const source = `
      export const recordCall = () => 1
      export const recordOf = () => 1
      export const isOffered = () => 1
      export const asksOf = () => 1
      export const toolNames = () => 1`
    const isVerbFirst = { recordCall: true, recordOf: false, isOffered: true, asksOf: false, toolNames: false }
    expect(Object.fromEntries(names(source))).toEqual(isVerbFirst)
  })

  it("leave the functions of tests out, but not their comments", () => {
    expect(count("/** A. */\nexport const a = () => 1", "b/test/a.ts")).toEqual({
      functions: [],
      comments: 1,
      phrases: []
    })
  })

  it("find phrases across the lines of a comment", () => {
    const source = "// A call is\n// none.\nf()\n/**\n * The file is\n * told. There is no b.\n */\n"
    expect(count(source)).toMatchObject({
      comments: 2,
      phrases: [
        { at: "a.ts:1", text: "is none" },
        { at: "a.ts:4", text: "is told" }
      ]
    })
  })
})

describe("the glossary", () => {
  const products = sources.filter((file) => /\/src\//.test(file))
  const parsed = products.map((file) => ({ file, ...parseSync(file, readFileSync(join(root, file), "utf8")) }))
  const exported = parsed.flatMap(({ file, module }) =>
    module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, exportName: { name } }) => (moduleRequest || !name ? [] : [{ file, name }]))
    )
  )
  const fields = parsed.flatMap(({ program }) => {
    const names: Array<string> = []
    new Visitor({
      TSPropertySignature: ({ key }) => void (key.type === "Identifier" && names.push(key.name)),
      TSMethodSignature: ({ key }) => void (key.type === "Identifier" && names.push(key.name))
    }).visit(program)
    return names
  })
  const splitName = (name: string) =>
    (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase())
  const glossary = readFileSync(join(root, "docs/glossary.md"), "utf8")

  it("has the words of the code", () => {
    const vocabulary = [...new Set([...exported.map(({ name }) => name), ...fields].flatMap(splitName))]
    const terms = [...glossary.matchAll(/\*\*`?([\w, ]+)`?\*\*/g)].flatMap(([, term = ""]) =>
      term.toLowerCase().split(", ")
    )
    const isKnown = (word: string) => vocabulary.some((one) => one.startsWith(word.replace(/s$/, "")))
    expect(terms.length).toBeGreaterThan(50)
    expect(terms.filter((term) => !term.replace(/^the /, "").split(" ").every(isKnown))).toEqual([])
  })

  it("replaces other words, which no exported name has", () => {
    const replaced = [...glossary.matchAll(/Not (_[^.]+_)\./g)].flatMap(
      ([, words = ""]) => words.match(/\w+(?=_)/g) ?? []
    )
    const found = exported.filter(({ name }) =>
      splitName(name).some((word) => replaced.includes(word.replace(/s$/, "")))
    )
    expect(replaced.length).toBeGreaterThan(5)
    expect(found.map(({ name, file }) => `${file}: ${name}`)).toEqual([])
  })
})

it("README.md and the pages of docs/ that a person writes have at most 50,000 words", () => {
  const pages = ["README.md", ...globSync("docs/*.md", { cwd: root })].map((page) =>
    readFileSync(join(root, page), "utf8")
  )
  const written = pages.filter((text) => !/^Generated by `pnpm docs:\w+`\.$/m.test(text))
  expect(written.length).toBeGreaterThan(30)
  // Lines of tables and of code have signs between their words.
  expect(written.join("\n").match(/\S*[\p{L}\p{N}]\S*/gu)?.length).toBeLessThanOrEqual(50_000)
})
