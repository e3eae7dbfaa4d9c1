// Counts the words of the TypeScript sources beneath each folder that is named: how many exported functions begin with a
// verb, and how many comments have a phrase that reads as if translated. `--show` lists the other names, and the phrases.
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { type ParseResult, parseSync } from "rolldown/utils"

/** Words that begin the name of a function which does something or, such as `is` and `has`, answers yes or no. */
const verbs = new Set(
  readFileSync(join(import.meta.dirname, "verbs.txt"), "utf8")
    .trim()
    .split("\n")
)

/** Phrases for which a plain verb or noun is better. */
const phrases: Readonly<Record<string, RegExp>> = {
  "is none": /(?<!\bthere )\b(is|are) none\b/gi,
  "is no": /(?<!\bthere )\b(is|are) no\b(?! (longer|more|less|fewer|later)\b)/gi,
  nobody: /\b(nobody|somebody|whoever|whatever)\b/gi,
  "of its own": /\bof (its|their|his|her) own\b/gi,
  "as far as": /\bas far as\b/gi,
  "is told": /\b(is|are|was|were|be|been) (told|said|held|kept|led)\b/gi,
  "two relative clauses": /\b(which|who|whom|whose)\b[^.;:!?]*\b(which|who|whom|whose)\b/gi
}

interface Found {
  /** The path of the file, with the number of the line. */
  readonly at: string
  readonly text: string
}

/** The words of a source, or of all sources in a folder. */
export interface Words {
  /** The exported functions, without those of tests. */
  readonly functions: ReadonlyArray<Found & { readonly isVerbFirst: boolean }>
  readonly comments: number
  readonly phrases: ReadonlyArray<Found & { readonly phrase: string }>
}

/** Counts the words of all TypeScript sources beneath a folder. Packages that are installed there are left out. */
export const countFolder = (folder: string): Words => {
  const files = globSync("**/*.{ts,tsx,mts}", { cwd: folder, exclude: ["**/node_modules", "**/dist", "**/.*"] })
  const counted = files.map((file) => countSource(join(folder, file), readFileSync(join(folder, file), "utf8")))
  return {
    functions: counted.flatMap(({ functions }) => functions),
    comments: counted.reduce((sum, { comments }) => sum + comments, 0),
    phrases: counted.flatMap(({ phrases }) => phrases)
  }
}

/** Counts the words of a TypeScript source. */
export const countSource = (file: string, source: string): Words => {
  const parsed = parseSync(file, source)
  const at = (offset: number) => `${file}:${source.slice(0, offset).split("\n").length}`
  const functions = isTest.test(file) ? new Map<string, number>() : findExportedFunctions(parsed)
  const comments = joinLines(parsed.comments, source)
  return {
    functions: [...functions].map(([text, start]) => ({ at: at(start), text, isVerbFirst: startsWithVerb(text) })),
    comments: comments.length,
    phrases: comments.flatMap(({ value, start }) =>
      Object.entries(phrases).flatMap(([phrase, pattern]) =>
        [...value.replaceAll(/\s+(\*\s+)?/g, " ").matchAll(pattern)].map(([text]) => ({ at: at(start), text, phrase }))
      )
    )
  }
}

/** Returns what share of these functions begins with a verb, from 0 to 1. */
export const getVerbShare = ({ functions }: Pick<Words, "functions">): number =>
  functions.filter(({ isVerbFirst }) => isVerbFirst).length / functions.length

/** Returns the number of phrases in 1,000 comments. */
export const getPhraseRate = ({ comments, phrases }: Pick<Words, "comments" | "phrases">): number =>
  (1000 * phrases.length) / comments

const isTest = /(^|\/)(tests?|__tests?__|__testfixtures__)\/|\.(test|test-d|d)\.[mc]?tsx?$/

/** A verb takes an object: `recordCall` begins with a verb, `recordOf` with a noun. */
const startsWithVerb = (name: string): boolean => {
  const [first = "", second = ""] = name.match(/[A-Z]?[a-z]+/g) ?? []
  return verbs.has(first.toLowerCase()) && second !== "Of"
}

/** Returns where each exported function is declared, by its name. */
const findExportedFunctions = ({ program, module }: ParseResult): ReadonlyMap<string, number> => {
  const exported = new Set(
    module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ isType, localName }) => (isType ? [] : (localName.name ?? [])))
    )
  )
  const declared = program.body.flatMap((statement) => {
    const isExported = statement.type === "ExportNamedDeclaration" || statement.type === "ExportDefaultDeclaration"
    const declaration = isExported ? statement.declaration : statement
    if (declaration?.type === "FunctionDeclaration" || declaration?.type === "TSDeclareFunction")
      return declaration.id ?? []
    if (declaration?.type !== "VariableDeclaration") return []
    return declaration.declarations.flatMap(({ id, init }) =>
      id.type === "Identifier" && init !== null && isFunction(init) ? id : []
    )
  })
  return new Map(declared.filter(({ name }) => exported.has(name)).map(({ name, start }) => [name, start]))
}

type Expression = Extract<
  ParseResult["program"]["body"][number],
  { readonly type: "ExpressionStatement" }
>["expression"]

/** An Effect function is a generator in `Effect.fn` or `Effect.fnUntraced`. */
const isFunction = (value: Expression): boolean => {
  if (value.type === "ParenthesizedExpression") return isFunction(value.expression)
  if (value.type === "TSAsExpression" || value.type === "TSSatisfiesExpression") return isFunction(value.expression)
  if (value.type === "CallExpression")
    return value.arguments.some((one) => one.type === "FunctionExpression" && one.generator) && isEffectFn(value.callee)
  return value.type === "ArrowFunctionExpression" || value.type === "FunctionExpression"
}

const isEffectFn = (callee: Expression): boolean => {
  if (callee.type === "CallExpression") return isEffectFn(callee.callee)
  return callee.type === "MemberExpression" && callee.property.type === "Identifier" && /^fn/.test(callee.property.name)
}

/** Joins the line comments that stand below one another. */
const joinLines = (comments: ParseResult["comments"], source: string): ParseResult["comments"] => {
  const joined: ParseResult["comments"] = []
  for (const comment of comments) {
    const above = joined.at(-1)
    const isBelow =
      above?.type === "Line" && comment.type === "Line" && /^\n[ \t]*$/.test(source.slice(above.end, comment.start))
    if (isBelow)
      joined[joined.length - 1] = { ...comment, value: `${above.value} ${comment.value}`, start: above.start }
    else joined.push(comment)
  }
  return joined
}

const showRow = (name: string, words: Words): string =>
  [
    name.padEnd(40),
    String(words.functions.length).padStart(9),
    `${Math.round(100 * getVerbShare(words))} %`.padStart(10),
    String(words.comments).padStart(8),
    String(words.phrases.length).padStart(7),
    getPhraseRate(words).toFixed(1).padStart(9),
    Object.keys(phrases)
      .map((phrase) => `${phrase}: ${words.phrases.filter((one) => one.phrase === phrase).length}`)
      .join(", ")
  ].join("  ")

if (import.meta.main) {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { show: { type: "boolean" } } })
  console.log(["folder".padEnd(40), "functions", "verb first", "comments", "phrases", "per 1,000"].join("  "))
  for (const folder of positionals) {
    const words = countFolder(folder)
    console.log(showRow(folder, words))
    if (values.show === true) {
      for (const { at, text } of words.functions.filter(({ isVerbFirst }) => !isVerbFirst))
        console.log(`${at}: ${text}`)
      for (const { at, text, phrase } of words.phrases) console.log(`${at}: ${phrase}: ${text}`)
    }
  }
}
