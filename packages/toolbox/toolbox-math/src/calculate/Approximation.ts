import type { Decimal as DecimalNumber } from "decimal.js"

/** The constructor of decimal numbers of some precision. */
export type Decimals = typeof DecimalNumber

/** A number that was rounded on the way: it lies within 10 ^ `error` of the true value, and is the true value if `error` is -Infinity. */
export interface Approximation {
  readonly value: DecimalNumber
  readonly error: number
}

/** Returns the least power of ten that is above a number, as its exponent. */
export const sizeOf = (x: DecimalNumber): number =>
  x.isZero() ? Number.NEGATIVE_INFINITY : x.isFinite() ? x.e + 1 : Number.POSITIVE_INFINITY

/** Returns a result whose arguments bring errors with them. The result itself is rounded unless it is exact. */
export const approximation = (value: DecimalNumber, errors: ReadonlyArray<number>, isExact = false): Approximation => {
  // The size of nothing times the error of what is exact is no number, and no error.
  const all = errors.filter((error) => !Number.isNaN(error))
  if (!value.isFinite()) return { value, error: Math.max(...all.filter((error) => error === unknown), exact) }
  if (!isExact) all.push(sizeOf(value) - (value.constructor as Decimals).precision)
  const greatest = Math.max(...all)
  return { value, error: Number.isFinite(greatest) ? greatest + Math.log10(all.length) : greatest }
}

/** The error of a number that is exact, and of one that may be any. */
export const exact = Number.NEGATIVE_INFINITY
export const unknown = Number.POSITIVE_INFINITY

/** Whether a number may be on the other side of zero, or be zero. */
export const mayBeZero = ({ value, error }: Approximation): boolean => sizeOf(value) <= error + 1
