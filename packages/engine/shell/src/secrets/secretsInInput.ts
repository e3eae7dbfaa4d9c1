import { inputSecretOf, mentionsInput, namesSecretFile } from "./inputSecrets.ts"
import type { PlacedWord } from "./looseCommands.ts"
import { type LooseCommand, loosePipes } from "./loosePipes.ts"
import type { SecretInText } from "./SecretInText.ts"

/** The signs without which no command of a text gets its input from the text. */
const givesInput = /<<|\||<\s*<?\(/
/** The most commands of one pipeline, and the most levels of quoted commands, that are followed. */
const longestPipe = 16
const deepest = 4
/** The most lines from which a text is read again. */
const mostLines = 8

/**
 * Adds the secrets that commands of a text read from their standard input, however they get it: from a here-string, a
 * here-document, or a pipe.
 */
export const secretsInInput = (text: string, found: Array<SecretInText>): void => {
  if (!givesInput.test(text) || !mentionsInput.test(text)) return
  search(text, (at) => at, 0, found)
  if (!/["'`]/.test(text)) return
  // An apostrophe in prose takes everything after it, so some lines are read again as if a text began there.
  let left = mostLines
  for (const { 0: line, index } of text.matchAll(/[^\n]+/g)) {
    if (index === 0 || !givesInput.test(line)) continue
    if (left-- === 0) return
    search(text.slice(index), (at) => index + at, 0, found)
  }
}

const search = (text: string, place: (at: number) => number, depth: number, found: Array<SecretInText>): void => {
  if (!givesInput.test(text) || !mentionsInput.test(text)) return
  const commands = loosePipes(text)
  const take = (word: PlacedWord, from = 0, to = word.text.length): void => {
    if (from < to) found.push({ from: place(word.place(from)), to: place(word.place(to - 1)) + 1 })
  }
  const marks = new Marks(commands, take)
  for (const command of commands) {
    const reads = inputSecretOf(command.words.map(({ text: word }) => word))
    if (reads !== undefined) marks.input(command, reads, longestPipe)
    for (const { option, command: source } of command.named)
      if (reads === undefined && namesSecretFile.test(option)) marks.output(source, "all", longestPipe)
    for (const word of command.words)
      if (word.isQuoted && depth < deepest && /\s/.test(word.text))
        search(word.text, (at) => place(word.place(at)), depth + 1, found)
  }
}

/** Marks what commands read or print. */
class Marks {
  private readonly commands: ReadonlyArray<LooseCommand>
  private readonly take: (word: PlacedWord, from?: number, to?: number) => void

  constructor(commands: ReadonlyArray<LooseCommand>, take: (word: PlacedWord, from?: number, to?: number) => void) {
    this.commands = commands
    this.take = take
  }

  input({ inputs, sources, named }: LooseCommand, reads: "all" | "line", left: number): void {
    for (const input of inputs) this.text(input, reads)
    for (const source of sources) this.output(source, reads, left)
    for (const { command, option } of named) if (namesSecretFile.test(option)) this.output(command, "all", left)
  }

  output(command: LooseCommand, reads: "all" | "line", left: number): void {
    if (left === 0) return
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
  private text(word: PlacedWord, reads: "all" | "line"): void {
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
    for (const { words } of this.commands)
      for (const word of words) if (word.text.startsWith(`${name}=`)) this.take(word, name.length + 1)
  }
}

const isOperand = ({ text }: PlacedWord): boolean => !/^-[A-Za-z]{1,3}$/.test(text)
