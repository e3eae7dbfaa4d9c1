import { type LocatedWord, readWordAt } from "./splitLooseCommands.ts"

/** A command of a text, and what it reads. */
export interface LooseCommand {
  readonly words: ReadonlyArray<LocatedWord>
  /** The here-strings and the bodies of the here-documents that the command reads. */
  readonly inputs: ReadonlyArray<LocatedWord>
  /** The commands whose output the command reads: the one before `|`, and those in `<(…)`. */
  readonly sources: ReadonlyArray<LooseCommand>
  /** The commands in `<(…)` whose output an option of the command names: `--key-file <(…)`. */
  readonly named: ReadonlyArray<{ readonly option: string; readonly command: LooseCommand }>
}

interface OpenCommand extends LooseCommand {
  readonly words: Array<LocatedWord>
  readonly inputs: Array<LocatedWord>
  readonly sources: Array<LooseCommand>
  readonly named: Array<{ readonly option: string; readonly command: LooseCommand }>
}

/** The deepest nesting of `<(…)`. */
const deepest = 8

/**
 * Splits a text into commands with their inputs, like a shell. Like `splitLooseCommands`, it never fails, and reads
 * each character a bounded number of times.
 */
export const splitLoosePipes = (text: string): ReadonlyArray<LooseCommand> => new PipeReader(text).all()

class PipeReader {
  private readonly text: string
  private at = 0
  private readonly commands: Array<LooseCommand> = []
  private readonly bodies: Array<{ readonly command: OpenCommand; readonly end: string }> = []

  constructor(text: string) {
    this.text = text
  }

  all(): ReadonlyArray<LooseCommand> {
    while (this.at < this.text.length) {
      this.list(0)
      // A closing bracket without an opening one.
      this.at++
    }
    return this.commands
  }

  /** Reads commands up to the bracket that closes them. Returns the last command, or its group. */
  private list(depth: number, closing: ")" | "}" = ")"): LooseCommand | undefined {
    let last: OpenCommand | undefined
    let command = newCommand()
    let isPiped = false
    const end = () => {
      if (command.words.length > 0 || command.inputs.length > 0) {
        if (isPiped && last !== undefined) command.sources.push(last)
        this.commands.push(command)
        last = command
        isPiped = false
      }
      command = newCommand()
    }
    while (this.at < this.text.length) {
      this.skip()
      const { text, at } = this
      const char = text.charAt(at)
      if (char === "") break
      const isFirst = command.words.length === 0
      if (char === ")" || (char === "}" && closing === "}" && isFirst)) {
        end()
        return last
      }
      if (isFirst && depth < deepest && (char === "(" || /^\{\s/.test(text.slice(at, at + 2)))) {
        last = this.group(depth, char === "(" ? ")" : "}")
        continue
      }
      if (text.startsWith("<<<", at)) {
        this.at += 3
        this.skip()
        command.inputs.push(this.word())
      } else if (text.startsWith("<<", at)) this.openBody(command)
      else if (text.startsWith("<(", at) && depth < deepest) {
        this.at += 2
        const inner = this.list(depth + 1)
        this.at++
        const option = command.words.at(-1)?.text ?? ""
        if (inner !== undefined) command.named.push({ option, command: inner })
      } else if (char === "<" || char === ">") this.redirection(command, depth)
      else if (char === "\n") {
        end()
        this.at++
        this.readBodies()
      } else if (char === "|" && !text.startsWith("||", at)) {
        end()
        isPiped = last !== undefined
        this.at += text.startsWith("|&", at) ? 2 : 1
      } else if (/[;&|(`]/.test(char)) {
        end()
        isPiped = false
        this.at++
      } else command.words.push(this.word())
    }
    end()
    return last
  }

  /** Reads the commands in brackets, which are read together by the command after `|`. */
  private group(depth: number, closing: ")" | "}"): OpenCommand {
    const first = this.commands.length
    this.at++
    this.list(depth + 1, closing)
    this.at++
    return { ...newCommand(), sources: this.commands.slice(first) }
  }

  private skip(): void {
    blanks.lastIndex = this.at
    blanks.exec(this.text)
    this.at = blanks.lastIndex
  }

  private word(): LocatedWord {
    const { word, end } = readWordAt(this.text, this.at)
    this.at = Math.max(end, this.at + (word.text === "" ? 0 : 1))
    return word
  }

  /** Reads `< file`, `> file`, and `< <(…)`, whose commands are read by the command before. */
  private redirection(command: OpenCommand, depth: number): void {
    const isInput = this.text.charAt(this.at++) === "<"
    while (/[<>&|]/.test(this.text.charAt(this.at)) && !this.text.startsWith("<(", this.at)) this.at++
    this.skip()
    if (isInput && this.text.startsWith("<(", this.at) && depth < deepest) {
      this.at += 2
      const inner = this.list(depth + 1)
      this.at++
      if (inner !== undefined) command.sources.push(inner)
    } else if (/[^\s;|&()`<>]/.test(this.text.charAt(this.at))) this.word()
  }

  private openBody(command: OpenCommand): void {
    this.at += this.text.startsWith("<<-", this.at) ? 3 : 2
    this.skip()
    const end = this.word().text
    if (end !== "") this.bodies.push({ command, end })
  }

  private readBodies(): void {
    for (const { command, end } of this.bodies.splice(0)) {
      const from = this.at
      let to = from
      while (this.at < this.text.length) {
        const found = this.text.indexOf("\n", this.at)
        const lineEnd = found < 0 ? this.text.length : found
        const line = this.text.slice(this.at, lineEnd)
        this.at = Math.min(lineEnd + 1, this.text.length)
        if (line.trim() === end) break
        to = lineEnd
      }
      const body = this.text.slice(from, to)
      if (body !== "") command.inputs.push({ text: body, isQuoted: true, place: (index) => from + index })
    }
  }
}

const newCommand = (): OpenCommand => ({ words: [], inputs: [], sources: [], named: [] })

const blanks = /(?:[^\S\n]|\\\r?\n)*/y
