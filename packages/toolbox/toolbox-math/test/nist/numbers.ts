/** Returns the numbers of a text, which stand apart by blanks. */
export const numbers = (text: string): ReadonlyArray<number> => text.trim().split(/\s+/).map(Number)

/** Returns the digits in which a value agrees with a certified one, as NIST counts them: at most 15. */
export const digits = (value: number, certified: number): number =>
  value === certified ? 15 : Math.min(15, -Math.log10(Math.abs(value - certified) / Math.abs(certified)))
