import { arithmeticValue } from "./arithmetic.ts"
import { heredocText } from "./heredocText.ts"
import type { Piece, SyntaxWord } from "./Syntax.ts"
import { isShown, type Variables } from "./Variables.ts"
import type { WordPart } from "./WordPart.ts"

/** A word of a command. */
export interface Word {
  /** The text that the program receives or, when that is not all known, the source text. */
  readonly text: string
  /** The reason why nothing is known of the word before the command runs. */
  readonly computed?: string
  /** The value, if it has holes. */
  readonly parts?: ReadonlyArray<WordPart>
  /** Whether the shell may put several words in place of this one. */
  readonly isSeveral?: true
}

/** The most characters of a word that a reason repeats. */
const shown = 60

/** Returns a source text, short enough for a reason. */
export const excerpt = (source: string) => {
  const line = source.replaceAll("\n", " ")
  return line.length > shown ? `${line.slice(0, shown)}…` : line
}

/**
 * The place of a word: among the words of a `command`, as the `value` of a variable, where it stays one word, or in the
 * `list` of a loop.
 */
export type WordPlace = "command" | "value" | "list"

/** Returns what a word stands for, given the variables. */
export const wordOf = (
  { start, end, pieces }: SyntaxWord,
  source: string,
  variables: Variables,
  place: WordPlace = "command"
): Word => {
  const word = partsWord(source.slice(start, end), partsOf(pieces, variables, place))
  const isSeveral = place === "command" && pieces.some(({ kind }) => kind === "wildcard")
  return isSeveral ? { ...word, isSeveral } : word
}

/** Returns the word with a given value, or the word without a value if that is computed when the command runs. */
export const partsWord = (raw: string, value: ReadonlyArray<WordPart> | "computed" | "expands"): Word => {
  if (value === "computed")
    return { text: raw, computed: `The word "${excerpt(raw)}" is computed when the command runs.` }
  if (value === "expands") {
    const computed = `The word "${excerpt(raw)}" expands to words that are only known when the command runs.`
    return { text: raw, computed }
  }
  const text = value.map((part) => (typeof part === "string" ? part : part.source)).join("")
  return value.every((part) => typeof part === "string") ? { text } : { text, parts: value }
}

/**
 * The most characters of a word with what its variables stand for. A variable that doubles itself a few times would
 * otherwise fill the memory.
 */
const longest = 64 * 1024

/** Returns what pieces stand for, or the way in which they are not known. */
export const partsOf = (
  pieces: ReadonlyArray<Piece>,
  variables: Variables,
  place: WordPlace
): ReadonlyArray<WordPart> | "computed" | "expands" => {
  const parts: Array<WordPart> = []
  let length = 0
  const add = (part: WordPart) => {
    const last = parts.at(-1)
    length += typeof part === "string" ? part.length : part.source.length
    if (typeof part === "string" && typeof last === "string") parts[parts.length - 1] = last + part
    else if (part !== "" || pieces.length === 1) parts.push(part)
  }
  for (const piece of pieces) {
    if (length > longest) return "computed"
    if (piece.kind === "text") {
      add(piece.text)
      continue
    }
    if (piece.kind === "wildcard") {
      add(
        place === "value" || startsQuery(parts, piece.source)
          ? piece.source
          : { of: piece.isDeep ? "path" : "name", source: piece.source }
      )
      continue
    }
    if (piece.kind === "braces") return "expands"
    if (piece.kind === "unread") return piece.expands ? "expands" : "computed"
    const value = expanded(piece, variables, place)
    if (value === undefined) return "computed"
    for (const part of value) add(part)
  }
  if (length > longest) return "computed"
  return parts.length === 0 ? [""] : parts
}

/**
 * Whether a wildcard is the `?` before a query of a URL. Only in a folder named `http:` would it match a file, and the
 * word would have the same host.
 */
const startsQuery = ([url, ...more]: ReadonlyArray<WordPart>, wildcard: string) =>
  wildcard === "?" && more.length === 0 && typeof url === "string" && /^https?:\/\/[\w.:-]+\/[^?]*$/.test(url)

// Text that no shell splits into words.
const whole = /^[A-Za-z0-9_./,:@%+=-]+$/

/** Returns what an expansion stands for, or `undefined` when it may become anything but one word or a piece of one. */
const expanded = (
  piece: Exclude<Piece, { kind: "text" | "wildcard" | "braces" | "unread" }>,
  variables: Variables,
  place: WordPlace
): ReadonlyArray<WordPart> | undefined => {
  const value = replaced(piece, variables)
  if (value === undefined || piece.quoted || place === "value") return value
  const isWhole = value.every((part) => (typeof part === "string" ? whole.test(part) : part.of === "number"))
  if (isWhole) return value
  // A loop takes each of the words, whatever they are.
  return place === "list" && piece.kind === "commands" ? [{ of: "text", source: piece.source }] : undefined
}

const replaced = (
  piece: Exclude<Piece, { kind: "text" | "wildcard" | "braces" | "unread" }>,
  variables: Variables
): ReadonlyArray<WordPart> | undefined => {
  const { source } = piece
  switch (piece.kind) {
    case "commands": {
      const text = piece.isFile ? source : heredocText(piece.body)
      return [text ?? { of: "text", source }]
    }
    case "arithmetic": {
      const value = arithmeticValue(piece.expression, (name) => {
        const [part, ...more] = variableOf(name, variables) ?? []
        return typeof part === "string" && more.length === 0 ? part : undefined
      })
      return value === undefined ? undefined : [`${value}`]
    }
    case "variable": {
      if (/^[?#$]$/.test(piece.name)) return [{ of: "number", source }]
      const value = variableOf(piece.name, variables)
      if (value !== undefined) return value
      return isShown(piece.name) && !variables.has(piece.name) ? [{ of: "text", source }] : undefined
    }
  }
}

const variableOf = (name: string, variables: Variables): ReadonlyArray<WordPart> | undefined => {
  const value = variables.get(name)
  return value === "forgotten" ? undefined : value
}
