import type { Json, JsonObject } from "@toolgate/core"

/**
 * Returns text without anything that a terminal obeys: control characters and direction marks are written as in JSON.
 * Line ends and tabs stay.
 */
export const escapeForTerminal = (text: string): string => text.replaceAll(obeyed, escaped)

/**
 * Returns a line of a file without anything hidden: characters that are invisible or can be mistaken for others are
 * written as their UTF-16 units. Tabs stay.
 */
export const escapeInvisible = (line: string): string =>
  /^[\t -~]*$/.test(line) ? line : line.replace(hidden, (found) => found.split("").map(escaped).join(""))

/**
 * Returns a value as one line of JSON, with every character escaped that some reader takes for a line end or that a
 * terminal obeys.
 */
export const formatJsonLine = (value: unknown): string => `${JSON.stringify(value).replaceAll(unseen, escaped)}\n`

/** Returns JSON for a person, in which every character stands for itself. */
export const formatJsonText = (value: unknown): string => JSON.stringify(value, null, 2).replaceAll(unseen, escaped)

/**
 * Returns JSON on several lines, for a person to read: within it, a list or an object of plain values is on one line if it fits, so that
 * a matrix or a table looks like one.
 */
export const formatValue = (value: Json): string => linesOf(value, "").replaceAll(unseen, escaped)

const linesOf = (value: Json, indent: string): string => {
  if (isPlain(value)) return JSON.stringify(value)
  const inner = `${indent}  `
  const part = (value: Json) => (isShort(value, inner) ? shortOf(value) : linesOf(value, inner))
  if (Array.isArray(value)) return enclosed("[", value.map(part), "]", indent)
  const members = Object.entries(value as JsonObject).map(([name, one]) => `${JSON.stringify(name)}: ${part(one)}`)
  return enclosed("{", members, "}", indent)
}

const enclosed = (open: string, parts: ReadonlyArray<string>, close: string, indent: string): string =>
  parts.length === 0
    ? open + close
    : `${open}\n${parts.map((one) => `${indent}  ${one}`).join(",\n")}\n${indent}${close}`

const isPlain = (value: Json): boolean => typeof value !== "object" || value === null

const isShort = (value: Json, indent: string): boolean =>
  isPlain(value) ||
  (Object.values(value as JsonObject).every(isPlain) && indent.length + shortOf(value).length <= longestLine)

const longestLine = 80

const shortOf = (value: Json): string => {
  if (isPlain(value)) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(shortOf).join(", ")}]`
  const members = Object.entries(value as JsonObject).map(([name, one]) => `${JSON.stringify(name)}: ${shortOf(one)}`)
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`
}

// A carriage return before a line feed is a part of a line end. A single carriage return lets the next text overwrite
// the line.
const obeyed = /\r(?!\n)|(?![\n\t\r])[\p{Cc}\p{Bidi_Control}]/gu

// JSON.stringify escapes the control characters below U+0020, and leaves these characters.
const unseen = /(?!\n)[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu

// The characters that the gate escapes in its questions: controls, direction and formatting marks, blanks other than
// the space, and loose combining marks.
const hidden =
  /(?![ \t])[\p{C}\p{Z}\p{Me}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]\p{M}*|(?<![\p{L}\p{N}\p{M}])\p{M}+|\p{M}{5,}/gu

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`
