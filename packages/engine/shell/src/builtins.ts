import table from "./builtins.json" with { type: "json" }
import type { SyntaxWord } from "./Syntax.ts"
import type { Word } from "./Word.ts"

const always: ReadonlyMap<string, string> = new Map(
  Object.entries(table.doubts).flatMap(([reason, names]) => names.map((name) => [name, reason] as const))
)

/** The builtins of shells that never start a program. A program of the same name does not either. */
export const startsNothing: ReadonlySet<string> = new Set(table.startsNothing)

/** The builtins whose effect is judged while a text is read. */
export const judgedBuiltins: ReadonlySet<string> = new Set(table.judged)

/** The builtins that store a command for later. */
export const notingBuiltins: ReadonlySet<string> = new Set(table.noting)

/** The settings of a shell that stop a text at an error, or print what it runs. */
export const harmlessSettings: ReadonlySet<string> = new Set(table.harmlessSettings)

const continuing = new Set(table.continuing)

/**
 * Whether a builtin only decides which command of the text runs next. Its words are numbers, or files and texts to
 * compare.
 */
export const continuesShell = (program: string): boolean => continuing.has(program)

const printing = new Set(table.printing)
const runningInShell = new Set(table.runningInShell)

/**
 * Returns the reason why a builtin of the shell cannot be judged by its words. Returns `undefined` for a builtin that
 * can, and for any other program.
 */
export const findBuiltinDoubt = (words: ReadonlyArray<Word>): string | undefined => {
  const [program, ...rest] = words
  const name = program?.text ?? ""
  const why = always.get(name) ?? sometimes(name, rest)
  return why === undefined ? undefined : `The command "${name}" ${why}.`
}

const has = (words: ReadonlyArray<Word>, letter: string) =>
  words.some(({ text }) => text.startsWith("-") && text.includes(letter))

const evaluates = "evaluates arithmetic, which can run commands"
const compares = /^-(?:eq|ne|lt|le|gt|ge)$/
const sets = "sets variables, which may change what later commands mean"
const runs = "runs commands that are not written here"
const counts = new Set(table.evaluatingNumbers)

const sometimes = (name: string, rest: ReadonlyArray<Word>) => {
  if (name === "printf" && setsByFormat(rest)) return sets
  if (name === "wait" && has(rest, "p")) return sets
  if (name === "jobs" && has(rest, "x")) return runs
  // Some shells accept an array element as a number, and run the commands in its index.
  if (counts.has(name) && !rest.every(isNumber)) return evaluates
  if (!["test", "[", "[["].includes(name)) return undefined
  const isEvaluated = rest.some(
    ({ text }, at) =>
      /^-[vR]$/.test(text) || (compares.test(text) && !(isNumber(rest[at - 1]) && isNumber(rest[at + 1])))
  )
  return isEvaluated ? evaluates : undefined
}

const setsByFormat = ([first, second]: ReadonlyArray<Word>) => {
  const format = (first?.text === "--" ? second : first)?.text ?? ""
  return format.startsWith("-v") || /%[^%A-Za-z]*[hljztL]*n/.test(format.replaceAll("%%", ""))
}

const isNumber = (word: Word | undefined) =>
  word !== undefined &&
  (word.parts === undefined
    ? word.computed !== undefined || /^(?:[-+]?[0-9]+|-[A-Za-z]+|unlimited|hard|soft|)$/.test(word.text)
    : word.parts.every((part) => typeof part !== "string" && part.of === "number"))

/**
 * Whether a command never changes the shell, so that it may also run in the background. A builtin may change the
 * shell, unless it only prints.
 */
export const leavesShell = ([program, first]: ReadonlyArray<SyntaxWord>) => {
  const [name, option] = [plainText(program), plainText(first)]
  if (name === undefined) return false
  if (name === "command") return /^-[vV]$/.test(option ?? "")
  return printing.has(name) || !(startsNothing.has(name) || runningInShell.has(name))
}

const plainText = (word: SyntaxWord | undefined) => {
  const [piece, ...more] = word?.pieces ?? []
  return word?.bare === true && piece?.kind === "text" && more.length === 0 ? piece.text : undefined
}
