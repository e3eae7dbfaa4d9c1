import type { Decimal as DecimalNumber } from "decimal.js"

/** The constructor of decimal numbers with some precision. */
export type Decimals = typeof DecimalNumber

/** A rounded number within 10 ^ `error` of the true value; exact if `error` is -Infinity. */
export interface Approximation {
  readonly value: DecimalNumber
  readonly error: number
}

/** Returns the exponent of the smallest power of ten above a number. */
export const getMagnitude = (x: DecimalNumber): number =>
  x.isZero() ? Number.NEGATIVE_INFINITY : x.isFinite() ? x.e + 1 : Number.POSITIVE_INFINITY

/** Returns a result with the errors of its arguments. The result itself is rounded unless all are exact. */
export const approximate = (value: DecimalNumber, errors: ReadonlyArray<number>, isExact = false): Approximation => {
  // A size of 0 times an exact argument's error is NaN, and means that there is no error.
  const all = errors.filter((error) => !Number.isNaN(error))
  if (!value.isFinite()) return { value, error: Math.max(...all.filter((error) => error === unknown), exact) }
  if (!isExact) all.push(getMagnitude(value) - (value.constructor as Decimals).precision)
  const greatest = Math.max(...all)
  return { value, error: Number.isFinite(greatest) ? greatest + Math.log10(all.length) : greatest }
}

/** The errors of an exact number, and of an arbitrary one. */
export const exact = Number.NEGATIVE_INFINITY
export const unknown = Number.POSITIVE_INFINITY

/** Whether a number may be zero or have the other sign. */
export const mayBeZero = ({ value, error }: Approximation): boolean => getMagnitude(value) <= error + 1
