import type { SyntaxWord } from "./Syntax.ts"
import type { Word } from "./Word.ts"

const changes = "changes what later commands mean"
const sets = "sets variables, which may change what later commands mean"
const moves = "changes the folder that later commands run in, and to which one is only known when it runs"
const runs = "runs commands that are not written here"

const always: ReadonlyMap<string, string> = new Map([
  ...["alias", "unalias", "set", "shopt", "enable", "hash", "bind", "complete", "compopt"].map(
    (name) => [name, changes] as const
  ),
  ...["export", "declare", "typeset", "readonly", "local", "unset", "unsetenv"].map((name) => [name, changes] as const),
  ...["read", "mapfile", "readarray", "getopts"].map((name) => [name, sets] as const),
  ...["pushd", "popd"].map((name) => [name, moves] as const),
  ...["source", ".", "fc", "history", "coproc", "trap", "compgen"].map((name) => [name, runs] as const),
  ["let", "evaluates arithmetic, which can run commands"]
])

/**
 * The builtins of shells that start no program, whatever their words. A program of such a name does the same.
 *
 * Source: bash(1), "SHELL BUILTIN COMMANDS"; zshbuiltins(1).
 */
export const startsNothing: ReadonlySet<string> = new Set(
  `: . [ alias bg bind break cd compgen complete compopt continue declare dirs disown echo enable exit export false fc fg
  getopts hash history jobs kill let local logout mapfile popd printf pushd pwd read readarray readonly return set shift
  shopt source suspend test times true type typeset ulimit umask unalias unset unsetenv wait whence where which`.split(
    /\s+/
  )
)

/**
 * Returns the reason why a builtin of the shell cannot be judged by its words. Returns `undefined` for a builtin that
 * can, and for any other program.
 *
 * Source: bash(1), "SHELL BUILTIN COMMANDS"; mksh(1), "Arithmetic expressions".
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
const counts = new Set(["shift", "exit", "return", "break", "continue", "ulimit"])

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
 * The builtins of a shell that only decide which command of the text comes next. What they take are numbers, or files and
 * texts that are compared. The commands around them are parts like any others.
 *
 * Source: bash(1), "SHELL BUILTIN COMMANDS"; POSIX.1-2024, "Special Built-In Utilities".
 */
const continuing = new Set([":", "true", "false", "test", "[", "[[", "break", "continue", "exit", "return", "shift"])

/** Whether a program is such a builtin. */
export const continuesShell = (program: string): boolean => continuing.has(program)

/**
 * Whether a command does the same to the shell in the background as in the foreground: nothing. A builtin may change the
 * shell, except one that only prints.
 */
export const leavesShell = ([program, first]: ReadonlyArray<SyntaxWord>) => {
  const [name, option] = [plainText(program), plainText(first)]
  if (name === undefined) return false
  if (name === "command") return /^-[vV]$/.test(option ?? "")
  return printing.has(name) || !(startsNothing.has(name) || runsInShell.has(name))
}

const printing = new Set(["echo", "type", "which", "pwd", "true", "false", "test", "["])
const runsInShell = new Set(["eval", "exec", "builtin", "time", "noglob", "nocorrect", "-"])

const plainText = (word: SyntaxWord | undefined) => {
  const [piece, ...more] = word?.pieces ?? []
  return word?.bare === true && piece?.kind === "text" && more.length === 0 ? piece.text : undefined
}
