import type { TextRange } from "../GuestWorld.ts"

/** A place in a text. Lines and columns are counted from 1. */
export interface TextPlace {
  readonly line: number
  readonly column: number
}

/** Returns the place that an error names for a place in a source, or `undefined` if it names none. */
export type PlaceIn = (place: TextPlace) => TextPlace | undefined

export const anyPlace: PlaceIn = (place) => place

/**
 * Returns the places in a part of a source, as they are in that part alone. What is missing at the end of the part is found behind it,
 * and named at the end.
 */
export const placesWithin = (source: string, { from, to }: TextRange): PlaceIn => {
  const start = endOf(source.slice(0, from))
  const end = endOf(source.slice(from, to))
  return ({ line, column }) => {
    if (line < start.line || (line === start.line && column < start.column)) return undefined
    const own = { line: line - start.line + 1, column: line === start.line ? column - start.column + 1 : column }
    return own.line > end.line || (own.line === end.line && own.column > end.column) ? end : own
  }
}

/** Returns places for columns that count the bytes of UTF-8, as those of the engine do. */
export const placesOfBytes =
  (source: string, placeIn: PlaceIn): PlaceIn =>
  ({ line, column }) => {
    const bytes = Buffer.from(source.split("\n", line)[line - 1] ?? "")
    return placeIn({ line, column: bytes.subarray(0, column - 1).toString().length + 1 })
  }

/** Returns the place behind the last character of a text. */
const endOf = (text: string): TextPlace => {
  const lines = text.split("\n")
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}
