import type { Shape } from "./Shape.ts"

/** A value, and the offset of its entry in the text, for a problem that is found after the whole text was read. */
export interface Placed<A> {
  readonly value: A
  readonly at: number
}

/** Returns the shape whose value is combined with the offset of its entry. */
export const placed = <A>(shape: Shape<A>): Shape<Placed<A>> => ({
  type: shape.type,
  schema: shape.schema,
  beneath: shape.beneath,
  read: (entry, reading) => {
    const value = shape.read(entry, reading)
    return value === undefined ? undefined : { value, at: entry.at }
  }
})
