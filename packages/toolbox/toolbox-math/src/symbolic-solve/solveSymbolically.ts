import type Nerdamer from "nerdamer-prime"

interface JobArgs {
  /** Expressions that must be 0. */
  readonly equations: ReadonlyArray<string>
  readonly variables: ReadonlyArray<string>
}

type Solution = ReadonlyArray<{ readonly name: string; readonly text: string }>

/** The solutions that were verified by substitution. */
export interface Solutions {
  readonly solutions: ReadonlyArray<Solution>
  readonly exact: boolean
}

type Library = typeof Nerdamer

/** A job that solves as many equations as variables. */
export const solveSymbolically = async ({ equations, variables }: JobArgs): Promise<Solutions> => {
  // The types describe a CommonJS module without a default export.
  const { default: nerdamer } = (await import("nerdamer-prime")) as unknown as { readonly default: Library }
  const found = candidates(nerdamer, equations, variables)
  const holding = found.filter((solution) => holds(nerdamer, equations, solution))
  const solutions = holding.length > 0 && holdEverywhere(nerdamer, equations, variables) ? [] : holding
  // The library turns approximate numbers into long fractions.
  const given = new Set(equations.flatMap(longNumbers))
  const exact = solutions.every((one) =>
    one.every(({ text }) => longNumbers(text).every((number) => given.has(number)))
  )
  return { solutions, exact: exact && solutions.length > 0 }
}

const longNumbers = (text: string): ReadonlyArray<string> => text.match(/\d{6,}/g) ?? []

const candidates = (
  nerdamer: Library,
  equations: ReadonlyArray<string>,
  variables: ReadonlyArray<string>
): ReadonlyArray<Solution> => {
  try {
    const [equation = "", ...more] = equations
    const [variable = ""] = variables
    if (more.length === 0) {
      const solved = nerdamer.solve(equation, variable)
      const texts: ReadonlyArray<string> =
        solved.toString().slice(1, -1).length === 0 ? [] : elements(nerdamer, solved.toString())
      return [...new Set(texts)].map((text) => [{ name: variable, text }])
    }
    const pairs = nerdamer.solveEquations([...equations], [...variables]) as unknown as ReadonlyArray<
      readonly [string, unknown]
    >
    return [variables.map((name) => ({ name, text: String(pairs.find(([found]) => found === name)?.[1] ?? name) }))]
  } catch {
    // The library throws if it cannot solve the equations.
    return []
  }
}

const elements = (nerdamer: Library, vector: string): ReadonlyArray<string> => {
  const count = Number(nerdamer(`size(${vector})`).toString())
  return Array.from({ length: count }, (_, at) => nerdamer(`vecget(${vector}, ${at})`).toString())
}

/** Whether equations hold for all values. The library returns an arbitrary solution for them. */
const holdEverywhere = (
  nerdamer: Library,
  equations: ReadonlyArray<string>,
  variables: ReadonlyArray<string>
): boolean =>
  ["7/11", "-13/9", "22/7"].every((text) =>
    holds(
      nerdamer,
      equations,
      variables.map((name, at) => ({ name, text: `${text}+${at}/3` }))
    )
  )

/** Whether equations hold to nine digits for a solution, with random values for the other symbols. */
const holds = (nerdamer: Library, equations: ReadonlyArray<string>, solution: Solution): boolean => {
  const solved = Object.fromEntries(solution.map(({ name, text }) => [name, `(${text})`]))
  return equations.every((equation) => {
    try {
      const put = nerdamer(equation, solved)
      const numbers = Object.fromEntries(put.variables().map((name, at) => [name, String(1.3 + 0.7 * at)]))
      const value = nerdamer(put.toString(), numbers).evaluate().toString()
      const [re = Number.NaN, im = Number.NaN] = ["realpart", "imagpart"].map((part) =>
        Number(nerdamer(`${part}(${value})`).evaluate().text("decimals"))
      )
      return Math.hypot(re, im) < 1e-9
    } catch {
      return false
    }
  })
}
