import { continuesShell, findBuiltinDoubt } from "./builtins.ts"
import { changeFolder } from "./changeFolder.ts"
import { findInputDoubt } from "./findInputDoubt.ts"
import { findLaunch } from "./findLaunch.ts"
import { findLooseDoubt } from "./findLooseDoubt.ts"
import type { LauncherEffect } from "./readLaunch.ts"
import { readShellSettings } from "./readShellSettings.ts"
import type { LooseWord } from "./ShellPart.ts"
import { type Certainty, maxDepth, type ShellReading, tooDeep } from "./ShellReading.ts"
import { type Ends, type ShellState, stays } from "./ShellState.ts"
import { noVariables } from "./Variables.ts"
import { excerpt, type Word } from "./Word.ts"
import type { WordPart } from "./WordPart.ts"

/** The words of one command. The first is the program. */
interface Words {
  readonly words: ReadonlyArray<Word>
  readonly assigned: ReadonlyArray<string>
  readonly values?: ReadonlyArray<string>
  /** The starter of the command. Only the shell itself has builtins. */
  readonly startedBy: "shell" | "program"
  readonly depth: number
}

/** Adds a command and everything that it starts. Returns the states in which the command leaves the shell. */
export const runWords = (reading: ShellReading, command: Words, at: ShellState, certainty: Certainty): Ends => {
  const { parts } = reading
  const { words, assigned, values = [], startedBy, depth } = command
  const argv = words.map(({ text }) => text)
  const [program] = words
  if (program === undefined) {
    parts.opaque("An assignment alone changes what later commands mean.")
    return stays(at)
  }
  const launch =
    program.computed === undefined && program.parts === undefined ? findLaunch(argv, reading.fileNames) : undefined
  const inner = parts.inner()
  let ends = stays(at)
  if (launch !== undefined) {
    if (depth >= maxDepth) inner.unread(tooDeep)
    else ends = started({ ...reading, parts: inner }, command, launch, at, certainty)
  }
  const isText = launch?.texts !== undefined
  const settings = startedBy === "shell" ? readShellSettings(command, at) : undefined
  // A wrapper without a command is a normal command: `env` alone prints the environment.
  const startsOnly = launch?.wrapper === true && launch.doubt === undefined && inner.parts.length > 0
  const isOfShell = startedBy === "shell" && (program.text === "cd" || continuesShell(program.text))
  const wrapper = isOfShell || settings !== undefined || (startsOnly && !(isText && inner.isOpaque))
  parts.command(
    {
      argv,
      assigned: [...(settings === undefined || program.text !== "read" ? assigned : []), ...(settings?.assigned ?? [])],
      ...(values.length === 0 ? {} : { values }),
      wrapper,
      ...looseWords(words)
    },
    at.folders
  )
  if (program.text === "" || program.text.includes("="))
    parts.opaque(`The program "${excerpt(program.text)}" has a name that cannot be read.`)
  const doubts = [
    findLooseDoubt(words, launch),
    launch?.doubt,
    at.isFed ? findInputDoubt(argv) : undefined,
    startedBy === "shell" && settings === undefined ? findBuiltinDoubt(words) : undefined
  ]
  for (const doubt of doubts) if (doubt !== undefined) parts.opaque(doubt)
  parts.append(inner)
  if (settings !== undefined) return stays(settings.to)
  if (startedBy === "shell" && program.text === "cd") return changeFolder(parts, command, at, certainty)
  return ends
}

/** Replaces words for unknown files beneath a folder by the folder. */
const withFiles = (words: ReadonlyArray<Word>, from: number, to: number, files: ReadonlyArray<number> = []) => {
  const folder: Word = { text: "." }
  const inner = words.slice(from, to).map((word, at) => (files.includes(from + at) ? folder : word))
  return files.includes(words.length) && to === words.length ? [...inner, folder] : inner
}

const started = (
  reading: ShellReading,
  command: Words,
  launch: LauncherEffect,
  at: ShellState,
  certainty: Certainty
): Ends => {
  const { words, assigned, startedBy } = command
  const depth = command.depth + 1
  const name = words[0]?.text ?? ""
  const staysInShell = startedBy === "shell" && launch.inShell === true
  let ends = stays(at)
  for (const { from, to, assigned: more = [] } of launch.commands) {
    ends = runWords(
      reading,
      {
        words: withFiles(words, from, to, launch.files),
        assigned: [...assigned, ...more],
        startedBy: staysInShell ? "shell" : "program",
        depth
      },
      at,
      certainty
    )
  }
  let textEnds = staysInShell ? ends : stays(at)
  for (const { from, to, skip = 0 } of launch.texts ?? []) {
    const text = words.slice(from, to)
    // A partly computed text is not read, because the computed part may be anywhere in it. The reason for the word
    // itself has already been added.
    if (text.some(({ computed, parts }) => computed !== undefined || parts !== undefined)) {
      reading.parts.opaque(`The text that "${name}" runs is computed when the command runs.`)
      continue
    }
    const dialect = launch.shell !== "bash" || (staysInShell && reading.dialect === "sh") ? "sh" : "bash"
    const inner = reading.readInner(
      text
        .map((word) => word.text)
        .join(" ")
        .slice(skip),
      { dialect, parts: reading.parts, depth, certainty: staysInShell ? certainty : "certain" },
      staysInShell ? at : { ...at, variables: noVariables }
    )
    if (staysInShell) textEnds = inner
  }
  return textEnds
}

/** Returns the words whose values have holes, with their indexes. */
const looseWords = (words: ReadonlyArray<Word>): { readonly loose?: ReadonlyArray<LooseWord> } => {
  const loose = words.flatMap(({ parts }, at): ReadonlyArray<LooseWord> => {
    if (parts === undefined) return []
    const pattern = patternOf(parts)
    if (pattern === undefined) return [{ at, of: "text" }]
    const isNumber = parts.every((part) => typeof part === "string" || part.of === "number")
    return [{ at, of: isNumber ? "number" : "file", pattern }]
  })
  return loose.length === 0 ? {} : { loose }
}

const special = /[\\*?[\]{}!]/g

const patternOf = (parts: ReadonlyArray<WordPart>): string | undefined => {
  let pattern = ""
  for (const part of parts) {
    if (typeof part === "string") pattern += part.replaceAll(special, "\\$&")
    else if (part.of === "text") return undefined
    else if (part.of === "path") pattern += "**"
    else if (!pattern.endsWith("*") || pattern.endsWith("\\*")) pattern += "*"
  }
  return pattern
}
