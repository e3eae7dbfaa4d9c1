import { evaluateArithmetic } from "./evaluateArithmetic.ts"
import { readHeredocText } from "./readHeredocText.ts"
import type { SyntaxWord, WordPiece } from "./Syntax.ts"
import { isShown, type Variables } from "./Variables.ts"
import type { WordPart } from "./WordPart.ts"

/** A word of a command. */
export interface Word {
  /** The text that the program receives or, if it is only partly known, the source text. */
  readonly text: string
  /** The reason why the word is unknown before the command runs. */
  readonly computed?: string
  /** The value, if it is only partly known. */
  readonly parts?: ReadonlyArray<WordPart>
  /** Whether the shell may put several words in place of this one. */
  readonly isSeveral?: true
}

/** The largest number of a word's characters that a reason quotes. */
const shown = 60

/** Shortens a source text for a reason. */
export const excerpt = (source: string) => {
  const line = source.replaceAll("\n", " ")
  return line.length > shown ? `${line.slice(0, shown)}…` : line
}

/**
 * The position of a word: in a `command`, as the `value` of a variable, where it stays one word, or in the `list` of a
 * loop.
 */
export type WordPosition = "command" | "value" | "list"

/** Expands a word, given the variables. */
export const expandWord = (
  { start, end, pieces }: SyntaxWord,
  source: string,
  variables: Variables,
  place: WordPosition = "command"
): Word => {
  const word = joinParts(source.slice(start, end), expandPieces(pieces, variables, place))
  const isSeveral = place === "command" && pieces.some(({ kind }) => kind === "wildcard")
  return isSeveral ? { ...word, isSeveral } : word
}

/** Makes a word from its parts. A word that is computed when the command runs has no value. */
export const joinParts = (raw: string, value: ReadonlyArray<WordPart> | "computed" | "expands"): Word => {
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
 * The largest number of characters of an expanded word. A variable that doubles itself repeatedly would otherwise fill
 * the memory.
 */
const longest = 64 * 1024

/** Expands pieces of a word, or returns the reason why their value is unknown. */
export const expandPieces = (
  pieces: ReadonlyArray<WordPiece>,
  variables: Variables,
  place: WordPosition
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

// Text that shells never split into words.
const whole = /^[A-Za-z0-9_./,:@%+=-]+$/

/** Returns the value of an expansion, or `undefined` if it may become several words. */
const expanded = (
  piece: Exclude<WordPiece, { kind: "text" | "wildcard" | "braces" | "unread" }>,
  variables: Variables,
  place: WordPosition
): ReadonlyArray<WordPart> | undefined => {
  const value = replaced(piece, variables)
  if (value === undefined || piece.quoted || place === "value") return value
  const isWhole = value.every((part) => (typeof part === "string" ? whole.test(part) : part.of === "number"))
  if (isWhole) return value
  // A loop accepts any words.
  return place === "list" && piece.kind === "commands" ? [{ of: "text", source: piece.source }] : undefined
}

const replaced = (
  piece: Exclude<WordPiece, { kind: "text" | "wildcard" | "braces" | "unread" }>,
  variables: Variables
): ReadonlyArray<WordPart> | undefined => {
  const { source } = piece
  switch (piece.kind) {
    case "commands": {
      const text = piece.isFile ? source : readHeredocText(piece.body)
      return [text ?? { of: "text", source }]
    }
    case "arithmetic": {
      const value = evaluateArithmetic(piece.expression, (name) => {
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
