import { isHarmlessVariable } from "@toolgate/shell"
import type { MatchMode } from "./MatchMode.ts"

/**
 * A pattern for simple commands: words, and `:*` at the end for any further words. Patterns are compared word by word,
 * so that `git log:*` matches `git log --oneline` and not `git logout`. A single `*` matches every command.
 */
export interface CommandPattern {
  readonly words: ReadonlyArray<string>
  /** Whether further words may follow. */
  readonly open: boolean
}

/**
 * Parses a command pattern. If no command can match the text, returns the problem and a form that works, as the end of
 * a sentence whose subject is the pattern. A word that the shell computes, such as `$HOME`, is compared as it is
 * written, but only by deny and ask rules.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { parseCommandPattern } from "@toolgate/policy"
 *
 * assert.deepEqual(parseCommandPattern("git log:*"), { words: ["git", "log"], open: true })
 * // An invalid text returns the problem.
 * assert.equal(parseCommandPattern("git 'log"), "has an unclosed quote")
 * ```
 */
export const parseCommandPattern = (text: string, reading: MatchMode = "wide"): CommandPattern | string => {
  if (text === "*") return { words: [], open: true }
  const open = text.endsWith(":*")
  const words = patternWords(open ? text.slice(0, -2) : text)
  if (words === undefined) return "has an unclosed quote"
  if (words.length === 0 || words[0]?.word === "") return 'names no command; "*" means every one'
  return (
    shellMeaning(words, { text, reading }) ??
    (open ? halfWord(words, reading) : undefined) ?? { words: words.map(({ word }) => word), open }
  )
}

/** Returns the problem of a pattern whose last word is meant as the beginning of words. */
const halfWord = (words: ReadonlyArray<PatternWord>, reading: MatchMode): string | undefined => {
  const last = words.at(-1)
  // The builtin ":" is a whole word.
  if (last === undefined || last.bare === ":" || !/[=:@,]$|:\/\/$/.test(last.bare)) return undefined
  // Deny and ask rules match an option with any value.
  if (reading === "wide" && /^--[^=]+=$/.test(last.bare)) return undefined
  const before = words.slice(0, -1).map(({ text }) => text)
  const shorter = before.length === 0 ? "" : `, or leave it out, as in "${before.join(" ")}:*"`
  return `has half a word, "${last.word}", before ":*", which stands for whole words; write the whole word${shorter}`
}

/** A word of a command pattern, with quotes removed. */
interface PatternWord {
  readonly word: string
  /** The word as written. */
  readonly text: string
  /** The word with a space in place of each quoted piece. Shell operators have a meaning only outside quotes. */
  readonly bare: string
}

