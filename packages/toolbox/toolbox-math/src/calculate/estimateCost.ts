import type { Expression } from "../expression/Expression.ts"

/**
 * Estimates the milliseconds for an expression's functions with a number of digits. Sums and products are negligible.
 */
export const estimateCost = ({ steps }: Expression, digits: number): number => {
  const all = steps.reduce((sum, it, at) => {
    if (it.kind === "constant") return sum + (costs.get(it.name) ?? 0)
    if (it.kind !== "operation") return sum
    const before = steps[at - 1]
    const isWhole = it.name === "^" && before?.kind === "number" && /^\d+$/.test(before.text)
    return sum + (isWhole ? 0 : (costs.get(it.name) ?? 0))
  }, 0)
  return all * (digits / 250) ** 2.3
}

/** The limit for an expression's cost in milliseconds. */
export const mostCost = 3000

/** The milliseconds of each function with 250 digits. */
const costs: ReadonlyMap<string, number> = new Map([
  ["e", 6],
  ["exp", 6],
  ["sin", 7],
  ["cos", 7],
  ["tan", 14],
  ["sinh", 6],
  ["cosh", 6],
  ["tanh", 6],
  ["log", 4],
  ["log2", 11],
  ["log10", 11],
  ["^", 12],
  ["atan", 30],
  ["asin", 30],
  ["acos", 30],
  ["atan2", 30]
])
