/** A place in a text. Lines and columns are counted from 1, and columns in UTF-16 units. */
export interface TextPosition {
  readonly line: number
  readonly column: number
}

/** Returns the place of an offset in a text. A line ends where editors end it: at a line feed, a carriage return, or both together. */
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
