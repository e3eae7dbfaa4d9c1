/** Parses numbers separated by blanks. */
export const parseNumbers = (text: string): ReadonlyArray<number> => text.trim().split(/\s+/).map(Number)

/** Returns the number of digits in which a value agrees with a certified one, in NIST's definition: at most 15. */
export const countDigits = (value: number, certified: number): number =>
  value === certified ? 15 : Math.min(15, -Math.log10(Math.abs(value - certified) / Math.abs(certified)))
