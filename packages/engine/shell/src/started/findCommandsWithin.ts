import { findKnownPrograms } from "@toolgate/program-facts"
import { notingBuiltins, startsNothing } from "../builtins.ts"
import { getAssignedCommand } from "../commandVariables.ts"
import { findLaunch } from "../findLaunch.ts"
import { proseOption } from "../programs/findStartingWords.ts"
import { ActReader } from "../readAct.ts"
import { maxDepth } from "../ShellReading.ts"
import { findLocatedCommands } from "./findLocatedCommands.ts"
import { listTextCommands } from "./listTextCommands.ts"

interface StartedCommand {
  readonly argv: ReadonlyArray<string>
  /** The index of its first word among the words of the outer command. Absent: it is in a text. */
  readonly from?: number
  /** The index of its first word that may also begin a command, because its meaning is unknown. */
  readonly anywhere?: number
}

/** The commands that a command may start. */
export interface StartedCommands {
  /** The command itself, and each command that it may start. */
  readonly commands: ReadonlyArray<StartedCommand>
  /** Whether the bound was reached, so that some are missing. */
  readonly isFull: boolean
}

const maxVisits = 200

/** The largest number of an unknown program's words that are tried as programs that start texts. */
const maxStarters = 16

/**
 * Finds the commands that a command may start, judging by its words, and the commands that these start in turn: for
 * `pnpm exec rm -rf x`, that is `rm -rf x`. Deny and ask rules are also compared with these commands. In a command of
 * an unknown program, each word may begin a command.
 */
export const findCommandsWithin = (argv: ReadonlyArray<string>): StartedCommands => {
  const search = new Search()
  search.visit(argv, 0, 0, false)
  return { commands: search.found, isFull: search.isFull }
}

class Search {
  readonly found: Array<StartedCommand> = []
  isFull = false
  private visits = 0

  /** Searches a command. `offset` is the index of its first word among the words of the outer command. */
  visit(argv: ReadonlyArray<string>, offset: number | undefined, depth: number, isSuffix: boolean): void {
    if (argv.length === 0) return
    if (depth > maxDepth || ++this.visits > maxVisits) {
      this.isFull = true
      return
    }
    const place = this.found.length
    if (!isSuffix) {
      this.found.push(withPlace(argv, offset, undefined))
      this.readValues(argv, depth)
    }
    const anywhere = this.lookInto(argv, offset, depth)
    if (anywhere === undefined) return
    if (!isSuffix) this.found[place] = withPlace(argv, offset, anywhere)
    this.readWords(argv, anywhere, offset, depth, isSuffix)
  }

