import type { TextRange } from "../GuestWorld.ts"

/** A place in a text. Lines and columns are counted from 1. */
export interface TextPosition {
  readonly line: number
  readonly column: number
}

/** Returns the place that an error names for an offset in a source, or `undefined` if it names none. */
export type PlaceAt = (offset: number) => TextPosition | undefined

/**
 * Returns the places in a part of a source, as they are in that part alone. What is missing at the end of the part is found behind it,
 * and named at the end. Lines end where they do in JavaScript.
 */
export const placesWithin =
  (source: string, { from, to }: TextRange): PlaceAt =>
  (offset) => {
    if (offset < from) return undefined
    const before = source.slice(from, Math.min(offset, to)).split(/\r\n|[\n\r\u2028\u2029]/)
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
  }

/** Returns the places in the whole of a source. */
export const placesIn = (source: string): PlaceAt => placesWithin(source, { from: 0, to: source.length })

/** Returns a source in which no line ends in a carriage return alone. It means the same in JavaScript, but not every reader counts such lines. */
export const withoutLoneReturns = (source: string): string => source.replace(/\r(?!\n)/g, "\n")

/**
 * Returns a source of the same length, in which U+2028 and U+2029 are line feeds: the script engine counts lines so, except in comments
 * and texts. A text that has one means something else with a line feed, a comment does not. A pattern tells them from code as well as it can.
 */
export const withLineFeeds = (source: string, where: "code" | "code and comments"): string =>
  separators.test(source)
    ? source.replace(parts, (part, separator, comment) =>
        separator !== undefined || (comment !== undefined && where !== "code")
          ? part.replace(allSeparators, "\n")
          : part
      )
    : source

const separators = /[\u2028\u2029]/
const allSeparators = /[\u2028\u2029]/g

/** A separator in code, a comment with its end, or a text. */
const parts =
  /([\u2028\u2029])|(\/\/[^\n\u2028\u2029]*[\u2028\u2029]?|\/\*.*?(?:\*\/|$))|"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|'[^'\\\n]*(?:\\.[^'\\\n]*)*'?|`[^`\\]*(?:\\.[^`\\]*)*`?/gs

/** Returns the offset of a place in a source whose lines end in line feeds. Its column counts characters, or bytes of UTF-8. */
export const offsetOf = (source: string, { line, column }: TextPosition, unit: "characters" | "bytes"): number => {
  let start = 0
  for (let before = 1; before < line; before++) {
    const end = source.indexOf("\n", start)
    if (end === -1) return source.length
    start = end + 1
  }
  const end = source.indexOf("\n", start)
  const text = source.slice(start, end === -1 ? source.length : end)
  const characters =
    unit === "bytes"
      ? Buffer.from(text)
          .subarray(0, column - 1)
          .toString().length
      : column - 1
  return start + Math.min(characters, text.length)
}
