import table from "./builtins.json" with { type: "json" }
import type { SyntaxWord } from "./Syntax.ts"
import type { Word } from "./Word.ts"

const always: ReadonlyMap<string, string> = new Map(
  Object.entries(table.doubts).flatMap(([reason, names]) => names.map((name) => [name, reason] as const))
)

/** The builtins of shells that start no program, whatever their words. A program of such a name does the same. */
export const startsNothing: ReadonlySet<string> = new Set(table.startsNothing)

/** The builtins of shells that are judged when a text is read. */
export const judgedBuiltins: ReadonlySet<string> = new Set(table.judged)

/** The builtins that note a command for later. */
export const notingBuiltins: ReadonlySet<string> = new Set(table.noting)

/** The settings of a shell that stop a text at an error, or print what it runs. */
export const harmlessSettings: ReadonlySet<string> = new Set(table.harmlessSettings)

const continuing = new Set(table.continuing)

/**
 * Whether a builtin of a shell only decides which command of the text comes next. What it takes are numbers, or files and
 * texts that are compared. The commands around it are parts like any others.
 */
export const continuesShell = (program: string): boolean => continuing.has(program)

const printing = new Set(table.printing)
const runningInShell = new Set(table.runningInShell)

/**
 * Returns the reason why a builtin of the shell cannot be judged by its words. Returns `undefined` for a builtin that
 * can, and for any other program.
 */
export const builtinDoubt = (words: ReadonlyArray<Word>): string | undefined => {
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
  // In place of a number, some shells evaluate an array's index, and run the commands in it.
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
 * Whether a command does the same to the shell in the background as in the foreground: nothing. A builtin may change the
 * shell, except one that only prints.
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