  /** Reads the values of variables and aliases, and the most likely expansions of words. */
  private readValues(argv: ReadonlyArray<string>, depth: number): void {
    const [program = "", ...words] = argv
    for (const [at, word] of words.slice(0, maxStarters).entries()) {
      const isAction = notingBuiltins.has(program) && /^-[Cxp]$/.test(words[at - 1] ?? "")
      const text =
        program === "alias" || isAction ? word.replace(/^(?:[\w.-]+=|"[^"]*": ?)/, "") : getAssignedCommand(word)
      if (text !== undefined) this.read(text, depth)
    }
    if (/[$`]/.test(program)) this.read([withDefaults(program), ...words].join(" "), depth)
    const expanded = argv.flatMap(withoutBraces).filter((word) => word !== "")
    if (expanded.length > argv.length) this.visit(expanded, undefined, depth + 1, false)
  }

  /** Returns the index of the first word that may begin a command whose place is not known. */
  private lookInto(argv: ReadonlyArray<string>, offset: number | undefined, depth: number): number | undefined {
    const [program = ""] = argv
    const inner = (from: number, to = argv.length) =>
      this.visit(argv.slice(from, to), offset === undefined ? undefined : offset + from, depth + 1, false)
    const launch = findLaunch(argv)
    for (const { from, to } of launch?.isGuess === true ? [] : (launch?.commands ?? [])) inner(from, to)
    for (const { from, to, skip = 0 } of launch?.texts ?? [])
      this.read(argv.slice(from, to).join(" ").slice(skip), depth)
    if (launch?.isGuess === true) return 1
    // A text such as `"$@"` may start the words that follow it.
    const [text] = launch?.shell === undefined ? [] : (launch.texts ?? [])
    if (text !== undefined && /\$\{?[@*0-9]/.test(argv[text.from] ?? "")) return text.to
    const files = findKnownPrograms(program)
    if (files.length === 0) return launch === undefined && !startsNothing.has(program) ? 1 : undefined
    let anywhere: number | undefined
    for (const file of files) {
      const list = file.closed ?? file.starting
      if (list === undefined) continue
      const placed = findLocatedCommands(new ActReader(file, list, argv), argv)
      for (const { from, to } of placed.commands) inner(from, to)
      for (const text of placed.texts) this.read(text, depth)
      for (const words of placed.codes) this.found.push({ argv: ["", ...words], anywhere: 1 })
      anywhere ??= placed.anywhere
    }
    return anywhere
  }

  private readWords(
    argv: ReadonlyArray<string>,
    from: number,
    offset: number | undefined,
    depth: number,
    isSuffix: boolean
  ): void {
    for (let at = from; at < argv.length; at++) {
      const word = argv[at] ?? ""
      const isProse = proseOption.test(argv[at - 1] ?? "") || proseOption.test(word.split("=", 1)[0] ?? "")
      if (/[\s;&|`(]/.test(word) && !isProse) this.read(word.replace(/^(?:-{0,2}[\w-]+=|-\w|:?!)/, ""), depth)
    }
    if (isSuffix) return
    for (let at = from; at < Math.min(argv.length, from + maxStarters); at++)
      if (findKnownPrograms(argv[at] ?? "").length > 0)
        this.visit(argv.slice(at), offset === undefined ? undefined : offset + at, depth + 1, true)
  }

  private read(text: string, depth: number): void {
    const { commands, words, isFull } = listTextCommands(text)
    this.isFull ||= isFull
    for (const argv of commands) this.visit(argv, undefined, depth + 1, false)
    // The words of an unreadable text become arguments of a nameless program, so that each may begin a command.
    if (words !== undefined) this.found.push({ argv: ["", ...words], anywhere: 1 })
  }
}

const braces = /^([^{}]*)\{([^{}]*)\}([^{}]*)$/

const maxBraces = 64

/** Expands the braces of a word like bash, such as `{a,b}`. */
const withoutBraces = (word: string): ReadonlyArray<string> => {
  const [, before = "", list, after = ""] = braces.exec(word) ?? []
  const words = list?.split(",") ?? []
  return words.length < 2 || words.length > maxBraces ? [word] : words.map((one) => `${before}${one}${after}`)
}

/** Replaces variables and commands in a word by their most likely values: `rm${IFS}x`, `${x:-rm}`, `$(which rm)`. */
const withDefaults = (word: string): string =>
  word
    .replace(/\$(?:IFS\b|\{IFS\})/g, " ")
    .replace(/\$\((?:echo|printf|which|command -v|type -p) ([^()]{0,200})\)/g, "$1")
    .replace(/`(?:echo|printf|which|command -v|type -p) ([^`]{0,200})`/g, "$1")
    .replace(/\$\{\w*:?[-=+]?([^{}]{0,200})\}/g, (whole, value: string) => (/[-=+]/.test(whole) ? value : ""))
    .replace(/\$\w+/g, "")

const withPlace = (
  argv: ReadonlyArray<string>,
  from: number | undefined,
  anywhere: number | undefined
): StartedCommand => ({
  argv,
  ...(from === undefined ? {} : { from }),
  ...(anywhere === undefined ? {} : { anywhere })
})
