import { findInputSecret, mentionsInput, namesSecretFile } from "./inputSecrets.ts"
import type { SecretInText } from "./SecretInText.ts"
import type { LocatedWord } from "./splitLooseCommands.ts"
import { type LooseCommand, splitLoosePipes } from "./splitLoosePipes.ts"

/** The operators that give commands input from the text: a here-document, `<(…)`, a pipe. */
const givesText = /<<|<\s*<?\(/
const pipes = /(?<!\|)\|(?!\|)/
const givesInput = (text: string): boolean => givesText.test(text) || pipes.test(text)
/** The largest number of commands in a pipeline, and the deepest nesting of quoted commands, that are followed. */
const longestPipe = 16
const deepest = 4
/** The largest number of lines at which reading restarts. */
const mostLines = 8
const mostContinued = 8

/**
 * Adds the secrets that commands of a text read from their standard input: from a here-string, a here-document, or a
 * pipe.
 */
export const findSecretsInInput = (text: string, found: Array<SecretInText>): void => {
  const lines = readingLines(text)
  if (lines.length === 0) return
  search(text, (at) => at, 0, found)
  // An apostrophe in prose quotes everything after it, so reading restarts at some lines.
  if (/["'`]/.test(text))
    for (const index of lines) if (index > 0) search(text.slice(index), (at) => index + at, 0, found)
}

/** Returns the starts of the first lines in which a command may read a secret from the text. */
const readingLines = (text: string): ReadonlyArray<number> => {
  const found: Array<number> = []
  if (!text.includes("|") && !text.includes("<")) return found
  mentionsInput.lastIndex = 0
  for (let match = mentionsInput.exec(text); match !== null; match = mentionsInput.exec(text)) {
    const [from, to] = lineAround(text, match.index)
    if (pipes.test(text.slice(from, match.index)) || givesText.test(text.slice(from, to))) {
      found.push(from)
      if (found.length === mostLines) break
      mentionsInput.lastIndex = to
    }
  }
  return found
}

/** Returns the line around a place of a text, with the lines that continue it. */
const lineAround = (text: string, at: number): readonly [from: number, to: number] => {
  let from = text.lastIndexOf("\n", at - 1) + 1
  let to = endOfLine(text, at)
  for (
    let lines = 0;
    lines < mostContinued && from > 0 && /[|\\]\s*$/.test(text.slice(Math.max(0, from - 8), from));
    lines++
  )
    from = text.lastIndexOf("\n", from - 2) + 1
  for (let lines = 0; lines < mostContinued && text.charAt(to - 1) === "\\"; lines++) to = endOfLine(text, to + 1)
  return [from, to]
}

const endOfLine = (text: string, from: number): number => {
  const end = text.indexOf("\n", from)
  return end < 0 ? text.length : end
}

const search = (text: string, place: (at: number) => number, depth: number, found: Array<SecretInText>): void => {
  if (!givesInput(text) || !mentions(text)) return
  const commands = splitLoosePipes(text)
  const take = (word: LocatedWord, from = 0, to = word.text.length): void => {
    if (from < to) found.push({ from: place(word.place(from)), to: place(word.place(to - 1)) + 1 })
  }
  const marks = new Marks(commands, take)
  for (const command of commands) {
    const reads = findInputSecret(command.words.map(({ text: word }) => word))
    if (reads !== undefined) marks.input(command, reads, longestPipe)
    for (const { option, command: source } of command.named)
      if (reads === undefined && namesSecretFile.test(option)) marks.output(source, "all", longestPipe)
    for (const word of command.words)
      if (word.isQuoted && depth < deepest && /\s/.test(word.text))
        search(word.text, (at) => place(word.place(at)), depth + 1, found)
  }
}

/** Marks what commands read or print. Each command is followed, and each variable marked, once, however many commands read it. */
class Marks {
  private readonly commands: ReadonlyArray<LooseCommand>
  private readonly take: (word: LocatedWord, from?: number, to?: number) => void
  /** The commands whose output was marked, with the number of commands that could still be followed from there. */
  private readonly followed = { all: new Map<LooseCommand, number>(), line: new Map<LooseCommand, number>() }
  /** The words that assign to a variable, as long as they are not marked. */
  private assignments: Map<string, Array<LocatedWord>> | undefined = undefined

  constructor(commands: ReadonlyArray<LooseCommand>, take: (word: LocatedWord, from?: number, to?: number) => void) {
    this.commands = commands
    this.take = take
  }

  input({ inputs, sources, named }: LooseCommand, reads: "all" | "line", left: number): void {
    for (const input of inputs) this.text(input, reads)
    for (const source of sources) this.output(source, reads, left)
    for (const { command, option } of named) if (namesSecretFile.test(option)) this.output(command, "all", left)
  }

  output(command: LooseCommand, reads: "all" | "line", left: number): void {
    if (left <= (this.followed[reads].get(command) ?? 0)) return
    this.followed[reads].set(command, left)
    const begins = command.words.findIndex(({ text }) => !/^\w+=/.test(text))
    const [program, ...words] = command.words.slice(Math.max(0, begins))
    const name = program?.text.slice(program.text.lastIndexOf("/") + 1)
    if (name === "echo" || name === "yes") for (const word of words.filter(isOperand)) this.text(word, reads)
    else if (name === "printf") {
      const [format, ...values] = words.filter(isOperand)
      for (const word of values.length > 0 ? values : format === undefined ? [] : [format]) this.text(word, reads)
    } else this.input(command, reads, left - 1)
  }

  /** Marks a text, or the value of the variable that it stands for. */
  private text(word: LocatedWord, reads: "all" | "line"): void {
    const [, variable] = /^\$\{?(\w+)\}?$/.exec(word.text) ?? []
    if (variable !== undefined) {
      this.variable(variable)
      return
    }
    let at = 0
    for (const line of word.text.split(/\n|\\n/)) {
      const separator = word.text.startsWith("\\n", at + line.length) ? 2 : 1
      const end = line.trimEnd().length
      // The first line of a text in several commands is a statement of theirs, not a password, if it has blanks.
      if (end > 0 && (reads === "all" || !/\s|;$/.test(line.trim())))
        this.take(word, at + line.length - line.trimStart().length, at + end)
      if (reads === "line") return
      at += line.length + separator
    }
  }

  private variable(name: string): void {
    this.assignments ??= assignmentsOf(this.commands)
    for (const word of this.assignments.get(name) ?? []) this.take(word, name.length + 1)
    this.assignments.delete(name)
  }
}

const assignmentsOf = (commands: ReadonlyArray<LooseCommand>): Map<string, Array<LocatedWord>> => {
  const assignments = new Map<string, Array<LocatedWord>>()
  for (const { words } of commands)
    for (const word of words) {
      const [, name] = /^(\w+)=/.exec(word.text) ?? []
      if (name === undefined) continue
      const others = assignments.get(name)
      if (others === undefined) assignments.set(name, [word])
      else others.push(word)
    }
  return assignments
}

const mentions = (text: string): boolean => {
  mentionsInput.lastIndex = 0
  return mentionsInput.test(text)
}

const isOperand = ({ text }: LocatedWord): boolean => !/^-[A-Za-z]{1,3}$/.test(text)
