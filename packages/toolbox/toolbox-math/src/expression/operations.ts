/**
 * The operations of expressions with their number of arguments. Their order defines the code that `native.cpp` runs, so
 * add new operations only at the end, here and there.
 */
export const operations = [
  ["+", 2],
  ["-", 2],
  ["*", 2],
  ["/", 2],
  ["%", 2],
  ["^", 2],
  ["negate", 1],
  ["sin", 1],
  ["cos", 1],
  ["tan", 1],
  ["asin", 1],
  ["acos", 1],
  ["atan", 1],
  ["atan2", 2],
  ["sinh", 1],
  ["cosh", 1],
  ["tanh", 1],
  ["exp", 1],
  ["log", 1],
  ["log10", 1],
  ["log2", 1],
  ["sqrt", 1],
  ["cbrt", 1],
  ["abs", 1],
  ["floor", 1],
  ["ceil", 1],
  ["round", 1],
  ["sign", 1],
  ["min", 2],
  ["max", 2],
  ["hypot", 2],
  ["gamma", 1],
  ["lgamma", 1],
  ["erf", 1]
] as const satisfies ReadonlyArray<readonly [string, number]>

export type MathOperation = (typeof operations)[number][0]

/** The functions for expressions: every operation with an alphabetic name. */
export const functions: ReadonlyMap<string, number> = new Map(
  operations.filter(([name]) => /^[a-z]/.test(name) && name !== "negate")
)

/** The functions with a variable number of arguments, which are applied pairwise. */
export const variadic: ReadonlySet<string> = new Set(["min", "max", "hypot"])

/** The named constants. */
export const constants: ReadonlyMap<string, number> = new Map([
  ["pi", Math.PI],
  ["e", Math.E],
  ["tau", 2 * Math.PI]
])
