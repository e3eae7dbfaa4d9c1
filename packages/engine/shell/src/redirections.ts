import { readPieces, readWord } from "./readWord.ts"
import type { ShellReading } from "./ShellReading.ts"
import type { ShellState } from "./ShellState.ts"
import type { Redirection } from "./Syntax.ts"
import { excerpt, expandPieces, type Word } from "./Word.ts"

const modes: Readonly<Record<string, "r" | "w" | "rw">> = {
  "<": "r",
  ">": "w",
  ">>": "w",
  ">|": "w",
  "&>": "w",
  "&>>": "w",
  ">&": "w",
  "<>": "rw"
}

const nothing = /^\/dev\/(?:null|stdin|stdout|stderr|fd\/[0-9]+)$/
const network = /^\/dev\/(?:tcp|udp)(?:\/|$)/

/** Removes `.` and `..` from an absolute path. Any other path is returned unchanged. */
const plainPath = (path: string): string => {
  if (!path.startsWith("/")) return path
  const names: Array<string> = []
  for (const name of path.split("/"))
    if (name === "..") names.pop()
    else if (name !== "" && name !== ".") names.push(name)
  return `/${names.join("/")}`
}

/**
 * A word after `>&` that is not a file. zsh reads a number with a final dash as a file, but bash and ksh move the
 * descriptor.
 */
const descriptor = /^(?:[0-9]+|-)$/

/** Adds the files that redirections open, or the reason why they are unknown. */
export const readRedirections = (reading: ShellReading, redirections: ReadonlyArray<Redirection>, at: ShellState) => {
  for (const redirection of redirections) {
    const { operator, target, body } = redirection
    if (operator === "<<" || operator === "<<-") {
      if (body !== undefined) readBody(reading, body, at)
      continue
    }
    const raw = reading.source.slice(target.start, target.end)
    if (/^[<>]&$/.test(operator) && descriptor.test(raw)) continue
    const word = readWord(reading, target, at)
    if (word.computed === undefined) noteRedirection(reading, redirection, raw, word, at)
  }
}

const readBody = (reading: ShellReading, body: NonNullable<Redirection["body"]>, at: ShellState) => {
  const isKnown = typeof expandPieces(body, at.variables, "value") !== "string"
  if (!isKnown) reading.parts.opaque("A here-document holds text that is computed when the command runs.")
  readPieces(reading, body, at)
}

const noteRedirection = (
  { parts, dialect }: ShellReading,
  { operator, isNumbered }: Redirection,
  raw: string,
  { text, parts: holes }: Word,
  { folders }: ShellState
) => {
  if (operator === "<<<" || (operator === "<" && raw.startsWith("<("))) return
  const mode = modes[operator]
  // bash expands the word after `>&` once more after removing its quotes, and a dash in it may close a descriptor.
  const isUnclear =
    raw.startsWith("<(") ||
    (operator === ">&" &&
      (isNumbered || dialect === "sh" || /^[0-9]+-$/.test(raw) || !/^[\w./+,:@%][\w./+,:@%-]*$/.test(raw)))
  if (mode === undefined || text === "" || isUnclear || holes !== undefined) {
    return parts.opaque(`The redirection "${operator}${excerpt(raw)}" cannot be read.`)
  }
  if (network.test(plainPath(text))) {
    return parts.opaque(`The redirection to "${excerpt(raw)}" reaches the network.`)
  }
  if (!nothing.test(text)) parts.file(text, mode, folders)
}
