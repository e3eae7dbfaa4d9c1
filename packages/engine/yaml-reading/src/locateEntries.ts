import type { Shape } from "./Shape.ts"

/** A value with the offset of its entry, for problems that are found after the whole text was read. */
export interface Located<A> {
  readonly value: A
  readonly at: number
}

/** Returns a shape that adds the offset of the entry to its value. */
export const locateEntries = <A>(shape: Shape<A>): Shape<Located<A>> => ({
  type: shape.type,
  schema: shape.schema,
  beneath: shape.beneath,
  read: (entry, reading) => {
    const value = shape.read(entry, reading)
    return value === undefined ? undefined : { value, at: entry.at }
  }
})
