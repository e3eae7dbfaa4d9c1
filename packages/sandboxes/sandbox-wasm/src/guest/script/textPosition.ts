import type { TextRange } from "../GuestWorld.ts"

/** A position in a text. Lines and columns start at 1. */
export interface TextPosition {
  readonly line: number
  readonly column: number
}

/** Maps an offset in a source to the position that an error reports, or to `undefined`. */
export type LocatePosition = (offset: number) => TextPosition | undefined

/**
 * Returns the positions in a part of a source, relative to that part. An error after the part is reported at its end.
 * Lines end as in JavaScript.
 */
export const locateWithin =
  (source: string, { from, to }: TextRange): LocatePosition =>
  (offset) => {
    if (offset < from) return undefined
    const before = source.slice(from, Math.min(offset, to)).split(/\r\n|[\n\r\u2028\u2029]/)
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
  }

/** Returns the positions in a whole source. */
export const locateIn = (source: string): LocatePosition => locateWithin(source, { from: 0, to: source.length })

/**
 * Replaces a lone carriage return by a line feed. The meaning in JavaScript is the same, but not every reader counts
 * such lines.
 */
export const replaceLoneReturns = (source: string): string => source.replace(/\r(?!\n)/g, "\n")

/**
 * Replaces U+2028 and U+2029 by line feeds, without changing the length: the script engine counts lines that way,
 * except in comments and strings. In a string, the replacement would change the meaning; in a comment, it would not. A
 * pattern tells them apart as well as it can.
 */
export const replaceSeparators = (source: string, where: "code" | "code and comments"): string =>
  separators.test(source)
    ? source.replace(parts, (part, separator, comment) =>
        separator !== undefined || (comment !== undefined && where !== "code")
          ? part.replace(allSeparators, "\n")
          : part
      )
    : source

const separators = /[\u2028\u2029]/
const allSeparators = /[\u2028\u2029]/g

/** A separator in code, a comment with its end, or a string. */
const parts =
  /([\u2028\u2029])|(\/\/[^\n\u2028\u2029]*[\u2028\u2029]?|\/\*.*?(?:\*\/|$))|"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|'[^'\\\n]*(?:\\.[^'\\\n]*)*'?|`[^`\\]*(?:\\.[^`\\]*)*`?/gs

/** Returns the offset of a position in a source with line feeds. The column counts characters, or bytes of UTF-8. */
export const getOffset = (source: string, { line, column }: TextPosition, unit: "characters" | "bytes"): number => {
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
