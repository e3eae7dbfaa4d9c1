import { arithmeticValue } from "./arithmetic.ts"
import { heredocText } from "./heredocText.ts"
import type { Part } from "./Part.ts"
import type { Piece, SyntaxWord } from "./Syntax.ts"
import { isShown, type Variables } from "./Variables.ts"

/** A word of a command. */
export interface Word {
  /** What the program gets, or, where that is not all known, what is written. */
  readonly text: string
  /** Why nothing is known of the word before it runs. */
  readonly computed?: string
  /** The value, where it has holes. */
  readonly parts?: ReadonlyArray<Part>
  /** Whether there may be several words of that form. */
  readonly isSeveral?: true
}

/** How much of a word is repeated in a reason. */
const shown = 60

/** A source text short enough for a reason. */
export const excerpt = (source: string) => {
  const line = source.replaceAll("\n", " ")
  return line.length > shown ? `${line.slice(0, shown)}…` : line
}

/**
 * Where a word stands: among those of a `command`, as the `value` of a variable, where it stays one word, or in the `list` that
 * a loop goes through.
 */
export type WordPlace = "command" | "value" | "list"

/** What a word stands for where the variables are these. */
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

/** A word of some parts; without any, one that is computed. */
export const partsWord = (raw: string, value: ReadonlyArray<Part> | "computed" | "expands"): Word => {
  if (value === "computed")
    return { text: raw, computed: `The word "${excerpt(raw)}" is computed when the command runs.` }
  if (value === "expands") {
    const computed = `The word "${excerpt(raw)}" expands to words that are only known when the command runs.`
    return { text: raw, computed }
  }
  const text = value.map((part) => (typeof part === "string" ? part : part.source)).join("")
  return value.every((part) => typeof part === "string") ? { text } : { text, parts: value }
}

/** How long a word is at most with what its variables stand for: one that doubles a variable some times fills the memory. */
const longest = 64 * 1024

/** What pieces stand for, or why that is not known. */
export const partsOf = (
  pieces: ReadonlyArray<Piece>,
  variables: Variables,
  place: WordPlace
): ReadonlyArray<Part> | "computed" | "expands" => {
  const parts: Array<Part> = []
  let length = 0
  const add = (part: Part) => {
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
      add(place === "value" ? piece.source : { of: piece.isDeep ? "path" : "name", source: piece.source })
      continue
    }
    if (piece.kind === "unread") return piece.expands ? "expands" : "computed"
    const value = expanded(piece, variables, place)
    if (value === undefined) return "computed"
    for (const part of value) add(part)
  }
  if (length > longest) return "computed"
  return parts.length === 0 ? [""] : parts
}

// What is not split into words wherever the shell stands.
const whole = /^[A-Za-z0-9_./,:@%+=-]+$/

/** What a piece stands for that is replaced, where it then is one word or a piece of one. */
const expanded = (
  piece: Exclude<Piece, { kind: "text" | "wildcard" | "unread" }>,
  variables: Variables,
  place: WordPlace
): ReadonlyArray<Part> | undefined => {
  const value = replaced(piece, variables)
  if (value === undefined || piece.quoted || place === "value") return value
  const isWhole = value.every((part) => (typeof part === "string" ? whole.test(part) : part.of === "number"))
  if (isWhole) return value
  // A loop takes each of the words, whatever they are.
  return place === "list" && piece.kind === "commands" ? [{ of: "text", source: piece.source }] : undefined
}

const replaced = (
  piece: Exclude<Piece, { kind: "text" | "wildcard" | "unread" }>,
  variables: Variables
): ReadonlyArray<Part> | undefined => {
  const { source } = piece
  switch (piece.kind) {
    case "commands": {
      const text = heredocText(piece.body)
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

const variableOf = (name: string, variables: Variables): ReadonlyArray<Part> | undefined => {
  const value = variables.get(name)
  return value === "forgotten" ? undefined : value
}
