import type { Vector } from "./Embeddings.ts"

/** Returns the cosine of the angle between two vectors, from -1 to 1; 0 if a vector is zero. */
export const computeCosine = (a: Vector, b: Vector): number => dot(unit(a), unit(b))

/** Returns the cosines between a vector and others, with six decimals: further decimals would depend on the machine. */
export const computeCosines = (vector: Vector, others: ReadonlyArray<Vector>): Array<number> => {
  const to = unit(vector)
  return others.map((other) => roundNumber(dot(to, unit(other))))
}

/** Rounds to six decimals, and avoids -0. */
export const roundNumber = (number: number): number => Math.round(number * 1e6) / 1e6 + 0

/** Scales a vector to length 1. Divides by the largest number first, to avoid overflow and underflow. */
const unit = (vector: Vector): Float64Array => {
  const scaled = Float64Array.from(vector)
  let greatest = 0
  for (const number of scaled) greatest = Math.max(greatest, Math.abs(number))
  if (greatest === 0) return scaled
  let squares = 0
  for (let at = 0; at < scaled.length; at += 1) {
    const number = (scaled[at] ?? 0) / greatest
    scaled[at] = number
    squares += number * number
  }
  const length = Math.sqrt(squares)
  return scaled.map((number) => number / length)
}

const dot = (a: Float64Array, b: Float64Array): number => {
  let sum = 0
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return Math.min(1, Math.max(-1, sum))
}
