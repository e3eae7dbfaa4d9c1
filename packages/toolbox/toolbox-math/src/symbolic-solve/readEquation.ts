import { ToolValidationError } from "@toolgate/core"
import { constants, functions } from "../expression/operations.ts"
import { readExpression } from "../expression/readExpression.ts"

/** A parsed equation: an expression that must be 0, and its names. */
export interface Equation {
  readonly zero: string
  readonly names: ReadonlySet<string>
}

/**
 * Parses an equation with the grammar of all expressions, so that no other text reaches the solver library. Every name
 * that is not a function counts as a symbol.
 */
export const readEquation = (text: string, argument: string): Equation => {
  const fail = (reason: string): never => {
    throw new ToolValidationError({ message: `The argument ${argument} cannot be solved: ${reason}.` })
  }
  const [left = "", right, ...more] = text.split("=")
  if (more.length > 0) fail('it has more than one "="')
  const names = new Set<string>()
  // Blanks replace the left side, so that errors in the right side have the correct position.
  for (const side of right === undefined ? [left] : [left, `${" ".repeat(left.length + 1)}${right}`]) {
    const found = namesIn(side)
    const { steps } = readExpression(side, [...found], argument)
    for (const [at, step] of steps.entries()) {
      if (step.kind === "operation" && /^[a-z]/.test(step.name) && !solvable.has(step.name))
        fail(
          `it has the function "${step.name}", and only these can be solved for: ${[...solvable].slice(1).join(", ")}`
        )
      if (step.kind !== "number") continue
      const [number, next] = [Number(step.text), steps[at + 1]]
      if (next?.kind === "operation" && next.name === "^" && number > mostPower)
        fail(`it has a power above ${mostPower}, which would be worked out term by term`)
      if (!Number.isFinite(number) || (number === 0 && /^[0.]*[1-9]/.test(step.text)))
        fail("it has a number that is too large or too small; scale the equation")
    }
    for (const name of found) names.add(name)
  }
  if (names.has("i")) fail('it has the name "i", which is the imaginary unit; choose another')
  return { zero: right === undefined ? left : `(${left})-(${right})`, names }
}

/** The largest power with which an equation is solved within seconds. */
const mostPower = 100

/** The functions that equations may use. */
const solvable: ReadonlySet<string> = new Set([
  "negate",
  "sin",
  "cos",
  "tan",
  "asin",
  "acos",
  "atan",
  "sinh",
  "cosh",
  "tanh",
  "exp",
  "log",
  "sqrt",
  "abs"
])

/** Returns the names in a text. For invalid characters, the parser reports the error with its position. */
const namesIn = (text: string): ReadonlySet<string> => {
  const names = text.match(/(?<![\w.])[A-Za-z_]\w*(?!\w|\s*\()/g) ?? []
  return new Set(names.filter((name) => !functions.has(name) && !constants.has(name)))
}
