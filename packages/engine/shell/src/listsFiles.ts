import { findKnownPrograms, readPattern, type WordForm } from "@toolgate/program-facts"
import type { FileNames } from "./readLaunch.ts"
import type { ShellReading } from "./ShellReading.ts"
import type { ShellState } from "./ShellState.ts"
import type { Command, Redirection, SimpleCommand } from "./Syntax.ts"
import { expandWord, type Word } from "./Word.ts"
import type { WordPart } from "./WordPart.ts"

/** A pattern for names that begin with a dot, such as `.e*`. Rules about such files cannot be compared with it. */
const hidden = /(?:^|\/)(?:\.[^/]*[*?[]|[?[])/

/**
 * Returns the kind of file names that a command of a pipeline reads, if its input has only file names beneath known
 * folders, as in `find src -name x | sort | xargs grep y`.
 */
export const readFileNames = (
  reading: ShellReading,
  commands: ReadonlyArray<Command>,
  index: number,
  at: ShellState
): FileNames | undefined => {
  const last = commands[index]
  if (last?.kind !== "simple" || !last.redirections.every(({ operator }) => operator.startsWith(">"))) return undefined
  for (let before = index - 1; before >= 0; before--) {
    const command = commands[before]
    const words = command?.kind === "simple" ? knownWords(reading, command, at) : undefined
    if (words === undefined) return undefined
    const [program = "", ...rest] = words.map(({ text }) => text)
    const files = program.includes("/") ? [] : findKnownPrograms(program).filter(({ names }) => names.includes(program))
    const isListing = files.some(({ printsFiles }) => printsFiles?.some((form) => fitsWords(form, rest)))
    if (isListing && !rest.some((word) => hidden.test(word))) return program === "find" ? "found" : "listed"
    if (words.some(({ parts }) => parts !== undefined)) return undefined
    if (!files.some(({ passesLines }) => passesLines && fitsWords(passesLines, rest))) return undefined
  }
  return undefined
}

/**
 * Returns the words of a command if each is known or stands for files beneath a folder, and if only its standard
 * output goes into the pipe.
 */
const knownWords = (
  { source }: ShellReading,
  { assignments, words, redirections }: SimpleCommand,
  at: ShellState
): ReadonlyArray<Word> | undefined => {
  if (assignments.length > 0 || !redirections.every((one) => dropsErrors(one, source))) return undefined
  const found = words.map((word) => expandWord(word, source, at.variables))
  return found.every(({ computed, parts }) => computed === undefined && (parts === undefined || isBeneath(parts)))
    ? found
    : undefined
}

/** Whether a word with wildcards begins with a folder that is written out, and stays beneath it. */
const isBeneath = ([folder, ...rest]: ReadonlyArray<WordPart>) =>
  typeof folder === "string" &&
  /^[\w.][\w./-]*\/[\w-]*$/.test(folder) &&
  !folder.split("/").includes("..") &&
  rest.every((part) => (typeof part === "string" ? !part.includes("..") : part.of === "name" || part.of === "path"))

const dropsErrors = ({ operator, isNumbered, target }: Redirection, source: string) =>
  operator === ">" && isNumbered && source.slice(target.start, target.end) === "/dev/null"

const fitsWords = (form: WordForm, words: ReadonlyArray<string>): boolean => {
  const operands = words.filter((word) => !word.startsWith("-"))
  const fits = (pattern: string | undefined, word: string) => pattern === undefined || readPattern(pattern).test(word)
  return (
    (form.begins === undefined || words[0] === form.begins) &&
    (form.needs === undefined || words.some((word) => fits(form.needs, word))) &&
    (form.operands === undefined || operands.length === form.operands) &&
    words.every((word) => fits(word.startsWith("-") ? form.option : form.operand, word)) &&
    fits(form.words, words.join(" "))
  )
}