/** Returns the words of a pattern; `undefined` if a quote is not closed. */
const patternWords = (text: string): ReadonlyArray<PatternWord> | undefined => {
  const words: Array<PatternWord> = []
  for (const [written] of text.matchAll(/(?:'[^']*'|"[^"]*"|[^\s])+/g)) {
    let word = ""
    let bare = ""
    for (const [piece] of written.matchAll(/'[^']*'|"[^"]*"|./gsu)) {
      if (piece === "'" || piece === '"') return undefined
      const isQuoted = /^['"]/.test(piece)
      word += isQuoted ? piece.slice(1, -1) : piece
      // The shell still expands variables in double quotes.
      bare += isQuoted ? (/^".*[$`\\]/s.test(piece) ? piece.slice(1, -1).replaceAll(/[^$`\\]/g, " ") : " ") : piece
    }
    words.push({ word, text: written, bare })
  }
  return words
}

/**
 * Returns the problem of a pattern with a sign that means something to the shell, so that a command's words never
 * contain the sign; `undefined` if the pattern has no such sign.
 */
const shellMeaning = (
  words: ReadonlyArray<PatternWord>,
  { text, reading }: { readonly text: string; readonly reading: MatchMode }
): string | undefined => {
  const end = text.endsWith(":*") ? ":*" : ""
  const assigned = words.findIndex(({ bare }) => !/^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/.test(bare))
  if (assigned !== 0) return assignment(words, assigned, { end, reading })
  const [program] = words
  if (program !== undefined && grammarWords.has(program.text))
    return program.text === "!"
      ? `begins with "!", which only changes the exit status; write ${listed(words.slice(1), end)}`
      : `begins with "${program.text}", a word of the shell's grammar; write a rule for each command inside, as in "git log:*"`
  for (const [at, word] of words.entries()) {
    const problem = signIn(word, words, at) ?? (reading === "exact" ? computed(word) : undefined)
    if (problem !== undefined) return problem
  }
  // The shell ends a command at the end of a line.
  return /[\r\n]/.test(text.replaceAll(/'[^']*'|"[^"]*"/g, ""))
    ? "has several lines, which are several commands; write a rule for each"
    : undefined
}

const grammarWords = new Set(
  "! if then elif else fi while until for select case esac do done in function coproc { }".split(" ")
)

/** Returns words in quotes, as they are written. */
const listed = (words: ReadonlyArray<PatternWord>, end = ""): string =>
  words.length === 0 ? '"*" for every command' : `"${words.map(({ text }) => text).join(" ")}${end}"`

const assignment = (
  words: ReadonlyArray<PatternWord>,
  first: number,
  { end, reading }: { readonly end: string; readonly reading: MatchMode }
): string => {
  if (first === -1) return 'sets variables and names no command; "*" means every one'
  const set = words.slice(0, first).map(({ word }) => word)
  const names = set.filter((one) => !isHarmlessVariable(one)).map((one) => one.replace(/\W.*$/s, ""))
  const what = `sets ${set.length === 1 ? "a variable" : "variables"} before its command; write ${listed(words.slice(first), end)}`
  if (reading === "wide" || names.length === 0)
    return `${what}, which matches with the ${set.length === 1 ? "variable" : "variables"} too`
  return `${what}, and list ${names.map((name) => `"${name}"`).join(", ")} under "harmless_variables" of "rules"`
}

/** Returns the problem of a word with a sign that ends the word, the command, or the text. */
const signIn = ({ bare, text }: PatternWord, words: ReadonlyArray<PatternWord>, at: number): string | undefined => {
  const before = words.slice(0, at)
  if (bare.includes("*")) return starProblem(text, before)
  if (bare.includes("\\"))
    return `has a backslash, which the shell removes; write the word in single quotes, as in "'${text.replaceAll(/["']/g, "").replaceAll(/\\(.?)/gsu, "$1")}'"`
  const [, operator] = /^[^|&;<>()]*?([0-9]?[<>]|&&|\|\||[|&;()])/.exec(bare) ?? []
  if (operator !== undefined) return operatorProblem(operator, before)
  if (bare.startsWith("#")) return `has a comment, "${text}"; leave it out, or quote the word`
  return undefined
}

const starProblem = (text: string, before: ReadonlyArray<PatternWord>): string => {
  const stem = text.endsWith(":*") ? [text.slice(0, -2)] : []
  const prefix = [...before.map((word) => word.text), ...stem].join(" ")
  const instead =
    prefix === "" || prefix.includes("*") ? '"*" alone for every command' : `"${prefix}:*" for any further words`
  return `contains "*" in a place where it has no meaning; write ${instead}, or quote the character`
}

const operatorProblem = (operator: string, before: ReadonlyArray<PatternWord>): string => {
  const first = before.length === 0 ? "" : `, such as ${listed(before)}`
  if (/[<>]/.test(operator))
    return `redirects with "${operator}"; leave the redirection out, and name the file in a rule of "${operator.includes("<") ? "read_file" : "write_file"}"`
  if (/[()]/.test(operator))
    return `has "${operator}", a sign of the shell; write a rule for each command, or quote the word`
  return `joins commands with "${operator}"; write a rule for each command${first}, or quote the word`
}

/** Returns the problem of a word that the shell computes. An allow rule never answers for such a word. */
const computed = ({ bare, text }: PatternWord): string | undefined => {
  const [what, instead] = /`|\$[\w{(@*#?$! -]/.test(bare)
    ? ["is only known when the command runs", "write its value"]
    : /(?:^|=)~/.test(bare)
      ? ["is only known when the command runs", "write the path of the home folder"]
      : bare.includes("?") || within(bare, "[", "]") !== undefined
        ? ["stands for names of files", 'end the pattern before it with ":*"']
        : /,|\.\./.test(within(bare, "{", "}") ?? "")
          ? ["stands for several words", "write a rule for each"]
          : []
  return what === undefined
    ? undefined
    : `has the word "${text}", which ${what}, so that an allow rule never answers for it; ${instead}, or quote it in single quotes`
}

/** Returns the text between the first opening sign and the last closing sign, or `undefined`. */
const within = (text: string, open: string, close: string): string | undefined => {
  const [from, to] = [text.indexOf(open), text.lastIndexOf(close)]
  return from === -1 || to < from ? undefined : text.slice(from, to)
}
