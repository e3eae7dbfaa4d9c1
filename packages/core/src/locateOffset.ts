/** A position in a text. Lines and columns are counted from 1; columns are UTF-16 code units. */
export interface TextPosition {
  readonly line: number
  readonly column: number
}

/**
 * Returns the position of an offset. Lines end at LF, CR or CRLF, as in editors.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { locateOffset } from "@toolgate/core"
 *
 * const text = "version: 1\nrules: {}\n"
 * assert.deepEqual(locateOffset(text, text.indexOf("rules")), { line: 2, column: 1 })
 * ```
 */
export const locateOffset = (text: string, offset: number): TextPosition => {
  let line = 1
  let start = 0
  for (const { 0: end, index } of text.matchAll(/\r\n?|\n/g)) {
    if (index + end.length > offset) break
    line++
    start = index + end.length
  }
  return { line, column: offset - start + 1 }
}
